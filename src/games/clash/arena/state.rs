//! The whole game, packed into 144 bytes.
//!
//! | field | bytes | what |
//! |---|---|---|
//! | `cells` | 64 | a space in 2 bytes: 0 empty, else number of the unit (12 bits) and owner (0..=4, 7 for an animal) |
//! | `teams`, `animals` | 24 | where they stand, as masks (always in step with `cells`) |
//! | `cards` | 20 | animal cards: the face-down stack, after the fill the open reserve in its order |
//! | `stack`, `carriers`, `hand` | 15 | gladiators in the stacks, carriers left, who is on a carrier off the board |
//! | `gladiators`, `taken_animals` | 10 | in front of each player |
//! | the rest | 11 | counters, seat to move, phase |
//!
//! The order of the face-down stack is not stored: a card is drawn when it is turned over, which is the same to
//! everybody at the table. So nothing in the state is hidden from a player.

use super::board::{MOST_SPACES, Mask};
use super::units::UnitId;

/// Most players.
pub const MOST_PLAYERS: usize = 5;
/// Most animal cards.
pub const MOST_CARDS: usize = 20;
/// Owner of an animal.
pub(super) const WILD: usize = 7;

/// How a game ended \[Game End\]; stalemate and cap are ours (C16, C17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum End {
    /// Only one player has gladiators on the board.
    LastPlayer,
    /// All animals are defeated.
    Animals,
    /// Every player in turn has passed.
    Stalemate,
    /// As many turns as the cap allows.
    Cap,
}

impl End {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::LastPlayer, Self::Animals, Self::Stalemate, Self::Cap];

    /// The word of case files and tables.
    pub fn name(self) -> &'static str {
        ["last_player", "animals", "stalemate", "cap"][self as usize]
    }
}

/// Where a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Teams enter.
    Draft,
    /// Animals are drawn and placed.
    Fill,
    /// Turns.
    Duels,
    /// Over.
    Over(End),
}

/// A whole game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    cells: [u16; MOST_SPACES],
    teams: [Mask; MOST_PLAYERS],
    animals: Mask,
    /// Turns played, passes included.
    pub turn: u16,
    /// Seat to move.
    pub to_move: u8,
    /// Where the game is.
    pub phase: Phase,
    /// Passes in a row.
    pub passes: u8,
    /// Gladiators out of the game.
    pub discarded: u8,
    /// Animals defeated by nobody.
    pub animals_removed: u8,
    cards_left: u8,
    pub(super) cards: [u8; MOST_CARDS],
    /// Gladiators in the stacks, by kind.
    pub stack: [u8; 5],
    /// Carriers that are not on the board yet.
    pub carriers: [u8; MOST_PLAYERS],
    /// Multiset on the carrier that is filled off the board (`draft_style=fill_then_place`).
    pub hand: [u8; MOST_PLAYERS],
    /// Gladiators in front of each player.
    pub gladiators: [u8; MOST_PLAYERS],
    /// Animals in front of each player.
    pub taken_animals: [u8; MOST_PLAYERS],
}

const _: () = assert!(size_of::<State>() == 144);

impl State {
    /// An empty board before the draft.
    pub(super) fn new(stack: [u8; 5], carriers: [u8; MOST_PLAYERS], cards: &[u8]) -> Self {
        let mut state = Self {
            cells: [0; MOST_SPACES],
            teams: [0; MOST_PLAYERS],
            animals: 0,
            turn: 0,
            to_move: 0,
            phase: Phase::Draft,
            passes: 0,
            discarded: 0,
            animals_removed: 0,
            cards_left: 0,
            cards: [0; MOST_CARDS],
            stack,
            carriers,
            hand: [0; MOST_PLAYERS],
            gladiators: [0; MOST_PLAYERS],
            taken_animals: [0; MOST_PLAYERS],
        };
        cards.iter().for_each(|&card| state.add_card(card));
        state
    }

    /// The unit on a space; `None` on an empty one.
    #[inline]
    pub fn at(&self, space: usize) -> Option<UnitId> {
        let cell = self.cells[space];
        (cell != 0).then_some(cell & 0xfff)
    }

    /// The unit on a space that is not empty.
    #[inline]
    pub fn unit(&self, space: usize) -> UnitId {
        self.cells[space] & 0xfff
    }

    /// The unit on a space that is not empty, and its owner's seat or [`WILD`].
    #[inline]
    pub(super) fn unit_of(&self, space: usize) -> (UnitId, usize) {
        let cell = self.cells[space];
        (cell & 0xfff, usize::from(cell >> 12))
    }

    /// Owner of the team on a space; `None` for an animal or an empty space.
    #[inline]
    pub fn owner(&self, space: usize) -> Option<usize> {
        let cell = self.cells[space];
        (cell != 0 && usize::from(cell >> 12) != WILD).then_some(usize::from(cell >> 12))
    }

    /// Puts a team on an empty space, or another number in place of a seat's team there.
    #[inline]
    pub(super) fn put_team(&mut self, space: usize, seat: usize, team: UnitId) {
        self.cells[space] = team | (seat as u16) << 12;
        self.teams[seat] |= 1 << space;
    }

    /// Puts an animal on an empty space, or another number in place of the animal there.
    #[inline]
    pub(super) fn put_animal(&mut self, space: usize, animal: UnitId) {
        self.cells[space] = animal | (WILD as u16) << 12;
        self.animals |= 1 << space;
    }

    /// Empties a space.
    #[inline]
    pub(super) fn clear(&mut self, space: usize) {
        self.cells[space] = 0;
        let others = !(1 << space);
        self.animals &= others;
        self.teams.iter_mut().for_each(|mask| *mask &= others);
    }

    /// Spaces of a seat's teams.
    #[inline]
    pub fn teams(&self, seat: usize) -> Mask {
        self.teams[seat]
    }

    /// Spaces of all teams.
    #[inline]
    pub fn all_teams(&self) -> Mask {
        self.teams.iter().fold(0, |all, mask| all | mask)
    }

    /// Spaces of the animals.
    #[inline]
    pub fn animals(&self) -> Mask {
        self.animals
    }

    /// Spaces that are not empty.
    #[inline]
    pub fn occupied(&self) -> Mask {
        self.all_teams() | self.animals
    }

    /// Players who have gladiators on the board.
    #[inline]
    pub fn players_left(&self) -> usize {
        self.teams.iter().filter(|&&mask| mask != 0).count()
    }

    /// The cards of the stack or the reserve.
    #[inline]
    pub fn cards(&self) -> &[u8] {
        &self.cards[..usize::from(self.cards_left)]
    }

    /// Lays a card at the end of the reserve.
    pub(super) fn add_card(&mut self, card: u8) {
        self.cards[usize::from(self.cards_left)] = card;
        self.cards_left += 1;
    }

    /// Takes a card; those behind it move up.
    #[inline]
    pub(super) fn take_card(&mut self, at: usize) -> u8 {
        let card = self.cards[at];
        let left = usize::from(self.cards_left);
        self.cards.copy_within(at + 1..left, at);
        self.cards[left - 1] = 0;
        self.cards_left -= 1;
        card
    }

    /// How the game ended; `None` while it goes on.
    #[inline]
    pub fn ended(&self) -> Option<End> {
        match self.phase {
            Phase::Over(end) => Some(end),
            _ => None,
        }
    }
}
