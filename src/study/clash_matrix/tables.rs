//! The tables of a matrix question.

mod animals;
mod game;
mod roles;

use super::solved::{Solved, scale};
use super::{Asked, Sampled};
use crate::games::clash::matrix::{Measure, Model};
use crate::report::{Cell, Column, Kind as Show, Table};
use crate::stats;

/// All tables, the ranking first among those on the terminal.
pub(super) fn all(asked: &Asked, solved: &Solved, sampled: Option<&Sampled>) -> Vec<Table> {
    let write = Writer { asked, solved };
    let mut tables = vec![write.summary()];
    if solved.columns.is_some() {
        tables.push(write.targets());
        tables.extend(write.ranges());
        tables.extend(write.animals());
        tables.push(write.matrix(sampled));
        return tables;
    }
    tables.extend([
        write.ranking(),
        write.equilibrium(),
        write.dominance(),
        write.best_replies(),
        write.cycles(),
    ]);
    tables.push(write.first_strike());
    tables.extend(write.kinds());
    tables.extend(write.replacements());
    tables.extend(
        [write.decisions(), write.switches(), write.rank_changes()]
            .into_iter()
            .filter(|t| !t.rows.is_empty()),
    );
    tables.push(write.matrix(sampled));
    tables
}

fn text(value: impl ToString) -> Cell {
    Cell::Text(value.to_string())
}

fn count(value: usize) -> Cell {
    Cell::Count(value as u64)
}

fn real(value: Option<f64>) -> Cell {
    value.map_or(Cell::Null, Cell::Real)
}

const SIGNED: Show = Show::Signed(6);

fn signed(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, SIGNED, "gladiators", meaning)
}

fn words(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Show::Text, "", meaning)
}

fn counted(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Show::Count, "", meaning)
}

fn share(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Show::Share, "", meaning)
}

struct Writer<'a> {
    asked: &'a Asked,
    solved: &'a Solved,
}

