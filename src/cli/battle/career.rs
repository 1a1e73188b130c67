//! `gsim battle-career`: gladiators, growth and rounds to careers.

use super::duel::fingerprint;
use super::ground::{GLADIATORS, PolicyFlags, finish, gladiator, ground, no_shards, whole, within};
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::exit;
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::battle::career::cohort::{CohortSetsTally, Pairing, Plan, Retire, Strain};
use crate::games::battle::career::counts_luck;
use crate::games::battle::career::growth::Growth;
use crate::playout::{self, Identity, Run};
use crate::report::{Findings, Table};
use crate::stats::{self, Moments};
use crate::study::battle::{Ground, Sided};
use crate::study::battle_career::{Asked, Challenged};
use clap::Args;
use serde_json::json;

/// The question's name.
pub const NAME: &str = "battle-career";

/// Cohorts at most when the question is asked again.
const AGAIN: u64 = 20;

/// Cohorts where no number is given.
const USUAL: u64 = 50;

/// Careers.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = format!("{GLADIATORS}

Examples:
  gsim battle-career --fights 30
  gsim battle-career --fights 30 --gladiator \"brave: short_sword:4 A4 R1 S2 P3 H28 luck=all\" --gladiator \"careful: short_sword:4 A4 R1 S2 P3 H28 luck=all surrender=at:-5\" -n 200
  gsim battle-career --fights 20 --growth \"cycle:[attack,weapon,armor]\" --pairing random --replace
  gsim battle-career --mode challenge --fights 10 --gladiator rookie --against rookie"))]
pub struct BattleCareer {
    /// Rounds: battles that a gladiator can fight
    #[arg(long, value_name = "ROUNDS", default_value_t = 30, value_parser = whole::<u16>(1, 1000), allow_negative_numbers = true)]
    pub fights: u16,

    /// cohort: gladiators meet each other; challenge: one meets fresh copies of --against, worked out exactly
    #[arg(long, value_name = "MODE", default_value = "cohort", value_parser = ["cohort", "challenge"], hide_possible_values = true)]
    pub mode: String,

    /// A sort of gladiator; repeatable, the cohort holds as many of each [default: the rookie, who uses luck on everything]
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub gladiator: Vec<String>,

    /// What points are spent on: none, cycle:[attack,weapon,…]; one for all, or one for each --gladiator
    #[arg(long, value_name = "PLAN")]
    pub growth: Vec<String>,

    /// Gladiators of a cohort [default: 400]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(2, 100_000), allow_negative_numbers = true)]
    pub size: Option<u32>,

    /// Who meets whom: neighbours in points earned, or random
    #[arg(long, value_name = "HOW", default_value = "neighbours", value_parser = ["neighbours", "random"], hide_possible_values = true)]
    pub pairing: String,

    /// Rookies take the places of the dead and retired
    #[arg(long)]
    pub replace: bool,

    /// When gladiators retire: never, wins:N, losses:N, insanities:N
    #[arg(long, value_name = "WHEN", default_value = "never")]
    pub retire: String,

    /// The opponent of --mode challenge [default: the rookie]
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub against: Option<String>,

    /// Refuse gladiators that cost more development points than this
    #[arg(long, value_name = "POINTS", value_parser = whole::<u32>(0, 10_000), allow_negative_numbers = true)]
    pub budget: Option<u32>,

    /// Policies of all (of challenge: of the gladiator, the foe).
    #[command(flatten)]
    pub policies: PolicyFlags,

