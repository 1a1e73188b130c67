//! Threads for a range of blocks: none for a short run, a pool of the asked size for a long one.
//!
//! How the work is cut up follows the clock, but tallies merge by addition, so no result can depend on it.

use super::{Experiment, Tally, layout::Layout};
use crate::error::{Error, Result};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// A chunk should take about this long: interrupts, progress and checkpoints come between chunks.
const CHUNK: Duration = Duration::from_millis(75);
/// Work shorter than this stays on the calling thread; starting a pool and waking it costs about a tenth of it.
const WORTH_SHARING: f64 = 0.002;
/// A thread takes at least this much at once.
const GRAIN: f64 = 0.000_2;
/// More threads than any machine of use has.
const MOST_THREADS: usize = 1024;

/// The threads of one run and what is known of the cost of a block.
pub(super) struct Workers {
    threads: usize,
    /// Run in the pool that called us, instead of one of our own.
    nested: bool,
    /// Seconds that one block takes on one thread, by the last chunk.
    cost: Option<f64>,
}

impl Workers {
    /// `threads`: how many (1..=1024), or as many as the machine has (inside a rayon pool: as that pool has).
    pub fn new(threads: Option<usize>) -> Result<Self> {
        if let Some(count) = threads
            && !(1..=MOST_THREADS).contains(&count)
        {
            return Err(Error::usage(format!(
                "{count} threads cannot be used: write 1 to {MOST_THREADS}"
            )));
        }
        let nested = threads.is_none() && rayon::current_thread_index().is_some();
        let threads = match threads {
            Some(count) => count,
            None if nested => rayon::current_num_threads(),
            None => available_parallelism().map_or(1, |count| count.get().min(MOST_THREADS)),
        };
        Ok(Self {
            threads,
            nested,
            cost: None,
        })
    }

    /// How many blocks to play next, so that they end in about the usual time, or within `limit`; at least 1.
    pub fn chunk(&self, limit: Option<Duration>) -> u64 {
        let Some(cost) = self.cost else { return 1 };
        let seconds = limit.map_or(CHUNK, |limit| limit.min(CHUNK)).as_secs_f64();
        let alone = seconds / cost.max(1e-9);
        if seconds > WORTH_SHARING {
            (alone as u64).max(1) * self.threads as u64
        } else {
            (alone as u64).max(1)
        }
    }

    /// Plays the own blocks of these ordinals into `tally` and says up to which it did: to the end, unless it was stopped half-way. Blocks that
    /// were given up, and what comes after them, are not in the tally.
    pub fn play<E: Experiment>(
        &mut self,
        work: &Work<'_, E>,
        ordinals: Range<u64>,
        tally: &mut E::Tally,
    ) -> Result<u64> {
        let count = ordinals.end - ordinals.start;
        let begun = Instant::now();
        let threads = match self.cost {
            Some(cost) if count > 1 && cost * count as f64 > WORTH_SHARING => self.threads,
            _ => 1,
        };
        let mut end = ordinals.end;
        if threads == 1 {
            for ordinal in ordinals.clone() {
                let Some(part) = work.block(ordinal) else {
                    end = ordinal;
                    break;
                };
                tally.merge(&part);
            }
        } else if self.nested {
            end = work.share(&ordinals, self.grain(), tally);
        } else {
            let (grain, pool) = (self.grain(), pool(self.threads)?);
            end = pool.install(|| work.share(&ordinals, grain, tally));
        }
        self.cost = Some(begun.elapsed().as_secs_f64() * threads as f64 / count.max(1) as f64);
        Ok(end)
    }

    /// Blocks that a thread takes at least at once.
    fn grain(&self) -> usize {
        ((GRAIN / self.cost.unwrap_or(GRAIN)) as usize).max(1)
    }
}

/// What is played, and what stops it.
pub(super) struct Work<'a, E> {
    pub experiment: &'a E,
    pub seed: u64,
    pub layout: &'a Layout,
    pub stop: &'a AtomicBool,
}

