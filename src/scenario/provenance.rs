//! Where a value comes from, and the list of guesses an answer rests on.
//!
//! Every value of a data file carries a status; a game reports the values that are not from its rulebook.

use super::document::Table;
use super::item::Item;
use crate::error::Result;
use crate::report::Guess;

/// How well a value is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Stated in the rulebook.
    Rulebook,
    /// Read in another public source.
    Published,
    /// Follows by the reasoning given.
    Derived,
    /// A guess of ours.
    Assumed,
    /// Given by a user's data file, which does not say more.
    User,
}

impl Status {
    /// The words a file may write.
    pub const WORDS: [&'static str; 4] = ["rulebook", "published", "derived", "assumed"];

    /// The word used in files and in output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rulebook => "rulebook",
            Self::Published => "published",
            Self::Derived => "derived",
            Self::Assumed => "assumed",
            Self::User => "user",
        }
    }

    fn from_word(word: &str) -> Self {
        match word {
            "rulebook" => Self::Rulebook,
            "published" => Self::Published,
            "derived" => Self::Derived,
            _ => Self::Assumed,
        }
    }
}

/// Status of a value or of the whole table it stands in, with what a reader needs to judge it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// How well it is known.
    pub status: Status,
    /// Over which values to ask again, in words; may be empty.
    pub range: String,
    /// Reasoning, source or remark; may be empty.
    pub note: String,
}

impl Default for Provenance {
    fn default() -> Self {
        Self {
            status: Status::Rulebook,
            range: String::new(),
            note: String::new(),
        }
    }
}

/// The keys `Provenance::read` looks at.
pub const PROVENANCE_KEYS: [&str; 6] = ["status", "range", "note", "derivation", "basis", "source"];

impl Provenance {
    /// Reads the provenance keys of a table. A table without `status` takes `unsaid`; without that it must say.
    pub fn read(table: &Table, unsaid: Option<Status>) -> Result<Self> {
        let status = match (table.get("status"), unsaid) {
            (None, Some(status)) => status,
            _ => Status::from_word(table.need("status")?.word(&Status::WORDS)?),
        };
        let range = table
            .get("range")
            .map_or(Ok(String::new()), |item| range_in_words(&item))?;
        let mut notes = Vec::new();
        for key in ["note", "derivation", "basis", "source"] {
            match table.get(key) {
                Some(item) if item.is_list() => {
                    for entry in item.list()? {
                        notes.push(entry.text()?);
                    }
                }
                Some(item) => notes.push(item.text()?),
                None => {}
            }
        }
        Ok(Self {
            status,
            range,
            note: notes.join("; "),
        })
    }
}

/// `[2, 6]` as `2 to 6`, a list of words as `a, b`, a table as `hits 2 to 4, swords 1 to 3`.
fn range_in_words(item: &Item) -> Result<String> {
    if item.is_text() {
        return Ok(item.text()?.to_string());
    }
    if item.is_table() {
        let parts: Result<Vec<String>> = item
            .table()?
            .items()
            .iter()
            .map(|part| Ok(format!("{} {}", part.key(), range_in_words(part)?)))
            .collect();
        return Ok(parts?.join(", "));
    }
    let entries = item.list()?;
    match entries.as_slice() {
        [low, high] if !low.is_text() => Ok(format!("{} to {}", low.scalar()?, high.scalar()?)),
        _ => Ok(entries
            .iter()
            .map(Item::scalar)
            .collect::<Result<Vec<_>>>()?
            .join(", ")),
    }
}

/// Collects the values an answer rests on that are not from the rulebook: each once, in the order met.
#[derive(Debug, Clone, Default)]
pub struct Guesses {
    met: Vec<Guess>,
}

impl Guesses {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The answer rests on this value. Values from the rulebook are no guesses and are not kept.
    pub fn rest_on(
        &mut self,
        what: impl Into<String>,
        value: impl ToString,
        provenance: &Provenance,
    ) {
        if provenance.status == Status::Rulebook {
            return;
        }
        let what = what.into();
        if self.met.iter().any(|guess| guess.what == what) {
            return;
        }
        let range = match provenance.range.as_str() {
            "" => String::new(),
            range => format!("range: {range}"),
        };
        let parts = [range.as_str(), provenance.note.as_str()];
        let note: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        self.met.push(Guess {
            what,
            value: value.to_string(),
            status: provenance.status.name().to_string(),
            note: note.join("; "),
        });
    }

    /// The guesses, for the findings.
    pub fn into_vec(self) -> Vec<Guess> {
        self.met
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Document, Source};
    use super::*;

    fn read(text: &str, unsaid: Option<Status>) -> Result<Provenance> {
        let source = Source::new("my.toml", text);
        let document = Document::parse(&source)?;
        Provenance::read(&document.root(), unsaid)
    }

    #[test]
    fn ranges_and_notes_become_words() {
        let of = |text: &str| read(text, None).expect("valid");
        assert_eq!(of("status = 'assumed'\nrange = [2, 6]").range, "2 to 6");
        assert_eq!(of("status = 'assumed'\nrange = ['a', 'b']").range, "a, b");
        assert_eq!(
            of("status = 'assumed'\nrange = { hits = [2, 4], swords = [1, 3] }").range,
            "hits 2 to 4, swords 1 to 3"
        );
        let both = of("status = 'derived'\nderivation = 'so'\nsource = ['x', 'y']");
        assert_eq!(
            (both.status, both.note.as_str()),
            (Status::Derived, "so; x; y")
        );
    }

    #[test]
    fn a_status_must_be_said_unless_a_user_need_not() {
        let error = read("a = 1", None).expect_err("no status");
        assert_eq!(
            error.to_string(),
            "my.toml:1:1: the file lacks the key `status`"
        );
        assert_eq!(
            read("a = 1", Some(Status::User)).expect("unsaid").status,
            Status::User
        );
        let error = read("\nstatus = \"asumed\"", Some(Status::User)).expect_err("misspelt");
        assert_eq!(
            error.to_string(),
            "my.toml:2:10: status must be rulebook, published, derived or assumed, not \"asumed\" — did you mean `assumed`?"
        );
    }

    #[test]
    fn guesses_leave_out_the_rulebook_and_repetitions() {
        let assumed = Provenance {
            status: Status::Assumed,
            range: "2 to 4".into(),
            note: "like the lion".into(),
        };
        let mut guesses = Guesses::new();
        guesses.rest_on("die", "6", &Provenance::default());
        guesses.rest_on("animal bear: hits", 3, &assumed);
        guesses.rest_on("animal bear: hits", 3, &assumed);
        let met = guesses.into_vec();
        assert_eq!(met.len(), 1);
        assert_eq!(met[0].what, "animal bear: hits");
        assert_eq!(met[0].value, "3");
        assert_eq!(met[0].status, "assumed");
        assert_eq!(met[0].note, "range: 2 to 4; like the lion");
    }
}
