//! A way to play that fits on a card: a list of rules, each with a condition and a move; the first whose condition holds, whose move is
//! legal and does not kill is played, and nothing is done where none is.
//!
//! Written `CONDITIONS:MOVE;…`, for example `list:low<=2&one:one_low+rest;always:none+most`.

mod atom;
mod step;

use step::{BUYS, DEALS, SWAPS, looked_up};

pub use atom::{Atom, Idle};
pub use step::{Buy, Deal, Step, SwapWay};

use super::action::{Action, When};
use super::dice::Roll;
use super::menu::Menu;
use super::rules::exchange::Bout;
use super::rules::game::Code;
use super::rules::{Rules, Tactic};
use super::state::{DIE_MAX, Die, Fight};
use crate::error::{Error, Result};
use crate::scenario::quoted;
use std::fmt;

/// Rules for matches that a list may have.
pub const MOST_LINES: usize = 9;

/// A rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// Both must hold.
    pub when: [Atom; 2],
    /// What is then done.
    pub step: Step,
}

/// A list of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleList {
    lines: [Line; MOST_LINES],
    len: u8,
}

impl Line {
    /// In words for a player.
    pub fn sentence(&self) -> String {
        let conditions: Vec<String> = self
            .when
            .iter()
            .filter(|a| **a != Atom::Always)
            .map(|a| a.sentence())
            .collect();
        if conditions.is_empty() {
            return format!("If you can: {}.", self.step.sentence());
        }
        format!("If {}: {}.", conditions.join(" and "), self.step.sentence())
    }
}

impl RuleList {
    /// From rules in order.
    ///
    /// # Errors
    /// None, or too many.
    pub fn new(lines: &[Line]) -> Result<Self> {
        if lines.is_empty() || lines.len() > MOST_LINES {
            return Err(Error::usage(format!(
                "a list has 1 to {MOST_LINES} rules for matches, not {}",
                lines.len()
            )));
        }
        let nothing = Line {
            when: [Atom::Always; 2],
            step: Step::NOTHING,
        };
        let mut all = [nothing; MOST_LINES];
        all[..lines.len()].copy_from_slice(lines);
        Ok(Self {
            lines: all,
            len: lines.len() as u8,
        })
    }

    /// The rules in order.
    pub fn lines(&self) -> &[Line] {
        &self.lines[..usize::from(self.len)]
    }

    /// Reads `CONDITIONS:MOVE;…`.
    ///
    /// # Errors
    /// The part that is not understood, and what may stand there.
    pub fn parse(text: &str) -> Result<Self> {
        let line = |text: &str| -> Result<Line> {
            let wrong = |part: &str, known: &str| {
                Error::usage(format!(
                    "list: {} in {} is not understood; write {known}",
                    quoted(part),
                    quoted(text)
                ))
            };
            let example = "a rule such as low<=2&one:one_low+rest+most";
            let (when, step) = text.split_once(':').ok_or_else(|| wrong(text, example))?;
            let atoms: Vec<Atom> = when
                .split('&')
                .map(|a| {
                    Atom::parse(a.trim()).ok_or_else(|| {
                        wrong(a, "always, one, at_stake, unhurt, downs, low<=2, low>=2, high<=4, glory<=1, glory>=2, enemy<=2 or enemy>=3")
                    })
                })
                .collect::<Result<_>>()?;
            let when = match atoms[..] {
                [a] => [a, Atom::Always],
                [a, b] => [a, b],
                _ => return Err(wrong(when, "one or two conditions with & between them")),
            };
            let mut parts = step.trim().split('+');
            let swap = parts.next().unwrap_or_default();
            let swap = looked_up(&SWAPS, swap)
                .ok_or_else(|| wrong(swap, "none, one_low, one_high, heal or strengthen first"))?;
            let mut step = Step {
                swap,
                ..Step::NOTHING
            };
            for part in parts {
                if let Some(buy) = looked_up(&BUYS[1..], part) {
                    step.buy = buy;
                } else if let Some(deal) = looked_up(&DEALS[1..], part) {
                    step.deal = deal;
                } else {
                    return Err(wrong(
                        part,
                        "rest, cautious, rest_cautious, trick, swift, most, two or pay",
                    ));
                }
            }
            Ok(Line { when, step })
        };
        let lines: Vec<Line> = text
            .split(';')
            .filter(|l| !l.trim().is_empty())
            .map(|l| line(l.trim()))
            .collect::<Result<_>>()?;
        Self::new(&lines)
    }

    /// The outcome that the list leads to.
    pub fn choose(&self, menu: &Menu, rules: &Rules, fight: Fight, roll: Roll) -> Code {
        let bout = menu.bout(rules);
        let idle = Idle::new(&bout, fight, roll);
        let applies = |line: &Line| {
            let holds = line.when.iter().all(|a| idle.holds(*a, fight, roll));
            if holds {
                line.step.outcome(&bout, fight, roll)
            } else {
                None
            }
        };
        match self.lines().iter().find_map(applies) {
            Some((_, code)) => code,
            None => {
                let played = Action::default()
                    .play(&bout, fight, roll)
                    .expect("doing nothing is legal");
                bout.code(&played.table)
            }
        }
    }
}

impl fmt::Display for RuleList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, line) in self.lines().iter().enumerate() {
            if at > 0 {
                f.write_str(";")?;
            }
            match line.when {
                [a, Atom::Always] => write!(f, "{a}")?,
                [a, b] => write!(f, "{a}&{b}")?,
            }
            write!(f, ":{}", line.step)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
