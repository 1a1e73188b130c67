//! Finds the first game that ends as asked, for `trace clash-arena --where`.

use crate::error::{Error, Result};
use crate::games::clash::arena::experiment::ArenaGames;
use crate::games::clash::arena::policy::TurnRule;
use crate::games::clash::arena::setup::Arena;
use crate::games::clash::arena::state::{End, State};
use crate::games::clash::arena::watch::{Challenge, Watch};
use crate::study::condition::Condition;

/// Games that are searched before giving up, and the same where a policy plays on in its head.
const SEARCHED: u64 = 500_000;
const SEARCHED_SLOWLY: u64 = 200;

/// What a condition can name; `_K` is one seat's.
const FIELDS: [&str; 27] = [
    "turns",
    "passes",
    "moves",
    "last_player",
    "animals",
    "stalemate",
    "cap",
    "winners",
    "winner",
    "margin",
    "eliminated",
    "eliminated_wins",
    "points_0",
    "points_1",
    "points_2",
    "points_3",
    "points_4",
    "survivors_0",
    "survivors_1",
    "survivors_2",
    "survivors_3",
    "survivors_4",
    "animals_0",
    "animals_1",
    "animals_2",
    "animals_3",
    "animals_4",
];

/// Reads a condition on how a game ends.
///
/// # Errors
/// What is wrong and what to write; a seat that does not play.
pub fn condition(text: &str, players: usize) -> Result<Condition> {
    let plays = |field: &&str| {
        let seat = field
            .rsplit_once('_')
            .and_then(|(_, seat)| seat.parse().ok());
        seat.is_none_or(|seat: usize| seat < players)
    };
    let fields: Vec<&str> = FIELDS.into_iter().filter(plays).collect();
    Condition::parse(
        text,
        &fields,
        &format!("a game of {players} players"),
        "eliminated_wins=1,turns>60",
    )
}

#[derive(Default)]
struct Counts {
    passes: i64,
    moves: i64,
}

impl Watch for Counts {
    fn passed(&mut self, _arena: &Arena, _state: &State) {
        self.passes += 1;
    }

    fn challenged(&mut self, _arena: &Arena, _state: &State, challenge: &Challenge) {
        self.moves += i64::from(challenge.action.moves());
    }
}

/// Number of the first game from `from` on that meets the condition.
///
/// # Errors
/// None among as many as are searched.
pub fn find(games: &ArenaGames, seed: u64, from: u64, condition: &Condition) -> Result<u64> {
    let arena = games.company().arena();
    let slow = games.company().specs().any(|s| {
        let thinks = |t| matches!(t, TurnRule::Rollout(_) | TurnRule::Mcts(_));
        thinks(s.turn) || thinks(s.gladiatorless)
    });
    let searched = if slow { SEARCHED_SLOWLY } else { SEARCHED };
    (from..from + searched)
        .find(|&game| {
            let mut counts = Counts::default();
            let (end, state) = games.replay(seed, game, &mut counts);
            condition.holds(|field| value(arena, &counts, end, &state, field))
        })
        .ok_or_else(|| {
            Error::usage(format!(
                "not met in {searched} games from game {from} on; try another --seed or --playout"
            ))
        })
}

fn value(arena: &Arena, counts: &Counts, end: End, state: &State, field: &str) -> i64 {
    let points = arena.final_points(state);
    let points = &points[..arena.players];
    let winners = arena.winners(points);
    let gone = |seat: usize| arena.survivors(state, seat) == 0;
    let all = |test: &dyn Fn(usize) -> bool| (0..arena.players).filter(|&s| test(s)).count() as i64;
    if let Some((of, seat)) = field.rsplit_once('_')
        && let Ok(seat) = seat.parse::<usize>()
    {
        return match of {
            "points" => i64::from(points[seat]),
            "survivors" => i64::from(arena.survivors(state, seat)),
            _ => i64::from(state.taken_animals[seat]),
        };
    }
    match field {
        "turns" => i64::from(state.turn),
        "passes" => counts.passes,
        "moves" => counts.moves,
        "last_player" => i64::from(end == End::LastPlayer),
        "animals" => i64::from(end == End::Animals),
        "stalemate" => i64::from(end == End::Stalemate),
        "cap" => i64::from(end == End::Cap),
        "winners" => winners.len() as i64,
        // The seat of a sole winner; no seat where the win is shared.
        "winner" => match winners[..] {
            [seat] => seat as i64,
            _ => -1,
        },
        "eliminated" => all(&gone),
        "eliminated_wins" => i64::from(winners.iter().any(|&seat| gone(seat))),
        _ => {
            let mut sorted = points.to_vec();
            sorted.sort_unstable();
            let [.., second, best] = sorted[..] else {
                return 0;
            };
            i64::from(best - second)
        }
    }
}
