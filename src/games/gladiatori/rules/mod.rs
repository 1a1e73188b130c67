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
mod turn;

pub use beasts::BeastRoll;
pub use exchange::{Exchange, Target};

use super::decision::Policy;
use super::game::Game;
use super::observe::View;
use super::state::State;
use super::watch::{Source, Watch};
use crate::chance::Chance;

/// What the machine needs besides the state: the policies by seat, chance, and who listens.
pub struct Play<'a, P, C, W> {
    /// Policies by seat; a seat beyond the list takes the last.
    pub policies: &'a [&'a P],
    /// Where outcomes come from.
    pub chance: &'a mut C,
    /// Who listens.
    pub watch: &'a mut W,
}

impl<'a, P: Policy, C: Chance, W: Watch> Play<'a, P, C, W> {
    #[inline]
    fn policy(&self, seat: u8) -> &'a P {
        self.policies[usize::from(seat).min(self.policies.len() - 1)]
    }
}

impl Game<'_> {
    /// Plays a game to its end.
    pub fn play<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch>(
        &self,
        st: &mut State<N, B>,
        p: &mut Play<'_, P, C, W>,
    ) {
        while !st.over() {
            self.step(st, p);
        }
    }

    /// One gladiator's whole action, out of turn; in a duel its attacks arrive from `arrival` (an exchange by itself).
    pub fn act_once<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch>(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        arrival: u8,
        p: &mut Play<'_, P, C, W>,
    ) {
        let game = Game { arrival, ..*self };
        game.action(st, seat, p);
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

    /// Credits victory points at once; the disc of a player who has not acted yet goes on top of its stack
    /// \[The Arena board\] (3.2).
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
        if !st.has_acted(seat) {
            st.disc_to_top(seat);
        }
    }
}
