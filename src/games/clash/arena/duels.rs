//! Results of duels for every pair of units under the duel policies at a table: to draw from, and as means.

use super::joint::Joint;
use super::luck::Pairing;
use super::setup::Arena;
use super::sides::Sides;
use super::stages::{Kit, Rolls, Staged, Starts};
use super::units::{UnitId, Units};
use crate::chance::Stream;
use crate::games::clash::counts::Counts;
use crate::games::clash::duel::Duel;
use crate::games::clash::fight;
use crate::games::clash::policy::{LossRule, Policy, RemainderWorth};
use crate::games::clash::rules::Rules;
use crate::games::clash::spec::PolicySpec;
use crate::games::clash::unit::Unit;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// What the loss rule `table` looks up; empty where no policy does.
#[derive(Debug, Clone, Default)]
pub(super) struct Worth(Option<Arc<HashMap<Counts, f64>>>);

impl Worth {
    pub fn ready(&self) -> Option<Rc<RemainderWorth>> {
        let table = self.0.clone()?;
        Some(Rc::new(move |team| {
            table.get(&team).copied().unwrap_or(f64::NEG_INFINITY)
        }))
    }
}

/// What a challenge promises.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Odds {
    /// Mean points of the challenger: gladiators and the animal taken.
    pub points: f64,
    /// Mean own gladiators lost; 0 for a challenging animal.
    pub losses: f64,
    /// P(any points).
    pub scores: f64,
}

/// The tables of all pairs of the duel policies at a table. Tables are built when first needed, from the
/// rules; what is
/// drawn does not depend on when.
#[derive(Debug)]
pub struct DuelTables {
    specs: Vec<PolicySpec>,
    rules: Rules,
    units: Units,
    points: [u8; 3],
    sides: Sides,
    worth: Worth,
    starts: Vec<Starts>,
    rolls: Vec<Rolls>,
    /// For pairs that the staged tables do not serve.
    joint: Vec<Option<Joint>>,
}

impl DuelTables {
    /// Tables for these duel policies.
    pub fn new(arena: &Arena, specs: Vec<PolicySpec>) -> Self {
        let needs_worth = specs.iter().any(|s| s.parts.losses == LossRule::Table);
        let worth = Worth(
            needs_worth.then(|| Arc::new(fight::remainder_worth(&Rc::new(arena.duel.clone())))),
        );
        let sides = Sides::new(arena);
        let pairs = specs.len().pow(2);
        let joint = specs.iter().flat_map(|a| specs.iter().map(move |d| [a, d]));
        let joint = joint
            .map(|pair| (!Kit::serves(&arena.duel, pair)).then(|| Joint::new(arena)))
            .collect();
        Self {
            starts: (0..pairs).map(|_| Starts::new(&arena.units)).collect(),
            rolls: (0..pairs).map(|_| Rolls::new(&sides)).collect(),
            rules: arena.duel.clone(),
            units: arena.units.clone(),
            points: arena.points,
            joint,
            sides,
            worth,
            specs,
        }
    }

    /// The duel policies, by number.
    pub fn specs(&self) -> &[PolicySpec] {
        &self.specs
    }

    /// For each pair (challenger's, challenged player's) in the order of the tables, both policies ready to
    /// play step by step.
    pub fn policies(&self) -> Vec<[Policy; 2]> {
        let unit = Unit::team(Counts::NONE);
        let pairs = self
            .specs
            .iter()
            .flat_map(|a| self.specs.iter().map(move |d| [a, d]));
        pairs
            .map(|pair| {
                let specs = pair.map(Clone::clone);
                let duel = Duel {
                    rules: Rc::new(self.rules.clone()),
                    specs,
                    ..Duel::simple(unit, unit)
                };
                let fixed = |k: usize| Policy::solved(pair[k].parts, None, self.worth.ready());
                match pair.map(|s| s.parts.needs_solver()) {
                    [false, false] => [fixed(0), fixed(1)],
                    _ => duel.policies(),
                }
            })
            .collect()
    }

    #[inline]
    fn staged(&self, policies: [u8; 2]) -> Staged<'_> {
        let (a, d) = (usize::from(policies[0]), usize::from(policies[1]));
        let (forth, back) = (a * self.specs.len() + d, d * self.specs.len() + a);
        let kit = Kit {
            rules: &self.rules,
            units: &self.units,
            sides: &self.sides,
            specs: &self.specs,
            worth: &self.worth,
        };
        Staged {
            kit,
            starts: &self.starts[forth],
            rolls: [&self.rolls[forth], &self.rolls[back]],
            policies: [a, d],
        }
    }

    #[inline]
    fn joint(&self, policies: [u8; 2]) -> Option<(&Joint, [&PolicySpec; 2])> {
        let (a, d) = (usize::from(policies[0]), usize::from(policies[1]));
        let joint = self.joint[a * self.specs.len() + d].as_ref()?;
        Some((joint, [&self.specs[a], &self.specs[d]]))
    }

    /// Draws what a duel leaves of challenger and challenged.
    #[inline]
    pub fn draw(&self, pairing: Pairing, stream: &mut Stream) -> [UnitId; 2] {
        match self.joint(pairing.policies) {
            None => self.staged(pairing.policies).draw(pairing.units, stream),
            Some((joint, specs)) => {
                joint.draw(&self.rules, &self.units, specs, pairing.units, stream)
            }
        }
    }

    /// Every result of a duel and its probability, as the tables draw it.
    pub fn distribution(&self, pairing: Pairing) -> BTreeMap<[UnitId; 2], f64> {
        let mut all = BTreeMap::new();
        let mut add = |left: [UnitId; 2], p: f64| *all.entry(left).or_insert(0.0) += p;
        match self.joint(pairing.policies) {
            None => self.staged(pairing.policies).ends(pairing.units, add),
            Some((joint, specs)) => {
                let ends = joint.ends(&self.rules, &self.units, specs, pairing.units);
                ends.into_iter().for_each(|(left, p)| add(left, p));
            }
        }
        all
    }

    /// What a challenge promises, exactly (in double precision).
    pub fn odds(&self, pairing: Pairing) -> Odds {
        let (lost, scores) = match self.joint(pairing.policies) {
            None => self.staged(pairing.policies).means(pairing.units),
            Some((joint, specs)) => joint.means(&self.rules, &self.units, specs, pairing.units),
        };
        let [own, other] = pairing.units.map(Units::is_animal);
        Odds {
            points: lost[1] * f64::from(self.points[usize::from(other)]),
            losses: if own { 0.0 } else { lost[0] },
            scores,
        }
    }
}
