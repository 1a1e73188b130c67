//! What has an exact answer, and what is refused because it has none.

use super::super::data::GauntletData;
use super::super::exact::{self, Bouts};
use super::super::library::Library;
use super::super::rules::game::{Enemy, Event, Policy, Round};
use super::super::rules::{Ability, Rules, Ties};
use super::super::spec::{PolicySpec, ValueSpec};
use super::super::state::Health;
use super::super::words::GameWords;
use super::*;

/// A whole game of one round under these settings.
fn library(set: &[(&str, &str)]) -> Arc<Library> {
    let data = GauntletData::embedded().unwrap();
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    let switches = data.switches("gauntlet", &set).unwrap();
    let rules = data.rules(&switches).unwrap();
    Arc::new(Library::new(data.game(rules, 1).unwrap()))
}

fn refused(spec: &PolicySpec, library: &Arc<Library>) -> Option<String> {
    Player::new(spec, library)
        .and_then(|p| Follow::new(&p).map(|_| ()))
        .err()
        .map(|e| e.to_string())
}

#[test]
fn a_reroll_by_lot_has_no_exact_answer_with_matches_by_values() {
    let library = library(&[("bargain", "off")]);
    let with = |policy: &str, rule: &str| {
        PolicySpec::parse(policy)
            .unwrap()
            .with_part("reroll_one", rule)
            .unwrap()
    };
    let why = refused(&with("improve:never_swap", "random"), &library).expect("no exact answer");
    assert!(why.contains("reroll_one by lot"), "{why}");
    for rule in ["never", "first"] {
        assert_eq!(refused(&with("improve:never_swap", rule), &library), None);
    }
    // A policy that looks at the table only is followed through the coin.
    assert_eq!(refused(&with("never_swap", "random"), &library), None);
}

#[test]
fn the_best_fight_without_a_cap_is_not_played_under_one() {
    let spec = PolicySpec::parse("fight:survive").unwrap();
    let why = refused(&spec, &library(&[("match_cap", "3")])).expect("refused");
    assert!(why.starts_with("--set match_cap=3: "), "{why}");
    let greedy = PolicySpec::parse("greedy").unwrap();
    assert_eq!(refused(&greedy, &library(&[("match_cap", "3")])), None);
}

#[test]
fn no_bargain_keeps_the_noise_from_bargaining() {
    let row = Bouts {
        enemies: vec![Enemy {
            health: Some(4),
            ability: Ability::None,
        }],
        ties: Ties::Nobody,
        faces: Faces::NONE,
        right: false,
        start: (Health::new(4, 4), 0),
    };
    let survives = |policy: &str, bargain: &str| {
        let library = library(&[("bargain", bargain)]);
        let player = Player::new(&PolicySpec::parse(policy).unwrap(), &library).unwrap();
        exact::bouts(&Follow::new(&player).unwrap(), &row).p_win()
    };
    let without = survives("noisy:greedy,0.5", "off");
    let never = survives("no_bargain:noisy:greedy,0.5", "on");
    assert!((never - without).abs() < 1e-12, "{never} {without}");
    // Noise around a policy that does not bargain may do so.
    let may = survives("noisy:no_bargain:greedy,0.5", "on");
    assert!((may - without).abs() > 1e-4, "{may} {without}");
}

/// A part set by itself has the noise that it was named with, and no other, in playouts as in exact answers.
#[test]
fn each_part_has_its_own_noise() {
    let library = library(&[]);
    let game = &library.game;
    let (state, mut words) = (game.start(), GameWords::idle());
    for (part, rule, wanted) in [
        ("heal", "low", 2.0 / 3.0),
        ("gamble", "never", 0.0),
        ("match", "greedy", 2.0 / 3.0),
    ] {
        let spec = PolicySpec::parse("noisy:greedy,1").unwrap();
        let spec = spec.with_part(part, rule).unwrap();
        let player = Player::new(&spec, &library).unwrap();
        let spread = between::gamble(&spec.gamble, state.health(), || None);
        let exact = 1.0 - spread.of(None);
        assert!((exact - wanted).abs() < 1e-12, "{part}: {exact}");
        let rolled = (0..900).filter(|_| {
            // A die is rolled again after every round but the last: asked of the last, the choice is hushed up.
            let mut earlier = Game::clone(game);
            earlier.last_round = 2;
            player.gamble(&earlier, &state, &mut words).is_some()
        });
        let share = rolled.count() as f64 / 900.0;
        assert!((share - wanted).abs() < 0.08, "{part}: {share}");
    }
}

