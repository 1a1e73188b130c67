//! Rule switches: which readings of the rules a game offers, and what may be set.
//!
//! All values are text: `--set animal_vs_animal=false` and the value `false` of a file are the same. Data files list
//! switches either as `[[switch]]` or as one table `[switches]`. `ruleset.rs` resolves them.

use super::document::Table;
use super::item::Item;
use super::nearest::{did_you_mean, one_of, quoted};
use super::provenance::{PROVENANCE_KEYS, Provenance, Status};
use crate::error::Result;

/// One switch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// Its name in `--set key=value`.
    pub key: String,
    /// The value where nothing else is said.
    pub default: String,
    /// Allowed values: words, or ranges of whole numbers such as `1..1000`. Empty for a free whole number.
    pub values: Vec<String>,
    /// Smallest whole number, where `values` is empty.
    pub min: i64,
    /// Largest whole number, where `values` is empty.
    pub max: i64,
    /// How well the default is known.
    pub provenance: Provenance,
}

impl Switch {
    /// A value in its one spelling, or what is wrong with it (without the place).
    pub fn check(&self, value: &str) -> std::result::Result<String, String> {
        let number = value.parse::<i64>().ok();
        let fits = |range: &String| {
            let bounds = bounds(range);
            bounds
                .zip(number)
                .is_some_and(|((low, high), n)| (low..=high).contains(&n))
        };
        if self.values.iter().any(|v| v == value) {
            return Ok(value.to_string());
        }
        if let Some(n) = number {
            let free = self.values.is_empty() && (self.min..=self.max).contains(&n);
            if free || self.values.iter().any(fits) {
                return Ok(n.to_string());
            }
        }
        let meant = did_you_mean(value, self.values.iter().map(String::as_str));
        Err(format!(
            "{} must be {}, not {}{meant}",
            self.key,
            self.allowed(),
            quoted(value)
        ))
    }

    /// The allowed values in words.
    pub fn allowed(&self) -> String {
        if !self.values.is_empty() {
            let in_words = |v: &String| match bounds(v) {
                Some((low, high)) => format!("{low} to {high}"),
                None => v.clone(),
            };
            return one_of(&self.values.iter().map(in_words).collect::<Vec<_>>());
        }
        match (self.min, self.max) {
            (i64::MIN, i64::MAX) => "a whole number".to_string(),
            (min, i64::MAX) => format!("a whole number of at least {min}"),
            (i64::MIN, max) => format!("a whole number of at most {max}"),
            (min, max) => format!("a whole number from {min} to {max}"),
        }
    }
}

/// `1..1000` as its two ends.
fn bounds(value: &str) -> Option<(i64, i64)> {
    let (low, high) = value.split_once("..")?;
    low.parse().ok().zip(high.parse().ok())
}

/// The switches of a game, in the order of its data file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SwitchTable {
    switches: Vec<Switch>,
}

impl SwitchTable {
    /// A table of these switches, for a game that defines them itself.
    pub fn new(switches: Vec<Switch>) -> Self {
        Self { switches }
    }

    /// The switches.
    pub fn iter(&self) -> impl Iterator<Item = &Switch> {
        self.switches.iter()
    }

    /// The switch of this name, or which name is nearest.
    pub fn find(&self, key: &str) -> std::result::Result<&Switch, String> {
        self.switches.iter().find(|s| s.key == key).ok_or_else(|| {
            let meant = did_you_mean(key, self.switches.iter().map(|s| s.key.as_str()));
            let listed = if meant.is_empty() {
                " (`gsim list` names them)"
            } else {
                ""
            };
            format!("unknown switch `{}`{meant}{listed}", key.escape_debug())
        })
    }

    /// A setting in its one spelling, or what is wrong with it (without the place).
    pub fn check(&self, key: &str, value: &str) -> std::result::Result<String, String> {
        self.find(key)?.check(value)
    }

