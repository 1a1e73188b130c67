//! The operations of Gladiatori case files (spec 16).
//!
//! A case's `switch` (`key=value; path=value`) sets switches and paths of the data; its `tolerance` is one number or one a
//! field. Inputs that break a rule give `legal = false`, as the cases write it, instead of an error.

mod deeds;
mod fights;
mod inputs;
mod map;
mod training;

use super::cases::Status;
use crate::error::{Error, Result};
use crate::games::gladiatori::data::Data;
use crate::games::gladiatori::numbers::Rules;
use inputs::Inputs;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde_json::Value;

/// What an operation gives: values by name.
type Values = Vec<(&'static str, Value)>;

/// The data and rules of a case.
struct Setting {
    data: Data,
    rules: Rules,
}

/// Runs a case; `None` if the operation is not one of this game.
pub(super) fn run(op: &str, case: &Value) -> Option<Status> {
    let inputs = Inputs::new(case.get("inputs")?);
    let answer = setting(case).and_then(|s| {
        Ok(Some(match op {
            "attack_value" => deeds::attack_value(&s, &inputs)?,
            "defense_value" => deeds::defense_value(&s, &inputs)?,
            "damage" => deeds::damage(&s, &inputs)?,
            "pay_damage" => deeds::pay_damage(&s, &inputs)?,
            "vp" => deeds::vp(&s, &inputs)?,
            "reuse_cost" => deeds::reuse_cost(&s, &inputs)?,
            "cleanup_check" => deeds::cleanup_check(&s, &inputs)?,
            "cheapest_defense" => deeds::cheapest_defense(&s, &inputs)?,
            "endurance_yield" => deeds::endurance_yield(&inputs)?,
            "defense_options" => deeds::defense_options(&s, &inputs)?,
            "markers" => deeds::markers(&s, &inputs)?,
            "trap_markers" => deeds::trap_markers(&s, &inputs)?,
            "overskill" => deeds::overskill(&s, &inputs)?,
            "break_item" => deeds::break_item(&inputs)?,
            "cooperate" => deeds::cooperate(&s, &inputs)?,
            "feint" => deeds::feint(&s, &inputs)?,
            "turn_order" => deeds::turn_order(&s, &inputs)?,
            "beast_roll" => map::beast_roll(&s, &inputs)?,
            "beast_kill_probability" => map::beast_kill(&s, &inputs)?,
            "beast_hit_probability" => map::beast_hit(&s, &inputs)?,
            "sprint_cost" => map::sprint_cost(&s, &inputs)?,
            "reachable" => map::reachable(&s, &inputs)?,
            "hex_relation" => map::hex_relation(&s, &inputs)?,
            "throw_check" => map::throw_check(&s, &inputs)?,
            "movement_penalty" => map::movement_penalty(&s, &inputs)?,
            "price_build" => training::price_build(&s, &inputs)?,
            "count_builds" => training::count_builds(&s, &inputs)?,
            "count_item_pairs" => training::count_item_pairs(&s),
            "campaign" => training::campaign(&s, &inputs)?,
            "auction" => training::auction(&s, &inputs)?,
            "draft_order" => training::draft_order(&inputs)?,
            "exchange" => fights::exchange(&s, &inputs)?,
            "exchange_exact" => fights::exchange_exact(&s, &inputs)?,
            "exchange_value" => fights::exchange_value(&s, &inputs)?,
            "exchange_quantal" => fights::exchange_quantal(&s, &inputs)?,
            "duel" => fights::duel(&s, &inputs)?,
            "duel_exact" => fights::duel_exact(&s, &inputs)?,
            "duel_stat" => fights::duel_stat(&s, &inputs)?,
            _ => return Ok(None),
        }))
    });
    match answer {
        Ok(None) => None,
        Ok(Some(values)) => Some(judge(case, &values)),
        Err(error) if case.pointer("/expect/error").is_some() => {
            match case.pointer("/expect/exit").and_then(Value::as_u64) {
                Some(exit) if exit != u64::from(error.exit_code()) => Some(Status::Fail(format!(
                    "exit code {}, the case says {exit}",
                    error.exit_code()
                ))),
                _ => Some(Status::Pass),
            }
        }
        Err(error) => Some(Status::Fail(format!("refused: {error}"))),
    }
}

fn setting(case: &Value) -> Result<Setting> {
    let mut data = Data::embedded()?;
    let mut set = Vec::new();
    let text = case
        .get("switch")
        .and_then(Value::as_str)
        .unwrap_or_default();
    for part in text.split(';').map(str::trim).filter(|p| !p.is_empty()) {
        let (key, value) = part
            .split_once('=')
            .ok_or_else(|| Error::usage(format!("the case's switch `{part}` is not key=value")))?;
        if data.is_path(key.trim()) {
            data.set(key.trim(), value.trim())?;
        } else {
            set.push((key.trim().to_string(), value.trim().to_string()));
        }
    }
    let rules = Rules::new(&data, &data.switches("gladiatori", &set)?)?;
    Ok(Setting { data, rules })
}

fn judge(case: &Value, values: &Values) -> Status {
    let Some(expect) = case.get("expect").and_then(Value::as_object) else {
        return Status::Fail("the case expects nothing".into());
    };
    let tolerance = |key: &str| match case.get("tolerance") {
        Some(Value::Object(by_field)) => by_field.get(key).and_then(Value::as_f64).unwrap_or(0.0),
        Some(one) => one.as_f64().unwrap_or(0.0),
        None => 0.0,
    };
    let mut faults = Vec::new();
    for (key, wanted) in expect {
        match values.iter().find(|(k, _)| k == key) {
            None => faults.push(format!(
                "`{key}` is not something that this operation gives"
            )),
            Some((_, got)) if same(wanted, got, tolerance(key)) => {}
            Some((_, got)) => faults.push(format!("{key} is {got}, the case says {wanted}")),
        }
    }
    if faults.is_empty() {
        Status::Pass
    } else {
        Status::Fail(faults.join("; "))
    }
}

/// An exact number of a value: an integer, or a fraction as text.
fn exact(value: &Value) -> Option<BigRational> {
    match value {
        Value::Number(n) => n.as_i64().map(|n| BigRational::from(BigInt::from(n))),
        Value::String(text) => super::compare::parse_fraction(text),
        _ => None,
    }
}

fn real(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| exact(value)?.to_f64())
}

/// Equality: of exact numbers exactly where no tolerance is given, of others within it.
fn same(wanted: &Value, got: &Value, tolerance: f64) -> bool {
    match (wanted, got) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(x, y)| same(x, y, tolerance))
        }
        (Value::Object(a), Value::Object(b)) => a
            .iter()
            .all(|(k, v)| b.get(k).is_some_and(|w| same(v, w, tolerance))),
        (Value::Number(_) | Value::String(_), Value::Number(_) | Value::String(_)) => {
            if let (Some(a), Some(b)) = (exact(wanted), exact(got))
                && a == b
            {
                return true;
            }
            match (real(wanted), real(got)) {
                (Some(a), Some(b)) => {
                    (a - b).abs() <= tolerance.max(if tolerance > 0.0 { 0.0 } else { 1e-12 })
                }
                _ => wanted == got,
            }
        }
        _ => wanted == got,
    }
}
