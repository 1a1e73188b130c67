//! A set of outcomes that allocates nothing.

use crate::games::gauntlet::rules::game::Code;
use crate::games::gauntlet::state::Outcome;

const WORDS: usize = Code::COUNT.div_ceil(64);

/// A set of codes that allocates nothing.
#[derive(Debug, Clone, Copy)]
pub struct OptionSet {
    words: [u64; WORDS],
    used: usize,
}

impl Default for OptionSet {
    fn default() -> Self {
        Self {
            words: [0; WORDS],
            used: WORDS,
        }
    }
}

impl OptionSet {
    /// Empties the set. `all`: whether codes with a bargain struck against the enemy come up.
    pub fn clear(&mut self, all: bool) {
        self.used = if all {
            WORDS
        } else {
            Outcome::COUNT.div_ceil(64)
        };
        self.words[..self.used].fill(0);
    }

    /// Adds a code.
    #[inline]
    pub fn insert(&mut self, code: Code) {
        self.words[usize::from(code.0) / 64] |= 1 << (code.0 % 64);
    }

    /// How many codes are in it.
    pub fn len(&self) -> usize {
        self.words[..self.used]
            .iter()
            .map(|w| w.count_ones() as usize)
            .sum()
    }

    /// True when nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.words[..self.used].iter().all(|w| *w == 0)
    }

    /// The codes in order.
    pub fn iter(&self) -> impl Iterator<Item = Code> + '_ {
        self.words[..self.used]
            .iter()
            .enumerate()
            .flat_map(|(at, word)| {
                let mut left = *word;
                std::iter::from_fn(move || {
                    (left != 0).then(|| {
                        let bit = left.trailing_zeros();
                        left &= left - 1;
                        Code((at * 64) as u16 + bit as u16)
                    })
                })
            })
    }

    /// The code with this number in order.
    pub fn nth(&self, mut n: usize) -> Option<Code> {
        for (at, word) in self.words[..self.used].iter().enumerate() {
            let here = word.count_ones() as usize;
            if n < here {
                let mut left = *word;
                for _ in 0..n {
                    left &= left - 1;
                }
                return Some(Code((at * 64) as u16 + left.trailing_zeros() as u16));
            }
            n -= here;
        }
        None
    }
}
