//! Gladiatori.

// Seats are walked by index on purpose: several arrays move together; `from_row` is a card from a row.
#![allow(clippy::needless_range_loop, clippy::wrong_self_convention)]

pub mod board;
pub mod build;
pub mod campaign;
pub mod cards;
pub mod count;
pub mod data;
pub mod decision;
pub mod draws;
pub mod duel;
pub mod exact;
pub mod exchange;
pub mod game;
pub mod geometry;
pub mod naive;
pub mod numbers;
pub mod observe;
pub mod policy;
pub mod rules;
pub mod sheet;
pub mod state;
pub mod tally;
pub mod values;
pub mod watch;

#[cfg(test)]
mod tests;
