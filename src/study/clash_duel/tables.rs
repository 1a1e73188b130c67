//! The tables of a duel.

use super::{Asked, Measured, Sampled};
use crate::games::clash::counts::Kind;
use crate::games::clash::duel::DuelResult;
use crate::games::clash::tally::Results;
use crate::games::clash::unit::Unit;
use crate::report::{Cell, Column, Kind as Show, Table};
use crate::stats::{self, Moments};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::BTreeMap;

const SIDES: [&str; 2] = ["attacker", "defender"];

/// All tables, `summary` first.
pub(super) fn all(
    asked: &Asked,
    measured: &[Measured],
    exact: &Results,
    sampled: Option<&Sampled>,
) -> Vec<Table> {
    let context = Context {
        asked,
        exact,
        sampled,
    };
    let mut tables = vec![
        summary(&context, measured),
        context.losses(),
        context.joint(),
        context.kinds(),
        context.survivors(),
    ];
    tables.extend(sampled.map(|s| context.convergence(s)));
    tables
}

/// `weight / total` in lowest terms.
pub(super) fn fraction(weight: i128, total: u128) -> String {
    BigRational::new(BigInt::from(weight), BigInt::from(total)).to_string()
}

struct Context<'a> {
    asked: &'a Asked,
    exact: &'a Results,
    sampled: Option<&'a Sampled>,
}

/// Columns of an estimate beside its exact value.
fn estimate_columns(share: bool) -> Vec<Column> {
    let kind = if share { Show::Share } else { Show::Signed(6) };
    vec![
        Column::new(
            "value",
            kind,
            "",
            "the estimate, or the exact value where nothing was sampled",
        ),
        Column::new("lo", kind, "", "lower end of its interval; null when exact"),
        Column::new("hi", kind, "", "upper end of its interval; null when exact"),
        Column::new(
            "n",
            Show::Count,
            "playouts",
            "playouts behind the estimate; null when exact",
        )
        .machine_only(),
        Column::new("exact", kind, "", "the exact value"),
        Column::new(
            "exact_fraction",
            Show::Text,
            "",
            "the exact value as a fraction in lowest terms",
        ),
    ]
}

