//! The exactly defined core policies (spec 11.4): `poke`, `heavy`, `turtle`, `uniform_mix`, and the rules they share.

mod plain;
mod upkeep;

pub use plain::Plain;
use upkeep::{can_regain, cards_for};
pub(super) use upkeep::{cleanup, pay, recover};

use super::super::cards::{ACTIONS, Cards, Kind, Zone, nth_action, ones};
use super::super::decision::{
    Act, CardUse, Defend, Facing, Parry, Press, Resolve, Reveal, Threat, Weapon,
};
use super::super::draws::{percent, uniform};
use super::super::observe::View;
use super::super::sheet::{BLOOD, GUARD, OFFENSE, SPEED};
use super::super::state::Gladiator;
use crate::chance::Chance;

use Kind::{Berserk, Dexterity, Movement, Strength};

/// The core policies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// Attacks with one card, spends nothing.
    Poke,
    /// Spends everything.
    Heavy,
    /// Never attacks.
    Turtle,
    /// Uniform over everything that the core offers.
    UniformMix,
}

/// A row card that a policy re-uses, with its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Its kind.
    pub kind: Kind,
    /// Blood.
    pub price: u8,
}

impl Style {
    /// Kinds of attack in the order of preference.
    #[inline]
    fn attacks(self) -> [Kind; 3] {
        match self {
            Self::Heavy => [Berserk, Strength, Dexterity],
            _ => [Strength, Dexterity, Berserk],
        }
    }

    /// Kinds of defense in the order of preference.
    #[inline]
    fn defenses(self) -> [Kind; 4] {
        match self {
            Self::Heavy => [Movement, Dexterity, Strength, Berserk],
            _ => [Movement, Berserk, Dexterity, Strength],
        }
    }
}

/// `tremble`: which style acts, and the note that remembers it.
#[inline]
pub(super) fn trembling<C: Chance>(
    style: Style,
    chance_in_percent: u8,
    chance: &mut C,
) -> (Style, u8) {
    match chance_in_percent > 0 && chance.draw("tremble", percent(chance_in_percent)) {
        true => (Style::UniformMix, 1),
        false => (style, 0),
    }
}

/// Rule 1: everything to hand; then, while the HP deck is worth less than `target`, one 0-Energy, if none one 1-Energy card.
#[inline]
pub(super) fn deck(view: &View<'_>, target: u8) -> Cards {
    let own = view.own();
    let all = own.hand().plus(own.zone(Zone::Hp));
    let hp = &view.rules().n.hp;
    let e0 = cards_for(target, hp.energy0, all.e0);
    let missing = target.saturating_sub(e0 * hp.energy0);
    Cards::energy(cards_for(missing, hp.energy1, all.e1), e0)
}

/// The cheapest row card that attacks: face-up, straight; `None` if it cannot be paid.
#[inline]
pub(super) fn row_attack(g: &Gladiator) -> Option<Row> {
    row(g, |kind| {
        kind != Movement && !g.rotated(kind) && !g.card_facedown(kind)
    })
}

#[inline]
fn row(g: &Gladiator, fits: impl Fn(Kind) -> bool) -> Option<Row> {
    let len = g.row_len();
    let place = (0..len).rev().find(|p| fits(g.row_kind(*p)))?;
    let price = len - place;
    (price <= g.stats[BLOOD]).then(|| Row {
        kind: g.row_kind(place),
        price,
    })
}

/// Rule 2: the attack card, or Movement from the hand to Recover.
#[inline]
pub(super) fn attack_card<C: Chance>(
    view: &View<'_>,
    style: Style,
    chance: &mut C,
) -> Option<CardUse> {
    let g = view.own();
    let hand = g.hand().set & ACTIONS & !Movement.card();
    if hand != 0 {
        let kind = if style == Style::UniformMix {
            pick(hand, "attack_kind", chance)
        } else {
            style.attacks().into_iter().find(|k| hand & k.card() != 0)?
        };
        return Some(CardUse {
            kind,
            from_row: false,
        });
    }
    if let Some(row) = row_attack(g) {
        return Some(CardUse {
            kind: row.kind,
            from_row: true,
        });
    }
    (g.hand().set & Movement.card() != 0).then_some(CardUse {
        kind: Movement,
        from_row: false,
    })
}

/// A uniformly random kind of a set that is not empty.
#[inline(always)]
pub(super) fn pick<C: Chance>(set: u16, site: &'static str, chance: &mut C) -> Kind {
    let n = ones(set);
    let nth = if n > 1 {
        chance.draw(site, uniform(n))
    } else {
        0
    };
    nth_action(set, nth)
}

/// Energy cards of an attack: 1-Energy first for Strength, else 0-Energy first.
#[inline]
pub(super) fn energy(kind: Kind, hand: Cards, n: u8) -> Cards {
    let n = n.min(hand.e1 + hand.e0);
    if kind == Strength {
        let e1 = n.min(hand.e1);
        Cards::energy(e1, n - e1)
    } else {
        let e0 = n.min(hand.e0);
        Cards::energy(n - e0, e0)
    }
}

