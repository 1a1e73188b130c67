//! Scripted chance: given outcomes, for tests, rulebook examples and golden cases.

use super::{Chance, Dist, Outcome};
use std::collections::BTreeMap;

/// Outcomes given beforehand, by site. A missing, impossible or unused entry is an error, told by [`Script::finish`].
#[derive(Debug, Clone, Default)]
pub struct Script {
    entries: BTreeMap<String, String>,
    errors: Vec<String>,
}

impl Script {
    /// From (site, outcome) pairs; outcomes are written as they print.
    pub fn new(entries: impl IntoIterator<Item = (String, String)>) -> Self {
        Self {
            entries: entries.into_iter().collect(),
            errors: Vec::new(),
        }
    }

    /// Checks that nothing was missing, impossible or left over.
    ///
    /// # Errors
    /// One line a fault, joined by `; `.
    pub fn finish(mut self) -> Result<(), String> {
        self.errors.extend(
            self.entries
                .keys()
                .map(|site| format!("the script's `{site}` was not used")),
        );
        if self.errors.is_empty() {
            Ok(())
        } else {
            Err(self.errors.join("; "))
        }
    }
}

impl Chance for Script {
    fn draw<T: Outcome>(&mut self, site: &'static str, dist: &Dist<T>) -> T {
        let Some(wanted) = self.entries.remove(site) else {
            self.errors.push(format!("the script has no `{site}`"));
            return dist.outcome(0);
        };
        dist.outcomes()
            .iter()
            .copied()
            .find(|o| o.to_string() == wanted)
            .unwrap_or_else(|| {
                self.errors.push(format!(
                    "`{wanted}` cannot happen at `{site}`, for example `{}` can",
                    dist.outcome(0)
                ));
                dist.outcome(0)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(entries: &[(&str, &str)]) -> Script {
        Script::new(entries.iter().map(|(a, b)| (a.to_string(), b.to_string())))
    }

    #[test]
    fn missing_impossible_and_unused_entries_are_errors() {
        let coin = Dist::uniform(["heads", "tails"]);
        let mut good = script(&[("coin", "tails")]);
        assert_eq!(good.draw("coin", &coin), "tails");
        assert_eq!(good.finish(), Ok(()));

        let mut missing = script(&[]);
        missing.draw("coin", &coin);
        assert!(missing.finish().unwrap_err().contains("has no `coin`"));

        let mut impossible = script(&[("coin", "edge")]);
        impossible.draw("coin", &coin);
        assert!(
            impossible
                .finish()
                .unwrap_err()
                .contains("`edge` cannot happen")
        );

        assert!(
            script(&[("coin", "heads")])
                .finish()
                .unwrap_err()
                .contains("not used")
        );
    }
}
