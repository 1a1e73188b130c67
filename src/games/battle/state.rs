//! The state of a battle in one u64.
//!
//! | bits | field | range |
//! |---|---|---|
//! | 0..25, 25..50 | side a, side b: health + 20 (7), stunned (1), guard (2), doomed (1), luck (6), in hand (4 + 4)
//! | see [`Side`] |
//! | 50 | active | whose turn it is |
//! | 51..55 | how it ended; 0 while it goes on | [`EndedBy`] |
//! | 55 | loser | the side that ended it |
//! | 56 | dead | the loser is dead |
//! | 57 | no contest | nobody scores (a switch) |
//!
//! The turn counter stays outside. Canonical form, which keeps exact state spaces small: the guard of the active
//! gladiator and of a stunned one is stored as normal where it cannot matter any more.

use std::fmt;

/// Health at which a gladiator is certainly dead \[Health -20 or below\].
pub const DEAD: i8 = -20;
/// Most health that fits.
pub const MOST_HEALTH: i8 = 107;
/// Most luck dice that fit.
pub const MOST_LUCK: u8 = 63;

/// What a gladiator's own last action left of his defence \[How Many Defense Dice to Roll\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Guard {
    /// Everything.
    Normal,
    /// No PARRY/DODGE.
    Whiffed,
    /// ARMOR only.
    Berserk,
    /// Everything and more.
    Defensive,
}

impl Guard {
    /// All four, by number.
    pub const ALL: [Self; 4] = [Self::Normal, Self::Whiffed, Self::Berserk, Self::Defensive];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["normal", "whiffed", "berserk", "defensive"][self as usize]
    }
}

/// How a battle ended, always told of the loser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum EndedBy {
    /// By a blow: health -20 or less, or a chart result that kills.
    Slain = 1,
    /// No six on the alive roll.
    DeathsDoor,
    /// No six on the awake roll.
    Unconscious,
    /// He gave up.
    GaveUp,
    /// Fate 4.
    Coma,
    /// Fate 3.
    Insanity,
    /// Fate 2.
    ComaAndInsanity,
    /// The turn cap; there is no loser.
    Undecided,
}

impl EndedBy {
    /// All ways, in order.
    pub const ALL: [Self; 8] = [
        Self::Slain,
        Self::DeathsDoor,
        Self::Unconscious,
        Self::GaveUp,
        Self::Coma,
        Self::Insanity,
        Self::ComaAndInsanity,
        Self::Undecided,
    ];

    /// Its name in case files and output.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 8] = [
            "slain",
            "deaths_door",
            "unconscious",
            "gave_up",
            "coma",
            "insanity",
            "coma_and_insanity",
            "undecided",
        ];
        NAMES[self as usize - 1]
    }

    /// Fate 4 or 2.
    pub fn is_coma(self) -> bool {
        matches!(self, Self::Coma | Self::ComaAndInsanity)
    }

    /// Fate 3 or 2.
    pub fn is_insanity(self) -> bool {
        matches!(self, Self::Insanity | Self::ComaAndInsanity)
    }
}

/// One gladiator during a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side {
    /// -20 (dead) to 107.
    pub health: i8,
    /// He skips his turn unless he can focus.
    pub stunned: bool,
    /// What his last action left of his defence.
    pub guard: Guard,
    /// Fate 1: he must win or die.
    pub doomed: bool,
    /// Luck dice left, 0 to 63.
    pub luck: u8,
    /// Copies in hand of up to two throwable weapons, 0 to 15 each.
    pub in_hand: [u8; 2],
}

/// A battle between two turns, or its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(u64);

const _: () = assert!(size_of::<State>() == 8);

const SIDE_BITS: u32 = 25;
const ACTIVE: u32 = 50;
const ENDED: u32 = 51;
const LOSER: u32 = 55;
const DEAD_BIT: u32 = 56;
const NO_CONTEST: u32 = 57;

