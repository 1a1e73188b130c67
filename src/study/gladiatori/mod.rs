//! What the questions of Gladiatori have in common: the frame of an answer, columns of estimates, tables of games.

pub mod contest;
pub mod find;
pub mod games;
mod ring;
pub mod sensitivity;

use crate::report::{Cell, Column, Findings, Guess, Kind as Show, Method, Question, Table};
use crate::stats::{self, Moments};

/// What an answer says about its question.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Name of the question.
    pub name: &'static str,
    /// One line for people.
    pub title: String,
    /// The command that reproduces the answer.
    pub command: String,
    /// Ruleset name.
    pub ruleset: String,
    /// Switches and data set away from their defaults.
    pub switches: Vec<(String, String)>,
    /// Who plays how.
    pub policies: Vec<(String, String)>,
    /// Facts worth showing.
    pub facts: Vec<(String, String)>,
    /// Values not from the rulebook.
    pub guesses: Vec<Guess>,
    /// Seed.
    pub seed: u64,
    /// Confidence level of the intervals.
    pub confidence: f64,
}

/// How far a sampled run came.
#[derive(Debug, Clone)]
pub struct Sampled {
    /// Playouts done.
    pub playouts: u64,
    /// What ended it.
    pub stopped_by: String,
    /// False when it was cut short.
    pub complete: bool,
}

impl Sampled {
    /// Of a run of the playout machinery.
    pub fn of<T>(run: &crate::playout::Run<T>) -> Self {
        Self {
            playouts: run.playouts,
            stopped_by: run.stopped_by.name().into(),
            complete: run.complete,
        }
    }

    /// All of a fixed number of playouts.
    pub fn whole(playouts: u64) -> Self {
        Self {
            playouts,
            stopped_by: "playouts".into(),
            complete: true,
        }
    }
}

impl Frame {
    /// Empty findings of this question; `sampled` is none for an exact answer.
    pub fn findings(&self, sampled: Option<&Sampled>) -> Findings {
        let question = Question {
            name: self.name.into(),
            title: self.title.clone(),
            command: self.command.clone(),
            ruleset: self.ruleset.clone(),
            switches: self.switches.clone(),
            policies: self.policies.clone(),
            facts: self.facts.clone(),
            seed: sampled.map(|_| self.seed),
            method: match sampled {
                Some(_) => Method::Mc,
                None => Method::Exact,
            },
            playouts: sampled.map_or(0, |s| s.playouts),
            stopped_by: sampled.map(|s| s.stopped_by.clone()),
            complete: sampled.is_none_or(|s| s.complete),
            confidence: self.confidence,
        };
        Findings {
            question,
            verdict: Vec::new(),
            tables: Vec::new(),
            charts: Vec::new(),
            notes: Vec::new(),
            guesses: self.guesses.clone(),
            glossary: glossary(),
        }
    }
}

/// Columns of an estimate: `value, lo, hi, n, exact, spread`.
pub fn estimate_columns(kind: Show, unit: &'static str) -> Vec<Column> {
    vec![
        Column::new(
            "value",
            kind,
            unit,
            "the estimate, or the exact value where nothing was sampled",
        ),
        Column::new(
            "lo",
            kind,
            unit,
            "lower end of its interval; null where it is exact or nothing varied",
        ),
        Column::new(
            "hi",
            kind,
            unit,
            "upper end of its interval; null where it is exact or nothing varied",
        ),
        Column::new(
            "n",
            Show::Count,
            "games",
            "games behind the estimate; null when exact",
        )
        .machine_only(),
        Column::new("exact", kind, unit, "the exact value, where it is known").machine_only(),
        Column::new(
            "spread",
            Show::Text,
            "",
            "varies, or constant: the same in every game, so that no interval can be given",
        ),
    ]
}

/// How the numbers of a run are to be quoted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quote {
    /// Confidence level.
    pub confidence: f64,
    /// Nothing can vary: every value is exact.
    pub single: bool,
}

impl Quote {
    /// Cells of a mean, as [`estimate_columns`] has them.
    pub fn mean(self, m: &Moments) -> Vec<Cell> {
        let Some(mean) = m.mean() else {
            return vec![
                Cell::Null,
                Cell::Null,
                Cell::Null,
                Cell::Count(0),
                Cell::Null,
                Cell::Null,
            ];
        };
        let interval = (!self.single)
            .then(|| m.interval(self.confidence))
            .flatten();
        self.cells(mean, interval, m.n, m.is_constant())
    }

