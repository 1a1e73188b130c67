//! A value of the data file: whole number, flag, word, list or table, with the path that names it.
//!
//! Every number of the file is one [`Cell`], so that overriding, hashing, provenance and sensitivity work alike for all.

use crate::error::Result;
use crate::scenario::{Item, Provenance};
use std::fmt;

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Val {
    /// A whole number.
    Int(i64),
    /// A share or threshold, as written in the file (`0.9`); kept as text so that values stay comparable.
    Real(String),
    /// True or false.
    Flag(bool),
    /// A word.
    Word(String),
    /// A list.
    List(Vec<Val>),
    /// A table: keys in the order of the file.
    Map(Vec<(String, Val)>),
}

impl Val {
    /// Reads an item, whatever it is.
    pub fn read(item: &Item) -> Result<Self> {
        if item.is_text() {
            return Ok(Self::Word(item.text()?.to_string()));
        }
        if item.is_boolean() {
            return Ok(Self::Flag(item.boolean()?));
        }
        if item.is_list() {
            return item
                .list()?
                .iter()
                .map(Self::read)
                .collect::<Result<_>>()
                .map(Self::List);
        }
        if item.is_table() {
            let read = |i: &Item| Ok((i.key().to_string(), Self::read(i)?));
            return item
                .table()?
                .items()
                .iter()
                .map(read)
                .collect::<Result<_>>()
                .map(Self::Map);
        }
        let raw = item.raw().replace('_', "");
        match raw.contains('.') && raw.parse::<f64>().is_ok() {
            true => Ok(Self::Real(raw)),
            false => Ok(Self::Int(item.whole(i64::MIN..=i64::MAX)?)),
        }
    }

    /// The whole number, if it is one.
    pub fn int(&self) -> Option<i64> {
        match self {
            Self::Int(n) => Some(*n),
            _ => None,
        }
    }

    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match self {
            Self::Word(w) => Some(w),
            _ => None,
        }
    }

    /// The entries of a list; none for anything else.
    pub fn list(&self) -> &[Val] {
        match self {
            Self::List(list) => list,
            _ => &[],
        }
    }

    /// The entry of a table.
    pub fn entry(&self, key: &str) -> Option<&Val> {
        match self {
            Self::Map(entries) => entries.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// What sort of value it is, for messages.
    pub fn sort(&self) -> &'static str {
        match self {
            Self::Int(_) => "a whole number",
            Self::Real(_) => "a number",
            Self::Flag(_) => "true or false",
            Self::Word(_) => "text in quotes",
            Self::List(_) => "a list",
            Self::Map(_) => "a table",
        }
    }

    /// Whether `other` may stand where this stands.
    pub fn same_sort(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl fmt::Display for Val {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |parts: Vec<String>| parts.join(", ");
        match self {
            Self::Int(n) => write!(f, "{n}"),
            Self::Real(r) => f.write_str(r),
            Self::Flag(b) => write!(f, "{b}"),
            Self::Word(w) => f.write_str(w),
            Self::List(l) => write!(f, "[{}]", joined(l.iter().map(Val::to_string).collect())),
            Self::Map(m) => write!(
                f,
                "{{{}}}",
                joined(m.iter().map(|(k, v)| format!("{k} = {v}")).collect())
            ),
        }
    }
}

/// A value under its path, with where it is from and over which values to ask again.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// For example `hp.action` or `item.helmet_0_2.hp`.
    pub path: String,
    /// Its value.
    pub value: Val,
    /// How well it is known.
    pub provenance: Provenance,
    /// The values to ask again with; empty where none are stated.
    pub range: Vec<Val>,
}

/// The range of values in words: `1, 2, 3`.
pub(super) fn in_words(range: &[Val]) -> String {
    range
        .iter()
        .map(Val::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}
