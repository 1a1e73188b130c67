//! Optimal decisions of a duel by backward induction, over the rules' own state machine.
//!
//! Value of a state: expected (attacker's units left) - (defender's units left), an animal counting 2, plus
//! `marker_weight` for each marker on the defender less each on the attacker. It differs from the edge by a constant of
//! the starting units, so one memo serves every match-up. The attacker maximises, the defender minimises;
//! a side may instead follow a known policy, and the other then plays the best response to it.

use super::counts::Counts;
use super::policy::{DuelPolicy, Parts, Policy, View, loss_options};
use super::rules::{Given, Need, Rules};
use super::state::{ATTACKER, DuelState, Side};
use crate::chance::{Branch, Dist, enumerate};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Values closer than this are equal; ties go to the first option in the order of spec 13.
const TIE: f64 = 1e-11;

/// Backward induction over a duel.
#[derive(Debug)]
pub struct Solver {
    rules: Rc<Rules>,
    /// A side that follows a known policy instead of playing optimally.
    known: [Option<Policy>; 2],
    marker_weight: f64,
    memo: RefCell<HashMap<DuelState, f64>>,
}

impl Solver {
    /// Both sides play optimally.
    pub fn minimax(rules: Rc<Rules>, marker_weight: f64) -> Self {
        Self {
            rules,
            known: [None, None],
            marker_weight,
            memo: RefCell::default(),
        }
    }

    /// `side` plays optimally against the other's known policy.
    pub fn best_response(
        rules: Rc<Rules>,
        side: usize,
        opponent: Policy,
        marker_weight: f64,
    ) -> Self {
        let known = if side == ATTACKER {
            [None, Some(opponent)]
        } else {
            [Some(opponent), None]
        };
        Self {
            rules,
            known,
            marker_weight,
            memo: RefCell::default(),
        }
    }

    /// Value of a state (see the module's head).
    pub fn value(&self, state: &DuelState) -> f64 {
        if state.is_over() {
            let worth = |s: &Side| f64::from(s.size() * if s.is_animal() { 2 } else { 1 });
            let [a, d] = &state.sides;
            let markers = f64::from(d.markers_left()) - f64::from(a.markers_left());
            return worth(a) - worth(d) + self.marker_weight * markers;
        }
        if let Some(&value) = self.memo.borrow().get(state) {
            return value;
        }
        let value = self.evaluate(state);
        self.memo.borrow_mut().insert(*state, value);
        value
    }

    fn evaluate(&self, state: &DuelState) -> f64 {
        let rules = &*self.rules;
        let view = |side| View { rules, state, side };
        match rules.need(state) {
            Need::Roll { dice, .. } => {
                self.mean(state, rules.pool(dice), |s, r| rules.after_roll(s, r))
            }
            Need::NetDice { .. } => self.policy_mean(state, None),
            Need::NameNets { side, .. } | Need::Reroll { side, .. } | Need::Lose { side, .. }
                if self.known[side].is_some() =>
            {
                self.policy_mean(state, self.known[side].as_ref())
            }
            Need::NameNets { side, least, most } => self.nets(&view(side), least, most).1,
            Need::Reroll { side, .. } => self.reroll(&view(side)).1,
            Need::Lose { side, count } => self.losses(&view(side), count).1,
            Need::Nothing => unreachable!("a duel that is over has no need"),
        }
    }

    /// Mean over a chance outcome.
    fn mean<T: Copy>(
        &self,
        state: &DuelState,
        dist: &Dist<T>,
        apply: impl Fn(&mut DuelState, T),
    ) -> f64 {
        let sum: f64 = dist
            .weighted()
            .map(|(outcome, weight)| {
                let mut next = *state;
                apply(&mut next, outcome);
                weight as f64 * self.value(&next)
            })
            .sum();
        sum / dist.total() as f64
    }

    /// Mean over whatever a known policy, or the net dice, may do next.
    fn policy_mean(&self, state: &DuelState, policy: Option<&Policy>) -> f64 {
        let simple = Policy::fixed(Parts::simple()); // decides nothing where dice are needed
        let policy = policy.unwrap_or(&simple);
        let mut sum = 0.0;
        enumerate(
            |branch: &mut Branch| {
                let mut next = *state;
                self.rules.advance(&mut next, [policy, policy], branch);
                next
            },
            |leaf| sum += leaf.weight as f64 / leaf.total as f64 * self.value(&leaf.result),
        );
        sum
    }

    /// The first best option for `side` and its value.
    fn best<T: Copy>(
        &self,
        view: &View<'_>,
        options: impl Iterator<Item = T>,
        apply: impl Fn(&mut DuelState, T),
    ) -> (T, f64) {
        let sign = if view.side == ATTACKER { 1.0 } else { -1.0 };
        let mut best: Option<(T, f64)> = None;
        for option in options {
            let mut next = *view.state;
            apply(&mut next, option);
            let value = self.value(&next);
            if best.as_ref().is_none_or(|(_, b)| sign * (value - b) > TIE) {
                best = Some((option, value));
            }
        }
        best.expect("there is always an option")
    }

    fn nets(&self, view: &View<'_>, least: u8, most: u8) -> (Counts, f64) {
        let default =
            Policy::fixed(Parts::simple()).name_nets(view, least, most, &mut Branch::default());
        let active = view.other().active;
        let mut options: Vec<Counts> = (least..=most).flat_map(|n| active.subsets(n)).collect();
        options.sort_by_key(|c| c.to_array());
        self.best(view, std::iter::once(default).chain(options), |s, named| {
            self.rules.after_nets(s, named)
        })
    }

    fn reroll(&self, view: &View<'_>) -> (bool, f64) {
        self.best(view, [false, true].into_iter(), |s, again| {
            self.rules.after_reroll(s, again)
        })
    }

    fn losses(&self, view: &View<'_>, count: u8) -> (Given, f64) {
        let default = Policy::fixed(Parts::simple()).lose(view, count, &mut Branch::default());
        let own = view.own();
        let options = loss_options(own.active, own.netted, count, self.rules.active_lost_first);
        self.best(view, std::iter::once(default).chain(options), |s, given| {
            self.rules.after_losses(s, given)
        })
    }

    /// The optimal net targets.
    pub fn best_nets(&self, view: &View<'_>, least: u8, most: u8) -> Counts {
        self.nets(view, least, most).0
    }

    /// Whether a re-roll is optimal; ties keep the roll.
    pub fn best_reroll(&self, view: &View<'_>) -> bool {
        self.reroll(view).0
    }

    /// The optimal losses.
    pub fn best_losses(&self, view: &View<'_>, count: u8) -> Given {
        self.losses(view, count).0
    }
}
