//! A duel as a resolved question: rules, units, challenger, policies; and what its results mean.

use super::exact::Halves;
use super::fight;
use super::policy::{LossRule, Policy, RemainderWorth};
use super::rules::Rules;
use super::solver::Solver;
use super::spec::PolicySpec;
use super::state::{DuelState, Side};
use super::unit::Unit;
use std::rc::Rc;

/// A resolved duel question.
#[derive(Debug, Clone)]
pub struct Duel {
    /// The reading of the rules.
    pub rules: Rc<Rules>,
    /// Attacker and defender.
    pub units: [Unit; 2],
    /// Side that placed the Combat disc.
    pub challenger: usize,
    /// Policies as named.
    pub specs: [PolicySpec; 2],
    /// Worth of a marker to `minimax` and `best_response` (spec 13).
    pub marker_weight: f64,
}

/// Who rolls first and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstRoller {
    /// The side.
    pub side: usize,
    /// Spears of attacker and defender.
    pub spears: [u8; 2],
}

/// The result of one duel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DuelResult {
    /// Gladiators gone, attacker and defender; 1 for a defeated animal.
    pub lost: [u8; 2],
    /// Hit markers left; 0 on a unit that is out.
    pub markers: [u8; 2],
    /// What is left; `None` when out.
    pub left: [Option<Unit>; 2],
    /// The edge: worth taken less worth lost, for the challenger; a gladiator 1, an animal 2.
    pub edge: i8,
}

impl Duel {
    /// A duel under the policy `simple`, challenged by the attacker, by the rulebook.
    pub fn simple(attacker: Unit, defender: Unit) -> Self {
        Self {
            rules: Rc::new(Rules::rulebook()),
            units: [attacker, defender],
            challenger: 0,
            specs: [PolicySpec::simple(), PolicySpec::simple()],
            marker_weight: 0.0,
        }
    }

    /// The state before the first step.
    pub fn start(&self) -> DuelState {
        self.rules
            .start(self.units[0], self.units[1], self.challenger)
    }

    /// Who rolls first.
    pub fn first_roller(&self) -> FirstRoller {
        let spears = self.units.map(|u| u.counts.get(super::counts::Kind::Spear));
        FirstRoller {
            side: self.start().first(),
            spears,
        }
    }

    /// The policies, ready to play.
    pub fn policies(&self) -> [Policy; 2] {
        [0, 1].map(|side| self.policy(side, &self.specs[side]))
    }

    fn policy(&self, side: usize, spec: &PolicySpec) -> Policy {
        let solver = spec.parts.needs_solver().then(|| {
            Rc::new(match &spec.answers {
                Some(known) => {
                    let known = self.policy(1 - side, known);
                    Solver::best_response(self.rules.clone(), side, known, self.marker_weight)
                }
                None => Solver::minimax(self.rules.clone(), self.marker_weight),
            })
        });
        let worth = (spec.parts.losses == LossRule::Table).then(|| {
            let table = fight::remainder_worth(&self.rules);
            Rc::new(move |team| table.get(&team).copied().unwrap_or(f64::NEG_INFINITY))
                as Rc<RemainderWorth>
        });
        Policy::solved(spec.parts, solver, worth)
    }

    /// The exact distribution.
    pub fn halves(&self) -> Halves {
        let policies = self.policies();
        Halves::of(&self.rules, [&policies[0], &policies[1]], self.start())
    }

    /// What an end means.
    pub fn result(&self, end: &DuelState) -> DuelResult {
        let lost = [0, 1].map(|s| lost(self.units[s], &end.sides[s]));
        let worth = [0, 1].map(|s| lost[s] as i8 * if self.units[s].is_animal() { 2 } else { 1 });
        let c = self.challenger;
        DuelResult {
            lost,
            markers: [0, 1].map(|s| end.sides[s].markers_left()),
            left: [0, 1].map(|s| end.sides[s].unit()),
            edge: worth[1 - c] - worth[c],
        }
    }
}

fn lost(before: Unit, after: &Side) -> u8 {
    if before.is_animal() {
        u8::from(after.is_out())
    } else {
        before.counts.total() - after.size()
    }
}
