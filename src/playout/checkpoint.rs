//! A tally file that is rewritten while a run goes on, and from which it resumes.

use super::layout::Layout;
use super::tally_file::save;
use super::{Done, Experiment, Header, Identity, Plan, Tally, TallyFile};
use crate::error::{Error, Result};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Where to keep what was done.
///
/// If the file exists, the run resumes after the blocks it holds; a file of another question is refused, never
/// overwritten.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    /// The tally file.
    pub path: PathBuf,
    /// What the run answers.
    pub identity: Identity,
    /// Least time between two writings.
    pub every: Duration,
}

impl Checkpoint {
    /// A checkpoint that is written every two seconds at most.
    pub fn new(path: impl Into<PathBuf>, identity: Identity) -> Self {
        Self {
            path: path.into(),
            identity,
            every: Duration::from_secs(2),
        }
    }
}

/// The open checkpoint of a run, if it has one.
pub(super) struct Keeper<'a>(Option<Open<'a>>);

struct Open<'a> {
    checkpoint: &'a Checkpoint,
    header: Header,
    next: Instant,
}

impl<'a> Keeper<'a> {
    /// Resumes from the file, or writes a first one with nothing done, so that an unwritable place fails at once.
    pub fn open<E: Experiment>(
        experiment: &E,
        plan: &Plan<'a>,
        layout: &Layout,
    ) -> Result<(Self, Done<E::Tally>)> {
        let empty = experiment.empty();
        let Some(checkpoint) = plan.checkpoint else {
            return Ok((Self(None), Done::nothing(empty)));
        };
        let header = Header::new(&checkpoint.identity, experiment, plan);
        let next = Instant::now() + checkpoint.every;
        let path = &checkpoint.path;
        // A broken link "does not exist" either; then writing replaces the link.
        let done = if path.exists() {
            match peek_and_load(checkpoint, &header, &empty)? {
                done if done.blocks <= layout.own() => done,
                _ => {
                    return Err(Error::usage(format!(
                        "checkpoint {} does not fit this run",
                        path.display()
                    )));
                }
            }
        } else {
            let done = Done::nothing(empty);
            save(path, &header, &done)?;
            done
        };
        Ok((
            Self(Some(Open {
                checkpoint,
                header,
                next,
            })),
            done,
        ))
    }

    /// Writes what was done, if the last writing is long enough ago. A disk that is full now may not be so later, and
    /// what was played is in memory: a failure ends nothing, and is told at the end if it lasts.
    pub fn keep<T: Tally>(&mut self, done: &Done<T>) {
        let Some(open) = &mut self.0 else { return };
        let begun = Instant::now();
        if begun >= open.next {
            let _ = save(&open.checkpoint.path, &open.header, done);
            // A slow disk must not take more than a twentieth of the run.
            open.next = Instant::now() + open.checkpoint.every.max(20 * begun.elapsed());
        }
    }

    /// Writes the end of the run; what went wrong, if it could not be written.
    pub fn close<T: Tally>(self, done: &Done<T>) -> Option<Error> {
        let open = self.0?;
        save(&open.checkpoint.path, &open.header, done).err()
    }
}

/// The question is compared before the tally is read: another question's tally has another shape, and
/// "another question" is the thing to say.
fn peek_and_load<T: Tally>(checkpoint: &Checkpoint, header: &Header, empty: &T) -> Result<Done<T>> {
    let path = &checkpoint.path;
    let name = path.display();
    let found = super::peek(path).map_err(|error| advise(&error))?;
    if let Some((field, there, here)) = found.difference(header) {
        return Err(Error::usage(format!(
            "checkpoint {name} belongs to another question: {field} is {there} there and {here} here; \
             name another file, or delete this one"
        )));
    }
    if found.shard != header.shard {
        return Err(Error::usage(format!(
            "checkpoint {name} belongs to shard {}, and this is shard {}; name another file",
            found.shard, header.shard
        )));
    }
    let file = TallyFile::load(path, empty).map_err(|error| advise(&error))?;
    Ok(Done {
        complete: false,
        ..file.done
    })
}

