//! `gsim gauntlet`: a policy in the whole game.

use super::setting::{CacheArgs, LengthArgs, PolicyArgs, Setting, sampling, settle};
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::exit;
use crate::cli::shared::Shared;
use crate::error::Result;
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::spec::PolicySpec;
use crate::games::gauntlet::store;
use crate::playout::{self, Identity, Plan, Run};
use crate::report::{Findings, Table};
use crate::stats;
use crate::study::gauntlet::game::ladder::{Ladder, LadderTally};
use crate::study::gauntlet::game::{Answer, Part, Sampled, findings};
use crate::study::gauntlet::{Asked, Ran};
use clap::Args;
use serde_json::json;
use std::sync::Arc;

/// The question's name.
pub const NAME: &str = "gauntlet";
/// Playouts beside the exact answer where nothing else is said.
const PLAYOUTS: u64 = 100_000;

/// A policy in the whole game of Gladiator Gauntlet.
#[derive(Args, Debug, Clone, Default)]
#[command(
    after_help = "The exact answer comes with 100,000 sampled games beside it (more with -n, none with --method exact): where glory comes from and goes to is only counted in playouts.

Examples:
  gsim gauntlet --policy greedy
  gsim gauntlet --policy banker --difficulty hard -n 10M --report html
  gsim gauntlet --policy greedy --policy-gamble 'low<=2'
  gsim gauntlet --policy greedy --set tactics.quick_rest.enabled=false --set bargain=off"
)]
pub struct Gauntlet {
    #[command(flatten)]
    length: LengthArgs,

    #[command(flatten)]
    policy: PolicyArgs,

    #[command(flatten)]
    cache: CacheArgs,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

/// The question with everything that its output says about it.
pub struct Resolved {
    /// The head.
    pub asked: Asked,
    /// For tally files.
    pub identity: Identity,
    /// Flags with the sampling spelt out.
    pub shared: Shared,
    /// The policy made ready for each difficulty.
    pub players: Vec<(String, u8, Arc<Player>)>,
}

impl Gauntlet {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        settle(self.answer(), &self.shared)
    }

    fn answer(&self) -> Result<u8> {
        answer::check_reports(&self.shared.output)?;
        let resolved = self.resolve()?;
        if resolved.shared.playouts.is_none() && !resolved.shared.samples() {
            let parts = resolved.parts();
            answer::deliver(&resolved.find(&parts, None), &self.shared.output)?;
            return Ok(exit::DONE);
        }
        let ladder = resolved.ladder();
        // A shard is no answer: its exact twin would be worked out for nothing.
        let parts = if self.shared.shard.is_some() {
            Vec::new()
        } else {
            resolved.parts()
        };
        let confidence = resolved.asked.confidence;
        let half_width = |tally: &LadderTally| {
            let widths = tally.0.iter().map(|t| {
                let (lo, hi) = stats::share_interval(t.wins(), t.games, confidence);
                (hi - lo) / 2.0
            });
            widths.fold(0.0, f64::max)
        };
        answer::sampled(
            &resolved.shared,
            &resolved.identity,
            &ladder,
            &half_width,
            |run| Ok(resolved.find(&parts, Some(run))),
        )
    }

    /// Reads rules, cards and policy.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Resolved> {
        let setting = Setting::new(&self.shared, &self.cache)?;
        let lengths = self.length.resolve(&setting.data, true)?;
        let spec = self.policy.spec()?;
        let shared = sampling(&self.shared, PLAYOUTS);
        let mut line = CommandLine::new(NAME);
        self.policy.canonical(&mut line);
        self.length.canonical(&lengths, &mut line);
        if self.shared.method == crate::cli::shared::MethodChoice::Exact {
            line.flag("--method", "exact");
        }
        let names: Vec<&str> = lengths.iter().map(|(n, _)| n.as_str()).collect();
        let title = format!("Gladiator Gauntlet: {spec} on {}", names.join(", "));
        let last = lengths.last().map_or(1, |(_, last)| *last);
        let asked = setting.asked(NAME, title, &mut line, &shared, last)?;
        let players = players(&asked, &spec, &lengths)?;
        let games: Vec<String> = players
            .iter()
            .map(|(_, _, p)| store::fingerprint(&p.library().game))
            .collect();
        let identity = Identity {
            question: NAME.into(),
            resolved: json!({
                "policy": spec.to_string(),
                "games": games,
                "target_error": shared.target_error,
                "command": line.text(),
                "arguments": line.arguments(),
            }),
        };
        Ok(Resolved {
            asked,
            identity,
            shared,
            players,
        })
    }
}

/// A policy made ready for each length of the game.
fn players(
    asked: &Asked,
    spec: &PolicySpec,
    lengths: &[(String, u8)],
) -> Result<Vec<(String, u8, Arc<Player>)>> {
    let ready = |(name, last): &(String, u8)| {
        let player = Player::new(spec, &asked.library(*last)?)?;
        Ok((name.clone(), *last, Arc::new(player)))
    };
    lengths.iter().map(ready).collect()
}

impl Resolved {
    fn ladder(&self) -> Ladder {
        Ladder::new(self.players.iter().map(|p| &p.2))
    }

    fn parts(&self) -> Vec<Part> {
        self.players
            .iter()
            .map(|(name, last, player)| Part::new(name, *last, player.clone()))
            .collect()
    }

    fn find(&self, parts: &[Part], run: Option<&Run<LadderTally>>) -> Findings {
        let sampled = run.map(|run| Sampled {
            ran: Ran {
                playouts: run.playouts,
                stopped_by: run.stopped_by.name().into(),
                complete: run.complete,
                target: self.shared.target_error,
            },
            tallies: run.tally.0.clone(),
            snapshots: run
                .snapshots
                .iter()
                .map(|s| (s.playouts, s.tally.0.last().map_or(0, |t| t.wins())))
                .collect(),
        });
        findings(&Answer {
            asked: &self.asked,
            parts,
            sampled: sampled.as_ref(),
        })
    }
}

impl Mergeable for Gauntlet {
    fn merge(&self, join: &Join) -> Result<u8> {
        let resolved = self.resolve()?;
        let run = join.run(&resolved.identity, &resolved.ladder())?;
        answer::deliver(&resolved.find(&resolved.parts(), Some(&run)), &join.output)?;
        Ok(exit::DONE)
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let length = LengthArgs {
        last_round: Some(1),
        ..LengthArgs::default()
    };
    let resolved = Gauntlet {
        length,
        ..Gauntlet::default()
    }
    .resolve()?;
    let run = playout::run(&resolved.ladder(), &Plan::new(1, 1))?;
    Ok(resolved.find(&resolved.parts(), Some(&run)).tables)
}
