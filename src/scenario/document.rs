//! TOML with positions: a document, its tables and their items, each read by asking for what is meant.
//!
//! Readers say which keys they know (`Table::only`) and what each must be (`item.rs`); whatever is not so becomes one
//! line with file, line and column. Walking the spanned tree keeps the position of everything, which serde's derived
//! structs lose for keys and nested values. Knows no game: `games/*/data.rs` say what a file holds.

use std::fmt;

use toml::de::DeTable;

use super::item::{Item, Shape, printable};
use super::nearest::{did_you_mean, quoted};
use super::source::{Place, Source};
use crate::error::{Error, Result};

/// The version of the file format.
const SCHEMA: i64 = 1;

/// A parsed file.
#[derive(Debug)]
pub struct Document<'s> {
    source: &'s Source,
    root: DeTable<'s>,
}

/// A table of a document, or the document itself.
#[derive(Debug, Clone, Copy)]
pub struct Table<'d> {
    pub(super) source: &'d Source,
    pub(super) entries: &'d DeTable<'d>,
    pub(super) name: &'d str,
    pub(super) shape: Shape,
    pub(super) offset: usize,
}

impl<'s> Document<'s> {
    /// Parses a text; a syntax error is one line with its position.
    pub fn parse(source: &'s Source) -> Result<Self> {
        match DeTable::parse(source.text()) {
            Ok(root) => Ok(Self {
                source,
                root: root.into_inner(),
            }),
            Err(e) => {
                let message: Vec<&str> = e.message().lines().map(str::trim).collect();
                let place = source.place(e.span().map_or(0, |span| span.start));
                Err(place.error(format!("not valid TOML: {}", message.join("; "))))
            }
        }
    }

    /// The top level.
    pub fn root(&self) -> Table<'_> {
        Table {
            source: self.source,
            entries: &self.root,
            name: "",
            shape: Shape::Root,
            offset: 0,
        }
    }

    /// Checks that this is component data of `game`. `schema` and `game` may be left out, but not be wrong.
    pub fn check_data_of(&self, game: &str) -> Result<()> {
        let root = self.root();
        if let Some(question) = root.get("question") {
            return Err(question
                .key_error("this is a question, not component data; run it with `gsim run FILE`"));
        }
        self.check_schema()?;
        if let Some(item) = root.get("game") {
            let found = item.text()?;
            if found != game {
                return Err(item.error(format!(
                    "this is data of the game {}, and the question is about \"{game}\"",
                    quoted(found)
                )));
            }
        }
        Ok(())
    }

    /// Checks the format version, where it is given.
    pub fn check_schema(&self) -> Result<()> {
        match self.root().get("schema") {
            Some(item) if item.whole::<i64>(0..=i64::MAX)? != SCHEMA => Err(item.error(format!(
                "schema {} is not known to this version; write schema = {SCHEMA}",
                item.shown()
            ))),
            _ => Ok(()),
        }
    }
}

impl<'d> Table<'d> {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<Item<'d>> {
        let (k, v) = self.entries.get_key_value(key)?;
        Some(Item::new(self.source, k, v))
    }

    /// The value of a key that must be there.
    pub fn need(&self, key: &str) -> Result<Item<'d>> {
        self.get(key)
            .ok_or_else(|| self.error(format!("{self} lacks the key `{key}`")))
    }

    /// Every item, in the order of the file.
    pub fn items(&self) -> Vec<Item<'d>> {
        let mut items: Vec<_> = self
            .entries
            .iter()
            .map(|(k, v)| Item::new(self.source, k, v))
            .collect();
        items.sort_by_key(|item| item.offset());
        items
    }

    /// Refuses every key that is in neither list, with the nearest one that is.
    pub fn only(&self, known: &[&str], more: &[&str]) -> Result<()> {
        let all = || known.iter().chain(more).copied();
        match self
            .items()
            .into_iter()
            .find(|item| all().all(|k| k != item.key()))
        {
            None => Ok(()),
            Some(item) => {
                let sort = if item.holds_tables() { "table" } else { "key" };
                let meant = did_you_mean(item.key(), all());
                Err(item.key_error(format!("unknown {sort} `{}`{meant}", printable(item.key()))))
            }
        }
    }

    /// The table of this key, if the file has it.
    pub fn table(&self, key: &str) -> Result<Option<Table<'d>>> {
        self.get(key).map(|item| item.table()).transpose()
    }

    /// The tables `[[key]]` of the file, in order; none if there are none.
    pub fn tables(&self, key: &str) -> Result<Vec<Table<'d>>> {
        self.get(key).map_or(Ok(Vec::new()), |item| item.tables())
    }

    /// Where the table begins.
    pub fn place(&self) -> Place {
        self.source.place(self.offset)
    }

    /// Something is wrong with the table as a whole.
    pub fn error(&self, message: impl fmt::Display) -> Error {
        self.place().error(message)
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape {
            Shape::Root => write!(f, "the file"),
            Shape::Single => write!(f, "[{}]", self.name),
            Shape::Listed => write!(f, "[[{}]]", self.name),
        }
    }
}
