//! The enemy deck: draws and reshuffles \[R1: Draw enemy cards\].

use crate::chance::{Chance, Dist};

/// The enemy cards, one bit each: those in the deck, those in the row, the discards being the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pile {
    /// Cards in the deck.
    pub deck: u8,
    /// Cards in the row.
    pub row: u8,
}

/// How cards are drawn.
#[derive(Debug, Clone)]
pub struct Drawing {
    all: u8,
    at_once: bool,
    /// Uniform over the cards of each deck, by its bits.
    decks: Vec<Dist<u8>>,
}

impl Drawing {
    /// For `cards` cards (1..=8). `at_once`: the reading `reshuffle=at_once`.
    pub fn new(cards: u8, at_once: bool) -> Self {
        assert!((1..=8).contains(&cards));
        let all = ((1u16 << cards) - 1) as u8;
        let uniform = |deck: u8| Dist::uniform((0..8u8).filter(|c| deck >> c & 1 == 1));
        // The empty deck is never drawn from; its place holds the whole one.
        let decks = (0..=all)
            .map(|deck| uniform(if deck == 0 { all } else { deck }))
            .collect();
        Self {
            all,
            at_once,
            decks,
        }
    }

    /// The whole deck, before the first round.
    pub fn whole(&self) -> Pile {
        Pile {
            deck: self.all,
            row: 0,
        }
    }

    /// The cards that can be drawn next: of the deck, or of the discards when it is empty; 0 when there is none at all.
    pub fn available(&self, pile: Pile) -> u8 {
        if pile.deck != 0 {
            pile.deck
        } else {
            self.all & !pile.row
        }
    }

    /// Uniform over the cards of a deck that is not empty.
    pub fn deck(&self, deck: u8) -> &Dist<u8> {
        &self.decks[usize::from(deck)]
    }

    /// The pile after a card has been drawn.
    pub fn drawn(&self, pile: Pile, card: u8) -> Pile {
        let mut next = Pile {
            deck: self.available(pile) & !(1 << card),
            row: pile.row | 1 << card,
        };
        if self.at_once && next.deck == 0 {
            next.deck = self.all & !next.row;
        }
        next
    }

    /// Draws a card, reshuffling the discards when one is needed and none is left; `None` when there is none at all.
    pub fn draw<C: Chance>(&self, pile: &mut Pile, chance: &mut C) -> Option<u8> {
        let available = self.available(*pile);
        if available == 0 {
            return None;
        }
        let card = chance.draw("card", self.deck(available));
        *pile = self.drawn(*pile, card);
        Some(card)
    }
}
