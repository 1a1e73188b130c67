//! Animals: the cards against each other, and the targets asked again over the ranges of what is only assumed of them.

use super::Asked;
use super::solved::Solved;
use crate::error::Result;
use crate::games::clash::counts::Counts;
use crate::games::clash::data::Animal;
use crate::games::clash::matrix::Matrix;
use crate::games::clash::unit::Unit;

/// An animal with one number changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// The target that it is a variant of.
    pub target: usize,
    /// The number: hits, swords, tridents, spears, shields.
    pub key: String,
    /// Its value.
    pub value: u8,
    /// Whether that is the data's own value.
    pub own: bool,
    /// The animal with it.
    pub unit: Unit,
}

/// The variants of an animal: each number that is a guess over its range, the others as they are. `target`: its place
/// among the targets; markers stay.
pub fn variants(target: usize, animal: &Animal, markers: u8) -> Vec<Variant> {
    let mut all = Vec::new();
    for (key, (low, high)) in &animal.ranges {
        for value in *low..=*high {
            let number = |name: &str| {
                if name == key {
                    value
                } else {
                    animal.number(name).unwrap_or(0)
                }
            };
            let symbols = ["swords", "", "tridents", "spears", "shields"].map(number);
            let hits = number("hits");
            if symbols.iter().any(|&n| n > Counts::MOST) || markers >= hits {
                continue;
            }
            if let Ok(unit) = Unit::animal(Counts::new(symbols), hits) {
                all.push(Variant {
                    target,
                    key: key.clone(),
                    value,
                    own: animal.number(key) == Some(value),
                    unit: Unit { markers, ..unit },
                });
            }
        }
    }
    all
}

/// What the teams make of a variant.
pub(super) struct Answer {
    /// The best challenger and its edge.
    pub best: usize,
    pub edge: f64,
    /// How often it defeats the animal.
    pub p_defeat: f64,
    /// Mean edge over all teams.
    pub mean: f64,
    /// Teams that do better with it than with their average team as a target.
    pub prefer: usize,
    /// What the animal does to the average team when it challenges.
    pub as_challenger: f64,
}

/// Answers for every variant, in order.
pub(super) fn answers(asked: &Asked, teams: &Matrix) -> Result<Vec<Answer>> {
    if asked.variants.is_empty() {
        return Ok(Vec::new());
    }
    let units: Vec<Unit> = asked.variants.iter().map(|v| v.unit).collect();
    let matrix = asked.setting.matrix(&asked.teams, &units)?;
    let challenging = teams.challenging();
    let count = asked.teams.len();
    let answer = |b: usize| {
        let edge = |t: usize| matrix.pair(t, b).edge[0];
        let best = (0..count)
            .max_by(|&x, &y| edge(x).total_cmp(&edge(y)).then(y.cmp(&x)))
            .expect("there is a team");
        let own_mean = |t: usize| challenging.row(t).iter().sum::<f64>() / count as f64;
        Answer {
            best,
            edge: edge(best),
            p_defeat: matrix.pair(best, b).p_column_out[0],
            mean: (0..count).map(edge).sum::<f64>() / count as f64,
            prefer: (0..count)
                .filter(|&t| edge(t) > own_mean(t) + 1e-12)
                .count(),
            as_challenger: -(0..count).map(|t| matrix.pair(t, b).edge[1]).sum::<f64>()
                / count as f64,
        }
    };
    Ok((0..units.len()).map(answer).collect())
}

/// What the ranges do to what is said of a target; none where nothing of it is assumed.
pub(super) fn survives(asked: &Asked, solved: &Solved, target: usize) -> Option<String> {
    let all: Vec<(&Variant, &Answer)> = asked
        .variants
        .iter()
        .zip(&solved.answers)
        .filter(|(v, _)| v.target == target)
        .collect();
    let own = all.iter().find(|(v, _)| v.own)?.1;
    // The data's own value is no other one.
    let all: Vec<_> = all.into_iter().filter(|(v, _)| !v.own).collect();
    if all.is_empty() {
        return None;
    }
    let same = all.iter().filter(|(_, a)| a.best == own.best).count();
    let low = all
        .iter()
        .map(|(_, a)| a.edge)
        .fold(f64::INFINITY, f64::min);
    let high = all
        .iter()
        .map(|(_, a)| a.edge)
        .fold(f64::NEG_INFINITY, f64::max);
    let half = |prefer: usize| 2 * prefer > asked.teams.len();
    let worth = all
        .iter()
        .filter(|(_, a)| half(a.prefer) == half(own.prefer))
        .count();
    let verdict = if same == all.len() && worth == all.len() {
        "the conclusion survives them"
    } else {
        "the conclusion hangs on them"
    };
    Some(format!(
        "The numbers of {} are assumed; over their ranges {} stays the best challenger in {same} of {} other variants, with an edge of {low:+.4} to {high:+.4}, and whether most teams prefer it to a team stays the same in {worth}: {verdict}.",
        asked.targets[target].0,
        asked.teams[own.best],
        all.len()
    ))
}
