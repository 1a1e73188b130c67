//! A table as a polars frame: the form it takes at the edge, for Parquet and for aggregation.
//!
//! The type of a column follows from its kind, not from the rows at hand, so that two answers to one question
//! always have the same schema: text is String, counts are UInt64 (Int64 when one is negative), the rest Float64.

use polars::prelude::{Column as PolarsColumn, DataFrame, NamedFrom, Series};

use super::findings::{Cell, Kind, Table};
use crate::error::{Error, Result};

/// The table as a frame, all columns.
pub fn frame(table: &Table) -> Result<DataFrame> {
    let columns = (0..table.columns.len())
        .map(|i| column(table, i).into())
        .collect::<Vec<PolarsColumn>>();
    DataFrame::new(table.rows.len(), columns)
        .map_err(|e| Error::runtime(format!("table {} makes no frame: {e}", table.name)))
}

fn column(table: &Table, i: usize) -> Series {
    let cells = || {
        table
            .rows
            .iter()
            .map(|row| row.get(i).unwrap_or(&Cell::Null))
    };
    let name = table.columns[i].name.into();
    match table.columns[i].kind {
        Kind::Text => Series::new(name, cells().map(text).collect::<Vec<_>>()),
        Kind::Count if cells().any(|c| matches!(c, Cell::Int(n) if *n < 0)) => {
            Series::new(name, cells().map(integer).collect::<Vec<_>>())
        }
        Kind::Count => Series::new(name, cells().map(count).collect::<Vec<_>>()),
        Kind::Share | Kind::Number(_) | Kind::Signed(_) => {
            Series::new(name, cells().map(real).collect::<Vec<_>>())
        }
    }
}

fn text(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Null => None,
        Cell::Int(n) => Some(n.to_string()),
        Cell::Count(n) => Some(n.to_string()),
        Cell::Real(x) => Some(x.to_string()),
        Cell::Text(text) => Some(text.clone()),
    }
}

fn count(cell: &Cell) -> Option<u64> {
    match cell {
        Cell::Count(n) => Some(*n),
        Cell::Int(n) => u64::try_from(*n).ok(),
        _ => None,
    }
}

fn integer(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::Count(n) => i64::try_from(*n).ok(),
        Cell::Int(n) => Some(*n),
        _ => None,
    }
}

fn real(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Real(x) if x.is_finite() => Some(*x),
        Cell::Int(n) => Some(*n as f64),
        Cell::Count(n) => Some(*n as f64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::findings::Column;
    use crate::report::sample;
    use polars::prelude::DataType;

    #[test]
    fn types_follow_the_kinds() {
        let frame = frame(&sample::clash_duel().tables[0]).unwrap();
        assert_eq!(frame.shape(), (4, 7));
        let types: Vec<DataType> = frame.dtypes();
        let (text, count, real) = (DataType::String, DataType::UInt64, DataType::Float64);
        let wanted = [&text, &count, &real, &real, &real, &count, &real].map(DataType::clone);
        assert_eq!(types, wanted);
        assert_eq!(
            frame.column("count").unwrap().u64().unwrap().get(0),
            Some(2_991_903)
        );
    }

    #[test]
    fn empty_and_ragged_tables_keep_their_schema() {
        let columns = vec![
            Column::new("a", Kind::Text, "", ""),
            Column::new("n", Kind::Count, "", ""),
        ];
        let mut table = Table {
            name: "t",
            title: String::new(),
            columns,
            rows: vec![],
            on_terminal: false,
        };
        assert_eq!(
            frame(&table).unwrap().dtypes(),
            [DataType::String, DataType::UInt64]
        );
        table.rows = vec![vec![Cell::Int(4)], vec![Cell::Null, Cell::Int(-1)]];
        let frame = frame(&table).unwrap();
        assert_eq!(frame.dtypes(), [DataType::String, DataType::Int64]);
        assert_eq!(frame.column("n").unwrap().null_count(), 1);
    }
}
