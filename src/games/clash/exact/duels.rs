//! One duel between any two units under any two policies, in double precision: [`Tables`] where everything is fixed,
//! [`Worlds`] where somebody thinks.

use super::plan::Plan;
use super::tables::Tables;
use super::units::{UnitId, Units};
use super::worlds::{Seat, Worlds};
use crate::error::Result;
use crate::games::clash::fight;
use crate::games::clash::policy::RemainderWorth;
use crate::games::clash::rules::Rules;
use crate::games::clash::spec::PolicySpec;
use crate::games::clash::unit::Unit;
use std::cell::RefCell;
use std::rc::Rc;

/// What one duel is measured by; the mean over its possible ends.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Measured {
    /// Worth taken less worth lost by the attacker: a gladiator 1, an animal 2.
    pub gain: f64,
    /// Mean losses of attacker and defender: gladiators, or animals.
    pub lost: [f64; 2],
    /// P(attacker is out), P(defender is out).
    pub out: [f64; 2],
    /// P(attacker takes more than it loses), P(the reverse).
    pub ahead: [f64; 2],
}

/// Duels between all units under a policy a side.
#[derive(Debug)]
pub struct Duels {
    plan: Plan,
    tables: Option<Tables>,
    marker_weight: f64,
    memo: RefCell<Memo>,
}

/// Values after the nets where both sides think for the duel's own sake; NaN: not worked out yet.
#[derive(Debug, Default)]
struct Memo {
    class: Vec<u16>,
    classes: usize,
    values: Vec<f64>,
}

/// A measure of a duel: units at its start and what is left of them.
type Measure<'m> = dyn Fn([UnitId; 2], [Option<UnitId>; 2]) -> f64 + 'm;

impl Duels {
    /// Duels under these rules and policies. `animals`: the cards that may take part; `marker_weight`: worth of a marker to
    /// those who think (spec 13).
    ///
    /// # Errors
    /// Best responses nested too deep.
    pub fn new(
        rules: &Rc<Rules>,
        specs: [&PolicySpec; 2],
        animals: &[Unit],
        marker_weight: f64,
    ) -> Result<Self> {
        let worth = || {
            let table = fight::remainder_worth(rules);
            Rc::new(move |team| table.get(&team).copied().unwrap_or(f64::NEG_INFINITY))
                as Rc<RemainderWorth>
        };
        let plan = Plan::new(rules, specs, animals, &worth)?;
        let tables = plan
            .is_fixed()
            .then(|| Tables::of(plan.units.clone(), plan.seats.clone().map(|s| s.compiled)));
        Ok(Self {
            plan,
            tables,
            marker_weight,
            memo: RefCell::default(),
        })
    }

    /// The units by number.
    pub fn units(&self) -> &Units {
        &self.plan.units
    }

    /// Mean worth taken less mean worth lost by the attacker.
    pub fn gain(&self, attacker: UnitId, defender: UnitId, challenger: usize) -> f64 {
        if let Some(tables) = &self.tables {
            return tables.gain(attacker, defender, challenger);
        }
        let ids = [attacker, defender];
        if self.marker_weight == 0.0 && self.plan.own_mind() == Some(0) {
            let thinkers = self.plan.minds[0].iter().all(|s| s.thinks_in(0));
            return if thinkers {
                self.minimax(ids, challenger)
            } else {
                self.pass::<1>(&[], ids, challenger)[0]
            };
        }
        let gain = |start: [UnitId; 2], left: [Option<UnitId>; 2]| [self.gained(start, left)];
        self.through(ids, challenger, &gain)[0]
    }

    /// All measures.
    pub fn measure(&self, attacker: UnitId, defender: UnitId, challenger: usize) -> Measured {
        let ids = [attacker, defender];
        let mut all = Measured::default();
        if let Some(tables) = &self.tables {
            tables.ends(attacker, defender, challenger, |end| {
                self.add(&mut all, ids, end.left, end.p)
            });
            return all;
        }
        let values = self.through(ids, challenger, &|start, left| {
            let mut one = Measured::default();
            self.add(&mut one, start, left, 1.0);
            [
                one.lost[0],
                one.lost[1],
                one.out[0],
                one.out[1],
                one.ahead[0],
                one.ahead[1],
            ]
        });
        let worth = ids.map(|id| f64::from(self.units().rows[id.index()].worth));
        let [a, d, out_a, out_d, ahead, behind] = values;
        Measured {
            gain: worth[1] * d - worth[0] * a,
            lost: [a, d],
            out: [out_a, out_d],
            ahead: [ahead, behind],
        }
    }

    fn add(&self, all: &mut Measured, start: [UnitId; 2], left: [Option<UnitId>; 2], p: f64) {
        let gain = self.gained(start, left);
        all.gain += p * gain;
        for side in 0..2 {
            all.lost[side] += p * self.lost(start[side], left[side]);
            all.out[side] += if left[side].is_none() { p } else { 0.0 };
        }
        all.ahead[0] += if gain > 0.0 { p } else { 0.0 };
        all.ahead[1] += if gain < 0.0 { p } else { 0.0 };
    }

    fn lost(&self, start: UnitId, left: Option<UnitId>) -> f64 {
        let size = |id: UnitId| f64::from(self.units().rows[id.index()].size);
        size(start) - left.map_or(0.0, size)
    }

