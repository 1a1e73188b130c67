//! The career model `challenge`, exact: a chain over wins, losses and rounds out, one duel for each number of luck
//! dice.

use super::layers::Layers;
use crate::error::{Error, Result};
use crate::games::battle::award::Outcome;
use crate::games::battle::duel::Duel;
use crate::games::battle::exact::exact;
use crate::games::battle::fighter::Fighter;
use crate::games::battle::gladiator::Record;
use crate::games::battle::policy::{LuckRule, Parts, StyleRule};
use crate::games::battle::rules::Rules;
use crate::games::battle::state::State;
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
pub(super) struct Step {
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
    /// Those with more luck dice from those with fewer; `None` where each battle is worked out by itself.
    layers: Option<Layers>,
}

/// Turn caps from this on do not matter to battles that end at all.
const NO_CAP: u32 = 10_000;

impl Battles<'_> {
    fn new<'a>(rules: &Arc<Rules>, fighters: [Fighter; 2], parts: &'a [Parts; 2]) -> Battles<'a> {
        // Optimal styles differ with the luck at the start, and a low cap needs turns to be counted.
        let apart = parts.iter().any(|p| p.style == StyleRule::Optimal)
            || rules.readings.max_turns < NO_CAP;
        Battles {
            rules: rules.clone(),
            fighters,
            parts,
            by_luck: BTreeMap::new(),
            layers: (!apart).then(Layers::default),
        }
    }

    fn with_luck(&mut self, luck: u8) -> Result<&(Vec<(Step, f64)>, f64)> {
        let luck = match self.parts[0].luck == LuckRule::NONE {
            true => 0,
            false => luck,
        };
        let (first, rules) = match self.layers.is_some() {
            true => (self.by_luck.len() as u8, self.rules.clone()),
            false => (luck, self.rules.clone()),
        };
        for luck in first..=luck {
            if self.by_luck.contains_key(&luck) {
                continue;
            }
            let mut fighters = self.fighters;
            fighters[0].luck = luck;
            let duel = Duel::of(rules.clone(), fighters, *self.parts, None)?;
            let solved = match &mut self.layers {
                Some(layers) => layers.next(&duel, |end| step(&rules, end))?,
                None => {
                    let exact = exact(&duel)?;
                    let mut steps: BTreeMap<Step, f64> = BTreeMap::new();
                    for (end, by_first) in &exact.ends {
                        let sum = by_first.iter().sum::<f64>();
                        *steps.entry(step(&rules, *end)).or_insert(0.0) += sum;
                    }
                    (steps.into_iter().collect(), exact.undecided)
                }
            };
            self.by_luck.insert(luck, solved);
        }
        Ok(&self.by_luck[&luck])
    }
}

/// What an end does to the record of side a.
fn step(rules: &Rules, end: State) -> Step {
    let after = rules.award(Record::default(), &Outcome::of(end, 0));
    let r = after.record;
    Step {
        won: r.wins,
        lost: r.losses,
        kills: r.kills,
        points: r.bank,
        insanities: r.insanities,
        alive: after.alive,
        sits_out: after.sits_out,
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
    let mut battles = Battles::new(rules, fighters, parts);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battle::tests::duel;

    /// Layer by layer is battle by battle.
    #[test]
    fn layers_are_the_battles_they_stand_for() {
        for (a, b) in [
            (
                "short_sword:4 A4 R1 H4 luck={attack=max,awake=max,initiative=1}",
                "short_sword:3 A3 H3",
            ),
            (
                "dagger:4x2 A4 H3 throw=always luck=all",
                "short_sword:3 A3 H4 L1 luck=defence",
            ),
        ] {
            let d = duel(a, b);
            let parts = [d.policies[0].parts, d.policies[1].parts];
            let mut layered = Battles::new(&d.rules, d.fighters, &parts);
            let mut apart = Battles::new(&d.rules, d.fighters, &parts);
            apart.layers = None;
            for luck in [3, 1] {
                let (steps, over) = layered.with_luck(luck).unwrap();
                let (wanted, _) = apart.with_luck(luck).unwrap();
                assert!(over.abs() < 1e-11);
                for (step, p) in wanted {
                    let got = steps.iter().find(|s| s.0 == *step).map_or(0.0, |s| s.1);
                    assert!((got - p).abs() < 1e-11, "{a} {luck} {step:?}: {got} {p}");
                }
            }
        }
    }
}
