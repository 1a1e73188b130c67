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

#[test]
fn gladiatori() {
    let results = run_cases(
        include_str!("../scenarios/cases/gladiatori.json"),
        "gladiatori.json",
    )
    .unwrap();
    let failed: Vec<_> = results
        .iter()
        .filter(|r| r.status != Status::Pass)
        .collect();
    println!("{} cases", results.len());
    assert!(results.len() >= 60 && failed.is_empty(), "{failed:#?}");
}
