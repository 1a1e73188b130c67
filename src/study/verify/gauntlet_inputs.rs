//! Reads the inputs of Gladiator Gauntlet cases.

use super::compare::Got;
use crate::error::{Error, Result};
use crate::games::gauntlet::action::{Action, When};
use crate::games::gauntlet::data::GauntletData;
use crate::games::gauntlet::dice::{Faces, Roll};
use crate::games::gauntlet::exact::Bouts;
use crate::games::gauntlet::library::Library;
use crate::games::gauntlet::rules::game::{Enemy, Event, Game, Round};
use crate::games::gauntlet::rules::{Ability, Tactic};
use crate::games::gauntlet::state::{DIE_MAX, Die, ENEMY_MAX, Fight, GLORY_MAX, Outcome};
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub(super) type Inputs = Map<String, Value>;
pub(super) type Values = Vec<(String, Got)>;

/// A text, if it is there.
pub(super) fn optional<'a>(inputs: &'a Inputs, key: &str) -> Option<&'a str> {
    inputs.get(key).and_then(Value::as_str)
}

/// A list of small numbers.
pub(super) fn digits(inputs: &Inputs, key: &str, least: u8, most: u8) -> Result<Vec<u8>> {
    let wrong = || {
        Error::usage(format!(
            "`{key}` must be a list of whole numbers from {least} to {most}"
        ))
    };
    inputs
        .get(key)
        .and_then(Value::as_array)
        .ok_or_else(wrong)?
        .iter()
        .map(|v| small(v, key, least, most))
        .collect()
}

fn small(value: &Value, key: &str, least: u8, most: u8) -> Result<u8> {
    let number = value
        .as_u64()
        .and_then(|n| u8::try_from(n).ok())
        .filter(|n| (least..=most).contains(n));
    number.ok_or_else(|| {
        Error::usage(format!(
            "`{key}` must be a whole number from {least} to {most}, not {value}"
        ))
    })
}

/// Readers of single inputs.
pub(super) mod decode {
    use super::*;
    use crate::games::gauntlet::dice::Pair;
    use crate::games::gauntlet::rules::Ties;
    use crate::games::gauntlet::spec::PolicySpec;
    use crate::games::gauntlet::state::Health;

    pub fn number(inputs: &Inputs, key: &str, least: u8, most: u8) -> Result<u8> {
        small(inputs.get(key).unwrap_or(&Value::Null), key, least, most)
    }

    pub fn health(inputs: &Inputs) -> Result<Health> {
        match digits(inputs, "health", 0, DIE_MAX)?[..] {
            [a, b] if a + b > 0 => Ok(Health::new(a, b)),
            _ => Err(Error::usage(
                "health must be two dice of 0 to 6, at least one of them left, for example [4, 4]",
            )),
        }
    }

    pub fn pair(inputs: &Inputs, key: &str) -> Result<Pair> {
        match digits(inputs, key, 1, DIE_MAX)?[..] {
            [a, b] => Ok(Pair::new(a, b)),
            _ => Err(Error::usage(format!(
                "`{key}` must be two dice, for example [1, 4]"
            ))),
        }
    }

    pub fn roll(inputs: &Inputs) -> Result<Roll> {
        Ok(Roll {
            blue: pair(inputs, "blue")?,
            red: pair(inputs, "red")?,
        })
    }

    pub fn ties(inputs: &Inputs) -> Result<Ties> {
        Ties::parse(optional(inputs, "ties").unwrap_or("none"))
    }

    pub fn faces(inputs: &Inputs) -> Result<Faces> {
        if !inputs.contains_key("reroll_faces") {
            return Ok(Faces::NONE);
        }
        Ok(Faces::new(&digits(inputs, "reroll_faces", 1, DIE_MAX)?))
    }

    pub fn die(inputs: &Inputs, health: Health) -> Result<Die> {
        let die = match optional(inputs, "die") {
            Some("low") => Die::Low,
            Some("high") => Die::High,
            _ => return Err(Error::usage("`die` must be low or high")),
        };
        // The lowest remaining die, where one is removed.
        Ok(if health.get(die) == 0 { Die::High } else { die })
    }

