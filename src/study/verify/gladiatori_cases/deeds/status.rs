//! Operations on diagrams, markers, moves and the order of turns.

use crate::error::{Error, Result};
use crate::games::gladiatori::cards::Kind;
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::sheet::{ENDURANCE, Sheet};
use crate::games::gladiatori::state::{Gladiator, ItemState, State};
use crate::games::gladiatori::values::Item;
use crate::study::verify::gladiatori_cases::inputs::Inputs;
use crate::study::verify::gladiatori_cases::{Setting, Values};
use serde_json::{Value, json};

/// Elements of consecutive Cleanups, by the state's own use of Endurance.
pub(in super::super) fn endurance_yield(i: &Inputs) -> Result<Values> {
    let sheet = Sheet::core(
        [i.small("endurance")?.min(15), 0, 0, 0, 0],
        0,
        0,
        [Item::default(); 2],
    );
    let mut g = Gladiator::new(&sheet, 0, 0);
    let mut each = Vec::new();
    for _ in 0..i.small("cleanups")? {
        each.push(g.stats[ENDURANCE]);
        g.stats[ENDURANCE] = g.stats[ENDURANCE].saturating_sub(1);
    }
    let total: u32 = each.iter().map(|n| u32::from(*n)).sum();
    Ok(vec![("per_cleanup", json!(each)), ("total", json!(total))])
}

pub(in super::super) fn defense_options(s: &Setting, i: &Inputs) -> Result<Values> {
    let arrival = i.facing("arrival")?;
    let kinds = s
        .rules
        .defense_kinds(arrival, i.flag("facedown"), i.flag("trapped"));
    let names: Vec<&str> = Kind::ALL
        .into_iter()
        .filter(|k| kinds & k.card() != 0)
        .map(Kind::defense_name)
        .collect();
    Ok(vec![
        ("options", json!(names)),
        ("front", json!(matches!(arrival, 0 | 1 | 5))),
    ])
}

/// Markers removed in A, then added in L.
pub(in super::super) fn markers(s: &Setting, i: &Inputs) -> Result<Values> {
    let fall = s.rules.n.unbalanced_to_fall;
    let mut unbalanced = i.small("unbalanced")?;
    let mut facedown = if i.has("facedown") {
        i.flag("facedown")
    } else {
        unbalanced >= fall
    };
    let remove = i.small("remove")?;
    let removed = remove.min(unbalanced);
    unbalanced -= removed;
    let stood_up = facedown && unbalanced == 0;
    facedown &= unbalanced > 0;
    let add = i.small("add")?;
    if !facedown && add > 0 {
        unbalanced = (unbalanced + add).min(fall);
        facedown = unbalanced >= fall;
    }
    Ok(vec![
        ("legal", json!(remove == removed)),
        ("unbalanced", json!(unbalanced)),
        ("markers", json!(unbalanced)),
        ("facedown", json!(facedown)),
        (
            "status",
            json!(if facedown { "facedown" } else { "standing" }),
        ),
        ("chooses_facing", json!(stood_up)),
        ("elements_paid", json!(removed * s.rules.n.marker_cost)),
    ])
}

pub(in super::super) fn trap_markers(s: &Setting, i: &Inputs) -> Result<Values> {
    let trapped = i.small("trapped")?;
    let remove = i.small("remove")?;
    let removed = remove.min(trapped);
    let left = trapped - removed;
    Ok(vec![
        ("legal", json!(remove == removed)),
        ("trapped", json!(left)),
        ("markers", json!(left)),
        ("free", json!(left == 0)),
        ("is_trapped", json!(left > 0)),
        ("status", json!(if left > 0 { "trapped" } else { "free" })),
        ("chooses_facing", json!(left == 0 && trapped > 0)),
        ("elements_paid", json!(removed * s.rules.n.marker_cost)),
    ])
}

pub(in super::super) fn overskill(s: &Setting, i: &Inputs) -> Result<Values> {
    let key = ["current", "value", "skill_value"]
        .into_iter()
        .find(|k| i.get(k).is_some())
        .unwrap_or("current");
    let current = i.small(key)?;
    let most = s.rules.overskill_most(current);
    let bonus = match i.int("bonus")? {
        Some(b) => b,
        None => i64::from(most),
    };
    let used = i.flag("used");
    let value = i64::from(current) + bonus;
    let unused = if s.rules.r.overskill_to_zero {
        0
    } else {
        current
    };
    let legal = (0..=i64::from(most)).contains(&bonus);
    Ok(vec![
        ("legal", json!(legal)),
        ("max_bonus", json!(most)),
        ("bonus", json!(bonus)),
        ("value", json!(value)),
        ("total", json!(value)),
        ("max_total", json!(current + most)),
        ("skill_value", json!(value)),
        ("after_use", json!(0)),
        ("after_turn", json!(if used { 0 } else { unused })),
        ("value_after", json!(if used { 0 } else { unused })),
        ("end_of_turn", json!(if used { 0 } else { unused })),
    ])
}

