//! The same question on other boards, with other rosters and other numbers of the animals that are only assumed.

use super::measures::Estimate;
use super::tables::{count, counted, text, words};
use super::{Outcome, Played};
use crate::error::Result;
use crate::games::clash::arena::tally::{ArenaTally, Game, Seat};
use crate::games::clash::data::ClashData;
use crate::report::{Cell, Chart, Column, Kind as Show, Plot, Series, Table};

/// Another board, roster or number.
#[derive(Debug, Clone)]
pub struct Variation {
    /// `board`, `roster`, or `bear: hits`.
    pub what: String,
    /// Its value.
    pub value: String,
    /// The data with it.
    pub data: ClashData,
    /// Board and roster by name; none: as asked.
    pub board: Option<String>,
    /// See `board`.
    pub roster: Option<String>,
}

/// What a variation gave.
#[derive(Debug, Clone)]
pub struct Changed {
    /// What was varied.
    pub what: String,
    /// Its value; empty for the question as asked.
    pub value: String,
    /// Players.
    pub players: usize,
    /// Mean turns.
    pub turns: f64,
    /// Share of the wins of the first policy, or of seat 0 where there is one policy, with its interval.
    pub win: (f64, f64, f64),
    /// Best policy (or seat) by its number.
    pub best: usize,
    /// Games.
    pub n: u64,
}

impl Changed {
    /// Reads it off a tally.
    pub fn of(what: &str, value: &str, played: &Played, confidence: f64) -> Self {
        let tally: &ArenaTally = played.tally;
        let policies = played.games.company().len();
        let (n, win): (usize, Box<dyn Fn(usize) -> Estimate>) = if policies > 1 {
            let of = |p: usize| Estimate::win(&tally.policy(p, Seat::Win), confidence);
            (policies, Box::new(of))
        } else {
            let of = |s: usize| Estimate::win(&tally.seat(s, Seat::Win), confidence);
            (played.players(), Box::new(of))
        };
        let best = (0..n)
            .max_by(|&a, &b| {
                win(a)
                    .or_zero()
                    .total_cmp(&win(b).or_zero())
                    .then(b.cmp(&a))
            })
            .unwrap_or(0);
        let first = win(0);
        Self {
            what: what.into(),
            value: value.into(),
            players: played.players(),
            turns: tally.game(Game::Turns).mean().unwrap_or(0.0),
            win: (first.or_zero(), first.span().0, first.span().1),
            best,
            n: tally.games(),
        }
    }
}

/// Every other board and roster, and every assumed number of the animals in the roster at both ends of its range.
///
/// # Errors
/// Data that cannot be varied.
pub fn variations(data: &ClashData, board: &str, roster: &str) -> Result<Vec<Variation>> {
    let plain = |what: &str, value: &str| Variation {
        what: what.into(),
        value: value.into(),
        data: data.clone(),
        board: None,
        roster: None,
    };
    let mut all = Vec::new();
    for other in data.boards.iter().filter(|b| b.name != board) {
        all.push(Variation {
            board: Some(other.name.clone()),
            ..plain("board", &other.name)
        });
    }
    for other in data.rosters.iter().filter(|r| r.name != roster) {
        all.push(Variation {
            roster: Some(other.name.clone()),
            ..plain("roster", &other.name)
        });
    }
    let cards = &data.roster(roster)?.cards;
    let played = |name: &str| cards.iter().any(|(card, n)| card == name && *n > 0);
    for (at, animal) in data.animals.iter().enumerate() {
        if !played(&animal.name) {
            continue;
        }
        for (key, (low, high)) in &animal.ranges {
            for value in [*low, *high] {
                if animal.number(key) == Some(value) {
                    continue;
                }
                let mut varied = data.clone();
                let card = &mut varied.animals[at];
                match key.as_str() {
                    "hits" => card.hits = value,
                    "swords" => card.swords = value,
                    "tridents" => card.tridents = value,
                    "spears" => card.spears = value,
                    "shields" => card.shields = value,
                    _ => continue, // the number of cards is a matter of the roster
                }
                all.push(Variation {
                    data: varied,
                    ..plain(&format!("{}: {key}", animal.name), &value.to_string())
                });
            }
        }
    }
    Ok(all)
}

