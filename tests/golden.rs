//! The golden cases that came with the specification.

use gsim::study::verify::{Status, run_cases};

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
