//! The charts of whole games, as data.

use super::measures::Estimate;
use super::tables::{LEAST, lengths, rated};
use super::{Asked, Outcome, Played, board};
use crate::games::clash::arena::tally::{Game, Seat, Team};
use crate::games::clash::matrix::full_teams;
use crate::report::{Chart, Plot, Point, Series};

/// Bars that a chart carries at most.
const BARS: usize = 25;

/// All charts.
pub(super) fn all(asked: &Asked, played: &[Played], outcome: &Outcome) -> Vec<Chart> {
    let first = &played[0];
    let mut charts = vec![seats(asked, played)];
    if asked.policies.len() > 1 {
        charts.push(policies(asked, first));
        charts.push(pairs(asked, first));
    }
    charts.extend(teams(asked, first));
    charts.push(swords(asked, played));
    charts.push(kills(first));
    charts.push(length(played));
    charts.extend(super::sensitivity::chart(outcome));
    charts.extend(board::charts(first, asked.seed));
    charts
}

fn bars(categories: Vec<String>, series: Vec<Series>, share: bool) -> Plot {
    Plot::Bars {
        categories,
        series,
        share,
    }
}

fn series(name: String, estimates: &[Estimate]) -> Series {
    Series {
        name,
        values: estimates.iter().map(Estimate::or_zero).collect(),
        intervals: Some(estimates.iter().map(Estimate::span).collect()),
    }
}

fn seats(asked: &Asked, played: &[Played]) -> Chart {
    let most = played.iter().map(Played::players).max().unwrap_or(0);
    let all = played
        .iter()
        .map(|p| {
            let fair = 1.0 / p.players() as f64;
            let mut estimates: Vec<Estimate> = (0..p.players())
                .map(|s| Estimate::win(&p.tally.seat(s, Seat::Win), asked.confidence))
                .collect();
            // As a multiple of the fair share, so that numbers of players compare.
            for e in &mut estimates {
                e.value = e.value.map(|v| v / fair);
                e.interval = e.interval.map(|(lo, hi)| (lo / fair, hi / fair));
            }
            estimates.resize(
                most,
                Estimate {
                    value: None,
                    interval: None,
                    n: 0,
                },
            );
            let mut series = series(format!("{} players", p.players()), &estimates);
            for (at, e) in estimates.iter().enumerate() {
                if e.value.is_none() {
                    series.values[at] = f64::NAN;
                }
            }
            series
        })
        .collect();
    Chart {
        name: "seats",
        title: "Who wins by seat".into(),
        caption:
            "Share of the wins as a multiple of the fair share; 1 is fair. Seat 0 is the oldest player, who begins."
                .into(),
        x_label: "seat".into(),
        y_label: "wins / fair share".into(),
        plot: bars((0..most).map(|s| format!("seat {s}")).collect(), all, false),
        table: "seats",
    }
}

fn policies(asked: &Asked, played: &Played) -> Chart {
    let rated = rated(played, asked.confidence);
    let names = rated
        .iter()
        .map(|r| asked.policies[r.policy].clone())
        .collect();
    let estimates: Vec<Estimate> = rated.iter().map(|r| r.win).collect();
    Chart {
        name: "policies",
        title: "Who wins by policy".into(),
        caption: format!(
            "Share of the wins over all seats, {} players; {:.1} % each would be even.",
            played.players(),
            100.0 / played.players() as f64
        ),
        x_label: "policy".into(),
        y_label: "share of the wins".into(),
        plot: bars(names, vec![series("wins".into(), &estimates)], true),
        table: "policies",
    }
}

fn pairs(asked: &Asked, played: &Played) -> Chart {
    let count = asked.policies.len();
    let z = crate::stats::z_for(asked.confidence);
    let of = |a: usize, b: usize| -> Option<(f64, f64)> {
        if a == b {
            return None;
        }
        let ahead = played.tally.pair(a.min(b), a.max(b))[0];
        let sign = if a < b { 1.0 } else { -1.0 };
        Some((ahead.mean()? * sign, ahead.standard_error().unwrap_or(0.0)))
    };
    let table = |f: &dyn Fn(usize, usize) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
        (0..count)
            .map(|a| (0..count).map(|b| f(a, b)).collect())
            .collect()
    };
    let doubtful = (0..count)
        .map(|a| {
            (0..count)
                .map(|b| of(a, b).is_some_and(|(v, e)| v.abs() <= z * e))
                .collect()
        })
        .collect();
    Chart {
        name: "pairs",
        title: "Policy against policy".into(),
        caption: "Points that the row is ahead of the column on average in the games that they share; hatched where the interval has zero in it.".into(),
        x_label: "other policy".into(),
        y_label: "policy".into(),
        plot: Plot::Hatched {
            rows: asked.policies.clone(),
            columns: asked.policies.clone(),
            values: table(&|a, b| of(a, b).map(|v| v.0)),
            doubtful,
            signed: true,
        },
        table: "pairs",
    }
}

