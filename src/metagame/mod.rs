//! Payoff matrices and what they say: rankings, dominance, equilibria, cycles, ratings. Knows no game.
//!
//! | file | what |
//! |---|---|
//! | [`payoff`] | square matrices, symmetrising, means, ranks |
//! | [`dominance`] | strict and weak dominance by pure strategies, with witnesses, and iterated |
//! | [`nash`] | equilibria of zero-sum games, best replies, exploitability |
//! | [`cycles`] | a beats b beats c beats a; the intransitive share |
//! | [`rating`] | additive worth of features, Shapley shares, Elo |

pub mod cycles;
pub mod dominance;
pub mod nash;
pub mod payoff;
pub mod rating;

pub use payoff::Payoff;
