//! A fight under a known way to play: an absorbing chain (spec 14).
//!
//! States are layers of 972 fights. A layer is whether event 1's right is still there, and (under `bargain_limit=enemy`) whether
//! the bargain has been struck. Ends are 162 downs, 6 deaths and 6 double falls, for each value of the right.

mod build;

use build::{Builder, Rolls, alike};

use super::blocks::Blocks;
use super::dice::{ROLLS, Roll};
use super::linear::{Factors, Sparse};
use super::menu::{Menu, OptionSet};
use super::rules::game::{Code, Game};
use super::state::{FIGHTS, Fight, Outcome};
use std::sync::OnceLock;

/// Ends of a fight for one value of the right.
pub const ENDS: usize = Outcome::COUNT - Outcome::DOWN;

/// How event 1 stands in a fight, and how often it is used at a roll with a 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Right {
    /// Another event.
    None,
    /// Once in the round.
    Round(f64),
    /// Once in each match.
    Match(f64),
}

/// One match after the other until the fight ends.
#[derive(Debug, Clone)]
pub struct Chain {
    /// Values of the right: 1, or 2 (unused, used).
    pub rights: usize,
    /// Layers of the bargain.
    pub bargains: usize,
    open: Sparse,
    ends: Sparse,
    back: Sparse,
    /// Where a 1 is rolled again, by layer of the bargain and `fight * 441 + roll`; empty where that goes by [`Right`].
    pub again: Vec<Vec<bool>>,
    /// Factors of the layers of a crowded chain.
    factors: Vec<OnceLock<Factors>>,
    /// The chain in blocks, forward and backward, where they are small.
    forth_blocks: OnceLock<Option<Blocks>>,
    back_blocks: OnceLock<Option<Blocks>>,
}

/// Entries in a layer's rows beyond which one factorisation is cheaper than many iterations.
const CROWDED: usize = 120_000;

/// What becomes of a fight.
#[derive(Debug, Clone, PartialEq)]
pub struct Flow {
    /// Chance of each end: [`ENDS`] for each value of the right.
    pub ends: Vec<f64>,
    /// Chance of a stall, by glory.
    pub stalled: [f64; 6],
    /// Expected matches from each state.
    pub visits: Vec<f64>,
}

impl Flow {
    /// Chances of the 162 states with the enemy down.
    pub fn down(&self, used: bool) -> &[f64] {
        let at = if used { ENDS } else { 0 };
        self.ends
            .get(at..at + Outcome::DEAD - Outcome::DOWN)
            .unwrap_or_default()
    }

    fn either(&self, outcome: usize) -> f64 {
        self.ends
            .chunks_exact(ENDS)
            .map(|e| e[outcome - Outcome::DOWN])
            .sum()
    }

    /// Chance of death with this glory.
    pub fn dead(&self, glory: usize) -> f64 {
        self.either(Outcome::DEAD + glory)
    }

    /// Chance of a double fall with this glory (`mutual_kill=conquest`).
    pub fn both_fell(&self, glory: usize) -> f64 {
        self.either(Outcome::BOTH + glory)
    }

    /// Expected matches.
    pub fn matches(&self) -> f64 {
        self.visits.iter().sum()
    }
}

