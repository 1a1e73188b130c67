//! Tables and charts of games: duels and the arena alike.

use super::{Quote, estimate_columns, hidden, table, text, word};
use crate::games::gladiatori::tally::{COUNTERS, Tally, VP_RANGE};
use crate::games::gladiatori::watch::Source;
use crate::playout::Snapshot;
use crate::report::{Cell, Chart, Column, Kind as Show, Plot, Point, Series, Table};
use crate::stats::Moments;

/// A tally to be told, and how.
pub struct Told<'a> {
    /// The sums.
    pub tally: &'a Tally,
    /// What the seats are called.
    pub names: &'a [String],
    /// How values are quoted.
    pub quote: Quote,
    /// The tally as the games came in.
    pub snapshots: &'a [Snapshot<Tally>],
}

impl Told<'_> {
    fn seats(&self) -> std::ops::Range<usize> {
        0..self.names.len()
    }

    /// All tables, `summary` first.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables = vec![
            self.summary(),
            self.points(),
            self.deeds(),
            self.starts(),
            self.histogram(),
        ];
        if self.snapshots.len() > 2 {
            tables.push(self.convergence());
        }
        tables
    }

    /// All charts.
    pub fn charts(&self) -> Vec<Chart> {
        let mut charts = vec![self.points_chart(), self.histogram_chart()];
        if !self.tally.by_first.iter().any(|s| s[0].n == 0) && self.names.len() > 1 {
            charts.push(self.starts_chart());
        }
        if self.snapshots.len() > 2 {
            charts.push(self.convergence_chart());
        }
        charts
    }

    fn row(
        &self,
        metric: &str,
        seat: Option<usize>,
        count: Option<u64>,
        cells: Vec<Cell>,
    ) -> Vec<Cell> {
        let mut row = vec![
            word(metric),
            seat.map_or(word("all"), |s| word(&*self.names[s])),
            count.map_or(Cell::Null, Cell::Count),
        ];
        row.extend(cells);
        row
    }

    fn summary(&self) -> Table {
        let (t, q) = (self.tally, self.quote);
        let mut columns = vec![
            text(
                "metric",
                "what is measured, per game: VP, or a share of games",
            ),
            text("seat", "whose it is"),
            Column::new(
                "count",
                Show::Count,
                "games",
                "games in which it happened, for shares",
            )
            .machine_only(),
        ];
        columns.extend(estimate_columns(Show::Number(4), ""));
        let mut rows = Vec::new();
        for seat in self.seats() {
            rows.push(self.row("vp", Some(seat), None, q.mean(&t.vp[seat])));
        }
        if self.names.len() == 2 {
            rows.push(self.row("margin", Some(0), None, q.mean(&t.difference)));
        }
        if self.names.len() > 1 {
            for seat in self.seats() {
                // Wins are counted in twelfths: a shared win counts in parts, and the interval of a whole proportion with
                // the same mean is never too narrow for it.
                let wins = t.wins[seat].div_ceil(12).min(t.games);
                let mut cells = q.share(wins, t.games);
                cells[0] = Cell::Real(t.wins[seat] as f64 / (12.0 * t.games.max(1) as f64));
                rows.push(self.row("win", Some(seat), None, cells));
            }
            for seat in self.seats() {
                rows.push(self.row(
                    "most_vp",
                    Some(seat),
                    Some(t.ahead[seat]),
                    q.share(t.ahead[seat], t.games),
                ));
            }
            rows.push(self.row("level_vp", None, Some(t.level), q.share(t.level, t.games)));
        }
        for seat in self.seats() {
            rows.push(self.row(
                "alive",
                Some(seat),
                Some(t.alive[seat]),
                q.share(t.alive[seat], t.games),
            ));
        }
        rows.push(self.row(
            "all_alive",
            None,
            Some(t.all_alive),
            q.share(t.all_alive, t.games),
        ));
        for seat in self.seats() {
            rows.push(self.row(
                "permanent_death",
                Some(seat),
                Some(t.permanent[seat]),
                q.share(t.permanent[seat], t.games),
            ));
        }
        rows.push(self.row("turns", None, None, q.mean(&t.turns)));
        table("summary", "Per game", columns, rows)
    }

    fn points(&self) -> Table {
        let mut columns = vec![
            text("source", "where the victory points come from"),
            text("seat", "whose they are"),
        ];
        columns.extend(estimate_columns(Show::Signed(4), "VP"));
        let mut rows = Vec::new();
        for (s, source) in Source::ALL.iter().enumerate() {
            for seat in self.seats().filter(|_| self.used(s)) {
                let mut row = vec![word(source.name()), word(&*self.names[seat])];
                let once = matches!(source, Source::Survive | Source::FirstBlood);
                let moments = self.tally.points[seat][s].moments(self.tally.games);
                row.extend(self.quote.bounded(&moments, once));
                rows.push(row);
            }
        }
        table(
            "points",
            "Victory points by source, beside the 10 at the start",
            columns,
            rows,
        )
    }

    /// Anybody has points of this source.
    fn used(&self, source: usize) -> bool {
        self.tally.points.iter().any(|p| p[source].1 > 0)
    }

    fn deeds(&self) -> Table {
        let mut columns = vec![
            text("deed", "what is counted, per game"),
            text("seat", "who does it"),
        ];
        columns.extend(estimate_columns(Show::Number(4), ""));
        let mut rows = Vec::new();
        for (c, name) in COUNTERS.iter().enumerate() {
            if self.tally.counts.iter().all(|k| k[c].1 == 0) {
                continue;
            }
            for seat in self.seats() {
                let mut row = vec![word(*name), word(&*self.names[seat])];
                let moments = self.tally.counts[seat][c].moments(self.tally.games);
                row.extend(self.quote.bounded(&moments, false));
                rows.push(row);
            }
        }
        hidden("deeds", "What happens in a game", columns, rows)
    }

    fn starts(&self) -> Table {
        let mut columns = vec![
            text("first", "who had the first disc"),
            text("seat", "whose victory points"),
        ];
        columns.extend(estimate_columns(Show::Number(4), "VP"));
        let mut rows = Vec::new();
        for first in self.seats() {
            for seat in self.seats() {
                let m = &self.tally.by_first[first][seat];
                if m.n > 0 {
                    let mut row = vec![word(&*self.names[first]), word(&*self.names[seat])];
                    row.extend(self.quote.mean(m));
                    rows.push(row);
                }
            }
        }
        table("starts", "Victory points by who starts", columns, rows)
    }

    /// Lowest and highest VP that occurred.
    fn range(&self) -> (usize, usize) {
        let used = |i: &usize| self.tally.histogram.iter().any(|h| h[*i] > 0);
        let bins = self.tally.histogram[0].len();
        (
            (0..bins).find(used).unwrap_or(0),
            (0..bins).rev().find(used).unwrap_or(0),
        )
    }

    fn histogram(&self) -> Table {
        let mut columns = vec![
            text("seat", "whose victory points"),
            Column::new(
                "vp",
                Show::Count,
                "VP",
                "victory points at the end; the ends of the range hold what lies beyond",
            ),
            Column::new("count", Show::Count, "games", "games that ended so"),
        ];
        columns.extend(estimate_columns(Show::Share, ""));
        let (low, high) = self.range();
        let mut rows = Vec::new();
        for seat in self.seats() {
            for i in (low..=high).filter(|i| self.tally.histogram[seat][*i] > 0) {
                let n = self.tally.histogram[seat][i];
                let mut row = vec![
                    word(&*self.names[seat]),
                    Cell::Int(i as i64 + i64::from(VP_RANGE.0)),
                    Cell::Count(n),
                ];
                row.extend(self.quote.share(n, self.tally.games));
                rows.push(row);
            }
        }
        hidden("vp", "Victory points at the end", columns, rows)
    }

    /// What the convergence follows: the margin of two, else the VP of the first seat.
    fn followed<'t>(&self, t: &'t Tally) -> &'t Moments {
        if self.names.len() == 2 {
            &t.difference
        } else {
            &t.vp[0]
        }
    }

    fn convergence(&self) -> Table {
        let mut columns = vec![Column::new("games", Show::Count, "games", "games so far")];
        columns.extend(estimate_columns(Show::Signed(4), "VP"));
        let rows = self.snapshots.iter().map(|s| {
            let mut row = vec![Cell::Count(s.playouts)];
            row.extend(self.quote.mean(self.followed(&s.tally)));
            row
        });
        let what = if self.names.len() == 2 {
            "margin"
        } else {
            "VP"
        };
        hidden(
            "convergence",
            format!("The {what} of {} as the games come in", self.names[0]),
            columns,
            rows.collect(),
        )
    }

    fn points_chart(&self) -> Chart {
        let used: Vec<usize> = (0..Source::ALL.len()).filter(|s| self.used(*s)).collect();
        let mean = |seat: usize, s: usize| self.tally.points[seat][s].moments(self.tally.games);
        let series = self.seats().map(|seat| Series {
            name: self.names[seat].clone(),
            values: used
                .iter()
                .map(|s| mean(seat, *s).mean().unwrap_or(0.0))
                .collect(),
            intervals: None,
        });
        Chart {
            name: "points",
            title: "Where victory points come from".into(),
            caption: "Mean victory points a game by source; everybody starts with 10 on top."
                .into(),
            x_label: "source".into(),
            y_label: "VP a game".into(),
            plot: Plot::Bars {
                categories: used
                    .iter()
                    .map(|s| Source::ALL[*s].name().replace('_', " "))
                    .collect(),
                series: series.collect(),
                share: false,
            },
            table: "points",
        }
    }

    fn histogram_chart(&self) -> Chart {
        let (low, high) = self.range();
        let width = (high - low) / 24 + 1;
        let bins: Vec<std::ops::Range<usize>> = (low..=high)
            .step_by(width)
            .map(|a| a..(a + width).min(high + 1))
            .collect();
        let label = |b: &std::ops::Range<usize>| {
            let vp = |i: usize| i as i64 + i64::from(VP_RANGE.0);
            if b.len() == 1 {
                vp(b.start).to_string()
            } else {
                format!("{}–{}", vp(b.start), vp(b.end - 1))
            }
        };
        let games = self.tally.games.max(1) as f64;
        let series = self.seats().map(|seat| Series {
            name: self.names[seat].clone(),
            values: bins
                .iter()
                .map(|b| self.tally.histogram[seat][b.clone()].iter().sum::<u64>() as f64 / games)
                .collect(),
            intervals: None,
        });
        Chart {
            name: "vp",
            title: "Victory points at the end".into(),
            caption: "Share of games by victory points at the end.".into(),
            x_label: "victory points".into(),
            y_label: "share of games".into(),
            plot: Plot::Bars {
                categories: bins.iter().map(label).collect(),
                series: series.collect(),
                share: true,
            },
            table: "vp",
        }
    }

    fn starts_chart(&self) -> Chart {
        let cell = |first: usize, seat: usize| &self.tally.by_first[first][seat];
        let series = self.seats().map(|seat| Series {
            name: self.names[seat].clone(),
            values: self
                .seats()
                .map(|f| cell(f, seat).mean().unwrap_or(0.0))
                .collect(),
            intervals: (!self.quote.single).then(|| {
                let interval = |f: usize| {
                    let mean = cell(f, seat).mean().unwrap_or(0.0);
                    cell(f, seat)
                        .interval(self.quote.confidence)
                        .unwrap_or((mean, mean))
                };
                self.seats().map(interval).collect()
            }),
        });
        Chart {
            name: "starts",
            title: "What the first disc is worth".into(),
            caption: "Mean victory points at the end by who had the first disc.".into(),
            x_label: "who starts".into(),
            y_label: "VP at the end".into(),
            plot: Plot::Bars {
                categories: self.names.to_vec(),
                series: series.collect(),
                share: false,
            },
            table: "starts",
        }
    }

    fn convergence_chart(&self) -> Chart {
        let points = self.snapshots.iter().filter_map(|s| {
            let m = self.followed(&s.tally);
            Some(Point {
                x: s.playouts as f64,
                y: m.mean()?,
                interval: m.interval(self.quote.confidence),
            })
        });
        let what = if self.names.len() == 2 {
            "margin"
        } else {
            "VP"
        };
        Chart {
            name: "convergence",
            title: format!("The {what} of {} as the games come in", self.names[0]),
            caption: format!(
                "Estimate with its {} % interval after so many games.",
                self.quote.confidence * 100.0
            ),
            x_label: "games".into(),
            y_label: match what {
                "VP" => "victory points".into(),
                what => format!("{what} (VP)"),
            },
            plot: Plot::Lines {
                log_x: true,
                lines: vec![(self.names[0].clone(), points.collect())],
                reference: (self.names.len() == 2).then(|| ("even".into(), 0.0)),
            },
            table: "convergence",
        }
    }
}
