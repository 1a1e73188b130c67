//! `clash-fight`: two teams duel until one is out (spec 8, an analysis model). Exact by solving the chain of what is left;
//! playouts beside it show who survives and how long it takes.

use crate::error::Result;
use crate::games::clash::fight::{Fights, Value};
use crate::games::clash::matrix::{Model, Pair, Setting};
use crate::games::clash::pairs::{LONGEST_FIGHT, SIZES};
use crate::games::clash::unit::Unit;
use crate::report::{
    Cell, Chart, Column, Findings, Guess, Kind as Show, Method, Plot, Question, Series, Table,
};
use crate::stats::{Moments, wilson};

/// The resolved question.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Rules and policies; the model is a fight.
    pub setting: Setting,
    /// Attacker and defender.
    pub units: [Unit; 2],
    /// Who challenges first: 0 the attacker, 1 the defender.
    pub first: usize,
    /// Ruleset name.
    pub ruleset: String,
    /// Switches that were set.
    pub switches: Vec<(String, String)>,
    /// Values that are not from the rulebook and that the answer rests on.
    pub guesses: Vec<Guess>,
    /// The command that reproduces the answer.
    pub command: String,
    /// Seed, where sampled.
    pub seed: u64,
    /// Confidence level of the intervals.
    pub confidence: f64,
}

/// What playouts gave, in the asked order of challenging.
#[derive(Debug, Clone)]
pub struct Sampled {
    /// Fights by what is left of attacker and defender and by length, see [`cell_of`](crate::games::clash::pairs::cell_of).
    pub counts: Vec<u64>,
    /// Fights.
    pub playouts: u64,
    /// What ended the run.
    pub stopped_by: String,
    /// False when it was cut short.
    pub complete: bool,
}

impl Sampled {
    /// (left of the attacker, left of the defender, duels, fights).
    fn fights(&self) -> impl Iterator<Item = (usize, usize, usize, u64)> + '_ {
        let length = LONGEST_FIGHT + 1;
        self.counts
            .iter()
            .enumerate()
            .map(move |(at, &n)| (at / length / SIZES, at / length % SIZES, at % length, n))
            .filter(|f| f.3 > 0)
    }
}

const ORDERS: [&str; 3] = ["attacker", "defender", "both"];

/// Works the question out and lays it out.
///
/// # Errors
/// Best responses nested too deep.
pub fn findings(asked: &Asked, sampled: Option<&Sampled>) -> Result<Findings> {
    let specs = [&asked.setting.specs[0], &asked.setting.specs[1]];
    let values = Fights::new(&asked.setting.rules, specs)?.value(asked.units[0], asked.units[1]);
    let duel = Setting {
        model: Model::Duel,
        ..asked.setting.clone()
    };
    let one = *duel
        .matrix(&asked.units[..1], &asked.units[1..])?
        .pair(0, 0);
    let mut tables = vec![summary(asked, &values, sampled), beside(&values, &one)];
    tables.extend(sampled.map(|s| survivors(asked, s)));
    tables.extend(sampled.map(|s| lengths(asked, s)));
    let question = Question {
        name: "clash-fight".into(),
        title: format!("{} against {} to the death", asked.units[0], asked.units[1]),
        command: asked.command.clone(),
        ruleset: asked.ruleset.clone(),
        switches: asked.switches.clone(),
        policies: vec![
            ("attacker".into(), specs[0].to_string()),
            ("defender".into(), specs[1].to_string()),
        ],
        facts: vec![
            ("attacker".into(), asked.units[0].to_string()),
            ("defender".into(), asked.units[1].to_string()),
            ("challenges first".into(), ORDERS[asked.first].into()),
        ],
        seed: sampled.map(|_| asked.seed),
        method: if sampled.is_some() {
            Method::Mc
        } else {
            Method::Exact
        },
        playouts: sampled.map_or(0, |s| s.playouts),
        stopped_by: sampled.map(|s| s.stopped_by.clone()),
        complete: sampled.is_none_or(|s| s.complete),
        confidence: asked.confidence,
    };
    Ok(Findings {
        question,
        verdict: verdict(asked, &values, &one),
        tables,
        charts: charts(asked, &values, sampled),
        notes: vec![
            "A fight to the death is an analysis model, not a rule: the teams duel again and again, alternating who challenges, losses and markers carry over, nothing else happens.".into(),
            "Exact figures come from the chain of what is left, in double precision; rounding errors are below 1e-12.".into(),
        ],
        guesses: asked.guesses.clone(),
        glossary: vec![
            ("edge".into(), "expected gladiators that the defender loses less those that the attacker loses".into()),
            ("both".into(), "mean of both orders of challenging".into()),
        ],
    })
}

fn both(values: &[Value; 2], of: fn(&Value) -> f64) -> [f64; 3] {
    let [a, d] = [of(&values[0]), of(&values[1])];
    [a, d, (a + d) / 2.0]
}

