//! Operations on exchanges and duels.

mod choices;
mod script;

pub(super) use script::exchange;

use super::inputs::Inputs;
use super::{Setting, Values};
use crate::error::{Error, Result};
use crate::games::gladiatori::cards::Kind;
use crate::games::gladiatori::duel::{DuelQuestion, First, end_of};
use crate::games::gladiatori::exchange::{Attacker, Bout, Defender, Quantal};
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::policy::Brain;
use crate::games::gladiatori::sheet::Sheet;
use crate::games::gladiatori::state::Duel;
use crate::games::gladiatori::tally::{Log, Tally};
use crate::games::gladiatori::values::Item;
use crate::playout::{Block, Experiment};
use num_rational::BigRational;
use serde_json::{Value, json};

/// Action cards by name, as a set.
fn actions(i: &Inputs) -> Result<u16> {
    i.words("actions")
        .iter()
        .try_fold(0, |set, w| Ok(set | super::inputs::kind(w)?.card()))
}

fn bout(s: &Setting, i: &Inputs) -> Result<Bout> {
    let (a, d) = (i.need("attacker")?, i.need("defender")?);
    let attacker = Attacker {
        items: a.value("items_attack")?,
        offense: a.small("offense")?,
        blood: a.small("blood")?,
        e1: a.small("e1")?,
        e0: a.small("e0")?,
        other: a.small("other")?,
        actions: actions(&a)?,
        facedown: a.flag("facedown"),
        trapped: a.flag("trapped"),
    };
    let defender = Defender {
        items: d.value("items_defense")?,
        guard: d.small("guard")?,
        speed: d.small("speed")?,
        e1: d.small("e1")?,
        e0: d.small("e0")?,
        other: d.small("other")?,
        actions: actions(&d)?,
        facedown: d.flag("facedown"),
        trapped: d.flag("trapped"),
    };
    let price = |key: &str| i.get(key).and_then(Value::as_f64).unwrap_or(0.0);
    let bout = Bout::new(s.rules, attacker, defender)?;
    Ok(Bout {
        arrival: i.facing("arrival")?,
        card_price: price("card_price"),
        point_price: price("point_price"),
        ..bout
    })
}

fn brain(i: &Inputs, keys: &[&str], hp_target: u8) -> Result<Brain> {
    let name = keys.iter().find_map(|k| i.text(k)).unwrap_or("uniform_mix");
    Ok(Brain {
        hp_target,
        ..Brain::parse(name)?
    })
}

fn fraction(n: u128, d: u128) -> Value {
    json!(if d == 1 {
        n.to_string()
    } else {
        format!("{n}/{d}")
    })
}

pub(super) fn exchange_exact(s: &Setting, i: &Inputs) -> Result<Values> {
    let policies = [
        brain(i, &["attacker_policy", "policy_a"], 0)?,
        brain(i, &["defender_policy", "policy_b"], 0)?,
    ];
    let r = bout(s, i)?.exact([&policies[0], &policies[1]]);
    let show = |p: crate::chance::Prob| fraction(*p.numer(), *p.denom());
    Ok(vec![
        ("p_attack", show(r.p_attack)),
        ("p_hit", show(r.p_hit)),
        ("mean_damage", show(r.mean_damage)),
    ])
}

pub(super) fn exchange_value(s: &Setting, i: &Inputs) -> Result<Values> {
    let solution = bout(s, i)?.solve(1e-4, 200_000);
    Ok(vec![
        ("value", json!(solution.value())),
        ("gap", json!(solution.gap())),
        ("exploitability", json!(solution.gap() / 2.0)),
    ])
}

pub(super) fn exchange_quantal(s: &Setting, i: &Inputs) -> Result<Values> {
    let temperature = i
        .get("temperature")
        .and_then(Value::as_f64)
        .filter(|t| *t > 0.0);
    let temperature = temperature.ok_or_else(|| Error::usage("the temperature must be above 0"))?;
    let q = Quantal::new(&bout(s, i)?, temperature);
    Ok(vec![
        ("p_strength", json!(q.p_kind(Kind::Strength))),
        ("p_dexterity", json!(q.p_kind(Kind::Dexterity))),
        ("p_berserk", json!(q.p_kind(Kind::Berserk))),
        ("mean_combat_cards", json!(q.mean_cards())),
    ])
}

fn sheet(i: &Inputs) -> Result<Sheet> {
    let list: Vec<u8> = i
        .list("stats")
        .iter()
        .filter_map(Value::as_u64)
        .map(|n| n as u8)
        .collect();
    let stats: [u8; 5] = list
        .try_into()
        .map_err(|_| Error::usage("a gladiator has five stats"))?;
    let mut pair = [Item::default(); 2];
    for (slot, v) in i.list("items").iter().take(2).enumerate() {
        let v = Inputs::new(v);
        pair[slot] = Item {
            attack: v.small("attack")?,
            defense: v.small("defense")?,
            hp: v.small("hp")?,
            symbol: slot as u8,
            ..Item::default()
        };
    }
    let (e1, e0) = (i.small("e1")?, i.small("e0")?);
    if stats.iter().any(|s| *s > 14) || e1 > 15 || e0 > 15 {
        return Err(Error::usage(
            "stats up to 14 and up to 15 Energy cards of a kind",
        ));
    }
    Ok(Sheet::core(stats, e1, e0, pair))
}

