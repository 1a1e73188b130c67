//! The tables of the invented duel.

use crate::report::findings::*;

pub const SIDES: [&str; 2] = ["SSNT", "SSST"];
pub const PLAYOUTS: u64 = 10_000_000;
/// Chances to lose 0..=4 gladiators, a side; the joint chances are their product, tilted against the diagonal.
pub const LOSSES: [[f64; 5]; 2] = [
    [0.118, 0.262, 0.291, 0.219, 0.110],
    [0.094, 0.241, 0.302, 0.239, 0.124],
];

/// Every table.
pub fn all() -> Vec<Table> {
    vec![summary(), losses(), at_least(), joint(), convergence()]
}

fn estimate_columns() -> Vec<Column> {
    vec![
        Column::new("count", Kind::Count, "", "playouts in which it happened"),
        Column::new("value", Kind::Share, "", "share of the playouts"),
        Column::new("lo", Kind::Share, "", "lower end of the interval"),
        Column::new("hi", Kind::Share, "", "upper end of the interval"),
        Column::new("n", Kind::Count, "", "playouts"),
        Column::new("exact", Kind::Share, "", "exact share, where known"),
    ]
}

fn text(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Kind::Text, "", meaning)
}

/// An interval of the usual width around a share.
fn around(p: f64, n: f64) -> (f64, f64) {
    let half = 1.96 * (p * (1.0 - p) / n).sqrt() + 1.92 / n;
    ((p - half).max(0.0), (p + half).min(1.0))
}

/// A sampled share near `p`, as the cells `count, value, lo, hi, n, exact`.
pub fn estimate(p: f64, wobble: u64) -> Vec<Cell> {
    let n = PLAYOUTS as f64;
    let noise = ((wobble * 7919) % 17) as f64 / 8.0 - 1.0;
    let hits = (p * n + noise * (p * (1.0 - p) * n).sqrt()).round();
    let (lo, hi) = around(hits / n, n);
    let reals = [hits / n, lo, hi].map(Cell::Real);
    let [value, lo, hi] = reals;
    vec![
        Cell::Count(hits as u64),
        value,
        lo,
        hi,
        Cell::Count(PLAYOUTS),
        Cell::Real(p),
    ]
}

fn summary() -> Table {
    let row = |outcome: &str, hits: u64, lo: f64, hi: f64, exact: f64| {
        let value = hits as f64 / PLAYOUTS as f64;
        vec![
            Cell::Text(outcome.into()),
            Cell::Count(hits),
            Cell::Real(value),
            Cell::Real(lo),
            Cell::Real(hi),
            Cell::Count(PLAYOUTS),
            Cell::Real(exact),
        ]
    };
    let mut columns = vec![text("outcome", "how the duel ends")];
    columns.extend(estimate_columns());
    Table {
        name: "summary",
        title: "Outcome".into(),
        columns,
        rows: vec![
            row("SSNT wins", 2_991_903, 0.29890647, 0.29947428, 0.29918981),
            row("SSST wins", 2_710_340, 0.27075861, 0.27130957, 0.27111204),
            row("draw", 4_297_757, 0.42946887, 0.43008258, 0.42969815),
            row("stopped at the cap", 0, 0.0, 0.00000038, 0.0),
        ],
        on_terminal: true,
    }
}

pub fn tail(side: usize, k: usize) -> f64 {
    LOSSES[side][k..].iter().sum()
}

fn side_rows(
    label: fn(usize) -> String,
    from: usize,
    p: fn(usize, usize) -> f64,
) -> Vec<Vec<Cell>> {
    let row = |side: usize, k: usize| {
        let mut row = vec![Cell::Text(SIDES[side].into()), Cell::Text(label(k))];
        row.extend(estimate(p(side, k), (side * 5 + k) as u64));
        row
    };
    (0..2)
        .flat_map(|side| (from..5).map(move |k| (side, k)))
        .map(|(side, k)| row(side, k))
        .collect()
}

fn losses() -> Table {
    let mut columns = vec![
        text("side", "whose losses"),
        text("losses", "gladiators lost"),
    ];
    columns.extend(estimate_columns());
    let rows = side_rows(|k| k.to_string(), 0, |side, k| LOSSES[side][k]);
    Table {
        name: "losses",
        title: "Losses of each side".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn at_least() -> Table {
    let mut columns = vec![
        text("side", "whose losses"),
        text("at_least", "gladiators lost, or more"),
    ];
    columns.extend(estimate_columns());
    let rows = side_rows(|k| format!("≥ {k}"), 1, tail);
    Table {
        name: "at-least",
        title: "At least so many losses".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

pub fn joint_share(red: usize, blue: usize) -> f64 {
    let tilt = |r: usize, b: usize| {
        LOSSES[0][r] * LOSSES[1][b] * (1.0 + 0.35 * (r as f64 - b as f64).abs())
    };
    let total: f64 = (0..5).flat_map(|r| (0..5).map(move |b| tilt(r, b))).sum();
    tilt(red, blue) / total
}

fn joint() -> Table {
    let mut columns = vec![
        Column::new("red_losses", Kind::Count, "", "gladiators SSNT lost"),
        Column::new("blue_losses", Kind::Count, "", "gladiators SSST lost"),
    ];
    columns.extend(estimate_columns());
    let row = |r: usize, b: usize| {
        let mut row = vec![Cell::Count(r as u64), Cell::Count(b as u64)];
        row.extend(estimate(joint_share(r, b), (r * 5 + b) as u64));
        row
    };
    let rows = (0..5)
        .flat_map(|r| (0..5).map(move |b| (r, b)))
        .map(|(r, b)| row(r, b))
        .collect();
    Table {
        name: "joint",
        title: "Joint losses".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

pub fn convergence_points() -> Vec<(u64, Point)> {
    (10..=23)
        .map(|k: u32| {
            let n = 1u64 << k;
            let noise = f64::from((k * 7919) % 13) / 8.0 - 0.75;
            let y = 0.29918981 + noise * (0.21 / n as f64).sqrt();
            (
                n,
                Point {
                    x: n as f64,
                    y,
                    interval: Some(around(y, n as f64)),
                },
            )
        })
        .collect()
}

fn convergence() -> Table {
    let columns = vec![
        Column::new("n", Kind::Count, "", "playouts so far"),
        Column::new("value", Kind::Share, "", "share of SSNT wins so far"),
        Column::new("lo", Kind::Share, "", "lower end of the interval"),
        Column::new("hi", Kind::Share, "", "upper end of the interval"),
    ];
    let row = |(n, point): (u64, Point)| {
        let (lo, hi) = point.interval.unwrap_or((f64::NAN, f64::NAN));
        vec![
            Cell::Count(n),
            Cell::Real(point.y),
            Cell::Real(lo),
            Cell::Real(hi),
        ]
    };
    Table {
        name: "convergence",
        title: "Convergence".into(),
        columns,
        rows: convergence_points().into_iter().map(row).collect(),
        on_terminal: false,
    }
}
