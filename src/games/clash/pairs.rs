//! Sampled matrices: every ordered pair of units in turn, one duel or a fight to the death a playout.
//!
//! Playout j is of pair j modulo the number of pairs, so that all pairs are sampled alike. Results of duels are drawn from
//! the whole game's tables, which are built from the duel's rules: another way to them than the exact matrix has.

use super::arena::duels::DuelTables;
use super::arena::luck::Pairing;
use super::arena::setup::{Arena, Wish};
use super::arena::units::{OUT, UnitId};
use super::data::ClashData;
use super::matrix::{Measure, Model, Setting};
use super::unit::{CARRIER_SIZE, Unit};
use crate::chance::{Lane, Stream};
use crate::error::{Error, Result};
use crate::playout::{Block, Experiment, Tally};
use crate::scenario::Switches;
use crate::stats::Moments;
use serde::{Deserialize, Serialize};

/// Domain of the streams.
pub const DOMAIN: &str = "clash-matrix";
/// Duels after which a fight is broken off and counted apart; far beyond what any fight takes.
pub const MOST_DUELS: u32 = 10_000;

/// Playouts of every pair.
#[derive(Debug)]
pub struct Pairs {
    tables: DuelTables,
    arena: Arena,
    pairs: Vec<[UnitId; 2]>,
    model: Model,
    measure: Measure,
}

/// What playouts of pairs add up to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairsTally {
    /// Of the row's edge in gladiators, or of 2, 1, 0 for won, even, lost; by ordered pair, rows first.
    pub moments: Vec<Moments>,
    /// Of the number of duels, all pairs together.
    pub duels: Moments,
    /// Fights broken off after [`MOST_DUELS`]; in no other figure.
    pub capped: u64,
}

impl Tally for PairsTally {
    fn merge(&mut self, other: &Self) {
        self.moments
            .iter_mut()
            .zip(&other.moments)
            .for_each(|(a, b)| a.merge(b));
        self.duels.merge(&other.duels);
        self.capped += other.capped;
    }

    fn check(&self, empty: &Self, playouts: u64) -> std::result::Result<(), String> {
        if self.moments.len() != empty.moments.len() {
            return Err(format!(
                "it is of {} pairs instead of {}",
                self.moments.len(),
                empty.moments.len()
            ));
        }
        let counted = self
            .moments
            .iter()
            .try_fold(self.capped, |sum, m| sum.checked_add(m.n));
        let possible = self.moments.iter().chain([&self.duels]);
        if counted != Some(playouts) || possible.clone().any(|m| !m.is_possible()) {
            return Err(format!("{playouts} playouts cannot have its sums"));
        }
        Ok(())
    }
}

impl Pairs {
    /// Playouts of every row's unit challenging every column's.
    ///
    /// # Errors
    /// Policies that look beyond what is sampled: a marker's worth, whole fights; an animal in a fight.
    pub fn new(
        data: &ClashData,
        switches: &Switches,
        setting: &Setting,
        measure: Measure,
        rows: &[Unit],
        columns: &[Unit],
    ) -> Result<Self> {
        if setting.marker_weight != 0.0 {
            return Err(Error::usage(
                "--marker-weight is for exact answers; leave it out, or leave out --playouts",
            ));
        }
        let thinks = setting.specs.iter().any(|s| s.parts.needs_solver());
        if setting.model == Model::Fight && thinks {
            return Err(Error::usage(
                "--policy: optimal play of a whole fight is solved exactly, not sampled; leave out --playouts, or choose a fixed policy",
            ));
        }
        let mut extra: Vec<(String, Unit)> = Vec::new();
        let known = data.units()?;
        for unit in rows.iter().chain(columns).filter(|u| u.is_animal()) {
            if setting.model == Model::Fight {
                return Err(Error::usage(format!(
                    "a fight to the death is fought between teams, not with the animal {unit}; ask for one duel"
                )));
            }
            let fresh = Unit {
                markers: 0,
                ..*unit
            };
            if known.iter().chain(&extra).all(|(_, u)| *u != fresh) {
                extra.push((fresh.to_string(), fresh));
            }
        }
        let wish = Wish {
            extra_animals: extra,
            ..Wish::default_for(data, 2)?
        };
        let arena = Arena::new(data, switches, wish)?;
        let id = |unit: &Unit| {
            let id = arena.units.id(*unit);
            id.ok_or_else(|| Error::runtime(format!("{unit} has no number")))
        };
        let mut pairs = Vec::with_capacity(rows.len() * columns.len());
        for row in rows {
            for column in columns {
                pairs.push([id(row)?, id(column)?]);
            }
        }
        Ok(Self {
            tables: DuelTables::new(&arena, setting.specs.to_vec()),
            arena,
            pairs,
            model: setting.model,
            measure,
        })
    }

