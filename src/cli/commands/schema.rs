//! `gsim schema`: the columns of a question's tables, read off a real (tiny) answer.

use crate::cli::clash_duel::{self, ClashDuel};
use crate::cli::exit;
use crate::cli::shared::Output;
use crate::error::Result;
use crate::games::clash::kernel::Kernel;
use crate::games::clash::tally::Results;
use crate::playout::{Plan, run};
use crate::report::{self, Format, Table};
use clap::Args;
use serde_json::{Map, Value, json};

/// The columns of a question's tables and what they mean.
#[derive(Args, Debug)]
pub struct Schema {
    /// The question; all where left out
    #[arg(value_parser = [clash_duel::NAME])]
    question: Option<String>,

    #[command(flatten)]
    output: Output,
}

impl Schema {
    /// Prints them: text, or with `--format json` one object.
    pub fn run(&self) -> Result<u8> {
        let tables = clash_duel_tables()?;
        let text = if self.output.format == Format::Json {
            as_json(&tables)
        } else {
            as_text(&tables)
        };
        report::print(&text)?;
        Ok(exit::DONE)
    }
}

fn clash_duel_tables() -> Result<Vec<Table>> {
    let question = ClashDuel {
        attacker: "SSNT".into(),
        defender: "SSST".into(),
        challenger: "attacker".into(),
        ..ClashDuel::default()
    };
    let resolved = question.resolve()?;
    let duel = &resolved.asked.duel;
    let kernel = Kernel::new(&duel.halves());
    let run = run(&kernel, &Plan::new(1, 1))?;
    Ok(question
        .find(&resolved, &Results::exact(duel), Some((&kernel, &run)))
        .tables)
}

fn as_text(tables: &[Table]) -> String {
    let mut text = format!("{}\n", clash_duel::NAME);
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

fn as_json(tables: &[Table]) -> String {
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
        json!({"schema": 1, "question": clash_duel::NAME, "tables": tables})
    )
}
