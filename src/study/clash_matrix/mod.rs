//! `clash-matrix`: every team against every team, or against one unit: ranking, dominance, equilibrium, cycles, the worth of
//! each kind, what decisions and readings of the rules change.
//!
//! `solved` works out the numbers, `tables`, `charts` and `verdict` lay them out; `roles` knows the kinds, `decisions` the
//! policies' parts and the switches. Formulas: spec 9.

mod animals;
mod charts;
mod decisions;
mod pool;
mod roles;
mod solved;
mod tables;
mod verdict;

pub use animals::{Variant, variants};
pub use decisions::{Alternative, alternatives};
pub use pool::Pool;

use crate::error::Result;
use crate::games::clash::matrix::{Measure, Model, Setting};
use crate::games::clash::unit::Unit;
use crate::report::{Findings, Guess, Method, Question};
use crate::stats::Moments;
use solved::Solved;

/// The resolved question.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Rules, model, policies.
    pub setting: Setting,
    /// The teams, in table order; each once.
    pub teams: Vec<Unit>,
    /// Units (animals or teams) against which all teams are to be ranked, with their names; empty: the teams
    /// against each other.
    pub targets: Vec<(String, Unit)>,
    /// The cards of the data, to set against each other beside the targets.
    pub animals: Vec<(String, Unit)>,
    /// The targets with other numbers, within the ranges of what is only assumed of them.
    pub variants: Vec<Variant>,
    /// How often each team is met, where not all alike.
    pub pool: Option<Pool>,
    /// By what teams are ranked.
    pub measure: Measure,
    /// Other readings of the rules to re-ask under; see [`alternatives`]. Empty: do not.
    pub alternatives: Vec<Alternative>,
    /// Whether to work out what each decision is worth; takes a second or two.
    pub decisions: bool,
    /// Ruleset name.
    pub ruleset: String,
    /// Switches that were set.
    pub switches: Vec<(String, String)>,
    /// Values that are not from the rulebook and that the answer rests on.
    pub guesses: Vec<Guess>,
    /// The command that reproduces the answer.
    pub command: String,
    /// Seed, where sampled.
    pub seed: u64,
    /// Confidence level of the intervals.
    pub confidence: f64,
}

impl Asked {
    /// Whether both sides play alike, so that a pair seen from the other side is the same game.
    fn alike(&self) -> bool {
        self.setting.specs[0] == self.setting.specs[1]
    }

    /// The targets as columns: a fresh one with each number of markers that it can have, a marked one as it is.
    pub fn columns(&self) -> Vec<(String, Unit)> {
        let mut all = Vec::new();
        for (name, unit) in &self.targets {
            let most = if unit.markers == 0 {
                unit.most_markers()
            } else {
                unit.markers
            };
            for markers in unit.markers..=most {
                let body = name.split('+').next().unwrap_or(name);
                let name = match markers {
                    0 => body.to_string(),
                    m => format!("{body}+{m}"),
                };
                all.push((name, Unit { markers, ..*unit }));
            }
        }
        all
    }
}

/// What playouts gave, where the question was sampled.
#[derive(Debug, Clone)]
pub struct Sampled {
    /// By ordered pair, `row * columns + column`, the row challenging; rows are the teams, columns the teams, or the
    /// targets. Of the row's edge; for the measure `p_win` of 2, 1, 0 for won, even, lost.
    pub moments: Vec<Moments>,
    /// Fights that were broken off; in no figure.
    pub capped: u64,
    /// Playouts done in all.
    pub playouts: u64,
    /// What ended the run: `playouts`, `target`, `time`, `interrupt`.
    pub stopped_by: String,
    /// False when it was cut short.
    pub complete: bool,
}

