//! The games. Each has the same rooms: data, state, rules, policy, tally, exact.

pub mod battle;
pub mod clash;
pub mod gauntlet;
pub mod gladiatori;
