//! Operations on values, damage, victory points, rows, Cleanup, markers, moves.

mod status;

pub(super) use status::{
    break_item, cooperate, defense_options, endurance_yield, feint, markers, overskill,
    trap_markers, turn_order,
};

use super::inputs::{Inputs, whole};
use super::{Setting, Values};
use crate::error::{Error, Result};
use crate::games::gladiatori::cards::{Kind, moves, restriction};
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::values::{AttackParts, Deeds, DefenseParts, Item};
use serde_json::{Value, json};

fn illegal() -> Values {
    vec![("legal", json!(false))]
}

/// Attack and defense of the items listed; the attack of the thrown one counts its factor.
pub(super) fn items(s: &Setting, inputs: &Inputs) -> Result<(i16, i16)> {
    let thrown = inputs.int("thrown_item")?;
    let mut sum = (0, 0);
    for (i, value) in inputs.list("items").iter().enumerate() {
        let item = Inputs::new(value);
        let card = Item {
            attack: item.small("attack")?,
            defense: item.small("defense")?,
            ..Item::default()
        };
        let damaged = item.flag("damaged");
        let factor = if thrown == Some(i as i64) {
            s.rules.n.throw_attack_factor
        } else {
            1
        };
        sum.0 += factor * card.attack_now(damaged);
        sum.1 += card.defense_now(damaged);
    }
    Ok(sum)
}

/// Moves by name as a set of cards.
pub(super) fn move_set(inputs: &Inputs) -> Result<u16> {
    let mut set = 0;
    for name in inputs.words("moves") {
        let at = moves::NAMES
            .iter()
            .position(|n| *n == name || n.starts_with(name))
            .ok_or_else(|| {
                Error::usage(format!(
                    "`{name}` is no special move: {}",
                    moves::NAMES.join(", ")
                ))
            })?;
        set |= moves::SWEEP << at;
    }
    Ok(set)
}

/// True if a restriction forbids one of the moves.
fn restricted(s: &Setting, set: u16, fixed: bool, attack: bool, thrown: bool) -> bool {
    (0..8).filter(|i| set & moves::SWEEP << i != 0).any(|i| {
        let r = s.rules.n.moves[i];
        r & restriction::MOVEMENT != 0 && fixed
            || r & restriction::ATTACK != 0 && !attack
            || r & restriction::DEFENSE != 0 && attack
            || r & restriction::MELEE != 0 && thrown
    })
}

pub(super) fn attack_value(s: &Setting, i: &Inputs) -> Result<Values> {
    let (n, kind) = (&s.rules.n, i.need_kind("action")?);
    let blood = i.int_or("blood", 0)?;
    let (facedown, trapped, net) = (i.flag("facedown"), i.flag("trapped"), i.flag("net"));
    let distance = i.small("distance")?;
    let thrown = i.int("thrown_item")?.is_some() || distance > 1;
    let set = move_set(i)?;
    let fixed = facedown || trapped;
    let (lunge, leap, wounds) = (
        i.value("lunge_discards")?,
        i.value("leap_attack")?,
        i.value("deep_wounds")?,
    );
    let sweep = i
        .int("sweep_target")?
        .or((set & moves::SWEEP != 0).then_some(1));
    let powers_stopped = (lunge > 0 || leap > 0) && (fixed || thrown);
    if kind == Kind::Movement
        || blood > i64::from(n.berserk_blood_max)
        || i.int("blood_available")?.is_some_and(|most| blood > most)
        || kind != Kind::Berserk && blood > 0
        || lunge > 3
        || leap > 3
        || wounds > 3
        || powers_stopped
        || restricted(s, set, fixed, true, thrown)
        || sweep.is_some() && (fixed && s.rules.n.moves[0] & restriction::MOVEMENT != 0 || thrown)
        || sweep.is_some_and(|t| !(1..=3).contains(&t))
        || net && (set & moves::BREAK_ITEM != 0 || sweep.is_some_and(|t| t > 1))
        || !s.rules.r.sacrifice_without_hand && set & moves::SACRIFICE != 0 && i.flag("hand_empty")
    {
        return Ok(illegal());
    }
    let mut bonus = i.value("cooperation_bonus")? + 2 * lunge + 2 * leap - wounds;
    if set & moves::SACRIFICE != 0 {
        bonus += n.sacrifice_bonus;
    }
    if set & moves::ACROBATIC != 0 {
        bonus += n.acrobatic_bonus;
    }
    if let Some(target) = sweep {
        bonus += n.sweep_modifiers[target as usize - 1];
    }
    if thrown {
        bonus -= s.rules.throw_penalty(distance.max(1), net);
    }
    let offense = i.small("offense")?;
    let parts = AttackParts {
        e1: i.small("e1")?,
        hand: i.small("hand_after")?,
        blood: blood as u8,
        items: items(s, i)?.0,
        offense,
        bonus,
        facedown,
        trapped,
    };
    let value = s.rules.attack_value(kind, &parts);
    Ok(vec![
        ("legal", json!(true)),
        ("attack_value", json!(value)),
        ("is_attack", json!(value > 0)),
        ("offense_after", json!(offense.saturating_sub(1))),
    ])
}

