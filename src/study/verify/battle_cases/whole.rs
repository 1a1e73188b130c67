//! Operations on whole battles, builds and careers.

use super::super::compare::Got;
use super::inputs::{
    gladiator, missing, number, object, overridden, parts, rules, side, switches, text,
};
use super::{Inputs, Values};
use crate::error::{Error, Result};
use crate::games::battle::build as builds;
use crate::games::battle::career::challenge::challenge;
use crate::games::battle::data::BattleData;
use crate::games::battle::duel::Duel;
use crate::games::battle::exact::{exact, optimal};
use crate::games::battle::exchange::Exchanges;
use crate::games::battle::greedy::{self, Case};
use crate::games::battle::policy::{Parts, Player, StyleRule, View};
use crate::games::battle::rules::{Action, Rules};
use crate::games::battle::state::EndedBy;
use crate::games::battle::strip::Strip;
use crate::games::battle::weigh::weigh;
use serde_json::{Map, Value, json};

/// The duel of a case under this table set.
fn duel(inputs: &Inputs, tables: Option<&str>) -> Result<Duel> {
    let data = BattleData::embedded()?;
    let switches = switches(&data, inputs, tables)?;
    let (a, b) = (object(inputs, "a")?, object(inputs, "b")?);
    let first = inputs
        .get("first")
        .and_then(Value::as_str)
        .map(side)
        .transpose()?;
    Duel::new(
        &data,
        &switches,
        [&gladiator(a)?, &gladiator(b)?],
        [parts(a)?, parts(b)?],
        first,
    )
}

pub fn fight(inputs: &Inputs) -> Result<Values> {
    let exact = exact(&duel(inputs, None)?)?;
    let mut values: Values = [
        ("p_first_a", exact.p_first_a),
        ("win_a", exact.win(0)),
        ("win_b", exact.win(1)),
        ("dead_a", exact.dead(0)),
        ("dead_b", exact.dead(1)),
        ("mean_turns", exact.mean_turns),
        ("undecided", exact.undecided),
    ]
    .map(|(k, v)| (k.to_string(), Got::Real(v)))
    .into();
    for (x, name) in ["a", "b"].into_iter().enumerate() {
        let by: Map<String, Value> = EndedBy::ALL
            .into_iter()
            .filter(|by| *by != EndedBy::Undecided)
            .map(|by| (by.name().to_string(), json!(exact.loses_by(x, by))))
            .collect();
        values.push((format!("{name}_loses_by"), Got::Json(Value::Object(by))));
    }
    Ok(values)
}

pub fn best_style(inputs: &Inputs) -> Result<Values> {
    let mut inputs = inputs.clone();
    let a = inputs
        .get_mut("a")
        .and_then(Value::as_object_mut)
        .ok_or_else(|| missing("a", "object"))?;
    if let Some(policy) = a.get_mut("policy").and_then(Value::as_object_mut) {
        policy.remove("style"); // the style is what is asked for
    }
    let solved = optimal::solve(&duel(&inputs, None)?, 0)?;
    Ok(vec![("win_a".into(), Got::Real(solved.win))])
}

pub fn choose(inputs: &Inputs) -> Result<Values> {
    let mut inputs = inputs.clone();
    let named = inputs
        .get("policy")
        .map(super::inputs::written)
        .unwrap_or_default();
    let style = Parts::default().with("style", &named)?.style;
    let empty = Inputs::new();
    let over = inputs
        .get("state")
        .and_then(Value::as_object)
        .unwrap_or(&empty)
        .clone();
    let active = over
        .get("active")
        .and_then(Value::as_str)
        .unwrap_or("a")
        .to_string();
    let chooser = inputs
        .get_mut(&active)
        .and_then(Value::as_object_mut)
        .ok_or_else(|| missing(&active, "object"))?;
    let mut policy = chooser
        .get("policy")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    policy.insert("style".into(), json!(named));
    chooser.insert("policy".into(), Value::Object(policy));
    let duel = duel(&inputs, None)?;
    let side = side(&active)?;
    let state = overridden(
        duel.rules.start(&duel.fighters, side),
        &over,
        &duel.fighters,
    )?;
    let view = View {
        rules: &duel.rules,
        fighters: &duel.fighters,
        state,
        side,
    };
    let policy = &duel.policies[side];
    let action = weigh(|c| policy.choose(&view, c))
        .into_iter()
        .next()
        .map(|(a, _)| a);
    let Some(Action::Attack(attack)) = action else {
        return Err(Error::usage(
            "he does not attack in this state, so there is no style to choose",
        ));
    };
    let mut values: Values = vec![("style".into(), Got::Json(json!(attack.style.name())))];
    if let StyleRule::Greedy(weight) = style {
        let case = Case::of(&view, (attack.weapon, attack.thrown));
        let scores = greedy::scores(
            &mut Exchanges::new(&duel.rules),
            &duel.fighters,
            side,
            &case,
            weight,
        );
        let scores: Map<String, Value> = scores
            .iter()
            .map(|(s, v)| (s.name().to_string(), json!(v)))
            .collect();
        values.push(("scores".into(), Got::Json(Value::Object(scores))));
    }
    Ok(values)
}

/// The table sets of a case: a list, one name, or those of the data's strip.
fn sets(inputs: &Inputs) -> Result<Vec<String>> {
    match inputs.get("tables") {
        Some(Value::Array(list)) => Ok(list
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_string)
            .collect()),
        Some(Value::String(one)) => Ok(vec![one.clone()]),
        _ => Ok(BattleData::embedded()?.strip),
    }
}

