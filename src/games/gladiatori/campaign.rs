//! Before and between games: items by auction and by selection, campaign coins \[Item cards\] \[Campaign\].

use super::numbers::Rules;
use crate::error::{Error, Result};

/// One player's secret bid: 1-Energy and 0-Energy cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bid {
    /// 1-Energy cards.
    pub e1: u8,
    /// 0-Energy cards.
    pub e0: u8,
}

/// Who gets the item: most energy, then most cards, otherwise nobody \[By Auction\].
pub fn auction_winner(bids: &[Bid]) -> Option<usize> {
    let rank = |b: &Bid| (b.e1, b.e1 + b.e0);
    let best = bids.iter().map(rank).max()?;
    let mut winners = bids.iter().enumerate().filter(|(_, b)| rank(b) == best);
    let winner = winners.next()?.0;
    winners.next().is_none().then_some(winner)
}

/// Energy cards left in hand and cards in the discard pile after bids that won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AfterBids {
    /// Energy cards that can still be bid.
    pub left: Bid,
    /// Cards that start in the discard pile.
    pub discarded: Bid,
}

/// What an auction leaves a player: his bids that won go to the discard pile.
///
/// # Errors
/// A bid of cards that he does not have.
pub fn after_bids(energy: Bid, won: &[Bid]) -> Result<AfterBids> {
    let mut after = AfterBids {
        left: energy,
        discarded: Bid::default(),
    };
    for bid in won {
        if bid.e1 > after.left.e1 || bid.e0 > after.left.e0 {
            return Err(Error::usage(format!(
                "a bid of {} 1-Energy and {} 0-Energy cards, but only {} and {} are left",
                bid.e1, bid.e0, after.left.e1, after.left.e0
            )));
        }
        after.left = Bid {
            e1: after.left.e1 - bid.e1,
            e0: after.left.e0 - bid.e0,
        };
        after.discarded = Bid {
            e1: after.discarded.e1 + bid.e1,
            e0: after.discarded.e0 + bid.e0,
        };
    }
    Ok(after)
}

/// Order of picks by selection: once round, then backwards \[By Selection\].
pub fn picks(players: usize) -> impl Iterator<Item = usize> {
    (0..players).chain((0..players).rev())
}

/// The same as a list; and how many cards are laid out.
pub fn draft_order(players: usize) -> (Vec<usize>, usize) {
    (picks(players).collect(), 2 * players + 1)
}

/// Half coins earned in a game, and whether the gladiator may go on \[Campaign\].
/// `vp` is the final sum, `left` the Hit Points at the end as [`super::values::Borne::left`] counts them.
pub fn campaign(rules: &Rules, numbers: &CampaignNumbers, vp: i16, won: bool) -> i16 {
    let basis = if rules.r.campaign_gained {
        vp - rules.n.start_vp
    } else {
        vp
    };
    (basis / numbers.vp_per_half_coin).max(0) + if won { numbers.win_half_coins } else { 0 }
}

/// The campaign's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "each is the path campaign.NAME of the data file"
)]
pub struct CampaignNumbers {
    pub vp_per_half_coin: i16,
    pub win_half_coins: i16,
    pub permanent_death_at: i16,
}

impl CampaignNumbers {
    /// From the data.
    pub fn new(data: &super::data::Data) -> Self {
        let int = |key: &str| data.int(&format!("campaign.{key}")) as i16;
        Self {
            vp_per_half_coin: int("vp_per_half_coin"),
            win_half_coins: int("win_half_coins"),
            permanent_death_at: int("permanent_death_at"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auctions_and_drafts() {
        let bid = |e1, e0| Bid { e1, e0 };
        assert_eq!(auction_winner(&[bid(2, 0), bid(1, 5)]), Some(0));
        assert_eq!(auction_winner(&[bid(2, 0), bid(2, 1), bid(0, 9)]), Some(1));
        assert_eq!(auction_winner(&[bid(2, 1), bid(2, 1)]), None);
        assert_eq!(auction_winner(&[bid(0, 0), bid(0, 0)]), None);
        assert_eq!(
            after_bids(bid(3, 2), &[bid(1, 0), bid(1, 2)])
                .unwrap()
                .discarded,
            bid(2, 2)
        );
        assert!(after_bids(bid(1, 0), &[bid(1, 0), bid(1, 0)]).is_err());
        assert_eq!(draft_order(3), (vec![0, 1, 2, 2, 1, 0], 7));
    }

    #[test]
    fn half_coins() {
        let mut rules = Rules::default_rules().unwrap();
        let n = CampaignNumbers::new(&super::super::data::Data::embedded().unwrap());
        assert_eq!(
            (
                campaign(&rules, &n, 39, true),
                campaign(&rules, &n, 39, false),
                campaign(&rules, &n, -12, true)
            ),
            (4, 3, 1)
        );
        rules.r.campaign_gained = true;
        assert_eq!(campaign(&rules, &n, 39, true), 3);
    }
}
