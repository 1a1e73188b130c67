//! `battle-matrix`: everybody against everybody: builds, classes against armour, styles against styles.

mod charts;
mod tables;

use crate::error::Result;
use crate::games::battle::rules::Rules;
use crate::metagame::cycles::three_cycles;
use crate::metagame::{Payoff, nash};
use crate::report::Findings;
use crate::study::battle::strip::Headline;
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

/// P(row wins) under one table set.
pub(crate) struct Under {
    /// By row and column.
    pub cells: Vec<Vec<Estimate>>,
}

/// Advantages up to this are none, where everything is exact.
const EVEN: f64 = 1e-9;

impl Asked {
    fn under(&self, rules: &Arc<Rules>) -> Result<Under> {
        let (n, m) = (self.rows.len(), self.columns.len());
        let wanted: Vec<(usize, usize)> = (0..n)
            .flat_map(|i| (0..m).map(move |j| (i, j)))
            .filter(|(i, j)| !self.square || i < j)
            .collect();
        let one = |&(i, j): &(usize, usize)| {
            let duel = duel(&self.ground, rules, &self.rows[i], &self.columns[j])?;
            self.worth.win(&self.ground, &duel)
        };
        let sampled = self.worth.playouts.is_some();
        let values = match sampled {
            // Runs use all threads by themselves.
            true => wanted.iter().map(one).collect::<Result<Vec<_>>>()?,
            false => wanted.par_iter().map(one).collect::<Result<Vec<_>>>()?,
        };
        let mut cells = vec![vec![Estimate::exact(0.5); m]; n];
        for ((i, j), value) in wanted.into_iter().zip(values) {
            cells[i][j] = value;
            if self.square {
                cells[j][i] = turned(&value);
            }
        }
        Ok(Under { cells })
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
        let sampled = own.cells.iter().flatten().any(|e| e.n.is_some());
        let flips = self.flips(&sets);
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
        let mean = |u: &Under| {
            let all: Vec<f64> = u.cells.iter().map(|r| mean_of(r)).collect();
            let best = self.best_rows(&all);
            (self.named(&best), best.first().map_or(0.5, |b| all[*b]))
        };
        let strip = Headline::named(
            sets.iter()
                .map(|(s, u)| (s.clone(), Estimate::exact(mean(u).1)))
                .collect(),
            sets.iter().map(|(_, u)| mean(u).0).collect(),
        );
        let mut all_tables = vec![tables::pairs(self, &own, &sets), tables::means(self, &own)];
        if !sets.is_empty() {
            all_tables.push(strip.table("mean P(win) of the best row"));
        }
        if self.square {
            all_tables.push(tables::equilibrium(self, &own, &sets));
        }
        Ok(Findings {
            verdict: self.verdict(&own, &sets, &flips, &strip),
            tables: all_tables,
            charts: charts::all(self, &own, &sets),
            notes: vec![
                self.worth.note(&self.ground, sampled),
                "A cell is P(row wins) with the first turn by initiative; two of the same are even.".into(),
            ],
            guesses: self.ground.guesses(
                self.rows.iter().chain(&self.columns).map(|s| &s.gladiator),
                false,
            ),
            glossary: glossary(&[
                ("equilibrium", "a mixture that nobody can beat in the mean; exact linear programming"),
                ("cycle", "three of which each beats the next"),
                ("flips", "pairs whose favourite is not the same under every table set"),
            ]),
            question,
        })
    }

    /// Pairs whose favourite differs between the sets.
    pub(crate) fn flips(&self, sets: &[(String, Under)]) -> Vec<(usize, usize)> {
        let side = |v: f64| match v - 0.5 {
            d if d.abs() <= EVEN => 0,
            d if d > 0.0 => 1,
            _ => -1,
        };
        let mut found = Vec::new();
        for i in 0..self.rows.len() {
            for j in 0..self.columns.len() {
                let mut sides = sets.iter().map(|(_, u)| side(u.cells[i][j].value));
                let first = sides.next();
                if (!self.square || i < j) && sides.any(|s| Some(s) != first) {
                    found.push((i, j));
                }
            }
        }
        found
    }

