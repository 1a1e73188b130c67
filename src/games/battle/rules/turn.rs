//! The course of a battle: initiative, then turns; a turn is wake-up, fate, focus, choice, attack and defence.
//!
//! [`Rules::wake`] runs from the start of a turn to the choice, [`Rules::act`] from the choice to the start of the
//! next turn; solvers put their decisions between the two, everything else calls [`Rules::turn`] and [`Rules::play`].

use super::{Action, Attack, Blow, Rules};
use crate::chance::Chance;
use crate::games::battle::column::Column;
use crate::games::battle::data::Fate;
use crate::games::battle::dice::{self, AnySix, Roll, Sum};
use crate::games::battle::fighter::Fighter;
use crate::games::battle::policy::{Incoming, Player, View};
use crate::games::battle::state::{EndedBy, Guard, State};

/// Where a turn is after wake-up, fate and focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Woken {
    /// The gladiator may act.
    Choose(State),
    /// His turn is over, or the battle.
    Done(State),
}

/// The two players of a battle.
pub(super) type Players<'a, P> = [&'a P; 2];

impl Rules {
    /// Before the first turn, which `first` takes \[Before the Battle\].
    pub fn start(&self, f: &[Fighter; 2], first: usize) -> State {
        State::new([f[0].side(), f[1].side()], first)
    }

    /// One throw for the first turn, by both, luck declared unseen \[Initiative\]. `Err` after a tie: throw again.
    pub fn throw_initiative<C: Chance, P: Player>(
        &self,
        f: &[Fighter; 2],
        state: State,
        players: Players<'_, P>,
        chance: &mut C,
    ) -> Result<State, State> {
        let luck = [0, 1].map(|side| {
            let view = View {
                rules: self,
                fighters: f,
                state,
                side,
            };
            let wanted = if self.readings.initiative_luck {
                players[side].luck(&view, Roll::Initiative, f[side].initiative)
            } else {
                0
            };
            wanted.min(self.most_luck(f[side].initiative, state.luck(side)))
        });
        let (mut after, mut sums) = (state, [0; 2]);
        for side in 0..2 {
            let thrown = dice::throw::<Sum, C>(
                side,
                Roll::Initiative,
                f[side].initiative,
                luck[side],
                chance,
            );
            sums[side] = thrown.shows.0;
            after = after.with_luck(side, state.luck(side) - thrown.lost);
        }
        match sums[0].cmp(&sums[1]) {
            std::cmp::Ordering::Greater => Ok(after.with_active(0)),
            std::cmp::Ordering::Less => Ok(after.with_active(1)),
            std::cmp::Ordering::Equal if self.readings.tie_by_coin => {
                Ok(after.with_active(usize::from(chance.draw("initiative_coin", &self.coin))))
            }
            std::cmp::Ordering::Equal => Err(after),
        }
    }

    /// Throws for the first turn until it is decided.
    pub fn initiative<C: Chance, P: Player>(
        &self,
        f: &[Fighter; 2],
        players: Players<'_, P>,
        chance: &mut C,
    ) -> State {
        let mut state = self.start(f, 0);
        loop {
            match self.throw_initiative(f, state, players, chance) {
                Ok(decided) => return decided,
                Err(tied) => state = tied,
            }
        }
    }

    /// A roll on which any six succeeds, with the luck that the player wants.
    fn any_six<C: Chance, P: Player>(
        &self,
        view: &View<'_>,
        roll: Roll,
        dice: u8,
        player: &P,
        chance: &mut C,
    ) -> (bool, State) {
        let (state, x) = (view.state, view.side);
        let luck = player
            .luck(view, roll, dice)
            .min(self.most_luck(dice, state.luck(x)));
        let thrown = dice::throw::<AnySix, C>(x, roll, dice, luck, chance);
        (
            thrown.shows.0,
            state.with_luck(x, state.luck(x) - thrown.lost),
        )
    }

