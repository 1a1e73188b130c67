//! The golden cases that came with the specification.

use gsim::study::verify::{Status, run_cases};

#[test]
fn battle() {
    let results = run_cases(
        include_str!("../scenarios/cases/battle.json"),
        "battle.json",
    )
    .unwrap();
    let failed: Vec<_> = results
        .iter()
        .filter(|r| r.status != Status::Pass)
        .collect();
    println!("{} cases", results.len());
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn clash_readings() {
    let text = include_str!("../scenarios/cases/clash-readings.json");
    let results = run_cases(text, "clash-readings.json").unwrap();
    let failed: Vec<_> = results
        .iter()
        .filter(|r| r.status != Status::Pass)
        .collect();
    assert!(results.len() >= 46);
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn clash() {
    let results = run_cases(include_str!("../scenarios/cases/clash.json"), "clash.json").unwrap();
    let failed: Vec<_> = results
        .iter()
        .filter(|r| matches!(r.status, Status::Fail(_)))
        .collect();
    let skipped = results
        .iter()
        .filter(|r| matches!(r.status, Status::Skip(_)))
        .count();
    println!("{} cases, {skipped} skipped", results.len());
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Case d55 is given as the embedded copy corrects it: the specification's file has its chance to stall rounded to 0.412, with which its three
/// chances add up to 1.00035.
#[test]
fn gauntlet() {
    let cases = include_str!("../scenarios/cases/gauntlet.json");
    let results = run_cases(cases, "gauntlet.json").unwrap();
    let failed: Vec<_> = results
        .iter()
        .filter(|r| r.status != Status::Pass)
        .collect();
    println!("{} cases", results.len());
    assert!(results.len() == 71 && failed.is_empty(), "{failed:#?}");
}

#[test]
fn gladiatori() {
    let cases = include_str!("../scenarios/cases/gladiatori.json");
    let results = run_cases(cases, "gladiatori.json").unwrap();
    let failed: Vec<_> = results
        .iter()
        .filter(|r| r.status != Status::Pass)
        .collect();
    println!("{} cases", results.len());
    assert!(results.len() >= 60 && failed.is_empty(), "{failed:#?}");
}

#[test]
fn gladiatori_moves() {
    let cases = include_str!("../scenarios/cases/gladiatori-moves.json");
    let results = run_cases(cases, "gladiatori-moves.json").unwrap();
    let failed: Vec<_> = results
        .iter()
        .filter(|r| r.status != Status::Pass)
        .collect();
    assert!(results.len() >= 37 && failed.is_empty(), "{failed:#?}");
}
