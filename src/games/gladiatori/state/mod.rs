//! The state of a game, packed: 30 bytes a gladiator, 2 a beast, 4 for the game.
//!
//! | bytes of a gladiator | field | range |
//! |---|---|---|
//! | 0..8 | single cards by zone: hand, HP deck, discard pile, table | 13 bits each, see `cards.rs` |
//! | 8..10 | victory points | |
//! | 10..12 | powers left (9 bits), status (2), waiting Unbeatable (1), its +4 (1) | |
//! | 12..16 | Energy cards by zone | two nibbles |
//! | 16..21 | Endurance, Offense, Guard, Blood, Speed now | 0-15 |
//! | 21, 22 | row: kinds from left to right; which are rotated, which face-down | |
//! | 23 | items (2 bits each: ok, damaged, gone), net in use on a beast (1) | |
//! | 24 | Unbalanced markers (2), face-down (1), Trapped markers (2), trapper (3) | |
//! | 25 | Overskill: skill (2), bonus (3) | |
//! | 26 | Cooperation: target (3), bonus (5) | |
//! | 27, 28 | hex; facing (3) and place chosen by Delay (3) | |
//!
//! Conservation: HAND + HP + DISCARD + table + OUT is the start count of every card; OUT is never stored.

mod beast;
mod gladiator;
mod marks;
mod row;

pub use beast::{Beast, BeastKind};
pub use gladiator::{Gladiator, ItemState, Status};

/// A phase of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Hands are chosen.
    Deck,
    /// Beasts act; before the Action phase of this number, from 0.
    Beasts(u8),
    /// Gladiators act.
    Action(u8),
    /// Cards and skills come back.
    Cleanup,
}

/// A game of `N` gladiators and at most `B` beasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State<const N: usize, const B: usize> {
    /// The gladiators by seat.
    pub g: [Gladiator; N],
    /// The beasts.
    pub beasts: [Beast; B],
    head: Head,
}

/// The game's own four bytes: all of it public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Head {
    clock: u8,
    order: u8,
    acted: u8,
    flags: u8,
}

impl Head {
    /// Turn, from 1.
    #[inline]
    pub fn turn(self) -> u8 {
        self.clock & 15
    }

    /// Number of the phase in the turn: 0 Deck, odd Beasts, even Action, the last Cleanup.
    #[inline]
    pub fn phase(self) -> u8 {
        self.clock >> 4
    }

    /// First Blood has been taken.
    #[inline]
    pub fn first_blood(self) -> bool {
        self.flags & 8 != 0
    }
}

/// A duel: two gladiators, no board.
pub type Duel = State<2, 0>;
/// A game in the arena: up to four gladiators and sixteen beasts.
pub type Arena = State<4, 16>;

const _: () = assert!(size_of::<Gladiator>() == 30);
const _: () = assert!(size_of::<Duel>() <= 64);
const _: () = assert!(size_of::<Arena>() <= 160);

impl<const N: usize, const B: usize> State<N, B> {
    /// Before the first turn; `order` is the stack of discs from the top down \[Game Setup\].
    pub fn new(g: [Gladiator; N], order: &[u8]) -> Self {
        let mut packed = 0;
        let rest = (0..N as u8).filter(|i| !order.contains(i));
        for (place, who) in order.iter().copied().chain(rest).enumerate() {
            packed |= who << (2 * place);
        }
        Self {
            g,
            beasts: [Beast::NONE; B],
            head: Head {
                clock: 1,
                order: packed,
                acted: 0,
                flags: 0,
            },
        }
    }

    /// From its parts.
    pub(in crate::games::gladiatori) fn from_head(
        g: [Gladiator; N],
        beasts: [Beast; B],
        head: Head,
    ) -> Self {
        Self { g, beasts, head }
    }

    /// The game's own bytes.
    #[inline]
    pub fn head(&self) -> Head {
        self.head
    }

    /// Turn, from 1.
    #[inline]
    pub fn turn(&self) -> u8 {
        self.head.clock & 15
    }

