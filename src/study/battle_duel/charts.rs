//! The charts of a duel, as data.

use super::tables::{bin_name, bins, health_bins, health_name};
use super::{Asked, Figures};
use crate::games::battle::playouts::SetsTally;
use crate::games::battle::state::EndedBy;
use crate::playout::Run;
use crate::report::{Chart, Plot, Point};
use crate::stats;
use crate::study::battle::Estimate;
use crate::study::battle::cells::series;

/// All charts but the strip.
pub(super) fn all(asked: &Asked, f: &Figures<'_>, run: Option<&Run<SetsTally>>) -> Vec<Chart> {
    let mut charts = vec![ends(f), lengths(f), health(asked, f)];
    charts.extend(run.and_then(|run| convergence(asked, f, run)));
    charts
}

/// How people call an end.
fn said(by: EndedBy) -> &'static str {
    match by {
        EndedBy::Slain => "slain",
        EndedBy::DeathsDoor => "death's door",
        EndedBy::Unconscious => "unconscious",
        EndedBy::GaveUp => "gave up",
        EndedBy::Coma => "coma",
        EndedBy::Insanity => "insanity",
        EndedBy::ComaAndInsanity => "coma, insane",
        EndedBy::Undecided => "undecided",
    }
}

fn ends(f: &Figures<'_>) -> Chart {
    let ways: Vec<EndedBy> = EndedBy::ALL[..7]
        .iter()
        .copied()
        .filter(|by| {
            (0..2).any(|s| {
                [false, true]
                    .iter()
                    .any(|d| f.falls(s, *by, *d).value > 0.0)
            })
        })
        .collect();
    let mut all = Vec::new();
    for (side, name) in ["a falls", "b falls"].iter().enumerate() {
        let each: Vec<Estimate> = ways
            .iter()
            .map(|by| {
                f.share(
                    |s| s.winner() == Some(1 - side) && s.ended_by() == Some(*by),
                    |c| c.loses_by(side, *by),
                )
            })
            .collect();
        all.extend(series(name, &each));
    }
    Chart {
        name: "ends",
        title: "How battles end".into(),
        caption: "Share of all battles that end with this fall of a (b wins) or of b (a wins)."
            .into(),
        x_label: "how the loser fell".into(),
        y_label: "share of battles".into(),
        plot: Plot::Bars {
            categories: ways.iter().map(|by| said(*by).to_string()).collect(),
            series: all,
            share: true,
        },
        table: "ends",
    }
}

fn lengths(f: &Figures<'_>) -> Chart {
    let bins = bins(f);
    let mut all = Vec::new();
    for (result, name) in ["a wins", "b wins"].iter().enumerate() {
        let each: Vec<Estimate> = bins.iter().map(|b| f.lengths(result, b.0, b.1)).collect();
        all.extend(series(name, &each));
    }
    Chart {
        name: "turns",
        title: "How long battles last".into(),
        caption: "Share of all battles that a side wins in so many turns, skipped turns included."
            .into(),
        x_label: "turns".into(),
        y_label: "share of battles".into(),
        plot: Plot::Bars {
            categories: bins.into_iter().map(bin_name).collect(),
            series: all,
            share: true,
        },
        table: "turns",
    }
}

fn health(asked: &Asked, f: &Figures<'_>) -> Chart {
    let bins = health_bins(asked);
    let mut all = Vec::new();
    for (side, name) in ["a wins", "b wins"].iter().enumerate() {
        let each: Vec<Estimate> = bins
            .iter()
            .map(|b| f.health_left(side, b.0..=b.1))
            .collect();
        all.extend(series(name, &each));
    }
    Chart {
        name: "health_left",
        title: "Health left to the winner".into(),
        caption: "Share of all battles that a side wins with so much health left; a winner below zero still lives.".into(),
        x_label: "health left".into(),
        y_label: "share of battles".into(),
        plot: Plot::Bars {
            categories: bins.into_iter().map(health_name).collect(),
            series: all,
            share: true,
        },
        table: "health_left",
    }
}

/// Needs three points to be worth a picture.
fn convergence(asked: &Asked, f: &Figures<'_>, run: &Run<SetsTally>) -> Option<Chart> {
    if run.snapshots.len() < 3 {
        return None;
    }
    let points = run.snapshots.iter().map(|s| {
        let c = s.tally.0[0].counts();
        Point {
            x: s.playouts as f64,
            y: c.wins(0) as f64 / c.n().max(1) as f64,
            interval: Some(stats::wilson(c.wins(0), c.n(), asked.ground.confidence)),
        }
    });
    Some(Chart {
        name: "convergence",
        title: "P(a wins) as the playouts come in".into(),
        caption: format!(
            "Estimate with its {} % interval after so many playouts{}.",
            asked.ground.confidence * 100.0,
            if f.exact.is_some() {
                ", and the exact value"
            } else {
                ""
            }
        ),
        x_label: "playouts".into(),
        y_label: "share of battles that a wins".into(),
        plot: Plot::Lines {
            log_x: true,
            lines: vec![("a wins, sampled".into(), points.collect())],
            reference: f.exact.map(|e| ("exact".into(), e.win(0))),
        },
        table: "convergence",
    })
}
