//! What the operations read from a case: numbers, switches, gladiators, policies, states.

use super::Inputs;
use crate::error::{Error, Result};
use crate::games::battle::column::Class;
use crate::games::battle::data::BattleData;
use crate::games::battle::fighter::Fighter;
use crate::games::battle::gladiator::{Brought, Gladiator};
use crate::games::battle::policy::Parts;
use crate::games::battle::rules::{Rules, Style};
use crate::games::battle::state::{Guard, State};
use crate::scenario::Switches;
use serde_json::Value;

pub fn missing(key: &str, what: &str) -> Error {
    Error::usage(format!("the case has no {what} `{key}`"))
}

pub fn text<'a>(inputs: &'a Inputs, key: &str) -> Result<&'a str> {
    inputs
        .get(key)
        .and_then(Value::as_str)
        .ok_or_else(|| missing(key, "text"))
}

/// A whole number that must be there.
pub fn number<T: TryFrom<i64>>(inputs: &Inputs, key: &str) -> Result<T> {
    let n = inputs
        .get(key)
        .and_then(Value::as_i64)
        .ok_or_else(|| missing(key, "whole number"))?;
    T::try_from(n).map_err(|_| Error::usage(format!("{key} = {n} is out of range")))
}

/// A whole number, or what is taken where the case does not say.
pub fn number_or<T: TryFrom<i64>>(inputs: &Inputs, key: &str, default: T) -> Result<T> {
    if inputs.get(key).is_none_or(Value::is_null) {
        Ok(default)
    } else {
        number(inputs, key)
    }
}

pub fn flag(inputs: &Inputs, key: &str) -> bool {
    inputs.get(key).and_then(Value::as_bool).unwrap_or(false)
}

pub fn object<'a>(inputs: &'a Inputs, key: &str) -> Result<&'a Inputs> {
    inputs
        .get(key)
        .and_then(Value::as_object)
        .ok_or_else(|| missing(key, "object"))
}

/// A list of dice, each 1 to 6.
pub fn dice(value: &Value, key: &str) -> Result<Vec<u8>> {
    let list = value
        .as_array()
        .ok_or_else(|| missing(key, "list of dice"))?;
    let die = |v: &Value| v.as_u64().filter(|n| (1..=6).contains(n)).map(|n| n as u8);
    list.iter()
        .map(|v| die(v).ok_or_else(|| Error::usage(format!("{key}: {v} is not the face of a die"))))
        .collect()
}

pub fn class(inputs: &Inputs) -> Result<Class> {
    let name = text(inputs, "weapon_class")?;
    Class::parse(name)
        .ok_or_else(|| Error::usage(format!("weapon_class is A, B, C or D, not `{name}`")))
}

pub fn style(inputs: &Inputs) -> Result<Style> {
    let name = text(inputs, "style")?;
    Style::parse(name).ok_or_else(|| {
        Error::usage(format!(
            "style is normal, berserk or defensive, not `{name}`"
        ))
    })
}

/// The switches of a case, with this table set if it is given.
pub fn switches(data: &BattleData, inputs: &Inputs, tables: Option<&str>) -> Result<Switches> {
    let mut set: Vec<(String, String)> = Vec::new();
    let named = tables.or_else(|| inputs.get("tables").and_then(Value::as_str));
    set.extend(named.map(|t| ("tables".to_string(), t.to_string())));
    for (key, value) in inputs
        .get("switches")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let value = match value {
            Value::String(s) => s.clone(),
            Value::Array(list) => list
                .iter()
                .filter_map(Value::as_str)
                .collect::<Vec<_>>()
                .join(","),
            other => other.to_string(),
        };
        set.push((key.clone(), value));
    }
    data.switches("battle", &set)
}

/// The data and the rules of a case.
pub fn rules(inputs: &Inputs) -> Result<(BattleData, Rules)> {
    let data = BattleData::embedded()?;
    let rules = Rules::new(&data, &switches(&data, inputs, None)?)?;
    Ok((data, rules))
}

