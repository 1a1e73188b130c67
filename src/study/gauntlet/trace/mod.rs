//! Narrates one playout of the Gauntlet, roll by roll, with the chance to win before and after.

mod condition;

pub use condition::condition;

use super::{Asked, roman, words};
use crate::chance::Chance;
use crate::error::{Error, Result};
use crate::games::gauntlet::contexts::Context;
use crate::games::gauntlet::dice::Roll;
use crate::games::gauntlet::kernel::{Games, LONGEST, words_of};
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::rules::exchange::{Bout, Permit};
use crate::games::gauntlet::rules::game::{Code, Game, Policy};
use crate::games::gauntlet::state::{Die, FIGHTS, GameState, Phase};
use crate::games::gauntlet::values::Values;
use crate::playout::{Block, Experiment};
use crate::study::condition::Condition;
use std::cell::RefCell;
use std::fmt::Write;

/// Playouts that are searched for a condition before giving up.
const SEARCHED: u64 = 100_000;

/// A decision as it was taken.
#[derive(Debug, Clone, Copy)]
enum Decided {
    Shift(u8, i8),
    Heal(Die),
    Again(Roll),
    Match(Roll, Code),
    Gamble(Option<Die>),
}

/// A policy that remembers.
struct Recorder<'a> {
    player: &'a Player,
    log: RefCell<Vec<Decided>>,
}

impl Recorder<'_> {
    fn note(&self, decided: Decided) {
        self.log.borrow_mut().push(decided);
    }
}

impl Policy for Recorder<'_> {
    fn event_shift<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        die: u8,
        chance: &mut C,
    ) -> i8 {
        let step = self.player.event_shift(game, state, die, chance);
        self.note(Decided::Shift(die, step));
        step
    }

    fn heal<C: Chance>(&self, game: &Game, state: &GameState, chance: &mut C) -> Die {
        let die = self.player.heal(game, state, chance);
        self.note(Decided::Heal(die));
        die
    }

    fn reroll_one<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> bool {
        let again = self.player.reroll_one(game, state, roll, chance);
        if again {
            self.note(Decided::Again(roll));
        }
        again
    }

    fn play_match<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> Code {
        let code = self.player.play_match(game, state, roll, chance);
        self.note(Decided::Match(roll, code));
        code
    }

    fn gamble<C: Chance>(&self, game: &Game, state: &GameState, chance: &mut C) -> Option<Die> {
        let die = self.player.gamble(game, state, chance);
        self.note(Decided::Gamble(die));
        die
    }
}

fn block_of(seed: u64, number: u64) -> (Block, u32) {
    let size = <Games<true> as Experiment>::BLOCK;
    let index = number / u64::from(size);
    (
        Block {
            seed,
            index,
            first: index * u64::from(size),
            count: size,
        },
        (number % u64::from(size)) as u32,
    )
}

/// The number of the first playout from `from` on that meets a condition.
fn find(asked: &Asked, player: &Player, from: u64, condition: &Condition) -> Result<u64> {
    let game = &player.library().game;
    for number in from..from + SEARCHED {
        let (block, j) = block_of(asked.seed, number);
        let mut words = words_of(&block, j);
        let (mut state, mut matches) = (game.start(), 0);
        while !state.is_over() && matches < LONGEST {
            matches += u32::from(state.phase() == Phase::Match);
            game.advance(&mut state, player, &mut words);
        }
        if condition::holds(condition, game, &state, matches) {
            return Ok(number);
        }
    }
    Err(Error::usage(format!(
        "--where: none of the {SEARCHED} playouts from {from} on ends like this"
    )))
}

