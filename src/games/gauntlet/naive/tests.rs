use super::super::data::GauntletData;
use super::super::dice::Roll;
use super::super::exact;
use super::super::library::Library;
use super::super::menu::Menus;
use super::super::policy::Player;
use super::super::rules::exchange::Permit;
use super::super::rules::{Class, Rules};
use super::super::spec::PolicySpec;
use super::super::state::Fight;
use super::*;
use crate::chance::{Lane, Stream};
use std::sync::Arc;

#[test]
fn the_tables_hold_what_trying_everything_finds() {
    let mut rules = Rules::rulebook();
    rules.set("bargain", "off").unwrap();
    let menus = Menus::new(&rules);
    for class in Class::all() {
        let menu = menus.menu(class, Permit::ALL, false);
        let foe_is = Foe {
            health: 3,
            ability: class.ability.name().to_string(),
        };
        // Every state once, with rolls that change from state to state.
        for (at, fight) in Fight::all().enumerate() {
            let roll = Roll::from_index((at * 37 + class.index() * 11) % 441);
            let wanted = outcomes(
                [fight.health.low, fight.health.high],
                fight.glory,
                fight.enemy,
                &foe_is,
                class.ties.name(),
                [roll.blue.low, roll.blue.high],
                [roll.red.low, roll.red.high],
            );
            let got: BTreeSet<_> = menu
                .options(fight, roll)
                .into_iter()
                .map(|c| {
                    let o = c.outcome();
                    (o.health().low, o.health().high, o.glory(), o.enemy())
                })
                .collect();
            assert_eq!(got, wanted, "{class:?} {fight:?} {roll}");
        }
    }
}

/// Fixed seed; five standard errors.
#[test]
fn naive_games_agree_with_the_exact_answer() {
    let data = GauntletData::embedded().unwrap();
    let library = Arc::new(Library::new(data.game(Rules::rulebook(), 4).unwrap()));
    let exact = exact::game(&Player::new(&PolicySpec::parse("greedy").unwrap(), &library).unwrap())
        .unwrap();
    let set = Set::of(&library.game);
    let mut stream = Stream::new(11, "gauntlet-naive", 0, Lane::Main);
    let n = 30_000;
    let ends: Vec<End> = (0..n)
        .map(|_| game(&set, |k| stream.below(k as u64) as usize))
        .collect();
    for (name, of, wanted) in [
        (
            "score",
            (|e: &End| e.score) as fn(&End) -> u32,
            exact.mean_score(),
        ),
        ("matches", |e| e.matches, exact.matches),
        ("win", |e| u32::from(e.won), exact.win()),
        ("round 1", |e| u32::from(e.rounds >= 1), exact.beaten[0]),
    ] {
        let mean = ends.iter().map(|e| f64::from(of(e))).sum::<f64>() / f64::from(n);
        let square = ends.iter().map(|e| f64::from(of(e)).powi(2)).sum::<f64>() / f64::from(n);
        let error = ((square - mean * mean) / f64::from(n)).sqrt();
        assert!(
            (mean - wanted).abs() < 5.0 * error,
            "{name}: {mean} against {wanted}, standard error {error}"
        );
    }
}
