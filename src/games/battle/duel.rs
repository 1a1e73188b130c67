//! A duel as a resolved question: rules, gladiators ready to fight, policies ready to play, who takes the first turn.

use super::data::BattleData;
use super::exact::{expected_states, optimal};
use super::fighter::Fighter;
use super::gladiator::Gladiator;
use super::policy::{Parts, Policy, StyleRule};
use super::rules::Rules;
use crate::error::{Error, Result};
use crate::scenario::Switches;
use std::sync::Arc;

/// Optimal styles of duels with more states than this are not worked out.
pub const MOST_STATES: f64 = 400_000.0;

/// Says that the best style is too much to work out, and what to write.
pub fn too_large(states: f64) -> Error {
    Error::usage(format!(
        "style=optimal: about {states:.0} states are too many to work the best style out (at most {MOST_STATES:.0}); write style=rollout:N or style=mcts:N, which play N battles out at each choice"
    ))
}

/// A resolved duel.
#[derive(Debug, Clone)]
pub struct Duel {
    /// The reading of the rules and the table set.
    pub rules: Arc<Rules>,
    /// Side a and side b.
    pub fighters: [Fighter; 2],
    /// Their policies.
    pub policies: [Policy; 2],
    /// Who takes the first turn; `None`: initiative decides.
    pub first: Option<usize>,
}

impl Duel {
    /// Resolves a duel. A side with `style=optimal` is solved against the other's policy, both sides with it against
    /// each other, which takes a moment.
    ///
    /// # Errors
    /// An illegal gladiator, a surrender that the readings do not allow, or a state space too large to solve.
    pub fn new(
        data: &BattleData,
        switches: &Switches,
        gladiators: [&Gladiator; 2],
        parts: [Parts; 2],
        first: Option<usize>,
    ) -> Result<Self> {
        let rules = Rules::new(data, switches)?;
        let fighter = |side: usize| {
            Fighter::new(data, &rules.readings, gladiators[side])
                .map_err(|e| Error::usage(format!("gladiator {}: {e}", ["a", "b"][side])))
        };
        let fighters = [fighter(0)?, fighter(1)?];
        Self::of(Arc::new(rules), fighters, parts, first)
    }

    /// From rules and fighters.
    ///
    /// # Errors
    /// As [`Duel::new`], except for illegal gladiators.
    pub fn of(
        rules: Arc<Rules>,
        fighters: [Fighter; 2],
        parts: [Parts; 2],
        first: Option<usize>,
    ) -> Result<Self> {
        for parts in &parts {
            if parts.surrender.is_some_and(|k| k >= 0) && !rules.readings.concede_any_turn {
                return Err(Error::usage(
                    "surrender=at:K takes a K from -1 to -10: \
                     one gives up below zero only (or set concede=any_own_turn)",
                ));
            }
        }
        let optimal = [0, 1].map(|s| parts[s].style == StyleRule::Optimal);
        let policies = [0, 1].map(|side| Policy::new(parts[side], &rules, &fighters, side));
        let mut duel = Self {
            rules,
            fighters,
            policies,
            first,
        };
        if optimal.contains(&true) {
            let states = expected_states(&duel);
            if states > MOST_STATES {
                return Err(too_large(states));
            }
        }
        match optimal {
            [false, false] => {}
            [true, true] => {
                let [a, b] = optimal::equilibrium(&duel)?.styles;
                for (policy, styles) in duel.policies.iter_mut().zip([a, b]) {
                    *policy = policy.clone().with_optimal(Arc::new(styles));
                }
            }
            [a, _] => {
                let side = usize::from(!a);
                let solved = optimal::solve(&duel, side)?;
                duel.policies[side] = duel.policies[side]
                    .clone()
                    .with_optimal(Arc::new(solved.styles));
            }
        }
        Ok(duel)
    }

    /// Both policies, for the rules.
    pub fn players(&self) -> [&Policy; 2] {
        [&self.policies[0], &self.policies[1]]
    }

    /// Whether a side may ever use luck dice.
    pub fn luck_in_play(&self) -> bool {
        (0..2).any(|s| {
            self.fighters[s].luck > 0
                && self.policies[s].parts.luck != super::policy::LuckRule::NONE
        })
    }
}
