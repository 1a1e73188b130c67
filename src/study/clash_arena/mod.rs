//! `clash-arena`: whole games. Who wins by seat, by policy, by drafted team; how long games are, how they end, what kills.
//!
//! `tables` lays the tallies out, `charts` draws them and the board of a replayed game, `verdict` says it in sentences,
//! `explain` tells how a game is set up. Always sampled; several numbers of players may be asked at once.

mod board;
mod charts;
mod explain;
mod find;
mod measures;
mod sensitivity;
mod tables;
mod verdict;
mod worths;

pub use explain::explain;
pub use find::{condition, find};
pub use sensitivity::{Changed, Variation, sensitivity_table, variations};

use crate::games::clash::arena::experiment::ArenaGames;
use crate::games::clash::arena::tally::ArenaTally;
use crate::report::{Findings, Guess, Method, Question};

/// The resolved question.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Policies as people write them, in the order given.
    pub policies: Vec<String>,
    /// Board and roster by name.
    pub board: String,
    /// See `board`.
    pub roster: String,
    /// Whether policies change seats from game to game.
    pub rotate: bool,
    /// Ruleset name.
    pub ruleset: String,
    /// Switches that were set.
    pub switches: Vec<(String, String)>,
    /// Values that are not from the rulebook and that the answer rests on.
    pub guesses: Vec<Guess>,
    /// The command that reproduces the answer.
    pub command: String,
    /// Seed.
    pub seed: u64,
    /// Confidence level of the intervals.
    pub confidence: f64,
}

/// Games of one number of players.
#[derive(Debug)]
pub struct Played<'a> {
    /// What was played.
    pub games: &'a ArenaGames,
    /// What it added up to.
    pub tally: &'a ArenaTally,
}

impl Played<'_> {
    /// Players.
    pub fn players(&self) -> usize {
        self.games.company().arena().players
    }
}

/// How the run went.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Games of all numbers of players together.
    pub playouts: u64,
    /// What ended the run.
    pub stopped_by: String,
    /// False when it was cut short.
    pub complete: bool,
    /// The same question with other boards, rosters, animals; empty unless asked for.
    pub changed: Vec<Changed>,
}

/// Lays the answer out.
///
/// # Panics
/// If nothing was played.
pub fn findings(asked: &Asked, played: &[Played], outcome: &Outcome) -> Findings {
    let first = played.first().expect("something was played");
    let counts: Vec<String> = played.iter().map(|p| p.players().to_string()).collect();
    let policies = asked.policies.join(", ");
    let question = Question {
        name: "clash-arena".into(),
        title: format!(
            "Whole games of {} players: {policies}",
            listed(&counts, "or")
        ),
        command: asked.command.clone(),
        ruleset: asked.ruleset.clone(),
        switches: asked.switches.clone(),
        policies: asked
            .policies
            .iter()
            .enumerate()
            .map(|(at, p)| (format!("policy {}", at + 1), p.clone()))
            .collect(),
        facts: facts(asked, first, &counts),
        seed: Some(asked.seed),
        method: Method::Mc,
        playouts: outcome.playouts,
        stopped_by: Some(outcome.stopped_by.clone()),
        complete: outcome.complete,
        confidence: asked.confidence,
    };
    Findings {
        question,
        verdict: verdict::sentences(asked, played, outcome),
        tables: tables::all(asked, played, outcome),
        charts: charts::all(asked, played, outcome),
        notes: notes(asked, played),
        guesses: asked.guesses.clone(),
        glossary: glossary(),
    }
}

fn facts(asked: &Asked, first: &Played, counts: &[String]) -> Vec<(String, String)> {
    let arena = first.games.company().arena();
    let figures = arena.figures();
    let roster: Vec<String> = (0..arena.units.species_count() as u8)
        .map(|kind| (arena.roster.iter().filter(|k| **k == kind).count(), kind))
        .filter(|(count, _)| *count > 0)
        .map(|(count, kind)| format!("{count} {}", arena.units.name(kind)))
        .collect();
    let mut facts = vec![
        ("players".into(), counts.join(", ")),
        (
            "board".into(),
            format!("{}: {} spaces", asked.board, arena.board.len()),
        ),
        (
            "animals".into(),
            format!("{}: {}", asked.roster, roster.join(", ")),
        ),
    ];
    if counts.len() == 1 {
        facts.push((
            "set-up".into(),
            format!(
                "{} carriers each, {} gladiators, {} animals on the board and {} beside it",
                figures.carriers_per_player,
                figures.gladiators_used,
                figures.animals_on_board,
                figures.animals_in_reserve
            ),
        ));
    }
    let seats = match (asked.policies.len(), asked.rotate) {
        (1, _) => "one policy for all",
        (_, true) => "policies change seats from game to game",
        (_, false) => "policies keep their seats",
    };
    facts.push(("seats".into(), seats.into()));
    facts
}

fn notes(asked: &Asked, played: &[Played]) -> Vec<String> {
    let mut notes = vec![
        format!(
            "Intervals cover {} % for one figure at a time; tie groups hold for all comparisons of a table together (Bonferroni). Shares of games have Wilson intervals; a shared win counts as equal parts, and its intervals are those of a mean.",
            asked.confidence * 100.0
        ),
        "Results of duels are drawn from tables that are built from the duel's rules; a game is replayed with `gsim trace clash-arena --playout K`.".to_string(),
        "Seat 0 is the oldest player, who begins; the others follow clockwise.".to_string(),
    ];
    if played
        .iter()
        .any(|p| p.games.company().len() > 1 && asked.rotate)
    {
        notes.push("Policies change seats from game to game, so after as many games as there are players each has sat everywhere: effects of seat and policy do not mix. Two policies are compared within the games that they share.".into());
    }
    let capped: u64 = played.iter().map(|p| measures::capped(p.tally)).sum();
    notes.push(match capped {
        0 => "No game was cut off by the turn cap.".into(),
        n => format!("{n} games were cut off by the turn cap and scored like stalemates; see the table of ends."),
    });
    notes
}

/// `a, b or c`.
fn listed(names: &[String], last: &str) -> String {
    match names.split_last() {
        None => String::new(),
        Some((one, [])) => one.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}

fn glossary() -> Vec<(String, String)> {
    [
        (
            "win share",
            "part of the games won; a win shared by k players counts 1/k to each",
        ),
        (
            "seat",
            "place at the table, 0 for the oldest player, who begins",
        ),
        (
            "points",
            "gladiators taken 1, animals taken 2, own survivors 1",
        ),
        (
            "gladiatorless",
            "a player whose gladiators are all gone and who plays on with animals",
        ),
        (
            "score",
            "two policies at one table: 1 for more points than the other, a half for as many",
        ),
        (
            "rating",
            "Elo points that reproduce each policy's scores against all others; mean 0",
        ),
        ("tie group", "what the figures cannot tell apart"),
        (
            "lead change",
            "the sole lead in points in front passes from one player to another",
        ),
        (
            "deficit",
            "the most points in front that the winner ever was behind",
        ),
        (
            "worth",
            "least-squares value of one more gladiator of a kind, among players of the same policy and seat",
        ),
    ]
    .map(|(a, b)| (a.to_string(), b.to_string()))
    .to_vec()
}
