//! What each kind of gladiator is worth: least squares, Shapley shares, and replacing one kind by another.

use crate::games::clash::counts::Kind;
use crate::games::clash::unit::Unit;
use crate::metagame::rating;

/// What the kinds are worth among some teams.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Roles {
    /// Worth of one gladiator of each kind in a team's mean.
    pub worth: Vec<f64>,
    /// Share of the variance of the teams' means that it explains.
    pub r_squared: f64,
    /// Shapley share of each kind in what all explain.
    pub shares: Vec<f64>,
    /// Each kind replaced by each other.
    pub replacements: Vec<Replacement>,
}

/// One kind replaced by another in every team where both results are among the teams.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Replacement {
    pub from: Kind,
    pub to: Kind,
    /// Mean change of the team's mean.
    pub change: f64,
    /// Smallest and largest change.
    pub range: (f64, f64),
    /// Teams in which it was done.
    pub teams: usize,
}

/// True where the differences between the teams span those between the five kinds, with a team to spare.
fn tells_apart(teams: &[Unit]) -> bool {
    let Some((first, others)) = teams.split_first() else {
        return false;
    };
    let base = first.counts.to_array();
    let mut rows: Vec<[f64; 5]> = others
        .iter()
        .map(|t| {
            let own = t.counts.to_array();
            std::array::from_fn(|k| f64::from(own[k]) - f64::from(base[k]))
        })
        .collect();
    let mut rank = 0;
    for k in 0..5 {
        let Some(pivot) = (rank..rows.len()).find(|&r| rows[r][k].abs() > 1e-9) else {
            continue;
        };
        rows.swap(rank, pivot);
        for r in rank + 1..rows.len() {
            let factor = rows[r][k] / rows[rank][k];
            let from = rows[rank];
            rows[r]
                .iter_mut()
                .zip(from)
                .for_each(|(x, y)| *x -= factor * y);
        }
        rank += 1;
    }
    rank >= 4 && teams.len() > rank + 1
}

/// The roles of the kinds; `None` where the teams are too few or too alike for each kind to have one worth.
pub(super) fn of(teams: &[Unit], means: &[f64]) -> Option<Roles> {
    if !tells_apart(teams) {
        return None;
    }
    let features: Vec<Vec<f64>> = teams
        .iter()
        .map(|t| t.counts.to_array().map(f64::from).to_vec())
        .collect();
    let fit = rating::additive(&features, means);
    let mut replacements = Vec::new();
    for from in Kind::ALL {
        for to in Kind::ALL.into_iter().filter(|&to| to != from) {
            let changes: Vec<f64> = teams
                .iter()
                .enumerate()
                .filter(|(_, t)| t.counts.get(from) > 0)
                .filter_map(|(at, t)| {
                    let other = Unit {
                        counts: t.counts.minus(from, 1).plus(to, 1),
                        ..*t
                    };
                    let other = teams.iter().position(|t| *t == other)?;
                    Some(means[other] - means[at])
                })
                .collect();
            if !changes.is_empty() {
                let least = changes.iter().copied().fold(f64::INFINITY, f64::min);
                let most = changes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let change = changes.iter().sum::<f64>() / changes.len() as f64;
                replacements.push(Replacement {
                    from,
                    to,
                    change,
                    range: (least, most),
                    teams: changes.len(),
                });
            }
        }
    }
    Some(Roles {
        worth: fit.worth,
        r_squared: fit.r_squared,
        shares: rating::explained_shares(&features, means),
        replacements,
    })
}
