//! `battle-matrix`: everybody against everybody: builds, classes against armour, styles against styles.

mod charts;
mod tables;
mod verdict;

use crate::error::Result;
use crate::games::battle::rules::Rules;
use crate::games::battle::strip::Favoured;
use crate::metagame::Payoff;
use crate::report::Findings;
use crate::stats::{Ranking, rank_by_intervals, simultaneous_confidence};
use crate::study::battle::sensitivity::{self, Answer, Found, Scope};
use crate::study::battle::strip::{Headline, favoured};
use crate::study::battle::worth::duel;
use crate::study::battle::{Estimate, Ground, Sided, Worth, glossary};
use rayon::prelude::*;
use std::sync::Arc;

/// The resolved question.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Where it is asked.
    pub ground: Ground,
    /// What stands in rows and columns: `builds`, `classes`, `styles`.
    pub kind: String,
    /// The rows.
    pub rows: Vec<Sided>,
    /// The columns; the rows again in a square matrix.
    pub columns: Vec<Sided>,
    /// Rows and columns are the same list.
    pub square: bool,
    /// How duels are worked out.
    pub worth: Worth,
}

/// What pairs come to under one table set.
pub(crate) struct Under {
    /// P(row wins), by row and column.
    pub cells: Vec<Vec<Estimate>>,
    /// Who is favoured, by row and column.
    pub favoured: Vec<Vec<Favoured>>,
    /// Rows in tie groups: exact means closer than 1e-9 are level, sampled ones whose intervals meet not told apart.
    pub ranking: Ranking,
}

impl Under {
    /// The rows that may be best.
    pub fn best(&self) -> Vec<usize> {
        self.ranking.groups().into_iter().next().unwrap_or_default()
    }

    /// Whether any cell is sampled.
    pub fn sampled(&self) -> bool {
        self.cells.iter().flatten().any(|e| e.n.is_some())
    }

    /// Whether the best row is told from all others, or is level with some exactly.
    fn told(&self) -> bool {
        !self.sampled() || self.best().len() == 1
    }
}

/// Advantages up to this are none, where everything is exact.
const EVEN: f64 = 1e-9;

impl Asked {
    fn under(&self, rules: &Arc<Rules>) -> Result<Under> {
        let (n, m) = (self.rows.len(), self.columns.len());
        let wanted: Vec<(usize, usize)> = (0..n)
            .flat_map(|i| (0..m).map(move |j| (i, j)))
            .filter(|(i, j)| !self.square || i <= j)
            .collect();
        let one = |&(i, j): &(usize, usize)| {
            let duel = duel(&self.ground, rules, &self.rows[i], &self.columns[j])?;
            self.worth.wins(&self.ground, &duel)
        };
        let sampled = self.worth.playouts.is_some();
        let values = match sampled {
            // Runs use all threads by themselves.
            true => wanted.iter().map(one).collect::<Result<Vec<_>>>()?,
            false => wanted.par_iter().map(one).collect::<Result<Vec<_>>>()?,
        };
        let mut cells = vec![vec![Estimate::exact(0.5); m]; n];
        let mut sides = vec![vec![Favoured::Even; m]; n];
        for ((i, j), wins) in wanted.into_iter().zip(values) {
            if self.square && i == j {
                cells[i][i] = mirror(&wins);
                continue;
            }
            (cells[i][j], sides[i][j]) = (wins[0], favoured(&wins));
            if self.square {
                let [a, b] = wins;
                (cells[j][i], sides[j][i]) = (b, favoured(&[b, a]));
            }
        }
        let confidence = simultaneous_confidence(self.ground.confidence, n);
        let means: Vec<f64> = cells.iter().map(|r| mean_of(r)).collect();
        let intervals: Vec<(f64, f64)> = cells
            .iter()
            .map(|row| {
                // Cells of a row share their dice, so that their errors may all point the same way.
                let each = row
                    .iter()
                    .map(|e| e.interval_at(confidence, self.ground.confidence));
                let (lo, hi) = each.fold((0.0, 0.0), |s, e| (s.0 + e.0, s.1 + e.1));
                (lo / m as f64, hi / m as f64 + EVEN)
            })
            .collect();
        Ok(Under {
            cells,
            favoured: sides,
            ranking: rank_by_intervals(&means, &intervals),
        })
    }

    /// The mean of the row that is best as asked, and which row is best, asked again in every way that is not printed.
    ///
    /// # Errors
    /// As [`Asked::findings`].
    pub fn again(&self) -> Result<Found> {
        let base = self.under(&self.ground.rules)?;
        let leader = base.best().first().copied().unwrap_or(0);
        let decided = base.told();
        let ask = |ground: &Ground| -> Result<Answer> {
            let asked = Self {
                ground: ground.clone(),
                ..self.clone()
            };
            let under = asked.under(&ground.rules)?;
            let (named, told) = self.named_best(&under);
            Ok(Answer {
                value: row_mean(&under, leader),
                verdict: decided.then(|| match told {
                    true => named,
                    false => "not told apart".into(),
                }),
            })
        };
        let weapons = sensitivity::weapons(self.rows.iter().chain(&self.columns));
        let what = format!("the mean P(win) of {}", self.rows[leader].name);
        Found::ask(&self.ground, &what, &weapons, Scope::Battle, ask)
    }

