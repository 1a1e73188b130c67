//! Conditions on how a duel or a game ends, for `trace --where`.

use crate::error::{Error, Result};
use crate::scenario::did_you_mean;

/// A condition: `defender_lost>=3`, several joined by commas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition(Vec<(String, String, i64)>);

impl Condition {
    /// Reads a condition. `fields`: what it can name; `what` ends so, for example `a duel`; `example`: one that is right.
    ///
    /// # Errors
    /// What is wrong and what to write.
    pub fn parse(text: &str, fields: &[&str], what: &str, example: &str) -> Result<Self> {
        let clauses = text.split(',').map(|clause| {
            let clause = clause.trim();
            let at = clause.find(['<', '>', '=', '!']).ok_or_else(|| {
                Error::usage(format!(
                    "`{clause}` is no condition: write for example {example}"
                ))
            })?;
            let (field, rest) = clause.split_at(at);
            let field = field.trim();
            let digits = rest.trim_start_matches(['<', '>', '=', '!']);
            let operator = &rest[..rest.len() - digits.len()];
            if !fields.contains(&field) {
                let hint = did_you_mean(field, fields.iter().copied());
                return Err(Error::usage(format!(
                    "{what} has no `{field}`{hint} (it has {})",
                    fields.join(", ")
                )));
            }
            if !["<", "<=", "=", "==", ">=", ">", "!="].contains(&operator) {
                return Err(Error::usage(format!(
                    "`{operator}` is no comparison: use < <= = >= > or !="
                )));
            }
            let value = digits
                .trim()
                .parse()
                .map_err(|_| Error::usage(format!("`{}` is not a whole number", digits.trim())))?;
            Ok((field.to_string(), operator.to_string(), value))
        });
        clauses.collect::<Result<Vec<_>>>().map(Self)
    }

    /// Whether it holds, by the value of each field.
    pub fn holds(&self, value: impl Fn(&str) -> i64) -> bool {
        self.0.iter().all(|(field, operator, wanted)| {
            let got = value(field);
            match operator.as_str() {
                "<" => got < *wanted,
                "<=" => got <= *wanted,
                ">" => got > *wanted,
                ">=" => got >= *wanted,
                "!=" => got != *wanted,
                _ => got == *wanted,
            }
        })
    }
}
