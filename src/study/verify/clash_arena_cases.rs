//! The operations of Clash case files that concern the whole game (spec 18): `setup`, `board`, `moves`, `turn`, `score`, `arena`.

use super::cases::Outcome;
use super::clash_cases::{Inputs, Values, play_script, side_name};
use super::compare::Got;
use crate::error::{Error, Result};
use crate::games::clash::arena::board::Board;
use crate::games::clash::arena::exact::{self, Means};
use crate::games::clash::arena::experiment::ArenaGames;
use crate::games::clash::arena::policy::{Company, PARTS, SeatSpec, TurnRule};
use crate::games::clash::arena::position::Position;
use crate::games::clash::arena::setup::{Arena, Wish};
use crate::games::clash::arena::state::{End, State};
use crate::games::clash::arena::tally::{ArenaTally, Game, Seat, WIN};
use crate::games::clash::arena::watch::Challenge;
use crate::games::clash::data::ClashData;
use crate::playout::{Block, Experiment};
use crate::scenario::Switches;
use crate::stats::Moments;
use serde_json::{Map, Value, json};

/// Games that a sampled case plays, unless the reference played another number within these bounds.
const GAMES: (u64, u64) = (20_000, 400_000);
/// Games of policies that think: thousands of times slower.
const THOUGHTFUL_GAMES: u64 = 400;
const SEED: u64 = 20_020_401;
/// Boards up to this size are tried exactly, as long as this many states can follow.
const EXACT: (usize, usize) = (4, 2000);

/// Runs one operation.
pub(super) fn run(op: &str, inputs: &Inputs, expect: &Map<String, Value>) -> Outcome {
    let values = match op {
        "setup" => setup(inputs),
        "board" => board(inputs, expect),
        "moves" => moves(inputs),
        "turn" => turn(inputs),
        "score" => score(inputs),
        "arena" => arena(inputs, expect),
        _ => return Outcome::Unknown,
    };
    match values {
        Ok(values) => Outcome::Values(values),
        Err(error) => Outcome::Refused(error),
    }
}

/// The data and the switches that a case is about.
fn ruleset(inputs: &Inputs) -> Result<(ClashData, Switches)> {
    let data = ClashData::embedded()?;
    let name = inputs.get("ruleset").and_then(Value::as_str).unwrap_or("clash");
    let set = inputs.get("set").and_then(Value::as_object).cloned().unwrap_or_default();
    let set: Vec<(String, String)> = set.into_iter().map(|(k, v)| (k, words(&v))).collect();
    let switches = data.switches(name, &set)?;
    Ok((data, switches))
}

/// A value as text: switches are compared by it.
fn words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

fn small(value: &Value, what: &str) -> Result<u8> {
    let n = value.as_u64().and_then(|n| u8::try_from(n).ok());
    n.ok_or_else(|| Error::usage(format!("`{what}` must be a small whole number, not {value}")))
}

fn smalls(value: Option<&Value>, what: &str) -> Result<Vec<u8>> {
    match value {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => list.iter().map(|n| small(n, what)).collect(),
        Some(other) => Err(Error::usage(format!("`{what}` must be a list of numbers, not {other}"))),
    }
}

fn texts(value: &Value, what: &str) -> Result<Vec<String>> {
    let list = value.as_array().ok_or_else(|| Error::usage(format!("`{what}` must be a list, not {value}")))?;
    Ok(list.iter().map(words).collect())
}