pub(in super::super) fn break_item(i: &Inputs) -> Result<Values> {
    let item = i.object("item").unwrap_or(*i);
    let hp = if item.get("hp").is_some() {
        item.small("hp")?
    } else {
        item.small("item_hp")?
    };
    let damaged = item.flag("damaged") || item.flag("already_damaged");
    let before = if damaged {
        ItemState::Damaged
    } else {
        ItemState::Ok
    };
    let after = Game::broken(hp, before, i.small("damage")?);
    let card = Item {
        attack: item.small("attack")?,
        defense: item.small("defense")?,
        ..Item::default()
    };
    let gone = after == ItemState::Gone;
    let value = |now: i16| if gone { 0 } else { now };
    let half = after == ItemState::Damaged;
    Ok(vec![
        ("removed", json!(gone)),
        ("destroyed", json!(gone)),
        ("gone", json!(gone)),
        ("damaged", json!(half)),
        (
            "state",
            json!(if gone {
                "gone"
            } else if half {
                "damaged"
            } else {
                "ok"
            }),
        ),
        ("attack", json!(value(card.attack_now(half)))),
        ("defense", json!(value(card.defense_now(half)))),
        ("attack_after", json!(value(card.attack_now(half)))),
        ("defense_after", json!(value(card.defense_now(half)))),
        ("gladiator_damage", json!(0)),
    ])
}

pub(in super::super) fn cooperate(s: &Setting, i: &Inputs) -> Result<Values> {
    let value = i.value("attack_value")?;
    let bonus = s.rules.cooperation_bonus(value);
    let vp = if s.rules.r.cooperation_vp && value > 0 {
        s.rules.n.vp.front_attack
    } else {
        0
    };
    let partner = i.value("partner_attack_value")?;
    Ok(vec![
        ("bonus", json!(bonus)),
        ("vp", json!(vp)),
        ("supporter_vp", json!(vp)),
        ("partner_attack_value", json!(partner + bonus)),
        ("attack_value", json!(partner + bonus)),
    ])
}

/// What a Feint gives back: who played one takes his cards of the exchange and the points of H and I.
pub(in super::super) fn feint(s: &Setting, i: &Inputs) -> Result<Values> {
    let side = |key: &str| -> Result<Value> {
        let Some(p) = i.object(key) else {
            return Ok(Value::Null);
        };
        let plays = p.flag("plays") || p.flag("plays_feint") || p.flag("feint");
        let row = p.text("source") == Some("row") || p.flag("reused");
        let action = plays && (!row || s.rules.r.feint_returns_reused);
        let cards = if plays { p.small("combat_cards")? } else { 0 };
        let back = |key: &str| -> Result<u8> { Ok(if plays { p.small(key)? } else { 0 }) };
        let hand = p.small("hand")?;
        Ok(json!({
            "action_returns": action, "combat_cards_returned": cards, "points_returned": back("points_spent")?,
            "offense_returned": back("offense_spent")?, "guard_returned": back("guard_spent")?,
            "blood_returned": back("blood_spent")?, "speed_returned": back("speed_spent")?, "reuse_blood_returned": 0,
            "cards_returned": u8::from(action) + cards,
            "hand": hand + u8::from(action) + cards - u8::from(plays).min(hand),
            "discarded": if plays { 1 } else { p.small("combat_cards")? },
        }))
    };
    let (attacker, defender) = (side("attacker")?, side("defender")?);
    let vp = if s.rules.r.feint_loses_vp {
        0
    } else {
        s.rules.n.vp.front_attack
    };
    Ok(vec![
        ("damage", json!(0)),
        ("attacker_vp", json!(vp)),
        ("keeps_attack_vp", json!(!s.rules.r.feint_loses_vp)),
        ("attacker", attacker),
        ("defender", defender),
    ])
}

/// The order of a phase from the stacks of discs: VP, each from the top down.
pub(in super::super) fn turn_order(s: &Setting, i: &Inputs) -> Result<Values> {
    let stacks = i
        .get("stacks")
        .and_then(Value::as_object)
        .ok_or_else(|| Error::usage("the case has no stacks"))?;
    let mut names: Vec<(i16, String)> = Vec::new();
    for (vp, discs) in stacks {
        let vp = vp
            .parse()
            .map_err(|_| Error::usage(format!("`{vp}` is not a number of VP")))?;
        for disc in discs.as_array().map_or(&[][..], Vec::as_slice) {
            names.push((
                vp,
                disc.as_str()
                    .map_or_else(|| disc.to_string(), str::to_string),
            ));
        }
    }
    if names.len() > 4 {
        return Err(Error::usage("at most four discs"));
    }
    // Seats in the order of the stacks; then the machine itself says who is next.
    let sheets = vec![
        Sheet {
            team: 0,
            ..Sheet::core([3; 5], 0, 0, [Item::default(); 2])
        };
        names.len()
    ];
    let game = Game::new(s.rules, &sheets, None);
    let order: Vec<u8> = (0..names.len() as u8).collect();
    let mut st: State<4, 0> = game.start(&order);
    for (g, (vp, _)) in st.g.iter_mut().zip(&names) {
        g.vp = *vp;
    }
    let mut acted = Vec::new();
    let mut left = st;
    while let Some(seat) = game.next_to_act(&left) {
        acted.push(json!(names[usize::from(seat)].1));
        left = game.after_acting(left, seat);
    }
    Ok(vec![("order", json!(acted))])
}
