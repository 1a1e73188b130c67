//! `gauntlet-solve`: the optimum of the whole game, and how far the presets are from it.

use super::estimate::{exact_cells, exact_columns, real, text};
use super::{Asked, Parts, kind_of, percent, roman, shown};
use crate::games::gauntlet::exact::GameExact;
use crate::games::gauntlet::spec::Objective;
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Series, Table};

/// A game that has been solved.
#[derive(Debug)]
pub struct Solved {
    /// The difficulty.
    pub difficulty: String,
    /// Fights in its table.
    pub fights: usize,
    /// The value.
    pub value: f64,
    /// What becomes of optimal play.
    pub exact: GameExact,
    /// Presets beside it: name and result.
    pub others: Vec<(String, GameExact)>,
}

fn value(objective: Objective, e: &GameExact) -> f64 {
    match objective {
        Objective::Win => e.win(),
        Objective::Score => e.mean_score(),
    }
}

/// Turns solved games into findings.
pub fn findings(asked: &Asked, objective: Objective, solved: &[Solved]) -> Findings {
    let optimal = format!("optimal:{}", objective.game_name());
    let parts = Parts {
        policies: vec![("player".into(), optimal.clone())],
        facts: vec![("objective".into(), objective.game_name().into())],
        verdict: verdict(objective, solved),
        tables: vec![summary(objective, solved), rounds(solved), scores(solved)],
        charts: charts(objective, solved),
        notes: vec![
            "Solved backward over rounds, rows and events; each fight by modified policy iteration over all its outcomes, none left out as \
             dominated. Values are exact to about 1e-9."
                .into(),
            "The solution is kept in a file of the cache folder, under a hash of everything it depends on; other questions read it there.".into(),
        ],
    };
    asked.findings(parts, None)
}

fn verdict(objective: Objective, solved: &[Solved]) -> Vec<String> {
    let said = |x: f64| match objective {
        Objective::Win => percent(x),
        Objective::Score => shown(objective, x),
    };
    let mut all: Vec<String> = solved
        .iter()
        .map(|s| {
            let best = s
                .others
                .iter()
                .max_by(|a, b| value(objective, &a.1).total_cmp(&value(objective, &b.1)));
            let beside = best.map_or(String::new(), |(name, e)| {
                format!(
                    "; {} reaches {} in {:.1} matches",
                    match s.others.len() {
                        1 => name.clone(),
                        _ => format!("the best of those beside it, {name},"),
                    },
                    said(value(objective, e)),
                    e.matches
                )
            });
            format!(
                "Optimal play on {}: {} {}, in {:.1} matches on average{beside}.",
                s.difficulty,
                match objective {
                    Objective::Win => "wins",
                    Objective::Score => "scores",
                },
                said(s.value),
                s.exact.matches
            )
        })
        .collect();
    if let Some(s) = solved.last() {
        let top = s.exact.score_pmf();
        if let Some(most) = (0..60).rev().find(|k| top[*k] > 0.0) {
            all.push(format!(
                "The highest score that comes up on {} is {most}, in {:.2e} of games.",
                s.difficulty, top[most]
            ));
        }
    }
    all
}

