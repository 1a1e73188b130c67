//! Which playouts make up which block, which blocks are ours, and where a run may be looked at. Integers only.
//!
//! Blocks have global numbers 0, 1, 2, …; the blocks of a shard are counted by ordinals of their own. What was
//! done is always a prefix of the own blocks, so one number says it.

use super::{Block, Shard};
use crate::error::{Error, Result};

/// The arithmetic of one run of one shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    playouts: u64,
    size: u64,
    shard: Shard,
}

impl Layout {
    /// `playouts` in all (1..=10^15) in blocks of `size`, of which `shard` plays its share.
    pub fn new(playouts: u64, size: u32, shard: Shard) -> Result<Self> {
        if playouts == 0 || playouts > 1_000_000_000_000_000 {
            return Err(Error::usage(format!(
                "{playouts} playouts cannot be run: ask for 1 to 1000000000000000 (10^15)"
            )));
        }
        if !size.is_power_of_two() {
            return Err(Error::usage(format!(
                "a block size of {size} is not a power of two"
            )));
        }
        Ok(Self {
            playouts,
            size: u64::from(size),
            shard,
        })
    }

    /// Blocks of the whole run.
    pub fn blocks(&self) -> u64 {
        self.playouts.div_ceil(self.size)
    }

    /// Blocks of this shard.
    pub fn own(&self) -> u64 {
        self.own_before(self.blocks())
    }

    /// Own blocks with a global number below `block`.
    pub fn own_before(&self, block: u64) -> u64 {
        block
            .saturating_sub(u64::from(self.shard.index()))
            .div_ceil(u64::from(self.shard.of()))
    }

    /// The own block with this ordinal.
    pub fn block(&self, seed: u64, ordinal: u64) -> Block {
        let index = self.index(ordinal);
        let first = index * self.size;
        Block {
            seed,
            index,
            first,
            count: (self.playouts - first).min(self.size) as u32,
        }
    }

    /// Playouts in the first `done` own blocks.
    pub fn playouts_in(&self, done: u64) -> u64 {
        let has_last = done > 0 && self.index(done - 1) == self.blocks() - 1;
        let missing = if has_last {
            self.blocks() * self.size - self.playouts
        } else {
            0
        };
        done * self.size - missing
    }

    /// The own share of the playouts of snapshot `number`, which is taken before global block 2^number.
    pub fn playouts_at_snapshot(&self, number: usize) -> u64 {
        self.playouts_in(self.own_before(1 << number))
    }

    /// How many snapshots have been taken once `done` own blocks are done. Snapshots stand before the blocks
    /// 1, 2, 4, 8, … of the whole run, so that those of all shards can be added; the end is not one of them.
    pub fn snapshots(&self, done: u64) -> usize {
        (0..63)
            .take_while(|&i| 1 << i < self.blocks() && self.own_before(1 << i) <= done)
            .count()
    }

    /// The next number of own blocks at which a snapshot is due, or else the end; above `done`.
    pub fn next_snapshot(&self, done: u64) -> u64 {
        match 1 << self.snapshots(done) {
            block if block < self.blocks() => self.own_before(block),
            _ => self.own(),
        }
    }

    fn index(&self, ordinal: u64) -> u64 {
        u64::from(self.shard.index()) + ordinal * u64::from(self.shard.of())
    }
}

/// The next block count above `done` at which a stop rule may look: 1, 2, …, 8, then eight to an octave
/// (9, …, 16, 18, 20, …, 32, 36, …). So a run overshoots its target by at most an eighth.
pub(super) fn next_look(done: u64) -> u64 {
    let step = look_step(done);
    (done / step + 1) * step
}

/// True where a stop rule may look (or at the end of the run, whatever that is).
pub(super) fn is_look(done: u64) -> bool {
    done > 0 && done.is_multiple_of(look_step(done))
}

fn look_step(done: u64) -> u64 {
    1 << done.max(8).ilog2().saturating_sub(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(playouts: u64, index: u32, of: u32) -> Layout {
        Layout::new(playouts, 8, Shard::new(index, of).unwrap()).unwrap()
    }

    #[test]
    fn blocks_tile_the_playouts_for_any_shards() {
        for playouts in 1..200 {
            for of in [1, 2, 3, 8, 40] {
                let mut seen = vec![0; playouts as usize];
                for index in 0..of {
                    let layout = layout(playouts, index, of);
                    for ordinal in 0..layout.own() {
                        let block = layout.block(1, ordinal);
                        assert!(
                            block.count >= 1 && block.count <= 8 && block.first == block.index * 8
                        );
                        assert_eq!(block.index % u64::from(of), u64::from(index));
                        let before = layout.playouts_in(ordinal);
                        assert_eq!(
                            layout.playouts_in(ordinal + 1),
                            before + u64::from(block.count)
                        );
                        for j in 0..u64::from(block.count) {
                            seen[(block.first + j) as usize] += 1;
                        }
                    }
                }
                assert!(seen.iter().all(|&times| times == 1), "{playouts} in {of}");
            }
        }
    }

    #[test]
    fn snapshots_of_shards_add_up_to_those_of_the_whole() {
        for playouts in [1, 8, 9, 64, 65, 1_000, 4_096] {
            let whole = layout(playouts, 0, 1);
            let count = whole.snapshots(whole.own());
            for number in 0..count {
                assert_eq!(whole.playouts_at_snapshot(number), 8 << number);
            }
            assert!(playouts <= 8 << count && (count == 0 || playouts > 4 << count));
            for of in [3, 8, 700] {
                let shards: Vec<_> = (0..of).map(|index| layout(playouts, index, of)).collect();
                assert!(shards.iter().all(|s| s.snapshots(s.own()) == count));
                for number in 0..count {
                    let sum: u64 = shards.iter().map(|s| s.playouts_at_snapshot(number)).sum();
                    assert_eq!(sum, whole.playouts_at_snapshot(number));
                }
            }
        }
    }

    #[test]
    fn next_snapshot_is_where_the_count_changes() {
        for (index, of) in [(0, 1), (2, 3), (7, 8)] {
            let layout = layout(999, index, of);
            for done in 0..layout.own() {
                let next = layout.next_snapshot(done);
                assert!(next > done && next <= layout.own());
                assert!((done..next).all(|d| layout.snapshots(d) == layout.snapshots(done)));
            }
        }
    }

    #[test]
    fn looks_are_eight_to_an_octave() {
        let mut looks = vec![];
        let mut at = 0;
        while at < 70 {
            at = next_look(at);
            looks.push(at);
        }
        let expected = [
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 26, 28, 30, 32,
        ];
        assert_eq!(looks[..24], expected);
        assert_eq!(looks[24..], [36, 40, 44, 48, 52, 56, 60, 64, 72]);
        assert!((1..=72).all(|done| is_look(done) == looks.contains(&done)));
        assert!(!is_look(0));
    }

    #[test]
    fn huge_and_impossible_runs() {
        let layout = Layout::new(1_000_000_000_000_000, 1, Shard::WHOLE).unwrap();
        assert_eq!(layout.own(), 1_000_000_000_000_000);
        assert_eq!(layout.snapshots(layout.own()), 50);
        assert!(Layout::new(0, 8, Shard::WHOLE).is_err());
        assert!(Layout::new(u64::MAX, 8, Shard::WHOLE).is_err());
        assert!(Layout::new(8, 12, Shard::WHOLE).is_err());
    }
}
