//! Counting legal builds exactly, and drawing them exactly uniformly.
//!
//! A build is a chain of choices, each with a price: five stats, two counts of Energy cards, the Feint, eight moves, the
//! powers. Ways to complete the chain with c coins left are counted backwards; the same numbers are the weights of the
//! sampler, so that it is uniform by construction.

use super::build::{Build, Training};
use super::cards::moves;
use crate::chance::{Chance, Dist};

/// One choice of the chain: its options as (value, price).
type Options = Vec<(u8, u8)>;

/// The chain of choices of a training.
fn chain(t: &Training) -> Vec<Options> {
    let mut chain: Vec<Options> = (0..5)
        .map(|stat| {
            (0..10)
                .filter(|v| t.stat_price(stat, *v) > 0)
                .map(|v| (v, t.stat_price(stat, v)))
                .collect()
        })
        .collect();
    for price in &t.card[..2] {
        chain.push((0..=t.energy_cap).map(|n| (n, n * price)).collect());
    }
    chain.push((0..=t.feint_max).map(|n| (n, n * t.card[2])).collect());
    for price in t.moves {
        chain.push(vec![(0, 0), (1, price)]);
    }
    for power in 0..9 {
        chain.push(if t.powers >> power & 1 == 1 {
            vec![(0, 0), (1, t.card[3])]
        } else {
            vec![(0, 0)]
        });
    }
    chain
}

/// Ways to complete the chain from each step on, with c coins left.
fn ways(chain: &[Options], t: &Training) -> Vec<Vec<u64>> {
    let coins = usize::from(t.budget) + 1;
    let mut ways = vec![vec![0u64; coins]; chain.len() + 1];
    for (left, slot) in ways[chain.len()].iter_mut().enumerate() {
        *slot = u64::from(!t.spend_all || left == 0);
    }
    for step in (0..chain.len()).rev() {
        for left in 0..coins {
            ways[step][left] = chain[step]
                .iter()
                .filter_map(|(_, p)| ways[step + 1].get(left.wrapping_sub((*p).into())))
                .sum();
        }
    }
    ways
}

/// Number of legal builds, item pairs left out.
pub fn count(t: &Training) -> u64 {
    let chain = chain(t);
    ways(&chain, t)[0][usize::from(t.budget)]
}

/// The most coins that any build spends, were there no budget.
pub fn most(t: &Training) -> u16 {
    let dearest = |options: Options| options.iter().map(|o| u16::from(o.1)).max().unwrap_or(0);
    chain(t).into_iter().map(dearest).sum()
}

/// Draws builds, each legal one with the same probability.
#[derive(Debug, Clone)]
pub struct Sampler {
    /// By step and coins left: the options that can be completed, each as (value, coins left after it).
    steps: Vec<Vec<Option<Dist<Choice>>>>,
    total: u64,
    budget: u8,
}

/// An option taken.
#[derive(Debug, Clone, Copy)]
struct Choice {
    value: u8,
    left: u8,
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.value)
    }
}

impl Sampler {
    /// Lays out the tables.
    ///
    /// # Panics
    /// If there are 2^52 legal builds or more, or none.
    pub fn new(t: &Training) -> Self {
        let chain = chain(t);
        let ways = ways(&chain, t);
        let dist = |step: usize, left: u8| {
            let options =
                chain[step]
                    .iter()
                    .filter(|(_, price)| *price <= left)
                    .map(|(value, price)| {
                        let left = left - price;
                        (
                            Choice {
                                value: *value,
                                left,
                            },
                            ways[step + 1][usize::from(left)],
                        )
                    });
            (ways[step][usize::from(left)] > 0).then(|| Dist::new(options))
        };
        let steps = (0..chain.len())
            .map(|step| (0..=t.budget).map(|left| dist(step, left)).collect())
            .collect();
        Self {
            steps,
            total: ways[0][usize::from(t.budget)],
            budget: t.budget,
        }
    }