/// A number in `0..=most`.
#[inline(always)]
pub(super) fn up_to<C: Chance>(most: u8, site: &'static str, chance: &mut C) -> u8 {
    if most == 0 {
        0
    } else {
        chance.draw(site, uniform(most + 1))
    }
}

/// C to E.
#[inline]
pub(super) fn act<C: Chance>(
    view: &View<'_>,
    style: Style,
    note: u8,
    chance: &mut C,
) -> Option<Act> {
    act_here(view, style, note, chance)
}

/// The same where the caller is the only one.
#[inline(always)]
fn act_here<C: Chance>(view: &View<'_>, style: Style, note: u8, chance: &mut C) -> Option<Act> {
    let g = view.own();
    if style == Style::Turtle {
        let kind = Kind::ATTACKS
            .into_iter()
            .find(|k| g.hand().set & k.card() != 0)?;
        let card = CardUse {
            kind,
            from_row: false,
        };
        return can_regain(view).then_some(Act {
            card,
            combat: Cards::NONE,
            resolve: Resolve::Recover,
            note,
        });
    }
    let card = attack_card(view, style, chance)?;
    let recover = Act {
        card,
        combat: Cards::NONE,
        resolve: Resolve::Recover,
        note,
    };
    if card.kind == Movement {
        return Some(recover);
    }
    let Some(foe) = view.in_front(view.spot()).filter(|f| view.hostile(*f)) else {
        // Nobody to attack: an Action card is only worth its Recover.
        return (!card.from_row && can_regain(view)).then_some(recover);
    };
    let hand = g.hand();
    let n = match style {
        Style::Heavy => hand.e1 + hand.e0,
        Style::UniformMix => up_to(hand.e1 + hand.e0, "attack_cards", chance),
        _ => 0,
    };
    let combat = energy(card.kind, hand, n);
    Some(Act {
        card,
        combat,
        resolve: Resolve::Attack {
            foe,
            weapon: Weapon::Melee,
        },
        note,
    })
}

/// H: Offense by rule 5 and as listed, Blood as listed.
#[inline]
pub(super) fn press<C: Chance>(
    view: &View<'_>,
    reveal: &Reveal,
    style: Style,
    chance: &mut C,
) -> Press {
    press_here(view, reveal, style, chance)
}

/// The same where the caller is the only one.
#[inline(always)]
fn press_here<C: Chance>(view: &View<'_>, reveal: &Reveal, style: Style, chance: &mut C) -> Press {
    let g = view.own();
    let rules = view.rules();
    let most = g.stats[BLOOD].min(rules.n.berserk_blood_max);
    let blood = match (reveal.kind, style) {
        (Berserk, Style::Heavy) => most,
        (Berserk, Style::UniformMix) => up_to(most, "attack_blood", chance),
        _ => 0,
    };
    let without = reveal.base + rules.attack_bonus(Berserk, 0, 0, blood);
    let offense = g.stats[OFFENSE] > 0
        && (without <= 0
            || match style {
                Style::Heavy => true,
                Style::UniformMix => chance.draw("attack_offense", percent(50)),
                _ => false,
            });
    Press {
        offense,
        blood,
        ..Press::default()
    }
}

/// Rule 6: the defense card from the hand by order, else the cheapest row card.
#[inline]
pub(super) fn defend<C: Chance>(
    view: &View<'_>,
    threat: &Threat,
    style: Style,
    chance: &mut C,
) -> Option<Defend> {
    defend_here(view, threat, style, chance)
}

/// The same where the caller is the only one.
#[inline(always)]
fn defend_here<C: Chance>(
    view: &View<'_>,
    threat: &Threat,
    style: Style,
    chance: &mut C,
) -> Option<Defend> {
    let g = view.own();
    let hand = g.hand().set & threat.options & ACTIONS;
    let card = if hand != 0 {
        let kind = if style == Style::UniformMix {
            pick(hand, "defense_kind", chance)
        } else {
            style
                .defenses()
                .into_iter()
                .find(|k| hand & k.card() != 0)?
        };
        CardUse {
            kind,
            from_row: false,
        }
    } else {
        let open = |k: Kind| !g.card_facedown(k) || view.rules().r.recovered_defends;
        let row = row(g, |k| threat.options & k.card() != 0 && open(k))?;
        CardUse {
            kind: row.kind,
            from_row: true,
        }
    };
    let e1 = match (style, card.kind) {
        (Style::UniformMix, Strength) => up_to(g.hand().e1, "defense_cards", chance),
        _ => 0,
    };
    Some(Defend {
        card,
        combat: Cards::energy(e1, 0),
        note: 0,
    })
}

/// I: the cheapest defense.
#[inline]
pub(super) fn parry(view: &View<'_>, facing: &Facing) -> Parry {
    let g = view.own();
    let speed = if facing.card == Some(Movement) {
        g.stats[SPEED]
    } else {
        0
    };
    let best = view
        .rules()
        .cheapest_defense(facing.effective, facing.base, g.stats[GUARD], speed);
    Parry {
        guard: best.guard,
        speed: best.speed,
        ..Parry::default()
    }
}
