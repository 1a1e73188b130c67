//! Build search: every legal build under a budget, scored against a panel (spec 7).
//!
//! `search/space.rs` lists the builds, this file scores them exactly: builds that differ only in INITIATIVE and
//! health share
//! one solved table ([`cells`]), and those whose ATTACK and WEAPON give the same dice and tier do too, which makes a
//! search
//! over all builds of a budget a matter of seconds. `search/race.rs` samples where battles are not plain.

pub mod race;
pub mod space;

use super::column::Class;
use super::data::{BattleData, Usage, WeaponKind};
use super::duel::Duel;
use super::exact::cells::{self, Won};
use super::exact::graph::starts;
use super::exchange::Exchanges;
use super::fighter::{Fighter, weapon_dice};
use super::gladiator::Gladiator;
use super::policy::{Parts, ThrowRule};
use super::rules::Rules;
use crate::error::{Error, Result};
use rayon::prelude::*;
use space::{Build, Space};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Values closer than this are one tie group.
pub const TIE: f64 = 1e-9;

/// Scores are off by less than ten times this.
const SETTLED: f64 = 1e-11;
/// Where many builds are only to be told apart from the best: off by less than [`COARSE`].
const COARSELY: f64 = 5e-4;
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

/// What a solved table depends on, of a candidate. Weapons count by what they do in an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key {
    weapon: (Class, u8, WeaponKind, Usage),
    dice: u8,
    tier: u8,
    armor: u8,
    shield: u8,
    parry: u8,
    focus: u8,
}

/// A search under one set of rules.
#[derive(Debug)]
pub struct Search<'d> {
    data: &'d BattleData,
    rules: Arc<Rules>,
    space: Space,
}

