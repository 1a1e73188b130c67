//! What games add up to: counts of final states, meetings with enemies, events, and the ledger of glory.

use super::exact::conquered;
use super::ledger::FLOWS;
use super::rules::game::score;
use super::state::{Health, PLAYERS};
use crate::playout::Tally;
use crate::stats::Moments;
use serde::{Deserialize, Serialize};

/// Final states of a conquest: 162 living ones, 6 in which both fell.
pub const CONQUESTS: usize = PLAYERS + 6;
/// Rounds times values of glory.
const LOSSES: usize = 36;
/// Rounds times cards.
const MEETINGS: usize = 30;

/// Sums and sums of squares of a number per game, exact.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Sum.
    pub sum: u64,
    /// Sum of squares.
    pub squares: u64,
}

impl Sums {
    /// Adds a game's number.
    #[inline]
    pub fn add(&mut self, value: u32) {
        self.sum += u64::from(value);
        self.squares += u64::from(value) * u64::from(value);
    }

    fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// As moments of `n` games.
    pub fn moments(&self, n: u64) -> Moments {
        Moments {
            n,
            sum: i128::from(self.sum),
            sum_of_squares: u128::from(self.squares),
        }
    }
}

/// What games add up to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTally {
    /// Games.
    pub games: u64,
    /// Conquests by final state, see [`conquered`].
    pub conquest: Vec<u64>,
    /// Deaths by round and glory: `[(round - 1) * 6 + glory]`.
    pub death: Vec<u64>,
    /// Stalls (`match_cap`), likewise.
    pub stalled: Vec<u64>,
    /// Games cut off at 10,000 matches.
    pub cut_off: u64,
    /// Matches a game.
    pub matches: Sums,
    /// Meetings with enemies, by round and card: `[(round - 1) * 5 + card]`.
    pub met: Vec<u64>,
    /// Deaths by round and card.
    pub killed_by: Vec<u64>,
    /// Matches by round and card, a number for each fight.
    pub matches_against: Vec<Sums>,
    /// Rounds by event in force: `[(round - 1) * 6 + face - 1]`.
    pub events: Vec<u64>,
    /// Deaths by event in force, likewise.
    pub killed_under: Vec<u64>,
    /// The counters of matches, by [`super::ledger::Flow`]; a number for each game.
    pub flows: Vec<Sums>,
    /// Glory spent on shifts of the event die.
    pub shift_glory: Sums,
    /// Glory from completed rounds.
    pub round_glory: Sums,
    /// Glory of completed rounds lost at the cap.
    pub round_glory_lost: Sums,
    /// Glory from event 2.
    pub event_glory: Sums,
    /// Gambles taken.
    pub gambles: Sums,
}

impl GameTally {
    /// No games yet.
    pub fn new() -> Self {
        Self {
            games: 0,
            conquest: vec![0; CONQUESTS],
            death: vec![0; LOSSES],
            stalled: vec![0; LOSSES],
            cut_off: 0,
            matches: Sums::default(),
            met: vec![0; MEETINGS],
            killed_by: vec![0; MEETINGS],
            matches_against: vec![Sums::default(); MEETINGS],
            events: vec![0; LOSSES],
            killed_under: vec![0; LOSSES],
            flows: vec![Sums::default(); FLOWS],
            shift_glory: Sums::default(),
            round_glory: Sums::default(),
            round_glory_lost: Sums::default(),
            event_glory: Sums::default(),
            gambles: Sums::default(),
        }
    }

    /// Conquests.
    pub fn wins(&self) -> u64 {
        self.conquest.iter().sum()
    }

    /// Games that beat a round, 1..=6.
    pub fn beaten(&self, round: u8) -> u64 {
        let at = usize::from(round - 1) * 6;
        let lost: u64 = self.death[..at + 6]
            .iter()
            .chain(&self.stalled[..at + 6])
            .sum();
        self.games - self.cut_off - lost
    }

    /// Games by score, 0..=59; games that were cut off are left out.
    pub fn scores(&self, last_round: u8) -> Vec<u64> {
        let mut scores = vec![0; 60];
        for (at, n) in self.conquest.iter().enumerate() {
            let (health, glory) = conquered(at);
            scores[usize::from(score(health, glory, last_round))] += n;
        }
        for lost in [&self.death, &self.stalled] {
            for (at, n) in lost.iter().enumerate() {
                scores[usize::from(score(Health::GONE, (at % 6) as u8, (at / 6) as u8))] += n;
            }
        }
        scores
    }

    /// Moments of the score.
    pub fn score_moments(&self, last_round: u8) -> Moments {
        Moments::from_weighted(
            self.scores(last_round)
                .iter()
                .enumerate()
                .map(|(s, n)| (s as i64, *n)),
        )
    }

    fn counts(&mut self) -> [&mut Vec<u64>; 7] {
        [
            &mut self.conquest,
            &mut self.death,
            &mut self.stalled,
            &mut self.met,
            &mut self.killed_by,
            &mut self.events,
            &mut self.killed_under,
        ]
    }
}

impl Default for GameTally {
    fn default() -> Self {
        Self::new()
    }
}

impl Tally for GameTally {
    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.cut_off += other.cut_off;
        let mut theirs = other.clone();
        for (mine, theirs) in self.counts().into_iter().zip(theirs.counts()) {
            mine.iter_mut()
                .zip(theirs.iter())
                .for_each(|(m, t)| *m += t);
        }
        self.matches.merge(&other.matches);
        self.matches_against
            .iter_mut()
            .zip(&other.matches_against)
            .for_each(|(m, t)| m.merge(t));
        self.flows
            .iter_mut()
            .zip(&other.flows)
            .for_each(|(m, t)| m.merge(t));
        self.shift_glory.merge(&other.shift_glory);
        self.round_glory.merge(&other.round_glory);
        self.round_glory_lost.merge(&other.round_glory_lost);
        self.event_glory.merge(&other.event_glory);
        self.gambles.merge(&other.gambles);
    }

    fn check(&self, empty: &Self, playouts: u64) -> Result<(), String> {
        let (mut mine, mut theirs) = (self.clone(), empty.clone());
        let shapes = mine
            .counts()
            .iter()
            .zip(theirs.counts().iter())
            .all(|(m, t)| m.len() == t.len());
        if !shapes
            || self.flows.len() != empty.flows.len()
            || self.matches_against.len() != empty.matches_against.len()
        {
            return Err("it has other counters".to_string());
        }
        let ends: u64 = self
            .conquest
            .iter()
            .chain(&self.death)
            .chain(&self.stalled)
            .sum::<u64>()
            + self.cut_off;
        if self.games != playouts || ends != playouts {
            return Err(format!("{ends} games ended of {playouts}"));
        }
        let killed: u64 = self.killed_by.iter().sum();
        if killed != self.death.iter().sum::<u64>()
            || killed != self.killed_under.iter().sum::<u64>()
        {
            return Err("deaths do not add up".to_string());
        }
        let begun: u64 = self.events[..6].iter().sum();
        let more = |few: &[u64], many: &[u64]| few.iter().zip(many).any(|(f, m)| f > m);
        if begun != playouts
            || more(&self.killed_under, &self.events)
            || more(&self.killed_by, &self.met)
        {
            return Err("events or meetings do not add up".to_string());
        }
        Ok(())
    }
}
