//! Policies worth offering besides the core (spec 11.4): `cautious`, `threshold`, `counter_matching`, `economy`, `burst`.
//!
//! They all choose among a poke, everything at once, and Recover; what sets them apart is when, and how they defend.

use super::super::cards::{ACTIONS, Cards, Kind};
use super::super::decision::{
    Act, CardUse, Defend, Facing, Foe, Parry, Press, Resolve, Reveal, Threat,
};
use super::super::exchange::{Attacker, Defender};
use super::super::numbers::Rules;
use super::super::observe::View;
use super::super::sheet::{BLOOD, GUARD, OFFENSE, SPEED};
use super::super::values::{AttackParts, DefenseParts};
use super::belief;
use super::core::{self, Style};
use crate::chance::Chance;

/// Which of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Habit {
    /// Keeps the Movement card and three Speed for the Dodge; pokes only.
    Cautious,
    /// Everything at once, but only if that beats the best defense that the public resources of the opponent allow.
    Threshold,
    /// Defends with the attacker's likeliest kind, attacks with the kind that the defender can least match.
    CounterMatching,
    /// Spends less than it gains; Recovers when Blood and Guard run low.
    Economy,
    /// Everything at once when the height of the opponent's HP deck says that a kill is in reach.
    Burst,
}

/// Note of an act that goes all in.
const ALL_IN: u8 = 2;

/// The Attack Value of everything at once, by kind; `None` where the card is not in hand.
fn all_in(rules: &Rules, a: &Attacker, kind: Kind) -> Option<i16> {
    (a.actions & kind.card() != 0).then(|| {
        let (e1, e0) = if kind == Kind::Dexterity {
            (0, 0)
        } else {
            (a.e1, a.e0)
        };
        let parts = AttackParts {
            e1,
            hand: a.hand() - 1 - e1 - e0,
            blood: a.blood.min(rules.n.berserk_blood_max),
            items: a.items,
            offense: a.offense,
            bonus: 0,
            facedown: a.facedown,
            trapped: a.trapped,
        };
        rules.attack_value(kind, &parts)
    })
}

/// Most that training gives where a sheet is secret: a stat, 1-Energy cards.
const MOST: (u8, u8) = (9, 10);

/// Whether an attack of this value beats the best defense that public resources allow: any kind that does not lie face-up in
/// his row or can be re-used from there, all his cards in hand 1-Energy as far as his sheet has them, Guard and Speed untouched.
fn beats_all(
    view: &View<'_>,
    (d, arrival): (&Defender, u8),
    seat: u8,
    attack: Kind,
    value: i16,
) -> bool {
    let (o, rules) = (view.other(seat), view.rules());
    let (most, e1) = o.sheet().map_or(MOST, |s| (0, s.e1));
    let stat = |at: usize| o.sheet().map_or(most, |s| s.stats[at]);
    let diagram = rules.defense_kinds(arrival, d.facedown, d.trapped);
    let possible = |k: Kind| {
        diagram & k.card() != 0
            && (o.row_usable(k, true) || o.row() & k.card() == 0 && o.hand() > 0)
    };
    let stops = |kind: Option<Kind>| {
        let laid = u8::from(kind.is_some_and(|k| o.row() & k.card() == 0));
        let parts = DefenseParts {
            e1: e1.min(o.hand() - laid.min(o.hand())),
            hand: o.hand() - laid.min(o.hand()),
            items: d.items,
            facedown: d.facedown,
            trapped: d.trapped,
            ..DefenseParts::default()
        };
        let base = rules.defense_value(kind, Some(attack), &parts);
        let speed = if kind == Some(Kind::Movement) {
            stat(SPEED)
        } else {
            0
        };
        let effective = rules.effective_attack(value, kind);
        !rules
            .cheapest_defense(effective, base, stat(GUARD), speed)
            .hit
    };
    // The Dodge stops most.
    Kind::ALL
        .into_iter()
        .rev()
        .filter(|k| possible(*k))
        .all(|k| !stops(Some(k)))
        && !stops(None)
}

