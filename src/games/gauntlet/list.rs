//! A way to play that fits on a card: a list of rules, each with a condition and a move; the first whose condition holds, whose move is
//! legal and does not kill is played, and nothing is done where none is.
//!
//! Written `CONDITIONS:MOVE;…`, for example `list:low<=2&one:one_low+rest;always:none+most`.

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

/// A condition on what lies on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// Holds always.
    Always,
    /// The lower health die shows at most this (a removed die counts as 0).
    LowAtMost(u8),
    /// The lower health die shows at least this.
    LowAtLeast(u8),
    /// The higher health die shows at most this.
    HighAtMost(u8),
    /// Glory is at most this.
    GloryAtMost(u8),
    /// Glory is at least this.
    GloryAtLeast(u8),
    /// The enemy's health is at most this.
    EnemyAtMost(u8),
    /// The enemy's health is at least this.
    EnemyAtLeast(u8),
    /// A combat die shows a 1.
    One,
    /// Doing nothing would cost a health die.
    DieAtStake,
    /// Doing nothing would cost nothing.
    Unhurt,
    /// Doing nothing would down the enemy.
    Downs,
}

/// Which dice are swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SwapWay {
    /// None.
    None,
    /// The lower health die for a combat 1.
    OneLow,
    /// The higher health die for a combat 1.
    OneHigh,
    /// The lowest health die for the highest combat die below 6 that is higher.
    Heal,
    /// The higher health die for the lower combat die, if the combat die gains.
    Strengthen,
}

/// What is bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Buy {
    /// Nothing.
    Nothing,
    /// Quick Rest.
    Rest,
    /// Cautious Defense.
    Cautious,
    /// Both.
    RestCautious,
    /// The smallest Dirty Trick that gains a point of damage dealt or not taken.
    Trick,
    /// Swift Execution.
    Swift,
}

/// What bargain is struck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deal {
    /// None.
    None,
    /// After the damage, as much as fits.
    Most,
    /// After the damage, 2.
    Two,
    /// Among the tactics, the smallest that pays for them.
    Pay,
}

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The swap.
    pub swap: SwapWay,
    /// The purchases.
    pub buy: Buy,
    /// The bargain.
    pub deal: Deal,
}

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

const SWAPS: [(SwapWay, &str, &str); 5] = [
    (SwapWay::None, "none", "do not swap"),
    (
        SwapWay::OneLow,
        "one_low",
        "swap the lower health die for a combat 1",
    ),
    (
        SwapWay::OneHigh,
        "one_high",
        "swap the higher health die for a combat 1",
    ),
    (
        SwapWay::Heal,
        "heal",
        "swap the lowest health die for the highest combat die (not a 6) that is higher",
    ),
    (
        SwapWay::Strengthen,
        "strengthen",
        "swap the higher health die for the lower combat die, if that is lower",
    ),
];
const BUYS: [(Buy, &str, &str); 6] = [
    (Buy::Nothing, "none", ""),
    (Buy::Rest, "rest", "Quick Rest"),
    (Buy::Cautious, "cautious", "Cautious Defense"),
    (
        Buy::RestCautious,
        "rest_cautious",
        "Quick Rest and Cautious Defense",
    ),
    (
        Buy::Trick,
        "trick",
        "the smallest Dirty Trick that gains a point of damage",
    ),
    (Buy::Swift, "swift", "Swift Execution"),
];
const DEALS: [(Deal, &str, &str); 4] = [
    (Deal::None, "none", ""),
    (
        Deal::Most,
        "most",
        "after the damage bargain for as much glory as fits",
    ),
    (Deal::Two, "two", "after the damage bargain for 2"),
    (Deal::Pay, "pay", "bargain for just enough to pay"),
];

fn named<T: Copy + PartialEq>(
    table: &'static [(T, &'static str, &'static str)],
    of: T,
) -> (&'static str, &'static str) {
    let found = table
        .iter()
        .find(|(t, ..)| *t == of)
        .expect("every one is in its table");
    (found.1, found.2)
}

fn looked_up<T: Copy>(table: &[(T, &'static str, &'static str)], word: &str) -> Option<T> {
    table.iter().find(|(_, w, _)| *w == word).map(|(t, ..)| *t)
}

