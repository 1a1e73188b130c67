//! Gladiators: How to Battle.
//!
//! | room | what is in it |
//! |---|---|
//! | [`mod@column`], [`dice`] | the Attack Table's columns, dice pools as exact distributions |
//! | [`state`] | a battle in one u64 |
//! | [`data`], [`readings`] | tables, weapons and prices with their provenance; the switches |
//! | [`gladiator`], [`fighter`], [`build`] | a gladiator as written, as compiled for battle, as priced |
//! | [`rules`] | the only place where the rules live |
//! | [`policy`], [`greedy`] | the decisions of a battle and the built-in ways to take them |
//! | [`weigh`], [`exchange`] | the rules enumerated, one attack against one defence |
//! | [`odds`] | exact odds of one attack |
//! | [`duel`], [`exact`] | a resolved question; the absorbing chain, optimal styles |
//! | [`situations`], [`kernel`] | battles without luck and throws in tables |
//! | [`playouts`], [`tally`] | duels by the million and what they add up to |
//! | [`naive`] | the naive twin: yardstick of the benches, independent check |
//! | [`search`], [`marginal`] | builds under a budget, what a rank is worth |
//! | [`strip`] | the headline under each table set |
//! | [`award`], [`career`] | records and points after a battle, battle after battle |
//!
//! Decisions of a battle (spec 10): luck for initiative; below zero, giving up; luck for awake, alive and focus rolls;
//! weapon, throw, style and luck of an attack, or retrieving; luck of a defence. Readings of unclear rules are
//! switches,
//! see [`readings::Readings`]; most tables of the game are lost, see [`data::TableSet`].

// Two sides and small tables are walked by index on purpose: several arrays move together.
#![allow(clippy::needless_range_loop, clippy::type_complexity)]

pub mod award;
pub mod build;
pub mod career;
pub mod column;
pub mod data;
pub mod dice;
pub mod duel;
pub mod exact;
pub mod exchange;
pub mod fighter;
pub mod gladiator;
pub mod greedy;
pub mod kernel;
pub mod marginal;
pub mod naive;
pub mod odds;
pub mod playouts;
pub mod policy;
pub mod readings;
pub mod rules;
pub mod search;
pub mod situations;
pub mod state;
pub mod strip;
pub mod tally;
pub mod trials;
pub mod weigh;

#[cfg(test)]
pub(crate) mod tests;
