//! The flags every question shares, and clap's errors in one line.
//!
//! Each question flattens `Shared` into its own arguments. `args.rs` reads the values. Every message about an argument
//! begins with its flag, which lets `scenario::QuestionFile::locate` find it in a file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::args;
use crate::error::{Error, Result};
use crate::playout::ProgressMode;
use crate::report::{Format, ReportKind};
use crate::scenario::{Rulesets, SwitchTable, Switches, parse_set};

/// The seed where none is given.
pub const DEFAULT_SEED: u64 = 42;
/// The confidence level where none is given.
pub const DEFAULT_CONFIDENCE: f64 = 0.95;

/// Flags shared by every question.
#[derive(Args, Debug, Clone, Default)]
pub struct Shared {
    /// Playouts to sample: 10M, 1e6, 250k, 10_000_000 (k M G T). With --target-error or --max-time it is the cap.
    /// Where another flag asks for sampling and this one is left out: 1M
    #[arg(short = 'n', long, value_name = "COUNT", value_parser = args::count, allow_negative_numbers = true, help_heading = "Sampling")]
    pub playouts: Option<u64>,

    /// Seed of the sampling, 0 to 2^64-1 [default: 42]
    #[arg(long, value_name = "SEED", value_parser = args::seed, allow_negative_numbers = true, help_heading = "Sampling")]
    pub seed: Option<u64>,

    /// How to answer: auto solves exactly where that is possible and samples where it is not
    #[arg(
        long,
        value_enum,
        value_name = "METHOD",
        default_value_t,
        help_heading = "Sampling"
    )]
    pub method: MethodChoice,

    /// Sample until the half-width of the headline figure's interval is below this: 0.1% or 0.001 (of a mean: 0.001
    /// of its unit). The interval holds however often it is looked at
    #[arg(long, value_name = "ERROR", value_parser = args::target_error, allow_negative_numbers = true, help_heading = "Sampling")]
    pub target_error: Option<f64>,

    /// Stop sampling after this time: 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = args::duration, allow_negative_numbers = true, help_heading = "Sampling")]
    pub max_time: Option<Duration>,

    /// Confidence level of every interval: 99% or 0.99 [default: 95%]
    #[arg(long, value_name = "LEVEL", value_parser = args::confidence, allow_negative_numbers = true, help_heading = "Sampling")]
    pub confidence: Option<f64>,

    /// Named set of rule readings; `gsim list` names them
    #[arg(long, value_name = "NAME", help_heading = "Rules and data")]
    pub ruleset: Option<String>,

    /// One reading of the rules, over the ruleset; `gsim list switches` names the keys. Repeatable; the last of a key
    /// holds
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse_set, help_heading = "Rules and data")]
    pub set: Vec<(String, String)>,

    /// Component data that replaces the built-in: a TOML file with the cards you have
    #[arg(long, value_name = "FILE", help_heading = "Rules and data")]
    pub data: Option<PathBuf>,

    /// Where the answer goes.
    #[command(flatten)]
    pub output: Output,

    /// Threads; every core where none is given. The answer does not depend on it
    #[arg(short = 'j', long, value_name = "N", value_parser = args::threads, allow_negative_numbers = true, help_heading = "Scaling out")]
    pub threads: Option<usize>,

    /// Do one part of the sampling: --shard 0/4 of parts 0 to 3; `gsim merge` joins them
    #[arg(
        long,
        value_name = "I/K",
        allow_hyphen_values = true,
        help_heading = "Scaling out"
    )]
    pub shard: Option<String>,

    /// Where a shard's tally goes
    #[arg(long, value_name = "FILE", help_heading = "Scaling out")]
    pub tally: Option<PathBuf>,

    /// File to keep what is finished in; the same command resumes from it
    #[arg(long, value_name = "FILE", help_heading = "Scaling out")]
    pub checkpoint: Option<PathBuf>,
}

/// Where the answer goes and how it looks; also of commands that answer without sampling.
#[derive(Args, Debug, Clone, Default)]
pub struct Output {
    /// Form of the answer on stdout
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        default_value_t,
        help_heading = "Output"
    )]
    pub format: Format,

    /// Also write a report: --report html, or several: --report svg,csv
    #[arg(
        long,
        value_enum,
        value_name = "KIND",
        value_delimiter = ',',
        help_heading = "Output"
    )]
    pub report: Vec<ReportKind>,

    /// Folder for reports
    #[arg(
        long,
        value_name = "DIR",
        default_value = "reports",
        help_heading = "Output"
    )]
    pub out: PathBuf,

    /// How to show progress on stderr: auto draws a bar in a terminal and plain lines elsewhere
    #[arg(
        long,
        value_enum,
        value_name = "HOW",
        default_value_t,
        help_heading = "Output"
    )]
    pub progress: ProgressMode,

    /// When to use colour; auto honours NO_COLOR
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        help_heading = "Output"
    )]
    pub color: Color,

    /// No progress and no remarks on stderr
    #[arg(short = 'q', long, help_heading = "Output")]
    pub quiet: bool,
}