    fn gained(&self, start: [UnitId; 2], left: [Option<UnitId>; 2]) -> f64 {
        let worth = |side: usize| {
            f64::from(self.units().rows[start[side].index()].worth)
                * self.lost(start[side], left[side])
        };
        worth(1) - worth(0)
    }

    /// What those who think maximise: the gain and, weighted, markers on the other less markers on oneself.
    fn thought(&self, start: [UnitId; 2], left: [Option<UnitId>; 2]) -> f64 {
        let markers =
            |side: usize| left[side].map_or(0.0, |id| f64::from(self.units().unit(id).markers));
        self.gained(start, left) + self.marker_weight * (markers(1) - markers(0))
    }

    /// `W` worlds: the minds, then worlds in which both sides play as they do.
    fn pass<const W: usize>(
        &self,
        more: &[&Measure],
        ids: [UnitId; 2],
        challenger: usize,
    ) -> [f64; W] {
        let minds = self.plan.minds.len();
        let worlds: [&[Seat; 2]; W] =
            std::array::from_fn(|w| self.plan.minds.get(w).unwrap_or(&self.plan.seats));
        let worlds = Worlds {
            units: &self.plan.units,
            options: self.options(),
            seats: worlds,
        };
        worlds.duel(ids, challenger, &|left: [Option<UnitId>; 2]| {
            std::array::from_fn(|w| {
                if w < minds {
                    self.thought(ids, left)
                } else {
                    more.get(w - minds).map_or(0.0, |f| f(ids, left))
                }
            })
        })
    }

    /// Values of `K` measures as both sides play.
    fn through<const K: usize>(
        &self,
        ids: [UnitId; 2],
        challenger: usize,
        measures: &dyn Fn([UnitId; 2], [Option<UnitId>; 2]) -> [f64; K],
    ) -> [f64; K] {
        const MOST_WORLDS: usize = 10;
        let minds = self.plan.minds.len();
        let one: [Box<Measure<'_>>; K] =
            std::array::from_fn(|k| Box::new(move |s, l| measures(s, l)[k]) as Box<Measure>);
        let more: [&Measure; K] = std::array::from_fn(|k| &*one[k]);
        if minds + K == 2 {
            let values = self.pass::<2>(&more, ids, challenger);
            return std::array::from_fn(|k| values[minds + k]);
        }
        if minds + K == 3 {
            let values = self.pass::<3>(&more, ids, challenger);
            return std::array::from_fn(|k| values[minds + k]);
        }
        let values = self.pass::<MOST_WORLDS>(&more, ids, challenger);
        std::array::from_fn(|k| values[minds + k])
    }

    fn options(&self) -> &super::options::Options {
        self.plan
            .options
            .as_deref()
            .expect("where somebody thinks there are options")
    }

    /// Both sides think for the edge of this duel: what follows the nets depends on dice, tridents, shields and size
    /// alone, so few situations have to be worked out (`canonical_lineups_change_no_value` compares).
    fn minimax(&self, ids: [UnitId; 2], challenger: usize) -> f64 {
        let units = &*self.plan.units;
        let mut memo = self.memo.borrow_mut();
        if memo.class.is_empty() {
            *memo = Memo::new(units);
        }
        let worlds = Worlds::<1>::new(units, self.options(), &self.plan.minds);
        worlds.duel_through(
            ids,
            challenger,
            &|left: [Option<UnitId>; 2]| [self.gained(ids, left)],
            |rest, first, second| {
                let (roller, targets) = rest.rolls();
                let sign = if roller == 0 { 1.0 } else { -1.0 };
                let Some(at) = memo.index([first, second], targets) else {
                    return rest.after_nets(first, second);
                };
                if memo.values[at].is_nan() {
                    memo.values[at] = sign * rest.after_nets(first, second)[0];
                }
                [sign * memo.values[at]]
            },
        )[0]
    }
}

impl Memo {
    fn new(units: &Units) -> Self {
        let mut keys: Vec<[u8; 5]> = Vec::new();
        let class = units
            .lineups
            .iter()
            .map(|l| {
                if usize::from(l.body) >= super::units::TEAMS {
                    return u16::MAX;
                }
                let active = if units.active_lost_first {
                    l.active.total()
                } else {
                    0
                };
                let key = [l.dice, l.tridents, l.shields, l.size, active];
                let at = keys.iter().position(|k| *k == key).unwrap_or_else(|| {
                    keys.push(key);
                    keys.len() - 1
                });
                at as u16
            })
            .collect();
        let classes = keys.len();
        Self {
            class,
            classes,
            values: vec![f64::NAN; classes * classes * 4],
        }
    }

    /// Place of two teams' lineups, first and second roller; `targets` carry the markers.
    fn index(&self, lineups: [u16; 2], targets: [u16; 2]) -> Option<usize> {
        let [first, second] = lineups.map(|l| self.class[usize::from(l)]);
        if first == u16::MAX || second == u16::MAX {
            return None;
        }
        let [m, n] = targets.map(|t| usize::from(t % 2));
        Some(((usize::from(first) * self.classes + usize::from(second)) * 2 + m) * 2 + n)
    }
}

#[cfg(test)]
mod tests;
