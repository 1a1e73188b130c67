//! What each decision of a policy gives away, and what each reading of the rules changes.

use super::Asked;
use super::solved::means;
use crate::error::Result;
use crate::games::clash::data::ClashData;
use crate::games::clash::matrix::{Matrix, Model, Setting};
use crate::games::clash::rules::Rules;
use crate::games::clash::spec::{PARTS, PolicySpec};
use crate::metagame::payoff::{Difference, difference, ranks};
use std::rc::Rc;

/// A reading of the rules to re-ask under.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// The switch.
    pub key: String,
    /// Its other value.
    pub value: String,
    /// The rules with it.
    pub rules: Rc<Rules>,
}

/// Switches that change a duel between teams.
const DUEL_SWITCHES: [&str; 7] = [
    "net_order",
    "net_use",
    "net_die",
    "trident_timing",
    "dice_timing",
    "loss_scope",
    "marker_carry",
];

/// Every other value of every switch that matters between teams, one at a time.
///
/// # Errors
/// An unknown ruleset or switch.
pub fn alternatives(
    data: &ClashData,
    ruleset: &str,
    set: &[(String, String)],
) -> Result<Vec<Alternative>> {
    let now = data.switches(ruleset, set)?;
    let mut found = Vec::new();
    for switch in data
        .switches
        .iter()
        .filter(|s| DUEL_SWITCHES.contains(&s.key.as_str()))
    {
        for value in switch.values.iter().filter(|v| !now.is(&switch.key, v)) {
            let mut other = set.to_vec();
            other.retain(|(key, _)| *key != switch.key);
            other.push((switch.key.clone(), value.clone()));
            let rules = Rc::new(data.rules(&data.switches(ruleset, &other)?)?);
            found.push(Alternative {
                key: switch.key.clone(),
                value: value.clone(),
                rules,
            });
        }
    }
    Ok(found)
}

/// What a rule for one part of the decisions gives away.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Regret {
    /// The part: net_targets, reroll, losses; or `policy` for all of it.
    pub part: &'static str,
    /// The rule in its place.
    pub value: String,
    /// Whom it meets.
    pub against: String,
    /// Mean edge of the yardstick's own play against it, less that of the rule's: gladiators given away a duel or fight.
    pub regret: f64,
}

/// Rules to try in place of each part.
const RULES: [(usize, &[&str]); 3] = [
    (
        0,
        &["order:SNTHP", "order:SHTNP", "order:TSNHP", "order:HPTNS"],
    ),
    (1, &["never", "always", "zero", "mean", "kills", "wipe"]),
    (
        2,
        &[
            "netted_first:PHNTS",
            "by_kind:PHNTS",
            "active_first:PHNTS",
            "by_kind:PNHTS",
            "by_kind:STNHP",
        ],
    ),
];

/// Regret of every rule of [`RULES`] in place of the row's part: for duels against optimal play on the other side; for
/// fights, where that takes seconds a rule, against the column's own policy.
pub(super) fn regrets(asked: &Asked) -> Result<Vec<Regret>> {
    let yardstick = match asked.setting.model {
        Model::Duel => PolicySpec::parse("minimax")?,
        Model::Fight => asked.setting.specs[1].clone(),
    };
    let mean = |row: &PolicySpec| -> Result<f64> {
        let setting = Setting {
            specs: [row.clone(), yardstick.clone()],
            ..asked.setting.clone()
        };
        Ok(setting.edges(&asked.teams, &asked.teams)?.mean_edge_all())
    };
    let best = mean(&yardstick)?;
    let regret = |part, value: String, row: &PolicySpec| {
        Ok(Regret {
            part,
            value,
            against: yardstick.to_string(),
            regret: best - mean(row)?,
        })
    };
    let own = &asked.setting.specs[0];
    let mut found = vec![regret("policy", own.to_string(), own)?];
    for (part, values) in RULES {
        for value in values {
            let spec = own.clone().with_part(PARTS[part], value)?;
            if spec.parts != own.parts {
                found.push(regret(PARTS[part], (*value).into(), &spec)?);
            }
        }
    }
    Ok(found)
}

/// What a reading of the rules changes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Changed {
    pub key: String,
    pub value: String,
    /// Of the challenger's edges.
    pub edges: Difference,
    /// Teams whose rank changes: number, rank before, rank after; who moves furthest first.
    pub moved: Vec<(usize, usize, usize)>,
}

/// The same matrix under each alternative.
pub(super) fn changed(asked: &Asked, matrix: &Matrix) -> Result<Vec<Changed>> {
    let edges = matrix.challenging();
    let places = |m: &Matrix| ranks(&means(asked, &m.symmetrised()), 1e-9);
    let before = places(matrix);
    asked
        .alternatives
        .iter()
        .map(|other| {
            let setting = Setting {
                rules: other.rules.clone(),
                ..asked.setting.clone()
            };
            let matrix = setting.edges(&asked.teams, &asked.teams)?;
            let after = places(&matrix);
            let mut moved: Vec<(usize, usize, usize)> = (0..after.len())
                .filter(|&t| before[t] != after[t])
                .map(|t| (t, before[t], after[t]))
                .collect();
            moved.sort_by_key(|&(t, from, to)| (std::cmp::Reverse(from.abs_diff(to)), t));
            Ok(Changed {
                key: other.key.clone(),
                value: other.value.clone(),
                edges: difference(&edges, &matrix.challenging(), 1e-9),
                moved,
            })
        })
        .collect()
}
