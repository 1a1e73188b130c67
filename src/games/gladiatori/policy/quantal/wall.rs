//! How often an attack gets through a believed `uniform_mix` defense that pays whenever that helps: thresholds instead of a
//! search. A defense of base b with Guard and Speed to spend stops values up to b + Guard + Speed, a Dodge those twice as high.

use crate::games::gladiatori::cards::{ACTIONS, Kind};
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
    pub fn new(rules: &Rules, d: &Defender, arrival: u8) -> Self {
        let n = &rules.n;
        let hand = (d.actions & ACTIONS).count_ones() as u8 + d.e1 + d.e0 + d.other;
        let penalty = rules.status_penalty(d.facedown, d.trapped);
        let common = d.items + i16::from(d.guard);
        let stop = Kind::ALL.map(|kind| {
            let base = common - penalty + rules.defense_bonus(kind, 0, hand.saturating_sub(1));
            if kind != Kind::Movement {
                return base;
            }
            let speed = i16::from(d.speed.min(n.dodge_speed_max));
            let dodged = base + speed * n.dodge_defense_per_speed.max(0);
            if n.dodge_halves_attack {
                2 * dodged + 1
            } else {
                dodged
            }
        });
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
    pub fn kinds(&self) -> u16 {
        self.kinds
    }

    /// Whether an attack of this value is stopped by this answer with `e1` 1-Energy cards; no kind: Surprised.
    #[inline]
    pub fn stops(&self, attack: Kind, value: i16, answer: Option<Kind>, e1: u8) -> bool {
        let Some(kind) = answer else {
            return value <= self.bare.max(0);
        };
        let matched = if kind == attack { self.matched } else { 0 };
        let cards = if kind == Kind::Strength {
            i16::from(e1) * self.per_e1
        } else {
            0
        };
        value <= (self.stop[kind as usize] + matched + cards).max(0)
    }

    /// Share of the answers that an attack of this value gets through: kinds evenly, Strength with each number of cards.
    #[inline]
    pub fn through(&self, attack: Kind, value: i16) -> f32 {
        if self.kinds == 0 {
            return f32::from(u8::from(!self.stops(attack, value, None, 0)));
        }
        let mut sum = 0.0;
        for kind in [Kind::Dexterity, Kind::Berserk, Kind::Movement] {
            let open = self.kinds & kind.card() != 0;
            sum += f32::from(u8::from(open && !self.stops(attack, value, Some(kind), 0)));
        }
        if self.kinds & Kind::Strength.card() != 0 && value > 0 {
            let matched = if attack == Kind::Strength {
                self.matched
            } else {
                0
            };
            // Numbers of cards, from none on, that are too few.
            let missing = value - self.stop[0] - matched;
            let few = match (missing, self.per_e1) {
                (..=0, _) => 0,
                (_, ..=0) => self.e1 + 1,
                (missing, per) => ((missing + per - 1) / per).min(self.e1 + 1),
            };
            sum += f32::from(few) / f32::from(self.e1 + 1);
        }
        sum / self.kinds.count_ones() as f32
    }
}
