//! The operations of Gladiator Gauntlet case files (spec 19).

use super::cases::Outcome as Judged;
use super::compare::{Got, ratio};
use super::gauntlet_inputs::{
    Inputs, Values, actions, decode, digits, game_of, library, optional, order_like, outcome,
    row_of, state_of,
};
use crate::chance::{Prob, distribution};
use crate::error::{Error, Result};
use crate::games::gauntlet::advise::{Advice, RowValues, by_code};
use crate::games::gauntlet::dice::{Pair, d6, red_die, rolls};
use crate::games::gauntlet::exact;
use crate::games::gauntlet::follow::Follow;
use crate::games::gauntlet::menu::Menus;
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::rules::cards::{Drawing, Pile};
use crate::games::gauntlet::rules::exchange::{Bout, Permit};
use crate::games::gauntlet::rules::game::{Event, Game, score};
use crate::games::gauntlet::rules::{Ability, Class, Rules, Tactic};
use crate::games::gauntlet::spec::{Objective, PolicySpec, ValueSpec};
use crate::games::gauntlet::state::{DIE_MAX, ENEMY_MAX, Fight, GLORY_MAX, Health};
use num_traits::{One, Zero};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

mod table;

use table::*;

/// Runs one operation.
pub(super) fn run(op: &str, inputs: &Inputs, expect: &Map<String, Value>) -> Judged {
    let values = match op {
        "match" => one_match(inputs),
        "match-options" => match_options(inputs, expect),
        "choice" => choice(inputs),
        "advise" => advise(inputs, expect),
        "enemy-roll" => enemy_roll(inputs),
        "match-pmf" => match_pmf(inputs),
        "event" => event(inputs, expect),
        "event-shift" => event_shift(inputs, expect),
        "enemy-entry" => enemy_entry(inputs),
        "gamble" => gamble(inputs),
        "deck" => deck(inputs),
        "score" => score_of(inputs),
        "setup" => setup(inputs),
        "validate" => validate(inputs),
        "fight" => fight(inputs),
        "fight-optimal" => fight_optimal(inputs),
        "game" => whole_game(inputs, expect),
        "game-optimal" => game_optimal(inputs),
        _ => return Judged::Unknown,
    };
    match values {
        Ok(values) => Judged::Values(values),
        Err(error) => Judged::Refused(error),
    }
}

fn put(values: &mut Values, key: &str, value: Value) {
    values.push((key.to_string(), Got::Json(value)));
}

fn real(values: &mut Values, key: &str, value: f64) {
    values.push((key.to_string(), Got::Real(value)));
}

/// The rules and the menus of a case.
fn menus(inputs: &Inputs) -> Result<Menus> {
    Ok(Menus::new(&game_of(inputs)?.rules))
}

fn class(inputs: &Inputs, rules: &Rules) -> Result<Class> {
    let ability = inputs
        .get("ability")
        .and_then(Value::as_str)
        .map_or(Ok(Ability::None), Ability::parse)?;
    Ok(Class::new(rules.ability(ability), decode::ties(inputs)?))
}

fn one_match(inputs: &Inputs) -> Result<Values> {
    let rules = game_of(inputs)?.rules;
    let bout = Bout::new(&rules, class(inputs, &rules)?);
    let (fight, roll) = (state_of(inputs)?, decode::roll(inputs)?);
    let mut values = Values::new();
    let played = actions(inputs, fight, roll)?.and_then(|a| a.play(&bout, fight, roll).ok());
    put(&mut values, "legal", json!(played.is_some()));
    if let Some(p) = played {
        let t = &p.table;
        put(&mut values, "result", json!(bout.outcome(t).word()));
        put(&mut values, "health", json!([t.health.low, t.health.high]));
        put(&mut values, "glory", json!(t.glory));
        put(&mut values, "enemy_health", json!(t.enemy));
        put(&mut values, "dealt", json!(p.dealt));
        put(&mut values, "incoming", json!(p.incoming));
        put(&mut values, "lost", json!(p.effect.lost));
    }
    Ok(values)
}

fn match_options(inputs: &Inputs, expect: &Map<String, Value>) -> Result<Values> {
    let menus = menus(inputs)?;
    let menu = menus.menu(class(inputs, &menus.rules)?, Permit::ALL, false);
    let options = menu.options(state_of(inputs)?, decode::roll(inputs)?);
    // Outcomes are told apart, not whether a bargain led to them.
    let outcomes: BTreeSet<_> = options.into_iter().map(|c| c.outcome()).collect();
    let mut values = Values::new();
    put(&mut values, "count", json!(outcomes.len()));
    put(
        &mut values,
        "outcomes",
        order_like(
            outcomes.into_iter().map(outcome).collect(),
            expect.get("outcomes"),
        ),
    );
    Ok(values)
}

