//! The duel compiled into guide tables, and the experiment that plays it by the million.
//!
//! The tables are built from the rules ([`Halves`]): one for everything up to the counter-attack, one for the
//! counter-attack from each state that the first leaves. Policies are functions of the visible state, so they are in the
//! tables and cost nothing a playout. A duel takes 22 bits of a random word, two duels share a word; a cell that
//! a boundary cuts is settled exactly (see [`Guide`]), so no probability is rounded anywhere.

use super::duel::Duel;
use super::exact::Halves;
use super::state::DuelState;
use crate::chance::{Guide, Lane, Stream, UNDECIDED};
use crate::playout::{Block, Experiment, Tally, Valued};
use serde::{Deserialize, Serialize};

/// Bits that decide the first half.
const FIRST_BITS: u32 = Guide::BITS;
/// Bits that decide the counter-attack.
const SECOND_BITS: u32 = 10;
const FIRST_CELLS: usize = 1 << FIRST_BITS;
const SECOND_CELLS: usize = 1 << SECOND_BITS;
const _: () = assert!(FIRST_BITS + SECOND_BITS <= 32);

/// A duel between two given units under given policies, as tables.
#[derive(Debug, Clone)]
pub struct Kernel {
    first: Guide,
    first_cells: Box<[u16; FIRST_CELLS]>,
    second: Vec<Second>,
    second_cells: Vec<[u16; SECOND_CELLS]>,
    middles: Vec<DuelState>,
    ends: Vec<DuelState>,
}

/// The counter-attack from one middle state.
#[derive(Debug, Clone)]
struct Second {
    guide: Guide,
    /// Index into `ends` of each outcome.
    ends: Vec<u16>,
}

/// Where one playout went: indices into [`Kernel::middles`] and [`Kernel::ends`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Path {
    /// State before the counter-attack.
    pub middle: usize,
    /// End of the duel.
    pub end: usize,
}

impl Kernel {
    /// Lays out the tables.
    pub fn new(halves: &Halves) -> Self {
        let ends: Vec<DuelState> = halves.ends().0.into_iter().map(|(s, _)| s).collect();
        assert!(
            ends.len() < usize::from(UNDECIDED),
            "too many results for the tables"
        );
        let first = halves.first.guide().clone();
        let first_cells = first
            .layout(FIRST_BITS)
            .into_boxed_slice()
            .try_into()
            .expect("as many cells as bits say");
        let second: Vec<Second> = halves
            .second
            .iter()
            .map(|d| {
                let index =
                    |s: &DuelState| ends.binary_search(s).expect("every end is listed") as u16;
                Second {
                    guide: d.guide().clone(),
                    ends: d.outcomes().iter().map(index).collect(),
                }
            })
            .collect();
        let second_cells = second
            .iter()
            .map(|s| {
                let mut cells = [UNDECIDED; SECOND_CELLS];
                for (cell, k) in cells.iter_mut().zip(s.guide.layout(SECOND_BITS)) {
                    if k != UNDECIDED {
                        *cell = s.ends[usize::from(k)];
                    }
                }
                cells
            })
            .collect();
        Self {
            first,
            first_cells,
            second,
            second_cells,
            middles: halves.first.outcomes().to_vec(),
            ends,
        }
    }

    /// States before the counter-attack, in order.
    pub fn middles(&self) -> &[DuelState] {
        &self.middles
    }

    /// All possible results, in order.
    pub fn ends(&self) -> &[DuelState] {
        &self.ends
    }

    /// One duel from 32 random bits.
    #[inline(always)]
    fn duel(&self, bits: u64, fallback: &mut Stream) -> Path {
        let cell = bits as usize & (FIRST_CELLS - 1);
        let mut middle = self.first_cells[cell];
        if middle == UNDECIDED {
            middle = self.first.settle(cell as u64, FIRST_BITS, fallback) as u16;
        }
        let middle = usize::from(middle);
        let cell = (bits >> FIRST_BITS) as usize & (SECOND_CELLS - 1);
        let mut end = self.second_cells[middle][cell];
        if end == UNDECIDED {
            let second = &self.second[middle];
            end = second.ends[second.guide.settle(cell as u64, SECOND_BITS, fallback)];
        }
        Path {
            middle,
            end: usize::from(end),
        }
    }

