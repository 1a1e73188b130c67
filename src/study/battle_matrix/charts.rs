//! Heat maps of a matrix: P(row wins) and how far the table sets are apart.

use super::{Asked, Under, mean_of};
use crate::games::battle::strip::Favoured;
use crate::report::{Chart, Plot};
use crate::study::battle::Estimate;
use crate::study::battle::cells::series;

/// All charts.
pub(super) fn all(asked: &Asked, own: &Under, sets: &[(String, Under)]) -> Vec<Chart> {
    let own_values = own
        .cells
        .iter()
        .map(|r| r.iter().map(|e| Some(e.value - 0.5)).collect());
    let mut wins = heat(
        asked,
        "wins",
        "P(row wins) less one half",
        "Above zero the row is favoured, below zero the column.",
        own_values.collect(),
        true,
    );
    if own.sampled()
        && let Plot::Heat {
            rows,
            columns,
            values,
            signed,
        } = wins.plot
    {
        wins.caption += " Hatched: the sample does not tell.";
        let even = |row: &Vec<Favoured>| row.iter().map(|f| *f == Favoured::Even).collect();
        wins.plot = Plot::Hatched {
            rows,
            columns,
            values,
            doubtful: own.favoured.iter().map(even).collect(),
            signed,
        };
    }
    let mut charts = vec![wins];
    if !sets.is_empty() {
        let apart = (0..asked.rows.len()).map(|i| {
            (0..asked.columns.len())
                .map(|j| {
                    let over = sets.iter().map(|(_, u)| u.cells[i][j].value);
                    let (lo, hi) = over.fold((1.0f64, 0.0f64), |(a, b), v| (a.min(v), b.max(v)));
                    Some(hi - lo)
                })
                .collect()
        });
        charts.push(heat(
            asked,
            "apart",
            "How far the table sets are apart",
            "Largest less smallest P(row wins) over the reconstructions of the lost tables.",
            apart.collect(),
            false,
        ));
    }
    charts.push(means(asked, own, sets));
    charts
}

fn heat(
    asked: &Asked,
    name: &'static str,
    title: &str,
    caption: &str,
    values: Vec<Vec<Option<f64>>>,
    signed: bool,
) -> Chart {
    Chart {
        name,
        title: title.into(),
        caption: caption.into(),
        x_label: "column".into(),
        y_label: "row".into(),
        plot: Plot::Heat {
            rows: asked.rows.iter().map(|s| s.name.clone()).collect(),
            columns: asked.columns.iter().map(|s| s.name.clone()).collect(),
            values,
            signed,
        },
        table: "pairs",
    }
}

fn means(asked: &Asked, own: &Under, sets: &[(String, Under)]) -> Chart {
    let of = |u: &Under| -> Vec<Estimate> {
        u.cells
            .iter()
            .map(|r| Estimate::exact(mean_of(r)))
            .collect()
    };
    let mut all = Vec::new();
    match sets {
        [] => all.extend(series("mean", &of(own))),
        sets => sets.iter().for_each(|(s, u)| all.extend(series(s, &of(u)))),
    }
    Chart {
        name: "means",
        title: "Mean P(win) over all columns, by table set".into(),
        caption: "An order that is the same in every colour does not depend on the lost tables."
            .into(),
        x_label: "row".into(),
        y_label: "mean P(win)".into(),
        plot: Plot::Bars {
            categories: asked.rows.iter().map(|s| s.name.clone()).collect(),
            series: all,
            share: true,
        },
        table: "means",
    }
}
