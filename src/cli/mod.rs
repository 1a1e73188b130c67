//! Arguments to a question to output: one file a subcommand, one folder a game. No rules, no statistics.

mod answer;
pub mod args;
mod battle;
mod clash;
mod commands;
mod decimal;
pub mod game;
mod gauntlet;
mod gladiatori;
mod one_line;
mod patience;
pub mod shared;
mod text_only;

pub use one_line::one_line;

use crate::error::{Error, Result};
use crate::report;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::process::ExitCode;

/// The exit codes of the command line.
pub mod exit {
    /// Done.
    pub const DONE: u8 = 0;
    /// An asserted claim is false.
    pub const FALSE: u8 = 3;
    /// Stopped before the target error.
    pub const TARGET_MISSED: u8 = 4;
    /// Interrupted.
    pub const INTERRUPTED: u8 = 130;
}

/// Strategy and balance analyzer for tabletop gladiator games: exact answers, and sampled ones beside them.
#[derive(Parser, Debug)]
#[command(name = "gsim", version = version(), max_term_width = 110, after_help = "Examples:
  gsim clash-duel --attacker SSNT --defender SSST              exact answer
  gsim clash-duel --attacker SSNT --defender SSST -n 10M       ten million playouts beside it
  gsim clash-duel --attacker SSNT --defender lion --report html
  gsim list                                                    what can be asked

Exit codes: 0 done, 1 failure of the machine, 2 bad input, 3 a claim or check is false, 4 stopped before the target error, 130 interrupted (what was finished is written and marked incomplete).")]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Every command: the questions first, then what serves them all.
#[derive(Subcommand, Debug)]
enum Command {
    #[command(flatten)]
    Clash(clash::Questions),
    #[command(flatten)]
    Battle(battle::Questions),
    #[command(flatten)]
    Gauntlet(gauntlet::Questions),
    #[command(flatten)]
    Gladiatori(gladiatori::Questions),
    /// A question and variants of it, over common random numbers
    Compare(commands::compare::Compare),
    /// The rules of a question step by step, for given units
    Explain(commands::explain::Explain),
    /// Narrate one playout roll by roll
    Trace(commands::trace::Trace),
    /// Join the tallies of a run's shards
    Merge(commands::merge::Merge),
    /// Ask a question that is written in a file
    Run(commands::run::Run),
    /// Check the program against itself and against golden cases
    Verify(commands::verify::Verify),
    /// Games, questions, policies, rulesets, switches, scenario files
    List(commands::list::List),
    /// The columns of a question's tables and what they mean
    Schema(commands::schema::Schema),
    /// Shell completions
    Completions(commands::completions::Completions),
    /// The manual page
    Man(commands::completions::Man),
}

/// `0.1.0 (commit)`.
fn version() -> String {
    let build = report::Build::current();
    format!("{} ({})", build.version, build.git)
}

/// The whole command line, for completions, the manual page and its own tests.
pub fn command() -> clap::Command {
    text_only::trimmed(Cli::command())
}

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    let arguments: Vec<std::ffi::OsString> = std::env::args_os().collect();
    let code = run(arguments).unwrap_or_else(|error| {
        use std::io::Write;
        // A closed stderr must not turn into a panic.
        let _ = writeln!(std::io::stderr(), "gsim: {}", plain(&error.to_string()));
        // What a signal stopped is no failure of the machine.
        match error {
            Error::Runtime(_) if crate::playout::interrupted() => exit::INTERRUPTED,
            error => error.exit_code(),
        }
    });
    ExitCode::from(code)
}

/// A message on one line of bearable length, without what a terminal would obey.
fn plain(message: &str) -> String {
    const LONGEST: usize = 2000;
    let mut text = String::new();
    for c in message.chars() {
        match c.is_control() {
            true => text.extend(c.escape_default()),
            false => text.push(c),
        }
        if text.len() > LONGEST {
            return text + "…";
        }
    }
    text
}

/// Runs a command line, program name first; the exit code.
///
/// # Errors
/// Bad input and failures of the machine, one line each.
pub fn run(arguments: Vec<std::ffi::OsString>) -> Result<u8> {
    let matches = match command().try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) if !error.use_stderr() => {
            report::print(&error.render().to_string())?;
            return Ok(exit::DONE);
        }
        Err(error) => return Err(Error::usage(one_line(&error))),
    };
    text_only::check(&matches)?;
    let cli = Cli::from_arg_matches(&matches).map_err(|e| Error::usage(one_line(&e)))?;
    match cli.command {
        Command::Clash(question) => question.run(),
        Command::Battle(question) => question.run(),
        Command::Gauntlet(question) => question.run(),
        Command::Gladiatori(question) => question.run(),
        Command::Compare(command) => command.run(),
        Command::Explain(command) => command.run(),
        Command::Trace(command) => command.run(),
        Command::Merge(command) => command.run(),
        Command::Run(command) => command.run(),
        Command::Verify(command) => command.run(),
        Command::List(command) => command.run(),
        Command::Schema(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
    }
}
