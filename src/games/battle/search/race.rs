//! Racing: builds sampled against a panel, the worse ones dropped as soon as that is sure, until the points are spent.
//!
//! Rounds double the battles of those that are left. A build is dropped when its simultaneous interval lies below
//! the best one's; intervals are widened for the number of builds and of rounds, so that all that is said holds
//! together. Shares against a panel are weighted; opponents are met over battles of their own, so that the intervals of
//! the shares join by their squares (Zou and Donner 2008, "MOVER").

use super::Opponent;
use super::space::Build;
use crate::error::Result;
use crate::games::battle::duel::Duel;
use crate::games::battle::playouts::Duels;
use crate::playout::{Block, Experiment};
use crate::stats::{Ranking, rank_by_intervals, simultaneous_confidence, wilson};
use rayon::prelude::*;

/// A build in a race.
#[derive(Debug, Clone, PartialEq)]
pub struct Runner {
    /// Place in the list of builds.
    pub place: usize,
    /// Battles won, by opponent.
    pub wins: Vec<u64>,
    /// Battles fought against each opponent.
    pub n: u64,
    /// P(win) in the mean over the panel, by weight.
    pub share: f64,
    /// Between these at the race's confidence.
    pub interval: (f64, f64),
}

impl Runner {
    /// Share and interval from the battles; `weights` sum to one.
    fn weigh(&mut self, weights: &[f64], confidence: f64) {
        let (mut share, mut below, mut above) = (0.0, 0.0, 0.0);
        for (wins, w) in self.wins.iter().zip(weights) {
            let p = *wins as f64 / self.n.max(1) as f64;
            let (lo, hi) = wilson(*wins, self.n, confidence);
            share += w * p;
            below += (w * (p - lo)).powi(2);
            above += (w * (hi - p)).powi(2);
        }
        self.share = share;
        self.interval = (share - below.sqrt(), share + above.sqrt());
    }
}

/// How a race is run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// Seed of all battles; all builds fight over the same random numbers.
    pub seed: u64,
    /// Rounds; round r plays 2^r blocks a build and opponent.
    pub rounds: u32,
    /// Confidence that all intervals of all rounds hold together.
    pub confidence: f64,
    /// Stop when so few are left.
    pub keep: usize,
}

/// Races builds; those left, best first, with their tie groups.
///
/// # Errors
/// As [`super::Search::scores`], but any battle can be raced.
pub fn race(
    search: &super::Search<'_>,
    builds: &[Build],
    panel: &[Opponent],
    plan: &Plan,
) -> Result<(Vec<Runner>, Ranking)> {
    let all: f64 = panel.iter().map(|o| o.weight).sum();
    let weights: Vec<f64> = panel.iter().map(|o| o.weight / all).collect();
    let intervals = builds.len().max(1) * plan.rounds.max(1) as usize;
    let confidence = simultaneous_confidence(plan.confidence, intervals);
    let mut left: Vec<(Runner, Vec<Duels>)> = builds
        .iter()
        .enumerate()
        .map(|(place, b)| {
            let own = search.fighter(&search.space.gladiator(b))?;
            let duels = panel.iter().map(|o| {
                let foe = search.fighter(&o.gladiator)?;
                Ok(Duels::new(Duel::of(
                    search.rules.clone(),
                    [own, foe],
                    [search.space.parts, o.parts],
                    None,
                )?))
            });
            Ok((
                Runner {
                    place,
                    wins: vec![0; panel.len()],
                    n: 0,
                    share: 0.0,
                    interval: (0.0, 1.0),
                },
                duels.collect::<Result<_>>()?,
            ))
        })
        .collect::<Result<_>>()?;
    let mut played = 0u64;
    for round in 0..plan.rounds {
        let blocks = 1u64 << round;
        left.par_iter_mut().for_each(|(runner, duels)| {
            for (o, duels) in duels.iter().enumerate() {
                let mut tally = duels.empty();
                for index in played..played + blocks {
                    let index = index * panel.len() as u64 + o as u64;
                    let size = u64::from(Duels::BLOCK);
                    duels.play(
                        &Block {
                            seed: plan.seed,
                            index,
                            first: index * size,
                            count: Duels::BLOCK,
                        },
                        &mut tally,
                    );
                }
                runner.wins[o] += tally.counts().wins(0);
            }
            runner.n += blocks * u64::from(Duels::BLOCK);
            runner.weigh(&weights, confidence);
        });
        played += blocks;
        let best = left.iter().map(|(r, _)| r.interval.0).fold(0.0, f64::max);
        left.retain(|(r, _)| r.interval.1 >= best);
        if left.len() <= plan.keep {
            break;
        }
    }
    let mut runners: Vec<Runner> = left.into_iter().map(|(r, _)| r).collect();
    runners.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.place.cmp(&b.place)));
    let values: Vec<f64> = runners.iter().map(|r| r.share).collect();
    let intervals: Vec<(f64, f64)> = runners.iter().map(|r| r.interval).collect();
    let ranking = rank_by_intervals(&values, &intervals);
    Ok((runners, ranking))
}
