//! Build search: every legal build under a budget, scored against a panel (spec 7).
//!
//! `search/space.rs` lists the builds, `search/scan.rs` scores them exactly, this file ranks them and looks for answers
//! to the best one; `search/race.rs` samples where battles are not plain.

pub mod race;
mod scan;
pub mod space;

use super::data::BattleData;
use super::fighter::Fighter;
use super::gladiator::Gladiator;
use super::policy::Parts;
use super::rules::Rules;
use crate::error::Result;
use scan::Keys;
pub use scan::{Needs, Scan, Tick};
use space::{Build, Space};
use std::sync::Arc;

/// Values closer than this are one tie group.
pub const TIE: f64 = 1e-9;

/// Scores are off by less than ten times this.
const SETTLED: f64 = 1e-11;
/// Where many builds are only to be told apart from the best: off by less than [`COARSE`].
const COARSELY: f64 = 2e-2;
/// Bound of the error of coarse scores.
pub const COARSE: f64 = 1e-3;

/// Somebody to be measured against.
#[derive(Debug, Clone)]
pub struct Opponent {
    /// The gladiator.
    pub gladiator: Gladiator,
    /// His policy.
    pub parts: Parts,
    /// His weight in the mean, positive.
    pub weight: f64,
}

/// A search under one set of rules.
#[derive(Debug)]
pub struct Search<'d> {
    data: &'d BattleData,
    rules: Arc<Rules>,
    space: Space,
    keys: Keys,
}

/// Builds in order of their score, best first, in tie groups.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// Place in the list of builds, score, and tie group from 0.
    pub order: Vec<(usize, f64, usize)>,
}

impl Ranked {
    /// Ranks scores; neighbours closer than [`TIE`] share a group.
    pub fn new(scores: &[f64]) -> Self {
        let mut places: Vec<usize> = (0..scores.len()).collect();
        places.sort_by(|&i, &j| scores[j].total_cmp(&scores[i]).then(i.cmp(&j)));
        let (mut group, mut last) = (0, f64::NAN);
        let order = places.into_iter().map(|i| {
            group += usize::from(last - scores[i] > TIE);
            last = scores[i];
            (i, scores[i], group)
        });
        Self {
            order: order.collect(),
        }
    }
}

/// What a search over all builds found.
#[derive(Debug, Clone, PartialEq)]
pub struct Best {
    /// The builds that were scored exactly.
    pub finalists: Vec<Build>,
    /// Their order; places are those among the finalists.
    pub ranked: Ranked,
    /// Scores of all builds, off by less than [`COARSE`].
    pub coarse: Vec<f64>,
    /// The largest error of a coarse score among the finalists.
    pub off: f64,
}

/// A round of best responses.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// The build that was answered.
    pub to: Build,
    /// The best answer; the first of its tie group.
    pub best: Build,
    /// P(the answer wins).
    pub win: f64,
}

impl<'d> Search<'d> {
    /// A search over a space.
    pub fn new(data: &'d BattleData, rules: Arc<Rules>, space: Space) -> Self {
        let keys = Keys::new(data, &rules, &space);
        Self {
            data,
            rules,
            space,
            keys,
        }
    }

    /// The space.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Every legal build.
    pub fn builds(&self) -> Vec<Build> {
        self.space.builds(self.data, &self.rules.readings)
    }

    /// Most ranks of INITIATIVE that a build may have.
    fn most_initiative(&self) -> u8 {
        self.space.most[6].min(self.rules.readings.max_ranks)
    }

    fn fighter(&self, g: &Gladiator) -> Result<Fighter> {
        Fighter::new(self.data, &self.rules.readings, g)
    }

    /// P(win) of each build in the mean over the panel, exact.
    ///
    /// # Errors
    /// An illegal opponent, or battles that are not plain: says why, and to race instead.
    pub fn scores(&self, builds: &[Build], panel: &[Opponent]) -> Result<Vec<f64>> {
        let scan = self.scan(&self.needs(builds), panel, SETTLED, &|_, _| {})?;
        Ok(self.read(&scan, builds))
    }

    /// The same, off by less than [`COARSE`], in a fraction of the time; `tick` is told how many of how many tables are
    /// solved.
    ///
    /// # Errors
    /// As [`Search::scores`].
    pub fn coarse_scores(
        &self,
        builds: &[Build],
        panel: &[Opponent],
        tick: &Tick<'_>,
    ) -> Result<Vec<f64>> {
        let scan = self.coarse(&self.needs(builds), panel, tick)?;
        Ok(self.read(&scan, builds))
    }

