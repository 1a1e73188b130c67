//! Clash of the Gladiators on the command line.

mod alternatives;
pub mod arena;
pub mod compare;
pub mod duel;
pub mod fight;
mod identity;
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
    title: "Clash of the Gladiators: the duel, the metagame of its teams, the whole game",
    lists: lists::lists,
    schemas: &[
        (duel::NAME, duel::tables),
        (matrix::NAME, matrix::tables),
        (fight::NAME, fight::tables),
        (arena::NAME, arena::tables),
    ],
    merges: &[
        (duel::NAME, |join: &Join| join.answer::<duel::ClashDuel>()),
        (matrix::NAME, |join: &Join| {
            join.answer::<matrix::ClashMatrix>()
        }),
        (fight::NAME, |join: &Join| {
            join.answer::<fight::ClashFight>()
        }),
        (arena::NAME, |join: &Join| {
            join.answer::<arena::ClashArena>()
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
    /// Clash of the Gladiators: two teams to the death
    ClashFight(fight::ClashFight),
    /// Clash of the Gladiators: whole games of 2 to 5 players
    ClashArena(arena::ClashArena),
}

impl Questions {
    /// Answers.
    pub fn run(&self) -> Result<u8> {
        match self {
            Self::ClashDuel(question) => question.run(),
            Self::ClashMatrix(question) => question.run(),
            Self::ClashFight(question) => question.run(),
            Self::ClashArena(question) => question.run(),
        }
    }
}

/// Its questions that can be explained.
#[derive(Subcommand, Debug)]
pub enum Explains {
    /// One duel of Clash of the Gladiators
    ClashDuel(duel::ClashDuel),
    /// A whole game of Clash of the Gladiators
    ClashArena(arena::ClashArena),
}

impl Explains {
    /// Prints the explanation.
    pub fn run(&self) -> Result<u8> {
        let text = match self {
            Self::ClashDuel(question) => {
                crate::study::clash_duel::explain(&question.resolve()?.asked)
            }
            Self::ClashArena(question) => question.explain()?,
        };
        report::print(&text)?;
        Ok(exit::DONE)
    }
}

/// Its questions whose playouts can be narrated.
#[derive(Subcommand, Debug)]
pub enum Traces {
    /// One duel of Clash of the Gladiators
    ClashDuel(trace::TraceDuel),
    /// A whole game of Clash of the Gladiators
    ClashArena(trace::TraceArena),
}

impl Traces {
    /// Prints the narration.
    pub fn run(&self) -> Result<u8> {
        match self {
            Self::ClashDuel(trace) => trace.run(),
            Self::ClashArena(trace) => trace.run(),
        }
    }
}

/// Its questions that can be compared with variants of themselves.
#[derive(Subcommand, Debug)]
pub enum Compares {
    /// One duel of Clash of the Gladiators
    ClashDuel(compare::CompareDuel),
    /// Every team against every team
    ClashMatrix(alternatives::Alternatives<matrix::ClashMatrix>),
    /// Two teams to the death
    ClashFight(alternatives::Alternatives<fight::ClashFight>),
    /// Whole games
    ClashArena(Box<alternatives::Alternatives<arena::ClashArena>>),
}

impl Compares {
    /// Compares.
    pub fn run(&self) -> Result<u8> {
        match self {
            Self::ClashDuel(compare) => compare.run(),
            Self::ClashMatrix(compare) => compare.run(),
            Self::ClashFight(compare) => compare.run(),
            Self::ClashArena(compare) => compare.run(),
        }
    }
}
