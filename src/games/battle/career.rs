//! Careers: gladiators who fight battle after battle (spec 6).
//!
//! `career/challenge.rs` is exact: one gladiator meets a fresh copy of a fixed opponent every round.
//! `career/cohort.rs`
//! plays populations who meet each other and spend what they earn.

pub mod challenge;
pub mod cohort;
pub mod growth;
pub mod history;

#[cfg(test)]
mod tests;
