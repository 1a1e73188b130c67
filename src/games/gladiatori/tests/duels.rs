//! Duels: the naive twin game by game, fuzzing with everything on, identities.

use super::super::decision::Policy;
use super::super::duel::{DuelQuestion, First, end_of};
use super::super::game::Game;
use super::super::naive::{self, Naive};
use super::super::policy::{Brain, Plan, Style};
use super::super::rules::Play;
use super::super::state::Duel;
use super::super::tally::{Log, Tally};
use super::super::watch::Source;
use super::*;
use crate::chance::Sample;
use crate::playout::{Block, Experiment, Tally as _};

const STYLES: [(Style, Naive); 4] = [
    (Style::Poke, Naive::Poke),
    (Style::Heavy, Naive::Heavy),
    (Style::Turtle, Naive::Turtle),
    (Style::UniformMix, Naive::UniformMix),
];

/// The machine and the naive twin play the same games, move by move, over the same numbers.
#[test]
fn the_naive_twin_plays_the_same_games() {
    let mut stream = Stream::new(3, "sheets", 0, Lane::Main);
    let mut deaths = 0;
    for seed in 0..1500u64 {
        let sheets = [random_sheet(&mut stream), random_sheet(&mut stream)];
        let styles = [0, 1].map(|_| STYLES[stream.below(4) as usize]);
        let (target, first) = (stream.below(7) as u8, stream.below(2) as u8);
        let brains = styles.map(|s| Brain {
            hp_target: target,
            ..Brain::core(s.0)
        });
        let mut q = DuelQuestion::new(rules(), sheets, brains, First::Side(first)).unwrap();
        q.game.checked = true;
        let st = q.play_one(0, &mut Indexed::new(seed), &mut Log::default());
        let starts = [0, 1].map(|i: usize| naive::Start {
            stats: sheets[i].stats,
            ones: sheets[i].e1.into(),
            zeros: sheets[i].e0.into(),
            items: sheets[i]
                .items
                .iter()
                .map(|x| [x.attack, x.defense, x.hp])
                .collect(),
            policy: styles[i].1,
            hp_target: target,
        });
        let mut numbers = Indexed::new(seed);
        let end = naive::duel([&starts[0], &starts[1]], first.into(), 6, |n| {
            numbers.pick(n)
        });
        let got = naive::Ending {
            vp: [st.g[0].vp.into(), st.g[1].vp.into()],
            alive: [st.g[0].alive(), st.g[1].alive()],
            stats: [st.g[0].stats, st.g[1].stats],
            turns: st.turn(),
        };
        assert_eq!(got, end, "game {seed}: {styles:?} {sheets:?}");
        deaths += u32::from(!end.alive[0]) + u32::from(!end.alive[1]);
    }
    assert!(
        deaths > 150,
        "only {deaths} deaths: the games test too little"
    );
}

/// What a plain game leaves out at compile time changes nothing: the same games as the whole machine plays.
#[test]
fn plain_games_are_the_same_games() {
    for (a, b) in [
        ("poke", "heavy"),
        ("uniform_mix", "tremble(turtle, 0.3)"),
        ("uniform_mix", "uniform_mix"),
        // Of these the other plans and arts find nothing to do with bare gladiators.
        ("quantal", "cautious"),
        ("random_legal", "economy"),
        // Looks ahead from what it sees, so it must see who has acted.
        ("rollout(1)", "heavy"),
    ] {
        let sheets = [
            ready_made("secutor").stripped(),
            ready_made("mirmillo").stripped(),
        ];
        let q = DuelQuestion::new(
            rules(),
            sheets,
            [Brain::parse(a).unwrap(), Brain::parse(b).unwrap()],
            First::Alternate,
        )
        .unwrap();
        assert!(q.game.plain() && q.game.bare());
        let core = q.brains[0].plain().is_some();
        assert_eq!(core, ["poke", "uniform_mix"].contains(&a));
        let (blocks, count) = if a.starts_with("rollout") {
            (1, 64)
        } else {
            (4, 512)
        };
        let mut fast = q.empty();
        let mut slow = q.empty();
        for index in 0..blocks {
            q.play(
                &Block {
                    seed: 3,
                    index,
                    first: index * 512,
                    count,
                },
                &mut fast,
            );
            let mut chance = super::super::draws::Even::new(3, q.domain(), index);
            for j in 0..u64::from(count) {
                let mut log = Log::default();
                let st = q.play_one(index * 512 + j, &mut chance, &mut log);
                slow.add(&end_of(&q.game, &st), &log, -5, q.first.order(j, 2)[0]);
            }
        }
        assert_eq!(fast, slow, "{a} {b}");
    }
}

/// Random legal play with everything on, under every switch: no rule is broken, and points add up.
#[test]
fn random_duels_break_no_rule() {
    let data = Data::embedded().unwrap();
    let mut settings: Vec<Vec<(String, String)>> = vec![Vec::new(); 20];
    for switch in data.switches.iter() {
        for value in switch.values.iter().filter(|v| **v != switch.default) {
            settings.push(vec![(switch.key.clone(), value.clone())]);
        }
    }
    for (i, set) in settings.iter().enumerate() {
        let rules = Rules::new(&data, &data.switches("gladiatori", set).unwrap()).unwrap();
        for j in 0..24u64 {
            let a = NAMES[(i + j as usize) % 6];
            let b = NAMES[(i / 6 + j as usize / 6) % 6];
            let mut game = Game::duel(rules, ready_made(a), ready_made(b));
            game.checked = true;
            let brain = Brain::new(Plan::RandomLegal);
            let mut st: Duel = game.start(&[0, 1]);
            let mut log = Log::default();
            let mut chance = Sample::new(j, "fuzz", i as u64);
            game.play(
                &mut st,
                &mut Play::new(&[&brain, &brain], &mut chance, &mut log),
            );
            for seat in 0..2 {
                let sum: i16 = log.points[seat].iter().sum();
                assert_eq!(st.g[seat].vp, 10 + sum, "{set:?} {a} {b} {j}");
                assert!(!st.g[seat].alive() || log.points[seat][Source::Survive as usize] == 5);
            }
        }
    }
}

