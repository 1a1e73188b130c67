//! Counts what happens in games, and adds it up for a block of them. Allocates once a block.

use super::board::spaces_of;
use super::moves::Movers;
use super::setup::Arena;
use super::state::{End, MOST_PLAYERS, State};
use super::tally::{
    ArenaTally, FIT, Game, LONGEST, Layout, MOST_GLADIATORS, PARTS_OF_AN_OPTION, Seat, Team, WIN,
};
use super::units::{OUT, UnitId, Units};
use super::watch::{Challenge, Watch};

/// Sums of one block; small enough for 64 bits.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    n: u64,
    sum: i64,
    squares: u64,
}

impl Sum {
    #[inline]
    fn add(&mut self, value: i64) {
        self.n += 1;
        self.sum += value;
        self.squares += (value * value) as u64;
    }
}

/// What one game has counted so far.
#[derive(Debug, Clone, Copy, Default)]
struct Now {
    passes: i64,
    gladiatorless_turns: i64,
    moves: i64,
    options: i64,
    lead_changes: i64,
    leader: Option<usize>,
    /// The most points that each seat was behind.
    deficit: [i64; MOST_PLAYERS],
    markers: i64,
    peak_markers: i64,
    /// Kills by source, in the order of the metrics.
    kills: [i64; 8],
    entered: [[u8; 5]; MOST_PLAYERS],
    teams: [[UnitId; 4]; MOST_PLAYERS],
}

/// Counts games of one block.
#[derive(Debug)]
pub struct Recorder<'a> {
    layout: Layout,
    places: &'a [Option<u8>],
    count_options: bool,
    sums: Vec<Sum>,
    lengths: Vec<u64>,
    fit: [u64; FIT],
    now: Now,
}

impl<'a> Recorder<'a> {
    /// `places`: see `tally::full_team_places`.
    pub(super) fn new(layout: Layout, places: &'a [Option<u8>], count_options: bool) -> Self {
        Self {
            layout,
            places,
            count_options,
            sums: vec![Sum::default(); layout.len()],
            lengths: vec![0; LONGEST + 2],
            fit: [0; FIT],
            now: Now::default(),
        }
    }

    #[inline]
    fn game(&mut self, metric: Game, value: i64) {
        self.sums[metric as usize].add(value);
    }

    /// Adds a game that is over. `seating`: policy of each seat.
    pub fn end_game(
        &mut self,
        arena: &Arena,
        state: &State,
        end: End,
        seating: &[u8; MOST_PLAYERS],
    ) {
        let n = arena.players;
        let points = arena.final_points(state).map(i64::from);
        let best = points[..n].iter().copied().max().unwrap_or(0);
        let leaders = points[..n].iter().filter(|p| **p == best).count();
        let winners = if arena.readings.lowest_seat_wins {
            1
        } else {
            leaders
        };
        let first = points[..n].iter().position(|p| *p == best).unwrap_or(0);
        let second = if leaders > 1 {
            best
        } else {
            points[..n]
                .iter()
                .copied()
                .filter(|p| *p < best)
                .max()
                .unwrap_or(0)
        };
        let wins = |seat: usize| points[seat] == best && (seat == first || winners > 1);
        let win = |seat: usize| if wins(seat) { WIN / winners as i64 } else { 0 };
        let now = self.now;
        let survivors: [u8; MOST_PLAYERS] =
            std::array::from_fn(|seat| arena.survivors(state, seat));
        let eliminated = |seat: &usize| survivors[*seat] == 0;
        let taken: u8 = state.taken_animals.iter().sum();
        let turns = i64::from(state.turn);
        for (metric, value) in [
            (Game::Turns, turns),
            (Game::Passes, now.passes),
            (Game::GladiatorlessTurns, now.gladiatorless_turns),
            (Game::Moves, now.moves),
            (
                Game::Options,
                now.options * PARTS_OF_AN_OPTION / turns.max(1),
            ),
            (Game::LastPlayer, (end == End::LastPlayer).into()),
            (Game::Animals, (end == End::Animals).into()),
            (Game::Stalemate, (end == End::Stalemate).into()),
            (Game::Cap, (end == End::Cap).into()),
            (Game::Tie, (winners > 1).into()),
            (Game::TotalPoints, points[..n].iter().sum()),
            (
                Game::Survivors,
                survivors.iter().map(|&s| i64::from(s)).sum(),
            ),
            (
                Game::AnimalsDefeated,
                i64::from(taken + state.animals_removed),
            ),
            (Game::WinnerPoints, best),
            (Game::Margin, best - second),
            (Game::LeadChanges, now.lead_changes),
            (Game::WinnerDeficit, now.deficit[first]),
            (
                Game::EliminatedWins,
                (0..n).filter(eliminated).map(win).sum(),
            ),
            (
                Game::LastStandingWins,
                if end == End::LastPlayer {
                    (0..n).filter(|s| !eliminated(s)).map(win).sum()
                } else {
                    0
                },
            ),
            (Game::PeakMarkers, now.peak_markers),
        ] {
            self.game(metric, value);
        }
        for (at, kills) in now.kills.into_iter().enumerate() {
            self.sums[Game::ByChallengingTeam as usize + at].add(kills);
        }
        for seat in 0..n {
            let policy = usize::from(seating[seat]);
            let cell = self.layout.seat(policy, seat);
            let counts = [
                state.gladiators[seat],
                state.taken_animals[seat],
                survivors[seat],
                u8::from(eliminated(&seat)),
            ];
            let values = [points[seat], win(seat)]
                .into_iter()
                .chain(counts.into_iter().chain(now.entered[seat]).map(i64::from));
            for (metric, value) in values.enumerate() {
                self.sums[cell + metric].add(value);
            }
            debug_assert_eq!(Seat::Swords as usize, 6);
            for other in (0..n).filter(|&other| seating[other] > seating[seat]) {
                let pair = self.layout.pair(policy, usize::from(seating[other]));
                let ahead = points[seat] - points[other];
                self.sums[pair].add(ahead);
                self.sums[pair + 1].add(1 + ahead.signum());
            }
            for team in now.teams[seat] {
                if let Some(place) = self.places[usize::from(team / 2)] {
                    let at = self.layout.team(usize::from(place));
                    self.sums[at + Team::Win as usize].add(win(seat));
                    self.sums[at + Team::Points as usize].add(points[seat]);
                }
            }
            let entered = now.entered[seat].map(u64::from);
            self.sums[self
                .layout
                .swords((entered[0] as usize).min(MOST_GLADIATORS))]
            .add(win(seat));
            self.fit(entered, points[seat] as u64, win(seat) as u64);
        }
        self.lengths[usize::from(state.turn).min(LONGEST + 1)] += 1;
        self.now = Now::default();
    }

