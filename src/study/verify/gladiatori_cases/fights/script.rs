//! One exchange with every choice given.

use crate::chance::{Branch, Chance};
use crate::error::{Error, Result};
use crate::games::gladiatori::cards::{Cards, FEINT, Kind, moves};
use crate::games::gladiatori::decision::{
    Act, CardUse, Defend, Effects, Elements, Facing, Foe, Parry, Payment, Policy, Press, Resolve,
    Reveal, Threat, Weapon,
};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::policy::Brain;
use crate::games::gladiatori::rules::Play;
use crate::games::gladiatori::sheet::{BLOOD, GUARD, OFFENSE, SPEED, Sheet};
use crate::games::gladiatori::state::Duel;
use crate::games::gladiatori::values::Item;
use crate::games::gladiatori::watch::{Blow, Source, Watch};
use crate::study::verify::gladiatori_cases::deeds::{items, move_set};
use crate::study::verify::gladiatori_cases::inputs::Inputs;
use crate::study::verify::gladiatori_cases::{Setting, Values};
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

pub(in super::super) fn exchange(s: &Setting, i: &Inputs) -> Result<Values> {
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
