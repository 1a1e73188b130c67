//! What each tactic, ability, event and variant is worth to a policy: the same game without it, over the same cards, events and dice.

use super::Asked;
use super::estimate::{real, text};
use super::extra::Extra;
use crate::error::Result;
use crate::games::gauntlet::exact;
use crate::games::gauntlet::kernel::{Games, Value};
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::what_if::Without;
use crate::playout::{Compare, Plan, run};
use crate::report::{Cell, Chart, Column, Kind, Plot, Series, Table};
use crate::stats::{self, Paired};
use std::sync::Arc;

/// What a thing is worth.
#[derive(Debug, Clone)]
pub struct Worth {
    /// The thing.
    pub thing: Without,
    /// Paired wins with it and without it.
    pub paired: Option<Paired>,
    /// Exact wins without it.
    pub without: Option<f64>,
}

/// How it is found.
#[derive(Clone, Copy)]
pub enum How<'a> {
    /// By paired playouts.
    Sampled(&'a Plan<'a>),
    /// Exactly; some seconds a thing.
    Exact,
}

/// Works out all that is in the game of a policy.
///
/// # Errors
/// If a game without something cannot be played, or a run fails.
pub fn marginal(player: &Arc<Player>, how: How<'_>) -> Result<Vec<Worth>> {
    let game = &player.library().game;
    let base = Games::<false>::new(player.clone(), Value::Win);
    let things = Without::all().into_iter().filter(|w| w.is_in(game));
    let worth = |thing: Without| {
        let other = Arc::new(thing.player(player.library(), &player.spec)?);
        Ok(match how {
            How::Exact => Worth {
                thing,
                paired: None,
                without: Some(exact::game(&other)?.win()),
            },
            How::Sampled(plan) => {
                let other = Games::<false>::new(other, Value::Win);
                Worth {
                    thing,
                    paired: Some(run(&Compare::new(&base, &other), plan)?.tally),
                    without: None,
                }
            }
        })
    };
    let mut found = Vec::new();
    for thing in things {
        if crate::playout::interrupted() {
            break;
        }
        found.push(worth(thing)?);
    }
    Ok(found)
}

impl Worth {
    /// Win rate with the thing less that without it. `win`: the exact win rate with it.
    fn value(&self, win: Option<f64>) -> Option<f64> {
        match (&self.paired, self.without, win) {
            (Some(p), _, _) => p.difference.mean(),
            (None, Some(without), Some(win)) => Some(win - without),
            _ => None,
        }
    }
}

/// As a piece of findings.
pub fn extra(asked: &Asked, difficulty: &str, all: &[Worth], win: Option<f64>) -> Extra {
    let confidence = stats::simultaneous_confidence(asked.confidence, all.len());
    let mut sorted: Vec<&Worth> = all.iter().collect();
    let value = |w: &Worth| w.value(win).unwrap_or(0.0);
    sorted.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let columns = vec![
        Column::new(
            "kind",
            Kind::Text,
            "",
            "decision, tactic, ability, event or variant",
        ),
        Column::new("thing", Kind::Text, "", "what is taken away"),
        Column::new(
            "value",
            Kind::Signed(6),
            "",
            "win rate with it less the win rate without it",
        ),
        Column::new(
            "lo",
            Kind::Signed(6),
            "",
            "lower end of its simultaneous interval; null when exact",
        ),
        Column::new(
            "hi",
            Kind::Signed(6),
            "",
            "upper end of its simultaneous interval",
        ),
        Column::new("n", Kind::Count, "", "pairs of playouts; null when exact").machine_only(),
        Column::new(
            "exact",
            Kind::Signed(6),
            "",
            "the exact difference; null when sampled",
        ),
        Column::new("correlation", Kind::Signed(3), "", "of the paired wins"),
    ];
    let rows = sorted
        .iter()
        .map(|w| {
            let interval = w.paired.and_then(|p| p.difference.interval(confidence));
            vec![
                text(w.thing.kind()),
                text(w.thing.to_string()),
                real(w.value(win)),
                real(interval.map(|i| i.0)),
                real(interval.map(|i| i.1)),
                w.paired.map_or(Cell::Null, |p| Cell::Count(p.n())),
                real(if w.paired.is_none() {
                    w.value(win)
                } else {
                    None
                }),
                real(w.paired.and_then(|p| p.correlation())),
            ]
        })
        .collect();
    let names = |from: &[&&Worth]| {
        from.iter()
            .map(|w| format!("{} {:+.4}", w.thing, value(w)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let own: Vec<&&Worth> = sorted
        .iter()
        .filter(|w| ["decision", "tactic"].contains(&w.thing.kind()))
        .collect();
    let against: Vec<&&Worth> = sorted
        .iter()
        .rev()
        .filter(|w| w.thing.kind() == "ability")
        .take(3)
        .collect();
    let chart = Chart {
        name: "marginal",
        title: format!("What each thing is worth ({difficulty})"),
        caption: "Win rate with it less the win rate without it, over the same cards, events and dice; below zero it hurts the player.".into(),
        x_label: "what is taken away".into(),
        y_label: "difference of the win rate".into(),
        plot: Plot::Bars {
            categories: sorted.iter().map(|w| w.thing.to_string()).collect(),
            series: vec![Series {
                name: "worth".into(),
                values: sorted.iter().map(|w| value(w)).collect(),
                intervals: sorted
                    .iter()
                    .map(|w| w.paired.and_then(|p| p.difference.interval(confidence)))
                    .collect::<Option<Vec<_>>>(),
            }],
            share: false,
        },
        table: "marginal",
    };
    Extra {
        verdict: vec![format!(
            "Worth to the policy on {difficulty}, most first: {}; the abilities that cost it most: {}.",
            names(&own[..own.len().min(4)]),
            names(&against)
        )],
        tables: vec![Table { name: "marginal", title: format!("What each thing is worth ({difficulty})"), columns, rows, on_terminal: true }],
        charts: vec![chart],
        notes: vec![
            "Worth: the policy plays the same game without the thing. An enemy whose health would be the glory gets a printed 3 without that \
             ability; an event that is taken away does nothing; calm_enemies is the variant in which enemies regenerate, the other way round."
                .into(),
        ],
    }
}