    /// Ask the headline again under every other reading, table set and value of what is assumed, one at a time
    #[arg(long)]
    pub sensitivity: bool,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

impl BattleCareer {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        if self.mode == "challenge" {
            no_shards(&self.shared, "--mode challenge, which is exact")?;
            if self.shared.playouts.is_some() || self.shared.method == MethodChoice::Mc {
                return Err(Error::usage(
                    "--playouts: --mode challenge is exact and samples nothing; leave it out, or use --mode cohort",
                ));
            }
            let asked = self.challenged()?;
            return answer::exact(&self.shared, || {
                let mut findings = asked.findings()?;
                if self.sensitivity {
                    asked.again()?.add(&mut findings);
                }
                Ok(findings)
            });
        }
        if self.shared.method == MethodChoice::Exact {
            return Err(Error::usage(
                "--method exact: a cohort has too many histories to work out; use --mode challenge, or leave it out",
            ));
        }
        let shared = self.sampling();
        let (asked, identity) = self.resolve()?;
        let cohorts = asked.playouts()?;
        let confidence = shared.confidence();
        let size = asked.plan.size as i64;
        // The headline for a target: the share alive at the end, cohort by cohort.
        let half_width = move |tally: &CohortSetsTally| {
            let t = &tally.0[0];
            let last = t.rounds.last().copied().unwrap_or_default();
            let moments = Moments {
                n: t.cohorts,
                sum: last.alive.into(),
                sum_of_squares: last.alive_squares.into(),
            };
            stats::half_width(&moments, confidence) / size as f64
        };
        answer::sampled(&shared, &identity, &cohorts, &half_width, |run| {
            self.found(&asked, run)
        })
    }

    /// The shared flags, with the usual number of cohorts where none is given.
    fn sampling(&self) -> Shared {
        let mut shared = self.shared.clone();
        if shared.playouts.is_none() && shared.target_error.is_none() && shared.max_time.is_none() {
            shared.playouts = Some(USUAL);
        }
        shared
    }

    /// Findings of a run, asked again if that is wanted.
    fn found(&self, asked: &Asked, run: &Run<CohortSetsTally>) -> Result<Findings> {
        let mut findings = asked.findings(run);
        if self.sensitivity {
            let cohorts = run.playouts.clamp(1, AGAIN);
            asked
                .again(cohorts, self.shared.threads)?
                .add(&mut findings);
            findings.notes.push(format!(
                "Each is asked again with {cohorts} cohorts; so is the figure as asked."
            ));
        }
        Ok(findings)
    }

    fn texts(&self) -> Vec<String> {
        match self.gladiator.is_empty() {
            true => vec!["rookie: short_sword:4 A4 R1 S2 P3 H28 luck=all".into()],
            false => self.gladiator.clone(),
        }
    }

    fn challenged(&self) -> Result<Challenged> {
        let mut ground = ground(&self.shared)?;
        let flags = [
            ("--growth", !self.growth.is_empty()),
            ("--size", self.size.is_some()),
            ("--replace", self.replace),
            ("--retire", self.retire != "never"),
            ("--pairing", self.pairing != "neighbours"),
        ];
        if let Some((flag, _)) = flags.iter().find(|f| f.1) {
            return Err(Error::usage(format!(
                "{flag} is for --mode cohort, not --mode challenge"
            )));
        }
        let texts = self.texts();
        let [text] = &texts[..] else {
            return Err(Error::usage(format!(
                "--gladiator: --mode challenge takes one, not {}",
                texts.len()
            )));
        };
        let mut side = career_gladiator(text, &ground)?;
        within("--gladiator", &side, &ground, self.budget)?;
        let mut foe = gladiator(
            "--against",
            self.against.as_deref().unwrap_or("rookie"),
            &ground,
        )?;
        let parts = self.policies.over([side.parts, foe.parts], &ground)?;
        (side.parts, foe.parts) = (parts[0], parts[1]);
        let mut line = CommandLine::new(NAME);
        line.flag("--mode", "challenge");
        line.flag("--fights", &self.fights.to_string());
        line.flag("--gladiator", &side.named_text());
        line.flag("--against", &foe.named_text());
        if self.sensitivity {
            line.word("--sensitivity");
        }
        finish(&mut line, &self.shared, &mut ground);
        Ok(Challenged {
            ground,
            side,
            foe,
            rounds: self.fights.into(),
        })
    }

