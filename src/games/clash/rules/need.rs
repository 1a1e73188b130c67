//! What happens in a duel: rolls, losses, and what must come next.

use crate::games::clash::counts::Counts;
use std::fmt;

/// What a roll shows: criticals and singles; the other dice missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll {
    /// Criticals: 2 hits each, never cancelled.
    pub crits: u8,
    /// Singles: 1 hit each, cancelled by shields.
    pub singles: u8,
    /// Dice that show nothing.
    pub misses: u8,
}

impl Roll {
    /// Hits against a target with this many active shields: 2c + max(0, s - shields).
    #[inline]
    pub fn hits(self, shields: u8) -> u8 {
        2 * self.crits + self.singles.saturating_sub(shields)
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (letter, count) in [('c', self.crits), ('s', self.singles), ('-', self.misses)] {
            (0..count).try_for_each(|_| write!(f, "{letter}"))?;
        }
        Ok(())
    }
}

/// Gladiators given up: some active, some netted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Given {
    /// Of those that take part.
    pub active: Counts,
    /// Of those a net took out of the duel.
    pub netted: Counts,
}

/// What must happen next; `side` is 0 for the attacker, 1 for the defender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Each usable net rolls a die.
    NetDice {
        /// Who throws.
        side: usize,
        /// How many dice.
        dice: u8,
    },
    /// `side` names between `least` and `most` active gladiators of the other side.
    NameNets {
        /// Who names.
        side: usize,
        /// Targets that must be named.
        least: u8,
        /// Targets that may be named.
        most: u8,
    },
    /// `side` rolls.
    Roll {
        /// Who rolls.
        side: usize,
        /// How many dice.
        dice: u8,
        /// True for the re-roll.
        again: bool,
    },
    /// `side` keeps the roll or rolls again.
    Reroll {
        /// Who decides.
        side: usize,
        /// The roll in hand.
        roll: Roll,
    },
    /// `side` gives up gladiators.
    Lose {
        /// Who loses.
        side: usize,
        /// How many gladiators.
        count: u8,
    },
    /// The duel is over.
    Nothing,
}
