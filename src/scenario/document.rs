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
        let (root, errors) = DeTable::parse_recoverable(source.text());
        let start = |e: &toml::de::Error| e.span().map_or(0, |span| span.start);
        match errors.iter().min_by_key(|e| start(e)) {
            None => Ok(Self {
                source,
                root: root.into_inner(),
            }),
            Some(e) => {
                let place = source.place(start(e));
                Err(place.error(format!("not valid TOML: {}", in_plain_words(e, source))))
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

    /// Checks that there is something, and the format version where it is given.
    pub fn check_schema(&self) -> Result<()> {
        if self.root().items().is_empty() {
            let name = self.source.name();
            return Err(Error::usage(format!("{name}: nothing is written in it")));
        }
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

/// The parser's messages speak of its grammar; these speak to whoever wrote the file.
fn in_plain_words(error: &toml::de::Error, source: &Source) -> String {
    let message = error
        .message()
        .lines()
        .map(str::trim)
        .collect::<Vec<_>>()
        .join("; ");
    let says = |what: &str| message.contains(what);
    if says("duplicate key") {
        let key = error
            .span()
            .and_then(|span| source.text().get(span))
            .unwrap_or_default();
        return format!("`{}` stands twice", printable(key.trim()));
    }
    if says("string values must be quoted") || says("invalid boolean") {
        return "this is no value; text must be in quotes, and each key on a line of its own"
            .to_string();
    }
    if says("invalid basic string") || says("invalid literal string") {
        return "the text in quotes does not end on its line".to_string();
    }
    if says("recur") {
        return "nested too deeply".to_string();
    }
    message.trim_end_matches(", expected nothing").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        let source = Source::new("my.toml", text);
        Document::parse(&source)
            .expect_err("must be refused")
            .to_string()
    }

    #[test]
    fn broken_toml_is_one_line_with_its_place() {
        for (text, expected) in [
            (
                "a = \"x\nb = 1\n",
                "1:7: not valid TOML: the text in quotes does not end on its line",
            ),
            (
                "b = 1\na = two\n",
                "2:5: not valid TOML: this is no value; text must be in quotes, and each key on a line of its own",
            ),
            (
                "a = \n",
                "1:5: not valid TOML: this is no value; text must be in quotes, and each key on a line of its own",
            ),
            (
                "a = 1\n\n ab = 2\n ab = 3\n",
                "4:2: not valid TOML: `ab` stands twice",
            ),
            ("[a]\n[b]\n[a]\n", "3:2: not valid TOML: `a` stands twice"),
            ("[a\n", "1:3: not valid TOML: unclosed table, expected `]`"),
            (
                "a\n",
                "1:2: not valid TOML: key with no value, expected `=`",
            ),
            ("a = 01\n", "1:5: not valid TOML: unexpected leading zero"),
        ] {
            assert_eq!(refused(text), format!("my.toml:{expected}"));
        }
        let deep = refused(&format!("a = {}", "[".repeat(100_000)));
        assert_eq!(deep, "my.toml:1:85: not valid TOML: nested too deeply");
    }

    #[test]
    fn a_byte_order_mark_and_crlf_are_fine() {
        let source = Source::new("my.toml", "\u{feff}a = 1\r\nb = 2\r\n");
        let document = Document::parse(&source).expect("valid");
        let item = document.root().need("b").expect("there");
        assert_eq!(item.error("x").to_string(), "my.toml:2:5: x");
        let item = document.root().need("a").expect("there");
        assert_eq!(item.error("x").to_string(), "my.toml:1:5: x");
    }
}
