//! Phases and beasts under scripted decisions: order, what waits for whom, how games end.

use super::super::cards::Cards;
use super::super::cards::Kind;
use super::super::decision::{Act, Foe, Resolve, Weapon};
use super::super::game::Game;
use super::super::rules::Play;
use super::super::state::{Beast, BeastKind, Duel};
use super::super::watch::Source;
use super::effects::{Heard, Ones, acts, at, board, placed, pressed, sheets};
use super::steps::{Told, attack, card};
use super::*;

#[test]
fn delay_gives_a_place() {
    let game = Game::duel(rules(), ready_made("thraex"), ready_made("secutor"));
    for (place, first) in [(None, "thraex"), (Some(1), "secutor")] {
        let mut st: Duel = game.start(&[0, 1]);
        let a = Told {
            place,
            ..Told::default()
        };
        let still = Told::default();
        let mut heard = Heard::default();
        let told = [&a, &still];
        let mut ones = Ones;
        let mut play = Play::new(&told, &mut ones, &mut heard);
        game.step(&mut st, &mut play);
        game.step(&mut st, &mut play);
        let who = heard.lines.iter().find(|l| l.contains("acts")).unwrap();
        let named = if who.contains("#0") {
            "thraex"
        } else {
            "secutor"
        };
        assert_eq!(named, first, "{:?}", heard.lines);
    }
}

/// Two dogs beside one gladiator: both roll before he answers the first.
#[test]
fn all_beasts_attack_before_anybody_answers() {
    let board = board();
    let game = Game::new(rules(), &sheets(&["secutor"]), Some(&board))
        .with_beasts(&[(1, BeastKind::Dog), (1, BeastKind::Dog)]);
    let mut st = placed(&game, &[((0, 0), 0)]);
    for (i, (place, facing)) in [((1, 0), 3), ((-1, 0), 0)].into_iter().enumerate() {
        st.beasts[i] = Beast::waiting_one(BeastKind::Dog).at(at(place.0, place.1), facing);
    }
    let drawn = std::cell::RefCell::new(Vec::new());
    struct Sites<'a>(&'a std::cell::RefCell<Vec<&'static str>>);
    impl Chance for Sites<'_> {
        fn draw<T: Outcome>(&mut self, site: &'static str, dist: &Dist<T>) -> T {
            self.0.borrow_mut().push(site);
            dist.outcome(dist.len() - 1)
        }
    }
    let asked = Told {
        draws: true,
        ..Told::default()
    };
    let mut chance = Sites(&drawn);
    let mut heard = Heard::default();
    let told = [&asked];
    let mut play = Play::new(&told, &mut chance, &mut heard);
    while drawn.borrow().iter().all(|s| *s != "answer") && !st.over() {
        game.step(&mut st, &mut play);
    }
    let sites = drawn.borrow();
    let attacks: Vec<usize> = (0..sites.len())
        .filter(|i| sites[*i] == "beast_attack")
        .collect();
    let answer = sites.iter().position(|s| *s == "answer").unwrap();
    assert!(attacks.len() >= 2 && attacks[1] < answer, "{sites:?}");
}

/// A double on defense brings another dog, also where a Feint ends the exchange; when it enters is A42.
#[test]
fn a_feint_does_not_undo_a_beasts_roll() {
    let (board, still) = (board(), Told::default());
    for (reading, waits) in [("end_of_action_phase", true), ("next_beast_phase", true)] {
        let rules = rules_with(&[("beast_spawn_time", reading)]);
        let game = Game::new(rules, &sheets(&["secutor"]), Some(&board))
            .with_beasts(&[(1, BeastKind::Dog)]);
        let mut st = placed(&game, &[((0, 0), 0)]);
        st.beasts[0] = Beast::waiting_one(BeastKind::Dog).at(at(1, 0), 3);
        let a = Told {
            act: Some(Act {
                card: card(Kind::Strength),
                combat: Cards::energy(1, 0),
                resolve: Resolve::Attack {
                    foe: Foe::Beast(0),
                    weapon: Weapon::Melee,
                },
                note: 0,
            }),
            press: pressed(),
            feint: true,
            ..Told::default()
        };
        acts(&game, &mut st, &[&a, &still]);
        assert!(st.beasts[0].present(), "the Feint ended the attack");
        assert_eq!(
            st.beasts[1].waiting(),
            waits,
            "the double brought a second dog"
        );
    }
}

/// Who is kept up by Unbeatable and never acts again dies at the end, or lives, by A56.
#[test]
fn the_end_of_an_unbeatable() {
    for (reading, lives) in [("dead", false), ("alive", true)] {
        let mut rules = rules_with(&[("unbeatable_at_end", reading)]);
        rules.n.turns = 1;
        let game = Game::duel(rules, ready_made("thraex"), ready_made("secutor"));
        let mut st: Duel = game.start(&[0, 1]);
        let still = Told::default();
        let mut heard = Heard::default();
        let told = [&still];
        let mut ones = Ones;
        let mut play = Play::new(&told, &mut ones, &mut heard);
        // Both have acted in the last phase.
        for _ in 0..5 {
            game.step(&mut st, &mut play);
        }
        assert!(!st.over());
        st.g[1].set_waiting();
        while !st.over() {
            game.step(&mut st, &mut play);
        }
        assert_eq!(st.g[1].alive(), lives);
        assert_eq!(
            heard.log.points[1][Source::Survive as usize],
            if lives { 5 } else { 0 }
        );
    }
}

/// The bonus of a Cooperation waits for the partner's next action, or is gone with the phase, by A57.
#[test]
fn how_long_a_cooperation_waits() {
    for (reading, kept) in [("next_action", true), ("same_phase", false)] {
        let game = Game::duel(
            rules_with(&[("coop_scope", reading)]),
            ready_made("thraex"),
            ready_made("secutor"),
        );
        let mut st: Duel = game.start(&[0, 1]);
        let still = Told::default();
        let told = [&still];
        let mut heard = Heard::default();
        let mut ones = Ones;
        let mut play = Play::new(&told, &mut ones, &mut heard);
        game.step(&mut st, &mut play);
        game.step(&mut st, &mut play);
        // The first has acted; the second supports him.
        st.g[0].set_cooperation(Some((1, 2)));
        game.step(&mut st, &mut play);
        assert_eq!(st.g[0].cooperation().is_some(), kept, "{reading}");
    }
}

/// Rebalance: who gets rid of the last marker that put him down faces as he wishes, be he in a Net or not; Offense and Blood are
/// declared before the defender answers under A01, and an attack without a positive value ends there.
#[test]
fn declared_attacks_end_before_the_answer() {
    let rules = rules_with(&[("attack_value_timing", "at_declaration")]);
    let game = Game::duel(rules, ready_made("mirmillo"), ready_made("secutor"));
    for facedown in [false, true] {
        let mut st: Duel = game.start(&[0, 1]);
        st.g[0].set_unbalanced(if facedown { 2 } else { 0 }, facedown);
        let a = Told {
            act: attack(Kind::Strength, Cards::energy(1, 0), Weapon::Melee),
            ..Told::default()
        };
        let still = Told::default();
        let told = [&a, &still];
        let mut heard = Heard::default();
        game.act_once(&mut st, 0, 0, &mut Play::new(&told, &mut Ones, &mut heard));
        let asked = heard.lines.iter().any(|l| l.contains("Surprised"));
        assert_eq!(asked, !facedown, "{:?}", heard.lines);
        assert!(heard.lines.iter().any(|l| l.contains("declares 0 Offense")));
    }
}