fn teams(asked: &Asked, played: &Played) -> Option<Chart> {
    let full = full_teams();
    let mut entered: Vec<(usize, Estimate)> = (0..full.len())
        .map(|t| {
            let win = played.tally.team(t, Team::Win);
            (t, Estimate::win(win, asked.confidence))
        })
        .filter(|(_, e)| e.n >= LEAST)
        .collect();
    if entered.len() < 2 {
        return None;
    }
    entered.sort_by(|a, b| b.1.or_zero().total_cmp(&a.1.or_zero()).then(a.0.cmp(&b.0)));
    let rest = entered.len().saturating_sub(BARS);
    entered.truncate(BARS);
    let names = entered.iter().map(|(t, _)| full[*t].to_string()).collect();
    let estimates: Vec<Estimate> = entered.iter().map(|(_, e)| *e).collect();
    let more = if rest > 0 {
        format!(" {rest} more teams are in the table.")
    } else {
        String::new()
    };
    Some(Chart {
        name: "teams",
        title: format!("Drafted teams, {} players", played.players()),
        caption: format!("Share of the wins of players who entered the team, best first.{more}"),
        x_label: "team".into(),
        y_label: "owner's share of the wins".into(),
        plot: bars(names, vec![series("wins".into(), &estimates)], true),
        table: "teams",
    })
}

fn swords(asked: &Asked, played: &[Played]) -> Chart {
    let line = |p: &Played| {
        let fair = 1.0 / p.players() as f64;
        let points = (0..=16)
            .map(|k| (k, Estimate::win(p.tally.swords(k), asked.confidence)))
            .filter(|(_, e)| e.n >= LEAST)
            .map(|(k, e)| Point {
                x: k as f64,
                y: e.or_zero() / fair,
                interval: e.interval.map(|(lo, hi)| (lo / fair, hi / fair)),
            })
            .collect();
        (format!("{} players", p.players()), points)
    };
    Chart {
        name: "swords",
        title: "Wins by swords entered".into(),
        caption: format!(
            "Share of the wins, as a multiple of the fair share, of players who entered so many swordfighters; numbers that fewer than {LEAST} players entered are left out.{}",
            if asked.policies.len() > 1 {
                " Policies that enter more of them also play otherwise: what a sword is worth by itself is in the table of kinds."
            } else {
                ""
            }
        ),
        x_label: "swordfighters entered".into(),
        y_label: "wins / fair share".into(),
        plot: Plot::Lines {
            log_x: false,
            lines: played
                .iter()
                .map(line)
                .filter(|l: &(String, Vec<Point>)| !l.1.is_empty())
                .collect(),
            reference: Some(("fair".into(), 1.0)),
        },
        table: "swords",
    }
}

fn kills(played: &Played) -> Chart {
    let by = ["challenger", "challenged", "used animal", "wild animal"];
    let of = |from: Game| {
        let metrics = &super::tables::METRICS[from as usize..from as usize + 4];
        metrics
            .iter()
            .map(|m| played.tally.game(*m).mean().unwrap_or(0.0))
            .collect()
    };
    let one = |name: &str, from: Game| Series {
        name: name.into(),
        values: of(from),
        intervals: None,
    };
    Chart {
        name: "kills",
        title: "Who strikes whom down".into(),
        caption: format!("Mean number a game, {} players.", played.players()),
        x_label: "by".into(),
        y_label: "a game".into(),
        plot: bars(
            by.map(String::from).to_vec(),
            vec![
                one("gladiators", Game::ByChallengingTeam),
                one("animals", Game::AnimalsByChallengingTeam),
            ],
            false,
        ),
        table: "kills",
    }
}

fn length(played: &[Played]) -> Chart {
    let first = &played[0];
    let steps = lengths(first);
    let games = first.tally.games().max(1) as f64;
    Chart {
        name: "lengths",
        title: format!("How long games are, {} players", first.players()),
        caption: "Share of the games by turns, passes included.".into(),
        x_label: "turns".into(),
        y_label: "share of the games".into(),
        plot: bars(
            steps.iter().map(|s| s.0.clone()).collect(),
            vec![Series {
                name: "games".into(),
                values: steps.iter().map(|s| s.1 as f64 / games).collect(),
                intervals: None,
            }],
            true,
        ),
        table: "lengths",
    }
}
