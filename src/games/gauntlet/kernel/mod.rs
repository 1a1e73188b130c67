//! Whole games by the million: the rules' own steps, with fights run through the table of decisions.
//!
//! A fight is a walk over numbers: a roll, a look-up, the next state. Everything between fights goes through
//! [`Game::advance`]; the same words give the same games as that function alone (a test replays them).

mod lanes;
mod notes;
mod watch;

use watch::Watch;

use super::choose::Rule;
use super::decisions::{DecisionTable, UNKNOWN};
use super::dice::{ROLLS, Roll};
use super::exact::conquest_index;
use super::ledger::{Ledger, LedgerTable};
use super::policy::{Mind, Player};
use super::rules::exchange::{Bout, Permit};
use super::rules::game::{Code, Event, Game, Policy};
use super::rules::{Ability, BargainLimit, Class, Ties};
use super::state::{Die, FIGHTS, Fight, GLORY_MAX, GameState, Outcome, Phase};
use super::tally::GameTally;
use super::words::{GameWords, Until};
use crate::chance::{Chance, Lane, Stream};
use crate::playout::{Block, Experiment, Valued};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Matches after which a game is cut off and counted apart.
pub const LONGEST: u32 = 10_000;

/// Stream domain: all policies meet the same games.
pub const DOMAIN: &str = "gauntlet";

/// The whole number that a game is compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// 1 for a conquest.
    Win,
    /// The score.
    Score,
}

/// Games of one policy, as an experiment. `LEDGER`: whether the flows of glory are counted.
#[derive(Debug)]
pub struct Games<const LEDGER: bool> {
    player: Arc<Player>,
    game: Arc<Game>,
    value: Value,
    /// By round: the roll at each position below the total weight.
    rolls: Vec<Vec<u16>>,
    /// Whether fights can run through the table of decisions.
    quick: bool,
}

/// How a game went.
#[derive(Debug, Clone, Copy)]
pub struct Story {
    /// The final state.
    pub end: GameState,
    /// Matches fought.
    pub matches: u32,
    /// False when it was cut off.
    pub over: bool,
    /// Glory spent on shifts of the event die.
    pub shift_glory: u32,
    /// Glory of completed rounds.
    pub round_glory: u32,
    /// Glory of completed rounds lost at the cap.
    pub round_glory_lost: u32,
    /// Glory from event 2.
    pub event_glory: u32,
    /// Gambles taken.
    pub gambles: u32,
    /// The flows in matches, if they are counted.
    pub flows: Ledger,
}

/// Who is told of fights and games.
trait Notes {
    fn event(&mut self, round: u8, face: u8);
    fn fight(&mut self, before: &GameState, matches: u32, after: &GameState);
    fn game(&mut self, j: u32, story: &Story);
}

impl<const LEDGER: bool> Games<LEDGER> {
    /// Of a policy, compared by a value.
    pub fn new(player: Arc<Player>, value: Value) -> Self {
        let game = player.library().game.clone();
        let spelled = |round: u8| {
            let rolls = game.rolls(round);
            rolls
                .weighted()
                .flat_map(|(roll, w)| (0..w).map(move |_| roll.index() as u16))
                .collect()
        };
        let quick = player.is_plain()
            && game.rules.match_cap == 0
            && game.rules.bargain_limit != BargainLimit::Enemy;
        Self {
            value,
            rolls: (1..=game.last_round).map(spelled).collect(),
            quick,
            game,
            player,
        }
    }

    /// The policy.
    pub fn player(&self) -> &Arc<Player> {
        &self.player
    }

    /// The value of the game of these words.
    pub fn value_of(&self, mut words: GameWords, value: Value) -> i32 {
        let mut out = [0];
        let mut notes = notes::Valuing {
            game: &self.game,
            value,
            out: &mut out,
        };
        let story = self.play_slowly(&mut words, &mut Vec::new(), &mut notes);
        notes.game(0, &story);
        out[0]
    }

    /// A game before its first step.
    fn begin(&self) -> Story {
        Story {
            end: self.game.start(),
            matches: 0,
            over: true,
            shift_glory: 0,
            round_glory: 0,
            round_glory_lost: 0,
            event_glory: 0,
            gambles: 0,
            flows: Ledger::default(),
        }
    }

    /// Goes on to the next fight, or to the end of the game.
    fn to_next_fight(&self, story: &mut Story, words: &mut impl Chance, notes: &mut impl Notes) {
        let game = &*self.game;
        let watch = Watch::new(&self.player);
        while !matches!(
            story.end.phase(),
            Phase::Match | Phase::Conquest | Phase::Death | Phase::Stalled
        ) {
            let (phase, glory) = (story.end.phase(), u32::from(story.end.glory()));
            watch.shifts.set(0);
            game.advance(&mut story.end, &watch, words);
            if phase == Phase::Event {
                notes.event(story.end.round(), story.end.event());
                let spent = watch.shifts.get() * u32::from(game.rules.shift_cost);
                story.shift_glory += spent;
                if game.event(&story.end) == Some(Event::MaxGlory) {
                    story.event_glory += u32::from(GLORY_MAX) - (glory - spent);
                }
            } else if phase == Phase::Gamble {
                story.gambles += u32::from(watch.gambled.get());
            }
        }
    }

