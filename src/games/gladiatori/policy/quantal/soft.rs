//! The soft-max itself, with exponentials that are kept.

use super::STEPS;
use std::cell::Cell;

/// Exponentials kept by a thread: worths are sums of a few damages and prices, so that the same come up again and again.
const KEPT: usize = 1 << 10;

thread_local! {
    /// By a hash of the argument: its bits, and its exponential. Zero's is right from the start.
    static EXPONENTIALS: [Cell<(u64, f64)>; KEPT] = const { [const { Cell::new((0, 1.0)) }; KEPT] };
}

/// Draws an index with probabilities proportional to exp(worth / temperature), by a level below [`STEPS`]; 0 of nothing.
/// Overwrites the worths.
#[inline]
pub(super) fn soft(worths: &mut [f64], temperature: f64, level: u32) -> usize {
    let best = worths.iter().copied().fold(f64::MIN, f64::max);
    let mut total = 0.0;
    EXPONENTIALS.with(|kept| {
        for w in worths.iter_mut() {
            let x = (*w - best) / temperature;
            let bits = x.to_bits();
            let slot = &kept[(bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize];
            let (of, value) = slot.get();
            *w = if of == bits {
                value
            } else {
                let value = x.exp();
                slot.set((bits, value));
                value
            };
            total += *w;
        }
    });
    pick(worths, total, level)
}

/// The index of a level below [`STEPS`] among weights with this sum; 0 of nothing.
#[inline(always)]
pub(super) fn pick(weights: &[f64], total: f64, level: u32) -> usize {
    let mut left = f64::from(level) / f64::from(STEPS) * total;
    for (i, w) in weights.iter().enumerate() {
        if left < *w {
            return i;
        }
        left -= w;
    }
    weights.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_soft_max_has_its_probabilities() {
        let mut hits = [0; 3];
        for level in 0..STEPS {
            hits[soft(&mut [0.0, 3f64.ln(), f64::NEG_INFINITY], 1.0, level)] += 1;
        }
        assert_eq!(hits, [STEPS / 4, STEPS * 3 / 4, 0]);
        assert_eq!(soft(&mut [], 1.0, 5), 0);
    }

    /// What is kept is what would be worked out: many arguments share a place.
    #[test]
    fn kept_exponentials_are_exact() {
        for round in 0..2 {
            for k in 0..5 * KEPT {
                let mut worths = [0.0, -(k as f64) / 64.0];
                soft(&mut worths, 0.5, 0);
                assert_eq!(worths, [1.0, (-(k as f64) / 32.0).exp()], "{round} {k}");
            }
        }
    }
}
