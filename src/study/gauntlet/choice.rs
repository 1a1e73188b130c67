//! `gauntlet-advise` about a decision outside of matches: the event die, event 5, the gamble; each option with its exact value.

use super::advise::EQUAL;
use super::estimate::{exact_cells, exact_columns, real, text};
use super::{Asked, Parts, shown};
use crate::games::gauntlet::spec::Objective;
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Series, Table};

/// A decision outside of matches with all its options.
#[derive(Debug, Clone)]
pub struct Choice {
    /// What is decided on, in words: `the event die`.
    pub what: String,
    /// The options in words with their values under best play afterwards, in the order of the rules; at least one.
    pub options: Vec<(String, f64)>,
    /// What is valued.
    pub objective: Objective,
    /// The situation in words, line by line.
    pub facts: Vec<(String, String)>,
}

/// Turns it into findings.
pub fn findings(asked: &Asked, choice: &Choice) -> Findings {
    let mut ranked = choice.options.clone();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    let best = ranked[0].1;
    let mut said = vec![format!(
        "Best for {}: {}: {}.",
        choice.what,
        ranked[0].0,
        shown(choice.objective, best)
    )];
    for (option, value) in &ranked[1..] {
        said.push(if best - value <= EQUAL {
            format!("As good: {option}.")
        } else {
            format!(
                "Against that it costs {} to {option}.",
                shown(choice.objective, best - value)
            )
        });
    }
    let parts = Parts {
        policies: vec![("player".into(), "best play from here on".into())],
        facts: choice.facts.clone(),
        verdict: said,
        tables: vec![table(choice.objective, &ranked)],
        charts: vec![Chart {
            name: "choices",
            title: format!("What the options for {} lose against the best", choice.what),
            caption: "Loss of value against the best option.".into(),
            x_label: "option".into(),
            y_label: "loss".into(),
            plot: Plot::Bars {
                categories: ranked.iter().map(|o| o.0.clone()).collect(),
                series: vec![Series {
                    name: "loss".into(),
                    values: ranked.iter().map(|o| best - o.1).collect(),
                    intervals: None,
                }],
                share: choice.objective == Objective::Win,
            },
            table: "choices",
        }],
        notes: vec![
            "Values are exact: every card, event, roll and decision of the rest of the game taken into account.".into(),
        ],
    };
    asked.findings(parts, None)
}

fn table(objective: Objective, ranked: &[(String, f64)]) -> Table {
    let kind = Kind::Number(9);
    let mut columns = vec![
        Column::new(
            "rank",
            Kind::Count,
            "",
            "place among the options; equal ones share it",
        ),
        Column::new("option", Kind::Text, "", "what may be done"),
    ];
    let meaning = match objective {
        Objective::Win => "chance to win the game with best play from there on",
        Objective::Score => "expected score with best play from there on",
    };
    columns.extend(exact_columns(kind, "", meaning));
    columns.push(Column::new(
        "loss",
        kind,
        "",
        "value of the best option less this one",
    ));
    let best = ranked[0].1;
    let rows = ranked
        .iter()
        .map(|(option, value)| {
            let rank = ranked
                .iter()
                .position(|o| o.1 <= value + EQUAL)
                .unwrap_or(0);
            let mut row = vec![Cell::Count(rank as u64 + 1), text(option.clone())];
            row.extend(exact_cells(Some(*value)));
            row.push(real(Some(best - value)));
            row
        })
        .collect();
    Table {
        name: "choices",
        title: "Every option, best first".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

/// The table without a game behind it, for its columns.
pub fn shape() -> Table {
    table(Objective::Win, &[("keep both dice".into(), 0.0)])
}
