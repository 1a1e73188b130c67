//! Gladiatori: duels against their naive twin, games in the arena, the exchange solved.
//!
//! `cargo bench --no-default-features --bench gladiatori` prints medians of slices that take turns (see
//! `support/mod.rs`). With `-- --test` everything runs once and the figures are rough.

mod support;

use gsim::chance::{Lane, Stream};
use gsim::games::gladiatori::board::Board;
use gsim::games::gladiatori::data::Data;
use gsim::games::gladiatori::duel::{ArenaQuestion, DuelQuestion, First};
use gsim::games::gladiatori::exchange::{Attacker, Bout, Defender};
use gsim::games::gladiatori::geometry::axial;
use gsim::games::gladiatori::naive::{self, Naive};
use gsim::games::gladiatori::numbers::Rules;
use gsim::games::gladiatori::policy::Brain;
use gsim::games::gladiatori::sheet::Sheet;
use gsim::playout::{Block, Experiment};
use std::time::Instant;
use support::{Candidate, in_turns};

/// Plays `n` playouts of an experiment; something that depends on all of them.
fn played<E: Experiment>(e: &E, n: u64, sum: impl Fn(&E::Tally) -> u64) -> u64 {
    let mut tally = e.empty();
    let size = u64::from(E::BLOCK);
    for index in 0..n.div_ceil(size) {
        let first = index * size;
        let count = size.min(n - first) as u32;
        e.play(
            &Block {
                seed: 42,
                index,
                first,
                count,
            },
            &mut tally,
        );
    }
    sum(&tally)
}

/// What the naive twin starts with: the cards that its policies use.
fn start(s: &Sheet, policy: Naive) -> naive::Start {
    naive::Start {
        stats: s.stats,
        ones: s.e1.into(),
        zeros: s.e0.into(),
        items: s
            .items
            .iter()
            .map(|i| [i.attack, i.defense, i.hp])
            .collect(),
        policy,
        hp_target: 4,
    }
}

/// A line: games a second, the twin's, how many times faster.
fn told(name: &str, candidates: &[Candidate]) {
    let a_second = |c: &Candidate| format!("{:.0}", 1e9 / c.median());
    let (naive, faster) = match candidates.get(1) {
        Some(c) => (a_second(c), format!("{:.1}", candidates[0].beats(c))),
        None => ("-".into(), "-".into()),
    };
    println!(
        "{name:<34}{:>14}{naive:>14}{faster:>10}",
        a_second(&candidates[0])
    );
}

