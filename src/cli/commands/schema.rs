//! `gsim schema`: the columns of a question's tables, read off a real (tiny) answer.

use crate::cli::exit;
use crate::cli::game::GAMES;
use crate::error::{Error, Result};
use crate::report::{self, Format, Table};
use clap::Args;
use serde_json::{Map, Value, json};

/// The columns of a question's tables and what they mean.
#[derive(Args, Debug)]
pub struct Schema {
    /// The question; all where left out
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(GAMES.iter().flat_map(|g| g.schemas).map(|s| s.0)))]
    question: Option<String>,

    /// Text, or one JSON object a question
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

impl Schema {
    /// Prints them.
    ///
    /// # Errors
    /// `--format csv` or `md`: columns have no such form.
    pub fn run(&self) -> Result<u8> {
        let render = match self.format {
            Format::Table => as_text,
            Format::Json => as_json,
            _ => {
                return Err(Error::usage(
                    "--format: a schema is text or JSON; write table or json",
                ));
            }
        };
        let wanted = |name: &str| self.question.as_deref().is_none_or(|w| w == name);
        let all = GAMES.iter().flat_map(|g| g.schemas);
        for (question, tables) in all.filter(|s| wanted(s.0)) {
            report::print(&render(question, &tables()?))?;
        }
        Ok(exit::DONE)
    }
}

fn as_text(question: &str, tables: &[Table]) -> String {
    let mut text = format!("{question}\n");
    for table in tables {
        text += &format!("\n{}: {}\n", table.name, table.title);
        let width = table
            .columns
            .iter()
            .map(|c| c.name.len())
            .max()
            .unwrap_or(0);
        for column in &table.columns {
            let unit = if column.unit.is_empty() {
                String::new()
            } else {
                format!(" [{}]", column.unit)
            };
            text += &format!("  {:<width$}  {}{unit}\n", column.name, column.meaning);
        }
    }
    text
}

fn as_json(question: &str, tables: &[Table]) -> String {
    let tables: Map<String, Value> = tables
        .iter()
        .map(|t| {
            let columns = t
                .columns
                .iter()
                .map(|c| json!({"name": c.name, "unit": c.unit, "meaning": c.meaning}))
                .collect();
            (t.name.to_string(), Value::Array(columns))
        })
        .collect();
    format!(
        "{:#}\n",
        json!({"schema": 1, "question": question, "tables": tables})
    )
}
