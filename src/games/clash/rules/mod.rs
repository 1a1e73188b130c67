//! The rules of a duel: the only place where they live. Cited by rulebook heading.
//!
//! A duel is a state machine. [`Rules::need`] says what must happen next, one of the `Rules::after_*` functions applies
//! what happened; steps in which nothing can happen are passed over. [`Rules::advance`] drives the machine with a
//! source of chance and two policies; sampling, enumeration, solving, scripts and traces all go through it.

mod need;
mod reading;

pub use need::{Given, Need, Roll};
pub use reading::{Faces, Rules};

use super::counts::{Counts, Kind};
use super::policy::{DuelPolicy, View};
use super::state::{DuelState, Side, Step};
use super::unit::Unit;
use crate::chance::Chance;

impl Rules {
    /// A duel before its first step. `challenger` is the side that placed the Combat disc.
    ///
    /// First roller: strictly more spears on the carrier, all counted; on a tie the challenger
    /// \[Gladiators vs. Gladiators\].
    pub fn start(&self, attacker: Unit, defender: Unit, challenger: usize) -> DuelState {
        let sides = [Side::new(attacker), Side::new(defender)];
        let spears = sides.map(|s| s.active.get(Kind::Spear));
        let first = match spears[0].cmp(&spears[1]) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => challenger,
        };
        let mut state = DuelState {
            sides,
            step: Step::Nets,
            who: first as u8,
            pending: 0,
            latch: 0,
        };
        if self.simultaneous_nets {
            state.latch = sides[1 - first].active.get(Kind::Net);
        }
        self.settle(&mut state);
        state
    }

    /// Nets that the acting side may use now; none where an animal takes part \[Gladiators vs. a Wild Animal\].
    fn nets(&self, state: &DuelState) -> u8 {
        if state.sides.iter().any(Side::is_animal) || state.sides[state.target()].active.is_empty()
        {
            return 0;
        }
        if state.turn() == 1 && self.simultaneous_nets {
            return state.latch & 7;
        }
        state.sides[state.roller()].active.get(Kind::Net)
    }

    /// Dice of the acting side: a team takes 1 and one for each active sword, an animal one for each sword symbol.
    pub fn dice(&self, state: &DuelState) -> u8 {
        if self.dice_after_nets && state.turn() == 1 {
            return state.latch >> 3 & 7;
        }
        self.dice_now(&state.sides[state.roller()])
    }

    /// Dice beside those of the swords, of a team or an animal.
    pub fn basic_dice(&self, animal: bool) -> u8 {
        self.base_dice[usize::from(animal)]
    }

    fn dice_now(&self, side: &Side) -> u8 {
        self.base_dice[usize::from(side.is_animal())] + side.active.get(Kind::Sword)
    }

    /// Whether the acting side may re-roll: strictly more active tridents than the target.
    pub fn may_reroll(&self, state: &DuelState) -> bool {
        if self.tridents_after_nets && state.turn() == 1 {
            return state.latch >> 6 & 1 == 1;
        }
        Self::trident_majority(&state.sides[state.roller()], &state.sides[state.target()])
    }

    pub(super) fn trident_majority(roller: &Side, target: &Side) -> bool {
        Self::more_tridents(
            roller.active.get(Kind::Trident),
            target.active.get(Kind::Trident),
        )
    }

    /// The majority that allows a re-roll, by active tridents of roller and target.
    #[inline]
    pub(super) fn more_tridents(roller: u8, target: u8) -> bool {
        roller > target
    }

    /// What must happen next.
    pub fn need(&self, state: &DuelState) -> Need {
        let side = state.roller();
        match state.step {
            Step::Nets => Need::NetDice {
                side,
                dice: self.nets(state),
            },
            Step::NameNets => {
                let most = state.pending;
                Need::NameNets {
                    side,
                    least: if self.optional_nets { 0 } else { most },
                    most,
                }
            }
            Step::Roll => Need::Roll {
                side,
                dice: self.dice(state),
                again: false,
            },
            Step::RollAgain => Need::Roll {
                side,
                dice: self.dice(state),
                again: true,
            },
            Step::Reroll => Need::Reroll {
                side,
                roll: self.roll_in_hand(state),
            },
            Step::Lose => Need::Lose {
                side: state.target(),
                count: state.pending,
            },
            Step::End => Need::Nothing,
        }
    }

    fn roll_in_hand(&self, state: &DuelState) -> Roll {
        let (crits, singles) = (state.pending >> 4, state.pending & 15);
        Roll {
            crits,
            singles,
            misses: self.dice(state) - crits - singles,
        }
    }

    /// Passes over steps in which nothing can happen.
    fn settle(&self, state: &mut DuelState) {
        loop {
            match state.step {
                Step::Nets => match (self.nets(state), &self.net_pools) {
                    (0, _) => self.nets_done(state),
                    (n, None) => {
                        state.step = Step::NameNets;
                        state.pending = n.min(state.sides[state.target()].active.total());
                    }
                    (_, Some(_)) => return,
                },
                Step::NameNets if state.pending == 0 => self.nets_done(state),
                Step::Roll if self.dice(state) == 0 => self.roll_done(state),
                Step::Lose if state.pending == 0 => self.roll_done(state),
                _ => return,
            }
        }
    }

    /// One side's nets have worked: the other's turn, then the dice.
    fn nets_done(&self, state: &mut DuelState) {
        state.pending = 0;
        if state.turn() == 0 {
            state.who |= 2;
            state.step = Step::Nets;
            return;
        }
        let (second, first) = (state.roller(), state.target());
        state.latch = 0;
        if self.dice_after_nets {
            state.latch |= self.dice_now(&state.sides[second]) << 3;
        }
        if self.tridents_after_nets {
            state.latch |= u8::from(Self::trident_majority(
                &state.sides[second],
                &state.sides[first],
            )) << 6;
        }
        state.who &= 1;
        state.step = Step::Roll;
    }

    /// A roll has been dealt with: counter-attack, or the end.
    fn roll_done(&self, state: &mut DuelState) {
        state.pending = 0;
        if state.turn() == 0 {
            state.who |= 2;
            state.step = Step::Roll;
        } else {
            self.finish(state);
        }
    }

    /// The end of a duel: netted survivors return.
    pub(super) fn finish(&self, state: &mut DuelState) {
        for side in &mut state.sides {
            side.active = side.active.union(side.netted);
            side.netted = Counts::NONE;
            if self.animals_heal && side.is_animal() && !side.is_out() {
                side.markers = 0;
            }
        }
        state.step = Step::End;
        state.who &= 1;
        state.pending = 0;
        state.latch = 0;
    }

    /// Net dice have been rolled.
    pub fn after_net_dice(&self, state: &mut DuelState, successes: u8) {
        state.step = Step::NameNets;
        state.pending = successes.min(state.sides[state.target()].active.total());
        self.settle(state);
    }

    /// Net targets have been named; they take no part in this duel.
    pub fn after_nets(&self, state: &mut DuelState, named: Counts) {
        let target =
            &mut state.sides[1 - (usize::from(state.who & 1) ^ usize::from(state.who >> 1 & 1))];
        target.active = target.active.without(named);
        target.netted = target.netted.union(named);
        self.nets_done(state);
        self.settle(state);
    }

    /// Dice have been rolled, for the first or the second time.
    pub fn after_roll(&self, state: &mut DuelState, roll: Roll) {
        if state.step == Step::Roll && self.may_reroll(state) {
            state.step = Step::Reroll;
            state.pending = roll.crits << 4 | roll.singles;
        } else {
            self.damage(state, roll);
        }
    }

    /// The roller keeps the roll in hand or rolls all dice again.
    pub fn after_reroll(&self, state: &mut DuelState, again: bool) {
        if again {
            state.step = Step::RollAgain;
            state.pending = 0;
        } else {
            let roll = self.roll_in_hand(state);
            self.damage(state, roll);
        }
    }

    /// Shields, markers, losses \[Gladiators vs. Gladiators\], \[Gladiators vs. a Wild Animal\].
    fn damage(&self, state: &mut DuelState, roll: Roll) {
        let target = state.target();
        let side = &mut state.sides[target];
        let hits = roll.hits(side.active.get(Kind::Shield));
        if side.is_animal() {
            // A critical puts two markers; its symbols do not shrink.
            side.markers = (side.markers + hits).min(side.hits);
            if side.is_out() {
                return self.finish(state);
            }
            state.pending = 0;
        } else {
            // lost = min(n, c + floor((m + u) / 2)); the order of criticals and markers is irrelevant.
            let size = side.size();
            let marked = side.markers + hits;
            let lost = (marked / 2).min(size);
            if lost == size {
                // Nobody is left: no choice, no marker, no counter-attack.
                (side.active, side.netted, side.markers) = (Counts::NONE, Counts::NONE, 0);
                return self.finish(state);
            }
            side.markers = if self.drop_markers { 0 } else { marked % 2 };
            state.pending = lost;
        }
        state.step = Step::Lose;
        self.settle(state);
    }

    /// Gladiators have been given up.
    pub fn after_losses(&self, state: &mut DuelState, given: Given) {
        let side = &mut state.sides[state.target()];
        side.active = side.active.without(given.active);
        side.netted = side.netted.without(given.netted);
        self.roll_done(state);
        self.settle(state);
    }

    /// Lets the next thing happen. `policies` are the attacker's and the defender's.
    pub fn advance<C: Chance, P: DuelPolicy>(
        &self,
        state: &mut DuelState,
        policies: [&P; 2],
        chance: &mut C,
    ) {
        let second = state.turn() == 1;
        match self.need(state) {
            Need::NetDice { dice, .. } => {
                let pools = self
                    .net_pools
                    .as_ref()
                    .expect("net dice are needed only where they are rolled");
                let successes = chance.draw(
                    ["first_net_dice", "second_net_dice"][usize::from(second)],
                    &pools[usize::from(dice)],
                );
                self.after_net_dice(state, successes);
            }
            Need::NameNets { side, least, most } => {
                let view = View {
                    rules: self,
                    state,
                    side,
                };
                let named = policies[side].name_nets(&view, least, most, chance);
                debug_assert!(named.total() >= least && named.total() <= most);
                self.after_nets(state, named);
            }
            Need::Roll { dice, again, .. } => {
                let site = [
                    ["first_roll", "second_roll"],
                    ["first_reroll", "second_reroll"],
                ][usize::from(again)][usize::from(second)];
                let roll = chance.draw(site, self.pool(dice));
                self.after_roll(state, roll);
            }
            Need::Reroll { side, roll } => {
                let view = View {
                    rules: self,
                    state,
                    side,
                };
                let again = policies[side].reroll(&view, roll, chance);
                self.after_reroll(state, again);
            }
            Need::Lose { side, count } => {
                let view = View {
                    rules: self,
                    state,
                    side,
                };
                let given = policies[side].lose(&view, count, chance);
                debug_assert!(given.active.total() + given.netted.total() == count);
                self.after_losses(state, given);
            }
            Need::Nothing => {}
        }
    }

    /// Plays a duel to its end.
    pub fn play<C: Chance, P: DuelPolicy>(
        &self,
        mut state: DuelState,
        policies: [&P; 2],
        chance: &mut C,
    ) -> DuelState {
        while !state.is_over() {
            self.advance(&mut state, policies, chance);
        }
        state
    }
}
