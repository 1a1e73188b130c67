//! What a question of policies can be asked in addition: worth of each thing, regret, alternatives of the data, readings of the rules.
//!
//! Each is a piece of findings that is put behind those of the question itself.

use crate::report::{Chart, Findings, Table};

/// A piece of findings.
#[derive(Debug, Default)]
pub struct Extra {
    /// Sentences.
    pub verdict: Vec<String>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Charts.
    pub charts: Vec<Chart>,
    /// Notes.
    pub notes: Vec<String>,
}

impl Extra {
    /// Puts itself behind what is there.
    pub fn append(&self, findings: &mut Findings) {
        findings.verdict.extend(self.verdict.iter().cloned());
        findings.tables.extend(self.tables.iter().cloned());
        findings.charts.extend(self.charts.iter().cloned());
        findings.notes.extend(self.notes.iter().cloned());
    }
}