pub(super) fn defense_value(s: &Setting, i: &Inputs) -> Result<Values> {
    let kind = i.kind("action")?;
    let (facedown, trapped) = (i.flag("facedown"), i.flag("trapped"));
    let set = move_set(i)?;
    let (speed, guard) = (i.small("speed")?, i.small("guard")?);
    let allowed = s.rules.defense_kinds(0, facedown, trapped);
    let delay = match i.get("delay_bonus") {
        Some(v) if v.is_boolean() => 3 * i16::from(i.flag("delay_bonus")),
        _ => i.value("delay_bonus")?,
    };
    let surprised_delay = kind.is_none() && delay != 0 && !s.rules.r.surprised_may_delay;
    let legal = speed <= s.rules.n.dodge_speed_max
        && kind.is_none_or(|k| allowed & k.card() != 0)
        && !(kind.is_none() && (set != 0 || i.small("e1")? > 0))
        && !restricted(s, set, facedown || trapped, false, false)
        && !(s.rules.r.unbalancing_attacker_only && set & moves::UNBALANCING != 0)
        && !surprised_delay;
    if !legal && !surprised_delay {
        return Ok(illegal());
    }
    let mut bonus = if surprised_delay { 0 } else { delay };
    if set & moves::SACRIFICE != 0 {
        bonus += s.rules.n.sacrifice_bonus;
    }
    if set & moves::ACROBATIC != 0 {
        bonus += s.rules.n.acrobatic_bonus;
    }
    let parts = DefenseParts {
        e1: i.small("e1")?,
        hand: i.small("hand_after")?,
        speed,
        items: items(s, i)?.1,
        guard,
        bonus,
        facedown,
        trapped,
    };
    let value = s
        .rules
        .defense_value(kind, i.kind("attack_action")?, &parts);
    let effective = s.rules.effective_attack(i.value("attack_value")?, kind);
    Ok(vec![
        ("legal", json!(legal)),
        ("defense_value", json!(value)),
        ("attack_value_effective", json!(effective)),
        ("hit", json!(effective > value)),
        ("guard_after", json!(guard.saturating_sub(1))),
    ])
}

pub(super) fn damage(s: &Setting, i: &Inputs) -> Result<Values> {
    let damage = s.rules.damage(
        i.small("combat_cards")?,
        i.small("bonus")?,
        i.value("excess")?,
    );
    Ok(vec![("damage", json!(damage))])
}

