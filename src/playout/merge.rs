//! From the tally files of shards to the run of the whole.

use super::layout::Layout;
use super::{Done, Header, Run, Shard, Snapshot, StoppedBy, Tally, TallyFile};
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a merge may leave out; nothing by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Allow {
    /// Shards may be missing.
    pub gaps: bool,
    /// Shards may be unfinished.
    pub incomplete: bool,
}

/// The merged run.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged<T> {
    /// Whose it is, as shard 0/1.
    pub header: Header,
    /// The run; bit for bit that of the whole when nothing is missing. Otherwise not complete, and stopped by
    /// `Gaps`.
    pub run: Run<T>,
    /// Shards that were not given.
    pub missing: Vec<Shard>,
    /// Shards that were given unfinished.
    pub unfinished: Vec<Shard>,
}

/// Merges the loaded files of one run's shards, in any order. `empty` is the experiment's empty tally.
///
/// # Errors
/// Usage: no file, files of different questions, a shard twice, missing or unfinished ones that are not allowed.
pub fn merge<T: Tally>(
    files: &[(PathBuf, TallyFile<T>)],
    empty: &T,
    allow: Allow,
) -> Result<Merged<T>> {
    let Some((_, first)) = files.first() else {
        return Err(Error::usage(
            "there is nothing to merge: name the tally files of all shards",
        ));
    };
    let mut shards: BTreeMap<u32, &(PathBuf, TallyFile<T>)> = BTreeMap::new();
    belong_together(
        files
            .iter()
            .map(|(path, file)| (path.as_path(), &file.header)),
    )?;
    for file in files {
        let (path, TallyFile { header, .. }) = file;
        if let Some((other, _)) = shards.insert(header.shard.index(), file) {
            let (a, b, shard) = (other.display(), path.display(), header.shard);
            return Err(Error::usage(format!(
                "{a} and {b} are both shard {shard}: give each shard once"
            )));
        }
    }
    let of = first.header.shard.of();
    let missing = missing(of, &shards, allow)?;
    let unfinished = unfinished(&shards, allow)?;

    let header = Header {
        shard: Shard::WHOLE,
        ..first.header.clone()
    };
    let layout = Layout::new(header.playouts, header.block, Shard::WHOLE)?;
    let mut done = Done::nothing(empty.clone());
    for (_, file) in shards.values() {
        done.blocks += file.done.blocks;
        done.playouts += file.done.playouts;
        done.tally.merge(&file.done.tally);
    }
    done.complete = missing.is_empty() && unfinished.is_empty();
    let snapshots = shards
        .values()
        .map(|(_, file)| file.done.snapshots.len())
        .min()
        .unwrap_or(0);
    for number in 0..snapshots {
        let mut sum = Snapshot {
            playouts: 0,
            tally: empty.clone(),
        };
        for (_, file) in shards.values() {
            sum.playouts += file.done.snapshots[number].playouts;
            sum.tally.merge(&file.done.snapshots[number].tally);
        }
        done.snapshots.push(sum);
    }
    let stopped_by = match done.complete {
        false => StoppedBy::Gaps,
        true if done.blocks < layout.own() => StoppedBy::Target,
        true => StoppedBy::Playouts,
    };
    let target_met = (stopped_by == StoppedBy::Target).then_some(true);
    Ok(Merged {
        header,
        run: Run::new(done, stopped_by, target_met),
        missing,
        unfinished,
    })
}

/// Checks that files are of one run, by their headers alone: another question's tally has another shape, and
/// "another question" is the thing to say.
///
/// # Errors
/// Usage: the first two that are not.
pub fn belong_together<'a>(files: impl IntoIterator<Item = (&'a Path, &'a Header)>) -> Result<()> {
    let mut files = files.into_iter();
    let Some((first_path, first)) = files.next() else {
        return Ok(());
    };
    for (path, header) in files {
        let names = format!(
            "{} and {} do not belong together",
            first_path.display(),
            path.display()
        );
        if let Some((field, a, b)) = first.difference(header) {
            return Err(Error::usage(format!(
                "{names}: {field} is {a} in the one and {b} in the other"
            )));
        }
        if first.shard.of() != header.shard.of() {
            let (a, b) = (first.shard, header.shard);
            return Err(Error::usage(format!(
                "{names}: the one is shard {a}, the other shard {b}"
            )));
        }
    }
    Ok(())
}

