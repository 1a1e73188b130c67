//! Health, fights and whole games as small numbers.
//!
//! | type | size | what it is |
//! |---|---|---|
//! | [`Health`] | 1 byte | the two health dice, sorted: one of 27 pairs, or both removed |
//! | [`Outcome`] | 2 bytes | a match as anything later can see it: 972 fights, 162 enemies down, 6 deaths, 6 double falls |
//! | [`GameState`] | 8 bytes | a whole game between two steps |
//!
//! The layout of [`GameState`], lowest bit first: low 3, high 3, glory 3, enemy health 3, round 3, event 3, phase 3,
//! event-1 right 1, bargain used 1, matches of the fight 10, deck 5, row length 3, row 15 (3 bits a card, the first being fought), cards still to
//! draw 3.

use std::fmt;

/// Most glory \[Glory\].
pub const GLORY_MAX: u8 = 5;
/// Most enemy health \[Clarifications\].
pub const ENEMY_MAX: u8 = 6;
/// Highest value of a die \[Clarifications\].
pub const DIE_MAX: u8 = 6;
/// Pairs of health dice of a living player.
pub const PAIRS: usize = 27;
/// Values of glory.
pub const GLORIES: usize = 6;
/// States of a living player: pair of health dice and glory.
pub const PLAYERS: usize = PAIRS * GLORIES;
/// States of a fight between two matches.
pub const FIGHTS: usize = PLAYERS * 6;

/// The health dice of a living player, sorted; 0 = removed for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Health {
    /// The lower die, 0..=6.
    pub low: u8,
    /// The higher die, 0..=6; 0 only when both are removed.
    pub high: u8,
}

impl Health {
    /// Both removed.
    pub const GONE: Self = Self { low: 0, high: 0 };

    /// Two dice in any order.
    #[inline]
    pub fn new(a: u8, b: u8) -> Self {
        if a <= b {
            Self { low: a, high: b }
        } else {
            Self { low: b, high: a }
        }
    }

    /// Sum of the dice.
    #[inline]
    pub fn sum(self) -> u8 {
        self.low + self.high
    }

    /// True when both dice are removed.
    #[inline]
    pub fn is_gone(self) -> bool {
        self.high == 0
    }

    /// Number of the pair, 0..27, for a living player.
    #[inline]
    pub fn index(self) -> usize {
        let h = usize::from(self.high);
        h * (h + 1) / 2 - 1 + usize::from(self.low)
    }

    /// The pair of this number.
    #[inline]
    pub fn from_index(index: usize) -> Self {
        const TABLE: [Health; PAIRS] = {
            let mut table = [Health::GONE; PAIRS];
            let (mut high, mut at) = (1u8, 0);
            while high <= 6 {
                let mut low = 0;
                while low <= high {
                    table[at] = Health { low, high };
                    at += 1;
                    low += 1;
                }
                high += 1;
            }
            table
        };
        TABLE[index]
    }

    /// All pairs of a living player, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..PAIRS).map(Self::from_index)
    }

    /// The lowest remaining die: its value.
    #[inline]
    pub fn lowest(self) -> u8 {
        if self.low > 0 { self.low } else { self.high }
    }

    /// The same with the lowest remaining die at another value.
    #[inline]
    pub fn with_lowest(self, value: u8) -> Self {
        if self.low > 0 {
            Self::new(value, self.high)
        } else {
            Self::new(0, value)
        }
    }

    /// The same with one die, low or high, at another value.
    #[inline]
    pub fn with(self, die: Die, value: u8) -> Self {
        match die {
            Die::Low => Self::new(value, self.high),
            Die::High => Self::new(self.low, value),
        }
    }

    /// The value of a die.
    #[inline]
    pub fn get(self, die: Die) -> u8 {
        match die {
            Die::Low => self.low,
            Die::High => self.high,
        }
    }

    /// The remaining dice as choices: each value once, the low one first.
    pub fn remaining(self) -> impl Iterator<Item = Die> + Clone {
        [Die::Low, Die::High].into_iter().filter(move |&d| match d {
            Die::Low => self.low > 0,
            Die::High => self.high > 0 && self.high != self.low,
        })
    }
}

impl fmt::Display for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.low, self.high)
    }
}

/// One of two dice of a kind: of the health dice or of the combat dice, by value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Die {
    /// The lower.
    Low,
    /// The higher.
    High,
}

impl Die {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Low, Self::High];
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Low => "low",
            Self::High => "high",
        })
    }
}

/// A player and an enemy between two matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fight {
    /// Health of a living player.
    pub health: Health,
    /// Glory, 0..=5.
    pub glory: u8,
    /// Enemy health, 1..=6.
    pub enemy: u8,
}

