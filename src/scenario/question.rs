//! A question as a file: `question = "clash-duel"`, then the keys of that command's long flags.
//!
//! A question file *is* its command line: it becomes the argument vector that the command line would be, so both give
//! the same answer. Which flags a question has, the caller says; `cli` parses the vector.

use std::path::Path;

use super::document::Document;
use super::item::Item;
use super::nearest::did_you_mean;
use super::source::{Place, Source};
use crate::error::{Error, Result};

/// A parsed question file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionFile {
    /// The question's flat name.
    pub question: String,
    /// Where the name stands.
    pub place: Place,
    /// The keys in the order of the file; one entry a value, so a list gives several of one key.
    pub entries: Vec<Entry>,
    /// The settings of `[set]`, in the order of the file.
    pub set: Vec<Entry>,
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Long flag without its dashes, or switch.
    pub key: String,
    /// The value as the command line would write it; `None` for `true`: a flag without a value.
    pub value: Option<String>,
    /// Where the key stands.
    pub key_place: Place,
    /// Where the value stands.
    pub value_place: Place,
}

/// Keys that are not flags.
const OWN_KEYS: [&str; 3] = ["schema", "question", "set"];

impl QuestionFile {
    /// Reads a file, or the embedded question of this name.
    pub fn open(path_or_name: &str) -> Result<Self> {
        let path = Path::new(path_or_name);
        if !path.exists() {
            let names = || embedded_questions().iter().map(|q| q.name);
            if let Some(found) = embedded_questions().iter().find(|q| q.name == path_or_name) {
                return Self::parse(&Source::new(found.name, found.text));
            }
            let meant = did_you_mean(path_or_name, names());
            return Err(Error::usage(format!(
                "cannot read {path_or_name}: no such file{meant}"
            )));
        }
        Self::parse(&Source::read(path)?)
    }

    /// Parses a question; its keys are judged by `arguments`.
    pub fn parse(source: &Source) -> Result<Self> {
        let document = Document::parse(source)?;
        let root = document.root();
        let Some(question) = root.get("question") else {
            let what = match root.get("game") {
                Some(_) => {
                    "this is component data, not a question; give it to a question with `--data FILE`"
                }
                None => {
                    "a question file begins with its name, for example question = \"clash-duel\""
                }
            };
            return Err(root.error(what));
        };
        document.check_schema()?;
        let mut file = Self {
            question: question.name()?.to_string(),
            place: question.place(),
            entries: Vec::new(),
            set: Vec::new(),
        };
        for item in root.items() {
            match item.key() {
                "set" => {
                    for setting in item.table()?.items() {
                        let value = Some(setting.scalar()?);
                        file.set.push(Entry::new(&setting, &setting, value));
                    }
                }
                key if OWN_KEYS.contains(&key) => {}
                _ if item.is_table() => {
                    let meant = did_you_mean(item.key(), ["set"]);
                    let key = item.key().escape_debug();
                    return Err(item.key_error(format!("unknown table `{key}`{meant}")));
                }
                _ if item.is_list() => {
                    for value in item.list()? {
                        file.entries
                            .push(Entry::new(&item, &value, as_written(&value)?));
                    }
                }
                _ if item.is_boolean() && !item.boolean()? => {} // a flag that is not given
                _ => file
                    .entries
                    .push(Entry::new(&item, &item, as_written(&item)?)),
            }
        }
        Ok(file)
    }

    /// The argument vector after the program's name, equal to the command line. `flags` are the long flags of this
    /// question, without dashes; any other key is refused with the nearest one.
    pub fn arguments(&self, flags: &[&str]) -> Result<Vec<String>> {
        let mut arguments = vec![self.question.clone()];
        for entry in &self.entries {
            let key = entry.key.as_str();
            if !flags.contains(&key) || key == "set" {
                let known = flags.iter().copied().chain(["set"]);
                let meant = did_you_mean(key, known);
                let none = format!("; {} has no such flag", self.question);
                let hint = if meant.is_empty() { &none } else { &meant };
                let key = key.escape_debug();
                return Err(entry.key_place.error(format!("unknown key `{key}`{hint}")));
            }
            match &entry.value {
                Some(value) => arguments.push(format!("--{key}={value}")),
                None => arguments.push(format!("--{key}")),
            }
        }
        for entry in &self.set {
            let value = entry.value.as_deref().unwrap_or_default();
            arguments.push(format!("--set={}={value}", entry.key));
        }
        Ok(arguments)
    }

