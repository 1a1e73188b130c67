//! What each decision of a policy gives away, and what each reading of the rules changes.

use super::Asked;
use super::solved::means;
use crate::error::Result;
use crate::games::clash::data::ClashData;
use crate::games::clash::matrix::{Matrix, Measure, Model, Setting};
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

/// Regret of the row's policy, then of every rule of [`RULES`] in place of one part.
///
/// In duels both sides play `minimax`, and the rule replaces one part of the row's: what it gives away is its own doing. In
/// fights, where optimal play on both sides takes seconds a rule, the column plays its own policy, the yardstick is the best
/// response to it, and the rule replaces one part of the row's policy, whose other parts give away what they do.
pub(super) fn regrets(asked: &Asked) -> Result<Vec<Regret>> {
    let own = &asked.setting.specs[0];
    let minimax = PolicySpec::parse("minimax")?;
    let (column, best, base) = match asked.setting.model {
        Model::Duel => (minimax.clone(), minimax.clone(), minimax),
        Model::Fight => {
            let column = asked.setting.specs[1].clone();
            let best = match column.parts.needs_solver() {
                true => column.clone(), // it thinks already
                // A policy set part by part has no name to respond to: it is its own yardstick.
                false => PolicySpec::parse(&format!("best_response:{column}"))
                    .unwrap_or_else(|_| column.clone()),
            };
            (column, best, own.clone())
        }
    };
    let mean = |row: &PolicySpec| -> Result<f64> {
        let setting = Setting {
            specs: [row.clone(), column.clone()],
            ..asked.setting.clone()
        };
        Ok(setting.edges(&asked.teams, &asked.teams)?.mean_edge_all())
    };
    let most = mean(&best)?;
    let regret = |part, value: String, row: &PolicySpec| {
        Ok(Regret {
            part,
            value,
            against: column.to_string(),
            regret: most - mean(row)?,
        })
    };
    let mut found = vec![regret("policy", own.to_string(), own)?];
    for (part, values) in RULES {
        for value in values {
            let spec = base.clone().with_part(PARTS[part], value)?;
            if spec.parts != base.parts {
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
    let places = |m: &Matrix| ranks(&means(asked, &m.game(asked.measure)), 1e-9);
    let before = places(matrix);
    asked
        .alternatives
        .iter()
        .map(|other| {
            let setting = Setting {
                rules: other.rules.clone(),
                ..asked.setting.clone()
            };
            // Ranks are by what is measured; chances to win take the whole matrix.
            let matrix = match asked.measure {
                Measure::Edge => setting.edges(&asked.teams, &asked.teams)?,
                Measure::PWin => setting.matrix(&asked.teams, &asked.teams)?,
            };
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
