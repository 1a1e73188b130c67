//! What was done, on disk: one self-describing JSON object, written whole or not at all, that notices damage.
//!
//! ```json
//! {"gsim_tally":1,"sha256":"…","header":{"gsim":"0.1.0","question":"clash-duel","identity":{…},
//!  "domain":"clash-duel","seed":"42","playouts":10000000,"block":65536,"shard":{"index":0,"of":3}},
//!  "done":{"blocks":51,"playouts":3342336,"complete":true,"tally":…,"snapshots":[…]}}
//! ```
//! The checksum is over the bytes of the whole file with 64 zeros in its place.

use super::layout::Layout;
use super::{Experiment, Header, Identity, Plan, Run, Snapshot, Tally, write_atomically};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io, io::Read};

/// The format that this version writes, and the only one it reads.
const FORMAT: u32 = 1;

/// The done part: a prefix of the own blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done<T> {
    /// Own blocks done.
    pub blocks: u64,
    /// Playouts in them.
    pub playouts: u64,
    /// True if nothing is left to do.
    pub complete: bool,
    /// Their tally.
    pub tally: T,
    /// Own part of the tally before the blocks 1, 2, 4, 8, … of the whole run.
    pub snapshots: Vec<Snapshot<T>>,
}

impl<T: Tally> Done<T> {
    /// Nothing yet.
    pub(super) fn nothing(empty: T) -> Self {
        Self {
            blocks: 0,
            playouts: 0,
            complete: false,
            tally: empty,
            snapshots: Vec::new(),
        }
    }
}

/// A tally file in memory.
#[derive(Debug, Clone, PartialEq)]
pub struct TallyFile<T> {
    /// Whose tally it is.
    pub header: Header,
    /// What was done.
    pub done: Done<T>,
}

impl<T: Tally> TallyFile<T> {
    /// The file of a finished (or interrupted) run.
    pub fn of<E: Experiment<Tally = T>>(
        identity: &Identity,
        experiment: &E,
        plan: &Plan,
        run: &Run<T>,
    ) -> Result<Self> {
        let layout = Layout::new(plan.playouts, experiment.block_size(), plan.shard)?;
        let snapshots = run
            .snapshots
            .iter()
            .take(layout.snapshots(run.blocks))
            .cloned()
            .collect();
        let (blocks, playouts, complete, tally) =
            (run.blocks, run.playouts, run.complete, run.tally.clone());
        let done = Done {
            blocks,
            playouts,
            complete,
            tally,
            snapshots,
        };
        Ok(Self {
            header: Header::new(identity, experiment, plan),
            done,
        })
    }

    /// Writes the file, atomically.
    ///
    /// # Errors
    /// Runtime: it cannot be written.
    pub fn save(&self, path: &Path) -> Result<()> {
        save(path, &self.header, &self.done)
    }

    /// Reads and checks a file; `empty` gives the shape that the tally must have.
    ///
    /// # Errors
    /// Usage: the file is missing, not a tally file, cut off, damaged, of a newer format, or of another shape.
    pub fn load(path: &Path, empty: &T) -> Result<Self> {
        let Parts { header, done } = parse(path, &read(path)?)?;
        let file = Self { header, done };
        file.check(empty).map_err(|what| damaged(path, &what))?;
        Ok(file)
    }

    fn check(&self, empty: &T) -> std::result::Result<(), String> {
        let Header {
            playouts,
            block,
            shard,
            ..
        } = self.header;
        let layout = Layout::new(playouts, block, shard).map_err(|error| error.to_string())?;
        let done = &self.done;
        if done.blocks > layout.own() || done.playouts != layout.playouts_in(done.blocks) {
            return Err(format!(
                "{} playouts in {} blocks do not fit its question",
                done.playouts, done.blocks
            ));
        }
        if done.snapshots.len() != layout.snapshots(done.blocks) {
            return Err(format!("it has {} snapshots", done.snapshots.len()));
        }
        for (number, snapshot) in done.snapshots.iter().enumerate() {
            if snapshot.playouts != layout.playouts_at_snapshot(number) {
                return Err(format!(
                    "its snapshot {number} has {} playouts",
                    snapshot.playouts
                ));
            }
            snapshot.tally.check(empty, snapshot.playouts)?;
        }
        done.tally.check(empty, done.playouts)
    }
}

/// Reads and checks a file without knowing its tally: which question is it of?
///
/// # Errors
/// As [`TallyFile::load`], apart from the tally's shape.
pub fn peek(path: &Path) -> Result<Header> {
    #[derive(Deserialize)]
    struct Any {
        header: Header,
    }
    Ok(parse::<Any>(path, &read(path)?)?.header)
}

