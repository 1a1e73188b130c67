//! P(win) of plain battles for every pair of healths at once, by backward elimination.
//!
//! A cell is a pair of healths. Blows only lead to lower cells; what stays in a cell (misses, blocks) is a small
//! linear
//! system, solved by elimination. Fate alone leads up, among the cells below zero, and is iterated there until nothing
//! moves. All values rise from 0, so that they are bounds from below; battles that never end and those that end without
//! a winner count as not won. The turn cap is not applied: [`super::wins`] says where it could matter.
//!
//! A duel takes a few milliseconds; searches over builds live on it. [`super::chain`] is the check.

mod attack;

use crate::games::battle::duel::Duel;
use crate::games::battle::situations::{Memory, STANCES, STUNNED, Situations, Wake};
use attack::Attack;

/// Cells below zero: healths -19 to -1.
const BELOW: usize = 19;
/// Iterations below zero stop when less than this is missing.
const SETTLED: f64 = 1e-14;
/// From this on a solution need not be a bound from below: it begins where its neighbours ended, and leaves out how
/// much exactly a blow does that is hardly ever struck.
const COARSE: f64 = 1e-6;
/// Blows with no more than this chance are taken to do the damage of the next lighter one where that is enough.
const RARE: f64 = 1e-5;
/// Guards among the stances.
const GUARDS: usize = 4;

/// The place of a turn's start among the planes of [`Won`]: side at turn, stunned or not, the other's stance.
fn at(x: usize, stunned: usize, stance: usize) -> usize {
    (x * 2 + stunned) * STANCES + stance
}

/// Turns' starts.
const TURNS: usize = 4 * STANCES;

/// P(a wins) from every pair of healths: one plane for each `at`. A plane runs along the health of the side that is
/// at turn, which blows have just taken it from.
#[derive(Debug, Clone)]
pub struct Won {
    rows: usize,
    columns: usize,
    values: Vec<f64>,
}

impl Won {
    fn new(rows: usize, columns: usize, start: f64) -> Self {
        Self {
            rows,
            columns,
            values: vec![start; TURNS * rows * columns],
        }
    }

    /// Where planes of this side at turn keep a cell.
    #[inline]
    fn place(&self, side: usize, cell: [usize; 2]) -> usize {
        match side {
            0 => cell[1] * self.rows + cell[0],
            _ => cell[0] * self.columns + cell[1],
        }
    }

    #[inline]
    fn plane(&self, turn: usize) -> usize {
        turn * self.rows * self.columns
    }

    #[inline]
    fn get(&self, turn: usize, cell: [usize; 2]) -> f64 {
        self.values[self.plane(turn) + self.place(turn / (2 * STANCES), cell)]
    }

    /// P(a wins) with these healths at the start, if `first` takes the first turn.
    pub fn win_a(&self, first: usize, health: [u8; 2]) -> f64 {
        self.get(at(first, 0, 0), health.map(|h| usize::from(h) + BELOW))
    }
}

/// How a wake-up goes on: P(acts), P(skips) in the same cell, the others by health, P(falls).
#[derive(Debug, Clone, Default)]
struct Rise {
    acts: f64,
    skips: f64,
    up: Vec<(usize, bool, f64)>,
    falls: f64,
}

struct Solver {
    attacks: [[Attack; 2]; 2],
    /// By side, stunned, health 0 or -1 … -19.
    rises: [[Vec<Rise>; 2]; 2],
    situations: Situations,
    /// Guards that a side can have.
    guards: [Vec<usize>; 2],
    /// Stances that a side can meet: the other's guards, and stunned.
    stances: [Vec<usize>; 2],
    dazes: bool,
    settled: f64,
    /// After a sweep below zero, no more than this times the last change is missing.
    missing: f64,
    won: Won,
    /// Values at the choice, by cell, row by row: side, the other's stance.
    choices: Vec<[f64; 2 * STANCES]>,
}

/// Solves a plain battle for all healths up to the fighters'; `None` if it is not plain, or one may give up.
pub fn solve(duel: &Duel, memory: &mut Memory<'_>) -> Option<Won> {
    solve_within(duel, memory, SETTLED)
}

/// The same, settled to another change.
pub fn solve_within(duel: &Duel, memory: &mut Memory<'_>, settled: f64) -> Option<Won> {
    let surrender = duel.policies.iter().any(|p| p.parts.surrender.is_some());
    if surrender {
        return None;
    }
    let situations = Situations::new(duel, memory)?;
    let mut s = Solver::new(
        situations,
        duel.rules.readings.coma_is_no_contest,
        [
            duel.fighters[0].health as usize,
            duel.fighters[1].health as usize,
        ],
        settled,
    );
    s.run();
    Some(s.won)
}

