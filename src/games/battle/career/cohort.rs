//! The career model `cohort`: gladiators who meet each other, round after round, and spend what they earn (spec 6).
//!
//! One playout is one cohort through all rounds. Battles are played by the rules, since ranks, luck and records
//! change.

use super::growth::{self, Growth, Market, Ranks};
use super::history::{Battle, CohortTally, Left, Round};
use crate::chance::{Lane, Sample, Stream};
use crate::error::{Error, Result};
use crate::games::battle::award::Outcome;
use crate::games::battle::data::BattleData;
use crate::games::battle::fighter::Fighter;
use crate::games::battle::gladiator::{Gladiator, Record};
use crate::games::battle::policy::{Parts, Policy, StyleRule};
use crate::games::battle::rules::Rules;
use crate::playout::{Block, Experiment, Tally};
use std::sync::Arc;

/// A sort of gladiator in a cohort.
#[derive(Debug, Clone, PartialEq)]
pub struct Strain {
    /// How he starts.
    pub gladiator: Gladiator,
    /// His policy.
    pub parts: Parts,
    /// What he spends his points on.
    pub growth: Growth,
}

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairing {
    /// Neighbours in points earned so far: the rulebook wants roughly equal development \[The Challenge\].
    Neighbours,
    /// Anybody.
    Random,
}

/// When a gladiator leaves of his own will.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Retire {
    /// Never.
    #[default]
    Never,
    /// With so many wins.
    Wins(u16),
    /// With so many losses.
    Losses(u16),
    /// With so many insanities.
    Insanities(u16),
}

impl Retire {
    /// `never`, `wins:N`, `losses:N`, `insanities:N`.
    ///
    /// # Errors
    /// Anything else: what to write.
    pub fn parse(text: &str) -> Result<Self> {
        let number = |n: &str| n.parse::<u16>().ok().filter(|n| (1..=1000).contains(n));
        let found = match text.split_once(':') {
            None if text == "never" => Some(Self::Never),
            Some(("wins", n)) => number(n).map(Self::Wins),
            Some(("losses", n)) => number(n).map(Self::Losses),
            Some(("insanities", n)) => number(n).map(Self::Insanities),
            _ => None,
        };
        found.ok_or_else(|| {
            Error::usage(format!(
                "retire `{}`: write never, wins:N, losses:N or insanities:N with N from 1 to 1000",
                text.escape_debug()
            ))
        })
    }

    fn holds(self, r: &Record) -> bool {
        match self {
            Self::Never => false,
            Self::Wins(n) => r.wins >= n,
            Self::Losses(n) => r.losses >= n,
            Self::Insanities(n) => r.insanities >= n,
        }
    }
}

/// A cohort.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The sorts of gladiators; gladiator i is of sort i mod their number.
    pub strains: Vec<Strain>,
    /// Gladiators, at least 2.
    pub size: usize,
    /// Rounds, 1 to 1000.
    pub rounds: usize,
    /// Who meets whom.
    pub pairing: Pairing,
    /// A rookie takes the place of one who died or retired.
    pub replace_dead: bool,
    /// When gladiators retire.
    pub retire: Retire,
}

/// Domain of the streams of cohorts.
pub const DOMAIN: &str = "battle-career";

#[derive(Debug)]
struct Start {
    fighter: Fighter,
    policy: Policy,
    ranks: Ranks,
    record: Record,
}

/// A cohort, ready to be played.
#[derive(Debug)]
pub struct Cohort {
    plan: Plan,
    rules: Arc<Rules>,
    market: Market,
    starts: Vec<Start>,
}

/// A gladiator in a cohort.
#[derive(Debug, Clone, Copy)]
struct Member {
    strain: usize,
    fighter: Fighter,
    ranks: Ranks,
    record: Record,
    earned: u32,
    pointer: usize,
    sits_out: u8,
    alive: bool,
    age: usize,
}

