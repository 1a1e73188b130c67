//! Trials side by side, on some threads, as duels or on a map.

use crate::error::{Error, Result};
use crate::games::gladiatori::board::Board;
use crate::games::gladiatori::trial::{Score, Trial};
use crate::playout::{Block, Compare, Experiment};
use crate::stats::Paired;
use rayon::prelude::*;

/// Plays trials on some threads; the same results for any number of them.
pub struct Ring {
    pool: rayon::ThreadPool,
    /// Seed of all trials: they share their random numbers.
    pub seed: u64,
    /// The map that trials are played on; none: duels.
    board: Option<Board>,
}

impl Ring {
    /// With so many threads, or every core.
    ///
    /// # Errors
    /// The machine refuses the threads.
    pub fn new(threads: Option<usize>, seed: u64) -> Result<Self> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0))
            .build()
            .map_err(|e| Error::runtime(format!("cannot start threads: {e}")))?;
        let board = None;
        Ok(Self { pool, seed, board })
    }

    /// The same, with games of one against one on a map.
    #[must_use]
    pub fn on(self, board: Option<Board>) -> Self {
        Self { board, ..self }
    }

    /// A trial on the map.
    fn placed<'t>(&'t self, trial: &Trial<'t>) -> Trial<'t> {
        Trial {
            board: self.board.as_ref(),
            ..trial.clone()
        }
    }

    /// All playouts 0 to `n` of an experiment, on this thread.
    fn all<E: Experiment>(&self, e: &E, n: u64) -> E::Tally {
        let size = u64::from(E::BLOCK);
        let mut tally = e.empty();
        for index in 0..n.div_ceil(size) {
            let first = index * size;
            let count = size.min(n - first) as u32;
            e.play(
                &Block {
                    seed: self.seed,
                    index,
                    first,
                    count,
                },
                &mut tally,
            );
        }
        tally
    }

    /// The scores of trials of `n` games each.
    pub fn scores(&self, trials: &[Trial<'_>], n: u64) -> Vec<Score> {
        let each = |t| self.all(&self.placed(t), n);
        self.pool.install(|| trials.par_iter().map(each).collect())
    }

    /// Each pair of trials over the same random numbers.
    pub fn paired(&self, pairs: &[(Trial<'_>, Trial<'_>)], n: u64) -> Vec<Paired> {
        self.pool.install(|| {
            pairs
                .par_iter()
                .map(|(a, b)| {
                    let (a, b) = (self.placed(a), self.placed(b));
                    self.all(&Compare::new(&a, &b), n)
                })
                .collect()
        })
    }
}
