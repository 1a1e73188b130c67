//! Conditions on how a battle or a game ends, for `trace --where`: `score>=40,win=1`.

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
                    "`{}` is no condition: write for example {example}",
                    clause.escape_debug()
                ))
            })?;
            let (field, rest) = clause.split_at(at);
            let field = field.trim();
            let digits = rest.trim_start_matches(['<', '>', '=', '!']);
            let operator = &rest[..rest.len() - digits.len()];
            if !fields.contains(&field) {
                let hint = did_you_mean(field, fields.iter().copied());
                return Err(Error::usage(format!(
                    "{what} has no `{}`{hint} (it has {})",
                    field.escape_debug(),
                    fields.join(", ")
                )));
            }
            if !["<", "<=", "=", "==", ">=", ">", "!="].contains(&operator) {
                return Err(Error::usage(format!(
                    "`{operator}` is no comparison: use < <= = >= > or !="
                )));
            }
            let value = digits.trim().parse().map_err(|_| {
                Error::usage(format!(
                    "`{}` is not a whole number",
                    digits.trim().escape_debug()
                ))
            })?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Condition> {
        Condition::parse(text, &["win", "score"], "a game", "score>=40")
    }

    #[test]
    fn all_clauses_must_hold() {
        let both = parse("score>=40, win=1").unwrap();
        let ends = |score, win| both.holds(|field| if field == "win" { win } else { score });
        assert!(ends(40, 1) && ends(41, 1) && !ends(39, 1) && !ends(40, 0));
        let holds = |text: &str, score| parse(text).unwrap().holds(|_| score);
        assert!(holds("score!=-2", 3) && !holds("score!=3", 3) && holds("score==-3", -3));
        assert!(holds("score<3", 2) && !holds("score>3", 3) && holds("score<=3", 3));
    }

    #[test]
    fn wrong_ones_are_refused() {
        for (bad, says) in [
            ("scor>=4", "a game has no `scor` — did you mean `score`"),
            (
                "score",
                "`score` is no condition: write for example score>=40",
            ),
            ("score>=x", "`x` is not a whole number"),
            ("score=>4", "`=>` is no comparison"),
            ("win=1,", "`` is no condition"),
            ("", "no condition"),
        ] {
            let error = parse(bad).unwrap_err();
            assert!(
                error.exit_code() == 2 && error.to_string().contains(says),
                "{error}"
            );
        }
    }
}
