//! `gauntlet-events`: what each event is worth, and when the event die is moved.

use super::estimate::{exact_cells, exact_columns, real, text};
use super::{Asked, Parts, percent, roman, signed};
use crate::games::gauntlet::events::{EventWorth, ShiftWorth, shifts, worth};
use crate::games::gauntlet::state::{GLORY_MAX, Health};
use crate::games::gauntlet::values::Values;
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Series, Table};

/// Turns values into findings, for a player with these health dice.
pub fn findings(
    asked: &Asked,
    values: &Values,
    by: &str,
    difficulty: &str,
    health: Health,
) -> Findings {
    let rounds: Vec<u8> = rounds(values, health);
    let events: Vec<EventWorth> = rounds
        .iter()
        .flat_map(|&r| {
            (0..=GLORY_MAX)
                .filter(move |g| begins(values, r, *g))
                .map(move |g| (r, g))
        })
        .flat_map(|(r, g)| worth(values, r, health, g))
        .collect();
    let moves: Vec<ShiftWorth> = rounds
        .iter()
        .flat_map(|&r| shifts(values, r, health))
        .filter(|m| begins(values, m.round, m.glory))
        .collect();
    let parts = Parts {
        policies: vec![("player".into(), by.into())],
        facts: vec![
            ("difficulty".into(), difficulty.into()),
            ("values".into(), format!("of {by}, for {}", values.objective.game_name())),
            ("player".into(), format!("health {} and {}", health.low, health.high)),
        ],
        verdict: verdict(values, &events, &moves),
        tables: vec![
            short_table(values, &events, &moves),
            event_table(values, &events),
            shift_table(values, &moves),
        ],
        charts: charts(values, &events, &moves),
        notes: vec![
            "Values are exact: the mean over the decks that a round may begin with and the rows that may be drawn, as the dice fall (before \
             any shift)."
                .into(),
            "Means are over the rounds and over the glory that a round can begin with, each alike: round I begins with what the set-up gives, a later one \
             with what completing a round brings or more."
                .into(),
            "A shift is right in a row where one step gains more than its 2 glory cost; shares are of rows as they are drawn.".into(),
        ],
    };
    asked.findings(parts, None)
}

/// The rounds that a player can begin with these dice: the first only with those of the set-up, unless there is no other.
fn rounds(values: &Values, health: Health) -> Vec<u8> {
    let (last, start) = (values.game.last_round, values.game.start().health());
    let first = if health == start || last == 1 { 1 } else { 2 };
    (first..=last).collect()
}

/// Whether a round can begin with this glory.
fn begins(values: &Values, round: u8, glory: u8) -> bool {
    match round {
        1 => glory == values.game.start().glory(),
        _ => glory >= values.game.rules.round_glory.min(GLORY_MAX),
    }
}

/// Mean of a face against the mean of all faces, over rounds and glory.
fn mean_of(events: &[EventWorth], face: u8) -> f64 {
    let of: Vec<f64> = events
        .iter()
        .filter(|e| e.face == face)
        .map(|e| e.against_mean)
        .collect();
    of.iter().sum::<f64>() / of.len().max(1) as f64
}

