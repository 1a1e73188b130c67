//! What `gsim list` says of Clash.

use crate::cli::game::Section;
use crate::error::Result;
use crate::games::clash::arena::board::Board;
use crate::games::clash::data::ClashData;
use crate::games::clash::spec::{NAMES, PARTS};

/// Policies, rulesets, switches, animals.
pub fn lists() -> Result<Vec<Section>> {
    let data = ClashData::embedded()?;
    let animals = data.animals.iter().map(|a| {
        let status = a.provenance.status.name();
        (a.name.clone(), format!("animal {}, {status}", a.unit()))
    });
    let boards = data.boards.iter().map(|b| {
        let spaces = Board::new(b).map_or(0, |b| b.len());
        let status = b.provenance.status.name();
        (
            b.name.clone(),
            format!("board of {spaces} spaces, {status}"),
        )
    });
    let rosters = data.rosters.iter().map(|r| {
        let cards: Vec<String> = r.cards.iter().map(|(n, k)| format!("{k} {n}")).collect();
        (r.name.clone(), format!("roster of {}", cards.join(", ")))
    });
    Ok(vec![
        Section::new("policies", [policies(), seats()].concat()),
        Section::rulesets(&data.rulesets),
        Section::switches(&data.switches),
        Section::new("components", animals.chain(boards).chain(rosters).collect()),
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

/// Policies of whole games.
fn seats() -> Vec<(String, String)> {
    [
        ("whole games", "one policy a seat; every decision is set by itself, see `gsim clash-arena --help`"),
        ("random", "enters, places and challenges by lot, duels by value"),
        ("greedy[:L]", "enters swords first; the challenge with the most expected points less L times own losses (1)"),
        ("sniper", "the challenge most likely to score any points"),
        ("cautious", "greedy with own losses counted three times"),
        ("drafter:SSNT/SSSS", "greedy with these teams, one a carrier in turn, while the stacks last"),
        ("rollout[:N]", "plays each option on N times in its head, everybody greedy, and takes the best (16)"),
        ("mcts[:N]", "searches the tree of challenges with N playouts a decision (400)"),
    ]
    .map(|(a, b)| (a.to_string(), b.to_string()))
    .to_vec()
}
