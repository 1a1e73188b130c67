//! Rolls of the combat dice: two blue, two red, each colour sorted, 21 x 21 = 441 of them.

use crate::chance::{Chance, Dist, distribution};
use std::fmt;

/// Sorted pairs of two dice.
pub const PAIRS_OF_DICE: usize = 21;
/// Rolls of all four combat dice.
pub const ROLLS: usize = PAIRS_OF_DICE * PAIRS_OF_DICE;

/// Two dice of a colour, sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The lower value, 1..=6.
    pub low: u8,
    /// The higher value, 1..=6.
    pub high: u8,
}

impl Pair {
    /// Two dice in any order.
    #[inline]
    pub fn new(a: u8, b: u8) -> Self {
        if a <= b {
            Self { low: a, high: b }
        } else {
            Self { low: b, high: a }
        }
    }

    /// Its number, 0..21.
    #[inline]
    pub fn index(self) -> usize {
        let h = usize::from(self.high);
        h * (h - 1) / 2 + usize::from(self.low) - 1
    }

    /// The pair of this number.
    pub fn from_index(index: usize) -> Self {
        Self::all().nth(index).expect("a number below 21")
    }

    /// All 21, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Self { low, high }))
    }

    /// Whether a die shows this.
    #[inline]
    pub fn shows(self, value: u8) -> bool {
        self.low == value || self.high == value
    }
}

/// What all four combat dice show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll {
    /// The player's dice.
    pub blue: Pair,
    /// The enemy's dice, after their rerolls.
    pub red: Pair,
}

impl Roll {
    /// Its number, 0..441.
    #[inline]
    pub fn index(self) -> usize {
        self.blue.index() * PAIRS_OF_DICE + self.red.index()
    }

    /// The roll of this number.
    pub fn from_index(index: usize) -> Self {
        Self {
            blue: Pair::from_index(index / PAIRS_OF_DICE),
            red: Pair::from_index(index % PAIRS_OF_DICE),
        }
    }

    /// All 441, in order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        Pair::all().flat_map(|blue| Pair::all().map(move |red| Self { blue, red }))
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "b{} b{} r{} r{}",
            self.blue.low, self.blue.high, self.red.low, self.red.high
        )
    }
}

/// The faces that make an enemy die roll again, one bit a face (bit 0: the 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Faces(pub u8);

impl Faces {
    /// None.
    pub const NONE: Self = Self(0);

    /// From values 1..=6.
    pub fn new(values: &[u8]) -> Self {
        Self(values.iter().fold(0, |m, v| m | 1 << (v - 1)))
    }

    /// Whether this face rolls again.
    #[inline]
    pub fn has(self, value: u8) -> bool {
        self.0 >> (value - 1) & 1 == 1
    }

    /// The values, in order.
    pub fn values(self) -> impl Iterator<Item = u8> {
        (1..=6).filter(move |&v| self.has(v))
    }
}

/// The six faces of a die.
pub fn d6() -> Dist<u8> {
    Dist::uniform(1..=6)
}

/// An enemy die: a listed face is rolled again, once \[R1, note\].
pub fn red_die<C: Chance>(faces: Faces, die: &Dist<u8>, chance: &mut C) -> u8 {
    let value = chance.draw("red", die);
    if faces.has(value) {
        chance.draw("red_again", die)
    } else {
        value
    }
}

/// M1: all four combat dice \[R3, step 1\].
pub fn roll<C: Chance>(faces: Faces, die: &Dist<u8>, chance: &mut C) -> Roll {
    let blue = Pair::new(chance.draw("blue", die), chance.draw("blue", die));
    let red = Pair::new(red_die(faces, die, chance), red_die(faces, die, chance));
    Roll { blue, red }
}

/// The distribution of the 441 rolls for given reroll faces, built from [`roll`].
pub fn rolls(faces: Faces) -> Dist<Roll> {
    let die = d6();
    distribution(|branch| roll(faces, &die, branch))
}

/// Probability of each roll by number, 441 of them.
pub fn roll_chances(faces: Faces) -> Vec<f64> {
    let mut chances = vec![0.0; ROLLS];
    let d = rolls(faces);
    for (roll, weight) in d.weighted() {
        chances[roll.index()] = weight as f64 / d.total() as f64;
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_rolls_are_in_order() {
        assert!(
            Roll::all()
                .enumerate()
                .all(|(i, r)| r.index() == i && Roll::from_index(i) == r)
        );
        assert_eq!(Roll::all().count(), ROLLS);
    }

    #[test]
    fn rerolled_faces_are_rarer() {
        for (faces, wanted) in [
            (vec![], [36, 36, 36]),
            (vec![1], [6, 42, 42]),
            (vec![1, 2], [12, 12, 48]),
        ] {
            let faces = Faces::new(&faces);
            let d = distribution(|branch| red_die(faces, &d6(), branch));
            for (value, weight) in d.weighted() {
                let wanted = wanted[usize::from(value.min(3)) - 1];
                assert_eq!(weight * 216, wanted * d.total(), "{value}"); // in 216ths
            }
        }
        assert!((roll_chances(Faces::new(&[1, 2])).iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