type Shards<'a, T> = BTreeMap<u32, &'a (PathBuf, TallyFile<T>)>;

fn missing<T>(of: u32, shards: &Shards<T>, allow: Allow) -> Result<Vec<Shard>> {
    let absent = (0..of).filter(|index| !shards.contains_key(index));
    let missing: Vec<Shard> = absent
        .filter_map(|index| Shard::new(index, of).ok())
        .collect();
    if missing.is_empty() || allow.gaps {
        return Ok(missing);
    }
    let (plural, verb) = if missing.len() == 1 {
        ("", "is")
    } else {
        ("s", "are")
    };
    Err(Error::usage(format!(
        "shard{plural} {} {verb} missing; name the tally files of all {of}, or go on without with --allow-gaps",
        list(&missing)
    )))
}

fn unfinished<T>(shards: &Shards<T>, allow: Allow) -> Result<Vec<Shard>> {
    let open: Vec<_> = shards
        .values()
        .filter(|(_, file)| !file.done.complete)
        .collect();
    match open.first() {
        Some((path, file)) if !allow.incomplete => Err(Error::usage(format!(
            "{} (shard {}) is not finished: {} of its playouts are done; run it again to resume it",
            path.display(),
            file.header.shard,
            file.done.playouts
        ))),
        _ => Ok(open.iter().map(|(_, file)| file.header.shard).collect()),
    }
}

