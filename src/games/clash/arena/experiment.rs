//! Whole games by the million.
//!
//! Game g draws from its own stream, keyed by (seed, [`DOMAIN`], g): any game can be replayed by its
//! number, and playing other
//! policies with the same seed starts from the same random numbers. Policies change seats from game to game, so that
//! after as many games as there are players each has had every seat.

use super::luck::Quick;
use super::policy::{Company, Seated};
use super::record::Recorder;
use super::state::{End, MOST_PLAYERS, State};
use super::tally::{ArenaTally, Layout, full_team_places};
use super::watch::Watch;
use crate::chance::{Lane, Stream};
use crate::playout::{Block, Experiment};

/// Domain of the streams.
pub const DOMAIN: &str = "clash-arena";

/// Games of given policies.
#[derive(Debug)]
pub struct ArenaGames {
    company: Company,
    start: State,
    /// Whether policies change seats from game to game.
    pub rotate: bool,
    /// Whether options are counted (see `tally::Game::Options`); costs some time.
    pub count_options: bool,
    places: Vec<Option<u8>>,
}

impl ArenaGames {
    /// Games from the draft on; policies change seats.
    pub fn new(company: Company) -> Self {
        let (start, places) = (
            company.arena().new_game(),
            full_team_places(company.arena()),
        );
        Self {
            company,
            start,
            rotate: true,
            count_options: false,
            places,
        }
    }

    /// Games from a position on.
    #[must_use]
    pub fn from_position(mut self, start: State) -> Self {
        self.start = start;
        self
    }

    /// The policies, the game, the tables.
    pub fn company(&self) -> &Company {
        &self.company
    }

    /// The shape of the tally.
    pub fn layout(&self) -> Layout {
        Layout {
            players: self.company.arena().players,
            policies: self.company.len(),
        }
    }

    /// The policy of each seat in a game.
    pub fn seating(&self, game: u64) -> [u8; MOST_PLAYERS] {
        self.company.seating(if self.rotate { game } else { 0 })
    }

    /// Plays one game by its number; how it ended and its last state.
    pub fn replay<W: Watch>(&self, seed: u64, game: u64, watch: &mut W) -> (End, State) {
        let seated = self.company.seated(self.seating(game));
        let mut luck = Quick::new(
            Stream::new(seed, DOMAIN, game, Lane::Main),
            self.company.tables(),
        );
        let mut state = self.start;
        let end = self
            .company
            .arena()
            .play(&mut state, &Seated::seats(&seated), &mut luck, watch);
        (end, state)
    }

    /// The state before the first step.
    pub fn start(&self) -> &State {
        &self.start
    }
}

impl Experiment for ArenaGames {
    type Tally = ArenaTally;
    const BLOCK: u32 = 64;

    fn domain(&self) -> &str {
        DOMAIN
    }

    fn empty(&self) -> ArenaTally {
        ArenaTally::new(self.layout())
    }

    fn play(&self, block: &Block, tally: &mut ArenaTally) {
        let mut recorder = Recorder::new(self.layout(), &self.places, self.count_options);
        for game in block.first..block.first + u64::from(block.count) {
            let (end, state) = self.replay(block.seed, game, &mut recorder);
            recorder.end_game(self.company.arena(), &state, end, &self.seating(game));
        }
        recorder.add_to(tally);
    }
}

#[cfg(test)]
mod tests;
