//! Health, fights and whole games as small numbers.
//!
//! | type | size | what it is |
//! |---|---|---|
//! | [`Health`] | 1 byte | the two health dice, sorted: one of 27 pairs, or both removed |
//! | [`Outcome`] | 2 bytes | a match as anything later can see it: 972 fights, 162 enemies down, 6 deaths, 6 double falls |
//! | [`GameState`] | 8 bytes | a whole game between two steps |
//!
//! The layout of [`GameState`], lowest bit first: low 3, high 3, glory 3, enemy health 3, round 3, event 3, phase 3,
//! event-1 right 1, bargain used 1, matches of the fight 10, deck 5, row length 3, row 15 (3 bits a card, the first being fought), cards still to
//! draw 3.

mod game;
mod outcome;

pub use game::{GameState, Phase, Row};
pub use outcome::{Outcome, Result};

use std::fmt;

/// Most glory \[Glory\].
pub const GLORY_MAX: u8 = 5;

/// Most enemy health \[Clarifications\].
pub const ENEMY_MAX: u8 = 6;

/// Highest value of a die \[Clarifications\].
pub const DIE_MAX: u8 = 6;

/// Pairs of health dice of a living player.
pub const PAIRS: usize = 27;

/// Values of glory.
pub const GLORIES: usize = 6;

/// States of a living player: pair of health dice and glory.
pub const PLAYERS: usize = PAIRS * GLORIES;

/// States of a fight between two matches.
pub const FIGHTS: usize = PLAYERS * 6;

/// The health dice of a living player, sorted; 0 = removed for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Health {
    /// The lower die, 0..=6.
    pub low: u8,
    /// The higher die, 0..=6; 0 only when both are removed.
    pub high: u8,
}

impl Health {
    /// Both removed.
    pub const GONE: Self = Self { low: 0, high: 0 };

    /// Two dice in any order.
    #[inline]
    pub fn new(a: u8, b: u8) -> Self {
        if a <= b {
            Self { low: a, high: b }
        } else {
            Self { low: b, high: a }
        }
    }

    /// Sum of the dice.
    #[inline]
    pub fn sum(self) -> u8 {
        self.low + self.high
    }

    /// True when both dice are removed.
    #[inline]
    pub fn is_gone(self) -> bool {
        self.high == 0
    }

    /// Number of the pair, 0..27, for a living player.
    #[inline]
    pub fn index(self) -> usize {
        let h = usize::from(self.high);
        h * (h + 1) / 2 - 1 + usize::from(self.low)
    }

    /// The pair of this number.
    #[inline]
    pub fn from_index(index: usize) -> Self {
        const TABLE: [Health; PAIRS] = {
            let mut table = [Health::GONE; PAIRS];
            let (mut high, mut at) = (1u8, 0);
            while high <= 6 {
                let mut low = 0;
                while low <= high {
                    table[at] = Health { low, high };
                    at += 1;
                    low += 1;
                }
                high += 1;
            }
            table
        };
        TABLE[index]
    }

    /// All pairs of a living player, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..PAIRS).map(Self::from_index)
    }

    /// The lowest remaining die: its value.
    #[inline]
    pub fn lowest(self) -> u8 {
        if self.low > 0 { self.low } else { self.high }
    }

    /// The same with the lowest remaining die at another value.
    #[inline]
    pub fn with_lowest(self, value: u8) -> Self {
        if self.low > 0 {
            Self::new(value, self.high)
        } else {
            Self::new(0, value)
        }
    }

    /// The same with one die, low or high, at another value.
    #[inline]
    pub fn with(self, die: Die, value: u8) -> Self {
        match die {
            Die::Low => Self::new(value, self.high),
            Die::High => Self::new(self.low, value),
        }
    }

    /// The value of a die.
    #[inline]
    pub fn get(self, die: Die) -> u8 {
        match die {
            Die::Low => self.low,
            Die::High => self.high,
        }
    }

    /// The remaining dice as choices: each value once, the low one first.
    pub fn remaining(self) -> impl Iterator<Item = Die> + Clone {
        [Die::Low, Die::High].into_iter().filter(move |&d| match d {
            Die::Low => self.low > 0,
            Die::High => self.high > 0 && self.high != self.low,
        })
    }
}

impl fmt::Display for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.low, self.high)
    }
}

/// One of two dice of a kind: of the health dice or of the combat dice, by value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Die {
    /// The lower.
    Low,
    /// The higher.
    High,
}

impl Die {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Low, Self::High];
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Low => "low",
            Self::High => "high",
        })
    }
}

/// A player and an enemy between two matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fight {
    /// Health of a living player.
    pub health: Health,
    /// Glory, 0..=5.
    pub glory: u8,
    /// Enemy health, 1..=6.
    pub enemy: u8,
}

impl Fight {
    /// Number of the state, 0..972.
    #[inline]
    pub fn index(self) -> usize {
        (self.health.index() * GLORIES + usize::from(self.glory)) * 6 + usize::from(self.enemy) - 1
    }

    /// The state of this number.
    #[inline]
    pub fn from_index(index: usize) -> Self {
        let player = index / 6;
        Self {
            health: Health::from_index(player / GLORIES),
            glory: (player % GLORIES) as u8,
            enemy: (index % 6) as u8 + 1,
        }
    }

    /// All states, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FIGHTS).map(Self::from_index)
    }
}

/// Number of a living player's state, 0..162.
#[inline]
pub fn player_index(health: Health, glory: u8) -> usize {
    health.index() * GLORIES + usize::from(glory)
}

/// The player's state of this number.
#[inline]
pub fn player_from_index(index: usize) -> (Health, u8) {
    (Health::from_index(index / GLORIES), (index % GLORIES) as u8)
}

#[cfg(test)]
mod tests;
