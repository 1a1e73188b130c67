//! The charts of the whole game, as data.

use super::super::roman;
use super::Answer;
use super::ledger::flows;
use super::tables::{score_pmf, win};
use crate::games::gauntlet::rules::Rules;
use crate::games::gauntlet::tally::GameTally;
use crate::report::{Chart, Plot, Point, Series};
use crate::stats;

/// All charts.
pub(super) fn all(answer: &Answer<'_>) -> Vec<Chart> {
    let mut charts = vec![wins(answer), survival(answer)];
    charts.extend(
        (0..answer.parts.len())
            .rev()
            .take(1)
            .map(|at| scores(answer, at)),
    );
    charts.push(at_least(answer));
    charts.push(deaths(answer));
    charts.extend(
        answer
            .tally(answer.parts.len() - 1)
            .map(|t| glory(answer, t)),
    );
    charts.extend(convergence(answer));
    charts
}

fn wins(answer: &Answer<'_>) -> Chart {
    let of = |f: &dyn Fn(usize) -> f64| (0..answer.parts.len()).map(f).collect::<Vec<f64>>();
    let mut series = Vec::new();
    if answer.parts.iter().all(|p| p.exact.is_ok()) {
        let values = of(&|at| win(answer, at).exact.unwrap_or(0.0));
        series.push(Series {
            name: "wins, exact".into(),
            values,
            intervals: None,
        });
    }
    if answer.sampled.is_some() {
        let intervals = (0..answer.parts.len())
            .map(|at| win(answer, at).interval.unwrap_or((0.0, 0.0)))
            .collect();
        let values = of(&|at| win(answer, at).value.unwrap_or(0.0));
        series.push(Series {
            name: "wins, sampled".into(),
            values,
            intervals: Some(intervals),
        });
    }
    Chart {
        name: "wins",
        title: "Wins by difficulty".into(),
        caption: "Share of games that end in bloody conquest.".into(),
        x_label: "difficulty".into(),
        y_label: "share of games won".into(),
        plot: Plot::Bars {
            categories: answer.parts.iter().map(|p| p.name.clone()).collect(),
            series,
            share: true,
        },
        table: "summary",
    }
}

/// Shares that beat each round, of the longest game.
fn survival(answer: &Answer<'_>) -> Chart {
    let at = answer.parts.len() - 1;
    let part = &answer.parts[at];
    let rounds = 1..=part.last_round;
    let mut series = Vec::new();
    if let Some(e) = part.exact() {
        let values = std::iter::once(1.0)
            .chain(e.beaten.iter().copied())
            .collect();
        series.push(Series {
            name: "survival, exact".into(),
            values,
            intervals: None,
        });
    }
    if let Some(t) = answer.tally(at) {
        let hits: Vec<u64> = std::iter::once(t.games)
            .chain(rounds.clone().map(|r| t.beaten(r)))
            .collect();
        let share = |h: &u64| *h as f64 / t.games as f64;
        let interval = |h: &u64| stats::wilson(*h, t.games, answer.asked.confidence);
        series.push(Series {
            name: "survival, sampled".into(),
            values: hits.iter().map(share).collect(),
            intervals: Some(hits.iter().map(interval).collect()),
        });
    }
    let names = std::iter::once("start".to_string()).chain(rounds.map(|r| roman(r).to_string()));
    Chart {
        name: "survival",
        title: format!("Survival, round by round ({})", part.name),
        caption: "Share of games that have beaten each round.".into(),
        x_label: "round beaten".into(),
        y_label: "share of games".into(),
        plot: Plot::Steps {
            categories: names.collect(),
            series,
            share: true,
        },
        table: "rounds",
    }
}

/// Scores that happen, from the lowest to the highest.
fn range(answer: &Answer<'_>, at: usize) -> std::ops::RangeInclusive<usize> {
    let (counts, pmf) = score_pmf(answer, at);
    let happens = |s: &usize| {
        counts.as_ref().is_some_and(|c| c[*s] > 0) || pmf.as_ref().is_some_and(|p| p[*s] > 1e-12)
    };
    let low = (0..60).find(|s| happens(s)).unwrap_or(0);
    low..=(0..60).rev().find(|s| happens(s)).unwrap_or(59)
}

fn scores(answer: &Answer<'_>, at: usize) -> Chart {
    let part = &answer.parts[at];
    let (counts, pmf) = score_pmf(answer, at);
    let range = range(answer, at);
    let mut series = Vec::new();
    if let Some(p) = pmf {
        series.push(Series {
            name: "scores, exact".into(),
            values: p[range.clone()].to_vec(),
            intervals: None,
        });
    }
    if let (Some(c), Some(n)) = (counts, answer.n()) {
        let shares = |c: &u64| *c as f64 / n as f64;
        let intervals = c[range.clone()]
            .iter()
            .map(|c| stats::wilson(*c, n, answer.asked.confidence))
            .collect();
        let values = c[range.clone()].iter().map(shares).collect();
        series.push(Series {
            name: "scores, sampled".into(),
            values,
            intervals: Some(intervals),
        });
    }
    Chart {
        name: "scores",
        title: format!("Scores ({})", part.name),
        caption: format!(
            "Share of games with each score. Games that end in death score little; a conquest scores {} or more.",
            lowest_conquest(&answer.asked.rules, part.last_round)
        ),
        x_label: "score (points)".into(),
        y_label: "share of games".into(),
        plot: Plot::Bars {
            categories: range.map(|s| s.to_string()).collect(),
            series,
            share: true,
        },
        table: "scores",
    }
}