    /// The rows with the best mean, all that are level.
    fn best_rows(&self, means: &[f64]) -> Vec<usize> {
        let top = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (0..means.len())
            .filter(|i| means[*i] >= top - EVEN)
            .collect()
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

    fn verdict(
        &self,
        own: &Under,
        sets: &[(String, Under)],
        flips: &[(usize, usize)],
        strip: &Headline,
    ) -> Vec<String> {
        let means: Vec<f64> = own.cells.iter().map(|r| mean_of(r)).collect();
        let mut order: Vec<usize> = (0..means.len()).collect();
        order.sort_by(|a, b| means[*b].total_cmp(&means[*a]).then(a.cmp(b)));
        let names = |list: &[usize]| self.named(list);
        let best = self.best_rows(&means);
        let others: Vec<usize> = order.into_iter().filter(|i| !best.contains(i)).collect();
        let (does, then) = match (best.len(), others.is_empty()) {
            (1, false) => (
                "does",
                format!("; then {}", names(&others[..others.len().min(3)])),
            ),
            (_, false) => (
                "do",
                format!("; then {}", names(&others[..others.len().min(3)])),
            ),
            (1, true) => ("does", String::new()),
            (_, true) => ("do", String::new()),
        };
        let mut all = vec![format!(
            "{} {does} best in the mean over all columns: {:.4}{then}.",
            names(&best),
            means[best[0]],
        )];
        if let Some(game) = self.game(own) {
            let eq = nash::symmetric(&game);
            let mix: Vec<String> = eq
                .support
                .iter()
                .map(|i| format!("{} {:.3}", self.rows[*i].name, eq.weights[*i]))
                .collect();
            all.push(match eq.support.len() {
                1 => format!("Against free choice {} alone is safe.", names(&eq.support)),
                _ => format!(
                    "Nobody alone is safe; the unbeatable mixture is {}.",
                    mix.join(", ")
                ),
            });
            let cycles = three_cycles(&game);
            all.push(match cycles.first() {
                None => "There is no cycle of three.".into(),
                Some(c) => format!(
                    "{} cycles of three; the strongest: {} beats {} beats {} beats the first, each by at least {:.4}.",
                    cycles.len(),
                    self.rows[c.of[0]].name,
                    self.rows[c.of[1]].name,
                    self.rows[c.of[2]].name,
                    c.least
                ),
            });
        }
        if !sets.is_empty() {
            all.push(match flips.len() {
                0 => "Every pair has the same favourite under every table set.".into(),
                n => {
                    let said: Vec<String> = flips
                        .iter()
                        .take(6)
                        .map(|(i, j)| format!("{} v {}", self.rows[*i].name, self.columns[*j].name))
                        .collect();
                    format!(
                        "{n} {} favourite with the lost tables: {}{}.",
                        if n == 1 {
                            "pair changes its"
                        } else {
                            "pairs change their"
                        },
                        said.join(", "),
                        if n > 6 { ", …" } else { "" }
                    )
                }
            });
            all.extend(
                strip
                    .sentence()
                    .map(|s| s.replace("The verdict", "The best row")),
            );
        }
        all
    }
}

/// The other side's estimate.
fn turned(e: &Estimate) -> Estimate {
    Estimate {
        count: e.count.zip(e.n).map(|(c, n)| n - c),
        n: e.n,
        value: 1.0 - e.value,
        interval: e.interval.map(|(lo, hi)| (1.0 - hi, 1.0 - lo)),
        exact: e.exact.map(|v| 1.0 - v),
    }
}

/// The mean of a row.
pub(crate) fn mean_of(row: &[Estimate]) -> f64 {
    row.iter().map(|e| e.value).sum::<f64>() / row.len() as f64
}
