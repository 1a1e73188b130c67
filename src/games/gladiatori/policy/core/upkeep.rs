//! Payment of damage, Recover and Cleanup of the core policies (spec 11.4, rules 3, 7 and 8).

use crate::games::gladiatori::cards::{ACTIONS, FEINT, MOVES, Zone, first_actions, ones};
use crate::games::gladiatori::decision::{Elements, Payment};
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::sheet::{BLOOD, ENDURANCE, GUARD, OFFENSE, SPEED};
use crate::games::gladiatori::state::ItemState;

/// How many of `there` cards worth `each` make up `need`; all of them if they do not.
#[inline]
pub(super) fn cards_for(need: u8, each: u8, there: u8) -> u8 {
    match each {
        0 if need > 0 => there,
        0 | 1 => need.min(there),
        _ => need.div_ceil(each).min(there),
    }
}

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
    if !one {
        // Nearly always enough.
        payment.cards.e0 = cards_for(damage, hp.energy0, deck.e0);
        worth = payment.cards.e0 * hp.energy0;
        payment.cards.e1 = cards_for(damage.saturating_sub(worth), hp.energy1, deck.e1);
        worth += payment.cards.e1 * hp.energy1;
        if worth >= damage {
            return payment;
        }
    }
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

/// Feint and moves.
const COMBAT: u16 = FEINT | MOVES;

/// The first `most` elements of a fixed order: discarded Action cards, points of these stats below their start values, what is
/// used of Feint and moves (`arts`), 1-Energy, 0-Energy.
#[inline]
fn regain<const N: usize>(view: &View<'_>, most: u8, stats: [usize; N], arts: u16) -> Elements {
    let (g, start) = (view.own(), &view.sheet().stats);
    let discard = g.zone(Zone::Discard);
    let mut gain = Elements::default();
    let mut left = most;
    let mut take = |there: u8| {
        let n = there.min(left);
        left -= n;
        n
    };
    let actions = discard.set & ACTIONS;
    gain.cards.set = first_actions(actions, take(ones(actions)));
    for stat in stats {
        gain.points[stat] = take(start[stat].saturating_sub(g.stats[stat]));
    }
    let mut combat = discard.set & COMBAT & arts;
    while combat != 0 && take(1) == 1 {
        gain.cards.set |= combat & combat.wrapping_neg();
        combat &= combat - 1;
    }
    gain.cards.e1 = take(discard.e1);
    gain.cards.e0 = take(discard.e0);
    gain
}

/// Rule 3: Action cards, Blood, Guard, Offense, Speed, 1-Energy, 0-Energy; before Energy what is used of Feint and moves (`arts`).
#[inline]
pub(in super::super) fn recover(view: &View<'_>, most: u8, arts: u16) -> Elements {
    regain(view, most, [BLOOD, GUARD, OFFENSE, SPEED], arts)
}

/// Rule 8: Action cards, Guard, Offense, 1-Energy, 0-Energy; before Energy what is used of Feint and moves (`arts`).
#[inline]
pub(in super::super) fn cleanup(view: &View<'_>, arts: u16) -> Elements {
    regain(view, view.own().stats[ENDURANCE], [GUARD, OFFENSE], arts)
}

/// Whether anything could be regained by Recover.
#[inline]
pub(super) fn can_regain(view: &View<'_>) -> bool {
    let (g, start) = (view.own(), &view.sheet().stats);
    (OFFENSE..=SPEED).any(|i| g.stats[i] < start[i]) || g.count(Zone::Discard) > 0
}