    /// Tables, off by less than [`COARSE`].
    ///
    /// # Errors
    /// As [`Search::scores`].
    pub fn coarse(&self, needs: &Needs, panel: &[Opponent], tick: &Tick<'_>) -> Result<Scan> {
        self.scan(needs, panel, COARSELY, tick)
    }

    /// The builds as opponents of each other, equally weighted.
    pub fn opponents(&self, builds: &[Build]) -> Vec<Opponent> {
        let parts = self.space.parts;
        builds
            .iter()
            .map(|b| Opponent {
                gladiator: self.space.gladiator(b),
                parts,
                weight: 1.0,
            })
            .collect()
    }

    /// The best builds against a panel, exactly scored: those that a coarse scan of all leaves within reach of the best,
    /// at least `keep` of them.
    ///
    /// # Errors
    /// As [`Search::scores`].
    pub fn best(
        &self,
        builds: &[Build],
        panel: &[Opponent],
        keep: usize,
        tick: &Tick<'_>,
    ) -> Result<Best> {
        let scan = self.coarse(&self.needs(builds), panel, tick)?;
        self.best_of(builds, &scan, panel, keep)
    }

    /// The same from a coarse scan whose tables cover the builds.
    ///
    /// # Errors
    /// As [`Search::scores`].
    pub fn best_of(
        &self,
        builds: &[Build],
        scan: &Scan,
        panel: &[Opponent],
        keep: usize,
    ) -> Result<Best> {
        let coarse = self.read(scan, builds);
        let finalists = within_reach(builds, &coarse, keep);
        let scores = self.scores(&finalists, panel)?;
        let read = self.read(scan, &finalists);
        let off = read.iter().zip(&scores).map(|(c, s)| (c - s).abs());
        Ok(Best {
            ranked: Ranked::new(&scores),
            off: off.fold(0.0, f64::max),
            finalists,
            coarse,
        })
    }

    /// Answers `start` with the best build, that with the best one, and so on, until one answers itself, comes
    /// again, or the rounds are over.
    ///
    /// # Errors
    /// As [`Search::scores`].
    pub fn best_responses(
        &self,
        builds: &[Build],
        start: Build,
        rounds: usize,
        tick: &Tick<'_>,
    ) -> Result<Vec<Response>> {
        let mut found: Vec<Response> = Vec::new();
        let mut to = start;
        for _ in 0..rounds {
            let top = self.best(builds, &self.opponents(&[to]), 1, tick)?;
            let (place, win, _) = top.ranked.order[0];
            let best = top.finalists[place];
            let again = best == to || found.iter().any(|r| r.to == best);
            found.push(Response { to, best, win });
            if again {
                break;
            }
            to = best;
        }
        Ok(found)
    }

    /// P(row wins against column), each by its own solution: battles without a winner count for nobody.
    ///
    /// # Errors
    /// As [`Search::scores`].
    pub fn payoffs(&self, builds: &[Build]) -> Result<Vec<Vec<f64>>> {
        let opponents = self.opponents(builds);
        let columns = opponents
            .iter()
            .map(|o| self.scores(builds, std::slice::from_ref(o)))
            .collect::<Result<Vec<_>>>()?;
        let row = |i: usize| columns.iter().map(|wins| wins[i]).collect();
        Ok((0..builds.len()).map(row).collect())
    }
}

/// The builds whose coarse score can still be the best, at least `keep` of them, in order.
pub fn within_reach(builds: &[Build], coarse: &[f64], keep: usize) -> Vec<Build> {
    let best = coarse.iter().copied().fold(0.0, f64::max);
    let reach = best - 2.0 * COARSE;
    let mut places: Vec<usize> = (0..builds.len()).collect();
    let within = coarse.iter().filter(|s| **s >= reach).count();
    let wanted = within.max(keep).min(places.len());
    if wanted < places.len() {
        let order = |&i: &usize, &j: &usize| coarse[j].total_cmp(&coarse[i]).then(i.cmp(&j));
        places.select_nth_unstable_by(wanted, order);
        places.truncate(wanted);
    }
    places.sort_unstable();
    places.into_iter().map(|i| builds[i]).collect()
}

/// The data with every price of a skill shifted, never below 0: for price sweeps.
pub fn shifted_prices(data: &BattleData, skill: &str, shift: i8) -> BattleData {
    let mut data = data.clone();
    for s in data.skills.iter_mut().filter(|s| s.name == skill) {
        s.prices
            .iter_mut()
            .for_each(|p| *p = p.saturating_add_signed(shift));
    }
    data
}

#[cfg(test)]
mod tests;
