//! The naive twin of the whole game: as one would first write it, with lists of pieces, lists of options,
//! breadth-first
//! searches over hash sets, and one random number a die.
//!
//! It shares no code with the rules, the options or the tables of this folder: it is the yardstick of the
//! benches and an
//! independent check. It plays the default reading; everybody fights duels by `simple`, and makes challenges either at
//! random or `greedy:1`, with everything else at random.

use crate::games::clash::counts::{Counts, Kind};
use crate::games::clash::duel::Duel;
use crate::games::clash::naive::{MeanDamage, duel};
use crate::games::clash::tally::{Results, metric};
use crate::games::clash::unit::Unit;
use std::collections::{HashMap, HashSet, VecDeque};

/// A piece on a space.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Piece {
    /// `None`: an animal.
    owner: Option<usize>,
    kinds: Vec<Kind>,
    /// Hits that defeat an animal.
    hits: Option<u8>,
    markers: u8,
}

impl Piece {
    fn unit(&self) -> Unit {
        let counts: Counts = self.kinds.iter().copied().collect();
        Unit {
            counts,
            hits: self.hits.unwrap_or(0),
            markers: self.markers,
        }
    }
}

/// Who makes a challenge: a piece on a space, or an animal of the reserve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Challenger {
    Space(usize),
    Reserve(usize),
}

/// What a game came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Turns, passes included.
    pub turns: u32,
    /// Passes.
    pub passes: u32,
    /// Turns in which a piece already on the board changed its space.
    pub moves: u32,
    /// Points by seat.
    pub points: Vec<u32>,
    /// Animals defeated.
    pub animals_defeated: u32,
    /// Gladiators left.
    pub survivors: u32,
}

/// What the twin remembers from duel to duel: the mean damage of a roll, and, unless it is told not to, the values of
/// duels that it has worked out.
#[derive(Debug, Default)]
pub struct Memory {
    means: MeanDamage,
    values: HashMap<(Unit, Unit), f64>,
    forgets: bool,
}

impl Memory {
    /// Works every value out anew, as one would first write it.
    pub fn forgetful() -> Self {
        Self {
            forgets: true,
            ..Self::default()
        }
    }

    /// E[points] - E[own gladiators lost].
    fn value(&mut self, a: Unit, d: Unit) -> f64 {
        if self.forgets {
            self.values.clear();
        }
        *self.values.entry((a, d)).or_insert_with(|| {
            let results = Results::exact(&Duel::simple(a, d));
            let mean = |name: &str| {
                let (sum, _) = results.sums(metric(name).expect("a metric of duels"));
                sum as f64 / results.total as f64
            };
            let gain = mean("defender_losses") * if d.is_animal() { 2.0 } else { 1.0 };
            gain - if a.is_animal() {
                0.0
            } else {
                mean("attacker_losses")
            }
        })
    }
}

/// A game being played. `roll(n)` gives a uniform number below n.
struct Game<'a, R> {
    neighbours: &'a [Vec<usize>],
    players: usize,
    board: Vec<Option<Piece>>,
    reserve: Vec<Unit>,
    gladiators: Vec<u32>,
    animals: Vec<u32>,
    removed: u32,
    greedy: bool,
    memory: &'a mut Memory,
    roll: R,
}

/// Plays one game. `neighbours` of each space; `animals`: the cards; `carriers` of each player.
pub fn play(
    neighbours: &[Vec<usize>],
    animals: &[Unit],
    players: usize,
    carriers: usize,
    greedy: bool,
    memory: &mut Memory,
    roll: impl FnMut(u32) -> u32,
) -> Outcome {
    let mut game = Game {
        neighbours,
        players,
        board: vec![None; neighbours.len()],
        reserve: animals.to_vec(),
        gladiators: vec![0; players],
        animals: vec![0; players],
        removed: 0,
        greedy,
        memory,
        roll,
    };
    game.draft(carriers);
    game.fill();
    game.turns()
}

