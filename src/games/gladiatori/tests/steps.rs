//! Single steps of the machine under scripted decisions: what lies face-down, Cooperation, Leap, Surprised, Unbeatable.

use super::super::board::Board;
use super::super::cards::{Cards, Kind, Zone, moves, powers};
use super::super::decision::{
    Act, CardUse, Defend, Elements, Facing, Foe, Judged, Parry, Payment, Policy, Press, Resolve,
    Reveal, Spot, Swap, Threat, Weapon,
};
use super::super::game::Game;
use super::super::geometry::Hex;
use super::super::observe::View;
use super::super::policy::Brain;
use super::super::rules::Play;
use super::super::state::{Arena, Duel};
use super::super::tally::Log;
use super::*;
use crate::chance::Sample;
use std::cell::RefCell;

/// Does what it is told, and remembers what it saw.
#[derive(Default)]
pub(super) struct Told {
    pub(super) act: Option<Act>,
    pub(super) leap: bool,
    pub(super) press: Press,
    pub(super) defend: Option<Defend>,
    pub(super) parry: Parry,
    pub(super) feint: bool,
    pub(super) to: Option<Spot>,
    pub(super) wrestle: Option<Hex>,
    pub(super) reflex: Option<Spot>,
    pub(super) place: Option<u8>,
    pub(super) save: Swap,
    pub(super) stand_up: bool,
    pub(super) surrender: bool,
    /// Draws in F, so that a source of chance hears when it is asked.
    pub(super) draws: bool,
    /// In F: face-up row cards of the attacker, face-down ones.
    pub(super) seen_in_f: RefCell<Option<(u16, u8)>>,
    /// In H: the same of the defender, and what is to be decided.
    pub(super) seen_in_h: RefCell<Option<(u16, u8, Reveal)>>,
    pub(super) seen_in_i: RefCell<Option<Facing>>,
}

fn of(foe: Foe) -> u8 {
    match foe {
        Foe::Gladiator(s) | Foe::Beast(s) => s,
    }
}

impl Policy for Told {
    fn deterministic(&self) -> bool {
        true
    }
    fn deck<C: Chance>(&self, _: &View<'_>, _: &mut C) -> Cards {
        Cards::NONE
    }
    fn leap<C: Chance>(&self, _: &View<'_>, _: &mut C) -> bool {
        self.leap
    }
    fn sprint<C: Chance>(&self, view: &View<'_>, _: &mut C) -> (Spot, bool) {
        (self.to.unwrap_or(view.spot()), self.leap)
    }
    fn wrestle<C: Chance>(&self, _: &View<'_>, _: u8, stay: Hex, _: &mut C) -> Hex {
        self.wrestle.unwrap_or(stay)
    }
    fn reflex<C: Chance>(&self, view: &View<'_>, _: &mut C) -> Spot {
        self.reflex.unwrap_or(view.spot())
    }
    fn place<C: Chance>(&self, _: &View<'_>, _: &mut C) -> Option<u8> {
        self.place
    }
    fn save<C: Chance>(&self, _: &View<'_>, _: u8, _: &mut C) -> Swap {
        self.save
    }
    fn stand_up<C: Chance>(&self, _: &View<'_>, _: &mut C) -> bool {
        self.stand_up
    }
    fn surrender<C: Chance>(&self, _: &View<'_>, _: &mut C) -> bool {
        self.surrender
    }
    fn act<C: Chance>(&self, _: &View<'_>, _: &mut C) -> Option<Act> {
        self.act
    }
    fn defend<C: Chance>(&self, view: &View<'_>, threat: &Threat, c: &mut C) -> Option<Defend> {
        if self.draws {
            c.draw("answer", super::super::draws::die());
        }
        let o = view.other(of(threat.foe));
        *self.seen_in_f.borrow_mut() = Some((o.row(), o.hidden()));
        self.defend
    }
    fn press<C: Chance>(&self, view: &View<'_>, reveal: &Reveal, _: &mut C) -> Press {
        let o = view.other(of(reveal.foe));
        *self.seen_in_h.borrow_mut() = Some((o.row(), o.hidden(), *reveal));
        self.press
    }
    fn feint<C: Chance>(&self, _: &View<'_>, _: &Judged, _: &mut C) -> bool {
        self.feint
    }
    fn parry<C: Chance>(&self, _: &View<'_>, facing: &Facing, _: &mut C) -> Parry {
        *self.seen_in_i.borrow_mut() = Some(*facing);
        self.parry
    }
    fn pay<C: Chance>(&self, _: &View<'_>, _: u8, _: bool, _: &mut C) -> Payment {
        Payment::default()
    }
    fn recover<C: Chance>(&self, _: &View<'_>, _: u8, _: &mut C) -> Elements {
        Elements::default()
    }
    fn cleanup<C: Chance>(&self, _: &View<'_>, _: &mut C) -> Elements {
        Elements::default()
    }
}

