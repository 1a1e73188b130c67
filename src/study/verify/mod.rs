//! `gsim verify`: golden cases, and the checks that a game makes of itself.

mod battle_cases;
mod cases;
mod clash_cases;
mod compare;

pub use cases::{CaseResult, Status, run_cases};
