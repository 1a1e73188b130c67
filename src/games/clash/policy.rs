//! The decisions of a duel, the policy trait, and the built-in rules for each decision (spec 13).
//!
//! A policy sees everything that lies on the table and never a stream: what is random in it is drawn as a finite
//! distribution through the same [`Chance`], so that enumeration covers it.

use super::counts::{Counts, Kind};
use super::rules::{Given, Roll, Rules};
use super::solver::Solver;
use super::state::{DuelState, Side};
use crate::chance::{Chance, Dist};
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
        let parts = |net_targets, reroll, losses| Some(Self { net_targets, reroll, losses });
        let (nets, netted_first) = (NetRule::Order(NETS_BY_STRENGTH), LossRule::NettedFirst(LEAST_USEFUL_FIRST));
        let by_kind = LossRule::ByKind(LEAST_USEFUL_FIRST);
        match name {
            "simple" => parts(nets, RerollRule::Mean, netted_first),
            "never" => parts(nets, RerollRule::Never, netted_first),
            "value" => parts(nets, RerollRule::Mean, by_kind),
            "sharp" => parts(NetRule::Order(NETS_SHARP), RerollRule::Mean, by_kind),
            "random" => parts(NetRule::Random, RerollRule::Coin, LossRule::Random),
            // The spec's section 8 calls it `optimal` where it looks at a whole fight.
            "minimax" | "optimal" => parts(NetRule::Optimal, RerollRule::Optimal, LossRule::Optimal),
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
        self.net_targets == NetRule::Optimal || self.reroll == RerollRule::Optimal || self.losses == LossRule::Optimal
    }
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
        f.debug_struct("Policy").field("parts", &self.parts).finish_non_exhaustive()
    }
}

impl Policy {
    /// A policy without `optimal` or `table` parts.
    ///
    /// # Panics
    /// If a part needs a solver or a table.
    pub fn fixed(parts: Parts) -> Self {
        assert!(!parts.needs_solver() && parts.losses != LossRule::Table, "these parts need a solver or a table");
        Self { parts, solver: None, worth: None }
    }

    /// A policy whose `optimal` parts ask `solver` and whose `table` losses ask `worth`.
    pub fn solved(parts: Parts, solver: Option<Rc<Solver>>, worth: Option<Rc<RemainderWorth>>) -> Self {
        assert!(solver.is_some() || !parts.needs_solver());
        assert!(worth.is_some() || parts.losses != LossRule::Table);
        Self { parts, solver, worth }
    }

    /// Its parts.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    fn solver(&self) -> &Solver {
        self.solver.as_deref().expect("optimal parts come with a solver")
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
                let worth = self.worth.as_deref().expect("table losses come with a table");
                table_losses(view, count, worth)
            }
            rule => ordered_losses(rule, own.active, own.netted, count, view.rules.active_lost_first),
        }
    }
}

/// What a roll is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Active shields.
    pub shields: u8,
    /// Hits still needed to remove it.
    pub hits_to_out: u8,
    /// Markers on it.
    pub markers: u8,
    /// True for an animal.
    pub animal: bool,
}

impl Target {
    /// From a side of a duel.
    pub fn of(side: &Side) -> Self {
        Self {
            shields: side.active.get(Kind::Shield),
            hits_to_out: side.hits_to_out(),
            markers: side.markers,
            animal: side.is_animal(),
        }
    }

    /// damage(c, u) = min(hits to out, 2c + max(0, u - shields)).
    pub fn damage(&self, roll: Roll) -> u8 {
        roll.hits(self.shields).min(self.hits_to_out)
    }

    /// Gladiators lost to a roll, or 1 for an animal that is defeated.
    pub fn kills(&self, roll: Roll) -> u8 {
        let damage = self.damage(roll);
        if self.animal { u8::from(damage == self.hits_to_out) } else { (damage + self.markers) / 2 }
    }
}

/// Whether a re-roll rule (not `coin`, not `optimal`) rolls again. Integers only: sums over the equally
/// likely fresh rolls are compared with the number of rolls times what is in hand, so that equality is exact.
pub fn wants_reroll(rule: RerollRule, rules: &Rules, dice: u8, target: &Target, roll: Roll) -> bool {
    let better = |value: &dyn Fn(Roll) -> u8| {
        let pool = rules.pool(dice);
        let fresh: u64 = pool.weighted().map(|(r, ways)| ways * u64::from(value(r))).sum();
        fresh > pool.total() * u64::from(value(roll))
    };
    match rule {
        RerollRule::Never | RerollRule::Coin | RerollRule::Optimal => false,
        RerollRule::Always => true,
        RerollRule::Zero => target.damage(roll) == 0,
        RerollRule::Mean => better(&|r| target.damage(r)),
        RerollRule::Kills => better(&|r| target.kills(r)),
        RerollRule::Wipe => target.damage(roll) < target.hits_to_out && better(&|r| target.damage(r)),
    }
}

