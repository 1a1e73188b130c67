//! Positions as people write them, and states told back in the same words.

use super::board::spaces_of;
use super::moves::{Action, RESERVE};
use super::setup::Arena;
use super::state::{MOST_CARDS, Phase, State};
use super::units::Units;
use crate::error::{Error, Result};
use crate::games::clash::unit::Unit;
use crate::scenario::did_you_mean;

/// A position: `c2` holds `0:SSNT+1` (seat 0) or `lion+1`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Position {
    /// Seat to move.
    pub to_move: usize,
    /// Space and unit, `seat:TEAM[+1]` or `animal[+m]`.
    pub units: Vec<(String, String)>,
    /// Animals beside the board, in their order.
    pub reserve: Vec<String>,
    /// Gladiators in front of each seat; missing ones are 0.
    pub gladiators: Vec<u8>,
    /// Animals in front of each seat; missing ones are 0.
    pub animals: Vec<u8>,
    /// Gladiators out of the game.
    pub discarded: u8,
    /// Animals defeated by nobody.
    pub animals_removed: u8,
}

impl Position {
    /// Animals that it writes by symbols (`STTH@2`): those that a game must number beside the named ones.
    ///
    /// # Errors
    /// Symbols that are no animal.
    pub fn extra_animals(&self) -> Result<Vec<(String, Unit)>> {
        let mut found: Vec<(String, Unit)> = Vec::new();
        for text in self
            .units
            .iter()
            .map(|(_, unit)| unit)
            .chain(&self.reserve)
            .filter(|t| t.contains('@'))
        {
            let unit = Unit {
                markers: 0,
                ..Unit::parse(text, &[])?
            };
            if found.iter().all(|(_, known)| *known != unit) {
                found.push((unit.to_string(), unit));
            }
        }
        Ok(found)
    }
}

impl Arena {
    /// Sets up a position, in the phase of turns.
    ///
    /// # Errors
    /// Unknown spaces, seats, units; a space given twice; numbers that do not fit the game.
    pub fn state_of(&self, position: &Position) -> Result<State> {
        let mut state = State::new([0; 5], [0; 5], &[]);
        state.phase = Phase::Duels;
        self.check_seat(position.to_move)?;
        state.to_move = position.to_move as u8;
        for (space, text) in &position.units {
            let at = self.space(space)?;
            if state.at(at).is_some() {
                return Err(Error::usage(format!("space {space} is given twice")));
            }
            match text.split_once(':') {
                Some((seat, team)) => {
                    let seat: usize = seat.trim().parse().map_err(|_| {
                        Error::usage(format!(
                            "`{text}`: before the colon comes the seat, for example 0:SSNT"
                        ))
                    })?;
                    self.check_seat(seat)?;
                    let unit = Unit::parse(team, &[])?;
                    if unit.is_animal() {
                        return Err(Error::usage(format!(
                            "`{text}`: an animal belongs to nobody, write `{team}`"
                        )));
                    }
                    state.put_team(at, seat, self.units.id(unit).expect("a team is numbered"));
                }
                None => state.put_animal(at, self.animal(text)?),
            }
        }
        if position.reserve.len() > MOST_CARDS {
            return Err(Error::usage(format!(
                "a reserve has at most {MOST_CARDS} cards"
            )));
        }
        for name in &position.reserve {
            let animal = self.animal(name)?;
            if self.units.markers(animal) > 0 {
                return Err(Error::usage(format!(
                    "`{name}`: animals beside the board have no hit markers"
                )));
            }
            state.add_card(self.units.species(animal));
        }
        for (list, what, to) in [
            (&position.gladiators, "gladiators", &mut state.gladiators),
            (&position.animals, "animals", &mut state.taken_animals),
        ] {
            if list.len() > self.players {
                return Err(Error::usage(format!(
                    "{what} of {} seats for {} players",
                    list.len(),
                    self.players
                )));
            }
            let most: u8 = match what {
                "gladiators" => self.stacks.iter().sum(),
                _ => MOST_CARDS as u8,
            };
            if let Some(n) = list.iter().find(|n| **n > most) {
                return Err(Error::usage(format!(
                    "{n} {what} taken: there are at most {most}"
                )));
            }
            to[..list.len()].copy_from_slice(list);
        }
        state.discarded = position.discarded;
        state.animals_removed = position.animals_removed;
        if state.players_left() == 0 {
            return Err(Error::usage(
                "a position has at least one team, for example 0:SSNT",
            ));
        }
        Ok(state)
    }

    fn check_seat(&self, seat: usize) -> Result<()> {
        if seat < self.players {
            Ok(())
        } else {
            Err(Error::usage(format!(
                "seat {seat}: {} players have the seats 0 to {}",
                self.players,
                self.players - 1
            )))
        }
    }

    fn space(&self, name: &str) -> Result<usize> {
        self.board.space(name).ok_or_else(|| {
            let hint = did_you_mean(name, self.board.names().iter().map(String::as_str));
            Error::usage(format!(
                "unknown space `{}`{hint} ({})",
                name.escape_debug(),
                self.board.names().join(", ")
            ))
        })
    }

