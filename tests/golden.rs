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

/// Case d55 contradicts itself: its chances to win, to die and to stall add up to 1.00035, and the specification's invariant 10 asks for 1. The
/// first two hold; the third is what is left of 1 (0.4116508…), which the case gives rounded to 0.412.
#[test]
fn gauntlet() {
    let cases = include_str!("../scenarios/cases/gauntlet.json");
    let results = run_cases(cases, "gauntlet.json").unwrap();
    let rounded = |r: &&gsim::study::verify::CaseResult| match &r.status {
        Status::Fail(why) => {
            r.id == "gauntlet-d55" && why.starts_with("p_stalled is 0.4116508119257")
        }
        _ => false,
    };
    let failed: Vec<_> = results
        .iter()
        .filter(|r| r.status != Status::Pass && !rounded(r))
        .collect();
    println!("{} cases", results.len());
    assert!(failed.is_empty(), "{failed:#?}");
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