    /// Calls `visit(index in the block, path)` for the first `count` playouts of a block; the same playouts as `play`.
    pub fn replay(&self, seed: u64, block: u64, count: u32, mut visit: impl FnMut(u32, Path)) {
        let mut main = Stream::new(seed, DOMAIN, block, Lane::Main);
        let mut fallback = Stream::new(seed, DOMAIN, block, Lane::Fallback);
        let mut word = 0;
        for j in 0..count {
            word = if j % 2 == 0 { main.word() } else { word >> 32 };
            visit(j, self.duel(word, &mut fallback));
        }
    }
}

/// How often each end came up: two lanes of one counter an end, for even and for odd playouts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DuelTally(Vec<u64>);

impl DuelTally {
    /// Counts of the ends, in the order of [`Kernel::ends`].
    pub fn counts(&self) -> impl Iterator<Item = u64> + '_ {
        let (even, odd) = self.0.split_at(self.0.len() / 2);
        even.iter().zip(odd).map(|(a, b)| a + b)
    }
}

impl Tally for DuelTally {
    fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    fn check(&self, empty: &Self, playouts: u64) -> Result<(), String> {
        self.0.check(&empty.0, playouts)?;
        match self.0.iter().try_fold(0u64, |sum, &c| sum.checked_add(c)) {
            Some(sum) if sum == playouts => Ok(()),
            _ => Err(format!("its counts do not add up to {playouts} playouts")),
        }
    }
}

impl Experiment for Kernel {
    type Tally = DuelTally;
    const BLOCK: u32 = 1 << 14;

    fn domain(&self) -> &str {
        DOMAIN
    }

    fn empty(&self) -> DuelTally {
        DuelTally(vec![0; 2 * self.ends.len()])
    }

    fn play(&self, block: &Block, tally: &mut DuelTally) {
        let mut main = block.stream(DOMAIN, Lane::Main);
        let mut fallback = block.stream(DOMAIN, Lane::Fallback);
        let (even, odd) = tally.0.split_at_mut(self.ends.len());
        let odd = &mut odd[..even.len()];
        for _ in 0..block.count / 2 {
            let word = main.word();
            even[self.duel(word, &mut fallback).end] += 1;
            odd[self.duel(word >> 32, &mut fallback).end] += 1;
        }
        if block.count % 2 == 1 {
            even[self.duel(main.word(), &mut fallback).end] += 1;
        }
    }
}

/// Stream domain: all duels with the same seed share their random numbers.
pub const DOMAIN: &str = "clash-duel";

/// A kernel whose playouts are worth their edge, for comparisons over common random numbers.
#[derive(Debug, Clone)]
pub struct EdgeKernel {
    kernel: Kernel,
    edges: Vec<i32>,
}

impl EdgeKernel {
    /// The kernel of a duel, with the edge of each of its ends.
    pub fn new(duel: &Duel) -> Self {
        let kernel = Kernel::new(&duel.halves());
        let edges = kernel
            .ends()
            .iter()
            .map(|end| duel.result(end).edge.into())
            .collect();
        Self { kernel, edges }
    }
}

impl Experiment for EdgeKernel {
    type Tally = DuelTally;
    const BLOCK: u32 = Kernel::BLOCK;

    fn domain(&self) -> &str {
        self.kernel.domain()
    }

    fn empty(&self) -> DuelTally {
        self.kernel.empty()
    }

    fn play(&self, block: &Block, tally: &mut DuelTally) {
        self.kernel.play(block, tally);
    }
}

impl Valued for EdgeKernel {
    fn values(&self, block: &Block, out: &mut [i32]) {
        self.kernel
            .replay(block.seed, block.index, block.count, |j, path| {
                out[j as usize] = self.edges[path.end];
            });
    }
}
