//! `gsim verify`: golden cases, and the checks that a game makes of itself.

mod cases;
mod clash_cases;
mod clash_matrix_cases;
mod compare;

pub use cases::{CaseResult, Status, run_cases};
