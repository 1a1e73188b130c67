//! A table as a Parquet file in memory, with the question that it answers in the file's metadata.

use polars::prelude::{KeyValueMetadata, ParquetCompression, ParquetWriter};

use super::findings::{Question, Table};
use super::{Build, frame};
use crate::error::{Error, Result};

/// The bytes of the file. Uncompressed: the tables are small, and every reader can open them.
pub fn table(table: &Table, question: &Question) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes)
        .with_compression(ParquetCompression::Uncompressed)
        .with_key_value_metadata(Some(KeyValueMetadata::from_static(metadata(question))))
        .set_parallel(false)
        .finish(&mut frame::frame(table)?)
        .map_err(|e| Error::runtime(format!("table {} makes no Parquet file: {e}", table.name)))?;
    Ok(bytes)
}

fn metadata(question: &Question) -> Vec<(String, String)> {
    let build = Build::current();
    let mut pairs = vec![
        ("gsim.version".to_string(), build.version.to_string()),
        ("gsim.git".to_string(), build.git.to_string()),
        ("gsim.question".to_string(), question.name.clone()),
        ("gsim.command".to_string(), question.command.clone()),
        (
            "gsim.method".to_string(),
            question.method.name().to_string(),
        ),
        ("gsim.complete".to_string(), question.complete.to_string()),
    ];
    pairs.extend(
        question
            .seed
            .map(|seed| ("gsim.seed".to_string(), seed.to_string())),
    );
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use polars::prelude::{ParquetReader, SerReader};
    use std::io::Cursor;

    #[test]
    fn reads_back_as_the_same_frame_and_carries_its_question() {
        let findings = sample::clash_duel();
        for t in &findings.tables {
            let bytes = table(t, &findings.question).unwrap();
            let back = ParquetReader::new(Cursor::new(&bytes)).finish().unwrap();
            assert!(back.equals_missing(&frame::frame(t).unwrap()), "{}", t.name);
            let command = findings.question.command.as_bytes();
            assert!(
                bytes.windows(command.len()).any(|w| w == command),
                "{}",
                t.name
            );
            assert_eq!(
                bytes,
                table(t, &findings.question).unwrap(),
                "the same bytes each time"
            );
        }
    }
}
