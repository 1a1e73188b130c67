//! The operation `matrix` of Clash case files (spec 18): every team against every team.
//!
//! Inputs that are lists (policies, sets of switches, models, pairs of policies) make variants; each expected key is then a
//! list in that order. Only what a case expects is worked out.

use super::clash_cases::{policy, rules, unit};
use super::compare::Got;
use crate::error::{Error, Result};
use crate::games::clash::matrix::{Matrix, Measure, Model, SAME, Setting, full_teams, teams};
use crate::games::clash::spec::{PARTS, PolicySpec};
use crate::games::clash::unit::Unit;
use crate::metagame::payoff::{difference, ranks};
use crate::metagame::{Payoff, cycles, dominance, nash, rating};
use serde_json::{Map, Value, json};
use std::cell::OnceCell;
use std::rc::Rc;

mod parts;

type Inputs = Map<String, Value>;

/// Entries that differ by more than this have changed.
const CHANGED: f64 = 1e-9;

/// Runs the operation.
pub(super) fn matrix(inputs: &Inputs, expect: &Inputs) -> Result<Vec<(String, Got)>> {
    let (variants, listed) = variants(inputs)?;
    let questions: Vec<Question> = variants.iter().map(Question::new).collect::<Result<_>>()?;
    let mut values = Vec::new();
    for (key, wanted) in expect {
        let value = if !listed {
            questions[0].value(key, wanted)?
        } else if DIFFERENCES.contains(&key.as_str()) && !wanted.is_array() && questions.len() > 1 {
            difference_of(
                key,
                &questions[0].setting,
                &questions[1].setting,
                &questions[0].teams,
            )
            .map(Some)?
        } else if key == "teams" && !wanted.is_array() {
            questions[0].value(key, wanted)?
        } else {
            let each = wanted.as_array();
            let wanted = |at: usize| each.and_then(|list| list.get(at)).unwrap_or(wanted);
            let all: Result<Option<Vec<Value>>> = questions
                .iter()
                .enumerate()
                .map(|(at, q)| q.value(key, wanted(at)))
                .collect();
            all?.map(Value::Array)
        };
        match value {
            Some(Value::Number(n)) if n.is_f64() => {
                values.push((key.clone(), Got::Real(n.as_f64().unwrap_or(f64::NAN))))
            }
            Some(value) => values.push((key.clone(), Got::Json(value))),
            None => {}
        }
    }
    Ok(values)
}

/// One set of inputs for each variant, and whether there are lists.
fn variants(inputs: &Inputs) -> Result<(Vec<Inputs>, bool)> {
    let mut all = vec![inputs.clone()];
    let mut listed = false;
    let mut spread = |from: &str, put: &dyn Fn(&mut Inputs, &Value) -> Result<()>| -> Result<()> {
        let Some(list) = inputs.get(from).and_then(Value::as_array) else {
            return Ok(());
        };
        listed = true;
        let mut more = Vec::new();
        for variant in &all {
            for value in list {
                let mut new = variant.clone();
                put(&mut new, value)?;
                more.push(new);
            }
        }
        all = more;
        Ok(())
    };
    let replace = |to: &'static str| {
        move |new: &mut Inputs, value: &Value| {
            new.insert(to.into(), value.clone());
            Ok(())
        }
    };
    spread("models", &replace("model"))?;
    spread("set", &replace("set"))?;
    for key in ["policy", "attacker_policy", "defender_policy"] {
        spread(key, &replace(key))?;
    }
    spread("pairs", &|new, value| {
        let [a, d] = pair(value)?;
        new.insert("attacker_policy".into(), a);
        new.insert("defender_policy".into(), d);
        new.insert("of_pair".into(), true.into());
        Ok(())
    })?;
    if all.is_empty() {
        return Err(Error::usage("an empty list leaves nothing to compute"));
    }
    Ok((all, listed))
}

/// A pair of policies: `["never", "simple"]`, `"never,simple"`, or an object with attacker_policy and defender_policy.
fn pair(value: &Value) -> Result<[Value; 2]> {
    let parts: Vec<Value> = match value {
        Value::Array(list) => list.clone(),
        Value::String(text) => text.split(',').map(|t| t.trim().into()).collect(),
        Value::Object(o) => ["attacker_policy", "defender_policy"]
            .iter()
            .filter_map(|k| o.get(*k).cloned())
            .collect(),
        _ => Vec::new(),
    };
    <[Value; 2]>::try_from(parts)
        .map_err(|_| Error::usage(format!("`pairs` lists pairs of policies, not {value}")))
}

