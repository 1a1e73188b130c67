//! Differences under common random numbers: playout j of both alternatives shares its random words.

use super::Moments;
use serde::{Deserialize, Serialize};

/// Moments of paired values a, b and of a - b.
///
/// The error of the difference comes from the differences themselves, never from the two marginal errors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paired {
    /// The first alternative.
    pub a: Moments,
    /// The second alternative.
    pub b: Moments,
    /// First minus second, pair by pair.
    pub difference: Moments,
}

impl Paired {
    /// No pairs yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the pair (a, b) `weight` times.
    #[inline]
    pub fn add(&mut self, a: i32, b: i32, weight: u64) {
        self.a.add(i64::from(a), weight);
        self.b.add(i64::from(b), weight);
        self.difference.add(i64::from(a) - i64::from(b), weight);
    }

    /// Adds pairs from two slices of equal length.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn add_each(&mut self, a: &[i32], b: &[i32]) {
        assert_eq!(a.len(), b.len(), "pairs need two values each");
        self.a.add_each(a.iter().map(|&v| i64::from(v)));
        self.b.add_each(b.iter().map(|&v| i64::from(v)));
        self.difference
            .add_each(a.iter().zip(b).map(|(&a, &b)| i64::from(a) - i64::from(b)));
    }

    /// Adds the pairs of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.a.merge(&other.a);
        self.b.merge(&other.b);
        self.difference.merge(&other.difference);
    }

    /// Number of pairs.
    pub fn n(&self) -> u64 {
        self.difference.n
    }

    /// The correlation of a and b in -1..=1; `None` if either is constant.
    pub fn correlation(&self) -> Option<f64> {
        let (a, b) = (self.a.variance()?, self.b.variance()?);
        if a == 0.0 || b == 0.0 {
            return None;
        }
        let covariance = 0.5 * (a + b - self.difference.variance()?);
        Some((covariance / (a * b).sqrt()).clamp(-1.0, 1.0))
    }

    /// How many times more playouts two independent runs would need for the same error of the difference:
    /// (var a + var b) / var(a - b). `None` if the difference is constant.
    pub fn variance_reduction(&self) -> Option<f64> {
        let difference = self.difference.variance()?;
        (difference > 0.0).then_some((self.a.variance()? + self.b.variance()?) / difference)
    }

    /// True if the three parts can belong together.
    pub fn is_possible(&self) -> bool {
        let parts = [self.a, self.b, self.difference];
        parts.iter().all(|m| m.n == self.a.n && m.is_possible())
            && self.a.sum - self.b.sum == self.difference.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let mut pairs = Paired::new();
        pairs.add_each(&[1, 2, 3, 4], &[1, 3, 2, 4]);
        assert_eq!(
            pairs.difference,
            Moments::from_weighted([(0, 2), (-1, 1), (1, 1)])
        );
        // Variances 5/3 and 5/3, of the difference 2/3: covariance 4/3.
        assert!((pairs.correlation().unwrap() - 0.8).abs() < 1e-12);
        assert!((pairs.variance_reduction().unwrap() - 5.0).abs() < 1e-12);
        let mut one_by_one = Paired::new();
        for (a, b) in [(4, 4), (1, 1), (3, 2), (2, 3)] {
            one_by_one.add(a, b, 1);
        }
        assert_eq!(one_by_one, pairs);
        assert!(pairs.is_possible());
        pairs.b.sum += 2;
        assert!(!pairs.is_possible());
    }

    #[test]
    fn constant_differences_are_visible() {
        let mut pairs = Paired::new();
        pairs.add_each(&[5, 6, 7], &[1, 2, 3]);
        assert!(pairs.difference.is_constant());
        assert_eq!(pairs.difference.mean(), Some(4.0));
        assert_eq!(
            (pairs.difference.interval(0.95), pairs.variance_reduction()),
            (None, None)
        );
        assert!((pairs.correlation().unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn extremes_do_not_overflow() {
        let mut pairs = Paired::new();
        pairs.add_each(&[i32::MAX, i32::MIN], &[i32::MIN, i32::MAX]);
        assert_eq!(pairs.difference.sum, 0);
        assert_eq!(
            pairs.difference.sum_of_squares,
            2 * ((1_u128 << 32) - 1).pow(2)
        );
    }
}
