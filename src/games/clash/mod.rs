//! Clash of the Gladiators: the duel, the metagame of its teams, and the whole game.
//!
//! | room | what is in it |
//! |---|---|
//! | [`counts`] | kinds and multisets of them, packed |
//! | [`mod@unit`] | teams and animals as people write them |
//! | [`state`] | a duel in 16 bytes |
//! | [`rules`] | the only place where the duel's rules live |
//! | [`policy`] | the three decisions of a duel and the built-in ways to take them |
//! | [`solver`] | optimal decisions by backward induction |
//! | [`exact`] | exact distribution of a duel: whole numbers, tables, worlds |
//! | [`fight`] | fights to the death |
//! | [`matrix`] | every team against every team |
//! | [`pairs`] | the same, sampled |
//! | [`kernel`] | the duel compiled into guide tables, and the experiment that plays it |
//! | [`arena`] | the whole game: board, draft, turns, movement, animals, scoring, its policies and playouts |
//! | [`naive`] | the naive twin: yardstick of the benches, independent check of `verify` |
//!
//! Decisions of a duel, in order: the first roller names net targets, then the second; each roller may
//! re-roll; whoever is hit chooses the losses. Readings of unclear rules are switches, see [`rules::Rules`].

pub mod arena;
pub mod counts;
pub mod data;
pub mod duel;
pub mod exact;
pub mod fight;
pub mod kernel;
pub mod matrix;
pub mod naive;
pub mod pairs;
pub mod policy;
pub mod rules;
pub mod solver;
pub mod spec;
pub mod state;
pub mod tally;
pub mod unit;
