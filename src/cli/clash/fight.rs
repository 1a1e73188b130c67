//! `gsim clash-fight`: two teams to the death.

use super::identity::{check_weight, identity, readings};
use super::policies::PolicyFlags;
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::exit;
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::clash::data::ClashData;
use crate::games::clash::matrix::{Measure, Model, Setting};
use crate::games::clash::pairs::{FightEnds, Pairs};
use crate::games::clash::unit::Unit;
use crate::playout::{self, Identity, Plan, Run};
use crate::report::{Findings, Table};
use crate::scenario::{Guesses, Switches};
use crate::stats::share_interval;
use crate::study::clash_fight::{Asked, Sampled, findings};
use clap::Args;
use serde_json::json;
use std::rc::Rc;

/// The question's name.
pub const NAME: &str = "clash-fight";
const SIDES: [&str; 2] = ["attacker", "defender"];

/// Two teams to the death.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = "Examples:
  gsim clash-fight --attacker SSNT --defender SSST
  gsim clash-fight --attacker SSNT --defender SSST --policy optimal
  gsim clash-fight --attacker SSNT+1 --defender SSHH -n 1M --report html")]
pub struct ClashFight {
    /// A team
    #[arg(long, value_name = "TEAM", allow_hyphen_values = true)]
    pub attacker: String,

    /// Another team
    #[arg(long, value_name = "TEAM", allow_hyphen_values = true)]
    pub defender: String,

    /// Who challenges first: attacker or defender
    #[arg(long, value_name = "SIDE", default_value = "attacker", value_parser = SIDES, hide_possible_values = true)]
    pub challenger: String,

    /// How both sides decide.
    #[command(flatten)]
    pub policies: PolicyFlags,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

/// A resolved question.
pub struct Resolved {
    asked: Asked,
    /// For tally files: what makes two runs the same question.
    pub identity: Identity,
    data: ClashData,
    switches: Switches,
}

impl ClashFight {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        let resolved = self.resolve()?;
        if !self.shared.samples() {
            return answer::exact(&self.shared, || findings(&resolved.asked, None));
        }
        let fights = resolved.fights()?;
        let width = |tally: &Vec<u64>| {
            let won: u64 = tally
                .iter()
                .enumerate()
                .filter(|(at, _)| resolved.attacker_won(*at))
                .map(|(_, n)| n)
                .sum();
            let (lo, hi) = share_interval(won, tally.iter().sum(), resolved.asked.confidence);
            (hi - lo) / 2.0
        };
        answer::sampled(&self.shared, &resolved.identity, &fights, &width, |run| {
            resolved.find(run)
        })
    }

    /// The answer without printing it.
    ///
    /// # Errors
    /// As the question.
    pub fn answer(&self) -> Result<Findings> {
        let resolved = self.resolve()?;
        if !self.shared.samples() {
            return findings(&resolved.asked, None);
        }
        let plan = Plan {
            threads: self.shared.threads,
            ..Plan::new(
                self.shared.playouts.unwrap_or(answer::DEFAULT_PLAYOUTS),
                self.shared.seed(),
            )
        };
        resolved.find(&playout::run(&resolved.fights()?, &plan)?)
    }

