//! An exchange, steps F to L: one attack on one target, or a Sweep on up to three.

mod after;
mod answer;
mod feint;
mod parry;
mod press;
mod strike;

pub(super) use parry::Against;

use super::Play;
use crate::chance::Chance;
use crate::games::gladiatori::cards::{Cards, Kind};
use crate::games::gladiatori::decision::{Act, Foe, Policy, Weapon};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::geometry::Hex;
use crate::games::gladiatori::state::State;
use crate::games::gladiatori::watch::{Deed, Watch, say};

/// One target of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Who it is.
    pub foe: Foe,
    /// Where the attack arrives.
    pub arrival: u8,
    /// Sweep's modifier or a throw's penalty.
    pub modifier: i16,
    /// AV > 0: it is attacked.
    attacked: bool,
    attack: i16,
    effective: i16,
    /// Kind of the defense; none: Surprised.
    answer: Option<Kind>,
    from_row: bool,
    combat: Cards,
    dodge_possible: bool,
    note: u8,
    defense: i16,
    guard_lost: u8,
    /// Overskill as it was before Guard was used.
    over: (u8, u8),
    speed: u8,
    /// Unbalanced markers to come in L.
    marks: u8,
    dice: [u8; 2],
    /// A Reflex of this defender took effect.
    pub(super) reflex: bool,
}

impl Target {
    /// Before anybody answered.
    #[inline]
    pub fn new(foe: Foe, arrival: u8, modifier: i16) -> Self {
        Self {
            foe,
            arrival,
            modifier,
            attacked: false,
            attack: 0,
            effective: 0,
            answer: None,
            from_row: false,
            combat: Cards::NONE,
            dodge_possible: false,
            note: 0,
            defense: 0,
            guard_lost: 0,
            over: (0, 0),
            speed: 0,
            marks: 0,
            dice: [0; 2],
            reflex: false,
        }
    }
}

/// An attack in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// The attacker.
    pub seat: u8,
    /// His Action card.
    pub kind: Kind,
    from_row: bool,
    /// His Combat cards.
    pub combat: Cards,
    /// What with.
    pub weapon: Weapon,
    /// Units of Leap.
    pub leap: u8,
    began: Hex,
    /// Number of targets.
    pub n: usize,
    /// The targets.
    pub t: [Target; 3],
    note: u8,
    /// Attack Value without the target's modifier.
    attack: i16,
    /// Combat cards that count for damage.
    cards: u8,
    bonus: u8,
    /// Offense used, its value then; 0 if it was not.
    offense: u8,
    offense_lost: u8,
    /// Overskill as it was before Offense was used.
    over: (u8, u8),
    blood: u8,
    item: u8,
    wrestling: bool,
    reflex: bool,
    marks: u8,
    /// Offense and Blood were declared in E (A01).
    pressed: bool,
    /// Made as a Sweep.
    pub sweep: bool,
}

impl Exchange {
    pub(super) fn new(seat: u8, act: &Act, weapon: Weapon, began: Hex) -> Self {
        Self {
            seat,
            kind: act.card.kind,
            from_row: act.card.from_row,
            combat: act.combat,
            weapon,
            leap: 0,
            began,
            n: 0,
            t: [Target::new(Foe::Gladiator(0), 0, 0); 3],
            note: act.note,
            attack: 0,
            cards: act.combat.count(),
            bonus: 0,
            offense: 0,
            offense_lost: 0,
            over: (0, 0),
            blood: 0,
            item: 0,
            wrestling: false,
            reflex: false,
            marks: 0,
            pressed: false,
            sweep: false,
        }
    }

    /// Own Unbalanced markers to come in L.
    pub(super) fn own_marks(&self) -> u8 {
        self.marks
    }

    /// Attack Value without a target's modifier.
    #[inline]
    pub(super) fn attack_base(&self) -> i16 {
        self.attack
    }

    #[inline]
    pub(super) fn add(&mut self, target: Target) {
        self.t[self.n] = target;
        self.n += 1;
    }

    /// Something happens after K: Wrestling or a Reflex.
    #[inline]
    fn after(&self) -> bool {
        self.wrestling || self.reflex || self.t.iter().any(|t| t.reflex)
    }

    #[inline]
    fn thrown(&self) -> bool {
        matches!(self.weapon, Weapon::Throw(_) | Weapon::ThrowNet(_))
    }

