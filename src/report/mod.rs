//! Findings into terminal text, JSON, CSV, Markdown, Parquet, charts and HTML. Knows no game.
//!
//! `findings` is what comes in; `people` turns it into words and aligned cells for every format that people read.
//! `terminal`, `json`, `csv` and `markdown` answer on stdout in every build; charts, `html` and `parquet`
//! need the `report` feature; `write` puts files into a folder; `output` talks to stdout.

pub mod csv;
pub mod findings;
pub mod json;
pub mod markdown;
pub mod output;
pub mod people;
pub mod sample;
pub mod terminal;
pub mod write;

#[cfg(feature = "report")]
pub mod chart;
#[cfg(feature = "report")]
pub mod frame;
#[cfg(feature = "report")]
pub mod html;
#[cfg(feature = "report")]
pub mod parquet;

pub use findings::*;
pub use output::{Format, Style, print, render};
pub use people::incomplete;
pub use write::{Kind as ReportKind, check, check_out_dir, write};

/// Which program wrote an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Build {
    /// Version of the package.
    pub version: &'static str,
    /// Commit it was built from, or `unknown`.
    pub git: &'static str,
}

impl Build {
    /// The running program. The commit comes from `GSIM_GIT` at build time.
    pub const fn current() -> Self {
        let git = match option_env!("GSIM_GIT") {
            Some(commit) => commit,
            None => "unknown",
        };
        Self {
            version: env!("CARGO_PKG_VERSION"),
            git,
        }
    }
}
