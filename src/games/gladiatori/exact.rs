//! A duel worked out exactly: all states that can be reached are advanced together and equal ones merged.
//!
//! Feasible for one or two turns of small hands; sampling must agree with it.

use super::duel::DuelQuestion;
use super::rules::Play;
use super::state::Duel;
use super::tally::Log;
use crate::chance::enumerate;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::HashMap;

/// The exact result of a duel.
#[derive(Debug, Clone)]
pub struct ExactDuel {
    /// End states with their probabilities, in order.
    pub ends: Vec<(Duel, BigRational)>,
    /// Mean hits of both sides together.
    pub mean_hits: BigRational,
    /// Largest number of states held at once.
    pub states: usize,
}

impl ExactDuel {
    /// Mean of a whole number of the end state.
    pub fn mean(&self, of: impl Fn(&Duel) -> i64) -> BigRational {
        self.ends
            .iter()
            .map(|(s, p)| p * BigRational::from(BigInt::from(of(s))))
            .sum()
    }
}

impl DuelQuestion {
    /// Works the duel out; playout 0 says who starts.
    pub fn exact(&self) -> ExactDuel {
        let mut open: HashMap<Duel, BigRational> =
            HashMap::from([(self.start(0), BigRational::one())]);
        let mut done: HashMap<Duel, BigRational> = HashMap::new();
        let (mut mean_hits, mut states) = (BigRational::zero(), 1);
        let policies = [&self.brains[0], &self.brains[1]];
        while !open.is_empty() {
            states = states.max(open.len());
            let mut next: HashMap<Duel, BigRational> = HashMap::new();
            for (state, weight) in open {
                // Equal results of one step are merged before the wide fractions come in.
                let mut step: HashMap<(Duel, u16), crate::chance::Prob> = HashMap::new();
                enumerate(
                    |branch| {
                        let (mut st, mut log) = (state, Log::default());
                        self.game
                            .step(&mut st, &mut Play::new(&policies, branch, &mut log));
                        (st, log.count(0, "hits") + log.count(1, "hits"))
                    },
                    |leaf| {
                        *step
                            .entry(leaf.result)
                            .or_insert_with(crate::chance::Prob::zero) += leaf.probability()
                    },
                );
                for ((st, hits), p) in step {
                    let p = &weight
                        * BigRational::new(BigInt::from(*p.numer()), BigInt::from(*p.denom()));
                    mean_hits += &p * BigRational::from(BigInt::from(hits));
                    let slot = if st.over() { &mut done } else { &mut next };
                    *slot.entry(st).or_insert_with(BigRational::zero) += p;
                }
            }
            open = next;
        }
        let mut ends: Vec<(Duel, BigRational)> = done.into_iter().collect();
        ends.sort_by_key(|e| e.0);
        ExactDuel {
            ends,
            mean_hits,
            states,
        }
    }
}
