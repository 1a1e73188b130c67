//! `gsim explain QUESTION …`: its rules step by step for the given units.

use crate::cli::clash_duel::ClashDuel;
use crate::cli::exit;
use crate::error::Result;
use crate::report;
use crate::study::clash_duel::explain;
use clap::{Args, Subcommand};

/// Explains the rules of a question.
#[derive(Args, Debug)]
#[command(after_help = "Example: gsim explain clash-duel --attacker SSNT --defender SSPH")]
pub struct Explain {
    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand, Debug)]
enum Question {
    /// One duel of Clash of the Gladiators
    ClashDuel(ClashDuel),
}

impl Explain {
    /// Prints the explanation.
    pub fn run(&self) -> Result<u8> {
        let Question::ClashDuel(question) = &self.question;
        report::print(&explain(&question.resolve()?.asked))?;
        Ok(exit::DONE)
    }
}
