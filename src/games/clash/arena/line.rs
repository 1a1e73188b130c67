//! Small tables that fill themselves when they are first asked, in the space of a cache line or a word.
//!
//! Played games wait for memory more than for anything else, so the tables of duels are packed. A cell is a
//! few atomic words:
//! unknown, or known for good. Who comes first works it out and stores it; two who come at once store the same, as it
//! depends on its key alone. No locks, and nothing depends on the order.

use super::row::Row;
use crate::chance::Stream;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Outcomes of a distribution that fit in a line.
const ROOM: usize = 9;
/// Length of a distribution that does not fit and lies elsewhere.
const ELSEWHERE: u32 = u32::MAX;

/// A distribution over numbers of 16 bits in eight words: its length (0: unknown) and its total; [`ROOM`] - 1 running sums
/// in pairs (the last is the total); the outcomes in fours.
#[repr(align(64))]
#[derive(Debug, Default)]
struct Line([AtomicU64; 8]);

const SUMS: usize = 1;
const OUTCOMES: usize = SUMS + (ROOM - 1).div_ceil(2);
const _: () = assert!(OUTCOMES + ROOM.div_ceil(4) <= 8 && size_of::<Line>() == 64);
/// Sums stay below this, so that two are compared in one subtraction.
const MOST: u64 = 1 << 31;
/// A one in each half of a word.
const BOTH: u64 = 1 << 32 | 1;

impl Line {
    #[inline]
    fn word(&self, at: usize) -> u64 {
        self.0[at].load(Ordering::Relaxed)
    }

    /// Length and total.
    #[inline]
    fn head(&self) -> (u32, u32) {
        let head = self.0[0].load(Ordering::Acquire);
        (head as u32, (head >> 32) as u32)
    }

    #[inline]
    fn outcome(&self, k: usize) -> u16 {
        (self.word(OUTCOMES + k / 4) >> (16 * (k % 4))) as u16
    }

    /// A running sum; `k` below the length.
    fn sum(&self, k: usize, total: u32) -> u32 {
        match k {
            0..ROOM_OF_SUMS => ((self.word(SUMS + k / 2) >> (32 * (k % 2))) as u32).min(total),
            _ => total,
        }
    }

    /// Stores a distribution, or that it lies elsewhere.
    fn store(&self, row: &Row<u16>) {
        let weighted: Vec<(u16, u64)> = row.weighted().collect();
        let fits = weighted.len() <= ROOM && row.total() < MOST;
        if fits {
            let mut sum = 0;
            let mut sums = [MOST - 1; ROOM_OF_SUMS]; // what is not used is never passed by a draw
            for (cell, (_, weight)) in sums.iter_mut().zip(&weighted) {
                sum += weight;
                *cell = sum;
            }
            for (at, pair) in sums.chunks(2).enumerate() {
                self.0[SUMS + at].store(pair[0] | pair[1] << 32, Ordering::Relaxed);
            }
            for (at, four) in weighted.chunks(4).enumerate() {
                let word = four
                    .iter()
                    .rev()
                    .fold(0, |word, (outcome, _)| word << 16 | u64::from(*outcome));
                self.0[OUTCOMES + at].store(word, Ordering::Relaxed);
            }
        }
        let head = if fits {
            weighted.len() as u64 | row.total() << 32
        } else {
            u64::from(ELSEWHERE)
        };
        self.0[0].store(head, Ordering::Release);
    }

    /// Draws an outcome; no branch depends on which.
    #[inline]
    fn draw(&self, length: u32, total: u32, stream: &mut Stream) -> u16 {
        if length == 1 {
            return self.outcome(0);
        }
        // The upper bit of each half stays set where the sum is not above the word.
        let word = (stream.below(u64::from(total)) | MOST) * BOTH;
        let mut passed = 0;
        for at in SUMS..OUTCOMES {
            passed += ((word - self.word(at)) >> 31) & BOTH;
        }
        self.outcome((passed + (passed >> 32)) as u32 as usize)
    }
}

/// Running sums in a line.
const ROOM_OF_SUMS: usize = ROOM - 1;

/// Many distributions over numbers of 16 bits, each worked out when it is first asked for.
#[derive(Debug)]
pub(super) struct Lines {
    lines: Box<[Line]>,
    /// Those that do not fit in a line.
    elsewhere: OnceLock<Box<[OnceLock<Row<u16>>]>>,
}

/// One of them.
#[derive(Debug, Clone, Copy)]
pub(super) enum Found<'a> {
    /// In a line.
    Line(LineOf<'a>),
    /// Elsewhere.
    Row(&'a Row<u16>),
}

/// A line whose length is known.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineOf<'a> {
    line: &'a Line,
    length: u32,
    total: u32,
}

impl Lines {
    pub fn new(count: usize) -> Self {
        Self {
            lines: (0..count).map(|_| Line::default()).collect(),
            elsewhere: OnceLock::new(),
        }
    }

    /// The distribution of a number; `build` works it out.
    #[inline]
    pub fn get(&self, at: usize, build: impl FnOnce() -> Row<u16>) -> Found<'_> {
        let line = &self.lines[at];
        match line.head() {
            (0, _) => self.build(at, build()),
            (ELSEWHERE, _) => Found::Row(self.elsewhere(at)),
            (length, total) => Found::Line(LineOf {
                line,
                length,
                total,
            }),
        }
    }

    fn elsewhere(&self, at: usize) -> &Row<u16> {
        self.elsewhere
            .get()
            .and_then(|all| all[at].get())
            .expect("it was laid down before the line said so")
    }

    #[cold]
    fn build(&self, at: usize, row: Row<u16>) -> Found<'_> {
        let line = &self.lines[at];
        let probe = Line::default();
        probe.store(&row);
        if probe.head().0 == ELSEWHERE {
            let all = self
                .elsewhere
                .get_or_init(|| self.lines.iter().map(|_| OnceLock::new()).collect());
            all[at].get_or_init(|| row.clone());
        }
        line.store(&row);
        match line.head() {
            (ELSEWHERE, _) => Found::Row(self.elsewhere(at)),
            (length, total) => Found::Line(LineOf {
                line,
                length,
                total,
            }),
        }
    }
}

impl Found<'_> {
    /// Draws an outcome.
    #[inline]
    pub fn draw(&self, stream: &mut Stream) -> u16 {
        match self {
            Self::Line(found) => found.line.draw(found.length, found.total, stream),
            Self::Row(row) => row.draw(stream),
        }
    }

    /// Calls `visit` with each outcome and its probability.
    pub fn each(&self, mut visit: impl FnMut(u16, f64)) {
        match self {
            Self::Row(row) => row.shares().for_each(|(outcome, p)| visit(outcome, p)),
            Self::Line(LineOf {
                line,
                length,
                total,
            }) => {
                let mut before = 0;
                for k in 0..*length as usize {
                    let sum = line.sum(k, *total);
                    visit(line.outcome(k), f64::from(sum - before) / f64::from(*total));
                    before = sum;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
