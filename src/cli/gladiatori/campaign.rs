//! `gsim gladiatori-campaign`: gladiators over several games, in duels or in the arena.

use super::again::{Asking, again, ways};
use super::arena::GladiatoriArena;
use super::common;
use super::common::{ARENA_READINGS, DUEL_READINGS, Setting, identity, with_playouts};
use super::training::{frame, must_mix, policy};
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::gladiatori::campaign::CampaignNumbers;
use crate::games::gladiatori::career::{Career, Careers, Ground};
use crate::games::gladiatori::data::Data;
use crate::games::gladiatori::fighter::{Fighter, training};
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::policy::Brain;
use crate::playout::{Identity, Plan, Run, run};
use crate::report::{Findings, Table};
use crate::stats::{self, Moments};
use crate::study::gladiatori::{Frame, sensitivity};
use crate::study::gladiatori_campaign::findings;
use clap::Args;

/// The question's name.
pub const NAME: &str = "gladiatori-campaign";
/// Campaigns where none are asked for.
const CAMPAIGNS: u64 = 10_000;

/// Campaigns in each setting of a sensitivity run, at most.
const CAMPAIGNS_AGAIN: u64 = 200;

/// Gladiators over several games.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = "Examples:
  gsim gladiatori-campaign --a secutor --b thraex --games 8 -n 20k
  gsim gladiatori-campaign --a secutor --b thraex --set permanent_death_hp=deck_with_cover
  gsim gladiatori-campaign --gladiators 'secutor; mirmillo; provocator' --teams 2v1 -n 1k
  gsim gladiatori-campaign --gladiators 'secutor; thraex' --teams 1,1 --beasts schedule -n 1k")]
pub struct GladiatoriCampaign {
    /// The first gladiator of a campaign of duels
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub a: Option<String>,

    /// The second gladiator of a campaign of duels
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub b: Option<String>,

    /// One to four gladiators of a campaign in the arena, separated by semicolons
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub gladiators: Option<String>,

    /// Teams in the arena: none, 2v2, 2v1, 1v2, or a number a seat such as 1,1,2,2
    #[arg(long, value_name = "TEAMS", default_value = "none")]
    pub teams: String,

    /// Beasts in the arena: none, schedule (dog@1,wolf@3,lion@4,bear@5), or a list of kind@turn
    #[arg(long, value_name = "BEASTS", default_value = "none")]
    pub beasts: String,

    /// The map of the arena: disc, small-disc, unequal, pillars, or a TOML file with [arena]
    #[arg(long, value_name = "MAP")]
    pub map: Option<String>,

    /// Games of a campaign, 1 to 20
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=20), allow_negative_numbers = true)]
    pub games: u8,

    /// Policy of everybody [default: quantal]
    #[arg(long, value_name = "P", help_heading = "Policies")]
    pub policy: Option<String>,

    /// Ask again under other values of everything assumed
    #[arg(long)]
    pub sensitivity: bool,

    /// Flags that every question has; -n is the number of campaigns.
    #[command(flatten)]
    pub shared: Shared,
}

struct Resolved {
    setting: Setting,
    fighters: Vec<Fighter>,
    career: Career,
    names: Vec<String>,
    frame: Frame,
    identity: Identity,
}

/// Who takes part, where, and how that is written.
struct Cast {
    setting: Setting,
    fighters: Vec<Fighter>,
    names: Vec<String>,
    ground: Option<Ground>,
    flags: Vec<(&'static str, String)>,
}

impl GladiatoriCampaign {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        if self.shared.method == MethodChoice::Exact {
            return Err(Error::usage(
                "--method exact: a campaign has too many states; write --method mc",
            ));
        }
        let r = self.resolve()?;
        let growth = |t: &Careers| {
            t.grown
                .iter()
                .filter_map(|g| g.last())
                .map(|m| stats::half_width(m, r.frame.confidence) / 2.0)
                .fold(0.0, f64::max)
        };
        answer::sampled(
            &with_playouts(&self.shared, CAMPAIGNS),
            &r.identity,
            &r.career,
            &growth,
            |run| self.find(&r, run),
        )
    }