pub(super) fn card(kind: Kind) -> CardUse {
    CardUse {
        kind,
        from_row: false,
    }
}

pub(super) fn attack(kind: Kind, combat: Cards, weapon: Weapon) -> Option<Act> {
    Some(Act {
        card: card(kind),
        combat,
        resolve: Resolve::Attack {
            foe: Foe::Gladiator(1),
            weapon,
        },
        note: 0,
    })
}

fn once(game: &Game<'_>, st: &mut Duel, arrival: u8, seats: [&Told; 2], log: &mut Log) {
    let mut chance = Sample::new(1, "steps", 0);
    game.act_once(st, 0, arrival, &mut Play::new(&seats, &mut chance, log));
}

#[test]
fn cards_lie_face_down_until_they_are_revealed() {
    let game = Game::duel(rules(), ready_made("secutor"), ready_made("thraex"));
    let mut st: Duel = game.start(&[0, 1]);
    let a = Told {
        act: attack(Kind::Strength, Cards::NONE, Weapon::Melee),
        ..Told::default()
    };
    let b = Told {
        defend: Some(Defend {
            card: card(Kind::Dexterity),
            combat: Cards::NONE,
            note: 0,
        }),
        ..Told::default()
    };
    once(&game, &mut st, 0, [&a, &b], &mut Log::default());
    assert_eq!(*b.seen_in_f.borrow(), Some((0, 1)), "the attacker's card");
    let seen = a.seen_in_h.borrow().map(|s| (s.0, s.1));
    assert_eq!(seen, Some((0, 1)), "the defender's card");
    assert_eq!((st.g[0].hidden_row(), st.g[1].hidden_row()), (0, 0));
    // A Recover stays face-down.
    let a = Told {
        act: Some(Act {
            card: card(Kind::Berserk),
            combat: Cards::NONE,
            resolve: Resolve::Recover,
            note: 0,
        }),
        ..Told::default()
    };
    once(&game, &mut st, 0, [&a, &b], &mut Log::default());
    assert_eq!(st.g[0].hidden_row(), Kind::Berserk.card());
    st.g[0].rename_hidden(|| Kind::Movement);
    assert_eq!(st.g[0].hidden_row(), Kind::Movement.card());
    assert!(st.g[0].rotated(Kind::Movement) && st.g[0].row_kind(0) == Kind::Strength);
}

#[test]
fn leap_works_with_the_net_at_hand() {
    let mut thrower = ready_made("retiarius");
    thrower.powers |= powers::LEAP;
    let slot = thrower.items.iter().position(|i| i.net).unwrap() as u8;
    let game = Game::duel(rules(), thrower, ready_made("thraex"));
    for (weapon, units) in [(Weapon::Net(slot), 1), (Weapon::Melee, 1)] {
        let mut st: Duel = game.start(&[0, 1]);
        let a = Told {
            act: attack(Kind::Strength, Cards::NONE, weapon),
            leap: true,
            ..Told::default()
        };
        once(
            &game,
            &mut st,
            0,
            [&a, &Told::default()],
            &mut Log::default(),
        );
        let leap = a.seen_in_h.borrow().map(|s| s.2.leap);
        assert_eq!(leap, Some(units), "{weapon:?}");
    }
}

