//! Policies: the decisions of one gladiator, by name.
//!
//! A [`Brain`] is a plan (how to fight) with a few settings: how many Hit Points to keep, how to walk in the arena, whether
//! moves and powers are used. It sees [`View`]s only.

pub mod arts;
pub mod belief;
mod brain;
mod core;
mod feats;
mod go;
mod heuristic;
mod markers;
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
use walk::Goal;

pub use arts::Arts;
pub use brain::{Brain, Plan, most_in_block};
pub use core::{Plain, Row, Style};
pub use heuristic::Habit;
pub use name::NAMES;
pub use quantal::Heat;
pub use search::Search;

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
            markers::stand_up(view, self.arts)
        }
    }

    #[inline]
    fn rebalance<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Rebalance {
        match self.plan {
            Plan::RandomLegal => random::rebalance(view, chance),
            _ => match markers::rebalance(view) {
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
            _ => markers::steady(view),
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