/// Chance to win from a state, by values of the policy.
fn chance(values: &Values, game: &Game, state: &GameState) -> Option<f64> {
    match state.phase() {
        Phase::Conquest => Some(1.0),
        Phase::Death | Phase::Stalled => Some(0.0),
        Phase::Draw => {
            Some(values.before_round(state.round(), state.deck(), state.health(), state.glory()))
        }
        // Under a cap the values are those of a fight with all its matches left.
        Phase::Match if game.rules.match_cap > 0 && state.matches() > 0 => None,
        Phase::Match => {
            let number = values.contexts.find(&Context::of(game, state))?;
            let layer = usize::from(state.bargained()).min(values.layers - 1);
            Some(values.fight(number)[layer * FIGHTS + state.fight().index()])
        }
        Phase::Event | Phase::Gamble => None,
    }
}

/// Tells one playout.
struct Teller<'a> {
    asked: &'a Asked,
    player: &'a Player,
    values: Option<&'a Values>,
    text: String,
}

impl Teller<'_> {
    fn line(&mut self, indent: usize, what: &str, chance: Option<f64>) {
        let what = format!("{}{what}", " ".repeat(indent));
        let end = chance.map_or(String::new(), |p| format!("{:9.4} %", p * 100.0));
        let _ = writeln!(self.text, "{}", format!("{what:<96}{end}").trim_end());
    }

    fn chance(&self, state: &GameState) -> Option<f64> {
        chance(self.values?, &self.player.library().game, state)
    }

    fn names(&self, state: &GameState) -> Vec<String> {
        let side = self.player.library().game.round(state.round()).side;
        let cards = state.row();
        cards
            .iter()
            .map(|card| self.asked.card(card, side))
            .collect()
    }

    fn event(&mut self, before: &GameState, after: &GameState, log: &[Decided]) {
        let game = self.player.library().game.clone();
        let name = |face: u8| game.events[usize::from(face) - 1].name();
        let shifts: Vec<(u8, i8)> = log
            .iter()
            .filter_map(|d| {
                if let Decided::Shift(die, step) = d {
                    Some((*die, *step))
                } else {
                    None
                }
            })
            .collect();
        let mut what = match shifts.iter().find(|s| s.1 != 0) {
            Some((die, _)) => format!(
                "event die {die} ({}), moved to {} for glory: {}",
                name(*die),
                after.event(),
                name(after.event())
            ),
            None => format!("event die {}: {}", after.event(), name(after.event())),
        };
        if let Some(Decided::Heal(die)) = log.iter().find(|d| matches!(d, Decided::Heal(_))) {
            let from = before.health().get(*die);
            let _ = write!(
                what,
                ", the {die} health die {from} becomes {}",
                Game::heal(from)
            );
        }
        if before.glory() != after.glory() {
            let _ = write!(what, ", glory {} to {}", before.glory(), after.glory());
        }
        if after.row().len() > before.row().len() {
            let new = self.names(after).pop().unwrap_or_default();
            let _ = write!(what, ", one more enemy: {new}");
        }
        self.line(2, &what, None);
    }

    fn face(&mut self, state: &GameState) {
        let side = self.player.library().game.round(state.round()).side;
        let who = self.asked.card(state.row().first(), side);
        let what = format!(
            "{who}, health {}; player {} and {}, glory {}",
            state.enemy(),
            state.health().low,
            state.health().high,
            state.glory()
        );
        let chance = self.chance(state);
        self.line(2, &what, chance);
    }

    fn exchange(&mut self, number: u32, before: &GameState, after: &GameState, log: &[Decided]) {
        let game = self.player.library().game.clone();
        for decided in log {
            if let Decided::Again(roll) = decided {
                self.line(
                    4,
                    &format!(
                        "{number}. {}: rolls a 1 again (event 1)",
                        words::roll(*roll)
                    ),
                    None,
                );
            }
        }
        let Some(Decided::Match(roll, code)) = log.last().copied() else {
            return;
        };
        let class = game.class(before);
        let layer = usize::from(before.bargained());
        let action =
            self.player.catalogues(class)[layer].action(&game.rules, before.fight(), roll, code);
        let bout = Bout {
            rules: &game.rules,
            class,
            permit: Permit::ALL,
            bargained: before.bargained(),
        };
        let mut what = format!("{number}. {}: ", words::roll(roll));
        match action.and_then(|a| Some((a, a.play_to(&bout, before.fight(), roll, code)?))) {
            Some((a, played)) => {
                let _ = write!(
                    what,
                    "{}; deals {}, takes {}; {}",
                    words::action(&a, before.fight(), roll),
                    played.dealt,
                    played.incoming,
                    words::outcome(code)
                );
            }
            None => what += &words::outcome(code),
        }
        let chance = self.chance(after);
        self.line(4, &what, chance);
    }

    fn tell(&mut self, number: u64) -> Result<()> {
        let game = self.player.library().game.clone();
        let (block, j) = block_of(self.asked.seed, number);
        let mut words = words_of(&block, j);
        let recorder = Recorder {
            player: self.player,
            log: RefCell::default(),
        };
        let (mut state, mut matches) = (game.start(), 0u32);
        while !state.is_over() && matches < LONGEST {
            let before = state;
            if state.phase() == Phase::Draw && state.row().is_empty() {
                let what = format!(
                    "Round {}: health {} and {}, glory {}",
                    roman(state.round()),
                    state.health().low,
                    state.health().high,
                    state.glory()
                );
                let chance = self.chance(&state);
                self.line(0, &what, chance);
            }
            game.advance(&mut state, &recorder, &mut words);
            let log = std::mem::take(&mut *recorder.log.borrow_mut());
            match before.phase() {
                Phase::Draw if state.phase() == Phase::Event => {
                    let what = format!("enemies: {}", self.names(&state).join(", "));
                    self.line(2, &what, None);
                }
                Phase::Event => self.event(&before, &state, &log),
                Phase::Match => {
                    matches += 1;
                    self.exchange(matches, &before, &state, &log);
                }
                Phase::Gamble => {
                    if let Some(Decided::Gamble(Some(die))) = log.last() {
                        let (from, health) = (before.health().get(*die), state.health());
                        let what = format!(
                            "gambles the {die} health die, {from}: now {} and {}",
                            health.low, health.high
                        );
                        self.line(2, &what, None);
                    }
                }
                _ => {}
            }
            let next = state.phase() == Phase::Match;
            if next && (before.phase() != Phase::Match || before.row().len() != state.row().len()) {
                self.face(&state);
            }
        }
        self.end(&game, &state, matches);
        Ok(())
    }

    fn end(&mut self, game: &Game, state: &GameState, matches: u32) {
        let how = match state.phase() {
            Phase::Conquest => "Bloody conquest".to_string(),
            Phase::Death => format!("Agonizing death in round {}", roman(state.round())),
            Phase::Stalled => format!("Stalled in round {}", roman(state.round())),
            _ => "Cut off".to_string(),
        };
        let what = format!(
            "{how} after {matches} matches: {} points (2 x {} health + {} glory + 5 x {} rounds)",
            game.score(state),
            state.health().sum(),
            state.glory(),
            game.beaten(state)
        );
        self.line(0, &what, None);
    }
}

/// The narration of a playout: that number, or the first from there on that ends as the condition says.
///
/// # Errors
/// No such playout within reach.
pub fn narrate(
    asked: &Asked,
    difficulty: &str,
    player: &Player,
    values: Option<&Values>,
    from: u64,
    condition: Option<&Condition>,
) -> Result<String> {
    let number = condition.map_or(Ok(from), |c| find(asked, player, from, c))?;
    let mut teller = Teller {
        asked,
        player,
        values,
        text: String::new(),
    };
    let head = format!(
        "Playout {number} of {} on {difficulty}, seed {}",
        player.spec, asked.seed
    );
    let _ = writeln!(teller.text, "{head}\n");
    if values.is_some() {
        let _ = writeln!(teller.text, "{:>107}", "chance to win");
    }
    teller.tell(number)?;
    Ok(teller.text)
}
