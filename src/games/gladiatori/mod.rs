//! Gladiatori: exchanges, duels, the arena, items and training builds.
//!
//! | room | what is in it |
//! |---|---|
//! | [`data`], [`numbers`] | component data as cells with provenance; the numbers and readings that the rules compute with |
//! | [`build`], [`count`], [`sheet`] | training: prices, legality, exact count, uniform sampler; character sheets, items |
//! | [`values`] | Attack Value, Defense Value, damage, payment, VP: what all three levels share |
//! | [`state`] | a duel in 64 bytes, a game in the arena in 156 |
//! | [`game`], [`rules`] | what is fixed for a game; the only place where the rules live: one machine for all levels |
//! | [`decision`], [`observe`] | the decisions and the observation that they are taken from |
//! | [`policy`] | policies by name, beliefs about hidden hands, movement goals |
//! | [`exchange`] | one exchange by itself: exact, sampled, solved as a game, soft-max |
//! | [`geometry`], [`board`] | hexes in integers; the map, movement, dishonor |
//! | [`duel`] | duels and arena games as questions and experiments; [`exact`]: a duel worked out; [`tally`]: what games add up to |
//! | [`fighter`], [`shop`], [`trial`] | a gladiator as a user names it; what coins buy; a gladiator against a pool of opponents |
//! | [`market`] | items by auction and by selection before a game |
//! | [`campaign`], [`career`] | bids, picks, coins; a campaign as an experiment |
//! | [`watch`], [`trace`] | who hears what happens; narration and the text map |
//! | [`naive`] | the naive twin: yardstick of the benches, independent check |
//!
//! The levels: an exchange is a [`exchange::Bout`]; a duel a [`duel::DuelQuestion`]; a game in the arena a
//! [`duel::ArenaQuestion`]. All three play [`game::Game`]'s machine; a duel is a game without a map.
//!
//! Decisions of a turn: Deck split; then in an action Adaptation, Stand up!, Rebalance, surrender, Sprint, the Action card
//! with Combat cards and what it is for (or nothing), H; the defender's answer, I; Feint on both sides; payment of damage;
//! Recover; Cleanup. Each is a method of [`decision::Policy`].
//!
//! Without beasts the game has no chance in it: all spread comes from mixed policies (spec 12). A question says whether it
//! is `deterministic()`, a tally whether it has `zero_variance()`; neither may be quoted with an interval.

pub mod board;
pub mod build;
pub mod campaign;
pub mod cards;
pub mod career;
pub mod count;
pub mod data;
pub mod decision;
pub mod draws;
pub mod duel;
mod end;
pub mod exact;
pub mod exchange;
pub mod fighter;
mod find;
pub mod game;
pub mod geometry;
pub mod market;
pub mod naive;
pub mod numbers;
pub mod observe;
pub mod policy;
pub mod rules;
mod setup;
pub mod sheet;
pub mod shop;
pub mod state;
pub mod tally;
pub mod trace;
pub mod trial;
pub mod values;
pub mod watch;

#[cfg(test)]
mod tests;
