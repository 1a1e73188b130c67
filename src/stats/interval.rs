//! Intervals of a proportion at a fixed number of playouts, and the quantiles that they rest on.

use super::binomial;
use statrs::function::erf::erfc_inv;
use std::f64::consts::SQRT_2;

/// Two-sided normal quantile: 1.959964 for `confidence` = 0.95.
///
/// # Panics
/// If `confidence` is not inside (0, 1).
pub fn z_for(confidence: f64) -> f64 {
    SQRT_2 * erfc_inv(tail(confidence))
}

/// Two-sided quantile of Student's t with `freedom` >= 1 degrees of freedom.
///
/// Up to 200 from the incomplete beta function, above by the Cornish-Fisher expansion (Abramowitz and
/// Stegun 26.7.5), which there is good to seven digits.
///
/// # Panics
/// If `confidence` is not inside (0, 1), or `freedom` is 0.
pub fn t_for(confidence: f64, freedom: u64) -> f64 {
    assert!(
        freedom > 0,
        "Student's t needs at least one degree of freedom"
    );
    let v = freedom as f64;
    if freedom <= 200 {
        let y = statrs::function::beta::inv_beta_reg(0.5 * v, 0.5, tail(confidence));
        return (v * (1.0 - y) / y).sqrt();
    }
    let z = z_for(confidence);
    let (z3, z5) = (z.powi(3), z.powi(5));
    let z7 = z.powi(7);
    z + (z3 + z) / (4.0 * v)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * v * v)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * v.powi(3))
}

/// Wilson's score interval of a proportion (Wilson 1927): `(lower, upper)` within 0..=1.
///
/// `lower` is 0 exactly when there are no hits, `upper` is 1 exactly when there is nothing else; the width is
/// never zero. With n = 0 nothing is known: `(0, 1)`. The root is taken in the form without cancellation, so
/// that it holds up to n = 10^15.
///
/// # Panics
/// If `hits` > `n`, or `confidence` is not inside (0, 1).
pub fn wilson(hits: u64, n: u64, confidence: f64) -> (f64, f64) {
    assert!(hits <= n, "{hits} hits of {n}");
    let z = z_for(confidence);
    if n == 0 {
        return (0.0, 1.0);
    }
    (wilson_lower(hits, n, z), 1.0 - wilson_lower(n - hits, n, z))
}

/// The smaller root of (hits/n - p)^2 = z^2 p (1 - p) / n.
fn wilson_lower(hits: u64, n: u64, z: f64) -> f64 {
    let n_real = n as f64;
    let share = hits as f64 / n_real;
    let other = (n - hits) as f64 / n_real;
    let a = z * z / n_real;
    2.0 * share * share / (2.0 * share + a + (a * a + 4.0 * a * share * other).sqrt())
}

/// The Clopper-Pearson interval of a proportion (1934): coverage is at least `confidence` for every p.
///
/// Its bounds are the p at which the binomial tail beyond `hits` is (1 - confidence) / 2. Same edges as
/// [`wilson`]; wider.
///
/// # Panics
/// If `hits` > `n`, or `confidence` is not inside (0, 1).
pub fn clopper_pearson(hits: u64, n: u64, confidence: f64) -> (f64, f64) {
    assert!(hits <= n, "{hits} hits of {n}");
    let alpha = 0.5 * tail(confidence);
    if n == 0 {
        return (0.0, 1.0);
    }
    (
        clopper_pearson_lower(hits, n, alpha),
        1.0 - clopper_pearson_lower(n - hits, n, alpha),
    )
}

/// The p at which `hits` or more have probability `alpha`, by bisection to the last bit.
fn clopper_pearson_lower(hits: u64, n: u64, alpha: f64) -> f64 {
    if hits == 0 {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, hits as f64 / n as f64);
    if hits == n {
        return alpha.powf(1.0 / n as f64);
    }
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return low;
        }
        if binomial::at_least(hits, n, middle) < alpha {
            low = middle;
        } else {
            high = middle;
        }
    }
}