impl Atom {
    /// All conditions that a list may choose from.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::One, Self::DieAtStake, Self::Unhurt, Self::Downs];
        all.extend((0..=4).map(Self::LowAtMost));
        all.extend((2..=6).map(Self::LowAtLeast));
        all.extend((2..=5).map(Self::HighAtMost));
        all.extend((0..=3).map(Self::GloryAtMost));
        all.extend((1..=4).map(Self::GloryAtLeast));
        all.extend((1..=4).map(Self::EnemyAtMost));
        all.extend((2..=5).map(Self::EnemyAtLeast));
        all
    }

    fn parse(text: &str) -> Option<Self> {
        let number = |prefix: &str| {
            text.strip_prefix(prefix)
                .and_then(|n| n.parse::<u8>().ok())
                .filter(|n| *n <= 6)
        };
        Some(match text {
            "always" => Self::Always,
            "one" => Self::One,
            "at_stake" => Self::DieAtStake,
            "unhurt" => Self::Unhurt,
            "downs" => Self::Downs,
            _ => number("low<=")
                .map(Self::LowAtMost)
                .or_else(|| number("low>=").map(Self::LowAtLeast))
                .or_else(|| number("high<=").map(Self::HighAtMost))
                .or_else(|| number("glory<=").map(Self::GloryAtMost))
                .or_else(|| number("glory>=").map(Self::GloryAtLeast))
                .or_else(|| number("enemy<=").map(Self::EnemyAtMost))
                .or_else(|| number("enemy>=").map(Self::EnemyAtLeast))?,
        })
    }

    /// In words for a player.
    pub fn sentence(self) -> String {
        match self {
            Self::Always => "always".into(),
            Self::LowAtMost(0) => "one health die is gone".into(),
            Self::LowAtMost(k) => format!("your lower health die is at most {k}"),
            Self::LowAtLeast(k) => format!("your lower health die is at least {k}"),
            Self::HighAtMost(k) => format!("your higher health die is at most {k}"),
            Self::GloryAtMost(0) => "you have no glory".into(),
            Self::GloryAtMost(k) => format!("you have at most {k} glory"),
            Self::GloryAtLeast(k) => format!("you have at least {k} glory"),
            Self::EnemyAtMost(k) => format!("the enemy has at most {k} health"),
            Self::EnemyAtLeast(k) => format!("the enemy has at least {k} health"),
            Self::One => "a combat die shows a 1".into(),
            Self::DieAtStake => "you would lose a health die".into(),
            Self::Unhurt => "you would not be hurt".into(),
            Self::Downs => "you would down the enemy".into(),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Always => f.write_str("always"),
            Self::LowAtMost(k) => write!(f, "low<={k}"),
            Self::LowAtLeast(k) => write!(f, "low>={k}"),
            Self::HighAtMost(k) => write!(f, "high<={k}"),
            Self::GloryAtMost(k) => write!(f, "glory<={k}"),
            Self::GloryAtLeast(k) => write!(f, "glory>={k}"),
            Self::EnemyAtMost(k) => write!(f, "enemy<={k}"),
            Self::EnemyAtLeast(k) => write!(f, "enemy>={k}"),
            Self::One => f.write_str("one"),
            Self::DieAtStake => f.write_str("at_stake"),
            Self::Unhurt => f.write_str("unhurt"),
            Self::Downs => f.write_str("downs"),
        }
    }
}

impl Step {
    /// Do nothing.
    pub const NOTHING: Self = Self {
        swap: SwapWay::None,
        buy: Buy::Nothing,
        deal: Deal::None,
    };