/// `--method`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MethodChoice {
    /// Exact where possible, else sampled
    #[default]
    Auto,
    /// Solved or enumerated
    Exact,
    /// Sampled
    Mc,
}

/// `--color`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Color {
    /// In a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Shared {
    /// For answers that nobody asked for, of which only the form is wanted: nothing on stderr.
    pub fn silent() -> Self {
        let mut shared = Self::default();
        shared.output.quiet = true;
        shared
    }

    /// A game's component data, by its loader; whatever is wrong with `--data` begins with the flag and the file.
    pub fn components<D>(&self, load: impl FnOnce(Option<&Path>) -> Result<D>) -> Result<D> {
        let path = self.data.as_deref();
        load(path).map_err(|e| match path {
            None => e,
            Some(path) => {
                let (file, text) = (path.display().to_string(), e.to_string());
                let text = text.strip_prefix("cannot read ").unwrap_or(&text);
                match text.starts_with(&file) {
                    true => Error::usage(format!("--data {text}")),
                    false => Error::usage(format!("--data {file}: {text}")),
                }
            }
        })
    }

    /// The seed, given or default.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(DEFAULT_SEED)
    }

    /// Whether the question is sampled: asked for, or implied by a flag that only sampling knows.
    pub fn samples(&self) -> bool {
        self.method == MethodChoice::Mc
            || self.playouts.is_some()
            || self.target_error.is_some()
            || self.max_time.is_some()
            || self.shard.is_some()
            || self.tally.is_some()
            || self.checkpoint.is_some()
    }

    /// The confidence level, given or default.
    pub fn confidence(&self) -> f64 {
        self.confidence.unwrap_or(DEFAULT_CONFIDENCE)
    }

    /// Refuses flags that contradict each other.
    pub fn validate(&self) -> Result<()> {
        let sampling = [
            ("--playouts", self.playouts.is_some()),
            ("--target-error", self.target_error.is_some()),
            ("--max-time", self.max_time.is_some()),
            ("--shard", self.shard.is_some()),
            ("--tally", self.tally.is_some()),
            ("--checkpoint", self.checkpoint.is_some()),
        ];
        let first = |flags: &[(&'static str, bool)]| flags.iter().find(|f| f.1).map(|f| f.0);
        if self.method == MethodChoice::Exact
            && let Some(flag) = first(&sampling)
        {
            return Err(Error::usage(format!(
                "{flag} is for sampling, and --method exact samples nothing; leave out one of the two"
            )));
        }
        let whole_runs = [
            ("--target-error", self.target_error.is_some()),
            ("--max-time", self.max_time.is_some()),
            ("--report", !self.output.report.is_empty()),
        ];
        if self.shard.is_some()
            && let Some(flag) = first(&whole_runs)
        {
            let why = match flag {
                "--report" => "has no report; give it to `gsim merge`",
                _ => "must have a fixed size; use --playouts",
            };
            return Err(Error::usage(format!(
                "{flag} does not go with --shard: one part of a run {why}"
            )));
        }
        let shows = matches!(
            self.output.progress,
            ProgressMode::Bar | ProgressMode::Plain
        );
        if self.shard.is_some() && self.output.format != Format::Table {
            return Err(Error::usage(
                "--format does not go with --shard: one part of a run is a tally file; give it to `gsim merge`",
            ));
        }
        if self.output.quiet && shows {
            return Err(Error::usage(
                "--quiet shows no progress, and --progress asks for it; leave out one of the two",
            ));
        }
        Ok(())
    }

    /// The rule switches of a question: those of the game's data, the ruleset (the game's first where none is given),
    /// the settings. Messages name the flag.
    pub fn switches(&self, table: &SwitchTable, rulesets: &Rulesets) -> Result<Switches> {
        let default = rulesets.names().first().copied().unwrap_or_default();
        let name = self.ruleset.as_deref().unwrap_or(default);
        let ruleset = rulesets
            .get(name)
            .map_err(|e| Error::usage(format!("--ruleset {name}: {e}")))?;
        Switches::resolve(table, ruleset, &self.set)
    }
}

#[cfg(test)]
mod tests;