/// One resolved question.
struct Question {
    inputs: Inputs,
    setting: Setting,
    teams: Vec<Unit>,
    measure: Measure,
    whole: OnceCell<Matrix>,
}

fn chosen(inputs: &Inputs) -> Result<Vec<Unit>> {
    match inputs.get("teams") {
        None => Ok(full_teams()),
        Some(Value::String(text)) => match text.as_str() {
            "all4" => Ok(full_teams()),
            "all1" | "all2" | "all3" => Ok(teams(text[3..].parse::<u8>())),
            "all" | "all125" => Ok(teams(1..=4)),
            other => other
                .split([',', ' '])
                .filter(|t| !t.is_empty())
                .map(unit)
                .collect(),
        },
        Some(Value::Array(list)) => list
            .iter()
            .map(|t| {
                t.as_str()
                    .ok_or_else(|| Error::usage(format!("`teams` lists teams, not {t}")))
                    .and_then(unit)
            })
            .collect(),
        Some(other) => Err(Error::usage(format!(
            "`teams` is all4, all or a list of teams, not {other}"
        ))),
    }
}

impl Question {
    fn new(inputs: &Inputs) -> Result<Self> {
        let text = |key: &str| inputs.get(key).and_then(Value::as_str);
        let setting = Setting {
            rules: Rc::new(rules(inputs)?),
            model: Model::parse(text("model").unwrap_or("duel"))?,
            specs: [policy(inputs, "attacker")?, policy(inputs, "defender")?],
            marker_weight: inputs
                .get("marker_weight")
                .and_then(Value::as_f64)
                .unwrap_or(0.0),
        };
        let teams = chosen(inputs)?;
        if teams.is_empty() {
            return Err(Error::usage("`teams` names no team"));
        }
        let measure = Measure::parse(text("measure").unwrap_or("edge"))?;
        Ok(Self {
            inputs: inputs.clone(),
            setting,
            teams,
            measure,
            whole: OnceCell::new(),
        })
    }

    fn whole(&self) -> Result<&Matrix> {
        if self.whole.get().is_none() {
            let matrix = self.setting.matrix(&self.teams, &self.teams)?;
            let _ = self.whole.set(matrix);
        }
        Ok(self.whole.get().expect("just set"))
    }

    fn game(&self) -> Result<Payoff> {
        Ok(self.whole()?.game(self.measure))
    }

    fn means(&self, measure: Measure) -> Result<Vec<f64>> {
        let shift = if measure == Measure::PWin { 0.5 } else { 0.0 };
        Ok(self
            .whole()?
            .game(measure)
            .means()
            .into_iter()
            .map(|m| m + shift)
            .collect())
    }

    fn name(&self, team: usize) -> String {
        self.teams[team].to_string()
    }

    /// The values of the teams that the case names, as it spells them; all if it names none.
    fn by_team<T: Into<Value> + Copy>(&self, wanted: &Value, values: &[T]) -> Result<Value> {
        let Some(named) = wanted.as_object() else {
            return Ok(Value::Object(
                values
                    .iter()
                    .enumerate()
                    .map(|(team, v)| (self.name(team), (*v).into()))
                    .collect(),
            ));
        };
        let mut found = Map::new();
        for name in named.keys() {
            let team = unit(name)?;
            if let Some(at) = self.teams.iter().position(|t| *t == team) {
                found.insert(name.clone(), values[at].into());
            }
        }
        Ok(Value::Object(found))
    }

    /// The teams' names in table order, or their number where the case expects one.
    fn names(&self, wanted: &Value, teams: impl Iterator<Item = usize>) -> Value {
        let teams: Vec<usize> = teams.collect();
        if wanted.is_array() {
            teams
                .into_iter()
                .map(|t| Value::from(self.name(t)))
                .collect()
        } else {
            teams.len().into()
        }
    }