    /// All moves that a list may choose from.
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for (swap, ..) in SWAPS {
            for (buy, ..) in BUYS {
                for (deal, ..) in DEALS {
                    if deal != Deal::Pay || buy != Buy::Nothing {
                        all.push(Self { swap, buy, deal });
                    }
                }
            }
        }
        all
    }

    /// What it comes to: legal, and the player lives; `None` where it does not apply.
    pub fn outcome(self, bout: &Bout<'_>, fight: Fight, roll: Roll) -> Option<(Action, Code)> {
        let swap = self.swap_of(fight, roll)?;
        let mut action = Action {
            swap,
            ..Action::default()
        };
        let tactic = |t: Tactic| 1u8 << t as u8;
        let played = |a: &Action| a.play(bout, fight, roll).ok();
        match self.buy {
            Buy::Nothing => {}
            Buy::Rest => action.tactics = tactic(Tactic::QuickRest),
            Buy::Cautious => action.tactics = tactic(Tactic::CautiousDefense),
            Buy::RestCautious => {
                action.tactics = tactic(Tactic::QuickRest) | tactic(Tactic::CautiousDefense)
            }
            Buy::Swift => action.tactics = tactic(Tactic::SwiftExecution),
            Buy::Trick => {
                let without = played(&action)?;
                let gain = i16::from(without.dealt) - i16::from(without.incoming);
                let tricks = (1..=5).flat_map(|x| Die::BOTH.map(|d| Some((d, x))));
                let pays = |trick: &Option<(Die, u8)>| {
                    let with = Action {
                        trick: *trick,
                        bargain: self.bargain(bout, fight, trick.map_or(0, |t| t.1)),
                        ..action
                    };
                    played(&with).is_some_and(|p| i16::from(p.dealt) - i16::from(p.incoming) > gain)
                };
                action.trick = tricks.into_iter().find(pays)?;
            }
        }
        match self.deal {
            Deal::None => {}
            Deal::Pay => action.bargain = Some(self.bargain(bout, fight, action.price(bout))?),
            Deal::Two => action.bargain = Some((2, When::AfterDamage)),
            Deal::Most => {
                let most = (1..=5).rev().map(|x| Some((x, When::AfterDamage)));
                action.bargain = most.into_iter().find(|b| {
                    played(&Action {
                        bargain: *b,
                        ..action
                    })
                    .is_some()
                })?;
            }
        }
        let played = played(&action)?;
        (!played.table.health.is_gone()).then(|| (action, bout.code(&played.table)))
    }

    /// The bargain that pays a price, where one is to be struck for it.
    fn bargain(self, bout: &Bout<'_>, fight: Fight, price: u8) -> Option<(u8, When)> {
        let short = price.saturating_sub(fight.glory);
        (self.deal == Deal::Pay && short > 0 && bout.permit.bargain)
            .then_some((short, When::Tactics))
    }

    fn swap_of(self, fight: Fight, roll: Roll) -> Option<Option<(Die, Die)>> {
        let (health, blue) = (fight.health, roll.blue);
        let lowest = if health.low > 0 { Die::Low } else { Die::High };
        Some(match self.swap {
            SwapWay::None => None,
            SwapWay::OneLow if blue.low == 1 && health.low > 1 => Some((Die::Low, Die::Low)),
            SwapWay::OneHigh if blue.low == 1 && health.high > 1 => Some((Die::High, Die::Low)),
            SwapWay::Heal => {
                let die = if blue.high < DIE_MAX {
                    Die::High
                } else {
                    Die::Low
                };
                let value = if die == Die::High {
                    blue.high
                } else {
                    blue.low
                };
                if value >= DIE_MAX || value <= health.get(lowest) {
                    return None;
                }
                Some((lowest, die))
            }
            SwapWay::Strengthen if blue.low < health.high => Some((Die::High, Die::Low)),
            _ => return None,
        })
    }

    /// In words for a player.
    pub fn sentence(self) -> String {
        let parts = [
            named(&SWAPS, self.swap).1.to_string(),
            match named(&BUYS, self.buy).1 {
                "" => String::new(),
                words => format!("buy {words}"),
            },
            named(&DEALS, self.deal).1.to_string(),
        ];
        if self == Self::NOTHING {
            return "do nothing".into();
        }
        let parts: Vec<String> = parts
            .into_iter()
            .enumerate()
            .filter(|(i, p)| !p.is_empty() && (*i > 0 || self.swap != SwapWay::None))
            .map(|(_, p)| p)
            .collect();
        parts.join(", ")
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(named(&SWAPS, self.swap).0)?;
        if self.buy != Buy::Nothing {
            write!(f, "+{}", named(&BUYS, self.buy).0)?;
        }
        if self.deal != Deal::None {
            write!(f, "+{}", named(&DEALS, self.deal).0)?;
        }
        Ok(())
    }
}

