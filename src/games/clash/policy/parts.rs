//! The parts of a duel policy: rules for each decision, and the presets made of them (spec 13).

use crate::games::clash::counts::Kind;
use std::fmt;

/// Kinds in the order in which a rule prefers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Order(pub [Kind; 5]);

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|k| write!(f, "{k}"))
    }
}

/// Whom to net.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NetRule {
    /// One at a time, the first kind of the list that the target still has active.
    Order(Order),
    /// Uniform over active gladiators, one at a time.
    Random,
    /// By backward induction.
    Optimal,
}

/// When to re-roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RerollRule {
    /// Never.
    Never,
    /// Always.
    Always,
    /// Only when the damage in hand is 0.
    Zero,
    /// When the mean damage of a fresh roll is greater than the damage in hand.
    Mean,
    /// The same with gladiators lost (team) or the defeat (animal) in place of damage.
    Kills,
    /// Keeps a roll that puts the target out, else as `mean`.
    Wipe,
    /// A fair coin.
    Coin,
    /// By backward induction.
    Optimal,
}

/// Whom to give up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LossRule {
    /// All netted before any active, each group by the order.
    NettedFirst(Order),
    /// By the order over both groups; within a kind the netted ones first.
    ByKind(Order),
    /// All active before any netted, each group by the order.
    ActiveFirst(Order),
    /// Uniform over gladiators.
    Random,
    /// The remainder that does best in fights against all 70 full teams.
    Table,
    /// By backward induction.
    Optimal,
}

/// The three parts of a duel policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Parts {
    /// Whom to net.
    pub net_targets: NetRule,
    /// When to re-roll.
    pub reroll: RerollRule,
    /// Whom to give up.
    pub losses: LossRule,
}

use Kind::{Net, Shield, Spear, Sword, Trident};

/// Net targets of `simple`: S N T H P.
pub const NETS_BY_STRENGTH: Order = Order([Sword, Net, Trident, Shield, Spear]);
/// Net targets of `sharp`: S H T N P.
pub const NETS_SHARP: Order = Order([Sword, Shield, Trident, Net, Spear]);
/// Losses: P H N T S, the least useful first.
pub const LEAST_USEFUL_FIRST: Order = Order([Spear, Shield, Net, Trident, Sword]);

impl Parts {
    /// The preset of this name (spec 13), without `best_response:`.
    pub fn preset(name: &str) -> Option<Self> {
        let parts = |net_targets, reroll, losses| {
            Some(Self {
                net_targets,
                reroll,
                losses,
            })
        };
        let (nets, netted_first) = (
            NetRule::Order(NETS_BY_STRENGTH),
            LossRule::NettedFirst(LEAST_USEFUL_FIRST),
        );
        let by_kind = LossRule::ByKind(LEAST_USEFUL_FIRST);
        match name {
            "simple" => parts(nets, RerollRule::Mean, netted_first),
            "never" => parts(nets, RerollRule::Never, netted_first),
            "value" => parts(nets, RerollRule::Mean, by_kind),
            "sharp" => parts(NetRule::Order(NETS_SHARP), RerollRule::Mean, by_kind),
            "random" => parts(NetRule::Random, RerollRule::Coin, LossRule::Random),
            "minimax" => parts(NetRule::Optimal, RerollRule::Optimal, LossRule::Optimal),
            _ => None,
        }
    }

    /// The policy `simple`.
    pub fn simple() -> Self {
        Self {
            net_targets: NetRule::Order(NETS_BY_STRENGTH),
            reroll: RerollRule::Mean,
            losses: LossRule::NettedFirst(LEAST_USEFUL_FIRST),
        }
    }

    /// True when a part is left to backward induction.
    pub fn needs_solver(&self) -> bool {
        self.net_targets == NetRule::Optimal
            || self.reroll == RerollRule::Optimal
            || self.losses == LossRule::Optimal
    }
}
