//! Mean and variance of integer results, kept as exact integer sums so that merging cannot depend on order.

use super::interval::t_for;
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};

/// Exact sums of integer values: count, sum, sum of squares.
///
/// Values up to 2^32 in size and 2^60 of them cannot overflow. In JSON the two wide sums are strings of digits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moments {
    /// How many values.
    pub n: u64,
    /// Their sum.
    #[serde(with = "digits")]
    pub sum: i128,
    /// The sum of their squares.
    #[serde(with = "digits")]
    pub sum_of_squares: u128,
}

impl Moments {
    /// No values yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The moments of `(value, how often)`, for example of a histogram.
    pub fn from_weighted(values: impl IntoIterator<Item = (i64, u64)>) -> Self {
        let mut moments = Self::new();
        for (value, weight) in values {
            moments.add(value, weight);
        }
        moments
    }

    /// Adds `value` `weight` times.
    ///
    /// # Panics
    /// If a sum overflows (see the type).
    #[inline]
    pub fn add(&mut self, value: i64, weight: u64) {
        let square = u128::from(value.unsigned_abs()).pow(2);
        let sums = (|| {
            let n = self.n.checked_add(weight)?;
            let sum = self
                .sum
                .checked_add(i128::from(value).checked_mul(i128::from(weight))?)?;
            let squares = self
                .sum_of_squares
                .checked_add(square.checked_mul(u128::from(weight))?)?;
            Some((n, sum, squares))
        })();
        (self.n, self.sum, self.sum_of_squares) =
            sums.expect("moments overflow: values are too large to add up");
    }

    /// Adds each of `values` once; the fast way for whole blocks.
    pub fn add_each(&mut self, values: impl IntoIterator<Item = i64>) {
        let (mut n, mut sum, mut squares) = (0_u64, 0_i128, 0_u128);
        for value in values {
            n += 1;
            sum += i128::from(value);
            squares += u128::from(value.unsigned_abs()).pow(2);
        }
        self.merge(&Self {
            n,
            sum,
            sum_of_squares: squares,
        });
    }

    /// Adds the values of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.sum_of_squares += other.sum_of_squares;
    }

    /// The mean; `None` without values.
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum as f64 / self.n as f64)
    }

    /// n times the sum of squares minus the square of the sum: n^2 times the variance, exactly.
    /// Negative only for sums that no values have.
    pub(crate) fn scaled_spread(&self) -> BigInt {
        let square = BigUint::from(self.sum.unsigned_abs()).pow(2);
        BigInt::from(BigUint::from(self.sum_of_squares) * self.n) - BigInt::from(square)
    }

    /// The unbiased sample variance; `None` with fewer than two values. No cancellation: the difference is
    /// taken in integers.
    pub fn variance(&self) -> Option<f64> {
        if self.n < 2 {
            return None;
        }
        let n = self.n as f64;
        Some(self.scaled_spread().to_f64()? / n / (n - 1.0))
    }

    /// True if all values were the same (or there are none): there is then no sampling error to estimate.
    pub fn is_constant(&self) -> bool {
        self.scaled_spread() == BigInt::ZERO
    }

    /// The standard error of the mean; `None` with fewer than two values.
    pub fn standard_error(&self) -> Option<f64> {
        Some((self.variance()? / self.n as f64).sqrt())
    }

    /// Student's t interval of the mean, `(lower, upper)`.
    ///
    /// `None` with fewer than two values or if all are the same ([`is_constant`](Self::is_constant)): the data
    /// then carry no interval, and the caller says so.
    ///
    /// # Panics
    /// If `confidence` is not inside (0, 1).
    pub fn interval(&self, confidence: f64) -> Option<(f64, f64)> {
        if self.n < 2 || self.is_constant() {
            return None;
        }
        let half = t_for(confidence, self.n - 1) * self.standard_error()?;
        let mean = self.mean()?;
        Some((mean - half, mean + half))
    }

    /// True if some list of `n` integers can have these sums, as far as that is cheap to tell.
    pub fn is_possible(&self) -> bool {
        let parity = (self.sum.unsigned_abs() ^ self.sum_of_squares) & 1 == 0;
        let empty = self.n > 0 || (self.sum == 0 && self.sum_of_squares == 0);
        parity && empty && self.scaled_spread() >= BigInt::ZERO
    }
}

