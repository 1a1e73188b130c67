//! Files that are either whole or not there.

use crate::error::{Error, Result};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes `path` in one step: a temporary file in the same folder, synced, then renamed. If anything fails
/// (disk full, no permission) an older file of that name is untouched and the temporary one is removed. A link is
/// followed: what it points to is replaced, not the link.
///
/// # Errors
/// Runtime, naming the file and the reason; also where the name is that of a folder, a device or a pipe.
pub fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let temporary = temporary_name(&place);
    let outcome = write_and_rename(&place, &temporary, write);
    if outcome.is_err() {
        // It may never have been created; the first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    outcome.map_err(|error| Error::runtime(format!("cannot write {}: {error}", path.display())))
}

fn write_and_rename(
    path: &Path,
    temporary: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "it is a folder",
        ));
    }
    if path.exists() && !path.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut out = BufWriter::new(File::create(temporary)?);
    write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    drop(file);
    fs::rename(temporary, path)?;
    // The name itself survives a power cut only once the folder is synced; not every system can, and then it is no loss.
    if cfg!(unix)
        && let Ok(folder) = File::open(folder_of(path))
    {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

fn temporary_name(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn writes_and_replaces() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        for text in ["first", "second"] {
            write_atomically(&path, |out| out.write_all(text.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["a.json"]);
    }

    #[test]
    fn a_failure_midway_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let full = |out: &mut dyn Write| {
            out.write_all(&[b'x'; 100_000])?;
            Err(io::Error::new(
                io::ErrorKind::StorageFull,
                "no space left on device",
            ))
        };
        let error = write_atomically(&path, full).unwrap_err();
        assert!(names(folder.path()).is_empty());
        assert_eq!(error.exit_code(), 1);
        assert!(
            error.to_string().contains("a.json: no space left"),
            "{error}"
        );
        fs::write(&path, "old").unwrap();
        write_atomically(&path, full).unwrap_err();
        assert_eq!(names(folder.path()), ["a.json"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[test]
    fn impossible_places() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("no/such/a.json");
        assert!(
            write_atomically(&missing, |_| Ok(()))
                .unwrap_err()
                .to_string()
                .contains("cannot write")
        );
        assert!(
            write_atomically(folder.path(), |_| Ok(()))
                .unwrap_err()
                .to_string()
                .contains("a folder")
        );
        assert!(names(folder.path()).is_empty());
    }
}
