//! Small tables that fill themselves when they are first asked, in the space of a cache line or a word.
//!
//! Played games wait for memory more than for anything else, so the tables of duels are packed. A cell is a
//! few atomic words:
//! unknown, or known for good. Who comes first works it out and stores it; two who come at once store the same, as it
//! depends on its key alone. No locks, and nothing depends on the order.

use super::row::Row;
use crate::chance::Stream;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Outcomes of a distribution that fit in a line.
const ROOM: usize = 9;
/// Length of a distribution that does not fit and lies elsewhere.
const ELSEWHERE: u32 = u32::MAX;

/// A distribution over numbers of 16 bits: a word for its length (0: unknown), [`ROOM`] running sums, the
/// outcomes in pairs.
#[repr(align(64))]
#[derive(Debug, Default)]
struct Line([AtomicU32; 16]);

const SUMS: usize = 1;
const OUTCOMES: usize = SUMS + ROOM;
const _: () = assert!(OUTCOMES + ROOM.div_ceil(2) <= 16 && size_of::<Line>() == 64);

impl Line {
    #[inline]
    fn word(&self, at: usize) -> u32 {
        self.0[at].load(Ordering::Relaxed)
    }

    #[inline]
    fn length(&self) -> u32 {
        self.0[0].load(Ordering::Acquire)
    }

    #[inline]
    fn outcome(&self, k: usize) -> u16 {
        (self.word(OUTCOMES + k / 2) >> (16 * (k % 2))) as u16
    }

    /// Stores a distribution, or that it lies elsewhere.
    fn store(&self, row: &Row<u16>) {
        let weighted: Vec<(u16, u64)> = row.weighted().collect();
        let fits = weighted.len() <= ROOM && row.total() < u64::from(u32::MAX);
        if fits {
            let mut sum = 0;
            for k in 0..ROOM {
                // What is not used is never passed by a draw.
                sum = weighted.get(k).map_or(u32::MAX, |(_, w)| sum + *w as u32);
                self.0[SUMS + k].store(sum, Ordering::Relaxed);
            }
            for (at, pair) in weighted.chunks(2).enumerate() {
                let word = pair
                    .iter()
                    .rev()
                    .fold(0, |word, (outcome, _)| word << 16 | u32::from(*outcome));
                self.0[OUTCOMES + at].store(word, Ordering::Relaxed);
            }
        }
        self.0[0].store(
            if fits {
                weighted.len() as u32
            } else {
                ELSEWHERE
            },
            Ordering::Release,
        );
    }

    /// Draws an outcome; no branch depends on which.
    #[inline]
    fn draw(&self, length: u32, stream: &mut Stream) -> u16 {
        if length == 1 {
            return self.outcome(0);
        }
        let total = self.word(SUMS + length as usize - 1);
        let word = stream.below(u64::from(total)) as u32;
        let k: usize = (0..ROOM)
            .map(|k| usize::from(self.word(SUMS + k) <= word))
            .sum();
        self.outcome(k)
    }
}

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
        match line.length() {
            0 => self.build(at, build()),
            ELSEWHERE => Found::Row(self.elsewhere(at)),
            length => Found::Line(LineOf { line, length }),
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
        if probe.length() == ELSEWHERE {
            let all = self
                .elsewhere
                .get_or_init(|| self.lines.iter().map(|_| OnceLock::new()).collect());
            all[at].get_or_init(|| row.clone());
        }
        line.store(&row);
        match line.length() {
            ELSEWHERE => Found::Row(self.elsewhere(at)),
            length => Found::Line(LineOf { line, length }),
        }
    }
}

impl Found<'_> {
    /// Draws an outcome.
    #[inline]
    pub fn draw(&self, stream: &mut Stream) -> u16 {
        match self {
            Self::Line(found) => found.line.draw(found.length, stream),
            Self::Row(row) => row.draw(stream),
        }
    }

    /// Calls `visit` with each outcome and its probability.
    pub fn each(&self, mut visit: impl FnMut(u16, f64)) {
        match self {
            Self::Row(row) => row.shares().for_each(|(outcome, p)| visit(outcome, p)),
            Self::Line(LineOf { line, length }) => {
                let length = *length as usize;
                let total = f64::from(line.word(SUMS + length - 1));
                let mut before = 0;
                for k in 0..length {
                    let sum = line.word(SUMS + k);
                    visit(line.outcome(k), f64::from(sum - before) / total);
                    before = sum;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
