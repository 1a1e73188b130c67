//! `gsim merge FILES…`: joins the tallies of a run's shards and answers as the whole run would.

use crate::cli::answer;
use crate::cli::clash_duel::{self, ClashDuel};
use crate::cli::exit;
use crate::cli::shared::Output;
use crate::error::{Error, Result};
use crate::games::clash::kernel::Kernel;
use crate::games::clash::tally::Results;
use crate::playout::{Allow, Header, TallyFile, merge, peek};
use clap::{Args, FromArgMatches};
use std::path::PathBuf;

/// Joins the tallies of a run's shards.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  gsim clash-duel --attacker SSNT --defender SSST -n 10M --shard 0/2 --tally a.json
  gsim clash-duel --attacker SSNT --defender SSST -n 10M --shard 1/2 --tally b.json
  gsim merge a.json b.json")]
pub struct Merge {
    /// Tally files of one run, in any order
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Go on although shards are missing; the answer is marked incomplete
    #[arg(long)]
    allow_gaps: bool,

    /// Go on although shards were interrupted; the answer is marked incomplete
    #[arg(long)]
    allow_incomplete: bool,

    #[command(flatten)]
    output: Output,
}

impl Merge {
    /// Joins them.
    pub fn run(&self) -> Result<u8> {
        answer::check_reports(&self.output)?;
        let headers: Vec<Header> = self
            .files
            .iter()
            .map(|file| peek(file))
            .collect::<Result<_>>()?;
        match headers[0].question.as_str() {
            clash_duel::NAME => self.clash_duel(&headers[0]),
            other => Err(Error::usage(format!(
                "{}: this version does not know the question `{other}`",
                self.files[0].display()
            ))),
        }
    }

    fn clash_duel(&self, header: &Header) -> Result<u8> {
        let question: ClashDuel = self.question(header)?;
        let resolved = question.resolve()?;
        if resolved.identity.resolved != header.identity {
            return Err(Error::usage(format!(
                "{}: its question reads differently today (another data file, or other embedded data); run it again",
                self.files[0].display()
            )));
        }
        let exact = Results::exact(&resolved.asked.duel);
        let kernel = Kernel::new(&resolved.asked.duel.halves());
        let empty = crate::playout::Experiment::empty(&kernel);
        let files = self
            .files
            .iter()
            .map(|path| Ok((path.clone(), TallyFile::load(path, &empty)?)))
            .collect::<Result<Vec<_>>>()?;
        let merged = merge(
            &files,
            &empty,
            Allow {
                gaps: self.allow_gaps,
                incomplete: self.allow_incomplete,
            },
        )?;
        for (what, shards) in [
            ("missing", &merged.missing),
            ("unfinished", &merged.unfinished),
        ] {
            if !shards.is_empty() {
                let names: Vec<String> = shards.iter().map(ToString::to_string).collect();
                answer::remark(
                    &self.output,
                    &format!("{what} shards: {}", names.join(", ")),
                );
            }
        }
        if merged.run.playouts == 0 {
            return Err(Error::usage("there are no playouts in these files"));
        }
        answer::deliver(
            &question.find(&resolved, &exact, Some((&kernel, &merged.run))),
            &self.output,
        )?;
        Ok(exit::DONE)
    }

    /// The question that the tallies answer, from its canonical command line.
    fn question(&self, header: &Header) -> Result<ClashDuel> {
        let unreadable = || {
            Error::usage(format!(
                "{}: its question cannot be read",
                self.files[0].display()
            ))
        };
        let arguments: Vec<String> = header.identity["arguments"]
            .as_array()
            .ok_or_else(unreadable)?
            .iter()
            .map(|a| a.as_str().map(str::to_string).ok_or_else(unreadable))
            .collect::<Result<_>>()?;
        let command = ClashDuel::augment_args(clap::Command::new("question"));
        let matches = command
            .try_get_matches_from(arguments)
            .map_err(|_| unreadable())?;
        ClashDuel::from_arg_matches(&matches).map_err(|_| unreadable())
    }
}
