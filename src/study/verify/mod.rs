//! `gsim verify`: golden cases, and the checks that a game makes of itself.

mod battle;
mod battle_cases;
mod cases;
mod clash;
mod clash_arena_cases;
mod clash_cases;
mod clash_game;
mod clash_matrix_cases;
mod compare;
mod gauntlet;
mod gauntlet_cases;
mod gauntlet_inputs;
mod gladiatori;
mod gladiatori_cases;

pub use cases::{CaseResult, Status, run_cases};

/// Games that can be verified.
pub const GAMES: [&str; 4] = ["clash", "gauntlet", "battle", "gladiatori"];

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

/// The checks of a game, to be made one by one.
pub fn checks(game: &str) -> Vec<fn() -> Check> {
    match game {
        "clash" => clash::checks(),
        "gauntlet" => gauntlet::checks(),
        "battle" => battle::checks(),
        "gladiatori" => gladiatori::checks(),
        _ => Vec::new(),
    }
}

/// The files of golden cases that come with the program: name and text.
pub fn embedded_cases(game: &str) -> &'static [(&'static str, &'static str)] {
    match game {
        "clash" => &[
            (
                "clash.json",
                include_str!("../../../scenarios/cases/clash.json"),
            ),
            // What the first file leaves out, worked out by a program that shares no code with this one.
            (
                "clash-readings.json",
                include_str!("../../../scenarios/cases/clash-readings.json"),
            ),
        ],
        "gauntlet" => &[(
            "gauntlet.json",
            include_str!("../../../scenarios/cases/gauntlet.json"),
        )],
        "battle" => &[(
            "battle.json",
            include_str!("../../../scenarios/cases/battle.json"),
        )],
        "gladiatori" => &[
            (
                "gladiatori.json",
                include_str!("../../../scenarios/cases/gladiatori.json"),
            ),
            // Every move, power and special weapon in an exchange, worked out by hand.
            (
                "gladiatori-moves.json",
                include_str!("../../../scenarios/cases/gladiatori-moves.json"),
            ),
        ],
        _ => &[],
    }
}
