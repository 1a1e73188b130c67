//! Special moves, powers, Feint, markers and weapons: the rules of thumb that policies share (feature set `full`).
//!
//! What a policy may not use is left out of its [`Arts`]; that is how restricted play is asked for. At most one move is
//! committed in an attack and one in a defense, in a fixed order of preference.

use super::super::cards::{Cards, FEINT, Kind, MOVES, Zone, moves, powers};
use super::super::decision::{
    Act, Effects, Facing, Foe, Judged, Parry, Press, Resolve, Reveal, Threat, Weapon,
};
use super::super::observe::View;
use super::super::sheet::{ENDURANCE, GUARD, OFFENSE, SPEED};
use super::super::state::ItemState;
use super::{sweeps, walk};

/// What a policy may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arts {
    /// Feint and special moves, as a set of cards.
    pub cards: u16,
    /// Powers.
    pub powers: u16,
    /// Throws and the Net.
    pub weapons: bool,
    /// Cooperation with an ally.
    pub support: bool,
}

impl Arts {
    /// Everything.
    pub const ALL: Self = Self {
        cards: u16::MAX,
        powers: u16::MAX,
        weapons: true,
        support: true,
    };
    /// Nothing: the core policies as they are defined.
    pub const NONE: Self = Self {
        cards: 0,
        powers: 0,
        weapons: false,
        support: false,
    };

    /// Which Feint and moves of the own hand may be committed and used.
    #[inline]
    pub(super) fn playable(self, view: &View<'_>, attack: bool, thrown: bool) -> u16 {
        match self.cards & view.own().hand().set & (FEINT | MOVES) {
            0 => 0,
            _ => self.cards & view.playable(attack, thrown, false),
        }
    }

    /// A card that is only spent as +2 against a beast.
    #[inline]
    fn filler(self, view: &View<'_>, card: u16) -> bool {
        self.cards & view.playable(true, false, true) & card != 0
    }

    fn power(self, view: &View<'_>, power: u16, attack: bool, thrown: bool) -> bool {
        self.powers & power & view.own().powers() != 0 && view.power_usable(power, attack, thrown)
    }
}

/// Adds a move to an attack that a policy chose, or makes a Sweep or a use of the Net of it.
pub(super) fn dress_attack(view: &View<'_>, arts: Arts, mut act: Act) -> Act {
    let Resolve::Attack { foe, weapon } = act.resolve else {
        return act;
    };
    let g = view.own();
    let thrown = matches!(weapon, Weapon::Throw(_) | Weapon::ThrowNet(_));
    let beast = matches!(foe, Foe::Beast(_));
    let may = arts.playable(view, true, thrown);
    if may & moves::SWEEP != 0
        && let Some(sweep) = sweeps::over_two(view)
    {
        act.combat.set |= moves::SWEEP;
        act.resolve = Resolve::Sweep(sweep);
        return act;
    }
    if arts.weapons
        && weapon == Weapon::Melee
        && let Foe::Gladiator(seat) = foe
        && view.other(seat).trapped() == 0
        && let Some(slot) = net(view)
        && view.turn() > 1
    {
        act.resolve = Resolve::Attack {
            foe,
            weapon: Weapon::Net(slot),
        };
        return act;
    }
    if !beast && may & MOVES == 0 {
        return act;
    }
    let left = g.hand().minus(act.combat);
    // Damage to an item scores nothing: early, and not instead of First Blood.
    let breakable = match foe {
        _ if may & moves::BREAK_ITEM == 0 => false,
        Foe::Gladiator(_) if view.turn() > 3 || !view.first_blood_taken() => false,
        Foe::Gladiator(seat) => view
            .other(seat)
            .items()
            .iter()
            .any(|(i, s)| *s == ItemState::Ok && i.attack + i.defense >= 2),
        Foe::Beast(_) => false,
    };
    let spare = left.e0 + left.e1 > 1;
    let energy_out = g.zone(Zone::Discard).e1 + g.zone(Zone::Hp).e1 > 0;
    let wishes = [
        (moves::UNBALANCING, !beast),
        (
            moves::OVERSKILL,
            act.card.kind != Kind::Dexterity && g.stats[OFFENSE] > 1,
        ),
        (moves::RAGE, act.card.kind == Kind::Strength && energy_out),
        (moves::SACRIFICE, spare),
        (moves::ACROBATIC, g.unbalanced() == 0 || beast),
        (moves::BREAK_ITEM, breakable),
    ];
    if let Some((card, _)) = wishes
        .into_iter()
        .find(|(card, wanted)| *wanted && may & card != 0)
    {
        act.combat.set |= card;
    } else if beast {
        act.combat.set |= filler(view, arts);
    } else if g.unbalanced() == 0
        && may & moves::SWEEP != 0
        && sweeps::harmless(view, foe)
        && let Some(sweep) = sweeps::over_one(view, foe)
    {
        // +1, one more card for damage, and a marker.
        act.combat.set |= moves::SWEEP;
        act.resolve = Resolve::Sweep(sweep);
    }
    act
}

