//! Small experiments for the tests of this folder.

use super::{Block, Experiment, Valued};
use crate::chance::Lane;
use crate::stats::Moments;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// A die with `sides` faces; counts each face. Blocks of 64.
pub struct Die {
    pub sides: u64,
}

impl Experiment for Die {
    type Tally = Vec<u64>;
    const BLOCK: u32 = 64;

    fn domain(&self) -> &str {
        "test-die"
    }

    fn empty(&self) -> Vec<u64> {
        vec![0; self.sides as usize]
    }

    fn play(&self, block: &Block, tally: &mut Vec<u64>) {
        let mut stream = block.stream(self.domain(), Lane::Main);
        for _ in 0..block.count {
            tally[stream.below(self.sides) as usize] += 1;
        }
    }
}

impl Valued for Die {
    fn values(&self, block: &Block, out: &mut [i32]) {
        let mut stream = block.stream(self.domain(), Lane::Main);
        for value in out {
            *value = stream.below(self.sides) as i32;
        }
    }
}

/// A die that presses Ctrl-C when it is asked for block `at`.
pub struct Tripwire {
    pub die: Die,
    pub at: u64,
    pub flag: AtomicBool,
    pub played: AtomicU64,
}

impl Experiment for Tripwire {
    type Tally = Vec<u64>;
    const BLOCK: u32 = Die::BLOCK;

    fn domain(&self) -> &str {
        self.die.domain()
    }

    fn empty(&self) -> Vec<u64> {
        self.die.empty()
    }

    fn play(&self, block: &Block, tally: &mut Vec<u64>) {
        self.played.fetch_add(1, Ordering::Relaxed);
        if block.index == self.at {
            self.flag.store(true, Ordering::Relaxed);
        }
        self.die.play(block, tally);
    }
}

/// Sum of the playout numbers and of their squares: shows at once if one is played twice or not at all.
pub struct Numbers;

impl Experiment for Numbers {
    type Tally = Moments;
    const BLOCK: u32 = 16;

    fn domain(&self) -> &str {
        "test-numbers"
    }

    fn empty(&self) -> Moments {
        Moments::new()
    }

    fn play(&self, block: &Block, tally: &mut Moments) {
        for j in 0..u64::from(block.count) {
            tally.add((block.first + j) as i64, 1);
        }
    }
}

/// Counts playouts by whether they ran on a pool's thread (second counter); each takes `rest`.
pub struct Threads {
    pub rest: Duration,
}

impl Experiment for Threads {
    type Tally = Vec<u64>;
    const BLOCK: u32 = 1;

    fn domain(&self) -> &str {
        "test-threads"
    }

    fn empty(&self) -> Vec<u64> {
        vec![0; 2]
    }

    fn play(&self, _block: &Block, tally: &mut Vec<u64>) {
        if !self.rest.is_zero() {
            thread::sleep(self.rest);
        }
        tally[usize::from(rayon::current_thread_index().is_some())] += 1;
    }
}

/// Counts blocks; gives block `at` up half-way.
pub struct GivesUp {
    pub at: u64,
}

impl Experiment for GivesUp {
    type Tally = Vec<u64>;
    const BLOCK: u32 = 64;

    fn block_size(&self) -> u32 {
        1
    }

    fn domain(&self) -> &str {
        "test-gives-up"
    }

    fn empty(&self) -> Vec<u64> {
        vec![0]
    }

    fn play(&self, _block: &Block, tally: &mut Vec<u64>) {
        tally[0] += 1;
    }

    fn play_unless(&self, _stop: &AtomicBool, block: &Block, tally: &mut Vec<u64>) -> bool {
        self.play(block, tally);
        block.index != self.at
    }
}