fn verdict(values: &Values, events: &[EventWorth], moves: &[ShiftWorth]) -> Vec<String> {
    let cost = values.game.rules.shift_cost;
    let mut order: Vec<(&'static str, f64)> = (1..=6)
        .filter_map(|face| {
            Some((
                events.iter().find(|e| e.face == face)?.event.name(),
                mean_of(events, face),
            ))
        })
        .collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let each: Vec<String> = order
        .iter()
        .map(|(name, v)| format!("{name} {v:+.4}"))
        .collect();
    let mut said = vec![format!(
        "Events from the best to the worst, against the mean of the die: {}.",
        each.join(", ")
    )];
    let paid: Vec<&ShiftWorth> = moves.iter().filter(|m| m.glory >= cost).collect();
    if paid.is_empty() {
        said.push(format!(
            "The die is never moved: no round of this game begins with the {cost} glory that it costs."
        ));
        return said;
    }
    let moved = |face: Option<u8>| {
        let of: Vec<f64> = paid
            .iter()
            .filter(|m| face.is_none_or(|f| m.face == f))
            .map(|m| m.steps[0] + m.steps[2])
            .collect();
        of.iter().sum::<f64>() / of.len().max(1) as f64
    };
    let by_face: Vec<String> = (1..=6)
        .map(|f| format!("{f}: {}", percent(moved(Some(f)))))
        .collect();
    said.push(format!(
        "With {cost} glory or more, moving the die is right in {} of cases; by what it shows: {}.",
        percent(moved(None)),
        by_face.join(", ")
    ));
    said
}

/// The six events in one view.
fn short_table(values: &Values, events: &[EventWorth], moves: &[ShiftWorth]) -> Table {
    let mut columns = vec![
        Column::new("die", Kind::Count, "", "what the die shows"),
        Column::new("event", Kind::Text, "", "the event"),
    ];
    columns.extend(exact_columns(
        signed(values.objective),
        "",
        "value with the event in force less the mean over the six faces, mean over rounds and glory",
    ));
    columns.push(Column::new(
        "moved",
        Kind::Share,
        "",
        "where the die shows it: share of rows in which moving it is right, mean over rounds with the glory to do it; null where there are none",
    ));
    let rows = (1..=6)
        .filter_map(|face| {
            let event = events.iter().find(|e| e.face == face)?.event;
            let of: Vec<f64> = moves
                .iter()
                .filter(|m| m.glory >= values.game.rules.shift_cost && m.face == face)
                .map(|m| m.steps[0] + m.steps[2])
                .collect();
            let mut row = vec![Cell::Count(face.into()), text(event.name())];
            row.extend(exact_cells(Some(mean_of(events, face))));
            let moved = of.iter().sum::<f64>() / of.len().max(1) as f64;
            row.push(real(
                (!of.is_empty()).then_some((moved * 1e9).round() / 1e9),
            ));
            Some(row)
        })
        .collect();
    Table {
        name: "six",
        title: "The six events".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn event_table(values: &Values, events: &[EventWorth]) -> Table {
    let mut columns = vec![
        Column::new("round", Kind::Text, "", "the round"),
        Column::new("glory", Kind::Count, "", "glory before the event"),
        Column::new("die", Kind::Count, "", "what the die shows"),
        Column::new("event", Kind::Text, "", "the event"),
    ];
    columns.extend(exact_columns(
        super::kind_of(values.objective),
        "",
        "value with the event in force",
    ));
    columns.push(Column::new(
        "against_mean",
        signed(values.objective),
        "",
        "less the mean over the six faces",
    ));
    let rows = events
        .iter()
        .map(|e| {
            let mut row = vec![
                text(roman(e.round)),
                Cell::Count(e.glory.into()),
                Cell::Count(e.face.into()),
                text(e.event.name()),
            ];
            row.extend(exact_cells(Some(e.value)));
            row.push(real(Some(e.against_mean)));
            row
        })
        .collect();
    Table {
        name: "events",
        title: "What each event is worth".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn shift_table(values: &Values, moves: &[ShiftWorth]) -> Table {
    let mut columns = vec![
        Column::new("round", Kind::Text, "", "the round"),
        Column::new("glory", Kind::Count, "", "glory before the event"),
        Column::new("die", Kind::Count, "", "what the die shows"),
        Column::new(
            "down",
            Kind::Share,
            "",
            "share of rows in which moving it down by one is right",
        ),
        Column::new(
            "stay",
            Kind::Share,
            "",
            "share of rows in which leaving it is right",
        ),
        Column::new(
            "up",
            Kind::Share,
            "",
            "share of rows in which moving it up by one is right",
        ),
    ];
    columns.extend(exact_columns(
        signed(values.objective),
        "",
        "what the best step gains over leaving it, mean over rows",
    ));
    let rows = moves
        .iter()
        .filter(|m| m.glory >= values.game.rules.shift_cost)
        .map(|m| {
            let mut row = vec![
                text(roman(m.round)),
                Cell::Count(m.glory.into()),
                Cell::Count(m.face.into()),
            ];
            row.extend(m.steps.map(|s| real(Some(s))));
            row.extend(exact_cells(Some(m.gain)));
            row
        })
        .collect();
    Table {
        name: "shifts",
        title: "When the event die is moved".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn charts(values: &Values, events: &[EventWorth], moves: &[ShiftWorth]) -> Vec<Chart> {
    let names: Vec<String> = (1..=6)
        .map(|f| {
            events
                .iter()
                .find(|e| e.face == f)
                .map_or(String::new(), |e| e.event.name().to_string())
        })
        .collect();
    let by_round = |round: u8, face: u8| {
        let of: Vec<f64> = events
            .iter()
            .filter(|e| e.round == round && e.face == face)
            .map(|e| e.against_mean)
            .collect();
        (!of.is_empty()).then(|| of.iter().sum::<f64>() / of.len() as f64)
    };
    let gain = |glory: u8, face: u8| {
        let of: Vec<f64> = moves
            .iter()
            .filter(|m| m.glory == glory && m.face == face)
            .map(|m| m.gain)
            .collect();
        (!of.is_empty()).then(|| of.iter().sum::<f64>() / of.len() as f64)
    };
    let last = values.game.last_round;
    vec![
        Chart {
            name: "worth",
            title: "What each event is worth".into(),
            caption: "Value with the event less the mean over the die, mean over rounds and glory."
                .into(),
            x_label: "event".into(),
            y_label: "against the mean".into(),
            plot: Plot::Bars {
                categories: names.clone(),
                series: vec![Series {
                    name: "against the mean".into(),
                    values: (1..=6).map(|f| mean_of(events, f)).collect(),
                    intervals: None,
                }],
                share: false,
            },
            table: "events",
        },
        Chart {
            name: "by_round",
            title: "What each event is worth, by round".into(),
            caption: "Value with the event less the mean over the die, mean over glory.".into(),
            x_label: "round".into(),
            y_label: "event".into(),
            plot: Plot::Heat {
                rows: names.clone(),
                columns: (1..=last).map(|r| roman(r).to_string()).collect(),
                values: (1..=6)
                    .map(|f| (1..=last).map(|r| by_round(r, f)).collect())
                    .collect(),
                signed: true,
            },
            table: "events",
        },
        Chart {
            name: "shifts",
            title: "What moving the event die gains".into(),
            caption: "Mean over rounds and rows; 0 where it is best left alone.".into(),
            x_label: "what the die shows".into(),
            y_label: "glory".into(),
            plot: Plot::Heat {
                rows: (0..=GLORY_MAX).map(|g| g.to_string()).collect(),
                columns: (1..=6u8)
                    .zip(&names)
                    .map(|(f, n)| format!("{f} {n}"))
                    .collect(),
                values: (0..=GLORY_MAX)
                    .map(|g| (1..=6).map(|f| gain(g, f)).collect())
                    .collect(),
                signed: false,
            },
            table: "shifts",
        },
    ]
}
