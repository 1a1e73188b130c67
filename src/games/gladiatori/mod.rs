//! Gladiatori.

pub mod cards;
pub mod data;
pub mod numbers;
