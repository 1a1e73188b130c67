//! Guide tables: one look-up with a dozen random bits decides a draw; the rare undecided cell falls back to an exact draw.
//!
//! The unit interval is cut into 2^bits cells. A cell that lies inside one outcome names it; a cell that a
//! boundary cuts is undecided, and an exact uniform integer below the total weight, drawn from fresh
//! words without bias, settles it. No threshold is ever rounded: given uniform words, outcome k has probability
//! weight(k)/total exactly. (Guide tables: Chen and Asau, 1974; Devroye, Non-Uniform Random Variate
//! Generation, III.2.4.)

use super::stream::Stream;

/// Entry of an undecided cell.
pub const UNDECIDED: u16 = u16::MAX;

/// A guide table over integer weights.
#[derive(Debug, Clone)]
pub struct Guide {
    /// Running sums of the weights; the last is the total.
    sums: Vec<u64>,
    /// 2^12 cells; left out while there is one outcome only.
    cells: Box<[u16]>,
}

impl Guide {
    /// Bits that choose a cell in [`Guide::draw`].
    pub const BITS: u32 = 12;

    /// From positive weights.
    ///
    /// # Panics
    /// If there is no weight, one is zero, there are 2^16 - 1 or more, or they add up to 2^52 or more.
    pub fn new(weights: &[u64]) -> Self {
        assert!(!weights.is_empty(), "a distribution needs an outcome");
        assert!(weights.len() < usize::from(UNDECIDED), "too many outcomes");
        let mut sum = 0u64;
        let sums: Vec<u64> = weights
            .iter()
            .map(|&w| {
                assert!(w > 0, "weights are positive");
                sum = sum
                    .checked_add(w)
                    .expect("weights add up to less than 2^52");
                sum
            })
            .collect();
        assert!(sum < 1 << 52, "weights add up to less than 2^52");
        Self {
            sums,
            cells: Box::default(),
        }
    }

    /// The same, with the cells of [`Guide::draw`] laid out at once.
    #[must_use]
    pub fn prepared(mut self) -> Self {
        if self.cells.is_empty() {
            self.cells = self.layout(Self::BITS).into();
        }
        self
    }

    /// The 2^bits cells: an outcome each, or [`UNDECIDED`].
    pub fn layout(&self, bits: u32) -> Vec<u16> {
        assert!(bits <= Self::BITS);
        let total = self.total(); // below 2^52, so that (c + 1) * total fits 64 bits
        let mut k = 0;
        (0..1u64 << bits)
            .map(|c| {
                while self.sums[k] << bits <= c * total {
                    k += 1;
                }
                if self.sums[k] << bits >= (c + 1) * total {
                    k as u16
                } else {
                    UNDECIDED
                }
            })
            .collect()
    }

    /// Number of outcomes.
    #[inline]
    pub fn len(&self) -> usize {
        self.sums.len()
    }

    /// Never true.
    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    /// Sum of all weights.
    #[inline]
    pub fn total(&self) -> u64 {
        self.sums[self.sums.len() - 1]
    }

    /// Weight of outcome k.
    pub fn weight(&self, k: usize) -> u64 {
        self.sums[k] - if k == 0 { 0 } else { self.sums[k - 1] }
    }

    /// Draws an outcome: one word of `main`, and in an undecided cell some of `fallback`.
    #[inline]
    pub fn draw(&self, main: &mut Stream, fallback: &mut Stream) -> usize {
        let cell = main.word() >> (64 - Self::BITS);
        match self.cells.get(cell as usize) {
            Some(&k) if k != UNDECIDED => usize::from(k),
            _ => self.settle(cell, Self::BITS, fallback),
        }
    }

    /// Settles a cell of a table of 2^bits cells exactly, with fresh words.
    #[cold]
    pub fn settle(&self, cell: u64, bits: u32, fallback: &mut Stream) -> usize {
        let position =
            u128::from(cell) * u128::from(self.total()) + u128::from(fallback.below(self.total()));
        self.sums
            .partition_point(|&s| (u128::from(s) << bits) <= position)
    }
}

#[cfg(test)]
mod tests {
    use super::super::stream::Lane;
    use super::*;

    /// Sums, over all cells, the exact measure that the table gives each outcome.
    #[test]
    fn every_outcome_gets_exactly_its_weight() {
        for weights in [
            vec![1u64],
            vec![1, 1],
            vec![125, 450, 540, 216],
            vec![1, 60_466_175],
            vec![3, 1, 4095],
            vec![7; 700],
        ] {
            let g = Guide::new(&weights).prepared();
            let total = u128::from(g.total());
            let mut measure = vec![0u128; weights.len()]; // in units of 1 / (4096 total)
            for c in 0..4096u128 {
                let decided = g.layout(12)[c as usize];
                for (k, m) in measure.iter_mut().enumerate() {
                    let top = u128::from(g.sums[k]) << 12;
                    let bottom = top - (u128::from(weights[k]) << 12);
                    let overlap = top
                        .min((c + 1) * total)
                        .saturating_sub(bottom.max(c * total));
                    assert!(
                        decided == UNDECIDED
                            || overlap == if k == usize::from(decided) { total } else { 0 }
                    );
                    *m += overlap;
                }
            }
            for (m, w) in measure.iter().zip(&weights) {
                assert_eq!(*m, u128::from(*w) << 12);
            }
        }
    }

    #[test]
    fn an_undecided_cell_is_settled_in_proportion() {
        // 2/3 of 4096 is 2730.67: cell 2730 belongs to the first outcome by two thirds.
        let g = Guide::new(&[2, 1]).prepared();
        assert_eq!(g.layout(12)[2730], UNDECIDED);
        let mut fallback = Stream::new(1, "test", 0, Lane::Fallback);
        let first = (0..30_000)
            .filter(|_| g.settle(2730, 12, &mut fallback) == 0)
            .count();
        assert!((19_600..20_400).contains(&first), "{first}"); // 20000 +- 5 standard deviations
    }

    #[test]
    fn draws_follow_the_weights() {
        let g = Guide::new(&[1, 2, 3]).prepared();
        let (mut main, mut fallback) = (
            Stream::new(7, "test", 0, Lane::Main),
            Stream::new(7, "test", 0, Lane::Fallback),
        );
        let mut hits = [0u32; 3];
        for _ in 0..600_000 {
            hits[g.draw(&mut main, &mut fallback)] += 1;
        }
        let chi: f64 = hits
            .iter()
            .zip([1e5, 2e5, 3e5])
            .map(|(&h, e)| (f64::from(h) - e).powi(2) / e)
            .sum();
        assert!(
            chi < 27.6,
            "chi-square {chi} with 2 degrees of freedom, 1e-6 bound"
        );
    }
}
