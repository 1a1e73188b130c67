//! Scenario files: TOML with positions, component data with provenance, switches and rulesets, questions as files.
//!
//! Knows no game: `games/*/data.rs` say what their data files hold, `cli` which flags a question has. Layers of a rule
//! switch, the later wins: its default, the ruleset, a question file's `[set]`, `--set`.

mod document;
mod item;
mod nearest;
pub mod overlay;
mod provenance;
mod question;
mod ruleset;
mod source;
mod switch;

pub use document::{Document, Table};
pub use item::Item;
pub use nearest::{did_you_mean, nearest, one_of, quoted};
pub use provenance::{Guesses, PROVENANCE_KEYS, Provenance, Status};
pub use question::{EmbeddedQuestion, Entry, QuestionFile, embedded_questions};
pub use ruleset::{Assumption, Ruleset, Rulesets, Switches};
pub use source::{Place, Source};
pub use switch::{Switch, SwitchTable, parse_set};