#[test]
fn a_surprised_defender_keeps_the_last_stand() {
    let game = Game::duel(rules(), ready_made("secutor"), ready_made("secutor"));
    let base = |surprised: bool| {
        let mut st: Duel = game.start(&[0, 1]);
        st.g[1].set_waiting();
        let a = Told {
            act: attack(Kind::Strength, Cards::energy(1, 0), Weapon::Melee),
            press: Press {
                offense: true,
                ..Press::default()
            },
            ..Told::default()
        };
        let b = Told {
            defend: (!surprised).then_some(Defend {
                card: card(Kind::Strength),
                combat: Cards::NONE,
                note: 0,
            }),
            ..Told::default()
        };
        once(&game, &mut st, 0, [&a, &b], &mut Log::default());
        (b.seen_in_i.borrow().unwrap().base, st.g[1].last_stand())
    };
    let items = game.start::<2, 0>(&[0, 1]).g[1]
        .item_values(&game.sheets[1], 2)
        .1;
    assert_eq!(base(true), (items, true));
    // The matched card adds 5.
    assert_eq!(base(false), (items + 5 + 4, false));
}

#[test]
fn a_cooperation_counts_from_the_front_only() {
    let game = Game::duel(rules(), ready_made("secutor"), ready_made("thraex"));
    let base = |arrival: u8| {
        let mut st: Duel = game.start(&[0, 1]);
        st.g[0].set_cooperation(Some((1, 3)));
        let a = Told {
            act: attack(Kind::Berserk, Cards::NONE, Weapon::Melee),
            ..Told::default()
        };
        once(
            &game,
            &mut st,
            arrival,
            [&a, &Told::default()],
            &mut Log::default(),
        );
        a.seen_in_h.borrow().unwrap().2.base
    };
    assert_eq!(base(0), base(2) + 3);
    assert_eq!(base(2), base(3));
}

#[test]
fn a_supporter_pays_for_what_h_gives_him() {
    let board = Board::new(&Data::embedded().unwrap()).unwrap();
    let mut sheets = ["hoplomacus", "secutor", "thraex"].map(ready_made);
    (sheets[1].team, sheets[2].team) = (0, 1);
    let game = Game::new(rules(), &sheets, Some(&board));
    let mut st: Arena = game.start(&[0, 1, 2]);
    // The target in the middle faces east; both stand in its front.
    st.g[2].hex = 60;
    st.g[2].set_facing(0);
    for (seat, direction) in [(0, 0u8), (1, 1)] {
        st.g[seat].hex = board.next(60, direction).unwrap();
        st.g[seat].set_facing((direction + 3) % 6);
    }
    let a = Told {
        act: Some(Act {
            card: card(Kind::Strength),
            combat: Cards {
                set: moves::ACROBATIC,
                e1: 1,
                e0: 0,
            },
            resolve: Resolve::Cooperate { foe: 2, partner: 1 },
            note: 0,
        }),
        press: Press {
            offense: true,
            ..Press::default()
        },
        ..Told::default()
    };
    let mut chance = Sample::new(1, "steps", 0);
    let other = Told::default();
    game.act_once(
        &mut st,
        0,
        0,
        &mut Play::new(&[&a, &other, &other], &mut chance, &mut Log::default()),
    );
    assert_eq!(st.g[0].unbalanced(), 1, "Acrobatic Strike has its price");
    let (foe, bonus) = st.g[1].cooperation().expect("a bonus");
    assert!(foe == 2 && bonus > 0);
    // A second supporter's bonus is added.
    st.g[0].take_back(Kind::Strength);
    let again = Told {
        act: Some(Act {
            card: card(Kind::Strength),
            combat: Cards::energy(1, 0),
            resolve: Resolve::Cooperate { foe: 2, partner: 1 },
            note: 0,
        }),
        press: Press {
            offense: true,
            ..Press::default()
        },
        ..Told::default()
    };
    game.act_once(
        &mut st,
        0,
        0,
        &mut Play::new(&[&again, &other, &other], &mut chance, &mut Log::default()),
    );
    assert!(st.g[1].cooperation().expect("a bonus").1 > bonus);
}