/// Works the question out and lays it out. What playouts gave stands beside it.
///
/// # Errors
/// No teams; a team twice; an animal in a fight; best responses nested too deep; moments of another number of pairs.
pub fn findings(asked: &Asked, sampled: Option<&Sampled>) -> Result<Findings> {
    let solved = Solved::new(asked, sampled)?;
    let setting = &asked.setting;
    let question = Question {
        name: "clash-matrix".into(),
        title: title(asked),
        command: asked.command.clone(),
        ruleset: asked.ruleset.clone(),
        switches: asked.switches.clone(),
        policies: vec![
            ("row".into(), setting.specs[0].to_string()),
            ("column".into(), setting.specs[1].to_string()),
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
    Ok(Findings {
        question,
        verdict: verdict::sentences(asked, &solved),
        tables: tables::all(asked, &solved, sampled),
        charts: charts::all(asked, &solved, sampled),
        notes: notes(asked, sampled),
        guesses: asked.guesses.clone(),
        glossary: glossary(),
    })
}

/// What is played, in words.
fn played(model: Model) -> &'static str {
    match model {
        Model::Duel => "one duel",
        Model::Fight => "a fight to the death",
    }
}

fn title(asked: &Asked) -> String {
    let what = played(asked.setting.model);
    if asked.targets.is_empty() {
        return format!("{} teams against each other in {what}", asked.teams.len());
    }
    let names: Vec<&str> = asked
        .targets
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    format!(
        "{} teams against {} in {what}",
        asked.teams.len(),
        names.join(", ")
    )
}

fn facts(asked: &Asked) -> Vec<(String, String)> {
    let names: Vec<String> = asked.teams.iter().map(ToString::to_string).collect();
    let teams = if names.len() > 12 {
        format!(
            "{} … {} ({} teams)",
            names[..3].join(", "),
            names[names.len() - 1],
            names.len()
        )
    } else {
        names.join(", ")
    };
    let measure = match (asked.measure, asked.setting.model) {
        (Measure::Edge, _) => "edge: expected gladiators taken less lost, an animal counting 2",
        (Measure::PWin, Model::Fight) => "probability of winning the fight",
        (Measure::PWin, Model::Duel) => {
            "probability of taking more than one loses, half of an even duel"
        }
    };
    let mut facts = vec![
        ("teams".into(), teams),
        ("played".into(), played(asked.setting.model).into()),
        ("measure".into(), measure.into()),
    ];
    for (name, unit) in &asked.targets {
        facts.push(("target".into(), format!("{name}: {unit}")));
    }
    if let Some(pool) = &asked.pool {
        facts.push(("pool".into(), pool.says.clone()));
    }
    if asked.setting.marker_weight != 0.0 {
        facts.push((
            "marker weight".into(),
            format!(
                "{} of a gladiator, for the optimal decisions",
                asked.setting.marker_weight
            ),
        ));
    }
    facts
}

fn notes(asked: &Asked, sampled: Option<&Sampled>) -> Vec<String> {
    let mut notes = vec![
        "Exact figures come from tables that are read off the rules, in double precision; rounding errors are below 1e-12.".to_string(),
        "Ranks, dominance, equilibrium and cycles are those of the symmetrised game: each side challenges half the time.".to_string(),
        "Equilibria need not be unique: weights prove nothing, the exploitability does.".to_string(),
    ];
    if asked.setting.model == Model::Fight {
        notes.push("A fight to the death is an analysis model, not a rule: two teams duel again and again, alternating who challenges.".into());
    }
    if let Some(s) = sampled {
        if s.capped > 0 {
            notes.push(format!(
                "{} fights were broken off after {} duels and are in no figure.",
                s.capped,
                crate::games::clash::pairs::MOST_DUELS
            ));
        }
        if s.moments.iter().any(|m| m.n < 2) {
            notes.push("Too few playouts for an interval of every pair: the ranking is exact. Twice as many playouts as there are pairs are the least.".into());
        }
        notes.push(format!(
            "Sampled beside exact: the matrix and the ranking; everything else is exact. Intervals cover {} % for one figure at a time; tie groups hold for all comparisons together (Bonferroni).",
            asked.confidence * 100.0
        ));
    }
    notes
}

fn glossary() -> Vec<(String, String)> {
    [
        ("edge", "expected gladiators taken less gladiators lost; an animal counts 2"),
        ("challenger", "the side that placed the Combat disc; it rolls first if spears are even"),
        ("mean", "average over all teams as opponents, the mirror included, each side challenging half the time"),
        ("tie group", "teams that the figures cannot tell apart"),
        ("dominated", "another single team does better against every opponent (strictly), or never worse and somewhere better (weakly)"),
        ("equilibrium", "a mixture of teams that no team beats on average"),
        ("exploitability", "what the best reply gains against a mixture; 0 for an equilibrium"),
        ("cycle", "a beats b, b beats c, c beats a"),
        ("intransitive share", "share of the sum of squared edges that no single strength per team can explain"),
        ("worth", "least-squares value of one gladiator of a kind in a team's mean"),
        ("Shapley share", "share of the differences between teams that a kind explains, averaged over all orders of adding kinds"),
        ("regret", "what a decision rule gives away on average against the yardstick"),
    ]
    .map(|(a, b)| (a.to_string(), b.to_string()))
    .to_vec()
}

#[cfg(test)]
mod tests;
