//! A game before its first piece is placed: players, board, roster, readings, checked against what is in the box.

use super::board::Board;
use super::readings::Readings;
use super::state::{MOST_CARDS, MOST_PLAYERS, State};
use super::units::Units;
use crate::error::{Error, Result};
use crate::games::clash::data::{Board as BoardData, ClashData};
use crate::games::clash::rules::Rules;
use crate::games::clash::unit::{CARRIER_SIZE, Unit};
use crate::scenario::{Guesses, Switches};

/// What a game is asked to be.
#[derive(Debug, Clone)]
pub struct Wish {
    /// Players, 2 to 5.
    pub players: u8,
    /// The board.
    pub board: Board,
    /// Animal cards: kind and number.
    pub roster: Vec<(String, u8)>,
    /// Carriers of each player; `None`: as many as the rulebook gives \[Setup\].
    pub carriers: Option<u8>,
    /// Kinds of animals beside those of the data, for positions: (text, unit).
    pub extra_animals: Vec<(String, Unit)>,
    /// The game is taken up at a position: the spaces need not suit the carriers and the animals.
    pub from_position: bool,
}

impl Wish {
    /// The default board and roster of the data.
    ///
    /// # Errors
    /// If the default board is none.
    pub fn default_for(data: &ClashData, players: u8) -> Result<Self> {
        Self::named(data, players, None, None)
    }

    /// A board and a roster of the data by name; `None`: the default.
    ///
    /// # Errors
    /// Unknown names, a board that is none.
    pub fn named(
        data: &ClashData,
        players: u8,
        board: Option<&str>,
        roster: Option<&str>,
    ) -> Result<Self> {
        let board = match board {
            Some(name) => data.board(name)?,
            None => data
                .boards
                .first()
                .ok_or_else(|| Error::usage("the data has no board"))?,
        };
        let roster = match roster {
            Some(name) => data.roster(name)?,
            None => data
                .rosters
                .first()
                .ok_or_else(|| Error::usage("the data has no roster"))?,
        };
        let (board, roster) = (Board::new(board)?, roster.cards.clone());
        Ok(Self {
            players,
            board,
            roster,
            carriers: None,
            extra_animals: Vec::new(),
            from_position: false,
        })
    }
}

/// A game's fixed part: everything that does not change while it is played.
#[derive(Debug, Clone)]
pub struct Arena {
    /// Players, 2 to 5. Seat 0 is the oldest; left is the next seat.
    pub players: usize,
    /// Carriers of each player.
    pub carriers: u8,
    /// The board.
    pub board: Board,
    /// Numbers of the units.
    pub units: Units,
    /// Readings of the whole game.
    pub readings: Readings,
    /// Rules of a duel.
    pub duel: Rules,
    /// Points for a gladiator, an animal, a survivor \[Game End\].
    pub points: [u8; 3],
    /// Gladiators in the stacks, by kind.
    pub stacks: [u8; 5],
    /// Kinds of the animal cards, one entry a card.
    pub roster: Vec<u8>,
}

/// The figures of a set-up (spec 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// Carriers of each player.
    pub carriers_per_player: u8,
    /// Rounds of the draft.
    pub draft_rounds: u8,
    /// Gladiators used.
    pub gladiators_used: u8,
    /// Animals on the board at the first turn.
    pub animals_on_board: u8,
    /// Animals beside the board at the first turn.
    pub animals_in_reserve: u8,
    /// Free spaces at the first turn.
    pub free_spaces_at_start: u8,
}

