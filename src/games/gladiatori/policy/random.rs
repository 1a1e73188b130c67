//! `random_legal`: uniform over the class of action, then over its parameters; what fuzzes the rules.

use super::super::cards::{ACTIONS, Cards, FEINT, Kind, MOVES, Zone, moves, powers};
use super::super::decision::{
    Act, CardUse, Defend, Effects, Elements, Facing, Foe, Parry, Press, Rebalance, Resolve, Reveal,
    Spot, Swap, Sweep, Threat, Weapon,
};
use super::super::draws::{percent, uniform};
use super::super::observe::View;
use super::super::sheet::{BLOOD, GUARD, OFFENSE, SPEED};
use super::super::state::ItemState;
use super::core::{pick, up_to};
use super::walk;
use crate::chance::Chance;

fn coin<C: Chance>(chance: &mut C) -> bool {
    chance.draw("random", percent(50))
}

/// Each card of a set with probability 1/2, Energy cards in a uniform number.
fn some<C: Chance>(from: Cards, chance: &mut C) -> Cards {
    let mut taken = Cards::energy(
        up_to(from.e1, "random", chance),
        up_to(from.e0, "random", chance),
    );
    let mut left = from.set;
    while left != 0 {
        let card = left & left.wrapping_neg();
        left &= left - 1;
        if coin(chance) {
            taken.set |= card;
        }
    }
    taken
}

/// One card of these, or none.
fn one_card<C: Chance>(from: Cards, chance: &mut C) -> Cards {
    let n = from.count();
    if n == 0 {
        return Cards::NONE;
    }
    let k = chance.draw("random", uniform(n));
    if k < from.e1 {
        return Cards::energy(1, 0);
    }
    if k < from.e1 + from.e0 {
        return Cards::energy(0, 1);
    }
    let mut left = from.set;
    for _ in 0..k - from.e1 - from.e0 {
        left &= left - 1;
    }
    Cards::of(left & left.wrapping_neg())
}

/// Up to `most` cards of these.
fn few<C: Chance>(mut from: Cards, most: u8, chance: &mut C) -> Cards {
    let mut taken = Cards::NONE;
    for _ in 0..up_to(most.min(from.count()), "random", chance) {
        let card = one_card(from, chance);
        from = from.minus(card);
        taken = taken.plus(card);
    }
    taken
}

pub(super) fn deck<C: Chance>(view: &View<'_>, chance: &mut C) -> Cards {
    let all = view.own().hand().plus(view.own().zone(Zone::Hp));
    some(all, chance)
}

/// The card of an own action.
fn card<C: Chance>(view: &View<'_>, chance: &mut C) -> Option<CardUse> {
    let g = view.own();
    let hand = g.hand().set & ACTIONS;
    let row = (0..g.row_len())
        .map(|p| g.row_kind(p))
        .filter(|k| {
            !g.rotated(*k)
                && !g.card_facedown(*k)
                && g.row_price(*k).is_some_and(|p| p <= g.stats[BLOOD])
        })
        .fold(0, |s, k| s | k.card());
    let from_row = match (hand, row) {
        (0, 0) => return None,
        (0, _) => true,
        (_, 0) => false,
        _ => coin(chance),
    };
    Some(CardUse {
        kind: pick(if from_row { row } else { hand }, "random", chance),
        from_row,
    })
}

