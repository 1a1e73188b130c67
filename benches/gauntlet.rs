//! Gladiator Gauntlet: games by the million against the naive twin.
fn main() {}
