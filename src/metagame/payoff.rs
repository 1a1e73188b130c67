//! A square payoff matrix: `at(a, b)` is what strategy a gets against strategy b.

/// Payoffs of n strategies against each other, in one unit; rows maximise.
#[derive(Debug, Clone, PartialEq)]
pub struct Payoff {
    size: usize,
    values: Vec<f64>,
}

impl Payoff {
    /// From a function of row and column.
    ///
    /// # Panics
    /// If there is no strategy or a value is not finite.
    pub fn new(size: usize, mut value: impl FnMut(usize, usize) -> f64) -> Self {
        assert!(size > 0, "a game needs a strategy");
        let values: Vec<f64> = (0..size * size)
            .map(|at| value(at / size, at % size))
            .collect();
        assert!(values.iter().all(|v| v.is_finite()), "payoffs are finite");
        Self { size, values }
    }

    /// Number of strategies, at least 1.
    pub fn size(&self) -> usize {
        self.size
    }

    /// What a gets against b.
    #[inline]
    pub fn at(&self, a: usize, b: usize) -> f64 {
        self.values[a * self.size + b]
    }

    /// What a gets against each.
    pub fn row(&self, a: usize) -> &[f64] {
        &self.values[a * self.size..(a + 1) * self.size]
    }

    /// Each role half the time: (M\[a\]\[b\] - M\[b\]\[a\]) / 2, a symmetric zero-sum game.
    pub fn symmetrised(&self) -> Self {
        Self::new(self.size, |a, b| (self.at(a, b) - self.at(b, a)) / 2.0)
    }

    /// Largest |V + V^T|: 0 for a symmetric zero-sum game.
    pub fn asymmetry(&self) -> f64 {
        let pairs = (0..self.size).flat_map(|a| (0..=a).map(move |b| (a, b)));
        pairs
            .map(|(a, b)| (self.at(a, b) + self.at(b, a)).abs())
            .fold(0.0, f64::max)
    }

    /// Mean over all opponents, the mirror included, of each strategy.
    pub fn means(&self) -> Vec<f64> {
        (0..self.size)
            .map(|a| self.row(a).iter().sum::<f64>() / self.size as f64)
            .collect()
    }

    /// Mean of all entries.
    pub fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len() as f64
    }

    /// What each strategy gets against a mixture.
    ///
    /// # Panics
    /// If the mixture has another size.
    pub fn against(&self, mixture: &[f64]) -> Vec<f64> {
        assert_eq!(mixture.len(), self.size, "one weight a strategy");
        (0..self.size)
            .map(|a| self.row(a).iter().zip(mixture).map(|(v, x)| v * x).sum())
            .collect()
    }

    /// The game of some of the strategies, in the given order.
    pub fn of(&self, chosen: &[usize]) -> Self {
        Self::new(chosen.len(), |a, b| self.at(chosen[a], chosen[b]))
    }
}

/// Rank of each value, the largest first: 1 + how many are larger by more than `margin`. Ties share the best rank.
pub fn ranks(values: &[f64], margin: f64) -> Vec<usize> {
    values
        .iter()
        .map(|v| 1 + values.iter().filter(|w| **w > v + margin).count())
        .collect()
}

/// How two matrices of one size differ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// Entries that differ by more than the margin.
    pub changed: usize,
    /// Mean of the absolute differences, all entries.
    pub mean: f64,
    /// Largest absolute difference.
    pub largest: f64,
    /// Where it is, row and column; the first one in order.
    pub at: (usize, usize),
}

/// Compares two matrices entry by entry.
///
/// # Panics
/// If they differ in size.
pub fn difference(a: &Payoff, b: &Payoff, margin: f64) -> Difference {
    assert_eq!(a.size, b.size, "only games of one size can be compared");
    let mut found = Difference {
        changed: 0,
        mean: 0.0,
        largest: 0.0,
        at: (0, 0),
    };
    for (at, (x, y)) in a.values.iter().zip(&b.values).enumerate() {
        let off = (x - y).abs();
        found.changed += usize::from(off > margin);
        found.mean += off / a.values.len() as f64;
        if off > found.largest + 1e-12 {
            (found.largest, found.at) = (off, (at / a.size, at % a.size));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetrising_makes_a_zero_sum_game_whose_means_add_up_to_nothing() {
        let m = Payoff::new(3, |a, b| (a * 3 + b) as f64);
        let v = m.symmetrised();
        assert_eq!(v.asymmetry(), 0.0);
        assert!(v.means().iter().sum::<f64>().abs() < 1e-12);
        assert_eq!(v.at(2, 0), 2.0);
        assert_eq!(m.against(&[1.0, 0.0, 0.0]), [0.0, 3.0, 6.0]);
        assert_eq!(m.of(&[2, 0]).row(0), [8.0, 6.0]);
    }

    #[test]
    fn ties_share_the_best_rank() {
        assert_eq!(ranks(&[0.5, 0.7, 0.5, 0.1], 1e-9), [2, 1, 2, 4]);
    }

    #[test]
    fn differences_are_counted_and_found() {
        let a = Payoff::new(2, |a, b| (a + b) as f64);
        let b = Payoff::new(2, |a, b| {
            if (a, b) == (1, 0) {
                4.0
            } else {
                (a + b) as f64
            }
        });
        assert_eq!(
            difference(&a, &b, 1e-9),
            Difference {
                changed: 1,
                mean: 0.75,
                largest: 3.0,
                at: (1, 0)
            }
        );
    }
}
