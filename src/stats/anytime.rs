//! Confidence sequences: intervals that stay valid however often one looks and whenever one stops.
//!
//! A fixed-n interval that is looked at again and again until it is narrow enough misses more often than it says.
//! Stop rules use these instead.

use super::{Moments, binomial};

/// The number of playouts at which [`half_width`] is narrowest for its confidence.
pub const TUNED_FOR: f64 = 100_000.0;

/// Half width of the asymptotic confidence sequence of a mean; infinite while the data carry none (fewer than
/// two values, or all the same).
///
/// Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic
/// confidence sequences", Annals of Statistics 52 (2024), theorem 2.2: with probability 1 - alpha, for all n
/// at once (asymptotically in the first look),
/// |mean - mu| <= s sqrt(2 (n r^2 + 1) / (n^2 r^2) ln(sqrt(n r^2 + 1) / alpha)).
/// The tuning is the paper's: r^2 = (-2 ln alpha + ln(1 - 2 ln alpha)) / [`TUNED_FOR`].
///
/// # Panics
/// If `confidence` is not inside (0, 1).
pub fn half_width(moments: &Moments, confidence: f64) -> f64 {
    let alpha = error(confidence);
    let deviation = match moments.variance() {
        Some(variance) if variance > 0.0 => variance.sqrt(),
        _ => return f64::INFINITY,
    };
    let n = moments.n as f64;
    let r2 = (-2.0 * alpha.ln() + (1.0 - 2.0 * alpha.ln()).ln()) / TUNED_FOR;
    let grown = n * r2 + 1.0;
    deviation * (2.0 * grown / (n * n * r2) * (0.5 * grown.ln() - alpha.ln())).sqrt()
}

/// The exact confidence sequence of a proportion, `(lower, upper)`: valid at all n at once, from the first
/// playout, also with no hits at all.
///
/// The set of p with (n + 1) P(K = hits | n, p) > alpha (Robbins, "Statistical methods related to the law of
/// the iterated logarithm", 1970: the likelihood ratio against a uniform mixture is a martingale, and Ville's
/// inequality bounds its maximum). With n = 0: `(0, 1)`.
///
/// # Panics
/// If `hits` > `n`, or `confidence` is not inside (0, 1).
pub fn share_interval(hits: u64, n: u64, confidence: f64) -> (f64, f64) {
    assert!(hits <= n, "{hits} hits of {n}");
    let alpha = error(confidence);
    // p is inside while divergence(p) < limit.
    let limit = (n as f64 + 1.0).ln() - alpha.ln() + binomial::ln_pmf_at_peak(hits, n);
    (
        share_lower(hits, n, limit),
        1.0 - share_lower(n - hits, n, limit),
    )
}

fn share_lower(hits: u64, n: u64, limit: f64) -> f64 {
    if hits == 0 {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, hits as f64 / n as f64);
    if hits == n {
        return (-limit / n as f64).exp();
    }
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return low;
        }
        if binomial::divergence(hits, n, middle) > limit {
            low = middle;
        } else {
            high = middle;
        }
    }
}

