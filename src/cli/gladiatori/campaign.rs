//! `gsim gladiatori-campaign`: two gladiators over several games.

use super::common::{Setting, with_playouts};
use super::training::{frame, must_mix, policy};
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::gladiatori::campaign::CampaignNumbers;
use crate::games::gladiatori::career::{Career, Careers};
use crate::games::gladiatori::fighter::training;
use crate::playout::{Identity, Plan, run};
use crate::report::Table;
use crate::stats;
use crate::study::gladiatori::Frame;
use crate::study::gladiatori_campaign::findings;
use clap::Args;
use serde_json::json;

/// The question's name.
pub const NAME: &str = "gladiatori-campaign";
/// Campaigns where none are asked for.
const CAMPAIGNS: u64 = 10_000;

/// Two gladiators over several games.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = "Examples:
  gsim gladiatori-campaign --a secutor --b thraex --games 8 -n 20k
  gsim gladiatori-campaign --a secutor --b thraex --set permanent_death_hp=deck_with_cover")]
pub struct GladiatoriCampaign {
    /// The first gladiator
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub a: String,

    /// The second gladiator
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub b: String,

    /// Games of a campaign, 1 to 20
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=20), allow_negative_numbers = true)]
    pub games: u8,

    /// Policy of both [default: quantal]
    #[arg(long, value_name = "P", help_heading = "Policies")]
    pub policy: Option<String>,

    /// Flags that every question has; -n is the number of campaigns.
    #[command(flatten)]
    pub shared: Shared,
}

struct Resolved {
    career: Career,
    names: [String; 2],
    frame: Frame,
    identity: Identity,
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
            |run| Ok(findings(&r.frame, &r.names, run)),
        )
    }

    fn resolve(&self) -> Result<Resolved> {
        let setting = Setting::read(&self.shared, None)?;
        let fighters = [
            setting.fighter("--a", &self.a)?,
            setting.fighter("--b", &self.b)?,
        ];
        let (brain, says) = policy(self.policy.as_deref())?;
        must_mix(&brain, &says)?;
        let shared = with_playouts(&self.shared, CAMPAIGNS);
        let mut line = CommandLine::new(NAME);
        line.flag("--a", &fighters[0].text);
        line.flag("--b", &fighters[1].text);
        if self.games != 6 {
            line.flag("--games", &self.games.to_string());
        }
        if says != "quantal" {
            line.flag("--policy", &says);
        }
        setting.finish(&mut line, &shared);
        let names = match fighters[0].name == fighters[1].name {
            true => [
                format!("{} (a)", fighters[0].name),
                format!("{} (b)", fighters[1].name),
            ],
            false => [fighters[0].name.clone(), fighters[1].name.clone()],
        };
        let title = format!(
            "A campaign of {} games: {} and {}",
            self.games, names[0], names[1]
        );
        let frame = frame(
            &setting,
            NAME,
            title,
            &line,
            &shared,
            &[&fighters[0], &fighters[1]],
            &says,
            &["training."],
        );
        let budget = fighters.iter().map(|f| f.coins.1).max().unwrap_or(55);
        let career = Career {
            rules: setting.rules,
            numbers: CampaignNumbers::new(&setting.data),
            training: training(&setting.data, &setting.rules, budget),
            builds: [fighters[0].build, fighters[1].build],
            items: [fighters[0].sheet.items, fighters[1].sheet.items],
            brains: [brain; 2],
            games: self.games.into(),
        };
        let identity = Identity {
            question: NAME.into(),
            resolved: json!({
                "data": setting.data.hash(),
                "target_error": self.shared.target_error,
                "command": line.text(),
                "arguments": line.arguments(),
            }),
        };
        Ok(Resolved {
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
        answer::deliver(&findings(&r.frame, &r.names, &run), &join.output)?;
        Ok(crate::cli::exit::DONE)
    }
}

/// The tables of a tiny answer.
pub fn tables() -> Result<Vec<Table>> {
    let question = GladiatoriCampaign {
        a: "secutor".into(),
        b: "thraex".into(),
        games: 2,
        policy: Some("uniform_mix".into()),
        shared: crate::cli::shared::Shared::silent(),
    };
    let r = question.resolve()?;
    Ok(findings(&r.frame, &r.names, &run(&r.career, &Plan::new(4, 1))?).tables)
}