impl Cohort {
    /// Checks and compiles a plan.
    ///
    /// # Errors
    /// Too few gladiators or rounds, an illegal gladiator, a growth plan that cannot be followed, a style that has
    /// to be
    /// worked out for two given gladiators.
    pub fn new(data: &BattleData, rules: Arc<Rules>, plan: Plan) -> Result<Self> {
        if plan.strains.is_empty() || plan.size < 2 || plan.size > 100_000 {
            return Err(Error::usage(format!(
                "a cohort of {}: write 2 to 100000 gladiators",
                plan.size
            )));
        }
        if plan.rounds == 0 || plan.rounds > 1000 {
            return Err(Error::usage(format!(
                "{} rounds: write 1 to 1000",
                plan.rounds
            )));
        }
        let start = |s: &Strain| {
            if matches!(
                s.parts.style,
                StyleRule::Optimal
                    | StyleRule::Greedy(_)
                    | StyleRule::Rollout(_)
                    | StyleRule::Mcts(_)
            ) {
                return Err(Error::usage(format!(
                    "style={} is worked out for two given gladiators; \
                     in a cohort ranks grow and foes change, write another",
                    s.parts.style
                )));
            }
            super::counts_luck(&s.gladiator)?;
            growth::check(data, &rules, &s.gladiator, &s.growth)?;
            let fighter = Fighter::new(data, &rules.readings, &s.gladiator)?;
            let policy = Policy::new(s.parts, &rules, &[fighter; 2], 0);
            Ok(Start {
                fighter,
                policy,
                ranks: Market::ranks(&s.gladiator),
                record: s.gladiator.record,
            })
        };
        let starts = plan.strains.iter().map(start).collect::<Result<_>>()?;
        let market = Market::new(data, &rules);
        Ok(Self {
            plan,
            rules,
            market,
            starts,
        })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    fn newcomer(&self, strain: usize) -> Member {
        let s = &self.starts[strain];
        Member {
            strain,
            fighter: s.fighter,
            ranks: s.ranks,
            record: s.record,
            earned: 0,
            pointer: 0,
            sits_out: 0,
            alive: true,
            age: 0,
        }
    }

    /// One cohort, all rounds.
    fn play_one(
        &self,
        seed: u64,
        playout: u64,
        members: &mut Vec<Member>,
        order: &mut Vec<u32>,
        tally: &mut CohortTally,
    ) {
        let stream = |lane| Stream::new(seed, DOMAIN, playout, lane);
        let mut chance = Sample::from_streams(stream(Lane::Main), stream(Lane::Fallback));
        let mut pairs = stream(Lane::Narration); // a lane of its own, so that pairing never shifts a battle's dice
        members.clear();
        members.extend((0..self.plan.size).map(|i| self.newcomer(i % self.plan.strains.len())));
        for round in 0..self.plan.rounds {
            self.pair(members, order, &mut pairs);
            for i in 0..order.len() / 2 {
                let (a, b) = (order[2 * i] as usize, order[2 * i + 1] as usize);
                self.fight(members, [a, b], &mut chance, tally);
            }
            self.close(round, members, tally);
        }
        for m in members.iter().filter(|m| m.alive) {
            tally.left(m.strain, &m.record, m.earned, Left::Stayed);
        }
    }

    /// Who fights this round, two and two; an odd last one rests. Who sat out comes back.
    fn pair(&self, members: &mut [Member], order: &mut Vec<u32>, pairs: &mut Stream) {
        order.clear();
        for (i, m) in members.iter_mut().enumerate() {
            if m.alive && m.sits_out == 0 {
                order.push(i as u32);
            }
            m.sits_out = m.sits_out.saturating_sub(1);
        }
        match self.plan.pairing {
            Pairing::Neighbours => {
                order.sort_unstable_by_key(|&i| (std::cmp::Reverse(members[i as usize].earned), i))
            }
            Pairing::Random => {
                for i in (1..order.len()).rev() {
                    order.swap(i, pairs.below(i as u64 + 1) as usize);
                }
            }
        }
    }

    fn fight(
        &self,
        members: &mut [Member],
        ids: [usize; 2],
        chance: &mut Sample,
        tally: &mut CohortTally,
    ) {
        let rules = &*self.rules;
        let luck = ids.map(|i| members[i].record.luck());
        let mut fighters = ids.map(|i| members[i].fighter);
        (fighters[0].luck, fighters[1].luck) = (luck[0], luck[1]);
        let players = ids.map(|i| &self.starts[members[i].strain].policy);
        let start = rules.initiative(&fighters, players, chance);
        let (end, turns) = rules.play(&fighters, start, players, chance);
        tally.battle(&Battle {
            luck,
            winner: end.winner(),
            turns,
            undecided: end.winner().is_none(),
        });
        for (side, &id) in ids.iter().enumerate() {
            let m = &mut members[id];
            let after = rules.award(m.record, &Outcome::of(end, side));
            m.earned += u32::from(after.record.bank - m.record.bank);
            (m.record, m.alive, m.sits_out) = (after.record, after.alive, after.sits_out);
            let strain = &self.plan.strains[m.strain];
            if m.alive
                && self.market.spend(
                    &strain.growth,
                    &mut m.pointer,
                    &mut m.record.bank,
                    &mut m.ranks,
                )
            {
                self.market
                    .dress(&strain.gladiator, &mut m.fighter, &m.ranks);
            }
        }
    }

    /// The end of a round: what is counted, and rookies for the dead.
    fn close(&self, round: usize, members: &mut [Member], tally: &mut CohortTally) {
        let mut sums = Round::default();
        for m in members.iter_mut() {
            if !m.alive && m.age == usize::MAX {
                continue; // dead since an earlier round
            }
            tally.lived(m.age, m.alive);
            let how = if !m.alive {
                sums.deaths += 1;
                Left::Died
            } else if self.plan.retire.holds(&m.record) {
                sums.retired += 1;
                Left::Retired
            } else {
                m.age += 1;
                sums.add(&m.record, m.earned, &m.ranks);
                continue;
            };
            tally.left(m.strain, &m.record, m.earned, how);
            if self.plan.replace_dead && round + 1 < self.plan.rounds {
                *m = self.newcomer(m.strain);
                sums.add(&m.record, m.earned, &m.ranks);
            } else {
                (m.alive, m.age) = (false, usize::MAX);
            }
        }
        tally.round(round, &sums);
    }
}

impl Experiment for Cohort {
    type Tally = CohortTally;

