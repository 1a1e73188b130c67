//! The operations of Clash case files that concern duels and fights (spec 18).

use super::cases::Outcome;
use super::compare::{Got, ratio};
use crate::chance::{Branch, Chance, Script};
use crate::error::{Error, Result};
use crate::games::clash::counts::{Counts, Kind};
use crate::games::clash::duel::Duel;
use crate::games::clash::fight::Fights;
use crate::games::clash::policy::{DuelPolicy, Target, View, wants_reroll};
use crate::games::clash::rules::{Given, Roll, Rules};
use crate::games::clash::spec::PolicySpec;
use crate::games::clash::state::{DuelState, Side};
use crate::games::clash::tally::{METRICS, Results, metric};
use crate::games::clash::unit::Unit;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

mod decisions;
mod script;

use decisions::{damage_table, losses, nets, reroll, roll};
use script::duel_script;
pub(super) use script::play_script;

pub(super) type Inputs = Map<String, Value>;
pub(super) type Values = Vec<(String, Got)>;

/// Runs one operation.
pub(super) fn run(op: &str, inputs: &Inputs, expect: &Map<String, Value>) -> Outcome {
    let values = match op {
        "duel" => duel(inputs),
        "duel-script" => duel_script(inputs),
        "reroll" => reroll(inputs),
        "losses" => losses(inputs),
        "nets" => nets(inputs),
        "roll" => roll(inputs),
        "damage-table" => damage_table(inputs),
        "fight" => fight(inputs),
        "matrix" => super::clash_matrix_cases::matrix(inputs, expect),
        _ => return super::clash_arena_cases::run(op, inputs, expect),
    };
    match values {
        Ok(values) => Outcome::Values(values),
        Err(error) => Outcome::Refused(error),
    }
}

pub(super) fn text<'a>(inputs: &'a Inputs, key: &str) -> Result<&'a str> {
    inputs
        .get(key)
        .and_then(Value::as_str)
        .ok_or_else(|| Error::usage(format!("the case has no text `{key}`")))
}

pub(super) fn number(value: &Value, key: &str) -> Result<u8> {
    value
        .get(key)
        .and_then(Value::as_u64)
        .and_then(|n| u8::try_from(n).ok())
        .ok_or_else(|| Error::usage(format!("the case has no small number `{key}`")))
}

fn field(inputs: &Inputs, key: &str) -> Result<u8> {
    number(&Value::Object(inputs.clone()), key)
}

pub(super) fn rules(inputs: &Inputs) -> Result<Rules> {
    let data = crate::games::clash::data::ClashData::embedded()?;
    let ruleset = inputs
        .get("ruleset")
        .and_then(Value::as_str)
        .unwrap_or("clash");
    let set = inputs
        .get("set")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let set: Vec<(String, String)> = set
        .into_iter()
        .map(|(k, v)| (k, v.as_str().map_or_else(|| v.to_string(), str::to_string)))
        .collect();
    data.rules(&data.switches(ruleset, &set)?)
}

pub(super) fn unit(text: &str) -> Result<Unit> {
    Unit::parse(
        text,
        &crate::games::clash::data::ClashData::embedded()?.units()?,
    )
}

pub(super) fn policy(inputs: &Inputs, side: &str) -> Result<PolicySpec> {
    let key = format!("{side}_policy");
    let name = inputs
        .get(&key)
        .or_else(|| inputs.get("policy"))
        .and_then(Value::as_str)
        .unwrap_or("simple");
    let mut spec = PolicySpec::parse(name)?;
    for part in crate::games::clash::spec::PARTS {
        if let Some(value) = inputs
            .get(&format!("{side}_{part}"))
            .or_else(|| inputs.get(part))
            .and_then(Value::as_str)
        {
            spec = spec.with_part(part, value)?;
        }
    }
    Ok(spec)
}

