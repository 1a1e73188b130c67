//! Tests of the whole game: its laws over many games (`laws`), movement under every switch (`movement`),
//! turns (`turns`), tables of
//! duels against the rules (`tables`), policies (`policies`),
//! what is told to people (`words`).

mod laws;
mod movement;
mod policies;
mod tables;
mod turns;
mod words;

use super::board::Board;
use super::position::Position;
use super::setup::{Arena, Wish};
use super::state::State;
use crate::games::clash::data::ClashData;

/// The rulebook's game with other switches.
pub(super) fn arena(players: u8, set: &[(&str, &str)]) -> Arena {
    arena_of("clash", players, set)
}

/// A game of a ruleset with other switches.
pub(super) fn arena_of(ruleset: &str, players: u8, set: &[(&str, &str)]) -> Arena {
    let data = ClashData::embedded().unwrap();
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    let switches = data.switches(ruleset, &set).unwrap();
    Arena::new(&data, &switches, Wish::default_for(&data, players).unwrap()).unwrap()
}

/// A state with these units and this reserve.
pub(super) fn state(arena: &Arena, units: &[(&str, &str)], reserve: &[&str]) -> State {
    let position = Position {
        units: units
            .iter()
            .map(|(a, b)| (a.to_string(), b.to_string()))
            .collect(),
        reserve: reserve.iter().map(ToString::to_string).collect(),
        ..Position::default()
    };
    arena.state_of(&position).unwrap()
}

/// Two spaces and one carrier each.
pub(super) fn two_spaces(set: &[(&str, &str)]) -> Arena {
    let data = ClashData::embedded().unwrap();
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    let switches = data.switches("clash", &set).unwrap();
    let mut wish = Wish::default_for(&data, 2).unwrap();
    wish.board = Board::from_rows(&[2], &[]).unwrap();
    wish.carriers = Some(1);
    Arena::new(&data, &switches, wish).unwrap()
}
