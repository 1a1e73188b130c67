//! What a challenge is worth to a turn rule, remembered for every pair of units.

use crate::games::clash::arena::duels::DuelTables;
use crate::games::clash::arena::luck::Pairing;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a rule maximises.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    /// Mean points less this many times the mean own losses.
    Net(f64),
    /// P(any points).
    Scores,
}

/// A remembered value for every pair of units and of duel policies. A value depends on its pair alone, so it does not
/// matter who works it out first.
#[derive(Debug)]
pub(super) struct Scores {
    value: Value,
    units: usize,
    policies: usize,
    /// Inverted bits of the value; 0 is not known yet (it would be a NaN).
    cells: Box<[AtomicU64]>,
}

impl Scores {
    pub fn new(value: Value, units: usize, policies: usize) -> Self {
        let cells = (0..(units * policies).pow(2)).map(|_| AtomicU64::new(0)).collect();
        Self { value, units, policies, cells }
    }

    pub fn value(&self) -> Value {
        self.value
    }

    #[inline]
    pub fn get(&self, tables: &DuelTables, pairing: Pairing) -> f64 {
        let [a, d] = pairing.policies.map(usize::from);
        let [u, t] = pairing.units.map(usize::from);
        let cell = &self.cells[((a * self.policies + d) * self.units + u) * self.units + t];
        match cell.load(Ordering::Relaxed) {
            0 => {
                let odds = tables.odds(pairing);
                let value = match self.value {
                    Value::Net(lambda) => odds.points - lambda * odds.losses,
                    Value::Scores => odds.scores,
                };
                cell.store(!value.to_bits(), Ordering::Relaxed);
                value
            }
            known => f64::from_bits(!known),
        }
    }
}
