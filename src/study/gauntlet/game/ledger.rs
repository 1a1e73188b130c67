//! What is only counted in playouts: the ledger of glory, what the player does, deaths by event, how the estimate settles.

use super::super::estimate::{Estimate, mean_columns, real, share_columns, text};
use super::super::roman;
use super::Answer;
use super::tables::difficulty;
use crate::games::gauntlet::ledger::Flow;
use crate::games::gauntlet::tally::{GameTally, Sums};
use crate::report::{Cell, Column, Kind, Table};

/// Sources and sinks of glory: name, its sums.
pub(super) fn flows(tally: &GameTally) -> Vec<(&'static str, &'static str, Sums)> {
    let flow = |f: Flow| tally.flows[f as usize];
    vec![
        ("in", "completed rounds", tally.round_glory),
        ("in", "1-swaps", flow(Flow::OneSwapGlory)),
        ("in", "big hits", flow(Flow::BigHitGlory)),
        ("in", "bargain", flow(Flow::BargainGlory)),
        ("in", "event max_glory", tally.event_glory),
        ("out", "Cautious Defense", flow(Flow::CautiousGlory)),
        ("out", "Quick Rest", flow(Flow::RestGlory)),
        ("out", "Dirty Trick", flow(Flow::TrickGlory)),
        ("out", "Swift Execution", flow(Flow::SwiftGlory)),
        ("out", "event shift", tally.shift_glory),
        ("out", "drained", flow(Flow::Drained)),
        ("lost", "in matches at the cap of 5", flow(Flow::LostAtCap)),
        (
            "lost",
            "after rounds at the cap of 5",
            tally.round_glory_lost,
        ),
    ]
}

pub(super) fn glory(answer: &Answer<'_>) -> Table {
    let mut columns = vec![
        difficulty(),
        Column::new(
            "direction",
            Kind::Text,
            "",
            "in: gained; out: spent or taken; lost: would have been gained beyond 5",
        ),
        Column::new("flow", Kind::Text, "", "where it comes from or goes to"),
    ];
    columns.extend(mean_columns(Kind::Number(4), "glory per game"));
    columns.push(Column::new(
        "share",
        Kind::Number(4),
        "",
        "its part of all that goes in this direction",
    ));
    let mut rows = Vec::new();
    for (at, part) in answer.parts.iter().enumerate() {
        let Some(t) = answer.tally(at) else { continue };
        let flows = flows(t);
        for (direction, name, sums) in &flows {
            let all: u64 = flows
                .iter()
                .filter(|f| f.0 == *direction)
                .map(|f| f.2.sum)
                .sum();
            let estimate =
                Estimate::mean(Some(sums.moments(t.games)), None, answer.asked.confidence)
                    .at_least(0.0);
            let mut row = vec![text(&part.name), text(*direction), text(*name)];
            row.extend(estimate.cells());
            row.push(real((all > 0).then(|| sums.sum as f64 / all as f64)));
            rows.push(row);
        }
    }
    Table {
        name: "glory",
        title: "The ledger of glory".into(),
        columns,
        rows,
        on_terminal: answer.parts.len() == 1,
    }
}

