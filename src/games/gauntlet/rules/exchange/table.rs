//! What lies on the table during a match, and the steps that can be taken.

use super::*;

/// A combat die of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Blue {
    /// What it shows, 1..=6.
    pub value: u8,
    /// Whether it was rolled so; kept only where the reading asks for it (`crit=rolled`).
    pub natural: bool,
}

/// How far a match is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Rolled; nothing decided (M3, M4).
    Opening,
    /// The swap is past (M5).
    Tactics,
    /// Damage is dealt (M7).
    Landed,
    /// Over (after M8).
    Closed,
}

/// What lies on the table during a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exchange {
    /// Health dice.
    pub health: Health,
    /// Glory.
    pub glory: u8,
    /// Enemy health.
    pub enemy: u8,
    /// The player's combat dice, sorted by value.
    pub blue: [Blue; 2],
    /// The enemy's.
    pub red: Pair,
    /// How far the match is.
    pub stage: Stage,
    /// Tactics bought, one bit each in the order of [`Tactic::ALL`].
    pub bought: u8,
    /// The bargain struck in this match; 0 for none.
    pub bargain: u8,
    /// Whether the enemy has won both pairs.
    pub lost_both: bool,
}

/// A step of the player in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// +x glory for +x enemy health.
    Bargain(u8),
    /// A health die for a combat die.
    Swap {
        /// The health die given.
        health: Die,
        /// The combat die taken.
        combat: Die,
    },
    /// No swap: on to the tactics.
    NoSwap,
    /// Cautious Defense, Quick Rest or Swift Execution.
    Buy(Tactic),
    /// Dirty Trick: one combat die + x.
    Trick {
        /// The combat die.
        combat: Die,
        /// Points added, at least 1.
        by: u8,
    },
    /// On to the damage. Of two equal blue dice of which one was rolled so, `natural_high` puts that one in the high pair.
    Strike {
        /// Of two equal blue dice the one rolled so is in the high pair.
        natural_high: bool,
    },
    /// The end of the match.
    Close,
}

/// Why a move is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// Not at this stage of the match.
    NotNow,
    /// The bargain is off, spent or not yet or no longer possible.
    NoBargain,
    /// Glory would pass its cap, or enemy health.
    BargainCap,
    /// Swaps are forbidden.
    NoSwap,
    /// A combat die showing 6 may not be swapped.
    SixStays,
    /// That health die is removed.
    DieGone,
    /// The tactic is forbidden or already bought.
    NoTactic,
    /// Not enough glory.
    TooDear,
    /// A die never passes 6, and a trick adds at least 1.
    PastSix,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotNow => "not at this point of the match",
            Self::NoBargain => "the bargain is not available here",
            Self::BargainCap => "a bargain must fit: glory at most 5, enemy health at most 6",
            Self::NoSwap => "dice cannot be swapped here",
            Self::SixStays => "a combat die showing 6 may not be swapped",
            Self::DieGone => "that health die is removed",
            Self::NoTactic => "that tactic cannot be bought here",
            Self::TooDear => "not enough glory",
            Self::PastSix => "a trick adds at least 1, and a die never passes 6",
        })
    }
}

/// Damage of a match before any cap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Blow {
    /// Dealt by the player, after doubling.
    pub dealt: u8,
    /// Incoming after Cautious Defense: one lump, or one blow a pair (`damage_group=pair`), in order.
    pub incoming: [u8; 2],
    /// Whether the enemy won both pairs.
    pub lost_both: bool,
}

/// What landing a blow did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// Enemy health removed.
    pub removed: u8,
    /// Health points of the player removed.
    pub lost: u8,
    /// Glory gained by a big hit.
    pub glory: u8,
}

/// What the player lets itself do: for restricted policies and what-if questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Permit {
    /// Tactics, one bit each in the order of [`Tactic::ALL`].
    pub tactics: u8,
    /// Swaps.
    pub swap: bool,
    /// The bargain.
    pub bargain: bool,
}

impl Permit {
    /// Everything.
    pub const ALL: Self = Self {
        tactics: 15,
        swap: true,
        bargain: true,
    };
    /// Everything but the bargain.
    pub const NO_BARGAIN: Self = Self {
        bargain: false,
        ..Self::ALL
    };
    /// Swaps only.
    pub const SWAP_ONLY: Self = Self {
        tactics: 0,
        swap: true,
        bargain: false,
    };
    /// Nothing.
    pub const NOTHING: Self = Self {
        tactics: 0,
        swap: false,
        bargain: false,
    };

    /// What both allow.
    pub fn and(self, other: Self) -> Self {
        Self {
            tactics: self.tactics & other.tactics,
            swap: self.swap && other.swap,
            bargain: self.bargain && other.bargain,
        }
    }
}

impl Exchange {
    pub(super) fn set_blue(&mut self, die: Die, value: u8) {
        self.blue[die as usize] = Blue {
            value,
            natural: false,
        };
        if self.blue[0] > self.blue[1] {
            self.blue.swap(0, 1);
        }
    }

    pub(super) fn pay(&mut self, tactic: Tactic, cost: u8) {
        self.glory -= cost;
        self.bought |= 1 << tactic as u8;
        self.stage = Stage::Tactics;
    }
}