    /// Phase of the turn, with `actions` Action phases a turn.
    #[inline]
    pub fn phase(&self, actions: u8) -> Phase {
        match self.head.clock >> 4 {
            0 => Phase::Deck,
            p if p > 2 * actions => Phase::Cleanup,
            p if p % 2 == 1 => Phase::Beasts(p / 2),
            p => Phase::Action(p / 2 - 1),
        }
    }

    #[inline]
    pub(in crate::games::gladiatori) fn next_phase(&mut self) {
        self.head.clock += 16;
    }

    #[inline]
    pub(in crate::games::gladiatori) fn next_turn(&mut self) {
        self.head.clock = (self.head.clock & 15) + 1;
    }

    /// True when the game is over.
    #[inline]
    pub fn over(&self) -> bool {
        self.head.flags & 16 != 0
    }

    #[inline]
    pub(in crate::games::gladiatori) fn end(&mut self) {
        self.head.flags |= 16;
    }

    /// First Blood has been taken.
    #[inline]
    pub fn first_blood(&self) -> bool {
        self.head.flags & 8 != 0
    }

    #[inline]
    pub(in crate::games::gladiatori) fn take_first_blood(&mut self) {
        self.head.flags |= 8;
    }

    /// Number of gladiators that have acted in this phase.
    #[inline]
    pub fn acted_count(&self) -> u8 {
        self.head.flags & 7
    }

    /// Whether a gladiator has acted in this phase.
    #[inline]
    pub fn has_acted(&self, who: u8) -> bool {
        // Pairs of bits that equal `who`, among the first `acted_count` pairs.
        let other = self.head.acted ^ (who * 0b0101_0101);
        let equal = !(other | other >> 1) & 0b0101_0101;
        equal & ((1u16 << (2 * self.acted_count())) - 1) as u8 != 0
    }

    /// Those who have acted in this phase, bit by seat.
    #[inline]
    pub(in crate::games::gladiatori) fn acted(&self) -> u8 {
        let mut set = 0;
        for place in 0..self.acted_count() {
            set |= 1 << (self.head.acted >> (2 * place) & 3);
        }
        set
    }

    /// Who has acted first in this phase; of no meaning where nobody has.
    #[inline]
    pub(in crate::games::gladiatori) fn first_acted(&self) -> u8 {
        self.head.acted & 3
    }

    /// Gladiator at a height of the stack of discs, 0 on top.
    #[inline]
    pub fn disc(&self, height: u8) -> u8 {
        self.head.order >> (2 * height) & 3
    }

    #[inline]
    pub(in crate::games::gladiatori) fn mark_acted(&mut self, who: u8) {
        let n = self.acted_count();
        self.head.acted = self.head.acted & !(3 << (2 * n)) | who << (2 * n);
        self.head.flags += 1;
    }

    /// Lays a disc on top of all others.
    #[inline]
    pub(in crate::games::gladiatori) fn disc_to_top(&mut self, who: u8) {
        let other = self.head.order ^ (who * 0b0101_0101);
        let place = (!(other | other >> 1) & 0b0101_0101).trailing_zeros() / 2;
        let above = self.head.order & ((1u16 << (2 * place)) - 1) as u8;
        let below = (u16::from(self.head.order) >> (2 * place + 2) << (2 * place + 2)) as u8;
        self.head.order = below | above << 2 | who;
    }

    #[inline]
    fn disc_to_bottom(&mut self, who: u8) {
        let place = (0..N as u8).find(|p| self.disc(*p) == who).unwrap_or(0);
        let mut order: [u8; 4] = [0, 1, 2, 3].map(|p| self.disc(p));
        order[usize::from(place)..N].rotate_left(1);
        self.head.order = order
            .iter()
            .enumerate()
            .fold(0, |o, (p, w)| o | w << (2 * p));
    }

    /// Discs of those who acted return at the end of a phase, in the order in which they acted (A11).
    #[inline]
    pub(in crate::games::gladiatori) fn return_discs(&mut self, earlier_on_top: bool) {
        if N == 2 && self.acted_count() == 2 {
            return self.return_two(self.first_acted() & 1, earlier_on_top);
        }
        self.return_each(earlier_on_top);
    }

