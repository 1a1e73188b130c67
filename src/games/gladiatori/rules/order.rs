//! Who acts when in an Action phase \[First Action phase\] \[Second Action phase\].

use super::super::decision::Policy;
use super::super::game::Game;
use super::super::state::State;
use super::super::watch::Watch;
use super::Play;
use crate::chance::Chance;

impl Game<'_> {
    /// An Action phase of two of whom nobody delays: the same as one after the other.
    #[inline]
    pub(super) fn both_act<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        number: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let [upper, lower] = [st.disc(0) & 1, st.disc(1) & 1];
        let vp = |s: u8| st.g[usize::from(s)].vp;
        let first = if vp(upper) <= vp(lower) { upper } else { lower };
        for who in [first, 1 - first] {
            self.action(st, who, p);
            st.mark_acted(who);
            if st.over() {
                return;
            }
        }
        st.return_two(first, self.rules.r.earlier_on_top);
        st.next_phase();
        if number + 1 < self.rules.n.actions_per_turn {
            st.next_phase();
        }
    }

    /// Who acts next: the lowest VP among those who have not acted, in a stack the upper disc
    /// \[First Action phase\]; a place chosen by Delay goes before.
    #[inline]
    pub fn next_to_act<const N: usize, const B: usize>(&self, st: &State<N, B>) -> Option<u8> {
        if N == 2 && st.g[0].delay_place().is_none() && st.g[1].delay_place().is_none() {
            return self.next_of_two(st);
        }
        self.next_of_all(st)
    }

    fn next_of_all<const N: usize, const B: usize>(&self, st: &State<N, B>) -> Option<u8> {
        let acted = st.acted();
        // The lowest VP; among equals, or where the order is fixed, the highest disc: the least of numbers made of them.
        let mut least = i32::MAX;
        let mut delayed = false;
        for height in 0..N as u8 {
            let seat = st.disc(height);
            let g = &st.g[usize::from(seat)];
            delayed |= g.delay_place().is_some();
            let vp = if self.rules.r.order_fixed { 0 } else { g.vp };
            let key = (i32::from(vp) + (1 << 16)) << 4 | i32::from(height << 2 | seat);
            if acted >> seat & 1 == 0 && g.alive() {
                least = least.min(key);
            }
        }
        if delayed {
            return self.next_with_delay(st, acted);
        }
        (least < i32::MAX).then_some((least & 3) as u8)
    }

    /// The same where somebody has chosen his place.
    #[cold]
    fn next_with_delay<const N: usize, const B: usize>(
        &self,
        st: &State<N, B>,
        acted: u8,
    ) -> Option<u8> {
        let place = st.acted_count();
        let mut best: Option<u8> = None;
        let mut late: Option<u8> = None;
        for height in 0..N as u8 {
            let seat = st.disc(height);
            let g = &st.g[usize::from(seat)];
            if acted >> seat & 1 == 1 || !g.alive() {
                continue;
            }
            match g.delay_place() {
                Some(k) if k <= place => return Some(seat),
                Some(_) => late = late.or(Some(seat)),
                None => {
                    let lower = |b: u8| !self.rules.r.order_fixed && g.vp < st.g[usize::from(b)].vp;
                    if best.is_none_or(lower) {
                        best = Some(seat);
                    }
                }
            }
        }
        best.or(late)
    }

    /// The same for two of whom nobody used Delay.
    #[inline(always)]
    fn next_of_two<const N: usize, const B: usize>(&self, st: &State<N, B>) -> Option<u8> {
        let [upper, lower] = [st.disc(0) & 1, st.disc(1) & 1];
        let alive = |s: u8| st.g[usize::from(s)].alive();
        match st.acted_count() {
            0 => {
                let vp = |s: u8| st.g[usize::from(s)].vp;
                let usual = self.rules.r.order_fixed || vp(upper) <= vp(lower);
                let [first, then] = if usual {
                    [upper, lower]
                } else {
                    [lower, upper]
                };
                [first, then].into_iter().find(|s| alive(*s))
            }
            1 => Some(1 - (st.first_acted() & 1)).filter(|s| alive(*s)),
            _ => None,
        }
    }
}
