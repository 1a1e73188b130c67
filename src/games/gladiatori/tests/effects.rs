//! Moves, powers and weapons on the map under scripted decisions: where they take effect, and what they score.

use super::super::board::Board;
use super::super::cards::{Cards, Kind, Zone, moves, powers};
use super::super::decision::{Act, Press, Resolve, Spot, Swap, Sweep, Weapon};
use super::super::game::Game;
use super::super::geometry::hex;
use super::super::rules::Play;
use super::super::state::{Arena, Duel, ItemState, Status};
use super::super::tally::Log;
use super::super::watch::{Source, Watch};
use super::steps::{Told, attack, card};
use super::*;

/// The first outcome of everything: dice show ones.
pub(super) struct Ones;

impl Chance for Ones {
    fn draw<T: Outcome>(&mut self, _site: &'static str, dist: &Dist<T>) -> T {
        dist.outcome(0)
    }
}

/// What is said and counted.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) log: Log,
    pub(super) lines: Vec<String>,
}

impl Watch for Heard {
    const TALKS: bool = true;
    fn points(&mut self, seat: u8, source: Source, points: i16) {
        self.log.points(seat, source, points);
    }
    fn say(&mut self, line: String) {
        self.lines.push(line);
    }
}

pub(super) fn at(q: i8, r: i8) -> u8 {
    hex(q, r).unwrap()
}

pub(super) fn board() -> Board {
    Board::new(&Data::embedded().unwrap()).unwrap()
}

/// Gladiators where they are put: place and facing of each.
pub(super) fn placed(game: &Game<'_>, spots: &[((i8, i8), u8)]) -> Arena {
    let order: Vec<u8> = (0..game.players).collect();
    let mut st: Arena = game.start(&order);
    for (g, ((q, r), facing)) in st.g.iter_mut().zip(spots) {
        g.hex = at(*q, *r);
        g.set_facing(*facing);
    }
    st
}

pub(super) fn sheets(names: &[&str]) -> Vec<Sheet> {
    let each = names.iter().enumerate();
    each.map(|(team, n)| Sheet {
        team: team as u8,
        ..ready_made(n)
    })
    .collect()
}

pub(super) fn acts(game: &Game<'_>, st: &mut Arena, told: &[&Told]) -> Heard {
    let mut heard = Heard::default();
    game.act_once(st, 0, 0, &mut Play::new(told, &mut Ones, &mut heard));
    heard
}

/// An act with a Combat card.
pub(super) fn doing(kind: Kind, set: u16, resolve: Resolve) -> Option<Act> {
    Some(Act {
        card: card(kind),
        combat: Cards::of(set),
        resolve,
        note: 0,
    })
}

/// Strength with the Offense.
pub(super) fn pressed() -> Press {
    Press {
        offense: true,
        ..Press::default()
    }
}

#[test]
fn a_sweep_meets_one_in_front_and_one_from_behind() {
    let (board, still) = (board(), Told::default());
    let game = Game::new(
        rules(),
        &sheets(&["thraex", "secutor", "mirmillo"]),
        Some(&board),
    );
    // The first faces the Thraex, the second turns his back.
    let mut st = placed(&game, &[((0, 0), 0), ((1, 0), 3), ((0, 1), 1)]);
    let sweep = Sweep {
        from: 0,
        hexes: 2,
        clockwise: true,
    };
    let a = Told {
        act: doing(Kind::Strength, moves::SWEEP, Resolve::Sweep(sweep)),
        press: pressed(),
        ..Told::default()
    };
    let heard = acts(&game, &mut st, &[&a, &still, &still]);
    let of = |s: Source| heard.log.points[0][s as usize];
    assert_eq!((of(Source::FrontAttack), of(Source::RearAttack)), (2, -3));
    assert_eq!(st.g[0].unbalanced(), 1, "the Sweep's own marker");
    let told = heard.lines.join(" ");
    // 0 E1, item 3, Offense 5; +1 against the first, -3 against the second.
    assert!(told.contains("Attack Value 9"), "{told}");
}

#[test]
fn a_leap_counts_the_hexes_from_where_he_began() {
    let (board, still) = (board(), Told::default());
    let game = Game::new(rules(), &sheets(&["hoplomacus", "secutor"]), Some(&board));
    let mut st = placed(&game, &[((-3, 0), 0), ((0, 0), 3)]);
    let a = Told {
        act: attack(Kind::Strength, Cards::NONE, Weapon::Melee),
        to: Some(Spot {
            hex: at(-1, 0),
            facing: 0,
        }),
        leap: true,
        ..Told::default()
    };
    let speed = st.g[0].stats[4];
    acts(&game, &mut st, &[&a, &still]);
    assert_eq!(st.g[0].stats[4], speed - 2);
    assert_eq!(a.seen_in_h.borrow().unwrap().2.leap, 3);
    assert_eq!(st.g[0].powers() & powers::LEAP, 0);
}

