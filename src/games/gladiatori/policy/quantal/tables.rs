//! Exponentials that are worked out once for each temperature, prices and rules. Worths are sums of a few damages, prices
//! and points, so that the exponential of a worth is a product of entries, and that of a line of commitments the difference
//! of two sums.

use super::Heat;
use crate::games::gladiatori::numbers::Rules;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Most Combat cards without the slow way: as many as training gives.
pub(super) const CARDS: usize = 20;
/// Most numbers of cards with which Strength answers: as many cards as a zone holds, and none.
pub(super) const ANSWERS: usize = 16;
/// Damages of a hit, from 0.
pub(super) const DAMAGES: usize = 16;
/// Points that are paid.
const POINTS: usize = 64;
/// Cards that are paid for.
const PRICES: usize = 32;
/// Lowest temperature at which differences of sums are exact enough.
const COLDEST: f64 = 0.2;
/// Highest exponent that a product may have: far below where a number overflows.
const HIGHEST: f64 = 600.0;
/// Where in a row of `through` there is no attack.
pub(super) const NO_ATTACK: usize = 7;
/// Settings that are found at once.
const SETTINGS: usize = 128;

/// Most answers: four kinds, each as often as Strength has numbers of cards.
const ALL: usize = 4 * ANSWERS;
/// Places for shares.
const SHARES: usize = 512;

const fn gcd(mut a: usize, mut b: usize) -> usize {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The places of shares, by all answers and by how many of them are got through: equal fractions have the same place.
struct Places {
    of: [[u16; ALL + 1]; ALL + 1],
    /// A fraction of every place.
    fractions: [(u8, u8); SHARES],
}

static PLACES: Places = {
    let mut places = Places {
        of: [[0; ALL + 1]; ALL + 1],
        fractions: [(0, 1); SHARES],
    };
    let (mut all, mut n) = (1, 0);
    while all <= ALL {
        let possible = all <= ANSWERS
            || all % 2 == 0 && all <= 2 * ANSWERS
            || all % 3 == 0 && all <= 3 * ANSWERS
            || all % 4 == 0;
        let mut through = 0;
        while possible && through <= all {
            let least = gcd(through, all);
            // A fraction in lowest terms comes first, if its number of answers is possible, as divisors are.
            places.of[all][through] = if least == 1 {
                places.fractions[n] = (through as u8, all as u8);
                n += 1;
                n as u16 - 1
            } else {
                places.of[all / least][through / least]
            };
            through += 1;
        }
        all += 1;
    }
    places
};

/// Sums of the weights of commitments that get through equally often: over the numbers of Combat cards below each number.
#[derive(Clone, Copy)]
pub(super) struct Row([f64; CARDS + 4]);

impl Row {
    /// Sum of exp((share x damage - price) / temperature) over the numbers of Combat cards below `k`, up to [`CARDS`] + 1.
    #[inline(always)]
    pub fn below(&self, k: usize) -> f64 {
        self.0[k]
    }

    /// The weight of `k` Combat cards.
    #[inline(always)]
    pub fn at(&self, k: usize) -> f64 {
        self.0[k + 1] - self.0[k]
    }
}

/// The entries of one setting.
pub(super) struct Tables {
    /// By number of Combat cards.
    damages: [u8; PRICES],
    /// Of minus the price of so many cards.
    cards: [f64; PRICES],
    /// By number of believed values - 1: of minus the price of so many points, shared among them.
    points: [[f64; POINTS]; 3],
    /// By number of believed values - 1 and damage: of what `points + 4 x hits` keeps of the damage, less the points.
    kept: [[[f64; 16]; DAMAGES]; 3],
    /// By number of answers - 1 and damage: of the damage by answers that let it through, and of the attack, which scores by
    /// itself if it happens.
    through: [[[f64; 8]; DAMAGES]; 4],
    /// By places of shares.
    rows: [Row; SHARES],
}

/// The settings that all entries depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    heat: [u64; 3],
    /// Numbers of the rules.
    rules: u64,
}

impl Key {
    #[inline(always)]
    fn new(heat: &Heat, rules: &Rules) -> Self {
        let n = &rules.n;
        Self {
            heat: [
                heat.temperature.to_bits(),
                heat.card.to_bits(),
                heat.point.to_bits(),
            ],
            rules: u64::from(n.excess_damage_every as u16)
                | u64::from(n.vp.front_attack as u16) << 16
                | u64::from(n.cards_per_damage_step) << 32,
        }
    }

