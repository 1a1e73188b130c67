//! `gsim trace gauntlet`.

use super::game::Gauntlet;
use crate::cli::commands::trace::number;
use crate::cli::exit;
use crate::error::{Error, Result};
use crate::games::gauntlet::spec::{Objective, ValueSpec};
use crate::report;
use crate::study::gauntlet::trace::{condition, narrate};
use clap::Args;

/// A game to narrate.
#[derive(Args, Debug)]
pub struct TraceGauntlet {
    #[command(flatten)]
    question: Gauntlet,

    /// Number of the playout, from 0
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = number, allow_negative_numbers = true)]
    playout: u64,

    /// The first playout from there on that ends so: win, score, rounds, matches, health, glory; with < <= = >= > !=, several
    /// joined by commas: win=1,score>=40
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
}

impl TraceGauntlet {
    /// Prints the narration, of the last difficulty asked for.
    pub fn run(&self) -> Result<u8> {
        let flag = |e: Error| match e.to_string().starts_with("--where") {
            true => e,
            false => Error::usage(format!("--where: {e}")),
        };
        let condition = self
            .condition
            .as_deref()
            .map(condition)
            .transpose()
            .map_err(flag)?;
        self.question.may_be_played()?;
        let resolved = self.question.resolve()?;
        let (name, _, player) = resolved.players.last().expect("at least one difficulty");
        let values = match super::setting::values_of(player) {
            Some(spec) => player.library().values(&spec).ok(),
            None => player
                .library()
                .values(&ValueSpec::Of(
                    Objective::Win,
                    Box::new(player.spec.clone()),
                ))
                .ok(),
        };
        let text = narrate(
            &resolved.asked,
            name,
            player,
            values.as_deref(),
            self.playout,
            condition.as_ref(),
        )?;
        report::print(&text)?;
        Ok(exit::DONE)
    }
}
