//! Contests of everybody against everybody: payoffs, rankings with ties, equilibrium, cycles.

pub use super::ring::Ring;
use super::sensitivity::errors;
use super::{hidden, plural, table, text, word};
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::policy::Brain;
use crate::games::gladiatori::sheet::Sheet;
use crate::games::gladiatori::trial::{Score, Trial};
use crate::metagame::{Payoff, cycles, nash};
use crate::playout::Tally;
use crate::report::{Cell, Chart, Column, Kind as Show, Plot, Series, Table};
use crate::stats::{Moments, rank_by_intervals, simultaneous_confidence};

/// Who takes part in a contest.
#[derive(Debug, Clone)]
pub struct Entrant {
    /// Short name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// Coins it was trained with; 0 where nobody asks.
    pub coins: u8,
    /// Its sheet.
    pub sheet: Sheet,
}

/// Everybody against everybody, seats swapped in pairs.
pub struct Contest {
    /// Names.
    pub names: Vec<String>,
    about: Vec<String>,
    coins: Vec<u8>,
    /// By row and column, the row's score; none on the diagonal.
    cells: Vec<Vec<Option<Score>>>,
    /// Games a pair.
    pub games: u64,
    confidence: f64,
}

impl Contest {
    /// Plays it: `games` for each pair of entrants, which should be even.
    pub fn play(
        ring: &Ring,
        rules: Rules,
        entrants: &[Entrant],
        brain: Brain,
        games: u64,
        confidence: f64,
    ) -> Self {
        let n = entrants.len();
        let pairs: Vec<(usize, usize)> = (0..n)
            .flat_map(|a| (a + 1..n).map(move |b| (a, b)))
            .collect();
        let pools: Vec<[Sheet; 1]> = entrants.iter().map(|e| [e.sheet]).collect();
        let trials: Vec<Trial<'_>> = pairs
            .iter()
            .map(|(a, b)| Trial {
                rules,
                hero: entrants[*a].sheet,
                pool: &pools[*b],
                brains: [brain; 2],
                board: None,
            })
            .collect();
        let mut cells: Vec<Vec<Option<Score>>> = vec![vec![None; n]; n];
        for ((a, b), score) in pairs.into_iter().zip(ring.scores(&trials, games)) {
            let m = score.margin;
            let mirrored = Score {
                margin: Moments { sum: -m.sum, ..m },
                wins: 12 * m.n - score.wins,
            };
            cells[a][b] = Some(score);
            cells[b][a] = Some(mirrored);
        }
        Self {
            names: entrants.iter().map(|e| e.name.clone()).collect(),
            about: entrants.iter().map(|e| e.about.clone()).collect(),
            coins: entrants.iter().map(|e| e.coins).collect(),
            cells,
            games,
            confidence,
        }
    }

    fn margin(&self, a: usize, b: usize) -> f64 {
        self.cells[a][b]
            .as_ref()
            .and_then(|s| s.margin.mean())
            .unwrap_or(0.0)
    }

    /// The score of each against all others together.
    fn totals(&self) -> Vec<Score> {
        self.cells
            .iter()
            .map(|row| {
                let mut sum = Score {
                    margin: Moments::new(),
                    wins: 0,
                };
                row.iter().flatten().for_each(|s| sum.merge(s));
                sum
            })
            .collect()
    }

    /// Mean margin of each against all others.
    pub fn means(&self) -> Vec<f64> {
        self.totals()
            .iter()
            .map(|s| s.margin.mean().unwrap_or(0.0))
            .collect()
    }

    /// Standard errors of the means.
    pub fn errors(&self) -> Vec<f64> {
        let totals: Vec<Moments> = self.totals().into_iter().map(|s| s.margin).collect();
        errors(&totals)
    }

    /// Those of these entrants that no other of them lies wholly above, the best mean first.
    pub fn leaders(&self, of: std::ops::Range<usize>) -> Vec<usize> {
        let level = simultaneous_confidence(self.confidence, self.names.len());
        let means = self.means();
        let totals = self.totals();
        let end = |i: usize| {
            totals[i]
                .margin
                .interval(level)
                .unwrap_or((means[i], means[i]))
        };
        let open = |i: &usize| of.clone().all(|o| end(o).0 <= end(*i).1);
        let mut leaders: Vec<usize> = of.clone().filter(open).collect();
        leaders.sort_by(|a, b| means[*b].total_cmp(&means[*a]).then(a.cmp(b)));
        leaders
    }

    /// A name, with the coins behind it where those differ.
    pub fn said(&self, i: usize) -> String {
        match self.coins.iter().any(|c| *c != self.coins[0]) {
            true => format!("{} ({} coins)", self.names[i], self.coins[i]),
            false => self.names[i].clone(),
        }
    }

