//! `--report KIND` into `--out DIR`: each file whole or not there at all.
//!
//! File names follow from the question: `clash-duel.html`, `clash-duel.summary.csv`, `clash-duel.losses.svg`.
//! A file is written under a temporary name beside its place, flushed to disk, then renamed over it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::findings::Findings;
use super::{csv, markdown};
use crate::error::{Error, Result};

/// A kind of report file.
#[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// One self-contained page.
    Html,
    /// A vector picture a chart.
    Svg,
    /// A pixel picture a chart.
    Png,
    /// A Parquet file a table.
    Parquet,
    /// A CSV file a table.
    Csv,
    /// One Markdown file.
    Md,
}

impl Kind {
    /// All kinds, in the order of the help text.
    pub const ALL: [Self; 6] = [
        Self::Html,
        Self::Svg,
        Self::Png,
        Self::Parquet,
        Self::Csv,
        Self::Md,
    ];

    /// The word on the command line, and the file extension.
    pub fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Parquet => "parquet",
            Self::Csv => "csv",
            Self::Md => "md",
        }
    }

    /// Whether this build can write it. CSV and Markdown need nothing; the rest needs the `report` feature.
    pub fn is_built(self) -> bool {
        cfg!(feature = "report") || matches!(self, Self::Csv | Self::Md)
    }
}

/// Refuses kinds that this build cannot write.
pub fn check(kinds: &[Kind]) -> Result<()> {
    match kinds.iter().find(|k| !k.is_built()) {
        None => Ok(()),
        Some(kind) => Err(Error::usage(format!(
            "--report {}: this gsim was built without reports; build it with the default features, or ask for \
             csv or md",
            kind.name()
        ))),
    }
}

/// Makes the output folder and tries a file in it, so that a long run does not end in a path nobody can write.
pub fn check_out_dir(dir: &Path) -> Result<()> {
    let shown = dir.display();
    if dir.exists() && !dir.is_dir() {
        return Err(Error::usage(format!(
            "--out {shown}: this is a file; name a folder"
        )));
    }
    fs::create_dir_all(dir)
        .map_err(|e| failure(&e, &format!("--out {shown}: the folder cannot be created")))?;
    let probe = dir.join(format!(".gsim-probe.{}.tmp", std::process::id()));
    let tried = File::create(&probe);
    let outcome = tried.map(drop).and_then(|()| fs::remove_file(&probe));
    outcome.map_err(|e| failure(&e, &format!("--out {shown}: the folder cannot be written")))
}

/// A full disk is the machine's failure; any other trouble with the folder is a wrong path.
fn failure(e: &io::Error, what: &str) -> Error {
    match e.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Error::runtime(format!("{what}: {e}")),
        _ => Error::usage(format!("{what}: {e}")),
    }
}

/// Writes the reports and returns their paths, in the order written.
///
/// `stem` begins every file name and must be a plain name. An interrupted or failed call leaves whole files or none.
pub fn write(findings: &Findings, kinds: &[Kind], dir: &Path, stem: &str) -> Result<Vec<PathBuf>> {
    check(kinds)?;
    if !is_plain(stem) {
        return Err(Error::usage(format!(
            "`{}` cannot begin a file name",
            super::people::clean(stem)
        )));
    }
    check_out_dir(dir)?;
    let mut written = Vec::new();
    let mut seen: Vec<Kind> = Vec::new();
    for kind in kinds {
        if seen.contains(kind) {
            continue;
        }
        seen.push(*kind);
        let mut put = |name: Option<&str>, bytes: &[u8]| {
            let part = name.map(|n| format!(".{n}")).unwrap_or_default();
            let path = dir.join(format!("{stem}{part}.{}", kind.name()));
            write_whole(&path, bytes)?;
            written.push(path);
            Ok(())
        };
        write_kind(findings, *kind, &mut put)?;
    }
    Ok(written)
}

type Put<'a> = &'a mut dyn FnMut(Option<&str>, &[u8]) -> Result<()>;

fn write_kind(findings: &Findings, kind: Kind, put: Put<'_>) -> Result<()> {
    match kind {
        Kind::Csv => findings
            .tables
            .iter()
            .try_for_each(|t| put(Some(t.name), csv::table(t).as_bytes())),
        Kind::Md => put(None, markdown::render(findings).as_bytes()),
        _ => write_rich(findings, kind, put),
    }
}

