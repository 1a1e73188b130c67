//! Whether a conclusion survives other values of what is assumed (spec 13): the same question over the data's plan.

mod plan;

pub use plan::{Again, loadouts, plan};

use super::{hidden, table, text, word};
use crate::error::Result;
use crate::games::gladiatori::data::Data;
use crate::report::{Cell, Chart, Column, Findings, Kind as Show, Plot, Series};
use crate::scenario::Switches;
use crate::stats::Moments;

/// Scores of the candidates, and how well they are known.
#[derive(Debug, Clone)]
pub struct Scored {
    /// The scores.
    pub values: Vec<f64>,
    /// Standard error of each; 0 where it is exact.
    pub errors: Vec<f64>,
}

impl From<Vec<f64>> for Scored {
    /// Exact scores.
    fn from(values: Vec<f64>) -> Self {
        let errors = vec![0.0; values.len()];
        Self { values, errors }
    }
}

impl From<&[f64; 2]> for Scored {
    fn from(values: &[f64; 2]) -> Self {
        values.to_vec().into()
    }
}

impl Scored {
    /// Whether `a` lies above `b` by more than the noise of both; their errors are added, which is enough however they
    /// hang together.
    fn above(&self, a: usize, b: usize) -> bool {
        self.values[a] - self.values[b] > 1.96 * (self.errors[a] + self.errors[b])
    }
}

/// Standard errors of means.
pub fn errors(of: &[Moments]) -> Vec<f64> {
    of.iter()
        .map(|m| m.standard_error().unwrap_or(0.0))
        .collect()
}

/// A conclusion asked again.
#[derive(Debug, Clone)]
pub struct Asked {
    /// How.
    pub again: Again,
    /// Scores of the candidates, in the order of the base.
    pub scored: Scored,
}

/// Asks again in every way of the plan; `ask` scores the candidates under other data and readings.
///
/// # Errors
/// As `ask`; a plan that sets what does not exist.
pub fn ask_again<S: Into<Scored>>(
    data: &Data,
    switches: &Switches,
    plan: &[Again],
    mut ask: impl FnMut(&Data, &Switches, &str) -> Result<S>,
) -> Result<Vec<Asked>> {
    plan.iter()
        .map(|again| {
            let mut data = data.clone();
            for (path, value) in &again.paths {
                data.set(path, value)?;
            }
            let mut set = switches.differs_from_ruleset();
            set.extend(again.switches.iter().cloned());
            let switches = data.switches(switches.ruleset(), &set)?;
            Ok(Asked {
                again: again.clone(),
                scored: ask(&data, &switches, &again.name)?.into(),
            })
        })
        .collect()
}

/// Kendall's tau-b of two score lists; 1 for the same order, 0 where one of them is all ties.
pub fn kendall(a: &[f64], b: &[f64]) -> f64 {
    let (mut sum, mut of_a, mut of_b) = (0.0, 0.0f64, 0.0f64);
    for i in 0..a.len() {
        for j in 0..i {
            let s = |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
            let (x, y) = (s(a[i] - a[j]), s(b[i] - b[j]));
            sum += x * y;
            of_a += x * x;
            of_b += y * y;
        }
    }
    if of_a * of_b > 0.0 {
        sum / (of_a * of_b).sqrt()
    } else {
        0.0
    }
}