impl Writer<'_> {
    fn team(&self, team: usize) -> Cell {
        text(self.asked.teams[team])
    }

    fn measured(&self, name: &'static str, meaning: &'static str) -> Column {
        match self.asked.measure {
            Measure::Edge => signed(name, meaning),
            Measure::PWin => share(name, meaning),
        }
    }

    /// Interval of a sampled pair, in the measure: Wilson where it is a share of fights won.
    fn interval(&self, m: &stats::Moments) -> Option<(f64, f64)> {
        let confidence = self.asked.confidence;
        let unit = scale(self.asked.measure);
        match (self.asked.measure, self.asked.setting.model) {
            (Measure::PWin, Model::Fight) if m.n > 0 => {
                let won = u64::try_from(m.sum / 2).unwrap_or(0);
                Some(stats::wilson(won, m.n, confidence))
            }
            _ => {
                let (lo, hi) = m.interval(confidence)?;
                Some((lo * unit, hi * unit))
            }
        }
    }

    fn summary(&self) -> Table {
        let Solved { matrix, game, .. } = self.solved;
        let n = self.asked.teams.len();
        let mut rows = vec![vec![text("teams"), count(n)]];
        let mut add = |metric: &str, cell: Cell| rows.push(vec![text(metric), cell]);
        add("first_strike", Cell::Real(matrix.challenging().mean()));
        // Rounding errors of a sum that is zero are no figure.
        let clean = |x: f64| if x.abs() < 1e-12 { 0.0 } else { x };
        add("mean_edge_all", Cell::Real(clean(matrix.mean_edge_all())));
        add("order_free_entries", count(matrix.order_free()));
        add("zero_mirrors", count(matrix.zero_mirrors()));
        add("challenging_hurts", count(matrix.challenging_hurts()));
        add(
            "strictly_dominated",
            count(game.strict.iter().flatten().count()),
        );
        add(
            "iterated_strict_survivors",
            count(game.iterated.survivors.len()),
        );
        add(
            "weakly_undominated",
            count(game.weak.iter().filter(|w| w.is_none()).count()),
        );
        add("three_cycles", count(game.cycles.len()));
        add("intransitive_share", Cell::Real(game.intransitive));
        if let Some(e) = &game.equilibrium {
            add("nash_exploitability", Cell::Real(e.exploitability));
            add("nash_support", count(e.support.len()));
            add("nash_pure", count(e.pure.len()));
        }
        if let Some(roles) = &game.roles {
            add("r_squared", Cell::Real(roles.r_squared));
        }
        let columns = vec![
            words("metric", "what is measured; names as in case files"),
            Column::new("value", Show::Number(6), "", "its value, exact"),
        ];
        Table {
            name: "summary",
            title: "In short".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    fn matrix(&self, sampled: Option<&Sampled>) -> Table {
        let columns = vec![
            words("row", "the unit that challenges"),
            words("col", "the unit that is challenged"),
            self.measured(
                "value",
                "the row's edge (or chance to win); the estimate where sampled",
            ),
            self.measured("lo", "lower end of its interval; null when exact"),
            self.measured("hi", "upper end of its interval; null when exact"),
            Column::new(
                "n",
                Show::Count,
                "playouts",
                "playouts behind the estimate; null when exact",
            ),
            self.measured("exact", "the exact value"),
        ];
        let matrix = self.solved.columns.as_ref().unwrap_or(&self.solved.matrix);
        let names: Vec<String> = match &self.solved.columns {
            Some(_) => self.asked.columns().into_iter().map(|c| c.0).collect(),
            None => self.asked.teams.iter().map(ToString::to_string).collect(),
        };
        let mut rows = Vec::with_capacity(matrix.rows.len() * names.len());
        for (a, row) in matrix.rows.iter().enumerate() {
            for (b, column) in names.iter().enumerate() {
                let pair = matrix.pair(a, b);
                let exact = match self.asked.measure {
                    Measure::Edge => pair.edge[0],
                    Measure::PWin => pair.p_win[0],
                };
                let mut cells = vec![text(row), text(column)];
                match sampled {
                    None => cells.extend([Cell::Real(exact), Cell::Null, Cell::Null, Cell::Null]),
                    Some(s) => {
                        let m = &s.moments[a * names.len() + b];
                        let interval = self.interval(m);
                        cells.extend([
                            real(m.mean().map(|mean| mean * scale(self.asked.measure))),
                            real(interval.map(|i| i.0)),
                            real(interval.map(|i| i.1)),
                            Cell::Count(m.n),
                        ]);
                    }
                }
                cells.push(Cell::Real(exact));
                rows.push(cells);
            }
        }
        Table {
            name: "matrix",
            title: "Every pair, the row challenging".into(),
            columns,
            rows,
            on_terminal: false,
        }
    }

    fn ranking(&self) -> Table {
        let columns = vec![
            counted("rank", "1 is the best; equal means share a rank"),
            counted("group", "tie group: what the figures cannot tell apart"),
            words("team", "the team"),
            self.measured(
                "mean",
                "mean over all teams as opponents, each side challenging half the time",
            ),
            self.measured("lo", "lower end of its interval; null when exact"),
            self.measured("hi", "upper end of its interval; null when exact"),
            counted("rank_best", "best rank that the figures leave open"),
            counted("rank_worst", "worst rank that they leave open"),
            share(
                "p_win",
                "mean chance to win (duel: to be ahead, half of an even one)",
            ),
            Column::new(
                "elo",
                Show::Signed(0),
                "points",
                "Elo rating from the chances to win, mean 0",
            ),
        ];
        let n = self.asked.teams.len();
        let rows = self.solved.ranking.iter().map(|r| {
            let p_win = (0..n)
                .map(|b| self.solved.matrix.p_win_of(r.team, b))
                .sum::<f64>()
                / n as f64;
            vec![
                count(r.rank),
                count(r.group),
                self.team(r.team),
                Cell::Real(r.mean),
                real(r.interval.map(|i| i.0)),
                real(r.interval.map(|i| i.1)),
                count(r.open.0),
                count(r.open.1),
                Cell::Real(p_win),
                Cell::Real(self.solved.game.elo[r.team]),
            ]
        });
        Table {
            name: "ranking",
            title: "Teams by their mean".into(),
            columns,
            rows: rows.collect(),
            on_terminal: true,
        }
    }
}

/// A worth may be negative whatever it is measured in.
trait WithSign {
    fn with_sign(self) -> Self;
}

impl WithSign for Column {
    fn with_sign(mut self) -> Self {
        self.kind = SIGNED;
        self
    }
}
