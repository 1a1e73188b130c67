//! The figures of a duel, exact and sampled, under one set of names.

use crate::games::battle::exact::Exact;
use crate::games::battle::rules::Rules;
use crate::games::battle::state::{DEAD, EndedBy, State};
use crate::games::battle::tally::Counts;
use crate::stats::Moments;
use crate::study::battle::Estimate;

/// What is known of a duel.
#[derive(Debug, Clone, Copy)]
pub struct Figures<'a> {
    /// The exact distribution.
    pub exact: Option<&'a Exact>,
    /// The playouts' counters.
    pub counts: Option<Counts<'a>>,
    /// Confidence of the intervals.
    pub confidence: f64,
}

impl Figures<'_> {
    /// A share of battles: exact by what holds of an end, sampled by a count.
    pub fn share(
        &self,
        holds: impl Fn(&State) -> bool,
        count: impl Fn(&Counts<'_>) -> u64,
    ) -> Estimate {
        let exact = self.exact.map(|e| e.p(holds));
        self.of(exact, count)
    }

    fn of(&self, exact: Option<f64>, count: impl Fn(&Counts<'_>) -> u64) -> Estimate {
        match (&self.counts, exact) {
            (Some(c), exact) => Estimate::share(count(c), c.n(), self.confidence, exact),
            (None, exact) => Estimate::exact(exact.unwrap_or(0.0)),
        }
    }

    /// P(a side wins).
    pub fn win(&self, side: usize) -> Estimate {
        self.share(|s| s.winner() == Some(side), |c| c.wins(side))
    }

    /// P(a side dies).
    pub fn dead(&self, side: usize) -> Estimate {
        self.share(
            |s| s.loser() == Some(side) && s.loser_dead() && s.winner().is_some(),
            |c| c.dead(side),
        )
    }

    /// P(a side is credited with a kill).
    pub fn kill(&self, rules: &Rules, side: usize) -> Estimate {
        let counts = |by: EndedBy, dead: bool| rules.is_kill(by, dead);
        self.share(
            |s| {
                s.winner() == Some(side)
                    && s.ended_by().is_some_and(|by| counts(by, s.loser_dead()))
            },
            |c| c.falls(1 - side, counts),
        )
    }

    /// P(a side falls so), dead or not.
    pub fn falls(&self, side: usize, by: EndedBy, dead: bool) -> Estimate {
        self.share(
            |s| s.winner() == Some(1 - side) && s.ended_by() == Some(by) && s.loser_dead() == dead,
            |c| c.falls(side, |b, d| b == by && d == dead),
        )
    }

    /// P(a doomed side wins and gains an insanity).
    pub fn insane(&self, side: usize) -> Estimate {
        self.share(
            |s| s.winner() == Some(side) && s.winner_insane(),
            |c| c.insane_wins(side),
        )
    }

    /// P(nobody scores, by a side's coma).
    pub fn no_contest(&self) -> Estimate {
        self.share(
            |s| s.is_no_contest(),
            |c| c.no_contests(0) + c.no_contests(1),
        )
    }

    /// P(the turn cap is reached). Exact: what was undecided when the push stopped.
    pub fn undecided(&self) -> Estimate {
        self.of(self.exact.map(|e| e.undecided), |c| c.undecided())
    }

    /// P(a side takes the first turn).
    pub fn first(&self, side: usize) -> Estimate {
        let exact = self.exact.map(|e| match side {
            0 => e.p_first_a,
            _ => 1.0 - e.p_first_a,
        });
        self.of(exact, |c| c.first(side))
    }

    /// P(a side wins), given who took the first turn; `None` where that cannot be or was not met.
    pub fn win_if_first(&self, side: usize, first: usize) -> Option<Estimate> {
        let exact = self.exact.and_then(|e| e.win_if_first(side, first));
        match &self.counts {
            None => exact.map(Estimate::exact),
            Some(c) if c.first(first) == 0 => None,
            Some(c) => Some(Estimate::share(
                c.wins_if_first(side, first),
                c.first(first),
                self.confidence,
                exact,
            )),
        }
    }

    /// Mean number of turns.
    pub fn mean_turns(&self) -> Estimate {
        let exact = self.exact.map(|e| e.mean_turns);
        match &self.counts {
            None => Estimate::exact(exact.unwrap_or(0.0)),
            Some(c) => {
                let (sum, squares) = c.turns();
                let moments = Moments {
                    n: c.n(),
                    sum: sum.into(),
                    sum_of_squares: squares.into(),
                };
                Estimate::mean(&moments, self.confidence, exact)
            }
        }
    }

    /// Share of all battles that a side wins with this health left.
    pub fn health_left(&self, side: usize, range: std::ops::RangeInclusive<i16>) -> Estimate {
        self.share(
            |s| s.winner() == Some(side) && range.contains(&i16::from(s.health(side))),
            |c| {
                let left = c.health_left(side).iter().enumerate();
                left.filter(|(i, _)| range.contains(&(*i as i16 + i16::from(DEAD))))
                    .map(|(_, n)| n)
                    .sum()
            },
        )
    }

    /// Mean health of a side, given that it wins; `None` if it never does.
    pub fn mean_health(&self, side: usize) -> Option<Estimate> {
        let exact = self.exact.and_then(|e| {
            let (mut p, mut sum) = (0.0, 0.0);
            for (s, by) in &e.ends {
                if s.winner() == Some(side) {
                    let q = by[0] + by[1];
                    p += q;
                    sum += q * f64::from(s.health(side));
                }
            }
            (p > 0.0).then_some(sum / p)
        });
        self.conditional(exact, |c| {
            let left = c.health_left(side).iter().enumerate();
            Moments::from_weighted(left.map(|(i, n)| (i as i64 + i64::from(DEAD), *n)))
        })
    }

    /// Mean luck dice left, given that the side wins.
    pub fn mean_luck(&self, side: usize) -> Option<Estimate> {
        let exact = self.exact.and_then(|e| {
            let (mut p, mut sum) = (0.0, 0.0);
            for (s, by) in &e.ends {
                if s.winner() == Some(side) {
                    let q = by[0] + by[1];
                    p += q;
                    sum += q * f64::from(s.luck(side));
                }
            }
            (p > 0.0).then_some(sum / p)
        });
        self.conditional(exact, |c| {
            let left = c.luck_left(side).iter().enumerate();
            Moments::from_weighted(left.map(|(i, n)| (i as i64, *n)))
        })
    }

    fn conditional(
        &self,
        exact: Option<f64>,
        moments: impl Fn(&Counts<'_>) -> Moments,
    ) -> Option<Estimate> {
        match &self.counts {
            None => exact.map(Estimate::exact),
            Some(c) => {
                let m = moments(c);
                (m.n > 0).then(|| Estimate::mean(&m, self.confidence, exact))
            }
        }
    }

    /// Share of battles that end in turns `from ..= to` (counted from 1) with a result: 0 a wins, 1 b wins, 2 nobody.
    pub fn lengths(&self, result: usize, from: usize, to: usize) -> Estimate {
        let exact = self.exact.map(|e| {
            let end = to.min(e.turns.len());
            let turns = e.turns.get(from - 1..end.max(from - 1)).unwrap_or(&[]);
            turns.iter().map(|t| t[result]).sum()
        });
        self.of(exact, |c| {
            let all = c.lengths(result);
            let end = if to >= all.len() { all.len() - 1 } else { to };
            all.get(from..=end).unwrap_or(&[]).iter().sum()
        })
    }

    /// The number of turns within which all but one in ten thousand battles end.
    pub fn longest(&self) -> usize {
        if let Some(e) = self.exact {
            let mut left = 1.0;
            for (t, ends) in e.turns.iter().enumerate() {
                left -= ends.iter().sum::<f64>();
                if left < 1e-4 {
                    return t + 1;
                }
            }
            return e.turns.len();
        }
        let Some(c) = &self.counts else { return 1 };
        let mut left = c.n();
        let total = c.n();
        for t in 0..c.lengths(0).len() {
            left -= (0..3).map(|r| c.lengths(r)[t]).sum::<u64>();
            if left * 10_000 < total {
                return t.max(1);
            }
        }
        c.lengths(0).len() - 1
    }
}
