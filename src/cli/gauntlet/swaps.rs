//! `gsim gauntlet-swaps`: when to swap.

use super::bout::{BoutArgs, ObjectiveArgs};
use super::by::one_length;
use super::setting::{CacheArgs, LengthArgs, PolicyArgs, Setting, exact_only, prompt, settle};
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::gauntlet::dice::roll_chances;
use crate::games::gauntlet::observe::observe;
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::rules::Class;
use crate::games::gauntlet::spec::Objective;
use crate::games::gauntlet::state::{Fight, Health};
use crate::games::gauntlet::swaps::{heat, shares};
use crate::report::{Findings, Table};
use crate::study::gauntlet::swaps::{Swaps, findings};
use clap::Args;
use rayon::prelude::*;

/// The question's name.
pub const NAME: &str = "gauntlet-swaps";

/// When to swap a health die, and when for a 1?
#[derive(Args, Debug, Clone, Default)]
#[command(
    after_help = "The maps are of one fight (health, glory, enemy as given); the shares by face are of games of --policy.

Examples:
  gsim gauntlet-swaps --health 2,5 --glory 1 --enemy 4
  gsim gauntlet-swaps --enemy mvrmillo --objective points --policy banker --set bargain=off"
)]
pub struct GauntletSwaps {
    #[command(flatten)]
    bout: BoutArgs,

    #[command(flatten)]
    objective: ObjectiveArgs,

    #[command(flatten)]
    length: LengthArgs,

    #[command(flatten)]
    policy: PolicyArgs,

    /// Games of the policy that are looked at, 1 to 100000 [default: 2000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    games: Option<String>,

    #[command(flatten)]
    cache: CacheArgs,

    /// Flags that every question has.
    #[command(flatten)]
    shared: Shared,
}

impl GauntletSwaps {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        exact_only(
            &Shared {
                seed: None,
                ..self.shared.clone()
            },
            NAME,
        )?;
        settle(
            answer::exact(&self.shared, || prompt(|| self.find())),
            &self.shared,
        )
    }

    fn find(&self) -> Result<Findings> {
        let setting = Setting::new(&self.shared, &self.cache)?;
        let row = self.bout.within(&setting)?;
        if row.bouts.enemies.len() > 1 {
            return Err(Error::usage(
                "--enemy: swaps are mapped for one fight; name one enemy",
            ));
        }
        let games = super::setting::games(self.games.as_deref(), 2000)?;
        let objective = self.objective.resolve()?;
        let (difficulty, last) = one_length(&self.length, &setting.data)?;
        let spec = self.policy.spec()?;
        let mut line = CommandLine::new(NAME);
        self.bout.canonical(&mut line);
        line.flag("--objective", objective.fight_name());
        self.length.canonical(&[(difficulty, last)], &mut line);
        self.policy.canonical(&mut line);
        line.flag("--games", &games.to_string());
        if let Some(seed) = self.shared.seed {
            line.flag("--seed", &seed.to_string());
        }
        let (health, glory) = row.bouts.start;
        let fight = Fight {
            health,
            glory,
            enemy: row.first,
        };
        let title = "Gladiator Gauntlet: when to swap".to_string();
        let asked = setting.asked(NAME, title, &mut line, &self.shared, last)?;
        let library = asked.library(last)?;
        let class = Class::new(
            asked.rules.ability(row.bouts.enemies[0].ability),
            row.bouts.ties,
        );
        let values = library.fight(objective, class, row.bouts.faces);
        let scale = if objective == Objective::Win {
            1.0
        } else {
            29.0
        };
        let map = |fight: Fight| {
            heat(&library, class, false, fight, 1e-9 * scale, |code| {
                values[usize::from(code.0)]
            })
        };
        let pairs: Vec<Health> = Health::all().collect();
        let by_health: Vec<_> = pairs
            .par_iter()
            .map(|&health| (health, map(Fight { health, ..fight })))
            .collect();
        let player = Player::new(&spec, &library)?;
        let counted = shares(&player, &observe(&player, self.shared.seed(), games));
        Ok(findings(
            &asked,
            &Swaps {
                fight,
                enemy: &row.names[0],
                objective,
                heat: &map(fight),
                chances: &roll_chances(row.bouts.faces),
                by_health: &by_health,
                sample: (&spec.name, &counted),
            },
        ))
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let length = LengthArgs {
        last_round: Some(1),
        ..LengthArgs::default()
    };
    Ok(GauntletSwaps {
        length,
        games: Some("1".into()),
        shared: crate::cli::shared::Shared::silent(),
        ..GauntletSwaps::default()
    }
    .find()?
    .tables)
}
