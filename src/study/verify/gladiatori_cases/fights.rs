//! Operations on exchanges and duels.

use super::deeds::{items, move_set};
use super::inputs::Inputs;
use super::{Setting, Values};
use crate::chance::{Branch, Chance};
use crate::error::{Error, Result};
use crate::games::gladiatori::cards::{Cards, FEINT, Kind, moves};
use crate::games::gladiatori::decision::{
    Act, CardUse, Defend, Effects, Elements, Facing, Foe, Parry, Payment, Policy, Press, Resolve,
    Reveal, Threat, Weapon,
};
use crate::games::gladiatori::duel::{DuelQuestion, First, end_of};
use crate::games::gladiatori::exchange::{Attacker, Bout, Defender, Quantal};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::policy::Brain;
use crate::games::gladiatori::rules::Play;
use crate::games::gladiatori::sheet::{BLOOD, GUARD, OFFENSE, SPEED, Sheet};
use crate::games::gladiatori::state::Duel;
use crate::games::gladiatori::tally::{Log, Tally};
use crate::games::gladiatori::values::Item;
use crate::games::gladiatori::watch::{Blow, Source, Watch};
use crate::playout::{Block, Experiment};
use num_rational::BigRational;
use serde_json::{Value, json};

/// Plays given choices.
struct Scripted {
    act: Act,
    defend: Option<Defend>,
    press: Press,
    parry: Parry,
    /// How it pays for damage.
    brain: Brain,
}

impl Policy for Scripted {
    fn deterministic(&self) -> bool {
        true
    }
    fn deck<C: Chance>(&self, _: &View<'_>, _: &mut C) -> Cards {
        Cards::NONE
    }
    fn act<C: Chance>(&self, _: &View<'_>, _: &mut C) -> Option<Act> {
        Some(self.act)
    }
    fn defend<C: Chance>(&self, _: &View<'_>, _: &Threat, _: &mut C) -> Option<Defend> {
        self.defend
    }
    fn press<C: Chance>(&self, _: &View<'_>, _: &Reveal, _: &mut C) -> Press {
        self.press
    }
    fn parry<C: Chance>(&self, _: &View<'_>, _: &Facing, _: &mut C) -> Parry {
        self.parry
    }
    fn pay<C: Chance>(&self, view: &View<'_>, damage: u8, one: bool, chance: &mut C) -> Payment {
        self.brain.pay(view, damage, one, chance)
    }
    fn recover<C: Chance>(&self, _: &View<'_>, _: u8, _: &mut C) -> Elements {
        Elements::default()
    }
    fn cleanup<C: Chance>(&self, _: &View<'_>, _: &mut C) -> Elements {
        Elements::default()
    }
}

/// Hears one exchange.
#[derive(Default)]
struct Ear {
    blow: Option<Blow>,
    vp: [i16; 2],
}

impl Watch for Ear {
    fn points(&mut self, seat: u8, _: Source, points: i16) {
        self.vp[usize::from(seat & 1)] += points;
    }
    fn blow(&mut self, blow: &Blow) {
        self.blow = Some(*blow);
    }
}

/// Combat cards without effect, to stand for `other` cards that are played.
const BLANKS: [u16; 5] = [
    FEINT,
    moves::REFLEX,
    moves::RAGE,
    moves::OVERSKILL,
    moves::UNBALANCING,
];

/// One side of an exchange: sheet, hand, the Action card, the Combat cards.
struct Side {
    sheet: Sheet,
    hand: Cards,
    row: Vec<Kind>,
    card: Option<CardUse>,
    combat: Cards,
}

