//! Policies worth offering besides the core (spec 11.4): `cautious`, `threshold`, `counter_matching`, `economy`, `burst`.
//!
//! They all choose among a poke, everything at once, and Recover; what sets them apart is when, and how they defend.

use super::super::cards::{ACTIONS, Cards, Kind};
use super::super::decision::{
    Act, CardUse, Defend, Facing, Foe, Parry, Press, Resolve, Reveal, Threat,
};
use super::super::exchange::Attacker;
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
#[inline(always)]
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

/// The highest Attack Values that the best defense of public resources stops, by kind of defense, without a match: kinds that
/// do not lie face-up in his row or can be re-used from there, all his cards in hand 1-Energy as far as his sheet has them,
/// Guard and Speed untouched. In the last place Surprised; no number where a kind is not possible. `None` as soon as one of them
/// stops `most`.
#[inline]
fn public_wall(view: &View<'_>, seat: u8, most: i16) -> Option<[Option<i16>; 5]> {
    let (o, rules) = (view.other(seat), view.rules());
    let (stats, e1) = o.sheet().map_or(([MOST.0; 5], MOST.1), |s| (s.stats, s.e1));
    let arrival = view.arrival(Foe::Gladiator(seat), view.own().hex);
    let diagram = rules.defense_kinds(arrival, o.facedown(), o.trapped() > 0);
    let dodge = rules.n.dodge_defense_per_speed >= 0;
    let parts = DefenseParts {
        items: o.item_values().1,
        guard: stats[GUARD],
        speed: match dodge {
            true => stats[SPEED].min(rules.n.dodge_speed_max),
            false => 0,
        },
        facedown: o.facedown(),
        trapped: o.trapped() > 0,
        ..DefenseParts::default()
    };
    let mut wall = [None; 5];
    // The Dodge stops most.
    for kind in Kind::ALL.into_iter().rev() {
        let hidden = o.row() & kind.card() == 0;
        let possible = o.row_usable(kind, true) || hidden && o.hand() > 0;
        if diagram & kind.card() == 0 || !possible {
            continue;
        }
        let hand = o.hand() - u8::from(hidden);
        let e1 = e1.min(hand);
        let stops = rules.defense_value(Some(kind), None, &DefenseParts { e1, hand, ..parts });
        let halved = kind == Kind::Movement && rules.n.dodge_halves_attack;
        let stops = if halved { 2 * stops + 1 } else { stops };
        if stops >= most {
            return None;
        }
        wall[kind as usize] = Some(stops);
    }
    let stops = rules.defense_value(None, None, &parts);
    wall[4] = Some(stops);
    (stops < most).then_some(wall)
}

