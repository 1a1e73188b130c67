//! P(win) of plain battles for every pair of healths at once, by backward elimination.
//!
//! A cell is a pair of healths. Blows only lead to lower cells; what stays in a cell (misses, blocks) is a small
//! linear
//! system, solved by elimination. Fate alone leads up, among the cells below zero, and is iterated there until nothing
//! moves. All values rise from 0, so that they are bounds from below; undecided battles count as not won.
//!
//! A duel takes a few milliseconds; searches over builds live on it. [`super::chain`] is the check.

use crate::games::battle::duel::Duel;
use crate::games::battle::exchange::Exchanges;
use crate::games::battle::situations::{STANCES, STUNNED, Situations, Wake};

/// Cells below zero: healths -19 to -1.
const BELOW: usize = 19;
/// Iterations below zero stop when no value changes by more. Each change is a small fraction of the one before, so
/// what is
/// still missing then is less than the last change.
const SETTLED: f64 = 1e-14;
/// From this on a solution need not be a bound from below, and begins where its neighbours ended.
const COARSE: f64 = 1e-6;
/// Guards among the stances.
const GUARDS: usize = 4;

/// Values of a turn's start: side at turn, stunned or not, the other's stance.
type Turn = [f64; 4 * STANCES];

fn at(x: usize, stunned: usize, stance: usize) -> usize {
    (x * 2 + stunned) * STANCES + stance
}

/// P(a wins) from every pair of healths.
#[derive(Debug, Clone)]
pub struct Won {
    columns: usize,
    turns: Vec<Turn>,
}

impl Won {
    /// P(a wins) with these healths at the start, if `first` takes the first turn.
    pub fn win_a(&self, first: usize, health: [u8; 2]) -> f64 {
        let cell = (usize::from(health[0]) + BELOW) * self.columns + usize::from(health[1]) + BELOW;
        self.turns[cell][at(first, 0, 0)]
    }
}

/// Attacks of one side and variant against one stance, sorted out.
#[derive(Debug, Clone, Default)]
struct Attack {
    /// Damage, place in [`Turn`], probability.
    hurts: Vec<(u16, usize, f64)>,
    /// P(kills outright).
    kills: f64,
    /// P(nothing got through), by the guard left.
    stays: [f64; GUARDS],
    /// P(no damage, but a stun): place in [`Turn`] of the same cell.
    dazes: Vec<(usize, f64)>,
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
    columns: usize,
    attacks: [[[Attack; STANCES]; 2]; 2],
    /// By side, stunned, health 0 or -1 … -19.
    rises: [[Vec<Rise>; 2]; 2],
    situations: Situations,
    /// Guards that a side can have.
    guards: [Vec<usize>; 2],
    /// Stances that a side can meet: the other's guards, and stunned.
    stances: [Vec<usize>; 2],
    dazes: bool,
    settled: f64,
    turns: Vec<Turn>,
    /// Values at the choice: side, the other's stance.
    choices: Vec<[f64; 2 * STANCES]>,
}

/// Solves a plain battle for all healths up to the fighters'; `None` if it is not plain, or one may give up.
pub fn solve(duel: &Duel, exchanges: &mut Exchanges<'_>) -> Option<Won> {
    solve_within(duel, exchanges, SETTLED)
}

/// The same, settled to another change.
pub fn solve_within(duel: &Duel, exchanges: &mut Exchanges<'_>, settled: f64) -> Option<Won> {
    let surrender = duel.policies.iter().any(|p| p.parts.surrender.is_some());
    if surrender || duel.rules.readings.coma_is_no_contest {
        return None;
    }
    let situations = Situations::new(duel, exchanges)?;
    let mut s = Solver::new(
        situations,
        [
            duel.fighters[0].health as usize,
            duel.fighters[1].health as usize,
        ],
    );
    s.settled = settled;
    s.run();
    Some(Won {
        columns: s.columns,
        turns: s.turns,
    })
}

impl Solver {
    fn new(situations: Situations, most: [usize; 2]) -> Self {
        let sides = [0, 1];
        let attacks =
            sides.map(|x| sides.map(|v| std::array::from_fn(|t| attack(&situations, x, v, t))));
        let rises = sides.map(|x| {
            sides.map(|u| {
                (0..=BELOW)
                    .map(|h| rise(&situations.wakes[x][0][u][h], h))
                    .collect()
            })
        });
        let guards: [Vec<usize>; 2] = sides.map(|x| {
            let left = |g: &usize| {
                situations.strikes[x]
                    .iter()
                    .flatten()
                    .flatten()
                    .any(|(s, p)| s.guard as usize == *g && *p > 0.0)
            };
            (0..GUARDS).filter(|g| *g == 0 || left(g)).collect()
        });
        let stances = sides.map(|x| guards[1 - x].iter().copied().chain([STUNNED]).collect());
        let dazes = attacks
            .iter()
            .flatten()
            .flatten()
            .any(|a: &Attack| !a.dazes.is_empty());
        let columns = most[1] + BELOW + 1;
        let cells = (most[0] + BELOW + 1) * columns;
        let (turns, choices) = (vec![[0.0; 20]; cells], vec![[0.0; 10]; cells]);
        Self {
            columns,
            attacks,
            rises,
            situations,
            guards,
            stances,
            dazes,
            settled: SETTLED,
            turns,
            choices,
        }
    }

    fn run(&mut self) {
        let rows = self.turns.len() / self.columns;
        let coarse = self.settled >= COARSE;
        self.settle(0..BELOW, 0..BELOW);
        for j in BELOW..self.columns {
            if coarse {
                (0..BELOW).for_each(|i| self.begin(i * self.columns + j, 1));
            }
            self.settle(0..BELOW, j..j + 1);
        }
        for i in BELOW..rows {
            if coarse {
                (0..BELOW).for_each(|j| self.begin(i * self.columns + j, self.columns));
            }
            self.settle(i..i + 1, 0..BELOW);
        }
        for i in BELOW..rows {
            for j in BELOW..self.columns {
                self.cell(i, j);
            }
        }
    }

