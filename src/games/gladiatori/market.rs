//! Items before a game: by auction and by selection, as its players would \[Item cards\].
//!
//! What an item is worth to a player is a rule of thumb: attack + defense, one more for a throwing weapon or a Net. Who may
//! hold an item (fewer than two, none of its symbol) bids a number of Energy cards drawn evenly from none to its worth, half of his
//! cards at most, 1-Energy cards first; others bid nothing. A selection takes the item of the highest worth, ties by lot.

use super::campaign::{Bid, auction_winner, picks};
use super::draws::uniform;
use super::numbers::Rules;
use super::sheet::Sheet;
use super::values::Item;
use super::watch::{Watch, say};
use crate::chance::Chance;

/// How items come to the gladiators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dealing {
    /// By auction \[By Auction\].
    Auction,
    /// By selection \[By Selection\].
    Selection,
}

/// The item cards and how they are dealt.
#[derive(Debug, Clone)]
pub struct Market {
    /// How.
    pub dealing: Dealing,
    /// Every item: name and card, at most 32.
    pub items: Vec<(String, Item)>,
}

/// Who got what for how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Deal {
    /// By seat: items as indices into the market, with what was paid.
    pub got: [[Option<(u8, Bid)>; 2]; 4],
}

/// Auctions that are held anew until everybody has two items (A52) before the last one stands.
const MOST_AGAIN: u8 = 100;

/// No item.
const NOTHING: Item = Item {
    attack: 0,
    defense: 0,
    hp: 0,
    thrown: false,
    net: false,
    symbol: u8::MAX,
};

impl Deal {
    fn holds(&self, seat: usize, symbol: u8, market: &Market) -> bool {
        let same = |(i, _): &(u8, Bid)| market.items[usize::from(*i)].1.symbol == symbol;
        self.got[seat].iter().flatten().any(same)
    }

    fn count(&self, seat: usize) -> usize {
        self.got[seat].iter().flatten().count()
    }

    fn give(&mut self, seat: usize, item: u8, price: Bid) {
        if let Some(place) = self.got[seat].iter_mut().find(|p| p.is_none()) {
            *place = Some((item, price));
        }
    }

    fn paid(&self, seat: usize) -> Bid {
        self.got[seat]
            .iter()
            .flatten()
            .fold(Bid::default(), |sum, (_, b)| Bid {
                e1: sum.e1 + b.e1,
                e0: sum.e0 + b.e0,
            })
    }
}

/// What an item is worth, by the rule of thumb.
fn worth(item: &Item) -> u8 {
    item.attack + item.defense + u8::from(item.thrown || item.net)
}

impl Market {
    /// Deals items for a game and lays them on the sheets; bids that won start in the discard pile.
    pub fn deal<C: Chance, W: Watch>(
        &self,
        rules: &Rules,
        sheets: &mut [Sheet],
        chance: &mut C,
        watch: &mut W,
    ) -> Deal {
        let deal = match self.dealing {
            Dealing::Auction => self.auction(rules, sheets, chance, watch),
            Dealing::Selection => self.selection(sheets.len(), chance, watch),
        };
        for (seat, sheet) in sheets.iter_mut().enumerate() {
            let [a, b] = deal.got[seat];
            let card =
                |got: Option<(u8, Bid)>| got.map_or(NOTHING, |(i, _)| self.items[usize::from(i)].1);
            sheet.items = [card(a), card(b)];
            let paid = deal.paid(seat);
            sheet.discarded = [paid.e1, paid.e0];
        }
        deal
    }

    /// The first `n` cards of the shuffled deck.
    fn shuffled<C: Chance>(&self, n: usize, chance: &mut C) -> ([u8; 32], usize) {
        let size = self.items.len().min(32);
        let mut deck = [0; 32];
        for (i, slot) in deck.iter_mut().enumerate() {
            *slot = i as u8;
        }
        let n = n.min(size);
        for i in 0..n {
            let left = (size - i) as u8;
            let k = if left > 1 {
                chance.draw("item_card", uniform(left))
            } else {
                0
            };
            deck.swap(i, i + usize::from(k));
        }
        (deck, n)
    }

    fn auction<C: Chance, W: Watch>(
        &self,
        rules: &Rules,
        sheets: &[Sheet],
        chance: &mut C,
        watch: &mut W,
    ) -> Deal {
        let mut round = 0;
        loop {
            let deal = self.one_auction(sheets, chance, watch);
            round += 1;
            let full = (0..sheets.len()).all(|s| deal.count(s) == 2);
            if full || !rules.r.auction_redraw || round == MOST_AGAIN {
                return deal;
            }
            say!(
                watch,
                "Somebody has fewer than two items: the auction is held anew"
            );
        }
    }

    fn one_auction<C: Chance, W: Watch>(
        &self,
        sheets: &[Sheet],
        chance: &mut C,
        watch: &mut W,
    ) -> Deal {
        let players = sheets.len();
        let mut deal = Deal::default();
        let (deck, n) = self.shuffled(2 * players, chance);
        for index in &deck[..n] {
            let (name, item) = &self.items[usize::from(*index)];
            let mut bids = [Bid::default(); 4];
            for seat in 0..players {
                bids[seat] = self.bid(&deal, seat, &sheets[seat], item, chance);
            }
            let told =
                |seat: usize| format!("#{seat} bids {} and {}", bids[seat].e1, bids[seat].e0);
            match auction_winner(&bids[..players]) {
                Some(seat) => {
                    // A second item of one symbol, or a third one, leaves the game (A52).
                    let keeps = deal.count(seat) < 2 && !deal.holds(seat, item.symbol, self);
                    say!(
                        watch,
                        "{name} goes to #{seat} ({} 1-Energy and 0-Energy cards)",
                        (0..players).map(told).collect::<Vec<_>>().join(", ")
                    );
                    if keeps {
                        deal.give(seat, *index, bids[seat]);
                    }
                }
                None => say!(watch, "{name} goes to nobody: the best bids are level"),
            }
        }
        deal
    }