    #[inline]
    fn net(&self) -> bool {
        matches!(self.weapon, Weapon::Net(_) | Weapon::ThrowNet(_))
    }
}

impl Game<'_> {
    /// Steps F to L. True if the attacker moved by himself (Reflex).
    #[inline]
    pub(super) fn exchange<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> bool {
        let declared = FULL && self.rules.r.value_at_declaration;
        let rolled = !FULL || self.rules.r.beast_roll_first;
        // Without a map there is one target, and no beast.
        let n = if FULL && B > 0 { ex.n } else { 1 };
        if FULL && B > 0 && rolled {
            self.roll_beasts(st, ex, p);
        }
        if declared {
            self.declare(st, ex, p);
        }
        let nothing = |ex: &Exchange| (0..n).all(|i| ex.attack + ex.t[i].modifier <= 0);
        if !(declared && nothing(ex)) {
            if !FULL || B == 0 || n > 0 {
                self.ask(st, ex, 0, declared, p);
            }
            if FULL && B > 0 && n > 1 {
                self.ask_further(st, ex, declared, p);
            }
            self.press(st, ex, p);
        }
        if !ex.from_row {
            st.g[usize::from(ex.seat)].turn_up(ex.kind);
        }
        let mut moved = false;
        if nothing(ex) {
            say!(
                p.watch,
                "    Attack Value {}: no attack takes place",
                ex.attack
            );
            p.watch.deed(ex.seat, Deed::NoAttack);
        } else {
            if B > 0 && !rolled {
                self.roll_beasts(st, ex, p);
            }
            self.face(st, ex, 0, p);
            if FULL && B > 0 && n > 1 {
                self.face_further(st, ex, p);
            }
            let late = FULL && self.rules.r.feint_loses_vp;
            if !late {
                self.attack_points::<N, B, FULL>(st, ex, n, p.watch);
            }
            let feinted = FULL && self.feint(st, ex, p);
            if late && !feinted {
                self.attack_points::<N, B, FULL>(st, ex, n, p.watch);
            }
            if ex.t[0].attacked {
                self.strike(st, ex, 0, feinted, p);
            }
            if FULL && B > 0 && n > 1 {
                self.strike_further(st, ex, feinted, p);
            }
            if FULL && !feinted && ex.after() {
                moved = self.after_damage(st, ex, p);
            }
        }
        self.discard(st, ex, p);
        moved
    }

    /// F and G of one target; the further ones of a Sweep stand apart, so that the one of nearly every attack is a short way.
    #[inline(always)]
    fn ask<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        i: usize,
        declared: bool,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        if let Foe::Gladiator(target) = ex.t[i].foe
            && !(declared && ex.attack + ex.t[i].modifier <= 0)
        {
            self.answer(st, ex, i, target, p);
        }
    }

    #[cold]
    #[inline(never)]
    fn ask_further<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        declared: bool,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        for i in 1..ex.n.min(3) {
            self.ask(st, ex, i, declared, p);
        }
    }

    /// I of one target.
    #[inline(always)]
    fn face<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        i: usize,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        ex.t[i].attack = ex.attack + ex.t[i].modifier;
        ex.t[i].attacked = ex.t[i].attack > 0;
        if ex.t[i].attacked {
            self.parry(st, ex, i, p);
        }
    }

    #[cold]
    #[inline(never)]
    fn face_further<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        for i in 1..ex.n.min(3) {
            self.face(st, ex, i, p);
        }
    }
}

impl Target {
    /// After F and G and I: the Defense Value.
    #[inline]
    pub(super) fn defense(&self) -> i16 {
        self.defense
    }

    /// Kind of the answer.
    #[inline]
    pub(super) fn answer(&self) -> Option<Kind> {
        self.answer
    }

    /// Markers to come.
    #[inline]
    pub(super) fn marks(&self) -> u8 {
        self.marks
    }

    #[inline]
    pub(super) fn set_attack(&mut self, attack: i16, effective: i16) {
        (self.attack, self.effective, self.attacked) = (attack, effective, true);
    }

    #[inline]
    pub(super) fn set_roll(&mut self, dice: [u8; 2], value: i16) {
        (self.dice, self.defense) = (dice, value);
    }
}
