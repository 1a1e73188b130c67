//! Gladiator Gauntlet on the command line.

pub mod advise;
mod advise_game;
mod bout;
mod by;
pub mod compare;
pub mod enemies;
pub mod events;
mod explain;
pub mod farm;
pub mod gamble;
pub mod game;
mod lists;
mod patience;
mod place;
mod setting;
pub mod sheet;
pub mod solve;
pub mod swaps;
mod trace;
pub mod weights;

use super::commands::merge::Join;
use super::game::Game;
use crate::error::Result;
use clap::Subcommand;

/// Its part of the commands that serve every question.
pub const GAME: Game = Game {
    name: "gauntlet",
    title: "Gladiator Gauntlet: the whole solitaire game",
    lists: lists::lists,
    schemas: &[
        (game::NAME, game::tables),
        (compare::NAME, compare::tables),
        (advise::NAME, advise::tables),
        (solve::NAME, solve::tables),
        (sheet::NAME, sheet::tables),
        (swaps::NAME, swaps::tables),
        (weights::NAME, weights::tables),
        (farm::NAME, farm::tables),
        (enemies::NAME, enemies::tables),
        (events::NAME, events::tables),
        (gamble::NAME, gamble::tables),
    ],
    merges: &[
        (game::NAME, |join: &Join| join.answer::<game::Gauntlet>()),
        (compare::NAME, |join: &Join| {
            join.answer::<compare::GauntletCompare>()
        }),
    ],
};

/// Its questions.
#[derive(Subcommand, Debug)]
pub enum Questions {
    /// Gladiator Gauntlet: how a policy fares in the whole game, at each difficulty
    Gauntlet(game::Gauntlet),
    /// Gladiator Gauntlet: several policies over common random numbers, the ladder of skill
    GauntletCompare(compare::GauntletCompare),
    /// Gladiator Gauntlet: the best move for a situation at the table
    GauntletAdvise(advise::GauntletAdvise),
    /// Gladiator Gauntlet: the optimum of the whole game, kept in the cache
    GauntletSolve(solve::GauntletSolve),
    /// Gladiator Gauntlet: a strategy sheet: a short list of rules, and maps of optimal play
    GauntletSheet(sheet::GauntletSheet),
    /// Gladiator Gauntlet: when to swap a health die, and when for a 1
    GauntletSwaps(swaps::GauntletSwaps),
    /// Gladiator Gauntlet: what a point of glory is worth in health
    GauntletWeights(weights::GauntletWeights),
    /// Gladiator Gauntlet: does the bargain break the game? caps and house rules
    GauntletFarm(farm::GauntletFarm),
    /// Gladiator Gauntlet: which enemy is worst, and is health a fair payment for abilities
    GauntletEnemies(enemies::GauntletEnemies),
    /// Gladiator Gauntlet: what events are worth, and when to move the event die
    GauntletEvents(events::GauntletEvents),
    /// Gladiator Gauntlet: when to roll a health die after a round
    GauntletGamble(gamble::GauntletGamble),
}

impl Questions {
    /// Answers.
    pub fn run(&self) -> Result<u8> {
        match self {
            Self::Gauntlet(question) => question.run(),
            Self::GauntletCompare(question) => question.run(),
            Self::GauntletAdvise(question) => question.run(),
            Self::GauntletSolve(question) => question.run(),
            Self::GauntletSheet(question) => question.run(),
            Self::GauntletSwaps(question) => question.run(),
            Self::GauntletWeights(question) => question.run(),
            Self::GauntletFarm(question) => question.run(),
            Self::GauntletEnemies(question) => question.run(),
            Self::GauntletEvents(question) => question.run(),
            Self::GauntletGamble(question) => question.run(),
        }
    }
}

pub use explain::Explains;

/// Its questions whose playouts can be narrated.
#[derive(Subcommand, Debug)]
pub enum Traces {
    /// One game of Gladiator Gauntlet, of the last difficulty asked for
    Gauntlet(trace::TraceGauntlet),
}

impl Traces {
    /// Prints the narration.
    pub fn run(&self) -> Result<u8> {
        let Self::Gauntlet(trace) = self;
        trace.run()
    }
}