#[test]
fn wrestling_and_reflex_move_after_k() {
    let (board, still) = (board(), Told::default());
    let mut both = sheets(&["retiarius", "secutor"]);
    both[0].set |= moves::REFLEX;
    let game = Game::new(rules(), &both, Some(&board));
    let mut st = placed(&game, &[((0, 0), 0), ((1, 0), 3)]);
    let a = Told {
        act: Some(Act {
            combat: Cards::of(moves::REFLEX),
            ..attack(Kind::Strength, Cards::NONE, Weapon::Melee).unwrap()
        }),
        press: Press {
            wrestling: true,
            ..pressed()
        },
        wrestle: Some(at(2, -1)),
        reflex: Some(Spot {
            hex: at(0, -1),
            facing: 0,
        }),
        ..Told::default()
    };
    acts(&game, &mut st, &[&a, &still]);
    assert_eq!((st.g[1].hex, st.g[1].unbalanced()), (at(2, -1), 1));
    assert_eq!(st.g[0].hex, at(0, -1));
}

#[test]
fn adaptation_saves_a_life_before_k_is_paid() {
    let mut frail = ready_made("secutor");
    (frail.powers, frail.e0) = (powers::ADAPTATION, 3);
    let game = Game::duel(rules(), ready_made("thraex"), frail);
    for saves in [false, true] {
        let mut st: Duel = game.start(&[0, 1]);
        // Three Energy cards in the deck, no items: four damage kill.
        st.g[1].shift(Cards::energy(0, 3), Zone::Hand, Zone::Hp);
        (0..2).for_each(|s| st.g[1].set_item(s, ItemState::Gone));
        let a = Told {
            act: attack(Kind::Strength, Cards::energy(5, 0), Weapon::Melee),
            press: pressed(),
            ..Told::default()
        };
        let b = Told {
            save: match saves {
                true => Swap {
                    down: Cards::of(0b111),
                    up: Cards::energy(0, 3),
                },
                false => Swap::default(),
            },
            ..Told::default()
        };
        let mut heard = Heard::default();
        game.act_once(
            &mut st,
            0,
            0,
            &mut Play::new(&[&a, &b], &mut Ones, &mut heard),
        );
        assert_eq!(st.g[1].alive(), saves, "{:?}", heard.lines);
    }
    // The rules of thumb do the same by themselves.
    let mut st: Duel = game.start(&[0, 1]);
    st.g[1].shift(Cards::energy(0, 3), Zone::Hand, Zone::Hp);
    (0..2).for_each(|s| st.g[1].set_item(s, ItemState::Gone));
    use super::super::decision::Policy;
    let brain = super::super::policy::Brain::parse("quantal").unwrap();
    let swap = brain.save(&game.view(&st, 1), 4, &mut Ones);
    assert_eq!((swap.down.count(), swap.up), (3, Cards::energy(0, 3)));
    assert_eq!(
        brain.save(&game.view(&st, 1), 9, &mut Ones),
        Swap::default()
    );
}

#[test]
fn stand_up_serves_after_the_own_exchange_too() {
    let mut sheet = ready_made("secutor");
    sheet.set |= moves::ACROBATIC;
    let game = Game::duel(rules(), sheet, ready_made("thraex"));
    for stand_up in [false, true] {
        let mut st: Duel = game.start(&[0, 1]);
        st.g[0].set_unbalanced(1, false);
        let a = Told {
            act: Some(Act {
                combat: Cards::of(moves::ACROBATIC),
                ..attack(Kind::Strength, Cards::NONE, Weapon::Melee).unwrap()
            }),
            stand_up,
            ..Told::default()
        };
        let still = Told::default();
        let mut heard = Heard::default();
        let told = [&a, &still];
        // Before the action he keeps the marker: he is told to use the power only where he is asked after it.
        if stand_up {
            st.g[0].set_unbalanced(0, false);
        }
        game.act_once(&mut st, 0, 0, &mut Play::new(&told, &mut Ones, &mut heard));
        let wanted = if stand_up { (0, false) } else { (2, true) };
        assert_eq!((st.g[0].unbalanced(), st.g[0].facedown()), wanted);
        assert_eq!(st.g[0].powers() & powers::STAND_UP == 0, stand_up);
    }
}

#[test]
fn a_net_is_lost_by_walking_off() {
    let (board, still) = (board(), Told::default());
    let game = Game::new(rules(), &sheets(&["retiarius", "secutor"]), Some(&board));
    let mut st = placed(&game, &[((0, 0), 0), ((1, 0), 3)]);
    let net = |weapon| Told {
        act: attack(Kind::Strength, Cards::energy(2, 0), weapon),
        press: pressed(),
        ..Told::default()
    };
    acts(&game, &mut st, &[&net(Weapon::Net(0)), &still]);
    assert_eq!((st.g[1].trapped(), st.g[0].item(0)), (3, ItemState::Ok));
    let to = Spot {
        hex: at(-1, 0),
        facing: 0,
    };
    let off = Told {
        act: doing(Kind::Movement, 0, Resolve::Move(to)),
        ..Told::default()
    };
    acts(&game, &mut st, &[&off, &still]);
    assert_eq!((st.g[1].trapped(), st.g[0].item(0)), (3, ItemState::Gone));
}