pub(super) fn pay_damage(s: &Setting, i: &Inputs) -> Result<Values> {
    let list = |key: &str| {
        i.list(key)
            .iter()
            .map(|v| Ok(whole(v, key)? as u8))
            .collect::<Result<Vec<u8>>>()
    };
    let (deck, items) = (list("hp_deck")?, list("items_hp")?);
    let damage = i.small("damage")?;
    let (in_deck, in_items) = (deck.iter().sum::<u8>(), items.iter().sum::<u8>());
    let borne = s.rules.bear(damage, in_deck, in_items);
    // Sums that some cards make.
    let mut sums = 1u128;
    for hp in deck.iter().chain(&items) {
        sums |= sums << hp;
    }
    let least = (damage..=in_deck + in_items).find(|n| sums >> n & 1 == 1);
    let cover = if s.rules.r.cover_not_effective {
        0
    } else {
        s.rules.n.hp.cover
    };
    let effective = if s.rules.r.items_not_effective {
        borne
            .effective
            .min(in_deck + if borne.dead { cover } else { 0 })
    } else {
        borne.effective
    };
    let permanent = s.data.int("campaign.permanent_death_at");
    Ok(vec![
        ("dead", json!(borne.dead)),
        ("effective", json!(effective)),
        (
            "permanent_death",
            json!(borne.dead && i64::from(borne.left) <= permanent),
        ),
        (
            "min_hp_removed",
            least.map_or(json!(in_deck + in_items + s.rules.n.hp.cover), |n| json!(n)),
        ),
    ])
}

pub(super) fn vp(s: &Setting, i: &Inputs) -> Result<Values> {
    let kill = |what: &str| i.text("kill") == Some(what) || i.words("kill").contains(&what);
    let deeds = Deeds {
        front_attacks: i.value("front_attacks")?,
        front_damage: i.value("front_damage")?,
        rear_attacks: i.value("rear_attacks")?,
        rear_damage: i.value("rear_damage")?,
        first_blood: i.flag("first_blood"),
        kill_front: kill("front"),
        kill_rear: kill("rear"),
        kill_beast: kill("beast"),
        flee: i.flag("flee"),
        cowardice: i.flag("cowardice"),
        surrender: i.flag("surrender"),
        survived: i.flag("survived") && !i.flag("surrender"),
    };
    Ok(vec![("vp", json!(s.rules.vp_of(&deeds)))])
}

pub(super) fn reuse_cost(s: &Setting, i: &Inputs) -> Result<Values> {
    let (row, index) = (i.list("row"), i.int_or("index", 0)?);
    let Some(card) = usize::try_from(index).ok().and_then(|at| row.get(at)) else {
        return Ok(illegal());
    };
    let card = Inputs::new(card);
    let cost = Rules::reuse_price((row.len() as i64 - 1 - index) as u8);
    let defense = i.text("use") == Some("defense");
    let open = !card.flag("facedown") || defense && s.rules.r.recovered_defends;
    let straight = !card.flag("rotated") || defense;
    let paid = i.int("blood")?.is_none_or(|b| i64::from(cost) <= b);
    Ok(vec![
        ("cost", json!(cost)),
        ("legal", json!(open && straight && paid)),
    ])
}

pub(super) fn cleanup_check(s: &Setting, i: &Inputs) -> Result<Values> {
    let endurance = i.small("endurance")?;
    let recover = i.object("recover").unwrap_or(Inputs::new(&Value::Null));
    let (cards, guard, offense) = (
        recover.small("cards")?,
        recover.small("guard")?,
        recover.small("offense")?,
    );
    let total = cards + guard + offense;
    let room = |key: &str| -> Result<u8> {
        match i.object(key) {
            Some(v) => Ok(v.small("start")?.saturating_sub(v.small("now")?)),
            None => Ok(0),
        }
    };
    let discard = i.small("discard_size")?;
    let fits = cards <= discard && guard <= room("guard")? && offense <= room("offense")?;
    let all = !s.rules.r.endurance_all || total == 0 || total == endurance;
    let legal = total <= endurance
        && fits
        && all
        && recover.small("blood")? + recover.small("speed")? + recover.small("endurance")? == 0;
    Ok(vec![
        ("legal", json!(legal)),
        (
            "endurance_after",
            json!(endurance - u8::from(total > 0).min(endurance)),
        ),
    ])
}

pub(super) fn cheapest_defense(s: &Setting, i: &Inputs) -> Result<Values> {
    let speed = if i.flag("dodging") {
        i.small("speed")?
    } else {
        0
    };
    let best = s.rules.cheapest_defense(
        i.value("attack_value_effective")?,
        i.value("base_defense")?,
        i.small("guard")?,
        speed,
    );
    Ok(vec![
        ("use_guard", json!(best.guard)),
        ("speed_spent", json!(best.speed)),
        ("hit", json!(best.hit)),
    ])
}
