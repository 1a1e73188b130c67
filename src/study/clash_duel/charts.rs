//! The charts of a duel, as data.

use super::{Asked, Sampled};
use crate::games::clash::tally::Results;
use crate::report::{Chart, Plot, Point, Series};
use crate::stats;

/// All charts.
pub(super) fn all(asked: &Asked, exact: &Results, sampled: Option<&Sampled>) -> Vec<Chart> {
    let mut charts = vec![
        losses(asked, exact, sampled, 0),
        losses(asked, exact, sampled, 1),
        at_least(asked, exact),
        joint(asked, exact),
    ];
    charts.extend(sampled.and_then(|s| convergence(asked, exact, s)));
    charts
}

fn most(asked: &Asked, side: usize) -> u8 {
    let unit = asked.duel.units[side];
    if unit.is_animal() {
        1
    } else {
        unit.counts.total()
    }
}

fn shares(results: &Results, side: usize, most: u8) -> Vec<f64> {
    results
        .losses(side, most)
        .into_iter()
        .map(|w| w as f64 / results.total as f64)
        .collect()
}

fn losses(asked: &Asked, exact: &Results, sampled: Option<&Sampled>, side: usize) -> Chart {
    let most = most(asked, side);
    let mut series = vec![Series {
        name: format!("{}, exact", asked.names[side]),
        values: shares(exact, side, most),
        intervals: None,
    }];
    if let Some(s) = sampled {
        let counts = s.results.losses(side, most);
        let intervals = counts
            .iter()
            .map(|c| stats::wilson(*c as u64, s.playouts, asked.confidence))
            .collect();
        series.push(Series {
            name: format!("{}, sampled", asked.names[side]),
            values: shares(&s.results, side, most),
            intervals: Some(intervals),
        });
    }
    let who = ["attacker", "defender"][side];
    Chart {
        name: ["attacker_losses", "defender_losses"][side],
        title: format!("What the {who} loses: {}", asked.names[side]),
        caption: format!(
            "Share of duels in which {} loses exactly so many.",
            asked.names[side]
        ),
        x_label: if asked.duel.units[side].is_animal() {
            "animals defeated"
        } else {
            "gladiators lost"
        }
        .into(),
        y_label: "share of duels".into(),
        plot: Plot::Bars {
            categories: (0..=most).map(|k| k.to_string()).collect(),
            series,
            share: true,
        },
        table: "losses",
    }
}

fn at_least(asked: &Asked, exact: &Results) -> Chart {
    let top = most(asked, 0).max(most(asked, 1));
    let series = [0, 1]
        .map(|side| Series {
            name: format!("{} {}", ["attacker", "defender"][side], asked.names[side]),
            values: (0..=top)
                .map(|k| exact.weight(|r| r.lost[side] >= k) as f64 / exact.total as f64)
                .collect(),
            intervals: None,
        })
        .to_vec();
    Chart {
        name: "at_least",
        title: "Losing at least so many".into(),
        caption: "Exact share of duels in which a side loses k or more; the further right a step reaches, the worse for that side.".into(),
        x_label: "at least k lost".into(),
        y_label: "share of duels".into(),
        plot: Plot::Steps { categories: (0..=top).map(|k| k.to_string()).collect(), series, share: true },
        table: "losses",
    }
}

fn joint(asked: &Asked, exact: &Results) -> Chart {
    let names = |side: usize| {
        (0..=most(asked, side))
            .map(|k| k.to_string())
            .collect::<Vec<_>>()
    };
    let values = (0..=most(asked, 0))
        .map(|a| {
            (0..=most(asked, 1))
                .map(|d| {
                    let w = exact.weight(|r| r.lost == [a, d]);
                    (w > 0).then(|| w as f64 / exact.total as f64)
                })
                .collect()
        })
        .collect();
    Chart {
        name: "joint",
        title: "Both sides' losses together".into(),
        caption: "Exact share of duels for each pair of losses; empty cells cannot happen.".into(),
        x_label: format!("lost by the defender, {}", asked.names[1]),
        y_label: format!("lost by the attacker, {}", asked.names[0]),
        plot: Plot::Heat {
            rows: names(0),
            columns: names(1),
            values,
            signed: false,
        },
        table: "joint",
    }
}

/// Needs three points to be worth a picture.
fn convergence(asked: &Asked, exact: &Results, sampled: &Sampled) -> Option<Chart> {
    if sampled.snapshots.len() < 3 {
        return None;
    }
    let points = sampled
        .snapshots
        .iter()
        .filter_map(|(n, m)| {
            Some(Point {
                x: *n as f64,
                y: m.mean()?,
                interval: m.interval(asked.confidence),
            })
        })
        .collect();
    let edge = crate::games::clash::tally::metric("edge").expect("edge is a metric");
    let truth = exact.sums(edge).0 as f64 / exact.total as f64;
    Some(Chart {
        name: "convergence",
        title: "The edge as the playouts come in".into(),
        caption: format!(
            "Estimate with its {} % interval after so many playouts, and the exact value.",
            asked.confidence * 100.0
        ),
        x_label: "playouts".into(),
        y_label: "edge of the challenger (gladiators)".into(),
        plot: Plot::Lines {
            log_x: true,
            lines: vec![("edge, sampled".into(), points)],
            reference: Some(("exact".into(), truth)),
        },
        table: "convergence",
    })
}