/// What would come of doing nothing, as far as conditions ask.
#[derive(Debug, Clone, Copy)]
pub struct Idle {
    incoming: u8,
    downs: bool,
}

impl Idle {
    /// Of a roll.
    pub fn new(bout: &Bout<'_>, fight: Fight, roll: Roll) -> Self {
        let played = Action::default()
            .play(bout, fight, roll)
            .expect("doing nothing is legal");
        Self {
            incoming: played.incoming,
            downs: played.effect.removed == fight.enemy,
        }
    }

    /// Whether a condition holds.
    pub fn holds(&self, atom: Atom, fight: Fight, roll: Roll) -> bool {
        let Fight {
            health,
            glory,
            enemy,
        } = fight;
        match atom {
            Atom::Always => true,
            Atom::LowAtMost(k) => health.low <= k,
            Atom::LowAtLeast(k) => health.low >= k,
            Atom::HighAtMost(k) => health.high <= k,
            Atom::GloryAtMost(k) => glory <= k,
            Atom::GloryAtLeast(k) => glory >= k,
            Atom::EnemyAtMost(k) => enemy <= k,
            Atom::EnemyAtLeast(k) => enemy >= k,
            Atom::One => roll.blue.shows(1),
            Atom::DieAtStake => self.incoming >= health.lowest(),
            Atom::Unhurt => self.incoming == 0,
            Atom::Downs => self.downs,
        }
    }
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
mod tests {
    use super::super::dice::Pair;
    use super::super::menu::Menus;
    use super::super::rules::exchange::Permit;
    use super::super::rules::{Ability, Class, Ties};
    use super::super::state::Health;
    use super::*;

    #[test]
    fn lists_are_read_back_and_mistakes_named() {
        for text in [
            "low<=2&one:one_low+rest",
            "always:none+most",
            "at_stake:heal+rest_cautious+pay;downs&enemy>=3:strengthen+trick+two",
        ] {
            assert_eq!(RuleList::parse(text).unwrap().to_string(), text);
        }
        for (bad, wanted) in [
            ("low=2:none", "low<=2"),
            ("one:swop", "one_low"),
            ("one", "a rule such as"),
            ("one:heal+rst", "rest, cautious"),
            ("", "1 to 9"),
        ] {
            let error = RuleList::parse(bad).unwrap_err();
            assert!(error.to_string().contains(wanted), "{bad}: {error}");
            assert_eq!(error.exit_code(), 2);
        }
    }

    #[test]
    fn a_list_plays_only_what_is_on_the_menu() {
        let rules = Rules::rulebook();
        let menus = Menus::new(&rules);
        let lines: Vec<Line> = Step::all()
            .into_iter()
            .map(|step| Line {
                when: [Atom::Always; 2],
                step,
            })
            .collect();
        for class in [
            Class::new(Ability::None, Ties::Nobody),
            Class::new(Ability::NoSwap, Ties::Enemy),
            Class::new(Ability::NoRest, Ties::Player),
        ] {
            let menu = menus.menu(class, Permit::ALL, false);
            for (at, fight) in Fight::all().enumerate() {
                let roll = Roll::from_index((at * 53 + 7) % 441);
                let list = RuleList::new(&[lines[at % lines.len()]]).unwrap();
                let code = list.choose(&menu, &rules, fight, roll);
                assert!(
                    menu.options(fight, roll).contains(&code),
                    "{list} {fight:?} {roll}"
                );
            }
        }
    }

    #[test]
    fn conditions_see_the_table() {
        let rules = Rules::rulebook();
        let bout = Bout::new(&rules, Class::new(Ability::None, Ties::Nobody));
        let fight = Fight {
            health: Health::new(2, 4),
            glory: 1,
            enemy: 2,
        };
        let roll = Roll {
            blue: Pair::new(1, 4),
            red: Pair::new(2, 6),
        };
        let idle = Idle::new(&bout, fight, roll); // loses 1 + 2
        for (atom, wanted) in [
            (Atom::One, true),
            (Atom::DieAtStake, true),
            (Atom::Unhurt, false),
            (Atom::Downs, false),
            (Atom::LowAtMost(2), true),
            (Atom::GloryAtLeast(2), false),
        ] {
            assert_eq!(idle.holds(atom, fight, roll), wanted, "{atom}");
        }
    }
}
