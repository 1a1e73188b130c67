//! What a game brings to the command line, and all the games.
//!
//! Each game has a folder here: one file a question, and a `mod.rs` with its clap enums (`Questions`, `Explains`,
//! `Traces`) and its [`Game`]. A new game is one line in [`GAMES`] and one in each enum that flattens the games'.

use super::commands::merge::Join;
use crate::error::Result;
use crate::report::Table;
use crate::scenario::{Rulesets, SwitchTable};

/// A game's part of the commands that serve every question.
pub struct Game {
    /// As in `verify --game`: `clash`.
    pub name: &'static str,
    /// Its full name, and what is here of it.
    pub title: &'static str,
    /// For `gsim list`: policies, rulesets, switches, components.
    pub lists: fn() -> Result<Vec<Section>>,
    /// For `gsim schema`: each question's tables, of a real (tiny) answer.
    pub schemas: &'static [(&'static str, Tables)],
    /// For `gsim merge`: each question that can be sharded.
    pub merges: &'static [(&'static str, Merging)],
}

/// The tables of a question.
pub type Tables = fn() -> Result<Vec<Table>>;
/// Answers from tallies; the exit code.
pub type Merging = fn(&Join) -> Result<u8>;

/// Lines of one list of a game: name and what it is.
pub struct Section {
    /// One of [`SECTIONS`].
    pub kind: &'static str,
    /// The lines.
    pub lines: Vec<(String, String)>,
}

impl Section {
    /// A list of one kind.
    pub fn new(kind: &'static str, lines: Vec<(String, String)>) -> Self {
        Self { kind, lines }
    }

    /// The rulesets of a game's data.
    pub fn rulesets(rulesets: &Rulesets) -> Self {
        let lines = rulesets.iter().map(|r| {
            let set: Vec<String> = r.set.iter().map(|(k, v)| format!("{k}={v}")).collect();
            let says = match set.is_empty() {
                true => "the rulebook".into(),
                false => set.join(" "),
            };
            (r.name.clone(), says)
        });
        Self::new("rulesets", lines.collect())
    }

    /// The switches of a game's data.
    pub fn switches(switches: &SwitchTable) -> Self {
        let lines = switches.iter().map(|s| {
            let says = format!("{} (default {})", s.allowed(), s.default);
            (s.key.clone(), says)
        });
        Self::new("switches", lines.collect())
    }
}

/// What games list.
pub const SECTIONS: [&str; 4] = ["policies", "rulesets", "switches", "components"];

/// Every game, in the order of lists.
pub const GAMES: &[Game] = &[
    super::clash::GAME,
    super::gauntlet::GAME,
    super::battle::GAME,
    super::gladiatori::GAME,
];
