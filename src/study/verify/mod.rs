//! `gsim verify`: golden cases, and the checks that a game makes of itself.

mod cases;
mod clash_cases;
mod compare;
mod gauntlet_cases;
mod gauntlet_inputs;

pub use cases::{CaseResult, Status, run_cases};
