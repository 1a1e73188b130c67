//! `gsim verify`: the program against itself, and golden cases.

use crate::cli::exit;
use crate::error::{Error, Result};
use crate::report;
use crate::study::verify::{CaseResult, Check, GAMES, Status, checks, embedded_cases, run_cases};
use clap::Args;
use std::path::PathBuf;

/// Checks the program against itself and against golden cases.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gsim verify                          everything
  gsim verify --game clash             one game
  gsim verify --cases my-cases.json    a file of cases; exit code 3 when one fails")]
pub struct Verify {
    /// One game only
    #[arg(long, value_name = "GAME", value_parser = clap::builder::PossibleValuesParser::new(GAMES))]
    game: Option<String>,

    /// A file of golden cases (JSON); repeatable
    #[arg(long, value_name = "FILE")]
    cases: Vec<PathBuf>,
}

impl Verify {
    /// Runs the checks; one line each.
    pub fn run(&self) -> Result<u8> {
        let mut failed = 0;
        if self.cases.is_empty() {
            for game in GAMES
                .iter()
                .filter(|g| self.game.as_deref().is_none_or(|wanted| wanted == **g))
            {
                failed += print_checks(&checks(game))?;
                for (name, text) in embedded_cases(game) {
                    failed += print_cases(&run_cases(text, name)?, false)?;
                }
            }
        }
        for path in &self.cases {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path)
                .map_err(|e| Error::usage(format!("cannot read {name}: {e}")))?;
            failed += print_cases(&run_cases(&text, &name)?, true)?;
        }
        Ok(if failed > 0 { exit::FALSE } else { exit::DONE })
    }
}

fn print_checks(checks: &[Check]) -> Result<usize> {
    for check in checks {
        let word = if check.holds { "ok" } else { "FAIL" };
        report::print(&format!("{word:<5} {}: {}\n", check.name, check.detail))?;
    }
    Ok(checks.iter().filter(|c| !c.holds).count())
}

/// One line a case, then a count; without `each`, only the cases that fail.
fn print_cases(results: &[CaseResult], each: bool) -> Result<usize> {
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for result in results {
        let (word, why) = match &result.status {
            Status::Pass => {
                passed += 1;
                ("ok", String::new())
            }
            Status::Fail(why) => {
                failed += 1;
                ("FAIL", format!(": {why}"))
            }
            Status::Skip(why) => {
                skipped += 1;
                ("skip", format!(": {why}"))
            }
        };
        if each || failed > 0 && word == "FAIL" {
            report::print(&format!("{word:<5} {} {}{why}\n", result.id, result.title))?;
        }
    }
    report::print(&format!(
        "{} golden cases: {passed} passed, {failed} failed, {skipped} skipped\n",
        results.len()
    ))?;
    Ok(failed)
}
