//! Small games exactly: every state that can follow from a position, with its probability, turn by turn.
//!
//! The whole game runs through the same rules over [`Branch`]; equal states are merged, their numbers of
//! turns left out. A game
//! can last for ever (nothing happens, again and again), so the sum is followed until less than [`REST`] of
//! the probability
//! is left. Serves where few states can follow: two teams on two spaces *are* the fight to the death (spec 8).

use super::luck::Stepwise;
use super::policy::{Company, Seated};
use super::setup::Arena;
use super::state::{End, MOST_PLAYERS, Phase, State};
use crate::chance::{Branch, enumerate};
use std::collections::BTreeMap;

/// Probability that may be left when the sum ends.
pub const REST: f64 = 1e-15;

/// Exact means of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Means {
    /// Mean number of turns.
    pub turns: f64,
    /// Mean points by seat.
    pub points: Vec<f64>,
    /// Share of the win by seat.
    pub wins: Vec<f64>,
    /// Probability of each end, in the order of [`End::ALL`].
    pub ends: [f64; 4],
    /// P(the win is shared).
    pub tie: f64,
}

/// Works out a game from a position on, everybody at the seat of their number; `None` if more than `most`
/// states are open at once, or
/// the cap on turns comes before the sum has ended.
pub fn means(company: &Company, start: &State, most: usize) -> Option<Means> {
    let arena = company.arena();
    let seated = company.seated(company.seating(0));
    let seats = Seated::seats(&seated);
    let policies = company.tables().policies();
    let mut found = Means {
        turns: 0.0,
        points: vec![0.0; arena.players],
        wins: vec![0.0; arena.players],
        ends: [0.0; 4],
        tie: 0.0,
    };
    let mut steps: BTreeMap<State, Vec<(State, f64)>> = BTreeMap::new();
    let mut open = BTreeMap::from([(*start, 1.0)]);
    for _ in 0..arena.readings.turn_cap.saturating_sub(1) {
        let mut next: BTreeMap<State, f64> = BTreeMap::new();
        for (state, weight) in open {
            if let Some(end) = state.ended() {
                found.add(arena, &state, end, weight);
                continue;
            }
            found.turns += if state.phase == Phase::Duels {
                weight
            } else {
                0.0
            };
            let follow = steps.entry(state).or_insert_with(|| {
                let mut follow: BTreeMap<State, f64> = BTreeMap::new();
                enumerate(
                    |branch: &mut Branch| {
                        let mut next = state;
                        arena.step(
                            &mut next,
                            &seats,
                            &mut Stepwise::new(branch, arena, &policies),
                            &mut (),
                        );
                        if next.phase != Phase::Draft {
                            next.turn = 0;
                        }
                        next
                    },
                    |leaf| {
                        *follow.entry(leaf.result).or_insert(0.0) +=
                            leaf.weight as f64 / leaf.total as f64
                    },
                );
                follow.into_iter().collect()
            });
            for (state, p) in follow {
                *next.entry(*state).or_insert(0.0) += weight * *p;
            }
        }
        if next.len() > most || steps.len() > most {
            return None;
        }
        open = next;
        if open.values().sum::<f64>() < REST {
            return Some(found);
        }
    }
    None
}

impl Means {
    fn add(&mut self, arena: &Arena, state: &State, end: End, weight: f64) {
        let points: [u32; MOST_PLAYERS] = arena.final_points(state);
        let points = &points[..arena.players];
        let winners = arena.winners(points);
        self.ends[end as usize] += weight;
        self.tie += if winners.len() > 1 { weight } else { 0.0 };
        for (sum, &p) in self.points.iter_mut().zip(points) {
            *sum += weight * f64::from(p);
        }
        for &seat in &winners {
            self.wins[seat] += weight / winners.len() as f64;
        }
    }
}
