//! One key and its value in a document: what it must be, and where it stands when it is not.
//!
//! Handed out by `document.rs`.

use std::fmt;
use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeString, DeValue};

use super::document::Table;
use super::nearest::{did_you_mean, one_of, quoted};
use super::source::{Place, Source};
use crate::error::{Error, Result};

/// How a table is written, for messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Root,
    Single,
    Listed,
}

/// A key and its value.
#[derive(Debug, Clone, Copy)]
pub struct Item<'d> {
    source: &'d Source,
    key: &'d str,
    key_offset: usize,
    value: &'d DeValue<'d>,
    span: (usize, usize),
}

impl<'d> Item<'d> {
    pub(super) fn new(
        source: &'d Source,
        key: &'d Spanned<DeString<'d>>,
        value: &'d Spanned<DeValue<'d>>,
    ) -> Self {
        Self {
            source,
            key: key.get_ref(),
            key_offset: key.span().start,
            value: value.get_ref(),
            span: (value.span().start, value.span().end),
        }
    }

    /// The key.
    pub fn key(&self) -> &'d str {
        self.key
    }

    /// Where the key stands in the text; items of a table are ordered by it.
    pub(super) fn offset(&self) -> usize {
        self.key_offset
    }

    /// Whether the value is a table or a list of tables.
    pub(super) fn holds_tables(&self) -> bool {
        match self.value {
            DeValue::Array(list) => matches!(first(list), Some(DeValue::Table(_))),
            value => value.is_table(),
        }
    }

    /// Where the value stands.
    pub fn place(&self) -> Place {
        self.source.place(self.span.0)
    }

    /// Where the key stands.
    pub fn key_place(&self) -> Place {
        self.source.place(self.key_offset)
    }

    /// The value is wrong.
    pub fn error(&self, message: impl fmt::Display) -> Error {
        self.place().error(message)
    }

    /// The key is wrong.
    pub fn key_error(&self, message: impl fmt::Display) -> Error {
        self.key_place().error(message)
    }

    /// The value as a message shows it.
    pub fn shown(&self) -> String {
        match self.value {
            DeValue::String(text) => quoted(text),
            DeValue::Array(_) => "a list".to_string(),
            DeValue::Table(_) => "a table".to_string(),
            _ => self.raw().to_string(),
        }
    }

    /// The value as it is written in the file.
    pub fn raw(&self) -> &'d str {
        self.source
            .text()
            .get(self.span.0..self.span.1)
            .unwrap_or_default()
    }

    fn must_be(&self, what: impl fmt::Display) -> Error {
        self.error(format!(
            "{} must be {what}, not {}",
            printable(self.key),
            self.shown()
        ))
    }

    /// The value as text.
    pub fn text(&self) -> Result<&'d str> {
        match self.value {
            DeValue::String(text) => Ok(text),
            _ => Err(self.must_be("text in quotes")),
        }
    }

    /// The value as text that is not empty.
    pub fn name(&self) -> Result<&'d str> {
        match self.text()? {
            "" => Err(self.error(format!("{} must not be empty", self.key))),
            text => Ok(text),
        }
    }

    /// The value as true or false.
    pub fn boolean(&self) -> Result<bool> {
        match self.value {
            DeValue::Boolean(value) => Ok(*value),
            _ => Err(self.must_be("true or false")),
        }
    }

    /// The value as a whole number within the range, which must fit `T`.
    pub fn whole<T: TryFrom<i64>>(&self, range: RangeInclusive<i64>) -> Result<T> {
        let (min, max) = (*range.start(), *range.end());
        let DeValue::Integer(number) = self.value else {
            return Err(self.must_be(format!("a whole number of at least {min}")));
        };
        match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(value) if value < min => {
                Err(self.must_be(format!("a whole number of at least {min}")))
            }
            Ok(value) if value <= max => {
                T::try_from(value).map_err(|_| self.must_be(format!("at most {max}")))
            }
            _ => Err(self.must_be(format!("a whole number from {min} to {max}"))),
        }
    }

    /// The value as one of the given words.
    pub fn word<'k>(&self, known: &[&'k str]) -> Result<&'k str> {
        let text = self.text()?;
        known.iter().copied().find(|k| *k == text).ok_or_else(|| {
            let (key, meant) = (self.key, did_you_mean(text, known.iter().copied()));
            let known = one_of(known);
            self.error(format!(
                "{key} must be {known}, not {}{meant}",
                self.shown()
            ))
        })
    }

    /// A single value as text: `"false"` and `false`, `"2000"` and `2_000` are the same.
    pub fn scalar(&self) -> Result<String> {
        match self.value {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Boolean(value) => Ok(value.to_string()),
            DeValue::Integer(_) => self
                .whole::<i64>(i64::MIN..=i64::MAX)
                .map(|v| v.to_string()),
            DeValue::Float(_) => Ok(self.raw().to_string()),
            _ => Err(self.must_be("a single value")),
        }
    }

    /// Whether the value is `true` or `false`.
    pub fn is_boolean(&self) -> bool {
        self.value.is_bool()
    }

    /// Whether the value is a list.
    pub fn is_list(&self) -> bool {
        self.value.is_array()
    }

    /// Whether the value is a table.
    pub fn is_table(&self) -> bool {
        self.value.is_table()
    }

    /// Whether the value is text.
    pub fn is_text(&self) -> bool {
        self.value.is_str()
    }

    /// The value as a table.
    pub fn table(&self) -> Result<Table<'d>> {
        match self.value {
            DeValue::Table(_) => Ok(self.as_table(Shape::Single)),
            DeValue::Array(list) if matches!(first(list), Some(DeValue::Table(_))) => {
                let key = self.key;
                Err(self.key_error(format!(
                    "there is only one {key}: write [{key}], not [[{key}]]"
                )))
            }
            _ => Err(self.must_be("a table")),
        }
    }

    /// The value as a list of tables.
    pub fn tables(&self) -> Result<Vec<Table<'d>>> {
        if let DeValue::Table(_) = self.value {
            let key = self.key;
            return Err(self.key_error(format!("{key} is a list: write [[{key}]], not [{key}]")));
        }
        self.list()?
            .into_iter()
            .map(|item| match item.value {
                DeValue::Table(_) => Ok(item.as_table(Shape::Listed)),
                _ => Err(item.must_be("a list of tables")),
            })
            .collect()
    }

    /// The value as a list.
    pub fn list(&self) -> Result<Vec<Item<'d>>> {
        let DeValue::Array(list) = self.value else {
            return Err(self.must_be("a list"));
        };
        let element = |v: &'d Spanned<DeValue<'d>>| Item {
            value: v.get_ref(),
            span: (v.span().start, v.span().end),
            ..*self
        };
        Ok(list.iter().map(element).collect())
    }

    fn as_table(&self, shape: Shape) -> Table<'d> {
        let DeValue::Table(entries) = self.value else {
            unreachable!("asked only of tables");
        };
        Table {
            source: self.source,
            entries,
            name: self.key,
            shape,
            offset: self.span.0,
        }
    }
}

fn first<'d>(list: &'d toml::de::DeArray<'d>) -> Option<&'d DeValue<'d>> {
    list.iter().next().map(|v| v.get_ref())
}

/// A key as a message shows it: escaped to one line.
pub(super) fn printable(key: &str) -> String {
    key.escape_debug().to_string()
}
