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
}

impl Headline {
    /// P(a wins) by set, with the verdict of a duel.
    pub fn duel(values: Vec<(String, Estimate)>) -> Self {
        let favoured: Vec<Favoured> = values
            .iter()
            .map(|(_, e)| match (e.exact, e.interval) {
                (Some(exact), _) => Favoured::exact(exact),
                (None, Some(interval)) => Favoured::sampled(interval),
                (None, None) => Favoured::Even,
            })
            .collect();
        let plain = values.iter().map(|(s, e)| (s.clone(), e.value)).collect();
        let strip = Strip::new(plain, favoured);
        Self {
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
            values,
        }
    }

    /// Values alone.
    pub fn plain(values: Vec<(String, Estimate)>) -> Self {
        Self {
            verdicts: Vec::new(),
            holds: None,
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
            "whether the verdict is the same under every set: yes or no",
        ));
        let holds = self
            .holds
            .map_or(Cell::Null, |h| word(if h { "yes" } else { "no" }));
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
            Some(true) => "The verdict is the same under every reconstruction of the lost tables.",
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
        Some(match self.holds {
            Some(true) => format!("The verdict holds under every table set: {}.", list(4)),
            Some(false) => format!("The verdict depends on the lost tables: {}.", list(4)),
            None => format!("Under the table sets: {}.", list(4)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_sampled_set_does_not_hold() {
        let e = |hits| Estimate::share(hits, 1000, 0.95, None);
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
    }
}
