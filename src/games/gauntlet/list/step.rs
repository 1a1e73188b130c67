//! Moves that a rule may name.

use super::*;

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
    /// Among the tactics, where glory is short for them the smallest that pays.
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

pub(super) const SWAPS: [(SwapWay, &str, &str); 5] = [
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

pub(super) const BUYS: [(Buy, &str, &str); 6] = [
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

pub(super) const DEALS: [(Deal, &str, &str); 4] = [
    (Deal::None, "none", ""),
    (
        Deal::Most,
        "most",
        "after the damage bargain for as much glory as fits",
    ),
    (Deal::Two, "two", "after the damage bargain for 2"),
    (
        Deal::Pay,
        "pay",
        "if you are short of glory for it, bargain for just what is missing",
    ),
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

pub(super) fn looked_up<T: Copy>(
    table: &[(T, &'static str, &'static str)],
    word: &str,
) -> Option<T> {
    table.iter().find(|(_, w, _)| *w == word).map(|(t, ..)| *t)
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
            Deal::Pay => action.bargain = self.bargain(bout, fight, action.price(bout)),
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
        if self.swap == SwapWay::None && self.buy == Buy::Nothing {
            return format!("change nothing, and {}", parts[2]);
        }
        let parts: Vec<String> = parts
            .into_iter()
            .enumerate()
            .filter(|(i, p)| !p.is_empty() && (*i > 0 || self.swap != SwapWay::None))
            .map(|(_, p)| p)
            .collect();
        parts.join("; ")
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
