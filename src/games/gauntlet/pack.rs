//! Values as few bytes: fixed-point numbers, each block foretold from the one before it, what is left over in Rice's code (1979).
//!
//! | part of a block | bits |
//! |---|---|
//! | how it is foretold: 0 not, 1 by the block before, 2 by that and the neighbour; 3 for a block that is not known | 2 |
//! | k, below which bits are written as they are | 6 |
//! | each value: quotient in unary (64 ones: then 64 bits as they are), 0, k bits | |

/// A number that is not known.
pub const UNKNOWN: i64 = i64::MIN;

/// Quotients from here on are written out in full.
const ESCAPE: u32 = 64;

#[derive(Debug, Default)]
struct Writer {
    bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl Writer {
    /// The lowest `n` bits of a number, n at most 32.
    fn bits(&mut self, value: u64, n: u32) {
        self.held |= value << self.count;
        self.count += n;
        while self.count >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    fn wide(&mut self, value: u64, n: u32) {
        let low = n.min(32);
        self.bits(value & ((1 << low) - 1), low);
        if n > 32 {
            self.bits(value >> 32 & ((1 << (n - 32)) - 1), n - 32);
        }
    }

    fn rice(&mut self, value: u64, k: u32) {
        let quotient = value >> k;
        if quotient >= u64::from(ESCAPE) {
            self.wide(u64::MAX, ESCAPE);
            return self.wide(value, 64);
        }
        self.wide((1 << quotient) - 1, quotient as u32);
        self.bits(0, 1);
        self.wide(value, k);
    }
}

#[derive(Debug)]
struct Reader<'a> {
    bytes: &'a [u8],
    held: u64,
    count: u32,
}

impl Reader<'_> {
    fn bits(&mut self, n: u32) -> Option<u64> {
        while self.count < n {
            let (first, rest) = self.bytes.split_first()?;
            self.held |= u64::from(*first) << self.count;
            self.bytes = rest;
            self.count += 8;
        }
        let value = self.held & ((1 << n) - 1);
        self.held >>= n;
        self.count -= n;
        Some(value)
    }

    fn wide(&mut self, n: u32) -> Option<u64> {
        let low = self.bits(n.min(32))?;
        let high = if n > 32 { self.bits(n - 32)? } else { 0 };
        Some(low | high << 32)
    }

    fn rice(&mut self, k: u32) -> Option<u64> {
        let mut quotient = 0;
        while self.bits(1)? == 1 {
            quotient += 1;
            if quotient == ESCAPE {
                return self.wide(64);
            }
        }
        Some(u64::from(quotient) << k | self.wide(k)?)
    }
}

/// What a number is foretold to be, by its place in the block, the block before and what of this block is known.
fn foretold(way: u64, at: usize, before: &[i64], here: &[i64]) -> i64 {
    match (way, at) {
        (0, _) => 0,
        (1, _) | (_, 0) => before[at],
        _ => before[at]
            .wrapping_add(here[at - 1])
            .wrapping_sub(before[at - 1]),
    }
}

/// Small numbers of either sign as small numbers.
fn folded(left: i64) -> u64 {
    (left as u64) << 1 ^ (left >> 63) as u64
}

fn unfolded(code: u64) -> i64 {
    (code >> 1) as i64 ^ -((code & 1) as i64)
}

/// Packs blocks of `len` numbers. A block that begins with [`UNKNOWN`] is left out. `back`: how many blocks before lies the one that is like it.
pub fn pack(numbers: &[i64], len: usize, back: usize) -> Vec<u8> {
    let mut writer = Writer::default();
    let zeros = vec![0; len];
    for (b, block) in numbers.chunks_exact(len).enumerate() {
        if block[0] == UNKNOWN {
            writer.bits(3, 2);
            continue;
        }
        let before = like(numbers, b, len, back).unwrap_or(&zeros);
        let codes = |way: u64| -> Vec<u64> {
            (0..len)
                .map(|at| folded(block[at].wrapping_sub(foretold(way, at, before, block))))
                .collect()
        };
        // The way whose numbers are the shortest.
        let length = |codes: &Vec<u64>| codes.iter().map(|c| 64 - c.leading_zeros()).sum::<u32>();
        let (way, codes) = (0..3)
            .map(|way| (way, codes(way)))
            .min_by_key(|(_, codes)| length(codes))
            .expect("three ways");
        let mean = codes.iter().map(|c| u128::from(*c)).sum::<u128>() / len as u128;
        let cost = |k: u32| {
            codes
                .iter()
                .map(|c| (c >> k).min(128) + u64::from(k))
                .sum::<u64>()
        };
        let near = 127u32.saturating_sub(mean.leading_zeros());
        let k = (near.saturating_sub(3)..=near.min(62)).min_by_key(|k| cost(*k));
        let k = k.unwrap_or(62);
        writer.bits(way, 2);
        writer.bits(k.into(), 6);
        codes.iter().for_each(|c| writer.rice(*c, k));
    }
    let rest = (8 - writer.count % 8) % 8;
    writer.bits(0, rest);
    writer.bytes
}

/// The block that a block is foretold from, where it is known.
fn like(numbers: &[i64], block: usize, len: usize, back: usize) -> Option<&[i64]> {
    let at = block.checked_sub(back)? * len;
    Some(&numbers[at..at + len]).filter(|b| b[0] != UNKNOWN)
}

/// Unpacks `count` numbers; `None` for bytes that are not theirs.
pub fn unpack(bytes: &[u8], count: usize, len: usize, back: usize) -> Option<Vec<i64>> {
    let mut reader = Reader {
        bytes,
        held: 0,
        count: 0,
    };
    let mut numbers = Vec::with_capacity(count);
    let zeros = vec![0; len];
    let mut block = Vec::with_capacity(len);
    for b in 0..count / len {
        block.clear();
        let way = reader.bits(2)?;
        if way == 3 {
            block.resize(len, UNKNOWN);
        } else {
            let k = reader.bits(6)? as u32;
            let before = like(&numbers, b, len, back).unwrap_or(&zeros);
            for at in 0..len {
                let left = unfolded(reader.rice(k)?);
                block.push(foretold(way, at, before, &block).wrapping_add(left));
            }
        }
        numbers.extend_from_slice(&block);
    }
    (reader.bytes.is_empty() && reader.held == 0).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_out_again_and_smaller() {
        let smooth = |b: i64, i: i64| (1 << 40) / (1 + b) + i * i * 1000 + i % 7;
        let mut numbers: Vec<i64> = (0..12)
            .flat_map(|b| (0..100).map(move |i| smooth(b, i)))
            .collect();
        numbers[300..500].fill(UNKNOWN);
        numbers[700..800].copy_from_slice(&std::array::from_fn::<i64, 100, _>(|i| {
            [0, -1, i64::MAX, i64::MIN + 1, 1 << 62][i % 5]
        }));
        numbers[900..1000].fill(0);
        for back in [1, 2] {
            let bytes = pack(&numbers, 100, back);
            assert_eq!(
                unpack(&bytes, numbers.len(), 100, back).as_ref(),
                Some(&numbers)
            );
            assert!(bytes.len() < 4000, "{}", bytes.len());
            assert_eq!(
                unpack(&bytes[..bytes.len() - 1], numbers.len(), 100, back),
                None
            );
            assert_eq!(
                unpack(&[&bytes[..], &[0]].concat(), numbers.len(), 100, back),
                None
            );
        }
        assert!((-70..70).all(|x| unfolded(folded(x)) == x));
    }
}