impl<E: Experiment> Work<'_, E> {
    /// Plays a block into a tally; false if it was given up.
    fn into(&self, ordinal: u64, tally: &mut E::Tally) -> bool {
        let block = self.layout.block(self.seed, ordinal);
        self.experiment.play_unless(self.stop, &block, tally)
    }

    fn block(&self, ordinal: u64) -> Option<E::Tally> {
        let mut part = self.experiment.empty();
        self.into(ordinal, &mut part).then_some(part)
    }

    /// Plays these blocks on the threads of the pool that it is called in; up to which they are in `tally`.
    fn share(&self, ordinals: &Range<u64>, grain: usize, tally: &mut E::Tally) -> u64 {
        let count = (ordinals.end - ordinals.start) as usize;
        let at = |offset: usize| ordinals.start + offset as u64;
        if count <= rayon::current_num_threads() {
            // Few and therefore long: each that was finished counts, as far as none is missing before it.
            let parts: Vec<Option<E::Tally>> = (0..count)
                .into_par_iter()
                .map(|k| self.block(at(k)))
                .collect();
            let done = parts.into_iter().map_while(|part| part);
            return ordinals.start + done.map(|part| tally.merge(&part)).count() as u64;
        }
        let part = (0..count)
            .into_par_iter()
            .with_min_len(grain)
            .fold(
                || (self.experiment.empty(), true),
                |(mut part, whole), offset| {
                    let whole = whole && self.into(at(offset), &mut part);
                    (part, whole)
                },
            )
            .reduce_with(|(mut a, whole_a), (b, whole_b)| {
                a.merge(&b);
                (a, whole_a && whole_b)
            });
        match part {
            Some((part, true)) => {
                tally.merge(&part);
                ordinals.end
            }
            // Short enough to be given up as a whole.
            _ => ordinals.start,
        }
    }
}

/// The pool of this size, started when first needed and kept: a study may ask for it hundreds of times.
fn pool(threads: usize) -> Result<Arc<ThreadPool>> {
    static POOLS: Mutex<BTreeMap<usize, Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.get(&threads) {
        return Ok(Arc::clone(pool));
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("playout {index}"))
        .build()
        .map_err(|error| Error::runtime(format!("cannot start {threads} threads: {error}")))?;
    Ok(Arc::clone(pools.entry(threads).or_insert(Arc::new(pool))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{
        Shard,
        toys::{GivesUp, Threads},
    };

    /// The toy counts playouts on the calling thread, and elsewhere. `cost` as if a block had been timed.
    fn play(blocks: u64, threads: usize, cost: f64) -> Vec<u64> {
        let layout = Layout::new(blocks, 1, Shard::WHOLE).unwrap();
        let experiment = Threads {
            rest: Duration::ZERO,
        };
        let mut workers = Workers {
            cost: Some(cost),
            ..Workers::new(Some(threads)).unwrap()
        };
        let mut tally = experiment.empty();
        let never = AtomicBool::new(false);
        let end = workers
            .play(&work(&experiment, &layout, &never), 0..blocks, &mut tally)
            .unwrap();
        assert_eq!(end, blocks);
        tally
    }

    fn work<'a, E>(experiment: &'a E, layout: &'a Layout, stop: &'a AtomicBool) -> Work<'a, E> {
        Work {
            experiment,
            seed: 0,
            layout,
            stop,
        }
    }

    /// Block 5 is given up, by one thread and by many; what comes before it counts where blocks are long, and nothing after it ever.
    #[test]
    fn a_block_that_is_given_up_leaves_no_trace() {
        for (threads, cost, blocks, kept) in [(1, 1.0, 8, 5), (8, 1.0, 8, 5), (2, 0.01, 8, 0)] {
            let (stop, layout) = (
                AtomicBool::new(false),
                Layout::new(blocks, 1, Shard::WHOLE).unwrap(),
            );
            let mut workers = Workers {
                cost: Some(cost),
                ..Workers::new(Some(threads)).unwrap()
            };
            let experiment = GivesUp { at: 5 };
            let mut tally = experiment.empty();
            let end = workers
                .play(&work(&experiment, &layout, &stop), 0..blocks, &mut tally)
                .unwrap();
            assert_eq!((end, &tally), (kept, &vec![kept]), "{threads} threads");
        }
    }

    #[test]
    fn short_work_starts_no_thread_and_long_work_does() {
        assert_eq!(play(20, 4, 0.000_09), [20, 0]);
        assert_eq!(play(1, 4, 1.0), [1, 0]);
        assert_eq!(play(20, 4, 0.001), [0, 20]);
        assert_eq!(play(5, 1, 0.01), [5, 0]);
    }

    #[test]
    fn thread_counts_are_checked() {
        assert!(Workers::new(Some(0)).is_err());
        assert!(Workers::new(Some(100_000)).is_err_and(|e| e.to_string().contains("1 to 1024")));
    }

    #[test]
    fn chunks_follow_the_clock() {
        let mut workers = Workers {
            threads: 2,
            nested: false,
            cost: None,
        };
        assert_eq!(workers.chunk(None), 1);
        workers.cost = Some(0.001);
        assert!(
            (140..=150).contains(&workers.chunk(None)),
            "{}",
            workers.chunk(None)
        );
        assert_eq!(workers.chunk(Some(Duration::from_micros(500))), 1);
        workers.cost = Some(10.0);
        assert_eq!(workers.chunk(None), 2);
    }

    #[test]
    fn inside_a_pool_that_pool_is_used() {
        let outer = pool(2).unwrap();
        outer.install(|| {
            let workers = Workers::new(None).unwrap();
            assert!(workers.nested && workers.threads == 2);
        });
    }
}