impl Chain {
    /// Of a way to play that looks at the table only: `spread(layer of the bargain, fight, roll, visit)` names what it may do, with chances; the
    /// rest of the chance goes to `lots`: every option of a menu (one a layer) alike, with this chance together.
    pub fn new(
        bargains: usize,
        chances: &[f64],
        right: Right,
        spread: impl Fn(usize, Fight, Roll, &mut dyn FnMut(Code, f64)),
        lots: &[(&[Menu], f64)],
    ) -> Self {
        let (rights, rolls) = match right {
            Right::None => (1, Rolls::new(chances, 0.0)),
            Right::Round(p) => (2, Rolls::new(chances, p)),
            Right::Match(p) => {
                let Rolls { kept, used } = Rolls::new(chances, p);
                let kept = kept.iter().zip(&used).map(|(a, b)| a + b).collect();
                (
                    1,
                    Rolls {
                        kept,
                        used: vec![0.0; ROLLS],
                    },
                )
            }
        };
        // The right changes the weights of the rolls and not what is made of them: both its values are laid out together.
        let mut builders = vec![Builder::new(rights, bargains); rights];
        let mut rows = vec![(Sparse::new(), Sparse::new()); rights];
        let weights = |roll: usize| [rolls.kept[roll], rolls.used[roll], chances[roll]];
        let add = |builders: &mut [Builder], code: Code, [kept, used, plain]: [f64; 3], share| {
            if kept > 0.0 {
                builders[0].add(code.0, false, kept * share);
            }
            if used > 0.0 {
                builders[0].add(code.0, true, used * share);
            }
            if rights == 2 {
                builders[1].add(code.0, true, plain * share);
            }
        };
        let mut options = OptionSet::default();
        let (mut pool, mut pooled) = (vec![[0.0; 3]; Code::COUNT], Vec::new());
        for b in 0..bargains {
            let mut groups = vec![Vec::new(); lots.len()];
            for fight in Fight::all() {
                for roll in Roll::all() {
                    spread(b, fight, roll, &mut |code, share| {
                        add(&mut builders, code, weights(roll.index()), share);
                    });
                }
                for ((menus, chance), groups) in lots.iter().zip(&mut groups) {
                    let menu = &menus[b];
                    if fight.enemy == 1 {
                        *groups = alike(menu, fight.index() / 6, weights);
                    }
                    for (roll, weights) in groups.iter() {
                        menu.collect(fight, *roll, &mut options);
                        let share = weights.map(|w| w * chance / options.len() as f64);
                        for code in options.iter() {
                            let sums = &mut pool[usize::from(code.0)];
                            if *sums == [0.0; 3] {
                                pooled.push(code);
                            }
                            sums.iter_mut().zip(share).for_each(|(s, p)| *s += p);
                        }
                    }
                }
                // All rolls together, so that each outcome is looked up once.
                for code in pooled.drain(..) {
                    let sums = std::mem::take(&mut pool[usize::from(code.0)]);
                    add(&mut builders, code, sums, 1.0);
                }
                for (builder, (open, ends)) in builders.iter_mut().zip(&mut rows) {
                    builder.row(open, ends);
                }
            }
        }
        let (mut open, mut ends) = rows.remove(0);
        for (o, e) in &rows {
            (0..o.len()).for_each(|s| open.push(o.row(s).iter().copied()));
            (0..e.len()).for_each(|s| ends.push(e.row(s).iter().copied()));
        }
        Self::from_rows(rights, bargains, open, ends)
    }

    /// Of decisions named for every situation: `best[right][layer][fight * 441 + roll]`, and where a 1 is rolled again, `again[layer]`; only the
    /// first value of the right may do that. `every_match`: the right comes back with each match.
    pub fn named(
        chances: &[f64],
        best: &[Vec<Vec<u16>>],
        again: &[Vec<bool>],
        every_match: bool,
    ) -> Self {
        let (rights, bargains) = (best.len(), best[0].len());
        let mut builder = Builder::new(rights, bargains);
        let (mut open, mut ends) = (Sparse::new(), Sparse::new());
        for (r, layers) in best.iter().enumerate() {
            for (b, codes) in layers.iter().enumerate() {
                for s in 0..FIGHTS {
                    for roll in Roll::all() {
                        let (at, p) = (s * ROLLS + roll.index(), chances[roll.index()]);
                        if r == 0 && again.get(b).is_some_and(|a| a[at]) {
                            let after = if every_match { codes } else { &best[1][b] };
                            for face in 1..=6 {
                                let code = after[s * ROLLS + Game::rerolled(roll, face).index()];
                                builder.add(code, !every_match, p / 6.0);
                            }
                        } else {
                            builder.add(codes[at], r == 1, p);
                        }
                    }
                    builder.row(&mut open, &mut ends);
                }
            }
        }
        Self {
            again: again.to_vec(),
            // Such a chain is followed once: triangles would not pay.
            forth_blocks: OnceLock::from(None),
            back_blocks: OnceLock::from(None),
            ..Self::from_rows(rights, bargains, open, ends)
        }
    }

    fn from_rows(rights: usize, bargains: usize, open: Sparse, ends: Sparse) -> Self {
        let back = open.transposed(open.len());
        let factors = (0..rights * bargains).map(|_| OnceLock::new()).collect();
        Self {
            rights,
            bargains,
            open,
            ends,
            back,
            again: Vec::new(),
            factors,
            forth_blocks: OnceLock::new(),
            back_blocks: OnceLock::new(),
        }
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.open.len()
    }

    /// The state in which a fight begins: the right unused, where there is one, and no bargain struck.
    pub fn start(fight: Fight) -> usize {
        fight.index()
    }

    /// What becomes of fights that begin in these states with these chances. `cap`: most matches, 0 for none.
    pub fn forward(&self, start: &[(usize, f64)], cap: u16) -> Flow {
        let n = self.states();
        let mut now = vec![0.0; n];
        start.iter().for_each(|&(s, p)| now[s] += p);
        let mut stalled = [0.0; 6];
        let visits = if cap == 0 {
            self.visits(&now)
        } else {
            let mut visits = vec![0.0; n];
            for _ in 0..cap {
                visits.iter_mut().zip(&now).for_each(|(v, p)| *v += p);
                now = (0..n).map(|s| self.back.times(s, &now)).collect();
            }
            for (s, p) in now.iter().enumerate() {
                stalled[usize::from(Fight::from_index(s % FIGHTS).glory)] += p;
            }
            visits
        };
        let mut ends = vec![0.0; self.rights * ENDS];
        for (s, v) in visits.iter().enumerate().filter(|(_, v)| **v != 0.0) {
            self.ends
                .row(s)
                .iter()
                .for_each(|&(to, p)| ends[to as usize] += v * p);
        }
        Flow {
            ends,
            stalled,
            visits,
        }
    }

