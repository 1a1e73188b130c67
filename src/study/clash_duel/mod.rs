//! `clash-duel`: one duel, exact and sampled side by side.

mod charts;
mod explain;
mod tables;
mod trace;
mod verdict;

pub use explain::explain;
pub use trace::{condition, narrate};

use crate::games::clash::duel::Duel;
use crate::games::clash::tally::{METRICS, Metric, Results};
use crate::report::{Findings, Guess, Method, Question};
use crate::stats::Moments;

/// The resolved question.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The duel.
    pub duel: Duel,
    /// What the two sides are called: `SSNT`, `lion (STTH@2)`.
    pub names: [String; 2],
    /// Ruleset name.
    pub ruleset: String,
    /// All switches, resolved.
    pub switches: Vec<(String, String)>,
    /// Values that are not from the rulebook and that the answer rests on.
    pub guesses: Vec<Guess>,
    /// The command that reproduces the answer.
    pub command: String,
    /// Seed.
    pub seed: u64,
    /// Confidence level of the intervals.
    pub confidence: f64,
}

/// What the playouts gave.
#[derive(Debug, Clone)]
pub struct Sampled {
    /// Results with counts.
    pub results: Results,
    /// Playouts done, at least 1.
    pub playouts: u64,
    /// What ended the run: `playouts`, `target`, `time`, `interrupt`.
    pub stopped_by: String,
    /// False when it was cut short.
    pub complete: bool,
    /// Moments of the edge after so many playouts.
    pub snapshots: Vec<(u64, Moments)>,
    /// Half-width that the run was asked to reach, if any.
    pub target: Option<f64>,
}

/// A metric with its exact value and, where sampled, its estimate.
#[derive(Debug, Clone)]
struct Measured {
    metric: &'static Metric,
    /// Exact sum of the metric and of its square, over the exact total.
    exact: (i128, u128, u128),
    /// Moments of the playouts.
    sampled: Option<Moments>,
}

impl Measured {
    fn all(exact: &Results, sampled: Option<&Sampled>) -> Vec<Self> {
        METRICS
            .iter()
            .map(|metric| {
                let (sum, squares) = exact.sums(metric);
                let sampled = sampled.map(|s| {
                    Moments::from_weighted(
                        s.results
                            .rows
                            .iter()
                            .map(|(r, w)| ((metric.of)(r, exact.challenger), *w as u64)),
                    )
                });
                Self {
                    metric,
                    exact: (sum, squares, exact.total),
                    sampled,
                }
            })
            .collect()
    }

    fn exact_mean(&self) -> f64 {
        self.exact.0 as f64 / self.exact.2 as f64
    }

    fn exact_variance(&self) -> f64 {
        let mean = self.exact_mean();
        let (sum, squares, total) = self.exact;
        if sum
            .unsigned_abs()
            .checked_pow(2)
            .is_some_and(|s| squares.checked_mul(total) == Some(s))
        {
            return 0.0; // constant, exactly
        }
        (squares as f64 / total as f64 - mean * mean).max(0.0)
    }

    /// Distance of the estimate from the exact value in standard errors; `None` where nothing varies.
    fn z(&self) -> Option<f64> {
        let sampled = self.sampled.as_ref()?;
        let se = (self.exact_variance() / sampled.n as f64).sqrt();
        (se > 0.0).then(|| (sampled.mean().unwrap_or(0.0) - self.exact_mean()) / se)
    }
}

/// Turns results into findings.
pub fn findings(asked: &Asked, exact: &Results, sampled: Option<&Sampled>) -> Findings {
    let measured = Measured::all(exact, sampled);
    let duel = &asked.duel;
    let question = Question {
        name: "clash-duel".into(),
        title: format!(
            "{} challenges {}",
            asked.names[duel.challenger],
            asked.names[1 - duel.challenger]
        ),
        command: asked.command.clone(),
        ruleset: asked.ruleset.clone(),
        switches: asked.switches.clone(),
        policies: vec![
            ("attacker".into(), duel.specs[0].to_string()),
            ("defender".into(), duel.specs[1].to_string()),
        ],
        facts: facts(asked),
        seed: sampled.map(|_| asked.seed),
        method: if sampled.is_some() {
            Method::Mc
        } else {
            Method::Exact
        },
        playouts: sampled.map_or(0, |s| s.playouts),
        stopped_by: sampled.map(|s| s.stopped_by.clone()),
        complete: sampled.is_none_or(|s| s.complete),
        confidence: asked.confidence,
    };
    Findings {
        question,
        verdict: verdict::sentences(asked, &measured, sampled),
        tables: tables::all(asked, &measured, exact, sampled),
        charts: charts::all(asked, exact, sampled),
        notes: notes(asked, sampled),
        guesses: asked.guesses.clone(),
        glossary: glossary(),
    }
}

