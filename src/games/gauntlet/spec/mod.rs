//! Policies as people name them: presets, families, and the five decisions one by one (spec 13).

mod read;

use super::choose::{PlainRule, Rule, Weights};
use super::list::RuleList;
use super::rules::exchange::Permit;
use crate::error::{Error, Result};
use crate::scenario::{did_you_mean, one_of, quoted};
use std::fmt;

/// What is to be made large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Objective {
    /// The chance of a conquest; in one fight, to survive it.
    Win,
    /// The final score; in one fight, 2 x health + glory.
    Score,
}

impl Objective {
    /// Names of it for a whole game: `win`, `score`.
    pub fn game_name(self) -> &'static str {
        ["win", "score"][self as usize]
    }

    /// The most that a fight is worth: a life, or 2 x 12 health and 5 glory.
    pub fn fight_scale(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Score => 29.0,
        }
    }

    /// Names of it for a fight: `survive`, `points`.
    pub fn fight_name(self) -> &'static str {
        ["survive", "points"][self as usize]
    }

    /// Reads `win`, `survive`, `score` or `points`.
    ///
    /// # Errors
    /// Any other word.
    pub fn parse(name: &str) -> Result<Self> {
        match name {
            "win" | "survive" => Ok(Self::Win),
            "score" | "points" => Ok(Self::Score),
            _ => Err(Error::usage(format!(
                "the objective is win, score, survive or points, not {}",
                quoted(name)
            ))),
        }
    }
}

/// How a match is played.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum MatchSpec {
    /// By what lies on the table.
    Plain(PlainRule),
    /// Optimal for the present fight alone.
    Fight(Objective),
    /// Optimal for the whole game.
    Optimal(Objective),
    /// The best outcome by the exact continuation value of a policy.
    Improve(Objective, Box<PolicySpec>),
    /// The same without the bargain.
    NoBargain(Box<MatchSpec>),
    /// With a chance in millionths a random outcome.
    Noisy(Box<MatchSpec>, u32),
    /// The best outcome by this many games played out with a policy for each.
    Rollout(Box<PolicySpec>, u32),
    /// Tree search of this many games, played out with a policy beyond the tree.
    Mcts(Box<PolicySpec>, u32),
}

/// How the event die is moved.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ShiftSpec {
    /// Never.
    Never,
    /// From 1 or 3 to event 2, which gives the glory back.
    ToGlory,
    /// Each legal option equally.
    Random,
    /// By the values of a game.
    Values(ValueSpec),
    /// With a chance in millionths at random.
    Noisy(Box<ShiftSpec>, u32),
}

/// Which die event 5 heals.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum HealSpec {
    /// The lowest remaining die.
    Low,
    /// The highest.
    High,
    /// Each die equally.
    Random,
    /// By the values of a game.
    Values(ValueSpec),
    /// With a chance in millionths at random.
    Noisy(Box<HealSpec>, u32),
}

/// When event 1 is used.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RerollSpec {
    /// Never.
    Never,
    /// On the first combat 1.
    First,
    /// A fair coin at each.
    Random,
    /// By the values of a game.
    Values(ValueSpec),
    /// With a chance in millionths by the coin.
    Noisy(Box<RerollSpec>, u32),
}

/// When a health die is gambled with.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GambleSpec {
    /// Never.
    Never,
    /// The lowest remaining die when it shows at most this.
    LowAtMost(u8),
    /// Each option equally.
    Random,
    /// By the values of a game.
    Values(ValueSpec),
    /// With a chance in millionths at random.
    Noisy(Box<GambleSpec>, u32),
}

impl ShiftSpec {
    /// Without its noise.
    pub fn calm(&self) -> &Self {
        match self {
            Self::Noisy(of, _) => of.calm(),
            calm => calm,
        }
    }

    /// The chance of its noise, in millionths.
    pub fn noise(&self) -> u32 {
        match self {
            Self::Noisy(_, eps) => *eps,
            _ => 0,
        }
    }
}

impl HealSpec {
    /// Without its noise.
    pub fn calm(&self) -> &Self {
        match self {
            Self::Noisy(of, _) => of.calm(),
            calm => calm,
        }
    }

    /// The chance of its noise, in millionths.
    pub fn noise(&self) -> u32 {
        match self {
            Self::Noisy(_, eps) => *eps,
            _ => 0,
        }
    }
}