    /// Whether it is another one: at a single question.
    #[inline(always)]
    fn is(&self, other: &Self) -> bool {
        let apart = |k: usize| self.heat[k] ^ other.heat[k];
        apart(0) | apart(1) | apart(2) | (self.rules ^ other.rules) == 0
    }

    /// The place where its search begins.
    #[inline(always)]
    fn place(&self) -> usize {
        let mixed = self.heat[0] ^ self.rules;
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57) as usize
    }
}

/// One setting; without tables where products could overflow or vanish.
struct Kept {
    key: Key,
    tables: Option<Box<Tables>>,
}

/// A place for one, on a cache line of its own.
#[repr(align(64))]
struct Place(OnceLock<Kept>);

/// Settings at their places.
static KEPT: [Place; SETTINGS] = [const { Place(OnceLock::new()) }; SETTINGS];
/// Settings whose places were taken.
static MORE: Mutex<Vec<&'static Kept>> = Mutex::new(Vec::new());

impl Tables {
    /// The entries of these settings; none where the slow way must be gone, also where damage depends on the excess.
    #[inline(always)]
    pub fn of(heat: &Heat, rules: &Rules) -> Option<&'static Self> {
        let key = Key::new(heat, rules);
        match KEPT[key.place()].0.get() {
            Some(kept) if kept.key.is(&key) => kept.tables.as_deref(),
            _ => Self::find(heat, rules),
        }
    }

    /// The same where they do not lie at their place, or not yet.
    #[cold]
    #[inline(never)]
    fn find(heat: &Heat, rules: &Rules) -> Option<&'static Self> {
        let key = Key::new(heat, rules);
        let own = || Kept {
            key,
            tables: Self::new(heat, rules),
        };
        let first = KEPT[key.place()].0.get_or_init(own);
        if first.key == key {
            return first.tables.as_deref();
        }
        let mut more = MORE.lock().unwrap_or_else(PoisonError::into_inner);
        let found = more.iter().copied().find(|kept| kept.key == key);
        let kept = found.unwrap_or_else(|| {
            let kept: &'static Kept = Box::leak(Box::new(own()));
            more.push(kept);
            kept
        });
        kept.tables.as_deref()
    }

    fn new(heat: &Heat, rules: &Rules) -> Option<Box<Self>> {
        let t = heat.temperature;
        let front = f64::from(rules.n.vp.front_attack);
        let most =
            24.0 + PRICES as f64 * heat.card.abs() + POINTS as f64 * heat.point.abs() + front.abs();
        // Also where one of them is no number.
        if rules.n.excess_damage_every > 0 || !(t >= COLDEST && most / t < HIGHEST) {
            return None;
        }
        let mut tables = Box::new(Self {
            damages: std::array::from_fn(|k| rules.damage(k as u8, 0, 0)),
            cards: [0.0; PRICES],
            points: [[0.0; POINTS]; 3],
            kept: [[[0.0; 16]; DAMAGES]; 3],
            through: [[[0.0; 8]; DAMAGES]; 4],
            rows: [Row([0.0; CARDS + 4]); SHARES],
        });
        for (k, cell) in tables.cards.iter_mut().enumerate() {
            *cell = (-heat.card * k as f64 / t).exp();
        }
        for n in 1..4 {
            for (k, cell) in tables.points[n - 1].iter_mut().enumerate() {
                *cell = (-heat.point * k as f64 / n as f64 / t).exp();
            }
            for (damage, row) in tables.kept[n - 1].iter_mut().enumerate() {
                for (k, cell) in row.iter_mut().enumerate() {
                    let kept = damage as f64 * (n as f64 - (k / 4) as f64);
                    *cell = ((kept - heat.point * (k % 4) as f64) / n as f64 / t).exp();
                }
            }
        }
        for n in 1..5 {
            for (damage, row) in tables.through[n - 1].iter_mut().enumerate() {
                for (k, cell) in row.iter_mut().enumerate().take(n + 1) {
                    *cell = (((damage * k) as f64 / n as f64 + front) / t).exp();
                }
                row[NO_ATTACK] = 1.0;
            }
        }
        for (row, (through, all)) in tables.rows.iter_mut().zip(PLACES.fractions) {
            let share = f64::from(through) / f64::from(all);
            for k in 0..CARDS + 1 {
                let damage = f64::from(rules.damage(k as u8, 0, 0));
                row.0[k + 1] = row.0[k] + ((share * damage - heat.card * k as f64) / t).exp();
            }
        }
        Some(tables)
    }

    /// exp(-price / temperature) of so many cards.
    #[inline(always)]
    pub fn cards(&self, n: u8) -> f64 {
        self.cards[usize::from(n) % PRICES]
    }

    /// The same of points that one of `n` believed values takes.
    #[inline(always)]
    pub fn points(&self, n: usize, points: u8) -> f64 {
        self.points[n - 1][usize::from(points) % POINTS]
    }

    /// exp(-loss / temperature) of answers to `n` believed values with this damage, up to one factor, by `points + 4 x hits`.
    #[inline(always)]
    pub fn kept(&self, n: usize, damage: u8) -> &[f64; 16] {
        &self.kept[n - 1][usize::from(damage) % DAMAGES]
    }

    /// exp((damage + victory points of an attack) / temperature) by how many of `n` answers let it through; at [`NO_ATTACK`]
    /// that of neither.
    #[inline(always)]
    pub fn through(&self, n: u8, damage: u8) -> &[f64; 8] {
        &self.through[usize::from(n - 1) % 4][usize::from(damage) % DAMAGES]
    }

    /// Damage of a hit with so many Combat cards; none where it is too much for the tables.
    #[inline(always)]
    pub fn damage(&self, cards: u8) -> Option<u8> {
        let damage = *self.damages.get(usize::from(cards))?;
        (usize::from(damage) < DAMAGES).then_some(damage)
    }

    /// Weights of commitments that get through some of `all` answers.
    #[inline(always)]
    pub fn rows(&self, all: usize) -> Rows<'_> {
        Rows {
            places: &PLACES.of[all],
            rows: &self.rows,
        }
    }
}

