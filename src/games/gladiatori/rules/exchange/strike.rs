//! What an attack and a hit do and score \[K. Damage\] \[Victory Points\]; the markers of L.

use super::super::Play;
use super::Exchange;
use crate::chance::Chance;
use crate::games::gladiatori::decision::{Foe, Policy};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::state::{ItemState, State};
use crate::games::gladiatori::watch::{Blow, Deed, Source, Watch, say};

impl Game<'_> {
    /// VP of the attack itself: once from the front, once from behind \[Victory Points\].
    #[inline]
    pub(super) fn attack_points<const N: usize, const B: usize, const FULL: bool>(
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
    pub(super) fn strike<
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

    #[cold]
    #[inline(never)]
    pub(super) fn strike_further<
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

    /// Unbalanced markers in L; the one that makes them two puts him face-down, and no more are added.
    #[inline]
    pub(in crate::games::gladiatori::rules) fn unbalance<
        const N: usize,
        const B: usize,
        W: Watch,
    >(
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
