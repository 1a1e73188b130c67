//! Binomial probabilities that stay accurate from n = 1 to n = 10^15. Used by the intervals.
//!
//! Log-gamma differences lose everything near n = 10^15 and the usual continued fraction of the incomplete
//! beta needs about sqrt(n) steps, so: Loader's saddle-point form for one probability ("Fast and accurate
//! computation of binomial probabilities", 2000), sums for short tails and, for long ones, the
//! Lugannani-Rice formula (Daniels, "Tail probability approximations", 1987), whose error there is below
//! one part in 10^5.

use statrs::function::erf::erfc;
use std::f64::consts::{PI, SQRT_2};

/// Tails with at most this many terms are summed.
const SHORT_TAIL: u64 = 2000;

/// Error of Stirling's formula: ln n! - ln(sqrt(2 pi n) (n/e)^n), for n >= 1.
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        let log_factorial: f64 = (2..=n as u64).map(|k| (k as f64).ln()).sum();
        return log_factorial - (0.5 * (2.0 * PI * n).ln() + n * n.ln() - n);
    }
    let m = n * n;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * m)) / m) / m) / n
}

/// Deviance part x ln(x/mean) + mean - x, without cancellation.
fn deviance(x: f64, mean: f64) -> f64 {
    if x == 0.0 {
        return mean;
    }
    let gap = x - mean;
    if gap.abs() >= 0.1 * (x + mean) {
        return x * (x / mean).ln() + mean - x;
    }
    let v = gap / (x + mean);
    let mut sum = gap * v;
    let mut term = 2.0 * x * v;
    for j in 1..1000 {
        term *= v * v;
        let next = sum + term / f64::from(2 * j + 1);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// n times the Kullback-Leibler divergence of hits/n from `p`, in nats; `p` in (0, 1).
pub(super) fn divergence(hits: u64, n: u64, p: f64) -> f64 {
    let n_real = n as f64;
    deviance(hits as f64, n_real * p) + deviance((n - hits) as f64, n_real * (1.0 - p))
}

/// ln of the binomial probability of `hits` at p = hits/n.
pub(super) fn ln_pmf_at_peak(hits: u64, n: u64) -> f64 {
    if hits == 0 || hits == n {
        return 0.0;
    }
    let (n, h, m) = (n as f64, hits as f64, (n - hits) as f64);
    stirling_error(n) - stirling_error(h) - stirling_error(m) + 0.5 * (n / (2.0 * PI * h * m)).ln()
}

/// ln P(K = hits) for K binomial(n, p), p in (0, 1).
fn ln_pmf(hits: u64, n: u64, p: f64) -> f64 {
    ln_pmf_at_peak(hits, n) - divergence(hits, n, p)
}

/// P(K <= hits), summed downwards from `hits`; O(hits).
fn at_most_by_sum(hits: u64, n: u64, p: f64) -> f64 {
    let odds = (1.0 - p) / p;
    let mut term = ln_pmf(hits, n, p).exp();
    let mut sum = term;
    for k in (1..=hits).rev() {
        term *= k as f64 / (n - k + 1) as f64 * odds;
        sum += term;
        if term < sum * 1e-18 {
            break;
        }
    }
    // Far above the mean the last term underflows and the sum, which is then 1, would be lost.
    if term == 0.0 && hits as f64 > n as f64 * p {
        1.0
    } else {
        sum.min(1.0)
    }
}

/// P(K >= hits) for K binomial(n, p); `hits` in 1..=n, p in (0, hits/n).
pub(super) fn at_least(hits: u64, n: u64, p: f64) -> f64 {
    if n - hits < SHORT_TAIL {
        return at_most_by_sum(n - hits, n, 1.0 - p);
    }
    if hits <= SHORT_TAIL {
        return 1.0 - at_most_by_sum(hits - 1, n, p);
    }
    let (n_real, h) = (n as f64, hits as f64);
    let gap = h - n_real * p;
    let r = (2.0 * divergence(hits, n, p)).sqrt();
    let u = gap / (h * (1.0 - p)) * (h * ((n - hits) as f64) / n_real).sqrt();
    let density = (-0.5 * r * r).exp() / (2.0 * PI).sqrt();
    if r < 1e-6 {
        return 0.5;
    }
    0.5 * erfc(r / SQRT_2) + density * (1.0 / u - 1.0 / r)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_match_exact_small_cases() {
        for n in 1..=40_u64 {
            for p in [0.01, 0.3, 0.5, 0.77, 0.999] {
                let mut choose = 1.0_f64;
                let mut total = 0.0;
                for k in 0..=n {
                    let direct =
                        choose * f64::powi(p, k as i32) * f64::powi(1.0 - p, (n - k) as i32);
                    let ours = ln_pmf(k, n, p).exp();
                    assert!(
                        (ours - direct).abs() <= 1e-12 * direct.max(1e-3),
                        "{k} of {n} at {p}: {ours} {direct}"
                    );
                    total += ours;
                    choose = choose * (n - k) as f64 / (k + 1) as f64;
                }
                assert!((total - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn long_tails_match_their_sum() {
        for (hits, n, p) in [
            (5_000, 12_000, 0.41),
            (2_001, 1_000_000, 0.0019),
            (99_500, 102_000, 0.9745),
        ] {
            let sum: f64 = (hits..=n).map(|k| ln_pmf(k, n, p).exp()).sum();
            let ours = at_least(hits, n, p);
            assert!(
                (ours / sum - 1.0).abs() < 1e-5,
                "{hits} of {n}: {ours} {sum}"
            );
        }
    }

    #[test]
    fn the_two_ways_to_a_tail_agree() {
        let (n, p) = (1_000_000, 0.0018);
        let below = at_least(SHORT_TAIL, n, p);
        let above = at_least(SHORT_TAIL + 1, n, p);
        let step = ln_pmf(SHORT_TAIL, n, p).exp();
        assert!(
            ((below - above) / step - 1.0).abs() < 1e-3,
            "{below} {above} {step}"
        );
    }

    #[test]
    fn a_sum_far_above_the_mean_is_one() {
        assert_eq!(at_most_by_sum(1_999, 1_000_000, 1e-9), 1.0);
    }
}
