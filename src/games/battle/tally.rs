//! What battles add up to: one list of counters, and what is read off it.
//!
//! | counters | what |
//! |---|---|
//! | 2 x 61 | ends by who took the first turn: loser, way, death, an insane winner; no contests; undecided |
//! | 3 x 1024 | lengths by result (a wins, b wins, nobody); the last counter is 1023 turns and more |
//! | 2 | sum of the turns, sum of their squares |
//! | 2 x 128 | the winner's health + 20 |
//! | 2 x 64 | the winner's luck dice |

use super::exact::Exact;
use super::naive::Ended;
use super::state::{DEAD, EndedBy, State};
use crate::playout::Tally;
use serde::{Deserialize, Serialize};

/// Ways to end of one loser: seven ways, dead or not, the winner insane or not; comas as no contests.
const WAYS: usize = 7 * 4 + 2;
const ENDS: usize = 2 * WAYS + 1;
const UNDECIDED: usize = ENDS - 1;
/// Lengths that are counted one by one.
pub const LENGTHS: usize = 1024;
const TURNS: usize = 2 * ENDS;
const SUMS: usize = TURNS + 3 * LENGTHS;
const HEALTH: usize = SUMS + 2;
const LUCK: usize = HEALTH + 2 * 128;
/// Counters in all.
pub const COUNTERS: usize = LUCK + 2 * 64;

/// The place of an end among [`ENDS`].
fn end_code(end: State) -> usize {
    let (Some(loser), Some(by)) = (end.loser(), end.ended_by()) else {
        return UNDECIDED;
    };
    if end.is_no_contest() {
        return loser * WAYS + 28 + usize::from(by == EndedBy::ComaAndInsanity);
    }
    loser * WAYS
        + (by as usize - 1) * 4
        + usize::from(end.loser_dead()) * 2
        + usize::from(end.winner_insane())
}

/// Adds a battle.
#[inline]
pub fn add(counters: &mut [u64], first: usize, end: State, turns: u32) {
    counters[first * ENDS + end_code(end)] += 1;
    let result = end.winner().unwrap_or(2);
    counters[TURNS + result * LENGTHS + (turns as usize).min(LENGTHS - 1)] += 1;
    counters[SUMS] += u64::from(turns);
    counters[SUMS + 1] += u64::from(turns) * u64::from(turns);
    if let Some(w) = end.winner() {
        counters[HEALTH + w * 128 + (end.health(w) - DEAD) as usize] += 1;
        counters[LUCK + w * 64 + usize::from(end.luck(w))] += 1;
    }
}

/// The tally of duels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuelTally(pub Vec<u64>);

impl Default for DuelTally {
    fn default() -> Self {
        Self(vec![0; COUNTERS])
    }
}

impl DuelTally {
    /// To read it.
    pub fn counts(&self) -> Counts<'_> {
        Counts(&self.0)
    }
}

impl Tally for DuelTally {
    fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    fn check(&self, empty: &Self, playouts: u64) -> Result<(), String> {
        self.0.check(&empty.0, playouts)?;
        let c = self.counts();
        let lengths: u64 = (0..3).map(|r| c.lengths(r).iter().sum::<u64>()).sum();
        let wins = c.wins(0) + c.wins(1);
        let left: [u64; 2] = [
            (0..2).map(|s| c.health_left(s).iter().sum::<u64>()).sum(),
            (0..2).map(|s| c.luck_left(s).iter().sum::<u64>()).sum(),
        ];
        match c.n() == playouts && lengths == playouts && left == [wins; 2] {
            true => Ok(()),
            false => Err(format!("{playouts} battles cannot have its counts")),
        }
    }
}

/// Counters of many battles, read.
#[derive(Debug, Clone, Copy)]
pub struct Counts<'a>(pub &'a [u64]);