/// `board`, `rows` or `adjacency` of the inputs or of their position: a name or a description. `None`: the default board.
fn wanted_board(inputs: &Inputs, data: &ClashData) -> Result<Option<Board>> {
    let rows = |rows: &Value| Board::from_rows(&smalls(Some(rows), "rows")?, &[]);
    let graph = |lists: &Value| {
        let lists = lists.as_object().ok_or_else(|| Error::usage("`adjacency` must name spaces with their neighbours"))?;
        let lists = lists.iter().map(|(name, list)| Ok((name.clone(), texts(list, name)?)));
        Board::from_adjacency(&lists.collect::<Result<Vec<_>>>()?, &[])
    };
    let position = inputs.get("position").and_then(Value::as_object);
    for place in [Some(inputs), position].into_iter().flatten() {
        let given = match (place.get("board"), place.get("rows"), place.get("adjacency")) {
            (Some(Value::String(name)), ..) => Board::new(data.board(name)?)?,
            (Some(Value::Object(board)), ..) if board.contains_key("rows") => rows(&board["rows"])?,
            (Some(Value::Object(board)), ..) if board.contains_key("adjacency") => graph(&board["adjacency"])?,
            (_, Some(given), _) => rows(given)?,
            (_, _, Some(given)) => graph(given)?,
            (Some(Value::Array(_)), ..) => rows(&place["board"])?,
            _ => continue,
        };
        return Ok(Some(given));
    }
    Ok(None)
}

/// The game of a case. The position counts where it has one.
fn game(inputs: &Inputs) -> Result<Arena> {
    let (data, switches) = ruleset(inputs)?;
    let position = inputs.get("position").and_then(Value::as_object);
    let either = |key: &str| inputs.get(key).or_else(|| position.and_then(|p| p.get(key)));
    let players = small(either("players").unwrap_or(&Value::Null), "players")?;
    let mut wish = match inputs.get("roster") {
        Some(Value::String(name)) => Wish::named(&data, players, None, Some(name))?,
        _ => Wish::default_for(&data, players)?,
    };
    if let Some(Value::Object(cards)) = inputs.get("roster") {
        wish.roster = cards.iter().map(|(name, n)| Ok((name.clone(), small(n, name)?))).collect::<Result<_>>()?;
    }
    if let Some(board) = wanted_board(inputs, &data)? {
        wish.board = board;
    }
    wish.carriers = either("carriers_per_player").map(|n| small(n, "carriers_per_player")).transpose()?;
    if inputs.contains_key("position") {
        wish.extra_animals = position_of(inputs)?.extra_animals()?;
        wish.from_position = true;
    }
    Arena::new(&data, &switches, wish)
}

fn position_of(inputs: &Inputs) -> Result<Position> {
    let position = inputs.get("position").and_then(Value::as_object);
    let position = position.ok_or_else(|| Error::usage("the case has no object `position`"))?;
    let units = position.get("units").and_then(Value::as_object).cloned().unwrap_or_default();
    let count = |key: &str| position.get(key).map_or(Ok(0), |n| small(n, key));
    Ok(Position {
        to_move: usize::from(count("to_move")?),
        units: units.into_iter().map(|(space, unit)| (space, words(&unit))).collect(),
        reserve: position.get("reserve").map_or(Ok(Vec::new()), |list| texts(list, "reserve"))?,
        gladiators: smalls(position.get("gladiators"), "gladiators")?,
        animals: smalls(position.get("animals"), "animals")?,
        discarded: count("discarded")?,
        animals_removed: count("animals_removed")?,
    })
}

fn value(key: &str, value: impl Into<Value>) -> (String, Got) {
    (key.to_string(), Got::Json(value.into()))
}

fn setup(inputs: &Inputs) -> Result<Values> {
    let figures = game(inputs)?.figures();
    Ok(vec![
        value("carriers_per_player", figures.carriers_per_player),
        value("draft_rounds", figures.draft_rounds),
        value("gladiators_used", figures.gladiators_used),
        value("animals_on_board", figures.animals_on_board),
        value("animals_in_reserve", figures.animals_in_reserve),
        value("free_spaces_at_start", figures.free_spaces_at_start),
    ])
}

