//! `gsim trace clash-duel` and `gsim trace clash-arena`.

use super::arena::ClashArena;
use super::duel::ClashDuel;
use crate::cli::commands::trace::number;
use crate::cli::exit;
use crate::error::{Error, Result};
use crate::games::clash::arena;
use crate::report;
use crate::study::clash_arena::{condition as arena_condition, find};
use crate::study::clash_duel::{condition as duel_condition, narrate};
use clap::Args;

/// A duel to narrate.
#[derive(Args, Debug)]
pub struct TraceDuel {
    #[command(flatten)]
    question: ClashDuel,

    /// Number of the playout, from 0
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = number, allow_negative_numbers = true)]
    playout: u64,

    /// The first playout from there on that ends so: attacker_lost, defender_lost, attacker_marker, defender_marker, edge;
    /// with < <= = >= > !=, several joined by commas
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
}

impl TraceDuel {
    /// Prints the narration.
    pub fn run(&self) -> Result<u8> {
        let condition = self.condition.as_deref().map(duel_condition);
        let condition = condition.transpose().map_err(flag)?;
        let asked = self.question.resolve()?.asked;
        report::print(&narrate(&asked, self.playout, condition.as_ref())?)?;
        Ok(exit::DONE)
    }
}

fn flag(e: Error) -> Error {
    Error::usage(format!("--where: {e}"))
}

/// A whole game to narrate.
#[derive(Args, Debug)]
pub struct TraceArena {
    #[command(flatten)]
    question: ClashArena,

    /// Number of the game, from 0
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = number, allow_negative_numbers = true)]
    playout: u64,

    /// The first game from there on that ends so: turns, passes, moves, last_player, animals, stalemate, cap (1: ended so),
    /// winner (a seat; -1: shared), winners, margin, eliminated (players), eliminated_wins, points_K, survivors_K, animals_K
    /// of seat K; with < <= = >= > !=, several joined by commas
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
}

impl TraceArena {
    /// Prints the narration, the board after every turn.
    pub fn run(&self) -> Result<u8> {
        let resolved = self.question.resolve()?;
        let [players] = resolved.counts[..] else {
            return Err(Error::usage(
                "--players: a game that is told has one number of players; write for example 3",
            ));
        };
        let games = self.question.games(&resolved, players)?;
        let seed = self.question.shared.seed();
        let game = match &self.condition {
            None => self.playout,
            Some(text) => {
                let condition = arena_condition(text, usize::from(players)).map_err(flag)?;
                find(&games, seed, self.playout, &condition).map_err(flag)?
            }
        };
        report::print(&arena::trace::trace(&games, seed, game))?;
        Ok(exit::DONE)
    }
}
