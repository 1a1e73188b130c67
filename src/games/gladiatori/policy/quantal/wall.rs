//! How often an attack gets through a believed `uniform_mix` defense that pays whenever that helps: thresholds instead of a
//! search. A defense of base b with Guard and Speed to spend stops values up to b + Guard + Speed, a Dodge those twice as high.

use super::tables::ANSWERS;
use crate::games::gladiatori::cards::{ACTIONS, Kind, ones};
use crate::games::gladiatori::exchange::Defender;
use crate::games::gladiatori::numbers::Rules;

/// The highest Attack Values that each answer stops.
pub(super) struct Wall {
    /// Kinds that can answer.
    kinds: u16,
    /// Surprised.
    bare: i16,
    /// By kind, without a match, Strength without cards.
    stop: [i16; 4],
    matched: i16,
    per_e1: i16,
    /// The same where that kind can answer; in the last place what a Surprised defender stops.
    stops: [i32; 4],
    /// Numbers of cards with which Strength can answer, at least 1.
    cards: u8,
}

/// Stops everything.
const FAR: i32 = i32::MAX / 2;

impl Wall {
    /// Of a defender who is attacked from `arrival`. Not for damage by excess, where more than the hit counts.
    #[inline(always)]
    pub fn new(rules: &Rules, d: &Defender, arrival: u8) -> Self {
        let n = &rules.n;
        let hand = ones(d.actions & ACTIONS) + d.e1 + d.e0 + d.other;
        let penalty = rules.status_penalty(d.facedown, d.trapped);
        let common = d.items + i16::from(d.guard);
        let base = common - penalty;
        let dexterity = rules.defense_bonus(Kind::Dexterity, 0, hand.saturating_sub(1));
        let speed = i16::from(d.speed.min(n.dodge_speed_max));
        let dodged = base + speed * n.dodge_defense_per_speed.max(0);
        let stop = [
            base,
            base + dexterity,
            base + n.berserk_defense,
            if n.dodge_halves_attack {
                2 * dodged + 1
            } else {
                dodged
            },
        ];
        let kinds = d.actions & ACTIONS & rules.defense_kinds(arrival, d.facedown, d.trapped);
        let bare = if rules.r.surprised_no_penalty {
            common
        } else {
            base
        };
        let can = |k: usize| {
            if kinds >> k & 1 != 0 {
                i32::from(stop[k])
            } else {
                FAR
            }
        };
        let movement = if kinds == 0 { bare.into() } else { can(3) };
        Self {
            kinds,
            bare,
            stops: [can(0), can(1), can(2), movement],
            cards: if kinds & Kind::Strength.card() != 0 {
                d.e1.min(ANSWERS as u8 - 1) + 1
            } else {
                1
            },
            stop,
            matched: n.match_bonus,
            per_e1: n.strength_defense_per_e1,
        }
    }

    /// The kinds that may have answered.
    #[inline]
    pub fn kinds(&self) -> u16 {
        self.kinds
    }

    /// The highest Attack Value that an answer stops, with `e1` 1-Energy cards.
    #[inline(always)]
    fn limit(&self, attack: Kind, answer: Kind, e1: u8) -> i16 {
        let matched = if answer == attack { self.matched } else { 0 };
        let cards = if answer == Kind::Strength {
            i16::from(e1) * self.per_e1
        } else {
            0
        };
        (self.stop[answer as usize] + matched + cards).max(0)
    }

    /// The highest Attack Values that these answers stop, Strength with `e1` 1-Energy cards, by kind; no kind: Surprised, in
    /// the first place. Places that stand for nothing stop everything.
    #[inline(always)]
    pub fn limits(&self, attack: Kind, kinds: u16, e1: u8) -> [i16; 4] {
        if kinds == 0 {
            return [self.bare.max(0), i16::MAX, i16::MAX, i16::MAX];
        }
        let limit = |k: Kind| {
            if kinds & k.card() != 0 {
                self.limit(attack, k, e1)
            } else {
                i16::MAX
            }
        };
        [
            limit(Kind::Strength),
            limit(Kind::Dexterity),
            limit(Kind::Berserk),
            limit(Kind::Movement),
        ]
    }

    /// How an attack of one kind fares.
    #[inline(always)]
    pub fn against(&self, attack: Kind) -> Against {
        let mut stops = self.stops;
        stops[attack as usize] += i32::from(self.matched);
        Against {
            stops,
            cards: self.cards.into(),
            per_e1: self.per_e1.into(),
        }
    }

    /// All answers: every kind counts as often as Strength has numbers of cards.
    #[inline(always)]
    pub fn all(&self) -> usize {
        usize::from(ones(self.kinds).max(1)) * usize::from(self.cards)
    }
}

/// A wall as an attack of one kind meets it.
pub(super) struct Against {
    /// By kind; Strength without cards; far up where there is no such answer.
    stops: [i32; 4],
    /// Numbers of cards with which Strength can answer, at least 1.
    cards: i32,
    per_e1: i32,
}

impl Against {
    /// How many of all answers an attack of this value gets through.
    #[inline(always)]
    pub fn through(&self, value: i16) -> usize {
        // Without a positive value there is no attack.
        if value <= 0 {
            return 0;
        }
        let value = i32::from(value);
        let over = |limit: i32| i32::from(value > limit);
        let [strength, dexterity, berserk, movement] = self.stops;
        let sum = over(dexterity) + over(berserk) + over(movement);
        // Numbers of cards, from none on, that are too few.
        let missing = value - strength;
        let few = match self.per_e1 {
            2 => (missing + 1) >> 1,
            ..=0 => i32::from(missing > 0) * self.cards,
            per => (missing.max(0) + per - 1) / per,
        };
        (sum * self.cards + few.clamp(0, self.cards)) as usize
    }
}
