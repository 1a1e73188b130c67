//! Turns and phases \[Game Sequence\]: Deck, Action phases with their order, Cleanup, the end.

use super::super::cards::{ACTIONS, Cards, FEINT, MOVES, Zone, powers};
use super::super::decision::{Elements, Policy};
use super::super::game::Game;
use super::super::sheet::{ENDURANCE, GUARD, OFFENSE};
use super::super::state::{Phase, State, Status};
use super::super::watch::{Deed, Source, Watch, say};
use super::Play;
use crate::chance::Chance;

impl Game<'_> {
    /// Does the next thing: a Deck phase, a Beast phase, one gladiator's action, or a Cleanup phase with what ends the turn.
    #[inline]
    pub fn step<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        match st.phase(self.rules.n.actions_per_turn) {
            Phase::Deck => {
                self.deck_phase(st, p);
                st.next_phase();
                if B == 0 {
                    st.next_phase();
                    self.open_phase(st, p);
                }
            }
            Phase::Beasts(number) => {
                self.beast_phase(st, number, p);
                if !st.over() {
                    st.next_phase();
                    self.open_phase(st, p);
                }
            }
            Phase::Action(number) if !FULL && N == 2 => self.both_act(st, number, p),
            Phase::Action(number) => match self.next_to_act(st) {
                Some(seat) => {
                    self.action(st, seat, p);
                    self.acted(st, seat, p);
                }
                None => self.close_phase(st, number, p),
            },
            Phase::Cleanup => {
                self.cleanup_phase(st, p);
                if st.turn() >= self.rules.n.turns {
                    self.finish(st, p.watch);
                } else {
                    st.next_turn();
                }
            }
        }
        if self.checked {
            self.check(st);
        }
    }

    /// A gladiator has acted: his disc leaves the track; the last of a phase closes it, so that no empty step is left.
    #[inline]
    pub(super) fn acted<
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
        st.mark_acted(seat);
        if st.over() {
            return;
        }
        let all = usize::from(st.acted_count()) == N;
        if !all {
            let acted = st.acted();
            if (0..N).any(|s| acted >> s & 1 == 0 && st.g[s].alive()) {
                return;
            }
        }
        if let Phase::Action(number) = st.phase(self.rules.n.actions_per_turn) {
            self.close_phase(st, number, p);
        }
    }

    /// Checks every invariant of a state.
    ///
    /// # Panics
    /// If one is broken.
    pub fn check<const N: usize, const B: usize>(&self, st: &State<N, B>) {
        for seat in 0..usize::from(self.players) {
            if let Err(why) = st.g[seat].check(&self.sheets[seat]) {
                panic!("seat {seat}, turn {}: {why}: {:?}", st.turn(), st.g[seat]);
            }
        }
        if self.board.is_some() {
            let mut taken = 0u128;
            let beasts = st.beasts.iter().filter(|b| b.present()).map(|b| b.hex());
            for hex in
                st.g.iter()
                    .filter(|g| g.alive())
                    .map(|g| g.hex)
                    .chain(beasts)
            {
                assert!(taken >> hex & 1 == 0, "two in one hex");
                taken |= 1 << hex;
            }
        }
    }

    /// Deck phase: everybody chooses secretly, then all hands are taken \[Deck phase\].
    #[inline]
    fn deck_phase<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        say!(p.watch, "Turn {}", st.turn());
        if FULL && st.turn() == 3 && self.rules.r.moves_from_turn3 {
            for seat in 0..usize::from(self.players) {
                let hand = st.g[seat]
                    .hand()
                    .plus(Cards::of(self.sheets[seat].set & MOVES));
                st.g[seat].put(Zone::Hand, hand);
            }
        }
        let mut splits = [Cards::NONE; N];
        for (seat, split) in splits.iter_mut().enumerate() {
            if st.g[seat].alive() {
                let view = self.view(st, seat as u8);
                *split = p.policy(seat as u8).deck(&view, p.chance);
            }
        }
        for (seat, split) in splits.into_iter().enumerate() {
            let g = &mut st.g[seat];
            if !g.alive() {
                continue;
            }
            let all = g.hand().plus(g.zone(Zone::Hp));
            if self.checked {
                assert!(
                    split.within(all),
                    "the HP deck is made of one's own cards: {split:?} of {all:?}"
                );
            }
            g.put(Zone::Hp, split);
            g.put(Zone::Hand, all.minus(split));
        }
    }

    /// The start of an Action phase: Delay, and the order where it is fixed.
    #[inline]
    fn open_phase<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        for seat in 0..if FULL { N as u8 } else { 0 } {
            let g = &st.g[usize::from(seat)];
            if !g.alive() || g.powers() & powers::DELAY == 0 {
                continue;
            }
            let place = p.policy(seat).place(&self.view(st, seat), p.chance);
            if let Some(place) = place.filter(|k| *k < 4) {
                say!(
                    p.watch,
                    "  #{seat} uses Delay to act in place {}",
                    place + 1
                );
                p.watch.deed(seat, Deed::Power);
                let g = &mut st.g[usize::from(seat)];
                g.use_powers(powers::DELAY);
                g.set_delay_place(Some(place));
            }
        }
        if FULL && self.rules.r.order_fixed {
            let mut order = [0, 1, 2, 3].map(|h| st.disc(h));
            // A stable sort: within a stack the upper disc stays first.
            for i in 1..N {
                for j in (1..=i).rev() {
                    if st.g[usize::from(order[j])].vp < st.g[usize::from(order[j - 1])].vp {
                        order.swap(j, j - 1);
                    }
                }
            }
            st.set_order(order);
        }
    }

    #[inline]
    fn close_phase<
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
        for g in st.g.iter_mut().filter(|_| FULL) {
            g.set_delay_place(None);
            if self.rules.r.coop_same_phase {
                g.set_cooperation(None);
            }
        }
        st.return_discs(self.rules.r.earlier_on_top);
        if B > 0 && self.scheduled > 0 && !self.rules.r.spawn_next_beast_phase {
            self.enter_waiting(st, p);
        }
        if FULL && self.rules.r.end_of_phase && self.decided(st) {
            return self.finish(st, p.watch);
        }
        st.next_phase();
        if B == 0 && number + 1 < self.rules.n.actions_per_turn {
            st.next_phase();
            self.open_phase(st, p);
        }
    }

    /// One gladiator or team is left; alone against beasts, nobody.
    pub(super) fn decided<const N: usize, const B: usize>(&self, st: &State<N, B>) -> bool {
        self.teams_left(st) <= u32::from(self.teams() > 1)
    }

    /// Nobody has left the arena.
    #[inline]
    fn all_stand<const N: usize, const B: usize>(&self, st: &State<N, B>) -> bool {
        (0..N).all(|s| s >= usize::from(self.players) || st.g[s].alive())
    }

    /// Called whenever somebody left the arena (A16).
    #[inline]
    pub(super) fn maybe_finish<const N: usize, const B: usize>(
        &self,
        st: &mut State<N, B>,
        watch: &mut impl Watch,
    ) {
        if self.all_stand(st) {
            return;
        }
        if !self.rules.r.end_of_phase && !st.over() && self.decided(st) {
            self.finish(st, watch);
        }
    }

    /// The end: survival, and what teams pay \[Victory Points\] \[Teams rules\].
    fn finish<const N: usize, const B: usize>(&self, st: &mut State<N, B>, watch: &mut impl Watch) {
        st.end();
        let teams = self.teams();
        for seat in 0..N as u8 {
            let g = &mut st.g[usize::from(seat)];
            // An Unbeatable still waiting for his last action (A56).
            if g.alive() && g.waiting() && !self.rules.r.unbeatable_alive {
                g.set_status(Status::Dead);
            }
            if g.alive() {
                self.credit(st, seat, Source::Survive, self.rules.n.vp.survive, watch);
            }
        }
        // Two against one: the pair pays once, or each of its members (A49).
        let members = |team: u8| {
            (0..self.players)
                .filter(|s| self.sheets[usize::from(*s)].team == team)
                .count()
        };
        if self.players == 3 && teams == 2 {
            let mut paid = false;
            for seat in 0..self.players {
                if members(self.sheets[usize::from(seat)].team) == 2
                    && (!paid || self.rules.r.penalty_each)
                {
                    self.credit(
                        st,
                        seat,
                        Source::Penalty,
                        self.rules.n.vp.team_of_two_against_one,
                        watch,
                    );
                    paid = true;
                }
            }
        }
    }

    /// Cleanup: row cards to the discard pile, then Endurance \[Cleanup phase\].
    #[inline]
    fn cleanup_phase<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        for g in &mut st.g {
            g.clear_row();
        }
        let mut gains = [Elements::default(); N];
        for (seat, gain) in gains.iter_mut().enumerate() {
            let g = &st.g[seat];
            if g.alive() && g.stats[ENDURANCE] > 0 {
                *gain = p
                    .policy(seat as u8)
                    .cleanup(&self.view(st, seat as u8), p.chance);
            }
        }
        for (seat, gain) in gains.iter().enumerate() {
            let g = &mut st.g[seat];
            let most = g.stats[ENDURANCE];
            let sheet = &self.sheets[seat];
            if self.checked {
                let on = (0..5)
                    .filter(|i| ![OFFENSE, GUARD].contains(i))
                    .map(|i| gain.points[i])
                    .sum::<u8>();
                assert!(
                    gain.count() <= most && on == 0,
                    "Endurance {most} recovers no {gain:?}"
                );
                assert!(gain.cards.within(g.zone(Zone::Discard)));
            }
            if gain.count() > 0 && (gain.count() == most || !self.rules.r.endurance_all) {
                g.shift(gain.cards, Zone::Discard, Zone::Hand);
                for stat in [OFFENSE, GUARD] {
                    let now = g.stats[stat];
                    g.stats[stat] = (now + gain.points[stat]).min(sheet.stats[stat].max(now));
                }
                g.use_skill(ENDURANCE);
                say!(
                    p.watch,
                    "  #{seat} recovers {} cards, {} Offense, {} Guard",
                    gain.cards.count(),
                    gain.points[OFFENSE],
                    gain.points[GUARD]
                );
                for _ in 0..gain.cards.count() {
                    p.watch.deed(seat as u8, Deed::Recovered);
                }
            }
            // Overskill ends with the turn (A25).
            let (skill, bonus) = g.overskill();
            let skill = usize::from(skill);
            if bonus > 0 {
                g.stats[skill] = if self.rules.r.overskill_to_zero {
                    0
                } else {
                    g.stats[skill] - bonus.min(g.stats[skill])
                };
                g.set_overskill(0, 0);
            }
        }
    }
}

/// Single cards that are Combat cards.
pub(super) const COMBAT: u16 = FEINT | MOVES;
const _: () = assert!(COMBAT & ACTIONS == 0);