fn advise(error: &Error) -> Error {
    match error {
        Error::Usage(text) => Error::usage(format!(
            "cannot resume: {text}; name another file, or delete this one"
        )),
        Error::Runtime(text) => Error::runtime(format!("cannot resume: {text}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::toys::{Die, Tripwire};
    use crate::playout::{Shard, StoppedBy, run, run_until};
    use serde_json::json;
    use std::fs;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    const BLOCKS: u64 = 5_000;

    fn checkpoint(folder: &tempfile::TempDir) -> Checkpoint {
        let identity = Identity {
            question: "test".into(),
            resolved: json!({"sides": 6}),
        };
        Checkpoint {
            every: Duration::ZERO,
            ..Checkpoint::new(folder.path().join("c.json"), identity)
        }
    }

    fn tripwire(at: u64) -> Tripwire {
        Tripwire {
            die: Die { sides: 6 },
            at,
            flag: AtomicBool::new(false),
            played: AtomicU64::new(0),
        }
    }

    fn plan(shard: &str) -> Plan<'static> {
        Plan {
            shard: shard.parse().unwrap(),
            ..Plan::new(64 * BLOCKS - 5, 1)
        }
    }

    #[test]
    fn interrupted_twice_and_resumed_is_the_same_run() {
        for shard in ["0/1", "1/3"] {
            let folder = tempfile::tempdir().unwrap();
            let checkpoint = checkpoint(&folder);
            let whole = run(&Die { sides: 6 }, &plan(shard)).unwrap();
            let mut blocks = 0;
            for at in [100, 1_000] {
                let trip = tripwire(at);
                let plan = Plan {
                    checkpoint: Some(&checkpoint),
                    interrupt: Some(&trip.flag),
                    ..plan(shard)
                };
                let part = run(&trip, &plan).unwrap();
                assert_eq!(part.stopped_by, StoppedBy::Interrupt);
                assert_eq!(
                    part.blocks - blocks,
                    trip.played.load(Ordering::Relaxed),
                    "played what was left"
                );
                blocks = part.blocks;
                let file = TallyFile::<Vec<u64>>::load(&checkpoint.path, &vec![0; 6]).unwrap();
                assert_eq!((file.done.blocks, file.done.complete), (blocks, false));
            }
            let plan = Plan {
                checkpoint: Some(&checkpoint),
                threads: Some(2),
                ..plan(shard)
            };
            assert_eq!(run(&Die { sides: 6 }, &plan).unwrap(), whole);
            // Finished: asked again, it answers without playing.
            let idle = tripwire(u64::MAX);
            assert_eq!(run(&idle, &plan).unwrap(), whole);
            assert_eq!(idle.played.load(Ordering::Relaxed), 0);
            let file = TallyFile::<Vec<u64>>::load(&checkpoint.path, &vec![0; 6]).unwrap();
            assert_eq!(
                file,
                TallyFile::of(&checkpoint.identity, &idle, &plan, &whole).unwrap()
            );
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn a_target_is_met_at_the_same_block_when_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let checkpoint = checkpoint(&folder);
        let target = |_: &Vec<u64>, playouts| playouts >= 64 * 3_001;
        let whole = run_until(&Die { sides: 6 }, &plan("0/1"), target).unwrap();
        assert_eq!(whole.blocks, 3_072);
        let trip = tripwire(777);
        let with = Plan {
            checkpoint: Some(&checkpoint),
            ..plan("0/1")
        };
        run_until(
            &trip,
            &Plan {
                interrupt: Some(&trip.flag),
                ..with
            },
            target,
        )
        .unwrap();
        for _ in 0..2 {
            assert_eq!(run_until(&Die { sides: 6 }, &with, target).unwrap(), whole);
        }
    }

    #[test]
    fn foreign_and_damaged_files_are_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let checkpoint = checkpoint(&folder);
        let plan = Plan {
            checkpoint: Some(&checkpoint),
            ..plan("0/1")
        };
        run(&Die { sides: 6 }, &plan).unwrap();
        let bytes = fs::read(&checkpoint.path).unwrap();
        let refuse = |plan: &Plan| {
            let before = fs::read(&checkpoint.path).unwrap();
            let error = run(&Die { sides: 6 }, plan).unwrap_err();
            assert_eq!(error.exit_code(), 2);
            assert_eq!(fs::read(&checkpoint.path).unwrap(), before);
            error.to_string()
        };
        let text = refuse(&Plan { seed: 2, ..plan });
        assert!(
            text.contains("belongs to another question: seed is 1 there and 2 here"),
            "{text}"
        );
        let mut other = checkpoint.clone();
        other.identity.resolved = json!({"sides": 7});
        assert!(
            refuse(&Plan {
                checkpoint: Some(&other),
                ..plan
            })
            .contains("sides is 6 there and 7 here")
        );
        let shard = Shard::new(1, 2).unwrap();
        assert!(
            refuse(&Plan { shard, ..plan }).contains("belongs to shard 0/1, and this is shard 1/2")
        );
        fs::write(&checkpoint.path, &bytes[..bytes.len() / 2]).unwrap();
        let text = refuse(&plan);
        assert!(
            text.starts_with("cannot resume: ") && text.contains("cut off"),
            "{text}"
        );
        fs::write(&checkpoint.path, "my diary").unwrap();
        assert!(refuse(&plan).contains("is not a gsim tally file"));
    }

    #[test]
    fn an_unwritable_place_fails_before_any_playout() {
        let folder = tempfile::tempdir().unwrap();
        let mut checkpoint = checkpoint(&folder);
        checkpoint.path = folder.path().join("no/such/folder/c.json");
        let trip = tripwire(u64::MAX);
        let error = run(
            &trip,
            &Plan {
                checkpoint: Some(&checkpoint),
                ..plan("0/1")
            },
        )
        .unwrap_err();
        assert_eq!(
            (error.exit_code(), trip.played.load(Ordering::Relaxed)),
            (1, 0)
        );
    }
}
