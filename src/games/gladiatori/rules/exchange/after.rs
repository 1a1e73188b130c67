//! After the damage: the Net, Reflex and Wrestling, L. Discard.

use super::Exchange;
use crate::chance::Chance;
use crate::games::gladiatori::cards::moves;
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
        ex: &Exchange,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> bool {
        let Some(board) = self.board else {
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
                && t.combat.set & moves::REFLEX != 0
                && st.g[usize::from(target)].alive()
            {
                self.reflex(st, target, p);
            }
        }
        moved
    }

    /// L: markers, Combat cards, weapons \[L. Discard\].
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
        for t in &ex.t[..if FULL { ex.n } else { 1 }] {
            if let Foe::Gladiator(target) = t.foe {
                if FULL {
                    self.unbalance(st, target, t.marks, p.watch);
                }
                st.g[usize::from(target)].clear_combat();
            }
        }
        if FULL && let Weapon::Throw(slot) | Weapon::ThrowNet(slot) = ex.weapon {
            st.g[me].set_item(slot.into(), ItemState::Gone);
        }
    }
}
