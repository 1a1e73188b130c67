//! The tables of the whole game.

use super::super::estimate::{Estimate, mean_columns, real, share_columns, text};
use super::super::roman;
use super::ledger::{actions, convergence, events, glory};
use super::{Answer, Part};
use crate::games::gauntlet::exact::{GameExact, conquered};
use crate::games::gauntlet::tally::GameTally;
use crate::report::{Cell, Column, Kind, Table};
use crate::stats::Moments;

/// All tables, `summary` first.
pub(super) fn all(answer: &Answer<'_>) -> Vec<Table> {
    let mut tables = vec![
        summary(answer),
        rounds(answer),
        scores(answer),
        enemies(answer),
    ];
    if answer.sampled.is_some() {
        tables.extend([
            glory(answer),
            actions(answer),
            events(answer),
            convergence(answer),
        ]);
    }
    tables
}

pub(super) fn difficulty() -> Column {
    Column::new(
        "difficulty",
        Kind::Text,
        "",
        "where the game ends: easy after round IV, normal V, hard VI",
    )
}

/// Moments of a number of those who conquer.
pub(super) fn of_winners(tally: &GameTally, of: impl Fn(u8, u8) -> u8) -> Moments {
    Moments::from_weighted(tally.conquest.iter().enumerate().map(|(at, n)| {
        let (health, glory) = conquered(at);
        (i64::from(of(health.sum(), glory)), *n)
    }))
}

/// Moments of the rounds beaten.
fn beaten(tally: &GameTally, last_round: u8) -> Moments {
    let lost = (0..usize::from(last_round)).map(|r| {
        let at = r * 6..r * 6 + 6;
        (
            r as i64,
            tally.death[at.clone()]
                .iter()
                .chain(&tally.stalled[at])
                .sum::<u64>(),
        )
    });
    Moments::from_weighted(lost.chain([(i64::from(last_round), tally.wins())]))
}

type Metric = (
    &'static str,
    fn(&GameTally, u8) -> Moments,
    fn(&GameExact) -> f64,
);

const MEANS: [Metric; 5] = [
    (
        "score",
        |t, last| t.score_moments(last),
        GameExact::mean_score,
    ),
    ("rounds_beaten", beaten, |e| e.beaten.iter().sum()),
    ("matches", |t, _| t.matches.moments(t.games), |e| e.matches),
    (
        "health_if_win",
        |t, _| of_winners(t, |h, _| h),
        GameExact::mean_health_if_win,
    ),
    (
        "glory_if_win",
        |t, _| of_winners(t, |_, g| g),
        GameExact::mean_glory_if_win,
    ),
];

/// Win rate of a difficulty.
pub(super) fn win(answer: &Answer<'_>, at: usize) -> Estimate {
    let sampled = answer.tally(at).map(|t| (t.wins(), t.games));
    Estimate::share(
        sampled,
        answer.parts[at].exact().map(GameExact::win),
        answer.asked.confidence,
    )
}

