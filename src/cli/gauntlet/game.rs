//! `gsim gauntlet`: a policy in the whole game.

use super::setting::{
    CacheArgs, LengthArgs, PolicyArgs, Setting, left, only, prompt, sampling_of, settle, solved,
};
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::exit;
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::gauntlet::exact::{self, GameExact};
use crate::games::gauntlet::kernel::{Games, Value};
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::spec::{Objective, PolicySpec, ValueSpec};
use crate::games::gauntlet::{luck, regret, store};
use crate::playout::{self, Identity, Plan, Run};
use crate::report::{Findings, Table};
use crate::stats;
use crate::study::gauntlet::extra::Extra;
use crate::study::gauntlet::game::ladder::{Ladder, LadderTally};
use crate::study::gauntlet::game::{Answer, Part, Sampled, findings};
use crate::study::gauntlet::marginal::{self, How};
use crate::study::gauntlet::sensitivity::{self, Over};
use crate::study::gauntlet::{self as study, Asked, Ran};
use clap::Args;
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;

/// The question's name.
pub const NAME: &str = "gauntlet";
/// Playouts beside the exact answer where nothing else is said.
const PLAYOUTS: u64 = 100_000;
/// Groups of four games that show how much is luck.
const LUCK: u32 = 20_000;

/// A policy in the whole game of Gladiator Gauntlet.
#[derive(Args, Debug, Clone, Default)]
#[command(
    after_help = "The exact answer comes with 100,000 sampled games beside it (more with -n, none with --method exact): where glory comes from and goes to is only counted in playouts.

Examples:
  gsim gauntlet --policy greedy
  gsim gauntlet --policy banker --difficulty hard -n 10M --report html
  gsim gauntlet --policy greedy --policy-gamble 'low<=2'
  gsim gauntlet --policy greedy --set tactics.quick_rest.enabled=false --set bargain=off
  gsim gauntlet --policy banker --difficulty easy --marginal --regret --sensitivity --report html"
)]
pub struct Gauntlet {
    #[command(flatten)]
    length: LengthArgs,

    #[command(flatten)]
    policy: PolicyArgs,

    /// Also what each tactic, ability, event and variant is worth: the same seeds without it
    #[arg(long, help_heading = "More to ask")]
    marginal: bool,

    /// Also how much of the score is luck, and whether that of the combat dice or that of cards, events and gambles
    #[arg(long, help_heading = "More to ask")]
    luck: bool,

