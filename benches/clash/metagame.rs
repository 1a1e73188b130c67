//! The exact answers about all teams: duels with every marker state, the equilibrium, fights to the death.

use gsim::games::clash::data::ClashData;
use gsim::games::clash::exact::duels::Duels;
use gsim::games::clash::matrix::{Model, Setting, full_teams, teams};
use gsim::games::clash::spec::PolicySpec;
use gsim::games::clash::unit::Unit;
use gsim::metagame::nash;
use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;

fn setting(model: Model, policy: &str) -> Setting {
    let data = ClashData::embedded().expect("valid data");
    let rules = data.switches("clash", &[]).and_then(|s| data.rules(&s));
    let spec = PolicySpec::parse(policy).expect("a policy");
    Setting::both(Rc::new(rules.expect("valid rules")), model, spec)
}

/// Edges of all 125 teams with and without a marker against all of these, the row challenging; from nothing.
fn all_markers(policy: &str) -> f64 {
    let setting = setting(Model::Duel, policy);
    let [a, d] = &setting.specs;
    let duels = Duels::new(&setting.rules, [a, d], &[], 0.0).expect("a policy");
    let ids: Vec<_> = teams(1..=4)
        .into_iter()
        .flat_map(|team| [0, 1].map(|markers| Unit { markers, ..team }))
        .filter_map(|unit| duels.units().id(unit))
        .collect();
    assert_eq!(ids.len(), 250);
    let row = |&a: &_| ids.iter().map(|&d| duels.gain(a, d, 0)).sum::<f64>();
    ids.iter().map(row).sum()
}

/// Fights between all 125 teams, from nothing.
fn all_fights(policy: &str) -> f64 {
    let all = teams(1..=4);
    let fights = setting(Model::Fight, policy).edges(&all, &all);
    fights.expect("teams of one game").challenging().mean()
}

/// Milliseconds, the median of some runs.
fn median(runs: usize, mut work: impl FnMut() -> f64) -> f64 {
    let mut times: Vec<f64> = (0..runs)
        .map(|_| {
            let begun = Instant::now();
            black_box(work());
            begun.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[runs / 2]
}

/// Prints the times.
pub fn print(runs: usize) {
    let teams = full_teams();
    let game = setting(Model::Duel, "simple").matrix(&teams, &teams);
    let game = game.expect("teams of one game").symmetrised();
    println!("\nExact, all teams; medians of {runs} runs");
    println!(
        "  250 x 250 units (125 teams with and without a marker), one duel: simple {:.1} ms (bound 10), minimax {:.1} ms (bound 50)",
        median(runs, || all_markers("simple")),
        median(runs, || all_markers("minimax"))
    );
    println!(
        "  equilibrium of the 70 full teams: {:.2} ms (bound 50)",
        median(runs, || nash::symmetric(&game).exploitability)
    );
    println!(
        "  125 x 125 fights to the death: value {:.0} ms (bound 1000), optimal {:.0} ms (bound 10000)",
        median(runs.min(5), || all_fights("value")),
        median(1, || all_fights("optimal"))
    );
}
