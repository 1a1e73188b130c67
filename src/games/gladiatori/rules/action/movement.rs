//! Movement inside an action: B. Sprint, Leap, dishonor, Nets that come loose \[B. Sprint\] \[Victory Points\].

use super::show;
use crate::chance::Chance;
use crate::games::gladiatori::cards::powers;
use crate::games::gladiatori::decision::{Foe, Policy, Spot};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::geometry::{Hex, distance, sides};
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::rules::Play;
use crate::games::gladiatori::sheet::SPEED;
use crate::games::gladiatori::state::{Gladiator, ItemState, State};
use crate::games::gladiatori::watch::{Deed, Source, Watch, say};

impl Game<'_> {
    /// B. Sprint: true if it moved or turned, and whether Leap was announced.
    pub(super) fn sprint<
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
        began: Hex,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> (bool, bool) {
        let me = usize::from(seat);
        let policy = p.policy(seat);
        if self.board.is_none() {
            return (false, self.leap(st, seat, p));
        }
        let can_leap = self.power_usable(&st.g[me], powers::LEAP, true, false);
        let mut moved = false;
        let (to, announced) = policy.sprint(&View::new(self, st, seat, began), p.chance);
        let leap = can_leap && announced;
        let g = &st.g[me];
        let stays = to.hex == g.hex && to.facing == g.facing();
        let price = if stays {
            Some(0)
        } else {
            self.walk(st, seat, to)
        };
        let g = &mut st.g[me];
        match price {
            Some(points) if points <= g.stats[SPEED] => {
                moved = self.place(g, to);
                g.stats[SPEED] -= points;
                if moved {
                    say!(p.watch, "    sprints to {} for {points} Speed", show(to));
                }
            }
            _ => assert!(!self.checked, "a sprint that cannot be paid"),
        }
        if leap {
            self.announce_leap(st, seat, p.watch);
        }
        (moved, leap)
    }

    /// The same without a map, where nobody moves: whether Leap was announced.
    #[inline]
    pub(super) fn leap<
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
    ) -> bool {
        let leap = self.power_usable(&st.g[usize::from(seat)], powers::LEAP, true, false)
            && p.policy(seat).leap(&self.view(st, seat), p.chance);
        if leap {
            self.announce_leap(st, seat, p.watch);
        }
        leap
    }

    fn announce_leap<const N: usize, const B: usize, W: Watch>(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        watch: &mut W,
    ) {
        say!(watch, "    announces Leap");
        watch.deed(seat, Deed::Power);
        st.g[usize::from(seat)].use_powers(powers::LEAP);
    }

    /// Movement points from where a gladiator stands to a spot.
    pub(in super::super) fn walk<const N: usize, const B: usize>(
        &self,
        st: &State<N, B>,
        seat: u8,
        to: Spot,
    ) -> Option<u8> {
        let board = self.board?;
        let g = &st.g[usize::from(seat)];
        if to.hex == g.hex {
            return self
                .rules
                .sprint_price(0, sides(g.facing(), to.facing), g.fixed());
        }
        let free = board.hexes() & !self.occupied(&st.g, &st.beasts, seat);
        self.rules.sprint_cost(
            board,
            (g.hex, g.facing()),
            (to.hex, to.facing),
            free,
            g.fixed(),
        )
    }

    /// Puts a gladiator in a spot; true if that is another than before.
    pub(in super::super) fn place(&self, g: &mut Gladiator, to: Spot) -> bool {
        let moved = g.hex != to.hex || g.facing() != to.facing;
        g.hex = to.hex;
        g.set_facing(to.facing);
        moved
    }

    pub(super) fn leap_of<const N: usize, const B: usize>(
        &self,
        st: &State<N, B>,
        began: Hex,
        foe: Foe,
    ) -> u8 {
        let d = if self.board.is_none() {
            1
        } else {
            distance(began, self.hex_of(st, foe))
        };
        self.rules.leap_units(d)
    }

    pub(in super::super) fn hex_of<const N: usize, const B: usize>(
        &self,
        st: &State<N, B>,
        foe: Foe,
    ) -> Hex {
        match foe {
            Foe::Gladiator(s) => st.g[usize::from(s)].hex,
            Foe::Beast(b) => st.beasts[usize::from(b)].hex(),
        }
    }

    /// Dishonor by movement \[Victory Points\].
    pub(super) fn judge_movement<const N: usize, const B: usize, W: Watch>(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        began: Spot,
        starts: &[Hex; N],
        watch: &mut W,
    ) {
        let g = &st.g[usize::from(seat)];
        let end = (g.hex, g.facing());
        let enemies = (0..N)
            .filter(|i| st.g[*i].alive() && self.hostile(seat, *i as u8))
            .map(|i| (starts[i], st.g[i].hex));
        let (fled, cowardly) = self.rules.dishonor(began.hex, end, enemies);
        if fled {
            say!(watch, "    #{seat} flees");
            self.credit(st, seat, Source::Flee, self.rules.n.vp.flee, watch);
        }
        if cowardly {
            say!(watch, "    #{seat} turns his back");
            self.credit(
                st,
                seat,
                Source::Cowardice,
                self.rules.n.vp.cowardice,
                watch,
            );
        }
    }

    /// A Net in use is lost when its owner is no longer next to whom it holds \[Special Weapons\].
    #[inline]
    pub(super) fn loosen_nets<const N: usize, const B: usize>(&self, st: &mut State<N, B>) {
        if self.nets {
            self.loosen(st);
        }
    }

    fn loosen<const N: usize, const B: usize>(&self, st: &mut State<N, B>) {
        for i in 0..N {
            let Some(owner) = st.g[i].trapper() else {
                continue;
            };
            let o = usize::from(owner);
            let gone = !st.g[i].alive() || st.g[i].trapped() == 0;
            let apart =
                self.board.is_some() && distance(st.g[i].hex, st.g[o].hex) > 1 || !st.g[o].alive();
            if gone || apart {
                if apart
                    && !gone
                    && let Some(slot) = self.net_slot(&st.g[o], owner)
                {
                    st.g[o].set_item(slot.into(), ItemState::Gone);
                }
                let markers = st.g[i].trapped();
                st.g[i].set_trapped(markers, None);
            }
        }
        for owner in 0..N {
            if !st.g[owner].net_on_beast() {
                continue;
            }
            let held = |b: &&crate::games::gladiatori::state::Beast| b.present() && b.trapped() > 0;
            let near = st
                .beasts
                .iter()
                .filter(held)
                .any(|b| distance(b.hex(), st.g[owner].hex) <= 1);
            if !near {
                st.g[owner].set_net_on_beast(false);
                if st.beasts.iter().any(|b| held(&b))
                    && let Some(slot) = self.net_slot(&st.g[owner], owner as u8)
                {
                    st.g[owner].set_item(slot.into(), ItemState::Gone);
                }
            }
        }
    }
}
