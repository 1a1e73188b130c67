//! The rules of a duel: the only place where they live. Cited by rulebook heading.
//!
//! A duel is a state machine. [`Rules::need`] says what must happen next, one of the `Rules::after_*` functions applies
//! what happened; steps in which nothing can happen are passed over. [`Rules::advance`] drives the machine with a
//! source of chance and two policies; sampling, enumeration, solving, scripts and traces all go through it.

use super::counts::{Counts, Kind};
use super::policy::{DuelPolicy, View};
use super::state::{DuelState, Side, Step};
use super::unit::Unit;
use crate::chance::{Chance, Dist, dice_pool};
use crate::error::{Error, Result};
use std::fmt;

/// What a roll shows: criticals and singles; the other dice missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll {
    /// Criticals: 2 hits each, never cancelled.
    pub crits: u8,
    /// Singles: 1 hit each, cancelled by shields.
    pub singles: u8,
    /// Dice that show nothing.
    pub misses: u8,
}

impl Roll {
    /// Hits against a target with this many active shields: 2c + max(0, s - shields).
    #[inline]
    pub fn hits(self, shields: u8) -> u8 {
        2 * self.crits + self.singles.saturating_sub(shields)
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (letter, count) in [('c', self.crits), ('s', self.singles), ('-', self.misses)] {
            (0..count).try_for_each(|_| write!(f, "{letter}"))?;
        }
        Ok(())
    }
}

/// Gladiators given up: some active, some netted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Given {
    /// Of those that take part.
    pub active: Counts,
    /// Of those a net took out of the duel.
    pub netted: Counts,
}

/// What must happen next; `side` is 0 for the attacker, 1 for the defender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Each usable net rolls a die.
    NetDice { side: usize, dice: u8 },
    /// `side` names between `least` and `most` active gladiators of the other side.
    NameNets { side: usize, least: u8, most: u8 },
    /// `side` rolls.
    Roll { side: usize, dice: u8, again: bool },
    /// `side` keeps the roll or rolls again.
    Reroll { side: usize, roll: Roll },
    /// `side` gives up gladiators.
    Lose { side: usize, count: u8 },
    /// The duel is over.
    Nothing,
}

/// A reading of the duel's rules. Field = switch; see the readings in `docs/clash.md`.
#[derive(Debug, Clone)]
pub struct Rules {
    /// C01 `net_order=simultaneous`: the second roller's netted net throwers still throw.
    pub simultaneous_nets: bool,
    /// C02 `net_use=optional`: a net may stay unused.
    pub optional_nets: bool,
    /// C04 `trident_timing=after_nets`: the majority is fixed once the nets have worked.
    pub tridents_after_nets: bool,
    /// C05 `dice_timing=after_nets`: losses do not shrink the counter-attack.
    pub dice_after_nets: bool,
    /// C07 `loss_scope=active_first`: a netted gladiator goes only when no active one is left.
    pub active_lost_first: bool,
    /// C09 `marker_carry=drop`: an odd single on a team is forgotten at the end of the roll.
    pub drop_markers: bool,
    /// C11 `animal_markers=heal`: an animal's markers go at the end of the duel.
    pub animals_heal: bool,
    base_dice: [u8; 2],
    pools: Vec<Dist<Roll>>,
    /// C03 `net_die`: successes of n net dice.
    net_pools: Option<Vec<Dist<u8>>>,
}

/// Faces of the die: critical, single, miss [The Duel].
pub type Faces = [u8; 3];

/// Most dice that one roll can take.
const MOST_DICE: u8 = 12;

impl Rules {
    /// The rulebook's duel with its die and its basic dice (team 1, animal 0).
    pub fn rulebook() -> Self {
        Self::new(&|_| None, [1, 2, 3], [1, 0]).expect("the rulebook's values are valid")
    }

    /// From the values of the switches (`None`: default), the faces of the die and the basic dice of a team and an animal.
    ///
    /// # Errors
    /// An unknown value of a duel switch, a die without faces, too many dice.
    pub fn new(switch: &dyn Fn(&str) -> Option<String>, faces: Faces, base_dice: [u8; 2]) -> Result<Self> {
        let choice = |key: &str, default: &str, other: &str| match switch(key).as_deref() {
            None => Ok(false),
            Some(v) if v == default => Ok(false),
            Some(v) if v == other => Ok(true),
            Some(v) => Err(Error::usage(format!("switch {key}: `{v}` is not one of {default}, {other}"))),
        };
        let sides: u32 = faces.iter().map(|&f| u32::from(f)).sum();
        if sides == 0 {
            return Err(Error::usage("the die has no faces: critical + single + miss must be at least 1"));
        }
        if base_dice.iter().any(|&d| d > MOST_DICE - 5) {
            return Err(Error::usage(format!("at most {} basic dice", MOST_DICE - 5)));
        }
        if u64::from(sides).checked_pow(2 * u32::from(base_dice[0].max(base_dice[1]) + 5)).is_none_or(|w| w >= 1 << 46) {
            return Err(Error::usage("a die with so many faces, rolled so often, cannot be enumerated exactly"));
        }
        let successes = match switch("net_die").as_deref() {
            None | Some("none") => None,
            Some("any_hit") => Some(faces[0] + faces[1]),
            Some("single") => Some(faces[1]),
            Some("critical") => Some(faces[0]),
            Some(v) => return Err(Error::usage(format!("switch net_die: `{v}` is not one of none, any_hit, single, critical"))),
        };
        let net_pools = successes.map(|good| {
            (0..=4)
                .map(|n| {
                    let mut weighted = Vec::new();
                    dice_pool(n, [good, sides as u8 - good], |[hits, _], ways| weighted.push((hits, ways)));
                    Dist::new(weighted)
                })
                .collect()
        });
        let pools = (0..=base_dice[0].max(base_dice[1]) + 5)
            .map(|n| {
                let mut weighted = Vec::new();
                dice_pool(n, faces, |[crits, singles, misses], ways| weighted.push((Roll { crits, singles, misses }, ways)));
                Dist::new(weighted)
            })
            .collect();
        Ok(Self {
            simultaneous_nets: choice("net_order", "sequential", "simultaneous")?,
            optional_nets: choice("net_use", "forced", "optional")?,
            tridents_after_nets: choice("trident_timing", "at_roll", "after_nets")?,
            dice_after_nets: choice("dice_timing", "at_roll", "after_nets")?,
            active_lost_first: choice("loss_scope", "any", "active_first")?,
            drop_markers: choice("marker_carry", "keep", "drop")?,
            animals_heal: choice("animal_markers", "keep", "heal")?,
            base_dice,
            pools,
            net_pools,
        })
    }

