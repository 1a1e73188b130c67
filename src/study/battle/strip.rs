//! The robustness strip as a table, a chart and a sentence.

use super::cells::{self, Estimate, text, word};
use crate::games::battle::strip::{Favoured, Strip};
use crate::report::{Cell, Chart, Kind, Plot, Table};

/// A headline under each table set.
#[derive(Debug, Clone, PartialEq)]
pub struct Headline {
    /// Set and value.
    pub values: Vec<(String, Estimate)>,
    /// Set and verdict in a word or two.
    pub verdicts: Vec<(String, String)>,
    /// Whether the verdict survives; `None`: this question has none.
    pub holds: Option<bool>,
    /// No side is favoured, as far as is known, under any set.
    pub even: bool,
    /// The verdict of every set is known, not only estimated.
    pub told: bool,
}

impl Headline {
    /// P(a wins) and P(b wins) by set, with the verdict of a duel.
    pub fn duel(values: Vec<(String, [Estimate; 2])>) -> Self {
        let verdicts = values.iter().map(|(_, e)| favoured(e)).collect();
        let plain = values.iter().map(|(s, e)| (s.clone(), e[0].value));
        let strip = Strip::new(plain.collect(), verdicts);
        let values = values.into_iter().map(|(s, e)| (s, e[0])).collect();
        Self {
            even: strip.even(),
            told: true,
            verdicts: strip
                .favoured
                .iter()
                .map(|(s, f)| (s.clone(), f.name().to_string()))
                .collect(),
            holds: Some(strip.holds),
            values,
        }
    }

    /// Values with verdicts in words; the verdict survives if all are the same.
    pub fn named(values: Vec<(String, Estimate)>, verdicts: Vec<String>) -> Self {
        let holds = verdicts.windows(2).all(|w| w[0] == w[1]);
        let sets = values.iter().map(|(s, _)| s.clone());
        Self {
            verdicts: sets.zip(verdicts).collect(),
            holds: Some(holds),
            even: false,
            told: true,
            values,
        }
    }

    /// Values with the names of what is best under each set; what is sampled may leave several open (`told` is false).
    /// The verdict survives if each set has told its best, and it is the same.
    pub fn best(values: Vec<(String, Estimate)>, best: Vec<(String, bool)>) -> Self {
        let told = best.iter().all(|b| b.1);
        let names = best.into_iter().map(|(name, told)| match told {
            true => name,
            false => format!("not told apart: {name}"),
        });
        let named = Self::named(values, names.collect());
        Self {
            holds: named.holds.map(|h| h && told),
            told,
            ..named
        }
    }

    /// Values alone.
    pub fn plain(values: Vec<(String, Estimate)>) -> Self {
        Self {
            verdicts: Vec::new(),
            holds: None,
            told: true,
            even: false,
            values,
        }
    }

    /// The table `strip`.
    pub fn table(&self, what: &str) -> Table {
        let mut columns = cells::columns(
            vec![text("tables", "table set of the lost tables")],
            Kind::Share,
        );
        columns.push(text(
            "verdict",
            "verdict under this set; empty where the question has none",
        ));
        columns.push(text(
            "holds",
            "whether the verdict is the same under every set: yes or no; even: nobody is favoured under any",
        ));
        let holds = self.holds_word().map_or(Cell::Null, word);
        let rows = self.values.iter().enumerate().map(|(i, (set, e))| {
            let mut row = vec![word(set)];
            row.extend(e.cells());
            row.push(self.verdicts.get(i).map_or(Cell::Null, |v| word(&v.1)));
            row.push(holds.clone());
            row
        });
        Table {
            name: "strip",
            title: format!("Robustness: {what} under each reconstruction of the lost tables"),
            columns,
            rows: rows.collect(),
            on_terminal: true,
        }
    }

