//! Two experiments over common random numbers: playout j of both uses the same streams.

use super::{Block, Experiment};
use crate::stats::Paired;
use std::cell::Cell;

/// An experiment whose every playout has a small whole-number value (a win, a margin, a number of rounds).
pub trait Valued: Experiment {
    /// Plays the block as [`play`](Experiment::play) does and gives the value of each of its playouts, in order;
    /// `out` is as long as `block.count`. Must not allocate per playout.
    fn values(&self, block: &Block, out: &mut [i32]);
}

/// The experiment that compares `a` and `b`, playout by playout; run it as any other. Its tally is [`Paired`].
///
/// It pays if the two use the same random words for the same purposes as far as they can; the variance reduction
/// factor of the result says how much.
pub struct Compare<'a, A, B> {
    a: &'a A,
    b: &'a B,
}

impl<'a, A: Valued, B: Valued> Compare<'a, A, B> {
    /// Pairs `a` and `b`.
    ///
    /// # Panics
    /// If their streams differ: both need the same domain. (Different block sizes do not compile.)
    pub fn new(a: &'a A, b: &'a B) -> Self {
        const {
            assert!(
                A::BLOCK == B::BLOCK,
                "a comparison needs blocks of one size"
            )
        };
        assert_eq!(
            a.domain(),
            b.domain(),
            "a comparison needs one stream domain"
        );
        Self { a, b }
    }
}

impl<A: Valued, B: Valued> Experiment for Compare<'_, A, B> {
    type Tally = Paired;
    const BLOCK: u32 = A::BLOCK;

    fn block_size(&self) -> u32 {
        self.a.block_size().min(self.b.block_size())
    }

    fn domain(&self) -> &str {
        self.a.domain()
    }

    fn empty(&self) -> Paired {
        Paired::new()
    }

    fn play(&self, block: &Block, tally: &mut Paired) {
        thread_local! {
            // One buffer a thread, kept from block to block.
            static VALUES: Cell<Vec<i32>> = const { Cell::new(Vec::new()) };
        }
        let count = block.count as usize;
        let mut values = VALUES.take();
        values.resize(values.len().max(2 * count), 0);
        let (a, b) = values[..2 * count].split_at_mut(count);
        self.a.values(block, a);
        self.b.values(block, b);
        tally.add_each(a, b);
        VALUES.set(values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::toys::Die;
    use crate::playout::{Plan, run};

    #[test]
    fn common_numbers_reduce_the_variance_and_marginals_are_those_of_single_runs() {
        let (six, twelve) = (Die { sides: 6 }, Die { sides: 12 });
        let plan = Plan::new(100_003, 1);
        let paired = run(&Compare::new(&twelve, &six), &plan).unwrap();
        let single = run(&six, &plan).unwrap().tally;
        let moments = crate::stats::Moments::from_weighted((0..).zip(single));
        assert_eq!(paired.tally.b, moments);
        assert_eq!((paired.playouts, paired.tally.n()), (100_003, 100_003));
        // Both are the word scaled: the twelve-sided value is twice the other plus 0 or 1.
        let difference = paired.tally.difference.mean().unwrap();
        assert!((difference - 3.0).abs() < 0.03, "{difference}");
        assert!(paired.tally.correlation().unwrap() > 0.98);
        assert!(paired.tally.variance_reduction().unwrap() > 4.0);
        for threads in [1, 3] {
            let again = run(
                &Compare::new(&twelve, &six),
                &Plan {
                    threads: Some(threads),
                    ..plan
                },
            )
            .unwrap();
            assert_eq!(again, paired);
        }
    }

    #[test]
    fn nothing_differs_from_itself() {
        let die = Die { sides: 6 };
        let paired = run(&Compare::new(&die, &die), &Plan::new(1_000, 1))
            .unwrap()
            .tally;
        assert!(paired.difference.is_constant() && paired.difference.sum == 0);
        assert!((paired.correlation().unwrap() - 1.0).abs() < 1e-12);
    }
}
