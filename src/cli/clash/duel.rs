//! `gsim clash-duel`: arguments to a resolved duel, and the canonical command back.

use super::policies::PolicyFlags;
use crate::cli::answer::{self, CommandLine};
use crate::cli::args;
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::clash::data::ClashData;
use crate::games::clash::duel::Duel;
use crate::games::clash::kernel::{DuelTally, Kernel};
use crate::games::clash::tally::{Results, metric};
use crate::games::clash::unit::Unit;
use crate::playout::{self, Identity, Plan, Run};
use crate::report::{Findings, Table};
use crate::scenario::{Guesses, Switches};
use crate::stats::{self, Moments};
use crate::study::clash_duel::{Asked, Sampled, findings};
use clap::Args;
use serde_json::json;
use std::rc::Rc;

/// The question's name.
pub const NAME: &str = "clash-duel";

/// One duel of Clash of the Gladiators.
#[derive(Args, Debug, Clone, Default)]
#[command(
    after_help = "Units: a team is 1 to 4 of S (sword), N (net), T (trident), P (spear), H (shield), any order and case, or in words (2sword,net,trident); +1 adds a hit marker (SSNT+1). An animal is a name (lion) or symbols and hits (STTH@2).

Examples:
  gsim clash-duel --attacker SSNT --defender SSST
  gsim clash-duel --attacker SSNT --defender SSST -n 10M --report html
  gsim clash-duel --attacker SSNT --defender lion --policy minimax
  gsim clash-duel --attacker SSNT --defender SSST --policy best_response:simple,simple
  gsim clash-duel --attacker SSNT --defender SSST --policy-reroll never,mean --set net_order=simultaneous"
)]
pub struct ClashDuel {
    /// The attacking unit, which challenges unless --challenger says else
    #[arg(long, value_name = "UNIT", allow_hyphen_values = true)]
    pub attacker: String,

    /// The unit that is attacked
    #[arg(long, value_name = "UNIT", allow_hyphen_values = true)]
    pub defender: String,

    /// Hit markers on the attacker: 0 or 1 (an animal: fewer than its hits)
    #[arg(long, value_name = "N", value_parser = args::few, allow_negative_numbers = true)]
    pub attacker_marker: Option<u8>,

    /// Hit markers on the defender
    #[arg(long, value_name = "N", value_parser = args::few, allow_negative_numbers = true)]
    pub defender_marker: Option<u8>,

    /// Who placed the Combat disc: attacker or defender. It rolls first if spears are even
    #[arg(long, value_name = "SIDE", default_value = "attacker", value_parser = ["attacker", "defender"], hide_possible_values = true)]
    pub challenger: String,

    /// How both sides decide.
    #[command(flatten)]
    pub policies: PolicyFlags,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

/// A resolved duel with everything that its output says about it.
pub struct Resolved {
    /// What the study needs.
    pub asked: Asked,
    /// For tally files: what makes two runs the same question.
    pub identity: Identity,
}

const SIDES: [&str; 2] = ["attacker", "defender"];

impl ClashDuel {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        let resolved = self.resolve()?;
        let exact = Results::exact(&resolved.asked.duel);
        let find = |run: Option<(&Kernel, &Run<DuelTally>)>| self.find(&resolved, &exact, run);
        if !self.shared.samples() {
            return answer::exact(&self.shared, || Ok(find(None)));
        }
        let kernel = Kernel::new(&resolved.asked.duel.halves());
        let edges: Vec<i64> = kernel
            .ends()
            .iter()
            .map(|end| resolved.asked.duel.result(end).edge.into())
            .collect();
        let edge_half_width = |tally: &DuelTally| {
            let moments = Moments::from_weighted(edges.iter().copied().zip(tally.counts()));
            stats::half_width(&moments, resolved.asked.confidence)
        };
        answer::sampled(
            &self.shared,
            &resolved.identity,
            &kernel,
            &edge_half_width,
            |run| Ok(find(Some((&kernel, run)))),
        )
    }

    /// Findings of an exact answer, or of a run.
    pub fn find(
        &self,
        resolved: &Resolved,
        exact: &Results,
        run: Option<(&Kernel, &Run<DuelTally>)>,
    ) -> Findings {
        let duel = &resolved.asked.duel;
        let sampled = run.map(|(kernel, run)| {
            let results = |tally: &DuelTally| {
                let ends = kernel
                    .ends()
                    .iter()
                    .copied()
                    .zip(tally.counts().map(u128::from));
                Results::new(duel, ends)
            };
            let edge = metric("edge").expect("edge is a metric");
            let moments = |r: &Results| {
                Moments::from_weighted(
                    r.rows
                        .iter()
                        .map(|(x, w)| ((edge.of)(x, r.challenger), *w as u64)),
                )
            };
            Sampled {
                results: results(&run.tally),
                playouts: run.playouts,
                stopped_by: run.stopped_by.name().into(),
                complete: run.complete,
                snapshots: run
                    .snapshots
                    .iter()
                    .map(|s| (s.playouts, moments(&results(&s.tally))))
                    .collect(),
                target: self.shared.target_error,
            }
        });
        findings(&resolved.asked, exact, sampled.as_ref())
    }

