use super::*;
use crate::games::clash::spec::PolicySpec;
use crate::playout::{Plan, run};
use std::rc::Rc;

fn unit(text: &str) -> Unit {
    let data = ClashData::embedded().unwrap();
    Unit::parse(text, &data.units().unwrap()).unwrap()
}

/// Sampled means beside the exact matrix, in standard errors.
fn largest_z(model: Model, measure: Measure, policies: [&str; 2], names: &[&str]) -> f64 {
    let data = ClashData::embedded().unwrap();
    let switches = data.switches("clash", &[]).unwrap();
    let setting = Setting {
        rules: Rc::new(data.rules(&switches).unwrap()),
        model,
        specs: policies.map(|p| PolicySpec::parse(p).unwrap()),
        marker_weight: 0.0,
    };
    let units: Vec<Unit> = names.iter().map(|n| unit(n)).collect();
    let pairs = Pairs::new(&data, &switches, &setting, measure, &units, &units).unwrap();
    let run = run(&pairs, &Plan::new(400_000, 7)).unwrap();
    let exact = setting.matrix(&units, &units).unwrap();
    let mut worst = 0.0_f64;
    for a in 0..units.len() {
        for b in 0..units.len() {
            let pair = exact.pair(a, b);
            let (wanted, scale) = match measure {
                Measure::Edge => (pair.edge[0], 1.0),
                Measure::PWin => (pair.p_win[0], 0.5),
            };
            let m = &run.tally.moments[a * units.len() + b];
            let z = (m.mean().unwrap() * scale - wanted)
                / (m.standard_error().unwrap() * scale).max(1e-12);
            worst = worst.max(z.abs());
        }
    }
    assert_eq!(run.tally.capped, 0);
    worst
}

#[test]
fn sampled_pairs_agree_with_the_exact_matrix() {
    let teams = ["SSNT", "SSST", "SNNN+1", "H", "PPHH"];
    for (model, measure, policies) in [
        (Model::Duel, Measure::Edge, ["simple", "value"]),
        (Model::Duel, Measure::PWin, ["sharp", "random"]),
        (Model::Fight, Measure::Edge, ["simple", "value"]),
        (Model::Fight, Measure::PWin, ["value", "value"]),
    ] {
        let z = largest_z(model, measure, policies, &teams);
        assert!(z < 5.0, "{model} {measure:?} {policies:?}: {z}");
    }
    let z = largest_z(Model::Duel, Measure::Edge, ["minimax", "minimax"], &teams);
    assert!(z < 5.0, "minimax: {z}");
    let z = largest_z(
        Model::Duel,
        Measure::Edge,
        ["simple", "simple"],
        &["SSNT", "lion", "bear+2", "STP@4"],
    );
    assert!(z < 5.0, "animals: {z}");
}
