//! A whole game between two steps, in eight bytes.

use super::{Fight, Health, Outcome};
use std::fmt;

/// What happens next in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Enemy cards are drawn.
    Draw,
    /// The event die is rolled, shifted or not, and takes effect.
    Event,
    /// A match is fought.
    Match,
    /// The round is done; one health die may be rolled.
    Gamble,
    /// Bloody conquest.
    Conquest,
    /// Agonizing death.
    Death,
    /// A fight reached the cap on matches.
    Stalled,
}

/// A whole game between two steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameState(u64);

const _: () =
    assert!(size_of::<GameState>() == 8 && size_of::<Outcome>() == 2 && size_of::<Health>() == 2);

/// Position and width of a field.
type Field = (u32, u32);

const LOW: Field = (0, 3);

const HIGH: Field = (3, 3);

const GLORY: Field = (6, 3);

const ENEMY: Field = (9, 3);

const ROUND: Field = (12, 3);

const EVENT: Field = (15, 3);

const PHASE: Field = (18, 3);

const RIGHT: Field = (21, 1);

const BARGAINED: Field = (22, 1);

const MATCHES: Field = (23, 10);

const DECK: Field = (33, 5);

const ROW_LEN: Field = (38, 3);

const ROW: Field = (41, 15);

const TO_DRAW: Field = (56, 3);

impl GameState {
    /// A game at its first step: nothing drawn, `to_draw` cards to draw from the whole deck.
    pub fn start(health: Health, glory: u8, cards: u8, to_draw: u8) -> Self {
        let mut s = Self(0);
        s.set_health(health);
        s.set_glory(glory);
        s.set(ROUND, 1);
        s.set(DECK, (1 << cards) - 1);
        s.set(TO_DRAW, u64::from(to_draw));
        s
    }

    #[inline(always)]
    fn get(self, field: Field) -> u8 {
        (self.0 >> field.0) as u8 & ((1u16 << field.1) - 1) as u8
    }

    #[inline(always)]
    fn set(&mut self, field: Field, value: u64) {
        let mask = ((1u64 << field.1) - 1) << field.0;
        debug_assert!(value < 1 << field.1);
        self.0 = self.0 & !mask | value << field.0;
    }

    /// The health dice.
    #[inline]
    pub fn health(self) -> Health {
        Health {
            low: self.get(LOW),
            high: self.get(HIGH),
        }
    }

    /// Sets the health dice.
    #[inline]
    pub fn set_health(&mut self, health: Health) {
        self.set(LOW, health.low.into());
        self.set(HIGH, health.high.into());
    }

    /// Glory, 0..=5.
    #[inline]
    pub fn glory(self) -> u8 {
        self.get(GLORY)
    }

    /// Sets the glory.
    #[inline]
    pub fn set_glory(&mut self, glory: u8) {
        self.set(GLORY, glory.into());
    }

    /// Health of the enemy being fought.
    #[inline]
    pub fn enemy(self) -> u8 {
        self.get(ENEMY)
    }

    /// Sets the enemy health.
    #[inline]
    pub fn set_enemy(&mut self, enemy: u8) {
        self.set(ENEMY, enemy.into());
    }

    /// Round, 1..=6.
    #[inline]
    pub fn round(self) -> u8 {
        self.get(ROUND)
    }

    /// Sets the round.
    pub fn set_round(&mut self, round: u8) {
        self.set(ROUND, round.into());
    }

    /// Face of the event in force, 1..=6; 0 before the first.
    #[inline]
    pub fn event(self) -> u8 {
        self.get(EVENT)
    }

    /// Sets the event.
    pub fn set_event(&mut self, event: u8) {
        self.set(EVENT, event.into());
    }

    /// What happens next.
    #[inline]
    pub fn phase(self) -> Phase {
        match self.get(PHASE) {
            0 => Phase::Draw,
            1 => Phase::Event,
            2 => Phase::Match,
            3 => Phase::Gamble,
            4 => Phase::Conquest,
            5 => Phase::Death,
            _ => Phase::Stalled,
        }
    }

    /// Sets what happens next.
    #[inline]
    pub fn set_phase(&mut self, phase: Phase) {
        self.set(PHASE, phase as u64);
    }

