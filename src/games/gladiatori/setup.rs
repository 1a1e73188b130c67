//! Positions given from outside: what a case or a test puts on the table before an exchange.

use super::game::Game;
use super::state::{ItemState, State};

impl Game<'_> {
    /// An item is damaged or gone.
    pub fn with_item<const N: usize, const B: usize>(
        &self,
        st: &mut State<N, B>,
        seat: usize,
        slot: usize,
        state: ItemState,
    ) {
        st.g[seat].set_item(slot, state);
    }

    /// An ally has supported the next attack of `seat` on `foe` \[Cooperate\].
    pub fn supported<const N: usize, const B: usize>(
        &self,
        st: &mut State<N, B>,
        seat: usize,
        foe: u8,
        bonus: u8,
    ) {
        st.g[seat].set_cooperation(Some((foe, bonus)));
    }

    /// A single Unbalanced marker lies beside a gladiator.
    pub fn unsteady<const N: usize, const B: usize>(&self, st: &mut State<N, B>, seat: usize) {
        st.g[seat].set_unbalanced(1, self.rules.n.unbalanced_to_fall <= 1);
    }

    /// Cards that lie in a discard pile.
    pub fn discarded<const N: usize, const B: usize>(
        &self,
        st: &mut State<N, B>,
        seat: usize,
        cards: super::cards::Cards,
    ) {
        st.g[seat].put(super::cards::Zone::Discard, cards);
    }
}