impl Fight {
    /// Number of the state, 0..972.
    #[inline]
    pub fn index(self) -> usize {
        (self.health.index() * GLORIES + usize::from(self.glory)) * 6 + usize::from(self.enemy) - 1
    }

    /// The state of this number.
    #[inline]
    pub fn from_index(index: usize) -> Self {
        let player = index / 6;
        Self {
            health: Health::from_index(player / GLORIES),
            glory: (player % GLORIES) as u8,
            enemy: (index % 6) as u8 + 1,
        }
    }

    /// All states, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FIGHTS).map(Self::from_index)
    }
}

/// Number of a living player's state, 0..162.
#[inline]
pub fn player_index(health: Health, glory: u8) -> usize {
    health.index() * GLORIES + usize::from(glory)
}

/// The player's state of this number.
#[inline]
pub fn player_from_index(index: usize) -> (Health, u8) {
    (Health::from_index(index / GLORIES), (index % GLORIES) as u8)
}

/// The result of a match as far as anything later can see it, as a number below 1146.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome(pub u16);

/// An [`Outcome`] in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Result {
    /// Both live.
    FightOn(Fight),
    /// The enemy is down, the player lives.
    EnemyDown(Health, u8),
    /// The player is dead, with this glory.
    Dead(u8),
    /// Both fell, with this glory; apart from [`Result::Dead`] only under `mutual_kill=conquest`.
    BothFell(u8),
}

impl Outcome {
    /// First outcome in which the enemy is down.
    pub const DOWN: usize = FIGHTS;
    /// First death.
    pub const DEAD: usize = FIGHTS + PLAYERS;
    /// First double fall.
    pub const BOTH: usize = Self::DEAD + GLORIES;
    /// One more than the last outcome.
    pub const COUNT: usize = Self::BOTH + GLORIES;

    /// From words.
    #[inline]
    pub fn new(result: Result) -> Self {
        Self(match result {
            Result::FightOn(fight) => fight.index(),
            Result::EnemyDown(health, glory) => Self::DOWN + player_index(health, glory),
            Result::Dead(glory) => Self::DEAD + usize::from(glory),
            Result::BothFell(glory) => Self::BOTH + usize::from(glory),
        } as u16)
    }

    /// In words.
    #[inline]
    pub fn result(self) -> Result {
        let at = usize::from(self.0);
        if at < Self::DOWN {
            Result::FightOn(Fight::from_index(at))
        } else if at < Self::DEAD {
            let (health, glory) = player_from_index(at - Self::DOWN);
            Result::EnemyDown(health, glory)
        } else if at < Self::BOTH {
            Result::Dead((at - Self::DEAD) as u8)
        } else {
            Result::BothFell((at - Self::BOTH) as u8)
        }
    }

    /// True while the fight goes on.
    #[inline]
    pub fn is_open(self) -> bool {
        usize::from(self.0) < Self::DOWN
    }

    /// Glory afterwards.
    pub fn glory(self) -> u8 {
        match self.result() {
            Result::FightOn(f) => f.glory,
            Result::EnemyDown(_, g) | Result::Dead(g) | Result::BothFell(g) => g,
        }
    }

    /// Health afterwards; gone when dead.
    pub fn health(self) -> Health {
        match self.result() {
            Result::FightOn(f) => f.health,
            Result::EnemyDown(health, _) => health,
            Result::Dead(_) | Result::BothFell(_) => Health::GONE,
        }
    }

    /// Enemy health afterwards; 0 when it is down or the player dead.
    pub fn enemy(self) -> u8 {
        match self.result() {
            Result::FightOn(f) => f.enemy,
            _ => 0,
        }
    }

    /// The word of case files: `fight_on`, `enemy_down` or `dead`.
    pub fn word(self) -> &'static str {
        match self.result() {
            Result::FightOn(_) => "fight_on",
            Result::EnemyDown(..) => "enemy_down",
            Result::Dead(_) | Result::BothFell(_) => "dead",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result() {
            Result::FightOn(s) => write!(
                f,
                "fight on {} glory {} enemy {}",
                s.health, s.glory, s.enemy
            ),
            Result::EnemyDown(health, glory) => write!(f, "enemy down {health} glory {glory}"),
            Result::Dead(glory) => write!(f, "dead glory {glory}"),
            Result::BothFell(glory) => write!(f, "both fell glory {glory}"),
        }
    }
}

/// What happens next in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Enemy cards are drawn.
    Draw,
    /// The event die is rolled, shifted or not, and takes effect.
    Event,
    /// A match is fought.
    Match,
    /// The round is done; one health die may be rolled.
    Gamble,
    /// Bloody conquest.
    Conquest,
    /// Agonizing death.
    Death,
    /// A fight reached the cap on matches.
    Stalled,
}

/// A whole game between two steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameState(u64);

const _: () =
    assert!(size_of::<GameState>() == 8 && size_of::<Outcome>() == 2 && size_of::<Health>() == 2);

