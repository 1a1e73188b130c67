//! The decisions of a duel, the policy trait, and the built-in rules for each decision (spec 13).
//!
//! A policy sees everything that lies on the table and never a stream: what is random in it is drawn as a finite
//! distribution through the same [`Chance`], so that enumeration covers it.

mod choose;
mod parts;

pub use choose::{Target, loss_options, ordered_losses, wants_reroll};
pub use parts::{
    LEAST_USEFUL_FIRST, LossRule, NETS_BY_STRENGTH, NETS_SHARP, NetRule, Order, Parts, RerollRule,
};

use super::counts::{Counts, Kind};
use super::rules::{Given, Roll, Rules};
use super::solver::Solver;
use super::state::{DuelState, Side};
use crate::chance::{Chance, Dist};
use choose::{random_losses, table_losses, take};
use std::fmt;
use std::rc::Rc;

/// What a policy sees: the duel as it lies on the table, and which side it decides for.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The rules in force.
    pub rules: &'a Rules,
    /// Both sides' gladiators, symbols and markers.
    pub state: &'a DuelState,
    /// The deciding side: 0 attacker, 1 defender.
    pub side: usize,
}

impl View<'_> {
    /// The deciding side.
    pub fn own(&self) -> &Side {
        &self.state.sides[self.side]
    }

    /// The other side.
    pub fn other(&self) -> &Side {
        &self.state.sides[1 - self.side]
    }
}

/// Takes the decisions of one side in a duel.
pub trait DuelPolicy {
    /// Names between `least` and `most` active gladiators of the other side.
    fn name_nets<C: Chance>(&self, view: &View<'_>, least: u8, most: u8, chance: &mut C) -> Counts;
    /// True to roll all dice again.
    fn reroll<C: Chance>(&self, view: &View<'_>, roll: Roll, chance: &mut C) -> bool;
    /// Gives up `count` own gladiators, fewer than it has.
    fn lose<C: Chance>(&self, view: &View<'_>, count: u8, chance: &mut C) -> Given;
}

/// How good a remainder is, for [`LossRule::Table`]: higher is better.
pub type RemainderWorth = dyn Fn(Counts) -> f64;

/// A policy ready to play: its parts, and what the `optimal` and `table` ones look up.
#[derive(Clone)]
pub struct Policy {
    parts: Parts,
    solver: Option<Rc<Solver>>,
    worth: Option<Rc<RemainderWorth>>,
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy")
            .field("parts", &self.parts)
            .finish_non_exhaustive()
    }
}

impl Policy {
    /// A policy without `optimal` or `table` parts.
    ///
    /// # Panics
    /// If a part needs a solver or a table.
    pub fn fixed(parts: Parts) -> Self {
        assert!(
            !parts.needs_solver() && parts.losses != LossRule::Table,
            "these parts need a solver or a table"
        );
        Self {
            parts,
            solver: None,
            worth: None,
        }
    }

    /// A policy whose `optimal` parts ask `solver` and whose `table` losses ask `worth`.
    pub fn solved(
        parts: Parts,
        solver: Option<Rc<Solver>>,
        worth: Option<Rc<RemainderWorth>>,
    ) -> Self {
        assert!(solver.is_some() || !parts.needs_solver());
        assert!(worth.is_some() || parts.losses != LossRule::Table);
        Self {
            parts,
            solver,
            worth,
        }
    }

    /// Its parts.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    fn solver(&self) -> &Solver {
        self.solver
            .as_deref()
            .expect("optimal parts come with a solver")
    }
}

impl DuelPolicy for Policy {
    fn name_nets<C: Chance>(&self, view: &View<'_>, least: u8, most: u8, chance: &mut C) -> Counts {
        let active = view.other().active;
        match self.parts.net_targets {
            NetRule::Order(order) => take(active, &order, most),
            NetRule::Random => {
                let site = ["first_net_target", "second_net_target"][view.state.turn()];
                let mut left = active;
                for _ in 0..most {
                    let dist = Dist::new(Kind::ALL.map(|k| (k, u64::from(left.get(k)))));
                    left = left.minus(chance.draw(site, &dist), 1);
                }
                active.without(left)
            }
            NetRule::Optimal => self.solver().best_nets(view, least, most),
        }
    }

    fn reroll<C: Chance>(&self, view: &View<'_>, roll: Roll, chance: &mut C) -> bool {
        match self.parts.reroll {
            RerollRule::Coin => {
                let site = ["first_reroll_coin", "second_reroll_coin"][view.state.turn()];
                chance.draw(site, &Dist::uniform([false, true]))
            }
            RerollRule::Optimal => self.solver().best_reroll(view),
            rule => {
                let dice = view.rules.dice(view.state);
                let target = view.other();
                wants_reroll(rule, view.rules, dice, &Target::of(target), roll)
            }
        }
    }

    fn lose<C: Chance>(&self, view: &View<'_>, count: u8, chance: &mut C) -> Given {
        let own = view.own();
        match self.parts.losses {
            LossRule::Optimal => self.solver().best_losses(view, count),
            LossRule::Random => random_losses(view, count, chance),
            LossRule::Table => {
                let worth = self
                    .worth
                    .as_deref()
                    .expect("table losses come with a table");
                table_losses(view, count, worth)
            }
            rule => ordered_losses(
                rule,
                own.active,
                own.netted,
                count,
                view.rules.active_lost_first,
            ),
        }
    }
}