    /// Number of legal builds.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Draws a build. Does not allocate.
    pub fn draw<C: Chance>(&self, chance: &mut C) -> Build {
        let mut left = self.budget;
        let mut build = Build::bare(0);
        for (step, by_coins) in self.steps.iter().enumerate() {
            let dist = by_coins[usize::from(left)]
                .as_ref()
                .expect("only what can be completed is drawn");
            let choice = chance.draw("training", dist);
            left = choice.left;
            match step {
                0..5 => build.stats[step] = choice.value,
                5 => build.e1 = choice.value,
                6 => build.e0 = choice.value,
                7 => build.feint = choice.value == 1,
                8..16 => build.moves |= choice.value << (step - 8),
                _ => build.powers |= u16::from(choice.value) << (step - 16),
            }
        }
        debug_assert!(build.moves as u16 <= moves::REFLEX);
        build
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::Data;
    use super::*;
    use crate::chance::{Sample, enumerate};

    fn training(budget: u8, spend_all: bool) -> Training {
        Training::new(&Data::embedded().unwrap(), budget, true, spend_all)
    }

    /// Spec 15, counts.
    #[test]
    fn the_number_of_legal_builds() {
        let t = training(55, false);
        assert_eq!(count(&t), 76_618_373_080);
        assert_eq!(count(&training(55, true)), 9_460_407_572);
        let energy = Training {
            feint_max: 0,
            moves: [99; 8],
            powers: 0,
            ..t.clone()
        };
        assert_eq!(count(&energy), 976_609);
        let stats = Training {
            energy_cap: 0,
            ..energy
        };
        assert_eq!(count(&stats), 16_527);
        let with = |stat: usize, value: u8| {
            let price = t.skill[usize::from(value)];
            let mut only = Training {
                budget: t.budget,
                ..t.clone()
            };
            // Fix Endurance by making it the only value that has a price, for it and for nothing else.
            assert_eq!(stat, 0);
            only.budget = t.budget - price;
            let chain = chain(&t);
            ways(&chain[1..], &only)[0][usize::from(only.budget)]
        };
        assert_eq!((with(0, 3), with(0, 9)), (19_451_759_978, 2_455_831_006));
        let no_feint = count(&Training {
            feint_max: 0,
            ..t.clone()
        });
        assert_eq!(count(&t) - no_feint, 25_950_144_882);
    }

    /// What the dearest build of a big budget costs can be spent in one way, one coin more in none.
    #[test]
    fn the_most_that_can_be_spent() {
        let top = u8::try_from(most(&training(150, true))).unwrap();
        let ways = |budget| count(&training(budget, true));
        assert_eq!((top, ways(top), ways(top + 1)), (125, 1, 0));
    }

    /// A tiny training, drawn in every way: each build comes out with exactly the same probability.
    #[test]
    fn the_sampler_is_exactly_uniform() {
        let mut t = training(20, false);
        t.moves = [2, 99, 99, 99, 99, 99, 99, 1];
        t.powers = 0b11;
        t.energy_cap = 1;
        let sampler = Sampler::new(&t);
        let mut seen = std::collections::BTreeMap::new();
        enumerate(
            |b| sampler.draw(b),
            |leaf| {
                let p = leaf.probability();
                assert!(
                    seen.insert(leaf.result, p).is_none(),
                    "a build comes from one chain of choices"
                );
                assert!(t.faults(&leaf.result).is_empty());
            },
        );
        assert_eq!(seen.len() as u64, count(&t));
        let each = crate::chance::Prob::new(1, u128::from(count(&t)));
        assert!(seen.values().all(|p| *p == each));
    }

    /// Shares of the whole training at 55 coins, drawn; bound 5 standard errors.
    #[test]
    fn drawn_shares_match_the_counts() {
        let t = training(55, false);
        let sampler = Sampler::new(&t);
        let mut chance = Sample::new(5, "training", 0);
        let n = 100_000;
        let (mut low, mut high, mut feint) = (0, 0, 0);
        for _ in 0..n {
            let b = sampler.draw(&mut chance);
            assert!(t.faults(&b).is_empty());
            low += u32::from(b.stats[0] == 3);
            high += u32::from(b.stats[0] == 9);
            feint += u32::from(b.feint);
        }
        for (hits, exact) in [
            (low, 19_451_759_978u64),
            (high, 2_455_831_006),
            (feint, 25_950_144_882),
        ] {
            let p = exact as f64 / sampler.total() as f64;
            let se = (p * (1.0 - p) / f64::from(n)).sqrt();
            assert!(
                (f64::from(hits) / f64::from(n) - p).abs() < 5.0 * se,
                "{hits} of {n}, exact {p}"
            );
        }
    }
}
