//! Whole games against the figures of the spec.

use super::*;
use crate::games::clash::arena::policy::SeatSpec;
use crate::games::clash::arena::setup::Arena;
use crate::games::clash::arena::tally::{Game, Seat};

fn games(players: u8, policies: &str) -> ArenaGames {
    ArenaGames::new(Company::new(Arena::rulebook(players).unwrap(), SeatSpec::parse_list(policies).unwrap()).unwrap())
}

fn play(experiment: &ArenaGames, n: u64) -> ArenaTally {
    let mut tally = experiment.empty();
    for first in (0..n).step_by(64) {
        let count = (n - first).min(64) as u32;
        experiment.play(&Block { seed: 1, index: first / 64, first, count }, &mut tally);
    }
    tally
}

#[test]
fn quick_look() {
    for (players, policy) in [(3, "random"), (3, "greedy"), (2, "greedy"), (5, "greedy")] {
        let mut experiment = games(players, policy);
        experiment.count_options = policy == "random";
        play(&experiment, 20000);
        let begun = std::time::Instant::now();
        let n = 100_000;
        let tally = play(&experiment, n);
        let took = begun.elapsed().as_secs_f64();
        println!("{players} {policy}: {:.0} games/s", n as f64 / took);
        for (at, name) in crate::games::clash::arena::tally::GAME_NAMES.iter().enumerate() {
            let m = &tally.moments_mut_for_test()[at];
            println!("  {name} {:.5} ({:.5})", m.mean().unwrap(), m.standard_error().unwrap());
        }
        println!("  options {:?}", tally.mean_options());
        for seat in 0..usize::from(players) {
            println!("  seat {seat} points {:?} win {:?}", tally.seat(seat, Seat::Points).mean(), tally.seat(seat, Seat::Win).mean().map(|w| w / 60.0));
        }
        let _ = tally.game(Game::Turns);
    }
}
