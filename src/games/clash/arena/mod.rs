//! The whole game of Clash of the Gladiators: draft, animals, turns, movement, challenges, ends, scoring.
//!
//! | room | what is in it |
//! |---|---|
//! | [`board`] | the board as a checked graph |
//! | [`units`] | teams and animals, numbered |
//! | [`state`] | a game in 144 bytes |
//! | [`readings`] | switches of the whole game |
//! | [`setup`] | what a game is asked to be, checked: [`setup::Arena`] |
//! | [`moves`] | who may challenge whom, from where |
//! | [`rules`] | everything else that the rulebook says about a game |
//! | [`mind`], [`policy`] | the decisions as a trait; the built-in policies by name |
//! | [`luck`] | the two sources of chance: tables of duels, or step by step over any `Chance` |
//! | [`duels`] | tables of duel results, built from the duel's rules (`sides`, `stages`, `joint`, `row`, `line`) |
//! | [`watch`] | looking on: counting, narrating |
//! | [`tally`], [`record`], [`experiment`] | what games add up to, and the experiment that plays them by the million |
//! | [`exact`] | small games exactly |
//! | [`position`] | positions as people write them |
//! | [`trace`] | a game told turn by turn, with a board in text |
//! | [`naive`] | the naive twin: yardstick of the benches, independent check |
//!
//! Decisions of a game, in order: which gladiator enters and where, where a drawn animal goes; each turn
//! which unit challenges,
//! from where and whom, who stands in for a wild animal, and those of the duel.

pub mod board;
pub mod duels;
pub mod exact;
pub mod experiment;
mod joint;
mod line;
pub mod luck;
pub mod mind;
pub mod moves;
pub mod naive;
pub mod policy;
pub mod position;
pub mod readings;
pub mod record;
mod row;
pub mod rules;
pub mod setup;
mod sides;
mod stages;
pub mod state;
pub mod tally;
pub mod trace;
pub mod units;
pub mod watch;

#[cfg(test)]
mod tests;
