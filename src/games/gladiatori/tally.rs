//! What games add up to: integer sums, merged by addition (`tally/merge.rs`).

mod merge;

use super::cards::Kind;
use super::decision::Foe;
use super::market::Deal;
use super::watch::{Blow, Deed, Source, Watch};
use crate::stats::Moments;
use serde::{Deserialize, Serialize};

/// Counters of one seat, in the order of [`COUNTERS`].
pub const COUNTED: usize = 22;

/// Names of the counters of a seat.
pub const COUNTERS: [&str; COUNTED] = [
    "attacks",
    "hits",
    "damage",
    "attacks_strength",
    "attacks_dexterity",
    "attacks_berserk",
    "attacks_from_behind",
    "killed",
    "recovers",
    "passes",
    "reuses",
    "reuses_in_defense",
    "surprised",
    "moves",
    "cooperations",
    "feints",
    "special_moves",
    "powers",
    "falls",
    "no_attack",
    "beast_overflow",
    "cards_recovered",
];

/// One game as it goes: counters and points by source for each seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Log {
    /// By seat, by [`COUNTERS`].
    pub counts: [[u16; COUNTED]; 4],
    /// By seat, by [`Source`].
    pub points: [[i16; 13]; 4],
    /// Hit Points below zero of those killed, as the campaign counts them; 0 for the others.
    pub below: [i16; 4],
}

impl Default for Log {
    fn default() -> Self {
        Self {
            counts: [[0; COUNTED]; 4],
            points: [[0; 13]; 4],
            below: [0; 4],
        }
    }
}

impl Log {
    /// A counter by name.
    ///
    /// # Panics
    /// If there is none: names come from our code.
    pub fn count(&self, seat: usize, name: &str) -> u16 {
        let i = COUNTERS
            .iter()
            .position(|c| *c == name)
            .unwrap_or_else(|| panic!("no counter `{name}`"));
        self.counts[seat][i]
    }
}

impl Watch for Log {
    #[inline]
    fn points(&mut self, seat: u8, source: Source, points: i16) {
        self.points[usize::from(seat)][source as usize] += points;
    }

    #[inline]
    fn blow(&mut self, blow: &Blow) {
        if let Foe::Gladiator(seat) = blow.attacker {
            let c = &mut self.counts[usize::from(seat)];
            c[0] += 1;
            c[1] += u16::from(blow.hit && !blow.feinted);
            c[2] += u16::from(blow.effective);
            if let Some(kind @ (Kind::Strength | Kind::Dexterity | Kind::Berserk)) = blow.kind {
                c[3 + kind as usize] += 1;
            }
            c[6] += u16::from(!blow.front);
            c[7] += u16::from(blow.dead);
        }
    }

    #[inline]
    fn deed(&mut self, seat: u8, deed: Deed) {
        let i = match deed {
            Deed::Recover => 8,
            Deed::Pass => 9,
            Deed::Reuse => 10,
            Deed::ReuseDefense => 11,
            Deed::Surprised => 12,
            Deed::Move => 13,
            Deed::Cooperate => 14,
            Deed::Feint => 15,
            Deed::SpecialMove => 16,
            Deed::Power => 17,
            Deed::Fall => 18,
            Deed::NoAttack => 19,
            Deed::BeastOverflow => 20,
            Deed::Recovered => 21,
        };
        self.counts[usize::from(seat)][i] += 1;
    }

    fn killed(&mut self, seat: u8, left: i16) {
        self.below[usize::from(seat)] += left;
    }
}

/// How one game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct End {
    /// Victory points by seat.
    pub vp: [i16; 4],
    /// Alive, bit by seat.
    pub alive: u8,
    /// Shares of the win in 1/12 by seat.
    pub shares: [u8; 4],
    /// Where two fight as a team against one: the shares had they not paid for it.
    pub unpaid: [u8; 4],
    /// Turns played.
    pub turns: u8,
    /// Where they stand, by seat; meaningless in a duel.
    pub hexes: [u8; 4],
    /// Fingerprint of the whole end state.
    pub print: u64,
}

/// Lowest and highest VP of the histograms; what lies beyond is counted at the ends.
pub const VP_RANGE: (i16, i16) = (-64, 127);
const BINS: usize = (VP_RANGE.1 - VP_RANGE.0 + 1) as usize;

