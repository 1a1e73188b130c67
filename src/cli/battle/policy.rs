//! `gsim battle-policy`: one part of a policy varied.

use super::ground::{
    GLADIATORS, PolicyFlags, finish, gladiator, ground, no_shards, top_level, worth,
};
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::battle::build::ranks_price;
use crate::games::battle::data::Usage;
use crate::games::battle::duel::MOST_STATES;
use crate::games::battle::exact::expected_states;
use crate::games::battle::policy::Parts;
use crate::report::Table;
use crate::study::battle::worth;
use crate::study::battle::{Ground, Sided};
use crate::study::battle_policy::{Asked, Trial};
use clap::Args;

/// The question's name.
pub const NAME: &str = "battle-policy";

const VARY: [&str; 5] = ["style", "surrender", "luck", "focus", "throw"];

/// A part of a policy varied.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = format!("{GLADIATORS}

Examples:
  gsim battle-policy --vary style --gladiator rookie
  gsim battle-policy --vary surrender --gladiator veteran --report html
  gsim battle-policy --vary luck --gladiator rookie --dice 0..3
  gsim battle-policy --vary focus --gladiator rookie
  gsim battle-policy --vary throw --gladiator \"battle_javelin:4x3 short_sword:4 A4 R1 P3 H28\" --against rookie"))]
pub struct BattlePolicy {
    /// What is varied: style, surrender, luck, focus (ranks of FOCUS and INITIATIVE), throw
    #[arg(long, value_name = "WHAT", value_parser = VARY, hide_possible_values = true)]
    pub vary: String,

    /// The gladiator whose policy varies [default: rookie; of throw, thrower]
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub gladiator: Option<String>,

    /// Whom he fights; the same gladiator with his own policy where left out (of throw, the rookie)
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub against: Option<String>,

    /// The values to try, commas between them; a fitting list where left out
    #[arg(long, value_name = "VALUE[,…]", allow_hyphen_values = true)]
    pub values: Option<String>,

    /// Luck dice of --vary luck: a range [default: 0..3]
    #[arg(long, value_name = "DICE", allow_hyphen_values = true)]
    pub dice: Option<String>,

    /// Policies of both where they are not varied.
    #[command(flatten)]
    pub policies: PolicyFlags,

    /// Ask the headline again under every other reading, table set and value of what is assumed, one at a time
    #[arg(long)]
    pub sensitivity: bool,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

impl BattlePolicy {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        no_shards(&self.shared, NAME)?;
        let asked = self.resolve()?;
        answer::exact(&self.shared, || {
            let mut findings = asked.findings()?;
            if self.sensitivity {
                asked.again()?.add(&mut findings);
            }
            Ok(findings)
        })
    }