    pub fn policy(inputs: &Inputs) -> Result<PolicySpec> {
        let name = optional(inputs, "policy")
            .ok_or_else(|| Error::usage("the case has no text `policy`"))?;
        let mut spec = PolicySpec::parse(name)?;
        for decision in crate::games::gauntlet::spec::DECISIONS {
            if let Some(rule) = optional(inputs, &format!("policy_{decision}")) {
                spec = spec.with_part(decision, rule)?;
            }
        }
        Ok(spec)
    }
}

/// The settings of a case, as text.
fn settings(inputs: &Inputs) -> Vec<(String, String)> {
    let set = inputs
        .get("set")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    set.into_iter()
        .map(|(k, v)| (k, v.as_str().map_or_else(|| v.to_string(), str::to_string)))
        .collect()
}

/// The game of a case: data or alternative, settings, difficulty or last round.
pub(super) fn game_of(inputs: &Inputs) -> Result<Game> {
    let mut data = GauntletData::embedded()?;
    if let Some(name) = optional(inputs, "alternative") {
        data = data.alternative(name)?;
    }
    let (data, set) = data.with_knobs(&settings(inputs))?;
    let ruleset = optional(inputs, "ruleset").unwrap_or("gauntlet");
    let rules = data.rules(&data.switches(ruleset, &set)?)?;
    let last_round = match (optional(inputs, "difficulty"), inputs.get("last_round")) {
        (Some(difficulty), _) => data.last_round(difficulty)?,
        (None, Some(_)) => decode::number(inputs, "last_round", 1, 6)?,
        (None, None) => 1,
    };
    let plain = data.game(rules.clone(), 1)?;
    let given = inputs.get("data").and_then(Value::as_object);
    let part = |key: &str| {
        given
            .and_then(|d| d.get(key))
            .or_else(|| inputs.get(key).filter(|_| key == "rounds"))
    };
    let cards = match part("cards").and_then(Value::as_array) {
        Some(list) => list
            .iter()
            .map(|c| Ok([enemy(c.get("A"))?, enemy(c.get("B"))?]))
            .collect::<Result<_>>()?,
        None => plain.cards.clone(),
    };
    let rounds = match part("rounds").and_then(Value::as_array) {
        Some(list) => list.iter().map(round).collect::<Result<_>>()?,
        None => plain.rounds.clone(),
    };
    let events = match part("events").and_then(Value::as_array) {
        Some(list) => {
            let names: Vec<Event> = list
                .iter()
                .map(|e| Event::parse(e.as_str().unwrap_or_default()))
                .collect::<Result<_>>()?;
            names
                .try_into()
                .map_err(|_| Error::usage("`events` must be six names, one for each face"))?
        }
        None => plain.events,
    };
    Game::new(rules, cards, rounds, events, last_round, plain.start)
}

/// The tables of the game of a case.
pub(super) fn library(inputs: &Inputs) -> Result<Arc<Library>> {
    Ok(Arc::new(Library::new(game_of(inputs)?)))
}

fn enemy(value: Option<&Value>) -> Result<Enemy> {
    let object = value.and_then(Value::as_object);
    let object =
        object.ok_or_else(|| Error::usage("an enemy is {\"health\": 3, \"ability\": \"none\"}"))?;
    let ability = Ability::parse(optional(object, "ability").unwrap_or("none"))?;
    let health = match object.get("health") {
        Some(Value::String(word)) if word == "glory" => None,
        _ if ability == Ability::GloryHealth => None,
        _ => Some(decode::number(object, "health", 1, ENEMY_MAX)?),
    };
    Ok(Enemy { health, ability })
}

fn round(value: &Value) -> Result<Round> {
    let object = value.as_object().ok_or_else(|| {
        Error::usage("a round is {\"cards\": 2, \"side\": \"A\", \"reroll_faces\": []}")
    })?;
    let side = match optional(object, "side") {
        Some("A") => 0,
        Some("B") => 1,
        _ => return Err(Error::usage("`side` must be A or B")),
    };
    Ok(Round {
        cards: decode::number(object, "cards", 1, 99)?,
        side,
        faces: decode::faces(object)?,
    })
}

/// Player and enemy of a case.
pub(super) fn state_of(inputs: &Inputs) -> Result<Fight> {
    Ok(Fight {
        health: decode::health(inputs)?,
        glory: decode::number(inputs, "glory", 0, GLORY_MAX)?,
        enemy: decode::number(inputs, "enemy_health", 1, ENEMY_MAX)?,
    })
}

