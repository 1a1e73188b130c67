//! Rankings that claim no more than the data: tie groups and ranges of possible ranks.
//!
//! A tie group is what cannot be told apart from its first item, at a level that holds for all comparisons together:
//! the first group holds whatever may be as good as the best, the second whatever of the rest may be as good as the best
//! of the rest, and so on. Members of neighbouring groups may still be too close to call; the ranks left open say so.

/// A ranking, best (largest value) first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    /// Items (indices into the input) by descending value, equal values by index.
    pub order: Vec<usize>,
    /// Tie group of each item, by item: 0 is the best group. Each item is worse than the first of every better group.
    pub group: Vec<usize>,
    /// Best and worst rank (1-based) that the data leave open to each item, by item.
    pub ranks: Vec<(usize, usize)>,
}

impl Ranking {
    /// The items of each group, best group first, inside a group by descending value.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups = vec![Vec::new(); self.group.iter().max().map_or(0, |last| last + 1)];
        for &item in &self.order {
            groups[self.group[item]].push(item);
        }
        groups
    }

    fn new(values: &[f64], better: impl Fn(usize, usize) -> bool) -> Self {
        assert!(
            values.iter().all(|v| v.is_finite()),
            "a ranking needs finite values"
        );
        let count = values.len();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
        let mut group = vec![0; count];
        let mut rest = order.clone();
        for number in 0.. {
            let Some(&first) = rest.first() else { break };
            rest.retain(|&item| {
                let joins = item == first || !better(first, item);
                if joins {
                    group[item] = number;
                }
                !joins
            });
        }
        let others = |test: &dyn Fn(usize) -> bool| (0..count).filter(|&other| test(other)).count();
        let ranks = (0..count).map(|item| {
            let above = others(&|other| better(other, item));
            let below = others(&|other| better(item, other));
            (1 + above, count - below)
        });
        Self {
            ranks: ranks.collect(),
            order,
            group,
        }
    }
}

/// The confidence that each of `count` intervals needs so that all hold together with `confidence` (Bonferroni).
pub fn simultaneous_confidence(confidence: f64, count: usize) -> f64 {
    1.0 - (1.0 - confidence) / count.max(1) as f64
}

/// Ranks by values with simultaneous intervals (each at [`simultaneous_confidence`]): better means that the
/// whole interval lies above the other. Exact values have intervals of no width.
///
/// # Panics
/// If the lengths differ or a value is not finite.
pub fn rank_by_intervals(values: &[f64], intervals: &[(f64, f64)]) -> Ranking {
    assert_eq!(values.len(), intervals.len(), "one interval a value");
    Ranking::new(values, |a, b| intervals[a].0 > intervals[b].1)
}

