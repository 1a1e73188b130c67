//! `gauntlet-compare`: several policies over common random numbers, paired, ranked with tie groups.

mod field;

pub use field::{Field, FieldTally};

use super::estimate::{Estimate, real, share_columns, text};
use super::{Asked, Ran, glossary, percent};
use crate::games::gauntlet::exact::GameExact;
use crate::games::gauntlet::kernel::Value;
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Series, Table};
use crate::stats::{self, Paired};
use field::pairs;

/// A policy in the field.
#[derive(Debug)]
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// What becomes of its games, exactly, or why that cannot be said. An empty reason: nobody asked for it.
    pub exact: Result<GameExact, String>,
}

/// Everything that the report is made of.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// The question.
    pub asked: &'a Asked,
    /// The difficulty.
    pub difficulty: &'a str,
    /// What is compared.
    pub value: Value,
    /// The policies, as given.
    pub entrants: &'a [Entrant],
    /// The playouts.
    pub sampled: Option<(&'a Ran, &'a FieldTally)>,
}

impl Comparison<'_> {
    fn exact(&self, at: usize) -> Option<f64> {
        let e = self.entrants[at].exact.as_ref().ok()?;
        Some(match self.value {
            Value::Win => e.win(),
            Value::Score => e.mean_score(),
        })
    }

    fn estimate(&self, at: usize) -> Estimate {
        let moments = self.sampled.map(|(_, t)| t.each[at]);
        match self.value {
            Value::Win => Estimate::share(
                moments.map(|m| (m.sum as u64, m.n)),
                self.exact(at),
                self.asked.confidence,
            ),
            Value::Score => Estimate::mean(moments, self.exact(at), self.asked.confidence),
        }
    }

    fn best_known(&self, at: usize) -> f64 {
        let e = self.estimate(at);
        e.exact.or(e.value).unwrap_or(0.0)
    }

    fn pair(&self, i: usize, j: usize) -> Option<&Paired> {
        let (_, tally) = self.sampled?;
        pairs(self.entrants.len())
            .position(|p| p == (i, j))
            .map(|at| &tally.pairs[at])
    }

    /// Two-sided p-value of a paired difference.
    fn p_value(&self, i: usize, j: usize) -> f64 {
        let Some(d) = self.pair(i, j).map(|p| p.difference) else {
            return 1.0;
        };
        match (d.mean(), d.standard_error()) {
            (Some(mean), Some(se)) if se > 0.0 => stats::two_sided_p(mean / se),
            _ => 1.0,
        }
    }

    /// Groups that the values carry: exact ones where all are known, else by the paired differences.
    fn ranking(&self) -> stats::Ranking {
        let values: Vec<f64> = (0..self.entrants.len())
            .map(|i| self.best_known(i))
            .collect();
        if (0..values.len()).all(|i| self.exact(i).is_some()) {
            let points: Vec<(f64, f64)> = values.iter().map(|v| (v - 5e-10, v + 5e-10)).collect();
            return stats::rank_by_intervals(&values, &points);
        }
        let sampled: Vec<f64> = (0..values.len())
            .map(|i| self.estimate(i).value.unwrap_or(0.0))
            .collect();
        stats::rank_by_p_values(&sampled, |i, j| self.p_value(i, j), self.asked.confidence)
    }

    /// A difference of two values.
    fn show_difference(&self, x: f64) -> String {
        match self.value {
            Value::Win => format!("{:.2} percentage points", x * 100.0),
            Value::Score => self.show(x),
        }
    }

    fn show(&self, x: f64) -> String {
        match self.value {
            Value::Win => percent(x),
            Value::Score => format!("{x:.3} points"),
        }
    }
}

/// Turns a comparison into findings.
pub fn findings(c: &Comparison<'_>) -> Findings {
    let ranking = c.ranking();
    let policies = c
        .entrants
        .iter()
        .enumerate()
        .map(|(i, e)| (format!("policy {}", i + 1), e.name.clone()))
        .collect();
    let facts = vec![
        ("difficulty".into(), c.difficulty.into()),
        ("compared by".into(), c.what().into()),
    ];
    Findings {
        question: c.asked.question(policies, facts, c.sampled.map(|s| s.0)),
        verdict: verdict(c, &ranking),
        tables: vec![ladder(c, &ranking), differences(c)],
        charts: vec![chart(c, &ranking)],
        notes: notes(c),
        guesses: c.asked.guesses.clone(),
        glossary: glossary(),
    }
}

