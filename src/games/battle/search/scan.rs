//! P(win) of whole lists of builds, from tables that are solved once.
//!
//! A table holds P(win) for every health and both starters; builds that differ only in INITIATIVE and health share it,
//! and so do those whose ATTACK and WEAPON give the same dice and tier. Prices do not matter to a table, so that a
//! sweep over prices reads the same ones.

use super::space::{Build, Space};
use super::{Opponent, Search};
use crate::error::{Error, Result};
use crate::games::battle::column::Class;
use crate::games::battle::data::{BattleData, Usage, WeaponKind};
use crate::games::battle::duel::Duel;
use crate::games::battle::exact::cells;
use crate::games::battle::exact::graph::starts;
use crate::games::battle::fighter::{Fighter, weapon_dice};
use crate::games::battle::gladiator::Gladiator;
use crate::games::battle::policy::{Parts, ThrowRule};
use crate::games::battle::rules::Rules;
use crate::games::battle::situations::{self, Memory};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Told how many of how many tables are solved.
pub type Tick<'a> = dyn Fn(usize, usize) + Sync + 'a;

/// What a weapon does in an exchange.
type Arm = (Class, u8, WeaponKind, Usage);

/// What a solved table depends on, of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key {
    weapon: Arm,
    dice: u8,
    tier: u8,
    armor: u8,
    shield: u8,
    parry: u8,
    focus: u8,
}

/// Reads keys off builds.
#[derive(Debug)]
pub(super) struct Keys {
    arms: Vec<Arm>,
    tiers: Vec<u8>,
}

impl Keys {
    pub(super) fn new(data: &BattleData, rules: &Rules, space: &Space) -> Self {
        let arm = |name: &String| {
            data.weapon(name)
                .map_or((Class::A, 0, WeaponKind::Bludgeon, Usage::Melee), |w| {
                    // Kinds matter only where their charts differ; what can be used in hand is, unless the policy
                    // throws it.
                    let kind = if rules.charts_differ() {
                        w.kind.value
                    } else {
                        WeaponKind::Bludgeon
                    };
                    let in_hand =
                        space.parts.throw == ThrowRule::MustOnly && w.usage.value == Usage::Both;
                    let usage = if in_hand { Usage::Melee } else { w.usage.value };
                    (w.class.value, w.critical_bonus.value, kind, usage)
                })
        };
        let tier = |attack: u16| {
            let from = |t: &crate::games::battle::data::Known<_>| tier_from(t) <= attack as u8;
            data.tiers.iter().rposition(from).unwrap_or(0) as u8
        };
        Self {
            arms: space.weapons.iter().map(arm).collect(),
            tiers: (0..256).map(tier).collect(),
        }
    }

    fn of(&self, b: &Build) -> Key {
        Key {
            weapon: self.arms[usize::from(b.weapon)],
            dice: weapon_dice(b.attack, b.ranks),
            tier: self.tiers[usize::from(b.attack)],
            armor: b.armor,
            shield: b.shield,
            parry: b.parry,
            focus: b.focus,
        }
    }
}

fn tier_from(t: &crate::games::battle::data::Known<crate::games::battle::data::StyleTier>) -> u8 {
    t.value.attack_from
}

/// The tables that lists of builds need: of each the build with the most health.
#[derive(Debug, Default)]
pub struct Needs(HashMap<Key, Build>);

impl Needs {
    /// Those of both.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        for (key, build) in other.0 {
            self.add(key, &build);
        }
        self
    }

    fn add(&mut self, key: Key, b: &Build) {
        let most = self.0.entry(key).or_insert(*b);
        if b.health > most.health {
            *most = *b;
        }
    }
}

/// P(win) by health, for the first turn his own and not.
type Table = Vec<[f64; 2]>;

/// Solved tables against a panel.
#[derive(Debug)]
pub struct Scan {
    /// By opponent: his share of the weight, P(the first turn) by ranks of INITIATIVE, tables.
    against: Vec<(f64, Vec<f64>, HashMap<Key, Table>)>,
}

