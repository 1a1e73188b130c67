//! `gsim gladiatori-duel`: arguments to a resolved duel, and the canonical command back.

use super::again::{Asking, again, ways};
use super::common::{
    DEFAULT_POLICY, DUEL_READINGS, NOT_SAMPLED, Setting, brain, fight_prefixes, identity, plan,
    unsampled, with_playouts, without,
};
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::patience::prompt;
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::gladiatori::duel::{DuelQuestion, First};
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::policy::Brain;
use crate::games::gladiatori::tally::Tally;
use crate::playout::{Identity, Plan, Run, run};
use crate::report::{Findings, Table};
use crate::stats;
use crate::study::gladiatori::sensitivity::Scored;
use crate::study::gladiatori::{Frame, sensitivity};
use crate::study::gladiatori_duel;
use clap::Args;

/// The question's name.
pub const NAME: &str = "gladiatori-duel";
/// Games where none are asked for.
const GAMES: u64 = 100_000;
/// Most games for each setting of a sensitivity run.
const GAMES_AGAIN: u64 = 4_000;

/// A duel of Gladiatori without a board.
#[derive(Args, Debug, Clone, Default)]
#[command(
    after_help = "Gladiators: secutor, mirmillo, thraex, hoplomacus, provocator, retiarius; with other items: 'secutor items=net_2_1,spear_3_0'; or a build of 55 coins: '7,5,5,5,5 e1=6 e0=1 feint moves=6,7 powers=2,3 items=sword_2_1,shield_0_3' (endurance, offense, guard, blood, speed; budget=70 for more).

Examples:
  gsim gladiatori-duel --a secutor --b thraex -n 1M
  gsim gladiatori-duel --a secutor --b thraex --policy uniform_mix --first a
  gsim gladiatori-duel --a thraex --b retiarius --a-without weapons,rage --sensitivity
  gsim gladiatori-duel --a secutor --b secutor --policy poke        (a single game: nothing varies)"
)]
pub struct GladiatoriDuel {
    /// The first gladiator
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub a: String,

    /// The second gladiator
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub b: String,

    /// Policy of both: quantal(T), uniform_mix, tremble(P, E), poke, heavy, … (gsim list policies --game gladiatori)
    #[arg(long, value_name = "P", help_heading = "Policies")]
    pub policy: Option<String>,

    /// The first one's policy
    #[arg(long, value_name = "P", help_heading = "Policies")]
    pub a_policy: Option<String>,

    /// The second one's policy
    #[arg(long, value_name = "P", help_heading = "Policies")]
    pub b_policy: Option<String>,

    /// What the first one's policy may not use: feint, moves, powers by name, weapons, or all
    #[arg(long, value_name = "WHAT", help_heading = "Policies")]
    pub a_without: Option<String>,

    /// What the second one's policy may not use
    #[arg(long, value_name = "WHAT", help_heading = "Policies")]
    pub b_without: Option<String>,

    /// Hit Points that both put into their decks, 0 to 60 [default: 4]
    #[arg(long, value_name = "H", value_parser = clap::value_parser!(u8).range(0..=60), allow_negative_numbers = true, help_heading = "Policies")]
    pub hp_target: Option<u8>,

    /// Who has the first disc: a, b, or alternate (game by game)
    #[arg(long, value_name = "SIDE", default_value = "alternate", value_parser = ["a", "b", "alternate"], hide_possible_values = true)]
    pub first: String,

    /// Ask again under other values of everything assumed
    #[arg(long)]
    pub sensitivity: bool,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

/// A resolved duel.
pub struct Resolved {
    setting: Setting,
    fighters: [Fighter; 2],
    /// What is played.
    pub question: DuelQuestion,
    /// What the output says about it.
    pub frame: Frame,
    /// What its sides are called.
    pub names: [String; 2],
    identity: Identity,
}

const SIDES: [&str; 2] = ["a", "b"];

impl GladiatoriDuel {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        let resolved = self.resolve()?;
        let question = &resolved.question;
        if question.deterministic() {
            if let Some(flag) = self.split() {
                return Err(Error::usage(format!(
                    "{flag}: nothing in this duel varies, it is a single game; leave the flag out or give a policy that mixes, such as quantal"
                )));
            }
            return answer::exact(&self.shared, || prompt(|| self.find(&resolved, None)));
        }
        if self.shared.method == MethodChoice::Exact {
            return Err(Error::usage(
                "--method exact: a duel between policies that mix has too many states; write --method mc, or policies without chance such as poke",
            ));
        }
        let shared = with_playouts(&self.shared, GAMES);
        answer::sampled(
            &shared,
            &resolved.identity,
            question,
            &|t: &Tally| stats::half_width(&t.difference, resolved.frame.confidence),
            |run| self.find(&resolved, Some(run)),
        )
    }

