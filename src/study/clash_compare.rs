//! `compare clash-duel`: the edge of several duels against the first one, over common random numbers.

use super::clash_duel::Asked;
use crate::games::clash::tally::{Results, metric};
use crate::report::{Cell, Chart, Column, Findings, Kind, Method, Plot, Question, Series, Table};
use crate::stats::{self, Paired};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

/// One alternative.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// What sets it apart: `base`, or the flags given.
    pub name: String,
    /// The resolved duel.
    pub asked: Asked,
    /// Its exact results.
    pub exact: Results,
    /// Paired values of this alternative and the first one, where sampled.
    pub paired: Option<Paired>,
}

impl Alternative {
    fn edge(&self) -> BigRational {
        let (sum, _) = self.exact.sums(metric("edge").expect("edge is a metric"));
        BigRational::new(BigInt::from(sum), BigInt::from(self.exact.total))
    }
}

fn real(x: &BigRational) -> f64 {
    x.to_f64().unwrap_or(f64::NAN)
}

/// Findings of a comparison; the first alternative is the base. `sampled`: playouts, what stopped them, complete.
pub fn findings(
    alternatives: &[Alternative],
    command: String,
    sampled: Option<(u64, &str, bool)>,
) -> Findings {
    let base = &alternatives[0];
    let asked = &base.asked;
    let mut guesses = Vec::new();
    for guess in alternatives.iter().flat_map(|a| &a.asked.guesses) {
        if !guesses.contains(guess) {
            guesses.push(guess.clone());
        }
    }
    let question = Question {
        name: "compare".into(),
        title: format!(
            "{} challenges {}, compared",
            asked.names[asked.duel.challenger],
            asked.names[1 - asked.duel.challenger]
        ),
        command,
        ruleset: asked.ruleset.clone(),
        switches: asked.switches.clone(),
        policies: vec![
            ("attacker".into(), asked.duel.specs[0].to_string()),
            ("defender".into(), asked.duel.specs[1].to_string()),
        ],
        facts: alternatives
            .iter()
            .map(|a| (a.name.clone(), a.asked.command.clone()))
            .collect(),
        seed: sampled.map(|_| asked.seed),
        method: if sampled.is_some() {
            Method::Mc
        } else {
            Method::Exact
        },
        playouts: sampled.map_or(0, |s| s.0),
        stopped_by: sampled.map(|s| s.1.to_string()),
        complete: sampled.is_none_or(|s| s.2),
        confidence: asked.confidence,
    };
    let mut notes =
        vec!["The edge is that of each duel's own challenger, in gladiators a duel. Ruleset and policies above are the base's; an alternative has them too where its flags say nothing else.".to_string()];
    if sampled.is_some() {
        notes.push(
            "Playout j of every alternative uses the same random words; the interval of a difference is that of the paired \
             differences, widened (Bonferroni) so that all of them hold together."
                .into(),
        );
    }
    Findings {
        question,
        verdict: verdict(alternatives),
        tables: vec![table(alternatives)],
        charts: vec![chart(alternatives)],
        notes,
        guesses,
        glossary: vec![
            ("edge".into(), "expected gladiators taken less lost by the challenger in one duel; an animal counts 2".into()),
            (
                "variance reduction".into(),
                "how many times more playouts two independent runs would need for the same error of the difference".into(),
            ),
        ],
    }
}

fn verdict(alternatives: &[Alternative]) -> Vec<String> {
    let base = alternatives[0].edge();
    alternatives[1..]
        .iter()
        .map(|a| {
            let difference = a.edge() - &base;
            if difference.is_zero() {
                return format!(
                    "{}: no difference; the edge stays {:+.6}.",
                    a.name,
                    real(&base)
                );
            }
            format!(
                "{}: the edge goes from {:+.6} to {:+.6}, a difference of {} = {:+.6}.",
                a.name,
                real(&base),
                real(&a.edge()),
                difference,
                real(&difference)
            )
        })
        .collect()
}

fn table(alternatives: &[Alternative]) -> Table {
    let signed = Kind::Signed(6);
    let columns = vec![
        Column::new(
            "alternative",
            Kind::Text,
            "",
            "what sets it apart from the base",
        ),
        Column::new("exact", signed, "", "its exact edge"),
        Column::new("exact_fraction", Kind::Text, "", "the same as a fraction"),
        Column::new("difference_exact", signed, "", "exact edge less the base's"),
        Column::new("value", signed, "", "sampled difference; null when exact"),
        Column::new("lo", signed, "", "lower end of its simultaneous interval"),
        Column::new("hi", signed, "", "upper end of its simultaneous interval"),
        Column::new("n", Kind::Count, "", "pairs of playouts").machine_only(),
        Column::new("correlation", Kind::Signed(3), "", "of the paired edges"),
        Column::new(
            "variance_reduction",
            Kind::Number(2),
            "",
            "gain of common random numbers over independent runs",
        ),
    ];
    let base = alternatives[0].edge();
    let confidence = stats::simultaneous_confidence(
        alternatives[0].asked.confidence,
        (alternatives.len() - 1).max(1),
    );
    let cell = |x: Option<f64>| x.map_or(Cell::Null, Cell::Real);
    let rows = alternatives
        .iter()
        .enumerate()
        .map(|(i, a)| {
            let paired = a.paired.filter(|_| i > 0);
            let difference = paired.map(|p| p.difference);
            let interval = difference.and_then(|d| d.interval(confidence));
            vec![
                Cell::Text(a.name.clone()),
                Cell::Real(real(&a.edge())),
                Cell::Text(a.edge().to_string()),
                Cell::Real(real(&(a.edge() - &base))),
                cell(difference.and_then(|d| d.mean())),
                cell(interval.map(|i| i.0)),
                cell(interval.map(|i| i.1)),
                paired.map_or(Cell::Null, |p| Cell::Count(p.n())),
                cell(paired.and_then(|p| p.correlation())),
                cell(paired.and_then(|p| p.variance_reduction())),
            ]
        })
        .collect();
    Table {
        name: "summary",
        title: "Edges and their differences from the base".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn chart(alternatives: &[Alternative]) -> Chart {
    Chart {
        name: "edges",
        title: "The edge under each alternative".into(),
        caption: "Exact edge of the challenger.".into(),
        x_label: "alternative".into(),
        y_label: "edge of the challenger (gladiators)".into(),
        plot: Plot::Bars {
            categories: alternatives.iter().map(|a| a.name.clone()).collect(),
            series: vec![Series {
                name: "exact".into(),
                values: alternatives.iter().map(|a| real(&a.edge())).collect(),
                intervals: None,
            }],
            share: false,
        },
        table: "summary",
    }
}
