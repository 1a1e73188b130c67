//! The tables of a career.

use super::Asked;
use crate::games::battle::career::growth::GROWING;
use crate::games::battle::career::history::{CohortTally, Round};
use crate::report::{Cell, Column, Kind, Table};
use crate::study::battle::Estimate;
use crate::study::battle::cells::{columns, share, text, whole, word};

/// The headline figures.
pub(super) fn summary(asked: &Asked, t: &CohortTally) -> Table {
    let columns = columns(vec![text("metric", "what is measured")], Kind::Share);
    let confidence = asked.ground.confidence;
    let deaths: u64 = t.rounds.iter().map(|r| r.deaths).sum();
    let battles: u64 = t.snowball.iter().skip(1).map(|c| c[0]).sum();
    let won: u64 = t.snowball.iter().skip(1).map(|c| c[1]).sum();
    let rows = [
        ("alive_after_last_round", asked.last(t)),
        (
            "died_per_battle_of_one",
            Estimate::share(deaths, 2 * t.battles, confidence, None),
        ),
        (
            "undecided",
            Estimate::share(t.undecided, t.battles, confidence, None),
        ),
        (
            "luckier_wins",
            Estimate::share(won, battles, confidence, None),
        ),
    ];
    Table {
        name: "summary",
        title: "In short (luckier_wins: of decided battles between unequal luck dice)".into(),
        columns,
        rows: rows
            .into_iter()
            .filter(|r| r.1.n.is_some_and(|n| n > 0))
            .map(|(name, e)| {
                let mut row = vec![word(name)];
                row.extend(e.cells());
                row
            })
            .collect(),
        on_terminal: true,
    }
}

