//! Several policies playout by playout over the same streams: an experiment whose tally holds every pair.

use crate::games::gauntlet::kernel::{DOMAIN, Games, Value};
use crate::games::gauntlet::policy::Player;
use crate::playout::{Block, Experiment, Tally};
use crate::stats::{Moments, Paired};
use serde::{Deserialize, Serialize};
use std::cell::Cell as Slot;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The policies, playout by playout over the same cards, events and dice.
#[derive(Debug)]
pub struct Field(Vec<Games<false>>);

/// What they add up to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldTally {
    /// Values of each policy.
    pub each: Vec<Moments>,
    /// Values of each pair (i, j), i < j, in order.
    pub pairs: Vec<Paired>,
}

impl Field {
    /// Of these policies, compared by a value.
    pub fn new(players: &[Arc<Player>], value: Value) -> Self {
        Self(
            players
                .iter()
                .map(|p| Games::new(p.clone(), value))
                .collect(),
        )
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        pairs(self.0.len())
    }
}

/// Every pair once.
pub(super) fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)))
}

impl Tally for FieldTally {
    fn merge(&mut self, other: &Self) {
        self.each
            .iter_mut()
            .zip(&other.each)
            .for_each(|(m, t)| m.merge(t));
        self.pairs
            .iter_mut()
            .zip(&other.pairs)
            .for_each(|(m, t)| m.merge(t));
    }

    fn check(&self, empty: &Self, playouts: u64) -> Result<(), String> {
        if self.each.len() != empty.each.len() || self.pairs.len() != empty.pairs.len() {
            return Err("it is of another number of policies".into());
        }
        self.each
            .iter()
            .zip(&empty.each)
            .try_for_each(|(t, e)| t.check(e, playouts))?;
        self.pairs
            .iter()
            .zip(&empty.pairs)
            .try_for_each(|(t, e)| t.check(e, playouts))
    }
}

impl Experiment for Field {
    type Tally = FieldTally;

    const BLOCK: u32 = <Games<false> as Experiment>::BLOCK;

    fn block_size(&self) -> u32 {
        let sizes = self.0.iter().map(Experiment::block_size);
        sizes.min().unwrap_or(Self::BLOCK)
    }

    fn domain(&self) -> &str {
        DOMAIN
    }

    fn empty(&self) -> FieldTally {
        FieldTally {
            each: vec![Moments::new(); self.0.len()],
            pairs: self.pairs().map(|_| Paired::new()).collect(),
        }
    }

    fn play(&self, block: &Block, tally: &mut FieldTally) {
        self.play_unless(&AtomicBool::new(false), block, tally);
    }

    fn play_unless(&self, stop: &AtomicBool, block: &Block, tally: &mut FieldTally) -> bool {
        thread_local! {
            // One buffer a thread, kept from block to block.
            static VALUES: Slot<Vec<i32>> = const { Slot::new(Vec::new()) };
        }
        let n = block.count as usize;
        let mut values = VALUES.take();
        values.clear();
        values.resize(self.0.len() * n, 0);
        let mut each = self.0.iter().zip(values.chunks_exact_mut(n));
        if !each.all(|(games, out)| games.values_unless(stop, block, out)) {
            return false;
        }
        let of = |i: usize| &values[i * n..(i + 1) * n];
        for (i, moments) in tally.each.iter_mut().enumerate() {
            moments.add_each(of(i).iter().map(|v| i64::from(*v)));
        }
        for ((i, j), paired) in self.pairs().zip(&mut tally.pairs) {
            paired.add_each(of(i), of(j));
        }
        VALUES.set(values);
        true
    }
}