    const BLOCK: u32 = 1;

    fn domain(&self) -> &str {
        DOMAIN
    }

    fn empty(&self) -> CohortTally {
        CohortTally::new(self.plan.rounds, self.plan.strains.len())
    }

    fn play(&self, block: &Block, tally: &mut CohortTally) {
        let (mut members, mut order) = (
            Vec::with_capacity(self.plan.size),
            Vec::with_capacity(self.plan.size),
        );
        for j in 0..u64::from(block.count) {
            self.play_one(block.seed, block.first + j, &mut members, &mut order, tally);
            tally.cohorts += 1;
        }
    }
}

/// The same cohorts under several table sets, over the same random numbers: the robustness strip.
#[derive(Debug)]
pub struct CohortSets(pub Vec<Cohort>);

/// One tally a table set.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CohortSetsTally(pub Vec<CohortTally>);

impl Tally for CohortSetsTally {
    fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine.merge(theirs);
        }
    }

    fn check(&self, empty: &Self, playouts: u64) -> std::result::Result<(), String> {
        if self.0.len() != empty.0.len() {
            return Err(format!(
                "{} table sets, not {}",
                self.0.len(),
                empty.0.len()
            ));
        }
        let mut pairs = self.0.iter().zip(&empty.0);
        pairs.try_for_each(|(mine, empty)| mine.check(empty, playouts))
    }
}

impl Experiment for CohortSets {
    type Tally = CohortSetsTally;

    const BLOCK: u32 = 1;

    fn domain(&self) -> &str {
        DOMAIN
    }

    fn empty(&self) -> CohortSetsTally {
        CohortSetsTally(self.0.iter().map(Cohort::empty).collect())
    }

    fn play(&self, block: &Block, tally: &mut CohortSetsTally) {
        for (cohort, tally) in self.0.iter().zip(&mut tally.0) {
            cohort.play(block, tally);
        }
    }
}
