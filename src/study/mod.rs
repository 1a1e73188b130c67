//! The questions, and what they find. A study resolves nothing and prints nothing: it turns results into [`crate::report::Findings`].

pub mod battle;
pub mod battle_build;
pub mod battle_career;
pub mod battle_duel;
pub mod battle_marginal;
pub mod battle_matrix;
pub mod battle_odds;
pub mod battle_policy;
pub mod clash_compare;
pub mod clash_duel;
pub mod clash_matrix;
pub mod gauntlet;
pub mod verify;
