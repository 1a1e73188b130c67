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

/// Most further cards that count.
const MOST_OTHER: u8 = 12;

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
#[inline(always)]
pub fn about(other: &Other<'_>) -> Belief {
    holding(other, other.hand(), other.hidden())
}

/// The same while it holds `hand` cards and `hidden` Action cards lie face-down: before it committed, for instance.
#[inline(always)]
pub(super) fn holding(other: &Other<'_>, hand: u8, hidden: u8) -> Belief {
    Held::new(other, hand, hidden).belief()
}

/// A hand before its other cards are told apart.
#[derive(Clone, Copy)]
struct Held {
    actions: u16,
    stats: [u8; 5],
    /// Cards in hand that are no Action cards.
    left: u8,
    /// Where they are from: 1-Energy, 0-Energy and further cards.
    pool: [u8; 3],
}

impl Held {
    #[inline(always)]
    fn new(other: &Other<'_>, hand: u8, hidden: u8) -> Self {
        let (stats, [mut e1, mut e0, mut rest]) = match other.sheet() {
            Some(s) => (s.stats, [s.e1, s.e0, ones(s.set)]),
            None => (STATS, CARDS),
        };
        let mut away = other.row();
        // Open discard piles say which cards are out of it (A58).
        if let Some(gone) = other.discard_cards() {
            (e1, e0) = (e1.saturating_sub(gone.e1), e0.saturating_sub(gone.e0));
            rest = rest.saturating_sub(ones(gone.set & !ACTIONS));
            away |= gone.set;
        }
        let actions = first_actions(ACTIONS & !away, hand + hidden);
        Self {
            actions,
            stats,
            left: hand.saturating_sub(ones(actions)),
            pool: [e1, e0, rest],
        }
    }

    /// A fair share of some cards of the pool.
    #[inline(always)]
    fn share(&self, n: u8) -> u8 {
        let [e1, e0, rest] = self.pool;
        let share = rounded(self.left, n, (e1 + e0 + rest).max(1));
        share.min(n.into()) as u8
    }

    #[inline(always)]
    fn e1(&self) -> u8 {
        self.share(self.pool[0]).min(self.left)
    }

    /// How many cards the belief counts in a hand too large for all of them to count.
    #[cold]
    #[inline(never)]
    fn counted(self) -> u8 {
        let b = self.belief();
        ones(b.actions) + b.e1 + b.e0 + b.other
    }

    #[inline(always)]
    fn belief(&self) -> Belief {
        let e1 = self.e1();
        let e0 = self.share(self.pool[1]).min(self.left - e1);
        Belief {
            actions: self.actions,
            e1,
            e0,
            other: (self.left - e1 - e0).min(MOST_OTHER),
            stats: self.stats,
        }
    }
}