fn tail(confidence: f64) -> f64 {
    assert!(
        confidence > 0.0 && confidence < 1.0,
        "a confidence of {confidence} is not inside (0, 1)"
    );
    1.0 - confidence
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Beta, ContinuousCDF};

    fn near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn quantiles() {
        near(z_for(0.95), 1.959963984540054, 1e-9);
        near(z_for(0.99), 2.5758293035489004, 1e-9);
        near(z_for(1.0 - 1e-6), 4.891638475698, 1e-6);
        near(t_for(0.95, 1), 12.7062047364, 1e-6);
        near(t_for(0.95, 10), 2.2281388520, 1e-8);
        near(t_for(0.95, 200), 1.9718962236, 1e-8);
        near(t_for(0.95, 201), 1.9718365, 1e-6);
        near(t_for(0.99, 1000), 2.5807546980, 1e-8);
    }

    #[test]
    fn wilson_published_values() {
        // Newcombe 1998, table I, method 3.
        for (hits, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (l, h) = wilson(hits, n, 0.95);
            near(l, low, 5e-5);
            near(h, high, 5e-5);
        }
    }

    #[test]
    fn clopper_pearson_published_values() {
        for (hits, n, low, high) in [
            (81, 263, 0.2527, 0.3676),
            (15, 148, 0.0578, 0.1617),
            (0, 20, 0.0, 0.1684),
            (1, 29, 0.0009, 0.1776),
        ] {
            let (l, h) = clopper_pearson(hits, n, 0.95);
            near(l, low, 5e-5);
            near(h, high, 5e-5);
        }
    }

    #[test]
    fn clopper_pearson_is_the_beta_quantile() {
        for n in 1..=60_u64 {
            for hits in 1..n {
                let (low, high) = clopper_pearson(hits, n, 0.95);
                let lower = Beta::new(hits as f64, (n - hits + 1) as f64).unwrap();
                let upper = Beta::new((hits + 1) as f64, (n - hits) as f64).unwrap();
                near(lower.cdf(low), 0.025, 1e-9);
                near(upper.cdf(high), 0.975, 1e-9);
            }
        }
    }

    /// Exact coverage at (n, p), by enumeration of the binomial.
    fn coverage(interval: fn(u64, u64, f64) -> (f64, f64), n: u64, p: f64) -> f64 {
        let mut pmf = (1.0 - p).powi(n as i32);
        let mut covered = 0.0;
        for hits in 0..=n {
            let (low, high) = interval(hits, n, 0.95);
            if low <= p && p <= high {
                covered += pmf;
            }
            pmf *= (n - hits) as f64 / (hits + 1) as f64 * p / (1.0 - p);
        }
        covered
    }

    #[test]
    fn coverage_by_enumeration() {
        for n in [5, 17, 60] {
            let grid = (1..200).map(|i| f64::from(i) / 200.0);
            let wilson_mean = grid.clone().map(|p| coverage(wilson, n, p)).sum::<f64>() / 199.0;
            near(wilson_mean, 0.95, 0.012);
            for p in grid {
                assert!(coverage(clopper_pearson, n, p) >= 0.95, "n {n} p {p}");
                assert!(coverage(wilson, n, p) >= 0.83, "n {n} p {p}");
            }
        }
    }

    #[test]
    fn never_zero_width_and_always_inside() {
        for interval in [wilson, clopper_pearson] {
            for n in [
                1,
                2,
                7,
                1_000,
                65_536,
                10_000_000,
                1_000_000_000_000,
                1_000_000_000_000_000,
            ] {
                for hits in [0, 1, n / 3, n / 2, n - 1, n] {
                    for confidence in [0.5, 0.95, 0.999_999] {
                        let (low, high) = interval(hits, n, confidence);
                        let share = hits as f64 / n as f64;
                        assert!(
                            0.0 <= low && low <= share && share <= high && high <= 1.0,
                            "{hits} of {n}"
                        );
                        assert!(low < high, "{hits} of {n}: {low} {high}");
                        assert_eq!(low == 0.0, hits == 0);
                        // With one miss of very many the bound is nearer to 1 than an f64 can be.
                        if n <= 10_000_000 || hits == n {
                            assert_eq!(high == 1.0, hits == n);
                        }
                    }
                }
            }
            assert_eq!(interval(0, 0, 0.95), (0.0, 1.0));
        }
    }

    #[test]
    fn at_huge_n_both_are_the_normal_interval() {
        let n = 1_000_000_000_000_000;
        let half = z_for(0.95) * (0.25 / n as f64).sqrt();
        for interval in [wilson, clopper_pearson] {
            let (low, high) = interval(n / 2, n, 0.95);
            near((0.5 - low) / half, 1.0, 1e-5);
            near((high - 0.5) / half, 1.0, 1e-5);
        }
        // Three hits of 10^15: the Poisson interval 0.6187 to 8.7673.
        let (low, high) = clopper_pearson(3, n, 0.95);
        near(low * n as f64, 0.618_672, 1e-5);
        near(high * n as f64, 8.767_273, 0.2);
    }

    #[test]
    #[should_panic(expected = "not inside (0, 1)")]
    fn a_confidence_of_one_is_refused() {
        wilson(1, 2, 1.0);
    }
}
