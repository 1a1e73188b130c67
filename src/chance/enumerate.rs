//! Enumeration: runs the rules once for every branch of chance, with its exact probability.
//!
//! The rules are an ordinary function over a [`Chance`]; this one answers each draw with the next
//! branch not yet taken, as an odometer counts. Equal results are merged by [`distribution`].

use super::{Chance, Dist, Outcome};
use num_traits::Zero;
use std::collections::BTreeMap;

/// An exact probability, reduced.
pub type Prob = num_rational::Ratio<u128>;

/// Answers draws along one branch.
#[derive(Debug, Default)]
pub struct Branch {
    /// Outcome taken at each draw, and the number of outcomes there.
    path: Vec<(u16, u16)>,
    depth: usize,
    weight: u128,
    total: u128,
}

impl Chance for Branch {
    fn draw<T: Outcome>(&mut self, _site: &'static str, dist: &Dist<T>) -> T {
        if self.depth == self.path.len() {
            self.path.push((0, dist.len() as u16));
        }
        let taken = usize::from(self.path[self.depth].0);
        self.depth += 1;
        self.weight *= u128::from(dist.weight(taken));
        self.total *= u128::from(dist.total());
        dist.outcome(taken)
    }
}

/// One branch of an enumeration.
#[derive(Debug)]
pub struct Leaf<'a, R> {
    /// What the rules returned.
    pub result: R,
    /// Product of the weights along the branch; its probability is `weight / total`, unreduced.
    pub weight: u128,
    /// Product of the totals along the branch.
    pub total: u128,
    path: &'a [(u16, u16)],
}

impl<R> Leaf<'_, R> {
    /// Its exact probability.
    pub fn probability(&self) -> Prob {
        Prob::new(self.weight, self.total)
    }

    /// Index of the outcome taken at each draw; replayed by [`Branch::along`].
    pub fn choices(&self) -> Vec<u16> {
        self.path.iter().map(|&(taken, _)| taken).collect()
    }
}

impl Branch {
    /// A source that takes the given outcomes in order, for a replay.
    pub fn along(choices: &[u16]) -> Self {
        Self {
            path: choices.iter().map(|&c| (c, u16::MAX)).collect(),
            depth: 0,
            weight: 1,
            total: 1,
        }
    }
}

/// Calls `run` once for every branch of chance in it, and `visit` with each result.
pub fn enumerate<R>(mut run: impl FnMut(&mut Branch) -> R, mut visit: impl FnMut(Leaf<'_, R>)) {
    let mut branch = Branch::default();
    loop {
        (branch.depth, branch.weight, branch.total) = (0, 1, 1);
        let result = run(&mut branch);
        debug_assert_eq!(
            branch.depth,
            branch.path.len(),
            "the rules drew less than on the branch before"
        );
        visit(Leaf {
            result,
            weight: branch.weight,
            total: branch.total,
            path: &branch.path,
        });
        // The odometer: drop finished draws, advance the last unfinished one.
        loop {
            match branch.path.last_mut() {
                None => return,
                Some((taken, len)) if *taken + 1 < *len => {
                    *taken += 1;
                    break;
                }
                Some(_) => {
                    branch.path.pop();
                }
            }
        }
    }
}

/// The exact distribution of what `run` returns: equal results merged, in order of the results,
/// as integer weights over their common total (reduced).
///
/// # Panics
/// If the total is 2^52 or more.
pub fn distribution<R: Copy + Ord>(run: impl FnMut(&mut Branch) -> R) -> Dist<R> {
    let mut branches: Vec<(R, u128, u128)> = Vec::new();
    enumerate(run, |leaf| {
        branches.push((leaf.result, leaf.weight, leaf.total))
    });
    let common = branches.iter().fold(1u128, |l, &(_, _, t)| lcm(l, t));
    let mut merged: BTreeMap<R, u128> = BTreeMap::new();
    for (result, weight, total) in branches {
        *merged.entry(result).or_insert(0) += weight * (common / total);
    }
    debug_assert_eq!(
        merged.values().sum::<u128>(),
        common,
        "probabilities must sum to one"
    );
    let shared = merged.values().fold(common, |g, &w| gcd(g, w));
    Dist::new(merged.into_iter().map(|(r, w)| {
        (
            r,
            u64::try_from(w / shared).expect("weights add up to less than 2^52"),
        )
    }))
}

/// Greatest common divisor; `gcd(0, b) = b`.
pub fn gcd(mut a: u128, mut b: u128) -> u128 {
    while !b.is_zero() {
        (a, b) = (b, a % b);
    }
    a
}

/// Least common multiple of two positive numbers.
pub fn lcm(a: u128, b: u128) -> u128 {
    if a % b == 0 { a } else { a / gcd(a, b) * b }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_dice_then_maybe_a_coin(chance: &mut impl Chance) -> u8 {
        let die = Dist::uniform(1u8..=6);
        let sum = chance.draw("die", &die) + chance.draw("die", &die);
        if sum == 7 {
            sum + chance.draw("coin", &Dist::uniform([0u8, 10]))
        } else {
            sum
        }
    }

    #[test]
    fn branches_sum_to_exactly_one_and_merge() {
        let mut sum = Prob::zero();
        let mut branches = 0;
        enumerate(
            |b| two_dice_then_maybe_a_coin(b),
            |leaf| {
                sum += leaf.probability();
                branches += 1;
            },
        );
        assert_eq!((sum, branches), (Prob::new(1, 1), 36 + 6));
        let d = distribution(|b| two_dice_then_maybe_a_coin(b));
        assert_eq!(d.total(), 36);
        let at = |x: u8| d.weighted().find(|&(o, _)| o == x).map(|(_, w)| w);
        assert_eq!(
            (at(2), at(6), at(7), at(17), at(18)),
            (Some(1), Some(5), Some(3), Some(3), None)
        );
    }

    #[test]
    fn a_branch_can_be_replayed() {
        let mut paths = Vec::new();
        enumerate(
            |b| two_dice_then_maybe_a_coin(b),
            |leaf| paths.push((leaf.result, leaf.choices())),
        );
        for (result, choices) in paths {
            assert_eq!(
                two_dice_then_maybe_a_coin(&mut Branch::along(&choices)),
                result
            );
        }
    }
}
