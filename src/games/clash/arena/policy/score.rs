//! What a challenge is worth to a turn rule, remembered for every pair of units.
//!
//! Greedy choices compare dozens of pairs a turn, so there is a rough value of 32 bits for each, a whole number.
//! Rough values that differ by more than [`SLACK`] are in the order of the exact ones; the others are
//! compared exactly.

use crate::games::clash::arena::duels::DuelTables;
use crate::games::clash::arena::luck::Pairing;
use crate::games::clash::arena::units::UnitId;
use crate::games::clash::unit::CARRIER_SIZE;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// What a rule maximises.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    /// Mean points less this many times the mean own losses.
    Net(f64),
    /// P(any points).
    Scores,
}

/// Rough values closer than this may be equal.
pub(super) const SLACK: u32 = 3;
/// In place of a page, where the value is not one of the table; far from every page.
pub(super) const NO_PAGE: usize = usize::MAX / 2;
/// Rough values are whole parts of the largest value that there can be: 2^-28 of it each.
const PARTS: f64 = (1 << 28) as f64;

/// Remembered values for every pair of units and of duel policies. A value depends on its pair alone, so it does not
/// matter who works it out first.
#[derive(Debug)]
pub(super) struct Scores {
    value: Value,
    units: usize,
    policies: usize,
    /// No value is larger in size.
    largest: f64,
    /// Rough values, shifted to be positive; 0 is not known yet.
    rough: Box<[AtomicU32]>,
    /// Inverted bits of the exact values; 0 is not known yet (it would be a NaN). Laid out when first needed.
    exact: OnceLock<Box<[AtomicU64]>>,
}

impl Scores {
    /// `most_points`: the most that one duel can give.
    pub fn new(value: Value, units: usize, policies: usize, most_points: f64) -> Self {
        let largest = match value {
            Value::Net(lambda) => most_points + f64::from(CARRIER_SIZE) * lambda,
            Value::Scores => 1.0,
        };
        let rough = (0..(units * policies).pow(2))
            .map(|_| AtomicU32::new(0))
            .collect();
        Self {
            value,
            units,
            policies,
            largest,
            rough,
            exact: OnceLock::new(),
        }
    }

    pub fn value(&self) -> Value {
        self.value
    }

    /// Where the values under a pair of duel policies begin.
    #[inline]
    pub fn page(&self, policies: [u8; 2]) -> usize {
        let [a, d] = policies;
        (usize::from(a) * self.policies + usize::from(d)) * self.units * self.units
    }

    /// Where a challenger's values begin in a page.
    #[inline]
    pub fn line(&self, challenger: UnitId) -> usize {
        usize::from(challenger) * self.units
    }

    fn index(&self, pairing: Pairing) -> usize {
        self.page(pairing.policies) + self.line(pairing.units[0]) + usize::from(pairing.units[1])
    }

    #[cold]
    fn work_out(&self, tables: &DuelTables, pairing: Pairing) -> f64 {
        let odds = tables.odds(pairing);
        match self.value {
            Value::Net(lambda) => odds.points - lambda * odds.losses,
            Value::Scores => odds.scores,
        }
    }

    /// The rough value of page + line + challenged unit, positive; 0 if it is not known yet, or on [`NO_PAGE`].
    #[inline]
    pub fn known(&self, at: usize) -> u32 {
        self.rough
            .get(at)
            .map_or(0, |cell| cell.load(Ordering::Relaxed))
    }

    /// The rough value.
    pub fn rough(&self, tables: &DuelTables, pairing: Pairing) -> u32 {
        let at = self.index(pairing);
        match self.known(at) {
            0 => {
                let share = self.work_out(tables, pairing) / self.largest;
                let rough = ((share + 1.0) * PARTS).round() as u32 + 1;
                self.rough[at].store(rough, Ordering::Relaxed);
                rough
            }
            known => known,
        }
    }

    /// The exact value, in double precision.
    pub fn exact(&self, tables: &DuelTables, pairing: Pairing) -> f64 {
        let all = self
            .exact
            .get_or_init(|| self.rough.iter().map(|_| AtomicU64::new(0)).collect());
        let cell = &all[self.index(pairing)];
        match cell.load(Ordering::Relaxed) {
            0 => {
                let value = self.work_out(tables, pairing);
                cell.store(!value.to_bits(), Ordering::Relaxed);
                value
            }
            known => f64::from_bits(!known),
        }
    }
}
