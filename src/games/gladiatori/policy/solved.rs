//! `equilibrium`: every decision of an exchange is sampled from the solved exchange (spec 11.1) against the believed
//! opponent: attack (D), answer (F, G), Offense and Blood (H), Guard and Speed (I).
//!
//! Both sides see the exchange as it stood before anybody committed, so that one solution serves all its steps. It is solved
//! to a gap of 0.02 (exploitability 0.01); solutions are kept by what they depend on. Where nobody waits any longer, none is made. What the solution has no place for is
//! answered by the best reply: a Surprised defender, an answer of known kind, a beast. A row card that can be paid counts as
//! one in hand; its Blood has no price.

use super::super::cards::{ACTIONS, Cards, Kind};
use super::super::decision::{
    Act, CardUse, Defend, Facing, Foe, Parry, Resolve, Reveal, Threat, Weapon,
};
use super::super::exchange::{Attacker, Bout, Defender, Solution};
use super::super::observe::View;
use super::super::sheet::{BLOOD, GUARD, OFFENSE, SPEED};
use super::belief::{self, Belief};
use super::core;
use super::quantal::{self, Heat, STEPS, level};
use crate::chance::Chance;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// All that a solution depends on, packed: fingerprint of rules and settings, attacker, defender.
type Key = [u64; 3];

thread_local! {
    static SOLVED: RefCell<HashMap<Key, Rc<Solution>>> = RefCell::default();
}

/// Most solutions kept by a thread.
const MOST_SOLVED: usize = 1 << 11;

/// Note of an attack with a row card.
const RE_USED: u8 = 3;