#[test]
fn anything_may_be_spent_against_a_beast() {
    let game = Game::duel(rules(), ready_made("thraex"), ready_made("secutor"));
    let mut st: Duel = game.start(&[0, 1]);
    let all = game.sheets[0].set;
    game.marked(&mut st, 0, true, true);
    for attack in [false, true] {
        assert_eq!(game.playable(&st.g[0], attack, false, true), all);
        assert_ne!(game.playable(&st.g[0], attack, false, false), all);
    }
}

#[test]
fn a_death_put_off_is_as_deep_as_its_blows() {
    let mut frail = ready_made("secutor");
    frail.powers |= powers::UNBEATABLE;
    let mut strong = ready_made("hoplomacus");
    (strong.e1, strong.stats[1]) = (10, 9);
    let game = Game::duel(rules(), strong, frail);
    let mut st: Duel = game.start(&[0, 1]);
    let mut log = Log::default();
    let blow = |cards: u8, kind: Kind| Told {
        act: attack(kind, Cards::energy(cards, 0), Weapon::Melee),
        press: Press {
            offense: true,
            ..Press::default()
        },
        ..Told::default()
    };
    // Items are worth 6 Hit Points or so, the HP deck is empty: take the items away.
    for slot in 0..2 {
        st.g[1].set_item(slot, super::super::state::ItemState::Gone);
    }
    once(
        &game,
        &mut st,
        0,
        [&blow(5, Kind::Strength), &Told::default()],
        &mut log,
    );
    assert!(st.g[1].waiting() && st.g[1].alive());
    let first = log.below[1];
    // Four damage on one Hit Point.
    assert_eq!(first, -3);
    once(
        &game,
        &mut st,
        0,
        [&blow(3, Kind::Dexterity), &Told::default()],
        &mut log,
    );
    assert!(!st.g[1].alive());
    assert_eq!(log.below[1], first - 3);
    assert_eq!(st.g[1].count(Zone::Hp), 0);
}

#[test]
fn a_wrestler_marks_after_k_only() {
    let game = Game::duel(rules(), ready_made("retiarius"), ready_made("thraex"));
    for feint in [false, true] {
        let mut st: Duel = game.start(&[0, 1]);
        let a = Told {
            act: attack(Kind::Strength, Cards::energy(1, 0), Weapon::Melee),
            press: Press {
                wrestling: true,
                offense: true,
                ..Press::default()
            },
            feint,
            ..Told::default()
        };
        let b = Told {
            defend: Some(Defend {
                card: card(Kind::Berserk),
                combat: Cards::NONE,
                note: 0,
            }),
            ..Told::default()
        };
        once(&game, &mut st, 0, [&a, &b], &mut Log::default());
        assert_eq!(st.g[0].powers() & powers::WRESTLING, 0, "it is used up");
        assert_eq!(st.g[1].unbalanced(), u8::from(!feint));
    }
}

#[test]
fn unbeatable_is_a_choice_that_can_be_forbidden() {
    let game = Game::duel(rules(), ready_made("secutor"), ready_made("thraex"));
    let st: Duel = game.start(&[0, 1]);
    let uses = |name: &str, forbidden: u16| {
        let mut brain = Brain::parse(name).unwrap();
        brain.arts.powers &= !forbidden;
        brain.unbeatable(&game.view(&st, 0), &mut Sample::new(1, "steps", 0))
    };
    assert!(uses("quantal", 0) && !uses("quantal", powers::UNBEATABLE) && !uses("heavy", 0));
}
