//! `gsim gauntlet-gamble`: when to roll a health die after a round.

use super::by::{ByArgs, one_length};
use super::setting::{CacheArgs, LengthArgs, Setting, exact_only, prompt, settle};
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::report::{Findings, Table};
use crate::study::gauntlet::gamble::findings;
use clap::Args;

/// The question's name.
pub const NAME: &str = "gauntlet-gamble";

/// When is rolling a health die after a round right?
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = "Examples:
  gsim gauntlet-gamble --difficulty easy                  by the optimum, solved once and kept in the cache
  gsim gauntlet-gamble --difficulty easy --by banker      by the exact values of a policy")]
pub struct GauntletGamble {
    #[command(flatten)]
    length: LengthArgs,

    #[command(flatten)]
    by: ByArgs,

    #[command(flatten)]
    cache: CacheArgs,

    /// Flags that every question has.
    #[command(flatten)]
    shared: Shared,
}

impl GauntletGamble {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        exact_only(&self.shared, NAME)?;
        settle(
            answer::exact(&self.shared, || prompt(|| self.find())),
            &self.shared,
        )
    }

    fn find(&self) -> Result<Findings> {
        let setting = Setting::new(&self.shared, &self.cache)?;
        let (difficulty, last) = one_length(&self.length, &setting.data)?;
        if last < 2 {
            return Err(Error::usage(
                "--last-round 1: a game of one round has no gamble; write 2 to 6",
            ));
        }
        let (by, spec) = self.by.resolve("optimal:win")?;
        let mut line = CommandLine::new(NAME);
        self.length
            .canonical(&[(difficulty.clone(), last)], &mut line);
        self.by.canonical(&by, &mut line);
        let title = format!("Gladiator Gauntlet: when to gamble a health die ({difficulty})");
        let asked = setting.asked(NAME, title, &mut line, &self.shared, last)?;
        let values = asked.library(last)?.values(&spec)?;
        Ok(findings(&asked, &values, &by, &difficulty))
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let length = LengthArgs {
        last_round: Some(2),
        ..LengthArgs::default()
    };
    Ok(GauntletGamble {
        length,
        by: ByArgs {
            by: Some("never_swap".into()),
        },
        shared: crate::cli::shared::Shared::silent(),
        ..GauntletGamble::default()
    }
    .find()?
    .tables)
}
