//! Plays N duels of each kernel and nothing else: what `.ci/instructions` runs under callgrind for two N.
//!
//! `instructions clash-duel N` plays N duels of SSNT against SSST in whole blocks; `instructions gladiatori-duel:POLICY N`
//! N duels of Secutor against Thraex, `gladiatori-core:POLICY` the same without Feint, moves and powers, `gladiatori-arena:POLICY`
//! N games of four. Any other arguments (those that `cargo bench` gives to every bench) do nothing.

use gsim::games::clash::duel::Duel;
use gsim::games::clash::kernel::Kernel;
use gsim::games::clash::unit::Unit;
use gsim::games::gladiatori as g;
use gsim::playout::{Block, Experiment};
use std::hint::black_box;

/// Plays `playouts` of an experiment on this thread.
fn play<E: Experiment>(experiment: &E, playouts: u64) {
    let mut tally = experiment.empty();
    let size = u64::from(E::BLOCK);
    for index in 0..playouts.div_ceil(size) {
        let first = index * size;
        let count = size.min(playouts - first) as u32;
        experiment.play(
            &Block {
                seed: 42,
                index,
                first,
                count,
            },
            &mut tally,
        );
    }
    black_box(tally);
}

fn clash_duel(playouts: u64) {
    let [attacker, defender] = ["SSNT", "SSST"].map(|text| Unit::parse(text, &[]).expect("a team"));
    play(
        &Kernel::new(&Duel::simple(attacker, defender).halves()),
        playouts,
    );
}

/// Secutor and Thraex, or those two, Mirmillo and Hoplomacus, each for himself; bare: without Feint, moves and powers.
fn gladiatori(arena: bool, bare: bool, policy: &str, playouts: u64) {
    let data = g::data::Data::embedded().expect("the embedded data");
    let rules = g::numbers::Rules::default_rules().expect("the default rules");
    let names = ["secutor", "thraex", "mirmillo", "hoplomacus"];
    let brain = g::policy::Brain::parse(policy).expect("a policy");
    let sheet = |(team, name): (usize, &&str)| {
        let mut s = g::sheet::Sheet::ready_made(&data, name).expect("a gladiator");
        s.team = team as u8;
        if bare {
            (s.set, s.powers) = (0, 0);
        }
        s
    };
    let sheets: Vec<_> = names.iter().enumerate().map(sheet).collect();
    let first = g::duel::First::Alternate;
    if arena {
        let board = g::board::Board::new(&data).expect("the embedded map");
        play(
            &g::duel::ArenaQuestion {
                rules,
                sheets,
                brains: vec![brain; 4],
                board,
                beasts: vec![],
                first,
                market: None,
            },
            playouts,
        );
    } else {
        let q = g::duel::DuelQuestion::new(rules, [sheets[0], sheets[1]], [brain; 2], first);
        play(&q.expect("a duel"), playouts);
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(kernel), Some(Ok(playouts))) =
        (arguments.next(), arguments.next().map(|n| n.parse()))
    else {
        return;
    };
    match kernel.split_once(':').unwrap_or((&kernel, "")) {
        ("clash-duel", "") => clash_duel(playouts),
        ("gladiatori-duel", policy) => gladiatori(false, false, policy, playouts),
        ("gladiatori-core", policy) => gladiatori(false, true, policy, playouts),
        ("gladiatori-arena", policy) => gladiatori(true, false, policy, playouts),
        _ => {
            eprintln!(
                "no kernel `{kernel}`: write clash-duel, gladiatori-duel:POLICY, gladiatori-core:POLICY or gladiatori-arena:POLICY"
            );
            std::process::exit(2);
        }
    }
}
