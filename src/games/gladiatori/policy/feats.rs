//! Leap, Adaptation, Reflex, Cooperation and the place that Delay gives: rules of thumb that policies share.

use super::super::cards::{ACTIONS, Cards, FEINT, Kind, Zone, powers};
use super::super::decision::{Act, Foe, Resolve, Spot, Swap, Weapon};
use super::super::geometry::{distance, relative, vector};
use super::super::observe::View;
use super::super::sheet::{OFFENSE, SPEED};
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
    let left = rules.hp_of(deck) + g.items_hp(view.sheet());
    let attacked = || view.enemies().any(|s| view.other(s).hidden() > 0);
    if left > 3 || deck.e0 + deck.e1 == 0 || !attacked() {
        return Swap::default();
    }
    // The best two answers stay.
    swap(g.hand().set, deck, 2, 3)
}

/// Adaptation before damage that kills: any Action cards and the Feint for Energy, where that saves the life.
pub(super) fn save(view: &View<'_>, arts: Arts, damage: u8) -> Swap {
    if arts.powers & powers::ADAPTATION == 0 {
        return Swap::default();
    }
    let (g, rules) = (view.own(), view.rules());
    let deck = g.zone(Zone::Hp);
    let swap = swap(g.hand().set, deck, 0, 3);
    let after = deck.minus(swap.up).plus(swap.down);
    let borne = rules.bear(damage, rules.hp_of(after), g.items_hp(view.sheet()));
    if borne.dead { Swap::default() } else { swap }
}

/// Up to `most` cards: the Feint first, then Action cards but for the `kept` best answers, for as many Energy cards of the deck.
fn swap(hand: u16, deck: Cards, kept: u32, most: u8) -> Swap {
    let mut spare = hand & FEINT;
    let mut answers = 0;
    for kind in [
        Kind::Movement,
        Kind::Berserk,
        Kind::Dexterity,
        Kind::Strength,
    ] {
        if hand & kind.card() != 0 {
            if answers >= kept {
                spare |= kind.card();
            }
            answers += 1;
        }
    }
    let n = (spare.count_ones() as u8).min(most).min(deck.e0 + deck.e1);
    let e0 = n.min(deck.e0);
    Swap {
        down: Cards::of(super::belief::first(spare, n)),
        up: Cards::energy(n - e0, e0),
    }
}

/// Towards the nearest foe, for who may choose his facing.
pub(super) fn face(view: &View<'_>) -> u8 {
    let here = view.spot();
    if view.board().is_none() {
        return here.facing;
    }
    match super::walk::nearest(view).map(|f| view.hex_of(f)) {
        Some(hex) if view.board().is_some() && hex != here.hex => {
            relative(vector(here.hex, hex), 0, false)
        }
        _ => here.facing,
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

/// Most Hit Points of a foe, cover and items counted, against whom an ally is supported.
const WORN_DOWN: u8 = 5;

/// Cooperation instead of an attack: against a foe who is nearly down, where the own attack is not likely to get through and an
/// ally's could. It gives up 2 VP for a quarter of the own Attack Value.
pub(super) fn support(view: &View<'_>, act: &Act) -> Option<Act> {
    let Resolve::Attack {
        foe: Foe::Gladiator(aimed),
        weapon: Weapon::Melee,
    } = act.resolve
    else {
        return None;
    };
    let (foe, partner) = super::walk::cooperation(view).filter(|c| c.0 == aimed)?;
    let (o, rules) = (view.other(foe), view.rules());
    if o.hp() + o.items_hp() + rules.n.hp.cover > WORN_DOWN {
        return None;
    }
    let bout = super::belief::attack_on(view, Foe::Gladiator(foe), 0.0, 0.0);
    let kind = act.card.kind;
    let blood = if kind == Kind::Berserk {
        bout.most_blood()
    } else {
        0
    };
    let g = view.own();
    let own = bout.attack_value(
        kind,
        act.combat.e1,
        act.combat.e0,
        g.stats[OFFENSE] > 0,
        blood,
    );
    let likely = bout.defender.items + i16::from(bout.defender.guard) + rules.n.berserk_defense;
    let helps = rules.cooperation_bonus(own) >= 2 && view.other(partner).hand() > 2;
    (own <= likely && helps).then_some(Act {
        resolve: Resolve::Cooperate { foe, partner },
        ..*act
    })
}

/// Delay as a place in the order: first, where he and a foe could kill each other and the foe would act before him.
pub(super) fn place(view: &View<'_>, arts: Arts) -> Option<u8> {
    if arts.powers & powers::DELAY == 0 {
        return None;
    }
    let (g, rules) = (view.own(), view.rules());
    let reach = |cards: u8| rules.damage(cards, 0, 0);
    let own_left = || rules.hp_of(g.zone(Zone::Hp)) + g.items_hp(view.sheet()) + rules.n.hp.cover;
    let race = |seat: u8| {
        let o = view.other(seat);
        let near = view.board().is_none() || distance(g.hex, o.spot().hex) == 1;
        let energy = g.hand().e1 + g.hand().e0;
        near && o.vp() <= g.vp
            && o.hp() + o.items_hp() + rules.n.hp.cover <= reach(energy)
            && own_left() <= reach(o.hand().saturating_sub(1))
    };
    view.enemies().any(race).then_some(0)
}
