//! The questions, and what they find. A study resolves nothing and prints nothing: it turns results into [`crate::report::Findings`].

pub mod clash_arena;
pub mod clash_compare;
pub mod clash_conclusions;
pub mod clash_duel;
pub mod clash_fight;
pub mod clash_matrix;
pub mod verify;