/// A row of enemies and the player who meets it.
pub(super) fn row_of(inputs: &Inputs) -> Result<Bouts> {
    let list = inputs
        .get("enemies")
        .and_then(Value::as_array)
        .filter(|l| !l.is_empty());
    let list =
        list.ok_or_else(|| Error::usage("`enemies` must be a list of at least one enemy"))?;
    let health = if inputs.contains_key("health") {
        decode::health(inputs)?
    } else {
        game_of(inputs)?.start.0
    };
    let glory = if inputs.contains_key("glory") {
        decode::number(inputs, "glory", 0, GLORY_MAX)?
    } else {
        0
    };
    let rules = game_of(inputs)?.rules;
    Ok(Bouts {
        enemies: list.iter().map(|e| enemy(Some(e))).collect::<Result<_>>()?,
        ties: decode::ties(inputs)?,
        faces: if rules.enemy_rerolls {
            decode::faces(inputs)?
        } else {
            Faces::NONE
        },
        right: inputs
            .get("reroll_one")
            .and_then(Value::as_bool)
            .unwrap_or(false),
        start: (health, glory),
    })
}

/// The action of a case; `None` if it names dice that are not there, which is not legal.
pub(super) fn actions(inputs: &Inputs, fight: Fight, roll: Roll) -> Result<Option<Action>> {
    let none = Map::new();
    let given = inputs
        .get("action")
        .and_then(Value::as_object)
        .unwrap_or(&none);
    let mut action = Action::default();
    let two = |key: &str| {
        given
            .get(key)
            .filter(|v| !v.is_null())
            .and_then(Value::as_array)
            .filter(|l| l.len() == 2)
    };
    let mut blue = [roll.blue.low, roll.blue.high];
    let at = |dice: [u8; 2], value: u8| {
        [Die::Low, Die::High]
            .into_iter()
            .find(|d| dice[*d as usize] == value)
    };
    if let Some(pair) = two("swap") {
        let (health, combat) = (
            small(&pair[0], "swap", 0, 6)?,
            small(&pair[1], "swap", 1, 6)?,
        );
        let dice = [fight.health.low, fight.health.high];
        let (Some(h), Some(c)) = (at(dice, health), at(blue, combat)) else {
            return Ok(None);
        };
        action.swap = Some((h, c));
        blue[c as usize] = health;
        blue.sort_unstable();
    }
    for name in given
        .get("tactics")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let name = name.as_str().unwrap_or_default();
        let unknown = || Error::usage(format!("unknown tactic `{}`", name.escape_debug()));
        let tactic = Tactic::from_name(name).ok_or_else(unknown)?;
        if tactic != Tactic::DirtyTrick {
            if action.buys(tactic) {
                return Ok(None); // each at most once
            }
            action.tactics |= 1 << tactic as u8;
        }
    }
    if let Some(pair) = two("dirty_trick") {
        let (die, by) = (
            small(&pair[0], "dirty_trick", 1, 6)?,
            small(&pair[1], "dirty_trick", 0, 9)?,
        );
        let Some(die) = at(blue, die) else {
            return Ok(None);
        };
        action.trick = Some((die, by));
    }
    if let Some(pair) = two("bargain") {
        let when = pair[1].as_str().unwrap_or_default();
        let when = When::ALL.into_iter().find(|w| w.name() == when);
        let when = when.ok_or_else(|| {
            Error::usage("a bargain is [x, before_swap, tactics or after_damage]")
        })?;
        action.bargain = Some((small(&pair[0], "bargain", 0, 9)?, when));
    }
    Ok(Some(action))
}

/// An outcome as case files write it.
pub(super) fn outcome(o: Outcome) -> Value {
    json!([
        o.word(),
        o.health().low,
        o.health().high,
        o.glory(),
        o.enemy()
    ])
}

/// A set as a list, in the order of the expected one.
pub(super) fn order_like(mut list: Vec<Value>, expected: Option<&Value>) -> Value {
    if let Some(wanted) = expected.and_then(Value::as_array) {
        list.sort_by_key(|v| wanted.iter().position(|w| w == v).unwrap_or(usize::MAX));
    }
    Value::Array(list)
}
