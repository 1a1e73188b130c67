//! `gsim verify`: golden cases, and the checks that a game makes of itself.

mod battle_cases;
mod cases;
mod clash;
mod clash_cases;
mod clash_matrix_cases;
mod compare;
mod gauntlet_cases;
mod gauntlet_inputs;
mod gladiatori;
mod gladiatori_cases;

pub use cases::{CaseResult, Status, run_cases};

/// Games that can be verified.
pub const GAMES: [&str; 2] = ["clash", "gladiatori"];

/// One check of a game against itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What is checked.
    pub name: &'static str,
    /// Whether it holds.
    pub holds: bool,
    /// The figures.
    pub detail: String,
}

/// The checks of a game.
pub fn checks(game: &str) -> Vec<Check> {
    match game {
        "clash" => clash::checks(),
        "gladiatori" => gladiatori::checks(),
        _ => Vec::new(),
    }
}

/// The golden cases that come with the program.
pub fn embedded_cases(game: &str) -> &'static str {
    match game {
        "clash" => include_str!("../../../scenarios/cases/clash.json"),
        "gladiatori" => include_str!("../../../scenarios/cases/gladiatori.json"),
        _ => "[]",
    }
}