impl<R: FnMut(u32) -> u32> Game<'_, R> {
    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[(self.roll)(list.len() as u32) as usize].clone()
    }

    fn free(&self) -> Vec<usize> {
        (0..self.board.len())
            .filter(|&at| self.board[at].is_none())
            .collect()
    }

    fn of(&self, seat: usize) -> Vec<usize> {
        (0..self.board.len())
            .filter(|&at| {
                self.board[at]
                    .as_ref()
                    .is_some_and(|p| p.owner == Some(seat))
            })
            .collect()
    }

    fn draft(&mut self, carriers: usize) {
        let mut stack: Vec<Kind> = Vec::new();
        for (kind, count) in Kind::ALL.into_iter().zip([28, 8, 8, 8, 8]) {
            stack.extend(vec![kind; count]);
        }
        let mut left = vec![carriers; self.players];
        for _ in 0..4 * carriers {
            for (seat, left) in left.iter_mut().enumerate() {
                let own = self.of(seat);
                let size = |at: &usize| self.board[*at].as_ref().map_or(0, |p| p.kinds.len());
                let unfinished: Vec<usize> =
                    own.iter().copied().filter(|at| size(at) < 4).collect();
                let opens = *left > 0 && (unfinished.is_empty() || (self.roll)(2) == 0);
                let at = if opens {
                    let free = self.free();
                    let apart: Vec<usize> = free
                        .iter()
                        .copied()
                        .filter(|at| !self.neighbours[*at].iter().any(|n| own.contains(n)))
                        .collect();
                    *left -= 1;
                    let at = self.pick(if apart.is_empty() { &free } else { &apart });
                    self.board[at] = Some(Piece {
                        owner: Some(seat),
                        kinds: Vec::new(),
                        hits: None,
                        markers: 0,
                    });
                    at
                } else {
                    self.pick(&unfinished)
                };
                let kinds: Vec<Kind> = Kind::ALL
                    .into_iter()
                    .filter(|k| stack.contains(k))
                    .collect();
                let kind = self.pick(&kinds);
                let taken = stack
                    .iter()
                    .position(|k| *k == kind)
                    .expect("the kind is there");
                stack.remove(taken);
                if let Some(piece) = &mut self.board[at] {
                    piece.kinds.push(kind);
                }
            }
        }
    }

    fn fill(&mut self) {
        while !self.free().is_empty() {
            let drawn = (self.roll)(self.reserve.len() as u32) as usize;
            let unit = self.reserve.remove(drawn);
            let at = self.pick(&self.free());
            self.board[at] = Some(animal(unit));
        }
    }

    fn reachable(&self, from: usize) -> HashSet<usize> {
        let mut seen = HashSet::from([from]);
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            for &next in &self.neighbours[at] {
                if self.board[next].is_none() && seen.insert(next) {
                    queue.push_back(next);
                }
            }
        }
        seen
    }

    fn options(&self, seat: usize) -> Vec<(Challenger, usize, usize)> {
        let own = self.of(seat);
        let movers: Vec<Challenger> = if own.is_empty() {
            let on_board = (0..self.board.len())
                .filter(|&at| self.board[at].as_ref().is_some_and(|p| p.owner.is_none()));
            on_board
                .map(Challenger::Space)
                .chain((0..self.reserve.len()).map(Challenger::Reserve))
                .collect()
        } else {
            own.iter().map(|&at| Challenger::Space(at)).collect()
        };
        let mut options = Vec::new();
        for mover in movers {
            let mut places: Vec<usize> = match mover {
                Challenger::Reserve(_) => self.free(),
                Challenger::Space(at) => {
                    let alone = self.neighbours[at].iter().all(|&n| self.board[n].is_none());
                    let small = self.board[at].as_ref().is_some_and(|p| p.kinds.len() <= 3);
                    if own.is_empty() || alone || small {
                        self.reachable(at).into_iter().collect()
                    } else {
                        vec![at]
                    }
                }
            };
            places.sort_unstable();
            for to in places {
                for &target in &self.neighbours[to] {
                    let other = mover != Challenger::Space(target);
                    if other
                        && self.board[target]
                            .as_ref()
                            .is_some_and(|p| p.owner != Some(seat))
                    {
                        options.push((mover, to, target));
                    }
                }
            }
        }
        options
    }

    fn choose(&mut self, options: &[(Challenger, usize, usize)]) -> (Challenger, usize, usize) {
        if !self.greedy {
            return self.pick(options);
        }
        let mut best = (f64::NEG_INFINITY, options[0]);
        for &option in options {
            let unit = match option.0 {
                Challenger::Space(at) => self.board[at].as_ref().map(Piece::unit),
                Challenger::Reserve(card) => Some(self.reserve[card]),
            };
            let target = self.board[option.2].as_ref().map(Piece::unit);
            let value = self
                .memory
                .value(unit.expect("a mover"), target.expect("a target"));
            if value > best.0 + 1e-9 {
                best = (value, option);
            }
        }
        best.1
    }

    fn turns(mut self) -> Outcome {
        let (mut turns, mut passes, mut moves, mut in_a_row) = (0, 0, 0, 0);
        let had_animals =
            !self.reserve.is_empty() || self.board.iter().flatten().any(|p| p.owner.is_none());
        'game: while turns < 2000 {
            for seat in 0..self.players {
                turns += 1;
                let options = self.options(seat);
                if options.is_empty() {
                    passes += 1;
                    in_a_row += 1;
                    if in_a_row == self.players {
                        break 'game;
                    }
                    continue;
                }
                in_a_row = 0;
                let (mover, to, target) = self.choose(&options);
                match mover {
                    Challenger::Space(at) if at != to => {
                        moves += 1;
                        self.board[to] = self.board[at].take();
                    }
                    Challenger::Space(_) => {}
                    Challenger::Reserve(card) => {
                        let unit = self.reserve.remove(card);
                        self.board[to] = Some(animal(unit));
                    }
                }
                self.fight(seat, to, target);
                let left = (0..self.players)
                    .filter(|&seat| !self.of(seat).is_empty())
                    .count();
                let animals = self.reserve.len()
                    + self
                        .board
                        .iter()
                        .flatten()
                        .filter(|p| p.owner.is_none())
                        .count();
                if left == 1 || had_animals && animals == 0 || turns == 2000 {
                    break 'game;
                }
            }
        }
        let survivors: Vec<u32> = (0..self.players)
            .map(|seat| {
                self.of(seat)
                    .iter()
                    .map(|&at| self.board[at].as_ref().map_or(0, |p| p.kinds.len() as u32))
                    .sum()
            })
            .collect();
        let points = (0..self.players)
            .map(|s| self.gladiators[s] + 2 * self.animals[s] + survivors[s])
            .collect();
        let animals_defeated = self.animals.iter().sum::<u32>() + self.removed;
        Outcome {
            turns,
            passes,
            moves,
            points,
            animals_defeated,
            survivors: survivors.iter().sum(),
        }
    }

    fn fight(&mut self, seat: usize, from: usize, target: usize) {
        let (Some(a), Some(d)) = (self.board[from].clone(), self.board[target].clone()) else {
            return;
        };
        let left = duel(a.unit(), d.unit(), &mut self.memory.means, || {
            (self.roll)(6)
        });
        for (space, piece, left, other, victor) in [
            (target, &d, &left[1], &a, Some(seat)),
            (from, &a, &left[0], &d, d.owner),
        ] {
            let lost = if left.out {
                piece.kinds.len()
            } else {
                piece.kinds.len() - left.kinds.len()
            } as u32;
            match (piece.owner, victor) {
                (Some(_), Some(victor)) => self.gladiators[victor] += lost,
                (None, Some(victor)) => self.animals[victor] += u32::from(left.out),
                (Some(_), None) => {} // killed by a wild animal
                (None, None) => self.removed += u32::from(left.out && other.owner.is_none()),
            }
            self.board[space] = (!left.out).then(|| Piece {
                kinds: left.kinds.clone(),
                markers: left.markers,
                ..piece.clone()
            });
        }
    }
}

fn animal(unit: Unit) -> Piece {
    Piece {
        owner: None,
        kinds: unit.counts.kinds().collect(),
        hits: Some(unit.hits),
        markers: unit.markers,
    }
}

#[cfg(test)]
mod tests;
