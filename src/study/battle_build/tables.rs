//! The tables of a build search.

use super::{Asked, Found};
use crate::games::battle::build::price;
use crate::games::battle::search::race::Runner;
use crate::games::battle::search::space::Build;
use crate::report::{Cell, Column, Kind, Table};
use crate::stats::Ranking;
use crate::study::battle::Estimate;
use crate::study::battle::cells::{columns, share, text, whole, word};

fn parts_of(b: &Build) -> Vec<Cell> {
    let ranks = [
        b.attack,
        b.ranks,
        b.armor,
        b.shield,
        b.parry,
        b.focus,
        b.initiative,
        b.health,
    ];
    ranks.map(|n| Cell::Count(n.into())).to_vec()
}

fn part_columns() -> Vec<Column> {
    const PARTS: [&str; 8] = [
        "attack",
        "weapon",
        "armor",
        "shield",
        "parry",
        "focus",
        "initiative",
        "health",
    ];
    PARTS
        .map(|p| whole(p, "ranks; of health, points").machine_only())
        .to_vec()
}

/// The best builds, with their scores under each table set.
pub(super) fn leaders(asked: &Asked, found: &Found) -> Table {
    let mut all = columns(
        vec![
            whole("rank", "1 is best; builds within 1e-9 share it"),
            text("build", "short form"),
            whole("price", "development points"),
        ],
        Kind::Share,
    );
    all.push(share("least", "smallest score under the table sets"));
    all.push(share("most", "largest score under the table sets"));
    all.extend(part_columns());
    let mut rows = Vec::new();
    let mut rank = 1;
    let order = &found.best.ranked.order;
    for (at, (place, score, group)) in order.iter().enumerate().take(asked.top) {
        if at > 0 && order[at - 1].2 != *group {
            rank = at + 1;
        }
        let b = &found.best.finalists[*place];
        let points = price(&asked.ground.data, &asked.space.gladiator(b)).total();
        let mut row = vec![
            Cell::Count(rank as u64),
            word(asked.said(b)),
            Cell::Count(points.into()),
        ];
        row.extend(Estimate::exact(*score).cells());
        let over = found.sets.iter().map(|s| s.1[*place]);
        let (lo, hi) = over.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| {
            (a.min(v), b.max(v))
        });
        let real = |v: f64| {
            if v.is_finite() {
                Cell::Real(v)
            } else {
                Cell::Null
            }
        };
        row.extend([real(lo), real(hi)]);
        row.extend(parts_of(b));
        rows.push(row);
    }
    Table {
        name: "leaders",
        title: "The best builds (value: mean P(win) over the panel)".into(),
        columns: all,
        rows,
        on_terminal: true,
    }
}

/// Rounds of best responses.
pub(super) fn responses(asked: &Asked, found: &Found) -> Table {
    let rows = found.responses.iter().enumerate().map(|(i, r)| {
        vec![
            Cell::Count(i as u64 + 1),
            word(asked.said(&r.to)),
            word(asked.said(&r.best)),
            Cell::Real(r.win),
        ]
    });
    Table {
        name: "responses",
        title: "Best responses, from the best build on".into(),
        columns: vec![
            whole("round", "from 1"),
            text("to", "the build that is answered"),
            text("best", "of all builds the one that wins most against it"),
            share("win", "P(the answer wins), exact"),
        ],
        rows: rows.collect(),
        on_terminal: true,
    }
}

