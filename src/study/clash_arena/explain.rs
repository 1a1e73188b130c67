//! How a game is set up and what its policies do, in words.

use super::Asked;
use crate::games::clash::arena::setup::Arena;
use std::fmt::Write;

/// The set-up, the board, the turn, the ends, the readings that are set.
pub fn explain(asked: &Asked, arena: &Arena) -> String {
    let figures = arena.figures();
    let mut text = String::new();
    let mut say = |line: String| {
        let _ = writeln!(text, "{line}");
    };
    say(format!(
        "Clash of the Gladiators, the whole game: {} players on {} with the roster {}, ruleset {}",
        arena.players, asked.board, asked.roster, asked.ruleset
    ));
    say(String::new());
    say(format!(
        "1. Entering [Entering the Arena]: {} rounds. In each, every player from seat 0 on puts one gladiator from the open stacks on a new carrier or on an own one with room; {} carriers each, 4 gladiators on each. In all {} of {} gladiators enter.",
        figures.draft_rounds,
        figures.carriers_per_player,
        figures.gladiators_used,
        arena.stacks.iter().map(|&n| u32::from(n)).sum::<u32>()
    ));
    if arena.readings.spacing {
        say("   A new carrier may not touch an own one while there is a free space that touches none.".into());
    }
    say(format!(
        "2. Animals: drawn one by one and placed until all {} spaces are taken: {} stand on the board, {} lie beside it.",
        arena.board.len(),
        figures.animals_on_board,
        figures.animals_in_reserve
    ));
    say("3. Turns [Let's Begin!]: the player at turn chooses an own team, may move it over free spaces if no unit touches it or it has three gladiators or fewer, and challenges a neighbouring team of another player or an animal. Who has no legal challenge passes.".into());
    say(
        "4. Players without gladiators challenge with animals of the board or from beside it."
            .into(),
    );
    say(format!(
        "5. Ends [Game End]: one player left{}; every player passing in turn; {} turns.",
        if arena.readings.end_on_all_animals {
            ", or all animals defeated"
        } else {
            ""
        },
        arena.readings.turn_cap
    ));
    say(format!(
        "6. Points: {} for a gladiator taken, {} for an animal, {} for an own gladiator left. Most points win; ties share.",
        arena.points[0], arena.points[1], arena.points[2]
    ));
    say(String::new());
    say(format!(
        "The board ({} spaces, {} pairs of neighbours):",
        arena.board.len(),
        arena.board.edges()
    ));
    for space in 0..arena.board.len() {
        let around: Vec<&str> =
            crate::games::clash::arena::board::spaces_of(arena.board.neighbours(space))
                .map(|at| arena.board.name_of(at))
                .collect();
        say(format!(
            "  {:<4} {}",
            arena.board.name_of(space),
            around.join(" ")
        ));
    }
    say(String::new());
    for (at, policy) in asked.policies.iter().enumerate() {
        say(format!("policy {}: {policy}", at + 1));
    }
    if !asked.switches.is_empty() {
        let set: Vec<String> = asked
            .switches
            .iter()
            .map(|(k, v)| format!("{k}={v}"))
            .collect();
        say(format!("readings: {}", set.join(" ")));
    }
    text
}