    /// From the start of a turn to the choice: wake-up, fate, focus.
    pub fn wake<C: Chance, P: Player>(
        &self,
        f: &[Fighter; 2],
        mut state: State,
        players: Players<'_, P>,
        chance: &mut C,
    ) -> Woken {
        let x = state.active();
        let view = |state| View {
            rules: self,
            fighters: f,
            state,
            side: x,
        };
        let health = state.health(x);
        // At death's door there is no choice [Death's Door].
        let asked = health >= -10 && (self.readings.concede_any_turn || health < 0);
        if asked && players[x].gives_up(&view(state)) {
            return Woken::Done(self.lose(state, x, EndedBy::GaveUp));
        }
        if health < 0 {
            match self.stay(f, state, players, chance) {
                Ok(awake) => state = awake,
                Err(over) => return Woken::Done(over),
            }
        }
        if health < -10 {
            // Fate Roll, without luck.
            let face = chance.draw(dice::site(x, Roll::Fate, false), &self.fate_die);
            let fate = self.fates[usize::from(face) - 1];
            match self.after_fate(f, state, &fate, players, chance) {
                Ok(woken) => state = woken,
                Err(over) => return Woken::Done(over),
            }
            if fate.stunned && !self.readings.fate_5_focus {
                return Woken::Done(self.pass(state, false));
            }
        }
        if !state.stunned(x) {
            return Woken::Choose(state);
        }
        // Below zero and stunned: first awake, then focused [Negative Health and Stunned]. The attempt is free
        // [Focusing].
        if f[x].focus == 0 {
            return Woken::Done(self.pass(state, false));
        }
        let (focused, state) =
            self.any_six(&view(state), Roll::Focus, f[x].focus, players[x], chance);
        if focused {
            Woken::Choose(state.with_stunned(x, false))
        } else {
            Woken::Done(self.pass(state, false))
        }
    }

    /// The roll to stay awake \[Unconsciousness\] or alive \[Death's Door\]; `Err` is the end.
    fn stay<C: Chance, P: Player>(
        &self,
        f: &[Fighter; 2],
        state: State,
        players: Players<'_, P>,
        chance: &mut C,
    ) -> Result<State, State> {
        let x = state.active();
        let health = state.health(x);
        let (roll, by) = if health < -10 {
            (Roll::Alive, EndedBy::DeathsDoor)
        } else {
            (Roll::Awake, EndedBy::Unconscious)
        };
        let view = View {
            rules: self,
            fighters: f,
            state,
            side: x,
        };
        let (six, state) = self.any_six(&view, roll, self.tracker_dice(health), players[x], chance);
        if six {
            Ok(state)
        } else {
            Err(self.lose(state, x, by))
        }
    }

    /// A line of the Fate Roll Chart; `Err` is the end.
    fn after_fate<C: Chance, P: Player>(
        &self,
        f: &[Fighter; 2],
        state: State,
        fate: &Fate,
        players: Players<'_, P>,
        chance: &mut C,
    ) -> Result<State, State> {
        let x = state.active();
        if !fate.fights {
            let by = match (fate.coma, fate.insanity) {
                (true, true) => EndedBy::ComaAndInsanity,
                (true, false) => EndedBy::Coma,
                (false, true) => EndedBy::Insanity,
                (false, false) => EndedBy::Unconscious,
            };
            return Err(self.lose(state, x, by));
        }
        let health = (i16::from(state.health(x)) + i16::from(fate.heals)).min(f[x].health.into());
        let mut state = state.with_health(x, health).with_stunned(x, fate.stunned);
        state = state.with_doomed(x, state.doomed(x) || fate.doomed);
        if health < 0 && self.readings.roll_if_still_below {
            state = self.stay(f, state, players, chance)?;
        }
        let view = View {
            rules: self,
            fighters: f,
            state,
            side: x,
        };
        if fate.may_quit && players[x].gives_up(&view) {
            return Err(self.lose(state, x, EndedBy::GaveUp));
        }
        Ok(state)
    }

    /// The end of a turn: the other's stun ends unless this very turn renewed it \[If you stun your opponent\].
    pub(super) fn pass(&self, state: State, stunned: bool) -> State {
        let o = 1 - state.active();
        // His own guard matters no more: he acts and replaces it, or he is stunned and only ARMOR counts.
        let kept = stunned
            && self.readings.defensive_bonus_when_stunned
            && state.guard(o) == Guard::Defensive;
        let guard = if kept {
            Guard::Defensive
        } else {
            Guard::Normal
        };
        state
            .with_stunned(o, stunned)
            .with_guard(o, guard)
            .with_active(o)
    }

