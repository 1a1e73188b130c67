//! Operations on the map and on beasts.

use super::inputs::{Inputs, place};
use super::{Setting, Values};
use crate::error::{Error, Result};
use crate::games::gladiatori::board::{Board, each, one};
use crate::games::gladiatori::decision::Spot;
use crate::games::gladiatori::draws::dice;
use crate::games::gladiatori::geometry::{distance, relative, sides, vector};
use serde_json::{Value, json};

pub(super) fn beast_roll(s: &Setting, i: &Inputs) -> Result<Values> {
    let kind = i.beast()?;
    let attack = i.text("role") != Some("defense");
    let rolled: Vec<u8> = i
        .list("dice")
        .iter()
        .filter_map(Value::as_u64)
        .map(|d| d as u8)
        .collect();
    let (moved, trapped) = (i.flag("moved"), i.flag("trapped"));
    let wanted = if attack {
        s.rules.beast_dice(kind, moved, trapped)
    } else {
        s.rules.n.beasts[kind as usize].defense
    };
    if rolled.len() > 2 || rolled.iter().any(|d| !(1..=6).contains(d)) {
        return Err(Error::usage("a beast rolls one or two dice from 1 to 6"));
    }
    let pair = [
        rolled.first().copied().unwrap_or(0),
        rolled.get(1).copied().unwrap_or(0),
    ];
    let roll = s.rules.beast_roll(kind, attack, pair, trapped);
    let damage = s.rules.n.beast_damage << u8::from(roll.doubled);
    let killed = s.rules.beast_killed(&roll, i.value("attack_value")?);
    let kill_vp = if killed { s.rules.n.vp.kill_beast } else { 0 };
    Ok(vec![
        ("legal", json!(rolled.len() == usize::from(wanted))),
        ("dice_count", json!(wanted)),
        ("value", json!(roll.value)),
        ("hit", json!(roll.value > i.value("defense_value")?)),
        ("damage_if_hit", json!(damage)),
        ("killed", json!(!attack && killed)),
        ("survives", json!(!attack && !killed)),
        ("vp", json!(kill_vp)),
        ("spawns", json!(roll.spawns)),
        ("unbalances", json!(roll.unbalances)),
        ("removes_item_or_hp_card", json!(roll.removes)),
        ("trapped_markers_removed", json!(roll.freed)),
    ])
}

fn favourable(s: &Setting, n: u8, i: &Inputs, of: impl Fn([u8; 2]) -> bool) -> Result<Values> {
    let _ = (s, i);
    let all = dice(n).outcomes();
    let good = all.iter().filter(|d| of(d.0)).count();
    Ok(vec![("favourable", json!(good)), ("of", json!(all.len()))])
}

pub(super) fn beast_kill(s: &Setting, i: &Inputs) -> Result<Values> {
    let (kind, value) = (i.beast()?, i.value("attack_value")?);
    let n = s.rules.n.beasts[kind as usize].defense;
    favourable(s, n, i, |d| {
        s.rules.beast_killed(
            &s.rules.beast_roll(kind, false, d, i.flag("trapped")),
            value,
        )
    })
}

pub(super) fn beast_hit(s: &Setting, i: &Inputs) -> Result<Values> {
    let (kind, value) = (i.beast()?, i.value("defense_value")?);
    let n = match i.int("dice_count")? {
        Some(n @ (1 | 2)) => n as u8,
        Some(n) => return Err(Error::usage(format!("one or two dice, not {n}"))),
        None => s.rules.beast_dice(kind, i.flag("moved"), i.flag("trapped")),
    };
    favourable(s, n, i, |d| {
        s.rules.beast_roll(kind, true, d, i.flag("trapped")).value > value
    })
}

fn fixed(i: &Inputs) -> bool {
    i.flag("facedown") || i.flag("trapped")
}