    /// One duel or fight, the row challenging first: what is left of row and column, and the number of duels; none
    /// for a fight that does not end.
    #[inline]
    fn play_one(&self, pair: [UnitId; 2], stream: &mut Stream) -> Option<([UnitId; 2], u32)> {
        let forth = |units| Pairing {
            units,
            policies: [0, 1],
        };
        if self.model == Model::Duel {
            return Some((self.tables.draw(forth(pair), stream), 1));
        }
        let mut now = pair;
        for duel in 1..=MOST_DUELS {
            now = if duel % 2 == 1 {
                self.tables.draw(forth(now), stream)
            } else {
                let back = Pairing {
                    units: [now[1], now[0]],
                    policies: [1, 0],
                };
                let [column, row] = self.tables.draw(back, stream);
                [row, column]
            };
            if now.contains(&OUT) {
                return Some((now, duel));
            }
        }
        None
    }

    /// The row's edge.
    #[inline]
    fn edge(&self, before: [UnitId; 2], after: [UnitId; 2]) -> i64 {
        let units = &self.arena.units;
        let lost = |side: usize| -> i64 {
            if units.unit(before[side]).is_animal() {
                2 * i64::from(after[side] == OUT)
            } else {
                i64::from(units.size(before[side])) - i64::from(units.size(after[side]))
            }
        };
        lost(1) - lost(0)
    }
}

impl Experiment for Pairs {
    type Tally = PairsTally;
    const BLOCK: u32 = 1 << 14;

    fn domain(&self) -> &str {
        DOMAIN
    }

    fn empty(&self) -> PairsTally {
        PairsTally {
            moments: vec![Moments::new(); self.pairs.len()],
            duels: Moments::new(),
            capped: 0,
        }
    }

    fn play(&self, block: &Block, tally: &mut PairsTally) {
        let mut stream = block.stream(DOMAIN, Lane::Main);
        let count = self.pairs.len();
        let mut at = (block.first % count as u64) as usize;
        let mut lengths = Moments::new();
        for _ in 0..block.count {
            let pair = self.pairs[at];
            match self.play_one(pair, &mut stream) {
                None => tally.capped += 1,
                Some((left, duels)) => {
                    let value = match (self.measure, self.model) {
                        (Measure::Edge, _) => self.edge(pair, left),
                        (Measure::PWin, Model::Duel) => 1 + self.edge(pair, left).signum(),
                        (Measure::PWin, Model::Fight) => 2 * i64::from(left[0] != OUT),
                    };
                    tally.moments[at].add(value, 1);
                    lengths.add(i64::from(duels), 1);
                }
            }
            at += 1;
            if at == count {
                at = 0;
            }
        }
        tally.duels.merge(&lengths);
    }
}

/// Sizes of a team that is left, 0 to 4.
pub const SIZES: usize = CARRIER_SIZE as usize + 1;
/// Longest fight that is told apart; longer ones count as this long.
pub const LONGEST_FIGHT: usize = 200;

/// Place of a fight's end among the counters of [`FightEnds`].
pub fn cell_of(left: [usize; 2], duels: usize) -> usize {
    (left[0] * SIZES + left[1]) * (LONGEST_FIGHT + 1) + duels.min(LONGEST_FIGHT)
}

/// Fights of one pair, counted by what is left of both and by length.
#[derive(Debug)]
pub struct FightEnds(pub Pairs);

impl Experiment for FightEnds {
    type Tally = Vec<u64>;
    const BLOCK: u32 = 1 << 14;

    fn domain(&self) -> &str {
        "clash-fight"
    }

    fn empty(&self) -> Vec<u64> {
        vec![0; cell_of([SIZES - 1; 2], LONGEST_FIGHT) + 1]
    }

    fn play(&self, block: &Block, tally: &mut Vec<u64>) {
        let mut stream = block.stream(self.domain(), Lane::Main);
        let pair = self.0.pairs[0];
        for _ in 0..block.count {
            let (left, duels) = self
                .0
                .play_one(pair, &mut stream)
                .unwrap_or((pair, MOST_DUELS));
            let left = left.map(|id| usize::from(self.0.arena.units.size(id)));
            tally[cell_of(left, duels as usize)] += 1;
        }
    }
}

#[cfg(test)]
mod tests;
