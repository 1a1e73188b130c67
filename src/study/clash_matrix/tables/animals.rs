//! Tables of animals: the teams against the targets, the cards against each other, the targets over their ranges.

use super::{Writer, count, counted, share, signed, text, words};
use crate::report::{Cell, Table};

impl Writer<'_> {
    pub(super) fn targets(&self) -> Table {
        let columns = vec![
            words("target", "the unit, with its markers"),
            words("team", "the team"),
            signed("edge", "when the team challenges it: points less losses"),
            signed("points", "expected points of the challenge"),
            signed("losses", "expected own gladiators lost: the risk"),
            share("p_defeat", "chance to defeat it"),
            share("p_out", "chance to lose the whole team"),
            signed("edge_challenged", "when it challenges the team"),
            signed(
                "mean_team",
                "the team's mean edge as challenger of the teams",
            ),
            signed("best_team", "its best edge as challenger of any team"),
            words(
                "prefers",
                "`average` or `every` team it is preferred to as a target, or `neither`",
            ),
        ];
        let (columns_matrix, challenging) = (
            self.solved.columns.as_ref().expect("there are targets"),
            self.solved.matrix.challenging(),
        );
        let names = self.asked.columns();
        let mut rows = Vec::new();
        for (b, (name, unit)) in names.iter().enumerate() {
            let mut order: Vec<usize> = (0..self.asked.teams.len()).collect();
            order.sort_by(|&x, &y| {
                columns_matrix.pair(y, b).edge[0]
                    .total_cmp(&columns_matrix.pair(x, b).edge[0])
                    .then(x.cmp(&y))
            });
            for team in order {
                let pair = columns_matrix.pair(team, b);
                let row = challenging.row(team);
                let mean = row.iter().sum::<f64>() / row.len() as f64;
                let best = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let prefers = match pair.edge[0] {
                    e if e > best + 1e-12 => "every",
                    e if e > mean + 1e-12 => "average",
                    _ => "neither",
                };
                let points = if unit.is_animal() {
                    2.0 * pair.p_column_out[0]
                } else {
                    f64::NAN
                };
                let apart = |x: f64| {
                    if x.is_finite() {
                        Cell::Real(x)
                    } else {
                        Cell::Null
                    }
                };
                rows.push(vec![
                    text(name),
                    self.team(team),
                    Cell::Real(pair.edge[0]),
                    apart(points),
                    apart(points - pair.edge[0]),
                    Cell::Real(pair.p_column_out[0]),
                    Cell::Real(pair.p_row_out[0]),
                    Cell::Real(pair.edge[1]),
                    Cell::Real(mean),
                    Cell::Real(best),
                    text(prefers),
                ]);
            }
        }
        Table {
            name: "targets",
            title: "Who should challenge it".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    /// The targets over the ranges of their assumed numbers.
    pub(super) fn ranges(&self) -> Option<Table> {
        if self.asked.variants.is_empty() {
            return None;
        }
        let columns = vec![
            words("target", "the animal"),
            words("number", "which of its numbers is another"),
            counted("set_to", "the number"),
            words("own", "`yes` for the value that the data has"),
            words("unit", "the animal with it"),
            words("best", "its best challenger"),
            signed("edge", "that team's edge"),
            share("p_defeat", "its chance to defeat the animal"),
            signed("mean_edge", "mean edge of all teams as challengers"),
            counted(
                "prefer",
                "teams that do better with it than with their average team as a target",
            ),
            signed(
                "as_challenger",
                "the animal's mean edge when it challenges the teams",
            ),
        ];
        let rows = self.asked.variants.iter().zip(&self.solved.answers);
        let rows = rows.map(|(v, a)| {
            vec![
                text(&self.asked.targets[v.target].0),
                text(&v.key),
                count(v.value.into()),
                text(if v.own { "yes" } else { "no" }),
                text(v.unit),
                self.team(a.best),
                Cell::Real(a.edge),
                Cell::Real(a.p_defeat),
                Cell::Real(a.mean),
                count(a.prefer),
                Cell::Real(a.as_challenger),
            ]
        });
        Some(Table {
            name: "ranges",
            title: "The assumed numbers over their ranges".into(),
            columns,
            rows: rows.collect(),
            on_terminal: true,
        })
    }

    /// The cards against each other.
    pub(super) fn animals(&self) -> Option<Table> {
        let matrix = self.solved.animals.as_ref()?;
        let columns = vec![
            words("row", "the animal that challenges"),
            words("col", "the animal that is challenged"),
            signed("edge", "the challenger's edge; an animal counts 2"),
            share("p_defeat", "chance that it defeats the other"),
            share("p_out", "chance that it is defeated"),
        ];
        let names = &self.asked.animals;
        let mut rows = Vec::new();
        for (a, (row, _)) in names.iter().enumerate() {
            for (b, (column, _)) in names.iter().enumerate() {
                let pair = matrix.pair(a, b);
                rows.push(vec![
                    text(row),
                    text(column),
                    Cell::Real(pair.edge[0]),
                    Cell::Real(pair.p_column_out[0]),
                    Cell::Real(pair.p_row_out[0]),
                ]);
            }
        }
        Some(Table {
            name: "animals",
            title: "Animals against animals".into(),
            columns,
            rows,
            on_terminal: false,
        })
    }
}