impl Counts<'_> {
    /// Battles.
    pub fn n(&self) -> u64 {
        self.0[..2 * ENDS].iter().sum()
    }

    /// Battles in which this side took the first turn.
    pub fn first(&self, side: usize) -> u64 {
        self.0[side * ENDS..(side + 1) * ENDS].iter().sum()
    }

    /// Battles that ended so; by a side's fall, and whether it died.
    pub fn falls(&self, loser: usize, holds: impl Fn(EndedBy, bool) -> bool) -> u64 {
        let mut sum = 0;
        for first in 0..2 {
            let ways = &self.0[first * ENDS + loser * WAYS..][..WAYS];
            for (i, by) in EndedBy::ALL[..7].iter().enumerate() {
                for dead in [false, true] {
                    if holds(*by, dead) {
                        sum += ways[i * 4 + usize::from(dead) * 2]
                            + ways[i * 4 + usize::from(dead) * 2 + 1];
                    }
                }
            }
        }
        sum
    }

    /// Battles that a side won.
    pub fn wins(&self, side: usize) -> u64 {
        self.falls(1 - side, |_, _| true)
    }

    /// Battles that a side won of those in which `first` took the first turn.
    pub fn wins_if_first(&self, side: usize, first: usize) -> u64 {
        self.0[first * ENDS + (1 - side) * WAYS..][..28]
            .iter()
            .sum()
    }

    /// Battles in which a side died.
    pub fn dead(&self, side: usize) -> u64 {
        self.falls(side, |_, dead| dead)
    }

    /// Battles that a side lost in this way.
    pub fn loses_by(&self, side: usize, by: EndedBy) -> u64 {
        self.falls(side, |b, _| b == by)
    }

    /// Battles that a doomed gladiator won, who gains an insanity.
    pub fn insane_wins(&self, side: usize) -> u64 {
        (0..2)
            .map(|f| {
                self.0[f * ENDS + (1 - side) * WAYS..][..28]
                    .iter()
                    .skip(1)
                    .step_by(2)
                    .sum::<u64>()
            })
            .sum()
    }

    /// Battles at the turn cap.
    pub fn undecided(&self) -> u64 {
        self.0[UNDECIDED] + self.0[ENDS + UNDECIDED]
    }

    /// No contests by the coma of a side (switch `coma_result`).
    pub fn no_contests(&self, fallen: usize) -> u64 {
        (0..2)
            .map(|f| {
                self.0[f * ENDS + fallen * WAYS + 28..][..2]
                    .iter()
                    .sum::<u64>()
            })
            .sum()
    }

    /// Battles by length, of one result: 0 a wins, 1 b wins, 2 nobody. The last counter is [`LENGTHS`] - 1 and more.
    pub fn lengths(&self, result: usize) -> &[u64] {
        &self.0[TURNS + result * LENGTHS..][..LENGTHS]
    }

    /// Sum of the turns, and of their squares.
    pub fn turns(&self) -> (u64, u64) {
        (self.0[SUMS], self.0[SUMS + 1])
    }

    /// Mean number of turns.
    pub fn mean_turns(&self) -> f64 {
        self.0[SUMS] as f64 / self.n().max(1) as f64
    }

    /// Battles won by a side with this health left: from -20 on.
    pub fn health_left(&self, side: usize) -> &[u64] {
        &self.0[HEALTH + side * 128..][..128]
    }

    /// Battles won by a side with so many luck dice left.
    pub fn luck_left(&self, side: usize) -> &[u64] {
        &self.0[LUCK + side * 64..][..64]
    }

    /// What the counters can be compared by, exact and sampled: counts by loser, way and death, then undecided and
    /// the rest.
    pub fn results(&self) -> Vec<u64> {
        let mut all: Vec<u64> = Vec::new();
        for loser in 0..2 {
            for by in &EndedBy::ALL[..7] {
                for dead in [false, true] {
                    all.push(self.falls(loser, |b, d| b == *by && d == dead));
                }
            }
        }
        all.push(self.n() - all.iter().sum::<u64>());
        all
    }
}

