//! The row of Action cards on the table: order, orientation, which lie face-down.

use super::super::cards::{ACTIONS, Cards, Kind, Zone, ones};
use super::gladiator::Gladiator;

impl Gladiator {
    /// Number of Action cards in the row.
    #[inline]
    pub fn row_len(&self) -> u8 {
        ones(self.set[Zone::Play as usize] & ACTIONS)
    }

    /// Kind of the row card at `place`, 0 on the left.
    #[inline]
    pub fn row_kind(&self, place: u8) -> Kind {
        Kind::from_index(self.row >> (2 * place))
    }

    /// Place of a row card.
    #[inline]
    pub fn row_place(&self, kind: Kind) -> Option<u8> {
        if self.set[Zone::Play as usize] & kind.card() == 0 {
            return None;
        }
        // The pair of bits that is the kind; one of them is.
        let other = self.row ^ (kind as u8 * 0b0101_0101);
        let equal = !(other | other >> 1) & 0b0101_0101;
        Some((equal.trailing_zeros() / 2) as u8)
    }

    /// Whether a row card lies rotated.
    #[inline]
    pub fn rotated(&self, kind: Kind) -> bool {
        self.row_flags & kind.card() as u8 != 0
    }

    /// Whether a row card lies face-down.
    #[inline]
    pub fn card_facedown(&self, kind: Kind) -> bool {
        self.row_flags >> 4 & kind.card() as u8 != 0
    }

    /// Which row cards lie rotated (bits 0-3) and face-down (bits 4-7).
    #[inline]
    pub fn row_marks(&self) -> u8 {
        self.row_flags
    }

    /// Blood price of re-using a row card; `None` if it does not lie there.
    #[inline]
    pub fn row_price(&self, kind: Kind) -> Option<u8> {
        let place = self.row_place(kind)?;
        Some(super::super::numbers::Rules::reuse_price(
            self.row_len() - 1 - place,
        ))
    }

    /// Lays an Action card from the hand at the right end.
    #[inline]
    pub(in crate::games::gladiatori) fn lay(&mut self, kind: Kind, rotated: bool) {
        let place = self.row_len();
        self.shift(Cards::of(kind.card()), Zone::Hand, Zone::Play);
        self.row = self.row & !(3 << (2 * place)) | (kind as u8) << (2 * place);
        let bit = kind.card() as u8;
        self.row_flags = self.row_flags & !(bit | bit << 4) | if rotated { bit } else { 0 };
    }

    #[inline]
    pub(in crate::games::gladiatori) fn rotate(&mut self, kind: Kind) {
        self.row_flags |= kind.card() as u8;
    }

    #[inline]
    pub(in crate::games::gladiatori) fn turn_facedown(&mut self, kind: Kind) {
        self.row_flags |= (kind.card() as u8) << 4;
    }

    #[inline]
    pub(in crate::games::gladiatori) fn turn_up(&mut self, kind: Kind) {
        self.row_flags &= !((kind.card() as u8) << 4);
    }

    /// The row cards that lie face-down, as a set of Action cards.
    #[inline]
    pub(in crate::games::gladiatori) fn hidden_row(&self) -> u16 {
        u16::from(self.row_flags >> 4) & self.set[Zone::Play as usize] & ACTIONS
    }

    /// Takes the face-down row cards for other ones, from left to right; they keep places and orientation.
    pub(in crate::games::gladiatori) fn rename_hidden(&mut self, mut kind: impl FnMut() -> Kind) {
        let (hidden, flags) = (self.hidden_row(), self.row_flags);
        let len = self.row_len();
        self.set[Zone::Play as usize] &= !hidden;
        self.row_flags &= !(hidden as u8 | (hidden as u8) << 4);
        for place in 0..len {
            let old = self.row_kind(place).card();
            if hidden & old == 0 {
                continue;
            }
            let (old, new) = (old as u8, kind());
            let bit = new.card() as u8;
            self.set[Zone::Play as usize] |= new.card();
            self.row = self.row & !(3 << (2 * place)) | (new as u8) << (2 * place);
            self.row_flags |= bit << 4 | if flags & old != 0 { bit } else { 0 };
        }
    }

    /// Takes a row card back into the hand; the cards to its right move up.
    #[inline]
    pub(in crate::games::gladiatori) fn take_back(&mut self, kind: Kind) {
        let Some(place) = self.row_place(kind) else {
            return;
        };
        let low = self.row & ((1 << (2 * place)) - 1);
        let high = (self.row >> (2 * place)) >> 2;
        self.row = low | high << (2 * place);
        let bit = kind.card() as u8;
        self.row_flags &= !(bit | bit << 4);
        self.shift(Cards::of(kind.card()), Zone::Play, Zone::Hand);
    }

    /// Every row card to the discard pile.
    #[inline]
    pub(in crate::games::gladiatori) fn clear_row(&mut self) {
        let row = self.set[Zone::Play as usize] & ACTIONS;
        self.set[Zone::Play as usize] &= !ACTIONS;
        self.set[Zone::Discard as usize] |= row;
        (self.row, self.row_flags) = (0, 0);
    }
}