pub(super) fn actions(answer: &Answer<'_>) -> Table {
    let mut columns = vec![
        difficulty(),
        Column::new(
            "action",
            Kind::Text,
            "",
            "what is done in a match, or between rounds",
        ),
    ];
    columns.extend(mean_columns(Kind::Number(4), "per game"));
    columns.extend([
        Column::new("per_match", Kind::Number(4), "", "how often in a match"),
        Column::new(
            "glory_each",
            Kind::Signed(4),
            "glory",
            "glory gained (+) or spent (-) each time",
        ),
    ]);
    let mut rows = Vec::new();
    for (at, part) in answer.parts.iter().enumerate() {
        let Some(t) = answer.tally(at) else { continue };
        let flow = |f: Flow| t.flows[f as usize];
        let actions: [(&str, Sums, f64); 8] = [
            (
                "swap",
                flow(Flow::Swaps),
                flow(Flow::OneSwapGlory).sum as f64,
            ),
            (
                "of them 1-swaps",
                flow(Flow::OneSwaps),
                flow(Flow::OneSwapGlory).sum as f64,
            ),
            (
                "Cautious Defense",
                flow(Flow::Cautious),
                -(flow(Flow::CautiousGlory).sum as f64),
            ),
            (
                "Quick Rest",
                flow(Flow::Rests),
                -(flow(Flow::RestGlory).sum as f64),
            ),
            (
                "Dirty Trick",
                flow(Flow::Tricks),
                -(flow(Flow::TrickGlory).sum as f64),
            ),
            (
                "Swift Execution",
                flow(Flow::Swifts),
                -(flow(Flow::SwiftGlory).sum as f64),
            ),
            (
                "bargain",
                flow(Flow::Bargains),
                flow(Flow::BargainGlory).sum as f64,
            ),
            ("gamble", t.gambles, 0.0),
        ];
        for (name, sums, glory) in actions {
            let estimate =
                Estimate::mean(Some(sums.moments(t.games)), None, answer.asked.confidence)
                    .at_least(0.0);
            let mut row = vec![text(&part.name), text(name)];
            row.extend(estimate.cells());
            let per_match =
                (name != "gamble").then(|| sums.sum as f64 / t.matches.sum.max(1) as f64);
            row.push(real(per_match));
            row.push(real(
                (sums.sum > 0 && glory != 0.0).then(|| glory / sums.sum as f64),
            ));
            rows.push(row);
        }
    }
    Table {
        name: "actions",
        title: "What the player does".into(),
        columns,
        rows,
        on_terminal: answer.parts.len() == 1,
    }
}

pub(super) fn events(answer: &Answer<'_>) -> Table {
    let mut columns = vec![
        difficulty(),
        Column::new("round", Kind::Text, "", "the round"),
        Column::new(
            "event",
            Kind::Text,
            "",
            "the event in force, after any shift of the die",
        ),
        Column::new("rounds", Kind::Count, "", "rounds sampled under it"),
    ];
    columns.extend(share_columns());
    columns[4].meaning =
        "deaths in those rounds; the shares are of rounds under it that the player dies in";
    columns.push(Column::new(
        "against_mean",
        Kind::Signed(6),
        "",
        "the share less that of the round under all events",
    ));
    let mut rows = Vec::new();
    for (at, part) in answer.parts.iter().enumerate() {
        let Some(t) = answer.tally(at) else { continue };
        let game = &part.player.library().game;
        for round in 1..=part.last_round {
            let base = usize::from(round - 1) * 6;
            let sum = |v: &[u64]| v[base..base + 6].iter().sum::<u64>() as f64;
            let mean = sum(&t.killed_under) / sum(&t.events).max(1.0);
            for face in 0..6 {
                let (died, met) = (t.killed_under[base + face], t.events[base + face]);
                let estimate = Estimate::share(Some((died, met)), None, answer.asked.confidence);
                let mut row = vec![
                    text(&part.name),
                    text(roman(round)),
                    text(game.events[face].name()),
                    Cell::Count(met),
                ];
                row.extend(estimate.share_cells());
                row.push(real(estimate.value.map(|v| v - mean)));
                rows.push(row);
            }
        }
    }
    Table {
        name: "events",
        title: "Deaths by round and event".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

pub(super) fn convergence(answer: &Answer<'_>) -> Table {
    let columns = vec![
        Column::new("playouts", Kind::Count, "playouts", "playouts so far"),
        Column::new("count", Kind::Count, "", "games won"),
        Column::new(
            "value",
            Kind::Share,
            "",
            "win rate of the last difficulty listed",
        ),
        Column::new("lo", Kind::Share, "", "lower end of its interval"),
        Column::new("hi", Kind::Share, "", "upper end of its interval"),
    ];
    let snapshots = answer.sampled.map_or(&[][..], |s| &s.snapshots);
    let rows = snapshots
        .iter()
        .map(|&(n, wins)| {
            let e = Estimate::share(Some((wins, n)), None, answer.asked.confidence);
            let i = e.interval.unwrap_or((0.0, 1.0));
            vec![
                Cell::Count(n),
                Cell::Count(wins),
                real(e.value),
                Cell::Real(i.0),
                Cell::Real(i.1),
            ]
        })
        .collect();
    Table {
        name: "convergence",
        title: "The win rate as the playouts come in".into(),
        columns,
        rows,
        on_terminal: false,
    }
}
