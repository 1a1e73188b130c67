//! Operations on single rolls and their odds.

use super::super::compare::Got;
use super::inputs::{class, dice, flag, number, number_or, object, rules, style, text};
use super::{Inputs, Values};
use crate::chance::{Chance, Dist, Outcome};
use crate::error::{Error, Result};
use crate::games::battle::award;
use crate::games::battle::build::copies_carried;
use crate::games::battle::column::Top;
use crate::games::battle::data::WeaponKind;
use crate::games::battle::dice::Reading;
use crate::games::battle::exchange::Pairing;
use crate::games::battle::fighter::{self, weapon_dice};
use crate::games::battle::gladiator::Record;
use crate::games::battle::rules::{Style, guard_after};
use crate::games::battle::state::EndedBy;
use serde_json::{Map, Value, json};

pub(super) fn json_of(pairs: impl IntoIterator<Item = (&'static str, Value)>) -> Values {
    pairs
        .into_iter()
        .map(|(k, v)| (k.to_string(), Got::Json(v)))
        .collect()
}

pub fn attack_dice(inputs: &Inputs) -> Result<Values> {
    let (data, rules) = rules(inputs)?;
    let (attack, ranks) = (number(inputs, "attack")?, number(inputs, "weapon_ranks")?);
    let tier = fighter::tier(&data, attack);
    let pairing = nothing(class_a(), weapon_dice(attack, ranks));
    let weapon = fighter::Weapon {
        throw_bonus: number_or(inputs, "throw_bonus", 0)?,
        ..pairing.weapon()
    };
    let style = style(inputs)?;
    Ok(json_of([
        (
            "dice",
            json!(rules.attack_dice(&weapon, &tier, style, flag(inputs, "thrown"))),
        ),
        ("max_sixes", json!(rules.max_sixes(&tier, style))),
    ]))
}

pub(super) fn class_a() -> crate::games::battle::column::Class {
    crate::games::battle::column::Class::A
}

pub(super) fn nothing(class: crate::games::battle::column::Class, dice: u8) -> Pairing {
    Pairing {
        attack_dice: dice,
        attack_luck: 0,
        max_sixes: None,
        can_whiff: true,
        class,
        kind: WeaponKind::Bludgeon,
        critical_bonus: 0,
        defence_dice: 0,
        defence_luck: 0,
        stunned: false,
    }
}

pub fn read_attack(inputs: &Inputs) -> Result<Values> {
    let (data, rules) = rules(inputs)?;
    let class = class(inputs)?;
    let style = style(inputs)?;
    let tier = fighter::tier(&data, number_or(inputs, "attack", 0)?);
    let thrown = dice(inputs.get("dice").unwrap_or(&Value::Null), "dice")?;
    let top = thrown.iter().fold(Top::default(), |t, &face| t.with(face));
    let column = top.column(rules.max_sixes(&tier, style));
    let whiffs = rules.can_whiff(style, flag(inputs, "thrown"), thrown.len() as u8);
    let result = match rules.hits(class, column) {
        true if column.is_critical() => "critical",
        true => "hit",
        false if whiffs => "whiff",
        false => "miss",
    };
    let mut values = json_of([
        ("column", json!(column.to_string())),
        ("result", json!(result)),
    ]);
    let hit = rules.hits(class, column);
    let damage = (hit && !column.is_critical()).then(|| rules.table_damage(class, column));
    values.extend(json_of([
        ("damage", if hit { json!(damage) } else { json!(0) }),
        (
            "block_sixes",
            json!(if hit { rules.block_sixes(column) } else { 0 }),
        ),
        (
            "stun",
            json!(hit && rules.stuns(column, flag(inputs, "target_stunned"))),
        ),
    ]));
    Ok(values)
}

pub fn defence_dice(inputs: &Inputs) -> Result<Values> {
    let (data, rules) = rules(inputs)?;
    let last = object(inputs, "last_action")?;
    let result = last.get("result").and_then(Value::as_str).unwrap_or("none");
    let style = last
        .get("style")
        .and_then(Value::as_str)
        .and_then(Style::parse)
        .unwrap_or(Style::Normal);
    let guard = guard_after(style, flag(last, "thrown"), result == "whiff");
    let mut fields = Map::new();
    for key in ["armor", "shield", "parry", "carries_shield", "attack"] {
        fields.extend(inputs.get(key).map(|v| (key.to_string(), v.clone())));
    }
    let g = super::inputs::gladiator(&fields)?;
    let f = fighter::Fighter::new(&data, &rules.readings, &g)?;
    Ok(json_of([(
        "dice",
        json!(rules.defence_dice(&f, guard, flag(inputs, "stunned"))),
    )]))
}

/// Answers each draw of a defence with the next throw of the case.
struct Throws {
    throws: Vec<Vec<u8>>,
    errors: Vec<String>,
}

impl Chance for Throws {
    fn draw<T: Outcome>(&mut self, site: &'static str, dist: &Dist<T>) -> T {
        let dice = (0..=20).find(|n| 6u64.pow(*n) == dist.total()).unwrap_or(0) as usize;
        let sixes = match self.throws.first() {
            Some(throw) if throw.len() == dice => {
                self.throws.remove(0).iter().filter(|f| **f == 6).count()
            }
            other => {
                let given = other.map_or("nothing".to_string(), |t| format!("{} dice", t.len()));
                self.errors.push(format!(
                    "{site}: the rules throw {dice} dice, the case has {given}"
                ));
                0
            }
        };
        let wanted = sixes.to_string();
        dist.outcomes()
            .iter()
            .copied()
            .find(|o| o.to_string() == wanted)
            .unwrap_or(dist.outcome(0))
    }
}

pub fn defence_throws(inputs: &Inputs) -> Result<Values> {
    let (_, rules) = rules(inputs)?;
    let needed = number(inputs, "sixes_needed")?;
    let list = inputs
        .get("throws")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let mut throws = Throws {
        throws: list
            .iter()
            .map(|t| dice(t, "throws"))
            .collect::<Result<_>>()?,
        errors: Vec::new(),
    };
    let dice = throws.throws.first().map_or(0, Vec::len) as u8;
    if dice == 0 && !throws.throws.is_empty() {
        throws.throws.remove(0); // no dice are not thrown
    }
    let d = rules.throw_defence(0, dice, 0, needed, &mut throws);
    if !throws.throws.is_empty() {
        throws.errors.push(format!(
            "{} throws of the case are left over",
            throws.throws.len()
        ));
    }
    if !throws.errors.is_empty() {
        return Err(Error::usage(throws.errors.join("; ")));
    }
    Ok(json_of([
        ("sixes", json!(d.sixes)),
        ("blocked", json!(d.sixes >= needed)),
    ]))
}

pub fn critical_dice(inputs: &Inputs) -> Result<Values> {
    let (_, rules) = rules(inputs)?;
    let dice = rules.critical_dice(
        number(inputs, "sixes")?,
        class(inputs)?,
        number(inputs, "defence_sixes")?,
    );
    Ok(json_of([("dice", json!(dice))]))
}

pub fn critical_damage(inputs: &Inputs) -> Result<Values> {
    let (data, rules) = rules(inputs)?;
    let weapon = data.weapon(text(inputs, "weapon")?)?;
    let thrown = dice(inputs.get("dice").unwrap_or(&Value::Null), "dice")?;
    let total =
        thrown.iter().map(|d| u16::from(*d)).sum::<u16>() + u16::from(weapon.critical_bonus.value);
    let (damage, kill) = rules.critical_result(weapon.kind.value, total);
    let stun = rules.stuns(crate::games::battle::column::Column::CRITICAL, false);
    Ok(json_of([
        ("total", json!(total)),
        ("damage", json!(damage)),
        ("stun", json!(stun)),
        ("kill", json!(kill)),
    ]))
}

pub fn luck_pool(inputs: &Inputs) -> Result<Values> {
    let record = Record {
        wins: number(inputs, "wins")?,
        losses: number(inputs, "losses")?,
        ..Record::default()
    };
    Ok(json_of([("luck", json!(record.luck()))]))
}

pub fn luck_cap(inputs: &Inputs) -> Result<Values> {
    let (_, rules) = rules(inputs)?;
    Ok(json_of([(
        "most",
        json!(rules.most_luck(number(inputs, "dice")?, number(inputs, "luck")?)),
    )]))
}

pub fn luck_left(inputs: &Inputs) -> Result<Values> {
    let luck: u8 = number(inputs, "luck")?;
    let thrown = dice(inputs.get("luck_dice").unwrap_or(&Value::Null), "luck_dice")?;
    // Rethrown sixes of a defence are safe, whatever they show [Re-roll sixes for defense].
    let lost = thrown.iter().filter(|f| **f <= 3).count() as u8;
    if thrown.len() > usize::from(luck) {
        return Err(Error::usage(format!(
            "{} luck dice are thrown, and {luck} are left",
            thrown.len()
        )));
    }
    Ok(json_of([("luck", json!(luck - lost))]))
}

fn ended_by(fields: &Inputs, key: &str, otherwise: EndedBy) -> Result<EndedBy> {
    match fields.get(key).and_then(Value::as_str) {
        None => Ok(otherwise),
        Some(name) => EndedBy::ALL
            .into_iter()
            .find(|by| by.name() == name)
            .ok_or_else(|| Error::usage(format!("unknown end of a battle `{name}`"))),
    }
}

pub fn award(inputs: &Inputs) -> Result<Values> {
    let (_, rules) = rules(inputs)?;
    let b = object(inputs, "before")?;
    let field = |key: &str| number_or(b, key, 0u16);
    let before = Record {
        wins: field("wins")?,
        losses: field("losses")?,
        kills: field("kills")?,
        bank: field("bank")?,
        insanities: field("insanities")?,
    };
    let r = object(inputs, "result")?;
    let won = r.get("won").and_then(Value::as_bool);
    let died = flag(
        r,
        if won == Some(true) {
            "opponent_died"
        } else {
            "died"
        },
    );
    let usual = match (won, died) {
        (None, _) => EndedBy::Undecided,
        (_, true) => EndedBy::Slain,
        (_, false) => EndedBy::Unconscious,
    };
    let by = ended_by(
        r,
        if won == Some(true) {
            "opponent_ended_by"
        } else {
            "ended_by"
        },
        usual,
    )?;
    let no_contest = by.is_coma() && rules.readings.coma_is_no_contest;
    let fell = won == Some(false) || won.is_none() && by != EndedBy::Undecided;
    let won = if no_contest || by == EndedBy::Undecided {
        None
    } else {
        won
    };
    let after = rules.award(
        before,
        &award::Outcome {
            won,
            by,
            fell,
            died,
            was_doomed: flag(r, "was_doomed"),
        },
    );
    let n = after.record;
    Ok(json_of([
        ("wins", json!(n.wins)),
        ("losses", json!(n.losses)),
        ("kills", json!(n.kills)),
        ("bank", json!(n.bank)),
        ("insanities", json!(n.insanities)),
        ("alive", json!(after.alive)),
        ("sits_out", json!(after.sits_out)),
        ("luck_next", json!(after.luck_next())),
    ]))
}

pub fn carry(inputs: &Inputs) -> Result<Values> {
    let (data, _) = rules(inputs)?;
    let weapon = data.weapon(text(inputs, "weapon")?)?;
    Ok(json_of([(
        "copies",
        json!(copies_carried(
            &data,
            weapon.weight_lb.value,
            flag(inputs, "shield")
        )),
    )]))
}
