//! `gsim completions SHELL` and `gsim man`.

use crate::cli::{command, exit};
use crate::error::{Error, Result};
use crate::report;
use clap::Args;

/// Shell completions on stdout.
#[derive(Args, Debug)]
#[command(after_help = "Example: gsim completions bash > /etc/bash_completion.d/gsim")]
pub struct Completions {
    /// bash, elvish, fish, powershell or zsh
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

impl Completions {
    /// Prints them.
    pub fn run(&self) -> Result<u8> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command(), "gsim", &mut text);
        report::print(&String::from_utf8_lossy(&text))?;
        Ok(exit::DONE)
    }
}

/// The manual page on stdout (roff).
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gsim man | man -l -\n  gsim man clash-duel > gsim-clash-duel.1\n  gsim man trace clash-duel"
)]
pub struct Man {
    /// The page of one command, its words apart; of the whole program where left out
    name: Vec<String>,
}

impl Man {
    /// Prints it.
    pub fn run(&self) -> Result<u8> {
        let mut whole = command();
        whole.build();
        let mut page = whole;
        for name in &self.name {
            page = page.find_subcommand(name).cloned().ok_or_else(|| {
                let names: Vec<&str> = page
                    .get_subcommands()
                    .map(clap::Command::get_name)
                    .collect();
                Error::usage(format!(
                    "no command `{name}`{}",
                    crate::scenario::did_you_mean(name, names)
                ))
            })?;
        }
        let mut text = Vec::new();
        clap_mangen::Man::new(page)
            .render(&mut text)
            .map_err(|e| Error::runtime(format!("cannot write the manual page: {e}")))?;
        report::print(&String::from_utf8_lossy(&text))?;
        Ok(exit::DONE)
    }
}
