//! Duels between all units under two policies without `optimal` parts, in double precision, in a tenth of a microsecond.
//!
//! The flow of a duel (nets, first roll, losses, counter-attack) is that of [`super::super::rules`]; each of its pieces is
//! looked up in [`Units`] and [`Compiled`]. Checked against [`super::Halves`] in the tests, for every pair of teams.

use super::compiled::Compiled;
use super::units::{Lineup, MOST, UnitId, UnitRow, Units};
use crate::games::clash::policy::Policy;
use crate::games::clash::rules::Rules;
use crate::games::clash::unit::Unit;
use std::sync::Arc;

/// One way in which a duel may end. The same end may come more than once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct End {
    /// What is left of attacker and defender, with markers; `None` when out.
    pub left: [Option<UnitId>; 2],
    /// Units lost by attacker and defender: gladiators, or 1 for a defeated animal.
    pub lost: [u8; 2],
    /// Its probability.
    pub p: f64,
}

/// Losses of both sides in one duel.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Marginals {
    /// Mean losses of attacker and defender: gladiators, or animals.
    pub mean: [f64; 2],
    /// P(attacker is out), P(defender is out).
    pub out: [f64; 2],
    /// Probability of exactly 0, 1, … 4 losses, attacker and defender.
    pub lost: [[f64; MOST + 1]; 2],
}

/// Exact duels between all teams, and given animals, under a policy a side.
#[derive(Debug, Clone)]
pub struct Tables {
    units: Arc<Units>,
    policies: [Arc<Compiled>; 2],
}

impl Tables {
    /// Compiles the rules and the two sides' policies. `animals`: the cards that may take part.
    ///
    /// # Panics
    /// If a part of a policy is `optimal`: see [`super::worlds`].
    pub fn new(rules: &Rules, policies: [&Policy; 2], animals: &[Unit]) -> Self {
        let units = Arc::new(Units::new(rules, animals));
        let attacker = Arc::new(Compiled::new(rules, &units, policies[0]));
        let same = std::ptr::eq(policies[0], policies[1]);
        let defender = if same {
            attacker.clone()
        } else {
            Arc::new(Compiled::new(rules, &units, policies[1]))
        };
        Self {
            units,
            policies: [attacker, defender],
        }
    }

    /// From parts that are already compiled under the same rules and units.
    pub fn of(units: Arc<Units>, policies: [Arc<Compiled>; 2]) -> Self {
        Self { units, policies }
    }

    /// The units by number.
    pub fn units(&self) -> &Arc<Units> {
        &self.units
    }

    /// Calls `visit(F's lineup, S's lineup, probability)` for the lineups that roll: F first, S second.
    #[inline]
    fn nets(&self, roller: usize, f: &UnitRow, s: &UnitRow, mut visit: impl FnMut(u16, u16, f64)) {
        // Nets are not used where an animal takes part.
        if f.animal || s.animal || f.nets == 0 && s.nets == 0 {
            return visit(f.lineup, s.lineup, 1.0);
        }
        let units = &*self.units;
        let [own, other] = [&self.policies[roller], &self.policies[1 - roller]];
        for &(successes, p) in &units.net_dice[usize::from(f.nets)] {
            for first in own.named(successes, s.body) {
                let p = p * first.p;
                for &(successes, q) in
                    &units.net_dice[usize::from(units.lineups[usize::from(first.lineup)].nets_left)]
                {
                    for second in other.named(successes, f.body) {
                        visit(second.lineup, first.lineup, p * q * second.p);
                    }
                }
            }
        }
    }

    #[inline]
    fn lineup(&self, number: u16) -> &Lineup {
        &self.units.lineups[usize::from(number)]
    }

    /// Mean worth taken less mean worth lost by the attacker in one duel, a gladiator 1, an animal 2.
    #[inline]
    pub fn gain(&self, attacker: UnitId, defender: UnitId, challenger: usize) -> f64 {
        let rows = [
            &self.units.rows[attacker.index()],
            &self.units.rows[defender.index()],
        ];
        let roller = self.units.first(rows[0], rows[1], challenger);
        let [taken, lost] = self.means(roller, rows[roller], rows[1 - roller]);
        let gain = f64::from(rows[1 - roller].worth) * taken - f64::from(rows[roller].worth) * lost;
        if roller == 0 { gain } else { -gain }
    }