impl Comparison<'_> {
    fn what(&self) -> &'static str {
        match self.value {
            Value::Win => "win rate",
            Value::Score => "mean score",
        }
    }
}

fn verdict(c: &Comparison<'_>, ranking: &stats::Ranking) -> Vec<String> {
    let groups = ranking.groups();
    // How each figure came about, unless all came about in one way.
    let exact = |i: &usize| c.exact(*i).is_some();
    let all = 0..c.entrants.len();
    let (every, none) = (
        all.clone().all(|i| exact(&i)),
        !all.clone().any(|i| exact(&i)),
    );
    let way = |i: &usize| match (every || none, exact(i)) {
        (true, _) => "",
        (_, true) => ", exact",
        (_, false) => ", sampled",
    };
    let names = |group: &[usize]| {
        let each = group.iter().map(|i| {
            format!(
                "{} ({}{})",
                c.entrants[*i].name,
                c.show(c.best_known(*i)),
                way(i)
            )
        });
        each.collect::<Vec<_>>().join(" and ")
    };
    let mut said = vec![format!(
        "Best by {} on {}{}: {}.",
        c.what(),
        c.difficulty,
        match (every, none) {
            (true, _) => " (exact)",
            (_, true) => " (sampled)",
            _ => "",
        },
        names(&groups[0])
    )];
    if groups.len() > 1 {
        let rest: Vec<String> = groups[1..].iter().map(|g| names(g)).collect();
        said.push(format!("Then, in this order: {}.", rest.join(", ")));
    }
    if groups.iter().any(|g| g.len() > 1) {
        said.push("Policies joined by `and` cannot be told apart from the first of them by these numbers.".into());
    }
    if let Some(worst) = ranking.order.last().filter(|_| c.entrants.len() > 1) {
        let gap = c.best_known(ranking.order[0]) - c.best_known(*worst);
        let ends = [ranking.order[0], *worst].map(|i| exact(&i));
        said.push(format!(
            "From the worst to the best policy: {} ({}).",
            c.show_difference(gap),
            match ends {
                [true, true] => "exact",
                [false, false] => "sampled",
                _ => "one exact, one sampled",
            }
        ));
    }
    said
}

fn ladder(c: &Comparison<'_>, ranking: &stats::Ranking) -> Table {
    let mut columns = vec![
        Column::new(
            "group",
            Kind::Count,
            "",
            "tie group: what cannot be told apart from its first; 1 is best",
        ),
        Column::new("policy", Kind::Text, "", "the policy"),
    ];
    let mut estimate = share_columns();
    if c.value == Value::Score {
        estimate
            .iter_mut()
            .filter(|e| e.kind == Kind::Share)
            .for_each(|e| e.kind = Kind::Number(6));
    }
    columns.extend(estimate);
    let kind = if c.value == Value::Win {
        Kind::Signed(6)
    } else {
        Kind::Signed(4)
    };
    columns.extend([
        Column::new(
            "below_best",
            kind,
            "",
            "its value less that of the first (exact where known)",
        ),
        Column::new(
            "matches",
            Kind::Number(2),
            "per game",
            "expected matches in a game (exact; null where unknown)",
        ),
    ]);
    let best = c.best_known(ranking.order[0]);
    let rows = ranking
        .order
        .iter()
        .map(|&i| {
            let mut row = vec![
                Cell::Count(ranking.group[i] as u64 + 1),
                text(&c.entrants[i].name),
            ];
            row.extend(c.estimate(i).share_cells());
            row.push(real(Some(c.best_known(i) - best)));
            row.push(real(c.entrants[i].exact.as_ref().ok().map(|e| e.matches)));
            row
        })
        .collect();
    Table {
        name: "ladder",
        title: format!("The ladder of skill by {} ({})", c.what(), c.difficulty),
        columns,
        rows,
        on_terminal: true,
    }
}

