//! Clash of the Gladiators on the command line.

pub mod compare;
pub mod duel;
mod lists;
pub mod matrix;
mod policies;
mod trace;

use super::commands::merge::Join;
use super::game::Game;
use crate::cli::exit;
use crate::error::Result;
use crate::report;
use clap::Subcommand;

/// Its part of the commands that serve every question.
pub const GAME: Game = Game {
    name: "clash",
    title: "Clash of the Gladiators: the duel",
    lists: lists::lists,
    schemas: &[(duel::NAME, duel::tables), (matrix::NAME, matrix::tables)],
    merges: &[
        (duel::NAME, |join: &Join| join.answer::<duel::ClashDuel>()),
        (matrix::NAME, |join: &Join| {
            join.answer::<matrix::ClashMatrix>()
        }),
    ],
};

/// Its questions.
#[derive(Subcommand, Debug)]
pub enum Questions {
    /// Clash of the Gladiators: one duel between two teams, or a team and an animal
    ClashDuel(duel::ClashDuel),
    /// Clash of the Gladiators: every team against every team, or against animals
    ClashMatrix(matrix::ClashMatrix),
}

impl Questions {
    /// Answers.
    pub fn run(&self) -> Result<u8> {
        match self {
            Self::ClashDuel(question) => question.run(),
            Self::ClashMatrix(question) => question.run(),
        }
    }
}

/// Its questions that can be explained.
#[derive(Subcommand, Debug)]
pub enum Explains {
    /// One duel of Clash of the Gladiators
    ClashDuel(duel::ClashDuel),
}

impl Explains {
    /// Prints the explanation.
    pub fn run(&self) -> Result<u8> {
        let Self::ClashDuel(question) = self;
        question.shared.only_the_question("explain")?;
        let asked = question.resolve()?.asked;
        report::print(&crate::study::clash_duel::explain(&asked))?;
        Ok(exit::DONE)
    }
}

/// Its questions whose playouts can be narrated.
#[derive(Subcommand, Debug)]
pub enum Traces {
    /// One duel of Clash of the Gladiators
    ClashDuel(trace::TraceDuel),
}

impl Traces {
    /// Prints the narration.
    pub fn run(&self) -> Result<u8> {
        let Self::ClashDuel(trace) = self;
        trace.run()
    }
}

/// Its questions that can be compared with variants of themselves.
#[derive(Subcommand, Debug)]
pub enum Compares {
    /// One duel of Clash of the Gladiators
    ClashDuel(compare::CompareDuel),
}

impl Compares {
    /// Compares.
    pub fn run(&self) -> Result<u8> {
        let Self::ClashDuel(compare) = self;
        compare.run()
    }
}
