//! `gsim explain QUESTION …`: its rules step by step for the given inputs.

use crate::cli::{battle, clash, gauntlet, gladiatori};
use crate::error::Result;
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
    #[command(flatten)]
    Clash(clash::Explains),
    #[command(flatten)]
    Gauntlet(gauntlet::Explains),
    #[command(flatten)]
    Battle(battle::Explains),
    #[command(flatten)]
    Gladiatori(gladiatori::Explains),
}

impl Explain {
    /// Prints the explanation.
    pub fn run(&self) -> Result<u8> {
        match &self.question {
            Question::Clash(question) => question.run(),
            Question::Gauntlet(question) => question.run(),
            Question::Battle(question) => question.run(),
            Question::Gladiatori(question) => question.run(),
        }
    }
}
