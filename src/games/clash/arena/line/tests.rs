//! Distributions in a line and elsewhere.

use super::*;
use crate::chance::Lane;

fn check(weights: &[u128]) {
    let lines = Lines::new(3);
    let row = || {
        Row::new(
            weights
                .iter()
                .enumerate()
                .map(|(k, &w)| (100 * k as u16 + 7, w)),
        )
    };
    let total: u128 = weights.iter().sum();
    for _ in 0..2 {
        // Built, then found.
        let mut shares = std::collections::BTreeMap::new();
        lines
            .get(1, row)
            .each(|outcome, p| assert!(shares.insert(outcome, p).is_none()));
        assert_eq!(shares.len(), weights.len());
        for (k, &w) in weights.iter().enumerate() {
            assert!((shares[&(100 * k as u16 + 7)] - w as f64 / total as f64).abs() < 1e-15);
        }
    }
    let (mut stream, n) = (Stream::new(4, "lines", 0, Lane::Main), 200_000);
    let mut hits = vec![0u32; weights.len()];
    let found = lines.get(1, || unreachable!("it is known"));
    for _ in 0..n {
        hits[usize::from(found.draw(&mut stream)) / 100] += 1;
    }
    for (k, &w) in weights.iter().enumerate() {
        let p = w as f64 / total as f64;
        let bound = 6.0 * (f64::from(n) * p * (1.0 - p)).sqrt() + 1e-9;
        assert!(
            (f64::from(hits[k]) - f64::from(n) * p).abs() <= bound,
            "{k}: {}",
            hits[k]
        );
    }
}

#[test]
fn distributions_keep_their_weights_in_a_line_and_elsewhere() {
    check(&[1]);
    check(&[1, 2]);
    check(&[5, 1, 4, 4, 3, 9, 2, 6, 11]);
    check(&[1; 10]); // too many for a line
    check(&[1 << 40, 3 << 40, (1 << 40) + 1]); // too large for one
}