    fn return_each(&mut self, earlier_on_top: bool) {
        for i in 0..self.acted_count() {
            let who = self.head.acted >> (2 * i) & 3;
            if earlier_on_top {
                self.disc_to_bottom(who)
            } else {
                self.disc_to_top(who)
            }
        }
        self.head.acted = 0;
        self.head.flags &= !7;
    }

    /// The same for two who both acted, `first` before the other.
    #[inline]
    pub(in crate::games::gladiatori) fn return_two(&mut self, first: u8, earlier_on_top: bool) {
        let top = if earlier_on_top { first } else { 1 - first };
        self.head.order = self.head.order & !15 | top | (1 - top) << 2;
        self.head.acted = 0;
        self.head.flags &= !7;
    }

    pub(in crate::games::gladiatori) fn set_order(&mut self, order: [u8; 4]) {
        self.head.order = order
            .iter()
            .enumerate()
            .fold(0, |o, (p, w)| o | w << (2 * p));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gladiatori::cards::{Kind, Zone};
    use crate::games::gladiatori::sheet::Sheet;

    fn sheet() -> Sheet {
        Sheet::core(
            [7, 5, 5, 5, 5],
            6,
            1,
            [crate::games::gladiatori::values::Item {
                hp: 3,
                ..Default::default()
            }; 2],
        )
    }

    #[test]
    fn sizes() {
        assert_eq!(
            (
                size_of::<Gladiator>(),
                size_of::<Duel>(),
                size_of::<Arena>()
            ),
            (30, 64, 156)
        );
    }

    #[test]
    fn the_row_keeps_its_order() {
        let mut g = Gladiator::new(&sheet(), 10, 0);
        for kind in [Kind::Berserk, Kind::Movement, Kind::Strength] {
            g.lay(kind, kind == Kind::Movement);
        }
        assert_eq!(
            [0, 1, 2].map(|p| g.row_kind(p)),
            [Kind::Berserk, Kind::Movement, Kind::Strength]
        );
        assert_eq!(
            [Kind::Berserk, Kind::Movement, Kind::Strength].map(|k| g.row_price(k)),
            [Some(3), Some(2), Some(1)]
        );
        assert_eq!(
            (
                g.row_price(Kind::Dexterity),
                g.rotated(Kind::Movement),
                g.rotated(Kind::Strength)
            ),
            (None, true, false)
        );
        g.take_back(Kind::Movement);
        assert_eq!(
            (g.row_len(), g.row_kind(0), g.row_kind(1)),
            (2, Kind::Berserk, Kind::Strength)
        );
        g.check(&sheet()).unwrap();
        g.clear_row();
        assert_eq!((g.row_len(), g.count(Zone::Discard)), (0, 2));
        g.check(&sheet()).unwrap();
    }

    #[test]
    fn discs_move_in_their_stack() {
        let mut s: State<4, 0> = State::new([Gladiator::ABSENT; 4], &[0, 1, 2, 3]);
        let order = |s: &State<4, 0>| [0, 1, 2, 3].map(|p| s.disc(p));
        s.disc_to_top(2);
        assert_eq!(order(&s), [2, 0, 1, 3]);
        s.disc_to_top(3);
        assert_eq!(order(&s), [3, 2, 0, 1]);
        s.mark_acted(0);
        s.mark_acted(3);
        assert!(s.has_acted(3) && !s.has_acted(2));
        let mut below = s;
        s.return_discs(false);
        assert_eq!(order(&s), [3, 0, 2, 1]);
        below.return_discs(true);
        assert_eq!(order(&below), [2, 1, 0, 3]);
        assert_eq!(below.acted_count(), 0);
    }

    #[test]
    fn beasts_are_packed() {
        let b = Beast::waiting_one(BeastKind::Bear);
        assert!(b.waiting() && !b.present() && b.kind() == BeastKind::Bear);
        let b = b.at(60, 5).with_trapped(3).with_moved(true);
        assert!(b.present() && (b.hex(), b.facing(), b.trapped(), b.moved()) == (60, 5, 3, true));
        assert!(Beast::NONE.is_none() && !Beast::NONE.present() && !Beast::NONE.waiting());
    }
}