/// A board that is refused is an answer here. The reason is for people.
fn board(inputs: &Inputs, expect: &Map<String, Value>) -> Result<Values> {
    let board = match game(inputs) {
        Ok(arena) => arena.board,
        Err(error) => {
            let reason = ("reason".into(), Got::Uncompared);
            return Ok(vec![value("valid", false), value("exit", error.exit_code()), reason]);
        }
    };
    let neighbours_of = |space: usize| {
        let near = crate::games::clash::arena::board::spaces_of(board.neighbours(space));
        near.map(|at| Value::from(board.name_of(at))).collect::<Vec<_>>()
    };
    let asked = expect.get("neighbours").and_then(Value::as_object);
    let asked = |name: &str| asked.is_none_or(|asked| asked.contains_key(name));
    let neighbours: Map<String, Value> = (0..board.len())
        .filter(|&space| asked(board.name_of(space)))
        .map(|space| (board.name_of(space).to_string(), neighbours_of(space).into()))
        .collect();
    Ok(vec![
        value("valid", true),
        value("exit", 0),
        value("spaces", board.len()),
        value("edges", board.edges()),
        value("degrees", board.degrees()),
        value("neighbours", neighbours),
    ])
}

fn moves(inputs: &Inputs) -> Result<Values> {
    let arena = game(inputs)?;
    let state = arena.state_of(&position_of(inputs)?)?;
    let movers = arena.movers(&state);
    let list = movers.options(&arena).into_iter().map(|action| json!(arena.action_text(&state, action)));
    let list: Vec<Value> = list.collect();
    Ok(vec![
        value("options", movers.count(&arena)),
        value("list", list),
        value("pass", movers.is_empty() || arena.readings.may_pass),
    ])
}

fn turn(inputs: &Inputs) -> Result<Values> {
    let arena = game(inputs)?;
    let mut state = arena.state_of(&position_of(inputs)?)?;
    let script = inputs.get("script").and_then(Value::as_object).cloned().unwrap_or_default();
    let movers = arena.movers(&state);
    let mut values = Vec::new();
    match inputs.get("action") {
        None | Some(Value::Null) => {
            if !movers.is_empty() && !arena.readings.may_pass {
                return Err(Error::usage("there is a legal challenge: the player must not pass"));
            }
            arena.pass(&mut state);
        }
        Some(action) => {
            let words = texts(action, "action")?;
            let [mover, to, target] = <[String; 3]>::try_from(words)
                .map_err(|_| Error::usage("an action is [mover, destination, target], for example [\"a1\", \"a1\", \"a2\"]"))?;
            let action = arena.action(&state, &mover, &to, &target)?;
            if movers.entry(&arena, action).is_none() {
                return Err(Error::usage(format!("[{mover}, {to}, {target}] is not a legal challenge")));
            }
            let mut challenge = arena.challenge(&mut state, action);
            challenge.stand_in = stand_in(inputs, &arena, &challenge)?;
            let [a, d] = challenge.units.map(|id| arena.units.unit(id));
            let start = arena.duel.start(a, d, 0);
            values.push(("rolls_first".to_string(), side_name(start.first())));
            let (end, dice) = play_script(&arena.duel, start, script)?;
            values.push(value("dice", dice));
            let left = [0, 1].map(|k| arena.units.id_left(challenge.units[k], end.sides[k].unit()));
            arena.after_duel(&mut state, &challenge, left);
        }
    }
    values.extend(told(&arena, &state));
    Ok(values)
}

/// Who rolls for a challenged wild animal: the seat that the case names, else the next one (C14).
fn stand_in(inputs: &Inputs, arena: &Arena, challenge: &Challenge) -> Result<Option<usize>> {
    if challenge.owner.is_some() {
        return Ok(None);
    }
    let seat = match inputs.get("stand_in") {
        None => return Ok(Some(arena.left_of(challenge.seat))),
        Some(seat) => usize::from(small(seat, "stand_in")?),
    };
    if seat >= arena.players || seat == challenge.seat {
        return Err(Error::usage("the stand-in is another player"));
    }
    Ok(Some(seat))
}