pub fn strip(inputs: &Inputs) -> Result<Values> {
    let mut wins = Vec::new();
    for set in sets(inputs)? {
        let e = exact(&duel(inputs, Some(&set))?)?;
        wins.push((set, [e.win(0), e.win(1)]));
    }
    let strip = Strip::exact(wins);
    let win: Map<String, Value> = strip
        .values
        .iter()
        .map(|(s, w)| (s.clone(), json!(w)))
        .collect();
    let favoured: Map<String, Value> = strip
        .favoured
        .iter()
        .map(|(s, f)| (s.clone(), json!(f.name())))
        .collect();
    Ok(vec![
        ("win_a".into(), Got::Json(Value::Object(win))),
        ("favoured".into(), Got::Json(Value::Object(favoured))),
        ("holds".into(), Got::Json(json!(strip.holds))),
    ])
}

pub fn rank_builds(inputs: &Inputs) -> Result<Values> {
    let data = BattleData::embedded()?;
    let named: Vec<(&String, &Inputs)> = object(inputs, "builds")?
        .iter()
        .map(|(name, b)| Ok((name, b.as_object().ok_or_else(|| missing(name, "object"))?)))
        .collect::<Result<_>>()?;
    let (mut means, mut orders) = (Map::new(), Map::new());
    for set in sets(inputs)? {
        let switches = switches(&data, inputs, Some(&set))?;
        if let Some(points) = inputs.get("points").and_then(Value::as_u64) {
            let readings = &Rules::new(&data, &switches)?.readings;
            for (name, b) in &named {
                let faults = builds::faults(&data, readings, &gladiator(b)?, Some(points as u32));
                if let Some(fault) = faults.first() {
                    return Err(Error::usage(format!("{name}: {}", fault.why)));
                }
            }
        }
        let mut mean = vec![0.5; named.len()];
        for i in 0..named.len() {
            for j in i + 1..named.len() {
                let (a, b) = (named[i].1, named[j].1);
                let gladiators = [&gladiator(a)?, &gladiator(b)?];
                let e = exact(&Duel::new(
                    &data,
                    &switches,
                    gladiators,
                    [parts(a)?, parts(b)?],
                    None,
                )?)?;
                mean[i] += e.win(0);
                mean[j] += e.win(1);
            }
        }
        mean.iter_mut().for_each(|m| *m /= named.len() as f64);
        let mut order: Vec<usize> = (0..named.len()).collect();
        order.sort_by(|&i, &j| mean[j].total_cmp(&mean[i]));
        let of: Map<String, Value> = named
            .iter()
            .zip(&mean)
            .map(|((n, _), m)| ((*n).clone(), json!(m)))
            .collect();
        means.insert(set.clone(), Value::Object(of));
        orders.insert(set, order.iter().map(|&i| json!(named[i].0)).collect());
    }
    let holds = orders.values().all(|o| Some(o) == orders.values().next());
    Ok(vec![
        ("mean_win".into(), Got::Json(Value::Object(means))),
        ("order".into(), Got::Json(Value::Object(orders))),
        ("holds".into(), Got::Json(json!(holds))),
    ])
}

pub fn build(inputs: &Inputs) -> Result<Values> {
    let (data, rules) = rules(inputs)?;
    let g = gladiator(object(inputs, "build")?)?;
    let budget = inputs
        .get("points")
        .and_then(Value::as_u64)
        .map(|p| p as u32);
    let mut errors: Vec<&str> = builds::faults(&data, &rules.readings, &g, budget)
        .iter()
        .map(|f| f.code)
        .collect();
    errors.dedup();
    Ok(vec![
        (
            "points".into(),
            Got::Json(json!(builds::price(&data, &g).total())),
        ),
        (
            "weight_lb".into(),
            Got::Json(json!(builds::weight_lb(&data, &rules.readings, &g))),
        ),
        ("legal".into(), Got::Json(json!(errors.is_empty()))),
        ("errors".into(), Got::Json(json!(errors))),
    ])
}

pub fn career(inputs: &Inputs) -> Result<Values> {
    let mode = text(inputs, "mode")?;
    if mode != "challenge" {
        return Err(Error::usage(format!(
            "a case plays careers of the mode challenge, not `{mode}`"
        )));
    }
    let duel = duel(inputs, None)?;
    let a = gladiator(object(inputs, "a")?)?;
    crate::games::battle::career::counts_luck(&a)?;
    let record = a.record;
    let parts = [duel.policies[0].parts, duel.policies[1].parts];
    let c = challenge(
        &duel.rules,
        duel.fighters,
        &parts,
        record,
        number(inputs, "rounds")?,
    )?;
    let luck: Map<String, Value> = c
        .luck_next
        .iter()
        .map(|(k, p)| (k.to_string(), json!(p)))
        .collect();
    Ok(vec![
        ("alive_after".into(), Got::Json(json!(c.alive_after))),
        ("mean_wins".into(), Got::Real(c.mean_wins)),
        ("mean_losses".into(), Got::Real(c.mean_losses)),
        ("mean_kills".into(), Got::Real(c.mean_kills)),
        ("mean_points".into(), Got::Real(c.mean_points)),
        ("mean_insanities".into(), Got::Real(c.mean_insanities)),
        ("luck_next".into(), Got::Json(Value::Object(luck))),
    ])
}
