//! The operations of Clash case files that concern the whole game (spec 18): `setup`, `board`, `moves`,
//! `turn`, `score`, `arena`.

use super::cases::Outcome;
use super::clash_cases::{Inputs, Values, play_script, side_name};
use super::compare::Got;
use crate::error::{Error, Result};
use crate::games::clash::arena::board::Board;
use crate::games::clash::arena::position::Position;
use crate::games::clash::arena::setup::{Arena, Wish};
use crate::games::clash::arena::state::State;
use crate::games::clash::arena::watch::Challenge;
use crate::games::clash::data::ClashData;
use crate::scenario::Switches;
use serde_json::{Map, Value, json};

mod whole;

/// Runs one operation.
pub(super) fn run(op: &str, inputs: &Inputs, expect: &Map<String, Value>) -> Outcome {
    let values = match op {
        "setup" => setup(inputs),
        "board" => board(inputs, expect),
        "moves" => moves(inputs),
        "turn" => turn(inputs),
        "score" => score(inputs),
        "arena" => whole::arena(inputs, expect),
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
    let name = inputs
        .get("ruleset")
        .and_then(Value::as_str)
        .unwrap_or("clash");
    let set = inputs
        .get("set")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let set: Vec<(String, String)> = set.into_iter().map(|(k, v)| (k, words(&v))).collect();
    let switches = data.switches(name, &set)?;
    Ok((data, switches))
}

/// A value as text: switches are compared by it.
fn words(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_string)
}

fn small(value: &Value, what: &str) -> Result<u8> {
    let n = value.as_u64().and_then(|n| u8::try_from(n).ok());
    n.ok_or_else(|| {
        Error::usage(format!(
            "`{what}` must be a small whole number, not {value}"
        ))
    })
}

fn smalls(value: Option<&Value>, what: &str) -> Result<Vec<u8>> {
    match value {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => list.iter().map(|n| small(n, what)).collect(),
        Some(other) => Err(Error::usage(format!(
            "`{what}` must be a list of numbers, not {other}"
        ))),
    }
}

fn texts(value: &Value, what: &str) -> Result<Vec<String>> {
    let list = value
        .as_array()
        .ok_or_else(|| Error::usage(format!("`{what}` must be a list, not {value}")))?;
    Ok(list.iter().map(words).collect())
}

