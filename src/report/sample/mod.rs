//! Invented findings for tests of the report and for looking at it: no game is played here.
//!
//! `clash_duel` has the size and shape of a real answer; `hostile` carries names that try to break out of every
//! format; `extremes` holds the charts that are easy to get wrong.

mod extremes;

pub use extremes::extremes;

use super::findings::*;

const SIDES: [&str; 2] = ["SSNT", "SSST"];
const PLAYOUTS: u64 = 10_000_000;
/// Chances to lose 0..=4 gladiators, a side; the joint chances are their product, tilted against the diagonal.
const LOSSES: [[f64; 5]; 2] = [
    [0.118, 0.262, 0.291, 0.219, 0.110],
    [0.094, 0.241, 0.302, 0.239, 0.124],
];

/// A realistic duel: sampled beside exact, steps, a heat map, a convergence line.
pub fn clash_duel() -> Findings {
    Findings {
        question: question(),
        verdict: vec![
            "SSNT wins more: 29.9 % against 27.1 %, a lead of 2.8 points; 43.0 % of the duels are drawn.".into(),
            "The sampled shares agree with the exact ones within their intervals.".into(),
        ],
        tables: vec![summary(), losses(), at_least(), joint(), convergence()],
        charts: vec![losses_chart(), at_least_chart(), joint_chart(), convergence_chart()],
        notes: vec![
            "Intervals are 95 % Wilson intervals for one share at a time; they are not adjusted for reading \
             several shares at once."
                .into(),
            "Exact values come from enumerating every roll of one exchange and know no sampling error.".into(),
        ],
        guesses: vec![Guess {
            what: "animal bear: hits".into(),
            value: "3".into(),
            status: "assumed".into(),
            note: "2..4".into(),
        }],
        glossary: vec![
            ("share".into(), "how often something happens, between 0 and 1".into()),
            ("interval".into(), "where the true share lies, with the stated confidence".into()),
        ],
    }
}

fn question() -> Question {
    let pair = |k: &str, v: &str| (k.to_string(), v.to_string());
    Question {
        name: "clash-duel".into(),
        title: "Clash duel: SSNT against SSST".into(),
        command: "gsim clash-duel SSNT SSST -n 10M --seed 42".into(),
        ruleset: "printed".into(),
        switches: vec![pair("first-roll", "larger-team")],
        policies: vec![pair("SSNT", "greedy"), pair("SSST", "greedy")],
        facts: vec![
            pair("red", "SSNT: sword, sword, net, trident"),
            pair("blue", "SSST: sword, sword, sword, trident"),
        ],
        seed: Some(42),
        method: Method::Mc,
        playouts: PLAYOUTS,
        stopped_by: Some("playouts".into()),
        complete: true,
        confidence: 0.95,
    }
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
fn estimate(p: f64, wobble: u64) -> Vec<Cell> {
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

fn tail(side: usize, k: usize) -> f64 {
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

fn joint_share(red: usize, blue: usize) -> f64 {
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

fn convergence_points() -> Vec<(u64, Point)> {
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

/// Names that try to break out of HTML, SVG, Markdown, CSV and the terminal.
pub fn hostile() -> Findings {
    let bad = "</title><script>alert(1)</script><img src=x onerror=alert(2)> \"'&|`*_ \u{1b}[31m\n\u{202E}x";
    let mut findings = clash_duel();
    let q = &mut findings.question;
    for place in [&mut q.name, &mut q.title, &mut q.command, &mut q.ruleset] {
        *place = format!("{place} {bad}");
    }
    q.facts.push((bad.into(), bad.into()));
    q.policies.push((bad.into(), bad.into()));
    q.switches.push((bad.into(), bad.into()));
    findings.verdict.push(bad.into());
    findings.notes.push(bad.into());
    findings.glossary.push((bad.into(), bad.into()));
    findings.guesses.push(Guess {
        what: bad.into(),
        value: bad.into(),
        status: bad.into(),
        note: bad.into(),
    });
    findings.tables.truncate(1);
    findings.tables[0].title = bad.into();
    findings.tables[0].rows[0][0] = Cell::Text(bad.into());
    for chart in &mut findings.charts {
        for place in [
            &mut chart.title,
            &mut chart.caption,
            &mut chart.x_label,
            &mut chart.y_label,
        ] {
            *place = format!("{place} {bad}");
        }
        match &mut chart.plot {
            Plot::Bars {
                categories, series, ..
            }
            | Plot::Steps {
                categories, series, ..
            } => {
                categories[0] = bad.into();
                series[0].name = bad.into();
            }
            Plot::Heat { rows, columns, .. } => (rows[0], columns[0]) = (bad.into(), bad.into()),
            Plot::Lines { lines, .. } => lines[0].0 = bad.into(),
        }
    }
    findings
}