    /// Pairs in which nothing varied.
    fn constant_pairs(&self) -> usize {
        (0..self.names.len())
            .flat_map(|a| (0..a).map(move |b| (a, b)))
            .filter(|(a, b)| {
                self.cells[*a][*b]
                    .as_ref()
                    .is_some_and(|s| s.margin.is_constant())
            })
            .count()
    }

    fn payoff(&self) -> Payoff {
        Payoff::new(self.names.len(), |a, b| self.margin(a, b))
    }

    /// Tables `ranking`, `matrix`, `equilibrium`, `cycles`; charts `matrix`, `ranking`; lines of the verdict.
    pub fn told(&self) -> (Vec<Table>, Vec<Chart>, Vec<String>) {
        let n = self.names.len();
        let level = simultaneous_confidence(self.confidence, n);
        let totals = self.totals();
        let values = self.means();
        let intervals: Vec<(f64, f64)> = totals
            .iter()
            .zip(&values)
            .map(|(s, v)| s.margin.interval(level).unwrap_or((*v, *v)))
            .collect();
        let ranking = rank_by_intervals(&values, &intervals);
        let game = self.payoff().symmetrised();
        let equilibrium = nash::symmetric(&game);
        let pair_level = simultaneous_confidence(self.confidence, n * (n - 1) / 2);
        let beats = |a: usize, b: usize| {
            let s = self.cells[a][b].as_ref();
            s.is_some_and(|s| match s.margin.interval(pair_level) {
                Some((lo, _)) => lo > 0.0,
                None => s.margin.sum > 0,
            })
        };
        let sure: Vec<_> = cycles::three_cycles(&game)
            .into_iter()
            .filter(|c| (0..3).all(|i| beats(c.of[i], c.of[(i + 1) % 3])))
            .collect();
        let mut verdict = Vec::new();
        // First place is open to those that nobody lies wholly above.
        let top: Vec<String> = ranking
            .order
            .iter()
            .filter(|i| ranking.ranks[**i].0 == 1)
            .map(|i| self.said(*i))
            .collect();
        verdict.push(match top.as_slice() {
            [one] => format!(
                "{one} comes first: {:+.2} VP of margin against the others on average.",
                values[ranking.order[0]]
            ),
            several => format!(
                "First place cannot be told apart between {} at {} a pair.",
                several.join(", "),
                plural(self.games, "game")
            ),
        });
        let mix: Vec<String> = equilibrium
            .support
            .iter()
            .map(|i| {
                format!(
                    "{} {:.0} %",
                    self.names[*i],
                    100.0 * equilibrium.weights[*i]
                )
            })
            .collect();
        verdict.push(match equilibrium.support.len() {
            1 => format!(
                "An equilibrium plays {} alone: nobody here beats it on average.",
                self.names[equilibrium.support[0]]
            ),
            _ => format!("An equilibrium mixes {}.", mix.join(", ")),
        });
        verdict.push(match sure.len() {
            0 => "No cycle of three holds after correction for the number of pairs.".into(),
            k => {
                let c = &sure[0];
                format!("{k} cycles of three hold after correction, the strongest: {} beats {} beats {} beats {0}.", self.names[c.of[0]], self.names[c.of[1]], self.names[c.of[2]])
            }
        });
        let mut tables = vec![
            self.ranking_table(&ranking, &totals, &intervals, &equilibrium.weights),
            self.matrix_table(),
        ];
        tables.push(hidden(
            "cycles",
            "Cycles of three that hold after correction",
            vec![
                text("first", "beats the second"),
                text("second", "beats the third"),
                text("third", "beats the first"),
                Column::new(
                    "least",
                    Show::Number(3),
                    "VP",
                    "smallest of the three margins",
                ),
            ],
            sure.iter()
                .map(|c| {
                    let mut row: Vec<Cell> = c.of.iter().map(|i| word(&*self.names[*i])).collect();
                    row.push(Cell::Real(c.least));
                    row
                })
                .collect(),
        ));
        let mut notes = Vec::new();
        if self.constant_pairs() > 0 {
            notes.push(format!("{} of {} pairs had the same margin in every game (zero variance); they are ranked by their one value.", self.constant_pairs(), n * (n - 1) / 2));
        }
        verdict.extend(notes);
        (tables, self.charts(&ranking.order, &intervals), verdict)
    }

