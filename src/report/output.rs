//! The answer on stdout: which format, which style, and what happens when nobody reads it.
//!
//! A closed pipe (`gsim … | head`) ends quietly; any other failure to write is a runtime error.

use std::io::{ErrorKind, Write};

use super::findings::Findings;
use super::{csv, json, markdown, terminal};
use crate::error::{Error, Result};

/// `--format`: how the answer is written on stdout.
#[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// For people.
    #[default]
    Table,
    /// One strict JSON object.
    Json,
    /// The main table as CSV.
    Csv,
    /// Markdown.
    Md,
}

impl Format {
    /// All formats, in the order of the help text.
    pub const ALL: [Self; 4] = [Self::Table, Self::Json, Self::Csv, Self::Md];

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Md => "md",
        }
    }
}

/// How terminal text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether to use colour; the caller has looked at `--color`, `NO_COLOR` and the terminal.
    pub color: bool,
    /// Columns to fill; 100 where stdout is no terminal.
    pub width: usize,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            color: false,
            width: 100,
        }
    }
}

impl Style {
    pub(super) fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    pub(super) fn warn(self, text: &str) -> String {
        self.paint("33", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.color && !text.is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.into()
        }
    }
}

/// The answer as text, ending in a newline.
pub fn render(findings: &Findings, format: Format, style: Style) -> String {
    match format {
        Format::Table => terminal::render(findings, style),
        Format::Json => json::render(findings),
        Format::Csv => csv::render(findings),
        Format::Md => markdown::render(findings),
    }
}

/// Writes text to stdout and flushes it. A closed pipe is no error.
pub fn print(text: &str) -> Result<()> {
    print_to(&mut std::io::stdout().lock(), text)
}

/// Writes text to any sink as [`print()`] does.
pub fn print_to(sink: &mut impl Write, text: &str) -> Result<()> {
    match sink.write_all(text.as_bytes()).and_then(|()| sink.flush()) {
        Ok(()) => Ok(()),
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(e) => Err(Error::runtime(format!(
            "cannot write the answer to stdout: {e}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Failing(ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_is_quiet_and_a_full_disk_is_not() {
        assert_eq!(print_to(&mut Failing(ErrorKind::BrokenPipe), "x"), Ok(()));
        let full = print_to(&mut Failing(ErrorKind::StorageFull), "x").unwrap_err();
        assert_eq!(full.exit_code(), 1);
        let mut sink = Vec::new();
        print_to(&mut sink, "words\n").unwrap();
        assert_eq!(sink, b"words\n");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_device_is_a_runtime_error() {
        let device = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let error = print_to(&mut std::io::BufWriter::new(device), "x").unwrap_err();
        assert_eq!(error.exit_code(), 1, "caught when flushed");
    }

    #[test]
    fn every_format_ends_in_a_newline() {
        let findings = crate::report::sample::clash_duel();
        for format in Format::ALL {
            assert!(
                render(&findings, format, Style::default()).ends_with('\n'),
                "{}",
                format.name()
            );
        }
    }
}
