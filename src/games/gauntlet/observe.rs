//! Decisions of a policy as they come up in its own games: a sample for maps, shares and lists of rules.

use super::action::Action;
use super::around::Around;
use super::contexts::Context;
use super::dice::Roll;
use super::kernel::{LONGEST, words_of};
use super::policy::Player;
use super::rules::game::{Code, Game, Policy};
use super::state::{Fight, GameState};
use crate::chance::Chance;
use crate::playout::Block;
use rayon::prelude::*;
use std::cell::RefCell;

/// A match that a policy has decided on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observed {
    /// Where in the game.
    pub context: Context,
    /// Layer of the bargain.
    pub layer: usize,
    /// Player and enemy.
    pub fight: Fight,
    /// The roll.
    pub roll: Roll,
    /// What the policy made of it.
    pub code: Code,
}

impl Observed {
    /// The action to show for it.
    pub fn action(&self, player: &Player) -> Option<Action> {
        let game = &player.library().game;
        player.catalogues(self.context.class(game))[self.layer].action(
            &game.rules,
            self.fight,
            self.roll,
            self.code,
        )
    }
}

struct Recorder<'a> {
    player: &'a Player,
    seen: RefCell<Vec<Observed>>,
}

impl Around for Recorder<'_> {
    fn inside(&self) -> &Player {
        self.player
    }

    fn playing<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> Code {
        let code = self.player.play_match(game, state, roll, chance);
        self.seen.borrow_mut().push(Observed {
            context: Context::of(game, state),
            layer: usize::from(state.bargained()),
            fight: state.fight(),
            roll,
            code,
        });
        code
    }
}

/// Games of a block of observation.
const BLOCK: u32 = 64;

/// The matches of the first `games` games of a seed, game by game. The games are those of [`super::kernel::Games`] with that seed only within
/// blocks of 64; the same seed always gives the same sample.
pub fn observe(player: &Player, seed: u64, games: u32) -> Vec<Observed> {
    let game = &player.library().game;
    let blocks: Vec<u32> = (0..games.div_ceil(BLOCK)).collect();
    let played: Vec<Vec<Observed>> = blocks
        .par_iter()
        .map(|&b| {
            let recorder = Recorder {
                player,
                seen: RefCell::default(),
            };
            for j in 0..BLOCK.min(games - b * BLOCK) {
                let block = Block {
                    seed,
                    index: b.into(),
                    first: u64::from(b * BLOCK),
                    count: BLOCK,
                };
                let mut words = words_of(&block, j);
                let mut state = game.start();
                let mut steps = 0;
                while !state.is_over() && steps < LONGEST {
                    game.advance(&mut state, &recorder, &mut words);
                    steps += 1;
                }
            }
            recorder.seen.into_inner()
        })
        .collect();
    played.concat()
}
