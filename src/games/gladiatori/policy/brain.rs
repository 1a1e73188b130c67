//! A policy as it is asked for: how it fights, and a few settings.

use super::arts::Arts;
use super::core::{Plain, Style};
use super::heuristic::Habit;
use super::name;
use super::quantal::Heat;
use super::search::Search;
use super::walk::Goal;
use crate::error::Result;

/// How a gladiator fights (spec 11.4).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Plan {
    /// One of the exactly defined core policies.
    Core(Style),
    /// The base policy, and with this probability (in per cents) for each own action and each defense `uniform_mix`.
    Tremble(Style, u8),
    /// Everything legal, by class of action, then by parameters.
    RandomLegal,
    /// Soft-max over believed worths; the default for questions of balance.
    Quantal(Heat),
    /// Samples the solved exchange against the believed opponent: attack, answer, and what is paid.
    Equilibrium(Heat),
    /// One of the further habits.
    Habit(Habit),
    /// Looks ahead with so many playouts an action; defends as `quantal`.
    Search(Search, u32),
}

/// A policy, ready to play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Brain {
    /// How it fights.
    pub plan: Plan,
    /// Hit Points it puts into the HP deck (cover not counted).
    pub hp_target: u8,
    /// Where it goes in the arena.
    pub goal: Goal,
    /// What it may use of Feint, moves, powers and weapons.
    pub arts: Arts,
}

impl Brain {
    /// Policies by name, without parameters (spec 11.4).
    ///
    /// # Errors
    /// An unknown name.
    pub fn parse(text: &str) -> Result<Self> {
        name::parse(text)
    }

    /// A plan with the default settings.
    pub fn new(plan: Plan) -> Self {
        let core = matches!(plan, Plan::Core(_) | Plan::Tremble(..));
        Self {
            plan,
            hp_target: 4,
            goal: Goal::Front,
            arts: if core { Arts::NONE } else { Arts::ALL },
        }
    }

    /// The same policy without the other plans, where it is one of the core.
    pub fn plain(&self) -> Option<Plain> {
        match self.plan {
            Plan::Core(style) if self.arts == Arts::NONE => Some(Plain {
                style,
                tremble: 0,
                hp_target: self.hp_target,
            }),
            Plan::Tremble(style, tremble) if self.arts == Arts::NONE => Some(Plain {
                style,
                tremble,
                hp_target: self.hp_target,
            }),
            _ => None,
        }
    }

    /// The same policy where nobody has anything of what [`Arts`] are about.
    #[must_use]
    pub fn bare(self) -> Self {
        Self {
            arts: Arts::NONE,
            ..self
        }
    }

    /// One of the core policies.
    pub fn core(style: Style) -> Self {
        Self::new(Plan::Core(style))
    }
}

/// Playouts in a block where one of these policies takes long over a decision, a power of two; their playouts may be given up half-way.
pub fn most_in_block(brains: &[Brain]) -> Option<u32> {
    let most = |b: &Brain| match b.plan {
        Plan::Search(..) => Some(1),
        Plan::Equilibrium(_) => Some(8),
        _ => None,
    };
    brains.iter().filter_map(most).min()
}
