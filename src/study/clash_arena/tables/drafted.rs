//! Tables of what was drafted and how its owners fared.

use super::{Writer, count, counted, estimate, number, text, words};
use crate::games::clash::arena::tally::{MOST_GLADIATORS, Seat, Team};
use crate::games::clash::counts::Kind;
use crate::games::clash::matrix::full_teams;
use crate::report::{Cell, Column, Kind as Show, Table};
use crate::stats::{rank_by_intervals, simultaneous_confidence, z_for};
use crate::study::clash_arena::measures::Estimate;
use crate::study::clash_arena::worths::Worths;

/// A team must have entered so often to be ranked.
pub(in crate::study::clash_arena) const LEAST: u64 = 30;

impl Writer<'_> {
    pub(super) fn teams(&self) -> Table {
        let mut columns = vec![
            self.players(),
            counted(
                "group",
                "tie group by the owner's share of the wins: a cut only where everything above is told apart from everything below",
            ),
            counted("rank_best", "best rank that the figures leave open"),
            counted("rank_worst", "worst rank that they leave open"),
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
                let (best, worst) = ranking.ranks[at];
                let mut row = vec![
                    count(ranking.group[at] + 1),
                    count(best),
                    count(worst),
                    text(full[team]),
                ];
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
            title: "Wins by swords entered".into(),
            columns,
            rows,
            on_terminal: false,
        }
    }

    /// Points and wins regressed on what a player entered, beside how much of each kind entered.
    pub(super) fn kinds(&self) -> Table {
        let worth = |name, unit, meaning| Column::new(name, Show::Signed(4), unit, meaning);
        let mut columns = vec![
            self.players(),
            words("kind", "the kind of gladiator"),
            number("entered", "a player", "mean number that a player enters"),
            worth(
                "worth_points",
                "points",
                "points that one more of them brings against the average kind, by least squares among players of the same policy and seat; null where these all enter alike",
            ),
            worth(
                "worth_points_lo",
                "points",
                "lower end of its interval, players taken as independent",
            ),
            worth("worth_points_hi", "points", "upper end of its interval"),
            worth("worth_win", "", "the same in shares of the win"),
            worth("worth_win_lo", "", "lower end of its interval"),
            worth("worth_win_hi", "", "upper end of its interval"),
            counted("n", "players of all games"),
        ];
        for column in &mut columns[7..9] {
            *column = column.clone().machine_only();
        }
        let rows = self.rows(|played| {
            let worth = Worths::new(played.tally);
            let z = z_for(self.level());
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
                    let mut row = vec![
                        text(kind.word()),
                        Cell::Real(total as f64 / n.max(1) as f64),
                    ];
                    for measure in 0..2 {
                        let own = worth.as_ref().map(|w| w.value(measure, kind));
                        row.extend([0.0, -z, z].map(|width| {
                            own.map_or(Cell::Null, |(value, error)| {
                                Cell::Real(value + width * error)
                            })
                        }));
                    }
                    row.push(Cell::Count(n));
                    row
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
