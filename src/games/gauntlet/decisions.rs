//! The decisions of a policy that looks at the table only, filled in as they come up.
//!
//! A cell is a number of two bytes that every thread would work out alike, so threads may fill it at the same time.

use super::dice::{ROLLS, Roll};
use super::rules::game::Code;
use super::state::{FIGHTS, Fight};
use std::sync::atomic::{AtomicU16, Ordering};

/// Not yet worked out.
pub const UNKNOWN: u16 = u16::MAX;

/// What a policy makes of each fight and roll of a class, by layer of the bargain.
#[derive(Debug)]
pub struct DecisionTable {
    cells: Vec<AtomicU16>,
}

impl DecisionTable {
    /// Nothing decided yet.
    pub fn new(layers: usize) -> Self {
        Self {
            cells: (0..layers * FIGHTS * ROLLS)
                .map(|_| AtomicU16::new(UNKNOWN))
                .collect(),
        }
    }

    /// Everything decided, layer by layer.
    pub fn full(layers: impl Iterator<Item = Vec<u16>>) -> Self {
        Self {
            cells: layers.flatten().map(AtomicU16::new).collect(),
        }
    }

    /// The decision at hand, worked out by `decide` the first time; `None` where `decide` gives none.
    #[inline]
    pub fn get(
        &self,
        layer: usize,
        fight: Fight,
        roll: Roll,
        decide: impl FnOnce() -> Option<Code>,
    ) -> Option<Code> {
        self.at(
            (layer * FIGHTS + fight.index()) * ROLLS + roll.index(),
            decide,
        )
    }

    /// The same by number: `(layer * 972 + fight) * 441 + roll`.
    #[inline(always)]
    pub fn at(&self, cell: usize, decide: impl FnOnce() -> Option<Code>) -> Option<Code> {
        let known = self.cells[cell].load(Ordering::Relaxed);
        if known != UNKNOWN {
            return Some(Code(known));
        }
        let code = decide()?;
        self.cells[cell].store(code.0, Ordering::Relaxed);
        Some(code)
    }

    /// What is known of a cell, for loads ahead of their use: a code, or nothing.
    #[inline(always)]
    pub fn peek(&self, cell: usize) -> u16 {
        self.cells[cell].load(Ordering::Relaxed)
    }

    /// How many decisions have been worked out.
    pub fn filled(&self) -> usize {
        self.cells
            .iter()
            .filter(|c| c.load(Ordering::Relaxed) != UNKNOWN)
            .count()
    }
}