    /// The value of an expected key; `None` if the operation has no such key.
    fn value(&self, key: &str, wanted: &Value) -> Result<Option<Value>> {
        Ok(Some(match key {
            "teams" => self.teams.len().into(),
            "mean_edge" => self.by_team(wanted, &self.means(Measure::Edge)?)?,
            "mean_p_win" => self.by_team(wanted, &self.means(Measure::PWin)?)?,
            "rank" => self.by_team(wanted, &ranks(&self.game()?.means(), CHANGED))?,
            "first_strike" => self.whole()?.challenging().mean().into(),
            "order_free_entries" => self.whole()?.order_free().into(),
            "zero_mirrors" => self.whole()?.zero_mirrors().into(),
            "challenging_hurts" => self.whole()?.challenging_hurts().into(),
            "strictly_dominated" => {
                let found = dominance::strict(&self.game()?);
                self.names(wanted, (0..found.len()).filter(|&t| found[t].is_some()))
            }
            "iterated_strict_survivors" => self.names(
                wanted,
                dominance::iterated(&self.game()?).survivors.into_iter(),
            ),
            "weakly_undominated" => {
                let found = dominance::weak(&self.game()?);
                self.names(wanted, (0..found.len()).filter(|&t| found[t].is_none()))
            }
            "three_cycles" => cycles::three_cycles(&self.game()?).len().into(),
            "nash_exploitability_at_most" => {
                // A bound: within it, the bound itself is what was asked for.
                let found = nash::symmetric(&self.game()?).exploitability;
                let bound = wanted
                    .get("decimal")
                    .unwrap_or(wanted)
                    .as_f64()
                    .unwrap_or(0.0);
                found.max(bound).into()
            }
            "exploitability" => self.exploitability()?,
            "mean_edge_all" => self.whole()?.mean_edge_all().into(),
            "entries_changed" | "largest_change" | "largest_change_at" | "mean_change" => {
                self.change(key)?
            }
            "entries_that_differ" | "mean_difference" | "largest_difference" => {
                let alike = |spec: &PolicySpec| Setting {
                    specs: [spec.clone(), spec.clone()],
                    ..self.setting.clone()
                };
                difference_of(
                    key,
                    &alike(&self.setting.specs[0]),
                    &alike(&self.setting.specs[1]),
                    &self.teams,
                )?
            }
            "mean_edge_by_net_order" => self.by_part(PARTS[0], &["net_targets", "net_orders"])?,
            "mean_edge_by_loss_order" => self.by_part(PARTS[2], &["loss_orders", "losses"])?,
            "edge" => self.by_team(
                wanted,
                &self.column()?.iter().map(|c| c.0).collect::<Vec<_>>(),
            )?,
            "p_defender_out" => self.by_team(
                wanted,
                &self.column()?.iter().map(|c| c.1).collect::<Vec<_>>(),
            )?,
            "teams_that_prefer_it_to_their_average_team" => {
                self.prefer(wanted, |all| all.iter().sum::<f64>() / all.len() as f64)?
            }
            "teams_that_prefer_it_to_every_team" => self.prefer(wanted, |all| {
                all.iter().copied().fold(f64::NEG_INFINITY, f64::max)
            })?,
            "worth" => {
                let worth = self.fit()?.worth;
                Value::Object(
                    ["S", "N", "T", "P", "H"]
                        .iter()
                        .zip(worth)
                        .map(|(k, w)| ((*k).to_string(), w.into()))
                        .collect(),
                )
            }
            "r_squared" => self.fit()?.r_squared.into(),
            _ => return Ok(None),
        }))
    }
}

const DIFFERENCES: [&str; 3] = [
    "entries_that_differ",
    "mean_difference",
    "largest_difference",
];

/// How the challenger's edges of two settings differ.
fn difference_of(key: &str, from: &Setting, to: &Setting, teams: &[Unit]) -> Result<Value> {
    let edges = |setting: &Setting| Ok::<_, Error>(setting.edges(teams, teams)?.challenging());
    let found = difference(&edges(from)?, &edges(to)?, CHANGED);
    Ok(match key {
        "entries_changed" | "entries_that_differ" => found.changed.into(),
        "largest_change" | "largest_difference" => found.largest.into(),
        "largest_change_at" => {
            json!([teams[found.at.0].to_string(), teams[found.at.1].to_string()])
        }
        _ => found.mean.into(),
    })
}

/// A bare order of kinds in the words of the part: nets `order:…`, losses as the base policy words them.
fn spelt(part: &str, text: &str, base: &PolicySpec) -> String {
    let bare = text.len() == 5 && text.chars().all(|c| "SNTPHsntph".contains(c));
    match part {
        _ if !bare => text.into(),
        "net_targets" => format!("order:{text}"),
        _ => {
            let words = base.parts.losses.to_string();
            format!(
                "{}:{text}",
                words
                    .split(':')
                    .next()
                    .filter(|w| words.contains(':') && !w.is_empty())
                    .unwrap_or("by_kind")
            )
        }
    }
}

/// A weight as a number or a fraction.
fn number(value: &Value) -> Option<f64> {
    use num_traits::ToPrimitive;
    value.as_f64().or_else(|| {
        value
            .as_str()
            .and_then(super::compare::parse_fraction)
            .and_then(|f| f.to_f64())
    })
}

#[cfg(test)]
mod tests;
