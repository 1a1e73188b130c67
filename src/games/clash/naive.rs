//! The naive twin: a duel as one would first write it, with lists, enums and one random number a die.
//!
//! It shares no code with the rules, the tables or the solver: it is the yardstick of the benches and an
//! independent check in `gsim verify`. It plays the default reading under the policy `simple`, teams and animals.

use super::counts::Kind;
use super::unit::Unit;

/// A face of the die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// Two red stars.
    Critical,
    /// One yellow star.
    Single,
    /// Blank.
    Miss,
}

impl Face {
    /// The face of a number from 0 to 5.
    pub fn from_number(number: u32) -> Self {
        match number {
            0 => Self::Critical,
            1 | 2 => Self::Single,
            _ => Self::Miss,
        }
    }
}

/// A gladiator on its carrier.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Gladiator {
    kind: Kind,
    netted: bool,
}

/// One side.
#[derive(Debug, Clone)]
struct Fighter {
    gladiators: Vec<Gladiator>,
    /// Hits that defeat an animal; `None` for a team.
    hits: Option<u8>,
    markers: u8,
    defeated: bool,
}

/// What is left of one side.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Left {
    /// Gladiators left, sorted; symbols of an animal that stands.
    pub kinds: Vec<Kind>,
    /// Hit markers.
    pub markers: u8,
    /// True when nothing is left.
    pub out: bool,
}

impl Fighter {
    fn new(unit: Unit) -> Self {
        let gladiators = unit
            .counts
            .kinds()
            .map(|kind| Gladiator {
                kind,
                netted: false,
            })
            .collect();
        let hits = unit.is_animal().then_some(unit.hits);
        Self {
            gladiators,
            hits,
            markers: unit.markers,
            defeated: false,
        }
    }

    fn active(&self, kind: Kind) -> usize {
        self.gladiators
            .iter()
            .filter(|g| g.kind == kind && !g.netted)
            .count()
    }

    fn hits_to_out(&self) -> usize {
        match self.hits {
            Some(hits) => usize::from(hits - self.markers),
            None => 2 * self.gladiators.len() - usize::from(self.markers),
        }
    }

    fn net(&mut self, nets: usize) {
        for _ in 0..nets {
            for kind in [
                Kind::Sword,
                Kind::Net,
                Kind::Trident,
                Kind::Shield,
                Kind::Spear,
            ] {
                if let Some(g) = self
                    .gladiators
                    .iter_mut()
                    .find(|g| g.kind == kind && !g.netted)
                {
                    g.netted = true;
                    break;
                }
            }
        }
    }

    fn give_up_one(&mut self) {
        for netted in [true, false] {
            for kind in [
                Kind::Spear,
                Kind::Shield,
                Kind::Net,
                Kind::Trident,
                Kind::Sword,
            ] {
                if let Some(at) = self
                    .gladiators
                    .iter()
                    .position(|g| g.kind == kind && g.netted == netted)
                {
                    self.gladiators.remove(at);
                    return;
                }
            }
        }
    }

    fn left(&self) -> Left {
        let mut kinds: Vec<Kind> = self.gladiators.iter().map(|g| g.kind).collect();
        kinds.sort();
        if self.defeated {
            return Left {
                kinds: Vec::new(),
                markers: 0,
                out: true,
            };
        }
        Left {
            kinds,
            markers: self.markers,
            out: false,
        }
    }
}

fn damage(roll: &[Face], shields: usize, hits_to_out: usize) -> usize {
    let crits = roll.iter().filter(|f| **f == Face::Critical).count();
    let singles = roll.iter().filter(|f| **f == Face::Single).count();
    (2 * crits + singles.saturating_sub(shields)).min(hits_to_out)
}

/// Mean damage of a fresh roll, by listing every roll.
fn mean_damage(dice: usize, shields: usize, hits_to_out: usize) -> f64 {
    let rolls = 6u32.pow(dice as u32);
    let sum: usize = (0..rolls)
        .map(|mut number| {
            let roll: Vec<Face> = (0..dice)
                .map(|_| {
                    let face = Face::from_number(number % 6);
                    number /= 6;
                    face
                })
                .collect();
            damage(&roll, shields, hits_to_out)
        })
        .sum();
    sum as f64 / f64::from(rolls)
}

/// Mean damages that have been worked out, so that the twin is slow only where it plays.
#[derive(Debug, Default)]
pub struct MeanDamage(std::collections::HashMap<(usize, usize, usize), f64>);

impl MeanDamage {
    fn of(&mut self, dice: usize, shields: usize, hits_to_out: usize) -> f64 {
        *self
            .0
            .entry((dice, shields, hits_to_out))
            .or_insert_with(|| mean_damage(dice, shields, hits_to_out))
    }
}

/// Rolls for `roller` at `target`. `die` gives a number from 0 to 5.
fn attack(
    roller: &Fighter,
    target: &mut Fighter,
    means: &mut MeanDamage,
    die: &mut impl FnMut() -> u32,
) {
    let dice = usize::from(roller.hits.is_none()) + roller.active(Kind::Sword);
    if dice == 0 {
        return;
    }
    let mut roll: Vec<Face> = (0..dice).map(|_| Face::from_number(die())).collect();
    let (shields, out) = (target.active(Kind::Shield), target.hits_to_out());
    if roller.active(Kind::Trident) > target.active(Kind::Trident)
        && means.of(dice, shields, out) > damage(&roll, shields, out) as f64 + 1e-9
    {
        roll = (0..dice).map(|_| Face::from_number(die())).collect();
    }
    let mut singles = roll
        .iter()
        .filter(|f| **f == Face::Single)
        .count()
        .saturating_sub(shields);
    let crits = roll.iter().filter(|f| **f == Face::Critical).count();
    if let Some(hits) = target.hits {
        singles += 2 * crits;
        target.markers = hits.min(target.markers + singles as u8);
        target.defeated = target.markers == hits;
        return;
    }
    for _ in 0..crits {
        target.give_up_one();
    }
    for _ in 0..singles {
        target.markers += 1;
        if target.markers == 2 {
            target.markers = 0;
            target.give_up_one();
        }
    }
    target.defeated = target.gladiators.is_empty();
}

/// Plays one duel; what is left of the attacker and of the defender. The attacker challenges.
pub fn duel(
    attacker: Unit,
    defender: Unit,
    means: &mut MeanDamage,
    mut die: impl FnMut() -> u32,
) -> [Left; 2] {
    let mut a = Fighter::new(attacker);
    let mut d = Fighter::new(defender);
    let attacker_first = a.active(Kind::Spear) >= d.active(Kind::Spear);
    let (first, second) = if attacker_first {
        (&mut a, &mut d)
    } else {
        (&mut d, &mut a)
    };
    if first.hits.is_none() && second.hits.is_none() {
        second.net(first.active(Kind::Net));
        first.net(second.active(Kind::Net));
    }
    attack(first, second, means, &mut die);
    if !second.defeated {
        attack(second, first, means, &mut die);
    }
    [a.left(), d.left()]
}
