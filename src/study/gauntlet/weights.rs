//! `gauntlet-weights`: what is a point of glory worth in health?

use super::estimate::{exact_cells, exact_columns, real, text};
use super::{Asked, Parts, percent, roman, signed};
use crate::games::gauntlet::choose::Weights;
use crate::games::gauntlet::exact::GameExact;
use crate::games::gauntlet::spec::Objective;
use crate::games::gauntlet::values::Values;
use crate::games::gauntlet::weights::{WEIGHTS, Worth, worth};
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Point, Table};

/// A sweep and what it is compared with.
#[derive(Debug)]
pub struct Sweep<'a> {
    /// The difficulty.
    pub difficulty: &'a str,
    /// Which weight is swept, 0..4.
    pub which: usize,
    /// The lines.
    pub rows: &'a [(Weights, GameExact)],
    /// Values whose margins are shown, and whose they are.
    pub values: &'a Values,
    /// Whose.
    pub by: &'a str,
}

fn name(w: &Weights) -> String {
    format!("weigh:{},{},{},{}", w[0], w[1], w[2], w[3])
}

/// Turns a sweep into findings.
pub fn findings(asked: &Asked, sweep: &Sweep<'_>) -> Findings {
    let margins = worth(sweep.values);
    let parts = Parts {
        policies: vec![("player".into(), format!("weigh:H,G,E,K, the weight of {} swept", WEIGHTS[sweep.which]))],
        facts: vec![("difficulty".into(), sweep.difficulty.into()), ("margins".into(), format!("of the values of {}", sweep.by))],
        verdict: verdict(sweep, &margins),
        tables: vec![lines(sweep), by_round(sweep.values, &margins), states(sweep.values, &margins)],
        charts: charts(sweep, &margins),
        notes: vec![
            "weigh:H,G,E,K takes the outcome of a match with the most H x health + G x glory - E x enemy health + K when the enemy is down. \
             Each line is exact; decisions outside of matches are those of the presets."
                .into(),
            "Margins are the change of the value by one more on a die, or one more glory, before a round; the mean over decks.".into(),
        ],
    };
    asked.findings(parts, None)
}

fn verdict(s: &Sweep<'_>, margins: &[Worth]) -> Vec<String> {
    let best = s
        .rows
        .iter()
        .max_by(|a, b| a.1.win().total_cmp(&b.1.win()))
        .expect("a sweep has lines");
    let inner = s.rows.first().is_some_and(|r| r.0 != best.0)
        && s.rows.last().is_some_and(|r| r.0 != best.0);
    let mut said = vec![format!(
        "Best of the sweep on {}: {} wins {} of games; the optimum {}.",
        s.difficulty,
        name(&best.0),
        percent(best.1.win()),
        if inner {
            "lies inside of the range"
        } else {
            "lies at its edge: sweep further"
        }
    )];
    if s.which == 1 {
        said.push(format!(
            "At the best weights a point of glory counts as {:.2} points of health.",
            f64::from(best.0[1]) / f64::from(best.0[0].max(1))
        ));
    }
    // The exchange rate of the values: mean glory margin over mean health margin.
    let [_, low, high, glory] = means(margins, sound);
    if low > 0.0 && high > 0.0 {
        said.push(format!(
            "By the values of {} ({SOUND}, mean over rounds): one more glory is worth {:.2} points on the low die, or {:.2} on the high one.",
            s.by,
            glory / low,
            glory / high
        ));
    }
    said
}

fn lines(s: &Sweep<'_>) -> Table {
    let mut columns = vec![
        Column::new("policy", Kind::Text, "", "weigh:H,G,E,K"),
        Column::new("weight", Kind::Number(0), "", "the weight that is swept"),
    ];
    columns.extend(exact_columns(Kind::Share, "", "win rate"));
    columns.extend([
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
    ]);
    let rows = s
        .rows
        .iter()
        .map(|(w, e)| {
            let mut row = vec![text(name(w)), real(Some(f64::from(w[s.which])))];
            row.extend(exact_cells(Some(e.win())));
            row.extend(
                [
                    e.mean_score(),
                    e.matches,
                    e.mean_health_if_win(),
                    e.mean_glory_if_win(),
                ]
                .map(|x| real(Some(x))),
            );
            row
        })
        .collect();
    Table {
        name: "sweep",
        title: format!("Wins by the weight of {}", WEIGHTS[s.which]),
        columns,
        rows,
        on_terminal: true,
    }
}

/// States of a player in good order.
const SOUND: &str = "low die 2 or more, glory 1 or more";

fn sound(w: &Worth) -> bool {
    w.health.low >= 2 && w.glory >= 1
}

/// Means before a round, over all states of a living player.
fn round_means(margins: &[Worth], round: u8) -> [f64; 4] {
    means(margins, |w| w.round == round)
}

/// Means of the value and of the margins of the low die, the high die and glory, over some states.
fn means(margins: &[Worth], of: impl Fn(&Worth) -> bool) -> [f64; 4] {
    let of: Vec<&Worth> = margins.iter().filter(|w| of(w)).collect();
    let mean = |f: &dyn Fn(&Worth) -> Option<f64>| {
        let all: Vec<f64> = of.iter().filter_map(|w| f(w)).collect();
        all.iter().sum::<f64>() / all.len().max(1) as f64
    };
    [
        mean(&|w| Some(w.value)),
        mean(&|w| w.low),
        mean(&|w| w.high),
        mean(&|w| w.one_glory),
    ]
}