    /// Reads the cohort.
    ///
    /// # Errors
    /// Whatever is wrong with it, the flag first.
    pub fn resolve(&self) -> Result<(Asked, Identity)> {
        let mut ground = ground(&self.shared)?;
        if self.against.is_some() {
            return Err(Error::usage(
                "--against is for --mode challenge, not --mode cohort",
            ));
        }
        let texts = self.texts();
        if self.growth.len() > 1 && self.growth.len() != texts.len() {
            return Err(Error::usage(format!(
                "--growth: give one for all, or one for each of the {} gladiators",
                texts.len()
            )));
        }
        let size = self.size.unwrap_or(400);
        let mut line = CommandLine::new(NAME);
        line.flag("--fights", &self.fights.to_string());
        let (mut names, mut growths, mut strains) = (Vec::new(), Vec::new(), Vec::new());
        for (i, text) in texts.iter().enumerate() {
            let mut side = career_gladiator(text, &ground)?;
            within("--gladiator", &side, &ground, self.budget)?;
            side.parts = self.policies.over([side.parts; 2], &ground)?[0];
            let growth = self.growth.get(i).or(self.growth.first());
            let growth = growth.map_or("none", String::as_str);
            line.flag("--gladiator", &side.named_text());
            strains.push(Strain {
                gladiator: side.gladiator,
                parts: side.parts,
                growth: Growth::parse(growth)
                    .map_err(|e| Error::usage(format!("--growth {growth}: {e}")))?,
            });
            if names.contains(&side.name) {
                return Err(Error::usage(format!(
                    "--gladiator {}: two sorts of gladiator have this name; give one of them a name of its own, such as \"brave: …\"",
                    side.name
                )));
            }
            names.push(side.name);
            growths.push(growth.to_string());
        }
        for growth in &self.growth {
            line.flag("--growth", growth);
        }
        line.flag("--size", &size.to_string());
        if self.pairing != "neighbours" {
            line.flag("--pairing", &self.pairing);
        }
        if self.replace {
            line.word("--replace");
        }
        if self.retire != "never" {
            line.flag("--retire", &self.retire);
        }
        let plan = Plan {
            strains,
            size: size as usize,
            rounds: self.fights.into(),
            pairing: match self.pairing.as_str() {
                "random" => Pairing::Random,
                _ => Pairing::Neighbours,
            },
            replace_dead: self.replace,
            retire: Retire::parse(&self.retire)
                .map_err(|e| Error::usage(format!("--retire {}: {e}", self.retire)))?,
        };
        if self.sensitivity {
            line.word("--sensitivity");
        }
        let shared = self.sampling();
        finish(&mut line, &shared, &mut ground);
        let identity = Identity {
            question: NAME.into(),
            resolved: json!({
                "gladiators": names,
                "switches": ground.switches.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>(),
                "ruleset": ground.switches.ruleset(),
                "target_error": shared.target_error,
                "data": fingerprint(&ground),
                "command": line.text(),
                "arguments": line.arguments(),
            }),
        };
        let asked = Asked {
            ground,
            names,
            growth: growths,
            plan,
        };
        let flag = if self.growth.is_empty() {
            "--gladiator"
        } else {
            "--growth"
        };
        asked
            .playouts()
            .map_err(|e| Error::usage(format!("{flag}: {e}")))?;
        Ok((asked, identity))
    }
}

/// A gladiator whose luck comes from his record.
fn career_gladiator(text: &str, ground: &Ground) -> Result<Sided> {
    let side = gladiator("--gladiator", text, ground)?;
    counts_luck(&side.gladiator)
        .map_err(|e| Error::usage(format!("--gladiator {}: {e}", side.name)))?;
    Ok(side)
}

impl Mergeable for BattleCareer {
    fn merge(&self, join: &Join) -> Result<u8> {
        let (asked, identity) = self.resolve()?;
        let run = join.run(&identity, &asked.playouts()?)?;
        answer::deliver(&self.found(&asked, &run)?, &join.output)?;
        Ok(exit::DONE)
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let question = BattleCareer {
        fights: 2,
        mode: "cohort".into(),
        size: Some(8),
        pairing: "random".into(),
        retire: "never".into(),
        ..BattleCareer::default()
    };
    let (asked, _) = question.resolve()?;
    let run = playout::run(&asked.playouts()?, &playout::Plan::new(2, 1))?;
    Ok(asked.findings(&run).tables)
}
