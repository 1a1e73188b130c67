//! Conditions on how a game ends: `score>=40,rounds=4`.

use crate::error::{Error, Result};
use crate::games::gauntlet::rules::game::Game;
use crate::games::gauntlet::state::{GameState, Phase};

/// A condition on how a game ends: `score>=40,rounds=4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition(Vec<(usize, &'static str, i64)>);

/// What a condition can name.
const FIELDS: [&str; 6] = ["win", "score", "rounds", "matches", "health", "glory"];
/// Longest first, so that `>=` is not read as `>`.
const OPERATORS: [&str; 6] = [">=", "<=", "!=", ">", "<", "="];

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    /// What is wrong and what to write.
    pub fn parse(text: &str) -> Result<Self> {
        let clause = |clause: &str| {
            let clause = clause.trim();
            let found = clause.find(['<', '>', '=', '!']).and_then(|at| {
                let (field, rest) = clause.split_at(at);
                let operator = OPERATORS.into_iter().find(|o| rest.starts_with(o))?;
                Some((field.trim(), operator, rest[operator.len()..].trim()))
            });
            let Some((field, operator, number)) = found else {
                return Err(Error::usage(format!(
                    "`{}` is no condition: write for example score>=40",
                    clause.escape_debug()
                )));
            };
            let Some(at) = FIELDS.iter().position(|f| *f == field) else {
                let hint = crate::scenario::did_you_mean(field, FIELDS);
                return Err(Error::usage(format!(
                    "a game has no `{}`{hint} (it has {})",
                    field.escape_debug(),
                    FIELDS.join(", ")
                )));
            };
            let value = number.trim_start_matches('=').parse();
            let value = value.map_err(|_| {
                Error::usage(format!("`{}` is not a whole number", number.escape_debug()))
            })?;
            Ok((at, operator, value))
        };
        text.split(',')
            .map(clause)
            .collect::<Result<Vec<_>>>()
            .map(Self)
    }

    /// Whether it holds.
    pub(super) fn holds(&self, game: &Game, end: &GameState, matches: u32) -> bool {
        let got = [
            i64::from(end.phase() == Phase::Conquest),
            i64::from(game.score(end)),
            i64::from(game.beaten(end)),
            i64::from(matches),
            i64::from(end.health().sum()),
            i64::from(end.glory()),
        ];
        self.0
            .iter()
            .all(|(field, operator, value)| match *operator {
                "<" => got[*field] < *value,
                "<=" => got[*field] <= *value,
                ">" => got[*field] > *value,
                ">=" => got[*field] >= *value,
                "!=" => got[*field] != *value,
                _ => got[*field] == *value,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_and_wrong_ones_refused() {
        let c = Condition::parse("score>=40, win=1").unwrap();
        assert_eq!(c.0, [(1, ">=", 40), (0, "=", 1)]);
        for (bad, says) in [
            ("scor>=4", "did you mean `score`"),
            ("score", "no condition"),
            ("score>=x", "whole number"),
            ("", "no condition"),
        ] {
            let error = Condition::parse(bad).unwrap_err();
            assert!(
                error.exit_code() == 2 && error.to_string().contains(says),
                "{error}"
            );
        }
    }
}
