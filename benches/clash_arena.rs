//! Whole games of Clash: the packed state with its tables against the naive twin, games a second by policy and players.
//!
//! `cargo bench --no-default-features --bench clash_arena` measures each by criterion and then prints the ratios, from slices
//! that take turns (see `support/mod.rs`). With `-- --test` everything runs once and the ratios are rough.
//!
//! The twin is the game as one would first write it: lists of pieces and of options, enums, a search over hash sets for
//! every move, a random number a die, everything worked out when it is needed. It remembers one thing in any case, the mean
//! damage of a roll, which the re-roll rule of `simple` asks for (a table of some dozen numbers that anybody would keep).
//! The exact value of a challenge, which greedy players compare, takes an enumeration of the duel; a twin that works
//! it out anew for every option spends nearly all its time on it, so the ratio is then that of table and enumeration. It is
//! therefore timed twice: as first written, and with a hash map that remembers values, which leaves the playing itself
//! to compare. Both play the same games by the same rules.

#[path = "clash/metagame.rs"]
mod metagame;
mod support;

use criterion::{Criterion, Throughput};
use gsim::chance::{Lane, Stream};
use gsim::games::clash::arena::board::spaces_of;
use gsim::games::clash::arena::experiment::ArenaGames;
use gsim::games::clash::arena::naive::{self, Memory};
use gsim::games::clash::arena::policy::{Company, SeatSpec};
use gsim::games::clash::arena::setup::Arena;
use gsim::games::clash::arena::tally::Seat;
use gsim::games::clash::unit::Unit;
use gsim::playout::{Block, Experiment};
use std::hint::black_box;
use support::{Candidate, in_turns};

const SEED: u64 = 42;
/// Games of the twin that fit a slice.
const BLOCK: u64 = 64;

fn games(players: u8, policy: &str, parts: &[(&str, &str)]) -> ArenaGames {
    let arena = Arena::rulebook(players).expect("the rulebook's game");
    let mut spec = SeatSpec::parse(policy).expect("a policy");
    for (part, value) in parts {
        spec = spec.with_part(part, value).expect("a decision");
    }
    ArenaGames::new(Company::new(arena, vec![spec]).expect("a company"))
}

/// The twin's own game: random draft, greedy challenges, duels by `simple`.
fn twins_game(players: u8) -> ArenaGames {
    games(players, "random", &[("turn", "greedy"), ("duel", "simple")])
}

/// Plays `count` games; points of seat 0.
fn packed(games: &ArenaGames, from: &mut u64, count: u64) -> i128 {
    let mut tally = games.empty();
    let mut left = count;
    while left > 0 {
        let now = left.min(BLOCK);
        games.play(
            &Block {
                seed: SEED,
                index: *from,
                first: *from * BLOCK,
                count: now as u32,
            },
            &mut tally,
        );
        *from += 1;
        left -= now;
    }
    tally.seat(0, Seat::Points).sum
}

/// The naive twin with all it needs.
struct Twin {
    neighbours: Vec<Vec<usize>>,
    animals: Vec<Unit>,
    players: usize,
    carriers: usize,
    memory: Memory,
    stream: Stream,
}

impl Twin {
    fn new(games: &ArenaGames, memory: Memory) -> Self {
        let arena = games.company().arena();
        let around = |at| spaces_of(arena.board.neighbours(at)).collect();
        let card = |&card: &u8| arena.units.unit(arena.units.card(card));
        Self {
            neighbours: (0..arena.board.len()).map(around).collect(),
            animals: arena.roster.iter().map(card).collect(),
            players: arena.players,
            carriers: usize::from(arena.carriers),
            memory,
            stream: Stream::new(SEED, "naive", 0, Lane::Main),
        }
    }

    fn play(&mut self, count: u64) -> u64 {
        (0..count)
            .map(|_| {
                let stream = &mut self.stream;
                let roll = |n: u32| stream.below(u64::from(n)) as u32;
                let out = naive::play(
                    &self.neighbours,
                    &self.animals,
                    self.players,
                    self.carriers,
                    true,
                    &mut self.memory,
                    roll,
                );
                u64::from(out.points[0])
            })
            .sum()
    }
}

fn by_criterion(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("clash_arena");
    group.throughput(Throughput::Elements(BLOCK));
    for players in [2, 3, 4, 5] {
        for policy in ["random", "greedy"] {
            let games = games(players, policy, &[]);
            let mut from = 0;
            packed(&games, &mut from, 4096); // tables are filled as they are needed
            group.bench_function(format!("{policy}-{players}"), |b| {
                b.iter(|| black_box(packed(&games, &mut from, BLOCK)))
            });
        }
    }
    let games = twins_game(3);
    let mut twin = Twin::new(&games, Memory::default());
    twin.play(256);
    group.sample_size(10);
    group.bench_function("naive-greedy-3", |b| b.iter(|| black_box(twin.play(BLOCK))));
    group.finish();
}

/// Packed against naive in turns.
fn ratios(rounds: usize) {
    for players in [2, 3, 5] {
        let games = twins_game(players);
        let mut first = Twin::new(&games, Memory::forgetful());
        let mut remembers = Twin::new(&games, Memory::default());
        let mut from = 0;
        // Tables and memory have met most duels before the clock starts.
        packed(&games, &mut from, 20_000);
        remembers.play(2_000);
        let mut candidates = [
            Candidate::new(|n| packed(&games, &mut from, n) as u64),
            Candidate::new(|n| first.play(n)),
            Candidate::new(|n| remembers.play(n)),
        ];
        in_turns(&mut candidates, rounds);
        let [packed, first, remembers] = &candidates;
        println!(
            "{players} players, random draft, greedy: {:.0} games/s packed; naive as first written {:.0} games/s, {:.0} times; with remembered values {:.0} games/s, {:.1} times",
            1e9 / packed.median(),
            1e9 / first.median(),
            packed.beats(first),
            1e9 / remembers.median(),
            packed.beats(remembers)
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let has = |flag: &str| arguments.iter().any(|a| a == flag);
    let mut criterion = Criterion::default().configure_from_args();
    by_criterion(&mut criterion);
    criterion.final_summary();
    if !has("--list") {
        let whole = has("--bench") && !has("--test");
        ratios(if whole { 41 } else { 2 });
        if whole {
            metagame::print(9);
        }
    }
}
