//! How often an attack gets through a believed `uniform_mix` defense that pays whenever that helps: thresholds instead of a
//! search. A defense of base b with Guard and Speed to spend stops values up to b + Guard + Speed, a Dodge those twice as high.

use super::super::belief::Shield;
use super::lanes::{EACH, Lanes, sum};
use super::tables::ANSWERS;
use crate::games::gladiatori::cards::{Kind, ones};
use crate::games::gladiatori::numbers::Rules;

/// The highest Attack Values that each answer stops.
pub(super) struct Wall {
    /// Kinds that can answer.
    kinds: u16,
    /// Surprised.
    bare: i16,
    /// Strength without cards and without a match.
    strength: i16,
    /// Minus those of the other kinds, without a match.
    others: Lanes,
    matched: i16,
    per_e1: i16,
}

/// Stops everything.
const FAR: i32 = i32::MAX / 2;

/// The lane of a kind other than Strength.
#[inline(always)]
fn lane(kind: Kind) -> usize {
    (kind as usize).saturating_sub(1)
}

impl Wall {
    /// Of a defender who is attacked from `arrival`. Not for damage by excess, where more than the hit counts.
    #[inline(always)]
    pub fn new(rules: &Rules, d: &Shield, arrival: u8) -> Self {
        let n = &rules.n;
        let common = d.items + i16::from(d.guard);
        let base = common - rules.status_penalty(d.facedown, d.trapped);
        let dexterity = rules.defense_bonus(Kind::Dexterity, 0, d.hand.saturating_sub(1));
        let speed = i16::from(d.speed.min(n.dodge_speed_max));
        let dodged = base + speed * n.dodge_defense_per_speed.max(0);
        let movement = if n.dodge_halves_attack {
            2 * dodged + 1
        } else {
            dodged
        };
        Self {
            kinds: d.actions & rules.defense_kinds(arrival, d.facedown, d.trapped),
            bare: rules.bare_defense(common, d.facedown, d.trapped),
            strength: base,
            others: Lanes::new([-(base + dexterity), -(base + n.berserk_defense), -movement]),
            matched: n.match_bonus,
            per_e1: n.strength_defense_per_e1,
        }
    }

    /// The kinds that may have answered.
    #[inline]
    pub fn kinds(&self) -> u16 {
        self.kinds
    }

    /// The highest Attack Values that these kinds stop, Strength with `e1` 1-Energy cards; no kind: Surprised.
    #[inline(always)]
    fn of(&self, kinds: u16, e1: i32) -> (i32, Lanes) {
        if kinds == 0 {
            return (FAR, Lanes::new([0, 0, -self.bare]).only(4));
        }
        let strength = if kinds & Kind::Strength.card() != 0 {
            i32::from(self.strength) + e1 * i32::from(self.per_e1)
        } else {
            FAR
        };
        (strength, self.others.only(kinds >> 1))
    }

    /// What an attack meets where only these kinds may have answered, Strength with `e1` 1-Energy cards; no kind: Surprised.
    #[inline(always)]
    pub fn limits(&self, attack: Kind, kinds: u16, e1: u8) -> Limits {
        let (strength, others) = self.of(kinds, e1.into());
        // The bare one does not match.
        let matched = if kinds == 0 { 0 } else { self.matched };
        if attack == Kind::Strength {
            Limits {
                strength: strength + i32::from(matched),
                others,
            }
        } else {
            Limits {
                strength,
                others: others.less_in(lane(attack), matched),
            }
        }
    }

    /// All answers of the believed hand.
    #[inline(always)]
    pub fn answers(&self, d: &Shield) -> Answers {
        let (strength, others) = self.of(self.kinds, 0);
        let cards = if self.kinds & Kind::Strength.card() != 0 {
            d.e1().min(ANSWERS as u8 - 1) + 1
        } else {
            1
        };
        Answers {
            strength,
            others,
            kinds: ones(self.kinds).max(1),
            cards,
            matched: self.matched,
            per_e1: self.per_e1,
        }
    }
}

/// The highest Attack Values that single answers stop, and of no more than one by kind.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    strength: i32,
    others: Lanes,
}

impl Limits {
    /// Of a Surprised defender.
    #[inline(always)]
    pub fn surprised(bare: i16) -> Self {
        Self {
            strength: FAR,
            others: Lanes::new([0, 0, -bare]).only(4),
        }
    }

    /// How many of them a positive value gets through.
    #[inline(always)]
    pub fn through(&self, value: i16) -> usize {
        sum(self.others.more(value).above(), EACH) + usize::from(i32::from(value) > self.strength)
    }

    /// Of four answers.
    #[cfg(test)]
    pub fn new([a, b, c, d]: [i16; 4]) -> Self {
        Self {
            strength: a.into(),
            others: Lanes::new([-b, -c, -d]),
        }
    }
}

/// All answers: every kind counts as often as Strength has numbers of cards.
pub(super) struct Answers {
    /// What Strength without cards stops, without a match; far up where there is no such answer.
    strength: i32,
    /// Minus what the others stop.
    others: Lanes,
    /// How many kinds can answer, at least 1.
    kinds: u8,
    /// Numbers of cards with which Strength can answer, at least 1.
    cards: u8,
    matched: i16,
    per_e1: i16,
}

impl Answers {
    /// How many they are.
    #[inline(always)]
    pub fn all(&self) -> usize {
        usize::from(self.kinds) * usize::from(self.cards)
    }

    /// How an attack of one kind fares.
    #[inline(always)]
    pub fn against(&self, attack: Kind) -> Against {
        let (mut strength, mut others) = (self.strength, self.others);
        if attack == Kind::Strength {
            strength += i32::from(self.matched);
        } else {
            others = others.less_in(lane(attack), self.matched);
        }
        Against {
            strength,
            others,
            cards: self.cards.into(),
            per_e1: self.per_e1.into(),
        }
    }
}

/// All answers as an attack of one kind meets them.
pub(super) struct Against {
    strength: i32,
    others: Lanes,
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
        let others = sum(
            self.others.more(value).above(),
            EACH.wrapping_mul(self.cards as u64),
        );
        // Numbers of cards, from none on, that are too few.
        let missing = i32::from(value) - self.strength;
        let few = match self.per_e1 {
            2 => (missing + 1) >> 1,
            ..=0 => i32::from(missing > 0) * self.cards,
            per => (missing.max(0) + per - 1) / per,
        };
        others + few.clamp(0, self.cards) as usize
    }
}