fn choice(inputs: &Inputs) -> Result<Values> {
    let library = library(inputs)?;
    let spec = decode::policy(inputs)?;
    let player = Player::new(&spec, &library)?;
    let class = class(inputs, &library.game.rules)?;
    let code = player.choice_at(
        class,
        decode::faces(inputs)?,
        0,
        state_of(inputs)?,
        decode::roll(inputs)?,
    );
    let code = code
        .ok_or_else(|| Error::usage(format!("policy {spec} does not choose by the table alone")))?;
    Ok(vec![("outcome".into(), Got::Json(outcome(code.outcome())))])
}

fn objective(inputs: &Inputs) -> Result<Objective> {
    Objective::parse(optional(inputs, "objective").unwrap_or("survive"))
}

fn advise(inputs: &Inputs, expect: &Map<String, Value>) -> Result<Values> {
    let menus = menus(inputs)?;
    let row = row_of(inputs)?;
    let solved = RowValues::new(&menus, &row, objective(inputs)?);
    let class = Class::new(menus.rules.ability(row.enemies[0].ability), row.ties);
    let enemy = match inputs.get("enemy_health") {
        Some(_) => decode::number(inputs, "enemy_health", 1, ENEMY_MAX)?,
        None => Rules::entry_health(row.enemies[0].health, row.start.1),
    };
    let fight = Fight {
        health: row.start.0,
        glory: row.start.1,
        enemy,
    };
    let nothing = menus.menu(class, Permit::NOTHING, false);
    let menu = menus.menu(class, Permit::ALL, false);
    let advice = Advice::new(
        &menu,
        &nothing,
        fight,
        decode::roll(inputs)?,
        by_code(&solved.enemies[0][0]),
    );
    let mut values = Values::new();
    put(&mut values, "options", json!(advice.options.len()));
    real(&mut values, "value", advice.value());
    let best = advice.best(1e-10).map(|c| outcome(c.outcome())).collect();
    put(&mut values, "best", order_like(best, expect.get("best")));
    if let Some(second) = advice.second(1e-10) {
        real(&mut values, "second", second);
    }
    real(&mut values, "do_nothing", advice.do_nothing);
    Ok(values)
}

fn fight(inputs: &Inputs) -> Result<Values> {
    let library = library(inputs)?;
    let spec = decode::policy(inputs)?;
    let player = Player::new(&spec, &library)?;
    let follow = Follow::new(&player)?;
    let row = row_of(inputs)?;
    let found = exact::bouts(&follow, &row);
    let mut values = Values::new();
    for (key, value) in [
        ("p_win", found.p_win()),
        ("p_dead", found.p_dead()),
        ("p_stalled", found.p_stalled()),
        ("mean_matches", found.matches),
        ("mean_health_if_win", found.mean_health_if_win()),
        ("mean_glory_if_win", found.mean_glory_if_win()),
        ("mean_glory_if_dead", found.mean_glory_if_dead()),
        ("p_one_die", found.p_one_die()),
    ] {
        real(&mut values, key, value);
    }
    put(&mut values, "reach", json!(found.reach));
    Ok(values)
}

fn fight_optimal(inputs: &Inputs) -> Result<Values> {
    let menus = menus(inputs)?;
    let solved = RowValues::new(&menus, &row_of(inputs)?, objective(inputs)?);
    Ok(vec![("value".into(), Got::Real(solved.start()))])
}

fn whole_game(inputs: &Inputs, expect: &Map<String, Value>) -> Result<Values> {
    let library = library(inputs)?;
    let spec: PolicySpec = decode::policy(inputs)?;
    let found = exact::game(&Player::new(&spec, &library)?)?;
    let mut values = Values::new();
    for (key, value) in [
        ("win", found.win()),
        ("mean_score", found.mean_score()),
        ("mean_matches", found.matches),
        ("mean_health_if_win", found.mean_health_if_win()),
        ("mean_glory_if_win", found.mean_glory_if_win()),
        ("p_stalled", found.stalled.iter().flatten().sum()),
    ] {
        real(&mut values, key, value);
    }
    put(&mut values, "beaten", json!(found.beaten));
    let pmf = found.score_pmf();
    let asked = expect.get("score_pmf").and_then(Value::as_object);
    let selected: Map<String, Value> = pmf
        .iter()
        .enumerate()
        .map(|(score, p)| (score.to_string(), json!(p)))
        .filter(|(score, _)| asked.is_none_or(|a| a.contains_key(score)))
        .collect();
    put(&mut values, "score_pmf", Value::Object(selected));
    Ok(values)
}

fn game_optimal(inputs: &Inputs) -> Result<Values> {
    let library = library(inputs)?;
    let values = library.values(&ValueSpec::Optimal(Objective::parse(
        optional(inputs, "objective").unwrap_or("win"),
    )?))?;
    Ok(vec![("value".into(), Got::Real(values.whole()))])
}