impl Search<'_> {
    /// The tables that these builds need.
    pub fn needs(&self, builds: &[Build]) -> Needs {
        let mut needs = Needs::default();
        for b in builds {
            needs.add(self.keys.of(b), b);
        }
        needs
    }

    /// Solves tables against a panel, each value off by less than a few times `settled`.
    ///
    /// # Errors
    /// An illegal opponent, or battles that are not plain: says why, and to race instead.
    pub(super) fn scan(
        &self,
        needs: &Needs,
        panel: &[Opponent],
        settled: f64,
        tick: &Tick<'_>,
    ) -> Result<Scan> {
        let weights: f64 = panel.iter().map(|o| o.weight).sum();
        if panel.is_empty() || panel.iter().any(|o| o.weight <= 0.0) {
            return Err(Error::usage("a panel needs opponents of positive weight"));
        }
        let mut sorted: Vec<(Key, Build)> = needs.0.iter().map(|(k, b)| (*k, *b)).collect();
        sorted.sort_unstable();
        let (done, all) = (AtomicUsize::new(0), sorted.len() * panel.len());
        let against = panel.iter().map(|opponent| {
            let foe = self.fighter(&opponent.gladiator)?;
            // Neighbouring keys share exchanges, so each thread takes stretches of them with a memory of its own.
            let stretches: Vec<Result<Vec<(Key, Table)>>> = sorted
                .par_chunks(64)
                .map_init(
                    || Memory::new(&self.rules),
                    |memory, stretch| {
                        let tables = stretch
                            .iter()
                            .map(|(key, b)| {
                                Ok((*key, self.solve(b, &foe, opponent, memory, settled)?))
                            })
                            .collect();
                        let so_far = done.fetch_add(stretch.len(), Ordering::Relaxed);
                        tick(so_far + stretch.len(), all);
                        tables
                    },
                )
                .collect();
            let mut tables = HashMap::with_capacity(sorted.len());
            for stretch in stretches {
                tables.extend(stretch?);
            }
            let firsts = self.first_turns(&sorted, &opponent.gladiator)?;
            Ok((opponent.weight / weights, firsts, tables))
        });
        Ok(Scan {
            against: against.collect::<Result<_>>()?,
        })
    }

    /// Mean P(win) of each build over the panel of a scan whose tables cover it.
    pub fn read(&self, scan: &Scan, builds: &[Build]) -> Vec<f64> {
        let score = |b: &Build| {
            let key = self.keys.of(b);
            let each = scan.against.iter().map(|(weight, firsts, tables)| {
                let [first, second] = tables[&key][usize::from(b.health)];
                let p = firsts[usize::from(b.initiative)];
                weight * (p * first + (1.0 - p) * second)
            });
            each.sum()
        };
        builds.par_iter().map(score).collect()
    }

    fn solve(
        &self,
        b: &Build,
        foe: &Fighter,
        opponent: &Opponent,
        memory: &mut Memory<'_>,
        settled: f64,
    ) -> Result<Table> {
        let own = self.fighter(&self.space.gladiator(b))?;
        let duel = Duel::of(
            self.rules.clone(),
            [own, *foe],
            [self.space.parts, opponent.parts],
            None,
        )?;
        let won = cells::solve_within(&duel, memory, settled).ok_or_else(|| {
            let why = situations::obstacle(&duel).unwrap_or("one may give up");
            Error::usage(format!(
                "builds cannot be scored exactly: {why}; use --method mc, which races them"
            ))
        })?;
        let at = |health: u8| [0, 1].map(|first| won.win_a(first, [health, foe.health as u8]));
        Ok((0..=b.health).map(at).collect())
    }

    /// P(the first turn), by own ranks of INITIATIVE.
    fn first_turns(&self, builds: &[(Key, Build)], foe: &Gladiator) -> Result<Vec<f64>> {
        let most = builds.len().min(1) * usize::from(self.most_initiative());
        (0..=most as u8)
            .map(|ranks| {
                let own = Gladiator {
                    initiative: ranks.max(2),
                    ..Gladiator::default()
                };
                let fighters = [
                    self.fighter(&own)?,
                    Fighter {
                        luck: 0,
                        ..self.fighter(foe)?
                    },
                ];
                let duel = Duel::of(self.rules.clone(), fighters, [Parts::default(); 2], None)?;
                let first = starts(&duel).into_iter().filter(|(s, _)| s.active() == 0);
                Ok(first.map(|s| s.1).sum())
            })
            .collect()
    }
}