/// The table of variations; none without any.
pub fn sensitivity_table(changed: &[Changed]) -> Option<Table> {
    if changed.is_empty() {
        return None;
    }
    let columns = vec![
        counted("players", "number of players"),
        words("what", "what is other than asked"),
        words("to", "its value"),
        Column::new(
            "value",
            Show::Share,
            "",
            "share of the wins of the first policy; of seat 0 where there is one policy for all",
        ),
        Column::new("lo", Show::Share, "", "lower end of its interval"),
        Column::new("hi", Show::Share, "", "upper end of its interval"),
        counted("n", "games"),
        counted(
            "best",
            "number of the best policy (from 1), or the best seat (from 0)",
        ),
        Column::new("turns", Show::Number(2), "turns", "mean length"),
    ];
    let several = changed.iter().map(|c| {
        vec![
            count(c.players),
            text(&c.what),
            text(&c.value),
            Cell::Real(c.win.0),
            Cell::Real(c.win.1),
            Cell::Real(c.win.2),
            Cell::Count(c.n),
            count(c.best),
            Cell::Real(c.turns),
        ]
    });
    Some(Table {
        name: "sensitivity",
        title: "Other boards, rosters and numbers of the animals".into(),
        columns,
        rows: several.collect(),
        on_terminal: true,
    })
}

pub(super) fn chart(outcome: &Outcome) -> Option<Chart> {
    let base = outcome.changed.first()?;
    let mut bars: Vec<(String, f64)> = outcome.changed[1..]
        .iter()
        .filter(|c| c.players == base.players)
        .map(|c| (format!("{} {}", c.what, c.value), c.win.0 - base.win.0))
        .collect();
    bars.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0)));
    let (names, values) = bars.into_iter().unzip();
    Some(Chart {
        name: "sensitivity",
        title: "What the assumed board and animals change".into(),
        caption: "Change of the share of the wins of the first policy (of seat 0 where there is one policy for all), largest first.".into(),
        x_label: "other than asked".into(),
        y_label: "change of the share".into(),
        plot: Plot::Bars {
            categories: names,
            series: vec![Series {
                name: "change".into(),
                values,
                intervals: None,
            }],
            share: false,
        },
        table: "sensitivity",
    })
}

/// Whether the conclusion survives, for each number of players.
pub(super) fn sentences(outcome: &Outcome) -> Vec<String> {
    let mut bases: Vec<&Changed> = Vec::new();
    for changed in &outcome.changed {
        if bases.iter().all(|b| b.players != changed.players) {
            bases.push(changed); // the question as asked comes first
        }
    }
    bases
        .into_iter()
        .filter_map(|b| sentence(outcome, b))
        .collect()
}

fn sentence(outcome: &Outcome, base: &Changed) -> Option<String> {
    let others: Vec<&Changed> = outcome
        .changed
        .iter()
        .filter(|c| c.players == base.players && !std::ptr::eq(*c, base))
        .collect();
    let same = others.iter().filter(|c| c.best == base.best).count();
    let least = others.iter().min_by(|a, b| a.win.0.total_cmp(&b.win.0))?;
    let most = others.iter().max_by(|a, b| a.win.0.total_cmp(&b.win.0))?;
    let verdict = if same == others.len() {
        "the conclusion survives them"
    } else {
        "the conclusion hangs on them"
    };
    let end = |c: &Changed| {
        let half = (c.win.2 - c.win.1) / 2.0;
        format!("{:.1} % (± {:.1})", c.win.0 * 100.0, half * 100.0)
    };
    Some(format!(
        "With {} players, on other boards, with other rosters and over the ranges of the animals' numbers the same one is best in {same} of {} variants, and the first share lies between {} and {}: {verdict}.",
        base.players,
        others.len(),
        end(least),
        end(most)
    ))
}