/// The builds found, their mixture, and what each gets from the mixture.
pub(super) fn mixture(asked: &Asked, found: &Found) -> Table {
    let weights = found
        .mixture
        .as_ref()
        .map(|m| m.weights.clone())
        .unwrap_or_default();
    let rows = found.pool.iter().enumerate().map(|(i, b)| {
        let against: f64 = found.payoffs[i]
            .iter()
            .zip(&weights)
            .map(|(p, w)| p * w)
            .sum();
        let mut row = vec![
            word(asked.said(b)),
            Cell::Real(weights.get(i).copied().unwrap_or(0.0)),
            Cell::Real(against),
        ];
        row.extend(parts_of(b));
        row
    });
    let mut columns = vec![
        text("build", "short form"),
        share("weight", "share in the unbeatable mixture"),
        share(
            "against_mixture",
            "P(win) against the mixture; one half is level",
        ),
    ];
    columns.extend(part_columns());
    Table {
        name: "mixture",
        title: "The builds found, against each other".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}

/// The best build at other prices.
pub(super) fn sweep(asked: &Asked, found: &Found) -> Table {
    let (top, score) = super::first(&found.best);
    let mut rows = vec![vec![
        word("as they are"),
        Cell::Int(0),
        Cell::Count(found.builds as u64),
        word(asked.said(&top)),
        Cell::Real(score),
    ]];
    rows.extend(found.swept.iter().map(|s| {
        vec![
            word(&s.skill),
            Cell::Int(s.shift.into()),
            Cell::Count(s.builds as u64),
            word(asked.said(&s.best)),
            Cell::Real(s.score),
        ]
    }));
    Table {
        name: "sweep",
        title: "The best build when every rank of a skill costs a point less or more".into(),
        columns: vec![
            text("skill", "whose prices are shifted"),
            Column::new(
                "shift",
                Kind::Signed(0),
                "points",
                "added to every rank's price, never below 0",
            ),
            whole("builds", "legal builds at these prices"),
            text("best", "the best of them"),
            share("score", "its mean P(win) over the panel"),
        ],
        rows,
        on_terminal: true,
    }
}

/// Bins of scores.
pub(super) fn bins(found: &Found) -> Vec<(String, u64)> {
    let mut all = [0u64; 20];
    for s in &found.best.coarse {
        all[((s * 20.0) as usize).min(19)] += 1;
    }
    let first = all.iter().position(|n| *n > 0).unwrap_or(0);
    let last = all.iter().rposition(|n| *n > 0).unwrap_or(0);
    (first..=last)
        .map(|i| (format!("{:.2}", i as f64 / 20.0), all[i]))
        .collect()
}

/// How many builds score how much.
pub(super) fn spread(found: &Found) -> Table {
    let n = found.best.coarse.len().max(1) as f64;
    let rows = bins(found)
        .into_iter()
        .map(|(from, count)| vec![word(from), Cell::Count(count), Cell::Real(count as f64 / n)]);
    Table {
        name: "spread",
        title: "How many builds score how much".into(),
        columns: vec![
            text("from", "score, this much to 0.05 more"),
            whole("builds", "builds"),
            share("share", "of all legal builds"),
        ],
        rows: rows.collect(),
        on_terminal: false,
    }
}

/// A runner's share of the panel, with its interval.
pub(super) fn of_runner(r: &Runner) -> Estimate {
    Estimate {
        count: (r.wins.len() == 1).then(|| r.wins[0]),
        n: Some(r.n * r.wins.len() as u64),
        value: r.share,
        interval: Some(r.interval),
        exact: None,
    }
}

/// What a race left.
pub(super) fn raced(
    asked: &Asked,
    builds: &[Build],
    runners: &[Runner],
    ranking: &Ranking,
) -> Table {
    let mut all = columns(
        vec![
            whole(
                "group",
                "tie group: what cannot be told apart from its first; 1 is best",
            ),
            text("build", "short form"),
        ],
        Kind::Share,
    );
    all.extend(part_columns());
    let groups = ranking.groups();
    let group_of = |i: usize| {
        groups
            .iter()
            .position(|g| g.contains(&i))
            .map_or(0, |g| g + 1)
    };
    let rows = runners.iter().enumerate().take(asked.top).map(|(i, r)| {
        let b = &builds[r.place];
        let mut row = vec![Cell::Count(group_of(i) as u64), word(asked.said(b))];
        row.extend(of_runner(r).cells());
        row.extend(parts_of(b));
        row
    });
    Table {
        name: "leaders",
        title: "Builds that the race left".into(),
        columns: all,
        rows: rows.collect(),
        on_terminal: true,
    }
}