/// Fingerprint of rules and settings.
#[inline]
fn under(view: &View<'_>, heat: Heat) -> u64 {
    [heat.temperature, heat.card, heat.point]
        .into_iter()
        .fold(view.rules_print(), |print, x| {
            (print.rotate_left(7) ^ x.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
}

#[inline]
fn attacker_word(a: &Attacker) -> u64 {
    let n = |x: u8, at: u32| u64::from(x) << at;
    u64::from(a.items as u16)
        | n(a.offense, 16)
        | n(a.blood, 20)
        | n(a.e1, 24)
        | n(a.e0, 28)
        | n(a.other, 32)
        | u64::from(a.actions & ACTIONS) << 36
        | u64::from(a.facedown) << 40
        | u64::from(a.trapped) << 41
}

#[inline]
fn defender_word(d: &Defender, arrival: u8) -> u64 {
    let n = |x: u8, at: u32| u64::from(x) << at;
    u64::from(d.items as u16)
        | n(d.guard, 16)
        | n(d.speed, 20)
        | n(d.e1, 24)
        | n(d.e0, 28)
        | n(d.other, 32)
        | u64::from(d.actions & ACTIONS) << 36
        | u64::from(d.facedown) << 40
        | u64::from(d.trapped) << 41
        | n(arrival, 42)
}

fn solved(b: &Bout, under: u64) -> Rc<Solution> {
    let key = [
        under,
        attacker_word(&b.attacker),
        defender_word(&b.defender, b.arrival),
    ];
    SOLVED.with_borrow_mut(|kept| {
        if kept.len() > MOST_SOLVED {
            kept.clear();
        }
        kept.entry(key)
            .or_insert_with(|| Rc::new(b.solve(0.02, 4096)))
            .clone()
    })
}

/// An index with these probabilities.
fn draw<C: Chance>(odds: &[f64], chance: &mut C) -> usize {
    let mut left = f64::from(level(chance)) / f64::from(STEPS) * odds.iter().sum::<f64>();
    for (i, p) in odds.iter().enumerate() {
        if left < *p {
            return i;
        }
        left -= p;
    }
    odds.len().saturating_sub(1)
}

/// Further cards in a hand.
fn other_cards(hand: Cards) -> u8 {
    ((hand.set & !ACTIONS).count_ones() as u8).min(12)
}

/// The attacker's own side, as he is before he commits these cards.
fn own_attack(view: &View<'_>, hand: Cards, blood: u8, row: Option<Kind>) -> Attacker {
    let g = view.own();
    let others = (hand.set & ACTIONS).count_ones() as u8;
    let (actions, other) = match row {
        // The kind of a re-used card is public: it is the only one.
        Some(kind) => (kind.card(), (other_cards(hand) + others).min(12)),
        None => (hand.set & ACTIONS, other_cards(hand)),
    };
    Attacker {
        items: g.item_values(view.sheet(), 2).0,
        offense: g.stats[OFFENSE],
        blood,
        e1: hand.e1,
        e0: hand.e0,
        other,
        actions,
        facedown: g.facedown(),
        trapped: g.trapped() > 0,
    }
}

/// The defender of an attack as believed, with `hand` cards in hand and `hidden` Action cards face-down.
fn believed_defense(view: &View<'_>, seat: u8, hand: u8, hidden: u8) -> Defender {
    let o = view.other(seat);
    let b = belief::holding(&o, hand, hidden);
    Defender {
        items: o.item_values().1,
        guard: b.stats[GUARD],
        speed: b.stats[SPEED],
        e1: b.e1,
        e0: b.e0,
        other: b.other,
        actions: b.actions,
        facedown: o.facedown(),
        trapped: o.trapped() > 0,
    }
}

/// A beast defends with two dice: about 7.
fn beast(value: i16) -> Defender {
    Defender {
        items: value,
        ..Defender::default()
    }
}

/// C to E: the Action card and its Combat cards; a row card where none is left in hand.
pub(super) fn attack<C: Chance>(
    view: &View<'_>,
    foe: Foe,
    heat: Heat,
    chance: &mut C,
) -> Option<Act> {
    if chance.is_stopped() {
        return None;
    }
    let g = view.own();
    let hand = g.hand();
    let row = if hand.set & ACTIONS & !Kind::Movement.card() == 0 {
        Some(core::row_attack(g)?)
    } else {
        None
    };
    let blood = g.stats[BLOOD] - row.map_or(0, |r| r.price);
    let attacker = own_attack(view, hand, blood, row.map(|r| r.kind));
    let (defender, arrival) = match foe {
        Foe::Gladiator(s) => {
            let o = view.other(s);
            let d = believed_defense(view, s, o.hand(), o.hidden());
            (d, view.arrival(foe, g.hex))
        }
        Foe::Beast(_) => (beast(7), 0),
    };
    let bout = belief::bout(view, attacker, defender, arrival, heat.card, heat.point);
    let solution = solved(&bout, under(view, heat));
    let taken = solution.attacks.get(draw(&solution.mix, chance))?;
    Some(Act {
        card: CardUse {
            kind: taken.kind,
            from_row: row.is_some(),
        },
        combat: Cards::energy(taken.e1, taken.e0),
        resolve: Resolve::Attack {
            foe,
            weapon: Weapon::Melee,
        },
        note: if row.is_some() { RE_USED } else { 0 },
    })
}

/// H: Offense and Blood.
pub(super) fn press<C: Chance>(
    view: &View<'_>,
    reveal: &Reveal,
    heat: Heat,
    chance: &mut C,
) -> (bool, u8) {
    if chance.is_stopped() {
        return quantal::press(view, reveal, heat, chance);
    }
    let g = view.own();
    let row = (reveal.note == RE_USED).then_some(reveal.kind);
    let mut hand = g.hand().plus(reveal.combat);
    if row.is_none() {
        hand.set |= reveal.kind.card();
    }
    let attacker = own_attack(view, hand, g.stats[BLOOD], row);
    let bout =
        |d: Defender, arrival: u8| belief::bout(view, attacker, d, arrival, heat.card, heat.point);
    let seat = match reveal.foe {
        Foe::Beast(_) => {
            return best_payment(&bout(beast(reveal.rolled.unwrap_or(7)), 0), reveal, None, 0);
        }
        Foe::Gladiator(seat) => seat,
    };
    let o = view.other(seat);
    let arrival = view.arrival(reveal.foe, g.hex);
    let Some(seen) = reveal.answer.filter(|_| reveal.answer_kind.is_none()) else {
        let d = believed_defense(view, seat, o.hand(), o.hidden());
        let e1 = reveal.answer.unwrap_or(0).min(d.e1);
        return best_payment(&bout(d, arrival), reveal, reveal.answer_kind, e1);
    };
    // Before he answered.
    let (held, hidden) = (o.hand() + seen + 1, o.hidden().saturating_sub(1));
    let bout = bout(believed_defense(view, seat, held, hidden), arrival);
    let solution = solved(&bout, under(view, heat));
    let energy = reveal.combat.e1 + reveal.combat.e0;
    let same = |a: &super::super::exchange::Attack| a.kind == reveal.kind && a.cards() == energy;
    let Some(at) = solution.attacks.iter().position(same) else {
        return quantal::press(view, reveal, heat, chance);
    };
    let most = solution.seen();
    let pays: Vec<(bool, u8, f64)> = solution
        .payments(at, seen.min(most.saturating_sub(1)))
        .collect();
    let odds: Vec<f64> = pays.iter().map(|p| p.2).collect();
    let (offense, blood, _) = pays[draw(&odds, chance)];
    happens(view, reveal, offense, blood)
}

/// An attack whose value is not positive scores nothing: then the Offense is used (rule 5 of the core policies).
fn happens(view: &View<'_>, reveal: &Reveal, offense: bool, blood: u8) -> (bool, u8) {
    let own = view.own().stats[OFFENSE];
    let value = reveal.base
        + view.rules().attack_bonus(Kind::Berserk, 0, 0, blood)
        + if offense { i16::from(own) } else { 0 };
    (offense || value <= 0 && own > 0, blood)
}

/// The best payment against an answer that is known: none, or its kind.
fn best_payment(b: &Bout, reveal: &Reveal, answer: Option<Kind>, e1: u8) -> (bool, u8) {
    let a = &b.attacker;
    let most = if reveal.kind == Kind::Berserk {
        b.most_blood()
    } else {
        0
    };
    let mut best = (f64::MIN, false, 0);
    for blood in 0..=most {
        for used in [false, true] {
            if used && a.offense == 0 {
                continue;
            }
            let offense = if used { i16::from(a.offense) } else { 0 };
            let value = reveal.base + b.rules.attack_bonus(Kind::Berserk, 0, 0, blood) + offense;
            let cards = reveal.combat.count();
            let (damage, points) = b.decide(value, reveal.kind, cards, answer, e1, e1);
            let scored = if value > 0 {
                b.rules.n.vp.front_attack
            } else {
                0
            };
            let spent = f64::from(u8::from(used) + blood) - f64::from(points);
            let worth = f64::from(damage) + f64::from(scored) - b.point_price * spent;
            if worth > best.0 + 1e-9 {
                best = (worth, used, blood);
            }
        }
    }
    (best.1, best.2)
}

/// F and G.
pub(super) fn defend<C: Chance>(
    view: &View<'_>,
    threat: &Threat,
    heat: Heat,
    chance: &mut C,
) -> Option<Defend> {
    let (Foe::Gladiator(seat), None, false) = (threat.foe, threat.value, chance.is_stopped())
    else {
        return quantal::defend(view, threat, heat, chance);
    };
    let g = view.own();
    let hand = g.hand();
    let row = view.row_defenses() & threat.options & !hand.set;
    let defender = Defender {
        items: g.item_values(view.sheet(), 2).1,
        guard: g.stats[GUARD],
        speed: g.stats[SPEED],
        e1: hand.e1,
        e0: hand.e0,
        other: other_cards(hand).saturating_sub(row.count_ones() as u8),
        actions: hand.set & ACTIONS | row,
        facedown: g.facedown(),
        trapped: g.trapped() > 0,
    };
    let bout = belief::bout(
        view,
        believed_attack(view, seat, threat),
        defender,
        threat.arrival,
        heat.card,
        heat.point,
    );
    let solution = solved(&bout, under(view, heat));
    let Some(odds) = solution
        .answers
        .get(usize::from(threat.cards))
        .or(solution.answers.last())
    else {
        return quantal::defend(view, threat, heat, chance);
    };
    let answer = solution.options[draw(odds, chance)];
    let kind = answer.kind?;
    Some(Defend {
        card: CardUse {
            kind,
            from_row: hand.set & kind.card() == 0,
        },
        combat: Cards::energy(answer.e1, answer.e0),
        note: 0,
    })
}

/// The attacker as believed before he committed. A known kind is the only one.
fn believed_attack(view: &View<'_>, seat: u8, threat: &Threat) -> Attacker {
    let o = view.other(seat);
    let from_row = threat.kind.is_some_and(|k| o.row() & k.card() != 0);
    let own = u8::from(!from_row);
    let b: Belief = belief::holding(
        &o,
        o.hand() + threat.cards + own,
        o.hidden().saturating_sub(own),
    );
    let (actions, other) = match threat.kind {
        Some(kind) => {
            let rest = (b.actions & !kind.card()).count_ones() as u8;
            (kind.card(), (b.other + rest).min(12))
        }
        None => (b.actions, b.other),
    };
    let (offense, blood) = threat
        .declared
        .unwrap_or((b.stats[OFFENSE], b.stats[BLOOD]));
    Attacker {
        items: o.item_values().0 + threat.bonus,
        offense,
        blood,
        e1: b.e1,
        e0: b.e0,
        other,
        actions,
        facedown: o.facedown(),
        trapped: o.trapped() > 0,
    }
}

/// I: the cheapest defense, if it stops the attack for less than the damage (spec 11.1, N4).
pub(super) fn parry(view: &View<'_>, facing: &Facing, heat: Heat) -> Parry {
    let mut parry = core::parry(view, facing);
    let points = f64::from(parry.speed + u8::from(parry.guard));
    let damage = if facing.net { 2 } else { facing.damage.max(1) };
    if points * heat.point >= f64::from(damage) {
        (parry.guard, parry.speed) = (false, 0);
    }
    parry
}

#[cfg(test)]
mod tests;
