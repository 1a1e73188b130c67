//! The tables of a matrix.

use super::{Asked, Under, mean_of};
use crate::metagame::nash;
use crate::report::{Cell, Column, Kind, Table};
use crate::study::battle::cells::{columns, share, text, whole, word};

/// Every pair, with the smallest and largest value over the table sets.
pub(super) fn pairs(asked: &Asked, own: &Under, sets: &[(String, Under)]) -> Table {
    let mut columns = columns(
        vec![
            text("row", "who wins in `value`"),
            text("column", "his opponent"),
        ],
        Kind::Share,
    );
    columns.push(share("least", "smallest value under the table sets"));
    columns.push(share("most", "largest value under the table sets"));
    columns.push(text(
        "holds",
        "the favourite is the same under every set: yes or no; even: there is none under any",
    ));
    let mut rows = Vec::new();
    for i in 0..asked.rows.len() {
        for j in 0..asked.columns.len() {
            let mut row = vec![word(&asked.rows[i].name), word(&asked.columns[j].name)];
            row.extend(own.cells[i][j].cells());
            let over = sets.iter().map(|(_, u)| u.cells[i][j].value);
            let (lo, hi) = over.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| {
                (a.min(v), b.max(v))
            });
            let real = |v: f64| {
                if v.is_finite() {
                    Cell::Real(v)
                } else {
                    Cell::Null
                }
            };
            row.push(real(lo));
            row.push(real(hi));
            row.push(match sets.is_empty() {
                true => Cell::Null,
                false => word(asked.holds(sets, i, j)),
            });
            rows.push(row);
        }
    }
    Table {
        name: "pairs",
        title: "P(row wins)".into(),
        columns,
        on_terminal: rows.len() <= 40,
        rows,
    }
}

/// Means over all columns.
pub(super) fn means(asked: &Asked, own: &Under) -> Table {
    let mut rows = Vec::new();
    for group in own.ranking.groups() {
        let rank = rows.len() as u64 + 1;
        for i in group {
            rows.push(vec![
                Cell::Count(rank),
                word(&asked.rows[i].name),
                Cell::Real(mean_of(&own.cells[i])),
                word(asked.rows[i].text()),
            ]);
        }
    }
    Table {
        name: "means",
        title: "In the mean over all columns; what is level, or not told apart, shares a rank"
            .into(),
        columns: vec![
            whole("rank", "1 is best; ties share it"),
            text("row", "who"),
            share("mean_win", "mean of P(win) over all columns"),
            text("gladiator", "short form and policy"),
        ],
        rows,
        on_terminal: true,
    }
}

/// The unbeatable mixture under the set in force and under each of the strip.
pub(super) fn equilibrium(asked: &Asked, own: &Under, sets: &[(String, Under)]) -> Table {
    let mut columns = vec![
        text("row", "who"),
        share("weight", "his share in the unbeatable mixture"),
    ];
    let mut solved = Vec::new();
    if let Some(game) = asked.game(own) {
        solved.push(nash::symmetric(&game));
    }
    const SETS: [&str; 3] = ["weight_set_1", "weight_set_2", "weight_set_3"];
    for (name, (_, u)) in SETS.into_iter().zip(sets) {
        columns.push(Column::new(
            name,
            Kind::Share,
            "",
            "his share under the first, second, third table set of the strip",
        ));
        if let Some(game) = asked.game(u) {
            solved.push(nash::symmetric(&game));
        }
    }
    let rows = asked.rows.iter().enumerate().map(|(i, s)| {
        let mut row = vec![word(&s.name)];
        row.extend(solved.iter().map(|e| Cell::Real(e.weights[i])));
        row
    });
    Table {
        name: "equilibrium",
        title: "The unbeatable mixture, in force and under each table set".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}