impl Solver {
    fn new(situations: Situations, no_contest: bool, most: [usize; 2], settled: f64) -> Self {
        let sides = [0, 1];
        let (rare, start) = if settled >= COARSE {
            (RARE, 0.5)
        } else {
            (0.0, 0.0)
        };
        let won = Won::new(most[0] + BELOW + 1, most[1] + BELOW + 1, start);
        let attacks = sides.map(|x| sides.map(|v| Attack::new(&situations, x, v, rare, &won)));
        let rises = sides.map(|x| {
            sides.map(|u| {
                (0..=BELOW)
                    .map(|h| rise(&situations.wakes[x][0][u][h], h, no_contest))
                    .collect()
            })
        });
        // Only fate leads up, and a cell reads what is above it with no more than this weight.
        let up = |r: &Rise| r.up.iter().map(|u| u.2).sum::<f64>();
        let rises: [[Vec<Rise>; 2]; 2] = rises;
        let most_up = rises.iter().flatten().flatten().map(up).fold(0.0, f64::max);
        let guards: [Vec<usize>; 2] = sides.map(|x| {
            let left = |g: &usize| {
                let mut all = situations.strikes[x]
                    .iter()
                    .flatten()
                    .flat_map(|a| a.iter());
                all.any(|(s, p)| s.guard as usize == *g && *p > 0.0)
            };
            (0..GUARDS).filter(|g| *g == 0 || left(g)).collect()
        });
        let stances = sides.map(|x| guards[1 - x].iter().copied().chain([STUNNED]).collect());
        let dazes = attacks.iter().flatten().any(|a| !a.dazes.is_empty());
        let choices = vec![[start; 2 * STANCES]; won.rows * won.columns];
        Self {
            attacks,
            rises,
            situations,
            guards,
            stances,
            dazes,
            settled,
            missing: most_up / (1.0 - most_up).max(1e-3),
            won,
            choices,
        }
    }

    fn run(&mut self) {
        let (rows, columns) = (self.won.rows, self.won.columns);
        let coarse = self.settled >= COARSE;
        self.settle(0..BELOW, 0..BELOW);
        for j in BELOW..columns {
            if coarse {
                (0..BELOW).for_each(|i| self.begin([i, j], [i, j - 1]));
            }
            self.settle(0..BELOW, j..j + 1);
        }
        for i in BELOW..rows {
            if coarse {
                (0..BELOW).for_each(|j| self.begin([i, j], [i - 1, j]));
            }
            self.settle(i..i + 1, 0..BELOW);
        }
        for i in BELOW..rows {
            for j in BELOW..columns {
                self.cell([i, j]);
            }
        }
    }

    /// Begins a cell with its neighbour's values, which are near: a round of iteration less, but no bound from below.
    fn begin(&mut self, cell: [usize; 2], near: [usize; 2]) {
        for side in 0..2 {
            let (to, from) = (self.won.place(side, cell), self.won.place(side, near));
            for turn in side * 2 * STANCES..(side + 1) * 2 * STANCES {
                let plane = self.won.plane(turn);
                self.won.values[plane + to] = self.won.values[plane + from];
            }
        }
        let [to, from] = [cell, near].map(|c| c[0] * self.won.columns + c[1]);
        self.choices[to] = self.choices[from];
    }

    /// Iterates cells that fate connects. Going up, each cell reads finished ones and, with the weight of fate, those
    /// of the sweep before, so that what is missing shrinks by that weight at least.
    fn settle(&mut self, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) {
        for _ in 0..10_000 {
            let mut change = 0.0f64;
            for i in rows.clone() {
                for j in columns.clone() {
                    change = change.max(self.cell([i, j]));
                }
            }
            if change * self.missing < self.settled {
                return;
            }
        }
    }

    /// Solves a cell; the largest change of a value.
    fn cell(&mut self, cell: [usize; 2]) -> f64 {
        let change = self.solve_once(cell);
        let mut left = change;
        while self.dazes && left > self.settled {
            left = self.solve_once(cell);
        }
        change
    }

    fn solve_once(&mut self, cell: [usize; 2]) -> f64 {
        let below = cell.map(|p| BELOW.saturating_sub(p));
        let health = cell.map(|p| p as i16 - BELOW as i16);
        let variant = [0, 1].map(|x| self.situations.variant(x, health[x], health[1 - x]));
        // What a turn is worth that does not depend on this cell's choices.
        let apart = [0, 1].map(|x| [0, 1].map(|u| self.apart(x, u, below[x], cell)));
        let acts = [0, 1].map(|x| self.rises[x][0][below[x]].acts);
        // choice[x][t] = k[x][t] + sum over guards g of a[x][t][g] * choice[o][g]
        let mut k = [[0.0; STANCES]; 2];
        let mut a = [[[0.0; GUARDS]; STANCES]; 2];
        for x in 0..2 {
            let o = 1 - x;
            let attack = &self.attacks[x][variant[x]];
            k[x] = attack.hurt(x, &self.won, cell);
            for &t in &self.stances[x] {
                for &g in &self.guards[x] {
                    let p = attack.stays[t][g];
                    k[x][t] += p * apart[o][0][g];
                    a[x][t][g] = p * acts[o];
                }
            }
        }
        let choice = self.eliminate(&k, &a);
        let mut turn = [0.0; TURNS];
        for (x, choice) in choice.iter().enumerate() {
            for &t in &self.stances[x] {
                turn[at(x, 0, t)] = acts[x] * choice[t] + apart[x][0][t];
            }
        }
        for (x, choice) in choice.iter().enumerate() {
            let rise = &self.rises[x][1][below[x]];
            let skipped = turn[at(1 - x, 0, STUNNED)];
            for &t in &self.stances[x] {
                turn[at(x, 1, t)] = rise.acts * choice[t] + rise.skips * skipped + apart[x][1][t];
            }
        }
        let mut change = 0.0f64;
        for x in 0..2 {
            let place = self.won.place(x, cell);
            for u in 0..2 {
                for &t in &self.stances[x] {
                    let turn_at = at(x, u, t);
                    let kept = self.won.plane(turn_at) + place;
                    change = change.max((turn[turn_at] - self.won.values[kept]).abs());
                    self.won.values[kept] = turn[turn_at];
                }
            }
        }
        let here = cell[0] * self.won.columns + cell[1];
        self.choices[here].copy_from_slice(choice.as_flattened());
        change
    }

