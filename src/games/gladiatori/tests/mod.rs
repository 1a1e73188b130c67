//! Tests of the whole machine: against the naive twin, by fuzzing, by its invariants (spec 11.3, 15).

mod arena;
mod duels;
mod effects;
mod ledger;
mod peek;
mod phases;
mod slow;
mod solved;
mod steps;
mod twin;

use super::data::Data;
use super::numbers::Rules;
use super::sheet::Sheet;
use super::values::Item;
use crate::chance::{Chance, Dist, Lane, Outcome, Stream};

pub(super) fn rules() -> Rules {
    Rules::default_rules().unwrap()
}

pub(super) fn rules_with(set: &[(&str, &str)]) -> Rules {
    let data = Data::embedded().unwrap();
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    Rules::new(&data, &data.switches("gladiatori", &set).unwrap()).unwrap()
}

pub(super) fn ready_made(name: &str) -> Sheet {
    Sheet::ready_made(&Data::embedded().unwrap(), name).unwrap()
}

pub(super) const NAMES: [&str; 6] = [
    "secutor",
    "mirmillo",
    "thraex",
    "hoplomacus",
    "provocator",
    "retiarius",
];

/// Equally likely outcomes of a distribution by index, from a plain stream: what the naive twin is compared over.
pub(super) struct Indexed(pub Stream);

impl Indexed {
    pub(super) fn new(seed: u64) -> Self {
        Self(Stream::new(seed, "test", 0, Lane::Main))
    }

    pub(super) fn pick(&mut self, n: u8) -> u8 {
        self.0.below(n.into()) as u8
    }
}

impl Chance for Indexed {
    fn draw<T: Outcome>(&mut self, _site: &'static str, dist: &Dist<T>) -> T {
        assert!(
            (0..dist.len()).all(|k| dist.weight(k) == dist.weight(0)),
            "the core draws evenly"
        );
        dist.outcome(self.pick(dist.len() as u8).into())
    }
}

/// A random small sheet of the feature set `core`.
pub(super) fn random_sheet(s: &mut Stream) -> Sheet {
    let mut below = |n: u64| s.below(n) as u8;
    let stats = [0; 5].map(|_: u8| below(10));
    let item = |below: &mut dyn FnMut(u64) -> u8, symbol| Item {
        attack: below(4),
        defense: below(4),
        hp: 1 + below(4),
        symbol,
        ..Item::default()
    };
    let items = [item(&mut below, 0), item(&mut below, 1)];
    Sheet::core(stats, below(9), below(9), items)
}