/// A whole number a game: sum and sum of squares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum(pub i64, pub u64);

impl Sum {
    #[inline]
    fn add(&mut self, value: i16) {
        // Most counters of a game are 0.
        if value == 0 {
            return;
        }
        self.0 += i64::from(value);
        self.1 += u64::from(value.unsigned_abs()) * u64::from(value.unsigned_abs());
    }

    /// As moments over `n` games.
    pub fn moments(self, n: u64) -> Moments {
        Moments {
            n,
            sum: self.0.into(),
            sum_of_squares: self.1.into(),
        }
    }
}

/// What became of those who had an item.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemSum {
    /// Games in which somebody had it.
    pub owned: u64,
    /// 1-Energy cards paid for it.
    pub energy: u64,
    /// Cards paid for it.
    pub cards: u64,
    /// Wins of its owners in 1/12.
    pub wins: u64,
    /// Number of seats times its owner's VP, less the VP of all.
    pub lead: Moments,
}

impl ItemSum {
    fn merge(&mut self, o: &Self) {
        self.owned += o.owned;
        self.energy += o.energy;
        self.cards += o.cards;
        self.wins += o.wins;
        self.lead.merge(&o.lead);
    }
}

/// Sums over games. Seats are the question's sides, whatever the order in which they started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Victory points by seat.
    pub vp: Vec<Moments>,
    /// Victory points of seat 0 less those of seat 1.
    pub difference: Moments,
    /// Games in which seat 0 had more VP than every other, and those in which the best were level.
    pub ahead: Vec<u64>,
    /// Games without one leader.
    pub level: u64,
    /// Wins in 1/12 by seat, ties by the switches.
    pub wins: Vec<u64>,
    /// Where two fight as a team against one: wins had they not paid for it; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unpaid: Vec<u64>,
    /// Games that a seat survived.
    pub alive: Vec<u64>,
    /// Games in which all survived.
    pub all_alive: u64,
    /// Turns.
    pub turns: Moments,
    /// Counters by seat.
    pub counts: Vec<Vec<Sum>>,
    /// VP by source by seat.
    pub points: Vec<Vec<Sum>>,
    /// Victory points by who had the first disc, then by seat.
    pub by_first: Vec<Vec<Moments>>,
    /// Histogram of VP by seat.
    pub histogram: Vec<Vec<u64>>,
    /// Deaths at or below the campaign's limit.
    pub permanent: Vec<u64>,
    /// In the arena, by seat: where the survivors stand at the end, by hex; empty in a duel.
    pub places: Vec<Vec<u64>>,
    /// Where items are dealt before each game: by item.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<ItemSum>,
    /// By who had the first disc: smallest and largest fingerprint of an end state; equal if every game ended alike.
    pub prints: Vec<[u64; 2]>,
}

impl Tally {
    /// No games of `seats` gladiators.
    pub fn new(seats: usize) -> Self {
        Self {
            games: 0,
            vp: vec![Moments::new(); seats],
            difference: Moments::new(),
            ahead: vec![0; seats],
            level: 0,
            wins: vec![0; seats],
            unpaid: Vec::new(),
            alive: vec![0; seats],
            all_alive: 0,
            turns: Moments::new(),
            counts: vec![vec![Sum::default(); COUNTED]; seats],
            points: vec![vec![Sum::default(); Source::ALL.len()]; seats],
            by_first: vec![vec![Moments::new(); seats]; seats],
            histogram: vec![vec![0; BINS]; seats],
            permanent: vec![0; seats],
            places: Vec::new(),
            items: Vec::new(),
            prints: vec![[u64::MAX, 0]; seats],
        }
    }

    /// No games of `seats` gladiators in the arena, with so many items to be dealt before each; `pair`: two of three are
    /// a team.
    pub fn arena(seats: usize, items: usize, pair: bool) -> Self {
        Self {
            unpaid: vec![0; if pair { seats } else { 0 }],
            places: vec![vec![0; 121]; seats],
            items: vec![ItemSum::default(); items],
            ..Self::new(seats)
        }
    }

