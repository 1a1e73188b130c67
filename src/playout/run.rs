//! The loop: play a chunk of blocks, keep what was done, look whether to stop.

use super::layout::{Layout, is_look, next_look};
use super::progress::meanwhile;
use super::workers::{Work, Workers};
use super::{Checkpoint, Done, Experiment, Progress, Shard, Tally, checkpoint::Keeper};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How to run an experiment. Only `playouts`, `seed`, `shard`, a target and a time limit decide the result.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// Playouts of the whole run (all shards together), 1..=10^15; with a target, the cap.
    pub playouts: u64,
    /// Seed of every stream.
    pub seed: u64,
    /// Threads, 1..=1024; `None`: as many as the machine has.
    pub threads: Option<usize>,
    /// The share of the blocks to play.
    pub shard: Shard,
    /// Stop at the first chunk that ends after this. Whole runs only.
    pub max_time: Option<Duration>,
    /// Where to keep what was done, and resume from.
    pub checkpoint: Option<&'a Checkpoint>,
    /// Stop between chunks once this is true, for example [`on_interrupt`](super::on_interrupt).
    pub interrupt: Option<&'a AtomicBool>,
    /// Whom to tell between chunks.
    pub progress: Option<&'a dyn Progress>,
}

impl Plan<'_> {
    /// All of `playouts`, on all threads, without limits.
    pub fn new(playouts: u64, seed: u64) -> Self {
        let shard = Shard::WHOLE;
        Self {
            playouts,
            seed,
            threads: None,
            shard,
            max_time: None,
            checkpoint: None,
            interrupt: None,
            progress: None,
        }
    }
}

/// What ended a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoppedBy {
    /// All playouts asked for were played.
    Playouts,
    /// The target was reached.
    Target,
    /// The time limit.
    Time,
    /// The user.
    Interrupt,
    /// Nothing: shards are missing from a merge, or unfinished.
    Gaps,
}

impl StoppedBy {
    /// The word used in output: `playouts`, `target`, `time`, `interrupt`, `gaps`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Playouts => "playouts",
            Self::Target => "target",
            Self::Time => "time",
            Self::Interrupt => "interrupt",
            Self::Gaps => "gaps",
        }
    }
}

/// The tally at an earlier point of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot<T> {
    /// Playouts in it (of this shard).
    pub playouts: u64,
    /// Their tally.
    pub tally: T,
}

/// What a run gave. Equal for any number of threads, resumed or not, and merged from any shards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run<T> {
    /// All playouts done.
    pub tally: T,
    /// How many they are.
    pub playouts: u64,
    /// Blocks done (of this shard), the last one perhaps partial.
    pub blocks: u64,
    /// What ended the run.
    pub stopped_by: StoppedBy,
    /// Whether the target was reached; `None` if there was none. False with `stopped_by` Playouts: the cap came first.
    pub target_met: Option<bool>,
    /// The tally after 1, 2, 4, 8, … blocks of the whole run, and at the end (for a shard: its share of them).
    pub snapshots: Vec<Snapshot<T>>,
    /// True if nothing that was asked for is left to do: stopped by playouts or by target.
    pub complete: bool,
    /// Why the checkpoint does not hold this, if it could not be written.
    pub unsaved: Option<String>,
}

impl<T: Tally> Run<T> {
    /// A run from what was done: adds the snapshot at the end, unless the last one is that already.
    pub(super) fn new(done: Done<T>, stopped_by: StoppedBy, target_met: Option<bool>) -> Self {
        let Done {
            blocks,
            playouts,
            complete,
            tally,
            mut snapshots,
        } = done;
        if snapshots
            .last()
            .is_none_or(|last| last.playouts != playouts)
        {
            snapshots.push(Snapshot {
                playouts,
                tally: tally.clone(),
            });
        }
        Self {
            tally,
            playouts,
            blocks,
            stopped_by,
            target_met,
            snapshots,
            complete,
            unsaved: None,
        }
    }
}

/// Runs all playouts of the plan (or the shard's share).
///
/// # Errors
/// Usage: a plan that contradicts itself, a checkpoint of another question or damaged. Runtime: threads cannot
/// be started, the checkpoint cannot be written at the start. An interrupt is no error: what was done is returned, and
/// so it is if the checkpoint could not be written at the end ([`Run::unsaved`]).
pub fn run<E: Experiment>(experiment: &E, plan: &Plan) -> Result<Run<E::Tally>> {
    finishing(plan, drive(experiment, plan, None))
}