/// Reads and checks a file without knowing its tally: is anything left to do?
///
/// # Errors
/// As [`peek`].
pub fn is_finished(path: &Path) -> Result<bool> {
    #[derive(Deserialize)]
    struct Any {
        done: Progress,
    }
    #[derive(Deserialize)]
    struct Progress {
        complete: bool,
    }
    Ok(parse::<Any>(path, &read(path)?)?.done.complete)
}

#[derive(Deserialize)]
#[serde(bound = "T: DeserializeOwned")]
struct Parts<T> {
    header: Header,
    done: Done<T>,
}

/// Writes a file without copying the tally.
pub(super) fn save<T: Tally>(path: &Path, header: &Header, done: &Done<T>) -> Result<()> {
    let json = || -> serde_json::Result<String> {
        let (header, done) = (serde_json::to_string(header)?, serde_json::to_string(done)?);
        Ok(format!(r#","header":{header},"done":{done}}}"#) + "\n")
    };
    let rest = json()
        .map_err(|error| Error::runtime(format!("cannot write {}: {error}", path.display())))?;
    let checksum = checksum(&rest);
    write_atomically(path, |out| {
        out.write_all(start(FORMAT).as_bytes())?;
        out.write_all(checksum.as_bytes())?;
        out.write_all(b"\"")?;
        out.write_all(rest.as_bytes())
    })
}

fn start(format: u32) -> String {
    format!(r#"{MAGIC}{format},"sha256":""#)
}

const MAGIC: &str = r#"{"gsim_tally":"#;

/// The checksum, given what follows its closing quote.
fn checksum(rest: &str) -> String {
    let zeros = [b'0'; 64];
    let digest = Sha256::new()
        .chain_update(start(FORMAT))
        .chain_update(zeros)
        .chain_update("\"")
        .chain_update(rest);
    digest
        .finalize()
        .iter()
        .fold(String::with_capacity(64), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

/// No tally is as large as this.
const LARGEST: u64 = 256 << 20;

fn read(path: &Path) -> Result<Vec<u8>> {
    let whole = fs::File::open(path).and_then(|file| {
        let (mut file, mut bytes) = (file.take(LARGEST + 1), Vec::new());
        // The first bytes tell a tally file; whatever else is endless is not read to its end.
        let mut head = [0; MAGIC.len()];
        let read = file.read(&mut head)?;
        bytes.extend_from_slice(&head[..read]);
        if read == head.len() && head == *MAGIC.as_bytes() {
            file.read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    });
    if whole
        .as_ref()
        .is_ok_and(|bytes| bytes.len() as u64 > LARGEST)
    {
        return Err(Error::usage(format!(
            "{} is larger than 256 MB, not a gsim tally file",
            path.display()
        )));
    }
    whole.map_err(|error| {
        let text = format!("cannot read {}: {error}", path.display());
        match error.kind() {
            io::ErrorKind::NotFound
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::PermissionDenied => Error::usage(text),
            _ => Error::runtime(text),
        }
    })
}

fn damaged(path: &Path, what: &str) -> Error {
    Error::usage(format!("{} is damaged: {what}", path.display()))
}

fn parse<P: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<P> {
    let name = path.display();
    if bytes.is_empty() {
        return Err(Error::usage(format!(
            "{name} is empty, not a gsim tally file"
        )));
    }
    let Some(after) = bytes.strip_prefix(MAGIC.as_bytes()) else {
        return Err(Error::usage(format!("{name} is not a gsim tally file")));
    };
    let digits = after
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let format = String::from_utf8_lossy(&after[..digits]).into_owned();
    if digits < after.len() && digits > 0 && format != FORMAT.to_string() {
        return Err(Error::usage(format!(
            "{name} is a gsim tally file of format {format}; this gsim {} reads format {FORMAT}",
            env!("CARGO_PKG_VERSION")
        )));
    }
    if bytes.last() != Some(&b'\n') {
        return Err(damaged(path, "it is cut off before its end"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| damaged(path, "it is not text"))?;
    let parts = text
        .strip_prefix(&start(FORMAT))
        .and_then(|s| s.split_at_checked(64));
    let Some((said, Some(rest))) = parts.map(|(said, rest)| (said, rest.strip_prefix('"'))) else {
        return Err(damaged(path, "its first line is not as written"));
    };
    if said != checksum(rest) {
        return Err(damaged(path, "its checksum does not match its content"));
    }
    serde_json::from_str(text).map_err(|error| {
        damaged(
            path,
            &format!("it does not hold what its question needs ({error})"),
        )
    })
}

#[cfg(test)]
mod tests;
