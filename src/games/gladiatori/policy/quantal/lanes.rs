//! Three small numbers in one word, compared at once.

/// Bits from lane to lane.
const LANE: u32 = 22;
/// The bit of a lane that says that its value is above 0: sums of a few values fit below, and never touch the next lane.
const ABOVE: u32 = 19;
/// One in every lane.
pub(super) const EACH: u64 = 1 | 1 << LANE | 1 << (2 * LANE);
/// Far below every value, but within a lane.
const FAR: u64 = 1 << 18;

/// Three numbers of which it matters whether they are above 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lanes(u64);

impl Lanes {
    /// Of three values.
    #[inline(always)]
    pub fn new(values: [i16; 3]) -> Self {
        let lane = |k: usize| (i64::from(values[k]) << (LANE * k as u32)) as u64;
        let sum = lane(0).wrapping_add(lane(1)).wrapping_add(lane(2));
        // With this added the bit is set above 0.
        Self(sum.wrapping_add(EACH * ((1 << ABOVE) - 1)))
    }

    /// With more in all lanes.
    #[inline(always)]
    pub fn more(self, n: i16) -> Self {
        Self(self.0.wrapping_add(EACH.wrapping_mul(i64::from(n) as u64)))
    }

    /// With less in all lanes.
    #[inline(always)]
    pub fn less(self, n: i16) -> Self {
        Self(self.0.wrapping_sub(EACH.wrapping_mul(i64::from(n) as u64)))
    }

    /// With less in one lane.
    #[inline(always)]
    pub fn less_in(self, lane: usize, n: i16) -> Self {
        let n = i64::from(n) << (LANE * lane as u32);
        Self(self.0.wrapping_sub(n as u64))
    }

    /// Never above 0 in the lanes that are not in a set.
    #[inline(always)]
    pub fn only(self, lanes: u16) -> Self {
        const OTHERS: [u64; 8] = {
            let mut others = [0; 8];
            let mut k = 0;
            while k < 24 {
                let (set, lane) = (k / 3, k % 3);
                if set >> lane & 1 == 0 {
                    others[set] += FAR << (LANE * lane as u32);
                }
                k += 1;
            }
            others
        };
        Self(self.0.wrapping_sub(OTHERS[usize::from(lanes & 7)]))
    }

    /// One in every lane that is above 0.
    #[inline(always)]
    pub fn above(self) -> u64 {
        self.0 >> ABOVE & EACH
    }
}

/// The sum of small lanes, each counted `times / EACH` times.
#[inline(always)]
pub(super) fn sum(lanes: u64, times: u64) -> usize {
    // Lanes above the third fall out of the word.
    (lanes.wrapping_mul(times) >> (2 * LANE)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_apart() {
        for values in [[3, 0, -4], [-300, 299, 300], [i16::MIN, i16::MAX, 1]] {
            for (n, m) in [(0, 0), (2, -3), (300, 1), (-301, 7), (20_000, -20_000)] {
                for lanes in 0..8u16 {
                    let got = Lanes::new(values).more(m).less(n).less_in(1, 5).only(lanes);
                    let above = |k: usize| {
                        let value = i32::from(values[k]) + m as i32 - n as i32;
                        let value = value - if k == 1 { 5 } else { 0 };
                        u64::from(value > 0 && lanes >> k & 1 == 1)
                    };
                    let all = above(0) | above(1) << LANE | above(2) << (2 * LANE);
                    assert_eq!(got.above(), all, "{values:?} {n} {m} {lanes}");
                    assert_eq!(
                        sum(all, 16 * EACH) as u64,
                        16 * (above(0) + above(1) + above(2))
                    );
                }
            }
        }
    }
}
