//! Solved games as files: a line of JSON that says what they are of, then the values, packed (see [`super::pack`]).
//!
//! The fights of a game are always listed in the same order, so the values alone are enough; the hash of the game tells whether
//! they are its own. A file may hold part of a solution, which is then gone on with.

use super::pack;
use super::rules::game::Game;
use super::spec::Objective;
use super::state::FIGHTS;
use super::values::{Best, Values};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// What a file says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    kind: String,
    schema: u32,
    game: String,
    objective: String,
    last_round: u8,
    fights: usize,
    layers: usize,
    solved: usize,
    /// Hash of what follows, against damage.
    body: String,
}

const KIND: &str = "gsim gauntlet values";
const SCHEMA: u32 = 2;

fn hex_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .take(16)
        .fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("a string");
            hex
        })
}

/// The hash of all that the values of a game depend on: rules, cards, rounds up to the last, events.
pub fn fingerprint(game: &Game) -> String {
    let mut text = String::new();
    let rounds = &game.rounds[..usize::from(game.last_round)];
    write!(
        text,
        "values 1\n{:?}\n{:?}\n{rounds:?}\n{:?}",
        game.rules, game.cards, game.events
    )
    .expect("a string");
    hex_of(text.as_bytes())
}

/// A name for the file of a game's values: objective, last round, hash.
pub fn file_name(game: &Game, objective: Objective) -> String {
    format!(
        "gauntlet-{}-{}-{}.values",
        objective.game_name(),
        game.last_round,
        fingerprint(game)
    )
}

/// Values as the bytes of a file.
pub fn to_bytes(values: &Values) -> Vec<u8> {
    let unit = values.unit();
    let number = |v: &f64| match v.is_nan() {
        true => pack::UNKNOWN,
        false => (v * unit).round() as i64,
    };
    let numbers: Vec<i64> = values.open.iter().map(number).collect();
    let body = pack::pack(&numbers, FIGHTS, values.layers);
    let header = Header {
        kind: KIND.to_string(),
        schema: SCHEMA,
        game: fingerprint(&values.game),
        objective: values.objective.game_name().to_string(),
        last_round: values.game.last_round,
        fights: values.contexts.list.len(),
        layers: values.layers,
        solved: values.solved(),
        body: hex_of(&body),
    };
    let mut bytes = serde_json::to_vec(&header).expect("a header is plain data");
    bytes.push(b'\n');
    bytes.extend(body);
    bytes
}

/// Values from the bytes of a file; `name` is used in errors.
///
/// # Errors
/// If the bytes are no such file, or values of another game or objective: which, in one line.
pub fn from_bytes(
    bytes: &[u8],
    name: &str,
    game: &Arc<Game>,
    objective: Objective,
) -> Result<Values> {
    let fail = |why: String| {
        Error::usage(format!(
            "{name}: {why}; solve it anew with `gsim gauntlet-solve`"
        ))
    };
    let line = bytes
        .iter()
        .position(|b| *b == b'\n')
        .ok_or_else(|| fail("not a file of solved games".into()))?;
    let header: Header = serde_json::from_slice(&bytes[..line])
        .map_err(|_| fail("not a file of solved games".into()))?;
    if header.kind != KIND || header.schema != SCHEMA {
        return Err(fail(format!(
            "a file of another kind or version ({}, {})",
            header.kind.escape_debug(),
            header.schema
        )));
    }
    if header.last_round != game.last_round {
        return Err(fail(format!(
            "solved for last round {}, not {}",
            header.last_round, game.last_round
        )));
    }
    if header.objective != objective.game_name() {
        return Err(fail(format!(
            "solved for {}, not {}",
            header.objective.escape_debug(),
            objective.game_name()
        )));
    }
    if header.game != fingerprint(game) {
        return Err(fail(
            "solved for other cards, rounds, events or rules".into(),
        ));
    }
    let mut values = Values::unsolved(game.clone(), objective);
    let body = &bytes[line + 1..];
    let numbers = (header.layers == values.layers && header.body == hex_of(body))
        .then(|| pack::unpack(body, values.open.len(), FIGHTS, values.layers))
        .flatten()
        .ok_or_else(|| fail("cut short or damaged".into()))?;
    let unit = values.unit();
    for (value, number) in values.open.iter_mut().zip(numbers) {
        *value = match number {
            pack::UNKNOWN => f64::NAN,
            number => number as f64 / unit,
        };
    }
    let most = values.scale();
    if values
        .open
        .iter()
        .any(|v| !v.is_nan() && !(-1e-6..=most + 1e-6).contains(v))
    {
        return Err(fail("damaged: values out of range".into()));
    }
    if header.solved == header.fights {
        if values.open.iter().any(|v| v.is_nan()) {
            return Err(fail("damaged: values are missing".into()));
        }
        for round in (1..=game.last_round).rev() {
            values.close_round(round, &Best);
            values.open_round(round, &Best);
        }
    }
    Ok(values)
}