/// Every policy plays whole games without breaking a rule, and says truly whether it is deterministic.
#[test]
fn every_policy_plays_by_the_rules() {
    let names = [
        "poke",
        "heavy",
        "turtle",
        "uniform_mix",
        "tremble(heavy, 0.2)",
        "quantal",
        "quantal(2)",
        "cautious",
        "threshold",
        "counter_matching",
        "economy",
        "burst",
        "equilibrium",
        "rollout(24)",
        "ismcts(30)",
    ];
    for (i, name) in names.iter().enumerate() {
        let brain = Brain::parse(name).unwrap();
        let n = if i > 11 { 3 } else { 25 };
        let mut ends = std::collections::BTreeSet::new();
        for j in 0..n {
            let mut q = DuelQuestion::new(
                rules(),
                [ready_made(NAMES[j % 6]), ready_made(NAMES[(j + i) % 6])],
                [brain, Brain::parse("poke").unwrap()],
                First::Alternate,
            )
            .unwrap();
            q.game.checked = true;
            let play = |seed| {
                let mut log = Log::default();
                let st = q.play_one(
                    j as u64,
                    &mut Sample::new(seed, "policies", j as u64),
                    &mut log,
                );
                end_of(&q.game, &st)
            };
            let (x, y) = (play(1), play(2));
            assert_eq!(x, play(1), "{name} depends on something but its stream");
            assert!(
                !brain.deterministic() || x == y,
                "{name} says that it is deterministic"
            );
            ends.insert(x.vp);
        }
        assert!(
            ends.len() > 1 || *name == "turtle",
            "{name} always ends alike"
        );
    }
}

/// Nobody who is never hit and never kills gets beyond 10 + 24 + 5 (spec 15).
#[test]
fn without_hits_39_is_the_most() {
    let mirror = |name: &str, policy: &str| {
        let s = ready_made(name).stripped();
        let q = DuelQuestion::new(
            rules(),
            [s, s],
            [Brain::parse(policy).unwrap(); 2],
            First::Side(0),
        )
        .unwrap();
        assert!(q.deterministic());
        let st = q.play_one(0, &mut Sample::new(1, "x", 0), &mut Log::default());
        [st.g[0].vp, st.g[1].vp]
    };
    for name in ["secutor", "mirmillo", "hoplomacus"] {
        assert_eq!(mirror(name, "poke"), [39, 39], "{name}");
    }
    assert_eq!(mirror("thraex", "poke"), [37, 37]);
    assert_eq!(mirror("secutor", "turtle"), [15, 15]);
}

/// The tally of blocks merged in any order is the same; a part of a block is its first games.
#[test]
fn blocks_merge_and_replay() {
    let q = DuelQuestion::new(
        rules(),
        [ready_made("secutor"), ready_made("thraex")],
        [
            Brain::parse("uniform_mix").unwrap(),
            Brain::parse("quantal").unwrap(),
        ],
        First::Alternate,
    )
    .unwrap();
    let block = |index: u64, count: u32| {
        let mut t = q.empty();
        q.play(
            &Block {
                seed: 9,
                index,
                first: index * u64::from(DuelQuestion::BLOCK),
                count,
            },
            &mut t,
        );
        t
    };
    let parts = [block(0, 512), block(1, 512), block(2, 100)];
    let sum = |order: [usize; 3]| {
        let mut t: Tally = q.empty();
        for i in order {
            t.merge(&parts[i]);
        }
        t
    };
    let t = sum([0, 1, 2]);
    assert_eq!(t, sum([2, 0, 1]));
    t.check(&q.empty(), 1124).unwrap();
    assert!(t.check(&q.empty(), 1125).is_err() && !t.zero_variance());
    let text = serde_json::to_string(&t).unwrap();
    assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), t);
    let mut log = Log::default();
    let st = q.replay(9, 512 + 7, &mut log);
    let mut few = block(1, 8);
    let seven = block(1, 7);
    few.vp[0].sum -= seven.vp[0].sum;
    assert_eq!(few.vp[0].sum, i128::from(st.g[0].vp));
}

/// Spec 12: a quantity that never varies is flagged by itself.
#[test]
fn constant_quantities_are_flagged() {
    let s = ready_made("secutor").stripped();
    let q = DuelQuestion::new(
        rules(),
        [s, s],
        [
            Brain::parse("poke").unwrap(),
            Brain::parse("uniform_mix").unwrap(),
        ],
        First::Side(0),
    )
    .unwrap();
    let mut t = q.empty();
    q.play(
        &Block {
            seed: 1,
            index: 0,
            first: 0,
            count: 512,
        },
        &mut t,
    );
    assert!(!t.zero_variance() && t.vp[0].is_constant() && !t.vp[1].is_constant());
    assert_eq!(t.vp[0].mean(), Some(39.0));
}
