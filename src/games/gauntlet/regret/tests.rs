use super::super::dice::Faces;
use super::super::library::Library;
use super::super::rules::game::{Enemy, Event, Game, Round};
use super::super::rules::{Ability, Rules};
use super::super::spec::{Objective, PolicySpec, ValueSpec};
use super::*;

/// Two rounds of a small deck, every event, no bargain (fast to solve) unless asked for.
fn library(set: &[(&str, &str)]) -> Arc<Library> {
    let mut rules = Rules::rulebook();
    set.iter().for_each(|(k, v)| rules.set(k, v).unwrap());
    let enemy = |health, ability| Enemy {
        health: Some(health),
        ability,
    };
    let cards = vec![
        [enemy(3, Ability::None), enemy(4, Ability::Regen)],
        [enemy(2, Ability::GloryDrain), enemy(3, Ability::Crit5)],
    ];
    let rounds = vec![
        Round {
            cards: 1,
            side: 0,
            faces: Faces::NONE,
        },
        Round {
            cards: 1,
            side: 1,
            faces: Faces::new(&[1]),
        },
    ];
    Arc::new(Library::new(
        Game::new(rules, cards, rounds, Event::ALL, 2, (Health::new(4, 4), 2)).unwrap(),
    ))
}

#[test]
fn regrets_add_up_to_the_gap() {
    for (set, policies) in [
        (
            vec![("bargain", "off")],
            vec![
                "greedy",
                "never_swap",
                "noisy:banker,0.2",
                "improve:greedy",
                "optimal:win",
            ],
        ),
        (
            vec![("bargain_limit", "enemy"), ("event_shift", "many")],
            vec!["random"],
        ),
    ] {
        let library = library(&set);
        for objective in [Objective::Win, Objective::Score] {
            let optimum = library.values(&ValueSpec::Optimal(objective)).unwrap();
            for policy in &policies {
                let player = Player::new(&PolicySpec::parse(policy).unwrap(), &library).unwrap();
                let found = regret(&player, &optimum, 5).unwrap();
                let gap = found.optimum - found.policy;
                assert!(
                    (found.total() - gap).abs() < 1e-9,
                    "{policy} {objective:?}: {} for a gap of {gap}",
                    found.total()
                );
                assert!(
                    found.by_decision.iter().flatten().all(|r| *r > -1e-10),
                    "{policy}: {:?}",
                    found.by_decision
                );
                assert!(found.worst.windows(2).all(|w| w[0].total() >= w[1].total()));
                assert!(found.worst.len() == 5 || gap < 1e-9, "{policy}");
                if *policy == "optimal:win" && objective == Objective::Win {
                    assert!(gap.abs() < 1e-9 && found.total() < 1e-9);
                }
            }
        }
    }
}

/// What is found by opening the costliest fights roll by roll is what the chain says of them as a whole.
#[test]
fn situations_of_a_fight_add_up_to_it() {
    let library = library(&[("bargain", "off")]);
    let optimum = library
        .values(&ValueSpec::Optimal(Objective::Score))
        .unwrap();
    for policy in ["greedy", "swap_only"] {
        let player = Player::new(&PolicySpec::parse(policy).unwrap(), &library).unwrap();
        let mut ledger = Ledger {
            player: &player,
            values: &optimum,
            by_decision: Default::default(),
            asked: Default::default(),
            costly: Vec::new(),
        };
        exact::watched(&player, &mut ledger).unwrap();
        let fights = situations::fights(ledger.costly, optimum.layers);
        assert!(fights.windows(2).all(|w| w[0].1.0 >= w[1].1.0));
        let plain = fights.iter().filter(|(key, _)| key.2 != Mode::Right);
        for (key, (cost, contexts)) in plain.take(3) {
            let mut found = Vec::new();
            situations::open(&player, &optimum, *key, contexts, &mut found);
            let sum: f64 = found.iter().map(Situation::total).sum();
            assert!(
                (sum - cost).abs() < 1e-9 && *cost > 0.0,
                "{policy}: {sum} of {cost}"
            );
        }
    }
}
