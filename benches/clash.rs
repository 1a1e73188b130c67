//! Clash of the Gladiators: the sampling kernel, its twins, and what it rests on.
//!
//! `cargo bench --no-default-features --bench clash` measures each by criterion and then prints the ratios, from slices that
//! take turns (see `support/mod.rs`). With `-- --test` everything runs once and the ratios are rough.

#[path = "clash/die_by_die.rs"]
mod die_by_die;
#[path = "clash/exact.rs"]
mod exact;
mod support;

use criterion::{Criterion, Throughput};
use die_by_die::{Fighter, Random, Simple, Worth};
use exact::Exact;
use gsim::chance::{Lane, Sample, Stream};
use gsim::games::clash::duel::Duel;
use gsim::games::clash::kernel::{DuelTally, Kernel};
use gsim::games::clash::naive::{self, MeanDamage};
use gsim::games::clash::policy::Policy;
use gsim::games::clash::spec::PolicySpec;
use gsim::games::clash::tally::Results;
use gsim::games::clash::unit::Unit;
use gsim::playout::{Block, Experiment};
use gsim::stats::chi_square_fit;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use support::{Candidate, in_turns};

const SEED: u64 = 42;

/// Duels by their losses, attacker's and defender's.
type Joint = [[u64; 5]; 5];

/// A match-up with everything that it takes to play it in each way.
struct Workload {
    name: &'static str,
    duel: Duel,
    policies: [Policy; 2],
    kernel: Kernel,
    fighters: [Fighter; 2],
    worth: Worth,
}

const WORKLOADS: [(&str, &str, &str, &str); 4] = [
    ("SSNT-SSST", "SSNT", "SSST", "simple"),
    ("SSSS-SSSS", "SSSS", "SSSS", "simple"),
    ("SSNT-lion", "SSNT", "STTH@2", "simple"),
    ("SSNT-SSST-random", "SSNT", "SSST", "random"),
];

/// A way to play `count` duels of a workload.
type Way<'a> = Box<dyn FnMut(u64) -> Joint + 'a>;

impl Workload {
    fn new((name, attacker, defender, policy): (&'static str, &str, &str, &str)) -> Self {
        let [attacker, defender] =
            [attacker, defender].map(|text| Unit::parse(text, &[]).expect("a unit"));
        let spec = PolicySpec::parse(policy).expect("a policy");
        let duel = Duel {
            specs: [spec.clone(), spec],
            ..Duel::simple(attacker, defender)
        };
        Self {
            name,
            policies: duel.policies(),
            kernel: Kernel::new(&duel.halves()),
            fighters: [attacker, defender].map(Fighter::new),
            worth: Worth::new(),
            duel,
        }
    }

    fn is_random(&self) -> bool {
        self.duel.specs[0].name() == "random"
    }

    /// The kernel, block after block.
    fn packed(&self) -> impl FnMut(u64) -> DuelTally + '_ {
        let mut index = 0;
        move |count| {
            let mut tally = self.kernel.empty();
            let mut left = count;
            while left > 0 {
                let count = left.min(Kernel::BLOCK.into()) as u32;
                let block = Block {
                    seed: SEED,
                    index,
                    first: index * u64::from(Kernel::BLOCK),
                    count,
                };
                self.kernel.play(&block, &mut tally);
                index += 1;
                left -= u64::from(count);
            }
            tally
        }
    }

    /// Lists, enums, one random number a die. It knows the policy `simple` only.
    fn naive(&self) -> Option<Way<'_>> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
        let mut means = MeanDamage::default();
        let [attacker, defender] = self.duel.units;
        let sizes = self.duel.units.map(|unit| usize::from(unit.counts.total()));
        let animals = self.duel.units.map(Unit::is_animal);
        (!self.is_random()).then(|| -> Way<'_> {
            Box::new(move |count| {
                let mut joint = Joint::default();
                for _ in 0..count {
                    let left =
                        naive::duel(attacker, defender, &mut means, || rng.random_range(0..6));
                    let [a, d] = [0, 1].map(|side| {
                        if animals[side] {
                            usize::from(left[side].out)
                        } else {
                            sizes[side] - left[side].kinds.len()
                        }
                    });
                    joint[a][d] += 1;
                }
                joint
            })
        })
    }

    /// Arrays, no allocation, one random number a die.
    fn die_by_die(&self) -> Way<'_> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
        if self.is_random() {
            Box::new(move |count| {
                self.die_by_die_joint(count, |start| {
                    die_by_die::duel::<Random, _>(start, &self.worth, &mut rng)
                })
            })
        } else {
            Box::new(move |count| {
                self.die_by_die_joint(count, |start| {
                    die_by_die::duel::<Simple, _>(start, &self.worth, &mut rng)
                })
            })
        }
    }

    #[inline]
    fn die_by_die_joint(
        &self,
        count: u64,
        mut play: impl FnMut(&[Fighter; 2]) -> [Fighter; 2],
    ) -> Joint {
        let mut joint = Joint::default();
        for _ in 0..count {
            let [attacker, defender] = play(black_box(&self.fighters));
            joint[attacker.lost(&self.fighters[0])][defender.lost(&self.fighters[1])] += 1;
        }
        joint
    }

    /// The rules themselves, step by step, each roll drawn from its distribution.
    fn rules(&self) -> Way<'_> {
        let mut chance = Sample::new(SEED, "bench", 0);
        let policies = [&self.policies[0], &self.policies[1]];
        let start = self.duel.start();
        Box::new(move |count| {
            let mut joint = Joint::default();
            for _ in 0..count {
                let end = self.duel.rules.play(start, policies, &mut chance);
                let lost = self.duel.result(&end).lost;
                joint[usize::from(lost[0])][usize::from(lost[1])] += 1;
            }
            joint
        })
    }

    /// The twins play the same game, or their speed means nothing: losses against the exact distribution.
    fn check(&self) {
        let exact = Results::exact(&self.duel);
        let mut shares = [[0.0; 5]; 5];
        for (result, weight) in &exact.rows {
            let [a, d] = result.lost.map(usize::from);
            shares[a][d] += *weight as f64 / exact.total as f64;
        }
        let ways = [
            ("naive", self.naive()),
            ("die by die", Some(self.die_by_die())),
            ("rules", Some(self.rules())),
        ];
        for (way, play) in ways {
            let Some(mut play) = play else { continue };
            let joint = play(50_000);
            let p = chi_square_fit(joint.as_flattened(), shares.as_flattened()).p;
            assert!(p > 1e-6, "{} {way}: p = {p:e}\n{joint:?}", self.name);
        }
    }
}

