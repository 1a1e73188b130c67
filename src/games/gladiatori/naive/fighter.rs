//! A fighter of the naive twin: lists of cards, and what is done with them.

use super::{Card, Item, Naive, Start};
use Card::{Berserk, Dexterity, Movement, One, Strength, Zero};

/// A card of the row.
#[derive(Debug, Clone)]
pub(super) struct Laid {
    pub(super) card: Card,
    pub(super) rotated: bool,
    pub(super) facedown: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Fighter {
    pub(super) start: Start,
    pub(super) stats: [u8; 5],
    pub(super) hand: Vec<Card>,
    pub(super) deck: Vec<Card>,
    pub(super) discard: Vec<Card>,
    pub(super) row: Vec<Laid>,
    pub(super) items: Vec<Item>,
    pub(super) vp: i32,
    pub(super) alive: bool,
}

pub(super) fn hp(card: Card) -> u8 {
    if matches!(card, One | Zero) { 1 } else { 2 }
}

pub(super) fn take(from: &mut Vec<Card>, card: Card) -> bool {
    match from.iter().position(|c| *c == card) {
        Some(at) => {
            from.remove(at);
            true
        }
        None => false,
    }
}

pub(super) fn count(cards: &[Card], card: Card) -> usize {
    cards.iter().filter(|c| **c == card).count()
}

pub(super) const FIXED: [Card; 4] = [Strength, Dexterity, Berserk, Movement];

impl Fighter {
    pub(super) fn new(start: &Start) -> Self {
        let mut hand = FIXED.to_vec();
        hand.extend(std::iter::repeat_n(One, start.ones));
        hand.extend(std::iter::repeat_n(Zero, start.zeros));
        Self {
            stats: start.stats,
            hand,
            deck: Vec::new(),
            discard: Vec::new(),
            row: Vec::new(),
            items: start.items.clone(),
            vp: 10,
            alive: true,
            start: start.clone(),
        }
    }

    pub(super) fn deck_phase(&mut self) {
        self.hand.append(&mut self.deck);
        while self.deck.iter().map(|c| hp(*c)).sum::<u8>() < self.start.hp_target {
            if take(&mut self.hand, Zero) {
                self.deck.push(Zero);
            } else if take(&mut self.hand, One) {
                self.deck.push(One);
            } else {
                break;
            }
        }
    }

    pub(super) fn regain(&mut self, most: u8, stats: &[usize]) -> bool {
        let mut any = false;
        for _ in 0..most {
            if let Some(card) = FIXED.into_iter().find(|c| self.discard.contains(c)) {
                take(&mut self.discard, card);
                self.hand.push(card);
            } else if let Some(s) = stats
                .iter()
                .find(|s| self.stats[**s] < self.start.stats[**s])
            {
                self.stats[*s] += 1;
            } else if take(&mut self.discard, One) {
                self.hand.push(One);
            } else if take(&mut self.discard, Zero) {
                self.hand.push(Zero);
            } else {
                break;
            }
            any = true;
        }
        any
    }

    /// Something could be regained by Recover.
    pub(super) fn lacks(&self) -> bool {
        (1..5).any(|s| self.stats[s] < self.start.stats[s]) || !self.discard.is_empty()
    }

    pub(super) fn recover(&mut self, card: Card) {
        self.lay(card, true);
        self.regain(3, &[3, 2, 1, 4]);
        self.row.last_mut().expect("just laid").facedown = true;
    }

    pub(super) fn lay(&mut self, card: Card, rotated: bool) {
        take(&mut self.hand, card);
        self.row.push(Laid {
            card,
            rotated,
            facedown: false,
        });
    }

    /// The rightmost card of the row that fits, if its Blood can be paid.
    pub(super) fn row_card(&self, fits: impl Fn(&Laid) -> bool) -> Option<(usize, u8)> {
        let at = self.row.iter().rposition(fits)?;
        let price = (self.row.len() - at) as u8;
        (price <= self.stats[3]).then_some((at, price))
    }

    pub(super) fn choose(
        &self,
        cards: &[Card],
        order: &[Card],
        pick: &mut impl FnMut(u8) -> u8,
    ) -> Option<Card> {
        let mine: Vec<Card> = cards
            .iter()
            .copied()
            .filter(|c| self.hand.contains(c))
            .collect();
        match (mine.len(), self.start.policy) {
            (0, _) => None,
            (1, _) => Some(mine[0]),
            (n, Naive::UniformMix) => Some(mine[usize::from(pick(n as u8))]),
            _ => order.iter().copied().find(|c| mine.contains(c)),
        }
    }

    pub(super) fn kill_or_pay(&mut self, damage: u8) -> (u8, bool) {
        let sum: u8 = self.deck.iter().map(|c| hp(*c)).sum::<u8>()
            + self.items.iter().map(|i| i[2]).sum::<u8>();
        if damage > sum {
            self.alive = false;
            return (damage.min(sum + 1), true);
        }
        let mut left = i16::from(damage);
        for card in [Zero, One, Strength, Dexterity, Berserk, Movement] {
            while left > 0 && take(&mut self.deck, card) {
                left -= i16::from(hp(card));
            }
        }
        while left > 0 {
            let cheapest = self
                .items
                .iter()
                .enumerate()
                .min_by_key(|(i, x)| (x[2], x[0] + x[1], *i))
                .map(|(i, _)| i);
            let Some(at) = cheapest else { break };
            left -= i16::from(self.items.remove(at)[2]);
        }
        (damage, false)
    }
}