    fn fit(&mut self, entered: [u64; 5], points: u64, win: u64) {
        let products = (0..5).flat_map(|i| (i..5).map(move |j| (i, j)));
        let sums = products.map(|(i, j)| entered[i] * entered[j]);
        let sums = sums
            .chain(entered.map(|n| n * points))
            .chain(entered.map(|n| n * win));
        self.fit
            .iter_mut()
            .zip(sums)
            .for_each(|(sum, value)| *sum += value);
    }

    /// Adds the block to a tally of the same layout.
    pub fn add_to(&self, tally: &mut ArenaTally) {
        for (moments, part) in tally.moments_mut().iter_mut().zip(&self.sums) {
            moments.n += part.n;
            moments.sum += i128::from(part.sum);
            moments.sum_of_squares += u128::from(part.squares);
        }
        tally
            .lengths
            .iter_mut()
            .zip(&self.lengths)
            .for_each(|(a, b)| *a += b);
        tally
            .fit
            .iter_mut()
            .zip(&self.fit)
            .for_each(|(a, b)| *a += b);
    }

    /// The first turn: who entered, and markers that a position may have.
    fn begin(&mut self, arena: &Arena, state: &State) {
        for seat in 0..arena.players {
            for (k, at) in spaces_of(state.teams(seat)).enumerate() {
                let team = state.unit(at);
                if let Some(place) = self.now.teams[seat].get_mut(k) {
                    *place = team & !1;
                }
                let counts = arena.units.unit(team).counts.to_array();
                self.now.entered[seat]
                    .iter_mut()
                    .zip(counts)
                    .for_each(|(sum, count)| *sum += count);
            }
        }
        self.count_markers(arena, state);
    }

    fn count_markers(&mut self, arena: &Arena, state: &State) {
        self.now.markers = spaces_of(state.occupied())
            .map(|at| i64::from(arena.units.markers(state.unit(at))))
            .sum();
        self.now.peak_markers = self.now.peak_markers.max(self.now.markers);
    }

    /// Who leads in points in front, and how far the others are behind.
    fn look_at_points(&mut self, arena: &Arena, state: &State) {
        let n = arena.players;
        let mut points = [0i64; MOST_PLAYERS];
        let (mut best, mut leader, mut alone) = (i64::MIN, 0, true);
        for seat in 0..n {
            let own = i64::from(arena.points_taken(state, seat));
            points[seat] = own;
            if own > best {
                (best, leader, alone) = (own, seat, true);
            } else if own == best {
                alone = false;
            }
        }
        for seat in 0..n {
            self.now.deficit[seat] = self.now.deficit[seat].max(best - points[seat]);
        }
        if alone {
            self.now.lead_changes +=
                i64::from(self.now.leader.is_some_and(|before| before != leader));
            self.now.leader = Some(leader);
        }
    }
}

impl Watch for Recorder<'_> {
    #[inline]
    fn turn(&mut self, arena: &Arena, state: &State, movers: &Movers) {
        if state.turn == 0 {
            self.begin(arena, state);
        }
        self.now.gladiatorless_turns += i64::from(state.teams(usize::from(state.to_move)) == 0);
        if self.count_options {
            self.now.options += i64::from(movers.count(arena));
        }
    }

    fn passed(&mut self, _arena: &Arena, _state: &State) {
        self.now.passes += 1;
    }

    #[inline]
    fn challenged(&mut self, arena: &Arena, state: &State, challenge: &Challenge) {
        self.now.moves += i64::from(challenge.action.moves());
        if arena.readings.shed_markers {
            self.count_markers(arena, state);
        }
    }

    #[inline]
    fn fought(&mut self, arena: &Arena, state: &State, challenge: &Challenge, left: [UnitId; 2]) {
        let mut any = 0;
        let [a, d] = challenge.units;
        let animal = [Units::is_animal(a), Units::is_animal(d)];
        for side in [0, 1] {
            let (before, after) = (challenge.units[side], left[side]);
            let killer = 1 - side;
            // Challenging team, challenged team, used animal, wild animal: twice, for gladiators and for animals.
            let source = 2 * usize::from(animal[killer]) + killer;
            let kills = if animal[side] {
                u8::from(after == OUT)
            } else {
                arena.units.size(before) - arena.units.size(after)
            };
            self.now.kills[4 * usize::from(animal[side]) + source] += i64::from(kills);
            self.now.markers +=
                i64::from(arena.units.markers(after)) - i64::from(arena.units.markers(before));
            any |= kills;
        }
        self.now.peak_markers = self.now.peak_markers.max(self.now.markers);
        if any > 0 {
            self.look_at_points(arena, state);
        }
    }
}
