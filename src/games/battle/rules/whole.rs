//! Picking weapons up, whole turns, whole battles.

use super::Rules;
use super::turn::{Players, Woken};
use crate::chance::Chance;
use crate::games::battle::dice::{self, Roll, Sixes};
use crate::games::battle::fighter::Fighter;
use crate::games::battle::policy::{Player, View};
use crate::games::battle::readings::Retrieving;
use crate::games::battle::state::{Guard, State};

impl Rules {
    /// Dice of a retrieve roll; `None` if there is no roll (switch `retrieve_weapon`, an assumed rule).
    pub fn retrieve_dice(&self, f: &Fighter) -> Option<u8> {
        match self.readings.retrieving {
            Retrieving::RankDiceMin1 => Some(f.retrieve.max(1)),
            Retrieving::RanksOnly => Some(f.retrieve),
            Retrieving::Automatic | Retrieving::Off => None,
        }
    }

    /// Whether a gladiator may try to pick something up.
    pub fn may_retrieve(&self, f: &Fighter, state: State, side: usize) -> bool {
        let able = match self.readings.retrieving {
            Retrieving::Off => false,
            Retrieving::RanksOnly => f.retrieve > 0,
            Retrieving::RankDiceMin1 | Retrieving::Automatic => true,
        };
        able && f.listed().iter().any(|w| {
            w.slot
                .is_some_and(|slot| state.in_hand(side, slot) < w.copies)
        })
    }

    pub(super) fn retrieve<C: Chance, P: Player>(
        &self,
        f: &[Fighter; 2],
        state: State,
        players: Players<'_, P>,
        chance: &mut C,
    ) -> State {
        let x = state.active();
        let (mut copies, mut state) = (1, state);
        if let Some(dice) = self.retrieve_dice(&f[x]) {
            let view = View {
                rules: self,
                fighters: f,
                state,
                side: x,
            };
            let luck = players[x]
                .luck(&view, Roll::Retrieve, dice)
                .min(self.most_luck(dice, state.luck(x)));
            let thrown = dice::throw::<Sixes, C>(x, Roll::Retrieve, dice, luck, chance);
            copies = thrown.shows.0;
            state = state.with_luck(x, state.luck(x) - thrown.lost);
        }
        for w in f[x].listed() {
            if let Some(slot) = w.slot {
                let taken = copies.min(w.copies - state.in_hand(x, slot));
                state = state.with_in_hand(x, slot, state.in_hand(x, slot) + taken);
                copies -= taken;
            }
        }
        self.pass(state.with_guard(x, Guard::Normal), false)
    }

    /// A whole turn.
    pub fn turn<C: Chance, P: Player>(
        &self,
        f: &[Fighter; 2],
        state: State,
        players: Players<'_, P>,
        chance: &mut C,
    ) -> State {
        match self.wake(f, state, players, chance) {
            Woken::Done(after) => after,
            Woken::Choose(state) => {
                let side = state.active();
                let action = players[side].choose(
                    &View {
                        rules: self,
                        fighters: f,
                        state,
                        side,
                    },
                    chance,
                );
                self.act(f, state, action, players, chance)
            }
        }
    }

    /// Plays turns until the end or the cap; the end and the turns played, the last one included.
    pub fn play<C: Chance, P: Player>(
        &self,
        f: &[Fighter; 2],
        mut state: State,
        players: Players<'_, P>,
        chance: &mut C,
    ) -> (State, u32) {
        let mut turns = 0;
        while !state.is_over() {
            if turns == self.readings.max_turns {
                return (state.undecided(), turns);
            }
            state = self.turn(f, state, players, chance);
            turns += 1;
        }
        (state, turns)
    }
}
