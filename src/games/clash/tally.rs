//! What duels add up to: results with weights, exact or counted, and the metrics read off them.

use super::duel::{Duel, DuelResult};
use super::state::DuelState;

/// A metric: the mean over duels of a whole number. A share is the mean of 0 or 1.
#[derive(Debug, Clone, Copy)]
pub struct Metric {
    /// Stable name, as in case files and JSON.
    pub name: &'static str,
    /// For people.
    pub label: &'static str,
    /// True for a share.
    pub share: bool,
    /// Its value in one duel.
    pub of: fn(&DuelResult, challenger: usize) -> i64,
}

/// Gain of the attacker: the edge as the attacker sees it.
fn attacker_gain(r: &DuelResult, challenger: usize) -> i64 {
    if challenger == 0 {
        i64::from(r.edge)
    } else {
        -i64::from(r.edge)
    }
}

/// The metrics of a duel, in the order of the summary.
pub const METRICS: [Metric; 11] = [
    Metric {
        name: "edge",
        label: "edge of the challenger",
        share: false,
        of: |r, _| i64::from(r.edge),
    },
    Metric {
        name: "attacker_losses",
        label: "attacker's losses",
        share: false,
        of: |r, _| i64::from(r.lost[0]),
    },
    Metric {
        name: "defender_losses",
        label: "defender's losses",
        share: false,
        of: |r, _| i64::from(r.lost[1]),
    },
    Metric {
        name: "p_attacker_ahead",
        label: "attacker ahead",
        share: true,
        of: |r, c| (attacker_gain(r, c) > 0).into(),
    },
    Metric {
        name: "p_even",
        label: "even",
        share: true,
        of: |r, _| (r.edge == 0).into(),
    },
    Metric {
        name: "p_defender_ahead",
        label: "defender ahead",
        share: true,
        of: |r, c| (attacker_gain(r, c) < 0).into(),
    },
    Metric {
        name: "ahead_minus_behind",
        label: "attacker ahead less behind",
        share: false,
        of: |r, c| attacker_gain(r, c).signum(),
    },
    Metric {
        name: "p_attacker_out",
        label: "attacker wiped out",
        share: true,
        of: |r, _| r.left[0].is_none().into(),
    },
    Metric {
        name: "p_defender_out",
        label: "defender wiped out",
        share: true,
        of: |r, _| r.left[1].is_none().into(),
    },
    Metric {
        name: "attacker_marker",
        label: "attacker's hit markers left",
        share: false,
        of: |r, _| i64::from(r.markers[0]),
    },
    Metric {
        name: "defender_marker",
        label: "defender's hit markers left",
        share: false,
        of: |r, _| i64::from(r.markers[1]),
    },
];

/// Results of a duel with integer weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    /// Result and weight, merged and in order.
    pub rows: Vec<(DuelResult, u128)>,
    /// Sum of the weights: the common denominator when exact, the number of playouts when sampled.
    pub total: u128,
    /// Side that challenges.
    pub challenger: usize,
}

impl Results {
    /// From ends and their weights.
    pub fn new(duel: &Duel, ends: impl IntoIterator<Item = (DuelState, u128)>) -> Self {
        let mut merged = std::collections::BTreeMap::new();
        for (end, weight) in ends {
            *merged.entry(duel.result(&end)).or_insert(0) += weight;
        }
        let total = merged.values().sum();
        Self {
            rows: merged.into_iter().collect(),
            total,
            challenger: duel.challenger,
        }
    }

    /// The exact results.
    pub fn exact(duel: &Duel) -> Self {
        Self::new(duel, duel.halves().ends().0)
    }

    /// Weight of the results for which `holds`.
    pub fn weight(&self, holds: impl Fn(&DuelResult) -> bool) -> u128 {
        self.rows
            .iter()
            .filter(|(r, _)| holds(r))
            .map(|(_, w)| w)
            .sum()
    }

    /// Weighted sum of a metric and of its square.
    pub fn sums(&self, metric: &Metric) -> (i128, u128) {
        self.rows.iter().fold((0, 0), |(sum, squares), (r, w)| {
            let v = (metric.of)(r, self.challenger);
            (
                sum + i128::from(v) * *w as i128,
                squares + u128::from(v.unsigned_abs().pow(2)) * w,
            )
        })
    }

    /// Weights of 0, 1, 2, … losses of a side, up to `most`.
    pub fn losses(&self, side: usize, most: u8) -> Vec<u128> {
        (0..=most)
            .map(|k| self.weight(|r| r.lost[side] == k))
            .collect()
    }
}

/// The metric of this name.
pub fn metric(name: &str) -> Option<&'static Metric> {
    METRICS.iter().find(|m| m.name == name)
}
