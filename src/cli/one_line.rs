//! clap's errors in one line, the flag first.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::scenario::{did_you_mean, one_of, quoted};

/// An error of clap as one line: `--playouts 10B: write 10G for ten thousand million`, and the nearest flag, value or
/// command where one is near. Not for `--help` and `--version`, which are no errors.
pub fn one_line(error: &clap::Error) -> String {
    let text = |kind| error.get(kind).map(words).unwrap_or_default();
    let argument = flag(&text(ContextKind::InvalidArg));
    let value = text(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let unknown = argument.replace('`', "'");
            if !unknown.starts_with('-') {
                return format!("unexpected argument {}", quoted(&unknown));
            }
            if unknown[1..].starts_with(|c: char| c.is_ascii_digit()) {
                return format!(
                    "{} reads as a flag or a negative number, and none is wanted here",
                    quoted(&unknown)
                );
            }
            let meant = flag(&text(ContextKind::SuggestedArg));
            let meant = if meant.is_empty() {
                String::new()
            } else {
                format!(" — did you mean `{meant}`?")
            };
            format!("unknown flag `{}`{meant}", unknown.escape_debug())
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            let values = list(error.get(ContextKind::ValidValue));
            let values = if values.is_empty() {
                String::new()
            } else {
                format!(": {}", one_of(&values))
            };
            format!("{argument}: the value is missing{values}")
        }
        ErrorKind::InvalidValue => {
            let values = list(error.get(ContextKind::ValidValue));
            let meant = did_you_mean(&value, values.iter().map(String::as_str));
            format!(
                "{argument} {}: must be {}{meant}",
                shown(&value),
                one_of(&values)
            )
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(|e| e.to_string());
            let why = why.unwrap_or_else(|| "this value cannot be used".to_string());
            let why = in_words(&why).unwrap_or(why);
            format!("{argument} {}: {}", shown(&value), on_one_line(&why))
        }
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand);
            if let Some(line) = question_of_another(&word, &text(ContextKind::Usage)) {
                return line;
            }
            let meant = list(error.get(ContextKind::SuggestedSubcommand));
            let meant = match meant.last() {
                Some(right) => format!(" — did you mean `{right}`?"),
                None => "; `gsim list` names the questions".to_string(),
            };
            format!("unknown command {}{meant}", quoted(&word))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> = list(error.get(ContextKind::InvalidArg));
            let verb = if missing.len() == 1 { "is" } else { "are" };
            format!("{} {verb} missing", missing.join(" and "))
        }
        ErrorKind::ArgumentConflict => {
            let other = list(error.get(ContextKind::PriorArg));
            let other: Vec<String> = other.iter().map(|o| flag(o)).collect();
            if other.is_empty() || other[0] == argument {
                return format!("{argument}: given more than once");
            }
            format!("{argument} does not go with {}", other.join(" and "))
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "a command is missing; `gsim --help` names them".to_string()
        }
        ErrorKind::InvalidUtf8 => "an argument is not UTF-8 text".to_string(),
        _ => {
            let rendered = error.render().to_string();
            let first = rendered.split("\n\n").next().unwrap_or_default();
            on_one_line(first.trim_start_matches("error: "))
        }
    }
}

/// Where a command does not serve a question that there is: which questions it serves.
fn question_of_another(word: &str, usage: &str) -> Option<String> {
    let cli = super::command();
    cli.find_subcommand(word)?;
    let parent = usage
        .split_whitespace()
        .skip_while(|w| *w != "gsim")
        .nth(1)?;
    let served: Vec<&str> = (cli.find_subcommand(parent)?.get_subcommands())
        .map(clap::Command::get_name)
        .collect();
    Some(format!(
        "{parent} does not serve {word}; it serves {}",
        served.join(", ")
    ))
}

/// clap's `61 is not in 0..=60` as `write 0 to 60`.
fn in_words(why: &str) -> Option<String> {
    let (low, high) = why.split_once(" is not in ")?.1.split_once("..=")?;
    low.parse::<i64>().ok()?;
    Some(match high.parse::<i64>() {
        Ok(_) => format!("write {low} to {high}"),
        Err(_) => format!("write {low} or more"),
    })
}

/// The long name of `--playouts <COUNT>`, whichever way it was written.
fn flag(argument: &str) -> String {
    argument
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .trim_end_matches("...")
        .to_string()
}

fn words(value: &ContextValue) -> String {
    on_one_line(&list(Some(value)).join(" "))
}

fn list(value: Option<&ContextValue>) -> Vec<String> {
    match value {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
        Some(ContextValue::StyledStrs(texts)) => texts.iter().map(|t| t.to_string()).collect(),
        Some(ContextValue::Number(number)) => vec![number.to_string()],
        _ => Vec::new(),
    }
}

/// A value as given, or quoted where it is empty or would not read as one word.
fn shown(value: &str) -> String {
    let plain = !value.is_empty() && value.chars().all(|c| c.is_ascii_graphic());
    if plain && value.len() <= 60 {
        value.to_string()
    } else {
        quoted(value)
    }
}

fn on_one_line(text: &str) -> String {
    text.split('\n')
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
