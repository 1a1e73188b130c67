//! Threads for a range of blocks: none for a short run, a pool of the asked size for a long one.
//!
//! How the work is cut up follows the clock, but tallies merge by addition, so no result can depend on it.

use super::{Experiment, Tally, layout::Layout};
use crate::error::{Error, Result};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::ops::Range;
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

    /// Plays the own blocks of these ordinals into `tally`.
    pub fn play<E: Experiment>(
        &mut self,
        experiment: &E,
        seed: u64,
        layout: &Layout,
        ordinals: Range<u64>,
        tally: &mut E::Tally,
    ) -> Result<()> {
        let count = ordinals.end - ordinals.start;
        let begun = Instant::now();
        let threads = match self.cost {
            Some(cost) if count > 1 && cost * count as f64 > WORTH_SHARING => self.threads,
            _ => 1,
        };
        if threads == 1 {
            for ordinal in ordinals {
                experiment.play(&layout.block(seed, ordinal), tally);
            }
        } else {
            let grain = (GRAIN / self.cost.unwrap_or(GRAIN)) as usize;
            let part = || {
                (0..count as usize)
                    .into_par_iter()
                    .with_min_len(grain.max(1))
                    .fold(
                        || experiment.empty(),
                        |mut part, offset| {
                            experiment.play(
                                &layout.block(seed, ordinals.start + offset as u64),
                                &mut part,
                            );
                            part
                        },
                    )
                    .reduce_with(|mut a, b| {
                        a.merge(&b);
                        a
                    })
            };
            let part = if self.nested {
                part()
            } else {
                pool(self.threads)?.install(part)
            };
            if let Some(part) = part {
                tally.merge(&part);
            }
        }
        self.cost = Some(begun.elapsed().as_secs_f64() * threads as f64 / count.max(1) as f64);
        Ok(())
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
    use crate::playout::{Shard, toys::Threads};

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
        workers
            .play(&experiment, 0, &layout, 0..blocks, &mut tally)
            .unwrap();
        tally
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
