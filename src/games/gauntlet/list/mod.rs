//! A way to play that fits on a card: a list of rules, each with a condition and a play; the first whose condition holds and whose play is
//! legal and does not kill is played, and nothing is done where none is.
//!
//! A play is a move (`one_low+rest`) or a way to count: `count=2/3/2/4` is the outcome with most 2 x health + 3 x glory - 2 x enemy health, + 4 if the
//! enemy is down, as `weigh:2,3,2,4`. Written `CONDITIONS:PLAY;…`, for example `list:low<=2&one:one_low+rest;always:count=2/3/2/4`.

mod atom;
mod step;

use step::{BUYS, DEALS, SWAPS, looked_up};

pub use atom::{Atom, Idle};
pub use step::{Buy, Deal, Step, SwapWay};

use super::action::{Action, When};
use super::choose::{Rule, weigh_order};
use super::dice::{ROLLS, Roll};
use super::menu::Menu;
use super::rules::exchange::Bout;
use super::rules::game::Code;
use super::rules::{Rules, Tactic};
use super::state::{DIE_MAX, Die, FIGHTS, Fight};
use super::sweep::Sweeper;
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
    pub play: Play,
}

/// What a rule says to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Play {
    /// A move, where it is legal and does not kill.
    Move(Step),
    /// The best outcome by weights, as `weigh:H,G,E,K`.
    Count([i8; 4]),
}

impl Play {
    /// What comes of it; `None` where it does not apply.
    pub fn outcome(self, menu: &Menu, bout: &Bout<'_>, fight: Fight, roll: Roll) -> Option<Code> {
        match self {
            Self::Move(step) => step.outcome(bout, fight, roll).map(|(_, code)| code),
            Self::Count(weights) => Rule::Weigh(weights.map(i32::from)).choose(menu, fight, roll),
        }
    }

    fn parse_count(text: &str) -> Option<Self> {
        let parsed: Vec<Option<i8>> = text
            .split('/')
            .map(|n| n.trim().parse().ok().filter(|n: &i8| n.abs() <= 100))
            .collect();
        match parsed[..] {
            [Some(h), Some(g), Some(e), Some(k)] => Some(Self::Count([h, g, e, k])),
            _ => None,
        }
    }

    /// In words for a player.
    pub fn sentence(self) -> String {
        match self {
            Self::Move(step) => step.sentence(),
            Self::Count(weights) => format!("take the play that leaves most {}", counted(weights)),
        }
    }
}

/// A way to count in words, without what counts nothing: `3 x health + 2 x glory - 2 x enemy health`.
pub fn counted([h, g, e, k]: [i8; 4]) -> String {
    let terms = [
        (i16::from(h), "health"),
        (i16::from(g), "glory"),
        (-i16::from(e), "enemy health"),
        (i16::from(k), "if it is down"),
    ];
    let mut text = String::new();
    for (weight, what) in terms.into_iter().filter(|t| t.0 != 0) {
        let sign = match (text.is_empty(), weight < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let size = weight.abs();
        text += sign;
        text += &match (size, what) {
            (_, "if it is down") => format!("{size} {what}"),
            (1, _) => what.to_string(),
            _ => format!("{size} x {what}"),
        };
    }
    if text.is_empty() {
        "of anything".into()
    } else {
        text
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(step) => write!(f, "{step}"),
            Self::Count([h, g, e, k]) => write!(f, "count={h}/{g}/{e}/{k}"),
        }
    }
}

/// A list of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleList {
    lines: [Line; MOST_LINES],
    len: u8,
}

impl Line {
    /// In words for a player, with the play as it is called on the sheet.
    pub fn sentence(&self, play: &str) -> String {
        let conditions: Vec<String> = match Atom::between(self.when) {
            Some(range) => vec![range],
            None => (self.when.iter())
                .filter(|a| **a != Atom::Always)
                .map(|a| a.sentence())
                .collect(),
        };
        if conditions.is_empty() {
            return format!("Otherwise: {play}.");
        }
        format!("If {}: {play}.", conditions.join(" and "))
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
            play: Play::Move(Step::NOTHING),
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

    /// The different ways to count in it, that of the last rule first.
    pub fn ways(&self) -> Vec<[i8; 4]> {
        let mut ways = Vec::new();
        for line in self.lines().iter().rev() {
            if let Play::Count(weights) = line.play
                && !ways.contains(&weights)
            {
                ways.push(weights);
            }
        }
        ways
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
            if let Some(count) = step.trim().strip_prefix("count=") {
                let play = Play::parse_count(count)
                    .ok_or_else(|| wrong(count, "four whole numbers such as count=2/3/2/4"))?;
                return Ok(Line { when, play });
            }
            let mut parts = step.trim().split('+');
            let swap = parts.next().unwrap_or_default();
            let swap = looked_up(&SWAPS, swap).ok_or_else(|| {
                wrong(
                    swap,
                    "none, one_low, one_high, heal or strengthen first, or count=2/3/2/4",
                )
            })?;
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
            Ok(Line {
                when,
                play: Play::Move(step),
            })
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
        self.choose_by(menu, rules, fight, roll, |weights| {
            let rule = Rule::Weigh(weights.map(i32::from));
            rule.choose(menu, fight, roll).expect("weights decide")
        })
    }

    /// The same with the outcomes of counting looked up by `count`.
    fn choose_by(
        &self,
        menu: &Menu,
        rules: &Rules,
        fight: Fight,
        roll: Roll,
        count: impl Fn([i8; 4]) -> Code,
    ) -> Code {
        let bout = menu.bout(rules);
        let idle = Idle::new(&bout, fight, roll);
        for line in self.lines() {
            if line.when.iter().all(|a| idle.holds(*a, fight, roll)) {
                let code = match line.play {
                    Play::Count(weights) => Some(count(weights)),
                    Play::Move(step) => step.outcome(&bout, fight, roll).map(|(_, code)| code),
                };
                if let Some(code) = code {
                    return code;
                }
            }
        }
        let played = Action::default()
            .play(&bout, fight, roll)
            .expect("doing nothing is legal");
        bout.code(&played.table)
    }

    /// What the list makes of every situation of a menu, by `fight * 441 + roll`: ways to count are swept, not tried line by line.
    pub fn decisions(&self, menu: &Menu) -> Vec<u16> {
        let mut swept: Vec<([i8; 4], Vec<u16>)> = Vec::new();
        for line in self.lines() {
            if let Play::Count(weights) = line.play
                && !swept.iter().any(|(w, _)| *w == weights)
            {
                let order = weigh_order(&weights.map(i32::from));
                swept.push((weights, Sweeper::new(menu.clone()).ranked(&order)));
            }
        }
        let mut decisions = Vec::with_capacity(FIGHTS * ROLLS);
        for fight in Fight::all() {
            for roll in Roll::all() {
                let at = fight.index() * ROLLS + roll.index();
                let count = |weights| {
                    let table = swept.iter().find(|(w, _)| *w == weights);
                    Code(table.expect("every way to count is swept").1[at])
                };
                decisions.push(self.choose_by(menu, menu.rules(), fight, roll, count).0);
            }
        }
        decisions
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
            write!(f, ":{}", line.play)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