/// `count` words of the generator behind every stream.
fn words(stream: &mut Stream, count: u64) -> u64 {
    (0..count).fold(0, |sum, _| sum ^ stream.word())
}

fn benches(criterion: &mut Criterion, workloads: &[Workload]) {
    for workload in workloads {
        const DUELS: u64 = 1 << 14;
        let mut group = criterion.benchmark_group(workload.name);
        group.throughput(Throughput::Elements(DUELS));
        let mut packed = workload.packed();
        group.bench_function("kernel", |b| b.iter(|| packed(DUELS)));
        if let Some(mut naive) = workload.naive() {
            group.bench_function("naive", |b| b.iter(|| naive(DUELS)));
        }
        let mut die_by_die = workload.die_by_die();
        group.bench_function("die by die", |b| b.iter(|| die_by_die(DUELS)));
        let mut rules = workload.rules();
        group.bench_function("rules", |b| b.iter(|| rules(DUELS)));
        group.finish();
    }
    let mut group = criterion.benchmark_group("words");
    group.throughput(Throughput::Elements(1 << 14));
    let mut stream = Stream::new(SEED, "bench", 0, Lane::Main);
    group.bench_function("Xoshiro256++", |b| b.iter(|| words(&mut stream, 1 << 14)));
    group.finish();

    Exact::new(&workloads[0].duel, &workloads[0].policies).benches(criterion);
}

/// Prints what a duel costs in each way and how the ways compare.
fn ratios(workloads: &[Workload], rounds: usize) {
    println!("\nMedians of {rounds} interleaved rounds, nanoseconds a duel; ratios within a round");
    println!(
        "{:<18}{:>8}{:>8}{:>12}{:>8}{:>8}{:>14}{:>18}{:>12}",
        "match-up",
        "kernel",
        "naive",
        "die by die",
        "rules",
        "word",
        "naive/kernel",
        "die by die/kernel",
        "words/duel"
    );
    let mut stream = Stream::new(SEED, "bench", 1, Lane::Main);
    for workload in workloads {
        let mut packed = workload.packed();
        let mut naive = workload.naive();
        let has_naive = naive.is_some();
        let mut die_by_die = workload.die_by_die();
        let mut rules = workload.rules();
        let corner = |joint: Joint| joint[0][0];
        let mut candidates = vec![
            Candidate::new(|n| packed(n).counts().next().unwrap_or(0)),
            Candidate::new(|n| words(&mut stream, n)),
            Candidate::new(|n| corner(die_by_die(n))),
            Candidate::new(|n| corner(rules(n))),
        ];
        if let Some(naive) = &mut naive {
            candidates.push(Candidate::new(|n| corner(naive(n))));
        }
        in_turns(&mut candidates, rounds);
        let [kernel, word, die_by_die, rules] = [0, 1, 2, 3].map(|i| &candidates[i]);
        let naive = candidates.get(4).filter(|_| has_naive);
        let or_none = |value: Option<f64>| value.map_or("-".into(), |v| format!("{v:.1}"));
        println!(
            "{:<18}{:>8.2}{:>8}{:>12.1}{:>8.1}{:>8.2}{:>14}{:>18.1}{:>12.2}",
            workload.name,
            kernel.median(),
            or_none(naive.map(Candidate::median)),
            die_by_die.median(),
            rules.median(),
            word.median(),
            or_none(naive.map(|n| kernel.beats(n))),
            kernel.beats(die_by_die),
            word.beats(kernel),
        );
    }
    println!(
        "Bounds: naive/kernel at least 35 (aim 80), die by die/kernel at least 11 (aim 22), words/duel at most 3.5 (aim 1.8)."
    );
}

fn main() {
    let workloads = WORKLOADS.map(Workload::new);
    workloads.iter().for_each(Workload::check);
    benches(&mut Criterion::default().configure_from_args(), &workloads);
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.iter().any(|a| a == "--list") {
        return;
    }
    let smoke =
        !arguments.iter().any(|a| a == "--bench") || arguments.iter().any(|a| a == "--test");
    ratios(&workloads, if smoke { 51 } else { 1001 });
    Exact::new(&workloads[0].duel, &workloads[0].policies).print(if smoke { 5 } else { 51 });
    Criterion::default().configure_from_args().final_summary();
}
