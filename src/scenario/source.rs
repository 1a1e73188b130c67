//! A text with a name, and places in it: what lets every message say `file:line:column`.

use std::fmt;
use std::io::Read;
use std::path::Path;

use crate::error::{Error, Result};

/// No scenario is longer; reading stops here.
const LONGEST: u64 = 4 << 20;

/// A named text: a user's file or an embedded one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
}

/// Where something stands; shown as `file:line:column`, both counted from 1, columns in characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Name of the file as the user gave it.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Place {
    /// The error that this is wrong, here.
    pub fn error(&self, message: impl fmt::Display) -> Error {
        Error::usage(format!("{self}: {message}"))
    }
}

impl Source {
    /// A text under a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }

    /// Reads a user's file. What cannot be read is the user's to mend: a usage error naming the file.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let fail = |why: &str| Error::usage(format!("cannot read {name}: {why}"));
        if path.is_dir() {
            return Err(fail("it is a folder, not a file"));
        }
        let mut bytes = Vec::new();
        std::fs::File::open(path)
            .and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
            .map_err(|e| match e.kind() {
                std::io::ErrorKind::NotFound => fail("no such file"),
                std::io::ErrorKind::PermissionDenied => fail("permission denied"),
                _ => fail(&e.to_string()),
            })?;
        if bytes.len() as u64 > LONGEST {
            return Err(fail("it is larger than 4 MB, too large for a scenario"));
        }
        let text = String::from_utf8(bytes).map_err(|_| fail("it is not UTF-8 text"))?;
        Ok(Self { name, text })
    }

    /// The name shown in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place of a byte offset.
    pub fn place(&self, offset: usize) -> Place {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let line_text = before[line_start..].trim_start_matches('\u{feff}');
        Place {
            file: self.name.clone(),
            line: before.matches('\n').count() + 1,
            column: line_text.chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        let source = Source::new("a.toml", "é = 1\nab = \"ü\" # x\n");
        assert_eq!(source.place(0).to_string(), "a.toml:1:1");
        assert_eq!(source.place("é = ".len()).to_string(), "a.toml:1:5");
        assert_eq!(source.place("é = 1\nab = ".len()).to_string(), "a.toml:2:6");
        assert_eq!(
            source.place(1).to_string(),
            "a.toml:1:1",
            "inside a character: its start"
        );
        assert_eq!(
            source.place(9999).to_string(),
            "a.toml:3:1",
            "beyond the end: the end"
        );
    }

    #[test]
    fn unreadable_files_are_one_usage_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let gone = folder.path().join("gone.toml");
        let error = Source::read(&gone).expect_err("no file");
        assert_eq!(
            error.to_string(),
            format!("cannot read {}: no such file", gone.display())
        );
        assert_eq!(error.exit_code(), 2);
        let error = Source::read(folder.path()).expect_err("a folder");
        assert!(
            error.to_string().ends_with(": it is a folder, not a file"),
            "{error}"
        );
        let binary = folder.path().join("binary.toml");
        std::fs::write(&binary, [0xff, 0xfe, 0x00]).expect("written");
        let error = Source::read(&binary).expect_err("not text");
        assert!(
            error
                .to_string()
                .ends_with("binary.toml: it is not UTF-8 text"),
            "{error}"
        );
        let huge = folder.path().join("huge.toml");
        std::fs::File::create(&huge)
            .and_then(|f| f.set_len(LONGEST + 1))
            .expect("written");
        let error = Source::read(&huge).expect_err("too large");
        assert!(error.to_string().contains("larger than 4 MB"), "{error}");
    }
}
