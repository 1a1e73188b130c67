//! The twin against the tables.

use super::*;
use crate::chance::{Lane, Stream};
use crate::games::clash::arena::board::spaces_of;
use crate::games::clash::arena::experiment::ArenaGames;
use crate::games::clash::arena::policy::{Company, SeatSpec};
use crate::games::clash::arena::setup::Arena;
use crate::games::clash::arena::tally::{Game as Metric, Seat};
use crate::playout::{Block, Experiment};
use crate::stats::Moments;

/// The twin and the tables agree on what a game comes to, within five standard errors of the difference.
fn agree(players: u8, turn: &str, games: u64) {
    let arena = Arena::rulebook(players).unwrap();
    let neighbours: Vec<Vec<usize>> = (0..arena.board.len())
        .map(|at| spaces_of(arena.board.neighbours(at)).collect())
        .collect();
    let animals: Vec<Unit> = arena
        .roster
        .iter()
        .map(|&card| arena.units.unit(arena.units.card(card)))
        .collect();
    let carriers = usize::from(arena.carriers);
    let mut memory = Memory::default();
    let mut stream = Stream::new(9, "naive", 0, Lane::Main);
    let mut theirs = vec![Moments::new(); 6 + usize::from(players)];
    for _ in 0..games {
        let roll = |n: u32| stream.below(u64::from(n)) as u32;
        let out = play(
            &neighbours,
            &animals,
            usize::from(players),
            carriers,
            turn != "random",
            &mut memory,
            roll,
        );
        let total: u32 = out.points.iter().sum();
        let values = [
            out.turns,
            out.passes,
            out.moves,
            total,
            out.animals_defeated,
            out.survivors,
        ]
        .into_iter()
        .chain(out.points);
        theirs
            .iter_mut()
            .zip(values)
            .for_each(|(m, v)| m.add(v.into(), 1));
    }
    let spec = SeatSpec::random()
        .with_part("turn", turn)
        .unwrap()
        .with_part("duel", "simple")
        .unwrap();
    let mut experiment = ArenaGames::new(Company::new(arena, vec![spec]).unwrap());
    experiment.rotate = false;
    let mut tally = experiment.empty();
    for first in (0..4 * games).step_by(64) {
        experiment.play(
            &Block {
                seed: 2,
                index: first / 64,
                first,
                count: 64,
            },
            &mut tally,
        );
    }
    let metrics = [
        Metric::Turns,
        Metric::Passes,
        Metric::Moves,
        Metric::TotalPoints,
        Metric::AnimalsDefeated,
        Metric::Survivors,
    ];
    let seats = (0..usize::from(players)).map(|seat| tally.seat(seat, Seat::Points));
    for (at, ours) in metrics
        .iter()
        .map(|m| *tally.game(*m))
        .chain(seats)
        .enumerate()
    {
        let (a, b) = (ours.mean().unwrap(), theirs[at].mean().unwrap());
        let error = ours
            .standard_error()
            .unwrap()
            .hypot(theirs[at].standard_error().unwrap());
        assert!(
            (a - b).abs() <= 5.0 * error + 1e-3,
            "{players} {turn} {at}: {a} and {b}, error {error}"
        );
    }
}

#[test]
fn the_twin_agrees_at_random() {
    agree(2, "random", 4_000);
    agree(3, "random", 4_000);
    agree(5, "random", 4_000);
}

#[test]
fn the_twin_agrees_greedily() {
    agree(3, "greedy", 1_000);
}
