//! `gsim run FILE.toml`: a question as a file is its command line.

use crate::cli::{self, command};
use crate::error::Result;
use crate::scenario::QuestionFile;
use clap::Args;
use std::ffi::OsString;

/// Asks a question that is written in a file.
#[derive(Args, Debug)]
#[command(
    after_help = "The file names the question and has the long flags of its command as keys:
  question = \"clash-duel\"
  attacker = \"SSNT\"
  defender = \"SSST\"
  playouts = \"10M\"
  [set]
  net_order = \"simultaneous\"

Further flags of the question may follow the file and hold over it:
  gsim run clash-duel-headline -- -n 1M --format json"
)]
pub struct Run {
    /// The file, or the name of one that comes with the program (see `gsim list`)
    file: String,

    /// Flags of the question that hold over the file's
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    more: Vec<String>,
}

/// Commands that are questions: those that take the shared flags.
pub fn questions() -> Vec<clap::Command> {
    command()
        .get_subcommands()
        .filter(|c| c.get_arguments().any(|a| a.get_long() == Some("playouts")))
        .cloned()
        .collect()
}

impl Run {
    /// Asks it.
    pub fn run(&self) -> Result<u8> {
        let file = QuestionFile::open(&self.file)?;
        let questions = questions();
        let Some(question) = questions.iter().find(|q| q.get_name() == file.question) else {
            let names: Vec<&str> = questions.iter().map(clap::Command::get_name).collect();
            let hint = crate::scenario::did_you_mean(&file.question, names.iter().copied());
            return Err(file.place.error(format!(
                "unknown question `{}`{hint} (questions: {})",
                file.question,
                names.join(", ")
            )));
        };
        let flags: Vec<&str> = question
            .get_arguments()
            .filter_map(clap::Arg::get_long)
            .collect();
        let mut arguments: Vec<OsString> = vec!["gsim".into()];
        arguments.extend(
            file.arguments(&flags)?
                .into_iter()
                .filter(|a| !self.overrides(a))
                .map(OsString::from),
        );
        arguments.extend(self.more.iter().map(OsString::from));
        cli::run(arguments).map_err(|e| match self.more.is_empty() {
            true => file.locate(e),
            false => e,
        })
    }

    /// Whether a flag of the command line holds over this argument of the file.
    fn overrides(&self, argument: &str) -> bool {
        let Some((name, _)) = argument.split_once('=') else {
            return false;
        };
        let short = if name == "--playouts" { "-n" } else { name };
        name != "--set"
            && self.more.iter().any(|m| {
                m == name
                    || m.starts_with(&format!("{name}="))
                    || m.starts_with(short) && short == "-n"
            })
    }
}
