//! Markers in an action: A. Rebalance \[A. Rebalance\], Stand up! \[Powers\].

use super::pay_elements;
use crate::chance::Chance;
use crate::games::gladiatori::cards::powers;
use crate::games::gladiatori::decision::Policy;
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::rules::Play;
use crate::games::gladiatori::state::{Gladiator, State};
use crate::games::gladiatori::watch::{Deed, Watch, say};

impl Game<'_> {
    /// A. Rebalance \[A. Rebalance\].
    #[inline(never)]
    pub(super) fn rebalance<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let me = usize::from(seat);
        let r = p.policy(seat).rebalance(&self.view(st, seat), p.chance);
        let g = &mut st.g[me];
        let markers = r.unbalanced + r.trapped;
        if markers > 0 {
            if self.checked {
                assert!(
                    r.unbalanced <= g.unbalanced() && r.trapped <= g.trapped(),
                    "no such markers"
                );
                assert_eq!(
                    r.pay.count(),
                    markers * self.rules.n.marker_cost,
                    "2 Character Elements a marker"
                );
            }
            pay_elements(g, &r.pay);
            let (unbalanced, trapped) = (g.unbalanced() - r.unbalanced, g.trapped() - r.trapped);
            let freed = g.facedown() && unbalanced == 0 || g.trapped() > 0 && trapped == 0;
            g.set_unbalanced(unbalanced, g.facedown() && unbalanced > 0);
            let trapper = if trapped == 0 { None } else { g.trapper() };
            g.set_trapped(trapped, trapper);
            if freed {
                g.set_facing(r.facing);
            }
            say!(
                p.watch,
                "    removes {} Unbalanced and {} Trapped markers",
                r.unbalanced,
                r.trapped
            );
        }
    }

    /// Stand up!, where it is left and there are markers \[Powers\]. Who gets up or free of a Net faces as he wishes.
    #[inline]
    pub(super) fn stand_up<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let g = &st.g[usize::from(seat)];
        if marked(g) && g.powers() & powers::STAND_UP != 0 && g.alive() {
            self.asked_to_stand_up(st, seat, p);
        }
    }

    #[inline(never)]
    fn asked_to_stand_up<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let me = usize::from(seat);
        if !p.policy(seat).stand_up(&self.view(st, seat), p.chance) {
            return;
        }
        say!(p.watch, "    Stand up! removes all markers");
        p.watch.deed(seat, Deed::Power);
        let freed = st.g[me].fixed();
        let facing = p.policy(seat).face(&self.view(st, seat));
        let g = &mut st.g[me];
        g.use_powers(powers::STAND_UP);
        g.set_unbalanced(0, false);
        g.set_trapped(0, None);
        if freed && facing < 6 {
            g.set_facing(facing);
        }
    }
}

/// With an Unbalanced or a Trapped marker.
#[inline]
pub(super) fn marked(g: &Gladiator) -> bool {
    g.unbalanced() > 0 || g.trapped() > 0
}