#[test]
fn dishonor_and_surrender_cost_what_they_should() {
    let (board, still) = (board(), Told::default());
    let game = Game::new(rules(), &sheets(&["secutor", "thraex"]), Some(&board));
    let moved = |to: (i8, i8), facing: u8| {
        let mut st = placed(&game, &[((0, 0), 0), ((1, 0), 3)]);
        let to = Spot {
            hex: at(to.0, to.1),
            facing,
        };
        let a = Told {
            act: doing(Kind::Movement, 0, Resolve::Move(to)),
            ..Told::default()
        };
        acts(&game, &mut st, &[&a, &still]).log.points[0]
    };
    let of = |points: [i16; 13], s: Source| points[s as usize];
    let fled = moved((-2, 0), 0);
    assert_eq!(
        (of(fled, Source::Flee), of(fled, Source::Cowardice)),
        (-2, 0)
    );
    let turned = moved((0, 0), 3);
    assert_eq!(
        (of(turned, Source::Flee), of(turned, Source::Cowardice)),
        (0, -3)
    );
    assert_eq!(moved((-1, 0), 0), [0; 13], "one hex back is no flight");
    let mut st = placed(&game, &[((0, 0), 0), ((1, 0), 3)]);
    let gives_up = Told {
        surrender: true,
        ..Told::default()
    };
    let log = acts(&game, &mut st, &[&gives_up, &still]).log;
    assert_eq!(of(log.points[0], Source::Surrender), -15);
    assert_eq!(of(log.points[1], Source::Survive), 5, "the game is over");
    assert!(st.over() && st.g[0].status() == Status::Surrendered);
}

/// `cautious` keeps its Movement card for the Dodge, with a foe in front or not; `threshold` goes all in only where no card that
/// the foe may hold stops it.
#[test]
fn habits_keep_what_they_say() {
    use super::super::decision::Policy;
    use super::super::policy::Brain;
    let board = board();
    let game = Game::new(rules(), &sheets(&["secutor", "thraex"]), Some(&board));
    for gap in [1, 3] {
        let mut st = placed(&game, &[((0, 0), 0), ((gap, 0), 3)]);
        st.g[0].put(Zone::Hand, Cards::of(Kind::Movement.card()));
        st.g[0].stats[4] = 0;
        let act = |name: &str| {
            let brain = Brain::parse(name).unwrap();
            brain.act(&game.view(&st, 0), &mut Ones)
        };
        assert_eq!(act("cautious"), None, "{gap}");
        assert!(act("economy").is_some());
    }
    let st = placed(&game, &[((0, 0), 0), ((4, 0), 3)]);
    let cautious = Brain::parse("cautious").unwrap();
    let (to, _) = cautious.sprint(&game.view(&st, 0), &mut Ones);
    assert_eq!(to.hex, at(2, 0), "two of five Speed are to spare");
    let mut st = placed(&game, &[((0, 0), 0), ((1, 0), 3)]);
    let all_in = |st: &Arena| {
        let threshold = Brain::parse("threshold").unwrap();
        let act = threshold.act(&game.view(st, 0), &mut Ones).unwrap();
        act.combat.e1 + act.combat.e0 > 1
    };
    assert!(!all_in(&st), "a full hand may hold a Dodge");
    st.g[1].put(Zone::Hand, Cards::NONE);
    st.g[1].set_item(0, ItemState::Gone);
    st.g[1].set_item(1, ItemState::Gone);
    assert!(all_in(&st), "no card can answer");
}

/// Open discard piles are taken out of what a hand is believed to hold (A58).
#[test]
fn open_discard_piles_are_looked_at() {
    use super::super::policy::belief::about;
    let believed = |reading: &str| {
        let rules = rules_with(&[("discard_public", reading)]);
        let game = Game::duel(rules, ready_made("secutor"), ready_made("thraex"));
        let mut st: Duel = game.start(&[0, 1]);
        let spent = Cards {
            set: Kind::Berserk.card(),
            e1: 6,
            e0: 0,
        };
        st.g[1].shift(spent, Zone::Hand, Zone::Discard);
        let b = about(&game.view(&st, 0).other(1));
        (b.actions & Kind::Berserk.card() != 0, b.e1)
    };
    assert!(matches!(believed("no"), (true, 1..)));
    assert_eq!(believed("yes"), (false, 0));
}
