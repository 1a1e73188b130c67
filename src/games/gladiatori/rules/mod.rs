//! The rules of the game: the only place where they live. Cited by rulebook heading.
//!
//! One machine for all levels: a duel is a game without a map. [`Game::step`] does the next thing, a phase or one
//! gladiator's whole action; [`Game::play`] repeats it to the end. Decisions come from policies, chance from a [`Chance`],
//! what happens goes to a [`Watch`].

mod action;
mod beasts;
mod effects;
mod exchange;
mod harm;
mod legal;
mod order;
mod turn;

pub use beasts::BeastRoll;
pub use exchange::{Exchange, Target};

use super::cards::MOVES;
use super::decision::Policy;
use super::game::Game;
use super::observe::View;
use super::state::State;
use super::watch::{Source, Watch};
use crate::chance::Chance;

/// What the machine needs besides the state: the policies by seat, chance, and who listens.
///
/// `FULL = false` leaves out at compile time what cannot happen in a plain game ([`Game::plain`]): it is the same rules,
/// with the questions that a duel of the feature set `core` never asks answered beforehand.
pub struct Play<'a, P, C, W, const FULL: bool = true> {
    policies: [&'a P; 4],
    chance: &'a mut C,
    watch: &'a mut W,
}

/// By seat.
fn seated<'a, P>(policies: &[&'a P]) -> [&'a P; 4] {
    let last = policies.len() - 1;
    [0, 1, 2, 3].map(|seat: usize| policies[seat.min(last)])
}

impl<'a, P: Policy, C: Chance, W: Watch> Play<'a, P, C, W> {
    /// Policies by seat (a seat beyond the list takes the last), a source of chance, a listener.
    pub fn new(policies: &[&'a P], chance: &'a mut C, watch: &'a mut W) -> Self {
        Self {
            policies: seated(policies),
            chance,
            watch,
        }
    }
}

impl<'a, P: Policy, C: Chance, W: Watch> Play<'a, P, C, W, false> {
    /// The same for a plain game.
    pub fn plain(policies: &[&'a P], chance: &'a mut C, watch: &'a mut W) -> Self {
        Self {
            policies: seated(policies),
            chance,
            watch,
        }
    }
}

impl<'a, P: Policy, C: Chance, W: Watch, const FULL: bool> Play<'a, P, C, W, FULL> {
    #[inline]
    fn policy(&self, seat: u8) -> &'a P {
        self.policies[usize::from(seat & 3)]
    }
}

impl Game<'_> {
    /// Plays a game to its end.
    pub fn play<
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
        assert!(
            B > 0 || self.board.is_none() && self.scheduled == 0,
            "a game on a map has room for beasts"
        );
        while !st.over() {
            self.step(st, p);
        }
    }

    /// One gladiator's whole action, out of turn; in a duel its attacks arrive from `arrival` (an exchange by itself).
    pub fn act_once<
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
        arrival: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let game = Game { arrival, ..*self };
        game.action(st, seat, p);
    }

    /// A duel without a map under the usual readings of time and order, front to front. Under policies that use no Feint,
    /// move, power or weapon ([`super::policy::Plain`]) markers, statuses, beasts and effects cannot come up in it.
    pub fn plain(&self) -> bool {
        let r = &self.rules.r;
        let late = |s: &super::sheet::Sheet| self.rules.r.moves_from_turn3 && s.set & MOVES != 0;
        self.board.is_none()
            && self.players == 2
            && self.scheduled == 0
            && !self.sheets[..2].iter().any(late)
            && self.sheets[0].team != self.sheets[1].team
            && self.arrival == 0
            && !(r.value_at_declaration || r.feint_loses_vp || r.order_fixed || r.end_of_phase)
    }

    /// A plain duel in which nobody has a Feint, move, power or Net: plain under any policy.
    pub fn bare(&self) -> bool {
        let bare =
            |s: &super::sheet::Sheet| s.set == 0 && s.powers == 0 && !s.items.iter().any(|i| i.net);
        self.plain() && self.sheets[..2].iter().all(bare)
    }

    /// The view of a seat.
    #[inline]
    pub fn view<'v, const N: usize, const B: usize>(
        &'v self,
        st: &'v State<N, B>,
        seat: u8,
    ) -> View<'v> {
        View::new(self, st, seat, st.g[usize::from(seat)].hex)
    }

    /// Credits victory points at once \[Victory Points\]. Only the acting player's VP ever change within a phase, and his disc
    /// returns to the track at its end, on top or below (A11); so no disc has to be moved here (3.2).
    #[inline]
    fn credit<const N: usize, const B: usize>(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        source: Source,
        points: i16,
        watch: &mut impl Watch,
    ) {
        if points == 0 {
            return;
        }
        st.g[usize::from(seat)].vp += points;
        watch.points(seat, source, points);
    }
}
