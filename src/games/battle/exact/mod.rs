//! Exact evaluation: a battle under fixed policies is an absorbing Markov chain (spec 16).
//!
//! [`graph`] lists the states that can be reached and their transitions, all from the rules; [`chain`] pushes the
//! start
//! forward until next to nothing is undecided; [`optimal`] finds the best styles by value iteration on the same graph.
//! [`cells`] solves P(win) of plain battles backward, for all healths at once: what searches over builds need.

pub mod cells;
pub mod chain;
pub mod graph;
pub mod optimal;

pub use chain::{Exact, exact};
pub use optimal::Solved;
