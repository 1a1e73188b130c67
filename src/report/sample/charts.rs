//! The charts of the invented duel, over the numbers of its tables.

use super::tables::{LOSSES, SIDES, convergence_points, estimate, joint_share, tail};
use crate::report::findings::*;

/// Every chart.
pub fn all() -> Vec<Chart> {
    vec![
        losses_chart(),
        at_least_chart(),
        joint_chart(),
        convergence_chart(),
    ]
}

fn series(from: usize, p: fn(usize, usize) -> f64) -> Vec<Series> {
    let real = |cell: &Cell| {
        if let Cell::Real(x) = cell {
            *x
        } else {
            f64::NAN
        }
    };
    let mut all = Vec::new();
    for (side, name) in SIDES.iter().enumerate() {
        let cells: Vec<Vec<Cell>> = (from..5)
            .map(|k| estimate(p(side, k), (side * 5 + k) as u64))
            .collect();
        all.push(Series {
            name: format!("{name}, sampled"),
            values: cells.iter().map(|c| real(&c[1])).collect(),
            intervals: Some(cells.iter().map(|c| (real(&c[2]), real(&c[3]))).collect()),
        });
        let exact = (from..5).map(|k| p(side, k)).collect();
        all.push(Series {
            name: format!("{name}, exact"),
            values: exact,
            intervals: None,
        });
    }
    all
}

fn losses_chart() -> Chart {
    Chart {
        name: "losses",
        title: "How many gladiators each side loses".into(),
        caption: "Share of duels in which a side loses exactly so many gladiators. Filled bars are sampled, with \
                  their intervals; outlined bars are exact."
            .into(),
        x_label: "gladiators lost".into(),
        y_label: "share of duels".into(),
        plot: Plot::Bars {
            categories: (0..5).map(|k| k.to_string()).collect(),
            series: series(0, |side, k| LOSSES[side][k]),
            share: true,
        },
        table: "losses",
    }
}

fn at_least_chart() -> Chart {
    Chart {
        name: "at-least",
        title: "At least so many losses".into(),
        caption: "The lower a side's steps, the better it holds.".into(),
        x_label: "gladiators lost, or more".into(),
        y_label: "share of duels".into(),
        plot: Plot::Steps {
            categories: (1..5).map(|k| format!("≥ {k}")).collect(),
            series: series(1, tail),
            share: true,
        },
        table: "at-least",
    }
}

fn joint_chart() -> Chart {
    let labels: Vec<String> = (0..5).map(|k| k.to_string()).collect();
    Chart {
        name: "joint",
        title: "Losses of both sides together".into(),
        caption: "Each cell is the share of duels with these two losses.".into(),
        x_label: "SSST loses".into(),
        y_label: "SSNT loses".into(),
        plot: Plot::Heat {
            rows: labels.clone(),
            columns: labels,
            values: (0..5)
                .map(|r| (0..5).map(|b| Some(joint_share(r, b))).collect())
                .collect(),
            signed: false,
        },
        table: "joint",
    }
}

fn convergence_chart() -> Chart {
    let points = convergence_points().into_iter().map(|(_, p)| p).collect();
    Chart {
        name: "convergence",
        title: "How the estimate settles".into(),
        caption:
            "Share of SSNT wins after so many playouts, with its interval, and the exact share."
                .into(),
        x_label: "playouts".into(),
        y_label: "share of SSNT wins".into(),
        plot: Plot::Lines {
            log_x: true,
            lines: vec![("sampled".into(), points)],
            reference: Some(("exact".into(), 0.29918981)),
        },
        table: "convergence",
    }
}
