//! `gsim explain QUESTION …`: its rules step by step for the given inputs.

use crate::cli::{battle, clash, gauntlet, gladiatori};
use crate::error::Result;
use clap::{Args, Subcommand};

/// Explains the rules of a question.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gsim explain clash-duel --attacker SSNT --defender SSPH
  gsim explain clash-arena --players 4
  gsim explain gauntlet --policy greedy
  gsim explain gauntlet-advise --health 5,2 --glory 3 --enemy mvrmillo:3 --roll b3,b4,r1,r5
  gsim explain battle-duel --a rookie --b two_hander
  gsim explain gladiatori-exchange --attacker secutor --defender thraex")]
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
