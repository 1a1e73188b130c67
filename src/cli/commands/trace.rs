//! `gsim trace QUESTION …`: one playout, narrated.

use crate::cli::clash_duel::ClashDuel;
use crate::cli::exit;
use crate::error::{Error, Result};
use crate::report;
use crate::study::clash_duel::{Condition, narrate};
use clap::{Args, Subcommand};

/// Narrates one playout.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gsim trace clash-duel --attacker SSNT --defender SSST --playout 123456
  gsim trace clash-duel --attacker SSNT --defender SSST --where 'defender_lost>=3'")]
pub struct Trace {
    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand, Debug)]
enum Question {
    /// One duel of Clash of the Gladiators
    ClashDuel(TraceDuel),
}

#[derive(Args, Debug)]
struct TraceDuel {
    #[command(flatten)]
    question: ClashDuel,

    /// Number of the playout, from 0
    #[arg(long, value_name = "K", default_value_t = 0)]
    playout: u64,

    /// The first playout from there on that ends so: attacker_lost, defender_lost, attacker_marker, defender_marker, edge;
    /// with < <= = >= > !=, several joined by commas
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
}

impl Trace {
    /// Prints the narration.
    pub fn run(&self) -> Result<u8> {
        let Question::ClashDuel(trace) = &self.question;
        if trace.playout >= 1_000_000_000_000_000 {
            return Err(Error::usage(format!(
                "--playout {}: playouts are numbered from 0 to 10^15 - 1",
                trace.playout
            )));
        }
        let flag = |e: Error| Error::usage(format!("--where: {e}"));
        let condition = trace
            .condition
            .as_deref()
            .map(Condition::parse)
            .transpose()
            .map_err(flag)?;
        let resolved = trace.question.resolve()?;
        report::print(&narrate(
            &resolved.asked,
            trace.playout,
            condition.as_ref(),
        )?)?;
        Ok(exit::DONE)
    }
}