/// `board`, `rows` or `adjacency` of the inputs or of their position: a name or a description. `None`: the
/// default board.
fn wanted_board(inputs: &Inputs, data: &ClashData) -> Result<Option<Board>> {
    let rows = |rows: &Value| Board::from_rows(&smalls(Some(rows), "rows")?, &[]);
    let graph = |lists: &Value| {
        let lists = lists
            .as_object()
            .ok_or_else(|| Error::usage("`adjacency` must name spaces with their neighbours"))?;
        let lists = lists
            .iter()
            .map(|(name, list)| Ok((name.clone(), texts(list, name)?)));
        Board::from_adjacency(&lists.collect::<Result<Vec<_>>>()?, &[])
    };
    let position = inputs.get("position").and_then(Value::as_object);
    for place in [Some(inputs), position].into_iter().flatten() {
        let given = match (
            place.get("board"),
            place.get("rows"),
            place.get("adjacency"),
        ) {
            (Some(Value::String(name)), ..) => Board::new(data.board(name)?)?,
            (Some(Value::Object(board)), ..) if board.contains_key("rows") => rows(&board["rows"])?,
            (Some(Value::Object(board)), ..) if board.contains_key("adjacency") => {
                graph(&board["adjacency"])?
            }
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
    let either = |key: &str| {
        inputs
            .get(key)
            .or_else(|| position.and_then(|p| p.get(key)))
    };
    let players = small(either("players").unwrap_or(&Value::Null), "players")?;
    let mut wish = match inputs.get("roster") {
        Some(Value::String(name)) => Wish::named(&data, players, None, Some(name))?,
        _ => Wish::default_for(&data, players)?,
    };
    if let Some(Value::Object(cards)) = inputs.get("roster") {
        wish.roster = cards
            .iter()
            .map(|(name, n)| Ok((name.clone(), small(n, name)?)))
            .collect::<Result<_>>()?;
    }
    if let Some(board) = wanted_board(inputs, &data)? {
        wish.board = board;
    }
    wish.carriers = either("carriers_per_player")
        .map(|n| small(n, "carriers_per_player"))
        .transpose()?;
    if inputs.contains_key("position") {
        wish.extra_animals = position_of(inputs)?.extra_animals()?;
        wish.from_position = true;
    }
    Arena::new(&data, &switches, wish)
}

fn position_of(inputs: &Inputs) -> Result<Position> {
    let position = inputs.get("position").and_then(Value::as_object);
    let position = position.ok_or_else(|| Error::usage("the case has no object `position`"))?;
    let units = position
        .get("units")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let count = |key: &str| position.get(key).map_or(Ok(0), |n| small(n, key));
    Ok(Position {
        to_move: usize::from(count("to_move")?),
        units: units
            .into_iter()
            .map(|(space, unit)| (space, words(&unit)))
            .collect(),
        reserve: position
            .get("reserve")
            .map_or(Ok(Vec::new()), |list| texts(list, "reserve"))?,
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
            return Ok(vec![
                value("valid", false),
                value("exit", error.exit_code()),
                reason,
            ]);
        }
    };
    let neighbours_of = |space: usize| {
        let near = crate::games::clash::arena::board::spaces_of(board.neighbours(space));
        near.map(|at| Value::from(board.name_of(at)))
            .collect::<Vec<_>>()
    };
    let asked = expect.get("neighbours").and_then(Value::as_object);
    let asked = |name: &str| asked.is_none_or(|asked| asked.contains_key(name));
    let neighbours: Map<String, Value> = (0..board.len())
        .filter(|&space| asked(board.name_of(space)))
        .map(|space| {
            (
                board.name_of(space).to_string(),
                neighbours_of(space).into(),
            )
        })
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
    let list = movers
        .options(&arena)
        .into_iter()
        .map(|action| json!(arena.action_text(&state, action)));
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
    let script = inputs
        .get("script")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let movers = arena.movers(&state);
    let mut values = Vec::new();
    match inputs.get("action") {
        None | Some(Value::Null) => {
            if !movers.is_empty() && !arena.readings.may_pass {
                return Err(Error::usage(
                    "there is a legal challenge: the player must not pass",
                ));
            }
            arena.pass(&mut state);
        }
        Some(action) => {
            let words = texts(action, "action")?;
            let [mover, to, target] = <[String; 3]>::try_from(words)
                .map_err(|_| Error::usage("an action is a list of mover, destination, target"))?;
            let action = arena.action(&state, &mover, &to, &target)?;
            if movers.entry(&arena, action).is_none() {
                return Err(Error::usage(format!(
                    "[{mover}, {to}, {target}] is not a legal challenge"
                )));
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
    let units: Map<String, Value> = arena
        .units_text(state)
        .into_iter()
        .map(|(space, unit)| (space, unit.into()))
        .collect();
    let reserve: Vec<&str> = state
        .cards()
        .iter()
        .map(|&card| arena.units.name(card))
        .collect();
    let mut values = vec![
        value("units", units),
        value("reserve", reserve),
        value("gladiators", state.gladiators[..arena.players].to_vec()),
        value("animals", state.taken_animals[..arena.players].to_vec()),
        value("discarded", state.discarded),
        value("animals_removed", state.animals_removed),
        value(
            "ended",
            state.ended().map_or(Value::Null, |end| end.name().into()),
        ),
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
    let [gladiators, animals, survivors] =
        [list("gladiators")?, list("animals")?, list("survivors")?];
    let players = gladiators.len().max(animals.len()).max(survivors.len());
    let (data, switches) = ruleset(inputs)?;
    let arena = Arena::new(&data, &switches, Wish::default_for(&data, players as u8)?)?;
    let of = |list: &[u8], seat: usize| list.get(seat).copied().unwrap_or(0);
    let points: Vec<u32> = (0..players)
        .map(|seat| {
            arena.points(
                of(&gladiators, seat),
                of(&animals, seat),
                of(&survivors, seat),
            )
        })
        .collect();
    Ok(vec![
        value("winners", arena.winners(&points)),
        value("points", points),
    ])
}

#[cfg(test)]
mod tests;
