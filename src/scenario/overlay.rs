//! One file laid over another: component data, then a user's file with whatever it changes.
//!
//! `unsaid` is the status of values that do not state one. `None` means the first, complete file, where every table and
//! key must be there and state its status; a user's file may leave out both.

use std::ops::RangeInclusive;

use super::document::Table;
use super::item::Item;
use super::provenance::{PROVENANCE_KEYS, Provenance, Status};
use crate::error::Result;

/// A key: a complete file must have it.
pub fn wanted<'d>(
    table: &Table<'d>,
    key: &str,
    unsaid: Option<Status>,
) -> Result<Option<Item<'d>>> {
    match unsaid {
        None => table.need(key).map(Some),
        Some(_) => Ok(table.get(key)),
    }
}

/// A table: a complete file must have it.
pub fn section<'d>(
    root: &Table<'d>,
    name: &str,
    unsaid: Option<Status>,
) -> Result<Option<Table<'d>>> {
    wanted(root, name, unsaid)?
        .map(|item| item.table())
        .transpose()
}

/// Replaces the numbers that a table gives: key, place to put it, range.
pub fn fill(
    root: &Table,
    name: &str,
    unsaid: Option<Status>,
    provenance: &mut Provenance,
    slots: &mut [(&str, &mut u8, RangeInclusive<i64>)],
) -> Result<()> {
    let Some(table) = section(root, name, unsaid)? else {
        return Ok(());
    };
    let keys: Vec<&str> = slots.iter().map(|(key, ..)| *key).collect();
    table.only(&keys, &PROVENANCE_KEYS)?;
    for (key, slot, range) in slots {
        if let Some(item) = wanted(&table, key, unsaid)? {
            **slot = item.whole(range.clone())?;
        }
    }
    *provenance = Provenance::read(&table, unsaid)?;
    Ok(())
}

/// Every table of a list, by its name, which must not stand twice. `keys` are the others it may have.
pub fn named<T>(
    root: &Table,
    list: &str,
    keys: &[&str],
    mut read: impl FnMut(&Table, String) -> Result<T>,
) -> Result<Vec<T>> {
    let mut seen: Vec<(String, usize)> = Vec::new();
    let mut all = Vec::new();
    for table in root.tables(list)? {
        let known: Vec<&str> = ["name"].iter().chain(keys).copied().collect();
        table.only(&known, &PROVENANCE_KEYS)?;
        let item = table.need("name")?;
        let name = item.name()?;
        if let Some((_, line)) = seen.iter().find(|(n, _)| *n == name.to_lowercase()) {
            return Err(item.error(format!(
                "the {list} `{}` stands twice in this file (first in line {line})",
                name.escape_debug()
            )));
        }
        seen.push((name.to_lowercase(), item.place().line));
        all.push(read(&table, name.to_string())?);
    }
    Ok(all)
}

/// Replaces those of the same name whole, adds the others.
pub fn lay_over<T>(old: &mut Vec<T>, new: Vec<T>, name: impl Fn(&T) -> &String) {
    for one in new {
        let wanted = name(&one).to_lowercase();
        match old.iter_mut().find(|o| name(o).to_lowercase() == wanted) {
            Some(same) => *same = one,
            None => old.push(one),
        }
    }
}