pub(super) fn act<C: Chance>(view: &View<'_>, chance: &mut C) -> Option<Act> {
    if up_to(9, "random", chance) == 0 {
        return None;
    }
    let card = card(view, chance)?;
    let g = view.own();
    let combat = |thrown: bool, foe: Option<Foe>, chance: &mut C| {
        let left = Cards {
            set: view.playable(true, thrown, matches!(foe, Some(Foe::Beast(_)))),
            ..g.hand()
        };
        some(left, chance)
    };
    let done = |combat: Cards, resolve: Resolve| {
        Some(Act {
            card,
            combat,
            resolve,
            note: 0,
        })
    };
    if card.kind == Kind::Movement {
        if view.board().is_some() && coin(chance) {
            let to = walk::random_spot(view, view.rules().n.move_action_hexes, chance);
            return done(Cards::NONE, Resolve::Move(to));
        }
        return done(Cards::NONE, Resolve::Recover);
    }
    // Classes: Recover, attack at hand, Sweep, throw, Cooperate; those that are possible, uniformly.
    let spot = view.spot();
    let front = view.in_front(spot);
    let can_sweep = view.playable(true, false, false) & moves::SWEEP != 0;
    let throws = walk::throws(view);
    let coop = walk::cooperation(view);
    let mut classes = [0u8; 5];
    let mut n = 1;
    for (class, possible) in [
        (1, front.is_some()),
        (2, can_sweep),
        (3, throws.is_some()),
        (4, coop.is_some()),
    ] {
        if possible {
            classes[n] = class;
            n += 1;
        }
    }
    match classes[usize::from(up_to(n as u8 - 1, "random", chance))] {
        1 => {
            let foe = front?;
            let net = net_slot(view).filter(|_| coin(chance));
            let mut cards = combat(false, Some(foe), chance);
            let weapon = match net {
                Some(slot) => {
                    cards.set &= !moves::BREAK_ITEM;
                    Weapon::Net(slot)
                }
                None => Weapon::Melee,
            };
            done(cards, Resolve::Attack { foe, weapon })
        }
        2 => {
            let mut sweep;
            loop {
                let hexes = if view.rules().r.sweep_three {
                    3
                } else {
                    1 + up_to(2, "random", chance)
                };
                sweep = Sweep {
                    from: up_to(5, "random", chance),
                    hexes,
                    clockwise: coin(chance),
                };
                if view.sweep_allowed(sweep) {
                    break;
                }
            }
            let mut cards = combat(false, None, chance);
            cards.set |= moves::SWEEP;
            done(cards, Resolve::Sweep(sweep))
        }
        3 => {
            let (foe, weapon) = throws?;
            let mut cards = combat(true, Some(foe), chance);
            if matches!(weapon, Weapon::ThrowNet(_)) {
                cards.set &= !moves::BREAK_ITEM;
            }
            done(cards, Resolve::Attack { foe, weapon })
        }
        4 => {
            let (foe, partner) = coop?;
            done(
                combat(false, None, chance),
                Resolve::Cooperate { foe, partner },
            )
        }
        _ => done(Cards::NONE, Resolve::Recover),
    }
}

fn net_slot(view: &View<'_>) -> Option<u8> {
    (0..2u8).find(|s| {
        view.sheet().items[usize::from(*s)].net && view.own().item((*s).into()) != ItemState::Gone
    })
}

pub(super) fn defend<C: Chance>(
    view: &View<'_>,
    threat: &Threat,
    chance: &mut C,
) -> Option<Defend> {
    if up_to(9, "random", chance) == 0 {
        return None;
    }
    let g = view.own();
    let (hand, row) = (
        g.hand().set & ACTIONS & threat.options,
        view.row_defenses() & threat.options,
    );
    let from_row = match (hand, row) {
        (0, 0) => return None,
        (0, _) => true,
        (_, 0) => false,
        _ => coin(chance),
    };
    let card = CardUse {
        kind: pick(if from_row { row } else { hand }, "random", chance),
        from_row,
    };
    let cards = Cards {
        set: view.playable(false, false, matches!(threat.foe, Foe::Beast(_))),
        ..g.hand()
    };
    Some(Defend {
        card,
        combat: some(cards, chance),
        note: 0,
    })
}

fn effects<C: Chance>(view: &View<'_>, combat: Cards, beast: bool, chance: &mut C) -> Effects {
    let g = view.own();
    let mut fx = Effects::default();
    if combat.set & moves::OVERSKILL != 0 {
        let skill = up_to(2, "random", chance);
        fx.overskill = (
            skill,
            up_to(
                view.rules().overskill_most(g.stats[usize::from(skill)]),
                "random",
                chance,
            ),
        );
    }
    let combat_cards = |c: Cards| Cards {
        set: c.set & (FEINT | MOVES),
        ..c
    };
    if combat.set & moves::RAGE != 0 {
        fx.rage_discard = coin(chance);
        let zone = if fx.rage_discard {
            Zone::Discard
        } else {
            Zone::Hp
        };
        fx.rage = one_card(combat_cards(g.zone(zone)), chance);
    }
    if combat.set & moves::SACRIFICE != 0 {
        fx.sacrifice = one_card(g.hand(), chance);
    }
    if beast {
        fx.beast_cards = some(Cards::of(combat.set), chance).set;
        fx.beast_powers = if coin(chance) {
            0
        } else {
            g.powers() & g.powers().wrapping_neg()
        };
    }
    fx
}

pub(super) fn press<C: Chance>(view: &View<'_>, reveal: &Reveal, chance: &mut C) -> Press {
    let g = view.own();
    let beast = matches!(reveal.foe, Foe::Beast(_));
    let fx = effects(view, reveal.combat, beast, chance);
    let left = Cards { ..g.hand() }.minus(fx.sacrifice);
    let lunge = g.powers() & powers::LUNGE != 0 && coin(chance);
    let blood = g.stats[BLOOD].min(view.rules().n.berserk_blood_max);
    Press {
        offense: g.stats[OFFENSE] > 0 && coin(chance),
        blood: if reveal.kind == Kind::Berserk {
            up_to(blood, "random", chance)
        } else {
            0
        },
        effects: fx,
        item: up_to(1, "random", chance),
        lunge: if lunge {
            few(left, 3, chance)
        } else {
            Cards::NONE
        },
        deep_wounds: if g.powers() & powers::DEEP_WOUNDS != 0 {
            up_to(3, "random", chance)
        } else {
            0
        },
        wrestling: g.powers() & powers::WRESTLING != 0 && coin(chance),
        leap_attack: up_to(reveal.leap, "random", chance),
    }
}

