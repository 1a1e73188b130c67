//! `gsim verify`: the program against itself, and golden cases.

use crate::cli::exit;
use crate::error::{Error, Result};
use crate::report;
use crate::study::verify::{CaseResult, Check, GAMES, Status, checks, embedded_cases, run_cases};
use clap::Args;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

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
                failed += print_checks(checks(game))?;
                for (name, text) in embedded_cases(game) {
                    failed += print_cases(&run_cases(text, name)?, false)?;
                }
            }
        }
        for path in &self.cases {
            let name = path.display().to_string();
            let text = read(path).map_err(|e| Error::usage(format!("cannot read {name}: {e}")))?;
            failed += print_cases(&run_cases(&text, &name)?, true)?;
        }
        Ok(if failed > 0 { exit::FALSE } else { exit::DONE })
    }
}

/// The largest file of cases, in bytes.
const LARGEST: u64 = 64 << 20;

fn read(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    File::open(path)?
        .take(LARGEST + 1)
        .read_to_string(&mut text)?;
    match text.len() as u64 > LARGEST {
        true => Err(std::io::Error::other("it is larger than 64 MB")),
        false => Ok(text),
    }
}

/// Makes the checks and prints each as it ends; how many fail.
fn print_checks(checks: Vec<fn() -> Check>) -> Result<usize> {
    let mut failed = 0;
    for check in checks {
        let check = check();
        failed += usize::from(!check.holds);
        let word = if check.holds { "ok" } else { "FAIL" };
        report::print(&format!("{word:<5} {}: {}\n", check.name, check.detail))?;
    }
    Ok(failed)
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
    let plural = if results.len() == 1 { "" } else { "s" };
    report::print(&format!(
        "{} golden case{plural}: {passed} passed, {failed} failed, {skipped} skipped\n",
        results.len()
    ))?;
    Ok(failed)
}
