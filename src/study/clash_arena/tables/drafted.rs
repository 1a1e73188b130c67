//! Tables of what was drafted and how its owners fared.

use super::{Writer, count, counted, estimate, number, text, words};
use crate::games::clash::arena::tally::{ArenaTally, MOST_GLADIATORS, Seat, Team, WIN};
use crate::games::clash::counts::Kind;
use crate::games::clash::matrix::full_teams;
use crate::report::{Cell, Column, Kind as Show, Table};
use crate::stats::{rank_by_intervals, simultaneous_confidence};
use crate::study::clash_arena::measures::Estimate;

/// A team must have entered so often to be ranked.
pub(super) const LEAST: u64 = 30;

impl Writer<'_> {
    pub(super) fn teams(&self) -> Table {
        let mut columns = vec![
            self.players(),
            counted("group", "tie group by the owner's share of the wins"),
            words("team", "a full team that was entered"),
        ];
        columns.extend(estimate(
            Show::Share,
            "",
            "share of the wins of players who entered it",
        ));
        columns.push(number("points", "points", "mean points of its owner"));
        let full = full_teams();
        let rows = self.rows(|played| {
            let entered: Vec<usize> = (0..full.len())
                .filter(|&t| played.tally.team(t, Team::Win).n >= LEAST)
                .collect();
            if entered.is_empty() {
                return Vec::new();
            }
            let win = |t: usize, level: f64| Estimate::win(played.tally.team(t, Team::Win), level);
            let strict = simultaneous_confidence(self.level(), entered.len());
            let values: Vec<f64> = entered
                .iter()
                .map(|&t| win(t, self.level()).or_zero())
                .collect();
            let spans: Vec<(f64, f64)> = entered.iter().map(|&t| win(t, strict).span()).collect();
            let ranking = rank_by_intervals(&values, &spans);
            let row = |&at: &usize| {
                let team = entered[at];
                let mut row = vec![count(ranking.group[at] + 1), text(full[team])];
                row.extend(win(team, self.level()).cells());
                let points = played.tally.team(team, Team::Points).mean();
                row.push(points.map_or(Cell::Null, Cell::Real));
                row
            };
            ranking.order.iter().map(row).collect()
        });
        Table {
            name: "teams",
            title: format!("Drafted teams that entered at least {LEAST} times"),
            columns,
            rows,
            on_terminal: false,
        }
    }

    pub(super) fn swords(&self) -> Table {
        let mut columns = vec![
            self.players(),
            counted("swords", "swordfighters that a player entered"),
        ];
        columns.extend(estimate(
            Show::Share,
            "",
            "share of the wins of such players",
        ));
        let rows = self.rows(|played| {
            (0..=MOST_GLADIATORS)
                .filter(|&k| played.tally.swords(k).n > 0)
                .map(|k| {
                    let win = Estimate::win(played.tally.swords(k), self.level());
                    [vec![count(k)], win.cells().to_vec()].concat()
                })
                .collect()
        });
        Table {
            name: "swords",
            title: "What swords are worth in the whole game".into(),
            columns,
            rows,
            on_terminal: false,
        }
    }

    /// Points and wins regressed on what a player entered, beside how much of each kind entered.
    pub(super) fn kinds(&self) -> Table {
        let columns = vec![
            self.players(),
            words("kind", "the kind of gladiator"),
            number("entered", "a player", "mean number that a player enters"),
            Column::new(
                "worth_points",
                Show::Signed(4),
                "points",
                "points that one more of them brings, by least squares; null where all players enter alike",
            ),
            Column::new(
                "worth_win",
                Show::Signed(4),
                "",
                "share of the win that one more of them brings, by least squares",
            ),
            counted("n", "players of all games"),
        ];
        let rows = self.rows(|played| {
            let worth = worths(played.tally);
            let n = played.tally.games() * played.players() as u64;
            Kind::ALL
                .iter()
                .map(|&kind| {
                    let metric = [
                        Seat::Swords,
                        Seat::Nets,
                        Seat::Tridents,
                        Seat::Spears,
                        Seat::Shields,
                    ][kind as usize];
                    let total: i128 = (0..played.players())
                        .map(|s| played.tally.seat(s, metric).sum)
                        .sum();
                    let of = |at: usize| {
                        worth
                            .as_ref()
                            .map_or(Cell::Null, |w| Cell::Real(w[at][kind as usize]))
                    };
                    vec![
                        text(kind.word()),
                        Cell::Real(total as f64 / n.max(1) as f64),
                        of(0),
                        of(1),
                        Cell::Count(n),
                    ]
                })
                .collect()
        });
        Table {
            name: "kinds",
            title: "What each kind brings to its owner".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }
}

/// Least squares without a constant (everybody enters as many gladiators) from the sums of the tally: worth in points
/// and in wins, by kind, each less the mean of the kinds. None where the players' choices do not differ enough.
pub(in crate::study::clash_arena) fn worths(tally: &ArenaTally) -> Option<[[f64; 5]; 2]> {
    let fit: Vec<f64> = tally.fit.iter().map(|&x| x as f64).collect();
    let at = |i: usize, j: usize| {
        let (i, j) = (i.min(j), i.max(j));
        fit[(0..i).map(|k| 5 - k).sum::<usize>() + j - i]
    };
    let solve = |right: &[f64]| -> Option<[f64; 5]> {
        let mut rows: Vec<[f64; 6]> = (0..5)
            .map(|i| std::array::from_fn(|j| if j < 5 { at(i, j) } else { right[i] }))
            .collect();
        let scale = (0..5).map(|i| at(i, i)).fold(0.0, f64::max);
        for i in 0..5 {
            let pivot = (i..5).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs()))?;
            rows.swap(i, pivot);
            if rows[i][i].abs() <= 1e-6 * scale {
                return None;
            }
            for k in (0..5).filter(|&k| k != i) {
                let factor = rows[k][i] / rows[i][i];
                let from = rows[i];
                rows[k]
                    .iter_mut()
                    .zip(from)
                    .for_each(|(x, y)| *x -= factor * y);
            }
        }
        let worth: [f64; 5] = std::array::from_fn(|i| rows[i][5] / rows[i][i]);
        let mean = worth.iter().sum::<f64>() / 5.0;
        Some(worth.map(|w| w - mean))
    };
    let points = solve(&fit[15..20])?;
    let wins = solve(&fit[20..25])?.map(|w| w / WIN as f64);
    Some([points, wins])
}