    /// Reads the gladiators and what is tried.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Asked> {
        let mut ground = ground(&self.shared)?;
        if self.dice.is_some() && self.vary != "luck" {
            return Err(Error::usage(format!(
                "--dice is for --vary luck, not --vary {}",
                self.vary
            )));
        }
        let throws = self.vary == "throw";
        let text = self
            .gladiator
            .as_deref()
            .unwrap_or(if throws { "thrower" } else { "rookie" });
        let mut side = gladiator("--gladiator", text, &ground)?;
        let mut foe = match (&self.against, throws) {
            (Some(text), _) => gladiator("--against", text, &ground)?,
            (None, true) => gladiator("--against", "rookie", &ground)?,
            (None, false) => side.clone(),
        };
        let parts = self.policies.over([side.parts, foe.parts], &ground)?;
        (side.parts, foe.parts) = (parts[0], parts[1]);
        let mut line = CommandLine::new(NAME);
        line.flag("--vary", &self.vary);
        line.flag("--gladiator", &side.named_text());
        line.flag("--against", &foe.named_text());
        for (flag, value) in [("--values", &self.values), ("--dice", &self.dice)] {
            if let Some(value) = value {
                line.flag(flag, value);
            }
        }
        if let Some(text) = &self.values {
            let mut values = top_level(text, ',');
            values.sort();
            if let Some(twice) = values.windows(2).find(|w| w[0] == w[1]) {
                return Err(Error::usage(format!(
                    "--values {text}: {} stands twice",
                    twice[0]
                )));
            }
        }
        let trials = self.trials(&ground, &side, &foe)?;
        if self.sensitivity {
            line.word("--sensitivity");
        }
        finish(&mut line, &self.shared, &mut ground);
        Ok(Asked {
            ground,
            vary: self.vary.clone(),
            trials,
            foe,
            worth: worth(&self.shared),
        })
    }

    fn listed(&self, usual: &[&str]) -> Vec<String> {
        match &self.values {
            Some(text) => top_level(text, ','),
            None => usual.iter().map(ToString::to_string).collect(),
        }
    }

    fn with(&self, side: &Sided, part: &str, value: &str) -> Result<Sided> {
        let parts = side.parts.with(part, value).map_err(|e| {
            let given = self.values.as_deref().unwrap_or(value);
            Error::usage(format!("--values {given}: {e}"))
        })?;
        Ok(Sided {
            parts,
            ..side.clone()
        })
    }

    /// Whether the best style of a duel is too much to work out.
    fn large(&self, ground: &Ground, side: &Sided, foe: &Sided) -> Result<bool> {
        let normal = |s: &Sided| self.with(s, "style", "normal");
        let duel = worth::duel(ground, &ground.rules, &normal(side)?, &normal(foe)?)?;
        let states = expected_states(&duel);
        if states > MOST_STATES {
            answer::remark(
                &self.shared.output,
                &format!(
                    "about {states:.0} states are too many to work the optimal style out; it is left out"
                ),
            );
        }
        Ok(states > MOST_STATES)
    }

    fn trials(&self, ground: &Ground, side: &Sided, foe: &Sided) -> Result<Vec<Trial>> {
        let plain = |side: Sided, value: &str| Trial {
            group: String::new(),
            value: value.into(),
            side,
            price: 0,
        };
        match self.vary.as_str() {
            "style" => {
                let large = self.values.is_none() && self.large(ground, side, foe)?;
                let usual: Vec<&str> = Parts::values("style")
                    .iter()
                    .copied()
                    .filter(|s| !(s.contains(':') || large && *s == "optimal"))
                    .chain(["greedy:0.5", "greedy:1", "mixed:0.5"])
                    .collect();
                let values = self.listed(&usual);
                values
                    .iter()
                    .map(|v| Ok(plain(self.with(side, "style", v)?, v)))
                    .collect()
            }
            "surrender" => {
                let at: Vec<String> = (1..=10).rev().map(|k| format!("at:-{k}")).collect();
                let usual: Vec<&str> = std::iter::once("never")
                    .chain(at.iter().map(String::as_str))
                    .collect();
                let values = self.listed(&usual);
                values
                    .iter()
                    .map(|v| Ok(plain(self.with(side, "surrender", v)?, v)))
                    .collect()
            }
            "luck" => self.luck(side),
            "focus" => self.focus(ground, side),
            _ => self.throw(ground, side),
        }
    }

    fn luck(&self, side: &Sided) -> Result<Vec<Trial>> {
        let usual = [
            "attack",
            "defence",
            "attack_exposed",
            "defence_needed",
            "survival",
            "all",
        ];
        let text = self.dice.as_deref().unwrap_or("0..3");
        let bad = || {
            Error::usage(format!(
                "--dice {}: write a range of luck dice from 0 to 63, such as 0..3",
                text.escape_debug()
            ))
        };
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let number = |t: &str| {
            t.trim()
                .parse::<u8>()
                .ok()
                .filter(|n| *n <= 63)
                .ok_or_else(bad)
        };
        let (from, to) = (number(from)?, number(to)?);
        if from > to {
            return Err(bad());
        }
        let mut trials = Vec::new();
        for policy in self.listed(&usual) {
            for dice in from..=to {
                let mut side = self.with(side, "luck", &policy)?;
                side.gladiator.luck = Some(dice);
                side.gladiator.record = Default::default();
                trials.push(Trial {
                    group: policy.clone(),
                    value: dice.to_string(),
                    side,
                    price: 0,
                });
            }
        }
        Ok(trials)
    }

    /// Ranks of FOCUS, and of INITIATIVE beside them.
    fn focus(&self, ground: &Ground, side: &Sided) -> Result<Vec<Trial>> {
        let values = self.listed(&["0", "1", "2", "3", "4", "5", "6"]);
        let mut trials = Vec::new();
        for skill in ["focus", "initiative"] {
            for text in &values {
                let most = ground.rules.readings.max_ranks;
                let more: u8 = text.parse().ok().filter(|n| *n <= most).ok_or_else(|| {
                    Error::usage(format!(
                        "--values {text}: ranks of --vary focus are whole numbers from 0 to {most}"
                    ))
                })?;
                let mut side = side.clone();
                let from = side.gladiator.skill(skill).unwrap_or(0);
                if let Some(ranks) = side.gladiator.skill_mut(skill) {
                    *ranks = from.saturating_add(more).min(most);
                }
                let to = side.gladiator.skill(skill).unwrap_or(0);
                let price =
                    ranks_price(&ground.data, skill, to) - ranks_price(&ground.data, skill, from);
                trials.push(Trial {
                    group: format!("{} +", skill.to_uppercase()),
                    value: more.to_string(),
                    side,
                    price,
                });
            }
        }
        Ok(trials)
    }

    fn throw(&self, ground: &Ground, side: &Sided) -> Result<Vec<Trial>> {
        let can = side.gladiator.weapons.iter().any(|w| {
            ground
                .data
                .weapon(&w.name)
                .is_ok_and(|w| w.usage.value != Usage::Melee)
        });
        if !can {
            return Err(Error::usage(format!(
                "--gladiator {}: he has nothing that can be thrown; give him for example battle_javelin:4x3",
                side.name
            )));
        }
        let values = self.listed(Parts::values("throw"));
        let mut trials = Vec::new();
        for retrieve in ["never", "when_empty"] {
            for value in &values {
                let with = self.with(side, "throw", value)?;
                trials.push(Trial {
                    group: String::new(),
                    value: match retrieve {
                        "never" => value.clone(),
                        _ => format!("{value} and retrieves"),
                    },
                    side: self.with(&with, "retrieve", retrieve)?,
                    price: 0,
                });
            }
        }
        Ok(trials)
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let question = BattlePolicy {
        vary: "surrender".into(),
        gladiator: Some("short_sword:2 A2 H1".into()),
        values: Some("never,at:-5".into()),
        ..BattlePolicy::default()
    };
    Ok(question.resolve()?.findings()?.tables)
}