fn main() {
    let rounds = if std::env::args().any(|a| a == "--test") {
        1
    } else {
        31
    };
    let data = Data::embedded().expect("the embedded data are valid");
    let rules = Rules::default_rules().expect("the default rules");
    let sheet = |name: &str| Sheet::ready_made(&data, name).expect("a ready-made gladiator");
    let brain = |name: &str| Brain::parse(name).expect("a policy");
    println!(
        "{:<34}{:>14}{:>14}{:>10}",
        "duels, Secutor against Thraex", "a second", "naive twin", "faster"
    );
    let twins = [
        ("poke", Some(Naive::Poke)),
        ("heavy", Some(Naive::Heavy)),
        ("uniform_mix", Some(Naive::UniformMix)),
        ("quantal", None),
    ];
    for (name, twin) in twins {
        let sheets = ["secutor", "thraex"].map(sheet);
        let q =
            DuelQuestion::new(rules, sheets, [brain(name); 2], First::Alternate).expect("a duel");
        let starts = twin.map(|policy| [0, 1].map(|i: usize| start(&sheets[i], policy)));
        let mut candidates = vec![Candidate::new(|n| played(&q, n, |t| t.ahead[0]))];
        let mut stream = Stream::new(42, "naive", 0, Lane::Main);
        if let Some([a, b]) = &starts {
            candidates.push(Candidate::new(move |n| {
                let vp = |j: u64, s: &mut Stream| {
                    naive::duel([a, b], (j % 2) as usize, 6, |k| s.below(k.into()) as u8).vp[0]
                };
                (0..n).map(|j| vp(j, &mut stream) as u64).sum()
            }));
        }
        in_turns(&mut candidates, rounds);
        told(name, &candidates);
    }
    for (title, bare) in [
        ("with moves and powers", false),
        ("without (feature set core)", true),
    ] {
        println!("\n{title:<34}{:>14}", "a second");
        for name in [
            "tremble(heavy,0.3)",
            "cautious",
            "threshold",
            "counter_matching",
            "economy",
            "burst",
            "quantal",
        ] {
            let sheets = ["secutor", "thraex"].map(|name| {
                let mut s = sheet(name);
                if bare {
                    (s.set, s.powers) = (0, 0);
                }
                s
            });
            let q = DuelQuestion::new(rules, sheets, [brain(name); 2], First::Alternate)
                .expect("a duel");
            let mut candidates = vec![Candidate::new(|n| played(&q, n, |t| t.ahead[0]))];
            in_turns(&mut candidates, rounds);
            println!("{name:<34}{:>14.0}", 1e9 / candidates[0].median());
        }
    }
    let board = Board::new(&data).expect("the embedded map");
    let places: Vec<(i32, i32, usize)> = board
        .starts
        .iter()
        .map(|(hex, facing)| {
            let (q, r) = axial(*hex);
            (q.into(), r.into(), usize::from(*facing))
        })
        .collect();
    println!(
        "\n{:<34}{:>14}{:>14}{:>10}",
        "games of four in the arena", "a second", "naive twin", "faster"
    );
    for (name, twin) in twins {
        let mut sheets: Vec<Sheet> = ["secutor", "thraex", "mirmillo", "hoplomacus"]
            .map(sheet)
            .to_vec();
        sheets
            .iter_mut()
            .enumerate()
            .for_each(|(k, s)| s.team = k as u8);
        let starts: Vec<naive::Start> = sheets
            .iter()
            .map(|s| start(s, twin.unwrap_or(Naive::UniformMix)))
            .collect();
        let q = ArenaQuestion {
            rules,
            sheets,
            brains: vec![brain(name); 4],
            board: board.clone(),
            beasts: vec![],
            first: First::Alternate,
            market: None,
        };
        let mut candidates = vec![Candidate::new(|n| played(&q, n, |t| t.ahead[0]))];
        let mut stream = Stream::new(42, "naive", 1, Lane::Main);
        if twin.is_some() {
            let (starts, places) = (&starts, &places);
            candidates.push(Candidate::new(move |n| {
                let refs: Vec<&naive::Start> = starts.iter().collect();
                (0..n)
                    .map(|j| {
                        let pick = |k: u8| stream.below(k.into()) as u8;
                        naive::melee(&refs, places, 4, (j % 4) as usize, pick).vp[0] as u64
                    })
                    .sum()
            }));
        }
        in_turns(&mut candidates, rounds.min(7));
        told(name, &candidates);
    }
    println!(
        "\n{:<34}{:>14}{:>14}",
        "exchange solved to 0.01", "milliseconds", "value"
    );
    for price in [0.0, 0.25] {
        let (a, d) = (sheet("thraex"), sheet("hoplomacus"));
        let attacker = Attacker {
            items: 3,
            offense: a.stats[1],
            blood: a.stats[3],
            e1: a.e1,
            e0: a.e0,
            other: 3,
            actions: 15,
            ..Attacker::default()
        };
        let defender = Defender {
            items: 2,
            guard: d.stats[2],
            speed: d.stats[4],
            e1: d.e1,
            e0: d.e0,
            other: 5,
            actions: 15,
            ..Defender::default()
        };
        let bout = Bout::new(rules, attacker, defender).expect("an exchange");
        let bout = Bout {
            card_price: price,
            point_price: price,
            ..bout
        };
        let begun = Instant::now();
        let solution = bout.solve(0.02, 100_000);
        let took = begun.elapsed().as_secs_f64() * 1e3;
        println!(
            "{:<34}{took:>14.2}{:>14.4}",
            format!("Thraex, Hoplomacus, prices {price}"),
            solution.value()
        );
    }
}
