//! Policies around a policy: they decide as it does, except for what they see to themselves or take note of.

use super::dice::Roll;
use super::policy::Player;
use super::rules::game::{Code, Game, Policy};
use super::state::{Die, GameState};
use crate::chance::Chance;

/// A policy around another. What is not said is decided by the one inside.
pub trait Around {
    /// The policy inside.
    fn inside(&self) -> &Player;

    /// A step of the event die.
    fn shifting<C: Chance>(&self, game: &Game, state: &GameState, die: u8, chance: &mut C) -> i8 {
        self.inside().event_shift(game, state, die, chance)
    }

    /// The die that event 5 heals.
    fn healing<C: Chance>(&self, game: &Game, state: &GameState, chance: &mut C) -> Die {
        self.inside().heal(game, state, chance)
    }

    /// Whether a 1 is rolled again.
    fn rerolling<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> bool {
        self.inside().reroll_one(game, state, roll, chance)
    }

    /// The outcome of a match.
    fn playing<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> Code {
        self.inside().play_match(game, state, roll, chance)
    }

    /// The die that is gambled with.
    fn gambling<C: Chance>(&self, game: &Game, state: &GameState, chance: &mut C) -> Option<Die> {
        self.inside().gamble(game, state, chance)
    }
}

impl<A: Around> Policy for A {
    fn event_shift<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        die: u8,
        chance: &mut C,
    ) -> i8 {
        self.shifting(game, state, die, chance)
    }

    fn heal<C: Chance>(&self, game: &Game, state: &GameState, chance: &mut C) -> Die {
        self.healing(game, state, chance)
    }

    fn reroll_one<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> bool {
        self.rerolling(game, state, roll, chance)
    }

    fn play_match<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> Code {
        self.playing(game, state, roll, chance)
    }

    fn gamble<C: Chance>(&self, game: &Game, state: &GameState, chance: &mut C) -> Option<Die> {
        self.gambling(game, state, chance)
    }
}