/// Rows of one number of answers.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    places: &'static [u16; ALL + 1],
    rows: &'a [Row; SHARES],
}

impl<'a> Rows<'a> {
    /// Of commitments that get through so many answers.
    #[inline(always)]
    pub fn row(&self, through: usize) -> &'a Row {
        &self.rows[usize::from(self.places[through]) % SHARES]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries are those of their settings, however many others there are.
    #[test]
    fn entries_are_exact() {
        let mut rules = Rules::default_rules().unwrap();
        for round in 0..24u32 {
            let heat = Heat {
                temperature: 0.2 + f64::from(round % 7) / 4.0,
                card: f64::from(round % 3) / 4.0,
                point: f64::from(round % 5) / 8.0,
            };
            rules.n.cards_per_damage_step = 1 + (round / 7 % 3) as u8;
            rules.n.excess_damage_every = i16::from(round % 11 == 0);
            let t = heat.temperature;
            let near = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-12, "{round}: {a} {b}");
            let Some(tables) = Tables::of(&heat, &rules) else {
                assert_eq!(round % 11, 0);
                continue;
            };
            near(tables.cards(5), (-5.0 * heat.card / t).exp());
            near(tables.points(3, 7), (-7.0 / 3.0 * heat.point / t).exp());
            near(
                tables.kept(3, 4)[6],
                ((4.0 * 2.0 - heat.point * 2.0) / 3.0 / t).exp(),
            );
            let front = f64::from(rules.n.vp.front_attack);
            near(tables.through(4, 5)[3], ((15.0 / 4.0 + front) / t).exp());
            near(tables.through(4, 5)[NO_ATTACK], 1.0);
            assert_eq!(tables.damage(7), Some(rules.damage(7, 0, 0)));
            assert_eq!(tables.damage(32), None);
            for (kinds, cards) in (1..5).flat_map(|k| (1..17).map(move |c| (k, c))) {
                let all = kinds * cards;
                let rows = tables.rows(all);
                for through in 0..all + 1 {
                    let share = through as f64 / all as f64;
                    let row = rows.row(through);
                    let weight = |k: u8| {
                        let damage = f64::from(rules.damage(k, 0, 0));
                        ((share * damage - heat.card * f64::from(k)) / t).exp()
                    };
                    near(row.below(3), weight(0) + weight(1) + weight(2));
                    assert!((row.at(20) - weight(20)).abs() < 1e-12 * row.below(21));
                }
            }
        }
        let rules = Rules::default_rules().unwrap();
        for (temperature, card) in [(0.1, 0.25), (0.5, 50.0), (f64::NAN, 0.25)] {
            let heat = Heat {
                temperature,
                card,
                point: 0.25,
            };
            assert!(Tables::of(&heat, &rules).is_none());
        }
    }
}
