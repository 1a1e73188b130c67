//! `gsim gauntlet-enemies`: which enemy is worst?

use super::bout::BoutArgs;
use super::compare::split;
use super::setting::{CacheArgs, Setting, exact_only, prompt};
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::gauntlet::enemies::{Ring, duel, follow, orders, payments};
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::rules::game::Enemy;
use crate::games::gauntlet::spec::PolicySpec;
use crate::report::{Findings, Table};
use crate::study::gauntlet::enemies::{Enemies, Met, findings};
use clap::Args;

/// The question's name.
pub const NAME: &str = "gauntlet-enemies";

/// Which enemy is worst, is health a fair payment for abilities, does the order of a row matter?
#[derive(Args, Debug, Clone, Default)]
#[command(
    after_help = "Every enemy is met by itself, from --health and --glory; with --rows the enemies of --enemy in every order.

Examples:
  gsim gauntlet-enemies
  gsim gauntlet-enemies --policies banker,fight:survive --health 3,5 --glory 2 --reroll 1
  gsim gauntlet-enemies --rows --enemy provocator,retiarivs,rvdiarivs,cestvs --policies banker"
)]
pub struct GauntletEnemies {
    /// The policies, separated by commas [default: greedy,banker]
    #[arg(long, value_name = "P,P,…")]
    policies: Option<String>,

    /// Also the row of --enemy in every order
    #[arg(long)]
    rows: bool,

    /// Health of the plain enemy that abilities are weighed against, 1 to 6 [default: 4]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    reference: Option<u8>,

    #[command(flatten)]
    bout: BoutArgs,

    #[command(flatten)]
    cache: CacheArgs,

    /// Flags that every question has.
    #[command(flatten)]
    shared: Shared,
}

impl GauntletEnemies {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        exact_only(&self.shared, NAME)?;
        answer::exact(&self.shared, || prompt(|| self.find()))
    }

    fn find(&self) -> Result<Findings> {
        let setting = Setting::new(&self.shared, &self.cache)?;
        let row = self.bout.within(&setting)?;
        let reference = self.reference.unwrap_or(4);
        if !(1..=6).contains(&reference) {
            return Err(Error::usage(format!(
                "--reference {reference}: an enemy has a health of 1 to 6"
            )));
        }
        if self.rows && row.bouts.enemies.len() < 2 {
            return Err(Error::usage(
                "--rows: a row has two enemies or more; name them with --enemy a,b,c",
            ));
        }
        if row.bouts.right {
            return Err(Error::usage(
                "--event reroll_one: enemies are met without event 1's re-roll; leave it out",
            ));
        }
        let names = split(self.policies.as_deref().unwrap_or("greedy,banker"));
        let mut line = CommandLine::new(NAME);
        line.flag("--policies", &names.join(","));
        if self.rows {
            line.word("--rows");
        }
        if let Some(reference) = self.reference {
            line.flag("--reference", &reference.to_string());
        }
        self.bout.canonical(&mut line);
        let title = "Gladiator Gauntlet: the enemies, one by one".to_string();
        let mut asked = setting.asked(NAME, title, &mut line, &self.shared, 6)?;
        asked
            .guesses
            .retain(|g| g.what.starts_with("enemy ") || g.what.starts_with('['));
        let library = asked.library(1)?;
        let ring = Ring {
            start: row.bouts.start,
            ties: row.bouts.ties,
            faces: row.bouts.faces,
        };
        let mut met = Vec::new();
        let (mut paid, mut ordered) = (Vec::new(), Vec::new());
        for (at, name) in names.iter().enumerate() {
            let flag = |e: Error| Error::usage(format!("--policies {name}: {e}"));
            let spec = PolicySpec::parse(name).map_err(flag)?;
            let player = Player::new(&spec, &library)?;
            let following = follow(&player).map_err(flag)?;
            for side in &asked.data.enemies {
                let enemy = Enemy {
                    health: side.health.value,
                    ability: asked.rules.ability(side.ability.value),
                };
                met.push(Met {
                    enemy: asked.card(side.card - 1, side.side),
                    policy: name.clone(),
                    duel: duel(&following, &ring, enemy),
                });
            }
            if at == 0 {
                paid = payments(&following, &ring, reference);
                if self.rows {
                    // The first enemy's health now is a matter of `advise`; in a row all are met with their printed health.
                    ordered = orders(&following, &ring, &row.bouts.enemies);
                }
            }
        }
        let orders = self.rows.then_some((&ordered[..], &row.names[..]));
        Ok(findings(
            &asked,
            &Enemies {
                ring,
                met: &met,
                payments: &paid,
                reference,
                orders,
            },
        ))
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let bout = BoutArgs {
        enemy: vec!["1".into(), "2".into()],
        ..BoutArgs::default()
    };
    Ok(GauntletEnemies {
        policies: Some("never_swap".into()),
        rows: true,
        bout,
        shared: crate::cli::shared::Shared::silent(),
        ..GauntletEnemies::default()
    }
    .find()?
    .tables)
}
