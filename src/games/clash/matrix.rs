//! The metagame's matrices (spec 9): every team against every team, or against one unit, in one duel or a fight to the
//! death, under a policy a side.

use super::counts::{Counts, teams_of};
use super::exact::duels::Duels;
use super::exact::units::UnitId;
use super::fight::Fights;
use super::rules::Rules;
use super::spec::PolicySpec;
use super::unit::{CARRIER_SIZE, Unit};
use crate::error::{Error, Result};
use crate::metagame::Payoff;
use crate::scenario::did_you_mean;
use std::fmt;
use std::rc::Rc;

/// What is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// One duel.
    Duel,
    /// A fight to the death.
    Fight,
}

impl Model {
    /// Reads `duel` or `fight`.
    ///
    /// # Errors
    /// Anything else.
    pub fn parse(text: &str) -> Result<Self> {
        match text {
            "duel" => Ok(Self::Duel),
            "fight" => Ok(Self::Fight),
            other => {
                let hint = did_you_mean(other, ["duel", "fight"]);
                Err(Error::usage(format!(
                    "unknown model `{other}`{hint} (models: duel, fight)"
                )))
            }
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Duel => "duel",
            Self::Fight => "fight",
        })
    }
}

/// By what a pair is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Expected worth taken less worth lost.
    Edge,
    /// Fight: probability of winning it. Duel: of taking more than one loses, half of an even one.
    PWin,
}

impl Measure {
    /// Reads `edge` or `p_win`.
    ///
    /// # Errors
    /// Anything else.
    pub fn parse(text: &str) -> Result<Self> {
        match text {
            "edge" => Ok(Self::Edge),
            "p_win" => Ok(Self::PWin),
            other => {
                let hint = did_you_mean(other, ["edge", "p_win"]);
                Err(Error::usage(format!(
                    "unknown measure `{other}`{hint} (measures: edge, p_win)"
                )))
            }
        }
    }
}

/// What is asked of a pair of units.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The reading of the rules.
    pub rules: Rc<Rules>,
    /// One duel or a fight.
    pub model: Model,
    /// How the row's unit plays (`--attacker`), how the column's does, whoever challenges.
    pub specs: [PolicySpec; 2],
    /// Worth of a marker to those who think, in one duel.
    pub marker_weight: f64,
}

/// A pair of units from the row's point of view, with the row challenging and with the column challenging.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pair {
    /// Expected worth the row takes less worth it loses.
    pub edge: [f64; 2],
    /// Probability that the row wins, see [`Measure::PWin`].
    pub p_win: [f64; 2],
    /// Probability that the row's unit is out in the end.
    pub p_row_out: [f64; 2],
    /// Probability that the column's unit is out in the end.
    pub p_column_out: [f64; 2],
    /// Mean number of duels.
    pub duels: [f64; 2],
}

/// Every row's unit against every column's.
#[derive(Debug, Clone)]
pub struct Matrix {
    /// Units of the rows.
    pub rows: Vec<Unit>,
    /// Units of the columns.
    pub columns: Vec<Unit>,
    pairs: Vec<Pair>,
}

/// All teams of these sizes, in table order, the full teams in the order of spec 1.
pub fn teams(sizes: impl IntoIterator<Item = u8>) -> Vec<Unit> {
    sizes
        .into_iter()
        .flat_map(teams_of)
        .map(Unit::team)
        .collect()
}

/// The 70 full teams in table order.
pub fn full_teams() -> Vec<Unit> {
    teams([CARRIER_SIZE])
}

enum Solved {
    Duels(Box<Duels>),
    Fights(Box<Fights>),
}

impl Solved {
    fn pair(&mut self, row: Unit, column: Unit, whole: bool) -> Pair {
        let mut pair = Pair::default();
        match self {
            Self::Fights(fights) => {
                for (c, v) in fights.value(row, column).into_iter().enumerate() {
                    pair.edge[c] = v.edge;
                    pair.p_win[c] = v.p_attacker_wins;
                    pair.p_column_out[c] = v.p_attacker_wins;
                    pair.p_row_out[c] = 1.0 - v.p_attacker_wins;
                    pair.duels[c] = v.duels;
                }
            }
            Self::Duels(duels) => {
                let id = |unit| -> UnitId {
                    duels
                        .units()
                        .id(unit)
                        .expect("every unit of the matrix has a number")
                };
                let (row, column) = (id(row), id(column));
                for c in 0..2 {
                    pair.duels[c] = 1.0;
                    if !whole {
                        pair.edge[c] = duels.gain(row, column, c);
                        continue;
                    }
                    let m = duels.measure(row, column, c);
                    pair.edge[c] = m.gain;
                    pair.p_win[c] = (1.0 + m.ahead[0] - m.ahead[1]) / 2.0;
                    [pair.p_row_out[c], pair.p_column_out[c]] = m.out;
                }
            }
        }
        pair
    }
}

impl Setting {
    /// A setting under one policy for both sides.
    pub fn both(rules: Rc<Rules>, model: Model, spec: PolicySpec) -> Self {
        Self {
            rules,
            model,
            specs: [spec.clone(), spec],
            marker_weight: 0.0,
        }
    }