/// Whether an attack of this value beats all of them.
fn beats_all(rules: &Rules, wall: &[Option<i16>; 5], attack: Kind, value: i16) -> bool {
    wall.iter().enumerate().all(|(kind, stops)| {
        let matched = if kind == attack as usize {
            rules.n.match_bonus
        } else {
            0
        };
        stops.is_none_or(|s| value > s + matched)
    })
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
            let (a, rules) = (belief::attacker(view), view.rules());
            let values = Kind::ATTACKS.map(|k| (k, all_in(rules, &a, k)));
            let most = values.iter().filter_map(|v| v.1).max();
            let wall = most.and_then(|m| public_wall(view, seat, m));
            let sure = wall.and_then(|wall| {
                values
                    .into_iter()
                    .find(|(k, v)| v.is_some_and(|v| beats_all(rules, &wall, *k, v)))
            });
            Some(sure.map_or(base, |(kind, _)| whole(kind)))
        }
        Habit::CounterMatching => {
            // A kind that the defender does not hold cannot be matched for free.
            let held = match foe {
                Foe::Gladiator(seat) => belief::about(&view.other(seat)).actions,
                Foe::Beast(_) => 0,
            };
            let unmatched = |k: &Kind| hand & k.card() != 0 && held & k.card() == 0;
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
            let a = belief::attacker(view);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gladiatori::cards::moves;
    use crate::games::gladiatori::data::Data;
    use crate::games::gladiatori::decision::Policy;
    use crate::games::gladiatori::draws::Even;
    use crate::games::gladiatori::game::Game;
    use crate::games::gladiatori::policy::Brain;
    use crate::games::gladiatori::rules::Play;
    use crate::games::gladiatori::sheet::Sheet;
    use crate::games::gladiatori::state::Duel;
    use crate::games::gladiatori::watch::Deaf;

    /// Whether a defense of public resources stops a value, by the cheapest payment.
    fn stops(view: &View<'_>, seat: u8, attack: Kind, value: i16, kind: Option<Kind>) -> bool {
        let (o, rules) = (view.other(seat), view.rules());
        let stat = |at: usize| o.sheet().map_or(MOST.0, |s| s.stats[at]);
        let laid = u8::from(kind.is_some_and(|k| o.row() & k.card() == 0));
        let hand = o.hand() - laid.min(o.hand());
        let parts = DefenseParts {
            e1: o.sheet().map_or(MOST.1, |s| s.e1).min(hand),
            hand,
            items: o.item_values().1,
            facedown: o.facedown(),
            trapped: o.trapped() > 0,
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
    }

    /// The walls of public resources are what every defense by itself comes to.
    #[test]
    fn walls_of_public_resources() {
        let data = Data::embedded().unwrap();
        let rules = Rules::default_rules().unwrap();
        let sheets = ["secutor", "retiarius"].map(|n| Sheet::ready_made(&data, n).unwrap());
        let game = Game::duel(rules, sheets[0], sheets[1]);
        let brain = Brain::parse("random_legal").unwrap();
        let mut chance = Even::new(5, "walls", 0);
        let mut seen = [0; 2];
        for _ in 0..60 {
            let mut st: Duel = game.start(&[0, 1]);
            while !st.over() {
                game.step(&mut st, &mut Play::new(&[&brain], &mut chance, &mut Deaf));
                let view = game.view(&st, 0);
                let wall = public_wall(&view, 1, i16::MAX).unwrap();
                let o = view.other(1);
                let diagram = rules.defense_kinds(0, o.facedown(), o.trapped() > 0);
                let possible = |k: &Kind| {
                    diagram & k.card() != 0
                        && (o.row_usable(*k, true) || o.row() & k.card() == 0 && o.hand() > 0)
                };
                for attack in Kind::ATTACKS {
                    for value in -3..40 {
                        let expected = !stops(&view, 1, attack, value, None)
                            && Kind::ALL
                                .into_iter()
                                .filter(possible)
                                .all(|k| !stops(&view, 1, attack, value, Some(k)));
                        let got = beats_all(&rules, &wall, attack, value);
                        assert!(!got || public_wall(&view, 1, value).is_some());
                        assert_eq!(got, expected, "{attack} {value} {wall:?}");
                        seen[usize::from(got)] += 1;
                    }
                }
            }
        }
        assert!(seen.iter().all(|n| *n > 1000), "{seen:?}");
    }

    /// What a policy pays in I does not depend on powers and moves that change nothing.
    #[test]
    fn economy_keeps_to_its_price_whatever_powers_are_left() {
        let data = Data::embedded().unwrap();
        let rules = Rules::default_rules().unwrap();
        let sheets = ["secutor", "mirmillo"].map(|n| Sheet::ready_made(&data, n).unwrap());
        let game = Game::duel(rules, sheets[0], sheets[1]);
        let st: Duel = game.start(&[0, 1]);
        let brain = Brain::parse("economy").unwrap();
        for seat in [0, 1] {
            let view = game.view(&st, seat);
            assert!(view.own().powers() != 0);
            // Guard and a point of Speed stop it; 3 for 2 is too dear where a hit is of 1.
            let missing = i16::from(view.own().stats[GUARD]) + 1;
            for (set, damage, pays) in [
                (0, 1, false),
                (moves::UNBALANCING, 1, false),
                (0, 4, true),
                (moves::UNBALANCING, 4, true),
            ] {
                let facing = Facing {
                    foe: Foe::Gladiator(1 - seat),
                    attack: 2 * missing,
                    effective: missing,
                    kind: Some(Kind::Strength),
                    cards: 0,
                    card: Some(Kind::Movement),
                    combat: Cards::of(set),
                    base: 0,
                    damage,
                    net: false,
                    note: 0,
                };
                let parry = brain.parry(&view, &facing, &mut Even::new(1, "parry", 0));
                assert_eq!(
                    parry.guard || parry.speed > 0,
                    pays,
                    "{seat} {set} {damage}"
                );
            }
        }
    }
}