impl Arena {
    /// Checks a wish against the box and the readings.
    ///
    /// # Errors
    /// Too few or too many players, for the readings, the carriers, the gladiators or the spaces; an
    /// unknown animal; too
    /// many animals; a board with too few or too many spaces.
    pub fn new(data: &ClashData, switches: &Switches, wish: Wish) -> Result<Self> {
        let readings = Readings::new(switches);
        if switches.integer("turn_cap") > i64::from(u16::MAX) {
            return Err(Error::usage(format!("turn_cap is at most {}", u16::MAX)));
        }
        let players = wish.players;
        let most = readings
            .players_max
            .min(MOST_PLAYERS as u8)
            .min(data.components.colours);
        if !(2..=most).contains(&players) {
            return Err(Error::usage(format!(
                "{players} players: this ruleset is for 2 to {most}"
            )));
        }
        let listed = data
            .carriers_per_player
            .iter()
            .find(|(p, _)| *p == players)
            .map(|(_, c)| *c);
        let carriers = wish.carriers.or(listed);
        let carriers = carriers.ok_or_else(|| {
            Error::usage(format!(
                "the data does not say how many carriers {players} players have"
            ))
        })?;
        let of_a_colour = data.components.carriers / data.components.colours.max(1);
        if !(1..=of_a_colour).contains(&carriers) {
            return Err(Error::usage(format!(
                "{carriers} carriers per player: the box has {of_a_colour} of each colour, write 1 to {of_a_colour}"
            )));
        }
        let stacks: Vec<u8> = data.gladiators.iter().map(|g| g.count).collect();
        let stacks: [u8; 5] = stacks
            .try_into()
            .map_err(|_| Error::usage("the data must have five kinds of gladiators"))?;
        let all_carriers = u32::from(carriers) * u32::from(players);
        let (need, have) = (
            all_carriers * u32::from(CARRIER_SIZE),
            stacks.iter().map(|&n| u32::from(n)).sum::<u32>(),
        );
        if need > have {
            return Err(Error::usage(format!(
                "{players} players with {carriers} carriers need {need} gladiators, the box has {have}"
            )));
        }
        let mut species = data.units()?;
        species.extend(wish.extra_animals);
        let units = Units::new(&species)?;
        let mut roster = Vec::new();
        for (name, count) in &wish.roster {
            data.animal(name)?;
            let kind = species
                .iter()
                .position(|(n, _)| n.eq_ignore_ascii_case(name))
                .expect("an animal of the data is numbered");
            roster.extend(std::iter::repeat_n(kind as u8, usize::from(*count)));
        }
        if roster.len() > MOST_CARDS {
            return Err(Error::usage(format!(
                "{} animal cards: a roster has at most {MOST_CARDS}",
                roster.len()
            )));
        }
        let (spaces, cards) = (wish.board.len() as u32, roster.len() as u32);
        if !wish.from_position && spaces < all_carriers {
            return Err(Error::usage(format!(
                "{spaces} spaces for {all_carriers} carriers"
            )));
        }
        if !wish.from_position && spaces > all_carriers + cards {
            return Err(Error::usage(format!(
                "{spaces} spaces for {all_carriers} carriers and {cards} animals: some would stay empty"
            )));
        }
        Ok(Self {
            players: usize::from(players),
            carriers,
            board: wish.board,
            units,
            readings,
            duel: data.rules(switches)?,
            points: [
                data.scoring.gladiator,
                data.scoring.animal,
                data.scoring.survivor,
            ],
            stacks,
            roster,
        })
    }

    /// The rulebook's game for this many players, on the default board with the default roster.
    ///
    /// # Errors
    /// See [`Arena::new`].
    pub fn rulebook(players: u8) -> Result<Self> {
        let data = ClashData::embedded()?;
        Self::new(
            &data,
            &data.switches("clash", &[])?,
            Wish::default_for(&data, players)?,
        )
    }

    /// The figures of the set-up.
    pub fn figures(&self) -> Figures {
        let all = self.carriers * self.players as u8;
        let on_board = self.board.len() as u8 - all;
        Figures {
            carriers_per_player: self.carriers,
            draft_rounds: self.rounds(),
            gladiators_used: all * CARRIER_SIZE,
            animals_on_board: on_board,
            animals_in_reserve: self.roster.len() as u8 - on_board,
            free_spaces_at_start: 0, // every free space gets an animal
        }
    }

    /// Rounds of the draft: each adds one gladiator per player.
    pub fn rounds(&self) -> u8 {
        self.carriers * CARRIER_SIZE
    }

    /// The state before the draft.
    pub fn new_game(&self) -> State {
        let mut carriers = [0; MOST_PLAYERS];
        carriers[..self.players].fill(self.carriers);
        State::new(self.stacks, carriers, &self.roster)
    }

    /// Points of a player: gladiators and animals taken, survivors \[Game End\].
    #[inline]
    pub fn points(&self, gladiators: u8, animals: u8, survivors: u8) -> u32 {
        let [gladiator, animal, survivor] = self.points;
        u32::from(gladiators) * u32::from(gladiator)
            + u32::from(animals) * u32::from(animal)
            + u32::from(survivors) * u32::from(survivor)
    }

    /// Who wins with these points: all with the most, or the lowest seat of them (C26).
    pub fn winners(&self, points: &[u32]) -> Vec<usize> {
        let best = points.iter().max();
        let winners = (0..points.len()).filter(|&seat| Some(&points[seat]) == best);
        winners
            .take(if self.readings.lowest_seat_wins {
                1
            } else {
                points.len()
            })
            .collect()
    }

    /// Adds what every answer about a whole game rests on: board, roster and its animals.
    pub fn guesses(
        &self,
        data: &ClashData,
        board: Option<&BoardData>,
        roster: Option<&str>,
        guesses: &mut Guesses,
    ) {
        data.duel_guesses(guesses);
        if let Some(board) = board {
            guesses.rest_on(
                format!("board {}", board.name),
                format!("{} spaces", self.board.len()),
                &board.provenance,
            );
        }
        if let Some(roster) = roster.and_then(|name| data.roster(name).ok()) {
            let cards: Vec<String> = roster
                .cards
                .iter()
                .map(|(name, n)| format!("{n} {name}"))
                .collect();
            guesses.rest_on(
                format!("roster {}", roster.name),
                cards.join(", "),
                &roster.provenance,
            );
        }
        for animal in &data.animals {
            if self
                .roster
                .iter()
                .any(|&card| self.units.name(card) == animal.name)
            {
                animal.guesses(guesses);
            }
        }
    }
}
