//! Gladiatori on the command line.

mod again;
pub mod arena;
pub mod builds;
pub mod campaign;
mod common;
pub mod duel;
pub mod exchange;
pub mod items;
mod lists;
pub mod matrix;
mod trace;
mod training;

use super::commands::merge::Join;
use super::game::Game;
use crate::cli::exit;
use crate::error::Result;
use crate::report;
use crate::study::gladiatori_exchange;
use clap::Subcommand;

/// Its part of the commands that serve every question.
pub const GAME: Game = Game {
    name: common::GAME,
    title: "Gladiatori: exchanges, duels, the arena, items and training builds",
    lists: lists::lists,
    schemas: &[
        (exchange::NAME, exchange::tables),
        (duel::NAME, duel::tables),
        (arena::NAME, arena::tables),
        (matrix::NAME, matrix::tables),
        (builds::NAME, builds::tables),
        (items::NAME, items::tables),
        (campaign::NAME, campaign::tables),
    ],
    merges: &[
        (duel::NAME, |join: &Join| {
            join.answer::<duel::GladiatoriDuel>()
        }),
        (arena::NAME, |join: &Join| {
            join.answer::<arena::GladiatoriArena>()
        }),
        (exchange::NAME, |join: &Join| {
            join.answer::<exchange::GladiatoriExchange>()
        }),
        (campaign::NAME, |join: &Join| {
            join.answer::<campaign::GladiatoriCampaign>()
        }),
    ],
};

/// Its questions.
#[derive(Subcommand, Debug)]
pub enum Questions {
    /// Gladiatori: one attack, solved as a game of hidden commitments
    GladiatoriExchange(exchange::GladiatoriExchange),
    /// Gladiatori: two gladiators without a board, six turns
    GladiatoriDuel(duel::GladiatoriDuel),
    /// Gladiatori: one to four gladiators on hexes, in teams, among beasts
    GladiatoriArena(arena::GladiatoriArena),
    /// Gladiatori: gladiators, everybody against everybody
    GladiatoriMatrix(matrix::GladiatoriMatrix),
    /// Gladiatori: legal builds counted, the strongest searched, what each coin buys
    GladiatoriBuilds(builds::GladiatoriBuilds),
    /// Gladiatori: what each item and pair is worth, in points, coins and bids
    GladiatoriItems(items::GladiatoriItems),
    /// Gladiatori: two gladiators over several games, growth and deaths
    GladiatoriCampaign(campaign::GladiatoriCampaign),
}

impl Questions {
    /// Answers.
    pub fn run(&self) -> Result<u8> {
        match self {
            Self::GladiatoriExchange(question) => question.run(),
            Self::GladiatoriDuel(question) => question.run(),
            Self::GladiatoriArena(question) => question.run(),
            Self::GladiatoriMatrix(question) => question.run(),
            Self::GladiatoriBuilds(question) => question.run(),
            Self::GladiatoriItems(question) => question.run(),
            Self::GladiatoriCampaign(question) => question.run(),
        }
    }
}

/// Its questions that can be explained.
#[derive(Subcommand, Debug)]
pub enum Explains {
    /// One attack of Gladiatori
    GladiatoriExchange(exchange::GladiatoriExchange),
}

impl Explains {
    /// Prints the explanation.
    pub fn run(&self) -> Result<u8> {
        let Self::GladiatoriExchange(question) = self;
        let resolved = question.resolve()?;
        let text = gladiatori_exchange::explain(&resolved.asked, &resolved.frame.ruleset);
        report::print(&text)?;
        Ok(exit::DONE)
    }
}

/// Its questions whose playouts can be narrated.
#[derive(Subcommand, Debug)]
pub enum Traces {
    /// One duel of Gladiatori
    GladiatoriDuel(trace::TraceDuel),
    /// One game of Gladiatori in the arena
    GladiatoriArena(trace::TraceArena),
}

impl Traces {
    /// Prints the narration.
    pub fn run(&self) -> Result<u8> {
        match self {
            Self::GladiatoriDuel(trace) => trace.run(),
            Self::GladiatoriArena(trace) => trace.run(),
        }
    }
}
