//! The decisions outside of matches, as small distributions: event shift, heal, reroll of a 1, gamble (spec 13).
//!
//! Sampling draws from them, the exact solvers weigh by them; both read the same lists.

use super::choose::MARGIN;
use super::contexts::{Context, Drawn};
use super::rules::game::Game;
use super::spec::{GambleSpec, HealSpec, RerollSpec, ShiftSpec};
use super::state::{Die, Health};
use super::values::Values;

/// At most three options, each with a number: its chance, or its value. Allocates nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Few<T>([Option<(T, f64)>; 3]);

/// Options with their chances.
pub type Spread<T> = Few<T>;

impl<T: Copy + PartialEq> Few<T> {
    /// None yet.
    pub fn new() -> Self {
        Self([None; 3])
    }

    /// One for certain.
    pub fn only(option: T) -> Self {
        Self([Some((option, 1.0)), None, None])
    }

    /// Adds to the number of an option.
    pub fn add(&mut self, option: T, number: f64) {
        for slot in &mut self.0 {
            match slot {
                Some((o, n)) if *o == option => {
                    *n += number;
                    return;
                }
                None => {
                    *slot = Some((option, number));
                    return;
                }
                Some(_) => {}
            }
        }
        unreachable!("no decision has four options");
    }

    /// The options in order.
    pub fn iter(&self) -> impl Iterator<Item = (T, f64)> + Clone + '_ {
        self.0.iter().flatten().copied()
    }

    /// The first option.
    ///
    /// # Panics
    /// Where there is none.
    pub fn first(&self) -> T {
        self.0[0].expect("there is always an option").0
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    /// The number of an option; 0 for others.
    pub fn of(&self, option: T) -> f64 {
        self.iter()
            .find(|(o, _)| *o == option)
            .map_or(0.0, |(_, n)| n)
    }

    /// The greatest number and the first option that has it, within a margin.
    pub fn best(&self, margin: f64) -> (T, f64) {
        let most = self
            .iter()
            .map(|(_, n)| n)
            .fold(f64::NEG_INFINITY, f64::max);
        self.iter()
            .find(|(_, n)| *n >= most - margin)
            .expect("there is always an option")
    }
}

impl<T: Copy + PartialEq> Default for Few<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy + PartialEq> FromIterator<(T, f64)> for Few<T> {
    fn from_iter<I: IntoIterator<Item = (T, f64)>>(options: I) -> Self {
        let mut few = Self::new();
        options.into_iter().for_each(|(o, n)| few.add(o, n));
        few
    }
}

/// Options that are equally likely; one that is named twice counts twice.
fn equally<T: Copy + PartialEq>(options: impl Iterator<Item = T> + Clone) -> Spread<T> {
    let share = 1.0 / options.clone().count() as f64;
    options.map(|o| (o, share)).collect()
}

/// A spread with a share of noise mixed in: with this chance, in millionths, each option equally.
fn mixed<T: Copy + PartialEq>(
    calm: Spread<T>,
    options: impl Iterator<Item = T> + Clone,
    millionths: u32,
) -> Spread<T> {
    if millionths == 0 {
        return calm;
    }
    let eps = f64::from(millionths) / 1e6;
    equally(options)
        .iter()
        .map(|(o, p)| (o, eps * p))
        .chain(calm.iter().map(|(o, p)| (o, (1.0 - eps) * p)))
        .collect()
}

/// What can be done in a gamble, each die being an option of its own: no, low, high.
pub fn gambles(health: Health) -> impl Iterator<Item = Option<Die>> + Clone {
    let twins = health.low == health.high;
    let low = (health.low > 0).then_some(Some(Die::Low));
    std::iter::once(None)
        .chain(low)
        .chain([Some(if twins { Die::Low } else { Die::High })])
}

/// The steps of the event die. `best`: the one by values, for a policy that goes by them.
pub fn shift(
    spec: &ShiftSpec,
    game: &Game,
    die: u8,
    glory: u8,
    options: impl Iterator<Item = i8> + Clone,
    best: impl Fn() -> i8,
) -> Spread<i8> {
    let calm = match spec.calm() {
        ShiftSpec::Never => Few::only(0),
        ShiftSpec::ToGlory => {
            // On 1 or 3, with the glory to pay for it: to event 2, which gives it back.
            let step = match die {
                1 => 1,
                3 => -1,
                _ => 0,
            };
            let worth = glory >= game.rules.shift_cost && options.clone().any(|o| o == step);
            Few::only(if worth { step } else { 0 })
        }
        ShiftSpec::Random => equally(options.clone()),
        ShiftSpec::Values(_) | ShiftSpec::Noisy(..) => Few::only(best()),
    };
    mixed(calm, options, spec.noise())
}

/// The die that event 5 heals. `best`: as in [`shift`].
pub fn heal(spec: &HealSpec, health: Health, best: impl Fn() -> Die) -> Spread<Die> {
    let low = if health.low > 0 { Die::Low } else { Die::High };
    let high = if health.high == health.low {
        low
    } else {
        Die::High
    };
    let calm = match spec.calm() {
        HealSpec::Low => Few::only(low),
        HealSpec::High => Few::only(high),
        HealSpec::Random => equally(health.remaining()),
        HealSpec::Values(_) | HealSpec::Noisy(..) => Few::only(best()),
    };
    mixed(calm, health.remaining(), spec.noise())
}