/// P(alive) by rounds of one's own career.
pub(super) fn survival(asked: &Asked, t: &CohortTally) -> Table {
    let mut columns = columns(
        vec![
            whole("rounds", "rounds of one's own career"),
            whole("died", "gladiators that died in this round of their career"),
        ],
        Kind::Share,
    );
    columns.push(whole(
        "at_risk",
        "gladiators that began this round of their career",
    ));
    let survived = asked.survived(t);
    let rows = survived
        .iter()
        .zip(&t.lives)
        .enumerate()
        .map(|(i, (e, lives))| {
            let mut row = vec![Cell::Count(i as u64 + 1), Cell::Count(lives[1])];
            row.extend(e.cells());
            row.push(Cell::Count(lives[0]));
            row
        });
    Table {
        name: "survival",
        title: "P(alive) after so many rounds of one's career".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}

/// What the living are like after each round.
pub(super) fn rounds(asked: &Asked, t: &CohortTally) -> Table {
    let mean = |name, meaning| Column::new(name, Kind::Number(3), "", meaning);
    const RANKS: [&str; 8] = [
        "rank_attack",
        "rank_weapon",
        "rank_armor",
        "rank_shield",
        "rank_parry",
        "rank_focus",
        "rank_initiative",
        "health",
    ];
    let mut columns = vec![
        whole("round", "round of the cohort"),
        whole("alive", "gladiators alive after it, all cohorts together"),
        whole("deaths", "deaths in it"),
        whole("retired", "retirements at its end"),
        share(
            "alive_share",
            "alive, of the gladiators that the cohorts began with",
        ),
        mean("wins", "mean wins of the living"),
        mean("losses", "mean losses of the living"),
        mean("kills", "mean kills of the living"),
        mean("points", "mean points that the living have earned"),
        mean("luck", "mean luck dice of the living in their next battle"),
        mean("insanities", "mean insanities of the living"),
    ];
    columns.extend(RANKS.map(|r| {
        Column::new(
            r,
            Kind::Number(2),
            "",
            "mean ranks of the living; the first weapon",
        )
        .machine_only()
    }));
    let began = (asked.plan.size as u64 * t.cohorts).max(1) as f64;
    let rows = t.rounds.iter().enumerate().map(|(i, r)| {
        let of = |sum: u64| match r.alive {
            0 => Cell::Null,
            n => Cell::Real(sum as f64 / n as f64),
        };
        let mut row = vec![
            Cell::Count(i as u64 + 1),
            Cell::Count(r.alive),
            Cell::Count(r.deaths),
            Cell::Count(r.retired),
            Cell::Real(r.alive as f64 / began),
        ];
        row.extend([r.wins, r.losses, r.kills, r.points, r.luck, r.insanities].map(of));
        row.extend(r.ranks.map(of));
        row
    });
    debug_assert_eq!(GROWING.len(), RANKS.len());
    Table {
        name: "rounds",
        title: "Round by round: the living, and their means".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}

/// A mean of the living in a round; `None` if nobody lives.
pub(super) fn mean(r: &Round, sum: u64) -> Option<f64> {
    (r.alive > 0).then(|| sum as f64 / r.alive as f64)
}

/// Differences in luck dice that are shown one by one; the last holds all above.
pub(super) const DIFFERENCES: usize = 8;

/// Battles and wins of the luckier by difference.
pub(super) fn by_difference(t: &CohortTally) -> Vec<(String, u64, u64)> {
    let mut all: Vec<(String, u64, u64)> = Vec::new();
    for (d, [battles, won]) in t.snowball.iter().enumerate().skip(1) {
        if d < DIFFERENCES {
            all.push((d.to_string(), *battles, *won));
        } else if d == DIFFERENCES {
            all.push((format!("{d}+"), *battles, *won));
        } else if let Some(last) = all.last_mut() {
            last.1 += battles;
            last.2 += won;
        }
    }
    all.retain(|d| d.1 > 0);
    all
}

/// How often the luckier wins.
pub(super) fn snowball(asked: &Asked, t: &CohortTally) -> Table {
    let columns = columns(
        vec![text(
            "difference",
            "luck dice that one has more than the other",
        )],
        Kind::Share,
    );
    let rows = by_difference(t).into_iter().map(|(name, battles, won)| {
        let mut row = vec![word(name)];
        row.extend(Estimate::share(won, battles, asked.ground.confidence, None).cells());
        row
    });
    Table {
        name: "snowball",
        title: "P(the luckier wins), by how many luck dice he has more".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}

/// Wins less losses at the end.
pub(super) fn records(asked: &Asked, t: &CohortTally) -> Table {
    let n: u64 = t.differences.iter().sum();
    let columns = columns(
        vec![text(
            "wins_less_losses",
            "of gladiators who lived to the end or retired",
        )],
        Kind::Share,
    );
    let rows = spread(t).into_iter().map(|(difference, count)| {
        let mut row = vec![word(difference)];
        row.extend(Estimate::share(count, n, asked.ground.confidence, None).cells());
        row
    });
    Table {
        name: "records",
        title: "Spread of records: wins less losses".into(),
        columns,
        rows: rows.collect(),
        on_terminal: false,
    }
}

/// Counts of wins less losses, without the empty tails.
pub(super) fn spread(t: &CohortTally) -> Vec<(i64, u64)> {
    let rounds = t.rounds.len() as i64;
    let first = t.differences.iter().position(|c| *c > 0).unwrap_or(0);
    let last = t.differences.iter().rposition(|c| *c > 0).unwrap_or(0);
    let all = t.differences.iter().enumerate();
    all.filter(|(i, _)| (first..=last).contains(i))
        .map(|(i, c)| (i as i64 - rounds, *c))
        .collect()
}

/// What became of each sort of gladiator.
pub(super) fn sorts(asked: &Asked, t: &CohortTally) -> Table {
    let mut columns = columns(
        vec![
            text("gladiator", "sort of gladiator"),
            whole("lives", "gladiators of the sort that lived"),
        ],
        Kind::Share,
    );
    let mean = |name, meaning| Column::new(name, Kind::Number(3), "", meaning);
    columns.extend([
        whole("retired", "those that retired"),
        share("wins_of_battles", "wins among won and lost battles"),
        mean("wins", "mean wins of a career"),
        mean("losses", "mean losses of a career, a fatal one among them"),
        mean("kills", "mean kills of a career"),
        mean("points", "mean points of a career"),
        mean("insanities", "mean insanities of a career"),
    ]);
    let rows = t.sorts.iter().enumerate().map(|(i, s)| {
        let mut row = vec![word(&asked.names[i]), Cell::Count(s.lives)];
        row.extend(Estimate::share(s.deaths, s.lives, asked.ground.confidence, None).cells());
        row.push(Cell::Count(s.retired));
        let fought = s.wins + s.losses;
        let of = |sum: u64, n: u64| match n {
            0 => Cell::Null,
            n => Cell::Real(sum as f64 / n as f64),
        };
        row.push(of(s.wins, fought));
        row.extend([s.wins, s.losses, s.kills, s.points, s.insanities].map(|x| of(x, s.lives)));
        row
    });
    Table {
        name: "sorts",
        title: "What became of each sort of gladiator (value: share that died)".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}