    fn solved(&self, rows: &[Unit], columns: &[Unit]) -> Result<Solved> {
        let both = || rows.iter().chain(columns);
        if rows.is_empty() || columns.is_empty() {
            return Err(Error::usage(
                "a matrix needs at least one unit on each side",
            ));
        }
        if self.model == Model::Duel {
            let mut animals: Vec<Unit> = both()
                .filter(|u| u.is_animal())
                .map(|u| Unit { markers: 0, ..*u })
                .collect();
            animals.sort();
            animals.dedup();
            let duels = Duels::new(
                &self.rules,
                [&self.specs[0], &self.specs[1]],
                &animals,
                self.marker_weight,
            )?;
            return Ok(Solved::Duels(Box::new(duels)));
        }
        if let Some(animal) = both().find(|u| u.is_animal()) {
            return Err(Error::usage(format!(
                "a fight to the death is fought between teams, not with the animal {animal}; ask for one duel"
            )));
        }
        let mut fights = Fights::new(&self.rules, [&self.specs[0], &self.specs[1]])?;
        let counts = |units: &[Unit]| units.iter().map(|u| u.counts).collect::<Vec<Counts>>();
        fights.solve(&counts(rows), &counts(columns));
        Ok(Solved::Fights(Box::new(fights)))
    }

    /// Everything about every pair.
    ///
    /// # Errors
    /// An animal in a fight; no units; best responses nested too deep.
    pub fn matrix(&self, rows: &[Unit], columns: &[Unit]) -> Result<Matrix> {
        self.work_out(rows, columns, true)
    }

    /// Edges alone, which is faster for single duels.
    ///
    /// # Errors
    /// As [`Setting::matrix`].
    pub fn edges(&self, rows: &[Unit], columns: &[Unit]) -> Result<Matrix> {
        self.work_out(rows, columns, false)
    }

    fn work_out(&self, rows: &[Unit], columns: &[Unit], whole: bool) -> Result<Matrix> {
        let mut solved = self.solved(rows, columns)?;
        let pairs = rows
            .iter()
            .flat_map(|&a| columns.iter().map(move |&d| (a, d)));
        let pairs = pairs.map(|(a, d)| solved.pair(a, d, whole)).collect();
        Ok(Matrix {
            rows: rows.to_vec(),
            columns: columns.to_vec(),
            pairs,
        })
    }
}

impl Matrix {
    /// A row's unit against a column's.
    pub fn pair(&self, row: usize, column: usize) -> &Pair {
        &self.pairs[row * self.columns.len() + column]
    }

    /// Number of strategies.
    ///
    /// # Panics
    /// If rows and columns are not the same units.
    fn square(&self) -> usize {
        assert_eq!(
            self.rows, self.columns,
            "only the same units on both sides make a game"
        );
        self.rows.len()
    }

    /// The row challenges: M of spec 9.
    pub fn challenging(&self) -> Payoff {
        Payoff::new(self.square(), |a, b| self.pair(a, b).edge[0])
    }

    /// The row is challenged.
    pub fn challenged(&self) -> Payoff {
        Payoff::new(self.square(), |a, b| self.pair(a, b).edge[1])
    }

    /// Mean of both orders: V of spec 9 where both sides play alike.
    pub fn symmetrised(&self) -> Payoff {
        Payoff::new(self.square(), |a, b| self.mean_edge_of(a, b))
    }

    /// The game that the measure makes: the symmetrised edge, or p_win - 1/2.
    pub fn game(&self, measure: Measure) -> Payoff {
        match measure {
            Measure::Edge => self.symmetrised(),
            Measure::PWin => Payoff::new(self.square(), |a, b| self.p_win_of(a, b) - 0.5),
        }
    }

    /// Mean of both orders of a pair's edge.
    pub fn mean_edge_of(&self, a: usize, b: usize) -> f64 {
        let [first, second] = self.pair(a, b).edge;
        (first + second) / 2.0
    }

    /// Mean of both orders of a pair's chance to win.
    pub fn p_win_of(&self, a: usize, b: usize) -> f64 {
        let [first, second] = self.pair(a, b).p_win;
        (first + second) / 2.0
    }

    /// Mean over all pairs and both orders.
    pub fn mean_edge_all(&self) -> f64 {
        self.pairs
            .iter()
            .map(|p| (p.edge[0] + p.edge[1]) / 2.0)
            .sum::<f64>()
            / self.pairs.len() as f64
    }

    /// Ordered pairs whose edge does not depend on who challenges.
    pub fn order_free(&self) -> usize {
        self.pairs
            .iter()
            .filter(|p| (p.edge[0] - p.edge[1]).abs() <= SAME)
            .count()
    }

    /// Ordered pairs in which it would be better to be challenged.
    pub fn challenging_hurts(&self) -> usize {
        self.pairs
            .iter()
            .filter(|p| p.edge[0] < p.edge[1] - SAME)
            .count()
    }

    /// Units that are exactly even against themselves when they challenge.
    pub fn zero_mirrors(&self) -> usize {
        (0..self.square())
            .filter(|&a| self.pair(a, a).edge[0].abs() <= SAME)
            .count()
    }
}

/// Edges within this are equal.
pub const SAME: f64 = 1e-12;

#[cfg(test)]
mod tests;