/// Feint and moves whose effect is nothing to a beast: worth +2 each against one.
const FILLERS: [u16; 5] = [
    FEINT,
    moves::BREAK_ITEM,
    moves::UNBALANCING,
    moves::REFLEX,
    moves::SWEEP,
];

/// One of them, where there is one.
fn filler(view: &View<'_>, arts: Arts) -> u16 {
    FILLERS
        .into_iter()
        .find(|c| arts.filler(view, *c))
        .unwrap_or(0)
}

fn net(view: &View<'_>) -> Option<u8> {
    (0..2u8).find(|s| {
        view.sheet().items[usize::from(*s)].net && view.own().item((*s).into()) != ItemState::Gone
    })
}

/// A throw instead of an idle action.
pub(super) fn throw(view: &View<'_>, arts: Arts) -> Option<(Foe, Weapon)> {
    if !arts.weapons {
        return None;
    }
    walk::throws(view)
}

/// Adds a move to a defense that a policy chose.
pub(super) fn dress_defense(
    view: &View<'_>,
    arts: Arts,
    threat: &Threat,
    kind: Kind,
    combat: &mut Cards,
) {
    if threat.cards == 0 && threat.value.is_none_or(|v| v < 8) {
        return;
    }
    let g = view.own();
    let beast = matches!(threat.foe, Foe::Beast(_));
    let may = arts.playable(view, false, false);
    if !beast && may & MOVES == 0 {
        return;
    }
    let left = g.hand().minus(*combat);
    let wishes = [
        (moves::OVERSKILL, g.stats[GUARD] > 1),
        (
            moves::RAGE,
            kind == Kind::Strength && g.zone(Zone::Discard).e1 + g.zone(Zone::Hp).e1 > 0,
        ),
        (moves::SACRIFICE, left.e0 + left.e1 > 1),
        (moves::ACROBATIC, g.unbalanced() == 0),
        (moves::UNBALANCING, !beast),
    ];
    if let Some((card, _)) = wishes
        .into_iter()
        .find(|(card, wanted)| *wanted && may & card != 0)
    {
        combat.set |= card;
    } else if beast {
        combat.set |= filler(view, arts);
    }
}

/// The choices that committed moves need.
fn effects(view: &View<'_>, arts: Arts, combat: Cards, skill: usize, beast: bool) -> Effects {
    let g = view.own();
    let mut fx = Effects::default();
    if combat.set & moves::OVERSKILL != 0 {
        fx.overskill = (
            skill as u8,
            view.rules().overskill_most(g.stats[ENDURANCE + skill]),
        );
    }
    if combat.set & moves::RAGE != 0 {
        let from = |zone: Zone| Cards::energy(g.zone(zone).e1.min(1), 0);
        fx.rage = from(Zone::Discard);
        fx.rage_discard = true;
        if fx.rage.is_empty() {
            (fx.rage, fx.rage_discard) = (from(Zone::Hp), false);
        }
    }
    if combat.set & moves::SACRIFICE != 0 {
        let hand = g.hand();
        fx.sacrifice = if hand.e0 > 0 {
            Cards::energy(0, 1)
        } else if hand.e1 > 0 {
            Cards::energy(1, 0)
        } else {
            Cards::of(hand.set & hand.set.wrapping_neg())
        };
    }
    if beast {
        // +2 beats what most moves do to a beast.
        fx.beast_cards = FILLERS.into_iter().fold(0, |s, c| s | c) & combat.set;
        let idle = powers::UNKNOWN9 | powers::WRESTLING;
        fx.beast_powers = g.powers() & arts.powers & idle;
    }
    fx
}

/// A likely Defense Value: items and Guard as believed, and with an answer the bonus of Berserk.
fn likely_defense(view: &View<'_>, reveal: &Reveal) -> i16 {
    let (_, d, _) = super::belief::sides(view, reveal.foe);
    let card = match reveal.answer {
        Some(_) => view.rules().n.berserk_defense,
        None => 0,
    };
    d.items + i16::from(d.guard) + card
}