/// `0/3, 2/3`, shortened after eight.
fn list(shards: &[Shard]) -> String {
    let mut text: Vec<String> = shards.iter().take(8).map(Shard::to_string).collect();
    if shards.len() > 8 {
        text.push(format!("and {} more", shards.len() - 8));
    }
    text.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::toys::{Die, Tripwire};
    use crate::playout::{Experiment, Identity, Plan, run};
    use serde_json::json;
    use std::sync::atomic::{AtomicBool, AtomicU64};

    const DIE: Die = Die { sides: 6 };

    fn identity() -> Identity {
        Identity {
            question: "test".into(),
            resolved: json!({"sides": 6}),
        }
    }

    fn shard(playouts: u64, seed: u64, index: u32, of: u32) -> (PathBuf, TallyFile<Vec<u64>>) {
        let plan = Plan {
            shard: Shard::new(index, of).unwrap(),
            ..Plan::new(playouts, seed)
        };
        let file = TallyFile::of(&identity(), &DIE, &plan, &run(&DIE, &plan).unwrap()).unwrap();
        (format!("{index}of{of}.json").into(), file)
    }

    /// The file as it comes back from the disk.
    fn reloaded((name, file): (PathBuf, TallyFile<Vec<u64>>)) -> (PathBuf, TallyFile<Vec<u64>>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part.json");
        file.save(&path).unwrap();
        (name, TallyFile::load(&path, &DIE.empty()).unwrap())
    }

    fn refuse(files: &[(PathBuf, TallyFile<Vec<u64>>)]) -> String {
        let error = merge(files, &DIE.empty(), Allow::default()).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        error.to_string()
    }

    #[test]
    fn shards_make_the_whole_run() {
        for playouts in [1, 63, 64, 65, 1_000, 64 * 64, 100_001] {
            let whole = run(&DIE, &Plan::new(playouts, 3)).unwrap();
            for of in [1, 3, 8, 50] {
                let files = (0..of).rev().map(|index| shard(playouts, 3, index, of));
                let files: Vec<_> = if of > 8 {
                    files.collect()
                } else {
                    files.map(reloaded).collect()
                };
                let merged = merge(&files, &DIE.empty(), Allow::default()).unwrap();
                assert_eq!(merged.run, whole, "{playouts} in {of}");
                assert!(merged.missing.is_empty() && merged.unfinished.is_empty());
            }
        }
    }

    #[test]
    fn what_does_not_belong_together_is_named() {
        let [a, b, c] = [0, 1, 2].map(|index| shard(10_000, 3, index, 3));
        assert_eq!(
            refuse(&[]),
            "there is nothing to merge: name the tally files of all shards"
        );
        let text = refuse(&[a.clone(), shard(10_000, 4, 1, 3)]);
        assert_eq!(
            text,
            "0of3.json and 1of3.json do not belong together: seed is 3 in the one and 4 in the other"
        );
        assert!(
            refuse(&[a.clone(), shard(9_999, 3, 1, 3)])
                .contains("playouts is 10000 in the one and 9999")
        );
        assert!(
            refuse(&[a.clone(), shard(10_000, 3, 1, 2)])
                .contains("the one is shard 0/3, the other shard 1/2")
        );
        let mut old = b.clone();
        old.1.header.gsim = "0.0.1".into();
        assert!(refuse(&[a.clone(), old]).contains("gsim version is"));
        let mut ruled = b.clone();
        ruled.1.header.identity = json!({"sides": 8});
        assert!(refuse(&[a.clone(), ruled]).contains("sides is 6 in the one and 8"));
        let mut sized = b.clone();
        sized.1.header.block = 128;
        assert!(refuse(&[a.clone(), sized]).contains("block size is 64"));
        assert!(refuse(&[a.clone(), b.clone(), a.clone()]).contains("are both shard 0/3"));
        assert_eq!(
            refuse(std::slice::from_ref(&b)),
            "shards 0/3, 2/3 are missing; name the tally files of all 3, or go on without with --allow-gaps"
        );
        assert!(refuse(&[c, a]).starts_with("shard 1/3 is missing; name"));
    }

    #[test]
    fn gaps_and_unfinished_shards_only_when_allowed() {
        let whole = run(&DIE, &Plan::new(640_000, 3)).unwrap();
        let [a, b] = [0, 1].map(|index| shard(640_000, 3, index, 3));
        let allow = Allow {
            gaps: true,
            incomplete: false,
        };
        let merged = merge(&[a.clone(), b], &DIE.empty(), allow).unwrap();
        assert_eq!(merged.missing, [Shard::new(2, 3).unwrap()]);
        assert!(!merged.run.complete && merged.run.playouts < 640_000);
        assert_eq!(merged.run.tally.iter().sum::<u64>(), merged.run.playouts);

        let trip = Tripwire {
            die: DIE,
            at: 301,
            flag: AtomicBool::new(false),
            played: AtomicU64::new(0),
        };
        let plan = Plan {
            shard: Shard::new(1, 3).unwrap(),
            interrupt: Some(&trip.flag),
            ..Plan::new(640_000, 3)
        };
        let part = run(&trip, &plan).unwrap();
        let half = (
            "half.json".into(),
            TallyFile::of(&identity(), &trip, &plan, &part).unwrap(),
        );
        let files = [a, half, shard(640_000, 3, 2, 3)];
        assert!(refuse(&files).starts_with("half.json (shard 1/3) is not finished"));
        let allow = Allow {
            gaps: false,
            incomplete: true,
        };
        let merged = merge(&files, &DIE.empty(), allow).unwrap();
        assert_eq!(merged.unfinished, [Shard::new(1, 3).unwrap()]);
        assert_eq!(merged.run.tally.iter().sum::<u64>(), merged.run.playouts);
        assert!(!merged.run.complete && merged.run.stopped_by == StoppedBy::Gaps);
        let agreed = merged.run.snapshots.len() - 1;
        assert_eq!(merged.run.snapshots[..agreed], whole.snapshots[..agreed]);
    }
}
