//! Several duels over the same dice: battle j of each throws the same, throw by throw, as long as it goes the same way.

use super::duel::Duel;
use super::playouts::{DOMAIN, Duels};
use super::tally::{self, DuelTally};
use crate::playout::{Block, Experiment, Tally};
use crate::stats::{Moments, two_sided_p};
use serde::{Deserialize, Serialize};

/// Duels that are compared; a's wins count.
#[derive(Debug)]
pub struct Trials(Vec<Duels>);

impl Trials {
    /// Of these duels. All are played by the rules: whole exchanges read off tables would not share their dice.
    pub fn new(duels: impl IntoIterator<Item = Duel>) -> Self {
        Self(duels.into_iter().map(Duels::literal).collect())
    }
}

/// What they came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialsTally {
    /// Each by itself.
    pub each: Vec<DuelTally>,
    /// Battles that trial i wins and trial j does not, at i * trials + j.
    over: Vec<u64>,
}

impl TrialsTally {
    /// Battles that trial `i` wins and trial `j` does not.
    pub fn over(&self, i: usize, j: usize) -> u64 {
        self.over[i * self.each.len() + j]
    }

    /// Two-sided p-value of the sign test that both win as often, over the battles that only one of them wins; the
    /// normal approximation with its continuity correction.
    pub fn p(&self, i: usize, j: usize) -> f64 {
        let (a, b) = (self.over(i, j) as f64, self.over(j, i) as f64);
        let z = ((a - b).abs() - 1.0).max(0.0) / (a + b).sqrt();
        if a + b > 0.0 { two_sided_p(z) } else { 1.0 }
    }

    /// What trial `i` wins more than trial `j`, a battle.
    pub fn gain(&self, i: usize, j: usize) -> Moments {
        let n = self.each[i].counts().n();
        let (a, b) = (self.over(i, j), self.over(j, i));
        Moments::from_weighted([(1, a), (-1, b), (0, n - a - b)])
    }
}

impl Tally for TrialsTally {
    fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.each.iter_mut().zip(&other.each) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.over.iter_mut().zip(&other.over) {
            *mine += theirs;
        }
    }

    fn check(&self, empty: &Self, playouts: u64) -> Result<(), String> {
        if (self.each.len(), self.over.len()) != (empty.each.len(), empty.over.len()) {
            return Err(format!(
                "{} duels, not {}",
                self.each.len(),
                empty.each.len()
            ));
        }
        let mut pairs = self.each.iter().zip(&empty.each);
        pairs.try_for_each(|(mine, empty)| mine.check(empty, playouts))
    }
}

impl Experiment for Trials {
    type Tally = TrialsTally;

    const BLOCK: u32 = Duels::BLOCK;

    fn domain(&self) -> &str {
        DOMAIN
    }

    fn empty(&self) -> TrialsTally {
        TrialsTally {
            each: self.0.iter().map(Duels::empty).collect(),
            over: vec![0; self.0.len() * self.0.len()],
        }
    }

    fn play(&self, block: &Block, tally: &mut TrialsTally) {
        const WORDS: usize = Duels::BLOCK as usize / 64;
        let trials = self.0.len();
        let mut wins = vec![[0u64; WORDS]; trials];
        for ((duels, tally), wins) in self.0.iter().zip(&mut tally.each).zip(&mut wins) {
            for j in 0..block.count as usize {
                let (first, end, turns) = duels.one(block.seed, block.first + j as u64);
                tally::add(&mut tally.0, first, end, turns);
                wins[j / 64] |= u64::from(end.winner() == Some(0)) << (j % 64);
            }
        }
        for i in 0..trials {
            for j in 0..trials {
                let only = wins[i]
                    .iter()
                    .zip(&wins[j])
                    .map(|(a, b)| (a & !b).count_ones());
                tally.over[i * trials + j] += u64::from(only.sum::<u32>());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battle::tests::{ROOKIE, duel, rookie};
    use crate::playout::{Plan, run};

    /// What one wins over the other is the difference of their wins, and the same dice make that small.
    #[test]
    fn the_same_dice_tell_small_differences() {
        let duels =
            ["never", "at:-3", "never"].map(|k| duel(&rookie(&format!("surrender={k}")), ROOKIE));
        let t = run(&Trials::new(duels), &Plan::new(3000, 5)).unwrap().tally;
        let wins = |i: usize| t.each[i].counts().wins(0);
        assert_eq!(
            wins(0) as i64 - wins(1) as i64,
            t.over(0, 1) as i64 - t.over(1, 0) as i64
        );
        assert_eq!((t.over(0, 2), t.over(2, 0), t.over(1, 1)), (0, 0, 0));
        let apart = t.over(0, 1) + t.over(1, 0);
        let independent = 2 * wins(0) * (3000 - wins(1)) / 3000;
        assert!(10 * apart < independent, "{apart} of {independent}");
        let gain = t.gain(0, 1).mean().unwrap();
        assert!((gain * 3000.0 - (wins(0) as f64 - wins(1) as f64)).abs() < 1e-9);
        assert!(t.p(0, 1) < 1e-3 && t.p(0, 2) == 1.0, "{}", t.p(0, 1));
    }
}