    /// An animal by name or symbols, with markers.
    fn animal(&self, text: &str) -> Result<u16> {
        let known: Vec<(String, Unit)> = (0..self.units.species_count() as u8)
            .map(|s| {
                (
                    self.units.name(s).to_string(),
                    self.units.unit(self.units.card(s)),
                )
            })
            .collect();
        let (body, markers) = text
            .split_once('+')
            .map_or((text, None), |(body, markers)| (body, Some(markers)));
        let wanted = Unit::parse(text, &known)?;
        if !wanted.is_animal() {
            return Err(Error::usage(format!(
                "`{text}` is a team: write whose, for example 0:{text}"
            )));
        }
        // Two cards with equal numbers are told apart by their names.
        let named = known
            .iter()
            .position(|(name, _)| name.eq_ignore_ascii_case(body.trim()));
        match (named, markers) {
            (Some(species), _) => Ok(self.units.card(species as u8) + u16::from(wanted.markers)),
            (None, _) => self
                .units
                .id(wanted)
                .ok_or_else(|| Error::usage(format!("animal `{text}` is not in this game"))),
        }
    }

    /// The mover of an action as people write it: a space, or `reserve:name`.
    ///
    /// # Errors
    /// Unknown spaces, animals that are not in the reserve.
    pub fn action(&self, state: &State, mover: &str, to: &str, target: &str) -> Result<Action> {
        let mover = match mover.strip_prefix("reserve:") {
            None => self.space(mover)? as u8,
            Some(name) => {
                let card = state
                    .cards()
                    .iter()
                    .position(|&card| self.units.name(card).eq_ignore_ascii_case(name));
                RESERVE
                    + card.ok_or_else(|| {
                        Error::usage(format!("`{}` is not in the reserve", name.escape_debug()))
                    })? as u8
            }
        };
        Ok(Action {
            mover,
            to: self.space(to)? as u8,
            target: self.space(target)? as u8,
        })
    }

    /// An action as people write it.
    pub fn action_text(&self, state: &State, action: Action) -> [String; 3] {
        let space = |at: u8| self.board.name_of(usize::from(at)).to_string();
        let mover = match action.card() {
            Some(card) => format!("reserve:{}", self.units.name(state.cards()[card])),
            None => space(action.mover),
        };
        [mover, space(action.to), space(action.target)]
    }

    /// A unit on the board as people write it: `0:SSNT+1`, `lion`; empty for an empty space.
    pub fn unit_text(&self, state: &State, space: usize) -> String {
        match (state.at(space), state.owner(space)) {
            (None, _) => String::new(),
            (Some(id), Some(owner)) => format!("{owner}:{}", self.units.text(id)),
            (Some(id), None) => self.units.text(id),
        }
    }

    /// Every unit on the board: space and unit.
    pub fn units_text(&self, state: &State) -> Vec<(String, String)> {
        spaces_of(state.occupied())
            .map(|at| {
                (
                    self.board.name_of(at).to_string(),
                    self.unit_text(state, at),
                )
            })
            .collect()
    }

    /// The roster's laws: what must stay the same from the first turn to the end (spec 16, 17 and 18).
    /// Gladiators on the board, taken and discarded; animals on the board, in reserve, taken and removed.
    pub fn inventory(&self, state: &State) -> [u32; 2] {
        let sum = |list: &[u8]| list.iter().map(|&n| u32::from(n)).sum::<u32>();
        let on_board: u32 = (0..self.players)
            .map(|seat| u32::from(self.survivors(state, seat)))
            .sum();
        let gladiators = on_board + sum(&state.gladiators) + u32::from(state.discarded);
        let animals = state.animals().count_ones() + state.cards().len() as u32;
        debug_assert!(spaces_of(state.animals()).all(|at| Units::is_animal(state.unit(at))));
        [
            gladiators,
            animals + sum(&state.taken_animals) + u32::from(state.animals_removed),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(units: &[(&str, &str)]) -> Position {
        Position {
            units: units
                .iter()
                .map(|(a, b)| (a.to_string(), b.to_string()))
                .collect(),
            ..Position::default()
        }
    }

    #[test]
    fn a_position_is_told_back_as_it_was_written() {
        let arena = Arena::rulebook(3).unwrap();
        let units = [
            ("a1", "0:SSNT+1"),
            ("b2", "lion+1"),
            ("c2", "2:H"),
            ("e3", "bear+2"),
        ];
        let mut wanted = position(&units);
        wanted.reserve = vec!["bull".into(), "lion".into()];
        let state = arena.state_of(&wanted).unwrap();
        assert_eq!(arena.units_text(&state), wanted.units);
        let action = arena.action(&state, "reserve:lion", "a2", "a1").unwrap();
        assert_eq!(
            arena.action_text(&state, action),
            ["reserve:lion", "a2", "a1"]
        );
        assert_eq!(arena.inventory(&state), [5, 4]);
        wanted.gladiators = vec![255, 0];
        let message = arena.state_of(&wanted).unwrap_err().to_string();
        assert!(message.contains("at most 60"), "{message}");
    }

    #[test]
    fn bad_positions_say_what_is_wrong() {
        let arena = Arena::rulebook(2).unwrap();
        for (units, says) in [
            (&[("a9", "0:S")][..], "unknown space `a9`"),
            (&[("a1", "2:S")], "seat 2: 2 players have the seats 0 to 1"),
            (&[("a1", "x:S")], "before the colon comes the seat"),
            (&[("a1", "SSNT")], "write whose, for example 0:SSNT"),
            (&[("a1", "tiger")], "unknown"),
            (&[("a1", "0:S"), ("a1", "1:S")], "given twice"),
            (&[("a1", "lion+2")], "carries 0 to 1"),
            (&[("a1", "lion")], "at least one team"),
            (&[("a1", "SSSS@2")], "is not in this game"),
        ] {
            let message = arena.state_of(&position(units)).unwrap_err().to_string();
            assert!(message.contains(says), "{units:?}: {message}");
        }
    }
}
