//! The game round by round \[Round\]: draw, event, combat, end of round, gamble; and the score \[Scoring\].
//!
//! [`Game::advance`] lets the next thing happen, with a source of chance and a policy. A match is one step here; what can
//! come of its decisions is worked out in `exchange`, and the policy names the outcome.

mod pieces;

pub use pieces::{Code, Enemy, Event, Policy, Round};

use super::cards::{Drawing, Pile};
use super::{Ability, Class, EventShift, Rules, Ties};
use crate::chance::{Chance, Dist};
use crate::error::{Error, Result};
use crate::games::gauntlet::dice::{Faces, Pair, Roll, d6, rolls};
use crate::games::gauntlet::state::{
    DIE_MAX, Die, GLORY_MAX, GameState, Health, Outcome, Phase, Result as Landed, Row,
};

/// A game to be played: rules, cards, rounds, events.
#[derive(Debug, Clone)]
pub struct Game {
    /// The reading of the rules.
    pub rules: Rules,
    /// The enemy cards, sides A and B; at most 5.
    pub cards: Vec<[Enemy; 2]>,
    /// The rounds, in order; at least `last_round` of them.
    pub rounds: Vec<Round>,
    /// The events, by face.
    pub events: [Event; 6],
    /// The last round, 1..=6.
    pub last_round: u8,
    /// Health and glory at the start.
    pub start: (Health, u8),
    drawing: Drawing,
    die: Dist<u8>,
    rolls: Vec<Dist<Roll>>,
}

impl Game {
    /// Puts a game together; the variants of the rules are worked in here: no rerolls, no abilities \[Variants\].
    ///
    /// # Errors
    /// No or too many cards, a row larger than the deck, too few rounds.
    pub fn new(
        rules: Rules,
        mut cards: Vec<[Enemy; 2]>,
        mut rounds: Vec<Round>,
        events: [Event; 6],
        last_round: u8,
        start: (Health, u8),
    ) -> Result<Self> {
        if cards.is_empty() || cards.len() > 5 {
            return Err(Error::usage(format!(
                "a deck has 1 to 5 enemy cards, not {}",
                cards.len()
            )));
        }
        if last_round == 0 || usize::from(last_round) > rounds.len() || last_round > 6 {
            return Err(Error::usage(format!(
                "the last round must be 1 to {}, not {last_round}",
                rounds.len().min(6)
            )));
        }
        for (at, round) in rounds.iter_mut().enumerate() {
            if usize::from(round.cards) > cards.len() || round.cards == 0 {
                return Err(Error::usage(format!(
                    "round {}: a row of {} cards is larger than the deck of {}",
                    at + 1,
                    round.cards,
                    cards.len()
                )));
            }
            if !rules.enemy_rerolls {
                round.faces = Faces::NONE;
            }
        }
        for enemy in cards.iter_mut().flatten() {
            enemy.ability = rules.ability(enemy.ability);
        }
        let drawing = Drawing::new(cards.len() as u8, rules.reshuffle_at_once);
        let rolls = rounds.iter().map(|r| rolls(r.faces)).collect();
        Ok(Self {
            rules,
            cards,
            rounds,
            events,
            last_round,
            start,
            drawing,
            die: d6(),
            rolls,
        })
    }

    /// The state before the first draw \[Setup\].
    pub fn start(&self) -> GameState {
        GameState::start(
            self.start.0,
            self.start.1,
            self.cards.len() as u8,
            self.rounds[0].cards,
        )
    }

    /// How cards are drawn.
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// The Round card's row for a round, 1..=6.
    #[inline]
    pub fn round(&self, round: u8) -> &Round {
        &self.rounds[usize::from(round) - 1]
    }

    /// An enemy as it stands in a round.
    #[inline]
    pub fn enemy(&self, round: u8, card: u8) -> &Enemy {
        &self.cards[usize::from(card)][usize::from(self.round(round).side)]
    }

    /// Distribution of the rolls of a round.
    pub fn rolls(&self, round: u8) -> &Dist<Roll> {
        &self.rolls[usize::from(round) - 1]
    }

    /// The event in force.
    #[inline]
    pub fn event(&self, state: &GameState) -> Option<Event> {
        (state.event() > 0).then(|| self.events[usize::from(state.event()) - 1])
    }

