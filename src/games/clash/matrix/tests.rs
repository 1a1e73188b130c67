//! The laws and anchors of spec 9, 16 and 17.

use super::*;
use crate::metagame::{dominance, nash};

fn setting(model: Model, policies: [&str; 2]) -> Setting {
    let specs = policies.map(|p| PolicySpec::parse(p).unwrap());
    Setting {
        rules: Rc::new(Rules::rulebook()),
        model,
        specs,
        marker_weight: 0.0,
    }
}

fn at(teams: &[Unit], name: &str) -> usize {
    teams.iter().position(|t| t.to_string() == name).unwrap()
}

#[test]
fn seventy_teams_under_simple() {
    let teams = full_teams();
    let matrix = setting(Model::Duel, ["simple", "simple"])
        .matrix(&teams, &teams)
        .unwrap();
    let game = matrix.symmetrised();
    assert!(game.asymmetry() < 1e-14 && game.means().iter().sum::<f64>().abs() < 1e-12);
    assert!(
        matrix
            .challenging()
            .symmetrised()
            .row(3)
            .iter()
            .zip(game.row(3))
            .all(|(a, b)| (a - b).abs() < 1e-14)
    );
    assert!((game.means()[0] - 0.424_636_818_693).abs() < 1e-11);
    assert_eq!(
        (
            matrix.order_free(),
            matrix.zero_mirrors(),
            matrix.challenging_hurts()
        ),
        (4347, 59, 0)
    );
    assert_eq!(dominance::strict(&game).iter().flatten().count(), 25);
    let equilibrium = nash::symmetric(&game);
    assert!(
        equilibrium.exploitability <= 1e-9
            && equilibrium.degenerate
            && equilibrium.pure.contains(&at(&teams, "SSSN"))
    );
}

#[test]
fn different_spears_make_the_challenge_irrelevant() {
    let teams = full_teams();
    for policy in ["simple", "minimax"] {
        let matrix = setting(Model::Duel, [policy, policy])
            .edges(&teams, &teams)
            .unwrap();
        for (a, row) in teams.iter().enumerate() {
            for (b, column) in teams.iter().enumerate() {
                let spears =
                    [row, column].map(|u| u.counts.get(crate::games::clash::counts::Kind::Spear));
                let [first, second] = matrix.pair(a, b).edge;
                assert!((first + matrix.pair(b, a).edge[1]).abs() < 1e-12);
                assert!(spears[0] == spears[1] || (first - second).abs() < 1e-12);
            }
        }
    }
}

/// Law 10 of spec 16, for every pair of full teams.
#[test]
fn nobody_beats_the_best_response() {
    let teams = full_teams();
    let edges = |a, d| setting(Model::Duel, [a, d]).edges(&teams, &teams).unwrap();
    let [best, minimax, worst] = [
        edges("best_response:simple", "simple"),
        edges("minimax", "minimax"),
        edges("simple", "best_response:simple"),
    ];
    for a in 0..70 {
        for b in 0..70 {
            for c in 0..2 {
                let [x, y, z] = [&best, &minimax, &worst].map(|m| m.pair(a, b).edge[c]);
                assert!(
                    x >= y - 1e-12 && y >= z - 1e-12,
                    "{} - {}: {x} {y} {z}",
                    teams[a],
                    teams[b]
                );
            }
        }
    }
}

#[test]
fn a_column_may_be_an_animal_in_a_duel_only() {
    let lion = Unit::animal(Counts::new([1, 0, 2, 0, 1]), 2).unwrap();
    let teams = full_teams();
    let matrix = setting(Model::Duel, ["simple", "simple"])
        .matrix(&teams, &[lion])
        .unwrap();
    let pair = matrix.pair(at(&teams, "SSNT"), 0);
    assert!(
        (pair.edge[0] - 25.0 / 32.0).abs() < 1e-14
            && (pair.p_column_out[0] - 11.0 / 24.0).abs() < 1e-14
    );
    let error = setting(Model::Fight, ["simple", "simple"])
        .matrix(&teams, &[lion])
        .unwrap_err();
    assert!(error.to_string().contains("between teams"));
}