fn facts(asked: &Asked) -> Vec<(String, String)> {
    let duel = &asked.duel;
    let first = duel.first_roller();
    let sides = ["attacker", "defender"];
    let why = match first.spears {
        [a, d] if a != d => format!("it has more spears, {} to {}", a.max(d), a.min(d)),
        [n, _] => format!("spears are even at {n}, so the challenger rolls first"),
    };
    let who = |side: usize| {
        let unit = duel.units[side];
        let kinds: Vec<String> = crate::games::clash::counts::Kind::ALL
            .into_iter()
            .filter(|k| unit.counts.get(*k) > 0)
            .map(|k| {
                format!(
                    "{} {}{}",
                    unit.counts.get(k),
                    k.word(),
                    if unit.counts.get(k) > 1 { "s" } else { "" }
                )
            })
            .collect();
        let animal = if unit.is_animal() {
            format!(
                ", an animal defeated by {}",
                if unit.hits == 1 {
                    "1 hit".into()
                } else {
                    format!("{} hits", unit.hits)
                }
            )
        } else {
            String::new()
        };
        let marker = match unit.markers {
            0 => String::new(),
            1 => ", 1 hit marker".into(),
            n => format!(", {n} hit markers"),
        };
        format!(
            "{}: {}{animal}{marker}",
            asked.names[side],
            if kinds.is_empty() {
                "no symbols".into()
            } else {
                kinds.join(", ")
            }
        )
    };
    let mut facts = vec![
        ("attacker".into(), who(0)),
        ("defender".into(), who(1)),
        (
            "challenger".into(),
            format!(
                "the {}, {}",
                sides[duel.challenger], asked.names[duel.challenger]
            ),
        ),
        (
            "rolls first".into(),
            format!(
                "the {}, {}: {why}",
                sides[first.side], asked.names[first.side]
            ),
        ),
    ];
    if duel.marker_weight != 0.0 {
        facts.push((
            "marker weight".into(),
            format!(
                "{} of a gladiator, for the optimal decisions",
                duel.marker_weight
            ),
        ));
    }
    facts
}

fn notes(asked: &Asked, sampled: Option<&Sampled>) -> Vec<String> {
    let percent = asked.confidence * 100.0;
    let mut notes = vec!["Exact figures come from enumerating every roll and decision of the rules, as fractions of whole numbers.".to_string()];
    if let Some(s) = sampled {
        notes.push(format!(
            "Intervals cover {percent} %: Wilson for shares, Student's t over exact integer moments for means. z is the distance of the estimate from the exact value in (exact) standard errors."
        ));
        if let (Some(target), "target") = (s.target, s.stopped_by.as_str()) {
            notes.push(format!(
                "The run stopped when the anytime-valid interval of the edge was within {target} on either side; that interval stands in its row, the others are for a fixed number of playouts and ignore the looking."
            ));
        }
        if !s.complete {
            let plural = if s.playouts == 1 { "" } else { "s" };
            notes.push(format!(
                "The run ended after {} playout{plural}: a valid sample, though not a whole one.",
                verdict::grouped(s.playouts)
            ));
        }
    }
    notes
}

fn glossary() -> Vec<(String, String)> {
    [
        ("edge", "expected gladiators taken less gladiators lost by the challenger in one duel; an animal counts 2"),
        ("ahead, even, behind", "sign of that difference in a single duel"),
        ("challenger", "the side that placed the Combat disc; it rolls first if spears are even"),
        ("losses", "gladiators gone after the duel; for an animal 1 if it is defeated"),
        ("wiped out", "no gladiator left, or the animal defeated"),
        ("hit marker", "one hit that stays on a unit for the next duel: two remove a gladiator, an animal counts them up to its number"),
        ("policy", "how a side names net targets, re-rolls and chooses its losses"),
        ("exact", "worked out from all possible rolls, without sampling error"),
        ("z", "distance between sampled and exact value in standard errors; beyond 5 either way something would be wrong"),
    ]
    .map(|(a, b)| (a.to_string(), b.to_string()))
    .to_vec()
}
