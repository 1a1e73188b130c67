//! What the end of a game means, and a fingerprint that tells ends apart.

use super::game::Game;
use super::state::State;
use super::tally::End;
use std::hash::{Hash, Hasher};

/// A cheap fingerprint, the same in every run: whether two things are alike.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Print(u64);

impl Hasher for Print {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }
    fn write_u16(&mut self, n: u16) {
        self.write_u64(n.into());
    }
    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    fn write_i16(&mut self, n: i16) {
        self.write_u64(n as u16 as u64);
    }
}

/// What an end means.
#[inline]
pub fn end_of<const N: usize, const B: usize>(game: &Game<'_>, st: &State<N, B>) -> End {
    let mut vp = [0; 4];
    let mut alive = 0;
    let mut hexes = [0; 4];
    for (seat, g) in st.g.iter().enumerate() {
        vp[seat] = g.vp;
        hexes[seat] = g.hex;
        alive |= u8::from(g.alive()) << seat;
    }
    let mut hasher = Print(0);
    for g in &st.g {
        g.words().into_iter().for_each(|w| hasher.write_u64(w));
    }
    if B > 0 {
        st.beasts.hash(&mut hasher);
    }
    st.head().hash(&mut hasher);
    End {
        vp,
        alive,
        shares: game.shares(st),
        unpaid: match game.pair_pays() {
            0 => [0; 4],
            _ => game.shares_unpaid(st),
        },
        turns: st.turn(),
        hexes,
        print: hasher.finish(),
    }
}
