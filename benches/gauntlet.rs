//! Gladiator Gauntlet: games by the million against the naive twin, and what exact answers cost.
//!
//! `cargo bench --no-default-features --bench gauntlet` measures each by criterion and then prints the ratio, from slices that
//! take turns (see `support/mod.rs`). With `-- --test` everything runs once and the ratio is rough.

mod support;

use criterion::{Criterion, Throughput};
use gsim::chance::{Lane, Stream};
use gsim::games::gauntlet::data::GauntletData;
use gsim::games::gauntlet::dice::Faces;
use gsim::games::gauntlet::exact;
use gsim::games::gauntlet::kernel::{Games, Value};
use gsim::games::gauntlet::library::{Library, fight_values};
use gsim::games::gauntlet::menu::Menus;
use gsim::games::gauntlet::naive;
use gsim::games::gauntlet::policy::Player;
use gsim::games::gauntlet::rules::{Ability, Class, Rules, Ties};
use gsim::games::gauntlet::spec::{Objective, PolicySpec};
use gsim::games::gauntlet::tally::GameTally;
use gsim::playout::{Block, Experiment};
use std::sync::Arc;
use support::{Candidate, in_turns};

const SEED: u64 = 42;
/// Easy: four rounds.
const LAST: u8 = 4;

fn library() -> Arc<Library> {
    let data = GauntletData::embedded().expect("valid data");
    Arc::new(Library::new(
        data.game(Rules::rulebook(), LAST).expect("a game"),
    ))
}

fn player(library: &Arc<Library>, policy: &str) -> Arc<Player> {
    let spec = PolicySpec::parse(policy).expect("a policy");
    Arc::new(Player::new(&spec, library).expect("a player"))
}

/// Games of the kernel, block after block.
fn packed<const LEDGER: bool>(games: &Games<LEDGER>) -> impl FnMut(u64) -> GameTally + '_ {
    let mut index = 0;
    move |count| {
        let mut tally = games.empty();
        let mut left = count;
        while left > 0 {
            let size = u64::from(Games::<LEDGER>::BLOCK);
            let count = left.min(size) as u32;
            let first = index * size;
            games.play(
                &Block {
                    seed: SEED,
                    index,
                    first,
                    count,
                },
                &mut tally,
            );
            index += 1;
            left -= u64::from(count);
        }
        tally
    }
}

/// Games of the naive twin: conquests and scores.
fn naive_games(set: &naive::Set) -> impl FnMut(u64) -> (u64, u64) + '_ {
    let mut stream = Stream::new(SEED, "gauntlet-naive", 0, Lane::Main);
    move |count| {
        (0..count).fold((0, 0), |(won, score), _| {
            let end = naive::game(set, |k| stream.below(k as u64) as usize);
            (won + u64::from(end.won), score + u64::from(end.score))
        })
    }
}

/// The twins play the same game, or their speed means nothing: mean scores against the exact one.
fn check(library: &Arc<Library>, set: &naive::Set) {
    let exact = exact::game(&player(library, "greedy")).expect("an exact answer");
    let n = 20_000;
    let spread = exact
        .score_pmf()
        .iter()
        .enumerate()
        .map(|(s, p)| (s as f64).powi(2) * p)
        .sum::<f64>()
        - exact.mean_score().powi(2);
    let error = (spread / n as f64).sqrt();
    let games = Games::<false>::new(player(library, "greedy"), Value::Win);
    let packed = packed(&games)(n).score_moments(LAST).mean().expect("games");
    let naive = naive_games(set)(n).1 as f64 / n as f64;
    for (way, mean) in [("packed", packed), ("naive", naive)] {
        assert!(
            (mean - exact.mean_score()).abs() < 5.0 * error,
            "{way}: {mean} for {}",
            exact.mean_score()
        );
    }
}

fn benches(criterion: &mut Criterion, library: &Arc<Library>, set: &naive::Set) {
    const GAMES: u64 = 1 << 13;
    for policy in ["greedy", "banker"] {
        let mut group = criterion.benchmark_group(policy);
        group.throughput(Throughput::Elements(GAMES));
        let games = Games::<false>::new(player(library, policy), Value::Win);
        let mut plain = packed(&games);
        group.bench_function("games", |b| b.iter(|| plain(GAMES)));
        let games = Games::<true>::new(player(library, policy), Value::Win);
        let mut ledger = packed(&games);
        ledger(GAMES);
        group.bench_function("games with the ledger of glory", |b| {
            b.iter(|| ledger(GAMES))
        });
        group.finish();
    }
    let mut group = criterion.benchmark_group("naive");
    group.throughput(Throughput::Elements(256));
    let mut naive = naive_games(set);
    group.bench_function("greedy", |b| b.iter(|| naive(256)));
    group.finish();

    let mut group = criterion.benchmark_group("exact");
    group.sample_size(10);
    let menus = Menus::new(&library.game.rules);
    let class = Class::new(Ability::None, Ties::Nobody);
    fight_values(&menus, Objective::Win, class, Faces::NONE);
    for objective in [Objective::Win, Objective::Score] {
        group.bench_function(
            format!("one fight's optimum, {}", objective.fight_name()),
            |b| {
                b.iter(|| fight_values(&menus, objective, class, Faces::NONE));
            },
        );
    }
    group.bench_function("greedy, easy", |b| {
        b.iter(|| exact::game(&player(library, "greedy")).expect("an exact answer"));
    });
    group.finish();
}

/// Prints what a game costs in each way and how the ways compare.
fn ratios(library: &Arc<Library>, set: &naive::Set, rounds: usize) {
    let plain = Games::<false>::new(player(library, "greedy"), Value::Win);
    let ledger = Games::<true>::new(player(library, "greedy"), Value::Win);
    let (mut a, mut b, mut naive) = (packed(&plain), packed(&ledger), naive_games(set));
    // Warm: the cells that games come to are filled.
    a(1 << 16);
    b(1 << 16);
    let mut candidates = vec![
        Candidate::new(|n| a(n).wins()),
        Candidate::new(|n| b(n).wins()),
        Candidate::new(|n| naive(n).0),
    ];
    in_turns(&mut candidates, rounds);
    let [plain, ledger, naive] = [0, 1, 2].map(|i| &candidates[i]);
    println!(
        "\nMedians of {rounds} interleaved rounds, greedy, easy, one core; ratio within a round"
    );
    println!("{:<28}{:>14}{:>16}", "way", "ns a game", "games a second");
    for (name, way) in [
        ("packed", plain),
        ("packed with the ledger", ledger),
        ("naive", naive),
    ] {
        println!(
            "{name:<28}{:>14.0}{:>16.0}",
            way.median(),
            1e9 / way.median()
        );
    }
    println!(
        "naive/packed {:.1} (at least 15, aim 40); packed at least 300000 games a second (aim 1000000)",
        plain.beats(naive)
    );
}

fn main() {
    let library = library();
    let set = naive::Set::of(&library.game);
    check(&library, &set);
    benches(
        &mut Criterion::default().configure_from_args(),
        &library,
        &set,
    );
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.iter().any(|a| a == "--list") {
        return;
    }
    let smoke =
        !arguments.iter().any(|a| a == "--bench") || arguments.iter().any(|a| a == "--test");
    ratios(&library, &set, if smoke { 11 } else { 501 });
    Criterion::default().configure_from_args().final_summary();
}