/// Ranks by values with two-sided p-values of all pairwise (better: paired) differences, by Holm's step-down
/// procedure over all pairs (Holm 1979): the chance of any false "better" is at most 1 - `confidence`.
///
/// `p(i, j)` is asked once for each i < j; a p-value that is not a number counts as 1.
///
/// # Panics
/// If a value is not finite.
pub fn rank_by_p_values(
    values: &[f64],
    p: impl Fn(usize, usize) -> f64,
    confidence: f64,
) -> Ranking {
    let count = values.len();
    let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
    let mut tests: Vec<(f64, usize, usize)> = pairs
        .map(|(i, j)| {
            let p = p(i, j);
            (if p.is_nan() { 1.0 } else { p }, i, j)
        })
        .collect();
    tests.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut differ = vec![false; count * count];
    let total = tests.len();
    for (step, &(p, i, j)) in tests.iter().enumerate() {
        if p > (1.0 - confidence) / (total - step) as f64 {
            break;
        }
        differ[i * count + j] = true;
        differ[j * count + i] = true;
    }
    Ranking::new(values, |a, b| {
        differ[a * count + b] && values[a] > values[b]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Lane, Stream};
    use crate::stats::wilson;

    #[test]
    fn overlapping_intervals_tie_and_gaps_cut() {
        let values = [0.50, 0.70, 0.52, 0.10];
        let ranking = rank_by_intervals(
            &values,
            &[(0.48, 0.52), (0.68, 0.72), (0.50, 0.54), (0.09, 0.11)],
        );
        assert_eq!(ranking.order, [1, 2, 0, 3]);
        assert_eq!(ranking.group, [1, 0, 1, 2]);
        assert_eq!(ranking.groups(), [vec![1], vec![2, 0], vec![3]]);
        assert_eq!(ranking.ranks, [(2, 3), (1, 1), (2, 3), (4, 4)]);
    }

    #[test]
    fn a_chain_of_overlaps_ends_where_the_first_is_better() {
        let ranking = rank_by_intervals(&[3.0, 2.0, 1.0], &[(2.4, 3.6), (1.4, 2.6), (0.4, 1.6)]);
        assert_eq!(ranking.group, [0, 0, 1]);
        assert_eq!(ranking.ranks, [(1, 2), (1, 3), (2, 3)]);
    }

    #[test]
    fn one_wide_interval_ties_with_the_best_and_hides_no_difference() {
        // The first two differ from each other, but the third could be anywhere.
        let intervals = [(2.9, 3.1), (0.9, 1.1), (0.0, 4.0)];
        let ranking = rank_by_intervals(&[3.0, 1.0, 2.0], &intervals);
        assert_eq!(ranking.group, [0, 1, 0]);
        assert_eq!(ranking.groups(), [vec![0, 2], vec![1]]);
        assert_eq!(ranking.ranks[0], (1, 2));
        // Even where it is the least of all values.
        let ranking = rank_by_intervals(&[3.0, 1.0, 0.5], &intervals);
        assert_eq!(ranking.groups(), [vec![0, 2], vec![1]]);
    }

    #[test]
    fn touching_or_equal_exact_values_tie() {
        let ranking = rank_by_intervals(&[1.0, 1.0, 0.5], &[(1.0, 1.0), (1.0, 1.0), (0.5, 0.5)]);
        assert_eq!(ranking.group, [0, 0, 1]);
        assert!(rank_by_intervals(&[], &[]).groups().is_empty());
    }

    #[test]
    fn holm_by_hand() {
        // Levels at 5 %: 0.0167, 0.025, 0.05. The third p of 0.04 passes only by stepping down.
        let p = |i: usize, j: usize| [[0.0, 0.01, 0.02], [0.0, 0.0, 0.04], [0.0_f64; 3]][i][j];
        assert_eq!(rank_by_p_values(&[3.0, 2.0, 1.0], p, 0.95).group, [0, 1, 2]);
        let p = |i: usize, j: usize| [[0.0, 0.017, 0.02], [0.0, 0.0, 0.04], [0.0_f64; 3]][i][j];
        assert_eq!(rank_by_p_values(&[3.0, 2.0, 1.0], p, 0.95).group, [0, 0, 0]);
        assert_eq!(
            rank_by_p_values(&[2.0, 1.0], |_, _| f64::NAN, 0.95).group,
            [0, 0]
        );
    }

    #[test]
    fn equals_are_seldom_ordered() {
        // Eight equal coins, 300 rankings: at 95 % no more than about 15 may claim any order.
        let confidence = simultaneous_confidence(0.95, 8);
        let mut ordered = 0;
        for run in 0..300 {
            let mut stream = Stream::new(3, "ties-test", run, Lane::Main);
            let hits: Vec<u64> = (0..8)
                .map(|_| (0..16).map(|_| u64::from(stream.word().count_ones())).sum())
                .collect();
            let values: Vec<f64> = hits.iter().map(|&h| h as f64 / 1024.0).collect();
            let intervals: Vec<_> = hits.iter().map(|&h| wilson(h, 1024, confidence)).collect();
            ordered += u32::from(rank_by_intervals(&values, &intervals).groups().len() > 1);
        }
        assert!(ordered <= 15, "{ordered} of 300");
    }
}
