//! `gsim list`: what there is to ask with.

use super::run::questions;
use crate::cli::exit;
use crate::error::Result;
use crate::games::clash::data::ClashData;
use crate::games::clash::spec::{NAMES, PARTS};
use crate::report;
use crate::scenario::embedded_questions;
use clap::Args;

/// Lists games, questions, policies, rulesets, switches and scenario files.
#[derive(Args, Debug)]
pub struct List {
    /// One list only: games, questions, policies, rulesets, switches, animals or scenarios
    #[arg(value_parser = ["games", "questions", "policies", "rulesets", "switches", "animals", "scenarios"], hide_possible_values = true)]
    what: Option<String>,
}

impl List {
    /// Prints the lists.
    pub fn run(&self) -> Result<u8> {
        let data = ClashData::embedded()?;
        let mut text = String::new();
        let mut section = |name: &str, lines: Vec<(String, String)>| {
            if self.what.as_deref().is_some_and(|w| w != name) {
                return;
            }
            let width = lines
                .iter()
                .map(|(a, _)| a.chars().count())
                .max()
                .unwrap_or(0);
            text += &format!("{name}\n");
            for (head, tail) in lines {
                text += format!("  {head:<width$}  {tail}").trim_end();
                text += "\n";
            }
        };
        section(
            "games",
            vec![("clash".into(), "Clash of the Gladiators: the duel".into())],
        );
        section(
            "questions",
            questions()
                .iter()
                .map(|q| {
                    (
                        q.get_name().into(),
                        q.get_about().map(ToString::to_string).unwrap_or_default(),
                    )
                })
                .collect(),
        );
        section("policies", policies());
        section(
            "rulesets",
            data.rulesets
                .iter()
                .map(|r| {
                    let set: Vec<String> = r.set.iter().map(|(k, v)| format!("{k}={v}")).collect();
                    (
                        r.name.clone(),
                        if set.is_empty() {
                            "the rulebook".into()
                        } else {
                            set.join(" ")
                        },
                    )
                })
                .collect(),
        );
        section(
            "switches",
            data.switches
                .iter()
                .map(|s| {
                    (
                        s.key.clone(),
                        format!("{} (default {})", s.allowed(), s.default),
                    )
                })
                .collect(),
        );
        section(
            "animals",
            data.animals
                .iter()
                .map(|a| {
                    (
                        a.name.clone(),
                        format!("{}, {}", a.unit(), a.provenance.status.name()),
                    )
                })
                .collect(),
        );
        section(
            "scenarios",
            embedded_questions()
                .iter()
                .map(|q| (q.name.into(), q.title().into()))
                .collect(),
        );
        report::print(&text)?;
        Ok(exit::DONE)
    }
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