/// Wide integers as JSON strings: other readers of JSON would round them.
mod digits {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::{fmt::Display, str::FromStr};

    pub fn serialize<S: Serializer>(value: &impl Display, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
        input: D,
    ) -> Result<T, D::Error> {
        String::deserialize(input)?
            .parse()
            .map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_lists_by_hand() {
        let moments = Moments::from_weighted([(1, 1), (2, 1), (3, 2), (-4, 1)]);
        assert_eq!((moments.n, moments.sum, moments.sum_of_squares), (5, 5, 39));
        assert_eq!(moments.mean(), Some(1.0));
        assert_eq!(moments.variance(), Some(8.5));
        assert!((moments.standard_error().unwrap() - 1.7_f64.sqrt()).abs() < 1e-15);
        let (low, high) = moments.interval(0.95).unwrap();
        assert!(
            (high - 1.0 - 2.776_445_105 * 1.7_f64.sqrt()).abs() < 1e-6
                && (low + high - 2.0).abs() < 1e-12
        );
    }

    #[test]
    fn no_cancellation_far_from_zero() {
        // Values 2^31 and 2^31 + 1, a tenth of 10^15 playouts each: the variance is 1/4 to 15 digits.
        let base = 1_i64 << 31;
        let half = 500_000_000_000_000;
        let moments = Moments::from_weighted([(base, half), (base + 1, half)]);
        assert!((moments.variance().unwrap() - 0.25).abs() < 1e-14);
        let few = Moments::from_weighted([(base, 1), (base + 1, 1)]);
        assert_eq!(few.variance(), Some(0.5));
    }

    #[test]
    fn degenerate_cases_are_visible() {
        let none = Moments::new();
        assert_eq!(
            (none.mean(), none.variance(), none.interval(0.95)),
            (None, None, None)
        );
        let one = Moments::from_weighted([(7, 1)]);
        assert_eq!(
            (one.mean(), one.variance(), one.interval(0.95)),
            (Some(7.0), None, None)
        );
        let same = Moments::from_weighted([(7, 1_000_000)]);
        assert!(same.is_constant());
        assert_eq!((same.variance(), same.interval(0.95)), (Some(0.0), None));
        assert!(!Moments::from_weighted([(7, 1_000_000), (8, 1)]).is_constant());
    }

    #[test]
    fn merging_is_adding_all() {
        let mut left = Moments::from_weighted([(3, 4), (-9, 2)]);
        let mut right = Moments::new();
        right.add_each([5, 5, -1]);
        left.merge(&right);
        assert_eq!(
            left,
            Moments::from_weighted([(-9, 2), (-1, 1), (3, 4), (5, 2)])
        );
    }

    #[test]
    fn json_keeps_every_digit() {
        let moments = Moments {
            n: 1 << 60,
            sum: -(1 << 92),
            sum_of_squares: 1 << 124,
        };
        let text = serde_json::to_string(&moments).unwrap();
        assert!(
            text.contains(r#""sum":"-4951760157141521099596496896""#),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<Moments>(&text).unwrap(), moments);
        assert!(
            serde_json::from_str::<Moments>(r#"{"n":1,"sum":"1x","sum_of_squares":"1"}"#).is_err()
        );
    }

    #[test]
    fn impossible_sums_are_noticed() {
        assert!(Moments::from_weighted([(3, 5), (-2, 1)]).is_possible());
        assert!(
            !Moments {
                n: 0,
                sum: 1,
                sum_of_squares: 1
            }
            .is_possible()
        );
        assert!(
            !Moments {
                n: 2,
                sum: 4,
                sum_of_squares: 6
            }
            .is_possible()
        );
        assert!(
            !Moments {
                n: 2,
                sum: 4,
                sum_of_squares: 9
            }
            .is_possible()
        );
    }

    #[test]
    #[should_panic(expected = "moments overflow")]
    fn overflow_is_not_silent() {
        Moments::new().add(i64::MAX, 1 << 20);
    }
}
