//! Enumeration in double precision: every branch of a piece of the rules with its probability.
//!
//! [`crate::chance::enumerate`] is exact, but its weights overflow where fifty dice are thrown in a row; the pieces of
//! this game's rules can do that. Branches are merged by result at once.

use crate::chance::{Chance, Dist, Outcome};
use std::collections::BTreeMap;

/// Answers draws along one branch.
#[derive(Debug, Default)]
pub struct Weigh {
    path: Vec<(u32, u32)>,
    depth: usize,
    p: f64,
}

impl Chance for Weigh {
    fn draw<T: Outcome>(&mut self, _site: &'static str, dist: &Dist<T>) -> T {
        if self.depth == self.path.len() {
            self.path.push((0, dist.len() as u32));
        }
        let taken = self.path[self.depth].0 as usize;
        self.depth += 1;
        self.p *= dist.weight(taken) as f64 / dist.total() as f64;
        dist.outcome(taken)
    }
}

/// The distribution of what `run` returns: equal results merged, in order.
pub fn weigh<R: Ord>(mut run: impl FnMut(&mut Weigh) -> R) -> Vec<(R, f64)> {
    let mut merged: BTreeMap<R, f64> = BTreeMap::new();
    let mut branch = Weigh::default();
    loop {
        (branch.depth, branch.p) = (0, 1.0);
        let result = run(&mut branch);
        *merged.entry(result).or_insert(0.0) += branch.p;
        loop {
            match branch.path.last_mut() {
                None => return merged.into_iter().collect(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_sum_to_one_and_merge() {
        let die = Dist::uniform(1u8..=6);
        let run = |b: &mut Weigh| {
            let first = b.draw("die", &die);
            if first == 6 {
                first + b.draw("die", &die)
            } else {
                first
            }
        };
        let d = weigh(run);
        assert_eq!(d.len(), 11);
        assert!((d.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-15);
        assert!((d.iter().find(|(r, _)| *r == 9).unwrap().1 - 1.0 / 36.0).abs() < 1e-15);
    }
}
