//! The questions, and what they find. A study resolves nothing and prints nothing: it turns results into [`crate::report::Findings`].

pub mod battle;
pub mod battle_build;
pub mod battle_career;
pub mod battle_compare;
pub mod battle_duel;
pub mod battle_marginal;
pub mod battle_matrix;
pub mod battle_odds;
pub mod battle_policy;
pub mod clash_arena;
pub mod clash_compare;
pub mod clash_conclusions;
pub mod clash_duel;
pub mod clash_fight;
pub mod clash_matrix;
pub mod condition;
pub mod gauntlet;
pub mod gladiatori;
pub mod gladiatori_arena;
pub mod gladiatori_builds;
pub mod gladiatori_campaign;
pub mod gladiatori_duel;
pub mod gladiatori_exchange;
pub mod gladiatori_items;
pub mod verify;