    /// Reads the units, the rules and the policies.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Resolved> {
        let data = self.shared.components(ClashData::load)?;
        let switches = self.shared.switches(&data.switches, &data.rulesets)?;
        let animals = data.units()?;
        let units = [
            unit("--attacker", &self.attacker, self.attacker_marker, &animals)?,
            unit("--defender", &self.defender, self.defender_marker, &animals)?,
        ];
        for (flag, unit) in ["--attacker", "--defender"].iter().zip(units) {
            data.dice_suffice(unit)
                .map_err(|e| Error::usage(format!("{flag}: {e}")))?;
        }
        let specs = self.policies.specs()?;
        let marker_weight = self.policies.weight();
        let challenger = usize::from(self.challenger == SIDES[1]);
        let duel = Duel {
            rules: Rc::new(data.rules(&switches)?),
            units,
            challenger,
            specs,
            marker_weight,
        };
        let texts = [&self.attacker, &self.defender];
        let named = [0, 1].map(|side| named_animal(texts[side], &animals));
        let mut guesses = Guesses::new();
        data.duel_guesses(&mut guesses);
        for name in named.iter().flatten() {
            data.animal(name)?.guesses(&mut guesses);
        }
        // Readings that the ruleset itself only supposes.
        let supposed: Vec<String> = switches
            .differs_from_default()
            .into_iter()
            .map(|(k, _)| k)
            .collect();
        let keys: Vec<&str> = supposed
            .iter()
            .map(String::as_str)
            .filter(|k| DUEL_SWITCHES.contains(k))
            .collect();
        switches.guesses(&keys, &mut guesses);
        let names = [0, 1].map(|side| display_name(named[side].as_deref(), units[side]));
        let command = self.canonical(&duel, &named, &switches);
        let identity = Identity {
            question: NAME.into(),
            resolved: json!({
                "attacker": units[0].to_string(),
                "defender": units[1].to_string(),
                "switches": switches.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>(),
                "ruleset": switches.ruleset(),
                "policies": duel.specs.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "die": [data.die.critical, data.die.single, data.die.miss],
                "target_error": self.shared.target_error,
                "basic_dice": [data.combat.base_dice_team, data.combat.base_dice_animal],
                // Last: where two questions differ, the first difference is told.
                "command": command.text(),
                "arguments": command.arguments(),
            }),
        };
        let asked = Asked {
            duel,
            names,
            ruleset: switches.ruleset().into(),
            switches: switches.differs_from_default(),
            guesses: guesses.into_vec(),
            command: command.text(),
            seed: self.shared.seed(),
            confidence: self.shared.confidence(),
        };
        Ok(Resolved { asked, identity })
    }

    /// The command that asks the same question, in one fixed form.
    fn canonical(
        &self,
        duel: &Duel,
        named: &[Option<String>; 2],
        switches: &Switches,
    ) -> CommandLine {
        let mut line = CommandLine::new(NAME);
        for side in 0..2 {
            let unit = duel.units[side];
            let text = match &named[side] {
                Some(name) if unit.markers > 0 => format!("{name}+{}", unit.markers),
                Some(name) => name.clone(),
                None => unit.to_string(),
            };
            line.flag(&format!("--{}", SIDES[side]), &text);
        }
        if duel.challenger == 1 {
            line.flag("--challenger", SIDES[1]);
        }
        PolicyFlags::canonical(&mut line, &duel.specs, duel.marker_weight);
        line.shared(&self.shared, switches, "clash");
        line
    }
}

impl Mergeable for ClashDuel {
    fn merge(&self, join: &Join) -> Result<u8> {
        let resolved = self.resolve()?;
        let exact = Results::exact(&resolved.asked.duel);
        let kernel = Kernel::new(&resolved.asked.duel.halves());
        let run = join.run(&resolved.identity, &kernel)?;
        let findings = self.find(&resolved, &exact, Some((&kernel, &run)));
        join.deliver(findings, &run)
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let question = ClashDuel {
        attacker: "SSNT".into(),
        defender: "SSST".into(),
        challenger: SIDES[0].into(),
        ..ClashDuel::default()
    };
    let resolved = question.resolve()?;
    let duel = &resolved.asked.duel;
    let kernel = Kernel::new(&duel.halves());
    let run = playout::run(&kernel, &Plan::new(1, 1))?;
    let exact = Results::exact(duel);
    Ok(question
        .find(&resolved, &exact, Some((&kernel, &run)))
        .tables)
}

/// Switches that a duel can depend on.
pub const DUEL_SWITCHES: [&str; 8] = [
    "net_order",
    "net_use",
    "net_die",
    "trident_timing",
    "dice_timing",
    "loss_scope",
    "marker_carry",
    "animal_markers",
];

fn unit(flag: &str, text: &str, marker: Option<u8>, animals: &[(String, Unit)]) -> Result<Unit> {
    let unit = Unit::parse(text, animals).map_err(|e| Error::usage(format!("{flag}: {e}")))?;
    match marker {
        None => Ok(unit),
        Some(m) if unit.markers > 0 && unit.markers != m => Err(Error::usage(format!(
            "{flag} {text} and {flag}-marker {m} name different hit markers; leave out one of the two"
        ))),
        Some(m) => unit
            .with_markers(m)
            .map_err(|e| Error::usage(format!("{flag}-marker: {e}"))),
    }
}

/// The data's name of an animal that was given by name.
pub(super) fn named_animal(text: &str, animals: &[(String, Unit)]) -> Option<String> {
    let body = text.split('+').next().unwrap_or_default().trim();
    animals
        .iter()
        .map(|(name, _)| name)
        .find(|name| name.eq_ignore_ascii_case(body))
        .cloned()
}

fn display_name(name: Option<&str>, unit: Unit) -> String {
    name.map_or_else(|| unit.to_string(), |name| format!("{name} ({unit})"))
}