/// A state after a turn.
fn told(arena: &Arena, state: &State) -> Values {
    let units: Map<String, Value> = arena.units_text(state).into_iter().map(|(space, unit)| (space, unit.into())).collect();
    let reserve: Vec<&str> = state.cards().iter().map(|&card| arena.units.name(card)).collect();
    let mut values = vec![
        value("units", units),
        value("reserve", reserve),
        value("gladiators", state.gladiators[..arena.players].to_vec()),
        value("animals", state.taken_animals[..arena.players].to_vec()),
        value("discarded", state.discarded),
        value("animals_removed", state.animals_removed),
        value("ended", state.ended().map_or(Value::Null, |end| end.name().into())),
    ];
    if state.ended().is_some() {
        let points = arena.final_points(state)[..arena.players].to_vec();
        values.push(value("winners", arena.winners(&points)));
        values.push(value("points", points));
    } else {
        values.push(value("to_move", state.to_move));
    }
    values
}

fn score(inputs: &Inputs) -> Result<Values> {
    let list = |key: &str| smalls(inputs.get(key), key);
    let [gladiators, animals, survivors] = [list("gladiators")?, list("animals")?, list("survivors")?];
    let players = gladiators.len().max(animals.len()).max(survivors.len());
    let (data, switches) = ruleset(inputs)?;
    let arena = Arena::new(&data, &switches, Wish::default_for(&data, players as u8)?)?;
    let of = |list: &[u8], seat: usize| list.get(seat).copied().unwrap_or(0);
    let points: Vec<u32> =
        (0..players).map(|seat| arena.points(of(&gladiators, seat), of(&animals, seat), of(&survivors, seat))).collect();
    Ok(vec![value("winners", arena.winners(&points)), value("points", points)])
}

/// The policy of every seat, or one a seat. Decisions that are not named are those of `random`.
fn policies(inputs: &Inputs) -> Result<Vec<SeatSpec>> {
    let one = |given: &Value| match given {
        Value::String(name) => SeatSpec::parse(name),
        Value::Object(parts) => {
            if let Some(bad) = parts.keys().find(|k| !PARTS.contains(&k.as_str())) {
                return SeatSpec::random().with_part(bad, "");
            }
            // In the order of the decisions: a part of the duel policy comes after the policy.
            let given = PARTS.iter().filter_map(|part| parts.get(*part).map(|v| (*part, words(v))));
            given.into_iter().try_fold(SeatSpec::random(), |spec, (part, v)| spec.with_part(part, &v))
        }
        other => Err(Error::usage(format!("a policy is a name or an object of decisions, not {other}"))),
    };
    match ["seat_policy", "seat_policies", "policies"].iter().find_map(|key| inputs.get(*key)) {
        None => Ok(vec![SeatSpec::random()]),
        Some(Value::Array(list)) => list.iter().map(one).collect(),
        Some(given) => Ok(vec![one(given)?]),
    }
}

fn arena(inputs: &Inputs, expect: &Map<String, Value>) -> Result<Values> {
    let arena = game(inputs)?;
    let players = arena.players;
    let start = match inputs.contains_key("position") {
        true => Some(arena.state_of(&position_of(inputs)?)?),
        false => None,
    };
    let small_board = arena.board.len() <= EXACT.0;
    let policies = policies(inputs)?;
    let thinks = |rule: &TurnRule| matches!(rule, TurnRule::Rollout(_) | TurnRule::Mcts(_) | TurnRule::Wary(_));
    let thoughtful = policies.iter().any(|p| thinks(&p.turn) || thinks(&p.gladiatorless));
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
    let reference = expect.get("reference_games").and_then(Value::as_u64).unwrap_or(GAMES.1 / 2);
    let n = if thoughtful { THOUGHTFUL_GAMES } else { reference.clamp(GAMES.0, GAMES.1) };
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
        games.play(&Block { seed: SEED, index: first / block, first, count }, &mut tally);
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
        values.push((format!("p_end_{}", end.name()), Got::Real(means.ends[end as usize])));
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
        let list = (0..players).map(|seat| scaled(&tally.seat(seat, metric), unit)).collect();
        values.push((key.into(), Got::List(list)));
    }
    values
}

#[cfg(test)]
mod tests;