fn summary(answer: &Answer<'_>) -> Table {
    let mut columns = vec![
        difficulty(),
        Column::new(
            "metric",
            Kind::Text,
            "",
            "win rate, mean score, rounds beaten and matches per game; health and glory of those who win",
        ),
        Column::new("count", Kind::Count, "", "games won; null for means").machine_only(),
    ];
    columns.extend(mean_columns(Kind::Number(6), ""));
    let confidence = answer.asked.confidence;
    let mut rows = Vec::new();
    for (at, part) in answer.parts.iter().enumerate() {
        let mut row = |metric: &str, estimate: Estimate| {
            let mut row = vec![text(&part.name), text(metric)];
            row.extend(estimate.share_cells());
            rows.push(row);
        };
        row("win", win(answer, at));
        for (name, of, exact) in MEANS {
            let sampled = answer.tally(at).map(|t| of(t, part.last_round));
            row(
                name,
                Estimate::mean(sampled, part.exact().map(exact), confidence),
            );
        }
        let stalls: Option<u64> = answer.tally(at).map(|t| t.stalled.iter().sum());
        let exact = part
            .exact()
            .map(|e| e.stalled.iter().flatten().sum::<f64>());
        if stalls.is_some_and(|n| n > 0) || exact.is_some_and(|p| p > 0.0) {
            row(
                "stalled",
                Estimate::share(stalls.zip(answer.n()), exact, confidence),
            );
        }
        if let Some(t) = answer.tally(at).filter(|t| t.cut_off > 0) {
            row(
                "cut_off",
                Estimate::share(Some((t.cut_off, t.games)), None, confidence),
            );
        }
    }
    Table {
        name: "summary",
        title: "Per game".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn rounds(answer: &Answer<'_>) -> Table {
    let mut columns = vec![
        difficulty(),
        Column::new(
            "round",
            Kind::Text,
            "",
            "the round; the shares are of games that beat it",
        ),
    ];
    columns.extend(share_columns());
    columns.push(Column::new(
        "given_reached",
        Kind::Share,
        "",
        "share of those who reached the round that beat it (exact where known)",
    ));
    let mut rows = Vec::new();
    for (at, part) in answer.parts.iter().enumerate() {
        let mut before: Option<f64> = Some(1.0);
        for round in 1..=part.last_round {
            let exact = part.exact().map(|e| e.beaten[usize::from(round) - 1]);
            let sampled = answer.tally(at).map(|t| (t.beaten(round), t.games));
            let estimate = Estimate::share(sampled, exact, answer.asked.confidence);
            let now = exact.or(estimate.value);
            let mut row = vec![text(&part.name), text(roman(round))];
            row.extend(estimate.share_cells());
            row.push(real(
                now.zip(before)
                    .and_then(|(n, b)| (b > 0.0).then_some(n / b)),
            ));
            rows.push(row);
            before = now;
        }
    }
    Table {
        name: "rounds",
        title: "Survival: games that beat each round".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

/// Counts and exact chances of each score.
pub(super) fn score_pmf(answer: &Answer<'_>, at: usize) -> (Option<Vec<u64>>, Option<Vec<f64>>) {
    let part: &Part = &answer.parts[at];
    (
        answer.tally(at).map(|t| t.scores(part.last_round)),
        part.exact().map(GameExact::score_pmf),
    )
}

fn scores(answer: &Answer<'_>) -> Table {
    let mut columns = vec![
        difficulty(),
        Column::new("score", Kind::Count, "points", "the final score"),
    ];
    columns.extend(share_columns());
    columns.extend([
        Column::new(
            "at_least",
            Kind::Share,
            "",
            "share of games with this score or more, sampled (exact where nothing was sampled)",
        ),
        Column::new("at_least_exact", Kind::Share, "", "the same, exact"),
    ]);
    let mut rows = Vec::new();
    for (at, part) in answer.parts.iter().enumerate() {
        let (counts, pmf) = score_pmf(answer, at);
        let (mut count_up, mut exact_up) = (0u64, 0.0);
        let mut mine = Vec::new();
        for score in (0..60usize).rev() {
            let count = counts.as_ref().map(|c| c[score]);
            let p = pmf.as_ref().map(|p| p[score]);
            count_up += count.unwrap_or(0);
            exact_up += p.unwrap_or(0.0);
            if count.unwrap_or(0) == 0 && p.unwrap_or(0.0) == 0.0 {
                continue;
            }
            let n = answer.tally(at).map(|t| t.games);
            let exact_at_least = pmf.as_ref().map(|_| f64::min(exact_up, 1.0));
            let at_least = n.map(|n| count_up as f64 / n as f64).or(exact_at_least);
            let mut row = vec![text(&part.name), Cell::Count(score as u64)];
            row.extend(Estimate::share(count.zip(n), p, answer.asked.confidence).share_cells());
            row.extend([real(at_least), real(exact_at_least)]);
            mine.push(row);
        }
        rows.extend(mine.into_iter().rev());
    }
    Table {
        name: "scores",
        title: "Scores (what is not listed cannot happen)".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn enemies(answer: &Answer<'_>) -> Table {
    let mut columns = vec![
        difficulty(),
        Column::new("round", Kind::Text, "", "the round"),
        Column::new(
            "enemy",
            Kind::Text,
            "",
            "the enemy, with health and ability",
        ),
        Column::new(
            "fights",
            Kind::Count,
            "",
            "fights that were sampled; null when exact",
        ),
    ];
    columns.extend(share_columns());
    columns[4].meaning =
        "deaths in those fights; the shares are of its fights that the player dies in";
    columns.extend([
        Column::new("of_deaths", Kind::Share, "", "its share of all deaths"),
        Column::new(
            "fights_per_game",
            Kind::Number(4),
            "",
            "expected fights in a game (exact where known)",
        ),
        Column::new(
            "matches",
            Kind::Number(4),
            "",
            "matches in a fight (exact where known)",
        ),
    ]);
    let mut rows = Vec::new();
    for (at, part) in answer.parts.iter().enumerate() {
        let game = &part.player.library().game;
        for round in 1..=part.last_round {
            let side = game.round(round).side;
            for card in 0..game.cards.len() as u8 {
                let place = usize::from(round - 1) * 5 + usize::from(card);
                let t = answer.tally(at);
                let exact = part
                    .exact()
                    .and_then(|e| e.enemies.get(&(round, card, side)));
                let sampled = t
                    .map(|t| (t.killed_by[place], t.met[place]))
                    .filter(|s| s.1 > 0);
                if sampled.is_none() && exact.is_none() {
                    continue;
                }
                let fights = |n: f64| (n > 0.0).then_some(n);
                let p = exact.and_then(|m| Some(m.deaths / fights(m.fights)?));
                let all: Option<f64> = match (part.exact(), t) {
                    (Some(e), _) => fights(e.death.iter().flatten().sum()),
                    (None, Some(t)) => fights(t.death.iter().sum::<u64>() as f64),
                    _ => None,
                };
                let deaths = exact.map(|m| m.deaths).or(sampled.map(|s| s.0 as f64));
                let matches = exact
                    .and_then(|m| Some(m.matches / fights(m.fights)?))
                    .or(t.and_then(|t| {
                        Some(t.matches_against[place].sum as f64 / fights(t.met[place] as f64)?)
                    }));
                let met = exact
                    .map(|m| m.fights)
                    .or(sampled.zip(answer.n()).map(|(s, n)| s.1 as f64 / n as f64));
                let mut row = vec![
                    text(&part.name),
                    text(roman(round)),
                    text(answer.asked.card(card, side)),
                ];
                row.push(sampled.map_or(Cell::Null, |s| Cell::Count(s.1)));
                row.extend(Estimate::share(sampled, p, answer.asked.confidence).share_cells());
                row.extend([
                    real(deaths.zip(all).map(|(d, a)| d / a)),
                    real(met),
                    real(matches),
                ]);
                rows.push(row);
            }
        }
    }
    Table {
        name: "enemies",
        title: "Where runs end: each enemy in each round".into(),
        columns,
        rows,
        on_terminal: false,
    }
}