    /// Cells of a mean of values that all have one sign, so that its interval has no part beyond 0; `once`: it is the same
    /// value in some games and 0 in the others, so that the interval is that of the share of those games.
    pub fn bounded(self, m: &Moments, once: bool) -> Vec<Cell> {
        let unit = match (once, m.sum) {
            (true, sum) if sum != 0 => i128::try_from(m.sum_of_squares).unwrap_or(0) / sum,
            _ => 0,
        };
        let hits = if unit == 0 { 0 } else { m.sum / unit };
        let alike = unit != 0 && hits * unit * unit == m.sum_of_squares as i128;
        let mut cells = match alike && !self.single && !m.is_constant() {
            true => {
                let mut cells = self.share(hits as u64, m.n);
                for cell in &mut cells[..3] {
                    if let Cell::Real(v) = cell {
                        *v *= unit as f64;
                    }
                }
                if unit < 0 {
                    cells.swap(1, 2);
                }
                cells
            }
            false => self.mean(m),
        };
        let beyond = |v: f64| if m.sum >= 0 { v.max(0.0) } else { v.min(0.0) };
        for cell in &mut cells[1..3] {
            if let Cell::Real(v) = cell {
                *v = beyond(*v);
            }
        }
        cells
    }

    /// Cells of a share (Wilson; also where it is 0 or 1, unless nothing varied at all).
    pub fn share(self, hits: u64, n: u64) -> Vec<Cell> {
        let interval = (!self.single && n > 0).then(|| stats::wilson(hits, n, self.confidence));
        self.cells(hits as f64 / n.max(1) as f64, interval, n, false)
    }

    fn cells(self, value: f64, interval: Option<(f64, f64)>, n: u64, constant: bool) -> Vec<Cell> {
        let end = |v: Option<f64>| v.map_or(Cell::Null, Cell::Real);
        let constant = constant || self.single;
        vec![
            Cell::Real(value),
            end(interval.map(|i| i.0)),
            end(interval.map(|i| i.1)),
            if self.single {
                Cell::Null
            } else {
                Cell::Count(n)
            },
            if self.single {
                Cell::Real(value)
            } else {
                Cell::Null
            },
            Cell::Text(if constant { "constant" } else { "varies" }.into()),
        ]
    }
}

/// A table that the terminal shows too.
pub fn table(
    name: &'static str,
    title: impl Into<String>,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
) -> Table {
    Table {
        name,
        title: title.into(),
        columns,
        rows,
        on_terminal: true,
    }
}

/// A table for reports and machines only.
pub fn hidden(
    name: &'static str,
    title: impl Into<String>,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
) -> Table {
    Table {
        on_terminal: false,
        ..table(name, title, columns, rows)
    }
}

/// A number with its thousands apart.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}

/// `1 game`, `20,000 games`.
pub fn plural(n: u64, what: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{} {what}{s}", thousands(n))
}

/// A text column.
pub fn text(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Show::Text, "", meaning)
}

/// A cell of text.
pub fn word(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

/// `+1.25 (+1.10 to +1.40)`; without an interval only the value.
pub fn signed(m: &Moments, confidence: f64) -> String {
    let mean = m.mean().unwrap_or(0.0);
    match m.interval(confidence) {
        Some((lo, hi)) => format!("{mean:+.2} ({lo:+.2} to {hi:+.2})"),
        None => format!("{mean:+.2}"),
    }
}

/// The readings' words that answers use.
fn glossary() -> Vec<(String, String)> {
    [
        ("VP", "victory points; everybody starts with 10"),
        ("AV, DV", "Attack Value and Defense Value; an attack hits if AV is above DV"),
        ("margin", "own victory points less the opponent's at the end of a game"),
        ("win", "most victory points, then most Hit Points, then shared in equal parts (switches winner_pool, tie_break)"),
        ("E1, E0", "the 1-Energy and the 0-Energy card"),
        ("constant", "the same in every game of the run: there is no sampling error to estimate"),
        ("single game", "neither policies nor beasts leave anything to chance, so that there is one game per starting seat"),
    ]
    .map(|(a, b)| (a.to_string(), b.to_string()))
    .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Intervals of points stay where points can be: survival is 0 or 5, kills are never negative.
    #[test]
    fn intervals_stay_within_what_is_possible() {
        let quote = Quote {
            confidence: 0.95,
            single: false,
        };
        let moments = |values: &[(i64, u64)]| {
            let mut m = Moments::new();
            for (value, games) in values {
                (0..*games).for_each(|_| m.add_each([*value]));
            }
            m
        };
        let of = |cells: Vec<Cell>| match cells[..3] {
            [Cell::Real(value), Cell::Real(lo), Cell::Real(hi)] => (value, lo, hi),
            _ => panic!("{cells:?}"),
        };
        let (value, lo, hi) = of(quote.bounded(&moments(&[(5, 1999), (0, 1)]), true));
        assert!((value - 4.9975).abs() < 1e-9 && lo < value && value < hi && hi < 5.0);
        let (_, lo, hi) = of(quote.bounded(&moments(&[(6, 1), (12, 1), (0, 500)]), false));
        assert!(lo == 0.0 && hi > 0.0);
        let (value, lo, hi) = of(quote.bounded(&moments(&[(-15, 1), (0, 50)]), true));
        assert!(lo < value && value < hi && hi <= 0.0 && lo > -15.0);
    }
}
