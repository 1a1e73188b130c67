//! gsim: Monte Carlo strategy and balance analyzer for gladiator games.

pub mod chance;
pub mod cli;
pub mod error;
pub mod games;
pub mod metagame;
pub mod playout;
pub mod report;
pub mod scenario;
pub mod stats;
pub mod study;
