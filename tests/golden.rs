//! The golden cases that came with the specification.

use gsim::study::verify::{Status, run_cases};

fn run(text: &str, name: &str) {
    let results = run_cases(text, name).unwrap();
    let failed: Vec<_> = results
        .iter()
        .filter(|r| matches!(r.status, Status::Fail(_)))
        .collect();
    let skipped = results
        .iter()
        .filter(|r| matches!(r.status, Status::Skip(_)))
        .count();
    println!("{name}: {} cases, {skipped} skipped", results.len());
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn clash() {
    run(
        include_str!("../scenarios/cases/clash.json"),
        "clash.json",
    );
}

#[test]
fn gladiatori() {
    run(
        include_str!("../scenarios/cases/gladiatori.json"),
        "gladiatori.json",
    );
}
