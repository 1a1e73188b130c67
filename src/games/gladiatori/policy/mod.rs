//! Policies: the decisions of one gladiator, by name.
//!
//! A [`Brain`] is a plan (how to fight) with a few settings: how many Hit Points to keep, how to walk in the arena, whether
//! moves and powers are used. It sees [`View`]s only.

pub mod arts;
pub mod belief;
mod core;
mod feats;
mod go;
mod heuristic;
mod name;
mod quantal;
mod random;
mod search;
mod solved;
mod sweeps;
pub mod walk;

use super::cards::{Cards, powers};
use super::decision::{
    Act, CardUse, Defend, Elements, Facing, Foe, Judged, Parry, Payment, Policy, Press, Rebalance,
    Resolve, Reveal, Spot, Swap, Threat, Weapon,
};
use super::geometry::Hex;
use super::observe::View;
use super::sheet::{BLOOD, ENDURANCE, GUARD, OFFENSE, SPEED};
use crate::chance::Chance;
use crate::error::Result;
use walk::Goal;

pub use arts::Arts;
pub use core::{Plain, Row, Style};
pub use heuristic::Habit;
pub use name::NAMES;
pub use quantal::Heat;
pub use search::Search;

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

/// An attack at hand.
fn attack(card: CardUse, combat: Cards, foe: Foe) -> Act {
    Act {
        card,
        combat,
        resolve: Resolve::Attack {
            foe,
            weapon: Weapon::Melee,
        },
        note: 0,
    }
}

impl Policy for Brain {
    fn deterministic(&self) -> bool {
        match self.plan {
            Plan::Core(style) => style != Style::UniformMix,
            Plan::Tremble(style, percent) => percent == 0 && style != Style::UniformMix,
            Plan::Habit(_) => true,
            Plan::RandomLegal | Plan::Quantal(_) | Plan::Equilibrium(_) | Plan::Search(..) => false,
        }
    }

    #[inline]
    fn deck<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Cards {
        match self.plan {
            Plan::RandomLegal => random::deck(view, chance),
            _ => core::deck(view, self.hp_target),
        }
    }

    fn sprint<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> (Spot, bool) {
        if self.plan == Plan::RandomLegal {
            return random::sprint(view, chance);
        }
        let cautious = self.plan == Plan::Habit(Habit::Cautious);
        let points = view.own().stats[SPEED].saturating_sub(if cautious { 3 } else { 0 });
        let alone = || !view.in_front(view.spot()).is_some_and(|f| view.hostile(f));
        let to = match self.go(view, points) {
            Some(spot) => spot,
            // It never walks with the Movement card: as near as the spare Speed brings it.
            None if cautious && self.goal != Goal::Hold && alone() => {
                walk::nearest(view).map_or(view.spot(), |foe| walk::approach(view, foe, points))
            }
            None => view.spot(),
        };
        (to, feats::leap(view, self.arts, to))
    }

    fn act<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Option<Act> {
        let foe = view.in_front(view.spot()).filter(|f| view.hostile(*f));
        let map = view.board().is_some();
        if map && foe.is_none() {
            if self.plan != Plan::RandomLegal
                && let Some(act) = sweeps::aside(view, self.arts)
            {
                return Some(act);
            }
            // A throw scores, a walk does not.
            if let Some(act) = self.throw(view) {
                return Some(act);
            }
            if let Some(act) = self.come_closer(view) {
                return Some(act);
            }
        }
        let act = match self.plan {
            Plan::Core(style) => core::act(view, style, 0, chance),
            Plan::Tremble(style, percent) => {
                let (style, note) = core::trembling(style, percent, chance);
                core::act(view, style, note, chance)
            }
            Plan::RandomLegal => return random::act(view, chance),
            Plan::Habit(habit) => heuristic::act(view, habit, chance),
            Plan::Quantal(heat) => {
                match foe.and_then(|f| Some((f, quantal::attack(view, f, heat, chance)?))) {
                    Some((foe, (card, combat))) => Some(attack(card, combat, foe)),
                    None => core::act(view, Style::Poke, 0, chance),
                }
            }
            Plan::Equilibrium(heat) => {
                match foe.and_then(|f| solved::attack(view, f, heat, chance)) {
                    Some(act) => Some(act),
                    None => core::act(view, Style::Poke, 0, chance),
                }
            }
            Plan::Search(search, budget) => {
                search::act(view, search, budget, self.hp_target, self.goal, chance)
            }
        };
        if self.arts == Arts::NONE {
            return act;
        }
        act.map(|a| {
            let support = (map && self.arts.support && view.allied())
                .then(|| feats::support(view, &a))
                .flatten();
            support.unwrap_or_else(|| arts::dress_attack(view, self.arts, a))
        })
    }

