//! Fights to the death (spec 8, an analysis model): two teams duel again and again, challengers alternating.
//!
//! A state is (attacker's team and marker, defender's, who challenges). Duels only ever take something away or leave
//! everything as it is, so states are solved in order of what is left; the only loop is "nothing changed, the other
//! challenges": a 2x2 linear system for given decisions. Who thinks (`optimal` parts, `best_response`) thinks of the
//! whole fight; its loop is iterated, with a secant step, to 1e-14.

use super::counts::{Counts, teams_of};
use super::exact::plan::Plan;
use super::exact::tables::Tables;
use super::exact::units::{TEAMS, UnitId};
use super::exact::worlds::Worlds;
use super::policy::RemainderWorth;
use super::rules::Rules;
use super::spec::PolicySpec;
use super::unit::{CARRIER_SIZE, Unit};
use crate::error::Result;
use std::collections::HashMap;
use std::rc::Rc;

/// What a fight is worth.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Value {
    /// E[gladiators the defender lost - gladiators the attacker lost].
    pub edge: f64,
    /// P(the attacker wins).
    pub p_attacker_wins: f64,
    /// Mean number of duels.
    pub duels: f64,
}

impl Value {
    fn add(&mut self, weight: f64, other: Self) {
        self.edge += weight * other.edge;
        self.p_attacker_wins += weight * other.p_attacker_wins;
        self.duels += weight * other.duels;
    }
}

/// Teams with and without a marker.
const UNITS: usize = 2 * TEAMS;
/// The loop of a thinking side ends when a round changes its value by less.
const SETTLED: f64 = 1e-14;
/// Rounds after which it ends in any case; each round at least halves the error, far more with the secant step.
const MOST_ROUNDS: usize = 100;

/// Solves fights under two policies, kept through all duels; remembers every state met.
#[derive(Debug)]
pub struct Fights {
    plan: Plan,
    tables: Option<Tables>,
    /// `marker_carry=drop`: markers only ever go.
    drop_markers: bool,
    /// For each mind, the value that it plays for: E[attacker's gladiators left - defender's], by state.
    minds: Vec<Vec<f64>>,
    values: Vec<Value>,
    solved: Vec<bool>,
}

#[inline]
fn state(challenger: usize, a: UnitId, d: UnitId) -> usize {
    (challenger * UNITS + a.index()) * UNITS + d.index()
}

impl Fights {
    /// Fights under these rules; attacker's and defender's policies.
    ///
    /// # Errors
    /// Best responses nested too deep.
    pub fn new(rules: &Rc<Rules>, specs: [&PolicySpec; 2]) -> Result<Self> {
        let worth = || {
            let table = remainder_worth(rules);
            Rc::new(move |team| table.get(&team).copied().unwrap_or(f64::NEG_INFINITY))
                as Rc<RemainderWorth>
        };
        let plan = Plan::new(rules, specs, &[], &worth)?;
        let states = 2 * UNITS * UNITS;
        Ok(Self {
            tables: plan
                .is_fixed()
                .then(|| Tables::of(plan.units.clone(), plan.seats.clone().map(|s| s.compiled))),
            drop_markers: rules.drop_markers,
            minds: vec![vec![0.0; states]; plan.minds.len()],
            values: vec![Value::default(); states],
            solved: vec![false; UNITS * UNITS],
            plan,
        })
    }

    /// Value when the attacker challenges first, and when the defender does.
    ///
    /// # Panics
    /// If one of them is an animal.
    pub fn value(&mut self, attacker: Unit, defender: Unit) -> [Value; 2] {
        assert!(
            !attacker.is_animal() && !defender.is_animal(),
            "a fight to the death is fought between teams"
        );
        let [a, d] =
            [attacker, defender].map(|u| self.plan.units.id(u).expect("every team has a number"));
        if !self.solved[a.index() * UNITS + d.index()] {
            self.solve(&[attacker.counts], &[defender.counts]);
        }
        [0, 1].map(|c| self.values[state(c, a, d)])
    }