    /// True when the game is over.
    #[inline]
    pub fn is_over(self) -> bool {
        self.get(PHASE) >= Phase::Conquest as u8
    }

    /// Whether event 1 still allows a combat 1 to be rolled again.
    #[inline]
    pub fn right(self) -> bool {
        self.get(RIGHT) == 1
    }

    /// Sets the right of event 1.
    #[inline]
    pub fn set_right(&mut self, right: bool) {
        self.set(RIGHT, right.into());
    }

    /// Whether the bargain has been struck against this enemy (kept only under `bargain_limit=enemy`).
    #[inline]
    pub fn bargained(self) -> bool {
        self.get(BARGAINED) == 1
    }

    /// Sets whether the bargain has been struck.
    #[inline]
    pub fn set_bargained(&mut self, bargained: bool) {
        self.set(BARGAINED, bargained.into());
    }

    /// Matches fought against this enemy (kept only under a cap on matches).
    #[inline]
    pub fn matches(self) -> u16 {
        (self.0 >> MATCHES.0) as u16 & 1023
    }

    /// Sets the matches fought against this enemy.
    #[inline]
    pub fn set_matches(&mut self, matches: u16) {
        self.set(MATCHES, matches.into());
    }

    /// Cards in the deck, one bit each.
    #[inline]
    pub fn deck(self) -> u8 {
        self.get(DECK)
    }

    /// Sets the deck.
    pub fn set_deck(&mut self, deck: u8) {
        self.set(DECK, deck.into());
    }

    /// Cards still to draw for the row.
    pub fn to_draw(self) -> u8 {
        self.get(TO_DRAW)
    }

    /// Sets the cards still to draw.
    pub fn set_to_draw(&mut self, n: u8) {
        self.set(TO_DRAW, n.into());
    }

    /// The row.
    #[inline]
    pub fn row(self) -> Row {
        Row {
            len: self.get(ROW_LEN),
            cards: (self.0 >> ROW.0) as u16 & 0x7fff,
        }
    }

    /// Sets the row.
    #[inline]
    pub fn set_row(&mut self, row: Row) {
        self.set(ROW_LEN, row.len.into());
        self.set(ROW, row.cards.into());
    }

    /// Player and enemy, while a match is next.
    #[inline]
    pub fn fight(self) -> Fight {
        Fight {
            health: self.health(),
            glory: self.glory(),
            enemy: self.enemy(),
        }
    }
}

impl fmt::Debug for GameState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameState")
            .field("phase", &self.phase())
            .field("round", &self.round())
            .field("event", &self.event())
            .field("health", &self.health())
            .field("glory", &self.glory())
            .field("enemy", &self.enemy())
            .field("deck", &self.deck())
            .field("row", &self.row().iter().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// Enemies of a round that are left, in order; cards are numbers below 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Row {
    len: u8,
    cards: u16,
}

impl Row {
    /// From cards in order.
    ///
    /// # Panics
    /// Beyond five cards.
    pub fn new(cards: &[u8]) -> Self {
        let mut row = Self::default();
        cards.iter().for_each(|&c| row.push(c));
        row
    }

    /// Number of cards.
    #[inline]
    pub fn len(self) -> u8 {
        self.len
    }

    /// True when nobody is left.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The one being fought.
    #[inline]
    pub fn first(self) -> u8 {
        self.cards as u8 & 7
    }

    /// The card at this place.
    #[inline]
    pub fn get(self, at: u8) -> u8 {
        (self.cards >> (3 * at)) as u8 & 7
    }

    /// One more at the right end.
    pub fn push(&mut self, card: u8) {
        assert!(self.len < 5, "a row has at most five cards");
        self.cards |= u16::from(card) << (3 * self.len);
        self.len += 1;
    }

    /// The row without its first card.
    #[inline]
    pub fn rest(self) -> Self {
        Self {
            len: self.len - 1,
            cards: self.cards >> 3,
        }
    }

    /// The cards in order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..self.len).map(move |i| self.get(i))
    }

    /// The cards, one bit each.
    #[inline]
    pub fn mask(self) -> u8 {
        self.iter().fold(0, |m, c| m | 1 << c)
    }

    /// A number below 2^18 that names the row.
    #[inline]
    pub fn code(self) -> u32 {
        u32::from(self.len) << 15 | u32::from(self.cards)
    }
}
