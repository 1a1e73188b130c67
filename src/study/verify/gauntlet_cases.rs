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

fn enemy_roll(inputs: &Inputs) -> Result<Values> {
    let faces = decode::faces(inputs)?;
    let mut values = Values::new();
    if inputs.contains_key("rolled") {
        let (rolled, again) = (
            digits(inputs, "rolled", 1, 6)?,
            digits(inputs, "rerolled", 1, 6).unwrap_or_default(),
        );
        let mut again = again.into_iter();
        let mut red = Vec::new();
        for value in rolled {
            let missing = || {
                Error::usage(
                    "the case rolls a die again and does not say what it shows: add it to `rerolled`",
                )
            };
            red.push(if faces.has(value) {
                again.next().ok_or_else(missing)?
            } else {
                value
            });
        }
        let red = match red[..] {
            [a, b] => Pair::new(a, b),
            _ => {
                return Err(Error::usage(
                    "`rolled` must be two dice, for example [1, 4]",
                ));
            }
        };
        put(&mut values, "red", json!([red.low, red.high]));
    }
    let pmf = distribution(|branch| red_die(faces, &d6(), branch));
    let shares: Map<String, Value> = pmf
        .weighted()
        .map(|(face, w)| {
            (
                face.to_string(),
                json!(ratio(i128::from(w), u128::from(pmf.total())).to_string()),
            )
        })
        .collect();
    put(&mut values, "face_pmf", Value::Object(shares));
    Ok(values)
}

fn match_pmf(inputs: &Inputs) -> Result<Values> {
    let rules = game_of(inputs)?.rules;
    let bout = Bout::new(&rules, class(inputs, &rules)?);
    let rolls = rolls(decode::faces(inputs)?);
    let start = Fight {
        health: Health::new(DIE_MAX, DIE_MAX),
        glory: 0,
        enemy: ENEMY_MAX,
    };
    let mut pmf: BTreeMap<(u8, u8), u64> = BTreeMap::new();
    for (roll, weight) in rolls.weighted() {
        let blow = bout.blow(&bout.open(start, roll), true);
        *pmf.entry((blow.dealt, blow.incoming[0] + blow.incoming[1]))
            .or_insert(0) += weight;
    }
    let total = u128::from(rolls.total());
    let mean = |of: fn((u8, u8)) -> u8| {
        let sum: u64 = pmf.iter().map(|(k, w)| u64::from(of(*k)) * w).sum();
        Got::Exact(ratio(i128::from(sum), total))
    };
    let shares: Map<String, Value> = pmf
        .iter()
        .map(|((dealt, taken), w)| {
            (
                format!("{dealt}-{taken}"),
                json!(ratio(i128::from(*w), total).to_string()),
            )
        })
        .collect();
    Ok(vec![
        ("mean_dealt".into(), mean(|k| k.0)),
        ("mean_taken".into(), mean(|k| k.1)),
        ("pmf".into(), Got::Json(Value::Object(shares))),
    ])
}

fn event(inputs: &Inputs, expect: &Map<String, Value>) -> Result<Values> {
    let event = Event::parse(optional(inputs, "event").unwrap_or_default())?;
    let (health, glory) = (
        decode::health(inputs)?,
        decode::number(inputs, "glory", 0, GLORY_MAX)?,
    );
    let shown =
        |health: Health, glory: u8| json!({"health": [health.low, health.high], "glory": glory});
    let options = match event {
        Event::MaxGlory => vec![shown(health, GLORY_MAX)],
        Event::Heal => health
            .remaining()
            .map(|die| shown(Game::healed(health, die), glory))
            .collect(),
        _ => vec![shown(health, glory)],
    };
    Ok(vec![(
        "options".into(),
        Got::Json(order_like(options, expect.get("options"))),
    )])
}

fn event_shift(inputs: &Inputs, expect: &Map<String, Value>) -> Result<Values> {
    let game = game_of(inputs)?;
    let start = (
        decode::number(inputs, "die", 1, 6)?,
        decode::number(inputs, "glory", 0, GLORY_MAX)?,
    );
    let mut found = vec![start];
    let mut open = vec![(start, false)];
    while let Some(((die, glory), moved)) = open.pop() {
        for step in game.shifts(die, glory, moved).filter(|s| *s != 0) {
            let next = ((die as i8 + step) as u8, glory - game.rules.shift_cost);
            if !found.contains(&next) {
                found.push(next);
                open.insert(0, (next, true));
            }
        }
    }
    let options = found
        .into_iter()
        .map(|(die, glory)| json!([die, glory]))
        .collect();
    Ok(vec![(
        "options".into(),
        Got::Json(order_like(options, expect.get("options"))),
    )])
}

fn enemy_entry(inputs: &Inputs) -> Result<Values> {
    let ability = Ability::parse(optional(inputs, "ability").unwrap_or("glory_health"))?;
    let printed = match ability {
        Ability::GloryHealth => None,
        _ => Some(decode::number(inputs, "health", 1, ENEMY_MAX)?),
    };
    let entries: Vec<u8> = digits(inputs, "glory", 0, GLORY_MAX)?
        .into_iter()
        .map(|g| Rules::entry_health(printed, g))
        .collect();
    Ok(vec![("enemy_health".into(), Got::Json(json!(entries)))])
}

fn gamble(inputs: &Inputs) -> Result<Values> {
    let health = decode::health(inputs)?;
    let die = decode::die(inputs, health)?;
    let pmf = distribution(|branch| {
        use crate::chance::Chance;
        health.with(die, branch.draw("gamble", &d6()))
    });
    let list: Vec<Value> = pmf
        .weighted()
        .map(|(h, w)| {
            json!([
                [h.low, h.high],
                ratio(i128::from(w), u128::from(pmf.total())).to_string()
            ])
        })
        .collect();
    Ok(vec![("pmf".into(), Got::Json(json!(list)))])
}

