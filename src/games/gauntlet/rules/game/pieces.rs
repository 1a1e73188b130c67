//! What a game is put together from, and who decides in it.

use super::*;

/// A side of an enemy card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Enemy {
    /// Printed health, 1..=6; `None`: the player's glory when first fought.
    pub health: Option<u8>,
    /// Its ability.
    pub ability: Ability,
}

/// A row of the Round card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Round {
    /// Cards to draw.
    pub cards: u8,
    /// Side: 0 for A, 1 for B.
    pub side: u8,
    /// Faces that the enemies roll again.
    pub faces: Faces,
}

/// An event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// One own combat die showing 1 may be rolled again, once in this round's combat.
    RerollOne,
    /// Glory becomes 5.
    MaxGlory,
    /// One more card, at the right end.
    ExtraEnemy,
    /// The enemy wins tied pairs.
    EnemyWinsTies,
    /// +2 on a remaining health die.
    Heal,
    /// The player wins tied pairs.
    PlayerWinsTies,
    /// Nothing: on no card, for questions about what an event is worth.
    Nothing,
}

impl Event {
    /// All six, in the published order.
    pub const ALL: [Self; 6] = [
        Self::RerollOne,
        Self::MaxGlory,
        Self::ExtraEnemy,
        Self::EnemyWinsTies,
        Self::Heal,
        Self::PlayerWinsTies,
    ];

    /// The name in data files and cases.
    pub fn name(self) -> &'static str {
        [
            "reroll_one",
            "max_glory",
            "extra_enemy",
            "enemy_wins_ties",
            "heal",
            "player_wins_ties",
            "none",
        ][self as usize]
    }

    /// The event of this name, or which name is nearest.
    pub fn parse(name: &str) -> Result<Self> {
        Self::ALL
            .into_iter()
            .find(|e| e.name() == name)
            .ok_or_else(|| {
                let known = Self::ALL.map(Self::name);
                let meant = crate::scenario::did_you_mean(name, known);
                Error::usage(format!(
                    "unknown event `{}`{meant} ({})",
                    name.escape_debug(),
                    known.join(", ")
                ))
            })
    }

    /// The tie rule while it is in force \[Ties\].
    pub fn ties(self) -> Ties {
        match self {
            Self::EnemyWinsTies => Ties::Enemy,
            Self::PlayerWinsTies => Ties::Player,
            _ => Ties::Nobody,
        }
    }
}

/// An outcome, and whether the bargain has been struck against this enemy (told apart only under `bargain_limit=enemy`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u16);

impl Code {
    /// One more than the last code.
    pub const COUNT: usize = 2 * Outcome::COUNT;

    /// From its parts.
    #[inline]
    pub fn new(outcome: Outcome, bargained: bool) -> Self {
        Self(outcome.0 + if bargained { Outcome::COUNT as u16 } else { 0 })
    }

    /// The outcome.
    #[inline]
    pub fn outcome(self) -> Outcome {
        Outcome(if self.bargained() {
            self.0 - Outcome::COUNT as u16
        } else {
            self.0
        })
    }

    /// Whether the bargain has been struck.
    #[inline]
    pub fn bargained(self) -> bool {
        usize::from(self.0) >= Outcome::COUNT
    }
}

/// Takes the decisions of a game.
pub trait Policy {
    /// A step of the event die: -1, 0 or +1. Asked only where a step is legal.
    fn event_shift<C: Chance>(&self, game: &Game, state: &GameState, die: u8, chance: &mut C)
    -> i8;
    /// The die to heal, a remaining one.
    fn heal<C: Chance>(&self, game: &Game, state: &GameState, chance: &mut C) -> Die;
    /// Whether to roll a combat 1 again. Asked only where it is allowed.
    fn reroll_one<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> bool;
    /// What to make of a roll.
    fn play_match<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> Code;
    /// The die to gamble with, a remaining one.
    fn gamble<C: Chance>(&self, game: &Game, state: &GameState, chance: &mut C) -> Option<Die>;
}
