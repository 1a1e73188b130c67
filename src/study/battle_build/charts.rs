//! The charts of a build search.

use super::tables::bins;
use super::{Asked, Found};
use crate::report::{Chart, Plot};
use crate::study::battle::Estimate;
use crate::study::battle::cells::series;

/// Builds on a picture.
const SHOWN: usize = 12;

/// All charts.
pub(super) fn all(asked: &Asked, found: &Found) -> Vec<Chart> {
    vec![leaders(asked, found), ranks(asked, found), spread(found)]
}

fn shown(asked: &Asked, found: &Found) -> Vec<usize> {
    let order = found.best.ranked.order.iter().take(SHOWN.min(asked.top));
    order.map(|o| o.0).collect()
}

fn leaders(asked: &Asked, found: &Found) -> Chart {
    let places = shown(asked, found);
    let mut all = Vec::new();
    if found.sets.is_empty() {
        let scores: Vec<Estimate> = found
            .best
            .ranked
            .order
            .iter()
            .take(places.len())
            .map(|o| Estimate::exact(o.1))
            .collect();
        all.extend(series("score", &scores));
    }
    for (set, scores, _, _) in &found.sets {
        let values: Vec<Estimate> = places.iter().map(|p| Estimate::exact(scores[*p])).collect();
        all.extend(series(set, &values));
    }
    Chart {
        name: "leaders",
        title: "The best builds under each table set".into(),
        caption: "Mean P(win) over the panel, by rank in the table of leaders.".into(),
        x_label: "rank in the list of leaders".into(),
        y_label: "mean P(win)".into(),
        plot: Plot::Bars {
            categories: (1..=places.len()).map(|i| i.to_string()).collect(),
            series: all,
            share: true,
        },
        table: "leaders",
    }
}

/// What the best builds spend on.
fn ranks(asked: &Asked, found: &Found) -> Chart {
    let places = shown(asked, found);
    let rows: Vec<String> = places
        .iter()
        .enumerate()
        .map(|(i, p)| {
            let b = &found.best.finalists[*p];
            format!("{} {}", i + 1, asked.space.weapons[usize::from(b.weapon)])
        })
        .collect();
    let values = places
        .iter()
        .map(|p| {
            let b = &found.best.finalists[*p];
            let ranks = [
                b.attack,
                b.ranks,
                b.armor,
                b.shield,
                b.parry,
                b.focus,
                b.initiative,
            ];
            ranks.map(|n| Some(f64::from(n))).to_vec()
        })
        .collect();
    let columns = [
        "ATTACK",
        "WEAPON",
        "ARMOR",
        "SHIELD",
        "PARRY",
        "FOCUS",
        "INITIATIVE",
    ];
    Chart {
        name: "ranks",
        title: "What the best builds are made of".into(),
        caption: "Ranks of each skill; points left go to health.".into(),
        x_label: "skill".into(),
        y_label: "rank in the list of leaders, weapon".into(),
        plot: Plot::Heat {
            rows,
            columns: columns.map(String::from).to_vec(),
            values,
            signed: false,
        },
        table: "leaders",
    }
}

fn spread(found: &Found) -> Chart {
    let bins = bins(found);
    let n = found.best.coarse.len().max(1) as f64;
    let values: Vec<Estimate> = bins
        .iter()
        .map(|b| Estimate::exact(b.1 as f64 / n))
        .collect();
    Chart {
        name: "spread",
        title: "How many builds score how much".into(),
        caption: "Share of all legal builds by mean P(win) over the panel, in steps of 0.05."
            .into(),
        x_label: "score from".into(),
        y_label: "share of builds".into(),
        plot: Plot::Bars {
            categories: bins.into_iter().map(|b| b.0).collect(),
            series: series("builds", &values),
            share: true,
        },
        table: "spread",
    }
}
