//! The ground of a question: data, switches, the rules under each table set, how it is told.

use crate::error::Result;
use crate::games::battle::column::Class;
use crate::games::battle::data::{BattleData, Usage};
use crate::games::battle::fighter::weapon_dice;
use crate::games::battle::policy::StyleRule::{
    Always, BerserkIfAhead, BerserkVsExposed, BerserkVsStunned, Mixed,
};
use crate::games::battle::rules::{Rules, Style};
use crate::report::{Guess, Method, Question};
use crate::scenario::{Guesses, Switches};
use crate::study::battle::Sided;
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
const OPEN: [&str; 8] = [
    "low_double_block",
    "low_double_stun",
    "stay_stunned",
    "critical_minus",
    "fate_5_focus",
    "fate_still_below",
    "fate_1_dies",
    "coma_result",
];

/// Further switches that the text leaves open and that can fire in battles of these.
fn firing(sides: &[&Sided], throwable: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let defends = |s: &Sided| match s.parts.style {
        Always(style) => style == Style::Defensive,
        BerserkVsStunned | BerserkVsExposed | BerserkIfAhead | Mixed(_) => false,
        _ => true,
    };
    let throws = |s: &Sided| s.gladiator.weapons.iter().any(|w| throwable(&w.name));
    let no_dice = |s: &Sided| {
        let g = &s.gladiator;
        let ranks = g.weapons.iter().map(|w| w.ranks).chain([g.brawl]);
        ranks.map(|r| weapon_dice(g.attack, r)).min() == Some(0)
    };
    let any = |holds: &dyn Fn(&Sided) -> bool| sides.iter().any(|s| holds(s));
    let all = [
        ("defensive_bonus_when_stunned", any(&defends)),
        ("thrown_defensive", any(&|s| defends(s) && throws(s))),
        ("zero_dice", any(&no_dice)),
        ("shield_must_be_carried", any(&|s| s.gladiator.shield > 0)),
        (
            "brawl",
            any(&|s| throws(s) || s.gladiator.weapons.is_empty()),
        ),
        (
            "retrieve_weapon",
            any(&|s| throws(s) && s.parts.retrieve_when_empty),
        ),
    ];
    all.iter()
        .filter(|(_, fires)| *fires)
        .map(|a| a.0)
        .collect()
}

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

    /// The same ground under other data and settings, without a strip: for asking again.
    ///
    /// # Errors
    /// A setting that does not fit.
    pub fn again(&self, data: BattleData, set: &[(String, String)]) -> Result<Self> {
        let mut all = self.switches.differs_from_ruleset();
        all.extend(set.iter().cloned());
        let switches = data.switches(self.switches.ruleset(), &all)?;
        Ok(Self {
            rules: Arc::new(Rules::new(&data, &switches)?),
            switches,
            sets: Vec::new(),
            command: self.command.clone(),
            data,
            ..*self
        })
    }

    /// The assumed values that battles of these gladiators rest on; with `prices`, those of builds too.
    pub fn guesses<'s>(
        &self,
        sides: impl IntoIterator<Item = &'s Sided>,
        prices: bool,
    ) -> Vec<Guess> {
        self.rests(&sides.into_iter().collect::<Vec<_>>(), prices, &[])
    }

    /// The same of careers.
    pub fn career_guesses(&self, sides: &[&Sided], prices: bool) -> Vec<Guess> {
        self.rests(sides, prices, &["coma_rounds_out"])
    }

    fn rests(&self, sides: &[&Sided], prices: bool, more: &[&str]) -> Vec<Guess> {
        let weapons = sides.iter().flat_map(|s| &s.gladiator.weapons);
        let mut names: Vec<String> = weapons.map(|w| w.name.clone()).collect();
        names.sort();
        names.dedup();
        let throwable = |name: &str| {
            let known = self.data.weapon(name);
            known.is_ok_and(|w| w.usage.value != Usage::Melee)
        };
        let mut keys = firing(sides, throwable);
        keys.extend(more);
        let unarmed = sides.iter().any(|s| s.gladiator.weapons.is_empty());
        self.collect(&names, unarmed, prices, &keys)
    }

    /// The same by the names of the weapons in play, of anybody with them.
    pub fn guesses_of(&self, weapons: &[String], prices: bool) -> Vec<Guess> {
        let known = || weapons.iter().filter_map(|n| self.data.weapon(n).ok());
        let mut keys = Vec::new();
        if prices {
            keys.push("shield_must_be_carried");
        }
        if prices && known().any(|w| w.hands.value == 2) {
            keys.push("two_handed_shield");
        }
        if known().any(|w| w.usage.value != Usage::Melee) {
            keys.extend(["thrown_defensive", "brawl", "retrieve_weapon"]);
        }
        self.collect(weapons, weapons.is_empty(), prices, &keys)
    }

    fn collect(
        &self,
        weapons: &[String],
        unarmed: bool,
        prices: bool,
        keys: &[&str],
    ) -> Vec<Guess> {
        let mut guesses = Guesses::new();
        let known: Vec<_> = weapons
            .iter()
            .filter_map(|n| self.data.weapon(n).ok())
            .collect();
        let mut classes: Vec<Class> = known.iter().map(|w| w.class.value).collect();
        if unarmed || known.iter().any(|w| w.usage.value != Usage::Melee) {
            classes.push(Class::A); // who has nothing, or has thrown everything, brawls
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
        self.switches.guesses(keys, &mut guesses);
        guesses.into_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_fire_is_listed() {
        let ground = Ground::new(BattleData::embedded().unwrap(), "battle", &[]).unwrap();
        let of = |names: &[&str], style: &str| {
            let sides: Vec<Sided> = names
                .iter()
                .map(|n| {
                    let mut side = Sided::preset(n).unwrap();
                    side.parts = side.parts.with("style", style).unwrap();
                    side
                })
                .collect();
            let all = ground.guesses(&sides, false);
            all.into_iter()
                .filter_map(|g| Some(g.what.strip_prefix("switch ")?.to_string()))
                .collect::<Vec<_>>()
        };
        let rookies = of(&["rookie", "rookie"], "normal");
        assert!(rookies.contains(&"coma_result".into()), "{rookies:?}");
        assert!(rookies.contains(&"shield_must_be_carried".into()));
        for not in [
            "zero_dice",
            "thrown_defensive",
            "defensive_bonus_when_stunned",
            "brawl",
        ] {
            assert!(!rookies.contains(&not.into()), "{not}");
        }
        let defensive = of(&["bruiser", "rookie"], "defensive");
        assert!(defensive.contains(&"defensive_bonus_when_stunned".into()));
        let thrower = of(&["thrower", "bruiser"], "normal");
        assert!(thrower.contains(&"brawl".into()) && !thrower.contains(&"thrown_defensive".into()));
        let throws = of(&["thrower", "bruiser"], "defensive");
        assert!(throws.contains(&"thrown_defensive".into()));
    }
}
