//! Timing for ratios: the candidates take turns in short slices, and every figure is a median over
//! rounds, so that a machine that is busy with other things slows all of them or none.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// One way to do the work: `play(n)` does it `n` times and returns something that depends on all of it.
pub struct Candidate<'a> {
    play: Box<dyn FnMut(u64) -> u64 + 'a>,
    per_slice: u64,
    /// Nanoseconds for one piece of work, one entry a round.
    rounds: Vec<f64>,
}

/// Length of a slice: short against the turns that an operating system gives a process.
const SLICE: Duration = Duration::from_micros(400);

impl<'a> Candidate<'a> {
    /// A candidate, warmed up.
    pub fn new(play: impl FnMut(u64) -> u64 + 'a) -> Self {
        let mut candidate = Self {
            play: Box::new(play),
            per_slice: 1,
            rounds: Vec::new(),
        };
        while candidate.slice() < SLICE {
            candidate.per_slice *= 2;
        }
        candidate
    }

    fn slice(&mut self) -> Duration {
        let begun = Instant::now();
        black_box((self.play)(black_box(self.per_slice)));
        begun.elapsed()
    }

    /// Median nanoseconds for one piece of work.
    pub fn median(&self) -> f64 {
        median(self.rounds.iter().copied())
    }

    /// How many times as long `other` takes: the median over rounds of the quotient within a round.
    pub fn beats(&self, other: &Self) -> f64 {
        median(other.rounds.iter().zip(&self.rounds).map(|(o, s)| o / s))
    }
}

/// Lets the candidates take turns.
pub fn in_turns(candidates: &mut [Candidate], rounds: usize) {
    for _ in 0..rounds {
        for candidate in &mut *candidates {
            let nanoseconds = candidate.slice().as_secs_f64() * 1e9;
            candidate
                .rounds
                .push(nanoseconds / candidate.per_slice as f64);
        }
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