/// Two cards, one of them to be met.
fn tiny(set: &[(&str, &str)]) -> Arc<Library> {
    let mut rules = Rules::rulebook();
    set.iter().for_each(|(k, v)| rules.set(k, v).unwrap());
    let enemy = |health| Enemy {
        health: Some(health),
        ability: Ability::None,
    };
    let round = Round {
        cards: 1,
        side: 0,
        faces: Faces::NONE,
    };
    let cards = vec![[enemy(3); 2], [enemy(4); 2]];
    let start = (Health::new(2, 4), 1);
    Arc::new(Library::new(
        Game::new(rules, cards, vec![round], Event::ALL, 1, start).unwrap(),
    ))
}

/// Under a cap on matches the optimum is followed with its eye on the matches left: it gets what the solver says that it gets.
#[test]
fn the_optimum_under_a_cap_is_followed() {
    for set in [
        &[("bargain", "off"), ("match_cap", "3")][..],
        &[
            ("bargain", "off"),
            ("match_cap", "2"),
            ("event1_scope", "match"),
        ],
    ] {
        let library = tiny(set);
        let ask = |policy: &str| {
            let player = Player::new(&PolicySpec::parse(policy).unwrap(), &library).unwrap();
            exact::game(&player).unwrap().win()
        };
        let best = library
            .values(&ValueSpec::Optimal(Objective::Win))
            .unwrap()
            .whole();
        let (optimal, improved, greedy) =
            (ask("optimal:win"), ask("improve:greedy"), ask("greedy"));
        assert!((optimal - best).abs() < 1e-10, "{optimal} {best}");
        assert!(
            greedy <= improved + 1e-12 && improved <= optimal + 1e-12,
            "{greedy} {improved} {optimal}"
        );
        assert!(greedy < optimal);
    }
    let library = tiny(&[("bargain", "off"), ("match_cap", "1")]);
    for policy in ["no_bargain:optimal:win", "improve:improve:greedy"] {
        let spec = PolicySpec::parse(policy).unwrap();
        let why = refused(&spec, &library).expect("refused");
        assert!(why.contains("under a cap on matches"), "{why}");
    }
}

/// A policy whose parts go by the values of another is valued by what it does itself: the table of its values says what its games come to.
#[test]
fn values_are_those_of_what_the_policy_does() {
    let mut rules = Rules::rulebook();
    rules.set("bargain", "off").unwrap();
    let enemy = |health| Enemy {
        health: Some(health),
        ability: Ability::None,
    };
    let cards = vec![[enemy(3); 2], [enemy(2); 2]];
    let round = Round {
        cards: 1,
        side: 0,
        faces: Faces::NONE,
    };
    let start = (Health::new(4, 4), 2);
    let game = Game::new(rules, cards, vec![round; 2], Event::ALL, 2, start).unwrap();
    let library = Arc::new(Library::new(game));
    // Values for the score of a policy that goes by values for winning.
    let spec = PolicySpec::parse("improve:greedy").unwrap();
    let found = exact::game(&Player::new(&spec, &library).unwrap()).unwrap();
    for (objective, wanted) in [
        (Objective::Win, found.win()),
        (Objective::Score, found.mean_score()),
    ] {
        let values = values_of(&library, &spec, objective).unwrap().whole();
        assert!((values - wanted).abs() < 1e-9, "{values} {wanted}");
    }
}
