//! Looking through the playouts of a question for the first that ends as asked.

use super::draws::Even;
use super::duel::{ARENA_DOMAIN, ArenaQuestion, DUEL_DOMAIN, DuelQuestion, end_of};
use super::tally::{End, Log};
use crate::playout::Experiment;

/// The first number in `from..from + most` whose playout is as asked. `play` plays a playout of a block; all playouts of a
/// block draw from one stream, so that the ones before `from` are played too.
fn search(
    (seed, domain, size): (u64, &str, u64),
    from: u64,
    most: u64,
    mut play: impl FnMut(u64, &mut Even<'_>) -> (End, Log),
    mut holds: impl FnMut(&End, &Log) -> bool,
) -> Option<u64> {
    let mut j = from / size * size;
    while j < from + most {
        let mut chance = Even::new(seed, domain, j / size);
        for number in j..j + size {
            let (end, log) = play(number, &mut chance);
            if (from..from + most).contains(&number) && holds(&end, &log) {
                return Some(number);
            }
        }
        j += size;
    }
    None
}

impl DuelQuestion {
    /// The first of `most` playouts from `from` on whose end `holds`.
    pub fn first_that(
        &self,
        seed: u64,
        from: u64,
        most: u64,
        holds: impl FnMut(&End, &Log) -> bool,
    ) -> Option<u64> {
        let play = |j, chance: &mut Even<'_>| {
            let mut log = Log::default();
            let st = self.play_one(j, chance, &mut log);
            (end_of(&self.game, &st), log)
        };
        let stream = (seed, DUEL_DOMAIN, u64::from(self.block_size()));
        search(stream, from, most, play, holds)
    }
}

impl ArenaQuestion {
    /// The first of `most` playouts from `from` on whose end `holds`.
    pub fn first_that(
        &self,
        seed: u64,
        from: u64,
        most: u64,
        holds: impl FnMut(&End, &Log) -> bool,
    ) -> Option<u64> {
        let game = self.game();
        let play = |j, chance: &mut Even<'_>| {
            let mut log = Log::default();
            let end = self.played(&game, j, chance, &mut log).0;
            (end, log)
        };
        let stream = (seed, ARENA_DOMAIN, u64::from(self.block_size()));
        search(stream, from, most, play, holds)
    }
}
