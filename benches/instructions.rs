//! Plays N duels of each kernel and nothing else: what `.ci/instructions` runs under callgrind for two N.
//!
//! `instructions clash-duel N` plays N duels of SSNT against SSST in whole blocks. Any other arguments (those that
//! `cargo bench` gives to every bench) do nothing.

use gsim::games::clash::duel::Duel;
use gsim::games::clash::kernel::Kernel;
use gsim::games::clash::unit::Unit;
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

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(kernel), Some(Ok(playouts))) =
        (arguments.next(), arguments.next().map(|n| n.parse()))
    else {
        return;
    };
    match kernel.as_str() {
        "clash-duel" => clash_duel(playouts),
        _ => {
            eprintln!("no kernel `{kernel}`: write clash-duel");
            std::process::exit(2);
        }
    }
}
