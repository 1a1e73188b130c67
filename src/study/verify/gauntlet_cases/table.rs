//! What happens on the table outside a choice: rolls, chances of a match, events, the deck, gambles, score, set-up.

use super::*;

pub(super) fn enemy_roll(inputs: &Inputs) -> Result<Values> {
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

pub(super) fn match_pmf(inputs: &Inputs) -> Result<Values> {
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

pub(super) fn event(inputs: &Inputs, expect: &Map<String, Value>) -> Result<Values> {
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

pub(super) fn event_shift(inputs: &Inputs, expect: &Map<String, Value>) -> Result<Values> {
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

pub(super) fn enemy_entry(inputs: &Inputs) -> Result<Values> {
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

pub(super) fn gamble(inputs: &Inputs) -> Result<Values> {
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
pub(super) fn deck(inputs: &Inputs) -> Result<Values> {
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

pub(super) fn score_of(inputs: &Inputs) -> Result<Values> {
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

pub(super) fn setup(inputs: &Inputs) -> Result<Values> {
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
pub(super) fn validate(inputs: &Inputs) -> Result<Values> {
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