    /// The distribution of `dice` dice as (criticals, singles), `dice` at most 5 more than the basic dice.
    pub fn pool(&self, dice: u8) -> &Dist<Roll> {
        &self.pools[usize::from(dice)]
    }

    /// A duel before its first step. `challenger` is the side that placed the Combat disc.
    ///
    /// First roller: strictly more spears on the carrier, all counted; on a tie the challenger
    /// [Gladiators vs. Gladiators].
    pub fn start(&self, attacker: Unit, defender: Unit, challenger: usize) -> DuelState {
        let sides = [Side::new(attacker), Side::new(defender)];
        let spears = sides.map(|s| s.active.get(Kind::Spear));
        let first = match spears[0].cmp(&spears[1]) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => challenger,
        };
        let mut state = DuelState { sides, step: Step::Nets, who: first as u8, pending: 0, latch: 0 };
        if self.simultaneous_nets {
            state.latch = sides[1 - first].active.get(Kind::Net);
        }
        self.settle(&mut state);
        state
    }

    /// Nets that the acting side may use now; none where an animal takes part [Gladiators vs. a Wild Animal].
    fn nets(&self, state: &DuelState) -> u8 {
        if state.sides.iter().any(Side::is_animal) || state.sides[state.target()].active.is_empty() {
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
        roller.active.get(Kind::Trident) > target.active.get(Kind::Trident)
    }

    /// What must happen next.
    pub fn need(&self, state: &DuelState) -> Need {
        let side = state.roller();
        match state.step {
            Step::Nets => Need::NetDice { side, dice: self.nets(state) },
            Step::NameNets => {
                let most = state.pending;
                Need::NameNets { side, least: if self.optional_nets { 0 } else { most }, most }
            }
            Step::Roll => Need::Roll { side, dice: self.dice(state), again: false },
            Step::RollAgain => Need::Roll { side, dice: self.dice(state), again: true },
            Step::Reroll => Need::Reroll { side, roll: self.roll_in_hand(state) },
            Step::Lose => Need::Lose { side: state.target(), count: state.pending },
            Step::End => Need::Nothing,
        }
    }

    fn roll_in_hand(&self, state: &DuelState) -> Roll {
        let (crits, singles) = (state.pending >> 4, state.pending & 15);
        Roll { crits, singles, misses: self.dice(state) - crits - singles }
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
            state.latch |= u8::from(Self::trident_majority(&state.sides[second], &state.sides[first])) << 6;
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
        let target = &mut state.sides[1 - (usize::from(state.who & 1) ^ usize::from(state.who >> 1 & 1))];
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

    /// Shields, markers, losses [Gladiators vs. Gladiators], [Gladiators vs. a Wild Animal].
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
    pub fn advance<C: Chance, P: DuelPolicy>(&self, state: &mut DuelState, policies: [&P; 2], chance: &mut C) {
        let second = state.turn() == 1;
        match self.need(state) {
            Need::NetDice { dice, .. } => {
                let pools = self.net_pools.as_ref().expect("net dice are needed only where they are rolled");
                let successes = chance.draw(["first_net_dice", "second_net_dice"][usize::from(second)], &pools[usize::from(dice)]);
                self.after_net_dice(state, successes);
            }
            Need::NameNets { side, least, most } => {
                let view = View { rules: self, state, side };
                let named = policies[side].name_nets(&view, least, most, chance);
                debug_assert!(named.total() >= least && named.total() <= most);
                self.after_nets(state, named);
            }
            Need::Roll { dice, again, .. } => {
                let site = [["first_roll", "second_roll"], ["first_reroll", "second_reroll"]][usize::from(again)][usize::from(second)];
                let roll = chance.draw(site, self.pool(dice));
                self.after_roll(state, roll);
            }
            Need::Reroll { side, roll } => {
                let view = View { rules: self, state, side };
                let again = policies[side].reroll(&view, roll, chance);
                self.after_reroll(state, again);
            }
            Need::Lose { side, count } => {
                let view = View { rules: self, state, side };
                let given = policies[side].lose(&view, count, chance);
                debug_assert!(given.active.total() + given.netted.total() == count);
                self.after_losses(state, given);
            }
            Need::Nothing => {}
        }
    }

    /// Plays a duel to its end.
    pub fn play<C: Chance, P: DuelPolicy>(&self, mut state: DuelState, policies: [&P; 2], chance: &mut C) -> DuelState {
        while !state.is_over() {
            self.advance(&mut state, policies, chance);
        }
        state
    }

    /// Plays until the second roller is about to roll, or to the end if it comes before.
    pub fn play_first_half<C: Chance, P: DuelPolicy>(&self, mut state: DuelState, policies: [&P; 2], chance: &mut C) -> DuelState {
        while !(state.is_over() || state.step == Step::Roll && state.turn() == 1) {
            self.advance(&mut state, policies, chance);
        }
        state
    }
}