impl State {
    /// Two gladiators before a turn of `active`.
    pub fn new(sides: [Side; 2], active: usize) -> Self {
        Self((active as u64) << ACTIVE)
            .with_side(0, sides[0])
            .with_side(1, sides[1])
    }

    /// The packed bits.
    pub fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    fn field(self, side: usize, at: u32, bits: u32) -> u64 {
        self.0 >> (side as u32 * SIDE_BITS + at) & ((1 << bits) - 1)
    }

    #[inline]
    fn with_field(self, side: usize, at: u32, bits: u32, value: u64) -> Self {
        debug_assert!(value < 1 << bits);
        let shift = side as u32 * SIDE_BITS + at;
        Self(self.0 & !(((1 << bits) - 1) << shift) | value << shift)
    }

    /// Health of a side, -20 to 107.
    #[inline]
    pub fn health(self, side: usize) -> i8 {
        self.field(side, 0, 7) as i8 + DEAD
    }

    /// Whether a side is stunned.
    #[inline]
    pub fn stunned(self, side: usize) -> bool {
        self.field(side, 7, 1) == 1
    }

    /// A side's guard.
    #[inline]
    pub fn guard(self, side: usize) -> Guard {
        Guard::ALL[self.field(side, 8, 2) as usize]
    }

    /// Whether a side must win or die.
    #[inline]
    pub fn doomed(self, side: usize) -> bool {
        self.field(side, 10, 1) == 1
    }

    /// A side's luck dice.
    #[inline]
    pub fn luck(self, side: usize) -> u8 {
        self.field(side, 11, 6) as u8
    }

    /// Copies that a side has in hand of its throwable weapon `slot`.
    #[inline]
    pub fn in_hand(self, side: usize, slot: usize) -> u8 {
        self.field(side, 17 + 4 * slot as u32, 4) as u8
    }

    /// With another health; below -20 is -20.
    #[inline]
    #[must_use]
    pub fn with_health(self, side: usize, health: i16) -> Self {
        self.with_field(
            side,
            0,
            7,
            (health.max(DEAD.into()) - i16::from(DEAD)) as u64,
        )
    }

    /// Stunned or not.
    #[inline]
    #[must_use]
    pub fn with_stunned(self, side: usize, stunned: bool) -> Self {
        self.with_field(side, 7, 1, stunned.into())
    }

    /// With another guard.
    #[inline]
    #[must_use]
    pub fn with_guard(self, side: usize, guard: Guard) -> Self {
        self.with_field(side, 8, 2, guard as u64)
    }

    /// Doomed or not.
    #[inline]
    #[must_use]
    pub fn with_doomed(self, side: usize, doomed: bool) -> Self {
        self.with_field(side, 10, 1, doomed.into())
    }

    /// With other luck.
    #[inline]
    #[must_use]
    pub fn with_luck(self, side: usize, luck: u8) -> Self {
        self.with_field(side, 11, 6, luck.into())
    }

    /// With other copies in hand.
    #[inline]
    #[must_use]
    pub fn with_in_hand(self, side: usize, slot: usize, copies: u8) -> Self {
        self.with_field(side, 17 + 4 * slot as u32, 4, copies.into())
    }

    /// A side, unpacked.
    pub fn side(self, side: usize) -> Side {
        Side {
            health: self.health(side),
            stunned: self.stunned(side),
            guard: self.guard(side),
            doomed: self.doomed(side),
            luck: self.luck(side),
            in_hand: [self.in_hand(side, 0), self.in_hand(side, 1)],
        }
    }

    /// With a side replaced.
    #[must_use]
    pub fn with_side(self, side: usize, s: Side) -> Self {
        self.with_health(side, s.health.into())
            .with_stunned(side, s.stunned)
            .with_guard(side, s.guard)
            .with_doomed(side, s.doomed)
            .with_luck(side, s.luck)
            .with_in_hand(side, 0, s.in_hand[0])
            .with_in_hand(side, 1, s.in_hand[1])
    }