/// Told how many of how many tables are solved.
pub type Tick<'a> = dyn Fn(usize, usize) + Sync + 'a;

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
        Self { data, rules, space }
    }

    /// The space.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Every legal build.
    pub fn builds(&self) -> Vec<Build> {
        self.space.builds(self.data, &self.rules.readings)
    }

    fn key(&self, b: &Build) -> Key {
        let from = |t: &super::data::Known<super::data::StyleTier>| t.value.attack_from <= b.attack;
        let tier = self.data.tiers.iter().rposition(from).unwrap_or(0) as u8;
        let dice = weapon_dice(b.attack, b.ranks);
        let weapon = self
            .space
            .weapons
            .get(usize::from(b.weapon))
            .and_then(|name| self.data.weapon(name).ok());
        let weapon = weapon.map_or((Class::A, 0, WeaponKind::Bludgeon, Usage::Melee), |w| {
            // Kinds matter only where their charts differ; what can be used in hand is, unless the policy throws it.
            let kind = if self.rules.charts_differ() {
                w.kind.value
            } else {
                WeaponKind::Bludgeon
            };
            let usage =
                if self.space.parts.throw == ThrowRule::MustOnly && w.usage.value == Usage::Both {
                    Usage::Melee
                } else {
                    w.usage.value
                };
            (w.class.value, w.critical_bonus.value, kind, usage)
        });
        Key {
            weapon,
            dice,
            tier,
            armor: b.armor,
            shield: b.shield,
            parry: b.parry,
            focus: b.focus,
        }
    }

    fn fighter(&self, g: &Gladiator) -> Result<Fighter> {
        Fighter::new(self.data, &self.rules.readings, g)
    }

    /// P(win) of each build in the mean over the panel, exact.
    ///
    /// # Errors
    /// An illegal opponent, or battles that are not plain: says why, and to race instead.
    pub fn scores(&self, builds: &[Build], panel: &[Opponent]) -> Result<Vec<f64>> {
        self.scored(builds, panel, SETTLED, &|_, _| {})
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
        self.scored(builds, panel, COARSELY, tick)
    }

    fn scored(
        &self,
        builds: &[Build],
        panel: &[Opponent],
        settled: f64,
        tick: &Tick<'_>,
    ) -> Result<Vec<f64>> {
        let weights: f64 = panel.iter().map(|o| o.weight).sum();
        if panel.is_empty() || panel.iter().any(|o| o.weight <= 0.0) {
            return Err(Error::usage("a panel needs opponents of positive weight"));
        }
        let mut scores = vec![0.0; builds.len()];
        for opponent in panel {
            let wins = self.against(builds, opponent, settled, tick)?;
            for (score, win) in scores.iter_mut().zip(wins) {
                *score += opponent.weight / weights * win;
            }
        }
        Ok(scores)
    }

    /// P(win) of each build against one opponent.
    fn against(
        &self,
        builds: &[Build],
        opponent: &Opponent,
        settled: f64,
        tick: &Tick<'_>,
    ) -> Result<Vec<f64>> {
        let foe = self.fighter(&opponent.gladiator)?;
        let mut by_key: HashMap<Key, Vec<usize>> = HashMap::new();
        for (i, b) in builds.iter().enumerate() {
            by_key.entry(self.key(b)).or_default().push(i);
        }
        let mut groups: Vec<(Key, Vec<usize>)> = by_key.into_iter().collect();
        groups.sort();
        let firsts = self.first_turns(builds, &opponent.gladiator)?;
        let (done, all) = (AtomicUsize::new(0), groups.len());
        // Neighbouring keys share exchanges, so each thread takes a stretch of them with a memory of its own.
        let stretches: Vec<Result<Vec<(usize, f64)>>> = groups
            .par_chunks(64)
            .map(|stretch| {
                let mut exchanges = Exchanges::new(&self.rules);
                let mut wins = Vec::new();
                for (_, members) in stretch {
                    let most = members
                        .iter()
                        .map(|&i| builds[i])
                        .max_by_key(|b| b.health)
                        .unwrap_or(builds[members[0]]);
                    let won = self.solve(&most, &foe, opponent, &mut exchanges, settled)?;
                    for &i in members {
                        let b = &builds[i];
                        let health = [b.health, foe.health as u8];
                        let p = firsts[usize::from(b.initiative)];
                        wins.push((
                            i,
                            p * won.win_a(0, health) + (1.0 - p) * won.win_a(1, health),
                        ));
                    }
                }
                let so_far = done.fetch_add(stretch.len(), Ordering::Relaxed) + stretch.len();
                tick(so_far, all);
                Ok(wins)
            })
            .collect();
        let mut wins = vec![0.0; builds.len()];
        for stretch in stretches {
            stretch?.into_iter().for_each(|(i, win)| wins[i] = win);
        }
        Ok(wins)
    }

    fn solve(
        &self,
        b: &Build,
        foe: &Fighter,
        opponent: &Opponent,
        exchanges: &mut Exchanges<'_>,
        settled: f64,
    ) -> Result<Won> {
        let own = self.fighter(&self.space.gladiator(b))?;
        let duel = Duel::of(
            self.rules.clone(),
            [own, *foe],
            [self.space.parts, opponent.parts],
            None,
        )?;
        cells::solve_within(&duel, exchanges, settled).ok_or_else(|| {
            let why = super::situations::obstacle(&duel).unwrap_or("one may give up");
            Error::usage(format!(
                "builds cannot be scored exactly: {why}; use --method mc, which races them"
            ))
        })
    }

    /// P(the first turn), by own ranks of INITIATIVE.
    fn first_turns(&self, builds: &[Build], foe: &Gladiator) -> Result<Vec<f64>> {
        let most = builds.iter().map(|b| b.initiative).max().unwrap_or(2);
        (0..=most)
            .map(|ranks| {
                if builds.iter().all(|b| b.initiative != ranks) {
                    return Ok(0.5);
                }
                let own = Gladiator {
                    initiative: ranks,
                    ..Gladiator::default()
                };
                let fighters = [
                    self.fighter(&own)?,
                    Fighter {
                        luck: 0,
                        ..self.fighter(foe)?
                    },
                ];
                let duel = Duel::of(self.rules.clone(), fighters, [Parts::default(); 2], None)?;
                Ok(starts(&duel)
                    .iter()
                    .filter(|(s, _)| s.active() == 0)
                    .map(|s| s.1)
                    .sum())
            })
            .collect()
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
        let coarse = self.coarse_scores(builds, panel, tick)?;
        let mut places: Vec<usize> = (0..builds.len()).collect();
        places.sort_by(|&i, &j| coarse[j].total_cmp(&coarse[i]).then(i.cmp(&j)));
        let reach = places.first().map_or(0.0, |&i| coarse[i]) - 2.0 * COARSE;
        let within = places.iter().take_while(|&&i| coarse[i] >= reach).count();
        places.truncate(within.max(keep));
        places.sort_unstable();
        let finalists: Vec<Build> = places.iter().map(|&i| builds[i]).collect();
        let scores = self.scores(&finalists, panel)?;
        Ok(Best {
            ranked: Ranked::new(&scores),
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

    /// P(row wins against column); the diagonal is one half.
    ///
    /// # Errors
    /// As [`Search::scores`].
    pub fn payoffs(&self, builds: &[Build]) -> Result<Vec<Vec<f64>>> {
        let mut payoffs = vec![vec![0.5; builds.len()]; builds.len()];
        for (j, opponent) in self.opponents(builds).iter().enumerate() {
            let above: Vec<Build> = builds[..j].to_vec();
            if above.is_empty() {
                continue;
            }
            for (i, win) in self
                .against(&above, opponent, SETTLED, &|_, _| {})?
                .into_iter()
                .enumerate()
            {
                (payoffs[i][j], payoffs[j][i]) = (win, 1.0 - win);
            }
        }
        Ok(payoffs)
    }
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
