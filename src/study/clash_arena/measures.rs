//! Estimates with their intervals from the tallies.

use crate::games::clash::arena::tally::{ArenaTally, Game, WIN};
use crate::report::Cell;
use crate::stats::{Moments, wilson};

/// An estimate with its interval and the number of observations behind it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Estimate {
    pub value: Option<f64>,
    pub interval: Option<(f64, f64)>,
    pub n: u64,
}

impl Estimate {
    /// A mean, scaled.
    pub fn mean(moments: &Moments, scale: f64, confidence: f64) -> Self {
        let interval = moments.interval(confidence);
        Self {
            value: moments.mean().map(|m| m * scale),
            interval: interval.map(|(lo, hi)| (lo * scale, hi * scale)),
            n: moments.n,
        }
    }

    /// A share of the win, from sixtieths. Where no win was ever shared it is a share of games: Wilson.
    pub fn win(moments: &Moments, confidence: f64) -> Self {
        let (whole, won) = (i128::from(WIN), u128::try_from(moments.sum).unwrap_or(0));
        let unshared = moments.sum_of_squares == won * WIN as u128;
        if unshared && moments.n > 0 {
            let hits = u64::try_from(moments.sum / whole).unwrap_or(0);
            return Self::share(hits, moments.n, confidence);
        }
        let mut estimate = Self::mean(moments, 1.0 / WIN as f64, confidence);
        estimate.interval = estimate.interval.map(|(lo, hi)| (lo.max(0.0), hi.min(1.0)));
        estimate
    }

    /// A share of zeros and ones.
    pub fn flag(moments: &Moments, confidence: f64) -> Self {
        Self::share(
            u64::try_from(moments.sum).unwrap_or(0),
            moments.n,
            confidence,
        )
    }

    /// So many of so many.
    pub fn share(hits: u64, n: u64, confidence: f64) -> Self {
        Self {
            value: (n > 0).then(|| hits as f64 / n as f64),
            interval: (n > 0).then(|| wilson(hits, n, confidence)),
            n,
        }
    }

    /// Value, lo, hi, n.
    pub fn cells(&self) -> [Cell; 4] {
        let real = |x: Option<f64>| x.map_or(Cell::Null, Cell::Real);
        [
            real(self.value),
            real(self.interval.map(|i| i.0)),
            real(self.interval.map(|i| i.1)),
            Cell::Count(self.n),
        ]
    }

    /// The value, or 0 where there is none.
    pub fn or_zero(&self) -> f64 {
        self.value.unwrap_or(0.0)
    }

    /// The interval, or the value alone.
    pub fn span(&self) -> (f64, f64) {
        self.interval.unwrap_or((self.or_zero(), self.or_zero()))
    }
}

/// How a metric of the game is to be read.
pub(super) fn of_game(tally: &ArenaTally, metric: Game, confidence: f64) -> Estimate {
    let moments = tally.game(metric);
    match metric {
        Game::LastPlayer | Game::Animals | Game::Stalemate | Game::Cap | Game::Tie => {
            Estimate::flag(moments, confidence)
        }
        Game::EliminatedWins | Game::LastStandingWins => Estimate::win(moments, confidence),
        Game::Options => Estimate::mean(
            moments,
            1.0 / crate::games::clash::arena::tally::PARTS_OF_AN_OPTION as f64,
            confidence,
        ),
        _ => {
            let mut estimate = Estimate::mean(moments, 1.0, confidence);
            // Counts are never negative, nor are their means.
            estimate.interval = estimate.interval.map(|(lo, hi)| (lo.max(0.0), hi));
            estimate
        }
    }
}

/// Games that the turn cap cut off.
pub(super) fn capped(tally: &ArenaTally) -> u64 {
    u64::try_from(tally.game(Game::Cap).sum).unwrap_or(0)
}
