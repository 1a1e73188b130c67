//! How to Battle: the table-driven engine, the rules throw by throw, and the naive twin.
//!
//! `cargo bench --no-default-features --bench battle` measures each by criterion and then prints the ratios, from slices that
//! take turns (see `support/mod.rs`). With `-- --test` everything runs once and the ratios are rough.

mod support;

use criterion::{Criterion, Throughput};
use gsim::games::battle::data::BattleData;
use gsim::games::battle::duel::Duel;
use gsim::games::battle::exact::exact;
use gsim::games::battle::exact::optimal;
use gsim::games::battle::gladiator::Gladiator;
use gsim::games::battle::naive::{self, Man};
use gsim::games::battle::playouts::Duels;
use gsim::games::battle::policy::Parts;
use gsim::games::battle::tally::{result_probabilities, twin_results};
use gsim::playout::{Block, Experiment};
use gsim::stats::chi_square_fit;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use support::{Candidate, in_turns};

const SEED: u64 = 42;

struct Workload {
    name: &'static str,
    tables: Duels,
    literal: Duels,
    men: [Man; 2],
}

fn duel(a: &str, b: &str) -> Duel {
    let data = BattleData::embedded().expect("the embedded data is valid");
    let switches = data.defaults("r1").expect("r1 is there");
    let read = |text: &str| {
        let (g, policy) = Gladiator::parse(text).expect("a gladiator");
        (g, Parts::parse(&policy).expect("a policy"))
    };
    let ((ga, pa), (gb, pb)) = (read(a), read(b));
    Duel::new(&data, &switches, [&ga, &gb], [pa, pb], None).expect("a duel")
}

fn workloads() -> Vec<Workload> {
    let rookie = Man {
        attack: 4,
        weapon: 4,
        class: 'B',
        bonus: 1,
        armor: 1,
        shield: 2,
        parry: 3,
        focus: 0,
        initiative: 2,
        health: 28,
        style: "normal",
    };
    let veteran = Man {
        attack: 8,
        weapon: 8,
        armor: 2,
        shield: 3,
        parry: 4,
        health: 32,
        focus: 2,
        ..rookie.clone()
    };
    let berserk = Man {
        style: "berserk",
        ..veteran.clone()
    };
    let text = "short_sword:4 A4 R1 S2 P3 H28";
    let old = "short_sword:8 A8 R2 S3 P4 H32 F2";
    [
        (
            "rookies",
            text.to_string(),
            text.to_string(),
            [rookie.clone(), rookie],
        ),
        (
            "veterans",
            format!("{old} style=berserk"),
            old.to_string(),
            [berserk, veteran],
        ),
    ]
    .into_iter()
    .map(|(name, a, b, men)| Workload {
        name,
        tables: Duels::new(duel(&a, &b)),
        literal: Duels::literal(duel(&a, &b)),
        men,
    })
    .collect()
}

/// Battles that a wins, of `count` by an engine.
fn play(duels: &Duels, index: &mut u64, count: u64) -> u64 {
    let mut tally = duels.empty();
    let mut left = count;
    while left > 0 {
        let size = left.min(Duels::BLOCK.into()) as u32;
        let block = Block {
            seed: SEED,
            index: *index,
            first: *index * u64::from(Duels::BLOCK),
            count: size,
        };
        duels.play(&block, &mut tally);
        *index += 1;
        left -= u64::from(size);
    }
    tally.counts().wins(0)
}

impl Workload {
    fn engine<'a>(&self, duels: &'a Duels) -> impl FnMut(u64) -> u64 + use<'a> {
        let mut index = 0;
        move |count| play(duels, &mut index, count)
    }

    fn naive(&self) -> impl FnMut(u64) -> u64 + '_ {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
        move |count| {
            let mut wins = 0;
            for _ in 0..count {
                let [a, b] = black_box(&self.men);
                let ended = naive::battle(a, b, || rng.random_range(1..7));
                wins += u64::from(ended.winner == 0);
            }
            wins
        }
    }

    /// The engines play the same game, or their speed means nothing.
    fn check(&self) {
        let p = result_probabilities(&exact(self.tables.duel()).expect("a small duel"));
        assert!(self.tables.is_table_driven());
        for (name, duels) in [("tables", &self.tables), ("rules", &self.literal)] {
            let mut tally = duels.empty();
            for index in 0..20 {
                let size = u64::from(Duels::BLOCK);
                let block = Block {
                    seed: SEED,
                    index,
                    first: index * size,
                    count: Duels::BLOCK,
                };
                duels.play(&block, &mut tally);
            }
            let fit = chi_square_fit(&tally.counts().results(), &p).p;
            assert!(fit > 1e-6, "{} {name}: p = {fit:e}", self.name);
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
        let [a, b] = &self.men;
        let counts =
            twin_results((0..20_000).map(|_| naive::battle(a, b, || rng.random_range(1..7))));
        let fit = chi_square_fit(&counts, &p).p;
        assert!(fit > 1e-6, "{} naive: p = {fit:e}", self.name);
    }
}

fn benches(criterion: &mut Criterion, workloads: &[Workload]) {
    for w in workloads {
        const BATTLES: u64 = 1 << 11;
        let mut group = criterion.benchmark_group(w.name);
        group.throughput(Throughput::Elements(BATTLES));
        let mut tables = w.engine(&w.tables);
        group.bench_function("tables", |b| b.iter(|| tables(BATTLES)));
        let mut literal = w.engine(&w.literal);
        group.bench_function("rules", |b| b.iter(|| literal(BATTLES)));
        let mut naive = w.naive();
        group.bench_function("naive", |b| b.iter(|| naive(BATTLES)));
        group.finish();
    }
    let mut group = criterion.benchmark_group("solvers");
    group.sample_size(10);
    let rookies = workloads[0].tables.duel();
    group.bench_function("exact rookies", |b| {
        b.iter(|| exact(rookies).map(|e| e.win(0)))
    });
    group.bench_function("optimal style", |b| {
        b.iter(|| optimal::solve(rookies, 0).map(|s| s.win))
    });
    group.finish();
}

fn main() {
    let workloads = workloads();
    workloads.iter().for_each(Workload::check);
    let mut criterion = Criterion::default().configure_from_args();
    benches(&mut criterion, &workloads);
    criterion.final_summary();
    let test = std::env::args().any(|a| a == "--test");
    println!("\nIn turns:");
    for w in &workloads {
        let mut candidates = [
            Candidate::new(w.engine(&w.tables)),
            Candidate::new(w.engine(&w.literal)),
            Candidate::new(w.naive()),
        ];
        in_turns(&mut candidates, if test { 5 } else { 101 });
        let [tables, literal, naive] = &candidates;
        println!(
            "{}: tables {:.0} ns ({:.2} million battles a second), {:.1} times the naive twin, {:.1} times the rules",
            w.name,
            tables.median(),
            1e3 / tables.median(),
            tables.beats(naive),
            tables.beats(literal)
        );
    }
}