fn error(confidence: f64) -> f64 {
    assert!(
        confidence > 0.0 && confidence < 1.0,
        "a confidence of {confidence} is not inside (0, 1)"
    );
    1.0 - confidence
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Lane, Stream};
    use crate::stats::{wilson, z_for};

    fn coin(hits: u64, n: u64) -> Moments {
        Moments::from_weighted([(1, hits), (0, n - hits)])
    }

    #[test]
    fn half_width_is_the_formula() {
        // By hand for alpha = 0.05, n = 100 000, s^2 = n/4/(n-1): n r^2 = 5.99146 + ln 6.99146 = 7.93617.
        let n = 100_000_f64;
        let expected = (0.25 * n / (n - 1.0)).sqrt()
            * (2.0 * 8.93617 / (n * 7.93617) * (8.93617_f64.sqrt() / 0.05).ln()).sqrt();
        assert!((half_width(&coin(50_000, 100_000), 0.95) / expected - 1.0).abs() < 1e-6);
    }

    #[test]
    fn wider_than_a_single_look_and_shrinking() {
        let mut last = f64::INFINITY;
        for n in [
            1_000,
            10_000,
            100_000,
            1_000_000,
            1_000_000_000,
            1_000_000_000_000,
        ] {
            let moments = coin(n / 2, n);
            let now = half_width(&moments, 0.95);
            let single = z_for(0.95) * moments.standard_error().unwrap();
            assert!(now < last && now > 1.3 * single, "{n}: {now} {single}");
            if (100_000..=1_000_000_000).contains(&n) {
                assert!(now < 2.5 * single);
            }
            last = now;
        }
    }

    #[test]
    fn without_variance_it_is_infinite() {
        for moments in [Moments::new(), coin(1, 1), coin(0, 1_000_000)] {
            assert_eq!(half_width(&moments, 0.95), f64::INFINITY);
        }
    }

    #[test]
    fn share_interval_edges() {
        assert_eq!(share_interval(0, 0, 0.95), (0.0, 1.0));
        for n in [1, 10, 1_000_000, 1_000_000_000_000_000] {
            for hits in [0, 1, n / 2, n] {
                let (low, high) = share_interval(hits, n, 0.95);
                let (wilson_low, wilson_high) = wilson(hits, n, 0.99);
                assert!((0.0..=1.0).contains(&low) && low < high && high <= 1.0);
                assert!(low <= hits as f64 / n as f64 && hits as f64 / n as f64 <= high);
                if n > 10 {
                    assert!(
                        high - low > 0.8 * (wilson_high - wilson_low),
                        "{hits} of {n}"
                    );
                }
            }
        }
        // No hits of n: (n + 1) (1 - p)^n = 0.05.
        let (_, high) = share_interval(0, 99, 0.95);
        assert!((100.0 * (1.0 - high).powi(99) - 0.05).abs() < 1e-9);
    }

    /// Exact probability that p is ever left outside during n looks, by dynamic programming over hits.
    #[test]
    fn share_interval_covers_at_all_looks_by_enumeration() {
        for p in [0.5, 0.1, 0.01] {
            let looks = 400;
            let mut alive = vec![0.0; looks + 2];
            alive[0] = 1.0;
            for n in 1..=looks {
                for hits in (0..=n).rev() {
                    let from_hit = if hits > 0 { alive[hits - 1] * p } else { 0.0 };
                    alive[hits] = alive[hits] * (1.0 - p) + from_hit;
                    let (low, high) = share_interval(hits as u64, n as u64, 0.95);
                    if p < low || p > high {
                        alive[hits] = 0.0;
                    }
                }
            }
            let covered: f64 = alive.iter().sum();
            assert!(covered >= 0.95, "{p}: {covered}");
            assert!(covered < 0.9999, "{p}: {covered} is suspiciously wide");
        }
    }

    #[test]
    fn the_sequence_misses_less_than_it_says_and_a_peeked_interval_more() {
        let (mut missed, mut peeked) = (0, 0);
        let runs = 400;
        for run in 0..runs {
            let mut stream = Stream::new(7, "anytime-test", run, Lane::Main);
            let mut hits = 0;
            let (mut miss, mut peek) = (false, false);
            for word in 1..=4_000_u64 {
                hits += u64::from(stream.word().count_ones());
                if word >= 16 && word % 16 == 0 {
                    let moments = coin(hits, word * 64);
                    let gap = (moments.mean().unwrap() - 0.5).abs();
                    miss |= gap > half_width(&moments, 0.9);
                    peek |= gap > z_for(0.9) * moments.standard_error().unwrap();
                }
            }
            missed += i32::from(miss);
            peeked += i32::from(peek);
        }
        assert!(missed <= 40, "{missed} of {runs}");
        assert!(peeked >= 120, "{peeked} of {runs}");
    }
}