    /// Adds what was dealt before a game.
    pub fn add_deal(&mut self, end: &End, deal: &Deal) {
        let seats = self.vp.len();
        let all: i64 = end.vp[..seats].iter().map(|v| i64::from(*v)).sum();
        for (seat, got) in deal.got.iter().enumerate().take(seats) {
            for (item, price) in got.iter().flatten() {
                let sum = &mut self.items[usize::from(*item)];
                sum.owned += 1;
                sum.energy += u64::from(price.e1);
                sum.cards += u64::from(price.e1 + price.e0);
                sum.wins += u64::from(end.shares[seat]);
                sum.lead
                    .add_each([seats as i64 * i64::from(end.vp[seat]) - all]);
            }
        }
    }

    /// Adds a game in which seat `first` had the first disc. Does not allocate.
    pub fn add(&mut self, end: &End, log: &Log, permanent_at: i16, first: u8) {
        let f = usize::from(first);
        let [low, high] = self.prints[f];
        self.prints[f] = [low.min(end.print), high.max(end.print)];
        self.games += 1;
        let seats = self.vp.len();
        // What a team pays is nobody's own.
        let mut own = end.vp;
        for (vp, points) in own.iter_mut().zip(&log.points) {
            *vp -= points[Source::Penalty as usize];
        }
        let best = own[..seats].iter().max().copied().unwrap_or(0);
        let leaders = own[..seats].iter().filter(|v| **v == best).count();
        self.level += u64::from(leaders > 1);
        let mut all = true;
        for seat in 0..seats {
            let vp = end.vp[seat];
            for m in [&mut self.vp[seat], &mut self.by_first[f][seat]] {
                m.n += 1;
                m.sum += i128::from(vp);
                m.sum_of_squares += u128::from(vp.unsigned_abs()) * u128::from(vp.unsigned_abs());
            }
            self.ahead[seat] += u64::from(leaders == 1 && own[seat] == best);
            if let Some(unpaid) = self.unpaid.get_mut(seat) {
                *unpaid += u64::from(end.unpaid[seat]);
            }
            self.wins[seat] += u64::from(end.shares[seat]);
            let alive = end.alive >> seat & 1 == 1;
            self.alive[seat] += u64::from(alive);
            all &= alive;
            if alive && let Some(places) = self.places.get_mut(seat) {
                places[usize::from(end.hexes[seat])] += 1;
            }
            for (sum, n) in self.counts[seat].iter_mut().zip(log.counts[seat]) {
                sum.add(n as i16);
            }
            for (sum, n) in self.points[seat].iter_mut().zip(log.points[seat]) {
                sum.add(n);
            }
            let bin = (vp.clamp(VP_RANGE.0, VP_RANGE.1) - VP_RANGE.0) as usize;
            self.histogram[seat][bin] += 1;
            self.permanent[seat] += u64::from(log.below[seat] <= permanent_at && !alive);
        }
        self.all_alive += u64::from(all);
        if seats > 1 {
            self.difference
                .add_each([i64::from(end.vp[0]) - i64::from(end.vp[1])]);
        }
        self.turns.add_each([i64::from(end.turns)]);
    }

    /// Mean VP that a seat has for its team's penalty: 0 or less, the same in every game.
    pub fn penalty(&self, seat: usize) -> f64 {
        let sum = self.points[seat][Source::Penalty as usize].0;
        sum as f64 / self.games.max(1) as f64
    }

    /// Mean VP of a seat, its team's penalty left out.
    pub fn own_vp(&self, seat: usize) -> f64 {
        self.vp[seat].mean().unwrap_or(0.0) - self.penalty(seat)
    }

    /// A counter of a seat by name.
    ///
    /// # Panics
    /// If there is none: names come from our code.
    pub fn count(&self, seat: usize, name: &str) -> u64 {
        let i = COUNTERS
            .iter()
            .position(|c| *c == name)
            .unwrap_or_else(|| panic!("no counter `{name}`"));
        self.counts[seat][i].0 as u64
    }

    /// True if all games with the same first disc came out alike: no interval may be quoted (spec 12).
    pub fn zero_variance(&self) -> bool {
        self.games > 0 && self.prints.iter().all(|[low, high]| low >= high)
    }
}
