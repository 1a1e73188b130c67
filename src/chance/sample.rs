//! Sampling: one word of a keyed stream a draw.

use super::{Chance, Dist, Lane, Outcome, Stream};

/// Draws from the streams of one block.
#[derive(Debug, Clone)]
pub struct Sample {
    main: Stream,
    fallback: Stream,
}

impl Sample {
    /// The source of block `block` of a run.
    pub fn new(seed: u64, domain: &str, block: u64) -> Self {
        Self {
            main: Stream::new(seed, domain, block, Lane::Main),
            fallback: Stream::new(seed, domain, block, Lane::Fallback),
        }
    }

    /// From one stream and its fall-back.
    pub fn from_streams(main: Stream, fallback: Stream) -> Self {
        Self { main, fallback }
    }
}

impl Chance for Sample {
    #[inline]
    fn draw<T: Outcome>(&mut self, _site: &'static str, dist: &Dist<T>) -> T {
        dist.outcome(dist.guide().draw(&mut self.main, &mut self.fallback))
    }
}
