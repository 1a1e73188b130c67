//! Gladiator Gauntlet: one gladiator, rows of enemies, glory.

pub mod data;
pub mod dice;
pub mod menu;
pub mod rules;
pub mod state;
pub mod strike;
