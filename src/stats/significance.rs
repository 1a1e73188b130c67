//! Tests of sampled counts: goodness of fit, two samples, and the level that a family of tests leaves each.

use statrs::function::{erf::erfc, gamma::gamma_ur};
use std::f64::consts::SQRT_2;

/// Cells that expect fewer hits than this are pooled (Cochran's rule).
const SMALLEST_EXPECTATION: f64 = 5.0;

/// The result of a chi-square test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Chi-square; infinite if an impossible cell was hit.
    pub statistic: f64,
    /// Degrees of freedom left after pooling; 0 if there was nothing to test.
    pub freedom: u64,
    /// Probability of a fit as bad or worse, in 0..=1; 0 if an impossible cell was hit.
    pub p: f64,
}

impl Fit {
    fn new(statistic: f64, freedom: u64) -> Self {
        let p = if freedom == 0 || statistic <= 0.0 {
            1.0
        } else if statistic.is_infinite() {
            0.0
        } else {
            gamma_ur(0.5 * freedom as f64, 0.5 * statistic).clamp(0.0, 1.0)
        };
        Self {
            statistic,
            freedom,
            p,
        }
    }
}

/// Pearson's chi-square test of counts against `probabilities` (non-negative, summing to 1 within 1e-9).
///
/// Cells that expect fewer than 5 are pooled into one; if that pool still expects fewer than 5 it joins the
/// smallest other cell. A hit in a cell of probability 0 gives p = 0.
///
/// # Panics
/// If the lengths differ or the probabilities are not a distribution.
pub fn chi_square_fit(counts: &[u64], probabilities: &[f64]) -> Fit {
    assert_eq!(counts.len(), probabilities.len(), "one probability a cell");
    let total: f64 = probabilities.iter().sum();
    assert!(
        (total - 1.0).abs() < 1e-9,
        "the probabilities sum to {total}"
    );
    assert!(
        probabilities.iter().all(|&p| p >= 0.0),
        "a probability is negative"
    );
    if counts
        .iter()
        .zip(probabilities)
        .any(|(&count, &p)| p == 0.0 && count > 0)
    {
        return Fit {
            statistic: f64::INFINITY,
            freedom: 1,
            p: 0.0,
        };
    }
    let n: u64 = counts.iter().sum();
    let cells = counts
        .iter()
        .zip(probabilities)
        .map(|(&count, &p)| (count as f64, p * n as f64));
    let cells = pool(
        cells.collect(),
        |&(_, expected)| expected,
        |into, from| {
            into.0 += from.0;
            into.1 += from.1;
        },
    );
    let statistic = cells
        .iter()
        .map(|(observed, expected)| (observed - expected).powi(2) / expected)
        .sum();
    Fit::new(statistic, cells.len().saturating_sub(1) as u64)
}

/// Chi-square test of homogeneity: do two lists of counts come from one distribution? Pools like
/// [`chi_square_fit`], by the smaller of a cell's two expectations.
///
/// # Panics
/// If the lengths differ.
pub fn chi_square_two_sample(a: &[u64], b: &[u64]) -> Fit {
    assert_eq!(a.len(), b.len(), "the same cells in both samples");
    let (n_a, n_b) = (a.iter().sum::<u64>() as f64, b.iter().sum::<u64>() as f64);
    if n_a == 0.0 || n_b == 0.0 {
        return Fit::new(0.0, 0);
    }
    let (share_a, share_b) = (n_a / (n_a + n_b), n_b / (n_a + n_b));
    let cells: Vec<(f64, f64)> = a
        .iter()
        .zip(b)
        .map(|(&x, &y)| (x as f64, y as f64))
        .collect();
    let cells = pool(
        cells,
        |(x, y)| (x + y) * share_a.min(share_b),
        |into, from| {
            into.0 += from.0;
            into.1 += from.1;
        },
    );
    let part = |observed: f64, expected: f64| (observed - expected).powi(2) / expected;
    let statistic = cells
        .iter()
        .map(|(x, y)| part(*x, (x + y) * share_a) + part(*y, (x + y) * share_b))
        .sum();
    Fit::new(statistic, cells.len().saturating_sub(1) as u64)
}

/// Drops empty cells and pools those that expect too little.
fn pool<C: Copy>(
    mut cells: Vec<C>,
    expects: impl Fn(&C) -> f64,
    add: impl Fn(&mut C, C),
) -> Vec<C> {
    cells.retain(|cell| expects(cell) > 0.0);
    cells.sort_by(|a, b| expects(b).total_cmp(&expects(a)));
    let large = cells.partition_point(|cell| expects(cell) >= SMALLEST_EXPECTATION);
    let small = cells.split_off(large);
    let Some(pooled) = small.into_iter().reduce(|mut pooled, cell| {
        add(&mut pooled, cell);
        pooled
    }) else {
        return cells;
    };
    match cells.last_mut() {
        Some(last) if expects(&pooled) < SMALLEST_EXPECTATION => add(last, pooled),
        _ => cells.push(pooled),
    }
    cells
}

