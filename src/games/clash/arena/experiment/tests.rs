//! Temporary timing.
use super::*;
use crate::games::clash::arena::naive;
use crate::games::clash::arena::board::spaces_of;
use crate::games::clash::arena::policy::SeatSpec;
use crate::games::clash::arena::setup::Arena;

#[test]
fn quick_look() {
    for players in [2u8, 3, 5] {
        for turn in ["random", "greedy"] {
            let arena = Arena::rulebook(players).unwrap();
            let neighbours: Vec<Vec<usize>> = (0..arena.board.len()).map(|at| spaces_of(arena.board.neighbours(at)).collect()).collect();
            let animals: Vec<_> = arena.roster.iter().map(|&card| arena.units.unit(arena.units.card(card))).collect();
            let carriers = usize::from(arena.carriers);
            let spec = SeatSpec::random().with_part("turn", turn).unwrap().with_part("duel", "simple").unwrap();
            let games = ArenaGames::new(Company::new(arena, vec![spec]).unwrap());
            let mut tally = games.empty();
            let mut run = |n: u64| for first in (0..n).step_by(64) { games.play(&Block { seed: 1, index: first / 64, first, count: 64 }, &mut tally); };
            run(50_000);
            let t = std::time::Instant::now();
            run(50_000);
            let fast = 50_000.0 / t.elapsed().as_secs_f64();
            let mut memory = naive::Memory::default();
            let mut stream = Stream::new(9, "naive", 0, Lane::Main);
            let mut twin = |n: u64| for _ in 0..n { naive::play(&neighbours, &animals, usize::from(players), carriers, turn == "greedy", &mut memory, |n| stream.below(u64::from(n)) as u32); };
            twin(if turn == "greedy" { 1000 } else { 200 });
            let t = std::time::Instant::now();
            twin(1000);
            let slow = 1000.0 / t.elapsed().as_secs_f64();
            println!("{players} {turn}: {fast:.0} against {slow:.0}, ratio {:.1}", fast / slow);
        }
    }
}
