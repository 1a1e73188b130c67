//! How a game is set up and what its policies do, in words.

use super::Asked;
use crate::games::clash::arena::readings::{AnimalMove, MoveRule};
use crate::games::clash::arena::setup::Arena;
use std::fmt::Write;

/// The set-up, the board, the turn, the ends, the readings that are set.
pub fn explain(asked: &Asked, arena: &Arena) -> String {
    let mut text = String::new();
    let mut say = |line: String| {
        let _ = writeln!(text, "{line}");
    };
    say(format!(
        "Clash of the Gladiators, the whole game: {} players on {} with the roster {}, ruleset {}",
        arena.players, asked.board, asked.roster, asked.ruleset
    ));
    say(String::new());
    for line in steps(arena) {
        say(line);
    }
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

/// The rules in force, step by step.
fn steps(arena: &Arena) -> Vec<String> {
    let (figures, readings) = (arena.figures(), &arena.readings);
    let either = |which: bool, yes: &'static str, no: &'static str| if which { yes } else { no };
    let mut lines = vec![format!(
        "1. Entering [Entering the Arena]: {} rounds. In each, every player from seat 0 on puts one gladiator from the open stacks {}; {} carriers each, 4 gladiators on each. In all {} of {} gladiators enter.",
        figures.draft_rounds,
        either(
            readings.fill_then_place,
            "on a carrier off the board; a full one goes on a free space at once, and the next is begun",
            "on a new carrier or on an own one with room"
        ),
        figures.carriers_per_player,
        figures.gladiators_used,
        arena.stacks.iter().map(|&n| u32::from(n)).sum::<u32>()
    )];
    if readings.spacing {
        lines.push("   A new carrier may not touch an own one while there is a free space that touches none.".into());
    }
    lines.push(format!(
        "2. Animals: {} until all {} spaces are taken: {} stand on the board, {} lie beside it.",
        either(
            readings.random_fill,
            "drawn one by one and laid on random free spaces",
            "each player in turn draws one and chooses a free space for it,"
        ),
        arena.board.len(),
        figures.animals_on_board,
        figures.animals_in_reserve
    ));
    let alone = either(
        readings.own_teams_block,
        "no unit at all",
        "no unit but own teams",
    );
    let way = match readings.move_rule {
        MoveRule::Rulebook => {
            format!(
                "may move it over free spaces if {alone} touches it or it has three gladiators or fewer"
            )
        }
        MoveRule::OneStep => "may move it to an adjacent free space".into(),
        MoveRule::FreePath => "may move it over free spaces".into(),
    };
    lines.push(format!(
        "3. Turns [Let's Begin!]: the player at turn chooses an own team, {way}, and challenges a neighbouring team of another player or an animal. {}{}{}",
        either(
            readings.may_pass,
            "Passing is always allowed.",
            "Who has no legal challenge passes; else one must be made."
        ),
        either(
            readings.stuck_may_move,
            " Who could not challenge may move any own team first.",
            ""
        ),
        either(
            readings.shed_markers,
            " A unit that moves leaves its hit markers behind.",
            " Hit markers travel with their unit."
        )
    ));
    let with = match (readings.reserve_only, readings.animal_move) {
        (true, _) => "an animal from beside the board only, and pass without one",
        (false, AnimalMove::Any) => {
            "any animal of the board, moved as far as free spaces go, or one from beside it"
        }
        (false, AnimalMove::TeamRule) => {
            "any animal of the board, moved only if nothing touches it, or one from beside it"
        }
        (false, AnimalMove::Never) => {
            "any animal of the board, where it stands, or one from beside it"
        }
    };
    lines.push(format!(
        "4. Players without gladiators challenge with {with}{}; a challenging animal that a wild one defeats goes to {}.",
        either(
            readings.animal_vs_animal,
            "",
            ", and teams only, no animals"
        ),
        either(
            readings.stand_in_takes,
            "the player who rolled for the wild one",
            "nobody"
        )
    ));
    lines.push(format!(
        "5. Ends [Game End]: one player left{}{}; {} turns.",
        either(readings.end_on_all_animals, ", or all animals defeated", ""),
        either(
            readings.stalemate_ends,
            "; every player passing in turn",
            ""
        ),
        readings.turn_cap
    ));
    lines.push(format!(
        "6. Points: {} for a gladiator taken, {} for an animal, {} for an own gladiator left. Most points win; {}.",
        arena.points[0],
        arena.points[1],
        arena.points[2],
        either(
            readings.lowest_seat_wins,
            "of equal ones the lowest seat",
            "ties share"
        )
    ));
    lines
}
