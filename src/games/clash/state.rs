//! The state of a duel, packed into 16 bytes.
//!
//! | bytes | field | range |
//! |---|---|---|
//! | 0..12 | two [`Side`]s of 6: active and netted counts, markers, hits of an animal | attacker, defender |
//! | 12 | step | what happens next |
//! | 13 | who | bit 0: side that rolls first; bit 1: the second roller's turn |
//! | 14 | pending | nets to name, roll in hand (criticals * 16 + singles) or gladiators to give up |
//! | 15 | latch | nets (3 bits), dice (3 bits), re-roll (1 bit) of the second roller, fixed early by a switch |

use super::counts::Counts;
use super::unit::Unit;

/// Index of the attacker's side (`--attacker`).
pub const ATTACKER: usize = 0;
/// Index of the defender's side (`--defender`).
pub const DEFENDER: usize = 1;

/// One side of a duel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side {
    /// Gladiators that take part, or an animal's symbols.
    pub active: Counts,
    /// Gladiators that a net took out of this duel; they still belong to the team.
    pub netted: Counts,
    /// Hit markers.
    pub markers: u8,
    /// Hits that defeat an animal; 0 for a team.
    pub hits: u8,
}

impl Side {
    /// A unit that enters a duel.
    pub fn new(unit: Unit) -> Self {
        Self {
            active: unit.counts,
            netted: Counts::NONE,
            markers: unit.markers,
            hits: unit.hits,
        }
    }

    /// True for an animal.
    #[inline]
    pub fn is_animal(&self) -> bool {
        self.hits > 0
    }

    /// Gladiators of a team, active and netted; 1 for an animal that stands, else 0.
    #[inline]
    pub fn size(&self) -> u8 {
        if self.is_animal() {
            u8::from(!self.is_out())
        } else {
            self.active.total() + self.netted.total()
        }
    }

    /// True when nothing of the unit is left.
    #[inline]
    pub fn is_out(&self) -> bool {
        if self.is_animal() {
            self.markers >= self.hits
        } else {
            self.active.is_empty() && self.netted.is_empty()
        }
    }

    /// Hits still needed to remove the unit: team 2n - m, animal L - m (spec 1).
    #[inline]
    pub fn hits_to_out(&self) -> u8 {
        if self.is_animal() {
            self.hits - self.markers
        } else {
            (2 * self.size()).saturating_sub(self.markers)
        }
    }

    /// The unit as it leaves a duel; `None` when it is out.
    pub fn unit(&self) -> Option<Unit> {
        (!self.is_out()).then(|| Unit {
            counts: self.active.union(self.netted),
            hits: self.hits,
            markers: self.markers,
        })
    }

    /// Markers as they are reported: none on a unit that is out.
    pub fn markers_left(&self) -> u8 {
        if self.is_out() { 0 } else { self.markers }
    }
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Step {
    /// Net dice are rolled (a switch), or the nets counted.
    Nets,
    /// Net targets are named.
    NameNets,
    /// The dice are rolled.
    Roll,
    /// The roller may re-roll.
    Reroll,
    /// All dice are rolled once more.
    RollAgain,
    /// The target's owner gives up gladiators.
    Lose,
    /// The duel is over.
    End,
}

/// A duel between its start and its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DuelState {
    /// Attacker and defender.
    pub sides: [Side; 2],
    pub(super) step: Step,
    pub(super) who: u8,
    pub(super) pending: u8,
    pub(super) latch: u8,
}

const _: () = assert!(size_of::<DuelState>() == 16);

impl DuelState {
    /// The side that rolls first.
    #[inline]
    pub fn first(&self) -> usize {
        usize::from(self.who & 1)
    }

    /// 0 while the first roller acts, 1 while the second does.
    #[inline]
    pub fn turn(&self) -> usize {
        usize::from(self.who >> 1 & 1)
    }

    /// The side that nets or rolls at the moment.
    #[inline]
    pub fn roller(&self) -> usize {
        self.first() ^ self.turn()
    }

    /// The other side.
    #[inline]
    pub fn target(&self) -> usize {
        1 - self.roller()
    }

    /// What happens next.
    pub fn step(&self) -> Step {
        self.step
    }

    /// True when the duel is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.step == Step::End
    }
}
