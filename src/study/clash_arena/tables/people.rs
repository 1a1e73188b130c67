//! Tables of seats and policies.

use super::{Writer, count, counted, estimate, number, share, text, words};
use crate::games::clash::arena::tally::Seat;
use crate::metagame::rating;
use crate::report::{Cell, Column, Kind as Show, Table};
use crate::stats::{Moments, rank_by_intervals, simultaneous_confidence};
use crate::study::clash_arena::Played;
use crate::study::clash_arena::measures::Estimate;

/// A policy's place.
#[derive(Debug, Clone)]
pub struct Rated {
    /// Number of the policy.
    pub policy: usize,
    /// 1 for the best; ties share a group.
    pub group: usize,
    /// Share of the wins.
    pub win: Estimate,
    /// Elo points; none where it met nobody. The interval is missing where all its scores are equal.
    pub rating: Option<(f64, Option<(f64, f64)>)>,
}

/// Points of a rating for odds of e.
const PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The policies, best win share first.
pub fn rated(played: &Played, confidence: f64) -> Vec<Rated> {
    let tally = played.tally;
    let count = played.games.company().len();
    let seats = |p: usize| tally.policy(p, Seat::Win);
    let wins: Vec<Estimate> = (0..count)
        .map(|p| Estimate::win(&seats(p), confidence))
        .collect();
    let strict = simultaneous_confidence(confidence, count);
    let spans: Vec<(f64, f64)> = (0..count)
        .map(|p| Estimate::win(&seats(p), strict).span())
        .collect();
    let values: Vec<f64> = wins.iter().map(Estimate::or_zero).collect();
    let ranking = rank_by_intervals(&values, &spans);
    // One policy at several seats never meets itself here: pairs are of different policies.
    let elo = (count > 1).then(|| rating::elo(count, |a, b| score(played, a, b)));
    ranking
        .order
        .iter()
        .map(|&policy| Rated {
            policy,
            group: ranking.group[policy] + 1,
            win: wins[policy],
            rating: elo.as_ref().map(|elo| {
                let all = scores(played, policy);
                let mean = all.mean().unwrap_or(1.0) / 2.0;
                // Ratings have mean 0: of a lead over all others a policy's own is this part.
                let part = (count - 1) as f64 / count as f64;
                let width = |end: f64| part * PER_LOGIT * (logit(end / 2.0) - logit(mean));
                let own = elo[policy];
                let interval = all.interval(confidence).filter(|(lo, hi)| lo < hi);
                (
                    own,
                    interval.map(|(lo, hi)| (own + width(lo), own + width(hi))),
                )
            }),
        })
        .collect()
}

fn logit(p: f64) -> f64 {
    let p = p.clamp(1e-4, 1.0 - 1e-4);
    (p / (1.0 - p)).ln()
}

/// Score of a against b in the games that they share, a half where they never met.
fn score(played: &Played, a: usize, b: usize) -> f64 {
    let of = |a: usize, b: usize| played.tally.pair(a, b)[1].mean();
    let score = match a.cmp(&b) {
        std::cmp::Ordering::Less => of(a, b),
        std::cmp::Ordering::Greater => of(b, a).map(|s| 2.0 - s),
        std::cmp::Ordering::Equal => None,
    };
    (score.unwrap_or(1.0) / 2.0).clamp(1e-4, 1.0 - 1e-4)
}

/// All scores of a policy, 2 for ahead, 1 for level, 0 for behind.
fn scores(played: &Played, policy: usize) -> Moments {
    let mut all = Moments::new();
    for other in (0..played.games.company().len()).filter(|&o| o != policy) {
        let (a, b) = (policy.min(other), policy.max(other));
        let mut part = *played.tally.pair(a, b)[1];
        if policy > other {
            // x becomes 2 - x.
            let (n, sum) = (i128::from(part.n), part.sum);
            part.sum_of_squares = part.sum_of_squares.wrapping_add((4 * n - 4 * sum) as u128);
            part.sum = 2 * n - sum;
        }
        all.merge(&part);
    }
    all
}

