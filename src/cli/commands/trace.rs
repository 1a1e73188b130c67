//! `gsim trace QUESTION …`: one playout, narrated.

use crate::cli::{battle, clash, gauntlet, gladiatori};
use crate::error::Result;
use clap::{Args, Subcommand};

/// Narrates one playout.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gsim trace clash-duel --attacker SSNT --defender SSST --playout 123456
  gsim trace clash-duel --attacker SSNT --defender SSST --where 'defender_lost>=3'
  gsim trace clash-arena --players 3 --policies greedy,sniper,random --playout 7
  gsim trace gauntlet --policy banker --difficulty easy --where win=1
  gsim trace battle-duel --a rookie --b bruiser --where 'b_wins=1,turns<=12'
  gsim trace gladiatori-duel --a secutor --b thraex --playout 5
  gsim trace gladiatori-arena --players 3 --playout 5")]
pub struct Trace {
    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand, Debug)]
enum Question {
    #[command(flatten)]
    Clash(clash::Traces),
    #[command(flatten)]
    Battle(battle::Traces),
    #[command(flatten)]
    Gauntlet(gauntlet::Traces),
    #[command(flatten)]
    Gladiatori(gladiatori::Traces),
}

impl Trace {
    /// Prints the narration.
    pub fn run(&self) -> Result<u8> {
        match &self.question {
            Question::Clash(question) => question.run(),
            Question::Battle(question) => question.run(),
            Question::Gauntlet(question) => question.run(),
            Question::Gladiatori(question) => question.run(),
        }
    }
}

/// The number of a playout, for clap.
pub fn number(text: &str) -> std::result::Result<u64, String> {
    let number = text.replace('_', "").parse().ok();
    number
        .filter(|k| *k < 1_000_000_000_000_000)
        .ok_or_else(|| "playouts are numbered from 0 to 10^15 - 1; write one such as 123456".into())
}
