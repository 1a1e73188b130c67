//! The distributions that the game and its policies draw from, laid out once.

use crate::chance::Dist;
use std::fmt;
use std::sync::LazyLock;

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
    (0..=100u64)
        .map(|p| Dist::new([(true, p), (false, 100 - p)]))
        .collect()
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
