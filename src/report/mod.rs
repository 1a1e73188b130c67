//! Findings into terminal text, JSON, CSV, Markdown, Parquet, charts and HTML. Knows no game.

pub mod findings;

pub use findings::*;
