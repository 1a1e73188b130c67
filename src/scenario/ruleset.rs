//! Rulesets by name, and the resolved switches of one question.
//!
//! A ruleset is a name for settings that differ from the defaults. Layers, the later wins: default, ruleset, `[set]` of
//! a question file, `--set`.

use super::document::Table;
use super::nearest::{did_you_mean, one_of};
use super::provenance::{Guesses, PROVENANCE_KEYS, Provenance, Status};
use super::switch::SwitchTable;
use crate::error::{Error, Result};

/// A named set of settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruleset {
    /// Its name in `--ruleset`.
    pub name: String,
    /// Settings that differ from the defaults, in the order of the switches.
    pub set: Vec<(String, String)>,
    /// How well it is known.
    pub provenance: Provenance,
    /// Settings known less well than the rest.
    pub assumptions: Vec<Assumption>,
}

/// A setting of a ruleset that is a guess.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assumption {
    /// The switch.
    pub key: String,
    /// How well its value is known in this ruleset.
    pub provenance: Provenance,
}

/// The rulesets of a game; the first is the default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rulesets {
    list: Vec<Ruleset>,
}

impl Rulesets {
    /// The names, the default first.
    pub fn names(&self) -> Vec<&str> {
        self.list.iter().map(|r| r.name.as_str()).collect()
    }

    /// The rulesets.
    pub fn iter(&self) -> impl Iterator<Item = &Ruleset> {
        self.list.iter()
    }

    /// The ruleset of this name, or what is wrong with the name.
    pub fn get(&self, name: &str) -> Result<&Ruleset> {
        self.list.iter().find(|r| r.name == name).ok_or_else(|| {
            let names = self.names();
            let meant = did_you_mean(name, names.iter().copied());
            let listed = if meant.is_empty() {
                format!("; write {}", one_of(&names))
            } else {
                meant
            };
            Error::usage(format!("unknown ruleset `{}`{listed}", name.escape_debug()))
        })
    }

    /// Reads `[[ruleset]]` of a file: a known name is replaced, a new one added.
    pub fn read(
        &mut self,
        root: &Table,
        switches: &SwitchTable,
        unsaid: Option<Status>,
    ) -> Result<()> {
        let mut seen = Vec::new();
        for table in root.tables("ruleset")? {
            table.only(&["name", "set", "assumption"], &PROVENANCE_KEYS)?;
            let item = table.need("name")?;
            let name = item.name()?;
            if seen.contains(&name) {
                return Err(item.error(format!("the ruleset `{name}` stands twice in this file")));
            }
            seen.push(name);
            let mut set = Vec::new();
            for entry in table.table("set")?.map_or(Vec::new(), |t| t.items()) {
                switches.find(entry.key()).map_err(|m| entry.key_error(m))?;
                let value = switches.check(entry.key(), &entry.scalar()?);
                set.push((entry.key().to_string(), value.map_err(|m| entry.error(m))?));
            }
            let mut assumptions = Vec::new();
            for guess in table.tables("assumption")? {
                guess.only(&["key"], &PROVENANCE_KEYS)?;
                let key = guess.need("key")?;
                switches.find(key.name()?).map_err(|m| key.error(m))?;
                let provenance = Provenance::read(&guess, unsaid)?;
                assumptions.push(Assumption {
                    key: key.name()?.to_string(),
                    provenance,
                });
            }
            let provenance = Provenance::read(&table, unsaid)?;
            let ruleset = Ruleset {
                name: name.to_string(),
                set,
                provenance,
                assumptions,
            };
            match self.list.iter_mut().find(|r| r.name == name) {
                Some(old) => *old = ruleset,
                None => self.list.push(ruleset),
            }
        }
        Ok(())
    }
}

/// Every switch of a game with its value for one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switches {
    table: SwitchTable,
    ruleset: Ruleset,
    values: Vec<String>,
}

impl Switches {
    /// Layers default, ruleset and settings (in order; of two for one switch the later wins).
    pub fn resolve(
        table: &SwitchTable,
        ruleset: &Ruleset,
        set: &[(String, String)],
    ) -> Result<Self> {
        let mut resolved = Self {
            table: table.clone(),
            ruleset: ruleset.clone(),
            values: table.iter().map(|s| s.default.clone()).collect(),
        };
        for (key, value) in &ruleset.set {
            resolved
                .put(key, value)
                .map_err(|m| Error::usage(format!("ruleset {}: {m}", ruleset.name)))?;
        }
        for (key, value) in set {
            resolved
                .put(key, value)
                .map_err(|m| Error::usage(format!("--set {key}={value}: {m}")))?;
        }
        Ok(resolved)
    }

    fn put(&mut self, key: &str, value: &str) -> std::result::Result<(), String> {
        let value = self.table.check(key, value)?;
        if let Some(index) = self.table.iter().position(|s| s.key == key) {
            self.values[index] = value;
        }
        Ok(())
    }

    /// Name of the ruleset.
    pub fn ruleset(&self) -> &str {
        &self.ruleset.name
    }

    /// The value of a switch.
    ///
    /// # Panics
    /// If the game has no such switch: keys come from its code, never from a user.
    pub fn get(&self, key: &str) -> &str {
        let index = self.table.iter().position(|s| s.key == key);
        let index = index.unwrap_or_else(|| panic!("the game has no switch `{key}`"));
        &self.values[index]
    }

    /// Whether a switch has this value. Panics as `get` does.
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.get(key) == value
    }

    /// The value of a switch that is a whole number (0 if its values are words). Panics as `get` does.
    pub fn integer(&self, key: &str) -> i64 {
        self.get(key).parse().unwrap_or_default()
    }

    /// Every switch and its value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.table
            .iter()
            .zip(&self.values)
            .map(|(s, v)| (s.key.as_str(), v.as_str()))
    }

    /// The switches away from their default, by ruleset or setting: what the output shows.
    pub fn differs_from_default(&self) -> Vec<(String, String)> {
        let pairs = self.table.iter().zip(&self.values);
        pairs
            .filter(|(s, v)| s.default != **v)
            .map(|(s, v)| (s.key.clone(), v.clone()))
            .collect()
    }

    /// The switches set away from the ruleset: what the canonical command repeats as `--set`.
    pub fn differs_from_ruleset(&self) -> Vec<(String, String)> {
        let own = |key: &str| {
            self.ruleset
                .set
                .iter()
                .find(|(k, _)| k == key)
                .map(|(_, v)| v)
        };
        self.table
            .iter()
            .zip(&self.values)
            .filter(|(s, v)| own(&s.key).unwrap_or(&s.default) != *v)
            .map(|(s, v)| (s.key.clone(), v.clone()))
            .collect()
    }

    /// Adds those of the given switches whose reading is not the rulebook's. What a user set is no guess.
    pub fn guesses(&self, keys: &[&str], guesses: &mut Guesses) {
        let changed = self.differs_from_ruleset();
        for (switch, value) in self.table.iter().zip(&self.values) {
            if !keys.contains(&switch.key.as_str()) || changed.iter().any(|(k, _)| *k == switch.key)
            {
                continue;
            }
            let assumed = self
                .ruleset
                .assumptions
                .iter()
                .find(|a| a.key == switch.key);
            let set = self.ruleset.set.iter().any(|(k, _)| *k == switch.key);
            let provenance = match assumed {
                Some(assumption) => &assumption.provenance,
                None if set => &self.ruleset.provenance,
                None => &switch.provenance,
            };
            guesses.rest_on(format!("switch {}", switch.key), value, provenance);
        }
    }
}

#[cfg(test)]
mod tests;
