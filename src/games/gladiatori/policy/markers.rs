//! Markers: what is paid to be rid of them.

use super::super::cards::powers;
use super::super::decision::{Elements, Rebalance};
use super::super::observe::View;
use super::super::sheet::{BLOOD, GUARD, OFFENSE, SPEED};
use super::arts::Arts;

/// Up to `n` elements that hurt least: 0-Energy, 1-Energy cards, Speed, Blood, moves. Nothing if there are not enough.
pub(super) fn cheapest_elements(view: &View<'_>, n: u8) -> Elements {
    let g = view.own();
    let hand = g.hand();
    let mut paid = Elements::default();
    paid.cards.e0 = hand.e0.min(n);
    paid.cards.e1 = hand.e1.min(n - paid.count());
    for stat in [SPEED, BLOOD, OFFENSE, GUARD] {
        // One point of each stays, so that nothing is lost for good.
        paid.points[stat] = g.stats[stat].saturating_sub(1).min(n - paid.count());
    }
    if paid.count() == n {
        paid
    } else {
        Elements::default()
    }
}

/// A. Rebalance: face-down or Trapped, all of it if it can be paid; else as much as can.
#[inline]
pub(super) fn rebalance(view: &View<'_>) -> Rebalance {
    let g = view.own();
    let cost = view.rules().n.marker_cost;
    let facing = g.facing();
    if g.facedown() || g.trapped() > 0 {
        let wanted = |markers: u8| cheapest_elements(view, markers * cost);
        let trapped = (1..=g.trapped()).rev().find(|n| wanted(*n).count() > 0);
        if let Some(trapped) = trapped {
            return Rebalance {
                unbalanced: 0,
                trapped,
                pay: wanted(trapped),
                facing,
            };
        }
        let unbalanced = (1..=g.unbalanced()).rev().find(|n| wanted(*n).count() > 0);
        if let Some(unbalanced) = unbalanced {
            return Rebalance {
                unbalanced,
                trapped: 0,
                pay: wanted(unbalanced),
                facing,
            };
        }
    }
    Rebalance::default()
}

/// Stand up! is for the ground and the Net.
#[inline]
pub(super) fn stand_up(view: &View<'_>, arts: Arts) -> bool {
    arts.powers & powers::STAND_UP != 0 && view.own().fixed()
}

/// An Unbalancing Strike is paid off only where the marker would put him face-down.
pub(super) fn steady(view: &View<'_>) -> Elements {
    if view.own().unbalanced() + 1 >= view.rules().n.unbalanced_to_fall {
        cheapest_elements(view, 2)
    } else {
        Elements::default()
    }
}