/// `left x n / pool`, rounded.
#[inline(always)]
fn rounded(left: u8, n: u8, pool: u8) -> u32 {
    /// 2^18 / pool, rounded up: exact for what a gladiator can have.
    const PARTS: [u32; 64] = {
        let mut parts = [0; 64];
        let mut pool = 1;
        while pool < parts.len() {
            parts[pool] = (1u32 << 18).div_ceil(pool as u32);
            pool += 1;
        }
        parts
    };
    let sum = u32::from(left) * u32::from(n) + u32::from(pool / 2);
    match PARTS.get(usize::from(pool)) {
        Some(part) if sum < 1 << 12 => (sum * part) >> 18,
        _ => sum / u32::from(pool),
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

/// The own side of an attack, the believed defender, and where it arrives.
#[inline]
pub(super) fn sides(view: &View<'_>, foe: Foe) -> (Attacker, Defender, u8) {
    let (defender, arrival) = believed(view, foe);
    (attacker(view), defender, arrival)
}

/// The own side of an attack.
#[inline(always)]
pub(super) fn attacker(view: &View<'_>) -> Attacker {
    let (g, sheet) = (view.own(), view.sheet());
    let hand = g.hand();
    Attacker {
        items: g.item_values(sheet, 2).0,
        offense: g.stats[OFFENSE],
        blood: g.stats[BLOOD],
        e1: hand.e1,
        e0: hand.e0,
        other: ones(hand.set & !ACTIONS).min(MOST_OTHER),
        actions: hand.set & ACTIONS,
        facedown: g.facedown(),
        trapped: g.trapped() > 0,
    }
}

/// A believed defender as far as his answers depend on him.
#[derive(Clone, Copy)]
pub(super) struct Shield {
    pub items: i16,
    pub guard: u8,
    pub speed: u8,
    /// Cards in hand.
    pub hand: u8,
    /// Action cards among them.
    pub actions: u16,
    pub facedown: bool,
    pub trapped: bool,
    held: Held,
}

impl Shield {
    /// 1-Energy cards in hand.
    #[inline(always)]
    pub fn e1(&self) -> u8 {
        self.held.e1()
    }

    /// The same defender.
    #[cfg(test)]
    pub fn of(d: &Defender) -> Self {
        Self {
            items: d.items,
            guard: d.guard,
            speed: d.speed,
            hand: ones(d.actions & ACTIONS) + d.e1 + d.e0 + d.other,
            actions: d.actions & ACTIONS,
            facedown: d.facedown,
            trapped: d.trapped,
            held: Held {
                actions: d.actions,
                stats: [0; 5],
                left: d.e1,
                pool: [d.e1, 0, 0],
            },
        }
    }
}

/// The believed defender as far as his answers depend on him, and where the own attack arrives.
#[inline(always)]
pub(super) fn shield(view: &View<'_>, foe: Foe) -> (Shield, u8) {
    match foe {
        Foe::Gladiator(seat) => {
            let o = view.other(seat);
            let hand = o.hand();
            let held = Held::new(&o, hand, o.hidden());
            let shield = Shield {
                items: o.item_values().1,
                guard: held.stats[GUARD],
                speed: held.stats[SPEED],
                hand: if held.left > MOST_OTHER {
                    held.counted()
                } else {
                    hand.max(ones(held.actions))
                },
                actions: held.actions,
                facedown: o.facedown(),
                trapped: o.trapped() > 0,
                held,
            };
            (shield, view.arrival(foe, view.own().hex))
        }
        Foe::Beast(_) => (
            Shield {
                items: BEAST,
                guard: 0,
                speed: 0,
                hand: 0,
                actions: 0,
                facedown: false,
                trapped: false,
                held: Held {
                    actions: 0,
                    stats: [0; 5],
                    left: 0,
                    pool: [0; 3],
                },
            },
            0,
        ),
    }
}

/// What the believed defender stops when he is Surprised, or a beast.
#[inline(always)]
pub(super) fn surprised(view: &View<'_>, foe: Foe) -> i16 {
    let Foe::Gladiator(seat) = foe else {
        return BEAST;
    };
    let o = view.other(seat);
    let guard = o.sheet().map_or(STATS[GUARD], |s| s.stats[GUARD]);
    let common = o.item_values().1 + i16::from(guard);
    view.rules()
        .bare_defense(common, o.facedown(), o.trapped() > 0)
}

/// Defense of a beast with two dice.
const BEAST: i16 = 7;

/// The believed defender, and where the own attack arrives.
#[inline(always)]
fn believed(view: &View<'_>, foe: Foe) -> (Defender, u8) {
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
                items: BEAST,
                ..Defender::default()
            },
            0,
        ),
    }
}

/// What a believed attacker's values could be with `cards` Combat cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Values {
    /// By kind, everything put in.
    pub of: [i16; 3],
    /// Kinds that he can hold, as a set of Action cards; a known kind is the only one.
    pub kinds: u16,
}

/// The values that an attack of another gladiator could have.
#[inline(always)]
pub fn attack_values(
    view: &View<'_>,
    foe: u8,
    cards: u8,
    known: Option<Kind>,
    bonus: i16,
) -> Values {
    let o = view.other(foe);
    let hand = o.hand();
    let held = Held::new(&o, hand, o.hidden());
    let rules = view.rules();
    let kinds = match known {
        Some(kind) => kind.card(),
        // The card of the attack lies face-down: every kind that does not lie face-up is possible.
        None => !o.row() & !o.discard_cards().unwrap_or_default().set,
    };
    let common = o.item_values().0 + i16::from(held.stats[OFFENSE]) + bonus
        - rules.status_penalty(o.facedown(), o.trapped() > 0);
    // Without Combat cards it does not matter what there is in hand.
    let e1 = if cards == 0 {
        0
    } else {
        cards.min(held.e1() + cards / 2)
    };
    let blood = held.stats[BLOOD].min(rules.n.berserk_blood_max);
    Values {
        of: [
            common + rules.attack_bonus(Kind::Strength, e1, 0, 0),
            common + rules.attack_bonus(Kind::Dexterity, 0, hand, 0),
            common + rules.attack_bonus(Kind::Berserk, 0, 0, blood),
        ],
        kinds: kinds & (ACTIONS & !Kind::Movement.card()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shares are rounded as a division rounds.
    #[test]
    fn shares_are_exact() {
        for pool in 1..=255u8 {
            for (left, n) in (0..=60).flat_map(|l| (0..=30).map(move |n| (l, n))) {
                let exact =
                    (u32::from(left) * u32::from(n) + u32::from(pool / 2)) / u32::from(pool);
                assert_eq!(rounded(left, n, pool), exact, "{left} {n} {pool}");
            }
        }
    }
}
