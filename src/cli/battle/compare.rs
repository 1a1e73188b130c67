//! `gsim compare battle-duel`: variants of a duel, exact or over the same dice.

use super::duel::BattleDuel;
use crate::cli::answer::{self, CommandLine, DEFAULT_PLAYOUTS};
use crate::cli::commands::compare::is_shared;
use crate::cli::{exit, one_line};
use crate::error::{Error, Result};
use crate::games::battle::trials::Trials;
use crate::playout::{Plan, Reporter, StoppedBy, on_interrupt, run};
use crate::study::battle_compare::{Alternative, findings};
use clap::{Args, FromArgMatches};

/// A duel and its variants.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gsim compare battle-duel --a rookie --b bruiser --against '--style optimal,berserk'
  gsim compare battle-duel --a lucky_rookie --b rookie -n 200k --against '--luck all' --against '--set low_double_stun=six_six_only'")]
pub struct CompareDuel {
    #[command(flatten)]
    question: BattleDuel,

    /// Flags that make an alternative, in one quoted word: --against '--style optimal,normal'. Repeatable
    #[arg(
        long,
        value_name = "FLAGS",
        required = true,
        allow_hyphen_values = true
    )]
    against: Vec<String>,
}

impl CompareDuel {
    /// Compares.
    pub fn run(&self) -> Result<u8> {
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
                    "{flag}: does not go with compare; ask each duel by itself for that"
                )));
            }
        }
        answer::check_reports(&shared.output)?;
        let mut line = CommandLine::new("compare");
        let base = self.question.resolve()?;
        let words = base.identity.resolved["arguments"].as_array().cloned();
        let words: Vec<String> = words
            .into_iter()
            .flatten()
            .filter_map(|w| w.as_str().map(str::to_string))
            .collect();
        words.iter().for_each(|w| line.word(w));
        let mut questions = vec![("base".to_string(), self.question.clone())];
        for flags in &self.against {
            let wrong = |e: Error| Error::usage(format!("--against '{flags}': {e}"));
            let alternative = alternative(&words, flags).map_err(wrong)?;
            alternative.resolve().map_err(wrong)?;
            questions.push((flags.clone(), alternative));
            line.flag("--against", flags);
        }
        let mut all = Vec::new();
        for (name, question) in questions {
            let resolved = question.resolve()?;
            let solved = question.solved(&resolved)?;
            all.push(Alternative {
                name,
                asked: resolved.asked,
                solved,
            });
        }
        let exact = all.iter().all(|a| a.solved.is_some());
        let sampled = match exact && !shared.samples() {
            true => None,
            false => {
                let duels = all.iter().map(|a| a.asked.duel(&a.asked.ground.rules));
                let trials = Trials::new(duels.collect::<Result<Vec<_>>>()?);
                let reporter = Reporter::new(shared.output.progress);
                let plan = Plan {
                    threads: shared.threads,
                    interrupt: Some(on_interrupt()?),
                    progress: (!shared.output.quiet).then_some(&reporter),
                    ..Plan::new(shared.playouts.unwrap_or(DEFAULT_PLAYOUTS), shared.seed())
                };
                Some(run(&trials, &plan)?)
            }
        };
        let interrupted = sampled
            .as_ref()
            .is_some_and(|r| r.stopped_by == StoppedBy::Interrupt);
        answer::deliver(
            &findings(&all, sampled.as_ref(), line.text()),
            &shared.output,
        )?;
        Ok(match interrupted {
            true => exit::INTERRUPTED,
            false => exit::DONE,
        })
    }
}

/// The base question with some flags replaced.
fn alternative(words: &[String], flags: &str) -> Result<BattleDuel> {
    if flags.trim().is_empty() {
        return Err(Error::usage(
            "an alternative needs at least one flag, for example --against '--style optimal,normal'",
        ));
    }
    let command = BattleDuel::augment_args(clap::Command::new("question")).args_override_self(true);
    let given = split(flags)?;
    // Alternatives share their dice and one answer.
    if let Some(flag) = given.iter().find(|word| is_shared(&command, word)) {
        return Err(Error::usage(format!(
            "{flag} holds for all alternatives; give it outside --against"
        )));
    }
    let matches = command
        .try_get_matches_from(words.iter().chain(&given))
        .map_err(|e| Error::usage(one_line(&e)))?;
    BattleDuel::from_arg_matches(&matches).map_err(|e| Error::usage(one_line(&e)))
}

/// Words apart by spaces, but for what stands in double quotes: short forms of gladiators have spaces.
fn split(flags: &str) -> Result<Vec<String>> {
    let pieces: Vec<&str> = flags.split('"').collect();
    if pieces.len().is_multiple_of(2) {
        return Err(Error::usage("a double quote is not closed"));
    }
    let mut words: Vec<String> = Vec::new();
    for (i, piece) in pieces.iter().enumerate() {
        match i % 2 {
            0 => words.extend(piece.split_whitespace().map(str::to_string)),
            _ => words.push(piece.to_string()),
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn quotes_keep_their_spaces() {
        let words = split("--a \"short_sword:4 A4\" --first b").unwrap();
        assert_eq!(words, ["--a", "short_sword:4 A4", "--first", "b"]);
        assert!(split("--a \"short").is_err());
    }
}
