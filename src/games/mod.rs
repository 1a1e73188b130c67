//! The games. Each has the same rooms: data, state, rules, policy, tally, exact.

pub mod clash;
pub mod gladiatori;
