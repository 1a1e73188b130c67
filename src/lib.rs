//! gsim: strategy and balance answers for tabletop gladiator games, exact where possible and sampled beside it.
//!
//! The house, imports running one way, top to bottom:
//!
//! | room | what is in it |
//! |---|---|
//! | [`cli`] | one file a subcommand: arguments to a question to output |
//! | [`study`] | turns results into findings: tables, charts as data, a verdict; and verifies |
//! | [`report`] | findings to terminal text, JSON, CSV, Markdown, Parquet, charts, HTML |
//! | [`scenario`] | TOML data, rulesets and questions, with positions and provenance |
//! | [`games`] | the rules, policies, solvers and kernels of each game |
//! | [`playout`] | runs playouts in parallel: blocks, stopping, shards, checkpoints, merging |
//! | [`stats`] | integer tallies, intervals, tests |
//! | [`chance`] | the one source of randomness: sample, enumerate, script, record |
//!
//! # Example
//!
//! The exact edge of SSNT over SSST, and a sampled one beside it:
//!
//! ```
//! use gsim::games::clash::{duel::Duel, kernel::Kernel, tally::{Results, metric}, unit::Unit};
//! use gsim::playout::{Plan, run};
//!
//! let duel = Duel::simple(Unit::parse("SSNT", &[])?, Unit::parse("SSST", &[])?);
//! let edge = metric("edge").unwrap();
//! let exact = Results::exact(&duel);
//! assert_eq!(exact.sums(edge).0 * 11664, 17 * exact.total as i128);
//!
//! let kernel = Kernel::new(&duel.halves());
//! let sample = run(&kernel, &Plan::new(100_000, 42))?;
//! let ends = kernel.ends().iter().copied().zip(sample.tally.counts().map(u128::from));
//! let sampled = Results::new(&duel, ends);
//! let mean = sampled.sums(edge).0 as f64 / sampled.total as f64;
//! assert!((mean - 17.0 / 11664.0).abs() < 5.0 * 0.963 / 100_000f64.sqrt());
//! # Ok::<(), gsim::error::Error>(())
//! ```

#![warn(missing_docs)]

pub mod chance;
pub mod cli;
pub mod error;
pub mod games;
pub mod playout;
pub mod report;
pub mod scenario;
pub mod stats;
pub mod study;