fn summary(objective: Objective, solved: &[Solved]) -> Table {
    let mut columns = vec![
        Column::new("difficulty", Kind::Text, "", "where the game ends"),
        Column::new(
            "policy",
            Kind::Text,
            "",
            "the optimum, or a preset beside it",
        ),
    ];
    columns.extend(exact_columns(
        kind_of(objective),
        "",
        "what was made large: win rate or mean score",
    ));
    columns.extend([
        Column::new("win", Kind::Share, "", "win rate"),
        Column::new("score", Kind::Number(4), "", "mean score"),
        Column::new("matches", Kind::Number(2), "", "expected matches in a game"),
        Column::new(
            "health_if_win",
            Kind::Number(3),
            "",
            "mean health of those who win",
        ),
        Column::new(
            "glory_if_win",
            Kind::Number(3),
            "",
            "mean glory of those who win",
        ),
        Column::new("fights", Kind::Count, "", "fights solved"),
    ]);
    let mut rows = Vec::new();
    for s in solved {
        let mut row = |policy: &str, e: &GameExact, fights: Option<usize>| {
            let mut row = vec![text(&s.difficulty), text(policy)];
            row.extend(exact_cells(Some(value(objective, e))));
            row.extend(
                [
                    e.win(),
                    e.mean_score(),
                    e.matches,
                    e.mean_health_if_win(),
                    e.mean_glory_if_win(),
                ]
                .map(|x| real(Some(x))),
            );
            row.push(fights.map_or(Cell::Null, |n| Cell::Count(n as u64)));
            rows.push(row);
        };
        row(
            &format!("optimal:{}", objective.game_name()),
            &s.exact,
            Some(s.fights),
        );
        s.others.iter().for_each(|(name, e)| row(name, e, None));
    }
    Table {
        name: "optimum",
        title: "Optimal play beside other policies".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn rounds(solved: &[Solved]) -> Table {
    let mut columns = vec![
        Column::new("difficulty", Kind::Text, "", "where the game ends"),
        Column::new("round", Kind::Text, "", "the round"),
    ];
    columns.extend(exact_columns(
        Kind::Share,
        "",
        "share of optimal games that beat it",
    ));
    let rows = solved
        .iter()
        .flat_map(|s| {
            s.exact.beaten.iter().enumerate().map(|(r, p)| {
                let mut row = vec![text(&s.difficulty), text(roman(r as u8 + 1))];
                row.extend(exact_cells(Some(*p)));
                row
            })
        })
        .collect();
    Table {
        name: "rounds",
        title: "Survival of optimal play".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn scores(solved: &[Solved]) -> Table {
    let mut columns = vec![
        Column::new("difficulty", Kind::Text, "", "where the game ends"),
        Column::new("score", Kind::Count, "points", "the final score"),
    ];
    columns.extend(exact_columns(
        Kind::Share,
        "",
        "its chance under optimal play",
    ));
    let mut rows = Vec::new();
    for s in solved {
        for (score, p) in s
            .exact
            .score_pmf()
            .into_iter()
            .enumerate()
            .filter(|(_, p)| *p > 0.0)
        {
            let mut row = vec![text(&s.difficulty), Cell::Count(score as u64)];
            row.extend(exact_cells(Some(p)));
            rows.push(row);
        }
    }
    Table {
        name: "scores",
        title: "Scores of optimal play".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn charts(objective: Objective, solved: &[Solved]) -> Vec<Chart> {
    let mut names: Vec<String> = solved.first().map_or(Vec::new(), |s| {
        s.others.iter().map(|o| o.0.clone()).collect()
    });
    names.push(format!("optimal:{}", objective.game_name()));
    let series = solved.iter().map(|s| Series {
        name: s.difficulty.clone(),
        values: s
            .others
            .iter()
            .map(|o| value(objective, &o.1))
            .chain([s.value])
            .collect(),
        intervals: None,
    });
    let mut charts = vec![Chart {
        name: "optimum",
        title: "Optimal play beside other policies".into(),
        caption: format!(
            "The {} of each policy, exact.",
            match objective {
                Objective::Win => "win rate",
                Objective::Score => "mean score",
            }
        ),
        x_label: "policy".into(),
        y_label: match objective {
            Objective::Win => "share of games won",
            Objective::Score => "mean score",
        }
        .into(),
        plot: Plot::Bars {
            categories: names,
            series: series.collect(),
            share: objective == Objective::Win,
        },
        table: "optimum",
    }];
    if let Some(s) = solved.last() {
        let pmf = s.exact.score_pmf();
        let low = (0..60).find(|k| pmf[*k] > 1e-12).unwrap_or(0);
        let high = (0..60).rev().find(|k| pmf[*k] > 0.0).unwrap_or(59);
        charts.push(Chart {
            name: "scores",
            title: format!("Scores of optimal play ({})", s.difficulty),
            caption: "Share of games with each score.".into(),
            x_label: "score (points)".into(),
            y_label: "share of games".into(),
            plot: Plot::Bars {
                categories: (low..=high).map(|k| k.to_string()).collect(),
                series: vec![Series {
                    name: "scores".into(),
                    values: pmf[low..=high].to_vec(),
                    intervals: None,
                }],
                share: true,
            },
            table: "scores",
        });
    }
    charts
}
