//! Gladiators: How to Battle on the command line.

pub mod build;
pub mod career;
mod compare;
pub mod duel;
mod ground;
mod lists;
pub mod marginal;
pub mod matrix;
pub mod odds;
pub mod policy;
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
    schemas: &[
        (duel::NAME, duel::tables),
        (odds::NAME, odds::tables),
        (marginal::NAME, marginal::tables),
        (build::NAME, build::tables),
        (matrix::NAME, matrix::tables),
        (policy::NAME, policy::tables),
        (career::NAME, career::tables),
    ],
    merges: &[
        (duel::NAME, |join: &Join| join.answer::<duel::BattleDuel>()),
        (career::NAME, |join: &Join| {
            join.answer::<career::BattleCareer>()
        }),
    ],
};

/// Its questions.
#[derive(Subcommand, Debug)]
pub enum Questions {
    /// How to Battle: one fight between two gladiators, to the fall of one
    BattleDuel(duel::BattleDuel),
    /// How to Battle: exact hit, block, stun and critical odds of one attack
    BattleOdds(odds::BattleOdds),
    /// How to Battle: what one more rank of each skill is worth to a build
    BattleMarginal(marginal::BattleMarginal),
    /// How to Battle: the best of all legal builds under a budget
    BattleBuild(build::BattleBuild),
    /// How to Battle: builds against builds, weapons against armour, styles against styles
    BattleMatrix(matrix::BattleMatrix),
    /// How to Battle: a policy varied: style, surrender, luck, focus, throw
    BattlePolicy(policy::BattlePolicy),
    /// How to Battle: careers over many battles: survival, records, points, luck
    BattleCareer(career::BattleCareer),
}

impl Questions {
    /// Answers.
    pub fn run(&self) -> Result<u8> {
        match self {
            Self::BattleDuel(question) => question.run(),
            Self::BattleOdds(question) => question.run(),
            Self::BattleMarginal(question) => question.run(),
            Self::BattleBuild(question) => question.run(),
            Self::BattleMatrix(question) => question.run(),
            Self::BattlePolicy(question) => question.run(),
            Self::BattleCareer(question) => question.run(),
        }
    }
}

/// Its questions that can be compared with variants of themselves.
#[derive(Subcommand, Debug)]
pub enum Compares {
    /// One fight of How to Battle
    BattleDuel(Box<compare::CompareDuel>),
}

impl Compares {
    /// Compares.
    pub fn run(&self) -> Result<u8> {
        let Self::BattleDuel(compare) = self;
        compare.run()
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