/// In which rounds' rows a given card lies, and how many cards the deck holds after each round's draws.
fn deck(inputs: &Inputs) -> Result<Values> {
    let game = game_of(inputs)?;
    let cards = decode::number(inputs, "cards", 1, 8)?;
    let counts = digits(inputs, "counts", 1, cards)?;
    let none = vec![false; counts.len()];
    let extra: Vec<bool> = inputs
        .get("extra")
        .and_then(Value::as_array)
        .map_or(none, |list| {
            list.iter().map(|v| v.as_bool().unwrap_or(false)).collect()
        });
    let drawing = Drawing::new(cards, game.rules.reshuffle_at_once);
    let mut now: BTreeMap<(Pile, String), Prob> =
        BTreeMap::from([((drawing.whole(), String::new()), Prob::one())]);
    let mut left = Vec::new();
    for (at, count) in counts.iter().enumerate() {
        let draws = count + u8::from(extra.get(at).copied().unwrap_or(false));
        let mut fresh = BTreeMap::new();
        for ((pile, told), p) in now {
            *fresh
                .entry((Pile { row: 0, ..pile }, told))
                .or_insert_with(Prob::zero) += p;
        }
        now = fresh;
        for _ in 0..draws {
            let mut next = BTreeMap::new();
            for ((pile, told), p) in now {
                let available = drawing.available(pile);
                if available == 0 {
                    *next.entry((pile, told)).or_insert_with(Prob::zero) += p;
                    continue;
                }
                let share = p / Prob::from(u128::from(available.count_ones()));
                for card in (0..8u8).filter(|c| available >> c & 1 == 1) {
                    *next
                        .entry((drawing.drawn(pile, card), told.clone()))
                        .or_insert_with(Prob::zero) += share;
                }
            }
            now = next;
        }
        let sizes: BTreeSet<u32> = now.keys().map(|(pile, _)| pile.deck.count_ones()).collect();
        left.push(sizes);
        let mut next = BTreeMap::new();
        for ((pile, told), p) in now {
            let told = format!("{told}{}", pile.row & 1); // the given card is card 0
            *next.entry((pile, told)).or_insert_with(Prob::zero) += p;
        }
        now = next;
    }
    let mut patterns: BTreeMap<String, Prob> = BTreeMap::new();
    for ((_, told), p) in now {
        *patterns.entry(told).or_insert_with(Prob::zero) += p;
    }
    let patterns: Map<String, Value> = patterns
        .into_iter()
        .map(|(told, p)| (told, json!(p.to_string())))
        .collect();
    let mut values = Values::new();
    put(&mut values, "card_patterns", Value::Object(patterns));
    put(&mut values, "cards_left", json!(left));
    Ok(values)
}

fn score_of(inputs: &Inputs) -> Result<Values> {
    let dice = digits(inputs, "health", 0, DIE_MAX)?;
    let health = match dice[..] {
        [a, b] => Health::new(a, b),
        _ => return Err(Error::usage("health must be two dice, for example [4, 4]")),
    };
    let (glory, rounds) = (
        decode::number(inputs, "glory", 0, GLORY_MAX)?,
        decode::number(inputs, "rounds_beaten", 0, 6)?,
    );
    Ok(vec![(
        "score".into(),
        Got::Json(json!(score(health, glory, rounds))),
    )])
}

fn setup(inputs: &Inputs) -> Result<Values> {
    let game = game_of(inputs)?;
    let start = game.start();
    let mut values = Values::new();
    put(
        &mut values,
        "health",
        json!([start.health().low, start.health().high]),
    );
    put(&mut values, "glory", json!(start.glory()));
    put(&mut values, "last_round", json!(game.last_round));
    put(&mut values, "highest_score", json!(game.highest_score()));
    put(&mut values, "enemy_cards", json!(game.cards.len()));
    put(&mut values, "health_max", json!(2 * DIE_MAX));
    put(&mut values, "glory_max", json!(GLORY_MAX));
    put(&mut values, "enemy_health_max", json!(ENEMY_MAX));
    Ok(values)
}

/// Checks whatever the case gives; what is wrong is refused.
fn validate(inputs: &Inputs) -> Result<Values> {
    let game = game_of(inputs)?;
    if inputs.contains_key("health") {
        decode::health(inputs)?;
    }
    for (key, most) in [("glory", GLORY_MAX), ("enemy_health", ENEMY_MAX)] {
        if inputs.contains_key(key) {
            decode::number(inputs, key, u8::from(key == "enemy_health"), most)?;
        }
    }
    for key in ["blue", "red"] {
        if inputs.contains_key(key) {
            decode::pair(inputs, key)?;
        }
    }
    class(inputs, &game.rules)?;
    decode::faces(inputs)?;
    if inputs.contains_key("policy") {
        decode::policy(inputs)?;
    }
    if let Some(event) = optional(inputs, "event") {
        Event::parse(event)?;
    }
    if inputs.contains_key("enemies") {
        row_of(inputs)?;
    }
    if let Some(names) = inputs.get("tactics").and_then(Value::as_array) {
        for name in names.iter().filter_map(Value::as_str) {
            Tactic::from_name(name)
                .ok_or_else(|| Error::usage(format!("unknown tactic `{}`", name.escape_debug())))?;
        }
    }
    if let Some(name) = optional(inputs, "objective") {
        Objective::parse(name)?;
    }
    Ok(vec![("error".into(), Got::Json(json!(false)))])
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
