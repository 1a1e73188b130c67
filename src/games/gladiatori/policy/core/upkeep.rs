//! Payment of damage, Recover and Cleanup of the core policies (spec 11.4, rules 3, 7 and 8).

use crate::games::gladiatori::cards::{ACTIONS, FEINT, MOVES, Zone};
use crate::games::gladiatori::decision::{Elements, Payment};
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::sheet::{BLOOD, ENDURANCE, GUARD, OFFENSE, SPEED};
use crate::games::gladiatori::state::ItemState;

/// Rule 7: 0-Energy, 1-Energy, moves, Feint, Action cards; then items, lowest Hit Points, then lowest attack + defense.
pub(in super::super) fn pay(view: &View<'_>, damage: u8, one: bool) -> Payment {
    let (g, sheet, hp) = (view.own(), view.sheet(), &view.rules().n.hp);
    let deck = g.zone(Zone::Hp);
    let mut payment = Payment::default();
    let mut worth = 0u8;
    let enough = |worth: u8, payment: &Payment| match one {
        true => payment.cards.count() + payment.items.count_ones() as u8 == 1,
        false => worth >= damage,
    };
    while payment.cards.e0 < deck.e0 && !enough(worth, &payment) {
        payment.cards.e0 += 1;
        worth += hp.energy0;
    }
    while payment.cards.e1 < deck.e1 && !enough(worth, &payment) {
        payment.cards.e1 += 1;
        worth += hp.energy1;
    }
    for (group, value) in [
        (MOVES, hp.special_move),
        (FEINT, hp.feint),
        (ACTIONS, hp.action),
    ] {
        let mut left = deck.set & group;
        while left != 0 && !enough(worth, &payment) {
            payment.cards.set |= left & left.wrapping_neg();
            left &= left - 1;
            worth += value;
        }
    }
    while !enough(worth, &payment) {
        let open = |s: &usize| g.item(*s) != ItemState::Gone && payment.items >> s & 1 == 0;
        let rank = |s: &usize| {
            (
                sheet.items[*s].hp,
                sheet.items[*s].attack + sheet.items[*s].defense,
                *s,
            )
        };
        let Some(slot) = (0..2).filter(open).min_by_key(rank) else {
            break;
        };
        payment.items |= 1 << slot;
        worth += sheet.items[slot].hp;
    }
    payment
}

/// The next Action card of a set of discarded cards, in the fixed order.
#[inline]
fn next_action(discard: u16, taken: u16) -> Option<u16> {
    lowest(discard & ACTIONS & !taken)
}

/// The first card of a set.
#[inline]
fn lowest(set: u16) -> Option<u16> {
    (set != 0).then(|| set & set.wrapping_neg())
}

/// Feint and moves.
const COMBAT: u16 = FEINT | MOVES;

/// Rule 3: Action cards, Blood, Guard, Offense, Speed, 1-Energy, 0-Energy; before Energy what is used of Feint and moves (`arts`).
#[inline]
pub(in super::super) fn recover(view: &View<'_>, most: u8, arts: u16) -> Elements {
    let (g, start) = (view.own(), &view.sheet().stats);
    let discard = g.zone(Zone::Discard);
    let mut gain = Elements::default();
    for _ in 0..most {
        if let Some(card) = next_action(discard.set, gain.cards.set) {
            gain.cards.set |= card;
        } else if let Some(stat) = [BLOOD, GUARD, OFFENSE, SPEED]
            .into_iter()
            .find(|s| g.stats[*s] + gain.points[*s] < start[*s])
        {
            gain.points[stat] += 1;
        } else if let Some(card) = lowest(discard.set & COMBAT & arts & !gain.cards.set) {
            gain.cards.set |= card;
        } else if gain.cards.e1 < discard.e1 {
            gain.cards.e1 += 1;
        } else if gain.cards.e0 < discard.e0 {
            gain.cards.e0 += 1;
        } else {
            break;
        }
    }
    gain
}

/// Rule 8: Action cards, Guard, Offense, 1-Energy, 0-Energy; before Energy what is used of Feint and moves (`arts`).
#[inline]
pub(in super::super) fn cleanup(view: &View<'_>, arts: u16) -> Elements {
    let (g, start) = (view.own(), &view.sheet().stats);
    let discard = g.zone(Zone::Discard);
    let mut gain = Elements::default();
    for _ in 0..g.stats[ENDURANCE] {
        if let Some(card) = next_action(discard.set, gain.cards.set) {
            gain.cards.set |= card;
        } else if let Some(stat) = [GUARD, OFFENSE]
            .into_iter()
            .find(|s| g.stats[*s] + gain.points[*s] < start[*s])
        {
            gain.points[stat] += 1;
        } else if let Some(card) = lowest(discard.set & COMBAT & arts & !gain.cards.set) {
            gain.cards.set |= card;
        } else if gain.cards.e1 < discard.e1 {
            gain.cards.e1 += 1;
        } else if gain.cards.e0 < discard.e0 {
            gain.cards.e0 += 1;
        } else {
            break;
        }
    }
    gain
}

/// Whether anything could be regained by Recover.
#[inline]
pub(super) fn can_regain(view: &View<'_>) -> bool {
    let (g, start) = (view.own(), &view.sheet().stats);
    (OFFENSE..=SPEED).any(|i| g.stats[i] < start[i]) || g.count(Zone::Discard) > 0
}
