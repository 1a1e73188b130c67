//! `quantal(temperature)`: soft-max attack and defense over believed hands.
//!
//! Attack: the soft-max of spec 11.4 against the believed defender (`belief.rs`); H: soft-max over Offense and Blood.
//! Defense: soft-max over the answers, each worth minus what it is believed to let through, less prices. Probabilities are
//! rounded to 1/16384. Exponentials are kept; whole decisions would come up again too seldom.

mod answer;
mod attack;
mod soft;
mod wall;

pub(super) use answer::defend;
pub(super) use attack::attack;

use super::super::cards::{Kind, ones};
use super::super::decision::{Facing, Parry, Reveal};
use super::super::draws::uniform;
use super::super::observe::View;
use super::super::sheet::{BLOOD, OFFENSE};
use super::belief;
use crate::chance::Chance;
use soft::soft;
use wall::Wall;

/// Settings of the soft-max.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heat {
    /// In damage points, above 0.
    pub temperature: f64,
    /// Price of a card, in damage points.
    pub card: f64,
    /// Price of a point.
    pub point: f64,
}

impl Default for Heat {
    fn default() -> Self {
        Self {
            temperature: 0.5,
            card: 0.25,
            point: 0.25,
        }
    }
}

/// Steps of rounded probabilities.
pub(super) const STEPS: u32 = 1 << 14;

/// A number below `STEPS`.
#[inline]
pub(super) fn level<C: Chance>(chance: &mut C) -> u32 {
    let half = uniform(128);
    let high = u32::from(chance.draw("quantal", half));
    high * 128 + u32::from(chance.draw("quantal", half))
}

/// Payments: with and without Offense, 0-7 Blood.
const PAYMENTS: usize = 16;

/// H: Offense and Blood by soft-max against the believed defense, of which the number of cards is known.
pub(super) fn press<C: Chance>(
    view: &View<'_>,
    reveal: &Reveal,
    heat: Heat,
    chance: &mut C,
) -> (bool, u8) {
    let g = view.own();
    let rules = view.rules();
    let most = if reveal.kind == Kind::Berserk {
        g.stats[BLOOD].min(rules.n.berserk_blood_max).min(7)
    } else {
        0
    };
    let offense = g.stats[OFFENSE];
    if offense == 0 && most == 0 {
        return (false, 0);
    }
    let at = level(chance);
    let (d, arrival) = belief::believed(view, reveal.foe);
    let cards = reveal.combat.count();
    let mut worth = [0.0; PAYMENTS];
    let mut n = 0;
    let offers = [0, offense];
    let offers = &offers[..1 + usize::from(offense > 0)];
    let wall = Wall::new(rules, &d, arrival);
    let kinds = match (reveal.answer, reveal.answer_kind) {
        (None, _) => 0,
        (_, Some(kind)) => kind.card(),
        _ => wall.kinds(),
    };
    let e1 = reveal.answer.unwrap_or(0).min(d.e1);
    let limits = wall.limits(reveal.kind, kinds, e1);
    let answers = f64::from(ones(kinds).max(1));
    // Where damage grows with the excess more than the hit counts.
    let excess = (rules.n.excess_damage_every > 0)
        .then(|| belief::attack_on(view, reveal.foe, heat.card, heat.point));
    let damage = rules.damage(cards, 0, 0);
    for blood in 0..most + 1 {
        let bonus = rules.attack_bonus(Kind::Berserk, 0, 0, blood);
        for used in offers {
            let value = reveal.base + bonus + i16::from(*used);
            let sum = match &excess {
                Some(b) => {
                    let of = |k| f64::from(b.forced(value, reveal.kind, cards, k, e1, e1));
                    if kinds == 0 {
                        of(None)
                    } else {
                        let each = Kind::ALL.into_iter().filter(|k| kinds & k.card() != 0);
                        each.map(|k| of(Some(k))).sum()
                    }
                }
                None => {
                    let over = |limit: i16| u8::from(value > limit);
                    let [a, b, c, d] = limits;
                    let through = over(a) + over(b) + over(c) + over(d);
                    f64::from(u16::from(through) * u16::from(damage))
                }
            };
            // An attack that happens scores by itself.
            let attack = if value > 0 {
                f64::from(rules.n.vp.front_attack)
            } else {
                0.0
            };
            worth[n] = sum / answers + attack - heat.point * f64::from(blood + u8::from(*used > 0));
            n += 1;
        }
    }
    let taken = soft(&mut worth[..n], heat.temperature, at) as u8;
    let per = offers.len() as u8;
    (taken % per == 1, taken / per)
}

/// I: the cheapest defense, if the points cost less than the damage.
#[inline]
pub(super) fn parry(view: &View<'_>, facing: &Facing, heat: Heat) -> Parry {
    let mut parry = super::core::parry(view, facing);
    let points = f64::from(parry.speed + u8::from(parry.guard));
    if points * heat.point > f64::from(facing.damage.max(1)) {
        (parry.guard, parry.speed) = (false, 0);
    }
    parry
}