/// Battles of the naive twin, counted in the order of [`Counts::results`].
pub fn twin_results(battles: impl IntoIterator<Item = Ended>) -> Vec<u64> {
    let mut counts = vec![0; 29];
    for ended in battles {
        let by = EndedBy::ALL[..7]
            .iter()
            .position(|by| by.name() == ended.by);
        counts[by.map_or(28, |by| {
            (1 - ended.winner) * 14 + by * 2 + usize::from(ended.dead)
        })] += 1;
    }
    counts
}

/// The probabilities of [`Counts::results`].
pub fn result_probabilities(exact: &Exact) -> Vec<f64> {
    let mut all: Vec<f64> = Vec::new();
    for loser in 0..2 {
        for by in &EndedBy::ALL[..7] {
            for dead in [false, true] {
                all.push(exact.p(|s| {
                    s.winner() == Some(1 - loser)
                        && s.ended_by() == Some(*by)
                        && s.loser_dead() == dead
                }));
            }
        }
    }
    all.push((1.0 - all.iter().sum::<f64>()).max(0.0));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battle::state::{Guard, Side};

    #[test]
    fn every_end_has_a_counter_of_its_own() {
        let side = Side {
            health: 5,
            stunned: false,
            guard: Guard::Normal,
            doomed: false,
            luck: 2,
            in_hand: [0; 2],
        };
        let start = State::new([side, side], 0);
        let mut codes = vec![end_code(start.undecided())];
        for loser in 0..2 {
            for by in &EndedBy::ALL[..7] {
                for dead in [false, true] {
                    for doomed in [false, true] {
                        codes.push(end_code(
                            start
                                .with_doomed(1 - loser, doomed)
                                .ended(loser, *by, dead, false),
                        ));
                    }
                }
            }
            codes.push(end_code(start.ended(loser, EndedBy::Coma, false, true)));
            codes.push(end_code(start.ended(
                loser,
                EndedBy::ComaAndInsanity,
                false,
                true,
            )));
        }
        codes.sort_unstable();
        assert_eq!(codes, (0..ENDS).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_added_is_read() {
        let side = Side {
            health: 5,
            stunned: false,
            guard: Guard::Normal,
            doomed: false,
            luck: 2,
            in_hand: [0; 2],
        };
        let start = State::new([side, side], 0);
        let mut counters = vec![0; COUNTERS];
        add(
            &mut counters,
            0,
            start.ended(1, EndedBy::Slain, true, false),
            7,
        );
        add(
            &mut counters,
            1,
            start
                .with_doomed(1, true)
                .ended(0, EndedBy::Coma, false, false),
            2000,
        );
        add(&mut counters, 1, start.undecided(), 10);
        add(
            &mut counters,
            1,
            start.ended(0, EndedBy::Coma, false, true),
            9,
        );
        let c = Counts(&counters);
        assert_eq!(
            (
                c.n(),
                c.first(0),
                c.wins(0),
                c.wins(1),
                c.undecided(),
                c.no_contests(0)
            ),
            (4, 1, 1, 1, 1, 1)
        );
        assert_eq!(
            (
                c.dead(1),
                c.dead(0),
                c.loses_by(0, EndedBy::Coma),
                c.insane_wins(1),
                c.insane_wins(0)
            ),
            (1, 0, 1, 1, 0)
        );
        assert_eq!(
            (
                c.lengths(0)[7],
                c.lengths(1)[LENGTHS - 1],
                c.lengths(2)[9],
                c.turns().0
            ),
            (1, 1, 1, 2026)
        );
        assert_eq!(
            (
                c.health_left(0)[25],
                c.luck_left(1)[2],
                c.wins_if_first(1, 1)
            ),
            (1, 1, 1)
        );
        assert_eq!(c.results().iter().sum::<u64>(), 4);
    }
}