/// Adds the re-asked conclusion to the findings: tables `sensitivity` and `robustness`, a tornado, a verdict.
/// `what` is scored, in `unit`; higher is better.
pub fn add(
    findings: &mut Findings,
    data: &Data,
    names: &[String],
    base: impl Into<Scored>,
    asked: &[Asked],
    what: &str,
) {
    let known: Scored = base.into();
    let base = &known.values[..];
    let best = |s: &[f64]| {
        (0..s.len())
            .max_by(|i, j| s[*i].total_cmp(&s[*j]).then(j.cmp(i)))
            .unwrap_or(0)
    };
    let leader = best(base);
    let lead = |s: &[f64]| {
        let second = (0..s.len())
            .filter(|i| *i != leader)
            .map(|i| s[i])
            .fold(f64::MIN, f64::max);
        s[leader] - second
    };
    // Another leads, and by more than the games' noise.
    let overturns = |a: &Asked| {
        let now = best(&a.scored.values);
        now != leader && a.scored.above(now, leader)
    };
    let columns = vec![
        text(
            "sort",
            "one_at_a_time, corner, draw (all assumed values at once), loadout (other fillings and items of the base gladiators) or switch",
        ),
        text("setting", "what is set"),
        text("leader", "who leads under it"),
        text(
            "holds",
            "whether the base's leader still leads; noise: another does, by less than the noise of the games",
        ),
        Column::new(
            "tau",
            Show::Signed(3),
            "",
            "Kendall's tau of the ranking against the base's",
        ),
        Column::new(
            "lead",
            Show::Signed(4),
            "VP",
            "score of the base's leader less the best other score",
        ),
        Column::new(
            "change",
            Show::Signed(4),
            "VP",
            "that lead less its base value",
        ),
    ];
    let mut rows: Vec<(f64, Vec<Cell>)> = asked
        .iter()
        .map(|a| {
            let now = best(&a.scored.values);
            let change = lead(&a.scored.values) - lead(base);
            (
                change,
                vec![
                    word(a.again.sort),
                    word(&*a.again.name),
                    word(&*names[now]),
                    word(match (now == leader, overturns(a)) {
                        (true, _) => "yes",
                        (_, true) => "no",
                        _ => "noise",
                    }),
                    Cell::Real(kendall(base, &a.scored.values)),
                    Cell::Real(lead(&a.scored.values)),
                    Cell::Real(change),
                ],
            )
        })
        .collect();
    let mut taus: Vec<f64> = asked
        .iter()
        .map(|a| kendall(base, &a.scored.values))
        .collect();
    taus.sort_by(f64::total_cmp);
    let median = taus.get(taus.len() / 2).copied().unwrap_or(1.0);
    let kept = asked.iter().filter(|a| !overturns(a)).count();
    let noisy = asked
        .iter()
        .filter(|a| best(&a.scored.values) != leader && !overturns(a))
        .count();
    let share = kept as f64 / asked.len().max(1) as f64;
    let limit = |key: &str, or: f64| {
        let value = data
            .sensitivity
            .entry("stable_if")
            .and_then(|t| t.entry(key));
        value.and_then(|v| v.to_string().parse().ok()).unwrap_or(or)
    };
    let (share_limit, tau_limit) = (limit("leader_share", 0.9), limit("kendall_tau_median", 0.8));
    let robust = share >= share_limit && (names.len() < 3 || median >= tau_limit);
    let turned: Vec<&str> = asked
        .iter()
        .filter(|a| overturns(a))
        .map(|a| a.again.name.as_str())
        .collect();
    let by = match turned.len() {
        0 if robust => String::new(),
        0 => format!("; the order of the others changes (median tau {median:.2})"),
        1..=6 => format!("; overturned by {}", turned.join(", ")),
        n => format!(
            "; overturned by {} and {} more",
            turned[..3].join(", "),
            n - 3
        ),
    };
    let noise = match noisy {
        0 => String::new(),
        n => format!(" (in {n} of them another leads, by less than the noise of the games)"),
    };
    findings.verdict.push(format!(
        "{}: {} stays first in {what} in {kept} of {} settings of what is assumed{noise}{by}.",
        if robust { "Robust" } else { "Fragile" },
        names[leader],
        asked.len()
    ));
    let second = (0..base.len())
        .filter(|i| *i != leader)
        .max_by(|i, j| base[*i].total_cmp(&base[*j]));
    if second.is_some_and(|s| !asked.is_empty() && !known.above(leader, s)) {
        findings.verdict.push(format!(
            "With the base values {} leads by less than the noise of the games: more of them (-n) may name another.",
            names[leader]
        ));
    }
    let summary = vec![vec![
        word(&*names[leader]),
        Cell::Count(kept as u64),
        Cell::Count(asked.len() as u64),
        Cell::Real(share),
        Cell::Real(median),
        word(if robust { "robust" } else { "fragile" }),
    ]];
    findings.tables.push(table(
        "robustness",
        "Does it survive what is assumed?",
        vec![
            text("leader", "who leads with the base values"),
            Column::new(
                "kept",
                Show::Count,
                "settings",
                "settings in which it still leads, or another does by no more than the noise of the games",
            ),
            Column::new("settings", Show::Count, "settings", "settings asked"),
            Column::new("share", Show::Share, "", "kept of settings"),
            Column::new(
                "tau_median",
                Show::Signed(3),
                "",
                "median Kendall tau against the base ranking",
            ),
            text(
                "verdict",
                "robust if share and tau reach the limits of the data's plan",
            ),
        ],
        summary,
    ));
    rows.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    let shown: Vec<&(f64, Vec<Cell>)> = rows
        .iter()
        .filter(|r| ![word("draw"), word("loadout")].contains(&r.1[0]))
        .take(14)
        .collect();
    let label = |r: &(f64, Vec<Cell>)| match &r.1[1] {
        Cell::Text(t) => t.clone(),
        _ => String::new(),
    };
    if !shown.is_empty() {
        findings.charts.push(Chart {
            name: "tornado",
            title: format!("What moves the lead of {}", names[leader]),
            caption: format!("Change of its lead in {what} when one assumption changes, the largest first; below the negative of its base lead of {:+.2} it is overtaken.", lead(base)),
            x_label: "assumption changed".into(),
            y_label: "change of the lead (VP)".into(),
            plot: Plot::Bars {
                categories: shown.iter().map(|r| label(r)).collect(),
                series: vec![Series { name: "change".into(), values: shown.iter().map(|r| r.0).collect(), intervals: None }],
                share: false,
            },
            table: "sensitivity",
        });
    }
    findings.tables.push(hidden(
        "sensitivity",
        "The same question under other values",
        columns,
        rows.into_iter().map(|r| r.1).collect(),
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lead within the noise overturns nothing.
    #[test]
    fn noise_overturns_nothing() {
        let scored = Scored {
            values: vec![1.0, 1.5, 4.0],
            errors: vec![0.5; 3],
        };
        assert!(!scored.above(1, 0) && scored.above(2, 0));
        assert!(Scored::from(vec![1.0, 1.5]).above(1, 0));
    }

    #[test]
    fn kendall_of_small_lists() {
        assert_eq!(kendall(&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0]), 1.0);
        assert_eq!(kendall(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]), -1.0);
        assert!((kendall(&[1.0, 2.0, 3.0], &[2.0, 1.0, 3.0]) - 1.0 / 3.0).abs() < 1e-12);
    }
}