fn question(s: &Setting, i: &Inputs) -> Result<DuelQuestion> {
    let mut rules: Rules = s.rules;
    if let Some(hp) = i.object("hp_values") {
        let put = |slot: &mut u8, key: &str| -> Result<()> {
            if hp.get(key).is_some() {
                *slot = hp.small(key)?;
            }
            Ok(())
        };
        let h = &mut rules.n.hp;
        put(&mut h.energy1, "energy1")?;
        put(&mut h.energy0, "energy0")?;
        put(&mut h.action, "action")?;
        put(&mut h.cover, "cover")?;
    }
    rules.n.turns = i.int_or("turns", rules.n.turns.into())?.clamp(1, 15) as u8;
    let target = i.int_or("hp_target", 4)?.clamp(0, 99) as u8;
    let first = match i.text("first") {
        Some("b") => First::Side(1),
        Some("alternate") => First::Alternate,
        _ => First::Side(0),
    };
    let sheets = [sheet(&i.need("a")?)?, sheet(&i.need("b")?)?];
    DuelQuestion::new(
        rules,
        sheets,
        [
            brain(i, &["policy_a", "policy"], target)?,
            brain(i, &["policy_b", "policy"], target)?,
        ],
        first,
    )
}

pub(super) fn duel(s: &Setting, i: &Inputs) -> Result<Values> {
    let mut q = question(s, i)?;
    q.game.checked = true;
    let mut log = Log::default();
    let st = q.play_one(
        0,
        &mut crate::chance::Sample::new(1, "gladiatori-case", 0),
        &mut log,
    );
    let end = end_of(&q.game, &st);
    let both = |name: &str| json!([log.count(0, name), log.count(1, name)]);
    Ok(vec![
        ("vp", json!(end.vp[..2])),
        ("alive", json!([end.alive & 1 == 1, end.alive & 2 == 2])),
        ("turns_played", json!(end.turns)),
        ("attacks", both("attacks")),
        ("hits", both("hits")),
        ("damage", both("damage")),
        ("recovers", both("recovers")),
        ("passes", both("passes")),
        ("reuses", both("reuses")),
        ("surprised", both("surprised")),
        ("end_stats", json!([st.g[0].stats, st.g[1].stats])),
        ("deterministic", json!(q.deterministic())),
    ])
}

pub(super) fn duel_exact(s: &Setting, i: &Inputs) -> Result<Values> {
    let q = question(s, i)?;
    let e = q.exact();
    let show = |r: BigRational| json!(r.to_string());
    let share = |holds: &dyn Fn(&Duel) -> bool| show(e.mean(|d| i64::from(holds(d))));
    Ok(vec![
        ("mean_vp_a", show(e.mean(|d| d.g[0].vp.into()))),
        ("mean_vp_b", show(e.mean(|d| d.g[1].vp.into()))),
        ("p_a_wins", share(&|d| d.g[0].vp > d.g[1].vp)),
        ("p_b_wins", share(&|d| d.g[1].vp > d.g[0].vp)),
        ("p_draw", share(&|d| d.g[0].vp == d.g[1].vp)),
        ("p_a_alive", share(&|d| d.g[0].alive())),
        ("p_b_alive", share(&|d| d.g[1].alive())),
        ("p_both_alive", share(&|d| d.g[0].alive() && d.g[1].alive())),
        ("mean_hits", show(e.mean_hits.clone())),
        ("distinct_outcomes", json!(e.ends.len())),
        ("zero_variance", json!(e.ends.len() == 1)),
    ])
}

pub(super) fn duel_stat(s: &Setting, i: &Inputs) -> Result<Values> {
    let q = question(s, i)?;
    let games = i.int_or("games", 10_000)?.clamp(1, 10_000_000) as u64;
    let mut t: Tally = q.empty();
    let block = u64::from(q.block_size());
    for index in 0..games.div_ceil(block) {
        let count = block.min(games - index * block) as u32;
        q.play(
            &Block {
                seed: 20_120_101,
                index,
                first: index * block,
                count,
            },
            &mut t,
        );
        // A set-up that cannot vary is played no further (spec 12).
        if t.zero_variance() && q.deterministic() {
            break;
        }
    }
    let n = t.games as f64;
    let share = |hits: u64| json!(hits as f64 / n);
    let mean = |seat: usize| t.vp[seat].mean().unwrap_or(f64::NAN);
    let sd = |seat: usize| t.vp[seat].variance().unwrap_or(0.0).sqrt();
    let per = |name: &str| json!((t.count(0, name) + t.count(1, name)) as f64 / n);
    let interval = if t.zero_variance() {
        Value::Null
    } else {
        json!("see mean and sd")
    };
    Ok(vec![
        ("mean_vp_a", json!(mean(0))),
        ("mean_vp_b", json!(mean(1))),
        ("vp_a", json!(mean(0))),
        ("vp_b", json!(mean(1))),
        ("sd_vp_a", json!(sd(0))),
        ("sd_vp_b", json!(sd(1))),
        ("p_a_wins", share(t.ahead[0])),
        ("p_b_wins", share(t.ahead[1])),
        ("p_draw", share(t.level)),
        ("p_both_alive", share(t.all_alive)),
        ("p_a_alive", share(t.alive[0])),
        ("p_b_alive", share(t.alive[1])),
        ("mean_hits", per("hits")),
        ("mean_attacks", per("attacks")),
        ("mean_damage", per("damage")),
        ("mean_turns", json!(t.turns.mean().unwrap_or(f64::NAN))),
        (
            "distinct_outcomes",
            if t.zero_variance() {
                json!(1)
            } else {
                json!("several")
            },
        ),
        ("zero_variance", json!(t.zero_variance())),
        ("confidence_interval", interval),
    ])
}
