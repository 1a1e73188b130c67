//! Gladiator Gauntlet on the command line.

pub mod advise;
mod bout;
pub mod compare;
pub mod game;
mod lists;
mod setting;
mod trace;

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
}

impl Questions {
    /// Answers.
    pub fn run(&self) -> Result<u8> {
        match self {
            Self::Gauntlet(question) => question.run(),
            Self::GauntletCompare(question) => question.run(),
            Self::GauntletAdvise(question) => question.run(),
        }
    }
}

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