    /// Plays one game from its words, by the rules' own steps.
    fn play_slowly(
        &self,
        words: &mut impl Chance,
        known: &mut Vec<Ledger>,
        notes: &mut impl Notes,
    ) -> Story {
        let watch = Watch::new(&self.player);
        let mut story = self.begin();
        loop {
            self.to_next_fight(&mut story, words, notes);
            if story.end.is_over() {
                return story;
            }
            let (before, matches) = (story.end, story.matches);
            story.over = self.slow_fight(&mut story, &watch, words, known);
            notes.fight(&before, story.matches - matches, &story.end);
            if !story.over {
                return story;
            }
        }
    }

    /// A fight by the rules' own step, for policies that leave something to chance or to values.
    fn slow_fight(
        &self,
        story: &mut Story,
        watch: &Watch<'_>,
        words: &mut impl Chance,
        known: &mut Vec<Ledger>,
    ) -> bool {
        let class = self.game.class(&story.end);
        let row = story.end.row().len();
        while story.end.phase() == Phase::Match && story.end.row().len() == row {
            if story.matches == LONGEST || words.is_stopped() {
                return false;
            }
            story.matches += 1;
            self.game.advance(&mut story.end, watch, words);
            let (cell, code) = watch.decided.take().expect("a match has been decided");
            if LEDGER {
                self.note_flows(story, class, cell, code, known);
            }
            self.note_round(story, code);
        }
        true
    }

    /// Glory of a completed round.
    #[inline]
    fn note_round(&self, story: &mut Story, code: Code) {
        if matches!(story.end.phase(), Phase::Gamble | Phase::Conquest) {
            let gained = u32::from(story.end.glory() - code.outcome().glory());
            let due = story.end.round() < self.game.last_round || self.game.rules.final_glory;
            story.round_glory += gained;
            story.round_glory_lost += if due {
                u32::from(self.game.rules.round_glory) - gained
            } else {
                0
            };
        }
    }

    fn note_flows(
        &self,
        story: &mut Story,
        class: Class,
        cell: usize,
        code: Code,
        known: &mut Vec<Ledger>,
    ) {
        // A random outcome is not the one that the cell is decided for: what is drawn is looked up afresh.
        let fixed =
            self.player.noise() == 0.0 && !matches!(self.player.mind(), Mind::Plain(Rule::Random));
        let find = || {
            let (fight, roll) = (
                Fight::from_index(cell / ROLLS % FIGHTS),
                Roll::from_index(cell % ROLLS),
            );
            let (rules, layer) = (&self.game.rules, cell / ROLLS / FIGHTS);
            let action = self.player.catalogues(class)[layer].action(rules, fight, roll, code);
            let bout = Bout {
                rules,
                class,
                permit: Permit::ALL,
                bargained: layer == 1,
            };
            action.map_or(Ledger::default(), |a| {
                Ledger::of(&bout, fight, roll, &a, code)
            })
        };
        if !(fixed && matches!(self.player.mind(), Mind::Plain(_))) {
            return story.flows.add_all(&find());
        }
        let desk = self.player.desk();
        match desk.ledger(class).at(cell, code, &desk.book, find) {
            Ok(number) => self.add_flows(story, number, known),
            Err(ledger) => story.flows.add_all(&ledger),
        }
    }

    /// Adds the ledger of this number to a game.
    #[inline(always)]
    fn add_flows(&self, story: &mut Story, number: usize, known: &mut Vec<Ledger>) {
        if number >= known.len() {
            self.player.desk().book.catch_up(known);
        }
        story.flows.add_all(&known[number]);
    }

    /// Plays the first `count` games of a block; false if it was given up half-way, which only slow games are.
    fn games(&self, block: &Block, stop: &AtomicBool, notes: &mut impl Notes) -> bool {
        if self.quick {
            self.play_quickly(block, notes);
            return true;
        }
        let mut stream = stream_of(block);
        let mut known = Vec::new();
        for j in 0..block.count {
            let words = GameWords::next(&mut stream);
            let story = self.play_slowly(&mut Until { words, stop }, &mut known, notes);
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            notes.game(j, &story);
        }
        true
    }

    /// The values of the games of a block, as [`Valued::values`]; false if it was given up half-way.
    pub fn values_unless(&self, stop: &AtomicBool, block: &Block, out: &mut [i32]) -> bool {
        let mut notes = notes::Valuing {
            game: &self.game,
            value: self.value,
            out,
        };
        self.games(block, stop, &mut notes)
    }
}

/// The stream of a block from its first game on. The words of a game depend on its number alone: a small block finds its place in the large
/// one that it is a part of.
fn stream_of(block: &Block) -> Stream {
    let size = u64::from(<Games<false> as Experiment>::BLOCK);
    let whole = Block {
        index: block.first / size,
        first: block.first / size * size,
        ..*block
    };
    let mut stream = whole.stream(DOMAIN, Lane::Main);
    (0..block.first % size).for_each(|_| {
        stream.word();
    });
    stream
}

/// The words of game `j` of a block, for replays.
pub fn words_of(block: &Block, j: u32) -> GameWords {
    let mut stream: Stream = block.stream(DOMAIN, Lane::Main);
    (0..j).for_each(|_| {
        stream.word();
    });
    GameWords::next(&mut stream)
}

#[cfg(test)]
mod tests;