/// Runs until `target(tally, playouts)` holds, or to the plan's playouts.
///
/// The target is asked at fixed block counts only: 1, 2, …, 8, then eight to an octave (9, …, 16, 18, …, 32, 36, …),
/// and at the end. A target that is an interval's width should use a confidence sequence
/// ([`half_width`](crate::stats::half_width), [`share_interval`](crate::stats::share_interval)).
///
/// # Errors
/// As [`run`]; also usage for a shard, which cannot see the whole tally.
pub fn run_until<E: Experiment>(
    experiment: &E,
    plan: &Plan,
    target: impl Fn(&E::Tally, u64) -> bool,
) -> Result<Run<E::Tally>> {
    finishing(plan, drive(experiment, plan, Some(&target)))
}

/// Takes the progress display away, however the run ended.
fn finishing<T>(plan: &Plan, outcome: Result<T>) -> Result<T> {
    if let Some(progress) = plan.progress {
        progress.finish();
    }
    outcome
}

type Target<'a, T> = &'a dyn Fn(&T, u64) -> bool;

fn drive<E: Experiment>(
    experiment: &E,
    plan: &Plan,
    target: Option<Target<E::Tally>>,
) -> Result<Run<E::Tally>> {
    const {
        assert!(
            E::BLOCK.is_power_of_two(),
            "Experiment::BLOCK must be a power of two"
        )
    };
    let layout = Layout::new(plan.playouts, experiment.block_size(), plan.shard)?;
    if !plan.shard.is_whole() && (target.is_some() || plan.max_time.is_some()) {
        let limit = if target.is_some() {
            "target"
        } else {
            "time limit"
        };
        let shard = plan.shard;
        return Err(Error::usage(format!(
            "shard {shard} cannot stop at a {limit}, which concerns the whole run: give the number of playouts instead"
        )));
    }
    let begun = Instant::now();
    let mut workers = Workers::new(plan.threads)?;
    let (mut keeper, mut done) = Keeper::open(experiment, plan, &layout)?;
    let (own, total) = (layout.own(), layout.playouts_in(layout.own()));
    let report = |done: u64| {
        if let Some(progress) = plan.progress {
            progress.update(done, total, begun.elapsed());
        }
    };
    let never = AtomicBool::new(false);
    let stop = plan.interrupt.unwrap_or(&never);
    report(done.playouts);
    let mut played = false;
    let (stopped_by, target_met) = loop {
        while done.snapshots.len() < layout.snapshots(done.blocks) {
            done.snapshots.push(Snapshot {
                playouts: done.playouts,
                tally: done.tally.clone(),
            });
        }
        let ended = done.blocks == own;
        let met = target
            .filter(|_| ended || is_look(done.blocks))
            .map(|target| target(&done.tally, done.playouts));
        let left = plan
            .max_time
            .map(|limit| limit.saturating_sub(begun.elapsed()));
        if met == Some(true) {
            break (StoppedBy::Target, met);
        } else if ended {
            break (StoppedBy::Playouts, met);
        } else if stop.load(Ordering::Relaxed) {
            break (StoppedBy::Interrupt, target.map(|_| false));
        } else if played && left == Some(Duration::ZERO) {
            break (StoppedBy::Time, target.map(|_| false));
        }
        if played {
            keeper.keep(&done);
        }
        let mut end = layout
            .next_snapshot(done.blocks)
            .min(done.blocks + workers.chunk(left));
        if target.is_some() {
            end = end.min(next_look(done.blocks));
        }
        let work = Work {
            experiment,
            seed: plan.seed,
            layout: &layout,
            stop,
        };
        done.blocks = meanwhile(
            || report(done.playouts),
            plan.progress.is_some(),
            || workers.play(&work, done.blocks..end, &mut done.tally),
        )?;
        played = true;
        done.playouts = layout.playouts_in(done.blocks);
        report(done.playouts);
    };
    done.complete = matches!(stopped_by, StoppedBy::Playouts | StoppedBy::Target);
    let unsaved = keeper.close(&done).map(|error| error.to_string());
    Ok(Run {
        unsaved,
        ..Run::new(done, stopped_by, target_met)
    })
}

#[cfg(test)]
mod tests;