    fn find(&self, r: &Resolved, done: &Run<Careers>) -> Result<Findings> {
        let mut f = findings(&r.frame, &r.names, r.career.ground.is_some(), done);
        if self.sensitivity {
            self.again(r, done.playouts.min(CAMPAIGNS_AGAIN), &mut f)?;
        }
        Ok(f)
    }

    /// The same campaign over everything assumed: who has trained most at the start of the last game.
    fn again(&self, r: &Resolved, n: u64, f: &mut Findings) -> Result<()> {
        let arena = r.career.ground.is_some();
        let mut prefixes = vec!["hp.", "item.", "combat.", "move.", "training."];
        let mut readings = DUEL_READINGS.to_vec();
        if arena {
            prefixes.extend(["beast_rules.", "diagram."]);
            readings.extend(ARENA_READINGS);
        }
        let asking = Asking {
            plan: ways(&r.setting, &self.shared, &prefixes, &readings, &r.fighters),
            names: &r.names,
            what: "coins trained by the last game",
            note: format!(
                "Each setting of the sensitivity run is {n} campaigns over the same random numbers; leads and changes are in coins."
            ),
        };
        again(f, &r.setting, &self.shared, asking, |data, rules| {
            let parsed = r
                .fighters
                .iter()
                .map(|f| Fighter::parse(data, &rules, &f.text));
            let fighters = parsed.collect::<Result<Vec<_>>>()?;
            let ground = r.career.ground.clone();
            let career = self.career(data, rules, &fighters, r.career.brains[0], ground);
            let t = run(&career, &common::plan(&self.shared, n))?.tally;
            let last = |g: &Vec<Moments>| g.last().and_then(Moments::mean).unwrap_or(0.0) / 2.0;
            let error = |g: &Vec<Moments>| {
                let error = g.last().and_then(Moments::standard_error);
                error.unwrap_or(0.0) / 2.0
            };
            Ok(sensitivity::Scored {
                values: t.grown.iter().map(last).collect(),
                errors: t.grown.iter().map(error).collect(),
            })
        })
    }

    fn career(
        &self,
        data: &Data,
        rules: Rules,
        fighters: &[Fighter],
        brain: Brain,
        ground: Option<Ground>,
    ) -> Career {
        let budget = fighters.iter().map(|f| f.coins.1).max().unwrap_or(55);
        Career {
            rules,
            numbers: CampaignNumbers::new(data),
            training: training(data, &rules, budget),
            builds: fighters.iter().map(|f| f.build).collect(),
            items: fighters.iter().map(|f| f.sheet.items).collect(),
            brains: vec![brain; fighters.len()],
            ground,
            games: self.games.into(),
        }
    }

    /// The two of a campaign of duels.
    fn duellists(&self) -> Result<Cast> {
        let alone = [
            ("--teams", self.teams != "none"),
            ("--beasts", self.beasts != "none"),
            ("--map", self.map.is_some()),
        ];
        if let Some((flag, _)) = alone.iter().find(|f| f.1) {
            return Err(Error::usage(format!(
                "{flag}: duels have no arena; name the gladiators with --gladiators 'secutor; thraex'"
            )));
        }
        let (Some(a), Some(b)) = (&self.a, &self.b) else {
            let missing = if self.a.is_none() { "--a" } else { "--b" };
            return Err(Error::usage(format!(
                "{missing}: missing; a campaign is of --a and --b in duels, or of --gladiators in the arena"
            )));
        };
        let setting = Setting::read(&self.shared, None)?;
        let fighters = vec![setting.fighter("--a", a)?, setting.fighter("--b", b)?];
        let names = match fighters[0].name == fighters[1].name {
            true => vec![
                format!("{} (a)", fighters[0].name),
                format!("{} (b)", fighters[1].name),
            ],
            false => fighters.iter().map(|f| f.name.clone()).collect(),
        };
        let flags = ["--a", "--b"]
            .into_iter()
            .zip(fighters.iter().map(|f| f.text.clone()));
        Ok(Cast {
            flags: flags.collect(),
            setting,
            names,
            ground: None,
            fighters,
        })
    }

