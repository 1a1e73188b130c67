//! The tables of a duel.

use super::{Asked, Figures};
use crate::games::battle::playouts::SetsTally;
use crate::games::battle::policy::LuckRule;
use crate::games::battle::state::EndedBy;
use crate::playout::Run;
use crate::report::{Cell, Column, Kind, Table};
use crate::stats;
use crate::study::battle::Estimate;
use crate::study::battle::cells::{columns, text, whole, word};

const SIDES: [&str; 2] = ["a", "b"];

/// All tables, `summary` first.
pub(super) fn all(asked: &Asked, f: &Figures<'_>, run: Option<&Run<SetsTally>>) -> Vec<Table> {
    let mut tables = vec![
        summary(asked, f),
        means(asked, f),
        ends(f),
        starters(f),
        lengths(f),
        health(asked, f),
    ];
    tables.extend(run.map(|run| convergence(asked, run)));
    tables
}

/// The headline shares: name and estimate.
pub(super) fn shares(asked: &Asked, f: &Figures<'_>) -> Vec<(&'static str, Estimate)> {
    let rules = &asked.ground.rules;
    let mut all = vec![
        ("win_a", f.win(0)),
        ("win_b", f.win(1)),
        ("undecided", f.undecided()),
        ("dead_a", f.dead(0)),
        ("dead_b", f.dead(1)),
        ("kill_a", f.kill(rules, 0)),
        ("kill_b", f.kill(rules, 1)),
        ("insane_winner_a", f.insane(0)),
        ("insane_winner_b", f.insane(1)),
    ];
    if rules.readings.coma_is_no_contest {
        all.insert(3, ("no_contest", f.no_contest()));
    }
    all
}