/// How often a 1 is rolled again. `None`: left to values.
pub fn reroll(spec: &RerollSpec) -> Option<f64> {
    Some(match spec {
        RerollSpec::Never => 0.0,
        RerollSpec::First => 1.0,
        RerollSpec::Random => 0.5,
        RerollSpec::Values(_) => return None,
        RerollSpec::Noisy(of, eps) => {
            let eps = f64::from(*eps) / 1e6;
            (1.0 - eps) * reroll(of)? + eps * 0.5
        }
    })
}

/// The die that is gambled with. `best`: as in [`shift`].
pub fn gamble(
    spec: &GambleSpec,
    health: Health,
    best: impl Fn() -> Option<Die>,
) -> Spread<Option<Die>> {
    let calm = match spec.calm() {
        GambleSpec::Never => Few::only(None),
        GambleSpec::LowAtMost(k) => {
            let low = if health.low > 0 { Die::Low } else { Die::High };
            Few::only((health.lowest() <= *k).then_some(low))
        }
        GambleSpec::Random => equally(gambles(health)),
        GambleSpec::Values(_) | GambleSpec::Noisy(..) => Few::only(best()),
    };
    mixed(calm, gambles(health), spec.noise())
}

/// How decisions outside of matches are taken where a table of values is worked out.
pub trait Between: Sync {
    /// Worth of a shift decision: legal steps with their values, standing still first.
    fn shift(&self, game: &Game, at: &Shift, options: &Few<i8>) -> f64;
    /// Worth of event 5 before this context: dice with the values after healing.
    fn heal(&self, context: &Context, health: Health, glory: u8, options: &Few<Die>) -> f64;
    /// Worth of a gamble after this round with this deck: no, or a die, with the values.
    fn gamble(&self, after: (u8, u8), health: Health, glory: u8, options: &Few<Option<Die>>)
    -> f64;
}

/// What lies on the table when the event die is decided on.
#[derive(Debug, Clone, Copy)]
pub struct Shift {
    /// The round.
    pub round: u8,
    /// Row and deck.
    pub drawn: Drawn,
    /// Health dice.
    pub health: Health,
    /// What the die shows.
    pub die: u8,
    /// Glory.
    pub glory: u8,
    /// Whether it was moved before.
    pub moved: bool,
}

/// The best option each time.
#[derive(Debug, Clone, Copy)]
pub struct Best;

impl Between for Best {
    fn shift(&self, _: &Game, _: &Shift, options: &Few<i8>) -> f64 {
        options.best(0.0).1
    }

    fn heal(&self, _: &Context, _: Health, _: u8, options: &Few<Die>) -> f64 {
        options.best(0.0).1
    }

    fn gamble(&self, _: (u8, u8), _: Health, _: u8, options: &Few<Option<Die>>) -> f64 {
        options.best(0.0).1
    }
}

/// The decisions of a policy that looks at the table only, for working out its values.
#[derive(Debug, Clone, Copy)]
pub struct ByRule<'a> {
    /// How the event die is moved.
    pub shift: &'a ShiftSpec,
    /// Which die is healed.
    pub heal: &'a HealSpec,
    /// Which die is gambled with.
    pub gamble: &'a GambleSpec,
    /// Values by which the event die is moved, a die healed, a die gambled with, where that is left to values: those of the policy, which need not
    /// be the ones being worked out.
    pub values: [Option<&'a Values>; 3],
}

impl ByRule<'_> {
    /// The best option by the policy's values; without any, by those at hand.
    fn best<T: Copy + PartialEq>(
        &self,
        part: usize,
        options: &Few<T>,
        by: impl Fn(&Values) -> Few<T>,
    ) -> T {
        match self.values[part] {
            Some(values) => by(values).best(MARGIN * values.scale()).0,
            None => options.best(0.0).0,
        }
    }
}

/// The mean of options with these chances.
fn mean<T: Copy + PartialEq>(spread: Spread<T>, options: &Few<T>) -> f64 {
    spread.iter().map(|(o, p)| p * options.of(o)).sum()
}

impl Between for ByRule<'_> {
    fn shift(&self, game: &Game, at: &Shift, options: &Few<i8>) -> f64 {
        let steps = options.iter().map(|(s, _)| s);
        let best = || {
            self.best(0, options, |v| {
                v.shift_options(
                    at.round, at.drawn, at.health, at.die, at.glory, at.moved, &Best,
                )
            })
        };
        mean(
            shift(self.shift, game, at.die, at.glory, steps, best),
            options,
        )
    }

    fn heal(&self, context: &Context, health: Health, glory: u8, options: &Few<Die>) -> f64 {
        let best = || self.best(1, options, |v| v.heal_options(context, health, glory));
        mean(heal(self.heal, health, best), options)
    }

    fn gamble(
        &self,
        (round, deck): (u8, u8),
        health: Health,
        glory: u8,
        options: &Few<Option<Die>>,
    ) -> f64 {
        let by = |v: &Values| v.gamble_options(round, deck, health, glory);
        let best = || self.best(2, options, by);
        mean(gamble(self.gamble, health, best), options)
    }
}
