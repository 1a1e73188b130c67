//! Tallies as the playouts need them: merged by addition, and checked when they are read back from a file.

use super::super::watch::Source;
use super::{BINS, COUNTED, ItemSum, Sum, Tally};
use crate::playout;

impl playout::Tally for Tally {
    fn merge(&mut self, o: &Self) {
        fn add(a: &mut [u64], b: &[u64]) {
            a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        }
        if o.games == 0 {
            return;
        }
        for (mine, theirs) in self.prints.iter_mut().zip(&o.prints) {
            *mine = [mine[0].min(theirs[0]), mine[1].max(theirs[1])];
        }
        self.games += o.games;
        self.vp.iter_mut().zip(&o.vp).for_each(|(a, b)| a.merge(b));
        self.difference.merge(&o.difference);
        self.turns.merge(&o.turns);
        add(&mut self.ahead, &o.ahead);
        add(&mut self.wins, &o.wins);
        add(&mut self.unpaid, &o.unpaid);
        add(&mut self.alive, &o.alive);
        add(&mut self.permanent, &o.permanent);
        self.level += o.level;
        self.all_alive += o.all_alive;
        for (mine, theirs) in [
            (&mut self.histogram, &o.histogram),
            (&mut self.places, &o.places),
        ] {
            mine.iter_mut().zip(theirs).for_each(|(a, b)| add(a, b));
        }
        for (mine, theirs) in self.items.iter_mut().zip(&o.items) {
            mine.merge(theirs);
        }
        for (mine, theirs) in [(&mut self.counts, &o.counts), (&mut self.points, &o.points)] {
            for (a, b) in mine.iter_mut().flatten().zip(theirs.iter().flatten()) {
                *a = Sum(a.0 + b.0, a.1 + b.1);
            }
        }
        for (a, b) in self
            .by_first
            .iter_mut()
            .flatten()
            .zip(o.by_first.iter().flatten())
        {
            a.merge(b);
        }
    }

    fn check(&self, empty: &Self, playouts: u64) -> Result<(), String> {
        let seats = empty.vp.len();
        let lengths = [
            self.vp.len(),
            self.ahead.len(),
            self.wins.len(),
            self.alive.len(),
            self.permanent.len(),
            self.prints.len(),
        ];
        fn wide<T>(rows: &[Vec<T>], seats: usize, n: usize) -> bool {
            rows.len() == seats && rows.iter().all(|r| r.len() == n)
        }
        if lengths.iter().any(|l| *l != seats)
            || self.items.len() != empty.items.len()
            || self.unpaid.len() != empty.unpaid.len()
            || !wide(&self.counts, seats, COUNTED)
            || !wide(&self.histogram, seats, BINS)
            || !wide(&self.points, seats, Source::ALL.len())
            || !wide(&self.by_first, seats, seats)
            || !(self.places.is_empty() && empty.places.is_empty()
                || wide(&self.places, empty.places.len(), 121))
        {
            return Err("it has another number of gladiators".into());
        }
        if self.games != playouts || self.vp.iter().any(|m| m.n != playouts || !m.is_possible()) {
            return Err(format!("{playouts} games cannot have its sums"));
        }
        let dealt =
            |i: &ItemSum| i.owned > playouts || i.lead.n != i.owned || !i.lead.is_possible();
        if self.items.iter().any(dealt) {
            return Err(format!("{playouts} games cannot have its items"));
        }
        let hist = |h: &Vec<u64>| h.iter().sum::<u64>() == playouts;
        if !self.histogram.iter().all(hist)
            || self.all_alive > playouts
            || self.alive.iter().any(|a| *a > playouts)
        {
            return Err(format!("{playouts} games cannot have its counts"));
        }
        Ok(())
    }
}
