//! Where to go: goals of movement in the arena, each mapped to the cheapest spot that fulfils it (spec 11.3).

use super::super::board::{each, one};
use super::super::decision::{Foe, Spot, Weapon};
use super::super::draws::uniform;
use super::super::geometry::{distance, relative, sides, vector};
use super::super::observe::View;
use super::super::state::ItemState;
use crate::chance::Chance;

/// A goal of movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Stay.
    Hold,
    /// Face the target from one of its three front hexes.
    Front,
    /// Face it from a rear-side hex, where only a Dodge answers.
    Side,
    /// Face it from straight behind.
    Rear,
    /// Be this far from it, facing it.
    Keep(u8),
}

/// The nearest foe: living enemies and beasts, ties to the lower seat, gladiators before beasts.
pub fn nearest(view: &View<'_>) -> Option<Foe> {
    let me = view.own().hex;
    let gladiators = view.enemies().map(Foe::Gladiator);
    let beasts = view.beasts().map(|(i, _)| Foe::Beast(i));
    gladiators
        .chain(beasts)
        .min_by_key(|f| distance(me, view.hex_of(*f)))
}

/// The cheapest spot that fulfils a goal within `points` movement points, with its price; ties to the lower hex, then the
/// lower facing.
pub fn reach(view: &View<'_>, foe: Foe, goal: Goal, points: u8) -> Option<(Spot, u8)> {
    let board = view.board()?;
    let (own, target) = (view.own(), view.hex_of(foe));
    let here = view.spot();
    let fits = |hex: u8| match goal {
        Goal::Hold => hex == here.hex,
        Goal::Keep(d) => distance(hex, target) == d,
        _ if distance(hex, target) != 1 => false,
        Goal::Front => matches!(view.arrival(foe, hex), 0 | 1 | 5),
        Goal::Side => matches!(view.arrival(foe, hex), 2 | 4),
        Goal::Rear => view.arrival(foe, hex) == 3,
    };
    let facing_it = |hex: u8| relative(vector(hex, target), 0, false);
    let rules = view.rules();
    if own.fixed() {
        let facing = facing_it(here.hex);
        let price = sides(here.facing, facing);
        return (fits(here.hex) && price <= points).then_some((
            Spot {
                hex: here.hex,
                facing,
            },
            price,
        ));
    }
    if fits(here.hex) {
        let facing = facing_it(here.hex);
        let price = rules.sprint_price(0, sides(here.facing, facing), false)?;
        if price <= 1 {
            return (price <= points).then_some((
                Spot {
                    hex: here.hex,
                    facing,
                },
                price,
            ));
        }
    }
    let free = view.free() | one(here.hex);
    let (mut reached, mut edge) = (one(here.hex), one(here.hex));
    let mut best: Option<(u8, u8, u8)> = None;
    for steps in 0..=points {
        for hex in each(edge).filter(|h| fits(*h)) {
            let facing = facing_it(hex);
            if let Some(price) = rules.sprint_price(steps, sides(here.facing, facing), false)
                && price <= points
                && best.is_none_or(|b| (price, hex, facing) < b)
            {
                best = Some((price, hex, facing));
            }
        }
        if best.is_some_and(|b| b.0 <= steps) {
            break;
        }
        let next = each(edge).fold(0, |s, h| s | board.near(h)) & free & !reached;
        if next == 0 {
            break;
        }
        reached |= next;
        edge = next;
    }
    best.map(|(price, hex, facing)| (Spot { hex, facing }, price))
}

/// As near to the foe as `points` allow, facing it: for a Move that does not reach.
pub fn approach(view: &View<'_>, foe: Foe, points: u8) -> Spot {
    let here = view.spot();
    let Some(board) = view.board() else {
        return here;
    };
    if view.own().fixed() {
        return here;
    }
    let target = view.hex_of(foe);
    let free = view.free() | one(here.hex);
    let mut field = [255; 121];
    board.field(target, free, &mut field);
    let (reached, _) = board.spread(here.hex, free, points);
    let hex = each(reached)
        .min_by_key(|h| (field[usize::from(*h)], *h))
        .unwrap_or(here.hex);
    let steps = board.path(here.hex, hex, free).unwrap_or(0);
    let wanted = if hex == target {
        here.facing
    } else {
        relative(vector(hex, target), 0, false)
    };
    let price = view
        .rules()
        .sprint_price(steps, sides(here.facing, wanted), false);
    // A turn that costs too much is left out.
    let facing = if price.is_some_and(|p| p <= points) {
        wanted
    } else {
        here.facing
    };
    Spot { hex, facing }
}

/// A random spot within `points` movement points.
pub fn random_spot<C: Chance>(view: &View<'_>, points: u8, chance: &mut C) -> Spot {
    let here = view.spot();
    let Some(board) = view.board() else {
        return here;
    };
    let fixed = view.own().fixed();
    let free = view.free() | one(here.hex);
    let (reached, _) = board.spread(here.hex, free, if fixed { 0 } else { points });
    let n = reached.count_ones() as u8;
    let k = if n > 1 {
        chance.draw("random_hex", uniform(n))
    } else {
        0
    };
    let hex = each(reached).nth(k.into()).unwrap_or(here.hex);
    let steps = board.path(here.hex, hex, free).unwrap_or(0);
    let facing = chance.draw("random_facing", uniform(6));
    let price = view
        .rules()
        .sprint_price(steps, sides(here.facing, facing), fixed);
    Spot {
        hex,
        facing: if price.is_some_and(|p| p <= points) {
            facing
        } else {
            here.facing
        },
    }
}

/// A throw that is allowed now: the best penalty first.
pub fn throws(view: &View<'_>) -> Option<(Foe, Weapon)> {
    view.board()?;
    let foes = view
        .enemies()
        .map(Foe::Gladiator)
        .chain(view.beasts().map(|(i, _)| Foe::Beast(i)));
    let mut best: Option<(i16, Foe, Weapon)> = None;
    for slot in 0..2u8 {
        let item = view.sheet().items[usize::from(slot)];
        if !item.thrown || view.own().item(slot.into()) == ItemState::Gone {
            continue;
        }
        for foe in foes.clone() {
            if let Some(penalty) = view.throw_penalty(view.spot(), foe, item.net)
                && best.is_none_or(|b| penalty < b.0)
            {
                let weapon = if item.net {
                    Weapon::ThrowNet(slot)
                } else {
                    Weapon::Throw(slot)
                };
                best = Some((penalty, foe, weapon));
            }
        }
    }
    best.map(|(_, foe, weapon)| (foe, weapon))
}

/// A Cooperation that could be offered now: target and partner.
pub fn cooperation(view: &View<'_>) -> Option<(u8, u8)> {
    let Foe::Gladiator(foe) = view.in_front(view.spot())? else {
        return None;
    };
    if view.board().is_none() || !view.hostile(Foe::Gladiator(foe)) {
        return None;
    }
    view.allies()
        .find(|a| view.may_cooperate(foe, *a))
        .map(|a| (foe, a))
}
