//! Operations on the odds of single rolls.

use super::super::compare::{Exact, Got, ratio};
use super::inputs::{class, flag, number, number_or, rules};
use super::single::{class_a, nothing};
use super::{Inputs, Values};
use crate::chance::{Branch, enumerate};
use crate::error::{Error, Result};
use crate::games::battle::column::Top;
use crate::games::battle::dice::{self as pools, AnySix, HANDFUL, Roll, Sum};
use crate::games::battle::exchange::{Comes, Exchanges, Pairing};
use num_traits::{ToPrimitive, Zero};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Probabilities by name, exact and as decimals.
fn distribution<R: Ord>(run: impl FnMut(&mut Branch) -> R, name: impl Fn(&R) -> String) -> Values {
    let mut merged: BTreeMap<R, Exact> = BTreeMap::new();
    enumerate(run, |leaf| {
        *merged.entry(leaf.result).or_insert_with(Exact::zero) +=
            ratio(leaf.weight as i128, leaf.total)
    });
    let exact: Map<String, Value> = merged
        .iter()
        .map(|(r, p)| (name(r), json!(p.to_string())))
        .collect();
    let real: Map<String, Value> = merged
        .iter()
        .map(|(r, p)| (name(r), json!(p.to_f64())))
        .collect();
    vec![
        ("p".into(), Got::Json(Value::Object(real))),
        ("exact".into(), Got::Json(Value::Object(exact))),
    ]
}

/// Dice in a row whose exact weights fit: 6^48 is below 2^127.
const EXACT_DICE: u32 = 48;

fn few(dice: u32) -> Result<()> {
    if dice > EXACT_DICE {
        return Err(Error::usage(format!(
            "{dice} dice: exact odds are given for at most {EXACT_DICE} in a row"
        )));
    }
    Ok(())
}

pub fn top_odds(inputs: &Inputs) -> Result<Values> {
    let n: u8 = number(inputs, "dice")?;
    few(n.into())?;
    let run = |c: &mut Branch| pools::throw::<Top, _>(0, Roll::Attack, n, 0, c).shows;
    Ok(distribution(run, Top::to_string))
}

pub fn attack_odds(inputs: &Inputs) -> Result<Values> {
    let (_, rules) = rules(inputs)?;
    let n: u8 = number(inputs, "dice")?;
    let luck: u8 = number_or(inputs, "luck", 0)?;
    few(u32::from(n) + u32::from(luck))?;
    let cap = match inputs.get("max_sixes") {
        None | Some(Value::Null) => None,
        _ => Some(number(inputs, "max_sixes")?),
    };
    Ok(distribution(
        |c| rules.throw_attack(0, n, luck, cap, c).0,
        |column| column.to_string(),
    ))
}

/// The pool and the sixes needed of a defence; exact weights must fit its first throw and all rethrows.
fn defence_inputs(inputs: &Inputs) -> Result<(u8, u8, u8)> {
    let (n, luck): (u8, u8) = (number(inputs, "dice")?, number_or(inputs, "luck", 0)?);
    let needed: u8 = number_or(inputs, "sixes_needed", HANDFUL)?; // not said: as good as without an end
    few(u32::from(n) + u32::from(luck) + u32::from(needed))?;
    Ok((n, luck, needed))
}

pub fn block_odds(inputs: &Inputs) -> Result<Values> {
    let (_, rules) = rules(inputs)?;
    let (n, luck, needed) = defence_inputs(inputs)?;
    let mut p = Exact::zero();
    enumerate(
        |c| rules.throw_defence(0, n, luck, needed, c).sixes >= needed,
        |leaf| {
            if leaf.result {
                p += ratio(leaf.weight as i128, leaf.total);
            }
        },
    );
    Ok(vec![
        ("exact".into(), Got::Json(json!(p.to_string()))),
        ("p".into(), Got::Exact(p)),
    ])
}

pub fn defence_odds(inputs: &Inputs) -> Result<Values> {
    let (_, rules) = rules(inputs)?;
    let (n, luck, needed) = defence_inputs(inputs)?;
    let counted = |c: &mut Branch| rules.throw_defence(0, n, luck, needed, c).sixes.min(needed);
    let mut values = distribution(counted, u8::to_string);
    // The count of sixes, rethrown ones too, stopped at those needed; a block is the last entry.
    let blocked = block_odds(inputs)?.into_iter().find(|(k, _)| k == "p");
    values.extend(blocked.map(|(_, p)| ("blocked".to_string(), p)));
    Ok(values)
}