/// Position and width of a field.
type Field = (u32, u32);
const LOW: Field = (0, 3);
const HIGH: Field = (3, 3);
const GLORY: Field = (6, 3);
const ENEMY: Field = (9, 3);
const ROUND: Field = (12, 3);
const EVENT: Field = (15, 3);
const PHASE: Field = (18, 3);
const RIGHT: Field = (21, 1);
const BARGAINED: Field = (22, 1);
const MATCHES: Field = (23, 10);
const DECK: Field = (33, 5);
const ROW_LEN: Field = (38, 3);
const ROW: Field = (41, 15);
const TO_DRAW: Field = (56, 3);

impl GameState {
    /// A game at its first step: nothing drawn, `to_draw` cards to draw from the whole deck.
    pub fn start(health: Health, glory: u8, cards: u8, to_draw: u8) -> Self {
        let mut s = Self(0);
        s.set_health(health);
        s.set_glory(glory);
        s.set(ROUND, 1);
        s.set(DECK, (1 << cards) - 1);
        s.set(TO_DRAW, u64::from(to_draw));
        s
    }

    #[inline(always)]
    fn get(self, field: Field) -> u8 {
        (self.0 >> field.0) as u8 & ((1u16 << field.1) - 1) as u8
    }

    #[inline(always)]
    fn set(&mut self, field: Field, value: u64) {
        let mask = ((1u64 << field.1) - 1) << field.0;
        debug_assert!(value < 1 << field.1);
        self.0 = self.0 & !mask | value << field.0;
    }

    /// The health dice.
    #[inline]
    pub fn health(self) -> Health {
        Health {
            low: self.get(LOW),
            high: self.get(HIGH),
        }
    }

    /// Sets the health dice.
    #[inline]
    pub fn set_health(&mut self, health: Health) {
        self.set(LOW, health.low.into());
        self.set(HIGH, health.high.into());
    }

    /// Glory, 0..=5.
    #[inline]
    pub fn glory(self) -> u8 {
        self.get(GLORY)
    }

    /// Sets the glory.
    #[inline]
    pub fn set_glory(&mut self, glory: u8) {
        self.set(GLORY, glory.into());
    }

    /// Health of the enemy being fought.
    #[inline]
    pub fn enemy(self) -> u8 {
        self.get(ENEMY)
    }

    /// Sets the enemy health.
    #[inline]
    pub fn set_enemy(&mut self, enemy: u8) {
        self.set(ENEMY, enemy.into());
    }

    /// Round, 1..=6.
    #[inline]
    pub fn round(self) -> u8 {
        self.get(ROUND)
    }

    /// Sets the round.
    pub fn set_round(&mut self, round: u8) {
        self.set(ROUND, round.into());
    }

    /// Face of the event in force, 1..=6; 0 before the first.
    #[inline]
    pub fn event(self) -> u8 {
        self.get(EVENT)
    }

    /// Sets the event.
    pub fn set_event(&mut self, event: u8) {
        self.set(EVENT, event.into());
    }

    /// What happens next.
    #[inline]
    pub fn phase(self) -> Phase {
        match self.get(PHASE) {
            0 => Phase::Draw,
            1 => Phase::Event,
            2 => Phase::Match,
            3 => Phase::Gamble,
            4 => Phase::Conquest,
            5 => Phase::Death,
            _ => Phase::Stalled,
        }
    }

    /// Sets what happens next.
    #[inline]
    pub fn set_phase(&mut self, phase: Phase) {
        self.set(PHASE, phase as u64);
    }

    /// True when the game is over.
    #[inline]
    pub fn is_over(self) -> bool {
        self.get(PHASE) >= Phase::Conquest as u8
    }

    /// Whether event 1 still allows a combat 1 to be rolled again.
    #[inline]
    pub fn right(self) -> bool {
        self.get(RIGHT) == 1
    }

    /// Sets the right of event 1.
    #[inline]
    pub fn set_right(&mut self, right: bool) {
        self.set(RIGHT, right.into());
    }

    /// Whether the bargain has been struck against this enemy (kept only under `bargain_limit=enemy`).
    #[inline]
    pub fn bargained(self) -> bool {
        self.get(BARGAINED) == 1
    }

    /// Sets whether the bargain has been struck.
    #[inline]
    pub fn set_bargained(&mut self, bargained: bool) {
        self.set(BARGAINED, bargained.into());
    }

    /// Matches fought against this enemy (kept only under a cap on matches).
    #[inline]
    pub fn matches(self) -> u16 {
        (self.0 >> MATCHES.0) as u16 & 1023
    }

    /// Sets the matches fought against this enemy.
    #[inline]
    pub fn set_matches(&mut self, matches: u16) {
        self.set(MATCHES, matches.into());
    }

