//! `gsim gauntlet-events`: what events are worth, and when the event die is moved.

use super::bout::BoutArgs;
use super::by::{ByArgs, one_length};
use super::setting::{CacheArgs, LengthArgs, Setting, exact_only, prompt, settle};
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::Shared;
use crate::error::Result;
use crate::report::{Findings, Table};
use crate::study::gauntlet::events::findings;
use clap::Args;

/// The question's name.
pub const NAME: &str = "gauntlet-events";

/// Which events help, and when is the event die worth moving?
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = "Examples:
  gsim gauntlet-events --difficulty easy --by banker
  gsim gauntlet-events --difficulty hard --health 2,5")]
pub struct GauntletEvents {
    #[command(flatten)]
    length: LengthArgs,

    /// The two health dice [default: 4,4]
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    health: Option<String>,

    #[command(flatten)]
    by: ByArgs,

    #[command(flatten)]
    cache: CacheArgs,

    /// Flags that every question has.
    #[command(flatten)]
    shared: Shared,
}

impl GauntletEvents {
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
        let bout = BoutArgs {
            health: self.health.clone(),
            ..BoutArgs::default()
        };
        let (health, _) = bout.resolve(&setting.data)?.bouts.start;
        let (by, spec) = self.by.resolve("optimal:win")?;
        let mut line = CommandLine::new(NAME);
        self.length
            .canonical(&[(difficulty.clone(), last)], &mut line);
        bout.canonical(&mut line);
        self.by.canonical(&by, &mut line);
        let title = format!("Gladiator Gauntlet: what events are worth ({difficulty})");
        let asked = setting.asked(NAME, title, &mut line, &self.shared, last)?;
        let values = asked.library(last)?.values(&spec)?;
        Ok(findings(&asked, &values, &by, &difficulty, health))
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let length = LengthArgs {
        last_round: Some(1),
        ..LengthArgs::default()
    };
    Ok(GauntletEvents {
        length,
        by: ByArgs {
            by: Some("never_swap".into()),
        },
        shared: crate::cli::shared::Shared::silent(),
        ..GauntletEvents::default()
    }
    .find()?
    .tables)
}
