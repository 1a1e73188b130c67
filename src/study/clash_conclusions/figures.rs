//! The numbers that answers have in common, side by side.

use super::{Alternative, column, figure, players, words};
use crate::report::{Cell, Column, Findings, Kind as Show, Table};
use crate::stats;

/// Where the table says whether figures differ.
pub const DIFFERS: usize = 10;

/// A figure of an answer: value, half the width of its interval (0 when exact), confidence of it, observations.
struct Figure {
    name: String,
    value: f64,
    half: Option<f64>,
    n: Cell,
}

/// Tables that figures are taken from: table, key columns, value column, its interval, words before the key.
const SOURCES: [(&str, &[&str], &str, [&str; 2], &str); 5] = [
    ("summary", &["metric", "first"], "value", ["lo", "hi"], ""),
    (
        "seats",
        &["seat"],
        "value",
        ["lo", "hi"],
        "win share of seat ",
    ),
    (
        "policies",
        &["policy"],
        "value",
        ["lo", "hi"],
        "win share of ",
    ),
    (
        "kinds",
        &["kind"],
        "worth_points",
        ["worth_points_lo", "worth_points_hi"],
        "worth of one more ",
    ),
    (
        "kinds",
        &["kind"],
        "worth",
        ["worth_lo", "worth_hi"],
        "worth of one ",
    ),
];

fn all(findings: &Findings) -> Vec<Figure> {
    let mut found = Vec::new();
    for (name, keys, value, ends, before) in SOURCES {
        let Some(table) = findings.table(name) else {
            continue;
        };
        for row in &table.rows {
            let Some(own) = figure(table, row, value) else {
                continue;
            };
            let key: Vec<String> = keys
                .iter()
                .filter_map(|k| Some((*k, words(&row[column(table, k)?]))))
                .map(|(k, word)| match k {
                    "first" if word == "both" => "both orders".into(),
                    "first" => format!("{word} first"),
                    _ => word,
                })
                .collect();
            let end = |k: usize| figure(table, row, ends[k]);
            found.push(Figure {
                name: format!("{}{before}{}", players(table, row), key.join(", ")),
                value: own,
                half: end(0).zip(end(1)).map(|(lo, hi)| (hi - lo) / 2.0),
                n: column(table, "n").map_or(Cell::Null, |c| row[c].clone()),
            });
        }
    }
    found
}

/// The table of figures.
pub fn table(answers: &[Alternative]) -> Table {
    let real = |name, meaning| Column::new(name, Show::Number(6), "", meaning);
    let signed = |name, meaning| Column::new(name, Show::Signed(6), "", meaning);
    let text = |name, meaning| Column::new(name, Show::Text, "", meaning);
    let columns = vec![
        text("metric", "what is measured"),
        text("alternative", "the alternative"),
        real("base", "in the base"),
        real("value", "in the alternative"),
        real("lo", "lower end of its interval; null when exact").machine_only(),
        real("hi", "upper end of its interval; null when exact").machine_only(),
        Column::new(
            "n",
            Show::Count,
            "",
            "observations behind it; null when exact",
        )
        .machine_only(),
        signed("difference", "the alternative less the base"),
        signed(
            "difference_lo",
            "lower end of its interval, which holds for all differences together; null when exact",
        ),
        signed(
            "difference_hi",
            "upper end of its interval; null when exact",
        ),
        text("differs", "`yes` if the figures tell them apart"),
    ];
    debug_assert_eq!(columns[DIFFERS].name, "differs");
    let base = all(&answers[0].1);
    let mut pairs = Vec::new();
    for (name, findings) in &answers[1..] {
        for there in all(findings) {
            if let Some(here) = base.iter().find(|f| f.name == there.name) {
                pairs.push((name, here, there));
            }
        }
    }
    let confidence = answers[0].1.question.confidence;
    let strict = stats::simultaneous_confidence(confidence, pairs.len());
    let wider = stats::z_for(strict) / stats::z_for(confidence);
    let rows = pairs.into_iter().map(|(name, here, there)| {
        let moved = there.value - here.value;
        // Independent runs: half widths add as standard errors do.
        let half = match (here.half, there.half) {
            (None, None) => None,
            (a, b) => Some(a.unwrap_or(0.0).hypot(b.unwrap_or(0.0)) * wider),
        };
        let differs = moved.abs() > half.unwrap_or(1e-9);
        let real = |x: Option<f64>| x.map_or(Cell::Null, Cell::Real);
        vec![
            Cell::Text(there.name.clone()),
            Cell::Text(name.clone()),
            Cell::Real(here.value),
            Cell::Real(there.value),
            real(there.half.map(|h| there.value - h)),
            real(there.half.map(|h| there.value + h)),
            if there.half.is_some() {
                there.n
            } else {
                Cell::Null
            },
            Cell::Real(moved),
            real(half.map(|h| moved - h)),
            real(half.map(|h| moved + h)),
            Cell::Text(if differs { "yes" } else { "no" }.into()),
        ]
    });
    Table {
        name: "figures",
        title: "Figures".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}