impl RerollSpec {
    /// Without its noise.
    pub fn calm(&self) -> &Self {
        match self {
            Self::Noisy(of, _) => of.calm(),
            calm => calm,
        }
    }

    /// The chance of its noise, in millionths.
    pub fn noise(&self) -> u32 {
        match self {
            Self::Noisy(_, eps) => *eps,
            _ => 0,
        }
    }
}

impl GambleSpec {
    /// Without its noise.
    pub fn calm(&self) -> &Self {
        match self {
            Self::Noisy(of, _) => of.calm(),
            calm => calm,
        }
    }

    /// The chance of its noise, in millionths.
    pub fn noise(&self) -> u32 {
        match self {
            Self::Noisy(_, eps) => *eps,
            _ => 0,
        }
    }
}

/// Whose values a decision goes by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ValueSpec {
    /// The optimum's.
    Optimal(Objective),
    /// A policy's.
    Of(Objective, Box<PolicySpec>),
}

/// The five parts of a policy.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PolicySpec {
    /// Its name as given.
    pub name: String,
    /// `match`.
    pub matches: MatchSpec,
    /// `event_shift`.
    pub event_shift: ShiftSpec,
    /// `heal`.
    pub heal: HealSpec,
    /// `reroll_one`.
    pub reroll_one: RerollSpec,
    /// `gamble`.
    pub gamble: GambleSpec,
}

/// The decisions, as `--policy-DECISION` names them.
pub const DECISIONS: [&str; 5] = ["event_shift", "heal", "reroll_one", "match", "gamble"];

/// The presets.
pub const PRESETS: [&str; 8] = [
    "never_swap",
    "swap_only",
    "greedy",
    "brawler",
    "balanced",
    "banker",
    "hoarder",
    "random",
];

/// The families, each with an example and what it does.
pub const FAMILIES: [(&str, &str, &str); 10] = [
    (
        "weigh:H,G,E,K",
        "weigh:2,3,2,4",
        "best of H x health + G x glory - E x enemy health + K when it is down",
    ),
    (
        "list:RULE;RULE",
        "list:low<=2&one:one_low+rest;always:none+most",
        "a list of rules: the first whose condition holds and whose play is legal and no suicide is played",
    ),
    (
        "fight:OBJECTIVE",
        "fight:survive",
        "optimal for the fight at hand: survive or points",
    ),
    (
        "optimal:OBJECTIVE",
        "optimal:win",
        "optimal for the whole game: win or score (solved once, kept in the cache)",
    ),
    (
        "improve:POLICY",
        "improve:greedy",
        "the best outcome by that policy's own exact values: one step of policy iteration",
    ),
    (
        "improve:OBJECTIVE:POLICY",
        "improve:score:banker",
        "the same for an objective: win or score",
    ),
    (
        "no_bargain:POLICY",
        "no_bargain:banker",
        "that policy, never bargaining",
    ),
    (
        "noisy:POLICY,EPS",
        "noisy:greedy,0.1",
        "that policy, with this chance a random outcome instead",
    ),
    (
        "rollout:POLICY,GAMES",
        "rollout:greedy,100",
        "plays this many games out for each outcome",
    ),
    (
        "mcts:POLICY,GAMES",
        "mcts:greedy,1000",
        "tree search of this many games a match",
    ),
];

impl PolicySpec {
    /// Whether a match decision goes by values of a game, which under a cap on matches depend on the matches left.
    pub fn values_in_matches(&self) -> bool {
        fn by_values(m: &MatchSpec) -> bool {
            match m {
                MatchSpec::NoBargain(of) | MatchSpec::Noisy(of, _) => by_values(of),
                MatchSpec::Optimal(_) | MatchSpec::Improve(..) => true,
                MatchSpec::Rollout(of, _) | MatchSpec::Mcts(of, _) => of.values_in_matches(),
                MatchSpec::Plain(_) | MatchSpec::Fight(_) => false,
            }
        }
        by_values(&self.matches) || matches!(self.reroll_one.calm(), RerollSpec::Values(_))
    }

    /// Whether it plays games out for each decision, and so is slow.
    pub fn plays_out(&self) -> bool {
        fn plays_out(m: &MatchSpec) -> bool {
            match m {
                MatchSpec::NoBargain(of) | MatchSpec::Noisy(of, _) => plays_out(of),
                other => matches!(other, MatchSpec::Rollout(..) | MatchSpec::Mcts(..)),
            }
        }
        plays_out(&self.matches)
    }
}

impl fmt::Display for PolicySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests;
