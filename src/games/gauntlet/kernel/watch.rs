//! A policy with an eye on what it decides.

use super::*;
use crate::games::gauntlet::around::Around;

/// A policy with an eye on what it decides.
pub(super) struct Watch<'a> {
    pub(super) player: &'a Player,
    pub(super) shifts: Cell<u32>,
    pub(super) gambled: Cell<bool>,
    pub(super) decided: Cell<Option<(usize, Code)>>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(player: &'a Player) -> Self {
        Self {
            player,
            shifts: Cell::new(0),
            gambled: Cell::new(false),
            decided: Cell::new(None),
        }
    }
}

impl Around for Watch<'_> {
    fn inside(&self) -> &Player {
        self.player
    }

    fn shifting<C: Chance>(&self, game: &Game, state: &GameState, die: u8, chance: &mut C) -> i8 {
        let step = self.player.event_shift(game, state, die, chance);
        self.shifts.set(self.shifts.get() + u32::from(step != 0));
        step
    }

    fn playing<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> Code {
        let code = self.player.play_match(game, state, roll, chance);
        let layer = usize::from(state.bargained());
        self.decided.set(Some((
            (layer * FIGHTS + state.fight().index()) * ROLLS + roll.index(),
            code,
        )));
        code
    }

    fn gambling<C: Chance>(&self, game: &Game, state: &GameState, chance: &mut C) -> Option<Die> {
        let die = self.player.gamble(game, state, chance);
        self.gambled.set(die.is_some());
        die
    }
}
