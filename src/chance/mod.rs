//! The one source of randomness: finite distributions and dice pools, and four ways to draw from them.
//!
//! Rules never touch a random generator. They ask a [`Chance`] for an outcome of a [`Dist`], and are
//! compiled for each source: [`Sample`] (a keyed stream), [`enumerate()`] (every branch with its exact
//! probability), [`Script`] (given outcomes) and [`Record`] (what happened, over any other source).

mod dist;
mod enumerate;
mod guide;
mod record;
mod sample;
mod script;
mod stream;

pub use dist::{Dist, dice_pool};
pub use enumerate::{Branch, Leaf, Prob, distribution, enumerate, gcd, lcm};
pub use guide::{Guide, UNDECIDED};
pub use record::{Event, Record};
pub use sample::Sample;
pub use script::Script;
pub use stream::{Lane, Stream};

use std::fmt::Display;

/// An outcome of a finite distribution: small, copyable, and printable for scripts and traces.
pub trait Outcome: Copy + Display {}
impl<T: Copy + Display> Outcome for T {}

/// A source of outcomes.
pub trait Chance {
    /// Draws an outcome of `dist`. `site` says what is drawn (`first_roll`); it never influences the result
    /// of sampling, but names the entry of a script and the line of a trace.
    fn draw<T: Outcome>(&mut self, site: &'static str, dist: &Dist<T>) -> T;

    /// A number below `N`, each as likely as any other: the outcome of `dist`, which has just these, in order. Sources that
    /// need no table take it from their words at once.
    #[inline(always)]
    fn below<const N: u8>(
        &mut self,
        site: &'static str,
        dist: impl FnOnce() -> &'static Dist<u8>,
    ) -> u8 {
        self.draw(site, dist())
    }

    /// Whether nobody waits any longer for what is drawn; long searches look at it and give up.
    fn is_stopped(&self) -> bool {
        false
    }
}