/// Two-sided test that two independent samples have the same proportion (z with pooled variance): the p-value.
/// 1 if either sample is empty or neither can differ.
///
/// # Panics
/// If there are more hits than playouts.
pub fn two_sample_z(hits_a: u64, n_a: u64, hits_b: u64, n_b: u64) -> f64 {
    assert!(
        hits_a <= n_a && hits_b <= n_b,
        "{hits_a} hits of {n_a}, {hits_b} of {n_b}"
    );
    if n_a == 0 || n_b == 0 {
        return 1.0;
    }
    let (a, b) = (n_a as f64, n_b as f64);
    let pooled = (hits_a as f64 + hits_b as f64) / (a + b);
    let error = (pooled * (1.0 - pooled) * (1.0 / a + 1.0 / b)).sqrt();
    if error == 0.0 {
        return 1.0;
    }
    let z = (hits_a as f64 / a - hits_b as f64 / b) / error;
    erfc(z.abs() / SQRT_2)
}

/// Two-sided p-value of a distance in standard errors, by the normal distribution.
pub fn two_sided_p(z: f64) -> f64 {
    erfc(z.abs() / SQRT_2)
}

/// The level for each of `tests` so that the chance of any false alarm is at most `family` (Bonferroni).
pub fn bonferroni(family: f64, tests: usize) -> f64 {
    family / tests.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Lane, Stream};

    fn near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn two_sided_p_values_are_those_of_tables() {
        near(two_sided_p(0.0), 1.0, 1e-12);
        near(two_sided_p(1.959_963_985), 0.05, 1e-9);
        near(two_sided_p(-2.575_829_304), 0.01, 1e-9);
    }

    #[test]
    fn mendels_peas() {
        // 315, 108, 101, 32 against 9:3:3:1: chi-square 0.470 with 3 degrees, p 0.925.
        let fit = chi_square_fit(
            &[315, 108, 101, 32],
            &[9.0 / 16.0, 3.0 / 16.0, 3.0 / 16.0, 1.0 / 16.0],
        );
        near(fit.statistic, 0.470, 5e-4);
        assert_eq!(fit.freedom, 3);
        near(fit.p, 0.925_426, 1e-5);
    }

    #[test]
    fn far_tails_keep_their_size() {
        // One degree: p = erfc(sqrt(x / 2)).
        let fit = chi_square_fit(&[5_600, 4_400], &[0.5, 0.5]);
        near(fit.statistic, 144.0, 1e-9);
        near(fit.p / erfc(72_f64.sqrt()), 1.0, 1e-6);
    }

    #[test]
    fn small_cells_are_pooled_and_impossible_ones_condemn() {
        let probabilities = [0.5, 0.47, 0.01, 0.01, 0.01, 0.0];
        let fit = chi_square_fit(&[100, 94, 2, 2, 2, 0], &probabilities);
        assert_eq!((fit.freedom, fit.p), (2, 1.0));
        near(fit.statistic, 0.0, 1e-9);
        // 100 playouts: the pool expects 3, so it joins the 47.
        assert_eq!(
            chi_square_fit(&[50, 47, 1, 1, 1, 0], &probabilities).freedom,
            1
        );
        assert_eq!(chi_square_fit(&[50, 47, 1, 1, 0, 1], &probabilities).p, 0.0);
        assert_eq!(chi_square_fit(&[0, 0], &[0.5, 0.5]).p, 1.0);
        assert_eq!(
            chi_square_fit(&[9], &[1.0]),
            Fit {
                statistic: 0.0,
                freedom: 0,
                p: 1.0
            }
        );
    }

    #[test]
    fn p_values_are_uniform_for_a_fair_die() {
        let mut below_tenth = 0;
        for block in 0..500 {
            let mut stream = Stream::new(1, "chi-test", block, Lane::Main);
            let mut counts = [0_u64; 6];
            for _ in 0..600 {
                counts[stream.below(6) as usize] += 1;
            }
            below_tenth += u32::from(chi_square_fit(&counts, &[1.0 / 6.0; 6]).p < 0.1);
        }
        assert!((25..=78).contains(&below_tenth), "{below_tenth} of 500");
    }

    #[test]
    fn two_samples() {
        // 30 of 100 against 45 of 100: z = -2.1909.
        near(two_sample_z(30, 100, 45, 100), 0.028_460, 1e-5);
        near(
            chi_square_two_sample(&[30, 70], &[45, 55]).p,
            0.028_460,
            1e-5,
        );
        assert_eq!(two_sample_z(0, 100, 0, 7), 1.0);
        assert_eq!(two_sample_z(0, 0, 3, 7), 1.0);
        assert!(two_sample_z(0, 1_000, 1_000, 1_000) < 1e-100);
        assert_eq!(chi_square_two_sample(&[0, 0], &[1, 2]).freedom, 0);
    }

    #[test]
    fn family_level() {
        assert_eq!(bonferroni(1e-6, 4), 2.5e-7);
        assert_eq!(bonferroni(0.05, 0), 0.05);
    }
}
