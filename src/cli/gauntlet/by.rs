//! Whose values a question goes by: the optimum's, or a policy's own.

use super::setting::LengthArgs;
use crate::cli::answer::CommandLine;
use crate::error::{Error, Result};
use crate::games::gauntlet::data::GauntletData;
use crate::games::gauntlet::spec::{MatchSpec, Objective, PolicySpec, ValueSpec};
use clap::Args;

/// Whose values.
#[derive(Args, Debug, Clone, Default)]
pub struct ByArgs {
    /// Whose values: optimal:win, optimal:score (solved once, kept in the cache), or any policy's own, such as banker
    /// [default: optimal:win; of gauntlet-weights the best line of its sweep]
    #[arg(long, value_name = "POLICY", help_heading = "Policy")]
    pub by: Option<String>,
}

impl ByArgs {
    /// Name and values; `default` where nothing is said.
    ///
    /// # Errors
    /// An unknown policy.
    pub fn resolve(&self, default: &str) -> Result<(String, ValueSpec)> {
        let name = self.by.as_deref().unwrap_or(default).trim();
        let spec =
            PolicySpec::parse(name).map_err(|e| Error::usage(format!("--by {name}: {e}")))?;
        let values = match spec.matches {
            MatchSpec::Optimal(objective) => ValueSpec::Optimal(objective),
            _ => ValueSpec::Of(Objective::Win, Box::new(spec)),
        };
        Ok((name.to_string(), values))
    }

    /// Adds itself to the canonical command.
    pub fn canonical(&self, name: &str, line: &mut CommandLine) {
        line.flag("--by", name);
    }
}

/// The one difficulty of a question.
///
/// # Errors
/// An unknown one, or several.
pub fn one_length(length: &LengthArgs, data: &GauntletData) -> Result<(String, u8)> {
    let lengths = length.resolve(data, false)?;
    match <[(String, u8); 1]>::try_from(lengths) {
        Ok([one]) => Ok(one),
        Err(_) => Err(Error::usage(
            "--difficulty: this question is asked of one difficulty at a time; name one",
        )),
    }
}
