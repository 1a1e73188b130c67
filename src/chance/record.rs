//! Recording: what happened, with its probability, over any other source. For traces and replays.

use super::{Chance, Dist, Outcome};

/// One recorded draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What was drawn.
    pub site: &'static str,
    /// The outcome, printed.
    pub outcome: String,
    /// Its weight among `total`.
    pub weight: u64,
    /// Sum of the weights of all outcomes.
    pub total: u64,
}

/// Records the draws of another source.
#[derive(Debug)]
pub struct Record<C> {
    inner: C,
    /// The draws so far, oldest first.
    pub events: Vec<Event>,
}

impl<C: Chance> Record<C> {
    /// Wraps a source.
    pub fn new(inner: C) -> Self {
        Self {
            inner,
            events: Vec::new(),
        }
    }
}

impl<C: Chance> Chance for Record<C> {
    fn draw<T: Outcome>(&mut self, site: &'static str, dist: &Dist<T>) -> T {
        let outcome = self.inner.draw(site, dist);
        let text = outcome.to_string();
        let weight = dist
            .weighted()
            .filter(|(o, _)| o.to_string() == text)
            .map(|(_, w)| w)
            .sum();
        self.events.push(Event {
            site,
            outcome: text,
            weight,
            total: dist.total(),
        });
        outcome
    }
}
