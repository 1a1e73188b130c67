//! What a match can come to, as a number.

use super::{FIGHTS, Fight, GLORIES, Health, PLAYERS, player_from_index, player_index};
use std::fmt;

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
