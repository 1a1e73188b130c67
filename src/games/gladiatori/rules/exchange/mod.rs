//! An exchange, steps F to L: one attack on one target, or a Sweep on up to three.

mod after;
mod answer;
mod feint;
mod parry;
mod press;

pub(super) use parry::Against;

use super::Play;
use crate::chance::Chance;
use crate::games::gladiatori::cards::{Cards, Kind};
use crate::games::gladiatori::decision::{Act, Foe, Policy, Weapon};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::geometry::Hex;
use crate::games::gladiatori::state::{ItemState, State};
use crate::games::gladiatori::watch::{Blow, Deed, Source, Watch, say};

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

    #[cold]
    #[inline(never)]
    fn strike_further<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        ex: &Exchange,
        feinted: bool,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        for i in 1..ex.n.min(3) {
            if ex.t[i].attacked {
                self.strike(st, ex, i, feinted, p);
            }
        }
    }

    /// VP of the attack itself: once from the front, once from behind \[Victory Points\].
    #[inline]
    fn attack_points<const N: usize, const B: usize, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        ex: &Exchange,
        n: usize,
        watch: &mut impl Watch,
    ) {
        if !FULL {
            if ex.t[0].attacked {
                let points = self.rules.n.vp.front_attack;
                self.credit(st, ex.seat, Source::FrontAttack, points, watch);
            }
            return;
        }
        if let [t] = &ex.t[..n]
            && let Foe::Gladiator(s) = t.foe
        {
            // One gladiator: nearly always.
            if t.attacked && self.hostile(ex.seat, s) {
                let vp = &self.rules.n.vp;
                match self.rules.is_frontal(t.arrival, t.answer, t.dodge_possible) {
                    true => self.credit(st, ex.seat, Source::FrontAttack, vp.front_attack, watch),
                    false => self.credit(st, ex.seat, Source::RearAttack, vp.rear_attack, watch),
                }
            }
            return;
        }
        if B == 0 {
            return;
        }
        let (mut front, mut rear) = (false, false);
        for t in ex.t[..n].iter().filter(|t| t.attacked) {
            match t.foe {
                Foe::Gladiator(s) if !self.hostile(ex.seat, s) => {}
                Foe::Gladiator(_) => {
                    match self.rules.is_frontal(t.arrival, t.answer, t.dodge_possible) {
                        true => front = true,
                        false => rear = true,
                    }
                }
                Foe::Beast(_) if self.rules.r.beast_rear_penalty && matches!(t.arrival, 2..=4) => {
                    rear = true
                }
                Foe::Beast(_) => front |= !self.rules.r.no_beast_attack_vp,
            }
        }
        if front {
            self.credit(
                st,
                ex.seat,
                Source::FrontAttack,
                self.rules.n.vp.front_attack,
                watch,
            );
        }
        if rear {
            self.credit(
                st,
                ex.seat,
                Source::RearAttack,
                self.rules.n.vp.rear_attack,
                watch,
            );
        }
    }

    /// K for one target \[K. Damage\].
    #[inline(always)]
    fn strike<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        ex: &Exchange,
        i: usize,
        feinted: bool,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let t = ex.t[i];
        let mut blow = Blow {
            attacker: Foe::Gladiator(ex.seat),
            target: t.foe,
            kind: Some(ex.kind),
            answer: t.answer,
            attack: t.attack,
            effective_attack: t.effective,
            defense: t.defense,
            hit: t.effective > t.defense,
            feinted,
            damage: 0,
            effective: 0,
            dead: false,
            front: !FULL || self.rules.is_frontal(t.arrival, t.answer, t.dodge_possible),
            diverted: false,
        };
        match t.foe {
            Foe::Beast(_) if !FULL || B == 0 => {}
            Foe::Beast(b) => {
                blow.front = !matches!(t.arrival, 2..=4);
                self.strike_beast(st, ex.seat, b, t.dice, ex.net(), &mut blow, p);
            }
            Foe::Gladiator(target) if blow.hit && !feinted => {
                blow.damage = self
                    .rules
                    .damage(ex.cards, ex.bonus, t.effective - t.defense);
                if FULL && ex.net() {
                    self.trap(st, ex, target);
                    blow.diverted = true;
                    blow.damage = 0;
                    say!(p.watch, "    #{target} is Trapped");
                } else if FULL && ex.item > 0 {
                    blow.diverted = true;
                    // Of the further targets of a Sweep the same item, or the one that is left.
                    let slot = usize::from(ex.item - 1);
                    let gone = st.g[usize::from(target)].item(slot) == ItemState::Gone;
                    blow.effective = self.break_item(
                        st,
                        ex.seat,
                        target,
                        if gone { 1 - slot } else { slot },
                        blow.damage,
                        blow.front,
                        p.watch,
                    );
                } else {
                    self.harm(st, ex.seat, target, &mut blow, p);
                }
            }
            Foe::Gladiator(_) => {}
        }
        p.watch.blow(&blow);
    }

    /// Unbalanced markers in L; the one that makes them two puts him face-down, and no more are added.
    #[inline]
    pub(super) fn unbalance<const N: usize, const B: usize, W: Watch>(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        markers: u8,
        watch: &mut W,
    ) {
        if markers > 0 {
            self.put_markers(st, seat, markers, watch);
        }
    }

    fn put_markers<const N: usize, const B: usize, W: Watch>(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        markers: u8,
        watch: &mut W,
    ) {
        let g = &mut st.g[usize::from(seat)];
        if g.facedown() || !g.alive() {
            return;
        }
        let fall = self.rules.n.unbalanced_to_fall;
        let total = (g.unbalanced() + markers).min(fall);
        g.set_unbalanced(total, total >= fall);
        if total >= fall {
            say!(watch, "    #{seat} falls face-down");
            watch.deed(seat, Deed::Fall);
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