fn summary(asked: &Asked, f: &Figures<'_>) -> Table {
    let mut columns = columns(
        vec![text(
            "metric",
            "what is measured, as a share of all battles; kill_a: a is credited with a kill; insane_winner: a doomed gladiator won",
        )],
        Kind::Share,
    );
    columns.push(Column::new(
        "z",
        Kind::Signed(2),
        "",
        "estimate less exact value in standard errors; null when exact or constant",
    ));
    let rows = shares(asked, f).into_iter().map(|(name, e)| {
        let mut row = vec![word(name)];
        row.extend(e.cells());
        row.push(e.z().map_or(Cell::Null, Cell::Real));
        row
    });
    Table {
        name: "summary",
        title: "Shares of all battles".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}

fn means(asked: &Asked, f: &Figures<'_>) -> Table {
    let columns = columns(
        vec![text(
            "metric",
            "mean turns of a battle; health and luck dice left to a winner, given that he wins",
        )],
        Kind::Number(4),
    );
    let mut all = vec![("turns", Some(f.mean_turns()))];
    all.push(("health_left_a", f.mean_health(0)));
    all.push(("health_left_b", f.mean_health(1)));
    for (side, name) in ["luck_left_a", "luck_left_b"].into_iter().enumerate() {
        let s = &asked.sides[side];
        if s.gladiator.luck() > 0 && s.parts.luck != LuckRule::NONE {
            all.push((name, f.mean_luck(side)));
        }
    }
    let rows = all.into_iter().filter_map(|(name, e)| {
        let mut row = vec![word(name)];
        row.extend(e?.cells());
        Some(row)
    });
    Table {
        name: "means",
        title: "Means (health and luck left: of the winner)".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}

fn ends(f: &Figures<'_>) -> Table {
    let columns = columns(
        vec![
            text("loser", "a or b"),
            text("ended_by", "how the loser fell"),
            text("dies", "whether he dies of it: yes or no"),
        ],
        Kind::Share,
    );
    let mut rows = Vec::new();
    for (side, name) in SIDES.iter().enumerate() {
        for by in &EndedBy::ALL[..7] {
            for dead in [false, true] {
                let e = f.falls(side, *by, dead);
                if e.value == 0.0 && e.exact.unwrap_or(0.0) == 0.0 {
                    continue;
                }
                let mut row = vec![word(name), word(by.name())];
                row.push(word(if dead { "yes" } else { "no" }));
                row.extend(e.cells());
                rows.push(row);
            }
        }
    }
    Table {
        name: "ends",
        title: "How battles end (what is not listed does not happen)".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn starters(f: &Figures<'_>) -> Table {
    let columns = columns(
        vec![
            text("first", "who takes the first turn"),
            text(
                "metric",
                "how often, and P(a wins) and P(b wins) given that",
            ),
        ],
        Kind::Share,
    );
    let mut rows = Vec::new();
    let mut row = |first: usize, metric: &str, e: Option<Estimate>| {
        if let Some(e) = e {
            let mut row = vec![word(SIDES[first]), word(metric)];
            row.extend(e.cells());
            rows.push(row);
        }
    };
    for first in 0..2 {
        row(first, "share", Some(f.first(first)));
        row(first, "win_a", f.win_if_first(0, first));
        row(first, "win_b", f.win_if_first(1, first));
    }
    Table {
        name: "first_turn",
        title: "By who takes the first turn".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

/// Bins of turns for tables and charts: at most two dozen, of a round width; the last one reaches to the end.
pub(super) fn bins(f: &Figures<'_>) -> Vec<(usize, usize)> {
    let longest = f.longest().max(1);
    let width = [1, 2, 4, 5, 10, 20, 25, 50, 100]
        .into_iter()
        .find(|w| longest.div_ceil(*w) <= 24)
        .unwrap_or(longest.div_ceil(24));
    let count = longest.div_ceil(width);
    (0..count)
        .map(|i| {
            let to = if i + 1 == count {
                usize::MAX
            } else {
                (i + 1) * width
            };
            (i * width + 1, to)
        })
        .collect()
}

/// `1-4`, `5`, `93+`.
pub(super) fn bin_name((from, to): (usize, usize)) -> String {
    match to {
        usize::MAX => format!("{from}+"),
        to if to == from => from.to_string(),
        to => format!("{from}-{to}"),
    }
}

fn lengths(f: &Figures<'_>) -> Table {
    let columns = columns(
        vec![
            text("turns", "turns of the battle, skipped ones included"),
            text("result", "a wins, b wins or nobody"),
        ],
        Kind::Share,
    );
    let mut rows = Vec::new();
    for bin in bins(f) {
        for (result, name) in ["a wins", "b wins", "nobody"].iter().enumerate() {
            let e = f.lengths(result, bin.0, bin.1);
            if result == 2 && e.value == 0.0 {
                continue;
            }
            let mut row = vec![word(bin_name(bin)), word(name)];
            row.extend(e.cells());
            rows.push(row);
        }
    }
    Table {
        name: "turns",
        title: "How long battles last".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

/// Bins of the winner's health.
pub(super) fn health_bins(asked: &Asked) -> Vec<(i16, i16)> {
    let most = asked
        .sides
        .iter()
        .map(|s| i16::from(s.gladiator.health))
        .max()
        .unwrap_or(20);
    let mut bins = vec![(-19, -11), (-10, -1)];
    let width = if most > 60 { 10 } else { 4 };
    let mut from = 0;
    while from <= most {
        bins.push((from, (from + width - 1).min(most)));
        from += width;
    }
    bins
}

/// `-10 to -1`, `0 to 3`.
pub(super) fn health_name((from, to): (i16, i16)) -> String {
    if from == to {
        from.to_string()
    } else {
        format!("{from} to {to}")
    }
}

fn health(asked: &Asked, f: &Figures<'_>) -> Table {
    let columns = columns(
        vec![
            text("winner", "a or b"),
            text(
                "health",
                "health left to the winner; shares are of all battles",
            ),
        ],
        Kind::Share,
    );
    let mut rows = Vec::new();
    for (side, name) in SIDES.iter().enumerate() {
        for bin in health_bins(asked) {
            let mut row = vec![word(name), word(health_name(bin))];
            row.extend(f.health_left(side, bin.0..=bin.1).cells());
            rows.push(row);
        }
    }
    Table {
        name: "health_left",
        title: "Health left to the winner".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn convergence(asked: &Asked, run: &Run<SetsTally>) -> Table {
    let columns = vec![
        whole("playouts", "playouts so far"),
        Column::new("value", Kind::Share, "", "estimate of P(a wins)"),
        Column::new("lo", Kind::Share, "", "lower end of its interval"),
        Column::new("hi", Kind::Share, "", "upper end of its interval"),
    ];
    let rows = run.snapshots.iter().map(|s| {
        let c = s.tally.0[0].counts();
        let (lo, hi) = stats::wilson(c.wins(0), c.n(), asked.ground.confidence);
        let value = c.wins(0) as f64 / c.n().max(1) as f64;
        vec![
            Cell::Count(s.playouts),
            Cell::Real(value),
            Cell::Real(lo),
            Cell::Real(hi),
        ]
    });
    Table {
        name: "convergence",
        title: "P(a wins) as the playouts come in".into(),
        columns,
        rows: rows.collect(),
        on_terminal: false,
    }
}