    fn ranking_table(
        &self,
        ranking: &crate::stats::Ranking,
        totals: &[Score],
        intervals: &[(f64, f64)],
        weights: &[f64],
    ) -> Table {
        let rows = ranking.order.iter().map(|i| {
            let s = &totals[*i];
            vec![
                Cell::Count(ranking.group[*i] as u64 + 1),
                word(&*self.names[*i]),
                word(&*self.about[*i]),
                Cell::Real(s.margin.mean().unwrap_or(0.0)),
                Cell::Real(intervals[*i].0),
                Cell::Real(intervals[*i].1),
                Cell::Count(s.margin.n),
                Cell::Real(s.wins as f64 / (12.0 * s.margin.n.max(1) as f64)),
                Cell::Real(weights[*i]),
            ]
        });
        table(
            "ranking",
            "Everybody against everybody; a group is what its first cannot be told apart from",
            vec![
                Column::new("group", Show::Count, "", "tie group, 1 is best"),
                text("name", "who"),
                text("what", "build and items"),
                Column::new(
                    "value",
                    Show::Signed(3),
                    "VP",
                    "mean margin against all others",
                ),
                Column::new(
                    "lo",
                    Show::Signed(3),
                    "VP",
                    "lower end, simultaneous for all",
                ),
                Column::new(
                    "hi",
                    Show::Signed(3),
                    "VP",
                    "upper end, simultaneous for all",
                ),
                Column::new("n", Show::Count, "games", "games").machine_only(),
                Column::new(
                    "win",
                    Show::Share,
                    "",
                    "share of wins, shared ones in parts",
                ),
                Column::new(
                    "equilibrium",
                    Show::Share,
                    "",
                    "weight in an equilibrium of the estimated matrix",
                ),
            ],
            rows.collect(),
        )
    }

    fn matrix_table(&self) -> Table {
        let mut rows = Vec::new();
        for (a, row) in self.cells.iter().enumerate() {
            for (b, score) in row.iter().enumerate() {
                let Some(s) = score else { continue };
                let interval = s.margin.interval(self.confidence);
                rows.push(vec![
                    word(&*self.names[a]),
                    word(&*self.names[b]),
                    Cell::Real(s.margin.mean().unwrap_or(0.0)),
                    interval.map_or(Cell::Null, |i| Cell::Real(i.0)),
                    interval.map_or(Cell::Null, |i| Cell::Real(i.1)),
                    Cell::Count(s.margin.n),
                    Cell::Real(s.wins as f64 / (12.0 * s.margin.n.max(1) as f64)),
                    word(if s.margin.is_constant() {
                        "constant"
                    } else {
                        "varies"
                    }),
                ]);
            }
        }
        hidden(
            "matrix",
            "Margins, row against column, seats swapped in pairs",
            vec![
                text("row", "who"),
                text("column", "against whom"),
                Column::new("value", Show::Signed(3), "VP", "mean margin of the row"),
                Column::new(
                    "lo",
                    Show::Signed(3),
                    "VP",
                    "lower end of its interval; null where nothing varied",
                ),
                Column::new(
                    "hi",
                    Show::Signed(3),
                    "VP",
                    "upper end of its interval; null where nothing varied",
                ),
                Column::new("n", Show::Count, "games", "games").machine_only(),
                Column::new(
                    "win",
                    Show::Share,
                    "",
                    "share of wins of the row, shared ones in parts",
                ),
                text("spread", "varies, or constant: the same in every game"),
            ],
            rows,
        )
    }

    fn charts(&self, order: &[usize], intervals: &[(f64, f64)]) -> Vec<Chart> {
        let names: Vec<String> = order.iter().map(|i| self.names[*i].clone()).collect();
        let values = order
            .iter()
            .map(|a| {
                order
                    .iter()
                    .map(|b| (a != b).then(|| self.margin(*a, *b)))
                    .collect()
            })
            .collect();
        let means = self.means();
        vec![
            Chart {
                name: "matrix",
                title: "Who beats whom".into(),
                caption: "Mean margin in victory points of the row against the column, seats swapped in pairs, the best on average first.".into(),
                x_label: "against".into(),
                y_label: "who".into(),
                plot: Plot::Heat { rows: names.clone(), columns: names.clone(), values, signed: true },
                table: "matrix",
            },
            Chart {
                name: "ranking",
                title: "Mean margin against all others".into(),
                caption: "Intervals hold for all at once; where they overlap no order is claimed.".into(),
                x_label: "who".into(),
                y_label: "margin (VP)".into(),
                plot: Plot::Bars {
                    categories: names,
                    series: vec![Series {
                        name: "margin".into(),
                        values: order.iter().map(|i| means[*i]).collect(),
                        intervals: Some(order.iter().map(|i| intervals[*i]).collect()),
                    }],
                    share: false,
                },
                table: "ranking",
            },
        ]
    }
}