/// C to E.
pub(super) fn act<C: Chance>(view: &View<'_>, habit: Habit, chance: &mut C) -> Option<Act> {
    let g = view.own();
    let foe = view.in_front(view.spot()).filter(|f| view.hostile(*f));
    let base = core::act(view, Style::Poke, 0, chance)?;
    if habit == Habit::Cautious && base.card.kind == Kind::Movement {
        // It is kept for the Dodge.
        return None;
    }
    let Some(foe) = foe else { return Some(base) };
    let recover = |card: CardUse| Act {
        card,
        combat: Cards::NONE,
        resolve: Resolve::Recover,
        note: 0,
    };
    let hand = g.hand().set & ACTIONS;
    if habit == Habit::Economy && g.stats[BLOOD] + g.stats[GUARD] < 3 && !base.card.from_row {
        return Some(recover(base.card));
    }
    if base.resolve == Resolve::Recover || base.card.from_row {
        return Some(base);
    }
    if matches!(habit, Habit::Cautious | Habit::Economy) {
        return Some(base);
    }
    let whole = |kind: Kind| {
        let cards = if kind == Kind::Dexterity {
            Cards::NONE
        } else {
            Cards::energy(g.hand().e1, g.hand().e0)
        };
        Act {
            card: CardUse {
                kind,
                from_row: false,
            },
            combat: cards,
            note: ALL_IN,
            ..base
        }
    };
    match habit {
        Habit::Threshold => {
            let Foe::Gladiator(seat) = foe else {
                return Some(base);
            };
            let (a, d, arrival) = belief::sides(view, foe);
            let sure = |k: &Kind| {
                all_in(view.rules(), &a, *k)
                    .is_some_and(|v| beats_all(view, (&d, arrival), seat, *k, v))
            };
            Some(Kind::ATTACKS.into_iter().find(sure).map_or(base, whole))
        }
        Habit::CounterMatching => {
            // A kind that the defender does not hold cannot be matched for free.
            let (defender, _) = belief::believed(view, foe);
            let unmatched = |k: &Kind| hand & k.card() != 0 && defender.actions & k.card() == 0;
            let kind = Kind::ATTACKS
                .into_iter()
                .find(unmatched)
                .unwrap_or(base.card.kind);
            Some(Act {
                card: CardUse {
                    kind,
                    from_row: false,
                },
                ..base
            })
        }
        Habit::Burst => {
            let Foe::Gladiator(seat) = foe else {
                return Some(base);
            };
            let o = view.other(seat);
            // Most cards of an HP deck are worth 1.
            let hp = o.hp() + o.items_hp() + view.rules().n.hp.cover;
            let cards = g.hand().e1 + g.hand().e0;
            if view.rules().damage(cards, 0, 0) < hp {
                return Some(base);
            }
            let (a, _, _) = belief::sides(view, foe);
            let value = |k: Kind| all_in(view.rules(), &a, k);
            let best = Kind::ATTACKS
                .into_iter()
                .filter(|k| *k != Kind::Dexterity)
                .max_by_key(|k| value(*k));
            match best.filter(|k| value(*k).is_some()) {
                Some(kind) => Some(whole(kind)),
                None => Some(base),
            }
        }
        Habit::Cautious | Habit::Economy => Some(base),
    }
}

/// H.
pub(super) fn press<C: Chance>(
    view: &View<'_>,
    reveal: &Reveal,
    habit: Habit,
    chance: &mut C,
) -> Press {
    let style = if reveal.note == ALL_IN {
        Style::Heavy
    } else {
        Style::Poke
    };
    let mut press = core::press(view, reveal, style, chance);
    // A Surprised target in reach of the Offense is worth it.
    if habit == Habit::Economy && reveal.answer.is_none() && view.own().stats[OFFENSE] > 0 {
        press.offense = true;
    }
    press
}

/// F and G.
pub(super) fn defend<C: Chance>(
    view: &View<'_>,
    threat: &Threat,
    habit: Habit,
    chance: &mut C,
) -> Option<Defend> {
    let base = core::defend(view, threat, Style::Poke, chance)?;
    if habit != Habit::CounterMatching {
        return Some(base);
    }
    let Foe::Gladiator(seat) = threat.foe else {
        return Some(base);
    };
    let hand = view.own().hand().set & ACTIONS & threat.options;
    let seen = view.other(seat).row();
    let likely = |k: &Kind| {
        threat
            .kind
            .map_or(seen & k.card() == 0, |known| known == *k)
    };
    // The kinds that the attacker has not shown yet; Berserk answers most others too.
    let kind = [Kind::Berserk, Kind::Strength, Kind::Dexterity]
        .into_iter()
        .find(|k| hand & k.card() != 0 && likely(k));
    Some(kind.map_or(base, |kind| Defend {
        card: CardUse {
            kind,
            from_row: false,
        },
        combat: Cards::NONE,
        note: 0,
    }))
}

/// I.
pub(super) fn parry(view: &View<'_>, facing: &Facing, habit: Habit) -> Parry {
    let parry = core::parry(view, facing);
    if habit != Habit::Economy {
        return parry;
    }
    // A damage point is worth one VP to the attacker, and two Hit Points later a life; a point of Speed half of that.
    let cost = i16::from(parry.speed) + 2 * i16::from(parry.guard);
    let gain = 2 * i16::from(facing.damage.max(1));
    if cost > gain { Parry::default() } else { parry }
}