    /// Whose turn it is; at the end, whose turn it was.
    #[inline]
    pub fn active(self) -> usize {
        (self.0 >> ACTIVE & 1) as usize
    }

    /// The other one's turn.
    #[inline]
    #[must_use]
    pub fn with_active(self, side: usize) -> Self {
        Self(self.0 & !(1 << ACTIVE) | (side as u64) << ACTIVE)
    }

    /// How it ended; `None` while it goes on.
    #[inline]
    pub fn ended_by(self) -> Option<EndedBy> {
        match self.0 >> ENDED & 15 {
            0 => None,
            code => Some(EndedBy::ALL[code as usize - 1]),
        }
    }

    /// True at the end.
    #[inline]
    pub fn is_over(self) -> bool {
        self.0 >> ENDED & 15 != 0
    }

    /// The end: `loser` lost in this way; `no_contest` if nobody scores.
    #[must_use]
    pub fn ended(self, loser: usize, by: EndedBy, dead: bool, no_contest: bool) -> Self {
        debug_assert!(!self.is_over());
        let end = (by as u64) << ENDED | (loser as u64) << LOSER;
        Self(self.0 | end | u64::from(dead) << DEAD_BIT | u64::from(no_contest) << NO_CONTEST)
    }

    /// The turn cap was reached.
    #[must_use]
    pub fn undecided(self) -> Self {
        self.ended(0, EndedBy::Undecided, false, false)
    }

    /// Who fell, of a battle that ended by a fall; also in a no contest.
    #[inline]
    pub fn loser(self) -> Option<usize> {
        let decided = self.is_over() && self.ended_by() != Some(EndedBy::Undecided);
        decided.then_some((self.0 >> LOSER & 1) as usize)
    }

    /// Who won; `None` while it goes on, when undecided, and in a no contest.
    #[inline]
    pub fn winner(self) -> Option<usize> {
        if self.is_no_contest() {
            None
        } else {
            self.loser().map(|l| 1 - l)
        }
    }

    /// Nobody scores.
    pub fn is_no_contest(self) -> bool {
        self.0 >> NO_CONTEST & 1 == 1
    }

    /// Whether the loser is dead.
    #[inline]
    pub fn loser_dead(self) -> bool {
        self.0 >> DEAD_BIT & 1 == 1
    }

    /// A doomed winner lives and gains an insanity \[Fate Roll Chart\].
    #[inline]
    pub fn winner_insane(self) -> bool {
        self.winner().is_some_and(|w| self.doomed(w))
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("a", &self.side(0))
            .field("b", &self.side(1))
            .field("active", &["a", "b"][self.active()])
            .field(
                "ended",
                &self
                    .ended_by()
                    .map(|by| (by, self.loser(), self.loser_dead())),
            )
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_keeps_its_range_and_leaves_the_others_alone() {
        let low = Side {
            health: -20,
            stunned: false,
            guard: Guard::Normal,
            doomed: false,
            luck: 0,
            in_hand: [0, 0],
        };
        let high = Side {
            health: 107,
            stunned: true,
            guard: Guard::Defensive,
            doomed: true,
            luck: 63,
            in_hand: [15, 15],
        };
        for (a, b) in [(low, high), (high, low)] {
            for active in 0..2 {
                let state = State::new([a, b], active);
                assert_eq!(
                    (state.side(0), state.side(1), state.active()),
                    (a, b, active)
                );
                assert!(!state.is_over() && state.winner().is_none());
                for by in EndedBy::ALL {
                    let end = state.ended(1, by, true, false);
                    assert_eq!(
                        (end.side(0), end.side(1), end.active(), end.ended_by()),
                        (a, b, active, Some(by))
                    );
                    assert_eq!(end.winner(), (by != EndedBy::Undecided).then_some(0));
                }
                assert_eq!(state.ended(0, EndedBy::Coma, false, true).winner(), None);
            }
        }
    }
}
