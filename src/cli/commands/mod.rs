//! The commands that serve every question.

pub mod compare;
pub mod completions;
pub mod explain;
pub mod list;
pub mod merge;
pub mod run;
pub mod schema;
pub mod trace;
pub mod verify;