pub(super) fn sprint_cost(s: &Setting, i: &Inputs) -> Result<Values> {
    let board = Board::new(&s.data)?;
    let (from, to) = (i.hex("from")?, i.hex("to")?);
    let free = board.hexes() & !i.hexes("occupied")?;
    let turns = (i.facing("facing_from")?, i.facing("facing_to")?);
    let cost = s
        .rules
        .sprint_cost(&board, (from, turns.0), (to, turns.1), free, fixed(i));
    Ok(vec![
        ("cost", json!(cost)),
        ("sides", json!(sides(turns.0, turns.1))),
    ])
}

pub(super) fn reachable(s: &Setting, i: &Inputs) -> Result<Values> {
    let board = Board::new(&s.data)?;
    let (from, facing, points) = (i.hex("from")?, i.facing("facing")?, i.small("points")?);
    let free = board.hexes() & !i.hexes("occupied")?;
    let (mut hexes, mut states) = (0, 0);
    for to in each(board.hexes()) {
        let fits = |f: &u8| {
            s.rules
                .sprint_cost(&board, (from, facing), (to, *f), free, fixed(i))
                .is_some_and(|c| c <= points)
        };
        let n = (0..6).filter(fits).count();
        states += n;
        hexes += usize::from(n > 0);
    }
    Ok(vec![("hexes", json!(hexes)), ("states", json!(states))])
}

pub(super) fn hex_relation(s: &Setting, i: &Inputs) -> Result<Values> {
    let (attacker, target) = (i.hex("attacker")?, i.hex("target")?);
    let board = Board::new(&s.data)?;
    let arrival = match attacker == target {
        true => Value::Null,
        false => json!(relative(
            vector(target, attacker),
            i.facing("target_facing")?,
            s.rules.r.arrival_tie_attacker
        )),
    };
    let front = board.next(attacker, i.facing("attacker_facing")?) == Some(target);
    Ok(vec![
        ("distance", json!(distance(attacker, target))),
        ("arrival", arrival),
        ("in_front_of_attacker", json!(front)),
    ])
}

pub(super) fn throw_check(s: &Setting, i: &Inputs) -> Result<Values> {
    let board = Board::new(&s.data)?;
    let (attacker, target, net) = (i.hex("attacker")?, i.hex("target")?, i.flag("net"));
    let from = Spot {
        hex: attacker,
        facing: i.facing("facing")?,
    };
    let occupied = i.hexes("occupied")?;
    let zone = s.rules.throw_zone(from, target);
    let clear = s.rules.throw_clear(attacker, target, each(occupied));
    let front = board.next(attacker, from.facing);
    let adjacent = front.is_some_and(|h| h == target || occupied & one(h) != 0);
    let distance = distance(attacker, target);
    Ok(vec![
        ("distance", json!(distance)),
        ("in_zone", json!(zone)),
        ("clear", json!(clear)),
        ("legal", json!(zone && clear && (net || !adjacent))),
        ("penalty", json!(s.rules.throw_penalty(distance, net))),
    ])
}

pub(super) fn movement_penalty(s: &Setting, i: &Inputs) -> Result<Values> {
    let (start, end) = (i.hex("start")?, (i.hex("end")?, i.facing("end_facing")?));
    let mut enemies = Vec::new();
    match i.get("enemies") {
        Some(Value::Object(by_id)) => {
            for (id, v) in by_id {
                enemies.push(place(v, id)?);
            }
        }
        Some(Value::Array(list)) => {
            for v in list {
                enemies.push(place(v, "enemies")?);
            }
        }
        _ => {}
    }
    let (flee, cowardice) = s
        .rules
        .dishonor(start, end, enemies.iter().map(|h| (*h, *h)));
    let v = &s.rules.n.vp;
    let vp = i16::from(flee) * v.flee + i16::from(cowardice) * v.cowardice;
    Ok(vec![
        ("flee", json!(flee)),
        ("cowardice", json!(cowardice)),
        ("vp", json!(vp)),
    ])
}