    /// Also what it loses against optimal play, by decision, with the N costliest situations (N is 6 where left out). Wants the solved game
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "6", allow_negative_numbers = true, help_heading = "More to ask")]
    regret: Option<String>,

    /// Also over the alternatives of the assumed data (named), or over N draws of it
    #[arg(long, value_name = "WHAT", num_args = 0..=1, default_missing_value = "named", allow_negative_numbers = true, help_heading = "More to ask")]
    sensitivity: Option<String>,

    /// Also under every other reading of the rules, one at a time
    #[arg(long, help_heading = "More to ask")]
    readings: bool,

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
        let begun = Instant::now();
        answer::check_reports(&self.shared.output)?;
        let resolved = self.resolve()?;
        if resolved.shared.playouts.is_none() && !resolved.shared.samples() {
            let (parts, extras) = prompt(|| {
                let parts = resolved.parts();
                solved(parts.iter().map(|p| &p.exact))?;
                let extras = self.extras(&resolved, &parts)?;
                Ok((parts, extras))
            })?;
            answer::deliver(&resolved.find(&parts, &extras, None), &self.shared.output)?;
            return Ok(exit::DONE);
        }
        let ladder = resolved.ladder();
        let shared = left(&resolved.shared, begun);
        // A shard is no answer: its exact twin would be worked out for nothing.
        let whole = self.shared.shard.is_none();
        let (parts, extras) = match whole {
            true => prompt(|| {
                let parts = resolved.parts();
                let extras = self.extras(&resolved, &parts)?;
                Ok((parts, extras))
            })?,
            false => Default::default(),
        };
        let confidence = resolved.asked.confidence;
        let half_width = |tally: &LadderTally| {
            let widths = tally.0.iter().map(|t| {
                let (lo, hi) = stats::share_interval(t.wins(), t.games, confidence);
                (hi - lo) / 2.0
            });
            widths.fold(0.0, f64::max)
        };
        answer::sampled(&shared, &resolved.identity, &ladder, &half_width, |run| {
            Ok(resolved.find(&parts, &extras, Some(run)))
        })
    }

    /// Reads rules, cards and policy.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Resolved> {
        let setting = Setting::new(&self.shared, &self.cache)?;
        let lengths = self.length.resolve(&setting.data, true)?;
        let spec = self.policy.spec()?;
        let rules = setting.data.rules(&setting.switches)?;
        let shared = sampling_of(&self.shared, PLAYOUTS, &rules, [&spec])?;
        if self.luck && (spec.plays_out() || shared.method == MethodChoice::Exact) {
            return Err(Error::usage(
                "--luck: is found by playing 80,000 games, which --method exact and policies that play games out do not allow; leave it out",
            ));
        }
        let mut line = CommandLine::new(NAME);
        self.policy.canonical(&mut line);
        self.length.canonical(&lengths, &mut line);
        for (flag, given) in [
            ("--marginal", self.marginal),
            ("--luck", self.luck),
            ("--readings", self.readings),
        ] {
            if given {
                line.word(flag);
            }
        }
        if let Some(n) = self.worst()? {
            line.flag("--regret", &n.to_string());
        }
        if let Some(over) = self.over()? {
            line.flag("--sensitivity", &over.name());
        }
        if let Some(method) = only(self.shared.method) {
            line.flag("--method", method);
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

    /// That games of it can be played out one by one, which is said before anything is solved.
    ///
    /// # Errors
    /// For a policy by values under a cap on matches.
    pub fn may_be_played(&self) -> Result<()> {
        let setting = Setting::new(&self.shared, &self.cache)?;
        let rules = setting.data.rules(&setting.switches)?;
        let spec = self.policy.spec()?;
        if rules.match_cap == 0 || !spec.values_in_matches() {
            return Ok(());
        }
        Err(Error::usage(format!(
            "--set match_cap={}: under a cap on matches what {spec} does depends on the matches left, which playouts do not look at; leave it out",
            rules.match_cap
        )))
    }

    fn worst(&self) -> Result<Option<usize>> {
        let number = |text: &String| {
            let n = text.parse::<usize>().ok().filter(|n| (1..=50).contains(n));
            n.ok_or_else(|| {
                Error::usage(format!(
                    "--regret {text}: write how many situations to show, 1 to 50"
                ))
            })
        };
        self.regret.as_ref().map(number).transpose()
    }

    fn over(&self) -> Result<Option<Over>> {
        self.sensitivity.as_deref().map(Over::parse).transpose()
    }

    /// What else was asked for, of the last difficulty.
    fn extras(&self, resolved: &Resolved, parts: &[Part]) -> Result<Vec<Extra>> {
        let (name, last, player) = resolved.players.last().expect("at least one difficulty");
        let asked = &resolved.asked;
        let win = parts
            .last()
            .and_then(|p| p.exact.as_ref().ok())
            .map(GameExact::win);
        let mut extras = Vec::new();
        if self.marginal {
            let plan = Plan {
                threads: resolved.shared.threads,
                interrupt: Some(playout::on_interrupt()?),
                ..Plan::new(resolved.shared.playouts.unwrap_or(PLAYOUTS), asked.seed)
            };
            let how = if self.shared.method == MethodChoice::Exact {
                How::Exact
            } else {
                How::Sampled(&plan)
            };
            extras.push(marginal::extra(
                asked,
                name,
                &marginal::marginal(player, how)?,
                win,
            ));
        }
        if self.luck {
            let games = Games::<false>::new(player.clone(), Value::Score);
            let found = luck::luck(&games, Value::Score, asked.seed, LUCK);
            extras.push(study::luck::extra(asked, name, &found));
        }
        if let Some(worst) = self.worst()? {
            let optimum = player
                .library()
                .values(&ValueSpec::Optimal(Objective::Win))?;
            let found = regret::regret(player, &optimum, worst)?;
            extras.push(study::regret::extra(
                asked,
                name,
                player,
                Objective::Win,
                &found,
            ));
        }
        if let Some(over) = self.over()? {
            let answers =
                sensitivity::worlds(asked, over, *last, std::slice::from_ref(&player.spec))?;
            extras.push(sensitivity::extra(name, &answers));
        }
        if self.readings {
            // Readings are compared by exact answers, also where else only playouts were asked for.
            let win = win.or_else(|| exact::game(player).ok().map(|e| e.win()));
            let win = win.ok_or_else(|| {
                Error::usage(
                    "--readings: this policy has no exact answer to compare with; leave it out",
                )
            })?;
            let found = sensitivity::readings(asked, *last, &player.spec)?;
            extras.push(sensitivity::readings_extra(
                name,
                &player.spec.name,
                win,
                &found,
            ));
        }
        Ok(extras)
    }
}

/// A policy made ready for each length of the game.
fn players(
    asked: &Asked,
    spec: &PolicySpec,
    lengths: &[(String, u8)],
) -> Result<Vec<(String, u8, Arc<Player>)>> {
    let mut players: Vec<(String, u8, Arc<Player>)> = Vec::new();
    for (name, last) in lengths {
        let library = match players.first() {
            None => asked.library(*last)?,
            Some((_, _, first)) => asked.library_beside(*last, first.library())?,
        };
        players.push((name.clone(), *last, Arc::new(Player::new(spec, &library)?)));
    }
    Ok(players)
}

impl Resolved {
    fn ladder(&self) -> Ladder {
        Ladder::new(self.players.iter().map(|p| &p.2))
    }

    fn parts(&self) -> Vec<Part> {
        let part = match self.shared.method {
            MethodChoice::Mc => Part::sampled,
            _ => Part::new,
        };
        self.players
            .iter()
            .map(|(name, last, player)| part(name, *last, player.clone()))
            .collect()
    }

    fn find(&self, parts: &[Part], extras: &[Extra], run: Option<&Run<LadderTally>>) -> Findings {
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
        let mut found = findings(&Answer {
            asked: &self.asked,
            parts,
            sampled: sampled.as_ref(),
        });
        extras.iter().for_each(|e| e.append(&mut found));
        found
    }
}

impl Mergeable for Gauntlet {
    fn merge(&self, join: &Join) -> Result<u8> {
        let resolved = self.resolve()?;
        let run = join.run(&resolved.identity, &resolved.ladder())?;
        let parts = resolved.parts();
        let extras = self.extras(&resolved, &parts)?;
        answer::deliver(&resolved.find(&parts, &extras, Some(&run)), &join.output)?;
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
    Ok(resolved.find(&resolved.parts(), &[], Some(&run)).tables)
}