fn side(s: &Setting, i: &Inputs, defender: bool) -> Result<Side> {
    let kind = i.kind("action")?;
    let from_row = i.text("source") == Some("row");
    let set = move_set(i)?;
    let other = usize::from(i.small("other")?);
    let blanks: Vec<u16> = BLANKS.into_iter().filter(|b| set & b == 0).collect();
    if other > blanks.len() {
        return Err(Error::usage(format!(
            "at most {} other cards are played in one exchange",
            blanks.len()
        )));
    }
    let set = blanks[..other].iter().fold(set, |s, b| s | b);
    let combat = Cards {
        set,
        e1: i.small("e1")?,
        e0: i.small("e0")?,
    };
    let played = combat.count() + u8::from(kind.is_some() && !from_row);
    let before = if i.has("hand_before") {
        i.small("hand_before")?
    } else {
        played
    };
    let rest = before.checked_sub(played).ok_or_else(|| {
        Error::usage(format!("{played} cards are played from a hand of {before}"))
    })?;
    let from_hand = kind.filter(|_| !from_row).map_or(0, Kind::card);
    // The rest of the hand is only counted: 0-Energy cards, then 1-Energy cards.
    let more = (rest.min(15 - combat.e0), rest - rest.min(15 - combat.e0));
    let hand = Cards {
        set: set | from_hand,
        e1: combat.e1 + more.1,
        e0: combat.e0 + more.0,
    };
    let (attack, defense) = items(s, i)?;
    let hp: Vec<u8> = i
        .list("items_hp")
        .iter()
        .filter_map(Value::as_u64)
        .map(|h| h as u8)
        .collect();
    let first = Item {
        attack: attack as u8,
        defense: defense as u8,
        hp: hp.first().copied().unwrap_or(0),
        ..Item::default()
    };
    let second = Item {
        hp: hp.iter().skip(1).sum(),
        symbol: 1,
        ..Item::default()
    };
    let (offense, guard) = (i.small("offense")?, i.small("guard")?);
    let stats = [0, offense, guard, i.small("blood")?, i.small("speed")?];
    let deck: u8 = i
        .list("hp_deck")
        .iter()
        .filter_map(Value::as_u64)
        .map(|h| h as u8)
        .sum();
    let mut sheet = Sheet {
        set,
        ..Sheet::core(stats, 15, 15, [first, second])
    };
    sheet.e0 = if defender { deck.max(hand.e0) } else { 15 };
    let mut row = Vec::new();
    if from_row {
        let (size, index) = (i.small("row_size")?, i.small("row_index")?);
        let kind = kind.ok_or_else(|| Error::usage("a row card needs its kind"))?;
        let mut rest = Kind::ALL.into_iter().filter(|k| *k != kind);
        for place in 0..size.min(4) {
            row.push(if place == index {
                kind
            } else {
                rest.next().unwrap_or(kind)
            });
        }
    }
    Ok(Side {
        sheet,
        hand,
        row,
        card: kind.map(|kind| CardUse { kind, from_row }),
        combat,
    })
}

/// A card for Sacrifice, out of what is left in hand.
fn effects(side: &Side) -> Effects {
    let left = side.hand.minus(side.combat);
    let sacrifice = if side.combat.set & moves::SACRIFICE == 0 {
        Cards::NONE
    } else if left.e0 > 0 {
        Cards::energy(0, 1)
    } else {
        Cards::energy(left.e1.min(1), 0)
    };
    Effects {
        sacrifice,
        ..Effects::default()
    }
}

