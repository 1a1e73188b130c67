//! What a condition on a game's end can name: `score>=40,rounds=4`.

use crate::error::Result;
use crate::games::gauntlet::rules::game::Game;
use crate::games::gauntlet::state::{GameState, Phase};
use crate::study::condition::Condition;

const FIELDS: [&str; 6] = ["win", "score", "rounds", "matches", "health", "glory"];

/// Reads a condition on a game.
///
/// # Errors
/// What is wrong and what to write.
pub fn condition(text: &str) -> Result<Condition> {
    Condition::parse(text, &FIELDS, "a game", "score>=40")
}

/// Whether it holds of a game's end.
pub(super) fn holds(condition: &Condition, game: &Game, end: &GameState, matches: u32) -> bool {
    condition.holds(|field| match field {
        "win" => i64::from(end.phase() == Phase::Conquest),
        "score" => i64::from(game.score(end)),
        "rounds" => i64::from(game.beaten(end)),
        "matches" => i64::from(matches),
        "health" => i64::from(end.health().sum()),
        _ => i64::from(end.glory()),
    })
}