    /// The chart `strip`; none without values.
    pub fn chart(&self, what: &str) -> Option<Chart> {
        if self.values.is_empty() {
            return None;
        }
        let all: Vec<Estimate> = self.values.iter().map(|v| v.1).collect();
        let caption = match self.holds {
            _ if self.even => {
                "Neither side is favoured under any reconstruction of the lost tables."
            }
            Some(true) => "The verdict is the same under every reconstruction of the lost tables.",
            _ if !self.told => {
                "The sample does not settle the verdict under every reconstruction of the lost tables."
            }
            Some(false) => "The verdict changes with the reconstruction of the lost tables.",
            None => "The figure under every reconstruction of the lost tables.",
        };
        Some(Chart {
            name: "strip",
            title: format!("Robustness: {what}"),
            caption: caption.into(),
            x_label: "table set".into(),
            y_label: what.into(),
            plot: Plot::Bars {
                categories: self.values.iter().map(|v| v.0.clone()).collect(),
                series: cells::series(what, &all),
                share: true,
            },
            table: "strip",
        })
    }

    /// `yes`, `no`, or `even` where nobody is favoured under any set.
    pub fn holds_word(&self) -> Option<&'static str> {
        match self.holds? {
            _ if self.even => Some("even"),
            true => Some("yes"),
            false => Some("no"),
        }
    }

    /// The verdict's sentence.
    pub fn sentence(&self) -> Option<String> {
        let list = |digits: usize| {
            let each = self.values.iter().enumerate().map(|(i, (set, e))| {
                let verdict = self
                    .verdicts
                    .get(i)
                    .map_or(String::new(), |v| format!(" ({})", v.1));
                format!("{set} {:.digits$}{verdict}", e.value)
            });
            each.collect::<Vec<_>>().join(", ")
        };
        if self.values.is_empty() {
            return None;
        }
        let exact = self.values.iter().all(|v| v.1.exact.is_some());
        Some(match self.holds {
            _ if self.even && exact => {
                format!("Nobody is favoured under any table set: {}.", list(4))
            }
            _ if self.even => format!(
                "Nobody is shown to be favoured under any table set: {}.",
                list(4)
            ),
            Some(true) => format!("The verdict holds under every table set: {}.", list(4)),
            _ if !self.told => format!(
                "The verdict is not settled by the sample under every table set: {}.",
                list(4)
            ),
            Some(false) => format!("The verdict depends on the lost tables: {}.", list(4)),
            None => format!("Under the table sets: {}.", list(4)),
        })
    }
}

/// Who is favoured, by P(a wins) and P(b wins).
pub fn favoured(win: &[Estimate; 2]) -> Favoured {
    match win.map(|w| (w.exact, w.interval)) {
        [(Some(a), _), (Some(b), _)] => Favoured::exact([a, b]),
        [(None, Some(a)), (None, Some(b))] => Favoured::sampled([a.0, b.0]),
        _ => Favoured::Even,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_sampled_set_does_not_hold() {
        let e = |hits| {
            let share = |hits| Estimate::share(hits, 1000, 0.95, None);
            [share(hits), share(1000 - hits)]
        };
        let strip = |hits: [u64; 3]| {
            Headline::duel(
                ["r1", "r2", "r3"]
                    .iter()
                    .zip(hits)
                    .map(|(s, h)| (s.to_string(), e(h)))
                    .collect(),
            )
        };
        assert_eq!(strip([600, 590, 580]).holds, Some(true));
        let even = strip([600, 505, 580]);
        assert_eq!(
            (even.holds, even.verdicts[1].1.as_str()),
            (Some(false), "even")
        );
        assert!(even.sentence().unwrap().starts_with("The verdict depends"));
        assert_eq!(even.table("win").rows.len(), 3);
        let mirror = Headline::duel(vec![("r1".into(), [Estimate::exact(0.5); 2])]);
        assert_eq!(mirror.holds_word(), Some("even"));
        assert!(
            mirror
                .sentence()
                .unwrap()
                .starts_with("Nobody is favoured under any table set")
        );
        let none = Headline::duel(vec![("r1".into(), [Estimate::exact(0.0); 2])]);
        assert_eq!(none.verdicts[0].1, "even", "battles without a winner");
    }
}
