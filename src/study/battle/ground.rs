//! The ground of a question: data, switches, the rules under each table set, how it is told.

use crate::error::Result;
use crate::games::battle::column::Class;
use crate::games::battle::data::{BattleData, Usage};
use crate::games::battle::gladiator::Gladiator;
use crate::games::battle::rules::Rules;
use crate::report::{Guess, Method, Question};
use crate::scenario::{Guesses, Switches};
use std::sync::Arc;

/// What a question is asked on.
#[derive(Debug, Clone)]
pub struct Ground {
    /// The data.
    pub data: BattleData,
    /// The switches.
    pub switches: Switches,
    /// The rules under the table set in force.
    pub rules: Arc<Rules>,
    /// The rules under each table set of the robustness strip; none where nothing is assumed.
    pub sets: Vec<(String, Arc<Rules>)>,
    /// The command that reproduces the answer.
    pub command: String,
    /// Seed.
    pub seed: u64,
    /// Confidence of every interval.
    pub confidence: f64,
}

/// Switches that any battle can depend on and that the text leaves open.
const OPEN: [&str; 7] = [
    "low_double_block",
    "low_double_stun",
    "stay_stunned",
    "critical_minus",
    "fate_5_focus",
    "fate_still_below",
    "fate_1_dies",
];
/// Those of thrown weapons, of somebody who can be without a weapon.
const THROWN: [&str; 3] = ["thrown_defensive", "brawl", "retrieve_weapon"];

impl Ground {
    /// From data and settings; `set` are the user's settings, without which the strip's sets cannot be resolved.
    ///
    /// # Errors
    /// A setting that does not fit.
    pub fn new(data: BattleData, ruleset: &str, set: &[(String, String)]) -> Result<Self> {
        let switches = data.switches(ruleset, set)?;
        let rules = Arc::new(Rules::new(&data, &switches)?);
        let under = |name: &String| {
            let mut all = set.to_vec();
            all.push(("tables".into(), name.clone()));
            let switches = data.switches(ruleset, &all)?;
            Ok((name.clone(), Arc::new(Rules::new(&data, &switches)?)))
        };
        let sets = data.strip.iter().map(under).collect::<Result<Vec<_>>>()?;
        Ok(Self {
            switches,
            rules,
            sets,
            command: String::new(),
            seed: 42,
            confidence: 0.95,
            data,
        })
    }

    /// The name of the table set in force.
    pub fn tables(&self) -> &str {
        self.switches.get("tables")
    }

    /// The question, resolved, for the findings of an exact answer.
    pub fn question(&self, name: &str, title: String) -> Question {
        let mut switches = self.switches.differs_from_default();
        if switches.iter().all(|(k, _)| k != "tables") {
            switches.push(("tables".into(), self.tables().into()));
        }
        Question {
            name: name.into(),
            title,
            command: self.command.clone(),
            ruleset: self.switches.ruleset().into(),
            switches,
            policies: Vec::new(),
            facts: Vec::new(),
            seed: None,
            method: Method::Exact,
            playouts: 0,
            stopped_by: None,
            complete: true,
            confidence: self.confidence,
        }
    }

    /// The assumed values that battles of these gladiators rest on; with `prices`, those of builds too.
    pub fn guesses<'g>(
        &self,
        gladiators: impl IntoIterator<Item = &'g Gladiator>,
        prices: bool,
    ) -> Vec<Guess> {
        let mut names: Vec<String> = gladiators
            .into_iter()
            .flat_map(|g| g.weapons.iter().map(|w| w.name.clone()))
            .collect();
        names.sort();
        names.dedup();
        self.guesses_of(&names, prices)
    }

    /// The same by the names of the weapons in play.
    pub fn guesses_of(&self, weapons: &[String], prices: bool) -> Vec<Guess> {
        let mut guesses = Guesses::new();
        let known: Vec<_> = weapons
            .iter()
            .filter_map(|n| self.data.weapon(n).ok())
            .collect();
        let thrown = known.is_empty() || known.iter().any(|w| w.usage.value != Usage::Melee);
        let mut classes: Vec<Class> = known.iter().map(|w| w.class.value).collect();
        if thrown {
            classes.push(Class::A); // who has thrown everything brawls
        }
        classes.sort();
        classes.dedup();
        for w in known {
            w.guesses(&mut guesses);
        }
        if let Ok(set) = self.data.set(self.tables()) {
            set.guesses(&classes, &mut guesses);
        }
        if prices {
            for skill in &self.data.skills {
                let prices: Vec<String> = skill.prices.iter().map(ToString::to_string).collect();
                guesses.rest_on(
                    format!("prices of {}", skill.name),
                    prices.join(" "),
                    &skill.provenance,
                );
            }
            for name in [
                "health_base",
                "health_per_rank",
                "health_rank_price",
                "rookie_points",
            ] {
                let known = self.data.known_constant(name);
                guesses.rest_on(name.replace('_', " "), known.value, &known.provenance);
            }
        }
        self.switches.guesses(&OPEN, &mut guesses);
        if thrown {
            self.switches.guesses(&THROWN, &mut guesses);
        }
        guesses.into_vec()
    }
}
