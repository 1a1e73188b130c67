//! How often an attack gets through a believed `uniform_mix` defense that pays whenever that helps: thresholds instead of a
//! search. A defense of base b with Guard and Speed to spend stops values up to b + Guard + Speed, a Dodge those twice as high.

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
    e1: i16,
    per_e1: i16,
}

impl Wall {
    /// Of a defender who is attacked from `arrival`. Not for damage by excess, where more than the hit counts.
    #[inline]
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
        Self {
            kinds: d.actions & ACTIONS & rules.defense_kinds(arrival, d.facedown, d.trapped),
            bare: common
                - if rules.r.surprised_no_penalty {
                    0
                } else {
                    penalty
                },
            stop,
            matched: n.match_bonus,
            e1: d.e1.into(),
            per_e1: n.strength_defense_per_e1,
        }
    }

    /// The kinds that may have answered.
    #[inline]
    pub fn kinds(&self) -> u16 {
        self.kinds
    }

    /// The highest Attack Value that an answer stops, with `e1` 1-Energy cards.
    #[inline]
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
    #[inline]
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
    #[inline]
    pub fn against(&self, attack: Kind) -> Against {
        let matched = if attack == Kind::Strength {
            self.matched
        } else {
            0
        };
        Against {
            limits: self.limits(attack, self.kinds & !Kind::Strength.card(), 0),
            strength: (self.kinds & Kind::Strength.card() != 0).then_some(self.stop[0] + matched),
            e1: self.e1,
            per_e1: self.per_e1,
            kinds: f32::from(ones(self.kinds)),
            bare: (self.kinds == 0).then_some(self.bare.max(0)),
        }
    }
}

/// A wall as an attack of one kind meets it.
pub(super) struct Against {
    /// By kind; Strength's place stops everything.
    limits: [i16; 4],
    /// What Strength stops without cards, where it can answer.
    strength: Option<i16>,
    e1: i16,
    per_e1: i16,
    kinds: f32,
    bare: Option<i16>,
}

impl Against {
    /// Share of the answers that an attack of this value gets through: kinds evenly, Strength with each number of cards.
    #[inline]
    pub fn through(&self, value: i16) -> f32 {
        if let Some(bare) = self.bare {
            return f32::from(u8::from(value > bare));
        }
        let [_, dexterity, berserk, movement] = self.limits;
        let over = |limit: i16| u8::from(value > limit);
        let mut sum = f32::from(over(dexterity) + over(berserk) + over(movement));
        if let Some(stop) = self.strength.filter(|_| value > 0) {
            // Numbers of cards, from none on, that are too few.
            let missing = value - stop;
            let few = match (missing, self.per_e1) {
                (..=0, _) => 0,
                (_, ..=0) => self.e1 + 1,
                (missing, 2) => ((missing + 1) >> 1).min(self.e1 + 1),
                (missing, per) => ((missing + per - 1) / per).min(self.e1 + 1),
            };
            if few > 0 {
                sum += f32::from(few) / f32::from(self.e1 + 1);
            }
        }
        sum / self.kinds
    }
}