    /// The class of the fight at hand.
    #[inline]
    pub fn class(&self, state: &GameState) -> Class {
        let ties = self.event(state).map_or(Ties::Nobody, Event::ties);
        Class::new(self.enemy(state.round(), state.row().first()).ability, ties)
    }

    /// Health of an enemy when it is first fought with this glory.
    #[inline]
    pub fn entry(&self, round: u8, card: u8, glory: u8) -> u8 {
        Rules::entry_health(self.enemy(round, card).health, glory)
    }

    /// The legal steps of the event die, standing still first \[R2: Roll for event\].
    pub fn shifts(
        &self,
        die: u8,
        glory: u8,
        already: bool,
    ) -> impl Iterator<Item = i8> + Clone + use<> {
        let may = match self.rules.event_shift {
            EventShift::Off => false,
            EventShift::One => !already,
            EventShift::Many => true,
        } && glory >= self.rules.shift_cost;
        [0i8, -1, 1]
            .into_iter()
            .filter(move |&s| s == 0 || may && (1..=6).contains(&(die as i8 + s)))
    }

    /// Health after event 5 on this die.
    pub fn healed(health: Health, die: Die) -> Health {
        health.with(die, Self::heal(health.get(die)))
    }

    /// What a health die shows after event 5 healed it.
    pub fn heal(value: u8) -> u8 {
        (value + 2).min(DIE_MAX)
    }

    /// Whether a 1 of this roll may be rolled again.
    #[inline]
    pub fn may_reroll(&self, state: &GameState, roll: Roll) -> bool {
        state.right() && roll.blue.shows(1)
    }

    /// The roll after one of its 1s shows `value` instead.
    pub fn rerolled(roll: Roll, value: u8) -> Roll {
        Roll {
            blue: Pair::new(roll.blue.high, value),
            red: roll.red,
        }
    }

    /// Lets the next thing happen.
    pub fn advance<C: Chance, P: Policy>(&self, state: &mut GameState, policy: &P, chance: &mut C) {
        match state.phase() {
            Phase::Draw => self.draw(state, chance),
            Phase::Event => self.roll_event(state, policy, chance),
            Phase::Match => self.fight(state, policy, chance),
            Phase::Gamble => {
                if let Some(die) = policy.gamble(self, state, chance) {
                    // "The result is your new health value for that die" [R4].
                    let value = chance.draw("gamble", &self.die);
                    state.set_health(state.health().with(die, value));
                }
                self.next_round(state);
            }
            Phase::Conquest | Phase::Death | Phase::Stalled => {}
        }
    }

    /// Plays a game to its end.
    pub fn play<C: Chance, P: Policy>(&self, policy: &P, chance: &mut C) -> GameState {
        let mut state = self.start();
        while !state.is_over() {
            self.advance(&mut state, policy, chance);
        }
        state
    }

    fn pile(state: &GameState) -> Pile {
        Pile {
            deck: state.deck(),
            row: state.row().mask(),
        }
    }

    /// One card into the row, if there is one \[R1\].
    fn draw_into_row<C: Chance>(&self, state: &mut GameState, chance: &mut C) -> bool {
        let mut pile = Self::pile(state);
        let Some(card) = self.drawing.draw(&mut pile, chance) else {
            return false;
        };
        let mut row = state.row();
        row.push(card);
        state.set_row(row);
        state.set_deck(pile.deck);
        true
    }

    fn draw<C: Chance>(&self, state: &mut GameState, chance: &mut C) {
        let left = state.to_draw();
        let drawn = left > 0 && self.draw_into_row(state, chance);
        state.set_to_draw(if drawn { left - 1 } else { 0 });
        if state.to_draw() == 0 {
            state.set_phase(Phase::Event);
        }
    }

    fn roll_event<C: Chance, P: Policy>(&self, state: &mut GameState, policy: &P, chance: &mut C) {
        let mut die = chance.draw("event", &self.die);
        let mut moved = false;
        while self.shifts(die, state.glory(), moved).count() > 1 {
            let step = policy.event_shift(self, state, die, chance);
            if step == 0 {
                break;
            }
            die = (die as i8 + step) as u8;
            state.set_glory(state.glory() - self.rules.shift_cost);
            moved = true;
        }
        state.set_event(die);
        match self.events[usize::from(die) - 1] {
            Event::RerollOne => state.set_right(true),
            Event::MaxGlory => state.set_glory(GLORY_MAX),
            Event::ExtraEnemy => {
                self.draw_into_row(state, chance);
            }
            Event::Heal => {
                let die = policy.heal(self, state, chance);
                state.set_health(Self::healed(state.health(), die));
            }
            Event::EnemyWinsTies | Event::PlayerWinsTies | Event::Nothing => {}
        }
        self.face_next(state);
    }