    /// Begins a cell with its neighbour's values, which are near: a round of iteration less, but no bound from below.
    fn begin(&mut self, here: usize, back: usize) {
        self.turns[here] = self.turns[here - back];
        self.choices[here] = self.choices[here - back];
    }

    /// Iterates cells that fate connects.
    fn settle(&mut self, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) {
        for _ in 0..10_000 {
            let mut change = 0.0f64;
            for i in rows.clone() {
                for j in columns.clone() {
                    change = change.max(self.cell(i, j));
                }
            }
            if change < self.settled {
                return;
            }
        }
    }

    /// Solves a cell; the largest change of a value.
    fn cell(&mut self, i: usize, j: usize) -> f64 {
        let change = self.solve_once(i, j);
        let mut left = change;
        while self.dazes && left > self.settled {
            left = self.solve_once(i, j);
        }
        change
    }

    fn solve_once(&mut self, i: usize, j: usize) -> f64 {
        let here = i * self.columns + j;
        let place = [i, j];
        let below = place.map(|p| BELOW.saturating_sub(p));
        let health = place.map(|p| p as i16 - BELOW as i16);
        let variant = [0, 1].map(|x| self.situations.variant(x, health[x], health[1 - x]));
        // What a turn is worth that does not depend on this cell's choices.
        let apart = [0, 1].map(|x| [0, 1].map(|u| self.apart(x, u, below[x], here, place[x])));
        let acts = [0, 1].map(|x| self.rises[x][0][below[x]].acts);
        // choice[x][t] = k[x][t] + sum over guards g of a[x][t][g] * choice[o][g]
        let mut k = [[0.0; STANCES]; 2];
        let mut a = [[[0.0; GUARDS]; STANCES]; 2];
        for x in 0..2 {
            let o = 1 - x;
            for &t in &self.stances[x] {
                let attack = &self.attacks[x][variant[x]][t];
                let mut sum = self.blows(attack, x, here, place[o]);
                for &g in &self.guards[x] {
                    let p = attack.stays[g];
                    sum += p * apart[o][0][g];
                    a[x][t][g] = p * acts[o];
                }
                k[x][t] = sum;
            }
        }
        let choice = self.eliminate(&k, &a);
        let mut turn = [0.0; 4 * STANCES];
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
        let change = turn
            .iter()
            .zip(&self.turns[here])
            .map(|(n, o)| (n - o).abs())
            .fold(0.0, f64::max);
        self.turns[here] = turn;
        self.choices[here].copy_from_slice(choice.as_flattened());
        change
    }

    /// P(a wins) through wake-ups that lead out of the cell, or to an end, by the other's stance.
    fn apart(
        &self,
        x: usize,
        stunned: usize,
        below: usize,
        here: usize,
        place: usize,
    ) -> [f64; STANCES] {
        let rise = &self.rises[x][stunned][below];
        let lost = if x == 1 { rise.falls } else { 0.0 };
        let mut apart = [lost; STANCES];
        for &(health, acts, p) in &rise.up {
            let step = health - place;
            let there = here + step * if x == 0 { self.columns } else { 1 };
            if acts {
                for (t, value) in apart.iter_mut().enumerate() {
                    *value += p * self.choices[there][x * STANCES + t];
                }
            } else {
                let skipped = self.turns[there][at(1 - x, 0, STUNNED)];
                apart.iter_mut().for_each(|v| *v += p * skipped);
            }
        }
        apart
    }

    /// P(a wins) through blows, and stuns without damage.
    fn blows(&self, attack: &Attack, x: usize, here: usize, place: usize) -> f64 {
        let won = if x == 0 { 1.0 } else { 0.0 };
        let stride = if x == 0 { 1 } else { self.columns };
        let mut sum = attack.kills * won;
        for &(damage, turn, p) in &attack.hurts {
            let damage = usize::from(damage);
            sum += p * if damage > place {
                won
            } else {
                self.turns[here - damage * stride][turn]
            };
        }
        for &(turn, p) in &attack.dazes {
            sum += p * self.turns[here][turn];
        }
        sum
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

fn attack(s: &Situations, x: usize, variant: usize, stance: usize) -> Attack {
    let mut a = Attack::default();
    let list = &s.strikes[x][variant][stance];
    for &(strike, p) in if list.is_empty() {
        &s.strikes[x][0][stance]
    } else {
        list
    } {
        let turn = at(1 - x, usize::from(strike.stun), strike.guard as usize);
        match (strike.kill, strike.damage, strike.stun) {
            (true, ..) => a.kills += p,
            (_, 0, true) => a.dazes.push((turn, p)),
            (_, 0, false) => a.stays[strike.guard as usize] += p,
            (_, damage, _) => a.hurts.push((damage, turn, p)),
        }
    }
    a
}

fn rise(wakes: &[(Wake, f64)], below: usize) -> Rise {
    let mut r = Rise::default();
    let here = |h: i8| below == 0 || i64::from(h) == -(below as i64);
    let place = |h: i8| (i64::from(h) + BELOW as i64) as usize;
    for &(wake, p) in wakes {
        match wake {
            Wake::Choose(h, _) if here(h) => r.acts += p,
            Wake::Skip(h, _) if here(h) => r.skips += p,
            Wake::Choose(h, _) => r.up.push((place(h), true, p)),
            Wake::Skip(h, _) => r.up.push((place(h), false, p)),
            Wake::Falls(..) => r.falls += p,
        }
    }
    r
}