/// A gladiator with the names of spec 1.
pub fn gladiator(fields: &Inputs) -> Result<Gladiator> {
    let mut g = Gladiator::default();
    for (key, value) in fields {
        if let Some(ranks) = g.skill_mut(key) {
            *ranks = number(fields, key)?;
            continue;
        }
        match key.as_str() {
            "health" => g.health = number(fields, key)?,
            "wins" => g.record.wins = number(fields, key)?,
            "losses" => g.record.losses = number(fields, key)?,
            "kills" => g.record.kills = number(fields, key)?,
            "bank" => g.record.bank = number(fields, key)?,
            "insanities" => g.record.insanities = number(fields, key)?,
            "luck" => g.luck = Some(number(fields, key)?),
            "carries_shield" => g.carries_shield = value.as_bool(),
            "weapons" => {
                for item in value.as_array().ok_or_else(|| missing(key, "list"))? {
                    let w = item
                        .as_object()
                        .ok_or_else(|| missing(key, "list of weapons"))?;
                    let (ranks, copies) = (number_or(w, "ranks", 0)?, number_or(w, "copies", 1)?);
                    g.weapons.push(Brought {
                        name: text(w, "name")?.into(),
                        ranks,
                        copies,
                    });
                }
            }
            "weapon" => {
                let (ranks, copies) = (
                    number_or(fields, "weapon_ranks", 0)?,
                    number_or(fields, "copies", 1)?,
                );
                g.weapons.push(Brought {
                    name: text(fields, key)?.into(),
                    ranks,
                    copies,
                });
            }
            "weapon_ranks" | "copies" | "policy" | "name" => {}
            _ => g.unknown_skills.push(key.clone()),
        }
    }
    Ok(g)
}

/// The policy of a gladiator.
pub fn parts(fields: &Inputs) -> Result<Parts> {
    let policy = fields
        .get("policy")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    policy
        .iter()
        .try_fold(Parts::default(), |parts, (part, value)| {
            parts.with(part, &written(value))
        })
}

/// A policy's value as text: a mixture of luck may be an object.
pub fn written(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        Value::Object(o) => {
            let entries = o.iter().map(|(k, v)| format!("{k}={}", written(v)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

pub fn side(name: &str) -> Result<usize> {
    match name {
        "a" => Ok(0),
        "b" => Ok(1),
        _ => Err(Error::usage(format!("a side is a or b, not `{name}`"))),
    }
}

/// A state with the overrides of a case: `active`, and per side health, stunned, guard, doomed, luck, in_hand.
pub fn overridden(mut state: State, over: &Inputs, f: &[Fighter; 2]) -> Result<State> {
    if let Some(active) = over.get("active").and_then(Value::as_str) {
        state = state.with_active(side(active)?);
    }
    for (x, name) in ["a", "b"].into_iter().enumerate() {
        let Some(fields) = over.get(name).and_then(Value::as_object) else {
            continue;
        };
        let mut s = state.side(x);
        s.health = number_or(fields, "health", s.health)?;
        s.stunned = fields
            .get("stunned")
            .and_then(Value::as_bool)
            .unwrap_or(s.stunned);
        s.doomed = fields
            .get("doomed")
            .and_then(Value::as_bool)
            .unwrap_or(s.doomed);
        s.luck = number_or(fields, "luck", s.luck)?;
        if let Some(guard) = fields.get("guard").and_then(Value::as_str) {
            let found = Guard::ALL.into_iter().find(|g| g.name() == guard);
            s.guard = found.ok_or_else(|| Error::usage(format!("unknown guard `{guard}`")))?;
        }
        if let Some(list) = fields.get("in_hand").and_then(Value::as_array) {
            for (slot, copies) in list.iter().enumerate().take(2) {
                let brought = f[x]
                    .listed()
                    .iter()
                    .find(|w| w.slot == Some(slot))
                    .map_or(0, |w| w.copies);
                let copies = copies.as_u64().filter(|c| *c <= u64::from(brought));
                let why = || Error::usage(format!("in_hand: write 0 to {brought} copies"));
                s.in_hand[slot] = copies.ok_or_else(why)? as u8;
            }
        }
        if !(-19..=107).contains(&s.health) || s.luck > 63 {
            return Err(Error::usage(
                "a state has health from -19 to 107 and luck from 0 to 63",
            ));
        }
        state = state.with_side(x, s);
    }
    Ok(state)
}