    /// The next enemy, or the end of the round when there is none.
    fn face_next(&self, state: &mut GameState) {
        if state.row().is_empty() {
            return self.round_done(state);
        }
        state.set_enemy(self.entry(state.round(), state.row().first(), state.glory()));
        state.set_bargained(false);
        state.set_matches(0);
        state.set_phase(Phase::Match);
    }

    /// A match \[R3\].
    fn fight<C: Chance, P: Policy>(&self, state: &mut GameState, policy: &P, chance: &mut C) {
        let mut roll = chance.draw("roll", self.rolls(state.round()));
        if self.may_reroll(state, roll) && policy.reroll_one(self, state, roll, chance) {
            roll = Self::rerolled(roll, chance.draw("reroll_one", &self.die));
            state.set_right(self.rules.right_per_match);
        }
        let code = policy.play_match(self, state, roll, chance);
        self.after_match(state, code);
    }

    /// What an outcome leads to.
    #[inline]
    pub fn after_match(&self, state: &mut GameState, code: Code) {
        match code.outcome().result() {
            Landed::FightOn(fight) => {
                state.set_health(fight.health);
                state.set_glory(fight.glory);
                state.set_enemy(fight.enemy);
                state.set_bargained(code.bargained());
                if self.rules.match_cap > 0 {
                    state.set_matches(state.matches() + 1);
                    if state.matches() == self.rules.match_cap {
                        state.set_health(Health::GONE);
                        state.set_phase(Phase::Stalled);
                    }
                }
            }
            Landed::EnemyDown(health, glory) => {
                state.set_health(health);
                state.set_glory(glory);
                state.set_row(state.row().rest());
                self.face_next(state);
            }
            Landed::Dead(glory) => self.dies(state, glory),
            Landed::BothFell(glory) => {
                if state.round() == self.last_round && state.row().len() == 1 {
                    state.set_health(Health::GONE);
                    state.set_glory(glory);
                    state.set_row(state.row().rest());
                    self.round_done(state);
                } else {
                    self.dies(state, glory);
                }
            }
        }
    }

    fn dies(&self, state: &mut GameState, glory: u8) {
        state.set_health(Health::GONE);
        state.set_glory(glory);
        state.set_phase(Phase::Death);
    }

    /// Glory at the end of a round \[Glory\].
    pub fn round_glory(&self, round: u8, glory: u8) -> u8 {
        let gains = round < self.last_round || self.rules.final_glory;
        if gains {
            Rules::gain(glory, self.rules.round_glory)
        } else {
            glory
        }
    }

    fn round_done(&self, state: &mut GameState) {
        state.set_glory(self.round_glory(state.round(), state.glory()));
        state.set_right(false);
        state.set_enemy(0);
        let last = state.round() == self.last_round;
        state.set_phase(if last { Phase::Conquest } else { Phase::Gamble });
    }

    fn next_round(&self, state: &mut GameState) {
        state.set_round(state.round() + 1);
        state.set_event(0);
        state.set_row(Row::default());
        state.set_to_draw(self.round(state.round()).cards);
        state.set_phase(Phase::Draw);
    }

    /// Rounds beaten in a finished game.
    pub fn beaten(&self, state: &GameState) -> u8 {
        if state.phase() == Phase::Conquest {
            self.last_round
        } else {
            state.round() - 1
        }
    }

    /// The score of a finished game \[Scoring\].
    pub fn score(&self, state: &GameState) -> u8 {
        score(state.health(), state.glory(), self.beaten(state))
    }

    /// The highest score there can be.
    pub fn highest_score(&self) -> u8 {
        score(Health::new(DIE_MAX, DIE_MAX), GLORY_MAX, self.last_round)
    }
}

/// 2 x remaining health + glory + 5 x rounds beaten; health of the dead counts 0 \[Scoring\].
pub fn score(health: Health, glory: u8, rounds_beaten: u8) -> u8 {
    2 * health.sum() + glory + 5 * rounds_beaten
}