    /// Cards in the deck, one bit each.
    #[inline]
    pub fn deck(self) -> u8 {
        self.get(DECK)
    }

    /// Sets the deck.
    pub fn set_deck(&mut self, deck: u8) {
        self.set(DECK, deck.into());
    }

    /// Cards still to draw for the row.
    pub fn to_draw(self) -> u8 {
        self.get(TO_DRAW)
    }

    /// Sets the cards still to draw.
    pub fn set_to_draw(&mut self, n: u8) {
        self.set(TO_DRAW, n.into());
    }

    /// The row.
    #[inline]
    pub fn row(self) -> Row {
        Row {
            len: self.get(ROW_LEN),
            cards: (self.0 >> ROW.0) as u16 & 0x7fff,
        }
    }

    /// Sets the row.
    #[inline]
    pub fn set_row(&mut self, row: Row) {
        self.set(ROW_LEN, row.len.into());
        self.set(ROW, row.cards.into());
    }

    /// Player and enemy, while a match is next.
    #[inline]
    pub fn fight(self) -> Fight {
        Fight {
            health: self.health(),
            glory: self.glory(),
            enemy: self.enemy(),
        }
    }
}

impl fmt::Debug for GameState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameState")
            .field("phase", &self.phase())
            .field("round", &self.round())
            .field("event", &self.event())
            .field("health", &self.health())
            .field("glory", &self.glory())
            .field("enemy", &self.enemy())
            .field("deck", &self.deck())
            .field("row", &self.row().iter().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// Enemies of a round that are left, in order; cards are numbers below 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Row {
    len: u8,
    cards: u16,
}

impl Row {
    /// From cards in order.
    ///
    /// # Panics
    /// Beyond five cards.
    pub fn new(cards: &[u8]) -> Self {
        let mut row = Self::default();
        cards.iter().for_each(|&c| row.push(c));
        row
    }

    /// Number of cards.
    #[inline]
    pub fn len(self) -> u8 {
        self.len
    }

    /// True when nobody is left.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The one being fought.
    #[inline]
    pub fn first(self) -> u8 {
        self.cards as u8 & 7
    }

    /// The card at this place.
    #[inline]
    pub fn get(self, at: u8) -> u8 {
        (self.cards >> (3 * at)) as u8 & 7
    }

    /// One more at the right end.
    pub fn push(&mut self, card: u8) {
        assert!(self.len < 5, "a row has at most five cards");
        self.cards |= u16::from(card) << (3 * self.len);
        self.len += 1;
    }

    /// The row without its first card.
    #[inline]
    pub fn rest(self) -> Self {
        Self {
            len: self.len - 1,
            cards: self.cards >> 3,
        }
    }

    /// The cards in order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..self.len).map(move |i| self.get(i))
    }

    /// The cards, one bit each.
    #[inline]
    pub fn mask(self) -> u8 {
        self.iter().fold(0, |m, c| m | 1 << c)
    }

    /// A number below 2^18 that names the row.
    #[inline]
    pub fn code(self) -> u32 {
        u32::from(self.len) << 15 | u32::from(self.cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_are_one_to_one() {
        assert_eq!(
            Health::all().map(Health::index).collect::<Vec<_>>(),
            (0..27).collect::<Vec<_>>()
        );
        assert!(
            Fight::all()
                .enumerate()
                .all(|(i, f)| f.index() == i && f.enemy <= 6 && f.glory <= 5)
        );
        for code in 0..Outcome::COUNT as u16 {
            assert_eq!(Outcome::new(Outcome(code).result()), Outcome(code));
        }
        assert_eq!(
            (Outcome::DOWN, Outcome::DEAD, Outcome::BOTH),
            (972, 1134, 1140)
        );
    }

    #[test]
    fn a_game_state_keeps_its_fields_apart() {
        let mut s = GameState::start(Health::new(4, 4), 0, 5, 2);
        s.set_row(Row::new(&[4, 0, 3, 1, 2]));
        s.set_matches(1000);
        s.set_event(6);
        s.set_right(true);
        s.set_bargained(true);
        s.set_phase(Phase::Stalled);
        s.set_round(6);
        s.set_enemy(6);
        s.set_glory(5);
        assert_eq!(
            (s.health(), s.glory(), s.enemy(), s.round(), s.event()),
            (Health::new(4, 4), 5, 6, 6, 6)
        );
        assert_eq!(
            (s.matches(), s.deck(), s.to_draw(), s.right(), s.bargained()),
            (1000, 31, 2, true, true)
        );
        assert_eq!(s.row().iter().collect::<Vec<_>>(), [4, 0, 3, 1, 2]);
        assert_eq!(s.row().rest().iter().collect::<Vec<_>>(), [0, 3, 1, 2]);
        assert_eq!(s.phase(), Phase::Stalled);
        assert!(s.is_over());
    }
}
