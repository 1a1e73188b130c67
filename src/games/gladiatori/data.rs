//! Component data of Gladiatori: what the box holds, how well that is known, which readings may be set.
//!
//! The embedded file `scenarios/gladiatori.toml` is the data; a user's `--data FILE` overrides it and `--set PATH=VALUE`
//! sets single values. Every value is a cell with a path (`hp.action`, `item.helmet_0_2.hp`); `numbers.rs` turns the
//! cells into what the rules compute with.

mod read;
mod set;
mod value;

use std::path::Path;

pub use value::{Cell, Val};

use crate::error::{Error, Result};
use crate::scenario::{
    Document, Guesses, Rulesets, Source, Status, SwitchTable, Switches, did_you_mean,
};
use sha2::{Digest, Sha256};

/// The lists of the file whose rows have an `id`.
pub const LISTS: [&str; 6] = ["action_card", "move", "power", "gladiator", "item", "beast"];

/// The data in use.
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    cells: Vec<Cell>,
    /// What to re-ask, over which values; a table as written in the file.
    pub sensitivity: Val,
    /// Readings of the rules that may be set.
    pub switches: SwitchTable,
    /// The rulesets; the first is the default.
    pub rulesets: Rulesets,
    /// Paths set away from the embedded file, in the order in which they were set.
    pub overrides: Vec<(String, String)>,
}

impl Data {
    /// The text of the embedded file.
    pub const EMBEDDED: &'static str = include_str!("../../../scenarios/gladiatori.toml");

    /// The embedded data.
    ///
    /// # Errors
    /// Never, as tests assert.
    pub fn embedded() -> Result<Self> {
        let mut data = Self {
            cells: Vec::new(),
            sensitivity: Val::Map(Vec::new()),
            switches: SwitchTable::default(),
            rulesets: Rulesets::default(),
            overrides: Vec::new(),
        };
        data.apply(
            &Source::new("scenarios/gladiatori.toml", Self::EMBEDDED),
            None,
        )?;
        Ok(data)
    }

    /// The embedded data, overridden by a user's file.
    ///
    /// # Errors
    /// The file cannot be read, is not TOML, or holds an unknown key or a value out of range: one line with its place.
    pub fn load(overrides: Option<&Path>) -> Result<Self> {
        match overrides {
            None => Self::embedded(),
            Some(path) => Self::embedded()?.overridden(&Source::read(path)?),
        }
    }

    /// This data, overridden by a file's text.
    ///
    /// # Errors
    /// As [`Data::load`].
    pub fn overridden(mut self, source: &Source) -> Result<Self> {
        self.apply(source, Some(Status::User))?;
        Ok(self)
    }

    fn apply(&mut self, source: &Source, unsaid: Option<Status>) -> Result<()> {
        let document = Document::parse(source)?;
        // `[game]` is a table of this game's data, so that `of_game` names the game.
        if document
            .root()
            .get("game")
            .is_some_and(|item| item.is_text())
            || document.root().get("question").is_some()
        {
            document.check_data_of("gladiatori")?;
        }
        document.check_schema()?;
        if let Some(item) = document.root().get("of_game") {
            item.word(&["gladiatori"])?;
        }
        read::apply(self, &document.root(), unsaid)
    }

    /// Every cell, in the order of the file.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell of a path.
    pub fn cell(&self, path: &str) -> Option<&Cell> {
        self.cells.iter().find(|c| c.path == path)
    }

    /// The value of a path.
    ///
    /// # Panics
    /// If there is no such path: paths come from our code, never from a user.
    pub fn value(&self, path: &str) -> &Val {
        &self
            .cell(path)
            .unwrap_or_else(|| panic!("the data have no `{path}`"))
            .value
    }

    /// The whole number of a path. Panics as [`Data::value`] does.
    pub fn int(&self, path: &str) -> i64 {
        self.value(path)
            .int()
            .unwrap_or_else(|| panic!("`{path}` is a whole number"))
    }

    /// The ids of a list's rows, in the order of the file.
    pub fn ids(&self, list: &str) -> Vec<&str> {
        let mut ids: Vec<&str> = Vec::new();
        for cell in &self.cells {
            let mut parts = cell.path.split('.');
            if parts.next() == Some(list)
                && let Some(id) = parts.next()
                && !ids.contains(&id)
            {
                ids.push(id);
            }
        }
        ids
    }

    /// The row of this id in a list (letter case does not count), or which id is nearest.
    ///
    /// # Errors
    /// An unknown id.
    pub fn row(&self, list: &str, id: &str) -> Result<String> {
        let ids = self.ids(list);
        let wanted = id.trim().to_lowercase();
        match ids.iter().find(|i| ***i == wanted) {
            Some(id) => Ok((*id).to_string()),
            None => {
                let meant = did_you_mean(&wanted, ids.iter().copied());
                let known = ids.join(", ");
                Err(Error::usage(format!(
                    "unknown {list} `{}`{meant} ({known})",
                    id.escape_debug()
                )))
            }
        }
    }

    /// The switches of a question: default, ruleset, settings in order.
    ///
    /// # Errors
    /// An unknown ruleset, switch or value.
    pub fn switches(&self, ruleset: &str, set: &[(String, String)]) -> Result<Switches> {
        Switches::resolve(&self.switches, self.rulesets.get(ruleset)?, set)
    }

    /// Hash of the resolved data, 16 hex digits: the same for the same values and default readings.
    pub fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for cell in &self.cells {
            hash.update(format!("{}={}\n", cell.path, cell.value));
        }
        for switch in self.switches.iter() {
            hash.update(format!("switch {}={}\n", switch.key, switch.default));
        }
        hash.finalize()
            .iter()
            .take(8)
            .map(|b| format!("{b:02x}"))
            .collect()
    }

    /// Adds the values that an answer rests on: every cell whose path begins with one of the given words.
    pub fn guesses(&self, prefixes: &[&str], guesses: &mut Guesses) {
        for cell in &self.cells {
            if prefixes.iter().any(|p| cell.path.starts_with(p)) {
                guesses.rest_on(cell.path.clone(), &cell.value, &cell.provenance);
            }
        }
    }
}

#[cfg(test)]
mod tests;