pub(super) fn parry<C: Chance>(view: &View<'_>, facing: &Facing, chance: &mut C) -> Parry {
    let g = view.own();
    let speed = g.stats[SPEED].min(view.rules().n.dodge_speed_max);
    Parry {
        guard: g.stats[GUARD] > 0 && coin(chance),
        speed: if facing.card == Some(Kind::Movement) {
            up_to(speed, "random", chance)
        } else {
            0
        },
        delay: g.powers() & powers::DELAY != 0 && coin(chance),
        effects: effects(view, facing.combat, facing.kind.is_none(), chance),
    }
}

/// `n` elements out of the hand and the stats, as evenly as they come.
pub(super) fn elements<C: Chance>(view: &View<'_>, n: u8, chance: &mut C) -> Elements {
    let g = view.own();
    let mut paid = Elements::default();
    let mut hand = g.hand();
    for _ in 0..n {
        let stats = (0..5).filter(|s| g.stats[*s] > paid.points[*s]).count() as u8;
        if stats + hand.count() == 0 {
            return Elements::default();
        }
        let k = chance.draw("random", uniform(stats + hand.count()));
        if k < stats {
            let stat = (0..5)
                .filter(|s| g.stats[*s] > paid.points[*s])
                .nth(k.into())
                .unwrap_or(0);
            paid.points[stat] += 1;
        } else {
            let card = one_card(hand, chance);
            hand = hand.minus(card);
            paid.cards = paid.cards.plus(card);
        }
    }
    paid
}

pub(super) fn rebalance<C: Chance>(view: &View<'_>, chance: &mut C) -> Rebalance {
    let g = view.own();
    let (unbalanced, trapped) = (
        up_to(g.unbalanced(), "random", chance),
        up_to(g.trapped(), "random", chance),
    );
    let cost = (unbalanced + trapped) * view.rules().n.marker_cost;
    let pay = elements(view, cost, chance);
    if pay.count() != cost {
        return Rebalance::default();
    }
    Rebalance {
        unbalanced,
        trapped,
        pay,
        facing: up_to(5, "random", chance),
    }
}

pub(super) fn adapt<C: Chance>(view: &View<'_>, chance: &mut C) -> Swap {
    let g = view.own();
    let n = up_to(
        3.min(g.count(Zone::Hand)).min(g.count(Zone::Hp)),
        "random",
        chance,
    );
    let exactly = |mut from: Cards, chance: &mut C| {
        let mut taken = Cards::NONE;
        for _ in 0..n {
            let card = one_card(from, chance);
            from = from.minus(card);
            taken = taken.plus(card);
        }
        taken
    };
    Swap {
        down: exactly(g.hand(), chance),
        up: exactly(g.zone(Zone::Hp), chance),
    }
}

/// What Recover or Endurance brings back: up to `most` elements, `points` says which stats.
pub(super) fn regain<C: Chance>(
    view: &View<'_>,
    most: u8,
    stats: &[usize],
    chance: &mut C,
) -> Elements {
    let (g, start) = (view.own(), &view.sheet().stats);
    let mut gain = Elements::default();
    let mut discard = g.zone(Zone::Discard);
    for _ in 0..most {
        let low = |s: &&usize| g.stats[**s] + gain.points[**s] < start[**s];
        let n = stats.iter().filter(low).count() as u8;
        if n + discard.count() == 0 {
            break;
        }
        let k = chance.draw("random", uniform(n + discard.count()));
        if k < n {
            let stat = *stats.iter().filter(low).nth(k.into()).unwrap_or(&0);
            gain.points[stat] += 1;
        } else {
            let card = one_card(discard, chance);
            discard = discard.minus(card);
            gain.cards = gain.cards.plus(card);
        }
    }
    gain
}

pub(super) fn sprint<C: Chance>(view: &View<'_>, chance: &mut C) -> (Spot, bool) {
    (
        walk::random_spot(view, view.own().stats[SPEED], chance),
        coin(chance),
    )
}

/// A power or choice taken with probability 1/2.
pub(super) fn maybe<C: Chance>(chance: &mut C) -> bool {
    coin(chance)
}