fn summary(context: &Context<'_>, measured: &[Measured]) -> Table {
    let mut columns = vec![Column::new(
        "metric",
        Show::Text,
        "",
        "what is measured, per duel; losses and edge in gladiators",
    )];
    columns.extend(estimate_columns(true));
    columns.push(Column::new(
        "z",
        Show::Signed(2),
        "",
        "estimate less exact value in standard errors; null when exact or constant",
    ));
    let confidence = context.asked.confidence;
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for m in measured {
        let exact = m.exact_mean();
        let text = fraction(m.exact.0, m.exact.2);
        let (value, interval, n) = match &m.sampled {
            None => (exact, None, None),
            Some(s) if m.metric.share => {
                let hits = s.sum as u64;
                (
                    s.mean().unwrap_or(0.0),
                    Some(stats::wilson(hits, s.n, confidence)),
                    Some(s.n),
                )
            }
            Some(s) => {
                let mean = s.mean().unwrap_or(0.0);
                let half = stats::half_width(s, confidence);
                let looked_at = m.metric.name == "edge" && half.is_finite();
                let interval = match context.sampled.and_then(|s| s.target) {
                    // What the run was watched by.
                    Some(_) if looked_at => Some((mean - half, mean + half)),
                    _ => s.interval(confidence),
                };
                (mean, interval, Some(s.n))
            }
        };
        rows.push(vec![
            Cell::Text(m.metric.name.into()),
            Cell::Real(value),
            real(interval.map(|i| i.0)),
            real(interval.map(|i| i.1)),
            n.map_or(Cell::Null, Cell::Count),
            Cell::Real(exact),
            Cell::Text(text),
            real(m.z()),
        ]);
        if ["edge", "attacker_losses", "defender_losses"].contains(&m.metric.name) {
            let exact_sd = m.exact_variance().sqrt();
            let sd = m
                .sampled
                .as_ref()
                .map(|s| s.variance().unwrap_or(0.0).sqrt());
            rows.push(vec![
                Cell::Text(format!("{}_sd", m.metric.name)),
                Cell::Real(sd.unwrap_or(exact_sd)),
                Cell::Null,
                Cell::Null,
                n.map_or(Cell::Null, Cell::Count),
                Cell::Real(exact_sd),
                Cell::Null,
                Cell::Null,
            ]);
        }
    }
    Table {
        name: "summary",
        title: "Per duel".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn real(value: Option<f64>) -> Cell {
    value.map_or(Cell::Null, Cell::Real)
}

impl Context<'_> {
    fn n(&self) -> Option<u64> {
        self.sampled.map(|s| s.playouts)
    }

    /// Cells `count, value, lo, hi, n, exact, exact_fraction` of the share of results for which `holds`.
    fn share(&self, holds: impl Fn(&DuelResult) -> bool + Copy) -> Vec<Cell> {
        let weight = self.exact.weight(holds);
        let count = self.sampled.map(|s| s.results.weight(holds) as u64);
        self.share_of(weight, count)
    }

    fn share_of(&self, weight: u128, count: Option<u64>) -> Vec<Cell> {
        let exact = weight as f64 / self.exact.total as f64;
        let sampled = count.zip(self.n());
        let interval = sampled.map(|(count, n)| stats::wilson(count, n, self.asked.confidence));
        vec![
            count.map_or(Cell::Null, Cell::Count),
            Cell::Real(sampled.map_or(exact, |(count, n)| count as f64 / n as f64)),
            real(interval.map(|i| i.0)),
            real(interval.map(|i| i.1)),
            self.n().map_or(Cell::Null, Cell::Count),
            Cell::Real(exact),
            Cell::Text(fraction(weight as i128, self.exact.total)),
        ]
    }

    fn share_columns(first: Vec<Column>) -> Vec<Column> {
        let mut columns = first;
        columns.push(Column::new(
            "count",
            Show::Count,
            "",
            "playouts in which it happened; null when exact",
        ));
        columns.extend(estimate_columns(true));
        columns
    }

    /// Most gladiators that a side can lose.
    fn most(&self, side: usize) -> u8 {
        let unit: Unit = self.asked.duel.units[side];
        if unit.is_animal() {
            1
        } else {
            unit.counts.total()
        }
    }

    fn losses(&self) -> Table {
        let columns = Self::share_columns(vec![
            Column::new("side", Show::Text, "", "attacker or defender"),
            Column::new(
                "lost",
                Show::Text,
                "",
                "`k`: exactly so many gladiators; `>=k`: at least so many",
            ),
        ]);
        let mut rows = Vec::new();
        for (side, name) in SIDES.iter().enumerate() {
            let mut row = |label: String, cells: Vec<Cell>| {
                let mut row = vec![Cell::Text((*name).into()), Cell::Text(label)];
                row.extend(cells);
                rows.push(row);
            };
            for k in 0..=self.most(side) {
                row(k.to_string(), self.share(|r| r.lost[side] == k));
            }
            for k in 1..self.most(side) {
                row(format!(">={k}"), self.share(|r| r.lost[side] >= k));
            }
        }
        Table {
            name: "losses",
            title: "Gladiators lost, exactly and at least".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    fn joint(&self) -> Table {
        let columns = Self::share_columns(vec![
            Column::new(
                "attacker_lost",
                Show::Count,
                "",
                "gladiators lost by the attacker",
            ),
            Column::new(
                "defender_lost",
                Show::Count,
                "",
                "gladiators lost by the defender",
            ),
        ]);
        let mut rows = Vec::new();
        for a in 0..=self.most(0) {
            for d in 0..=self.most(1) {
                if self.exact.weight(|r| r.lost == [a, d]) == 0 {
                    continue;
                }
                let mut row = vec![Cell::Count(a.into()), Cell::Count(d.into())];
                row.extend(self.share(|r| r.lost == [a, d]));
                rows.push(row);
            }
        }
        Table {
            name: "joint",
            title: "Both sides' losses together (what is not listed cannot happen)".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    /// Mean survivors by kind.
    fn kinds(&self) -> Table {
        let mut columns = vec![
            Column::new("side", Show::Text, "", "attacker or defender"),
            Column::new("kind", Show::Text, "", "kind of gladiator, or the animal"),
            Column::new(
                "before",
                Show::Count,
                "",
                "how many there were before the duel",
            ),
        ];
        columns.extend(estimate_columns(false));
        for column in &mut columns[3..] {
            if column.kind == Show::Signed(6) {
                column.kind = Show::Number(6);
            }
        }
        let mut rows = Vec::new();
        for (side, name) in SIDES.iter().enumerate() {
            let unit = self.asked.duel.units[side];
            let mut row = |label: &str, before: u8, left: &dyn Fn(&DuelResult) -> u8| {
                let sum: i128 = self
                    .exact
                    .rows
                    .iter()
                    .map(|(r, w)| i128::from(left(r)) * *w as i128)
                    .sum();
                let exact = sum as f64 / self.exact.total as f64;
                let sampled = self.sampled.map(|s| {
                    Moments::from_weighted(
                        s.results
                            .rows
                            .iter()
                            .map(|(r, w)| (left(r).into(), *w as u64)),
                    )
                });
                let interval = sampled
                    .as_ref()
                    .and_then(|m| m.interval(self.asked.confidence));
                rows.push(vec![
                    Cell::Text((*name).into()),
                    Cell::Text(label.into()),
                    Cell::Count(before.into()),
                    Cell::Real(sampled.as_ref().and_then(Moments::mean).unwrap_or(exact)),
                    real(interval.map(|i| i.0)),
                    real(interval.map(|i| i.1)),
                    self.n().map_or(Cell::Null, Cell::Count),
                    Cell::Real(exact),
                    Cell::Text(fraction(sum, self.exact.total)),
                ]);
            };
            if unit.is_animal() {
                row("animal", 1, &|r| u8::from(r.left[side].is_some()));
            } else {
                for kind in Kind::ALL.into_iter().filter(|k| unit.counts.get(*k) > 0) {
                    row(kind.word(), unit.counts.get(kind), &|r| {
                        r.left[side].map_or(0, |u| u.counts.get(kind))
                    });
                }
            }
        }
        Table {
            name: "survivors_by_kind",
            title: "Survivors by kind (mean number left)".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    fn survivors(&self) -> Table {
        let columns = Self::share_columns(vec![
            Column::new(
                "attacker_left",
                Show::Text,
                "",
                "what is left of the attacker; empty when wiped out, `alive` for an animal",
            ),
            Column::new("attacker_marker", Show::Count, "", "hit markers on it"),
            Column::new(
                "defender_left",
                Show::Text,
                "",
                "what is left of the defender",
            ),
            Column::new("defender_marker", Show::Count, "", "hit markers on it"),
        ]);
        let left = |unit: Option<Unit>| match unit {
            None => String::new(),
            Some(u) if u.is_animal() => "alive".to_string(),
            Some(u) => u.counts.to_string(),
        };
        type Key = (String, u8, String, u8);
        let key = |r: &DuelResult| -> Key {
            (left(r.left[0]), r.markers[0], left(r.left[1]), r.markers[1])
        };
        let mut weights: BTreeMap<Key, (u128, u64)> = BTreeMap::new();
        for (r, w) in &self.exact.rows {
            weights.entry(key(r)).or_default().0 += w;
        }
        for (r, w) in self.sampled.iter().flat_map(|s| &s.results.rows) {
            weights.entry(key(r)).or_default().1 += *w as u64;
        }
        let rows = weights
            .into_iter()
            .map(|((a, am, d, dm), (weight, count))| {
                let mut row = vec![
                    Cell::Text(a),
                    Cell::Count(am.into()),
                    Cell::Text(d),
                    Cell::Count(dm.into()),
                ];
                row.extend(self.share_of(weight, self.sampled.map(|_| count)));
                row
            })
            .collect();
        Table {
            name: "survivors",
            title: "Who is left, with hit markers".into(),
            columns,
            rows,
            on_terminal: false,
        }
    }

    fn convergence(&self, sampled: &Sampled) -> Table {
        let signed = Show::Signed(6);
        let columns = vec![
            Column::new("playouts", Show::Count, "playouts", "playouts so far"),
            Column::new("value", signed, "gladiators", "estimate of the edge"),
            Column::new("lo", signed, "gladiators", "lower end of its interval"),
            Column::new("hi", signed, "gladiators", "upper end of its interval"),
        ];
        let rows = sampled
            .snapshots
            .iter()
            .map(|(n, m)| {
                let interval = m.interval(self.asked.confidence);
                vec![
                    Cell::Count(*n),
                    real(m.mean()),
                    real(interval.map(|i| i.0)),
                    real(interval.map(|i| i.1)),
                ]
            })
            .collect();
        Table {
            name: "convergence",
            title: "The edge as the playouts come in".into(),
            columns,
            rows,
            on_terminal: false,
        }
    }
}