    #[inline]
    fn defend<C: Chance>(
        &self,
        view: &View<'_>,
        threat: &Threat,
        chance: &mut C,
    ) -> Option<Defend> {
        let mut answer = match self.plan {
            Plan::Core(style) => core::defend(view, threat, style, chance),
            Plan::Tremble(style, percent) => {
                let (style, _) = core::trembling(style, percent, chance);
                core::defend(view, threat, style, chance)
            }
            Plan::RandomLegal => return random::defend(view, threat, chance),
            Plan::Habit(habit) => heuristic::defend(view, threat, habit, chance),
            Plan::Quantal(heat) => quantal::defend(view, threat, heat, chance),
            Plan::Equilibrium(heat) => solved::defend(view, threat, heat, chance),
            Plan::Search(..) => quantal::defend(view, threat, Heat::default(), chance),
        }?;
        if self.arts != Arts::NONE {
            arts::dress_defense(
                view,
                self.arts,
                threat,
                answer.card.kind,
                &mut answer.combat,
            );
        }
        Some(answer)
    }

    #[inline]
    fn press<C: Chance>(&self, view: &View<'_>, reveal: &Reveal, chance: &mut C) -> Press {
        let soft = |heat: Heat, chance: &mut C| {
            let (offense, blood) = quantal::press(view, reveal, heat, chance);
            Press {
                offense,
                blood,
                ..Press::default()
            }
        };
        let mut press = match self.plan {
            Plan::Core(style) => core::press(view, reveal, style, chance),
            Plan::Tremble(style, _) => core::press(
                view,
                reveal,
                if reveal.note == 1 {
                    Style::UniformMix
                } else {
                    style
                },
                chance,
            ),
            Plan::RandomLegal => return random::press(view, reveal, chance),
            Plan::Habit(habit) => heuristic::press(view, reveal, habit, chance),
            Plan::Quantal(heat) => soft(heat, chance),
            Plan::Equilibrium(heat) => {
                let (offense, blood) = solved::press(view, reveal, heat, chance);
                Press {
                    offense,
                    blood,
                    ..Press::default()
                }
            }
            Plan::Search(..) if reveal.note == 1 => core::press(view, reveal, Style::Heavy, chance),
            Plan::Search(..) => soft(Heat::default(), chance),
        };
        let helps = powers::LUNGE | powers::DEEP_WOUNDS | powers::WRESTLING;
        let more = reveal.combat.set != 0
            || view.own().powers() & helps != 0
            || reveal.leap > 0
            || matches!(reveal.foe, Foe::Beast(_));
        if more && self.arts != Arts::NONE {
            arts::dress_press(view, self.arts, reveal, &mut press);
        }
        press
    }

    #[inline]
    fn parry<C: Chance>(&self, view: &View<'_>, facing: &Facing, chance: &mut C) -> Parry {
        let plain = |facing: &Facing| match self.plan {
            Plan::Habit(habit) => heuristic::parry(view, facing, habit),
            Plan::Quantal(heat) => quantal::parry(view, facing, heat),
            Plan::Equilibrium(heat) => solved::parry(view, facing, heat),
            _ => core::parry(view, facing),
        };
        if self.plan == Plan::RandomLegal {
            return random::parry(view, facing, chance);
        }
        let more = facing.combat.set != 0
            || view.own().powers() & powers::DELAY != 0
            || facing.kind.is_none();
        if more && self.arts != Arts::NONE {
            arts::dressed_parry(view, self.arts, facing, plain)
        } else {
            plain(facing)
        }
    }