/// Adds powers and the choices of moves to what an attacker pays in H.
pub(super) fn dress_press(view: &View<'_>, arts: Arts, reveal: &Reveal, press: &mut Press) {
    let g = view.own();
    let thrown = matches!(reveal.weapon, Weapon::Throw(_) | Weapon::ThrowNet(_));
    let beast = matches!(reveal.foe, Foe::Beast(_));
    press.effects = effects(view, arts, reveal.combat, OFFENSE, beast);
    if reveal.combat.set & moves::OVERSKILL != 0 && !beast {
        // Overskill takes the whole Offense: only where the attack gets through with it and not without.
        let likely = likely_defense(view, reveal);
        let offense = i16::from(g.stats[OFFENSE]);
        let with = reveal.base + offense + i16::from(press.effects.overskill.1);
        if reveal.base + offense <= likely && with > likely {
            press.offense = true;
        } else {
            press.effects.overskill.1 = 0;
        }
    }
    if reveal.combat.set & moves::BREAK_ITEM != 0
        && let Foe::Gladiator(seat) = reveal.foe
    {
        let items = view.other(seat).items();
        let worth = |s: usize| {
            if items[s].1 == ItemState::Gone {
                0
            } else {
                1 + items[s].0.attack + items[s].0.defense
            }
        };
        press.item = u8::from(worth(1) > worth(0));
    }
    // Against a Surprised target the leap goes into damage.
    press.leap_attack = if reveal.answer.is_none() && !beast && reveal.base > 4 {
        0
    } else {
        reveal.leap
    };
    if beast {
        return;
    }
    let surprised = reveal.answer.is_none();
    if arts.power(view, powers::DEEP_WOUNDS, true, thrown) && surprised && reveal.base >= 9 {
        press.deep_wounds = 2;
    }
    if arts.power(view, powers::WRESTLING, true, thrown) && reveal.combat.count() > 1 {
        press.wrestling = true;
    }
    let spare = g.hand().minus(press.effects.sacrifice);
    if arts.power(view, powers::LUNGE, true, thrown) && reveal.combat.count() > 2 && spare.e0 >= 2 {
        press.lunge = Cards::energy(0, spare.e0.min(3));
    }
}

/// What a defender does in I with his moves and Delay; `pay` says what he pays against the value that the moves leave.
pub(super) fn dressed_parry(
    view: &View<'_>,
    arts: Arts,
    facing: &Facing,
    pay: impl FnOnce(&Facing) -> Parry,
) -> Parry {
    let g = view.own();
    let rules = view.rules();
    let mut fx = effects(view, arts, facing.combat, GUARD, facing.kind.is_none());
    let mut facing = *facing;
    let before = facing.base;
    if facing.combat.set & moves::SACRIFICE != 0 && !fx.sacrifice.is_empty() {
        facing.base += rules.n.sacrifice_bonus;
    }
    let may = facing.card.is_some() || rules.r.surprised_may_delay;
    if !may {
        fx.beast_powers = 0;
    }
    if facing.kind.is_none() {
        let n = fx.beast_cards.count_ones() + fx.beast_powers.count_ones();
        facing.base += rules.n.card_bonus * n as i16;
    }
    if !fx.rage.is_empty() && facing.card == Some(Kind::Strength) {
        facing.base += rules.n.strength_defense_per_e1;
    }
    if rules.n.excess_damage_every > 0 && facing.kind.is_some() {
        let of = |base: i16| rules.damage(facing.cards, 0, facing.effective - base);
        facing.damage -= (of(before) - of(facing.base)).min(facing.damage);
    }
    let speed = if facing.card == Some(Kind::Movement) {
        g.stats[SPEED]
    } else {
        0
    };
    let cheapest = |more: i16, guard: u8| {
        rules.cheapest_defense(facing.effective, facing.base + more, guard, speed)
    };
    let mut guard = g.stats[GUARD];
    let mut hit = cheapest(0, guard).hit;
    if !hit {
        // It takes the whole Guard: only where nothing cheaper stops the attack.
        fx.overskill.1 = 0;
    } else if fx.overskill.1 > 0 {
        guard += fx.overskill.1;
        let best = cheapest(0, guard);
        hit = best.hit;
        if !hit {
            return Parry {
                guard: true,
                speed: best.speed,
                effects: fx,
                ..Parry::default()
            };
        }
    }
    if hit && may && arts.power(view, powers::DELAY, false, false) {
        let with = cheapest(3, guard);
        if !with.hit {
            return Parry {
                delay: true,
                guard: with.guard,
                speed: with.speed,
                effects: fx,
            };
        }
    }
    Parry {
        effects: fx,
        ..pay(&facing)
    }
}

/// A Feint is for an exchange that is lost and was dear.
#[inline]
pub(super) fn feint(arts: Arts, judged: &Judged) -> bool {
    if arts.cards & FEINT == 0 {
        return false;
    }
    let spent = judged.own_cards + judged.own_points;
    if judged.attacker {
        judged.attack <= judged.defense && spent >= 3
    } else {
        spent >= 2
    }
}
