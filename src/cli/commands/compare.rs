//! `gsim compare QUESTION … --against 'FLAGS'`: alternatives of a question over common random numbers.

use crate::cli::{battle, clash};
use crate::error::Result;
use clap::{Args, Subcommand};

/// Compares a question with variants of itself.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gsim compare clash-duel --attacker SSNT --defender SSST --against '--policy minimax'
  gsim compare clash-duel --attacker SSNT --defender SSST -n 1M --against '--attacker SSNN' --against '--ruleset clash-review'")]
pub struct Compare {
    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand, Debug)]
enum Question {
    #[command(flatten)]
    Clash(clash::Compares),
    #[command(flatten)]
    Battle(battle::Compares),
}

impl Compare {
    /// Answers.
    pub fn run(&self) -> Result<u8> {
        match &self.question {
            Question::Clash(question) => question.run(),
            Question::Battle(question) => question.run(),
        }
    }
}

/// Whether a word is a flag of how to sample and answer, which no alternative has for itself.
pub fn is_shared(command: &clap::Command, word: &str) -> bool {
    let name = word.split('=').next().unwrap_or_default();
    command
        .get_arguments()
        .filter(|a| {
            let heading = a.get_help_heading();
            heading.is_some_and(|h| ["Sampling", "Output", "Scaling out"].contains(&h))
        })
        .any(|a| {
            let long = a.get_long().map(|l| format!("--{l}"));
            let short = a.get_short().map(|s| format!("-{s}"));
            long.is_some_and(|l| l == name) || short.is_some_and(|s| word.starts_with(&s))
        })
}
