//! Gladiator Gauntlet: one gladiator, rows of enemies, glory.
//!
//! | rooms | what is in them |
//! |---|---|
//! | [`data`], [`state`], [`dice`], [`rules`] | components, packed states, rolls, the only place where rules live |
//! | [`spec`], [`policy`], [`between`], [`choose`], [`search`], [`around`] | policies by name, their five decisions, how each is taken |
//! | [`menu`], [`strike`], [`sweep`], [`catalogue`], [`action`] | what can come of a roll, as tables built from the rules; which action to show |
//! | [`desk`] | what a way to play a match has of these tables, shared by games of any length |
//! | [`optimal`], [`solve`], [`values`], [`contexts`], [`store`], [`pack`], [`cache`] | the optimum of a fight and of a game, its values, its file |
//! | [`chain`], [`linear`], [`blocks`], [`follow`], [`exact`] | a fixed policy without sampling |
//! | [`kernel`], [`words`], [`decisions`], [`tally`], [`ledger`] | games by the million |
//! | [`advise`] | what now: every alternative of a situation with its value |
//! | [`farm`], [`what_if`], [`regret`] | the farm, restricted play, what a policy loses by decision and situation |
//! | [`swaps`], [`weights`], [`enemies`], [`events`], [`gambles`] | the further questions of the spec, section 16 |
//! | [`sheet`], [`list`], [`distil`] | decision maps of a policy; a short list of rules that can be played, and how it is found |
//! | [`sensitivity`], [`luck`] | the same question over the alternatives of assumed data; how much is luck |
//! | [`observe`] | matches of a policy's own games, as a sample |
//! | [`naive`] | the naive twin: yardstick of the benches, independent check of `verify` |
//!
//! Decisions of a game: event shift, heal, re-roll of a 1, match, gamble ([`spec::DECISIONS`]). A match is one decision: its outcome
//! is chosen among all that lines of play lead to ([`menu::Menu`]). Readings of unclear rules are switches, see [`rules::Rules`].
//!
//! ## What to call
//!
//! | question | call |
//! |---|---|
//! | a game of some data, switches, last round | [`data::GauntletData`] `load`, `with_knobs`, `switches`, `rules`, `game`; [`library::Library::new`] `.cached(Cache::user()).telling(..)` |
//! | a policy by name, one part replaced | [`spec::PolicySpec::parse`], [`spec::PolicySpec::with_part`]; ready to play: [`policy::Player::new`] |
//! | win chance, scores, rounds, enemies of a policy, exact | [`exact::game`]; a row of enemies by itself: [`exact::bouts`] over [`enemies::follow`] |
//! | the same by sampling, with the ledger of glory | [`kernel::Games`] (an `Experiment`, `Valued`) with [`tally::GameTally`] |
//! | the optimum, cached, resumed, stopped | [`cache::solved`], or `Library::values(&ValueSpec::Optimal(..))` |
//! | one fight's optimum, its length, the farm | [`library::fight_values`], [`farm::best`], [`farm::table`] |
//! | what now: a fight or row | [`advise::RowValues`] `new`, `advice`, `reroll` |
//! | what now: in a game | [`advise::in_game`], [`advise::reroll_in_game`], `Values::{shift_options, heal_options, gamble_options}` |
//! | without a tactic, ability, event, variant | [`what_if::Without`] `all`, `parse`, `is_in`, `from`, `player`; pair with `playout::Compare` |
//! | what a policy loses, where | [`regret::regret`] |
//! | when to swap; shares of swaps | [`swaps::heat`]; [`swaps::shares`] of [`observe::observe`] |
//! | a sweep of weights; marginal values by round | [`weights::sweep`], [`weights::worth`] |
//! | enemies, abilities paid in health, orders of a row | [`enemies::duel`], [`enemies::payments`], [`enemies::orders`] |
//! | events, shifts; gambles | [`events::worth`], [`events::shifts`]; [`gambles::worth`], [`gambles::thresholds`] |
//! | a strategy sheet | [`sheet::maps`] of [`observe::observe`]; [`distil::distil`] |
//! | do the guesses matter | [`sensitivity::named`], [`sensitivity::drawn`], [`sensitivity::ask`], [`sensitivity::verdict`] |
//! | how much is luck | [`luck::luck`] |
//!
//! ## How to ask
//! ```
//! use gsim::games::gauntlet::{data::GauntletData, exact, library::Library, policy::Player, spec::PolicySpec};
//! use std::sync::Arc;
//! let data = GauntletData::embedded()?;
//! let rules = data.rules(&data.switches("gauntlet", &[])?)?;
//! let library = Arc::new(Library::new(data.game(rules, 1)?)); // round I alone
//! let spec = PolicySpec::parse("greedy")?.with_part("gamble", "low<=2")?;
//! let found = exact::game(&Player::new(&spec, &library)?)?;
//! assert!((found.win() - 0.830_953).abs() < 1e-6);
//! # Ok::<(), gsim::error::Error>(())
//! ```

pub mod action;
pub mod advise;
pub mod around;
pub mod between;
pub mod blocks;
pub mod cache;
pub mod catalogue;
pub mod chain;
pub mod choose;
pub mod contexts;
pub mod data;
pub mod decisions;
pub mod desk;
pub mod dice;
pub mod distil;
pub mod enemies;
pub mod events;
pub mod exact;
pub mod farm;
pub mod follow;
pub mod gambles;
pub mod kernel;
pub mod ledger;
pub mod library;
pub mod linear;
pub mod list;
pub mod luck;
pub mod menu;
pub mod naive;
pub mod observe;
pub mod optimal;
pub mod pack;
pub mod policy;
pub mod regret;
pub mod rules;
pub mod search;
pub mod sensitivity;
pub mod sheet;
pub mod solve;
pub mod spec;
pub mod state;
pub mod store;
pub mod strike;
pub mod swaps;
pub mod sweep;
pub mod tally;
pub mod values;
pub mod weights;
pub mod what_if;
pub mod words;