    /// A secret bid, by the rule of thumb.
    fn bid<C: Chance>(
        &self,
        deal: &Deal,
        seat: usize,
        sheet: &Sheet,
        item: &Item,
        chance: &mut C,
    ) -> Bid {
        if deal.count(seat) == 2 || deal.holds(seat, item.symbol, self) {
            return Bid::default();
        }
        let paid = deal.paid(seat);
        let (e1, e0) = (sheet.e1 - paid.e1, sheet.e0 - paid.e0);
        let most = worth(item).min((e1 + e0).div_ceil(2));
        let n = if most > 0 {
            chance.draw("bid", uniform(most + 1))
        } else {
            0
        };
        let e1 = n.min(e1);
        Bid {
            e1,
            e0: (n - e1).min(e0),
        }
    }

    fn selection<C: Chance, W: Watch>(
        &self,
        players: usize,
        chance: &mut C,
        watch: &mut W,
    ) -> Deal {
        let mut deal = Deal::default();
        let (deck, n) = self.shuffled(2 * players + 1, chance);
        let mut open = [true; 32];
        let first = if players > 1 {
            usize::from(chance.draw("first_pick", uniform(players as u8)))
        } else {
            0
        };
        for turn in picks(players) {
            let seat = (turn + first) % players;
            let fits = |k: &usize| {
                open[*k] && !deal.holds(seat, self.items[usize::from(deck[*k])].1.symbol, self)
            };
            let value = |k: &usize| worth(&self.items[usize::from(deck[*k])].1);
            let Some(best) = (0..n).filter(fits).map(|k| value(&k)).max() else {
                continue;
            };
            let ties = (0..n).filter(|k| fits(k) && value(k) == best);
            let count = ties.clone().count() as u8;
            let k = if count > 1 {
                chance.draw("pick", uniform(count))
            } else {
                0
            };
            let Some(k) = ties.clone().nth(k.into()) else {
                continue;
            };
            say!(
                watch,
                "#{seat} takes {}",
                self.items[usize::from(deck[k])].0
            );
            open[k] = false;
            deal.give(seat, deck[k], Bid::default());
        }
        deal
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::Data;
    use super::super::draws::Even;
    use super::super::sheet::item;
    use super::super::watch::Deaf;
    use super::*;

    fn market(dealing: Dealing) -> (Market, Vec<Sheet>) {
        let data = Data::embedded().unwrap();
        let items = data
            .ids("item")
            .iter()
            .map(|id| (id.to_string(), item(&data, id).unwrap()))
            .collect();
        let sheets = ["secutor", "thraex", "mirmillo"]
            .map(|n| Sheet::ready_made(&data, n).unwrap())
            .to_vec();
        (Market { dealing, items }, sheets)
    }

    #[test]
    fn what_is_dealt_keeps_the_rules() {
        let rules = Rules::default_rules().unwrap();
        for dealing in [Dealing::Auction, Dealing::Selection] {
            let (market, start) = market(dealing);
            let (mut full, mut paid) = (0, 0);
            let mut chance = Even::new(3, "market", 0);
            for _ in 0..500 {
                let mut sheets = start.clone();
                let deal = market.deal(&rules, &mut sheets, &mut chance, &mut Deaf);
                let mut taken: Vec<u8> = deal.got.iter().flatten().flatten().map(|g| g.0).collect();
                taken.sort_unstable();
                assert!(taken.windows(2).all(|w| w[0] != w[1]), "a card twice");
                for (seat, (sheet, before)) in sheets.iter().zip(&start).enumerate() {
                    let [a, b] = sheet.items;
                    assert!(a.symbol != b.symbol || a == NOTHING);
                    full += u32::from(deal.count(seat) == 2);
                    assert_eq!(sheet.discarded, [deal.paid(seat).e1, deal.paid(seat).e0]);
                    assert!(sheet.discarded[0] <= before.e1 && sheet.discarded[1] <= before.e0);
                    paid += u32::from(sheet.discarded[0]);
                }
            }
            match dealing {
                Dealing::Auction => assert!(paid > 500 && full > 100, "{paid} {full}"),
                Dealing::Selection => assert!(paid == 0 && full > 1450, "{paid} {full}"),
            }
        }
    }

    #[test]
    fn an_auction_is_held_anew_where_that_is_asked() {
        let (market, start) = market(Dealing::Auction);
        let mut rules = Rules::default_rules().unwrap();
        let full = |rules: &Rules| {
            let mut chance = Even::new(3, "market", 1);
            (0..40)
                .filter(|_| {
                    let mut sheets = start[..2].to_vec();
                    let deal = market.deal(rules, &mut sheets, &mut chance, &mut Deaf);
                    (0..2).all(|s| deal.count(s) == 2)
                })
                .count()
        };
        let once = full(&rules);
        rules.r.auction_redraw = true;
        assert!(once < 40 && full(&rules) > once);
    }
}
