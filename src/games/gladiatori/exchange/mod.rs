//! One exchange by itself (spec 11.1): a bare attack, both sides' hidden commitments.
//!
//! `solve.rs` solves it as a game; `sampled.rs` runs the machine of `rules/` on it under two policies, exactly or by chance.
//! Payoff, for the attacker: damage - card_price x (his cards - the other's) - point_price x (his points - the
//! other's); damage is not capped by Hit Points.

mod quantal;
mod sampled;
mod solve;

pub use quantal::{Commit, MOST_COMMITS, Quantal, mean_damage, worths};
pub use sampled::{Exchanges, Result as BoutResult, Results};
pub use solve::{Answer, Attack, Solution};

use super::cards::{ACTIONS, Kind, ones};
use super::numbers::Rules;
use super::values::{AttackParts, Cheapest, DefenseParts};
use crate::error::{Error, Result};

/// The attacker's resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Attacker {
    /// Attack bonus of the items.
    pub items: i16,
    /// Offense.
    pub offense: u8,
    /// Blood.
    pub blood: u8,
    /// 1-Energy cards in hand.
    pub e1: u8,
    /// 0-Energy cards in hand.
    pub e0: u8,
    /// Further cards in hand that are only counted.
    pub other: u8,
    /// Action cards in hand, as a set.
    pub actions: u16,
    /// Face-down.
    pub facedown: bool,
    /// Trapped.
    pub trapped: bool,
}

impl Attacker {
    /// Number of cards in hand.
    #[inline]
    pub fn hand(&self) -> u8 {
        ones(self.actions & ACTIONS) + self.e1 + self.e0 + self.other
    }
}

/// The defender's resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Defender {
    /// Defense bonus of the items.
    pub items: i16,
    /// Guard.
    pub guard: u8,
    /// Speed.
    pub speed: u8,
    /// 1-Energy cards in hand.
    pub e1: u8,
    /// 0-Energy cards in hand.
    pub e0: u8,
    /// Further cards in hand that are only counted.
    pub other: u8,
    /// Action cards in hand, as a set.
    pub actions: u16,
    /// Face-down.
    pub facedown: bool,
    /// Trapped.
    pub trapped: bool,
}

/// One exchange.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bout {
    /// The rules in force.
    pub rules: Rules,
    /// Who attacks.
    pub attacker: Attacker,
    /// Who defends.
    pub defender: Defender,
    /// Where the attack arrives, relative to the defender's facing.
    pub arrival: u8,
    /// Price of a card.
    pub card_price: f64,
    /// Price of a point.
    pub point_price: f64,
}

impl Bout {
    /// A frontal exchange without prices.
    ///
    /// # Errors
    /// More cards than a gladiator can have.
    pub fn new(rules: Rules, attacker: Attacker, defender: Defender) -> Result<Self> {
        for (who, e1, e0, other) in [
            ("attacker", attacker.e1, attacker.e0, attacker.other),
            ("defender", defender.e1, defender.e0, defender.other),
        ] {
            if e1 > 15 || e0 > 15 || other > 12 {
                return Err(Error::usage(format!(
                    "{who}: at most 15 Energy cards of a kind and 12 other cards"
                )));
            }
        }
        Ok(Self {
            rules,
            attacker,
            defender,
            arrival: 0,
            card_price: 0.0,
            point_price: 0.0,
        })
    }

    /// Kinds with which the attacker can attack.
    pub fn attack_kinds(&self) -> impl Iterator<Item = Kind> + Clone + use<> {
        let set = self.attacker.actions;
        Kind::ATTACKS
            .into_iter()
            .filter(move |k| set & k.card() != 0)
    }

    /// Kinds with which the defender can answer, as a set.
    pub fn answer_kinds(&self) -> u16 {
        self.defender.actions
            & ACTIONS
            & self
                .rules
                .defense_kinds(self.arrival, self.defender.facedown, self.defender.trapped)
    }

    /// Attack Value of a commitment of `e1` and `e0` cards with `offense` points of Offense and `blood`.
    #[inline]
    pub fn attack_value(&self, kind: Kind, e1: u8, e0: u8, offense: bool, blood: u8) -> i16 {
        let a = &self.attacker;
        let parts = AttackParts {
            e1,
            hand: a.hand() - 1 - e1 - e0,
            blood,
            items: a.items,
            offense: if offense { a.offense } else { 0 },
            bonus: 0,
            facedown: a.facedown,
            trapped: a.trapped,
        };
        self.rules.attack_value(kind, &parts)
    }

    /// Defense Value without Guard and Speed of an answer with `e1` and `cards` Combat cards in all; no kind: Surprised.
    #[inline]
    pub fn defense_base(&self, answer: Option<Kind>, attack: Kind, e1: u8, cards: u8) -> i16 {
        let d = &self.defender;
        let hand = ones(d.actions & ACTIONS) + d.e1 + d.e0 + d.other;
        let parts = DefenseParts {
            e1,
            hand: hand - if answer.is_some() { 1 + cards } else { 0 },
            speed: 0,
            items: d.items,
            guard: 0,
            bonus: 0,
            facedown: d.facedown,
            trapped: d.trapped,
        };
        self.rules.defense_value(answer, Some(attack), &parts)
    }

    /// What an attack of this value comes to against this answer: damage, and points that the defender pays. He pays for
    /// the cheapest defense if it stops the attack and, at a price, costs him less than the damage (N4).
    #[inline]
    pub fn decide(
        &self,
        attack_value: i16,
        attack: Kind,
        cards: u8,
        answer: Option<Kind>,
        e1: u8,
        answer_cards: u8,
    ) -> (u8, u8) {
        if attack_value <= 0 {
            return (0, 0);
        }
        let (best, damage) = self.outcome(attack_value, attack, cards, answer, e1, answer_cards);
        let points = best.speed + u8::from(best.guard);
        if best.hit
            || points > 0
                && self.point_price * f64::from(points) >= f64::from(damage)
                && self.point_price > 0.0
        {
            (damage, 0)
        } else {
            (0, points)
        }
    }

    /// The damage if the defender pays whenever that stops the attack.
    #[inline]
    pub fn forced(
        &self,
        attack_value: i16,
        attack: Kind,
        cards: u8,
        answer: Option<Kind>,
        e1: u8,
        answer_cards: u8,
    ) -> u8 {
        if attack_value <= 0 {
            return 0;
        }
        let (best, damage) = self.outcome(attack_value, attack, cards, answer, e1, answer_cards);
        if best.hit { damage } else { 0 }
    }

    /// The cheapest defense, and the damage of a hit.
    #[inline]
    fn outcome(
        &self,
        attack_value: i16,
        attack: Kind,
        cards: u8,
        answer: Option<Kind>,
        e1: u8,
        answer_cards: u8,
    ) -> (Cheapest, u8) {
        let base = self.defense_base(answer, attack, e1, answer_cards);
        let effective = self.rules.effective_attack(attack_value, answer);
        let speed = if answer == Some(Kind::Movement) {
            self.defender.speed
        } else {
            0
        };
        let best = self
            .rules
            .cheapest_defense(effective, base, self.defender.guard, speed);
        (best, self.rules.damage(cards, 0, effective - base))
    }

    /// Most Blood that a Berserk attack can take.
    pub fn most_blood(&self) -> u8 {
        self.attacker.blood.min(self.rules.n.berserk_blood_max)
    }
}
