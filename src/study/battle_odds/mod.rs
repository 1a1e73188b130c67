//! `battle-odds`: what one attack comes to, exactly: hit, block, stun, critical, damage, for pools of dice.

mod charts;
mod tables;

use crate::error::Result;
use crate::games::battle::column::Class;
use crate::games::battle::data::WeaponKind;
use crate::games::battle::exchange::Exchanges;
use crate::games::battle::odds::{Odds, OddsOf, odds};
use crate::games::battle::rules::Rules;
use crate::report::Findings;
use crate::study::battle::{Ground, glossary};
use std::ops::RangeInclusive;

/// The resolved question.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Where it is asked.
    pub ground: Ground,
    /// The classes or weapons that attack: name, class, critical bonus, kind.
    pub attackers: Vec<Attacker>,
    /// Attack dice.
    pub attack: RangeInclusive<u8>,
    /// Defence dice.
    pub defence: RangeInclusive<u8>,
    /// Most sixes that count (a defensive attack).
    pub max_sixes: Option<u8>,
    /// The target is stunned already.
    pub stunned: bool,
    /// Luck dice of attack and defence.
    pub luck: [u8; 2],
}

/// What attacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attacker {
    /// `class B` or the weapon's name.
    pub name: String,
    /// Its class.
    pub class: Class,
    /// Its critical bonus.
    pub bonus: u8,
    /// Which critical chart.
    pub kind: WeaponKind,
    /// The weapon, if it is one.
    pub weapon: Option<String>,
}

/// Odds by attacker, attack dice and defence dice.
pub(crate) struct Grid {
    /// The rows.
    pub rows: Vec<(usize, u8, u8, Odds)>,
}

impl Asked {
    fn of(&self, a: &Attacker) -> OddsOf {
        OddsOf {
            class: a.class,
            critical_bonus: a.bonus,
            kind: a.kind,
            max_sixes: self.max_sixes,
            stunned: self.stunned,
            luck: self.luck,
        }
    }

    fn grid(&self, rules: &Rules) -> Grid {
        let mut ex = Exchanges::new(rules);
        let mut rows = Vec::new();
        for (i, a) in self.attackers.iter().enumerate() {
            for attack in self.attack.clone() {
                for defence in self.defence.clone() {
                    rows.push((
                        i,
                        attack,
                        defence,
                        odds(&mut ex, &self.of(a), attack, defence),
                    ));
                }
            }
        }
        Grid { rows }
    }

    /// The answer.
    ///
    /// # Errors
    /// None so far; the signature is that of all questions.
    pub fn findings(&self) -> Result<Findings> {
        let grid = self.grid(&self.ground.rules);
        let sets: Vec<(String, Grid)> = self
            .ground
            .sets
            .iter()
            .map(|(name, rules)| (name.clone(), self.grid(rules)))
            .collect();
        let names: Vec<&str> = self.attackers.iter().map(|a| a.name.as_str()).collect();
        let mut question = self
            .ground
            .question("battle-odds", format!("One attack: {}", names.join(", ")));
        let range = |r: &RangeInclusive<u8>| match r.start() == r.end() {
            true => r.start().to_string(),
            false => format!("{} to {}", r.start(), r.end()),
        };
        question.facts = vec![
            ("attack dice".into(), range(&self.attack)),
            ("defence dice".into(), range(&self.defence)),
            (
                "the target".into(),
                if self.stunned {
                    "is stunned already"
                } else {
                    "is not stunned"
                }
                .into(),
            ),
            (
                "luck dice".into(),
                format!(
                    "{} of the attack, {} of the defence",
                    self.luck[0], self.luck[1]
                ),
            ),
        ];
        let weapons: Vec<String> = self
            .attackers
            .iter()
            .filter_map(|a| a.weapon.clone())
            .collect();
        let mut guesses = self.ground.guesses_of(&weapons, false);
        if weapons.is_empty() {
            guesses = self.class_guesses();
        }
        guesses.retain(|g| {
            !["tracker", "fate", "coma"]
                .iter()
                .any(|w| g.what.contains(w))
        });
        Ok(Findings {
            verdict: self.verdict(&grid, &sets),
            tables: tables::all(self, &grid, &sets),
            charts: charts::all(self, &grid),
            notes: vec![
                "All figures are exact: every throw is enumerated, sixes of a defence thrown again as often as the rules say.".into(),
                "P(hit), P(critical), the columns and the block odds rest on printed rules alone (the class's row of hits, the sixes needed); damage, kills and the blocks of 4-4 and 5-5 are reconstructed.".into(),
            ],
            guesses,
            glossary: glossary(&[
                ("through", "the attack hits and is not blocked"),
                ("block", "enough sixes in the defence, rethrown ones included"),
                ("column", "what the attack shows: its highest face and how often, 6x3 and more are critical"),
            ]),
            question,
        })
    }