impl Writer<'_> {
    fn person(&self) -> Vec<Column> {
        let mut columns = estimate(Show::Share, "", "share of the wins").to_vec();
        columns.extend([
            number("points", "points", "mean points"),
            number("points_lo", "points", "lower end of its interval").machine_only(),
            number("points_hi", "points", "upper end of its interval").machine_only(),
            number("gladiators", "a game", "gladiators taken"),
            number("animals", "a game", "animals taken"),
            number("survivors", "a game", "own gladiators left"),
            share(
                "eliminated",
                "share of games that end without own gladiators",
            ),
        ]);
        columns
    }

    /// Cells of a person from a source of moments.
    fn person_cells(&self, of: &dyn Fn(Seat) -> Moments) -> Vec<Cell> {
        let mut cells = Estimate::win(&of(Seat::Win), self.level()).cells().to_vec();
        let points = Estimate::mean(&of(Seat::Points), 1.0, self.level());
        cells.extend_from_slice(&points.cells()[..3]);
        for metric in [
            Seat::Gladiators,
            Seat::Animals,
            Seat::Survivors,
            Seat::Eliminated,
        ] {
            cells.push(of(metric).mean().map_or(Cell::Null, Cell::Real));
        }
        cells
    }

    pub(super) fn seats(&self) -> Table {
        let mut columns = vec![
            self.players(),
            counted("seat", "0 is the oldest player, who begins"),
            counted(
                "group",
                "tie group: seats that the figures cannot tell apart",
            ),
        ];
        columns.extend(self.person());
        let rows = self.rows(|played| {
            let n = played.players();
            let win =
                |seat: usize, level: f64| Estimate::win(&played.tally.seat(seat, Seat::Win), level);
            let values: Vec<f64> = (0..n).map(|s| win(s, self.level()).or_zero()).collect();
            let strict = simultaneous_confidence(self.level(), n);
            let spans: Vec<(f64, f64)> = (0..n).map(|s| win(s, strict).span()).collect();
            let ranking = rank_by_intervals(&values, &spans);
            (0..n)
                .map(|seat| {
                    let head = vec![count(seat), count(ranking.group[seat] + 1)];
                    let cells = self.person_cells(&|m| played.tally.seat(seat, m));
                    [head, cells].concat()
                })
                .collect()
        });
        Table {
            name: "seats",
            title: "Seats".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    pub(super) fn policies(&self) -> Table {
        let mut columns = vec![
            self.players(),
            counted(
                "group",
                "tie group: policies that the figures cannot tell apart",
            ),
            words("policy", "the policy"),
        ];
        // What a policy does by the game is in the table of policies by seat.
        let by_the_game = ["gladiators", "animals", "survivors", "eliminated"];
        columns.extend(self.person().into_iter().map(|c| match c.name {
            name if by_the_game.contains(&name) => c.machine_only(),
            _ => c,
        }));
        columns.extend([
            Column::new(
                "rating",
                Show::Signed(0),
                "points",
                "Elo rating from all scores, mean 0",
            ),
            Column::new(
                "rating_lo",
                Show::Signed(0),
                "points",
                "lower end of its interval",
            ),
            Column::new(
                "rating_hi",
                Show::Signed(0),
                "points",
                "upper end of its interval",
            ),
        ]);
        let rows = self.rows(|played| {
            rated(played, self.level())
                .into_iter()
                .map(|r| {
                    let mut row = vec![count(r.group), text(&self.asked.policies[r.policy])];
                    row.extend(self.person_cells(&|m| played.tally.policy(r.policy, m)));
                    let real = |x: Option<f64>| x.map_or(Cell::Null, Cell::Real);
                    let interval = r.rating.and_then(|r| r.1);
                    row.push(real(r.rating.map(|r| r.0)));
                    row.extend([real(interval.map(|i| i.0)), real(interval.map(|i| i.1))]);
                    row
                })
                .collect()
        });
        Table {
            name: "policies",
            title: "Policies, wherever they sat".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    pub(super) fn pairs(&self) -> Table {
        let mut columns = vec![
            self.players(),
            words("row", "a policy"),
            words("col", "another policy at the same table"),
        ];
        columns.extend(estimate(
            Show::Share,
            "",
            "the row's score: 1 for more points than the column, a half for as many",
        ));
        columns.extend([
            Column::new(
                "ahead",
                Show::Signed(4),
                "points",
                "points that the row is ahead on average, paired",
            ),
            Column::new(
                "ahead_lo",
                Show::Signed(4),
                "points",
                "lower end of its interval",
            ),
            Column::new(
                "ahead_hi",
                Show::Signed(4),
                "points",
                "upper end of its interval",
            ),
        ]);
        let rows = self.rows(|played| {
            let mut rows = Vec::new();
            let count = played.games.company().len();
            for a in 0..count {
                for b in (0..count).filter(|&b| b != a) {
                    let [ahead, score] = played.tally.pair(a.min(b), a.max(b));
                    let mut ahead = Estimate::mean(ahead, 1.0, self.level());
                    let mut score = Estimate::mean(score, 0.5, self.level());
                    if a > b {
                        ahead = turned(ahead, 0.0);
                        score = turned(score, 1.0);
                    }
                    let mut row =
                        vec![text(&self.asked.policies[a]), text(&self.asked.policies[b])];
                    row.extend(score.cells());
                    row.extend_from_slice(&ahead.cells()[..3]);
                    rows.push(row);
                }
            }
            rows
        });
        Table {
            name: "pairs",
            title: "Policy against policy, within the games that they share".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    pub(super) fn cells(&self) -> Table {
        let mut columns = vec![
            self.players(),
            words("policy", "the policy"),
            counted("seat", "its seat"),
        ];
        columns.extend(self.person());
        let rows = self.rows(|played| {
            let mut rows = Vec::new();
            for policy in 0..played.games.company().len() {
                for seat in 0..played.players() {
                    if played.tally.cell(policy, seat, Seat::Win).n == 0 {
                        continue;
                    }
                    let head = vec![text(&self.asked.policies[policy]), count(seat)];
                    let cells = self.person_cells(&|m| *played.tally.cell(policy, seat, m));
                    rows.push([head, cells].concat());
                }
            }
            rows
        });
        Table {
            name: "cells",
            title: "Policies by seat".into(),
            columns,
            rows,
            on_terminal: false,
        }
    }
}

/// The same figure seen from the other side: `whole` less it.
fn turned(estimate: Estimate, whole: f64) -> Estimate {
    Estimate {
        value: estimate.value.map(|v| whole - v),
        interval: estimate.interval.map(|(lo, hi)| (whole - hi, whole - lo)),
        n: estimate.n,
    }
}