fn by_round(values: &Values, margins: &[Worth]) -> Table {
    let kind = signed(values.objective);
    let mut columns = vec![Column::new(
        "round",
        Kind::Text,
        "",
        "before this round; the last line: before all of them, over the states that the verdict speaks of",
    )];
    columns.extend(exact_columns(
        super::kind_of(values.objective),
        "",
        "mean value over all states of a living player",
    ));
    columns.extend([
        Column::new(
            "low_die",
            kind,
            "",
            "one more on the lower die, mean over the states where that is possible",
        ),
        Column::new("high_die", kind, "", "one more on the higher die, likewise"),
        Column::new("glory", kind, "", "one more glory, likewise"),
    ]);
    let rounds =
        (1..=values.game.last_round).map(|r| (roman(r).to_string(), round_means(margins, r)));
    let rows = rounds
        .chain([(format!("all: {SOUND}"), means(margins, sound))])
        .map(|(round, [value, low, high, glory])| {
            let mut row = vec![text(round)];
            row.extend(exact_cells(Some(value)));
            row.extend([low, high, glory].map(|x| real(Some(x))));
            row
        })
        .collect();
    Table {
        name: "margins",
        title: "What one point more is worth, by round".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn states(values: &Values, margins: &[Worth]) -> Table {
    let kind = signed(values.objective);
    let mut columns = vec![
        Column::new("round", Kind::Text, "", "before this round"),
        Column::new("low", Kind::Count, "", "lower health die"),
        Column::new("high", Kind::Count, "", "higher health die"),
        Column::new("glory", Kind::Count, "", "glory"),
    ];
    columns.extend(exact_columns(
        super::kind_of(values.objective),
        "",
        "value of the state",
    ));
    columns.extend([
        Column::new("low_more", kind, "", "one more on the lower die"),
        Column::new("high_more", kind, "", "one more on the higher die"),
        Column::new("glory_more", kind, "", "one more glory"),
    ]);
    let rows = margins
        .iter()
        .map(|w| {
            let mut row = vec![
                text(roman(w.round)),
                Cell::Count(w.health.low.into()),
                Cell::Count(w.health.high.into()),
                Cell::Count(w.glory.into()),
            ];
            row.extend(exact_cells(Some(w.value)));
            row.extend([w.low, w.high, w.one_glory].map(real));
            row
        })
        .collect();
    Table {
        name: "values",
        title: "Every state before every round".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn charts(s: &Sweep<'_>, margins: &[Worth]) -> Vec<Chart> {
    let points = |of: &dyn Fn(&GameExact) -> f64| {
        s.rows
            .iter()
            .map(|(w, e)| Point {
                x: f64::from(w[s.which]),
                y: of(e),
                interval: None,
            })
            .collect::<Vec<_>>()
    };
    let last = s.values.game.last_round;
    let line = |name: &str, at: usize| {
        let points = (1..=last)
            .map(|r| Point {
                x: f64::from(r),
                y: round_means(margins, r)[at],
                interval: None,
            })
            .collect();
        (name.to_string(), points)
    };
    let middle = last.div_ceil(2);
    let value = |glory: u8, at: usize| {
        let found = margins
            .iter()
            .filter(|w| w.round == middle && w.glory == glory)
            .nth(at);
        found.map(|w| w.value)
    };
    let pairs: Vec<String> = margins
        .iter()
        .filter(|w| w.round == middle && w.glory == 0)
        .map(|w| format!("{} {}", w.health.low, w.health.high))
        .collect();
    vec![
        Chart {
            name: "sweep",
            title: format!("Wins by the weight of {}", WEIGHTS[s.which]),
            caption: "Exact win rate of weigh with this weight, the others as given.".into(),
            x_label: format!("weight of {}", WEIGHTS[s.which]),
            y_label: "share of games won".into(),
            plot: Plot::Lines {
                log_x: false,
                lines: vec![("wins".into(), points(&GameExact::win))],
                reference: None,
            },
            table: "sweep",
        },
        Chart {
            name: "margins",
            title: "What one point more is worth, by round".into(),
            caption: format!(
                "By the values of {}: the mean over the states of a living player.",
                s.by
            ),
            x_label: "before round".into(),
            y_label: match s.values.objective {
                Objective::Win => "gain in the chance to win",
                Objective::Score => "gain in points",
            }
            .into(),
            plot: Plot::Lines {
                log_x: false,
                lines: vec![line("low die", 1), line("high die", 2), line("glory", 3)],
                reference: None,
            },
            table: "margins",
        },
        Chart {
            name: "values",
            title: format!("The value of every state before round {}", roman(middle)),
            caption: format!(
                "By the values of {}; rows are glory, columns the pair of health dice.",
                s.by
            ),
            x_label: "health dice".into(),
            y_label: "glory".into(),
            plot: Plot::Heat {
                rows: (0..6).map(|g: u8| g.to_string()).collect(),
                columns: pairs.clone(),
                values: (0..6)
                    .map(|g| (0..pairs.len()).map(|i| value(g, i)).collect())
                    .collect(),
                signed: false,
            },
            table: "values",
        },
    ]
}
