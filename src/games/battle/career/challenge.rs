//! The career model `challenge`, exact: a chain over wins, losses and rounds out, one duel for each number of luck
//! dice.

use crate::error::{Error, Result};
use crate::games::battle::award::Outcome;
use crate::games::battle::duel::Duel;
use crate::games::battle::exact::exact;
use crate::games::battle::fighter::Fighter;
use crate::games::battle::gladiator::Record;
use crate::games::battle::policy::Parts;
use crate::games::battle::rules::Rules;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a career of so many rounds comes to. Totals count the dead too.
#[derive(Debug, Clone, PartialEq)]
pub struct Challenge {
    /// P(alive after round 1, 2, …).
    pub alive_after: Vec<f64>,
    /// Mean number of wins.
    pub mean_wins: f64,
    /// Mean number of losses, a fatal battle among them.
    pub mean_losses: f64,
    /// Mean number of kills.
    pub mean_kills: f64,
    /// Mean number of points earned.
    pub mean_points: f64,
    /// Mean number of insanities.
    pub mean_insanities: f64,
    /// P(alive and so many luck dice in the next battle), by luck dice.
    pub luck_next: BTreeMap<u8, f64>,
    /// Mass of undecided battles that the exact duels left over, summed over rounds: bounds the error of each
    /// probability.
    pub undecided: f64,
}

/// What one battle does to a record: all but wins and losses, which decide the luck, in the mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    won: u16,
    lost: u16,
    kills: u16,
    points: u16,
    insanities: u16,
    alive: bool,
    sits_out: u8,
}

/// Battles by luck dice.
struct Battles<'a> {
    rules: Arc<Rules>,
    fighters: [Fighter; 2],
    parts: &'a [Parts; 2],
    by_luck: BTreeMap<u8, (Vec<(Step, f64)>, f64)>,
}

impl Battles<'_> {
    fn with_luck(&mut self, luck: u8) -> Result<&(Vec<(Step, f64)>, f64)> {
        if !self.by_luck.contains_key(&luck) {
            let mut fighters = self.fighters;
            fighters[0].luck = luck;
            let duel = Duel::of(self.rules.clone(), fighters, *self.parts, None)?;
            let exact = exact(&duel)?;
            let mut steps: BTreeMap<Step, f64> = BTreeMap::new();
            for (end, by_first) in &exact.ends {
                let after = self.rules.award(Record::default(), &Outcome::of(*end, 0));
                let r = after.record;
                let step = Step {
                    won: r.wins,
                    lost: r.losses,
                    kills: r.kills,
                    points: r.bank,
                    insanities: r.insanities,
                    alive: after.alive,
                    sits_out: after.sits_out,
                };
                *steps.entry(step).or_insert(0.0) += by_first.iter().sum::<f64>();
            }
            self.by_luck
                .insert(luck, (steps.into_iter().collect(), exact.undecided));
        }
        Ok(&self.by_luck[&luck])
    }
}

/// Works out a career of `rounds` rounds, starting with this record. Nothing is spent.
///
/// # Errors
/// As [`Duel::of`], or if a battle has too many states to be exact.
pub fn challenge(
    rules: &Arc<Rules>,
    fighters: [Fighter; 2],
    parts: &[Parts; 2],
    record: Record,
    rounds: usize,
) -> Result<Challenge> {
    if rounds == 0 || rounds > 1000 {
        return Err(Error::usage(format!("{rounds} rounds: write 1 to 1000")));
    }
    let mut battles = Battles {
        rules: rules.clone(),
        fighters,
        parts,
        by_luck: BTreeMap::new(),
    };
    // (wins, losses, rounds still out) of the living.
    let mut living: BTreeMap<(u16, u16, u8), f64> =
        BTreeMap::from([((record.wins, record.losses, 0), 1.0)]);
    let mut c = Challenge {
        alive_after: Vec::new(),
        mean_wins: record.wins.into(),
        mean_losses: record.losses.into(),
        mean_kills: record.kills.into(),
        mean_points: 0.0,
        mean_insanities: record.insanities.into(),
        luck_next: BTreeMap::new(),
        undecided: 0.0,
    };
    for _ in 0..rounds {
        let mut next: BTreeMap<(u16, u16, u8), f64> = BTreeMap::new();
        for ((wins, losses, out), p) in living {
            if out > 0 {
                *next.entry((wins, losses, out - 1)).or_insert(0.0) += p;
                continue;
            }
            let luck = Record {
                wins,
                losses,
                ..Record::default()
            }
            .luck();
            let (steps, undecided) = battles.with_luck(luck)?;
            c.undecided += p * undecided;
            for (step, q) in steps {
                let q = p * q;
                c.mean_wins += q * f64::from(step.won);
                c.mean_losses += q * f64::from(step.lost);
                c.mean_kills += q * f64::from(step.kills);
                c.mean_points += q * f64::from(step.points);
                c.mean_insanities += q * f64::from(step.insanities);
                if step.alive {
                    *next
                        .entry((wins + step.won, losses + step.lost, step.sits_out))
                        .or_insert(0.0) += q;
                }
            }
        }
        living = next;
        c.alive_after.push(living.values().sum());
    }
    for ((wins, losses, _), p) in living {
        *c.luck_next
            .entry(
                Record {
                    wins,
                    losses,
                    ..Record::default()
                }
                .luck(),
            )
            .or_insert(0.0) += p;
    }
    Ok(c)
}
