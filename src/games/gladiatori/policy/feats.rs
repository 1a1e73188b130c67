//! Leap, Adaptation and Reflex: rules of thumb that policies share. Cooperation and the place chosen by Delay are left to
//! `random_legal`: an action that supports gives up 2 VP for a quarter of its Attack Value, and Delay is kept for its +3.

use super::super::cards::{ACTIONS, Cards, FEINT, Kind, Zone, powers};
use super::super::decision::{Spot, Swap};
use super::super::geometry::{distance, relative, vector};
use super::super::observe::View;
use super::super::sheet::SPEED;
use super::arts::Arts;

/// Leap is announced before an attack with Combat cards to spare: in a duel in the first one, in the arena over two hexes or
/// more, where a sprint ends in front of a foe; from turn 4 on over any distance.
pub(super) fn leap(view: &View<'_>, arts: Arts, to: Spot) -> bool {
    if arts.powers & powers::LEAP == 0 || !view.power_usable(powers::LEAP, true, false) {
        return false;
    }
    let hand = view.own().hand();
    let attack = hand.set & ACTIONS & !Kind::Movement.card() != 0;
    let Some(foe) = view.in_front(to).filter(|f| view.hostile(*f)) else {
        return false;
    };
    let far =
        view.board().is_none() || view.turn() > 3 || distance(view.began(), view.hex_of(foe)) > 1;
    attack && hand.e1 + hand.e0 > 0 && far && view.leap_units(foe) > 0
}

/// Adaptation strengthens a low HP deck while an attack is on its way: Action cards and Feint, worth 2 Hit Points, for Energy,
/// worth 1. A card of each kind that could answer stays.
pub(super) fn adapt(view: &View<'_>, arts: Arts) -> Swap {
    if arts.powers & powers::ADAPTATION == 0 {
        return Swap::default();
    }
    let (g, rules) = (view.own(), view.rules());
    let deck = g.zone(Zone::Hp);
    let attacked = view.enemies().any(|s| view.other(s).hidden() > 0);
    let left = rules.hp_of(deck) + g.items_hp(view.sheet());
    if !attacked || left > 3 || deck.e0 + deck.e1 == 0 {
        return Swap::default();
    }
    let hand = g.hand().set;
    // Feint first; of the Action cards the best two answers stay.
    let mut spare = hand & FEINT;
    let mut kept = 0;
    for kind in [
        Kind::Movement,
        Kind::Berserk,
        Kind::Dexterity,
        Kind::Strength,
    ] {
        if hand & kind.card() != 0 {
            if kept >= 2 {
                spare |= kind.card();
            }
            kept += 1;
        }
    }
    let n = (spare.count_ones() as u8).min(3).min(deck.e0 + deck.e1);
    let e0 = n.min(deck.e0);
    Swap {
        down: Cards::of(super::belief::first(spare, n)),
        up: Cards::energy(n - e0, e0),
    }
}

/// Reflex turns to face the nearest foe that stands adjacent; it stays where it is.
pub(super) fn reflex(view: &View<'_>) -> Spot {
    let here = view.spot();
    let near = super::walk::nearest(view).map(|f| view.hex_of(f));
    match near {
        Some(hex) if distance(here.hex, hex) == 1 => {
            let facing = relative(vector(here.hex, hex), 0, false);
            let price = view.rules().sprint_price(
                0,
                super::super::geometry::sides(here.facing, facing),
                false,
            );
            match price {
                Some(p) if p <= 1 + view.own().stats[SPEED] => Spot { facing, ..here },
                _ => here,
            }
        }
        _ => here,
    }
}