    /// A flag that only a run in parts knows.
    fn split(&self) -> Option<&'static str> {
        let s = &self.shared;
        [
            ("--shard", s.shard.is_some()),
            ("--tally", s.tally.is_some()),
            ("--checkpoint", s.checkpoint.is_some()),
        ]
        .iter()
        .find(|f| f.1)
        .map(|f| f.0)
    }

    fn find(&self, resolved: &Resolved, run: Option<&Run<Tally>>) -> Result<Findings> {
        let mut findings =
            gladiatori_duel::findings(&resolved.frame, &resolved.names, &resolved.question, run);
        if run.is_none() && self.shared.samples() {
            findings.verdict.push(NOT_SAMPLED.into());
        }
        if self.sensitivity {
            self.again(resolved, run, &mut findings)?;
        }
        Ok(findings)
    }

    /// The same duel over everything assumed: who leads in VP.
    fn again(
        &self,
        resolved: &Resolved,
        run_done: Option<&Run<Tally>>,
        findings: &mut Findings,
    ) -> Result<()> {
        let n = run_done.map_or(2, |r| r.playouts.min(GAMES_AGAIN));
        let asking = Asking {
            plan: ways(
                &resolved.setting,
                &self.shared,
                &["hp.", "item.", "combat.", "move."],
                &DUEL_READINGS,
                &resolved.fighters,
            ),
            names: &resolved.names,
            what: "victory points",
            note: format!(
                "Each setting of the sensitivity run is {n} games over the same random numbers."
            ),
        };
        again(
            findings,
            &resolved.setting,
            &self.shared,
            asking,
            |data, rules| {
                let [a, b] =
                    [0, 1].map(|i: usize| Fighter::parse(data, &rules, &resolved.fighters[i].text));
                let q = &resolved.question;
                let question = DuelQuestion::new(rules, [a?.sheet, b?.sheet], q.brains, q.first)?;
                let tally = match run_done {
                    None => gladiatori_duel::single_games(&question),
                    Some(_) => run(&question, &plan(&self.shared, n))?.tally,
                };
                let margin = tally.difference.mean().unwrap_or(0.0);
                // The lead is twice the margin, and so is its error.
                let error = tally.difference.standard_error().unwrap_or(0.0);
                Ok(Scored {
                    values: vec![margin, -margin],
                    errors: vec![error; 2],
                })
            },
        )
    }

    /// Reads gladiators, rules, policies.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Resolved> {
        let setting = Setting::read(&self.shared, None)?;
        let fighters = [
            setting.fighter("--a", &self.a)?,
            setting.fighter("--b", &self.b)?,
        ];
        let (brains, policies) = self.policies()?;
        let first = match self.first.as_str() {
            "a" => First::Side(0),
            "b" => First::Side(1),
            _ => First::Alternate,
        };
        let sheets = [fighters[0].sheet, fighters[1].sheet];
        let question = DuelQuestion::new(setting.rules, sheets, brains, first)
            .map_err(|e| Error::usage(format!("--set {e}")))?;
        let shared = if question.deterministic() {
            unsampled(&self.shared)
        } else {
            with_playouts(&self.shared, GAMES)
        };
        let line = self.canonical(&setting, &fighters, &policies, &shared);
        let names = if fighters[0].name == fighters[1].name {
            [0, 1].map(|i: usize| format!("{} ({})", fighters[i].name, SIDES[i]))
        } else {
            [0, 1].map(|i: usize| fighters[i].name.clone())
        };
        let prefixes = fight_prefixes(&[&fighters[0], &fighters[1]]);
        let prefixes: Vec<&str> = prefixes.iter().map(String::as_str).collect();
        let mut frame = setting.frame(
            NAME,
            &line,
            &shared,
            setting.guesses(&prefixes, &DUEL_READINGS),
        );
        frame.title = format!("{} against {}, without a board", names[0], names[1]);
        frame.policies = SIDES
            .iter()
            .zip(&policies)
            .map(|(s, p)| (s.to_string(), p.clone()))
            .collect();
        for (side, fighter) in SIDES.iter().zip(&fighters) {
            frame.facts.push((
                (*side).into(),
                format!(
                    "{}: {} items {}, {}; {} of {} coins",
                    fighter.name,
                    fighter.build,
                    fighter.items[0],
                    fighter.items[1],
                    fighter.coins.0,
                    fighter.coins.1
                ),
            ));
        }
        frame.facts.push(("first disc".into(), self.first.clone()));
        let identity = identity(NAME, &setting, &self.shared, &line);
        Ok(Resolved {
            setting,
            fighters,
            question,
            frame,
            names,
            identity,
        })
    }

    fn policies(&self) -> Result<([Brain; 2], [String; 2])> {
        let own = [
            (&self.a_policy, &self.a_without),
            (&self.b_policy, &self.b_without),
        ];
        let mut brains = Vec::new();
        let mut texts = Vec::new();
        for (side, (policy, forbidden)) in SIDES.iter().zip(own) {
            let (flag, text) = match (policy, &self.policy) {
                (Some(_), Some(_)) => {
                    return Err(Error::usage(format!(
                        "--{side}-policy does not go with --policy; leave out one of the two"
                    )));
                }
                (Some(p), None) => (format!("--{side}-policy"), p.as_str()),
                (None, Some(p)) => ("--policy".into(), p.as_str()),
                (None, None) => ("--policy".into(), DEFAULT_POLICY),
            };
            let mut b = brain(&flag, text, self.hp_target)?;
            let mut says = text.trim().to_lowercase();
            if let Some(what) = forbidden {
                without(&format!("--{side}-without"), what, &mut b)?;
                says += &format!(" without {what}");
            }
            brains.push(b);
            texts.push(says);
        }
        Ok(([brains[0], brains[1]], [texts.remove(0), texts.remove(0)]))
    }

    fn canonical(
        &self,
        setting: &Setting,
        fighters: &[Fighter; 2],
        policies: &[String; 2],
        shared: &Shared,
    ) -> CommandLine {
        let mut line = CommandLine::new(NAME);
        for (side, fighter) in SIDES.iter().zip(fighters) {
            line.flag(&format!("--{side}"), &fighter.text);
        }
        let bare = |p: &String| p.split(" without ").next().unwrap_or_default().to_string();
        let [a, b] = [bare(&policies[0]), bare(&policies[1])];
        if a == b {
            if a != DEFAULT_POLICY {
                line.flag("--policy", &a);
            }
        } else {
            line.flag("--a-policy", &a);
            line.flag("--b-policy", &b);
        }
        for (flag, what) in [
            ("--a-without", &self.a_without),
            ("--b-without", &self.b_without),
        ] {
            if let Some(what) = what {
                line.flag(flag, what);
            }
        }
        if let Some(hp) = self.hp_target {
            line.flag("--hp-target", &hp.to_string());
        }
        if self.first != "alternate" {
            line.flag("--first", &self.first);
        }
        if self.sensitivity {
            line.word("--sensitivity");
        }
        setting.finish(&mut line, shared);
        line
    }
}

impl Mergeable for GladiatoriDuel {
    fn merge(&self, join: &Join) -> Result<u8> {
        let resolved = self.resolve()?;
        let run = join.run(&resolved.identity, &resolved.question)?;
        let found = self.find(&resolved, Some(&run))?;
        answer::deliver(&found, &join.output)?;
        Ok(answer::code(&found))
    }
}

/// The tables of a tiny answer.
pub fn tables() -> Result<Vec<Table>> {
    let question = GladiatoriDuel {
        a: "secutor".into(),
        b: "thraex".into(),
        first: "alternate".into(),
        policy: Some("uniform_mix".into()),
        shared: crate::cli::shared::Shared::silent(),
        ..GladiatoriDuel::default()
    };
    let resolved = question.resolve()?;
    let run = run(&resolved.question, &Plan::new(8192, 1))?;
    let mut findings = gladiatori_duel::findings(
        &resolved.frame,
        &resolved.names,
        &resolved.question,
        Some(&run),
    );
    sensitivity::add(
        &mut findings,
        &resolved.setting.data,
        &resolved.names,
        &[1.0, -1.0],
        &[],
        "victory points",
    );
    Ok(findings.tables)
}