fn differences(c: &Comparison<'_>) -> Table {
    let kind = if c.value == Value::Win {
        Kind::Signed(6)
    } else {
        Kind::Signed(4)
    };
    let columns = vec![
        Column::new("a", Kind::Text, "", "a policy"),
        Column::new("b", Kind::Text, "", "another"),
        Column::new(
            "value",
            kind,
            "",
            "value of a less that of b, sampled (exact where nothing was sampled)",
        ),
        Column::new(
            "lo",
            kind,
            "",
            "lower end of its simultaneous interval (Bonferroni over all pairs)",
        ),
        Column::new("hi", kind, "", "upper end of its simultaneous interval"),
        Column::new("n", Kind::Count, "", "pairs of playouts").machine_only(),
        Column::new("exact", kind, "", "the exact difference"),
        Column::new("correlation", Kind::Signed(3), "", "of the paired values"),
        Column::new(
            "variance_reduction",
            Kind::Number(2),
            "",
            "gain of common random numbers over independent runs",
        ),
    ];
    let n = c.entrants.len();
    let confidence = stats::simultaneous_confidence(c.asked.confidence, pairs(n).count());
    let rows = pairs(n)
        .map(|(i, j)| {
            let exact = c.exact(i).zip(c.exact(j)).map(|(a, b)| a - b);
            let paired = c.pair(i, j);
            let d = paired.map(|p| p.difference);
            let interval = d.and_then(|d| d.interval(confidence));
            vec![
                text(&c.entrants[i].name),
                text(&c.entrants[j].name),
                real(d.and_then(|d| d.mean()).or(exact)),
                real(interval.map(|i| i.0)),
                real(interval.map(|i| i.1)),
                paired.map_or(Cell::Null, |p| Cell::Count(p.n())),
                real(exact),
                real(paired.and_then(Paired::correlation)),
                real(paired.and_then(Paired::variance_reduction)),
            ]
        })
        .collect();
    Table {
        name: "differences",
        title: "Every pair over common random numbers".into(),
        columns,
        rows,
        on_terminal: n <= 5,
    }
}

fn chart(c: &Comparison<'_>, ranking: &stats::Ranking) -> Chart {
    let order: Vec<usize> = ranking.order.iter().rev().copied().collect();
    let mut series = Vec::new();
    if order.iter().all(|&i| c.exact(i).is_some()) {
        let values = order.iter().map(|&i| c.exact(i).unwrap_or(0.0)).collect();
        series.push(Series {
            name: format!("{}, exact", c.what()),
            values,
            intervals: None,
        });
    }
    if c.sampled.is_some() {
        let values = order
            .iter()
            .map(|&i| c.estimate(i).value.unwrap_or(0.0))
            .collect();
        let intervals = order
            .iter()
            .map(|&i| c.estimate(i).interval.unwrap_or((0.0, 0.0)))
            .collect();
        series.push(Series {
            name: format!("{}, sampled", c.what()),
            values,
            intervals: Some(intervals),
        });
    }
    Chart {
        name: "ladder",
        title: format!("The ladder of skill ({})", c.difficulty),
        caption: format!(
            "The {} of each policy, from the worst to the best.",
            c.what()
        ),
        x_label: "policy".into(),
        y_label: c.what().into(),
        plot: Plot::Bars {
            categories: order.iter().map(|&i| c.entrants[i].name.clone()).collect(),
            series,
            share: c.value == Value::Win,
        },
        table: "ladder",
    }
}

fn notes(c: &Comparison<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    let unasked = |e: &&Entrant| e.exact.as_ref().is_err_and(String::is_empty);
    if c.entrants.iter().any(|e| unasked(&e)) {
        notes.push(super::game::NOT_ASKED.into());
    }
    for e in c.entrants.iter().filter(|e| !unasked(e)) {
        if let Err(why) = &e.exact {
            notes.push(format!("No exact answer for {}: {why}.", e.name));
        }
    }
    if let Some((ran, _)) = c.sampled {
        notes.push(
            "Playout j of every policy meets the same cards, events and dice as far as it fights the same number of matches; intervals \
             of differences are those of the paired values, widened (Bonferroni) so that all hold together."
                .into(),
        );
        if !ran.complete {
            notes.push(format!(
                "The run was cut short after {} playouts.",
                ran.playouts
            ));
        }
    }
    notes.push(if (0..c.entrants.len()).all(|i| c.exact(i).is_some()) {
        "The order is that of the exact values; groups hold policies whose exact values are equal."
            .into()
    } else {
        "Tie groups come from the paired differences by Holm's procedure over all pairs.".into()
    });
    notes
}
