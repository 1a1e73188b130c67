//! `trace` and `explain` take a question with its flags, but neither sample nor report: what of the flags means nothing
//! to them, they do not show in their help and refuse by name.

use crate::error::{Error, Result};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

/// The commands.
const COMMANDS: [&str; 2] = ["trace", "explain"];

/// Flags of a question that mean nothing there.
const REFUSED: [(&str, &str); 11] = [
    ("playouts", "--playouts"),
    ("method", "--method"),
    ("target_error", "--target-error"),
    ("max_time", "--max-time"),
    ("confidence", "--confidence"),
    ("threads", "--threads"),
    ("shard", "--shard"),
    ("tally", "--tally"),
    ("checkpoint", "--checkpoint"),
    ("format", "--format"),
    ("report", "--report"),
];

/// Flags that change nothing there and do no harm.
const IDLE: [&str; 4] = ["out", "progress", "color", "quiet"];

/// Hides those flags, and gives each question those of the command's examples that are its own.
pub fn trimmed(cli: Command) -> Command {
    COMMANDS.into_iter().fold(cli, |cli, name| {
        cli.mut_subcommand(name, |command| {
            let examples = command.get_after_help().map(ToString::to_string);
            let examples = examples.unwrap_or_default();
            command.mut_subcommands(|question| {
                let start = format!("gsim {name} {} ", question.get_name());
                let own: Vec<&str> = (examples.lines())
                    .filter(|line| line.trim_start().starts_with(&start))
                    .collect();
                let hidden = |id: &str| REFUSED.iter().any(|f| f.0 == id) || IDLE.contains(&id);
                question
                    .after_help(format!("Examples:\n{}", own.join("\n")))
                    .mut_args(|flag| match hidden(flag.get_id().as_str()) {
                        true => flag.hide(true),
                        false => flag,
                    })
            })
        })
    })
}

/// Refuses those flags where one was given.
///
/// # Errors
/// The first such flag.
pub fn check(matches: &ArgMatches) -> Result<()> {
    let Some((name, command)) = matches.subcommand() else {
        return Ok(());
    };
    let Some((_, question)) = command.subcommand().filter(|_| COMMANDS.contains(&name)) else {
        return Ok(());
    };
    let given = |id: &str| {
        let source = question
            .ids()
            .any(|i| i.as_str() == id)
            .then(|| question.value_source(id));
        source == Some(Some(ValueSource::CommandLine))
    };
    match REFUSED.iter().find(|(id, _)| given(id)) {
        Some((_, flag)) => Err(Error::usage(format!(
            "{flag} does not go with {name}, which prints text about one question; leave it out"
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_question_has_an_example_and_shows_no_idle_flag() {
        let cli = crate::cli::command();
        for name in super::COMMANDS {
            let command = cli.find_subcommand(name).expect("it is there");
            for question in command.get_subcommands().filter(|q| q.get_name() != "help") {
                let mut question = question.clone();
                let help = question.render_long_help().to_string();
                let start = format!("  gsim {name} {} ", question.get_name());
                assert!(help.contains(&start), "{help}");
                for idle in ["--shard", "--playouts", "--report", "--color"] {
                    assert!(!help.contains(idle), "{start}: {idle}");
                }
            }
        }
    }
}
