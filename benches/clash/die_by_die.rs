//! A duel as one writes it who cares about speed but draws every die: arrays of counts, no allocation, means worked
//! out beforehand. The default reading of the rules, policies `simple` and `random`, teams and animals.

use gsim::games::clash::counts::Kind;
use gsim::games::clash::unit::Unit;
use rand::{Rng, RngExt};

const S: usize = Kind::Sword as usize;
const N: usize = Kind::Net as usize;
const T: usize = Kind::Trident as usize;
const P: usize = Kind::Spear as usize;
const H: usize = Kind::Shield as usize;

/// One side of a duel: how many of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fighter {
    active: [u8; 5],
    netted: [u8; 5],
    size: u8,
    /// Hits that defeat an animal; 0 for a team.
    hits: u8,
    markers: u8,
    out: bool,
}

impl Fighter {
    /// A unit that enters a duel.
    pub fn new(unit: Unit) -> Self {
        let active = unit.counts.to_array();
        Self {
            active,
            netted: [0; 5],
            size: active.iter().sum(),
            hits: unit.hits,
            markers: unit.markers,
            out: false,
        }
    }

    fn hits_to_out(&self) -> u8 {
        if self.hits > 0 {
            self.hits - self.markers
        } else {
            2 * self.size - self.markers
        }
    }

    /// Gladiators gone; 1 for a defeated animal.
    pub fn lost(&self, before: &Self) -> usize {
        if self.hits > 0 {
            usize::from(self.out)
        } else {
            usize::from(before.size - self.size)
        }
    }
}

/// How sides decide.
pub trait Decide {
    /// Names `count` active gladiators of the target for the nets.
    fn net<R: Rng>(target: &mut Fighter, count: u8, rng: &mut R);
    /// Gives up one gladiator.
    fn give_up<R: Rng>(side: &mut Fighter, rng: &mut R);
    /// Whether to roll again; `better`: a fresh roll does more damage on average.
    fn reroll<R: Rng>(better: bool, rng: &mut R) -> bool;
}

/// The policy `simple`.
pub struct Simple;
/// The policy `random`.
pub struct Random;

impl Decide for Simple {
    #[inline]
    fn net<R: Rng>(target: &mut Fighter, mut count: u8, _: &mut R) {
        for kind in [S, N, T, H, P] {
            let taken = target.active[kind].min(count);
            target.active[kind] -= taken;
            target.netted[kind] += taken;
            count -= taken;
        }
    }

    #[inline]
    fn give_up<R: Rng>(side: &mut Fighter, _: &mut R) {
        for group in [&mut side.netted, &mut side.active] {
            for kind in [P, H, N, T, S] {
                if group[kind] > 0 {
                    group[kind] -= 1;
                    return;
                }
            }
        }
    }

    #[inline]
    fn reroll<R: Rng>(better: bool, _: &mut R) -> bool {
        better
    }
}

/// Takes the `index`-th gladiator out of counts; its kind, or what is left of the index.
#[inline]
fn take(counts: &mut [u8; 5], mut index: u8) -> Result<usize, u8> {
    for (kind, count) in counts.iter_mut().enumerate() {
        if index < *count {
            *count -= 1;
            return Ok(kind);
        }
        index -= *count;
    }
    Err(index)
}

impl Decide for Random {
    #[inline]
    fn net<R: Rng>(target: &mut Fighter, count: u8, rng: &mut R) {
        for _ in 0..count {
            let active = target.active.iter().sum();
            if active == 0 {
                return;
            }
            if let Ok(kind) = take(&mut target.active, rng.random_range(0..active)) {
                target.netted[kind] += 1;
            }
        }
    }

    #[inline]
    fn give_up<R: Rng>(side: &mut Fighter, rng: &mut R) {
        if side.size > 0
            && let Err(index) = take(&mut side.active, rng.random_range(0..side.size))
        {
            let _ = take(&mut side.netted, index);
        }
    }

    #[inline]
    fn reroll<R: Rng>(_: bool, rng: &mut R) -> bool {
        rng.random_range(0..2u8) == 1
    }
}

/// Most dice, shields and hits to out that a duel of these benches meets.
const MOST: [usize; 3] = [6, 5, 12];

/// The least damage that a fresh roll does not beat on average, by dice, shields and hits to out.
pub struct Worth([[[u8; MOST[2]]; MOST[1]]; MOST[0]]);

impl Worth {
    /// Lists every roll.
    pub fn new() -> Self {
        let mut table = [[[0; MOST[2]]; MOST[1]]; MOST[0]];
        for (dice, table) in table.iter_mut().enumerate() {
            for (shields, table) in table.iter_mut().enumerate() {
                for (out, worth) in table.iter_mut().enumerate() {
                    let rolls = 6u32.pow(dice as u32);
                    let sum: u32 = (0..rolls)
                        .map(|mut number| {
                            let (mut crits, mut singles) = (0, 0);
                            for _ in 0..dice {
                                crits += u32::from(number % 6 == 0);
                                singles += u32::from(matches!(number % 6, 1 | 2));
                                number /= 6;
                            }
                            (2 * crits + singles.saturating_sub(shields as u32)).min(out as u32)
                        })
                        .sum();
                    *worth = sum.div_ceil(rolls) as u8;
                }
            }
        }
        Self(table)
    }
}

#[inline]
fn roll<R: Rng>(dice: u8, rng: &mut R) -> (u8, u8) {
    let (mut crits, mut singles) = (0, 0);
    for _ in 0..dice {
        let face = rng.random_range(0..6u32);
        crits += u8::from(face == 0);
        singles += u8::from(matches!(face, 1 | 2));
    }
    (crits, singles)
}

#[inline]
fn attack<D: Decide, R: Rng>(roller: &Fighter, target: &mut Fighter, worth: &Worth, rng: &mut R) {
    let dice = u8::from(roller.hits == 0) + roller.active[S];
    if dice == 0 {
        return;
    }
    let (mut crits, mut singles) = roll(dice, rng);
    let (shields, out) = (target.active[H], target.hits_to_out());
    if roller.active[T] > target.active[T] {
        let damage = (2 * crits + singles.saturating_sub(shields)).min(out);
        let better = damage < worth.0[usize::from(dice)][usize::from(shields)][usize::from(out)];
        if D::reroll(better, rng) {
            (crits, singles) = roll(dice, rng);
        }
    }
    let marked = target.markers + 2 * crits + singles.saturating_sub(shields);
    if target.hits > 0 {
        target.markers = marked.min(target.hits);
        target.out = target.markers == target.hits;
        return;
    }
    let lost = (marked / 2).min(target.size);
    if lost == target.size {
        (target.size, target.out) = (0, true);
        return;
    }
    target.markers = marked % 2;
    for _ in 0..lost {
        D::give_up(target, rng);
        target.size -= 1;
    }
}

/// Plays one duel, challenged by the attacker; both sides as they leave it.
#[inline]
pub fn duel<D: Decide, R: Rng>(start: &[Fighter; 2], worth: &Worth, rng: &mut R) -> [Fighter; 2] {
    let [mut attacker, mut defender] = *start;
    let attacker_first = attacker.active[P] >= defender.active[P];
    let (first, second) = if attacker_first {
        (&mut attacker, &mut defender)
    } else {
        (&mut defender, &mut attacker)
    };
    if first.hits == 0 && second.hits == 0 {
        D::net(second, first.active[N], rng);
        D::net(first, second.active[N], rng);
    }
    attack::<D, R>(first, second, worth, rng);
    if !second.out {
        attack::<D, R>(second, first, worth, rng);
    }
    [attacker, defender]
}
