//! The rows of a chain: rolls with their weights, and the transitions of one state after the other.

use super::*;
use std::collections::HashMap;

/// Weights of the 441 rolls as they are played: with the right left as it is, and with it used.
#[derive(Debug, Clone)]
pub(super) struct Rolls {
    pub(super) kept: Vec<f64>,
    pub(super) used: Vec<f64>,
}

impl Rolls {
    pub(super) fn new(chances: &[f64], use_chance: f64) -> Self {
        let (mut kept, mut used) = (chances.to_vec(), vec![0.0; ROLLS]);
        if use_chance > 0.0 {
            for roll in Roll::all().filter(|r| r.blue.shows(1)) {
                let p = chances[roll.index()] * use_chance;
                kept[roll.index()] -= p;
                for value in 1..=6 {
                    used[Game::rerolled(roll, value).index()] += p / 6.0;
                }
            }
        }
        Self { kept, used }
    }
}

/// Collects the transitions of one state after the other.
#[derive(Debug, Clone)]
pub(super) struct Builder {
    rights: usize,
    bargains: usize,
    sums: Vec<f64>,
    touched: Vec<u32>,
}

impl Builder {
    pub(super) fn new(rights: usize, bargains: usize) -> Self {
        let nodes = rights * (bargains * FIGHTS + ENDS);
        Self {
            rights,
            bargains,
            sums: vec![0.0; nodes],
            touched: Vec::new(),
        }
    }

    pub(super) fn states(&self) -> usize {
        self.rights * self.bargains * FIGHTS
    }

    #[inline]
    pub(super) fn add(&mut self, code: u16, used: bool, p: f64) {
        let (code, right) = (Code(code), usize::from(used).min(self.rights - 1));
        let outcome = usize::from(code.outcome().0);
        let node = if outcome < FIGHTS {
            let b = usize::from(code.bargained()).min(self.bargains - 1);
            (right * self.bargains + b) * FIGHTS + outcome
        } else {
            self.states() + right * ENDS + outcome - FIGHTS
        };
        if self.sums[node] == 0.0 {
            self.touched.push(node as u32);
        }
        self.sums[node] += p;
    }

    /// Ends a row: its part within the states, and its part into the ends.
    pub(super) fn row(&mut self, open: &mut Sparse, ends: &mut Sparse) {
        self.touched.sort_unstable();
        let n = self.states() as u32;
        let split = self.touched.partition_point(|&t| t < n);
        let sums = &mut self.sums;
        open.push(
            self.touched[..split]
                .iter()
                .map(|&t| (t, std::mem::take(&mut sums[t as usize]))),
        );
        ends.push(
            self.touched[split..]
                .iter()
                .map(|&t| (t - n, std::mem::take(&mut sums[t as usize]))),
        );
        self.touched.clear();
    }
}

/// The rolls of a player's state in groups that leave the same options, with the sums of their weights.
pub(super) fn alike(
    menu: &Menu,
    player: usize,
    weights: impl Fn(usize) -> [f64; 3],
) -> Vec<(Roll, [f64; 3])> {
    let mut groups: Vec<(Roll, [f64; 3])> = Vec::new();
    let mut place: HashMap<&[u32], usize> = HashMap::new();
    for roll in Roll::all() {
        let at = *place
            .entry(menu.lists().of(player, roll.index()))
            .or_insert(groups.len());
        if at == groups.len() {
            groups.push((roll, [0.0; 3]));
        }
        let sums = groups[at].1.iter_mut();
        sums.zip(weights(roll.index())).for_each(|(s, w)| *s += w);
    }
    groups
}
