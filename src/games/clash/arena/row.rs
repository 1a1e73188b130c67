//! A distribution laid out for drawing: running sums of exact integer weights, the likeliest outcome first.

use crate::chance::{Stream, gcd};

/// Sums stay below this, so that one random word decides a draw without bias.
const MOST: u128 = 1 << 62;

/// Outcomes with their running sums. The likeliest lies inline: half of all draws, and those with one
/// outcome only, look no
/// further.
#[derive(Debug, Clone)]
pub(super) struct Row<T> {
    total: u64,
    first: (u64, T),
    rest: Box<[(u64, T)]>,
}

impl<T: Copy + Ord> Row<T> {
    /// From positive weights. Weights are exact; only a total above 2^62 (random decisions piled up) is
    /// scaled down to it,
    /// each share then off by less than 2^-61.
    pub fn new(weighted: impl IntoIterator<Item = (T, u128)>) -> Self {
        let mut list: Vec<(T, u128)> = weighted.into_iter().filter(|(_, w)| *w > 0).collect();
        list.sort_unstable_by_key(|&(outcome, _)| outcome);
        list.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 += later.1;
            }
            same
        });
        let shared = list.iter().fold(0, |g, &(_, w)| gcd(g, w));
        let total: u128 = list.iter().map(|(_, w)| w / shared).sum();
        let shift = (total / MOST).checked_ilog2().map_or(0, |log| log + 1);
        // Stable: equal weights stay in the order of the outcomes.
        list.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        let mut sum = 0;
        let mut cells = list.iter().map(|&(outcome, weight)| {
            sum += ((weight / shared) >> shift).max(1) as u64;
            (sum, outcome)
        });
        let first = cells.next().expect("a distribution has an outcome");
        let rest: Box<[(u64, T)]> = cells.collect();
        Self {
            total: rest.last().map_or(first.0, |last| last.0),
            first,
            rest,
        }
    }

    /// Sum of the weights.
    #[inline]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Draws an outcome.
    #[inline]
    pub fn draw(&self, stream: &mut Stream) -> T {
        let (sum, first) = self.first;
        if sum == self.total {
            return first;
        }
        let word = stream.below(self.total);
        if word < sum {
            return first;
        }
        let beyond = self.rest.iter().find(|(sum, _)| word < *sum);
        beyond.expect("the last sum is the total").1
    }

    /// Outcomes with their probabilities.
    pub fn shares(&self) -> impl Iterator<Item = (T, f64)> + '_ {
        let total = self.total() as f64;
        self.weighted()
            .map(move |(outcome, weight)| (outcome, weight as f64 / total))
    }

    /// Outcomes with their weights.
    pub fn weighted(&self) -> impl Iterator<Item = (T, u64)> + '_ {
        let cells = || std::iter::once(&self.first).chain(&self.rest);
        let before = std::iter::once(0).chain(cells().map(|&(sum, _)| sum));
        cells()
            .zip(before)
            .map(|(&(sum, outcome), before)| (outcome, sum - before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Lane;

    #[test]
    fn weights_are_merged_reduced_and_kept_in_proportion() {
        let row = Row::new([('b', 4), ('a', 6), ('b', 4), ('c', 0)]);
        assert_eq!(row.weighted().collect::<Vec<_>>(), [('b', 4), ('a', 3)]);
        let mut stream = Stream::new(3, "row", 0, Lane::Main);
        let hits = (0..70_000).filter(|_| row.draw(&mut stream) == 'b').count();
        assert!((39_300..40_700).contains(&hits), "{hits}"); // 40000 +- 5 standard deviations of 131
        let huge = Row::new([(0, u128::MAX / 4), (1, u128::MAX / 4 * 2)]);
        let share = huge.shares().find(|(k, _)| *k == 1).unwrap().1;
        assert!(huge.total() < 1 << 63 && (share - 2.0 / 3.0).abs() < 1e-15);
    }
}