    /// Reads teams, rules and policies.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Resolved> {
        let data = self.shared.components(ClashData::load)?;
        let switches = self.shared.switches(&data.switches, &data.rulesets)?;
        let setting = Setting {
            rules: Rc::new(data.rules(&switches)?),
            model: Model::Fight,
            specs: self.policies.specs()?,
            marker_weight: self.policies.weight(),
        };
        check_weight(&setting)?;
        let animals = data.units()?;
        let mut units = Vec::new();
        for (side, text) in SIDES.into_iter().zip([&self.attacker, &self.defender]) {
            let unit =
                Unit::parse(text, &animals).map_err(|e| Error::usage(format!("--{side}: {e}")))?;
            if unit.is_animal() {
                return Err(Error::usage(format!(
                    "--{side} {text}: a fight to the death is fought between teams; ask clash-duel for one duel with an animal"
                )));
            }
            units.push(unit);
        }
        let mut guesses = Guesses::new();
        data.duel_guesses(&mut guesses);
        readings(&switches, &mut guesses);
        let mut line = CommandLine::new(NAME);
        for (side, unit) in SIDES.into_iter().zip(&units) {
            line.flag(&format!("--{side}"), &unit.to_string());
        }
        let first = usize::from(self.challenger == SIDES[1]);
        if first == 1 {
            line.flag("--challenger", SIDES[1]);
        }
        PolicyFlags::canonical(&mut line, &setting.specs, 0.0);
        line.shared(&self.shared, &switches, "clash");
        let own = json!({
            "teams": units.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "first": first,
        });
        let identity = identity(NAME, own, &setting, &data, &switches, &self.shared, &line);
        let asked = Asked {
            setting,
            units: [units[0], units[1]],
            first,
            ruleset: switches.ruleset().into(),
            switches: switches.differs_from_default(),
            guesses: guesses.into_vec(),
            command: line.text(),
            seed: self.shared.seed(),
            confidence: self.shared.confidence(),
        };
        Ok(Resolved {
            asked,
            identity,
            data,
            switches,
        })
    }
}

impl Resolved {
    /// Fights in which the first challenger is the row.
    fn fights(&self) -> Result<FightEnds> {
        let asked = &self.asked;
        let mut setting = asked.setting.clone();
        let mut units = asked.units;
        if asked.first == 1 {
            setting.specs.reverse();
            units.reverse();
        }
        let pairs = Pairs::new(
            &self.data,
            &self.switches,
            &setting,
            Measure::Edge,
            &units[..1],
            &units[1..],
        )?;
        Ok(FightEnds(pairs))
    }

    /// Whether a counter is of fights that the attacker won.
    fn attacker_won(&self, at: usize) -> bool {
        use crate::games::clash::pairs::{LONGEST_FIGHT, SIZES};
        let left = [
            at / (LONGEST_FIGHT + 1) / SIZES,
            at / (LONGEST_FIGHT + 1) % SIZES,
        ];
        left[self.asked.first] > 0
    }

    fn find(&self, run: &Run<Vec<u64>>) -> Result<Findings> {
        use crate::games::clash::pairs::{LONGEST_FIGHT, SIZES, cell_of};
        // Counted from the first challenger's side; turned to the attacker's.
        let mut counts = run.tally.clone();
        if self.asked.first == 1 {
            for (at, &n) in run.tally.iter().enumerate() {
                let (length, pair) = (at % (LONGEST_FIGHT + 1), at / (LONGEST_FIGHT + 1));
                counts[cell_of([pair % SIZES, pair / SIZES], length)] = n;
            }
        }
        let sampled = Sampled {
            counts,
            playouts: run.playouts,
            stopped_by: run.stopped_by.name().into(),
            complete: run.complete,
        };
        findings(&self.asked, Some(&sampled))
    }
}

impl Mergeable for ClashFight {
    fn merge(&self, join: &Join) -> Result<u8> {
        let resolved = self.resolve()?;
        let run = join.run(&resolved.identity, &resolved.fights()?)?;
        answer::deliver(&resolved.find(&run)?, &join.output)?;
        Ok(exit::DONE)
    }
}

/// The tables of a tiny answer, for `gsim schema`.
pub fn tables() -> Result<Vec<Table>> {
    let question = ClashFight {
        attacker: "S".into(),
        defender: "H".into(),
        challenger: SIDES[0].into(),
        ..ClashFight::default()
    };
    let resolved = question.resolve()?;
    let run = playout::run(&resolved.fights()?, &Plan::new(100, 1))?;
    Ok(resolved.find(&run)?.tables)
}