pub(super) fn exchange(s: &Setting, i: &Inputs) -> Result<Values> {
    let (a, d) = (i.need("attacker")?, i.need("defender")?);
    let (first, second) = (side(s, &a, false)?, side(s, &d, true)?);
    let illegal = || Ok(vec![("legal", json!(false))]);
    let arrival = i.facing("arrival")?;
    let Some(card) = first.card else {
        return Err(Error::usage("the attacker has no action"));
    };
    let price = |side: &Side, i: &Inputs| -> Result<bool> {
        let place = side
            .row
            .iter()
            .position(|k| side.card.is_some_and(|c| c.kind == *k));
        Ok(place.is_none_or(|p| (side.row.len() - p) as u8 <= i.small("blood").unwrap_or(0)))
    };
    let answers = s
        .rules
        .defense_kinds(arrival, d.flag("facedown"), d.flag("trapped"));
    if !price(&first, &a)?
        || !price(&second, &d)?
        || a.small("berserk_blood")? > s.rules.n.berserk_blood_max
        || d.small("speed_spent")? > s.rules.n.dodge_speed_max
        || second.card.is_some_and(|c| answers & c.kind.card() == 0)
    {
        return illegal();
    }
    // Hit Points of the deck are given as values: here each is so many cards of 1.
    let mut rules = s.rules;
    rules.n.hp.energy0 = 1;
    let game = Game::duel(rules, first.sheet, second.sheet);
    let mut st: Duel = game.start(&[0, 1]);
    let deck: u8 = d
        .list("hp_deck")
        .iter()
        .filter_map(Value::as_u64)
        .map(|h| h as u8)
        .sum();
    for (seat, side, hp) in [(0, &first, 0), (1, &second, deck)] {
        st.g[seat] = game.laid_out(
            st.g[seat],
            side.hand,
            Cards::energy(0, hp),
            &side.row,
            side.sheet.stats,
        );
    }
    game.marked(&mut st, 0, a.flag("facedown"), a.flag("trapped"));
    game.marked(&mut st, 1, d.flag("facedown"), d.flag("trapped"));
    if i.has("first_blood_open") && !i.flag("first_blood_open") {
        game.first_blood_gone(&mut st);
    }
    let act = |side: &Side, card: CardUse| Act {
        card,
        combat: side.combat,
        resolve: Resolve::Attack {
            foe: Foe::Gladiator(1),
            weapon: Weapon::Melee,
        },
        note: 0,
    };
    let scripted = |side: &Side, i: &Inputs| -> Result<Scripted> {
        Ok(Scripted {
            act: act(side, side.card.unwrap_or(card)),
            defend: side.card.map(|card| Defend {
                card,
                combat: side.combat,
                note: 0,
            }),
            press: Press {
                offense: i.flag("use_offense"),
                blood: i.small("berserk_blood")?,
                effects: effects(side),
                deep_wounds: i.small("deep_wounds")?,
                ..Press::default()
            },
            parry: Parry {
                guard: i.flag("use_guard"),
                speed: i.small("speed_spent")?,
                delay: false,
                effects: effects(side),
            },
            brain: Brain::parse("poke")?,
        })
    };
    let (one, two) = (scripted(&first, &a)?, scripted(&second, &d)?);
    let mut ear = Ear::default();
    game.act_once(
        &mut st,
        0,
        arrival,
        &mut Play::new(&[&one, &two], &mut Branch::default(), &mut ear),
    );
    let [x, y] = &st.g;
    let count = |g: &crate::games::gladiatori::state::Gladiator| g.hand().count();
    let mut values: Values = vec![("legal", json!(true))];
    // Survival at the end of a game that a kill ends is not part of the exchange.
    let survived = if st.over() { s.rules.n.vp.survive } else { 0 };
    let blow = ear.blow;
    values.push(("is_attack", json!(blow.is_some())));
    if let Some(b) = blow {
        values.extend([
            ("attack_value", json!(b.attack)),
            ("attack_value_effective", json!(b.effective_attack)),
            ("defense_value", json!(b.defense)),
        ]);
    }
    values.extend([
        ("hit", json!(blow.is_some_and(|b| b.hit))),
        ("front", json!(blow.is_some_and(|b| b.front))),
        ("damage", json!(blow.map_or(0, |b| b.damage))),
        ("effective", json!(blow.map_or(0, |b| b.effective))),
        ("dead", json!(blow.is_some_and(|b| b.dead))),
        ("attacker_vp", json!(ear.vp[0] - survived)),
        ("attacker_after", json!({"hand": count(x), "offense": x.stats[OFFENSE], "blood": x.stats[BLOOD]})),
        (
            "defender_after",
            json!({"hand": count(y), "guard": y.stats[GUARD], "blood": y.stats[BLOOD], "speed": y.stats[SPEED]}),
        ),
    ]);
    Ok(values)
}

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
    let block = u64::from(DuelQuestion::BLOCK);
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
