//! The exact distribution of a duel's result, from the rules' own state machine.

use super::policy::DuelPolicy;
use super::rules::Rules;
use super::state::{DuelState, Step};
use crate::chance::{Branch, Dist, distribution, gcd, lcm};
use std::collections::BTreeMap;

/// Distribution of the states in which `stop` first holds (it must hold at the end of a duel), starting from `from`.
///
/// All states that can be reached are advanced together, step by step, and equal ones merged, so the work grows with
/// the number of different states and not with the number of branches. Weights are exact integers.
pub fn spread<P: DuelPolicy>(
    rules: &Rules,
    policies: [&P; 2],
    from: DuelState,
    stop: impl Fn(&DuelState) -> bool,
) -> Dist<DuelState> {
    let mut done: BTreeMap<DuelState, u128> = BTreeMap::new();
    let mut open: BTreeMap<DuelState, u128> = BTreeMap::from([(from, 1)]);
    loop {
        for (state, weight) in std::mem::take(&mut open) {
            *if stop(&state) { &mut done } else { &mut open }
                .entry(state)
                .or_insert(0) += weight;
        }
        if open.is_empty() {
            break;
        }
        let steps: Vec<(u128, Dist<DuelState>)> = open
            .iter()
            .map(|(state, &weight)| {
                let step = distribution(|branch: &mut Branch| {
                    let mut next = *state;
                    rules.advance(&mut next, policies, branch);
                    next
                });
                (weight, step)
            })
            .collect();
        let common = steps
            .iter()
            .fold(1, |l, (_, step)| lcm(l, u128::from(step.total())));
        for weight in done.values_mut() {
            *weight *= common;
        }
        open.clear();
        for (weight, step) in steps {
            let scale = weight * (common / u128::from(step.total()));
            for (next, w) in step.weighted() {
                *open.entry(next).or_insert(0) += scale * u128::from(w);
            }
        }
        // Keep the numbers small.
        let shared = done
            .values()
            .chain(open.values())
            .fold(0, |g, &w| gcd(g, w));
        for weight in done.values_mut().chain(open.values_mut()) {
            *weight /= shared;
        }
    }
    Dist::new(done.into_iter().map(|(s, w)| {
        (
            s,
            u64::try_from(w).expect("half a duel weighs less than 2^52"),
        )
    }))
}

/// True where the counter-attack is about to be rolled, or the duel is over before it.
pub fn before_counter_attack(state: &DuelState) -> bool {
    state.is_over() || state.step() == Step::Roll && state.turn() == 1
}

/// The exact distribution of a duel's result, as it splits at the counter-attack.
#[derive(Debug, Clone)]
pub struct Halves {
    /// States before the counter-attack (or ends of duels that do not come to it).
    pub first: Dist<DuelState>,
    /// For each of those, the distribution of the ends.
    pub second: Vec<Dist<DuelState>>,
}

impl Halves {
    /// Works out a duel from its start.
    pub fn of<P: DuelPolicy>(rules: &Rules, policies: [&P; 2], start: DuelState) -> Self {
        let first = spread(rules, policies, start, before_counter_attack);
        let second = first
            .outcomes()
            .iter()
            .map(|s| spread(rules, policies, *s, DuelState::is_over))
            .collect();
        Self { first, second }
    }

    /// Every end with its exact weight, merged and in order, and the total weight.
    pub fn ends(&self) -> (Vec<(DuelState, u128)>, u128) {
        let common = self
            .second
            .iter()
            .fold(1, |l, d| lcm(l, u128::from(d.total())));
        let mut ends: BTreeMap<DuelState, u128> = BTreeMap::new();
        for ((_, weight), second) in self.first.weighted().zip(&self.second) {
            let scale = u128::from(weight) * (common / u128::from(second.total()));
            for (end, w) in second.weighted() {
                *ends.entry(end).or_insert(0) += scale * u128::from(w);
            }
        }
        (
            ends.into_iter().collect(),
            u128::from(self.first.total()) * common,
        )
    }
}
