//! What a policy believes of cards and values that it cannot see.
//!
//! Documented belief: an Action card that does not lie face-up in the row is in hand, or it is the one that lies face-down;
//! the other cards in hand are a fair sample of the other cards at the start, rounded; skills and abilities stand at their start values. Where the start values are
//! secret (a trained gladiator) a middling build stands for them.

use super::super::cards::{ACTIONS, Kind, first_actions, ones};
use super::super::decision::Foe;
use super::super::exchange::{Attacker, Bout, Defender};
use super::super::observe::{Other, View};
use super::super::sheet::{BLOOD, GUARD, OFFENSE, SPEED};

/// Stats of the middling build.
const STATS: [u8; 5] = [6, 5, 5, 5, 5];
/// Its 1-Energy cards, 0-Energy cards and further cards.
const CARDS: [u8; 3] = [5, 5, 3];

/// What another gladiator is believed to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Belief {
    /// Kinds of Action cards in hand or face-down in the row, as a set.
    pub actions: u16,
    /// 1-Energy cards in hand.
    pub e1: u8,
    /// 0-Energy cards in hand.
    pub e0: u8,
    /// Further cards in hand.
    pub other: u8,
    /// Current stats.
    pub stats: [u8; 5],
}

/// The belief about a gladiator.
#[inline]
pub fn about(other: &Other<'_>) -> Belief {
    holding(other, other.hand(), other.hidden())
}

/// The same while it holds `hand` cards and `hidden` Action cards lie face-down: before it committed, for instance.
pub(super) fn holding(other: &Other<'_>, hand: u8, hidden: u8) -> Belief {
    let (stats, [e1, e0, rest]) = match other.sheet() {
        Some(s) => (s.stats, [s.e1, s.e0, ones(s.set)]),
        None => (STATS, CARDS),
    };
    // Open discard piles say which cards are out of it (A58).
    let gone = other.discard_cards().unwrap_or_default();
    let (e1, e0) = (e1.saturating_sub(gone.e1), e0.saturating_sub(gone.e0));
    let rest = rest.saturating_sub(ones(gone.set & !ACTIONS));
    let actions = first(ACTIONS & !other.row() & !gone.set, hand + hidden);
    let left = u16::from(hand.saturating_sub(ones(actions)));
    let pool = u16::from(e1 + e0 + rest).max(1);
    let share = |n: u8| ((left * u16::from(n) + pool / 2) / pool).min(u16::from(n)) as u8;
    let e1 = share(e1);
    let e0 = share(e0).min(left as u8 - e1.min(left as u8));
    let e1 = e1.min(left as u8);
    Belief {
        actions,
        e1,
        e0,
        other: (left as u8 - e1 - e0).min(12),
        stats,
    }
}

/// The first `n` cards of a set.
#[inline]
pub(super) fn first(set: u16, n: u8) -> u16 {
    if set & !ACTIONS == 0 {
        return first_actions(set, n);
    }
    if n >= ones(set) {
        return set;
    }
    let mut left = set;
    for _ in 0..n {
        left &= left.wrapping_sub(1);
    }
    set & !left
}

/// The own attack on a believed defender as an exchange by itself.
pub fn attack_on(view: &View<'_>, foe: Foe, card_price: f64, point_price: f64) -> Bout {
    let (attacker, defender, arrival) = sides(view, foe);
    bout(view, attacker, defender, arrival, card_price, point_price)
}

/// An exchange under the rules in force.
pub(super) fn bout(
    view: &View<'_>,
    attacker: Attacker,
    defender: Defender,
    arrival: u8,
    card_price: f64,
    point_price: f64,
) -> Bout {
    Bout {
        rules: *view.rules(),
        attacker,
        defender,
        arrival,
        card_price,
        point_price,
    }
}

/// The own side of an attack, the believed defender, and where it arrives. A beast defends with two dice: about 7.
#[inline]
pub(super) fn sides(view: &View<'_>, foe: Foe) -> (Attacker, Defender, u8) {
    let (g, sheet) = (view.own(), view.sheet());
    let hand = g.hand();
    let attacker = Attacker {
        items: g.item_values(sheet, 2).0,
        offense: g.stats[OFFENSE],
        blood: g.stats[BLOOD],
        e1: hand.e1,
        e0: hand.e0,
        other: ones(hand.set & !ACTIONS).min(12),
        actions: hand.set & ACTIONS,
        facedown: g.facedown(),
        trapped: g.trapped() > 0,
    };
    let (defender, arrival) = believed(view, foe);
    (attacker, defender, arrival)
}

/// The believed defender, and where the own attack arrives.
#[inline]
pub(super) fn believed(view: &View<'_>, foe: Foe) -> (Defender, u8) {
    match foe {
        Foe::Gladiator(seat) => {
            let o = view.other(seat);
            let b = about(&o);
            let d = Defender {
                items: o.item_values().1,
                guard: b.stats[GUARD],
                speed: b.stats[SPEED],
                e1: b.e1,
                e0: b.e0,
                other: b.other,
                actions: b.actions,
                facedown: o.facedown(),
                trapped: o.trapped() > 0,
            };
            (d, view.arrival(foe, view.own().hex))
        }
        Foe::Beast(_) => (
            Defender {
                items: 7,
                ..Defender::default()
            },
            0,
        ),
    }
}

/// What a believed attacker's values could be with `cards` Combat cards: by kind, everything put in. Kinds that he cannot
/// hold are left out; a known kind is the only one.
#[inline]
pub fn attack_values(
    view: &View<'_>,
    foe: u8,
    cards: u8,
    known: Option<Kind>,
    bonus: i16,
) -> [Option<i16>; 3] {
    let o = view.other(foe);
    let b = about(&o);
    let rules = view.rules();
    let items = o.item_values().0;
    let penalty = rules.status_penalty(o.facedown(), o.trapped() > 0);
    // The card of the attack lies face-down: every kind that does not lie face-up is possible.
    let possible = ACTIONS & !o.row() & !o.discard_cards().unwrap_or_default().set;
    let mut values = [None; 3];
    for kind in Kind::ATTACKS {
        if known.is_some_and(|k| k != kind) || known.is_none() && possible & kind.card() == 0 {
            continue;
        }
        let e1 = cards.min(b.e1 + cards / 2);
        let blood = if kind == Kind::Berserk {
            b.stats[BLOOD].min(rules.n.berserk_blood_max)
        } else {
            0
        };
        let value = rules.attack_bonus(kind, e1, o.hand(), blood)
            + items
            + i16::from(b.stats[OFFENSE])
            + bonus
            - penalty;
        values[kind as usize] = Some(value);
    }
    values
}