pub fn initiative_odds(inputs: &Inputs) -> Result<Values> {
    let (_, rules) = rules(inputs)?;
    let (a, b): (u8, u8) = (number(inputs, "a")?, number(inputs, "b")?);
    few(u32::from(a) + u32::from(b))?;
    let (mut first, mut tie) = (Exact::zero(), Exact::zero());
    enumerate(
        |c| {
            let own = pools::throw::<Sum, _>(0, Roll::Initiative, a, 0, c).shows;
            own.cmp(&pools::throw::<Sum, _>(1, Roll::Initiative, b, 0, c).shows)
        },
        |leaf| match leaf.result {
            std::cmp::Ordering::Greater => first += ratio(leaf.weight as i128, leaf.total),
            std::cmp::Ordering::Equal => tie += ratio(leaf.weight as i128, leaf.total),
            std::cmp::Ordering::Less => {}
        },
    );
    let whole = ratio(1, 1);
    let starts = if rules.readings.tie_by_coin {
        &first + &tie / ratio(2, 1)
    } else {
        &first / (whole - &tie)
    };
    let exact = json!({"first_on_one_throw": first.to_string(), "tie": tie.to_string(), "first": starts.to_string()});
    Ok(vec![
        ("first_on_one_throw".into(), Got::Exact(first)),
        ("tie".into(), Got::Exact(tie)),
        ("first".into(), Got::Exact(starts)),
        ("exact".into(), Got::Json(exact)),
    ])
}

pub fn six_odds(inputs: &Inputs) -> Result<Values> {
    let (n, luck): (u8, u8) = (number(inputs, "dice")?, number_or(inputs, "luck", 0)?);
    few(u32::from(n) + u32::from(luck))?;
    let run = |c: &mut Branch| pools::throw::<AnySix, _>(0, Roll::Focus, n, luck, c);
    Ok(distribution(run, |l| {
        format!(
            "{}_lost_{}",
            if l.shows.0 { "success" } else { "failure" },
            l.lost
        )
    }))
}

pub fn exchange(inputs: &Inputs) -> Result<Values> {
    let (_, rules) = rules(inputs)?;
    let pairing = Pairing {
        attack_dice: number(inputs, "attack_dice")?,
        attack_luck: number_or(inputs, "attack_luck", 0)?,
        max_sixes: inputs
            .get("max_sixes")
            .filter(|v| !v.is_null())
            .map(|_| number(inputs, "max_sixes"))
            .transpose()?,
        can_whiff: inputs
            .get("can_whiff")
            .and_then(Value::as_bool)
            .unwrap_or(true),
        class: class(inputs)?,
        critical_bonus: number_or(inputs, "critical_bonus", 0)?,
        defence_dice: number(inputs, "defence_dice")?,
        defence_luck: number_or(inputs, "defence_luck", 0)?,
        stunned: flag(inputs, "target_stunned"),
        ..nothing(class_a(), 0)
    };
    let (mut stun, mut kill, mut lost) = (0.0, 0.0, [0.0; 2]);
    let mut exchanges = Exchanges::new(&rules);
    let mut names: BTreeMap<String, f64> = BTreeMap::new();
    for &(comes, l, p) in exchanges.outcomes(&pairing).iter() {
        let name = match comes {
            Comes::Whiff => "whiff".to_string(),
            Comes::Miss => "miss".to_string(),
            Comes::Block => "block".to_string(),
            Comes::Hurt(b) if b.kill => "kill".to_string(),
            Comes::Hurt(b) => format!("{}{}", b.damage, if b.stun { "s" } else { "" }),
        };
        *names.entry(name).or_insert(0.0) += p;
        if let Comes::Hurt(b) = comes {
            stun += if b.stun { p } else { 0.0 };
            kill += if b.kill { p } else { 0.0 };
        }
        (0..2).for_each(|s| lost[s] += p * f64::from(l[s]));
    }
    Ok(vec![
        ("outcomes".into(), Got::Json(json!(names))),
        (
            "mean_damage".into(),
            Got::Real(exchanges.mean_damage(&pairing)),
        ),
        ("p_stun".into(), Got::Real(stun)),
        ("p_kill".into(), Got::Real(kill)),
        ("luck_lost_a".into(), Got::Real(lost[0])),
        ("luck_lost_b".into(), Got::Real(lost[1])),
    ])
}
