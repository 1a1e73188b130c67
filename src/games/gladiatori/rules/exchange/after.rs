//! After the damage: the Net, Reflex and Wrestling, L. Discard.

use super::{Exchange, Target};
use crate::chance::Chance;
use crate::games::gladiatori::decision::{Foe, Policy, Weapon};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::observe::{View, free_next};
use crate::games::gladiatori::rules::Play;
use crate::games::gladiatori::state::{ItemState, State};
use crate::games::gladiatori::watch::Watch;

impl Game<'_> {
    pub(super) fn trap<const N: usize, const B: usize>(
        &self,
        st: &mut State<N, B>,
        ex: &Exchange,
        target: u8,
    ) {
        let trapper = matches!(ex.weapon, Weapon::Net(_)).then_some(ex.seat);
        st.g[usize::from(target)].set_trapped(self.rules.n.trapped_markers_on_hit, trapper);
    }

    /// Wrestling and Reflex, after K. True if the attacker moved.
    #[inline(never)]
    pub(super) fn after_damage<
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
        // After K, so not where a Feint ended it or no attack took place.
        if ex.wrestling {
            ex.t[0].marks += 1;
        }
        let Some(board) = self.board.filter(|_| B > 0) else {
            return false;
        };
        if ex.wrestling
            && let Foe::Gladiator(target) = ex.t[0].foe
            && st.g[usize::from(target)].alive()
        {
            let stay = st.g[usize::from(target)].hex;
            let free = free_next(board, stay, self.occupied(&st.g, &st.beasts, target));
            let view = View::new(self, st, ex.seat, ex.began);
            let to = p.policy(ex.seat).wrestle(&view, target, stay, p.chance);
            if free >> to & 1 == 1 {
                st.g[usize::from(target)].hex = to;
            }
        }
        let moved = ex.reflex && self.reflex(st, ex.seat, p);
        for t in ex.t.iter().take(ex.n) {
            if let Foe::Gladiator(target) = t.foe
                && t.reflex
                && st.g[usize::from(target)].alive()
            {
                self.reflex(st, target, p);
            }
        }
        moved
    }

    /// L: markers, Combat cards, weapons \[L. Discard\].
    #[inline]
    pub(super) fn discard<
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
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let me = usize::from(ex.seat);
        if FULL {
            self.unbalance(st, ex.seat, ex.marks + u8::from(ex.sweep), p.watch);
        }
        st.g[me].clear_combat();
        if !FULL || B == 0 || ex.n > 0 {
            self.discard_of::<N, B, W, FULL>(st, &ex.t[0], p.watch);
        }
        if FULL && B > 0 {
            for t in ex.t.iter().take(ex.n).skip(1) {
                self.discard_of::<N, B, W, FULL>(st, t, p.watch);
            }
        }
        if FULL && let Weapon::Throw(slot) | Weapon::ThrowNet(slot) = ex.weapon {
            st.g[me].set_item(slot.into(), ItemState::Gone);
        }
    }

    #[inline]
    fn discard_of<const N: usize, const B: usize, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        t: &Target,
        watch: &mut W,
    ) {
        if let Foe::Gladiator(target) = t.foe {
            if FULL {
                self.unbalance(st, target, t.marks, watch);
            }
            let g = &mut st.g[usize::from(target)];
            g.clear_combat();
            if let Some(kind) = t.answer.filter(|_| !t.from_row) {
                g.turn_up(kind);
            }
        }
    }
}
