//! `gauntlet-gamble`: when is rolling a health die after a round right?

use super::estimate::{exact_cells, exact_columns, real, text};
use super::{Asked, Parts, percent, roman, signed};
use crate::games::gauntlet::gambles::{GambleWorth, Threshold, thresholds, worth};
use crate::games::gauntlet::state::Die;
use crate::games::gauntlet::values::Values;
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Point, Table};

/// Turns values into findings.
pub fn findings(asked: &Asked, values: &Values, by: &str, difficulty: &str) -> Findings {
    let (limits, states) = (thresholds(values), worth(values));
    let parts = Parts {
        policies: vec![("player".into(), by.into())],
        facts: vec![("difficulty".into(), difficulty.into()), ("values".into(), format!("of {by}, for {}", values.objective.game_name()))],
        verdict: verdict(&limits),
        tables: vec![limit_table(values, &limits), state_table(values, &states)],
        charts: charts(values, &limits, &states),
        notes: vec![
            "Values are exact, the mean over the decks that may be left after the round; a state is a pair of health dice and a glory.".into(),
            "A gamble is right where rolling the die gains more than leaving it; two dice alike count as the low die.".into(),
        ],
    };
    asked.findings(parts, None)
}

fn verdict(limits: &[Threshold]) -> Vec<String> {
    let share = |die: Die, shows: u8| {
        let of = limits.iter().filter(|t| t.die == die && t.shows == shows);
        let (right, states) = of.fold((0, 0), |(r, s), t| (r + t.right, s + t.states));
        if states == 0 {
            0.0
        } else {
            f64::from(right) / f64::from(states)
        }
    };
    let always: Vec<String> = (1..=6)
        .filter(|s| share(Die::Low, *s) >= 0.995)
        .map(|s| s.to_string())
        .collect();
    let some: Vec<String> = (1..=6)
        .filter(|s| (0.005..0.995).contains(&share(Die::Low, *s)))
        .map(|s| format!("{s} (in {} of states)", percent(share(Die::Low, s))))
        .collect();
    let never: Vec<String> = (1..=6)
        .filter(|s| share(Die::Low, *s) < 0.005)
        .map(|s| s.to_string())
        .collect();
    let list = |words: &[String]| {
        if words.is_empty() {
            "none".to_string()
        } else {
            words.join(", ")
        }
    };
    let mut said = vec![format!(
        "Rolling the lowest health die is right at {}; sometimes at {}; wrong at {}.",
        list(&always),
        list(&some),
        list(&never)
    )];
    let high: Vec<String> = (1..=6)
        .filter(|s| share(Die::High, *s) >= 0.005)
        .map(|s| format!("{s} (in {} of states)", percent(share(Die::High, s))))
        .collect();
    said.push(if high.is_empty() {
        "Rolling the higher of two dice that differ is never right.".into()
    } else {
        format!(
            "Rolling the higher of two dice that differ gains against leaving both at {}.",
            high.join(", ")
        )
    });
    said
}

fn limit_table(values: &Values, limits: &[Threshold]) -> Table {
    let mut columns = vec![
        Column::new("round", Kind::Text, "", "the round that is done"),
        Column::new(
            "die",
            Kind::Text,
            "",
            "low: the lowest die left; high: the higher of two that differ",
        ),
        Column::new("shows", Kind::Count, "", "what it shows"),
        Column::new(
            "states",
            Kind::Count,
            "",
            "pairs of dice and glory with such a die",
        ),
        Column::new("right", Kind::Count, "", "those in which rolling it gains"),
        Column::new("share", Kind::Share, "", "their share"),
    ];
    columns.extend(exact_columns(
        signed(values.objective),
        "",
        "mean gain of rolling it over all those states",
    ));
    let rows = limits
        .iter()
        .map(|t| {
            let mut row = vec![
                text(roman(t.round)),
                text(t.die.to_string()),
                Cell::Count(t.shows.into()),
                Cell::Count(t.states.into()),
                Cell::Count(t.right.into()),
                real(Some(f64::from(t.right) / f64::from(t.states))),
            ];
            row.extend(exact_cells(Some(t.gain)));
            row
        })
        .collect();
    Table {
        name: "thresholds",
        title: "From which value on is a gamble wrong?".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn state_table(values: &Values, states: &[GambleWorth]) -> Table {
    let kind = signed(values.objective);
    let columns = vec![
        Column::new("round", Kind::Text, "", "the round that is done"),
        Column::new("low", Kind::Count, "", "lower health die"),
        Column::new("high", Kind::Count, "", "higher health die"),
        Column::new("glory", Kind::Count, "", "glory, with that of the round"),
        Column::new(
            "value",
            super::kind_of(values.objective),
            "",
            "value of leaving the dice, exact",
        ),
        Column::new("roll_low", kind, "", "gain of rolling the lower die"),
        Column::new(
            "roll_high",
            kind,
            "",
            "gain of rolling the higher die, or one of two alike",
        ),
        Column::new("best", Kind::Text, "", "what is right"),
    ];
    let rows = states
        .iter()
        .map(|w| {
            let low = w.low.unwrap_or(f64::NEG_INFINITY);
            let margin = 1e-13 * values.scale();
            let best = if low.max(w.high) <= margin {
                "leave"
            } else if low >= w.high {
                "roll low"
            } else {
                "roll high"
            };
            vec![
                text(roman(w.round)),
                Cell::Count(w.health.low.into()),
                Cell::Count(w.health.high.into()),
                Cell::Count(w.glory.into()),
                real(Some(w.stay)),
                real(w.low),
                real(Some(w.high)),
                text(best),
            ]
        })
        .collect();
    Table {
        name: "states",
        title: "Every state after every round".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn charts(values: &Values, limits: &[Threshold], states: &[GambleWorth]) -> Vec<Chart> {
    let rounds = 1..values.game.last_round;
    let lines = rounds.clone().map(|round| {
        let of = limits
            .iter()
            .filter(|t| t.round == round && t.die == Die::Low);
        let points = of
            .map(|t| Point {
                x: f64::from(t.shows),
                y: t.gain,
                interval: None,
            })
            .collect();
        (format!("after round {}", roman(round)), points)
    });
    let gain = |low: u8, high: u8| {
        let of: Vec<f64> = states
            .iter()
            .filter(|w| w.health.low == low && w.health.high == high)
            .map(|w| w.low.unwrap_or(w.high))
            .collect();
        (!of.is_empty()).then(|| of.iter().sum::<f64>() / of.len() as f64)
    };
    vec![
        Chart {
            name: "gain",
            title: "What rolling the lowest die gains".into(),
            caption: "Mean over the other die and glory; above the line the gamble is right."
                .into(),
            x_label: "what the lowest die shows".into(),
            y_label: "gain of rolling it".into(),
            plot: Plot::Lines {
                log_x: false,
                lines: lines.collect(),
                reference: Some(("no gain".into(), 0.0)),
            },
            table: "thresholds",
        },
        Chart {
            name: "map",
            title: "What rolling the low die gains, by both dice".into(),
            caption:
                "Mean over rounds and glory. 0 is a die that is gone: then the other one is rolled."
                    .into(),
            x_label: "higher die".into(),
            y_label: "lower die".into(),
            plot: Plot::Heat {
                rows: (0..=6).map(|d: u8| d.to_string()).collect(),
                columns: (1..=6).map(|d: u8| d.to_string()).collect(),
                values: (0..=6)
                    .map(|low| (1..=6).map(|high| gain(low, high)).collect())
                    .collect(),
                signed: true,
            },
            table: "states",
        },
    ]
}