fn resolve(inputs: &Inputs) -> Result<Duel> {
    let challenger = match inputs.get("challenger").and_then(Value::as_str) {
        None | Some("attacker") => 0,
        Some("defender") => 1,
        Some(other) => {
            return Err(Error::usage(format!(
                "challenger is attacker or defender, not `{other}`"
            )));
        }
    };
    Ok(Duel {
        rules: Rc::new(rules(inputs)?),
        units: [
            unit(text(inputs, "attacker")?)?,
            unit(text(inputs, "defender")?)?,
        ],
        challenger,
        specs: [policy(inputs, "attacker")?, policy(inputs, "defender")?],
        marker_weight: inputs
            .get("marker_weight")
            .and_then(Value::as_f64)
            .unwrap_or(0.0),
    })
}

pub(super) fn side_name(side: usize) -> Got {
    Got::Json(json!(["attacker", "defender"][side]))
}

/// What is left of a side: letters of a team, `alive` for an animal, empty when out.
fn left(unit: Option<Unit>) -> String {
    match unit {
        None => String::new(),
        Some(u) if u.is_animal() => "alive".into(),
        Some(u) => u.counts.to_string(),
    }
}

fn duel(inputs: &Inputs) -> Result<Values> {
    let duel = resolve(inputs)?;
    let results = Results::exact(&duel);
    let share = |w: u128| ratio(w as i128, results.total);
    let mut values: Values = vec![("rolls_first".into(), side_name(duel.first_roller().side))];
    for m in &METRICS {
        values.push((
            m.name.into(),
            Got::Exact(ratio(results.sums(m).0, results.total)),
        ));
    }
    let (sum, squares) = results.sums(metric("edge").expect("edge is a metric"));
    let mean = ratio(sum, results.total);
    values.push((
        "edge_variance".into(),
        Got::Exact(ratio(squares as i128, results.total) - &mean * &mean),
    ));
    for (side, name) in ["attacker", "defender"].into_iter().enumerate() {
        let pmf: Map<String, Value> = results
            .losses(side, 4)
            .into_iter()
            .enumerate()
            .filter(|(_, w)| *w > 0)
            .map(|(k, w)| (k.to_string(), json!(share(w).to_string())))
            .collect();
        values.push((format!("{name}_losses_pmf"), Got::Json(Value::Object(pmf))));
    }
    let mut joint: BTreeMap<_, u128> = BTreeMap::new();
    let mut survivors: BTreeMap<_, u128> = BTreeMap::new();
    for (r, w) in &results.rows {
        *joint
            .entry((r.lost[0], r.lost[1], r.markers[0], r.markers[1]))
            .or_insert(0) += w;
        *survivors
            .entry((left(r.left[0]), r.markers[0], left(r.left[1]), r.markers[1]))
            .or_insert(0) += w;
    }
    let joint = joint
        .into_iter()
        .map(|((a, b, c, d), w)| json!([a, b, c, d, share(w).to_string()]))
        .collect();
    let survivors = survivors
        .into_iter()
        .map(|((a, b, c, d), w)| json!([a, b, c, d, share(w).to_string()]))
        .collect();
    values.push(("joint".into(), Got::Json(joint)));
    values.push(("survivors".into(), Got::Json(survivors)));
    Ok(values)
}

fn fight(inputs: &Inputs) -> Result<Values> {
    let duel = resolve(inputs)?;
    if duel.units.iter().any(|u| u.is_animal()) {
        return Err(Error::usage("a fight to the death is fought between teams"));
    }
    let values = Fights::new(&duel.rules, [&duel.specs[0], &duel.specs[1]])?
        .value(duel.units[0], duel.units[1]);
    Ok(["attacker", "defender"]
        .into_iter()
        .zip(values)
        .flat_map(|(who, v)| {
            [
                ("edge", v.edge),
                ("p_attacker_wins", v.p_attacker_wins),
                ("mean_duels", v.duels),
            ]
            .map(|(name, value)| (format!("{name}_if_{who}_first"), Got::Real(value)))
        })
        .collect())
}
