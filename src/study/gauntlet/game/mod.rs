//! `gauntlet`: a policy in the whole game, at each difficulty, exact and sampled side by side.

mod charts;
pub mod ladder;
mod ledger;
mod tables;
mod verdict;

use super::{Asked, Ran, glossary};
use crate::games::gauntlet::exact::{self, GameExact};
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::tally::GameTally;
use crate::report::Findings;
use std::sync::Arc;

/// A difficulty with the policy made ready for it.
#[derive(Debug)]
pub struct Part {
    /// `easy`, `normal`, `hard`, or `round N`.
    pub name: String,
    /// The last round.
    pub last_round: u8,
    /// The policy.
    pub player: Arc<Player>,
    /// What becomes of the game, exactly; or why that cannot be said. An empty reason: nobody asked for it.
    pub exact: Result<GameExact, String>,
}

impl Part {
    /// Works out what can be worked out.
    pub fn new(name: &str, last_round: u8, player: Arc<Player>) -> Self {
        let exact = exact::game(&player).map_err(|e| e.to_string());
        Self {
            exact,
            ..Self::sampled(name, last_round, player)
        }
    }

    /// Of which only playouts are wanted.
    pub fn sampled(name: &str, last_round: u8, player: Arc<Player>) -> Self {
        let exact = Err(String::new());
        Self {
            name: name.into(),
            last_round,
            player,
            exact,
        }
    }

    fn exact(&self) -> Option<&GameExact> {
        self.exact.as_ref().ok()
    }

    /// Whether the exact answer was left out because only playouts were asked for.
    fn unasked(&self) -> bool {
        self.exact.as_ref().is_err_and(String::is_empty)
    }
}

/// What the playouts gave.
#[derive(Debug, Clone)]
pub struct Sampled {
    /// The run.
    pub ran: Ran,
    /// A tally for each difficulty.
    pub tallies: Vec<GameTally>,
    /// Wins of the last difficulty after so many playouts.
    pub snapshots: Vec<(u64, u64)>,
}

/// Everything that the report is made of.
#[derive(Debug)]
pub struct Answer<'a> {
    /// The question.
    pub asked: &'a Asked,
    /// The difficulties.
    pub parts: &'a [Part],
    /// The playouts, if there were any.
    pub sampled: Option<&'a Sampled>,
}

impl Answer<'_> {
    fn tally(&self, at: usize) -> Option<&GameTally> {
        self.sampled.map(|s| &s.tallies[at])
    }

    fn n(&self) -> Option<u64> {
        self.sampled.map(|s| s.ran.playouts)
    }
}

/// Turns results into findings.
pub fn findings(answer: &Answer<'_>) -> Findings {
    let spec = &answer.parts[0].player.spec;
    let policies = vec![("player".to_string(), spec.to_string())];
    let facts = vec![
        ("difficulties".into(), difficulties(answer.parts)),
        ("decisions".into(), super::decisions(spec)),
    ];
    Findings {
        question: answer
            .asked
            .question(policies, facts, answer.sampled.map(|s| &s.ran)),
        verdict: verdict::sentences(answer),
        tables: tables::all(answer),
        charts: charts::all(answer),
        notes: notes(answer),
        guesses: answer.asked.guesses.clone(),
        glossary: glossary(),
    }
}

/// Said under `--method mc`.
pub(super) const NOT_ASKED: &str = "Only playouts were asked for (--method mc): every figure is sampled, none was worked out exactly.";

fn difficulties(parts: &[Part]) -> String {
    let each = parts
        .iter()
        .map(|p| format!("{} ends with round {}", p.name, super::roman(p.last_round)));
    each.collect::<Vec<_>>().join(", ")
}

fn notes(answer: &Answer<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    if answer.parts.iter().any(|p| p.exact.is_ok()) {
        notes.push(
            "Exact figures push the distribution over health, glory and deck forward through rows, events, fights and gambles; \
             each fight is an absorbing Markov chain. Nothing is left out."
                .to_string(),
        );
    } else if answer.parts.iter().all(|p| p.unasked()) {
        notes.push(NOT_ASKED.into());
    }
    for part in answer.parts {
        if let Err(why) = &part.exact
            && !part.unasked()
        {
            notes.push(format!("No exact answer for {}: {why}.", part.name));
        }
    }
    if let Some(s) = answer.sampled {
        notes.push(format!(
            "Intervals cover {} %: Wilson for shares, Student's t over exact integer moments for means. z is the distance from \
             the exact value in standard errors.",
            answer.asked.confidence * 100.0
        ));
        notes.push("Playout j of every difficulty meets the same cards, events and dice as far as it lasts.".into());
        if let Some(target) = s.ran.target {
            notes.push(format!(
                "The run was to go on until every win rate was known to within {target} on either side (an interval that holds at \
                 every look); other intervals are for a fixed number of playouts."
            ));
        }
        if !s.ran.complete {
            notes.push(format!(
                "The run was cut short after {} playouts.",
                s.ran.playouts
            ));
        }
        let cut: u64 = s.tallies.iter().map(|t| t.cut_off).sum();
        if cut > 0 {
            notes.push(format!(
                "{cut} games were cut off at 10,000 matches; they count neither as won nor as lost and are shown apart."
            ));
        }
    }
    notes
}
