//! Golden case files: a list of objects `{id, title, inputs, expect, tolerance, …}` (see `docs/cases.md`).

use super::compare::{Got, compare, parse_fraction};
use super::{battle_cases, clash_cases, gauntlet_cases, gladiatori_cases};
use crate::error::{Error, Result};
use serde_json::{Map, Value};

/// How a case went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// Everything that it expects came out.
    Pass,
    /// Something did not; says what.
    Fail(String),
    /// This version does not know the operation.
    Skip(String),
}

/// One case and how it went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseResult {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How it went.
    pub status: Status,
}

/// What an operation gives for a case.
pub(super) enum Outcome {
    /// A value for each key it knows.
    Values(Vec<(String, Got)>),
    /// The input was refused (exit code 2).
    Refused(Error),
    /// The operation is not known.
    Unknown,
}

/// Runs a file of cases. `name` is used in errors.
///
/// # Errors
/// If the text is not a list of cases: the position and what is wrong.
pub fn run_cases(text: &str, name: &str) -> Result<Vec<CaseResult>> {
    let cases: Vec<Value> = serde_json::from_str(text).map_err(|e| {
        Error::usage(format!(
            "{name}:{}:{}: a case file is a JSON list of cases: {}",
            e.line(),
            e.column(),
            plain(&e)
        ))
    })?;
    cases
        .iter()
        .enumerate()
        .map(|(at, case)| run_case(case, at, name))
        .collect()
}

/// serde_json's message without its position.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ")
        .map_or(text.clone(), |(head, _)| head.to_string())
}

fn run_case(case: &Value, at: usize, name: &str) -> Result<CaseResult> {
    let object = |key: &str| {
        case.get(key)
            .and_then(Value::as_object)
            .ok_or_else(|| Error::usage(format!("{name}: case {} has no object `{key}`", at + 1)))
    };
    let text = |key: &str| {
        case.get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_string()
    };
    let (inputs, expect) = (object("inputs")?, object("expect")?);
    let id = if text("id").is_empty() {
        format!("#{}", at + 1)
    } else {
        text("id")
    };
    let game = inputs
        .get("game")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let op = inputs.get("op").and_then(Value::as_str).unwrap_or_default();
    // Cases of Gladiatori name no game and have tolerances of their own.
    if let Some(status) = matches!(game, "" | "gladiatori")
        .then(|| gladiatori_cases::run(op, case))
        .flatten()
    {
        return Ok(CaseResult {
            id,
            title: text("title"),
            status,
        });
    }
    let outcome = match game {
        "battle" => battle_cases::run(op, inputs, expect),
        "clash" => clash_cases::run(op, inputs, expect),
        "gauntlet" => gauntlet_cases::run(op, inputs, expect),
        _ => Outcome::Unknown,
    };
    let wrong = |what: &str| Err(Error::usage(format!("{name}: case {id}: {what}")));
    if expect.is_empty() && !matches!(outcome, Outcome::Unknown) {
        return wrong("`expect` names nothing to compare");
    }
    if let Some(text) = expect.values().find_map(bad_fraction) {
        return wrong(&format!("`{text}` is not a fraction such as 17/11664"));
    }
    let Some([abs, z]) = tolerances(case.get("tolerance")) else {
        return wrong("`tolerance` is a number from 0, or {\"abs\": number, \"mc_z\": number}");
    };
    let status = match outcome {
        Outcome::Unknown => Status::Skip(format!(
            "this version does not know the operation `{op}` of `{game}`"
        )),
        outcome => match judge(expect, &outcome, abs, z) {
            Ok(()) => Status::Pass,
            Err(why) => Status::Fail(why),
        },
    };
    Ok(CaseResult {
        id,
        title: text("title"),
        status,
    })
}

/// The largest difference of decimals, and of sampled figures in standard errors.
fn tolerances(tolerance: Option<&Value>) -> Option<[f64; 2]> {
    const DEFAULT: [f64; 2] = [1e-12, 5.0];
    let number = |value: &Value| value.as_f64().filter(|t| *t >= 0.0);
    match tolerance {
        None | Some(Value::Null) => Some(DEFAULT),
        Some(Value::Object(map)) => {
            let read = |keys: &[&str], default| match keys.iter().find_map(|k| map.get(*k)) {
                None => Some(default),
                Some(value) => number(value),
            };
            Some([
                read(&["abs"], DEFAULT[0])?,
                read(&["z", "mc_z"], DEFAULT[1])?,
            ])
        }
        Some(plain) => Some([number(plain)?, DEFAULT[1]]),
    }
}

/// An `exact` that is no fraction.
fn bad_fraction(expected: &Value) -> Option<&str> {
    let text = expected.get("exact")?.as_str()?;
    parse_fraction(text).is_none().then_some(text)
}

fn judge(
    expect: &Map<String, Value>,
    outcome: &Outcome,
    abs: f64,
    z: f64,
) -> std::result::Result<(), String> {
    let expects_error = expect
        .get("error")
        .is_some_and(|e| e != &Value::Bool(false));
    match outcome {
        Outcome::Refused(error) if expects_error => {
            match expect.get("exit").and_then(Value::as_u64) {
                Some(exit) if exit != u64::from(error.exit_code()) => Err(format!(
                    "exit code {}, the case says {exit}",
                    error.exit_code()
                )),
                _ => Ok(()),
            }
        }
        Outcome::Refused(error) => Err(format!("refused: {error}")),
        Outcome::Values(_) if expects_error => {
            Err("the input was accepted, the case says that it is refused".into())
        }
        Outcome::Values(values) => {
            let faults: Vec<String> = expect
                .iter()
                .filter_map(
                    |(key, expected)| match values.iter().find(|(k, _)| k == key) {
                        Some((_, got)) => compare(key, expected, got, abs, z).err(),
                        None => Some(format!(
                            "`{key}` is not something that this operation gives"
                        )),
                    },
                )
                .collect();
            if faults.is_empty() {
                Ok(())
            } else {
                Err(faults.join("; "))
            }
        }
        Outcome::Unknown => Err("unknown operation".into()),
    }
}
