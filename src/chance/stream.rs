//! Keyed random streams: where every random word of the program comes from.
//!
//! A stream is named by (seed, domain, block, lane); the name goes through SHA-256 and the digest
//! seeds Xoshiro256++, so neighbouring names share nothing. No thread or shard number is ever part
//! of a name: that is what makes a result the same however the work is split.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

/// What a stream of a block is for. Lanes of one block are independent of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Lane {
    /// The words that decide playouts; playout j of a block always owns the same words.
    Main = 0,
    /// Words for rare exact fall-backs, apart so that they never shift the main words.
    Fallback = 1,
    /// Words that only colour a narration (which faces showed a result that is already decided).
    Narration = 2,
}

/// A keyed stream of 64-bit words (Xoshiro256++).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream of one block of a run.
    ///
    /// `domain` is the name of the question (`clash-duel`): two runs of the same kind of question with
    /// the same seed share their random numbers, which is what paired comparisons want.
    pub fn new(seed: u64, domain: &str, block: u64, lane: Lane) -> Self {
        let digest = Sha256::new()
            .chain_update(b"gsim stream 1\0")
            .chain_update(seed.to_le_bytes())
            .chain_update(block.to_le_bytes())
            .chain_update([lane as u8])
            .chain_update(domain.as_bytes())
            .finalize();
        Self(Xoshiro256PlusPlus::from_seed(digest.into()))
    }

    /// The next 64 random bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform integer in `0..bound` (`bound` > 0), without bias: multiply and reject.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        let mut wide = u128::from(self.word()) * u128::from(bound);
        if (wide as u64) < bound {
            let reject = bound.wrapping_neg() % bound;
            while (wide as u64) < reject {
                wide = u128::from(self.word()) * u128::from(bound);
            }
        }
        (wide >> 64) as u64
    }
}
