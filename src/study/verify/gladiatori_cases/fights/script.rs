//! One exchange with every choice given.

use super::choices::{effects, known, lunge, powers_of, rage};
use crate::chance::{Branch, Chance};
use crate::error::{Error, Result};
use crate::games::gladiatori::cards::{Cards, FEINT, Kind, Zone, moves};
use crate::games::gladiatori::decision::{
    Act, CardUse, Defend, Elements, Facing, Foe, Judged, Parry, Payment, Policy, Press, Resolve,
    Reveal, Sweep, Threat, Weapon,
};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::geometry::hex;
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::policy::Brain;
use crate::games::gladiatori::rules::Play;
use crate::games::gladiatori::sheet::{BLOOD, GUARD, OFFENSE, SPEED, Sheet};
use crate::games::gladiatori::state::{Duel, Gladiator, ItemState};
use crate::games::gladiatori::values::Item;
use crate::games::gladiatori::watch::{Blow, Source, Watch};
use crate::study::verify::gladiatori_cases::deeds::move_set;
use crate::study::verify::gladiatori_cases::inputs::Inputs;
use crate::study::verify::gladiatori_cases::{Setting, Values};
use serde_json::{Value, json};

/// Plays given choices.
struct Scripted {
    act: Act,
    defend: Option<Defend>,
    press: Press,
    parry: Parry,
    /// Plays its Feint.
    feint: bool,
    /// Uses Unbeatable.
    unbeatable: bool,
    /// Pays when it is shown an Unbalancing Strike.
    pays: bool,
    /// Announces Leap.
    leap: bool,
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
    fn feint<C: Chance>(&self, _: &View<'_>, _: &Judged, _: &mut C) -> bool {
        self.feint
    }
    fn unbeatable<C: Chance>(&self, _: &View<'_>, _: &mut C) -> bool {
        self.unbeatable
    }
    fn leap<C: Chance>(&self, _: &View<'_>, _: &mut C) -> bool {
        self.leap
    }
    fn steady<C: Chance>(&self, view: &View<'_>, _: &mut C) -> Elements {
        let hand = view.own().hand();
        let e0 = hand.e0.min(2);
        let cards = Cards::energy((2 - e0).min(hand.e1), e0);
        match self.pays && cards.count() == 2 {
            true => Elements {
                cards,
                ..Elements::default()
            },
            false => Elements::default(),
        }
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

/// One side of an exchange: sheet, hand, the Action card, the Combat cards.
struct Side {
    sheet: Sheet,
    hand: Cards,
    row: Vec<Kind>,
    card: Option<CardUse>,
    combat: Cards,
}

fn side(i: &Inputs, defender: bool) -> Result<Side> {
    let kind = i.kind("action")?;
    let from_row = i.text("source") == Some("row");
    let set = move_set(i)?;
    // Other cards are only counted, as 0-Energy cards are.
    let combat = Cards {
        set,
        e1: i.small("e1")?,
        e0: i.small("e0")?.saturating_add(i.small("other")?),
    };
    if combat.e1 > 15 || combat.e0 > 15 {
        return Err(Error::usage(
            "at most 15 Energy cards and other cards are played in one exchange",
        ));
    }
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
    // The rest of the hand: the Feint, if he holds one, and cards that are only counted.
    let feint = if i.flag("feint") { FEINT } else { 0 };
    let rest = rest.checked_sub(u8::from(feint != 0)).ok_or_else(|| {
        Error::usage("`hand_before` must count the Feint that is held for step J")
    })?;
    let more = (rest.min(15 - combat.e0), rest - rest.min(15 - combat.e0));
    let hand = Cards {
        set: set | from_hand | feint,
        e1: combat.e1 + more.1,
        e0: combat.e0 + more.0,
    };
    let pair = pair(i)?;
    let (offense, guard) = (i.small("offense")?, i.small("guard")?);
    let stats = [0, offense, guard, i.small("blood")?, i.small("speed")?];
    let deck: u8 = i
        .list("hp_deck")
        .iter()
        .filter_map(Value::as_u64)
        .map(|h| h as u8)
        .sum();
    let mut sheet = Sheet {
        set: set | feint | rage(i)?.set,
        powers: powers_of(i),
        ..Sheet::core(stats, 15, 15, pair)
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

/// The two items; a case may name up to two, and Hit Points of more.
fn pair(i: &Inputs) -> Result<[Item; 2]> {
    let listed = i.list("items");
    if listed.len() > 2 {
        return Err(Error::usage("a gladiator has two items"));
    }
    let hp: Vec<u8> = i
        .list("items_hp")
        .iter()
        .filter_map(Value::as_u64)
        .map(|h| h as u8)
        .collect();
    let mut pair = [0, 1].map(|symbol| Item {
        symbol,
        ..Item::default()
    });
    for (slot, item) in pair.iter_mut().enumerate() {
        if let Some(value) = listed.get(slot) {
            let value = Inputs::new(value);
            (item.attack, item.defense) = (value.small("attack")?, value.small("defense")?);
        }
        item.hp = match slot {
            0 => hp.first().copied().unwrap_or(0),
            _ => hp.iter().skip(1).sum(),
        };
    }
    pair[0].net = i.flag("net");
    if let Some(thrown) = i.int("thrown_item")? {
        let slot = usize::try_from(thrown).ok().filter(|s| *s < 2);
        let slot = slot.ok_or_else(|| Error::usage("`thrown_item` is 0 or 1"))?;
        pair[slot].thrown = true;
    }
    Ok(pair)
}

/// What the attack is made with, and how far away the target is.
fn weapon(i: &Inputs) -> Result<(Weapon, u8)> {
    let distance = i.int_or("distance", 1)?.clamp(1, 8) as u8;
    Ok(match (i.flag("net"), i.int("thrown_item")?) {
        (true, _) if distance > 1 => (Weapon::ThrowNet(0), distance),
        (true, _) => (Weapon::Net(0), distance),
        (false, Some(slot)) => (Weapon::Throw(slot as u8), distance),
        (false, None) => (Weapon::Melee, distance),
    })
}

pub(in super::super) fn exchange(s: &Setting, i: &Inputs) -> Result<Values> {
    let (a, d) = (i.need("attacker")?, i.need("defender")?);
    known(i, &a, &d)?;
    let (first, second) = (side(&a, false)?, side(&d, true)?);
    let (weapon, distance) = weapon(&a)?;
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
    for (seat, inputs) in [(0, &a), (1, &d)] {
        if inputs.flag("unbalanced") && !inputs.flag("facedown") {
            game.unsteady(&mut st, seat);
        }
        for (slot, value) in inputs.list("items").iter().enumerate() {
            if Inputs::new(value).flag("damaged") {
                game.with_item(&mut st, seat, slot, ItemState::Damaged);
            }
        }
        game.discarded(&mut st, seat, rage(inputs)?);
    }
    if let bonus @ 1.. = a.small("cooperation_bonus")? {
        game.supported(&mut st, 0, 1, bonus);
    }
    // A row of hexes: the attacker acts at its end, and began his action as far away as he leaps.
    st.g[0].hex = hex(0, 0).unwrap_or(0);
    st.g[1].hex = hex(distance.max(1) as i8, 0).unwrap_or(0);
    let thrown = matches!(weapon, Weapon::Throw(_) | Weapon::ThrowNet(_));
    let usable = |seat: usize, side: &Side, inputs: &Inputs, attack: bool| {
        let g = &st.g[seat];
        let moves = side.combat.set & !game.playable(g, attack, attack && thrown, false) == 0;
        let wanted = powers_of(inputs);
        let mut each = (0..9).map(|p| 1 << p).filter(|p| wanted & p != 0);
        moves && each.all(|p| game.power_usable(g, p, attack, attack && thrown))
    };
    if !usable(0, &first, &a, true) || !usable(1, &second, &d, false) {
        return illegal();
    }
    if i.has("first_blood_open") && !i.flag("first_blood_open") {
        game.first_blood_gone(&mut st);
    }
    let act = |side: &Side, card: CardUse| Act {
        card,
        combat: side.combat,
        resolve: if side.combat.set & moves::SWEEP != 0 {
            Resolve::Sweep(Sweep {
                from: 0,
                hexes: 1,
                clockwise: true,
            })
        } else {
            Resolve::Attack {
                foe: Foe::Gladiator(1),
                weapon,
            }
        },
        note: 0,
    };
    let scripted = |side: &Side, i: &Inputs, attacker: bool| -> Result<Scripted> {
        let left = side.hand.minus(side.combat);
        let effects = effects(i, left, side.combat.set, attacker)?;
        Ok(Scripted {
            feint: i.flag("feint"),
            unbeatable: i.flag("unbeatable"),
            pays: i.flag("pays"),
            leap: i.flag("leap"),
            act: act(side, side.card.unwrap_or(card)),
            defend: side.card.map(|card| Defend {
                card,
                combat: side.combat,
                note: 0,
            }),
            press: Press {
                offense: i.flag("use_offense"),
                blood: i.small("berserk_blood")?,
                effects,
                deep_wounds: i.small("deep_wounds")?,
                lunge: lunge(i, left.minus(effects.sacrifice))?,
                wrestling: i.flag("wrestling"),
                leap_attack: i.small("leap_attack")?,
                item: i.small("break_item")?.saturating_sub(1).min(1),
            },
            parry: Parry {
                guard: i.flag("use_guard"),
                speed: i.small("speed_spent")?,
                delay: i.flag("delay_bonus"),
                effects,
            },
            brain: Brain::parse("poke")?,
        })
    };
    let (one, two) = (scripted(&first, &a, true)?, scripted(&second, &d, false)?);
    let mut ear = Ear::default();
    game.act_once(
        &mut st,
        0,
        arrival,
        &mut Play::new(&[&one, &two], &mut Branch::default(), &mut ear),
    );
    let [x, y] = &st.g;
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
        ("feinted", json!(blow.is_some_and(|b| b.feinted))),
        ("attacker_after", after(x, a.list("items").len())),
        ("defender_after", after(y, d.list("items").len())),
    ]);
    Ok(values)
}

/// How a gladiator with so many items comes out of it.
fn after(g: &Gladiator, items: usize) -> Value {
    let states = (0..items.min(2)).map(|slot| match g.item(slot) {
        ItemState::Ok => "ok",
        ItemState::Damaged => "damaged",
        ItemState::Gone => "gone",
    });
    let items: Vec<&str> = states.collect();
    json!({
        "hand": g.hand().count(),
        "discard": g.zone(Zone::Discard).count(),
        "offense": g.stats[OFFENSE],
        "guard": g.stats[GUARD],
        "blood": g.stats[BLOOD],
        "speed": g.stats[SPEED],
        "unbalanced": g.unbalanced(),
        "facedown": g.facedown(),
        "trapped": g.trapped(),
        "items": items,
        "alive": g.alive(),
        "waiting": g.waiting(),
    })
}
