//! The random words of one game: three streams, so that two policies meet the same cards and events, and the same dice as long as they
//! fight as many matches.
//!
//! Each game takes one word of its block's keyed stream and spreads it by SplitMix64 (Steele, Lea and Flood, 2014); no game's words
//! depend on how another one went.

use crate::chance::{Chance, Dist, Outcome, Stream};
use std::sync::atomic::{AtomicBool, Ordering};

/// A SplitMix64 generator.
#[derive(Debug, Clone, Copy)]
pub struct Words(u64);

impl Words {
    /// The next 64 random bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A uniform integer in `0..bound` (`bound` > 0), without bias: multiply and reject.
    #[inline(always)]
    pub fn below(&mut self, bound: u64) -> u64 {
        let wide = u128::from(self.word()) * u128::from(bound);
        if (wide as u64) < bound {
            self.below_slowly(wide, bound)
        } else {
            (wide >> 64) as u64
        }
    }

    #[cold]
    fn below_slowly(&mut self, mut wide: u128, bound: u64) -> u64 {
        let reject = bound.wrapping_neg() % bound;
        while (wide as u64) < reject {
            wide = u128::from(self.word()) * u128::from(bound);
        }
        (wide >> 64) as u64
    }
}

/// The source of chance of one game.
#[derive(Debug, Clone, Copy)]
pub struct GameWords {
    /// Cards, event dice and gambles.
    pub scene: Words,
    /// Combat dice.
    pub dice: Words,
    /// What a policy leaves to chance.
    pub whim: Words,
}

impl GameWords {
    /// Of no game.
    pub fn idle() -> Self {
        Self {
            scene: Words(0),
            dice: Words(0),
            whim: Words(0),
        }
    }

    /// Of the next game of a block.
    #[inline]
    pub fn next(block: &mut Stream) -> Self {
        let key = block.word();
        let stream = |k: u64| {
            let mut words = Words(key ^ k.wrapping_mul(0xd1b5_4a32_d192_ed03));
            Words(words.word())
        };
        Self {
            scene: stream(1),
            dice: stream(2),
            whim: stream(3),
        }
    }
}

impl Chance for GameWords {
    fn draw<T: Outcome>(&mut self, site: &'static str, dist: &Dist<T>) -> T {
        let words = match site {
            "card" | "event" | "gamble" => &mut self.scene,
            "roll" | "reroll_one" => &mut self.dice,
            _ => &mut self.whim,
        };
        let mut at = words.below(dist.total());
        if dist.total() == dist.len() as u64 {
            return dist.outcome(at as usize);
        }
        for (k, outcome) in dist.outcomes().iter().enumerate() {
            let weight = dist.weight(k);
            if at < weight {
                return *outcome;
            }
            at -= weight;
        }
        unreachable!("positions lie below the total")
    }
}

/// The words of a game that may be given up half-way.
#[derive(Debug)]
pub struct Until<'a> {
    /// The words.
    pub words: GameWords,
    /// True once nobody waits for the game any longer.
    pub stop: &'a AtomicBool,
}

impl Chance for Until<'_> {
    fn draw<T: Outcome>(&mut self, site: &'static str, dist: &Dist<T>) -> T {
        self.words.draw(site, dist)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