#[cfg(feature = "report")]
fn write_rich(findings: &Findings, kind: Kind, put: Put<'_>) -> Result<()> {
    use super::{chart, html, parquet};
    match kind {
        Kind::Svg => findings
            .charts
            .iter()
            .try_for_each(|c| put(Some(c.name), chart::svg(c)?.as_bytes())),
        Kind::Png => findings
            .charts
            .iter()
            .try_for_each(|c| put(Some(c.name), &chart::png(c)?)),
        Kind::Parquet => findings
            .tables
            .iter()
            .try_for_each(|t| put(Some(t.name), &parquet::table(t, &findings.question)?)),
        _ => put(None, html::render(findings)?.as_bytes()),
    }
}

#[cfg(not(feature = "report"))]
fn write_rich(_: &Findings, kind: Kind, _: Put<'_>) -> Result<()> {
    check(&[kind])
}

fn is_plain(stem: &str) -> bool {
    !stem.is_empty()
        && !stem.starts_with('.')
        && stem
            .chars()
            .all(|c| c.is_alphanumeric() || "-_.".contains(c))
}

/// Writes a file whole: under its final name there is the old content, or all of the new, never a part.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    replace(path, |file| file.write_all(bytes))
}

fn replace(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let outcome = File::create(&temporary)
        .and_then(|mut file| fill(&mut file).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    outcome.map_err(|e| {
        // The error to report is the first one; a temporary file that was never made cannot be removed.
        let _ = fs::remove_file(&temporary);
        Error::runtime(format!("cannot write {}: {e}", path.display()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    fn names(dir: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(dir)
            .unwrap()
            .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn names_follow_from_the_question_and_nothing_else_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("deep/er");
        let kinds = [Kind::Csv, Kind::Md, Kind::Csv];
        let written = write(&sample::clash_duel(), &kinds, &out, "clash-duel").unwrap();
        let tables = ["at-least", "convergence", "joint", "losses", "summary"];
        let mut expected: Vec<String> = tables
            .iter()
            .map(|t| format!("clash-duel.{t}.csv"))
            .collect();
        expected.push("clash-duel.md".into());
        expected.sort();
        assert_eq!(names(&out), expected);
        assert_eq!(written.len(), 6, "a repeated kind is written once");
        assert_eq!(written[0], out.join("clash-duel.summary.csv"));
    }

    #[test]
    fn a_failed_write_keeps_the_old_file_and_no_rest() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.csv");
        write_whole(&path, b"old").unwrap();
        let full = |file: &mut File| {
            file.write_all(b"ne")?;
            Err(ErrorKind::StorageFull.into())
        };
        let error = replace(&path, full).unwrap_err();
        assert_eq!(error.exit_code(), 1);
        assert!(error.to_string().contains("a.csv"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(dir.path()), ["a.csv"]);
        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn a_wrong_folder_is_the_users_to_mend() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        fs::write(&file, "x").unwrap();
        for wrong in [file.clone(), file.join("below")] {
            let error = check_out_dir(&wrong).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{error}");
        }
        check_out_dir(&dir.path().join("new")).unwrap();
        assert_eq!(names(&dir.path().join("new")), [""; 0], "no probe left");
    }

    #[test]
    fn a_stem_cannot_leave_the_folder() {
        let dir = tempfile::tempdir().unwrap();
        for stem in ["../x", "a/b", "", ".hidden", "a\u{0}b", "a b"] {
            let error = write(&sample::clash_duel(), &[Kind::Md], dir.path(), stem).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{stem:?}");
        }
        assert_eq!(names(dir.path()), [""; 0]);
    }

    #[cfg(not(feature = "report"))]
    #[test]
    fn a_build_without_reports_says_so() {
        let error = check(&[Kind::Csv, Kind::Html]).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        assert!(error.to_string().contains("default features"), "{error}");
    }

    #[cfg(feature = "report")]
    #[test]
    fn every_kind_writes_files_that_begin_as_they_should() {
        let dir = tempfile::tempdir().unwrap();
        let written = write(&sample::clash_duel(), &Kind::ALL, dir.path(), "d").unwrap();
        assert_eq!(written.len(), 1 + 4 + 4 + 5 + 5 + 1);
        let begins =
            |name: &str, magic: &[u8]| fs::read(dir.path().join(name)).unwrap().starts_with(magic);
        assert!(begins("d.html", b"<!DOCTYPE html>"));
        assert!(begins("d.losses.svg", b"<svg "));
        assert!(begins("d.joint.png", b"\x89PNG\r\n\x1a\n"));
        assert!(begins("d.summary.parquet", b"PAR1"));
    }
}