/// The lowest score of a conquest: one health of 1, unless both may fall at once, and the glory of the last round, if it brings any.
fn lowest_conquest(rules: &Rules, last_round: u8) -> u8 {
    let health = if rules.mutual_conquest { 0 } else { 2 };
    let glory = if rules.final_glory {
        rules.round_glory
    } else {
        0
    };
    5 * last_round + health + glory
}

fn at_least(answer: &Answer<'_>) -> Chart {
    let most = (0..answer.parts.len())
        .map(|at| *range(answer, at).end())
        .max()
        .unwrap_or(59);
    let series = answer.parts.iter().enumerate().map(|(at, part)| {
        let (counts, pmf) = score_pmf(answer, at);
        let shares: Vec<f64> = match (pmf, counts, answer.n()) {
            (Some(p), _, _) => p,
            (None, Some(c), Some(n)) => c.iter().map(|c| *c as f64 / n as f64).collect(),
            _ => vec![0.0; 60],
        };
        let up = |s: usize| shares[s..].iter().sum::<f64>().min(1.0);
        Series {
            name: part.name.clone(),
            values: (0..=most).map(up).collect(),
            intervals: None,
        }
    });
    let series = series.collect();
    Chart {
        name: "at_least",
        title: "Scoring at least so much".into(),
        caption: "Share of games that score k or more; the flat middle lies between those who die and those who conquer.".into(),
        x_label: "at least k points".into(),
        y_label: "share of games".into(),
        plot: Plot::Steps { categories: (0..=most).map(|s| s.to_string()).collect(), series, share: true },
        table: "scores",
    }
}

/// Deaths by round and card of the longest game.
fn deaths(answer: &Answer<'_>) -> Chart {
    let at = answer.parts.len() - 1;
    let part = &answer.parts[at];
    let game = &part.player.library().game;
    let cards = game.cards.len() as u8;
    let names = |card: u8| {
        format!(
            "{} / {}",
            answer.asked.data.enemy_name(card, 0),
            answer.asked.data.enemy_name(card, 1)
        )
    };
    let value = |card: u8, round: u8| {
        let side = game.round(round).side;
        match (part.exact(), answer.tally(at)) {
            (Some(e), _) => e.enemies.get(&(round, card, side)).map(|m| m.deaths),
            (None, Some(t)) => {
                let place = usize::from(round - 1) * 5 + usize::from(card);
                (t.met[place] > 0).then(|| t.killed_by[place] as f64 / t.games as f64)
            }
            _ => None,
        }
    };
    let rounds = 1..=part.last_round;
    Chart {
        name: "deaths",
        title: format!("Where runs end ({})", part.name),
        caption: "Share of all games that end in this round against this card; side A or B as the round says.".into(),
        x_label: "round and side".into(),
        y_label: "card (side A / side B)".into(),
        plot: Plot::Heat {
            rows: (0..cards).map(names).collect(),
            columns: rounds.clone().map(|r| format!("{} {}", roman(r), ["A", "B"][usize::from(game.round(r).side)])).collect(),
            values: (0..cards).map(|c| rounds.clone().map(|r| value(c, r)).collect()).collect(),
            signed: false,
        },
        table: "enemies",
    }
}

fn glory(answer: &Answer<'_>, tally: &GameTally) -> Chart {
    let flows = flows(tally);
    let mean = |sum: u64| sum as f64 / tally.games as f64;
    let shown: Vec<_> = flows.iter().filter(|f| f.0 != "lost").collect();
    let values = |direction: &str| {
        shown
            .iter()
            .map(|f| if f.0 == direction { mean(f.2.sum) } else { 0.0 })
            .collect()
    };
    let series = [("gained", "in"), ("spent or taken", "out")].map(|(name, direction)| Series {
        name: name.into(),
        values: values(direction),
        intervals: None,
    });
    Chart {
        name: "glory",
        title: format!("The flow of glory ({})", answer.parts[answer.parts.len() - 1].name),
        caption: "Glory per game by where it comes from and where it goes; the difference is left over at the end.".into(),
        x_label: "source or use".into(),
        y_label: "glory per game".into(),
        plot: Plot::Bars { categories: shown.iter().map(|f| f.1.to_string()).collect(), series: series.to_vec(), share: false },
        table: "glory",
    }
}

/// Needs three points to be worth a picture.
fn convergence(answer: &Answer<'_>) -> Option<Chart> {
    let sampled = answer.sampled.filter(|s| s.snapshots.len() >= 3)?;
    let part = answer.parts.last()?;
    let points = sampled.snapshots.iter().map(|&(n, wins)| Point {
        x: n as f64,
        y: wins as f64 / n as f64,
        interval: Some(stats::wilson(wins, n, answer.asked.confidence)),
    });
    Some(Chart {
        name: "convergence",
        title: format!("The win rate as the playouts come in ({})", part.name),
        caption: format!(
            "Estimate with its {} % interval after so many playouts{}.",
            answer.asked.confidence * 100.0,
            if part.exact.is_ok() {
                ", and the exact value"
            } else {
                ""
            }
        ),
        x_label: "playouts".into(),
        y_label: "share of games won".into(),
        plot: Plot::Lines {
            log_x: true,
            lines: vec![("wins, sampled".into(), points.collect())],
            reference: part.exact().map(|e| ("exact".into(), e.win())),
        },
        table: "convergence",
    })
}
