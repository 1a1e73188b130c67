//! Temporary timing.
use super::*;
use crate::games::clash::arena::policy::SeatSpec;
use crate::games::clash::arena::setup::Arena;

#[test]
fn quick_look() {
    let n: u64 = std::env::var("GAMES").unwrap().parse().unwrap();
    let arena = Arena::rulebook(std::env::var("PLAYERS").unwrap().parse().unwrap()).unwrap();
    let mut spec = SeatSpec::parse(&std::env::var("POLICY").unwrap()).unwrap();
    if let Ok(draft) = std::env::var("DRAFT") {
        spec = spec.with_part("draft", &draft).unwrap();
    }
    let games = ArenaGames::new(Company::new(arena, vec![spec]).unwrap());
    let mut tally = games.empty();
    let cpu = || std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9;
    let mut run = |n: u64| {
        for first in (0..n).step_by(64) {
            games.play(&Block { seed: 1, index: first / 64, first, count: 64 }, &mut tally);
        }
    };
    let t0 = cpu();
    run(n);
    let t1 = cpu();
    run(n);
    let t2 = cpu();
    println!("first {:.0}/s, then {:.0}/s", n as f64 / (t1 - t0), n as f64 / (t2 - t1));
}
