//! Gladiator Gauntlet: one gladiator, rows of enemies, glory.

// Two sides and small tables are walked by index on purpose: several arrays move together.
#![allow(clippy::needless_range_loop, clippy::type_complexity)]

pub mod action;
pub mod advise;
pub mod between;
pub mod chain;
pub mod choose;
pub mod contexts;
pub mod data;
pub mod decisions;
pub mod dice;
pub mod exact;
pub mod follow;
pub mod library;
pub mod linear;
pub mod menu;
pub mod optimal;
pub mod policy;
pub mod rules;
pub mod search;
pub mod solve;
pub mod spec;
pub mod state;
pub mod strike;
pub mod sweep;
pub mod values;
