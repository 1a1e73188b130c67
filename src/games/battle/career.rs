//! Careers: gladiators who fight battle after battle (spec 6).
//!
//! `career/challenge.rs` is exact: one gladiator meets a fresh copy of a fixed opponent every round; `career/layers.rs` solves
//! his battles.
//! `career/cohort.rs`
//! plays populations who meet each other and spend what they earn.

pub mod challenge;
pub mod cohort;
pub mod growth;
pub mod history;
mod layers;

use super::gladiator::Gladiator;
use crate::error::{Error, Result};

/// Careers count luck dice from wins and losses.
///
/// # Errors
/// Luck dice that were written in place of the record: what to write.
pub fn counts_luck(g: &Gladiator) -> Result<()> {
    match g.luck {
        Some(n) => Err(Error::usage(format!(
            "L{n}: a career counts luck dice from wins and losses; write wins={n} in place of L{n}"
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