    /// Solves the fights of all these attackers with all these defenders, with and without markers.
    pub fn solve(&mut self, attackers: &[Counts], defenders: &[Counts]) {
        let [attackers, defenders] = [attackers, defenders].map(parts);
        let mut pairs = Vec::with_capacity(4 * attackers.len() * defenders.len());
        for &a in &attackers {
            for &d in &defenders {
                for markers in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                    let [a, d] = [(a, markers[0]), (d, markers[1])].map(|(t, markers)| {
                        self.plan
                            .units
                            .id(Unit {
                                markers,
                                ..Unit::team(t)
                            })
                            .expect("every team has a number")
                    });
                    if !self.solved[a.index() * UNITS + d.index()] {
                        pairs.push((a, d));
                    }
                }
            }
        }
        let units = self.plan.units.clone();
        let left = |&(a, d): &(UnitId, UnitId)| {
            let [a, d] = [a, d].map(|id| units.unit(id));
            let markers = a.markers + d.markers;
            (
                a.counts.total() + d.counts.total(),
                if self.drop_markers {
                    markers
                } else {
                    2 - markers
                },
            )
        };
        pairs.sort_by_key(left);
        for (a, d) in pairs {
            self.solve_state([a, d]);
            self.solved[a.index() * UNITS + d.index()] = true;
        }
    }

    fn solve_state(&mut self, ids: [UnitId; 2]) {
        for mind in 0..self.minds.len() {
            self.settle(mind, ids);
        }
        let known = [0, 1].map(|challenger| match &self.tables {
            Some(tables) => self.by_tables(tables, ids, challenger),
            None => match self.minds.len() {
                1 => self.by_thinking::<5>(ids, challenger),
                2 => self.by_thinking::<6>(ids, challenger),
                3 => self.by_thinking::<7>(ids, challenger),
                _ => self.by_thinking::<8>(ids, challenger),
            },
        });
        // v0 = k0 + u0 v1, v1 = k1 + u1 v0.
        let [(k0, u0), (k1, u1)] = known;
        let solve = |k0: f64, k1: f64| {
            [
                (k0 + u0 * k1) / (1.0 - u0 * u1),
                (k1 + u1 * k0) / (1.0 - u0 * u1),
            ]
        };
        let edge = solve(k0.edge, k1.edge);
        let wins = solve(k0.p_attacker_wins, k1.p_attacker_wins);
        let duels = solve(k0.duels, k1.duels);
        for c in 0..2 {
            self.values[state(c, ids[0], ids[1])] = Value {
                edge: edge[c],
                p_attacker_wins: wins[c],
                duels: duels[c],
            };
        }
    }

    /// What a duel that leaves `left` is worth, the next challenger's fights included; its own state, not yet
    /// solved, counts nothing.
    #[inline]
    fn worth(&self, ids: [UnitId; 2], challenger: usize, left: [Option<UnitId>; 2]) -> Value {
        let units = &self.plan.units;
        let lost =
            |side: usize| units.size(ids[side]) - left[side].map_or(0.0, |id| units.size(id));
        let mut value = match left {
            [Some(a), Some(d)] => self.values[state(1 - challenger, a, d)],
            [a, _] => Value {
                p_attacker_wins: f64::from(u8::from(a.is_some())),
                ..Value::default()
            },
        };
        value.edge += lost(1) - lost(0);
        value
    }

    /// Known part of a state's value and probability that nothing changes, from the tables.
    fn by_tables(&self, tables: &Tables, ids: [UnitId; 2], challenger: usize) -> (Value, f64) {
        let mut known = Value {
            duels: 1.0,
            ..Value::default()
        };
        let mut unchanged = 0.0;
        tables.ends(ids[0], ids[1], challenger, |end| {
            if end.left == ids.map(Some) {
                unchanged += end.p;
            } else {
                known.add(end.p, self.worth(ids, challenger, end.left));
            }
        });
        (known, unchanged)
    }

    /// The same where somebody thinks: `W` = minds + 4.
    fn by_thinking<const W: usize>(&self, ids: [UnitId; 2], challenger: usize) -> (Value, f64) {
        let minds = self.minds.len();
        let options = self
            .plan
            .options
            .as_deref()
            .expect("where somebody thinks there are options");
        let seats = std::array::from_fn(|w| self.plan.minds.get(w).unwrap_or(&self.plan.seats));
        let worlds = Worlds::<W>::of(&self.plan.units, options, seats);
        let values = worlds.duel(ids, challenger, &|left: [Option<UnitId>; 2]| {
            let unchanged = left == ids.map(Some);
            let value = if unchanged {
                Value::default()
            } else {
                self.worth(ids, challenger, left)
            };
            let more = [
                value.edge,
                value.p_attacker_wins,
                value.duels,
                f64::from(u8::from(unchanged)),
            ];
            std::array::from_fn(|w| {
                if w < minds {
                    self.thought(w, challenger, left)
                } else {
                    more[w - minds]
                }
            })
        });
        let known = Value {
            edge: values[minds],
            p_attacker_wins: values[minds + 1],
            duels: 1.0 + values[minds + 2],
        };
        (known, values[minds + 3])
    }

    /// What a mind plays for: gladiators left at the end of the fight, its own less the other's as the attacker sees it.
    #[inline]
    fn thought(&self, mind: usize, challenger: usize, left: [Option<UnitId>; 2]) -> f64 {
        match left {
            [Some(a), Some(d)] => self.minds[mind][state(1 - challenger, a, d)],
            [a, d] => {
                a.map_or(0.0, |a| self.plan.units.size(a))
                    - d.map_or(0.0, |d| self.plan.units.size(d))
            }
        }
    }

    fn think<const W: usize>(&self, ids: [UnitId; 2], challenger: usize) -> f64 {
        let options = self
            .plan
            .options
            .as_deref()
            .expect("where somebody thinks there are options");
        let worlds = Worlds::<W>::new(&self.plan.units, options, &self.plan.minds);
        worlds.duel(ids, challenger, &|left: [Option<UnitId>; 2]| {
            std::array::from_fn(|w| self.thought(w, challenger, left))
        })[W - 1]
    }

    /// Works out a mind's value of a state. Earlier minds know theirs already.
    fn settle(&mut self, mind: usize, ids: [UnitId; 2]) {
        let [first, second] = [0, 1].map(|c| state(c, ids[0], ids[1]));
        // One round: the value when the defender challenges, from a guess of itself.
        let round = |this: &mut Self, guess: f64| {
            this.minds[mind][second] = guess;
            for (challenger, at) in [(0, first), (1, second)] {
                this.minds[mind][at] = match mind {
                    0 => this.think::<1>(ids, challenger),
                    1 => this.think::<2>(ids, challenger),
                    2 => this.think::<3>(ids, challenger),
                    _ => this.think::<4>(ids, challenger),
                };
            }
            this.minds[mind][second]
        };
        let mut guess = self.plan.units.size(ids[0]) - self.plan.units.size(ids[1]);
        for _ in 0..MOST_ROUNDS {
            let once = round(self, guess);
            if (once - guess).abs() <= SETTLED {
                return;
            }
            let twice = round(self, once);
            if (twice - once).abs() <= SETTLED {
                return;
            }
            // While the decisions stay the same the round is linear, and the secant hits its fixed point.
            let slope = (twice - once) / (once - guess);
            guess = if slope < 0.99 {
                once + (twice - once) / (1.0 - slope)
            } else {
                twice
            };
        }
    }
}

/// All non-empty parts of teams, each once.
fn parts(teams: &[Counts]) -> Vec<Counts> {
    (1..=CARRIER_SIZE)
        .flat_map(teams_of)
        .filter(|part| teams.iter().any(|t| t.contains(*part)))
        .collect()
}

/// Mean symmetrised fight edge of each team of one to three against all 70 full teams, under the policy
/// `value`: what the loss rule `table` maximises.
pub fn remainder_worth(rules: &Rc<Rules>) -> HashMap<Counts, f64> {
    let value = PolicySpec::parse("value").expect("value is a policy");
    let mut fights = Fights::new(rules, [&value, &value]).expect("fixed policies are not nested");
    let full = teams_of(CARRIER_SIZE);
    let small: Vec<Counts> = (1..CARRIER_SIZE).flat_map(teams_of).collect();
    fights.solve(&small, &full);
    small
        .iter()
        .map(|&team| {
            let mut edge = |other| {
                let [first, second] = fights.value(Unit::team(team), Unit::team(other));
                (first.edge + second.edge) / 2.0
            };
            let sum: f64 = full.iter().map(|&other| edge(other)).sum();
            (team, sum / full.len() as f64)
        })
        .collect()
}

#[cfg(test)]
mod tests;