    /// An error of the command line, told as one of this file: a message that begins with a flag which came from here
    /// (`--playouts 10B: …`, `--set net_ordr=x: …`) gets the place of its value and loses the dashes.
    pub fn locate(&self, error: Error) -> Error {
        let Error::Usage(message) = &error else {
            return error;
        };
        let Some(rest) = message.strip_prefix("--") else {
            return error;
        };
        let ends = |rest: &str, key: &str, end: &[char]| {
            rest.strip_prefix(key)
                .is_some_and(|tail| tail.is_empty() || tail.starts_with(end))
        };
        if let Some(setting) = rest.strip_prefix("set ")
            && let Some(entry) = self
                .set
                .iter()
                .rev()
                .find(|e| ends(setting, &e.key, &['=']))
        {
            let value = entry.value.as_deref().unwrap_or_default();
            let given = format!("{}={value}: ", entry.key);
            let why = setting.strip_prefix(&given).unwrap_or(setting);
            let unknown = why.starts_with("unknown switch");
            let place = if unknown {
                &entry.key_place
            } else {
                &entry.value_place
            };
            return place.error(why);
        }
        let of_key = |e: &&Entry| ends(rest, &e.key, &[' ', ':', ',']);
        let with_value = |e: &&Entry| {
            let value = e.value.as_deref().unwrap_or_default();
            of_key(e) && rest[e.key.len()..].trim_start().starts_with(value)
        };
        let entry = self
            .entries
            .iter()
            .find(with_value)
            .or(self.entries.iter().find(of_key));
        match entry {
            Some(entry) => entry.value_place.error(rest),
            None => error,
        }
    }
}

impl Entry {
    fn new(key: &Item, value: &Item, text: Option<String>) -> Self {
        Self {
            key: key.key().to_string(),
            value: text,
            key_place: key.key_place(),
            value_place: value.place(),
        }
    }
}

/// A value as the command line would write it: numbers keep their spelling (`10_000`, `1e6`, `0x2A`).
fn as_written(item: &Item) -> Result<Option<String>> {
    if item.is_boolean() && item.boolean()? {
        return Ok(None);
    }
    if item.is_text() {
        return Ok(Some(item.text()?.to_string()));
    }
    item.scalar().map(|_| Some(item.raw().to_string()))
}

/// A question that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmbeddedQuestion {
    /// Its name for `gsim run NAME`.
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
}

impl EmbeddedQuestion {
    /// What it asks: the comment in the file's first line.
    pub fn title(&self) -> &'static str {
        self.text
            .lines()
            .next()
            .unwrap_or_default()
            .trim_start_matches(['#', ' '])
    }
}

/// The questions that come with the program.
pub fn embedded_questions() -> &'static [EmbeddedQuestion] {
    macro_rules! question {
        ($name:literal) => {
            EmbeddedQuestion {
                name: $name,
                text: include_str!(concat!("../../scenarios/questions/", $name, ".toml")),
            }
        };
    }
    const QUESTIONS: &[EmbeddedQuestion] = &[
        question!("clash-duel-headline"),
        question!("clash-duel-lion"),
        question!("clash-duel-review"),
        question!("clash-duel-optimal"),
        question!("clash-matrix-duel"),
        question!("clash-matrix-animals"),
        question!("clash-fight-attrition"),
        question!("clash-arena-seats"),
        question!("battle-rookies"),
        question!("battle-optimal"),
        question!("battle-throwers"),
        question!("battle-surrender"),
        question!("battle-classes"),
        question!("battle-short-swords"),
        question!("battle-cohort"),
        question!("gauntlet-greedy"),
        question!("gauntlet-one"),
        question!("gauntlet-ladder"),
        question!("gauntlet-bargain"),
        question!("gladiatori-duel-headline"),
        question!("gladiatori-exchange-dodge"),
        question!("gladiatori-arena-two-on-one"),
        question!("gladiatori-arena-alone"),
        question!("gladiatori-items"),
    ];
    QUESTIONS
}

#[cfg(test)]
mod tests;
