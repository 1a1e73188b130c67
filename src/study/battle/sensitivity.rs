//! Whether a headline survives what is not printed (spec 13): other readings, other table sets, other values within the
//! ranges of what is assumed, one at a time.

mod plan;

pub use plan::{Scope, settings};

use super::ground::Ground;
use super::{Estimate, Sided, cells};
use crate::error::Result;
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Series, Table};
use crate::study::battle::cells::{text, word};
use rayon::prelude::*;

/// Changes up to this are none.
const NOTHING: f64 = 1e-9;
/// Bars of the chart.
const BARS: usize = 16;

/// One way to ask again.
#[derive(Debug, Clone)]
pub struct Setting {
    /// `switch`, `tables` or `value`.
    pub sort: &'static str,
    /// What is set: `low_double_block=1`, `tables=r2`, `critical damage of r2`.
    pub name: String,
    /// The ground with it, without a strip.
    pub ground: Ground,
}

/// A headline.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The figure.
    pub value: Estimate,
    /// The verdict in a word or two; `None`: the question has none.
    pub verdict: Option<String>,
}

/// A headline asked again and again.
#[derive(Debug)]
pub struct Found {
    /// What the figure is.
    pub what: String,
    /// As asked.
    pub base: Answer,
    /// Otherwise; an error where it cannot be asked.
    pub others: Vec<(Setting, Result<Answer>)>,
}

/// The weapons of these, each once.
pub fn weapons<'s>(sides: impl IntoIterator<Item = &'s Sided>) -> Vec<String> {
    let all = sides.into_iter().flat_map(|s| &s.gladiator.weapons);
    let mut names: Vec<String> = all.map(|w| w.name.clone()).collect();
    names.sort();
    names.dedup();
    names
}

impl Found {
    /// Asks as it is and again in every way.
    ///
    /// # Errors
    /// As `ask` as it is.
    pub fn ask(
        ground: &Ground,
        what: &str,
        weapons: &[String],
        scope: Scope,
        ask: impl Fn(&Ground) -> Result<Answer> + Sync,
    ) -> Result<Self> {
        let base = ask(&ground.again(ground.data.clone(), &[])?)?;
        let settings = settings(ground, weapons, scope)?;
        let one = |setting: Setting| {
            let answer = ask(&setting.ground);
            (setting, answer)
        };
        // Runs use all threads by themselves.
        let others = match base.value.n {
            Some(_) => settings.into_iter().map(one).collect(),
            None => settings.into_par_iter().map(one).collect(),
        };
        Ok(Self {
            what: what.into(),
            base,
            others,
        })
    }

    /// Adds the answers to findings: the table `sensitivity`, a chart, sentences, and what changes nothing as a note.
    pub fn add(&self, findings: &mut Findings) {
        let (moved, still) = self.parted();
        findings.verdict.extend(self.sentences(&moved));
        findings.tables.push(self.table(&moved));
        if !moved.is_empty() {
            findings.charts.push(self.chart(&moved));
        }
        let mut said = format!(
            "Asked again under {} other readings, table sets and values of what is assumed, one at a time.",
            self.others.iter().filter(|o| o.1.is_ok()).count()
        );
        if !still.is_empty() {
            said += &format!(" These change nothing: {}.", still.join("; "));
        }
        for (setting, answer) in &self.others {
            if let Err(why) = answer {
                said += &format!(" Not asked: {}: {why}.", setting.name);
            }
        }
        findings.notes.push(said);
        if self.base.value.n.is_some() {
            findings.notes.push("Sampled figures are asked again over the same random numbers; a small change may still be noise.".into());
        }
    }

    fn change(&self, a: &Answer) -> f64 {
        let of = |e: &Estimate| e.exact.unwrap_or(e.value);
        of(&a.value) - of(&self.base.value)
    }

    /// What changes something, the largest change first, and the names of what does not.
    fn parted(&self) -> (Vec<(&Setting, &Answer)>, Vec<&str>) {
        let (mut moved, mut still) = (Vec::new(), Vec::new());
        for (setting, answer) in &self.others {
            let Ok(answer) = answer else { continue };
            match self.change(answer).abs() > NOTHING || answer.verdict != self.base.verdict {
                true => moved.push((setting, answer)),
                false => still.push(setting.name.as_str()),
            }
        }
        moved.sort_by(|a, b| {
            let size = |x: &(&Setting, &Answer)| self.change(x.1).abs();
            size(b).total_cmp(&size(a))
        });
        (moved, still)
    }

    fn sentences(&self, moved: &[(&Setting, &Answer)]) -> Vec<String> {
        let asked = self.others.iter().filter(|o| o.1.is_ok()).count();
        let mut all = Vec::new();
        if let Some(first) = moved.first() {
            all.push(format!(
                "Of what is not printed, {} moves {} most: {} instead of {}.",
                first.0.name,
                self.what,
                first.1.value.words(4),
                self.base.value.words(4)
            ));
        }
        if let Some(base) = &self.base.verdict {
            let turned: Vec<String> = moved
                .iter()
                .filter(|(_, a)| a.verdict.as_ref() != Some(base))
                .map(|(s, a)| format!("{} ({})", s.name, a.verdict.as_deref().unwrap_or("none")))
                .collect();
            let more = match turned.len() {
                0..=5 => String::new(),
                n => format!(" and {} more", n - 5),
            };
            let listed = turned[..turned.len().min(5)].join(", ");
            all.push(match turned.is_empty() {
                true => format!("The verdict ({base}) survives all {asked} of them."),
                false => format!(
                    "The verdict ({base}) survives {} of {asked} of them; not {listed}{more}.",
                    asked - turned.len()
                ),
            });
        }
        all
    }

    fn table(&self, moved: &[(&Setting, &Answer)]) -> Table {
        let mut columns = cells::columns(
            vec![
                text(
                    "sort",
                    "switch, tables (another set) or value (of what is assumed)",
                ),
                text("setting", "what is different"),
            ],
            Kind::Number(6),
        );
        columns.extend([
            Column::new(
                "change",
                Kind::Signed(6),
                "",
                "the figure less the one as asked",
            ),
            text(
                "verdict",
                "verdict under it; empty where the question has none",
            ),
            text("survives", "the verdict is the one as asked: yes or no"),
        ]);
        let rows = moved.iter().map(|(s, a)| {
            let mut row = vec![word(s.sort), word(&s.name)];
            row.extend(a.value.cells());
            row.push(Cell::Real(self.change(a)));
            row.push(a.verdict.as_ref().map_or(Cell::Null, word));
            row.push(match &self.base.verdict {
                None => Cell::Null,
                base => word(if a.verdict == *base { "yes" } else { "no" }),
            });
            row
        });
        Table {
            name: "sensitivity",
            title: format!("What moves {}, the most first", self.what),
            columns,
            rows: rows.collect(),
            on_terminal: true,
        }
    }

    fn chart(&self, moved: &[(&Setting, &Answer)]) -> Chart {
        let shown = &moved[..moved.len().min(BARS)];
        Chart {
            name: "sensitivity",
            title: format!("What moves {}", self.what),
            caption: "The figure under one other reading, table set or value, less the figure as asked; the largest changes.".into(),
            x_label: "what is different".into(),
            y_label: "change".into(),
            plot: Plot::Bars {
                categories: shown.iter().map(|(s, _)| s.name.clone()).collect(),
                series: vec![Series {
                    name: "change".into(),
                    values: shown.iter().map(|(_, a)| self.change(a)).collect(),
                    intervals: None,
                }],
                share: false,
            },
            table: "sensitivity",
        }
    }
}
