//! Exact answers to a duel, three ways, each checked against the others.
//!
//! | file | what | cost of a duel |
//! |---|---|---|
//! | [`spread`] | any policies, weights as whole numbers, by merging the states of the rules' own machine | 0.1 ms |
//! | [`tables`] | policies without `optimal` parts, in double precision, from compiled tables | 0.1 microseconds |
//! | [`worlds`] | policies with `optimal` parts, by backward induction over the same tables | a few microseconds |
//!
//! [`units`] numbers teams, animals and what can become of them in a duel; [`compiled`] holds a policy's decisions.
//! Everything in the tables is read off [`super::rules`] and [`super::policy`] by driving them.

pub mod compiled;
pub mod duels;
pub mod options;
pub mod plan;
pub mod spread;
pub mod tables;
pub mod units;
pub mod worlds;

pub use spread::{Halves, before_counter_attack, spread};
