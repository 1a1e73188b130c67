//! `gsim merge FILES…`: joins the tallies of a run's shards and answers as the whole run would.

use crate::cli::answer::{self, CommandLine};
use crate::cli::exit;
use crate::cli::game::GAMES;
use crate::cli::shared::Output;
use crate::error::{Error, Result};
use crate::playout::{
    Allow, Experiment, Header, Identity, Run, TallyFile, belong_together, merge, peek,
};
use crate::report::Findings;
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

/// A question that can be answered from tallies.
pub trait Mergeable: Args + FromArgMatches {
    /// Reads the question and answers it from the joined tallies.
    ///
    /// # Errors
    /// As the question itself; tallies that are not of this question as it reads today.
    fn merge(&self, join: &Join) -> Result<u8>;
}

/// Tallies to join, and how.
pub struct Join {
    files: Vec<PathBuf>,
    header: Header,
    allow: Allow,
    /// Where the answer goes.
    pub output: Output,
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
        belong_together(self.files.iter().map(PathBuf::as_path).zip(&headers))?;
        let join = Join {
            files: self.files.clone(),
            header: headers[0].clone(),
            allow: Allow {
                gaps: self.allow_gaps,
                incomplete: self.allow_incomplete,
            },
            output: self.output.clone(),
        };
        let question = join.header.question.as_str();
        let mut all = GAMES.iter().flat_map(|g| g.merges);
        match all.find(|(name, _)| *name == question) {
            Some((_, answer)) => answer(&join),
            None => Err(join.error(&format!(
                "this version does not know the question `{question}`"
            ))),
        }
    }
}

impl Join {
    /// Answers the question that the tallies carry.
    pub fn answer<Q: Mergeable>(&self) -> Result<u8> {
        self.question::<Q>()?.merge(self)
    }

    /// Prints the answer of a joined run. One that is not whole has this merge as the command that gives it again.
    ///
    /// # Errors
    /// As [`answer::deliver`].
    pub fn deliver<T>(&self, mut findings: Findings, run: &Run<T>) -> Result<u8> {
        if !run.complete {
            let mut line = CommandLine::new("merge");
            for (flag, given) in [
                ("--allow-gaps", self.allow.gaps),
                ("--allow-incomplete", self.allow.incomplete),
            ] {
                if given {
                    line.word(flag);
                }
            }
            for file in &self.files {
                line.word(&file.to_string_lossy());
            }
            findings.question.command = line.text();
        }
        answer::deliver(&findings, &self.output)?;
        Ok(exit::DONE)
    }

    /// The joined run of an experiment, with remarks about what is missing.
    ///
    /// # Errors
    /// Tallies of a question that reads differently today; gaps, overlaps, unfinished shards; no playouts at all.
    pub fn run<E: Experiment>(&self, identity: &Identity, experiment: &E) -> Result<Run<E::Tally>> {
        if identity.resolved != self.header.identity {
            return Err(self.error(
                "its question reads differently today (another data file, or other embedded data); run it again",
            ));
        }
        let empty = experiment.empty();
        let files = self
            .files
            .iter()
            .map(|path| Ok((path.clone(), TallyFile::load(path, &empty)?)))
            .collect::<Result<Vec<_>>>()?;
        let merged = merge(&files, &empty, self.allow)?;
        for (what, shards) in [
            ("missing", &merged.missing),
            ("unfinished", &merged.unfinished),
        ] {
            if !shards.is_empty() {
                let names: Vec<String> = shards.iter().map(ToString::to_string).collect();
                let text = format!("{what} shards: {}", names.join(", "));
                answer::remark(&self.output, &text);
            }
        }
        if merged.run.playouts == 0 {
            return Err(Error::usage("there are no playouts in these files"));
        }
        Ok(merged.run)
    }

    fn error(&self, text: &str) -> Error {
        Error::usage(format!("{}: {text}", self.files[0].display()))
    }

    /// The question that the tallies answer, from its canonical command line.
    fn question<Q: Args>(&self) -> Result<Q> {
        let unreadable = || self.error("its question cannot be read");
        let arguments: Vec<String> = self.header.identity["arguments"]
            .as_array()
            .ok_or_else(unreadable)?
            .iter()
            .map(|a| a.as_str().map(str::to_string).ok_or_else(unreadable))
            .collect::<Result<_>>()?;
        let command = Q::augment_args(clap::Command::new("question"));
        let matches = command
            .try_get_matches_from(arguments)
            .map_err(|_| unreadable())?;
        Q::from_arg_matches(&matches).map_err(|_| unreadable())
    }
}
