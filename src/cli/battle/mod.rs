//! Gladiators: How to Battle on the command line.

pub mod duel;
mod ground;
mod lists;
pub mod odds;
mod trace;

use super::commands::merge::Join;
use super::game::Game;
use crate::cli::exit;
use crate::error::Result;
use crate::report;
use clap::Subcommand;

/// Its part of the commands that serve every question.
pub const GAME: Game = Game {
    name: "battle",
    title: "Gladiators, How to Battle: fights, builds and careers",
    lists: lists::lists,
    schemas: &[(duel::NAME, duel::tables), (odds::NAME, odds::tables)],
    merges: &[(duel::NAME, |join: &Join| join.answer::<duel::BattleDuel>())],
};

/// Its questions.
#[derive(Subcommand, Debug)]
pub enum Questions {
    /// How to Battle: one fight between two gladiators, to the fall of one
    BattleDuel(duel::BattleDuel),
    /// How to Battle: exact hit, block, stun and critical odds of one attack
    BattleOdds(odds::BattleOdds),
}

impl Questions {
    /// Answers.
    pub fn run(&self) -> Result<u8> {
        match self {
            Self::BattleDuel(question) => question.run(),
            Self::BattleOdds(question) => question.run(),
        }
    }
}

/// Its questions that can be explained.
#[derive(Subcommand, Debug)]
pub enum Explains {
    /// One fight of How to Battle
    BattleDuel(duel::BattleDuel),
}

impl Explains {
    /// Prints the explanation.
    pub fn run(&self) -> Result<u8> {
        let Self::BattleDuel(question) = self;
        let asked = question.resolve()?.asked;
        report::print(&crate::study::battle_duel::explain(&asked)?)?;
        Ok(exit::DONE)
    }
}

/// Its questions whose playouts can be narrated.
#[derive(Subcommand, Debug)]
pub enum Traces {
    /// One fight of How to Battle
    BattleDuel(trace::TraceDuel),
}

impl Traces {
    /// Prints the narration.
    pub fn run(&self) -> Result<u8> {
        let Self::BattleDuel(trace) = self;
        trace.run()
    }
}
