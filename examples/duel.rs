//! A question asked of the library, without the command line: who gains when SSNT challenges SSST?
//!
//! `cargo run --release --example duel`

use gsim::error::Result;
use gsim::games::clash::duel::{Duel, DuelResult};
use gsim::games::clash::kernel::Kernel;
use gsim::games::clash::tally::Results;
use gsim::games::clash::unit::Unit;
use gsim::playout::{Plan, run};
use gsim::stats::Moments;

fn main() -> Result<()> {
    // Two teams under the rulebook, both sides playing the policy `simple`.
    let duel = Duel::simple(Unit::parse("SSNT", &[])?, Unit::parse("SSST", &[])?);

    // Exactly: every roll and decision is enumerated; each result has a whole number as its weight.
    let exact = Results::exact(&duel);
    println!("{} challenges {}", duel.units[0], duel.units[1]);
    println!("lost  by the challenger  by the challenged");
    for lost in 0..=4 {
        let share = |side| exact.weight(|r| r.lost[side] == lost) as f64 / exact.total as f64;
        println!("{lost:>4}  {:>17.6}  {:>17.6}", share(0), share(1));
    }
    let weighted = |(result, weight): &(_, u128)| edge_of(result) as f64 * *weight as f64;
    let mean = exact.rows.iter().map(weighted).sum::<f64>() / exact.total as f64;
    println!("edge, exact    {mean:+.6}");

    // Sampled: the same rules as tables, a million duels, seed 7. Any number of threads gives the same counts.
    let kernel = Kernel::new(&duel.halves());
    let run = run(&kernel, &Plan::new(1_000_000, 7))?;
    let edges = kernel.ends().iter().map(|end| edge_of(&duel.result(end)));
    let moments = Moments::from_weighted(edges.zip(run.tally.counts()));
    let mean = moments.mean().expect("a million duels have a mean");
    let (low, high) = moments.interval(0.95).expect("they differ");
    println!("edge, sampled  {mean:+.6}, 95 % interval {low:+.6} to {high:+.6}");
    Ok(())
}

/// Gladiators taken less gladiators lost by the challenger.
fn edge_of(result: &DuelResult) -> i64 {
    result.edge.into()
}