    /// P(a wins) through wake-ups that lead out of the cell, or to an end, by the other's stance.
    fn apart(&self, x: usize, stunned: usize, below: usize, cell: [usize; 2]) -> [f64; STANCES] {
        let rise = &self.rises[x][stunned][below];
        let lost = if x == 1 { rise.falls } else { 0.0 };
        let mut apart = [lost; STANCES];
        for &(health, acts, p) in &rise.up {
            let mut there = cell;
            there[x] = health;
            if acts {
                let choices = &self.choices[there[0] * self.won.columns + there[1]];
                for (value, choice) in apart.iter_mut().zip(&choices[x * STANCES..]) {
                    *value += p * choice;
                }
            } else {
                let skipped = self.won.get(at(1 - x, 0, STUNNED), there);
                apart.iter_mut().for_each(|v| *v += p * skipped);
            }
        }
        apart
    }

    /// Solves choice[0] = k0 + a0 choice[1], choice[1] = k1 + a1 choice[0] over the guards, then all stances.
    fn eliminate(
        &self,
        k: &[[f64; STANCES]; 2],
        a: &[[[f64; GUARDS]; STANCES]; 2],
    ) -> [[f64; STANCES]; 2] {
        // Side 0 sees the guards of side 1, and the other way round.
        let (seen, own) = (&self.guards[1], &self.guards[0]);
        let n = seen.len();
        let mut m = [[0.0; GUARDS + 1]; GUARDS];
        for (r, &t) in seen.iter().enumerate() {
            for (c, &u) in seen.iter().enumerate() {
                m[r][c] = f64::from(u8::from(r == c))
                    - own.iter().map(|&g| a[0][t][g] * a[1][g][u]).sum::<f64>();
            }
            m[r][n] = k[0][t] + own.iter().map(|&g| a[0][t][g] * k[1][g]).sum::<f64>();
        }
        for p in 0..n {
            // Rows are diagonally dominant; a zero pivot means that nothing can ever happen from here.
            let row = m[p];
            for lower in &mut m[p + 1..n] {
                let factor = if row[p].abs() < 1e-300 {
                    0.0
                } else {
                    lower[p] / row[p]
                };
                lower
                    .iter_mut()
                    .zip(&row)
                    .skip(p)
                    .for_each(|(l, r)| *l -= factor * r);
            }
        }
        let mut solution = [0.0; STANCES];
        for p in (0..n).rev() {
            let rest: f64 = (p + 1..n).map(|c| m[p][c] * solution[seen[c]]).sum();
            solution[seen[p]] = if m[p][p] < 1e-14 {
                0.0
            } else {
                (m[p][n] - rest) / m[p][p]
            };
        }
        let mut choice = [[0.0; STANCES]; 2];
        choice[0] = solution;
        for &t in &self.stances[1] {
            choice[1][t] = k[1][t] + seen.iter().map(|&g| a[1][t][g] * solution[g]).sum::<f64>();
        }
        choice[0][STUNNED] = k[0][STUNNED]
            + own
                .iter()
                .map(|&g| a[0][STUNNED][g] * choice[1][g])
                .sum::<f64>();
        choice
    }
}

/// Falls that nobody scores for are left out.
fn rise(wakes: &[(Wake, f64)], below: usize, no_contest: bool) -> Rise {
    let mut r = Rise::default();
    let here = |h: i8| below == 0 || i64::from(h) == -(below as i64);
    let place = |h: i8| (i64::from(h) + BELOW as i64) as usize;
    for &(wake, p) in wakes {
        match wake {
            Wake::Choose(h, _) if here(h) => r.acts += p,
            Wake::Skip(h, _) if here(h) => r.skips += p,
            Wake::Choose(h, _) => r.up.push((place(h), true, p)),
            Wake::Skip(h, _) => r.up.push((place(h), false, p)),
            Wake::Falls(by, _) if no_contest && by.is_coma() => {}
            Wake::Falls(..) => r.falls += p,
        }
    }
    r
}