    /// What becomes of fights whose matches have chains of their own, that of the last match first; after the last they are stalled.
    pub fn forward_by(chains: &[Self], start: &[(usize, f64)]) -> Flow {
        let last = &chains[0];
        let (mut now, mut visits) = (vec![0.0; last.states()], vec![0.0; last.states()]);
        start.iter().for_each(|&(s, p)| now[s] += p);
        let (mut ends, mut stalled) = (vec![0.0; last.rights * ENDS], [0.0; 6]);
        for chain in chains.iter().rev() {
            for (s, p) in now.iter().enumerate().filter(|(_, p)| **p != 0.0) {
                visits[s] += p;
                let row = chain.ends.row(s);
                row.iter().for_each(|&(to, q)| ends[to as usize] += p * q);
            }
            now = (0..now.len()).map(|s| chain.back.times(s, &now)).collect();
        }
        for (s, p) in now.iter().enumerate() {
            stalled[usize::from(Fight::from_index(s % FIGHTS).glory)] += p;
        }
        Flow {
            ends,
            stalled,
            visits,
        }
    }

    /// Expected matches from every state: layer by layer, since no layer is ever come back to.
    fn visits(&self, start: &[f64]) -> Vec<f64> {
        if let Some(blocks) = self.forth_blocks.get_or_init(|| Blocks::new(&self.back)) {
            return blocks.solve(&self.back, start);
        }
        let mut visits = vec![0.0; start.len()];
        for layer in 0..self.rights * self.bargains {
            let first = layer * FIGHTS;
            let here = first..first + FIGHTS;
            // What comes in from the layers before.
            let inflow: Vec<f64> = here
                .clone()
                .map(|s| {
                    let before = self
                        .back
                        .row(s)
                        .iter()
                        .filter(|(from, _)| (*from as usize) < first);
                    start[s]
                        + before
                            .map(|&(from, p)| p * visits[from as usize])
                            .sum::<f64>()
                })
                .collect();
            let mass: f64 = inflow.iter().sum();
            if mass <= 0.0 {
                continue;
            }
            let entries: usize = here.clone().map(|s| self.back.row(s).len()).sum();
            let within = || {
                here.clone().map(|s| {
                    self.back
                        .row(s)
                        .iter()
                        .filter(|e| here.contains(&(e.0 as usize)))
                })
            };
            let x = if entries > CROWDED {
                let factors = self.factors[layer].get_or_init(|| {
                    Factors::new(
                        FIGHTS,
                        within().map(|row| {
                            row.map(|&(from, p)| (from as usize - first, p))
                                .collect::<Vec<_>>()
                        }),
                    )
                });
                factors.solve(&inflow)
            } else {
                let mut q = Sparse::new();
                within().for_each(|row| q.push(row.map(|&(from, p)| (from - first as u32, p))));
                let mut x = inflow.clone();
                q.solve(&inflow, &mut x, mass);
                x
            };
            visits[here].copy_from_slice(&x);
        }
        visits
    }

    /// What one match leads to from every state, if open fights are worth `open` and ends `ends` afterwards.
    pub fn one_match(&self, open: &[f64], ends: &[f64]) -> Vec<f64> {
        (0..self.states())
            .map(|s| self.ends.times(s, ends) + self.open.times(s, open))
            .collect()
    }

    /// The value of every state when the ends have these values ([`ENDS`] for each value of the right).
    pub fn backward(&self, ends: &[f64], cap: u16, stall: &[f64; 6], scale: f64) -> Vec<f64> {
        let constant: Vec<f64> = (0..self.states())
            .map(|s| self.ends.times(s, ends))
            .collect();
        if cap == 0 {
            if let Some(blocks) = self.back_blocks.get_or_init(|| Blocks::new(&self.open)) {
                return blocks.solve(&self.open, &constant);
            }
            let mut x = constant.clone();
            self.open.solve(&constant, &mut x, scale);
            return x;
        }
        let mut x: Vec<f64> = (0..self.states())
            .map(|s| stall[usize::from(Fight::from_index(s % FIGHTS).glory)])
            .collect();
        for _ in 0..cap {
            x = (0..self.states())
                .map(|s| constant[s] + self.open.times(s, &x))
                .collect();
        }
        x
    }
}