/// Writes values to a file, in one piece or not at all.
///
/// # Errors
/// If the file cannot be written.
pub fn save(values: &Values, path: &Path) -> Result<()> {
    crate::playout::write_atomically(path, |file| file.write_all(&to_bytes(values)))
}

/// Reads the values of a game from a file.
///
/// # Errors
/// If it cannot be read, or is not of this game and objective.
pub fn load(path: &Path, game: &Arc<Game>, objective: Objective) -> Result<Values> {
    let name = path.display().to_string();
    let bytes =
        std::fs::read(path).map_err(|e| Error::usage(format!("cannot read {name}: {e}")))?;
    from_bytes(&bytes, &name, game, objective)
}

#[cfg(test)]
mod tests {
    use super::super::dice::Faces;
    use super::super::menu::Menus;
    use super::super::rules::game::{Enemy, Event, Round};
    use super::super::rules::{Ability, Rules};
    use super::super::solve;
    use super::super::state::Health;
    use super::*;

    fn tiny(set: &[(&str, &str)]) -> Arc<Game> {
        let mut rules = Rules::rulebook();
        set.iter().for_each(|(k, v)| rules.set(k, v).unwrap());
        let enemy = |health, ability| Enemy {
            health: Some(health),
            ability,
        };
        let cards = vec![
            [enemy(1, Ability::None), enemy(2, Ability::Regen)],
            [enemy(2, Ability::None), enemy(1, Ability::Crit5)],
        ];
        let rounds = vec![
            Round {
                cards: 1,
                side: 0,
                faces: Faces::NONE,
            },
            Round {
                cards: 2,
                side: 1,
                faces: Faces::new(&[1]),
            },
        ];
        Arc::new(Game::new(rules, cards, rounds, Event::ALL, 2, (Health::new(4, 4), 0)).unwrap())
    }

    #[test]
    fn a_solution_survives_its_file_and_an_interruption() {
        let game = tiny(&[("bargain", "off")]);
        let menus = Menus::new(&game.rules);
        let whole = solve::optimal(&game, &menus, Objective::Win, &|_| true);
        let back = from_bytes(&to_bytes(&whole), "f", &game, Objective::Win).unwrap();
        assert_eq!(back.whole(), whole.whole());
        assert_eq!(back.open, whole.open);
        assert!((whole.whole() - 0.9831715462797).abs() < 1e-9);
        // Stopped after twenty fights, written, read, gone on with.
        let part = solve::optimal(&game, &menus, Objective::Win, &|p| p.done < 20);
        let solved = |v: &Values| {
            (0..v.contexts.list.len())
                .filter(|&n| v.is_solved(n))
                .count()
        };
        assert!(
            solved(&part) < part.contexts.list.len(),
            "{}",
            solved(&part)
        );
        let mut rest = from_bytes(&to_bytes(&part), "f", &game, Objective::Win).unwrap();
        assert_eq!(solved(&rest), solved(&part));
        assert!(solve::go_on(&mut rest, &menus, &|_| true));
        assert!((rest.whole() - whole.whole()).abs() < 1e-12);
    }

    #[test]
    fn files_of_other_games_are_refused_in_one_line() {
        let game = tiny(&[("bargain", "off")]);
        let mut values = Values::unsolved(game.clone(), Objective::Win);
        values.open.fill(0.5);
        let bytes = to_bytes(&values);
        let refused = |bytes: &[u8], game: &Arc<Game>, objective| {
            let error =
                from_bytes(bytes, "x.values", game, objective).expect_err("must be refused");
            assert_eq!(
                (error.exit_code(), error.to_string().lines().count()),
                (2, 1),
                "{error}"
            );
            error.to_string()
        };
        assert!(
            refused(
                &bytes,
                &tiny(&[("bargain", "off"), ("crit", "rolled")]),
                Objective::Win
            )
            .contains("other cards")
        );
        assert!(refused(&bytes, &game, Objective::Score).contains("solved for win, not score"));
        assert!(refused(&bytes[..bytes.len() - 8], &game, Objective::Win).contains("cut short"));
        let mut bent = bytes.clone();
        *bent.last_mut().unwrap() ^= 64;
        assert!(refused(&bent, &game, Objective::Win).contains("damaged"));
        assert!(refused(b"{}\n", &game, Objective::Win).contains("not a file of solved games"));
        assert!(refused(b"", &game, Objective::Win).contains("not a file of solved games"));
        values.open[5] = 7.0;
        assert!(refused(&to_bytes(&values), &game, Objective::Win).contains("out of range"));
    }
}