    #[inline]
    fn pay<C: Chance>(&self, view: &View<'_>, damage: u8, one: bool, _chance: &mut C) -> Payment {
        core::pay(view, damage, one)
    }

    fn recover<C: Chance>(&self, view: &View<'_>, most: u8, chance: &mut C) -> Elements {
        match self.plan {
            Plan::RandomLegal => random::regain(
                view,
                most,
                &[ENDURANCE, OFFENSE, GUARD, BLOOD, SPEED],
                chance,
            ),
            _ => core::recover(view, most, self.arts.cards),
        }
    }

    #[inline]
    fn cleanup<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Elements {
        match self.plan {
            Plan::RandomLegal => {
                random::regain(view, view.own().stats[ENDURANCE], &[OFFENSE, GUARD], chance)
            }
            _ => core::cleanup(view, self.arts.cards),
        }
    }

    #[inline]
    fn place<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Option<u8> {
        match self.plan {
            Plan::RandomLegal => random::maybe(chance).then(|| core::up_to(3, "random", chance)),
            _ => feats::place(view, self.arts),
        }
    }

    fn adapt<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Swap {
        match self.plan {
            Plan::RandomLegal => random::adapt(view, chance),
            _ => feats::adapt(view, self.arts),
        }
    }

    fn face(&self, view: &View<'_>) -> u8 {
        feats::face(view)
    }

    fn save<C: Chance>(&self, view: &View<'_>, damage: u8, chance: &mut C) -> Swap {
        match self.plan {
            Plan::RandomLegal => random::adapt(view, chance),
            _ => feats::save(view, self.arts, damage),
        }
    }

    fn stand_up<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> bool {
        if self.plan == Plan::RandomLegal {
            random::maybe(chance)
        } else {
            arts::stand_up(view, self.arts)
        }
    }

    #[inline]
    fn rebalance<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Rebalance {
        match self.plan {
            Plan::RandomLegal => random::rebalance(view, chance),
            _ => match arts::rebalance(view) {
                r if r.unbalanced + r.trapped == 0 => r,
                r => Rebalance {
                    facing: feats::face(view),
                    ..r
                },
            },
        }
    }

    #[inline(always)]
    fn surrender<C: Chance>(&self, _view: &View<'_>, chance: &mut C) -> bool {
        self.plan == Plan::RandomLegal && core::up_to(127, "random", chance) == 0
    }

    fn leap<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> bool {
        match self.plan {
            Plan::RandomLegal => random::maybe(chance),
            _ => feats::leap(view, self.arts, view.spot()),
        }
    }

    fn agree<C: Chance>(&self, _view: &View<'_>, _partner: u8, _foe: u8, chance: &mut C) -> bool {
        self.plan != Plan::RandomLegal || random::maybe(chance)
    }

    fn steady<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Elements {
        match self.plan {
            Plan::RandomLegal if random::maybe(chance) => {
                random::elements(view, view.rules().n.marker_cost, chance)
            }
            Plan::RandomLegal => Elements::default(),
            _ => arts::steady(view),
        }
    }

    #[inline]
    fn feint<C: Chance>(&self, _view: &View<'_>, judged: &Judged, chance: &mut C) -> bool {
        if self.plan == Plan::RandomLegal {
            random::maybe(chance)
        } else {
            arts::feint(self.arts, judged)
        }
    }

    fn unbeatable<C: Chance>(&self, _view: &View<'_>, _chance: &mut C) -> bool {
        self.plan == Plan::RandomLegal || self.arts.powers & powers::UNBEATABLE != 0
    }

    fn wrestle<C: Chance>(&self, view: &View<'_>, _target: u8, stay: Hex, chance: &mut C) -> Hex {
        match (self.plan, view.board()) {
            (Plan::RandomLegal, Some(board)) => {
                let near = board.near(stay);
                super::board::each(near)
                    .nth(core::up_to(5, "random", chance).into())
                    .unwrap_or(stay)
            }
            _ => stay,
        }
    }

    fn reflex<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Spot {
        match self.plan {
            Plan::RandomLegal => {
                walk::random_spot(view, 1 + view.own().stats[SPEED].min(2), chance)
            }
            _ => feats::reflex(view),
        }
    }
}
