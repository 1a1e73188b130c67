//! Where the rules of the whole game get their chance outcomes: uniform choices, and results of duels.
//!
//! Two sources. [`Quick`] draws from a keyed stream and takes the results of duels from tables ([`super::duels`]); it
//! plays games by the million. [`Stepwise`] works over any [`Chance`] and plays each duel step by step by the rules of
//! `clash::rules`; it enumerates, follows scripts and narrates. The tables are built from those rules.

use super::duels::DuelTables;
use super::setup::Arena;
use super::units::UnitId;
use crate::chance::{Chance, Dist, Stream};
use crate::games::clash::policy::Policy;

/// A duel about to be fought: the challenger first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairing {
    /// Challenger and challenged.
    pub units: [UnitId; 2],
    /// Duel policies of the players who decide for them, as numbers of [`DuelTables::specs`].
    pub policies: [u8; 2],
}

/// A source of chance outcomes for a whole game.
pub trait Luck {
    /// A uniform number below `bound` (at least 1). `site` says for what; it never influences the result.
    fn below(&mut self, site: &'static str, bound: u32) -> u32;

    /// What a duel leaves of challenger and challenged; [`super::units::OUT`] for a unit that is out.
    fn duel(&mut self, pairing: Pairing) -> [UnitId; 2];

    /// A seed for a policy that plays on in its head. Says nothing about what this source will draw.
    fn seed(&mut self) -> u64;
}

/// Sampling by tables.
#[derive(Debug)]
pub struct Quick<'a> {
    stream: Stream,
    tables: &'a DuelTables,
}

impl<'a> Quick<'a> {
    /// From a stream and the tables of duels.
    pub fn new(stream: Stream, tables: &'a DuelTables) -> Self {
        Self { stream, tables }
    }
}

impl Luck for Quick<'_> {
    #[inline]
    fn below(&mut self, _site: &'static str, bound: u32) -> u32 {
        self.stream.below(u64::from(bound)) as u32
    }

    #[inline]
    fn duel(&mut self, pairing: Pairing) -> [UnitId; 2] {
        self.tables.draw(pairing, &mut self.stream)
    }

    fn seed(&mut self) -> u64 {
        self.stream.word()
    }
}

/// Step by step over any source of chance.
#[derive(Debug)]
pub struct Stepwise<'a, C> {
    chance: &'a mut C,
    arena: &'a Arena,
    policies: &'a [[Policy; 2]],
    count: usize,
}

impl<'a, C: Chance> Stepwise<'a, C> {
    /// `policies`: see [`DuelTables::policies`].
    pub fn new(chance: &'a mut C, arena: &'a Arena, policies: &'a [[Policy; 2]]) -> Self {
        let count = policies.len().isqrt();
        Self {
            chance,
            arena,
            policies,
            count,
        }
    }
}

impl<C: Chance> Luck for Stepwise<'_, C> {
    fn below(&mut self, site: &'static str, bound: u32) -> u32 {
        if bound == 1 {
            0
        } else {
            self.chance.draw(site, &Dist::uniform(0..bound))
        }
    }

    fn duel(&mut self, pairing: Pairing) -> [UnitId; 2] {
        let [challenger, challenged] = pairing.units.map(|id| self.arena.units.unit(id));
        let [a, d] = pairing.policies.map(usize::from);
        let [first, second] = &self.policies[a * self.count + d];
        let start = self.arena.duel.start(challenger, challenged, 0);
        let end = self.arena.duel.play(start, [first, second], self.chance);
        [0, 1].map(|k| {
            self.arena
                .units
                .id_left(pairing.units[k], end.sides[k].unit())
        })
    }

    /// The same seed always: a branch or a script has no randomness to spare.
    fn seed(&mut self) -> u64 {
        0
    }
}
