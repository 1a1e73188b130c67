//! What makes two runs of `clash-matrix` or `clash-fight` the same question.

use crate::cli::answer::CommandLine;
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::clash::data::ClashData;
use crate::games::clash::matrix::{Model, Setting};
use crate::playout::Identity;
use crate::scenario::{Guesses, Switches};
use serde_json::{Map, Value, json};

/// The identity: the question's `own` facts, then what both questions rest on.
pub fn identity(
    question: &'static str,
    own: Value,
    setting: &Setting,
    data: &ClashData,
    switches: &Switches,
    shared: &Shared,
    line: &CommandLine,
) -> Identity {
    let common = json!({
        "switches": switches.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>(),
        "ruleset": switches.ruleset(),
        "policies": setting.specs.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "die": [data.die.critical, data.die.single, data.die.miss],
        "basic_dice": [data.combat.base_dice_team, data.combat.base_dice_animal],
        "target_error": shared.target_error,
        "command": line.text(),
        "arguments": line.arguments(),
    });
    let mut all = Map::new();
    for part in [own, common] {
        if let Value::Object(part) = part {
            all.extend(part);
        }
    }
    Identity {
        question: question.into(),
        resolved: Value::Object(all),
    }
}

/// Adds the readings of a duel that are set away from their default.
pub fn readings(switches: &Switches, guesses: &mut Guesses) {
    let keys = switches.differs_from_default();
    let keys: Vec<&str> = keys
        .iter()
        .map(|(k, _)| k.as_str())
        .filter(|k| super::duel::DUEL_SWITCHES.contains(k))
        .collect();
    switches.guesses(&keys, guesses);
}

/// A marker has a weight of its own in single duels only.
///
/// # Errors
/// A weight in a fight to the death.
pub fn check_weight(setting: &Setting) -> Result<()> {
    if setting.model == Model::Fight && setting.marker_weight != 0.0 {
        return Err(Error::usage(
            "--marker-weight is for single duels: in a fight a marker is worth what comes of it; leave it out",
        ));
    }
    Ok(())
}
