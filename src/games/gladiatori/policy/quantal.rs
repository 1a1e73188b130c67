//! `quantal(temperature)`: soft-max attack and defense over believed hands.
//!
//! Attack: the soft-max of spec 11.4 against the believed defender (`belief.rs`); H: soft-max over Offense and Blood.
//! Defense: soft-max over the answers, each worth minus what it is believed to let through, less prices. Probabilities are
//! rounded to 1/16384. Weights are products and sums of exponentials that are worked out once for each setting (`tables.rs`);
//! very cold, or where damage depends on the excess, they are worked out one by one (`soft.rs`).

mod answer;
mod attack;
mod lanes;
mod press;
mod soft;
mod tables;
mod wall;

pub(super) use answer::defend;
pub(super) use attack::attack;
pub(super) use press::press;

use super::super::decision::{Facing, Parry};
use super::super::draws;
use super::super::observe::View;
use crate::chance::Chance;

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
#[inline(always)]
pub(super) fn level<C: Chance>(chance: &mut C) -> u32 {
    let mut half = || u32::from(chance.below::<128>("quantal", || draws::uniform(128)));
    let high = half();
    high * 128 + half()
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