    /// Mean units that the first roller takes and loses.
    fn means(&self, roller: usize, f: &UnitRow, s: &UnitRow) -> [f64; 2] {
        let units = &*self.units;
        let [own, other] = [&self.policies[roller], &self.policies[1 - roller]];
        let mut means = [0.0; 2];
        self.nets(roller, f, s, |first, second, p| {
            let (first, target) = (self.lineup(first), self.lineup(second));
            let aim = &own.aims[units.row(
                s.class,
                target.shields,
                units.majority(first, target),
                first.dice,
            )];
            means[0] += p * aim.mean;
            for (lost, &q) in aim.lost[..usize::from(s.size)].iter().enumerate() {
                for after in other.losing(second, lost) {
                    let back = units.counter_attack(target, self.lineup(after.lineup), first);
                    let row = units.row(f.class, first.shields, back.reroll, back.dice);
                    means[1] += p * q * after.p * other.aims[row].mean;
                }
            }
        });
        means
    }

    /// Losses of both sides in one duel.
    pub fn marginals(&self, attacker: UnitId, defender: UnitId, challenger: usize) -> Marginals {
        let rows = [
            &self.units.rows[attacker.index()],
            &self.units.rows[defender.index()],
        ];
        let roller = self.units.first(rows[0], rows[1], challenger);
        let (f, s) = (rows[roller], rows[1 - roller]);
        let units = &*self.units;
        let [own, other] = [&self.policies[roller], &self.policies[1 - roller]];
        let mut all = Marginals::default();
        let target = 1 - roller;
        self.nets(roller, f, s, |first, second, p| {
            let (first, second_lineup) = (self.lineup(first), self.lineup(second));
            let aim = &own.aims[units.row(
                s.class,
                second_lineup.shields,
                units.majority(first, second_lineup),
                first.dice,
            )];
            all.mean[target] += p * aim.mean;
            for (lost, &q) in aim.lost[..=usize::from(s.size)].iter().enumerate() {
                all.lost[target][lost] += p * q;
                if lost == usize::from(s.size) {
                    all.lost[roller][0] += p * q; // no counter-attack
                    continue;
                }
                for after in other.losing(second, lost) {
                    let back =
                        units.counter_attack(second_lineup, self.lineup(after.lineup), first);
                    let aim =
                        &other.aims[units.row(f.class, first.shields, back.reroll, back.dice)];
                    let q = p * q * after.p;
                    all.mean[roller] += q * aim.mean;
                    for (sum, r) in all.lost[roller].iter_mut().zip(aim.lost) {
                        *sum += q * r;
                    }
                }
            }
        });
        all.out = [0, 1].map(|side| all.lost[side][usize::from(rows[side].size)]);
        all
    }

    /// The joint distribution: calls `visit` for every way in which the duel may end. Probabilities add up to one.
    pub fn ends(
        &self,
        attacker: UnitId,
        defender: UnitId,
        challenger: usize,
        mut visit: impl FnMut(End),
    ) {
        let units = &*self.units;
        let ids = [attacker, defender];
        let rows = ids.map(|id| &units.rows[id.index()]);
        let roller = units.first(rows[0], rows[1], challenger);
        let (f, s) = (rows[roller], rows[1 - roller]);
        let [own, other] = [&self.policies[roller], &self.policies[1 - roller]];
        let mut end = |left: [Option<UnitId>; 2], lost: [u8; 2], p: f64| {
            let turn = |pair: [Option<UnitId>; 2]| {
                if roller == 0 {
                    pair
                } else {
                    [pair[1], pair[0]]
                }
            };
            let lost = if roller == 0 {
                lost
            } else {
                [lost[1], lost[0]]
            };
            visit(End {
                left: turn(left),
                lost,
                p,
            });
        };
        self.nets(roller, f, s, |first_number, second_number, p| {
            let (first, second) = (self.lineup(first_number), self.lineup(second_number));
            let row = units.row(
                s.class,
                second.shields,
                units.majority(first, second),
                first.dice,
            );
            for at in units.range(row) {
                let (shot, p) = (units.shots[at], p * own.kept[at]);
                if shot.lost == s.size {
                    end([Some(units.unhurt(ids[roller])), None], [0, shot.lost], p);
                    continue;
                }
                for after in other.losing(second_number, usize::from(shot.lost)) {
                    let p = p * after.p;
                    let second_left = self.lineup(after.lineup);
                    let back = units.counter_attack(second, second_left, first);
                    let left = Some(units.unit_of(second_left.body, shot.markers));
                    for at in units.range(units.row(f.class, first.shields, back.reroll, back.dice))
                    {
                        let (hit, p) = (units.shots[at], p * other.kept[at]);
                        let lost = [hit.lost, shot.lost];
                        if hit.lost == f.size {
                            end([None, left], lost, p);
                            continue;
                        }
                        for after in own.losing(first_number, usize::from(hit.lost)) {
                            let body = self.lineup(after.lineup).body;
                            end(
                                [Some(units.unit_of(body, hit.markers)), left],
                                lost,
                                p * after.p,
                            );
                        }
                    }
                }
            }
        });
    }
}

#[cfg(test)]
mod tests;