    fn class_guesses(&self) -> Vec<crate::report::Guess> {
        let mut guesses = crate::scenario::Guesses::new();
        let classes: Vec<Class> = self.attackers.iter().map(|a| a.class).collect();
        if let Ok(set) = self.ground.data.set(self.ground.tables()) {
            set.guesses(&classes, &mut guesses);
        }
        self.ground.switches.guesses(
            &[
                "low_double_block",
                "low_double_stun",
                "stay_stunned",
                "critical_minus",
            ],
            &mut guesses,
        );
        guesses.into_vec()
    }

    /// The defence in the middle of those asked.
    pub(crate) fn middle(&self) -> u8 {
        (self.defence.start() + self.defence.end()) / 2
    }

    /// The attacker with the highest mean damage, by attack dice, on the defence in the middle.
    pub(crate) fn leaders(&self, grid: &Grid) -> Vec<(u8, usize)> {
        let middle = self.middle();
        self.attack
            .clone()
            .map(|dice| {
                let here = grid.rows.iter().filter(|r| r.1 == dice && r.2 == middle);
                let best = here.fold(None::<&(usize, u8, u8, Odds)>, |best, r| match best {
                    Some(b) if b.3.mean_damage >= r.3.mean_damage - 1e-12 => Some(b),
                    _ => Some(r),
                });
                (dice, best.map_or(0, |r| r.0))
            })
            .collect()
    }

    fn verdict(&self, grid: &Grid, sets: &[(String, Grid)]) -> Vec<String> {
        let mut all = Vec::new();
        if let [(i, attack, defence, o)] = &grid.rows[..] {
            all.push(format!(
                "{} with {attack} dice against {defence}: hits {:.4}, gets through {:.4}, stuns {:.4}, kills outright {:.4}; mean damage {:.4}.",
                self.attackers[*i].name, o.hit, o.through, o.stun, o.kill, o.mean_damage
            ));
            let each: Vec<String> = sets
                .iter()
                .map(|(s, g)| format!("{s} {:.4}", g.rows[0].3.mean_damage))
                .collect();
            if !each.is_empty() {
                all.push(format!(
                    "Mean damage under the table sets: {}.",
                    each.join(", ")
                ));
            }
            return all;
        }
        let middle = self.middle();
        if self.attackers.len() > 1 {
            let leaders = self.leaders(grid);
            let mut runs: Vec<(u8, u8, usize)> = Vec::new();
            for (dice, who) in &leaders {
                match runs.last_mut() {
                    Some(run) if run.2 == *who => run.1 = *dice,
                    _ => runs.push((*dice, *dice, *who)),
                }
            }
            let said: Vec<String> = runs
                .iter()
                .map(|(from, to, who)| {
                    let dice = if from == to {
                        from.to_string()
                    } else {
                        format!("{from} to {to}")
                    };
                    format!("{} with {dice}", self.attackers[*who].name)
                })
                .collect();
            all.push(format!(
                "Most damage in the mean on {middle} defence dice, by attack dice: {}.",
                said.join(", ")
            ));
            let differs: Vec<String> = leaders
                .iter()
                .enumerate()
                .filter(|(i, (_, who))| sets.iter().any(|(_, g)| self.leaders(g)[*i].1 != *who))
                .map(|(_, (dice, _))| dice.to_string())
                .collect();
            if !sets.is_empty() {
                all.push(match differs.is_empty() {
                    true => "The order holds under every table set.".into(),
                    false => format!(
                        "Which one leads depends on the lost tables with {} attack dice; elsewhere it holds under every set.",
                        differs.join(", ")
                    ),
                });
            }
        }
        all.push("P(hit), P(critical) and the odds of a block for a given number of sixes rest on printed rules and carry no strip.".into());
        all
    }
}
