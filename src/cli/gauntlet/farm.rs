//! `gsim gauntlet-farm`: does the bargain break the game?

use super::bout::{BoutArgs, ObjectiveArgs};
use super::setting::{CacheArgs, Setting, exact_only, prompt};
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::gauntlet::farm::Field;
use crate::games::gauntlet::rules::BargainLimit;
use crate::report::{Findings, Table};
use crate::study::gauntlet::farm::{Farm, findings};
use clap::Args;

/// The question's name.
pub const NAME: &str = "gauntlet-farm";

/// The best play of one fight under caps on matches and house rules: does the bargain break the game?
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = "Examples:
  gsim gauntlet-farm                                    points of a fight from 4 and 4 against health 3
  gsim gauntlet-farm --enemy 4 --objective survive --health 2,3")]
pub struct GauntletFarm {
    #[command(flatten)]
    bout: BoutArgs,

    #[command(flatten)]
    objective: ObjectiveArgs,

    #[command(flatten)]
    cache: CacheArgs,

    /// Flags that every question has.
    #[command(flatten)]
    shared: Shared,
}

impl GauntletFarm {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        exact_only(&self.shared, NAME)?;
        answer::exact(&self.shared, || prompt(|| self.find()))
    }

    fn find(&self) -> Result<Findings> {
        let setting = Setting::new(&self.shared, &self.cache)?;
        let bout = BoutArgs {
            enemy: if self.bout.enemy.is_empty() {
                vec!["3".into()]
            } else {
                self.bout.enemy.clone()
            },
            ..self.bout.clone()
        };
        let row = bout.within(&setting)?;
        if row.bouts.enemies.len() > 1 {
            return Err(Error::usage(
                "--enemy: the farm is one fight; name one enemy",
            ));
        }
        if row.bouts.right {
            return Err(Error::usage(
                "--event reroll_one: the farm is a fight without event 1's re-roll; leave it out",
            ));
        }
        let objective = ObjectiveArgs {
            objective: Some(self.objective.objective.clone().unwrap_or("points".into())),
        }
        .resolve()?;
        let mut line = CommandLine::new(NAME);
        bout.canonical(&mut line);
        line.flag("--objective", objective.fight_name());
        let title = format!(
            "Gladiator Gauntlet: the farm, {} at {}",
            row.names[0], row.first
        );
        let mut asked = setting.asked(NAME, title, &mut line, &self.shared, 6)?;
        super::setting::only_named(&mut asked, &bout.enemy);
        if asked.rules.match_cap > 0 || asked.rules.bargain_limit == BargainLimit::Off {
            return Err(Error::usage(
                "--set: the farm compares caps and limits of the bargain itself; leave out match_cap and bargain",
            ));
        }
        let field = Field {
            start: row.bouts.start,
            enemy: row.bouts.enemies[0],
            ties: row.bouts.ties,
            faces: row.bouts.faces,
            objective,
        };
        let who = format!("{}, health {}", row.names[0], row.first);
        Ok(findings(&asked, &Farm::new(&asked, field)?, &who))
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    Ok(GauntletFarm::default().find()?.tables)
}
