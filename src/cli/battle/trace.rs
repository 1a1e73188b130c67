//! `gsim trace battle-duel`.

use super::duel::BattleDuel;
use crate::cli::commands::trace::number;
use crate::cli::exit;
use crate::error::{Error, Result};
use crate::report;
use crate::study::battle_duel::{condition, narrate};
use clap::Args;

/// A duel to narrate.
#[derive(Args, Debug)]
pub struct TraceDuel {
    #[command(flatten)]
    question: BattleDuel,

    /// Number of the battle, from 0
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = number, allow_negative_numbers = true)]
    playout: u64,

    /// The first battle from there on that ends so: turns, a_wins, b_wins, a_dies, b_dies (0 or 1), a_health, b_health,
    /// fate; with < <= = >= > !=, several joined by commas
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
}

impl TraceDuel {
    /// Prints the narration.
    pub fn run(&self) -> Result<u8> {
        let flag = |e: Error| Error::usage(format!("--where: {e}"));
        let condition = self.condition.as_deref().map(condition);
        let condition = condition.transpose().map_err(flag)?;
        if self.question.sensitivity {
            return Err(Error::usage(
                "--sensitivity: a trace tells one battle; leave it out, or ask battle-duel",
            ));
        }
        let asked = self.question.resolve()?.asked;
        report::print(&narrate(&asked, self.playout, condition.as_ref())?)?;
        Ok(exit::DONE)
    }
}