type Metric = (&'static str, fn(&Value) -> f64);
const METRICS: [Metric; 3] = [
    ("edge", |v| v.edge),
    ("p_attacker_wins", |v| v.p_attacker_wins),
    ("mean_duels", |v| v.duels),
];

fn summary(asked: &Asked, values: &[Value; 2], sampled: Option<&Sampled>) -> Table {
    let number = |name, meaning| Column::new(name, Show::Number(6), "", meaning);
    let columns = vec![
        Column::new(
            "metric",
            Show::Text,
            "",
            "edge, p_attacker_wins or mean_duels",
        ),
        Column::new(
            "first",
            Show::Text,
            "",
            "who challenges first; both: the mean of the two orders",
        ),
        number(
            "value",
            "its value; in a sampled answer the estimate, null for what was not played",
        ),
        number("lo", "lower end of its interval; null when exact"),
        number("hi", "upper end of its interval; null when exact"),
        Column::new(
            "n",
            Show::Count,
            "playouts",
            "playouts behind the estimate; null when exact",
        ),
        number("exact", "the exact value"),
        Column::new(
            "z",
            Show::Signed(2),
            "",
            "distance of the estimate from the exact value in standard errors; null when exact",
        ),
    ];
    let sizes = asked.units.map(|u| i64::from(u.counts.total()));
    let mut rows = Vec::new();
    for (metric, (name, of)) in METRICS.into_iter().enumerate() {
        for (order, exact) in both(values, of).into_iter().enumerate() {
            let estimate = sampled.filter(|_| order == asked.first).map(|s| {
                let value = |a: usize, d: usize, duels: usize| match metric {
                    0 => (sizes[1] - d as i64) - (sizes[0] - a as i64),
                    1 => i64::from(d == 0),
                    _ => duels as i64,
                };
                let moments =
                    Moments::from_weighted(s.fights().map(|(a, d, k, n)| (value(a, d, k), n)));
                let interval = match metric {
                    1 => Some(wilson(moments.sum as u64, moments.n, asked.confidence)),
                    _ => moments.interval(asked.confidence),
                };
                (moments, interval)
            });
            let real = |x: Option<f64>| x.map_or(Cell::Null, Cell::Real);
            let interval = estimate.and_then(|e| e.1);
            let z = estimate.and_then(|e| Some((e.0.mean()? - exact) / e.0.standard_error()?));
            rows.push(vec![
                Cell::Text(name.into()),
                Cell::Text(ORDERS[order].into()),
                match sampled {
                    None => Cell::Real(exact),
                    Some(_) => real(estimate.and_then(|e| e.0.mean())),
                },
                real(interval.map(|i| i.0)),
                real(interval.map(|i| i.1)),
                estimate.map_or(Cell::Null, |e| Cell::Count(e.0.n)),
                Cell::Real(exact),
                real(z.filter(|z| z.is_finite())),
            ]);
        }
    }
    Table {
        name: "summary",
        title: "The fight".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

/// The fight beside a single duel.
fn beside(values: &[Value; 2], one: &Pair) -> Table {
    let signed = |name, meaning| Column::new(name, Show::Signed(6), "gladiators", meaning);
    let columns = vec![
        Column::new("first", Show::Text, "", "who challenges first"),
        signed("one_duel", "edge of a single duel"),
        signed("fight", "edge of the fight"),
    ];
    let fight = both(values, |v| v.edge);
    let duel = [one.edge[0], one.edge[1], (one.edge[0] + one.edge[1]) / 2.0];
    let rows = (0..3).map(|k| {
        vec![
            Cell::Text(ORDERS[k].into()),
            Cell::Real(duel[k]),
            Cell::Real(fight[k]),
        ]
    });
    Table {
        name: "one_duel",
        title: "Beside a single duel".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}

fn shares(
    name: &'static str,
    title: &str,
    first: Column,
    rows: Vec<(String, u64)>,
    asked: &Asked,
) -> Table {
    let total: u64 = rows.iter().map(|r| r.1).sum();
    let share = |name, meaning| Column::new(name, Show::Share, "", meaning);
    let columns = vec![
        first,
        Column::new("count", Show::Count, "fights", "fights that ended so"),
        share("value", "their share"),
        share("lo", "lower end of its interval"),
        share("hi", "upper end of its interval"),
        Column::new("n", Show::Count, "fights", "fights in all"),
    ];
    let rows = rows.into_iter().map(|(what, n)| {
        let (lo, hi) = wilson(n, total, asked.confidence);
        vec![
            Cell::Text(what),
            Cell::Count(n),
            Cell::Real(n as f64 / total as f64),
            Cell::Real(lo),
            Cell::Real(hi),
            Cell::Count(total),
        ]
    });
    Table {
        name,
        title: title.into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}

fn survivors(asked: &Asked, s: &Sampled) -> Table {
    let sizes = asked.units.map(|u| usize::from(u.counts.total()));
    let mut rows = Vec::new();
    for (side, name) in ["attacker", "defender"].into_iter().enumerate() {
        for left in (1..=sizes[side]).rev() {
            let fits =
                |f: &(usize, usize, usize, u64)| [f.0, f.1][side] == left && [f.1, f.0][side] == 0;
            let n = s.fights().filter(fits).map(|f| f.3).sum();
            rows.push((format!("{name} wins with {left} left"), n));
        }
    }
    let column = Column::new("end", Show::Text, "", "who wins and how many are left");
    shares("survivors", "Who is left", column, rows, asked)
}

fn lengths(asked: &Asked, s: &Sampled) -> Table {
    let longest = s.fights().map(|f| f.2).max().unwrap_or(1);
    let rows = (1..=longest).map(|k| {
        let n = s.fights().filter(|f| f.2 == k).map(|f| f.3).sum();
        let name = match k {
            LONGEST_FIGHT => format!("{k} or more"),
            _ => k.to_string(),
        };
        (name, n)
    });
    let column = Column::new("duels", Show::Text, "duels", "length of the fight");
    let mut table = shares(
        "lengths",
        "How long it takes",
        column,
        rows.collect(),
        asked,
    );
    table.on_terminal = false;
    table
}

/// The teams by name; by side too where they are the same.
fn names(asked: &Asked) -> [String; 2] {
    let [a, d] = asked.units;
    match a == d {
        true => [format!("{a} (attacker)"), format!("{d} (defender)")],
        false => [a.to_string(), d.to_string()],
    }
}

fn verdict(asked: &Asked, values: &[Value; 2], one: &Pair) -> Vec<String> {
    let [a, d] = &names(asked);
    let wins = both(values, |v| v.p_attacker_wins);
    let edges = both(values, |v| v.edge);
    let duels = both(values, |v| v.duels);
    let who = match wins[asked.first] {
        p if (p - 0.5).abs() < 1e-12 => "neither wins more often".to_string(),
        p if (p - 0.5).abs() < 5e-5 => "it is all but even".to_string(),
        p if p > 0.5 => format!("{a} wins more often"),
        _ => format!("{d} wins more often"),
    };
    // No zero with a sign.
    let edge = |x: f64| match x.abs() < 5e-5 {
        true => format!("{:.4}", 0.0),
        false => format!("{x:+.4}"),
    };
    let single = (one.edge[0] + one.edge[1]) / 2.0;
    let same = single.signum() == edges[2].signum() || single.abs().min(edges[2].abs()) < 1e-12;
    vec![
        format!(
            "To the death, {} challenging first, {who}: {a} wins {:.2} %, with an edge of {} gladiators, in {:.2} duels on average.",
            [a, d][asked.first],
            wins[asked.first] * 100.0,
            edge(edges[asked.first]),
            duels[asked.first]
        ),
        format!(
            "With the other side challenging first {a} wins {:.2} %; over both orders its edge is {}, in a single duel {}{}.",
            wins[1 - asked.first] * 100.0,
            edge(edges[2]),
            edge(single),
            if same {
                ""
            } else {
                ": attrition turns the comparison around"
            }
        ),
    ]
}

fn charts(asked: &Asked, values: &[Value; 2], sampled: Option<&Sampled>) -> Vec<Chart> {
    let [a, d] = &names(asked);
    let chart = |name, title: &str, caption: String, x: &str, y: &str, table, plot| Chart {
        name,
        title: title.into(),
        caption,
        x_label: x.into(),
        y_label: y.into(),
        plot,
        table,
    };
    let wins = both(values, |v| v.p_attacker_wins);
    let bars = |categories: Vec<String>, values: Vec<f64>, name: &str, share| Plot::Bars {
        categories,
        series: vec![Series {
            name: name.into(),
            values,
            intervals: None,
        }],
        share,
    };
    let mut charts = vec![chart(
        "wins",
        "Who wins",
        format!("Probability that {a} wins the fight, by who challenges first; exact."),
        "challenges first",
        "probability",
        "summary",
        bars(
            vec![a.clone(), d.clone(), "both".into()],
            wins.to_vec(),
            "wins",
            true,
        ),
    )];
    if let Some(s) = sampled {
        for (name, title, table) in [
            ("survivors", "Who is left", survivors(asked, s)),
            ("lengths", "How long it takes", lengths(asked, s)),
        ] {
            let text = |c: &Cell| match c {
                Cell::Text(t) => t.clone(),
                _ => String::new(),
            };
            let real = |c: &Cell| match c {
                Cell::Real(x) => *x,
                _ => 0.0,
            };
            let short = |c: &Cell| text(c).replace(" wins with", "");
            let names = table.rows.iter().map(|r| short(&r[0])).collect();
            let values = table.rows.iter().map(|r| real(&r[2])).collect();
            let intervals = table
                .rows
                .iter()
                .map(|r| (real(&r[3]), real(&r[4])))
                .collect();
            let plot = Plot::Bars {
                categories: names,
                series: vec![Series {
                    name: "sampled".into(),
                    values,
                    intervals: Some(intervals),
                }],
                share: true,
            };
            let caption = format!(
                "Shares of the sampled fights, {} challenging first.",
                [a, d][asked.first]
            );
            charts.push(chart(name, title, caption, "", "share", name, plot));
        }
    }
    charts
}
