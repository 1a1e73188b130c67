//! The distributions that the game and its policies draw from, laid out once.

use crate::chance::{Chance, Dist, Lane, Outcome, Stream};
use std::fmt;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Two dice in the order in which they were rolled; the second is 0 where one is rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dice(pub [u8; 2]);

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [a, 0] => write!(f, "{a}"),
            [a, b] => write!(f, "{a}+{b}"),
        }
    }
}

static UNIFORM: LazyLock<Vec<Dist<u8>>> =
    LazyLock::new(|| (1..=128u8).map(|n| Dist::uniform(0..n)).collect());
static DIE: LazyLock<Dist<u8>> = LazyLock::new(|| Dist::uniform(1..=6));
static ONE: LazyLock<Dist<Dice>> = LazyLock::new(|| Dist::uniform((1..=6).map(|a| Dice([a, 0]))));
static TWO: LazyLock<Dist<Dice>> =
    LazyLock::new(|| Dist::uniform((1..=6).flat_map(|a| (1..=6).map(move |b| Dice([a, b])))));
static PERCENT: LazyLock<Vec<Dist<bool>>> = LazyLock::new(|| {
    let share = |p: u64| match p {
        50 => Dist::uniform([true, false]),
        p => Dist::new([(true, p), (false, 100 - p)]),
    };
    (0..=100).map(share).collect()
});
static SEED: LazyLock<Dist<u16>> = LazyLock::new(|| Dist::uniform(0..1 << 14));

/// A number below `n`, 1-128.
#[inline]
pub fn uniform(n: u8) -> &'static Dist<u8> {
    &UNIFORM[usize::from(n) - 1]
}

/// A six-sided die.
#[inline]
pub fn die() -> &'static Dist<u8> {
    &DIE
}

/// One or two dice.
#[inline]
pub fn dice(n: u8) -> &'static Dist<Dice> {
    if n == 1 { &ONE } else { &TWO }
}

/// True with a probability of whole per cents.
#[inline]
pub fn percent(p: u8) -> &'static Dist<bool> {
    &PERCENT[usize::from(p.min(100))]
}

/// A number that keys the inner stream of a policy that looks ahead.
pub fn inner_seed() -> &'static Dist<u16> {
    &SEED
}

/// Draws from the streams of one block, as [`crate::chance::Sample`] does, but even distributions, which are nearly all that
/// this game asks for, straight from a word: a uniform integer by multiplication and rejection, without bias.
#[derive(Debug, Clone)]
pub struct Even<'a> {
    main: Stream,
    fallback: Stream,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Even<'a> {
    /// The source of block `block` of a run.
    pub fn new(seed: u64, domain: &str, block: u64) -> Self {
        Self {
            main: Stream::new(seed, domain, block, Lane::Main),
            fallback: Stream::new(seed, domain, block, Lane::Fallback),
            stop: None,
        }
    }

    /// The same draws, of which nobody waits for any once `stop` is true.
    #[must_use]
    pub fn until(self, stop: Option<&'a AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// The rare case, kept out of the way of the other.
    #[cold]
    #[inline(never)]
    fn uneven<T: Outcome>(&mut self, dist: &Dist<T>) -> T {
        dist.outcome(dist.guide().draw(&mut self.main, &mut self.fallback))
    }
}

impl Chance for Even<'_> {
    #[inline(always)]
    fn draw<T: Outcome>(&mut self, _site: &'static str, dist: &Dist<T>) -> T {
        let n = dist.len() as u64;
        if dist.total() == n {
            return dist.outcome(self.main.below(n) as usize);
        }
        self.uneven(dist)
    }

    #[inline(always)]
    fn below<const N: u8>(
        &mut self,
        _site: &'static str,
        _dist: impl FnOnce() -> &'static Dist<u8>,
    ) -> u8 {
        self.main.below(N.into()) as u8
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::chi_square_fit;

    /// Numbers from words are those from the distribution.
    #[test]
    fn numbers_need_no_table() {
        let (mut a, mut b) = (Even::new(3, "even", 1), Even::new(3, "even", 1));
        for _ in 0..1000 {
            let drawn = a.draw("x", uniform(128));
            assert_eq!(b.below::<128>("x", || uniform(128)), drawn);
            let drawn = a.draw("x", uniform(6));
            assert_eq!(b.below::<6>("x", || uniform(6)), drawn);
        }
    }

    #[test]
    fn even_draws_are_even_and_others_follow_their_weights() {
        let mut chance = Even::new(3, "even", 0);
        for n in [2u8, 3, 7, 128] {
            let mut hits = vec![0u64; n.into()];
            (0..50_000).for_each(|_| hits[usize::from(chance.draw("x", uniform(n)))] += 1);
            assert!(
                chi_square_fit(&hits, &vec![1.0 / f64::from(n); n.into()]).p > 1e-6,
                "{n}"
            );
        }
        let mut hits = [0u64; 2];
        (0..50_000).for_each(|_| hits[usize::from(chance.draw("x", percent(30)))] += 1);
        assert!(chi_square_fit(&hits, &[0.7, 0.3]).p > 1e-6);
    }
}