    /// The best rows in words, and whether they are told from the others.
    fn named_best(&self, under: &Under) -> (String, bool) {
        let mut best = under.best();
        best.sort_unstable();
        (self.named(&best), under.told())
    }

    /// The answer.
    ///
    /// # Errors
    /// Too many states for `--method exact`, or an interrupt.
    pub fn findings(&self) -> Result<Findings> {
        let own = self.under(&self.ground.rules)?;
        let sets = self
            .ground
            .sets
            .iter()
            .map(|(name, rules)| Ok((name.clone(), self.under(rules)?)))
            .collect::<Result<Vec<_>>>()?;
        let sampled = own.sampled();
        let title = match self.kind.as_str() {
            "classes" => "Weapons against armour".to_string(),
            "styles" => format!("Styles against styles, {}", self.rows[0].gladiator.short()),
            _ => "Builds against builds".to_string(),
        };
        let mut question = self.ground.question("battle-matrix", title);
        let listed = |all: &[Sided], what: &str| {
            all.iter()
                .map(|s| (format!("{what} {}", s.name), s.text()))
                .collect::<Vec<_>>()
        };
        question.facts = listed(&self.rows, if self.square { "build" } else { "row" });
        if !self.square {
            question.facts.extend(listed(&self.columns, "column"));
        }
        self.worth.tell(&self.ground, &mut question, sampled);
        let strip = Headline::best(
            sets.iter()
                .map(|(s, u)| (s.clone(), best_mean(u)))
                .collect(),
            sets.iter().map(|(_, u)| self.named_best(u)).collect(),
        );
        let mut notes = vec![
            self.worth.note(&self.ground, sampled),
            "A cell is P(row wins) with the first turn by initiative; battles that nobody wins count for neither.".into(),
        ];
        if sampled {
            notes.push("Rows are told apart by the intervals of their means, widened so that all hold together (Bonferroni); of two of the same, each is given half of the battles that one wins.".into());
        }
        let mut all_tables = vec![tables::pairs(self, &own, &sets), tables::means(self, &own)];
        if !sets.is_empty() {
            all_tables.push(strip.table("mean P(win) of the best row"));
        }
        let favourites = own.favoured.iter().flatten();
        if self.square && favourites.clone().any(|f| *f != Favoured::Even) {
            all_tables.push(tables::equilibrium(self, &own, &sets));
        }
        Ok(Findings {
            verdict: verdict::sentences(self, &own, &sets, &strip),
            tables: all_tables,
            charts: charts::all(self, &own, &sets),
            notes,
            guesses: self
                .ground
                .guesses(self.rows.iter().chain(&self.columns), false),
            glossary: glossary(&[
                (
                    "equilibrium",
                    "a mixture that nobody can beat in the mean; exact linear programming",
                ),
                ("cycle", "three of which each beats the next"),
                (
                    "flips",
                    "pairs whose favourite is not the same under every table set",
                ),
            ]),
            question,
        })
    }

    /// Pairs whose favourite is not the same under every set.
    pub(crate) fn flips(&self, sets: &[(String, Under)]) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for i in 0..self.rows.len() {
            for j in 0..self.columns.len() {
                let mut sides = sets.iter().map(|(_, u)| u.favoured[i][j]);
                let first = sides.next();
                if (!self.square || i < j) && sides.any(|s| Some(s) != first) {
                    found.push((i, j));
                }
            }
        }
        found
    }

    /// Whether the same side of a pair is favoured under every set: `yes`, `no`, or `even` if none is under any.
    pub(crate) fn holds(&self, sets: &[(String, Under)], i: usize, j: usize) -> &'static str {
        let mut sides = sets.iter().map(|(_, u)| u.favoured[i][j]);
        let first = sides.next();
        match sides.all(|s| Some(s) == first) {
            true if first == Some(Favoured::Even) => "even",
            true => "yes",
            false => "no",
        }
    }

    /// Names of rows, `a and b` for two.
    fn named(&self, rows: &[usize]) -> String {
        let names: Vec<&str> = rows.iter().map(|i| self.rows[*i].name.as_str()).collect();
        match names[..] {
            [a, b] => format!("{a} and {b}"),
            _ => names.join(", "),
        }
    }

    /// The game of a square matrix.
    pub(crate) fn game(&self, u: &Under) -> Option<Payoff> {
        self.square
            .then(|| Payoff::new(self.rows.len(), |a, b| u.cells[a][b].value - 0.5).symmetrised())
    }
}

/// The mean of the best row.
fn best_mean(u: &Under) -> Estimate {
    row_mean(u, u.best().first().copied().unwrap_or(0))
}

/// The mean of a row.
fn row_mean(u: &Under, row: usize) -> Estimate {
    let value = mean_of(&u.cells[row]);
    match u.sampled() {
        false => Estimate::exact(value),
        true => Estimate {
            value,
            n: u.cells.iter().flatten().find_map(|e| e.n),
            ..Estimate::default()
        },
    }
}

/// Two of the same: each wins half of what is won.
fn mirror(wins: &[Estimate; 2]) -> Estimate {
    let value = (wins[0].value + wins[1].value) / 2.0;
    match wins[0].n {
        None => Estimate::exact(value),
        n => Estimate {
            n,
            value,
            ..Estimate::default()
        },
    }
}

/// The mean of a row.
pub(crate) fn mean_of(row: &[Estimate]) -> f64 {
    row.iter().map(|e| e.value).sum::<f64>() / row.len() as f64
}
