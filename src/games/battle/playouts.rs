//! Duels as an experiment: the table-driven engine where the battle is plain, the rules themselves elsewhere.

use super::duel::Duel;
use super::kernel::Kernel;
use super::state::State;
use super::tally::{self, DuelTally};
use crate::chance::{Lane, Sample, Stream};
use crate::playout::{Block, Experiment, Tally, Valued};
use serde::{Deserialize, Serialize};

/// Domain of the streams: all duels with the same seed share their random numbers.
pub const DOMAIN: &str = "battle-duel";

/// Duels by the million.
#[derive(Debug)]
pub struct Duels {
    duel: Duel,
    kernel: Option<Kernel>,
}

impl Duels {
    /// Table-driven if the battle is plain.
    pub fn new(duel: Duel) -> Self {
        let kernel = Kernel::new(&duel);
        Self { duel, kernel }
    }

    /// Played by the rules, whatever the battle.
    pub fn literal(duel: Duel) -> Self {
        Self { duel, kernel: None }
    }

    /// Whether tables play it.
    pub fn is_table_driven(&self) -> bool {
        self.kernel.is_some()
    }

    /// The duel.
    pub fn duel(&self) -> &Duel {
        &self.duel
    }

    /// The source of one battle of the literal engine, by its number in the run. Each battle has its own, so that two
    /// duels compared over the same numbers throw the same dice as long as they do the same.
    pub fn source(seed: u64, playout: u64) -> Sample {
        let stream = |lane| Stream::new(seed, "battle-duel/one", playout, lane);
        Sample::from_streams(stream(Lane::Main), stream(Lane::Fallback))
    }

    /// One battle of the literal engine: who took the first turn, the end, the turns.
    pub fn one(&self, seed: u64, playout: u64) -> (usize, State, u32) {
        let (rules, f, players) = (&self.duel.rules, &self.duel.fighters, self.duel.players());
        let mut chance = Self::source(seed, playout);
        let start = match self.duel.first {
            Some(first) => rules.start(f, first),
            None => rules.initiative(f, players, &mut chance),
        };
        let (end, turns) = rules.play(f, start, players, &mut chance);
        (start.active(), end, turns)
    }

    fn each(&self, block: &Block, mut visit: impl FnMut(usize, State, u32)) {
        match &self.kernel {
            Some(kernel) => {
                let (mut main, mut fallback) = (
                    block.stream(DOMAIN, Lane::Main),
                    block.stream(DOMAIN, Lane::Fallback),
                );
                kernel.play(block.count, &mut main, &mut fallback, visit);
            }
            None => {
                for j in 0..u64::from(block.count) {
                    let (first, end, turns) = self.one(block.seed, block.first + j);
                    visit(first, end, turns);
                }
            }
        }
    }
}

impl Experiment for Duels {
    type Tally = DuelTally;

    const BLOCK: u32 = 1024;

    fn domain(&self) -> &str {
        DOMAIN
    }

    fn empty(&self) -> DuelTally {
        DuelTally::default()
    }

    fn play(&self, block: &Block, tally: &mut DuelTally) {
        self.each(block, |first, end, turns| {
            tally::add(&mut tally.0, first, end, turns)
        });
    }
}

/// The same duel under several table sets, over the same random numbers: the robustness strip of a sampled duel.
#[derive(Debug)]
pub struct Sets(pub Vec<Duels>);

/// One tally a table set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetsTally(pub Vec<DuelTally>);

impl Tally for SetsTally {
    fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine.merge(theirs);
        }
    }

    fn check(&self, empty: &Self, playouts: u64) -> Result<(), String> {
        if self.0.len() != empty.0.len() {
            return Err(format!(
                "{} table sets, not {}",
                self.0.len(),
                empty.0.len()
            ));
        }
        let mut pairs = self.0.iter().zip(&empty.0);
        pairs.try_for_each(|(mine, empty)| mine.check(empty, playouts))
    }
}

impl Experiment for Sets {
    type Tally = SetsTally;

    const BLOCK: u32 = Duels::BLOCK;

    fn domain(&self) -> &str {
        DOMAIN
    }

    fn empty(&self) -> SetsTally {
        SetsTally(self.0.iter().map(Duels::empty).collect())
    }

    fn play(&self, block: &Block, tally: &mut SetsTally) {
        for (duels, tally) in self.0.iter().zip(&mut tally.0) {
            duels.play(block, tally);
        }
    }
}

impl Valued for Duels {
    /// 1 if a wins, else 0.
    fn values(&self, block: &Block, out: &mut [i32]) {
        let mut at = 0;
        self.each(block, |_, end, _| {
            out[at] = i32::from(end.winner() == Some(0));
            at += 1;
        });
    }
}