    /// Those of a campaign in the arena, read as `gladiatori-arena` reads them.
    fn arena(&self, list: &str) -> Result<Cast> {
        for (flag, given) in [("--a", self.a.is_some()), ("--b", self.b.is_some())] {
            if given {
                return Err(Error::usage(format!(
                    "{flag}: a campaign is of --a and --b in duels, or of --gladiators in the arena, not both"
                )));
            }
        }
        let game = GladiatoriArena {
            gladiators: Some(list.into()),
            teams: self.teams.clone(),
            beasts: self.beasts.clone(),
            map: self.map.clone(),
            policies: self.policy.clone(),
            items: "own".into(),
            first: "rotate".into(),
            shared: self.shared.clone(),
            ..GladiatoriArena::default()
        };
        game.campaign_cast()
            .map(|(setting, fighters, question, names)| {
                let teams: Vec<u8> = question.sheets.iter().map(|s| s.team).collect();
                let texts: Vec<&str> = fighters.iter().map(|f| f.text.as_str()).collect();
                let mut flags = vec![("--gladiators", texts.join("; "))];
                for (flag, value, default) in [
                    ("--teams", Some(&self.teams), "none"),
                    ("--beasts", Some(&self.beasts), "none"),
                    ("--map", self.map.as_ref(), "disc"),
                ] {
                    if let Some(value) = value.filter(|v| *v != default) {
                        flags.push((flag, value.clone()));
                    }
                }
                Cast {
                    setting,
                    fighters,
                    names,
                    flags,
                    ground: Some(Ground {
                        board: question.board,
                        beasts: question.beasts,
                        teams,
                    }),
                }
            })
    }

    fn resolve(&self) -> Result<Resolved> {
        let (brain, says) = policy(self.policy.as_deref())?;
        let cast = match &self.gladiators {
            Some(list) => self.arena(list)?,
            None => self.duellists()?,
        };
        let chancy = cast.ground.as_ref().is_some_and(|g| !g.beasts.is_empty());
        if !chancy {
            must_mix(&brain, &says)?;
        }
        let Cast {
            setting,
            fighters,
            names,
            ground,
            flags,
        } = cast;
        let shared = with_playouts(&self.shared, CAMPAIGNS);
        let mut line = CommandLine::new(NAME);
        flags
            .iter()
            .for_each(|(flag, value)| line.flag(flag, value));
        if self.games != 6 {
            line.flag("--games", &self.games.to_string());
        }
        if says != "quantal" {
            line.flag("--policy", &says);
        }
        if self.sensitivity {
            line.word("--sensitivity");
        }
        setting.finish(&mut line, &shared);
        let title = format!(
            "A campaign of {} games{}: {}",
            self.games,
            if ground.is_some() {
                " in the arena"
            } else {
                ""
            },
            names.join(if names.len() == 2 { " and " } else { ", " })
        );
        let mut rests = vec!["training."];
        if ground.is_some() {
            rests.extend(["arena.", "diagram."]);
        }
        if chancy {
            rests.push("beast");
        }
        let refs: Vec<&Fighter> = fighters.iter().collect();
        let frame = frame(&setting, NAME, title, &line, &shared, &refs, &says, &rests);
        let career = self.career(&setting.data, setting.rules, &fighters, brain, ground);
        let identity = identity(NAME, &setting, &self.shared, &line);
        Ok(Resolved {
            setting,
            fighters,
            career,
            names,
            frame,
            identity,
        })
    }
}

impl Mergeable for GladiatoriCampaign {
    fn merge(&self, join: &Join) -> Result<u8> {
        let r = self.resolve()?;
        let run = join.run(&r.identity, &r.career)?;
        let found = self.find(&r, &run)?;
        answer::deliver(&found, &join.output)?;
        Ok(answer::code(&found))
    }
}

/// The tables of a tiny answer.
pub fn tables() -> Result<Vec<Table>> {
    let question = GladiatoriCampaign {
        a: Some("secutor".into()),
        b: Some("thraex".into()),
        teams: "none".into(),
        beasts: "none".into(),
        games: 2,
        policy: Some("uniform_mix".into()),
        shared: crate::cli::shared::Shared::silent(),
        ..GladiatoriCampaign::default()
    };
    let r = question.resolve()?;
    let done = run(&r.career, &Plan::new(4, 1))?;
    let mut f = findings(&r.frame, &r.names, false, &done);
    sensitivity::add(&mut f, &r.setting.data, &r.names, &[1.0, 0.0], &[], "coins");
    Ok(f.tables)
}
