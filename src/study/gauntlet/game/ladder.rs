//! One policy at several difficulties, playout by playout over the same streams.

use crate::games::gauntlet::kernel::{DOMAIN, Games, Value};
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::tally::GameTally;
use crate::playout::{Block, Experiment, Tally};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The games of each difficulty.
#[derive(Debug)]
pub struct Ladder(Vec<Games<true>>);

/// What they add up to, difficulty by difficulty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LadderTally(pub Vec<GameTally>);

impl Ladder {
    /// Of the policy made ready for each difficulty.
    pub fn new<'a>(players: impl IntoIterator<Item = &'a Arc<Player>>) -> Self {
        Self(
            players
                .into_iter()
                .map(|p| Games::new(p.clone(), Value::Win))
                .collect(),
        )
    }
}

impl Tally for LadderTally {
    fn merge(&mut self, other: &Self) {
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(m, t)| m.merge(t));
    }

    fn check(&self, empty: &Self, playouts: u64) -> Result<(), String> {
        if self.0.len() != empty.0.len() {
            return Err(format!(
                "it has {} difficulties instead of {}",
                self.0.len(),
                empty.0.len()
            ));
        }
        self.0
            .iter()
            .zip(&empty.0)
            .try_for_each(|(t, e)| t.check(e, playouts))
    }
}

impl Experiment for Ladder {
    type Tally = LadderTally;

    const BLOCK: u32 = <Games<true> as Experiment>::BLOCK;

    fn block_size(&self) -> u32 {
        let sizes = self.0.iter().map(Experiment::block_size);
        sizes.min().unwrap_or(Self::BLOCK)
    }

    fn domain(&self) -> &str {
        DOMAIN
    }

    fn empty(&self) -> LadderTally {
        LadderTally(self.0.iter().map(Experiment::empty).collect())
    }

    fn play(&self, block: &Block, tally: &mut LadderTally) {
        self.0
            .iter()
            .zip(&mut tally.0)
            .for_each(|(games, t)| games.play(block, t));
    }

    fn play_unless(&self, stop: &AtomicBool, block: &Block, tally: &mut LadderTally) -> bool {
        self.0
            .iter()
            .zip(&mut tally.0)
            .all(|(games, t)| games.play_unless(stop, block, t))
    }
}
