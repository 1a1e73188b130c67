//! What `gsim list` says of Clash.

use crate::cli::game::Section;
use crate::error::Result;
use crate::games::clash::data::ClashData;
use crate::games::clash::spec::{NAMES, PARTS};

/// Policies, rulesets, switches, animals.
pub fn lists() -> Result<Vec<Section>> {
    let data = ClashData::embedded()?;
    let animals = data.animals.iter().map(|a| {
        let status = a.provenance.status.name();
        (a.name.clone(), format!("{}, {status}", a.unit()))
    });
    Ok(vec![
        Section::new("policies", policies()),
        Section::rulesets(&data.rulesets),
        Section::switches(&data.switches),
        Section::new("components", animals.collect()),
    ])
}

fn policies() -> Vec<(String, String)> {
    let says = [
        "nets S>N>T>H>P, re-rolls when a fresh roll is better on average, gives up netted ones first",
        "as simple, but never re-rolls",
        "as simple, but gives up P, H, N, T, S in this order, netted or not",
        "nets S>H>T>N>P, else as value",
        "every decision by lot",
        "every decision optimal against an optimal opponent",
    ];
    let mut lines: Vec<(String, String)> = NAMES
        .iter()
        .zip(says)
        .map(|(n, s)| (n.to_string(), s.to_string()))
        .collect();
    lines.push((
        "best_response:POLICY".into(),
        "every decision optimal against that policy".into(),
    ));
    lines.push((
        "parts".into(),
        format!(
            "{} are set one by one with --policy-net-targets, --policy-reroll, --policy-losses",
            PARTS.join(", ")
        ),
    ));
    lines
}
