//! The optimum of one fight: policy iteration over the sweeps of `sweep` (spec 14).

use super::dice::{ROLLS, Roll};
use super::linear::Sparse;
use super::rules::game::{Code, Game};
use super::state::{FIGHTS, Fight, Outcome};
use super::sweep::{Sweep, Sweeper};

/// How event 1 stands in a fight to be solved.
#[derive(Debug, Clone, Copy)]
pub enum Again<'a> {
    /// It does not.
    Never,
    /// A 1 may be rolled again once; what follows has these values, by code.
    Once(&'a [f64]),
    /// A 1 may be rolled again in every match.
    EveryMatch,
}

/// A fight whose ends have known values.
#[derive(Debug, Clone, Copy)]
pub struct Problem<'a> {
    /// Layouts of the lists, by layer of the bargain.
    pub sweepers: &'a [Sweeper],
    /// Chances of the 441 rolls.
    pub chances: &'a [f64],
    /// Value of each end, from [`Outcome::DOWN`] on.
    pub ends: &'a [f64],
    /// Event 1.
    pub again: Again<'a>,
    /// Most matches, 0 for none.
    pub cap: u16,
    /// Value of a stall, by glory.
    pub stall: [f64; 6],
}

/// Buffers for one thread.
#[derive(Debug)]
pub struct Room {
    sweeps: Vec<Sweep>,
    again: Vec<bool>,
    reroll: Vec<f64>,
    sums: Vec<f64>,
    touched: Vec<u16>,
}

impl Room {
    /// For fights of a class.
    pub fn new(sweepers: &[Sweeper]) -> Self {
        Self {
            sweeps: sweepers.iter().map(Sweeper::room).collect(),
            again: vec![false; FIGHTS * ROLLS],
            reroll: vec![0.0; FIGHTS * ROLLS],
            sums: vec![0.0; Code::COUNT],
            touched: Vec::with_capacity(Code::COUNT),
        }
    }

    /// The best outcomes of the last sweep of a layer.
    pub fn best(&self, layer: usize) -> &[u16] {
        &self.sweeps[layer].best
    }

    /// What rolling a 1 again is worth in a situation, `fight * 441 + roll`.
    pub fn reroll_worth(&self, at: usize) -> f64 {
        self.reroll[at]
    }

    /// Where a 1 was found better rolled again.
    pub fn again(&self) -> &[bool] {
        &self.again
    }
}

/// After an improvement smaller than this share of the scale the values of the improved policy are final: policy iteration is Newton's
/// method on a convex function, so what a further sweep could find is of the order of the square.
const SETTLED: f64 = 1e-9;

