//! Fights to the death (spec 8, an analysis model): two teams duel again and again, challengers alternating.
//!
//! A state is (attacker's team and marker, defender's, who challenges). Duels only ever take something away or
//! leave everything as it is, so states are solved in order of what is left; the only loop is "nothing
//! changed, the other challenges", a 2x2 linear system.

use super::counts::{Counts, teams_of};
use super::exact::Halves;
use super::policy::{Parts, Policy};
use super::rules::Rules;
use super::unit::Unit;
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

/// Solves fights under fixed policies; remembers every state met.
#[derive(Debug)]
pub struct Fights<'a> {
    rules: &'a Rules,
    policies: [&'a Policy; 2],
    memo: HashMap<(Unit, Unit), [Value; 2]>,
}

impl<'a> Fights<'a> {
    /// Fights of an attacker and a defender with these policies, kept through all duels.
    pub fn new(rules: &'a Rules, policies: [&'a Policy; 2]) -> Self {
        Self {
            rules,
            policies,
            memo: HashMap::new(),
        }
    }

    /// Value when the attacker challenges first, and when the defender does. Both must be teams.
    pub fn value(&mut self, attacker: Unit, defender: Unit) -> [Value; 2] {
        if let Some(&v) = self.memo.get(&(attacker, defender)) {
            return v;
        }
        let mut known = [Value::default(); 2];
        let mut unchanged = [0.0; 2];
        for challenger in 0..2 {
            let start = self.rules.start(attacker, defender, challenger);
            let (ends, total) = Halves::of(self.rules, self.policies, start).ends();
            for (end, weight) in ends {
                let p = weight as f64 / total as f64;
                let lost = |unit: Unit, side: usize| {
                    f64::from(unit.counts.total()) - f64::from(end.sides[side].size())
                };
                known[challenger].edge += p * (lost(defender, 1) - lost(attacker, 0));
                match (end.sides[0].unit(), end.sides[1].unit()) {
                    (Some(a), Some(d)) if (a, d) == (attacker, defender) => {
                        unchanged[challenger] = p
                    }
                    (Some(a), Some(d)) => {
                        let next = self.value(a, d)[1 - challenger];
                        known[challenger].add(p, next);
                    }
                    (a, _) => {
                        known[challenger].p_attacker_wins += p * f64::from(u8::from(a.is_some()))
                    }
                }
            }
            known[challenger].duels += 1.0;
        }
        // v0 = k0 + u0 v1, v1 = k1 + u1 v0.
        let [u0, u1] = unchanged;
        let solve = |k0: f64, k1: f64| {
            [
                (k0 + u0 * k1) / (1.0 - u0 * u1),
                (k1 + u1 * k0) / (1.0 - u0 * u1),
            ]
        };
        let [k0, k1] = known;
        let edge = solve(k0.edge, k1.edge);
        let wins = solve(k0.p_attacker_wins, k1.p_attacker_wins);
        let duels = solve(k0.duels, k1.duels);
        let value = [0, 1].map(|c| Value {
            edge: edge[c],
            p_attacker_wins: wins[c],
            duels: duels[c],
        });
        self.memo.insert((attacker, defender), value);
        value
    }
}

/// Mean symmetrised fight edge of each team of one to three against all 70 full teams, under the policy
/// `value`: what the loss rule `table` maximises. Takes a while (a second or two), so it is worked out on demand.
pub fn remainder_worth(rules: &Rc<Rules>) -> HashMap<Counts, f64> {
    let value = Policy::fixed(Parts::preset("value").expect("value is a preset"));
    let mut fights = Fights::new(rules, [&value, &value]);
    let full = teams_of(4);
    (1..=3)
        .flat_map(teams_of)
        .map(|team| {
            let sum: f64 = full
                .iter()
                .map(|&other| {
                    let [first, second] = fights.value(Unit::team(team), Unit::team(other));
                    (first.edge + second.edge) / 2.0
                })
                .sum();
            (team, sum / full.len() as f64)
        })
        .collect()
}
