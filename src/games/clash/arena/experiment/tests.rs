//! Whole games through the playout engine: the same for any threads and shards, and the figures of the spec.

use super::*;
use crate::games::clash::arena::policy::SeatSpec;
use crate::games::clash::arena::setup::Arena;
use crate::games::clash::arena::tally::{Game, Seat};
use crate::playout::{Plan, Shard, Tally, run};

fn games(players: u8, policies: &str) -> ArenaGames {
    let specs = SeatSpec::parse_list(policies).unwrap();
    ArenaGames::new(Company::new(Arena::rulebook(players).unwrap(), specs).unwrap())
}

fn play(games: &ArenaGames, plan: &Plan<'_>) -> ArenaTally {
    run(games, plan).unwrap().tally
}

/// Law 24. Tables fill up in another order in each run.
#[test]
fn threads_and_shards_do_not_matter() {
    let whole = play(
        &games(3, "greedy,random,sniper"),
        &Plan {
            threads: Some(1),
            ..Plan::new(1000, 5)
        },
    );
    let threads = play(
        &games(3, "greedy,random,sniper"),
        &Plan {
            threads: Some(2),
            ..Plan::new(1000, 5)
        },
    );
    assert_eq!(whole, threads);
    let mut sum = games(3, "greedy,random,sniper").empty();
    for index in [2, 0, 1] {
        let shard = Shard::new(index, 3).unwrap();
        sum.merge(&play(
            &games(3, "greedy,random,sniper"),
            &Plan {
                shard,
                ..Plan::new(1000, 5)
            },
        ));
    }
    assert_eq!(whole, sum);
    assert_ne!(
        whole,
        play(&games(3, "greedy,random,sniper"), &Plan::new(1000, 6))
    );
}

/// The anchors of spec 17 for three players who play at random (d74), within five standard errors.
#[test]
fn three_random_players_come_to_the_figures_of_the_spec() {
    let mut experiment = games(3, "random");
    experiment.count_options = true;
    let tally = play(&experiment, &Plan::new(40_000, 1));
    let near = |mean: f64, error: f64, wanted: f64| {
        assert!(
            (mean - wanted).abs() < 5.0 * error,
            "{mean} {error} {wanted}"
        )
    };
    for (metric, wanted) in [
        (Game::Turns, 55.639475),
        (Game::Moves, 23.930925),
        (Game::Tie, 0.054395),
        (Game::WinnerPoints, 23.65235),
    ] {
        let moments = tally.game(metric);
        near(
            moments.mean().unwrap(),
            moments.standard_error().unwrap(),
            wanted,
        );
    }
    let (mean, error) = tally.mean_options().unwrap();
    near(mean, error, 19.936262);
    for (seat, wanted) in [0.31718, 0.33286, 0.34997].into_iter().enumerate() {
        let win = tally.seat(seat, Seat::Win);
        near(
            win.mean().unwrap() / 60.0,
            win.standard_error().unwrap() / 60.0,
            wanted,
        );
    }
    // Every gladiator ends somewhere: taken, lost to wild animals, or left.
    let mean = |metric| tally.game(metric).mean().unwrap();
    let taken = [
        Game::ByChallengingTeam,
        Game::ByChallengedTeam,
        Game::ByUsedAnimal,
        Game::ByWildAnimal,
    ]
    .map(mean);
    assert!((taken.iter().sum::<f64>() + mean(Game::Survivors) - 48.0).abs() < 1e-9);
    let animals = [
        Game::AnimalsByChallengingTeam,
        Game::AnimalsByChallengedTeam,
        Game::AnimalsByUsedAnimal,
        Game::AnimalsByWildAnimal,
    ]
    .map(mean);
    assert!((animals.iter().sum::<f64>() - mean(Game::AnimalsDefeated)).abs() < 1e-9);
    let kinds = [
        Seat::Swords,
        Seat::Nets,
        Seat::Tridents,
        Seat::Spears,
        Seat::Shields,
    ]
    .map(|k| tally.policy(0, k).mean().unwrap());
    assert!((kinds.iter().sum::<f64>() - 16.0).abs() < 1e-9);
    assert_eq!(
        tally.swords(0).n + (1..=16).map(|s| tally.swords(s).n).sum::<u64>(),
        3 * 40_000
    );
}

#[test]
fn a_replay_gives_the_game_that_was_counted() {
    let experiment = games(2, "greedy");
    let tally = play(&experiment, &Plan::new(64, 3));
    let turns: i128 = (0..64)
        .map(|game| i128::from(experiment.replay(3, game, &mut ()).1.turn))
        .sum();
    assert_eq!(tally.game(Game::Turns).sum, turns);
}
