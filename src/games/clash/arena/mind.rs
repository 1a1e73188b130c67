//! The decisions of a whole game, as a trait: what the rules ask of a player.

use super::board::Mask;
use super::luck::Luck;
use super::moves::{Action, Movers};
use super::setup::Arena;
use super::state::State;
use super::units::UnitId;
use crate::games::clash::counts::Kind;

/// What a player sees: the whole table. Nothing is hidden except the order of the face-down animal stack,
/// which the state
/// does not hold.
#[derive(Debug, Clone, Copy)]
pub struct Table<'a> {
    /// The game.
    pub arena: &'a Arena,
    /// The table as it lies.
    pub state: &'a State,
    /// The deciding seat.
    pub seat: usize,
}

/// A gladiator's way into the arena \[Entering the Arena\].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The own unfinished team that it joins; `None`: it opens a new carrier.
    pub joins: Option<usize>,
    /// Which gladiator.
    pub kind: Kind,
}

/// Takes the decisions of one seat.
pub trait Mind {
    /// Which gladiator enters, and where to. `may_open`: a carrier is left; `unfinished`: own teams with a place free.
    /// One of the two is always possible. Under `draft_style=fill_then_place` only the kind counts.
    fn draft<L: Luck>(
        &self,
        table: &Table<'_>,
        may_open: bool,
        unfinished: Mask,
        luck: &mut L,
    ) -> Entry;
    /// Which of the allowed spaces a new carrier takes.
    fn place<L: Luck>(&self, table: &Table<'_>, allowed: Mask, luck: &mut L) -> usize;
    /// Which free space a drawn animal takes.
    fn fill<L: Luck>(&self, table: &Table<'_>, animal: UnitId, free: Mask, luck: &mut L) -> usize;
    /// One of the options, of which there is at least one; `None` passes, where that is allowed (`challenge=may`).
    fn turn<L: Luck>(&self, table: &Table<'_>, movers: &Movers, luck: &mut L) -> Option<Action>;
    /// The other player who rolls for a challenged wild animal.
    fn stand_in<L: Luck>(&self, table: &Table<'_>, luck: &mut L) -> usize;
    /// The duel policy, as a number of [`super::duels::DuelTables::specs`].
    fn duel(&self) -> u8;
}

/// Who sits where.
#[derive(Debug, Clone, Copy)]
pub struct Seats<'a, M> {
    minds: [&'a M; 5],
}

impl<'a, M> Seats<'a, M> {
    /// `mind_of(seat)` for each seat.
    pub fn new(mind_of: impl Fn(usize) -> &'a M) -> Self {
        Self {
            minds: std::array::from_fn(mind_of),
        }
    }

    /// The mind of a seat.
    #[inline]
    pub fn of(&self, seat: usize) -> &'a M {
        self.minds[seat]
    }
}
