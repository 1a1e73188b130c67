//! Policies that take long over a decision: small blocks, given up half-way where nobody waits.

use super::super::board::Board;
use super::super::duel::{ArenaQuestion, DuelQuestion, First};
use super::super::policy::Brain;
use super::*;
use crate::playout::{Block, Experiment, Plan, run};
use std::sync::atomic::AtomicBool;

fn duel(policy: &str) -> DuelQuestion {
    let brains = ["uniform_mix", policy].map(|p| Brain::parse(p).unwrap());
    let sheets = ["secutor", "thraex"].map(ready_made);
    DuelQuestion::new(rules(), sheets, brains, First::Alternate).unwrap()
}

fn arena(policy: &str) -> ArenaQuestion {
    let duel = duel(policy);
    let sheets = [0u8, 1].map(|team| Sheet {
        team,
        ..duel.game.sheets[usize::from(team)]
    });
    ArenaQuestion {
        rules: duel.game.rules,
        sheets: sheets.to_vec(),
        brains: duel.brains.to_vec(),
        board: Board::new(&Data::embedded().unwrap()).unwrap(),
        beasts: Vec::new(),
        first: First::Alternate,
        market: None,
    }
}

/// What is left of a block of four games that nobody waits for: whether it was finished, and its games.
fn left<E: Experiment<Tally = super::super::tally::Tally>>(e: &E) -> (bool, u64) {
    let mut tally = e.empty();
    let block = Block {
        seed: 1,
        index: 0,
        first: 0,
        count: 4,
    };
    let done = e.play_unless(&AtomicBool::new(true), &block, &mut tally);
    (done, tally.games)
}

#[test]
fn slow_games_can_be_given_up() {
    // So many playouts would take minutes.
    for (policy, sizes, slow) in [
        ("quantal", (512, 64), false),
        ("random_legal", (512, 64), false),
        ("equilibrium", (8, 8), true),
        ("rollout(1000000)", (1, 1), true),
        ("ismcts(1000000)", (1, 1), true),
    ] {
        let (duel, arena) = (duel(policy), arena(policy));
        assert_eq!((duel.block_size(), arena.block_size()), sizes, "{policy}");
        let expected = if slow { (false, 0) } else { (true, 4) };
        assert_eq!(left(&duel), expected, "{policy}");
        assert_eq!(left(&arena), expected, "{policy} in the arena");
    }
}

/// Small blocks change nothing of what holds for all: the same result for any number of threads, and a playout can be replayed.
#[test]
fn small_blocks_give_the_same_for_any_number_of_threads() {
    let q = duel("rollout(12)");
    let on = |threads| {
        let plan = Plan {
            threads: Some(threads),
            ..Plan::new(12, 5)
        };
        run(&q, &plan).unwrap().tally
    };
    let tally = on(1);
    assert_eq!(tally, on(3));
    let sum: i128 = (0..12)
        .map(|j| q.replay(5, j, &mut super::super::watch::Deaf))
        .map(|st| i128::from(st.g[0].vp))
        .sum();
    assert_eq!(tally.vp[0].sum, sum);
}