/// The first `count` gladiators by the order.
fn take(from: Counts, order: &Order, count: u8) -> Counts {
    let mut taken = Counts::NONE;
    let mut left = count;
    for kind in order.0 {
        let n = from.get(kind).min(left);
        taken = taken.plus(kind, n);
        left -= n;
    }
    taken
}

/// Losses by one of the three orders. `active_only_first`: the switch `loss_scope=active_first`.
pub fn ordered_losses(rule: LossRule, active: Counts, netted: Counts, count: u8, active_only_first: bool) -> Given {
    let (order, netted_first) = match rule {
        LossRule::NettedFirst(o) => (o, true),
        LossRule::ActiveFirst(o) => (o, false),
        LossRule::ByKind(order) if !active_only_first => {
            let mut given = Given::default();
            let mut left = count;
            for kind in order.0 {
                let from_netted = netted.get(kind).min(left);
                let from_active = active.get(kind).min(left - from_netted);
                given.netted = given.netted.plus(kind, from_netted);
                given.active = given.active.plus(kind, from_active);
                left -= from_netted + from_active;
            }
            return given;
        }
        LossRule::ByKind(o) => (o, false),
        LossRule::Random | LossRule::Table | LossRule::Optimal => unreachable!("not an order"),
    };
    if netted_first && !active_only_first {
        let from_netted = take(netted, &order, count);
        Given { netted: from_netted, active: take(active, &order, count - from_netted.total()) }
    } else {
        let from_active = take(active, &order, count);
        Given { active: from_active, netted: take(netted, &order, count - from_active.total()) }
    }
}

/// All legal choices of `count` gladiators, in lexicographic order of count tuples, netted part first.
pub fn loss_options(active: Counts, netted: Counts, count: u8, active_only_first: bool) -> Vec<Given> {
    let mut options = Vec::new();
    for from_netted in 0..=count.min(netted.total()) {
        let from_active = count - from_netted;
        if from_active > active.total() || active_only_first && from_netted > 0 && from_active < active.total() {
            continue;
        }
        for n in netted.subsets(from_netted) {
            for a in active.subsets(from_active) {
                options.push(Given { active: a, netted: n });
            }
        }
    }
    options.sort_by_key(|g| (g.netted.to_array(), g.active.to_array()));
    options
}

/// A gladiator given up at random; lower case when netted.
#[derive(Clone, Copy)]
struct Lost {
    kind: Kind,
    netted: bool,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.kind.letter();
        write!(f, "{}", if self.netted { letter.to_ascii_lowercase() } else { letter })
    }
}

fn random_losses<C: Chance>(view: &View<'_>, count: u8, chance: &mut C) -> Given {
    let site = ["first_takes", "second_takes"][view.state.turn()];
    let (mut active, mut netted) = (view.own().active, view.own().netted);
    for _ in 0..count {
        let netted_too = !view.rules.active_lost_first || active.is_empty();
        let dist = Dist::new(Kind::ALL.into_iter().flat_map(|kind| {
            [
                (Lost { kind, netted: false }, u64::from(active.get(kind))),
                (Lost { kind, netted: true }, if netted_too { u64::from(netted.get(kind)) } else { 0 }),
            ]
        }));
        let lost = chance.draw(site, &dist);
        let group = if lost.netted { &mut netted } else { &mut active };
        *group = group.minus(lost.kind, 1);
    }
    Given { active: view.own().active.without(active), netted: view.own().netted.without(netted) }
}

fn table_losses(view: &View<'_>, count: u8, worth: &RemainderWorth) -> Given {
    let own = view.own();
    let team = own.active.union(own.netted);
    let only_active = view.rules.active_lost_first;
    let default = ordered_losses(LossRule::ByKind(LEAST_USEFUL_FIRST), own.active, own.netted, count, only_active);
    let value = |g: &Given| worth(team.without(g.active).without(g.netted));
    loss_options(own.active, own.netted, count, only_active)
        .into_iter()
        .fold((default, value(&default)), |best, g| {
            let v = value(&g);
            if v > best.1 + 1e-11 { (g, v) } else { best }
        })
        .0
}
