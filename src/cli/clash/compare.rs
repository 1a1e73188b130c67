//! `gsim compare clash-duel`: variants of a duel over common random numbers.

use super::duel::ClashDuel;
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::compare::is_shared;
use crate::cli::{exit, one_line};
use crate::error::{Error, Result};
use crate::games::clash::kernel::EdgeKernel;
use crate::games::clash::tally::Results;
use crate::playout::{Compare as Pairs, Plan, Reporter, StoppedBy, on_interrupt, run};
use crate::study::clash_compare::{Alternative, findings};
use clap::{Args, FromArgMatches};

/// A duel and its variants.
#[derive(Args, Debug)]
pub struct CompareDuel {
    #[command(flatten)]
    question: ClashDuel,

    /// Flags that make an alternative, in one quoted word: --against '--policy minimax'. Repeatable
    #[arg(
        long,
        value_name = "FLAGS",
        required_unless_present = "ruleset",
        allow_hyphen_values = true
    )]
    against: Vec<String>,
}

impl CompareDuel {
    /// Compares.
    pub fn run(&self) -> Result<u8> {
        // Several rulesets are alternatives to the first.
        if let Some((first, others)) = self
            .question
            .shared
            .ruleset
            .as_deref()
            .and_then(|r| r.split_once(','))
        {
            let mut question = self.question.clone();
            question.shared.ruleset = Some(first.trim().into());
            let named = others.split(',').map(|r| format!("--ruleset {}", r.trim()));
            let against = named.chain(self.against.iter().cloned()).collect();
            return Self { question, against }.run();
        }
        if self.against.is_empty() {
            return Err(Error::usage(
                "--against: there is nothing to compare with; name flags of an alternative, or several rulesets: --ruleset clash,clash-review",
            ));
        }
        let shared = &self.question.shared;
        shared.validate()?;
        for (flag, given) in [
            ("--shard", shared.shard.is_some()),
            ("--tally", shared.tally.is_some()),
            ("--checkpoint", shared.checkpoint.is_some()),
            ("--target-error", shared.target_error.is_some()),
            ("--max-time", shared.max_time.is_some()),
        ] {
            if given {
                return Err(Error::usage(format!(
                    "{flag} does not go with compare; ask each duel by itself for that"
                )));
            }
        }
        answer::check_reports(&shared.output)?;
        let base = self.question.resolve()?;
        let mut asked = vec![("base".to_string(), base.asked)];
        for flags in &self.against {
            let alternative = self
                .alternative(flags)
                .map_err(|e| Error::usage(format!("--against '{flags}': {e}")))?;
            asked.push((flags.clone(), alternative.resolve()?.asked));
        }
        let mut alternatives: Vec<Alternative> = asked
            .into_iter()
            .map(|(name, asked)| Alternative {
                name,
                exact: Results::exact(&asked.duel),
                asked,
                paired: None,
            })
            .collect();
        let mut sampled = None;
        if shared.samples() {
            let reporter = Reporter::new(shared.output.progress);
            let plan = Plan {
                threads: shared.threads,
                interrupt: Some(on_interrupt()?),
                progress: if shared.output.quiet {
                    None
                } else {
                    Some(&reporter)
                },
                ..Plan::new(
                    shared.playouts.unwrap_or(answer::DEFAULT_PLAYOUTS),
                    shared.seed(),
                )
            };
            let base = EdgeKernel::new(&alternatives[0].asked.duel);
            for alternative in &mut alternatives[1..] {
                let other = EdgeKernel::new(&alternative.asked.duel);
                let pairs = run(&Pairs::new(&other, &base), &plan)?;
                alternative.paired = Some(pairs.tally);
                sampled = Some((pairs.playouts, pairs.stopped_by, pairs.complete));
                if pairs.stopped_by == StoppedBy::Interrupt {
                    break;
                }
            }
        }
        let interrupted = sampled.is_some_and(|s| s.1 == StoppedBy::Interrupt);
        let sampled = sampled.map(|(n, by, complete)| (n, by.name(), complete));
        answer::deliver(
            &findings(&alternatives, self.command()?, sampled),
            &shared.output,
        )?;
        Ok(if interrupted {
            exit::INTERRUPTED
        } else {
            exit::DONE
        })
    }

    /// The base question with some flags replaced.
    fn alternative(&self, flags: &str) -> Result<ClashDuel> {
        let base = self.question.resolve()?;
        let arguments = base.identity.resolved["arguments"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let mut words: Vec<String> = arguments
            .iter()
            .filter_map(|a| a.as_str().map(str::to_string))
            .collect();
        if flags.trim().is_empty() {
            return Err(Error::usage(
                "an alternative needs at least one flag, for example --against '--policy minimax'",
            ));
        }
        if flags.contains(['\'', '"']) {
            return Err(Error::usage(
                "quotes have no meaning inside; write flags and values apart by spaces, without them",
            ));
        }
        words.extend(flags.split_whitespace().map(str::to_string));
        let command =
            ClashDuel::augment_args(clap::Command::new("question")).args_override_self(true);
        // Alternatives share their random numbers and one answer.
        if let Some(flag) = flags
            .split_whitespace()
            .find(|word| is_shared(&command, word))
        {
            return Err(Error::usage(format!(
                "{flag} holds for all alternatives; give it outside --against"
            )));
        }
        let matches = command
            .try_get_matches_from(words)
            .map_err(|e| Error::usage(one_line(&e)))?;
        ClashDuel::from_arg_matches(&matches).map_err(|e| Error::usage(one_line(&e)))
    }

    fn command(&self) -> Result<String> {
        let base = self.question.resolve()?;
        let mut line = CommandLine::new("compare");
        for argument in base.identity.resolved["arguments"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|a| a.as_str())
        {
            line.word(argument);
        }
        for flags in &self.against {
            line.flag("--against", flags);
        }
        Ok(line.text())
    }
}
