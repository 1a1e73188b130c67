//! What a game provides to be run: how to play a block, and what a tally is.

use crate::chance::{Lane, Stream};
use crate::stats::{Moments, Paired};
use serde::{Serialize, de::DeserializeOwned};
use std::sync::atomic::AtomicBool;

/// What playouts add up to. Counts are exact integers, and `merge` is commutative and associative, with the
/// experiment's empty tally as zero: the order of blocks can then not matter.
///
/// In JSON, integers above 64 bits must be written as strings.
pub trait Tally: Clone + Send + Sync + Serialize + DeserializeOwned {
    /// Adds the counts of `other`, which has the same shape.
    fn merge(&mut self, other: &Self);

    /// Checks a tally that came from a file: the shape of `empty`, and counts that `playouts` can have given.
    /// The error says in one phrase what is wrong.
    fn check(&self, empty: &Self, playouts: u64) -> Result<(), String>;
}

/// A block of consecutively numbered playouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Seed of the run.
    pub seed: u64,
    /// Number of the block in the whole run, whatever the shard.
    pub index: u64,
    /// Global number of its first playout.
    pub first: u64,
    /// Playouts to play of it: 1..=[`Experiment::block_size`], less than all only in the last block of a run.
    pub count: u32,
}

impl Block {
    /// The block's stream of random words for an experiment's `domain`.
    pub fn stream(&self, domain: &str, lane: Lane) -> Stream {
        Stream::new(self.seed, domain, self.index, lane)
    }
}

/// A question that playouts answer.
pub trait Experiment: Sync {
    /// What its playouts add up to.
    type Tally: Tally;

    /// Playouts in a block; a power of two. It is part of the answer: another size gives other random numbers.
    /// A block should take between 50 microseconds and 10 milliseconds: the run cannot react inside one.
    const BLOCK: u32;

    /// Playouts in a block of this very experiment: [`BLOCK`](Self::BLOCK), or a smaller power of two where its playouts are slow.
    fn block_size(&self) -> u32 {
        Self::BLOCK
    }

    /// Domain of the random streams, for example `clash-duel`.
    fn domain(&self) -> &str;

    /// The tally of no playouts.
    fn empty(&self) -> Self::Tally;

    /// Plays the first `block.count` playouts of a block and adds them to `tally`. What it adds depends on the
    /// block alone, and playing fewer of a block plays the same first ones. Must not allocate per playout.
    fn play(&self, block: &Block, tally: &mut Self::Tally);

    /// Plays the block as [`play`](Self::play) does, but may give it up half-way once `stop` is true, which never turns false again. False if
    /// it did: `tally` then holds nothing of use. Only playouts that take long need to look.
    fn play_unless(&self, stop: &AtomicBool, block: &Block, tally: &mut Self::Tally) -> bool {
        let _ = stop;
        self.play(block, tally);
        true
    }
}

/// Plain counters, one a cell.
impl Tally for Vec<u64> {
    fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.iter_mut().zip(other) {
            *mine += theirs;
        }
    }

    fn check(&self, empty: &Self, _playouts: u64) -> Result<(), String> {
        match self.len() == empty.len() {
            true => Ok(()),
            false => Err(format!(
                "it has {} counters instead of {}",
                self.len(),
                empty.len()
            )),
        }
    }
}

/// One value a playout.
impl Tally for Moments {
    fn merge(&mut self, other: &Self) {
        Moments::merge(self, other);
    }

    fn check(&self, _empty: &Self, playouts: u64) -> Result<(), String> {
        match self.n == playouts && self.is_possible() {
            true => Ok(()),
            false => Err(format!("{playouts} values cannot have its sums")),
        }
    }
}

/// One pair of values a playout.
impl Tally for Paired {
    fn merge(&mut self, other: &Self) {
        Paired::merge(self, other);
    }

    fn check(&self, _empty: &Self, playouts: u64) -> Result<(), String> {
        match self.n() == playouts && self.is_possible() {
            true => Ok(()),
            false => Err(format!("{playouts} pairs cannot have its sums")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_add_and_know_their_length() {
        let mut a = vec![1, 2, 3];
        a.merge(&vec![10, 0, 5]);
        assert_eq!(a, [11, 2, 8]);
        assert!(a.check(&vec![0; 3], 21).is_ok());
        assert!(
            a.check(&vec![0; 4], 21)
                .unwrap_err()
                .contains("3 counters instead of 4")
        );
    }

    #[test]
    fn moments_of_another_number_of_playouts_are_refused() {
        let moments = Moments::from_weighted([(2, 3)]);
        assert!(moments.check(&Moments::new(), 3).is_ok());
        assert!(moments.check(&Moments::new(), 4).is_err());
        let mut pairs = Paired::new();
        pairs.add(1, 2, 3);
        assert!(pairs.check(&Paired::new(), 3).is_ok());
        pairs.a.sum = 9;
        assert!(pairs.check(&Paired::new(), 3).is_err());
    }

    #[test]
    fn a_block_names_its_stream() {
        let block = Block {
            seed: 5,
            index: 9,
            first: 0,
            count: 1,
        };
        assert_eq!(
            block.stream("d", Lane::Main),
            Stream::new(5, "d", 9, Lane::Main)
        );
    }
}
