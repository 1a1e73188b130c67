//! Runs of many playouts, reproducible by construction. Knows no game.
//!
//! Playouts are numbered and grouped in blocks of a fixed size; block b draws from its own keyed stream and
//! tallies merge by addition. So a run is the same for any number of threads, any split into shards, and
//! whether or not it was interrupted and resumed. A game gives an [`Experiment`]; [`run`] does the rest.
//!
//! | file | matter |
//! |---|---|
//! | `experiment` | what a game provides: [`Experiment`], [`Tally`], [`Block`] |
//! | `layout`, `shard` | which playout is in which block, which block in which shard; where a run may stop |
//! | `run`, `workers` | the loop, the threads |
//! | `tally_file`, `header`, `atomic`, `checkpoint`, `merge` | what was done, on disk |
//! | `compare` | two experiments over common random numbers |
//! | `progress`, `interrupt` | the person at the terminal |

mod atomic;
mod checkpoint;
mod compare;
mod experiment;
mod header;
mod interrupt;
mod layout;
mod merge;
mod progress;
mod run;
mod shard;
mod tally_file;
mod workers;

pub use atomic::write_atomically;
pub use checkpoint::Checkpoint;
pub use compare::{Compare, Valued};
pub use experiment::{Block, Experiment, Tally};
pub use header::{Header, Identity};
pub use interrupt::{interrupted, on_interrupt};
pub use merge::{Allow, Merged, belong_together, merge};
pub(crate) use progress::meanwhile;
pub use progress::{Progress, ProgressMode, Reporter, Waiting};
pub use run::{Plan, Run, Snapshot, StoppedBy, run, run_until};
pub use shard::Shard;
pub use tally_file::{Done, TallyFile, is_finished, peek};

#[cfg(test)]
mod toys;
