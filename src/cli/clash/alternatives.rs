//! `gsim compare clash-matrix`, `clash-fight`, `clash-arena`: a question under several rulesets, or with other flags.

use super::arena::ClashArena;
use super::fight::ClashFight;
use super::matrix::ClashMatrix;
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::Shared;
use crate::cli::{exit, one_line};
use crate::error::{Error, Result};
use crate::report::Findings;
use crate::study::clash_conclusions::findings;
use clap::Args;

/// A question that can be asked in several ways and answered each time.
pub trait Answers: Args + Clone {
    /// Its shared flags.
    fn shared(&mut self) -> &mut Shared;

    /// Its canonical words, the question's name first.
    ///
    /// # Errors
    /// As the question.
    fn words(&self) -> Result<Vec<String>>;

    /// Answers without printing.
    ///
    /// # Errors
    /// As the question.
    fn findings(&self) -> Result<Findings>;
}

/// A question and alternatives to it.
#[derive(Args, Debug)]
pub struct Alternatives<Q: Args> {
    #[command(flatten)]
    question: Q,

    /// Flags that make an alternative, in one quoted word: --against '--policy minimax'. Repeatable; several rulesets may
    /// also be named at once: --ruleset clash,clash-review
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    against: Vec<String>,
}

impl<Q: Answers> Alternatives<Q> {
    /// Compares.
    ///
    /// # Errors
    /// As the question; nothing to compare with.
    pub fn run(&self) -> Result<u8> {
        let mut base = self.question.clone();
        base.shared().validate()?;
        for (flag, given) in [
            ("--shard", base.shared().shard.is_some()),
            ("--tally", base.shared().tally.is_some()),
            ("--checkpoint", base.shared().checkpoint.is_some()),
            ("--target-error", base.shared().target_error.is_some()),
            ("--max-time", base.shared().max_time.is_some()),
        ] {
            if given {
                return Err(Error::usage(format!(
                    "{flag} does not go with compare; ask each question by itself for that"
                )));
            }
        }
        let output = base.shared().output.clone();
        answer::check_reports(&output)?;
        let named = base.shared().ruleset.clone().unwrap_or_default();
        let mut rulesets = named.split(',').map(str::trim);
        let first = rulesets.next().filter(|r| !r.is_empty());
        base.shared().ruleset = first.map(str::to_string);
        let others: Vec<&str> = rulesets.collect();
        if others.is_empty() && self.against.is_empty() {
            return Err(Error::usage(
                "--against: there is nothing to compare with; name flags of an alternative, or several rulesets: --ruleset clash,clash-review",
            ));
        }
        let name = match first {
            Some(ruleset) if !others.is_empty() => ruleset.to_string(),
            _ => "base".into(),
        };
        let words = base.words()?;
        let mut line = CommandLine::new("compare");
        words.iter().for_each(|w| line.word(w));
        let mut all = vec![(name, base.findings()?)];
        for ruleset in others {
            let mut question = base.clone();
            question.shared().ruleset = Some(ruleset.to_string());
            line.flag("--against", &format!("--ruleset {ruleset}"));
            all.push((ruleset.to_string(), question.findings()?));
        }
        for flags in &self.against {
            let wrong = |e: Error| Error::usage(format!("--against '{flags}': {e}"));
            let question = alternative::<Q>(&words, flags).map_err(wrong)?;
            line.flag("--against", flags);
            all.push((flags.clone(), question.findings().map_err(wrong)?));
        }
        answer::deliver(&findings(&all, line.text()), &output)?;
        Ok(exit::DONE)
    }
}

/// The base question with some flags replaced.
fn alternative<Q: Answers>(words: &[String], flags: &str) -> Result<Q> {
    let mut words = words.to_vec();
    words.extend(flags.split_whitespace().map(str::to_string));
    let command = Q::augment_args(clap::Command::new("question")).args_override_self(true);
    let matches = command
        .try_get_matches_from(words)
        .map_err(|e| Error::usage(one_line(&e)))?;
    Q::from_arg_matches(&matches).map_err(|e| Error::usage(one_line(&e)))
}

fn canonical(identity: &crate::playout::Identity) -> Vec<String> {
    identity.resolved["arguments"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|a| a.as_str().map(str::to_string))
        .collect()
}

impl Answers for ClashMatrix {
    fn shared(&mut self) -> &mut Shared {
        &mut self.shared
    }

    fn words(&self) -> Result<Vec<String>> {
        Ok(canonical(&self.resolve()?.identity))
    }

    fn findings(&self) -> Result<Findings> {
        self.answer()
    }
}

impl Answers for ClashFight {
    fn shared(&mut self) -> &mut Shared {
        &mut self.shared
    }

    fn words(&self) -> Result<Vec<String>> {
        Ok(canonical(&self.resolve()?.identity))
    }

    fn findings(&self) -> Result<Findings> {
        self.answer()
    }
}

impl Answers for ClashArena {
    fn shared(&mut self) -> &mut Shared {
        &mut self.shared
    }

    fn words(&self) -> Result<Vec<String>> {
        Ok(canonical(&self.with_playouts()?.resolve()?.identity))
    }

    fn findings(&self) -> Result<Findings> {
        let question = self.with_playouts()?;
        let playouts = question.shared.playouts.unwrap_or(1);
        question.answer(playouts)
    }
}
