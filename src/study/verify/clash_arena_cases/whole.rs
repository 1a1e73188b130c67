//! The operation `arena`: whole games, sampled, and exactly where few states can follow.

use super::super::clash_cases::{Inputs, Values};
use super::super::compare::Got;
use super::{game, position_of, words};
use crate::error::{Error, Result};
use crate::games::clash::arena::exact::{self, Means};
use crate::games::clash::arena::experiment::ArenaGames;
use crate::games::clash::arena::policy::{Company, PARTS, SeatSpec, TurnRule};
use crate::games::clash::arena::state::End;
use crate::games::clash::arena::tally::{ArenaTally, Game, Seat, WIN};
use crate::playout::{Block, Experiment};
use crate::stats::Moments;
use serde_json::{Map, Value};

/// Games that a sampled case plays, unless the reference played another number within these bounds.
const GAMES: (u64, u64) = (20_000, 400_000);
/// Games of policies that think: thousands of times slower.
const THOUGHTFUL_GAMES: u64 = 400;
const SEED: u64 = 20_020_401;
/// Boards up to this size are tried exactly, as long as this many states can follow.
const EXACT: (usize, usize) = (4, 2000);

/// The policy of every seat, or one a seat. Decisions that are not named are those of `random`.
fn policies(inputs: &Inputs) -> Result<Vec<SeatSpec>> {
    let one = |given: &Value| match given {
        Value::String(name) => SeatSpec::parse(name),
        Value::Object(parts) => {
            if let Some(bad) = parts.keys().find(|k| !PARTS.contains(&k.as_str())) {
                return SeatSpec::random().with_part(bad, "");
            }
            // In the order of the decisions: a part of the duel policy comes after the policy.
            let given = PARTS
                .iter()
                .filter_map(|part| parts.get(*part).map(|v| (*part, words(v))));
            given
                .into_iter()
                .try_fold(SeatSpec::random(), |spec, (part, v)| {
                    spec.with_part(part, &v)
                })
        }
        other => Err(Error::usage(format!(
            "a policy is a name or an object of decisions, not {other}"
        ))),
    };
    match ["seat_policy", "seat_policies", "policies"]
        .iter()
        .find_map(|key| inputs.get(*key))
    {
        None => Ok(vec![SeatSpec::random()]),
        Some(Value::Array(list)) => list.iter().map(one).collect(),
        Some(given) => Ok(vec![one(given)?]),
    }
}

pub(super) fn arena(inputs: &Inputs, expect: &Map<String, Value>) -> Result<Values> {
    let arena = game(inputs)?;
    let players = arena.players;
    let start = match inputs.contains_key("position") {
        true => Some(arena.state_of(&position_of(inputs)?)?),
        false => None,
    };
    let small_board = arena.board.len() <= EXACT.0;
    let policies = policies(inputs)?;
    let thinks = |rule: &TurnRule| {
        matches!(
            rule,
            TurnRule::Rollout(_) | TurnRule::Mcts(_) | TurnRule::Wary(_)
        )
    };
    let thoughtful = policies
        .iter()
        .any(|p| thinks(&p.turn) || thinks(&p.gladiatorless));
    let company = Company::new(arena, policies)?;
    let exact = match start.filter(|_| small_board && !thoughtful) {
        Some(start) => exact::means(&company, &start, EXACT.1),
        None => None,
    };
    let mut games = ArenaGames::new(company);
    games.rotate = false;
    games.count_options = true;
    if let Some(start) = start {
        games = games.from_position(start);
    }
    let reference = expect
        .get("reference_games")
        .and_then(Value::as_u64)
        .unwrap_or(GAMES.1 / 2);
    let n = if thoughtful {
        THOUGHTFUL_GAMES
    } else {
        reference.clamp(GAMES.0, GAMES.1)
    };
    let mut values = exact.map_or_else(Vec::new, |means| exactly(&means));
    let sampled = sampled(&play(&games, n), players);
    values.extend(sampled);
    values.push(("reference_games".into(), Got::Uncompared));
    Ok(values)
}

fn play(games: &ArenaGames, n: u64) -> ArenaTally {
    let mut tally = games.empty();
    let block = u64::from(ArenaGames::BLOCK);
    for first in (0..n).step_by(block as usize) {
        let count = (n - first).min(block) as u32;
        games.play(
            &Block {
                seed: SEED,
                index: first / block,
                first,
                count,
            },
            &mut tally,
        );
    }
    tally
}

fn exactly(means: &Means) -> Values {
    let list = |values: &[f64]| Got::List(values.iter().map(|&v| Got::Real(v)).collect());
    let mut values: Values = vec![
        ("turns".into(), Got::Real(means.turns)),
        ("points_by_seat".into(), list(&means.points)),
        ("win_share_by_seat".into(), list(&means.wins)),
        ("p_tie".into(), Got::Real(means.tie)),
    ];
    for end in End::ALL {
        values.push((
            format!("p_end_{}", end.name()),
            Got::Real(means.ends[end as usize]),
        ));
    }
    values
}

/// What sampled games give. Keys that are known exactly come first and are found first.
fn sampled(tally: &ArenaTally, players: usize) -> Values {
    let scaled = |moments: &Moments, unit: f64| Got::Sampled {
        mean: moments.mean().unwrap_or(0.0) / unit,
        error: moments.standard_error().unwrap_or(0.0) / unit,
    };
    let (mean, error) = tally.mean_options().unwrap_or_default();
    let mut values: Values = vec![("mean_options".into(), Got::Sampled { mean, error })];
    for (key, metric) in [
        ("turns", Game::Turns),
        ("passes", Game::Passes),
        ("gladiatorless_turns", Game::GladiatorlessTurns),
        ("moves", Game::Moves),
        ("p_end_last_player", Game::LastPlayer),
        ("p_end_animals", Game::Animals),
        ("p_end_stalemate", Game::Stalemate),
        ("p_end_cap", Game::Cap),
        ("p_tie", Game::Tie),
        ("total_points", Game::TotalPoints),
        ("survivors", Game::Survivors),
        ("animals_defeated", Game::AnimalsDefeated),
        ("winner_points", Game::WinnerPoints),
    ] {
        values.push((key.into(), scaled(tally.game(metric), 1.0)));
    }
    for (key, metric, unit) in [
        ("points_by_seat", Seat::Points, 1.0),
        ("win_share_by_seat", Seat::Win, WIN as f64),
        ("gladiators_by_seat", Seat::Gladiators, 1.0),
        ("animals_by_seat", Seat::Animals, 1.0),
        ("survivors_by_seat", Seat::Survivors, 1.0),
    ] {
        let list = (0..players)
            .map(|seat| scaled(&tally.seat(seat, metric), unit))
            .collect();
        values.push((key.into(), Got::List(list)));
    }
    values
}