impl Problem<'_> {
    /// Values of all codes, with everything open at `open` (or 0).
    fn values(&self, open: Option<&[f64]>) -> Vec<f64> {
        let mut value = vec![0.0; Code::COUNT];
        for layer in 0..2 {
            let at = layer * Outcome::COUNT;
            if let Some(open) = open.filter(|o| o.len() >= (layer + 1) * FIGHTS) {
                value[at..at + FIGHTS].copy_from_slice(&open[layer * FIGHTS..(layer + 1) * FIGHTS]);
            }
            value[at + FIGHTS..at + Outcome::COUNT].copy_from_slice(self.ends);
        }
        value
    }

    /// The optimal values of all codes; those of open fights are what was asked for. `guess`: the values of a similar fight, layer by
    /// layer, to begin from. Also the number of sweeps.
    pub fn solve(&self, room: &mut Room, guess: Option<&[f64]>) -> (Vec<f64>, u32) {
        let most = self.ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = self.ends.iter().copied().fold(f64::INFINITY, f64::min);
        let scale = (most - least).max(most.abs()).max(f64::MIN_POSITIVE);
        let mut value = self.values(guess);
        if self.cap > 0 {
            return self.capped(
                room,
                most.max(self.stall.iter().copied().fold(least, f64::max)),
            );
        }
        let mut sweeps = 0;
        for layer in (0..self.sweepers.len()).rev() {
            let first = layer * Outcome::COUNT;
            if let Again::Once(after) = self.again {
                self.value_rerolls(room, layer, after, most);
            }
            for _ in 0..200 {
                self.name_best(room, layer, &value, most);
                sweeps += 1;
                let (chain, constant) = self.chain(room, layer, &value);
                let open = &mut value[first..first + FIGHTS];
                let gain = (0..FIGHTS)
                    .map(|s| constant[s] + chain.times(s, open) - open[s])
                    .fold(f64::NEG_INFINITY, f64::max);
                if gain > 0.0 || sweeps == 1 {
                    chain.solve(&constant, open, scale);
                }
                if gain <= SETTLED * scale && sweeps > 1 {
                    break;
                }
            }
        }
        (value, sweeps)
    }

    /// At most `cap` matches: that many steps of backward induction from a stall.
    fn capped(&self, room: &mut Room, most: f64) -> (Vec<f64>, u32) {
        let stalled: Vec<f64> = Fight::all()
            .map(|f| self.stall[usize::from(f.glory)])
            .collect();
        let stalled = [&stalled[..], &stalled[..]].concat();
        let mut value = self.values(Some(&stalled));
        // Once the right is used the fight goes on with the same number of matches left.
        let used = match self.again {
            Again::Once(after) => Some(Problem {
                ends: &after[FIGHTS..Outcome::COUNT],
                again: Again::Never,
                ..*self
            }),
            _ => None,
        };
        let mut after = used.map(|p| p.values(Some(&stalled)));
        let mut steps = 0;
        for _ in 0..self.cap {
            let mut next = value.clone();
            let mut next_after = after.clone();
            for layer in 0..self.sweepers.len() {
                if let (Some(problem), Some(now), Some(next)) = (used, &after, &mut next_after) {
                    self.value_rerolls(room, layer, now, most);
                    problem.one_step(room, layer, now, next, most);
                }
                self.one_step(room, layer, &value, &mut next, most);
            }
            steps += 1;
            let settled = next == value && next_after == after;
            (value, after) = (next, next_after);
            if settled {
                break;
            }
        }
        (value, steps)
    }

    /// Values with one more match to go.
    fn one_step(&self, room: &mut Room, layer: usize, now: &[f64], next: &mut [f64], most: f64) {
        self.name_best(room, layer, now, most);
        let (chain, constant) = self.chain(room, layer, now);
        let first = layer * Outcome::COUNT;
        for s in 0..FIGHTS {
            next[first + s] = constant[s] + chain.times(s, &now[first..first + FIGHTS]);
        }
    }

    /// What rolling a 1 again is worth, where what follows is played by the values `after`.
    pub fn value_rerolls(&self, room: &mut Room, layer: usize, after: &[f64], most: f64) {
        self.sweepers[layer].sweep(&mut room.sweeps[layer], after, most);
        let best = &room.sweeps[layer].best;
        rerolls(&mut room.reroll, |s, roll| {
            after[usize::from(best[s * ROLLS + roll.index()])]
        });
    }

    /// The best outcome of every situation of a layer, and where a 1 is better rolled again.
    pub fn name_best(&self, room: &mut Room, layer: usize, value: &[f64], most: f64) {
        if let Again::EveryMatch = self.again {
            self.value_rerolls(room, layer, value, most);
        } else {
            self.sweepers[layer].sweep(&mut room.sweeps[layer], value, most);
        }
        if !matches!(self.again, Again::Never) {
            let best = &room.sweeps[layer].best;
            for roll in Roll::all().filter(|r| r.blue.shows(1)) {
                for s in 0..FIGHTS {
                    let at = s * ROLLS + roll.index();
                    room.again[at] = room.reroll[at] > value[usize::from(best[at])];
                }
            }
        }
    }

    /// One match from each open fight of a layer by the best outcomes named: transitions within the layer, and what the rest is worth.
    pub fn chain(&self, room: &mut Room, layer: usize, value: &[f64]) -> (Sparse, Vec<f64>) {
        let first = layer * Outcome::COUNT;
        let mut chain = Sparse::new();
        let mut constant = vec![0.0; FIGHTS];
        let Room {
            sweeps,
            again,
            reroll,
            sums,
            touched,
        } = room;
        let best = &sweeps[layer].best;
        let may = !matches!(self.again, Again::Never);
        for s in 0..FIGHTS {
            let mut fixed = 0.0;
            let mut add = |code: u16, p: f64| {
                let slot = &mut sums[usize::from(code)];
                if *slot == 0.0 {
                    touched.push(code);
                }
                *slot += p;
            };
            let codes = &best[s * ROLLS..(s + 1) * ROLLS];
            for (roll, (&code, &p)) in codes.iter().zip(self.chances).enumerate() {
                if may && again[s * ROLLS + roll] {
                    if let Again::EveryMatch = self.again {
                        let roll = Roll::from_index(roll);
                        for face in 1..=6 {
                            add(codes[Game::rerolled(roll, face).index()], p / 6.0);
                        }
                    } else {
                        fixed += p * reroll[s * ROLLS + roll];
                    }
                } else {
                    add(code, p);
                }
            }
            touched.sort_unstable();
            touched.dedup();
            chain.push(touched.drain(..).filter_map(|code| {
                let p = std::mem::take(&mut sums[usize::from(code)]);
                let at = usize::from(code).wrapping_sub(first);
                if at < FIGHTS {
                    Some((at as u32, p))
                } else {
                    fixed += p * value[usize::from(code)];
                    None
                }
            }));
            constant[s] = fixed;
        }
        (chain, constant)
    }
}

/// The value of rolling a 1 again, for every situation that shows one.
fn rerolls(into: &mut [f64], value: impl Fn(usize, Roll) -> f64) {
    for roll in Roll::all().filter(|r| r.blue.shows(1)) {
        for s in 0..FIGHTS {
            let sum: f64 = (1..=6)
                .map(|face| value(s, Game::rerolled(roll, face)))
                .sum();
            into[s * ROLLS + roll.index()] = sum / 6.0;
        }
    }
}

/// The values of the ends of a single fight: to survive it, or its points (2 x health + glory when the enemy falls, glory when the player does).
pub fn fight_ends(objective: super::spec::Objective) -> Vec<f64> {
    use super::spec::Objective;
    use super::state::Result as Landed;
    (Outcome::DOWN..Outcome::COUNT)
        .map(|code| match (Outcome(code as u16).result(), objective) {
            (Landed::EnemyDown(..), Objective::Win) => 1.0,
            (_, Objective::Win) => 0.0,
            (Landed::EnemyDown(health, glory), Objective::Score) => {
                f64::from(2 * health.sum() + glory)
            }
            (Landed::Dead(glory) | Landed::BothFell(glory), Objective::Score) => f64::from(glory),
            (Landed::FightOn(_), _) => unreachable!("an end"),
        })
        .collect()
}

/// Values of a stall: 0 to survive, the glory for points.
pub fn fight_stall(objective: super::spec::Objective) -> [f64; 6] {
    match objective {
        super::spec::Objective::Win => [0.0; 6],
        super::spec::Objective::Score => [0.0, 1.0, 2.0, 3.0, 4.0, 5.0],
    }
}