    /// From the choice to the start of the next turn.
    pub fn act<C: Chance, P: Player>(
        &self,
        f: &[Fighter; 2],
        state: State,
        action: Action,
        players: Players<'_, P>,
        chance: &mut C,
    ) -> State {
        match action {
            Action::Attack(attack) => self.attack(f, state, &attack, players, chance),
            Action::Retrieve => self.retrieve(f, state, players, chance),
            Action::Pass => self.pass(state.with_guard(state.active(), Guard::Normal), false),
        }
    }

    fn attack<C: Chance, P: Player>(
        &self,
        f: &[Fighter; 2],
        state: State,
        attack: &Attack,
        players: Players<'_, P>,
        chance: &mut C,
    ) -> State {
        let x = state.active();
        let weapon = &f[x].weapons[attack.weapon];
        let dice = self.attack_dice(weapon, &f[x].tier, attack.style, attack.thrown);
        let view = View {
            rules: self,
            fighters: f,
            state,
            side: x,
        };
        let luck = players[x]
            .luck(&view, Roll::Attack, dice)
            .min(self.most_luck(dice, state.luck(x)));
        let max_sixes = self.max_sixes(&f[x].tier, attack.style);
        let (column, lost) = self.throw_attack(x, dice, luck, max_sixes, chance);
        let state = self.after_throw(f, state, attack, dice, column, lost);
        if !self.hits(weapon.class, column) {
            return self.pass(state, false); // no defence roll [If you whiff your attack]
        }
        let o = 1 - x;
        let (dice, luck) = self.defence_pool(f, state, attack, column, players[o]);
        let needed = self.block_sixes(column);
        let defence = self.throw_defence(o, dice, luck, needed, chance);
        let state = state.with_luck(o, state.luck(o) - defence.lost);
        if defence.sixes >= needed {
            return self.pass(state, false); // [If your attack is blocked]
        }
        let blow = self.hurt(x, weapon, column, defence, state.stunned(o), chance);
        self.after_blow(state, &blow)
    }

    /// The attack was thrown and read: luck dice lost, the weapon on the ground, the guard set.
    pub fn after_throw(
        &self,
        f: &[Fighter; 2],
        state: State,
        attack: &Attack,
        dice: u8,
        column: Column,
        lost: u8,
    ) -> State {
        let x = state.active();
        let weapon = &f[x].weapons[attack.weapon];
        let mut state = state.with_luck(x, state.luck(x) - lost);
        if let (true, Some(slot)) = (attack.thrown, weapon.slot) {
            // Hit or not, it falls to the ground [Disadvantages of Throwing a Weapon].
            state = state.with_in_hand(x, slot, state.in_hand(x, slot).saturating_sub(1));
        }
        state.with_guard(
            x,
            self.guard_of(attack, dice, self.hits(weapon.class, column)),
        )
    }

    /// Defence dice and luck dice of the defender, who has seen the attack \[Adding Luck Dice to your Defense Roll\].
    pub fn defence_pool<P: Player>(
        &self,
        f: &[Fighter; 2],
        state: State,
        attack: &Attack,
        column: Column,
        player: &P,
    ) -> (u8, u8) {
        let x = state.active();
        let o = 1 - x;
        let dice = self.defence_dice(&f[o], state.guard(o), state.stunned(o));
        let incoming = Incoming {
            class: f[x].weapons[attack.weapon].class,
            column,
        };
        let view = View {
            rules: self,
            fighters: f,
            state,
            side: o,
        };
        (
            dice,
            player
                .defence_luck(&view, &incoming, dice)
                .min(self.most_luck(dice, state.luck(o))),
        )
    }

    /// An unblocked attack takes effect, and the turn ends \[If your hit your opponent, Health -20 or below\].
    pub fn after_blow(&self, state: State, blow: &Blow) -> State {
        let o = 1 - state.active();
        let health = if blow.kill {
            i16::MIN
        } else {
            i16::from(state.health(o)).saturating_sub_unsigned(blow.damage)
        };
        let state = state.with_health(o, health);
        if state.health(o) <= crate::games::battle::state::DEAD {
            return self.lose(state, o, EndedBy::Slain);
        }
        self.pass(state, blow.stun)
    }

    /// An attack that did not hit or was blocked ends the turn.
    pub fn after_nothing(&self, state: State) -> State {
        self.pass(state, false)
    }
}
