//! Gladiatori.

pub mod board;
pub mod build;
pub mod cards;
pub mod count;
pub mod data;
pub mod geometry;
pub mod numbers;
pub mod sheet;
pub mod state;
pub mod values;