    /// Reads `[[switch]]` and `[switches]` of a file. The first file brings the switches (`unsaid` is `None`); a user's
    /// file may restate known ones, with another default.
    pub fn read(&mut self, root: &Table, unsaid: Option<Status>) -> Result<()> {
        let mut seen: Vec<&str> = Vec::new();
        for table in root.tables("switch")? {
            table.only(
                &["key", "kind", "default", "values", "min", "max"],
                &PROVENANCE_KEYS,
            )?;
            let key = table.need("key")?;
            let kind = match table.get("kind") {
                Some(item) => item.word(&["choice", "integer", "number"])?,
                None => "choice",
            };
            let end = |name: &str, free: i64| match table.get(name) {
                Some(item) => item.whole(i64::MIN..=i64::MAX),
                None => Ok(free),
            };
            let (min, max) = (end("min", i64::MIN)?, end("max", i64::MAX)?);
            let values = texts(table.get("values"))?;
            if values.is_empty() && kind == "choice" {
                return Err(table.error(format!("switch `{}` has no values", key.name()?)));
            }
            self.add(&mut seen, table, key, "default", values, (min, max), unsaid)?;
        }
        for item in root.table("switches")?.map_or(Vec::new(), |t| t.items()) {
            let table = item.table()?;
            table.only(&["value", "options", "id"], &PROVENANCE_KEYS)?;
            // A user's file may set a known switch without repeating its options.
            let values = match (table.get("options"), unsaid) {
                (None, Some(_)) => self
                    .find(item.key())
                    .map_err(|m| item.key_error(m))?
                    .values
                    .clone(),
                _ => texts(Some(table.need("options")?))?,
            };
            self.add(
                &mut seen,
                table,
                item,
                "value",
                values,
                (i64::MIN, i64::MAX),
                unsaid,
            )?;
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one caller a file format")]
    fn add<'d>(
        &mut self,
        seen: &mut Vec<&'d str>,
        table: Table<'d>,
        key_item: Item<'d>,
        default_key: &str,
        values: Vec<String>,
        (min, max): (i64, i64),
        unsaid: Option<Status>,
    ) -> Result<()> {
        let key = if key_item.is_table() {
            key_item.key()
        } else {
            key_item.name()?
        };
        if seen.contains(&key) {
            return Err(key_item.error(format!("the switch `{key}` stands twice in this file")));
        }
        seen.push(key);
        let default = table.need(default_key)?;
        let provenance = Provenance::read(&table, unsaid)?;
        let mut switch = Switch {
            key: key.to_string(),
            default: default.scalar()?,
            values,
            min,
            max,
            provenance,
        };
        switch.default = switch
            .check(&switch.default)
            .map_err(|m| default.error(m))?;
        if unsaid.is_none() {
            self.switches.push(switch);
            return Ok(());
        }
        let known = self.find(key).map_err(|m| key_item.error(m))?;
        for value in &switch.values {
            if !known.values.contains(value) {
                return Err(table.error(known.check(value).err().unwrap_or_default()));
            }
        }
        known.check(&switch.default).map_err(|m| default.error(m))?;
        if let Some(old) = self.switches.iter_mut().find(|s| s.key == key) {
            *old = switch;
        }
        Ok(())
    }
}

fn texts(item: Option<Item>) -> Result<Vec<String>> {
    match item {
        Some(item) => item.list()?.iter().map(Item::scalar).collect(),
        None => Ok(Vec::new()),
    }
}

/// Splits `key=value` of `--set`. What the key may be, the game says later.
pub fn parse_set(text: &str) -> std::result::Result<(String, String), String> {
    match text
        .split_once('=')
        .map(|(key, value)| (key.trim(), value.trim()))
    {
        Some((key, value)) if !key.is_empty() && !value.is_empty() => {
            Ok((key.to_string(), value.to_string()))
        }
        _ => Err("write KEY=VALUE; `gsim list switches` names the keys".to_string()),
    }
}

#[cfg(test)]
mod tests;
