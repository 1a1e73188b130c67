//! Finite distributions with integer weights, and the distribution of a pool of equal dice.

use super::guide::Guide;

/// A finite distribution: outcome k has probability `weight(k) / total()`, both exact integers.
///
/// Outcomes of weight zero are left out, so that the impossible can neither be drawn nor enumerated.
#[derive(Debug, Clone)]
pub struct Dist<T> {
    outcomes: Vec<T>,
    guide: Guide,
}

impl<T: Copy> Dist<T> {
    /// From outcomes and weights.
    ///
    /// # Panics
    /// If no weight is positive, or the weights add up to 2^52 or more.
    pub fn new(weighted: impl IntoIterator<Item = (T, u64)>) -> Self {
        let (outcomes, weights): (Vec<T>, Vec<u64>) =
            weighted.into_iter().filter(|&(_, w)| w > 0).unzip();
        Self {
            outcomes,
            guide: Guide::new(&weights),
        }
    }

    /// Every outcome equally likely.
    pub fn uniform(outcomes: impl IntoIterator<Item = T>) -> Self {
        Self::new(outcomes.into_iter().map(|o| (o, 1)))
    }

    /// Number of possible outcomes, at least 1.
    #[inline]
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Never true: a distribution has at least one outcome.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// Outcome k.
    #[inline]
    pub fn outcome(&self, k: usize) -> T {
        self.outcomes[k]
    }

    /// All outcomes in order.
    pub fn outcomes(&self) -> &[T] {
        &self.outcomes
    }

    /// Weight of outcome k, positive.
    pub fn weight(&self, k: usize) -> u64 {
        self.guide.weight(k)
    }

    /// Sum of all weights.
    #[inline]
    pub fn total(&self) -> u64 {
        self.guide.total()
    }

    /// Outcomes with their weights.
    pub fn weighted(&self) -> impl Iterator<Item = (T, u64)> + '_ {
        self.outcomes
            .iter()
            .enumerate()
            .map(|(k, &o)| (o, self.weight(k)))
    }

    /// The table that draws from it.
    #[inline]
    pub fn guide(&self) -> &Guide {
        &self.guide
    }
}

/// Number of ways in which `n` dice with `faces[i]` faces of sort i show counts `c_0, c_1, …`
/// (multinomial coefficient times face counts), for every vector of counts. `visit(counts, ways)`;
/// the ways add up to (sum of faces)^n.
pub fn dice_pool<const SORTS: usize>(
    n: u8,
    faces: [u8; SORTS],
    mut visit: impl FnMut([u8; SORTS], u64),
) {
    fn go<const S: usize>(
        sort: usize,
        left: u8,
        ways: u64,
        faces: &[u8; S],
        counts: &mut [u8; S],
        visit: &mut impl FnMut([u8; S], u64),
    ) {
        if sort + 1 == S {
            counts[sort] = left;
            visit(*counts, ways * u64::from(faces[sort]).pow(u32::from(left)));
            return;
        }
        let mut choose = 1u64; // left choose k
        for k in 0..=left {
            counts[sort] = k;
            let ways = ways * choose * u64::from(faces[sort]).pow(u32::from(k));
            go(sort + 1, left - k, ways, faces, counts, visit);
            choose = choose * u64::from(left - k) / u64::from(k + 1);
        }
    }
    go(0, n, 1, &faces, &mut [0; SORTS], &mut visit);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_counts_every_ordered_roll_once() {
        for n in 0..=5 {
            let mut by_counts = std::collections::BTreeMap::new();
            for roll in 0..6u32.pow(n.into()) {
                let mut counts = [0u8; 3];
                let mut rest = roll;
                for _ in 0..n {
                    counts[match rest % 6 {
                        0 => 0,
                        1 | 2 => 1,
                        _ => 2,
                    }] += 1;
                    rest /= 6;
                }
                *by_counts.entry(counts).or_insert(0u64) += 1;
            }
            let mut pool = std::collections::BTreeMap::new();
            dice_pool(n, [1, 2, 3], |c, w| assert!(pool.insert(c, w).is_none()));
            assert_eq!(pool, by_counts, "{n} dice");
        }
    }

    #[test]
    fn the_impossible_is_left_out() {
        let d = Dist::new([('a', 3), ('b', 0), ('c', 1)]);
        assert_eq!(d.outcomes(), ['a', 'c']);
        assert_eq!((d.weight(0), d.weight(1), d.total()), (3, 1, 4));
    }
}
