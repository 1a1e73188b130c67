//! `gsim compare clash-matrix`, `clash-fight`, `clash-arena`: a question under several rulesets, or with other flags.

use super::arena::ClashArena;
use super::fight::ClashFight;
use super::matrix::ClashMatrix;
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::compare::is_shared;
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
            differs(&words, &question, &format!("--ruleset {ruleset}"))?;
            line.flag("--against", &format!("--ruleset {ruleset}"));
            all.push((ruleset.to_string(), question.findings()?));
        }
        for flags in &self.against {
            let wrong = |e: Error| Error::usage(format!("--against '{flags}': {e}"));
            let question = alternative::<Q>(&words, flags).map_err(wrong)?;
            differs(&words, &question, &format!("--against '{flags}'"))?;
            line.flag("--against", flags);
            all.push((flags.clone(), question.findings().map_err(wrong)?));
        }
        answer::deliver(&findings(&all, line.text()), &output)?;
        Ok(exit::DONE)
    }
}

/// An alternative must ask something else than the base.
fn differs<Q: Answers>(base: &[String], question: &Q, flag: &str) -> Result<()> {
    match question.words() {
        Ok(words) if words == base => Err(Error::usage(format!(
            "{flag}: that is the question itself; name something that differs"
        ))),
        _ => Ok(()), // what is wrong with it is said when it is answered
    }
}

/// The base question with some flags replaced.
fn alternative<Q: Answers>(words: &[String], flags: &str) -> Result<Q> {
    if flags.trim().is_empty() {
        return Err(Error::usage(
            "an alternative needs at least one flag, for example --against '--policy minimax'",
        ));
    }
    let own: Vec<&str> = flags.split_whitespace().collect();
    let mut words = without(words, &own);
    words.extend(own.iter().map(ToString::to_string));
    let command = Q::augment_args(clap::Command::new("question")).args_override_self(true);
    // Alternatives share their random numbers and one answer.
    if let Some(flag) = own.iter().find(|word| is_shared(&command, word)) {
        return Err(Error::usage(format!(
            "{flag} holds for all alternatives; give it outside --against"
        )));
    }
    let matches = command
        .try_get_matches_from(words)
        .map_err(|e| Error::usage(one_line(&e)))?;
    Q::from_arg_matches(&matches).map_err(|e| Error::usage(one_line(&e)))
}

/// The words without flags that are given anew, and without their values: lists are replaced, not added to.
fn without(words: &[String], anew: &[&str]) -> Vec<String> {
    let name = |word: &str| word.split('=').next().unwrap_or_default().to_string();
    let given: Vec<String> = anew
        .iter()
        .filter(|w| w.starts_with("--") && **w != "--set")
        .map(|w| name(w))
        .collect();
    let mut kept = Vec::new();
    let mut dropping = false;
    for word in words {
        if word.starts_with("--") {
            dropping = given.contains(&name(word));
        }
        if !dropping {
            kept.push(word.clone());
        }
    }
    kept
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
