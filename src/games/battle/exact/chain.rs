//! The chain pushed forward, turn by turn, from the first turn on.
//!
//! Turns alternate, so that at each step only one side's nodes hold anything. What is undecided when the push stops
//! is a
//! certified bound: no probability is off by more (besides rounding), for mass only ever moves from nodes to ends.

use super::graph::{Graph, To};
use crate::error::Result;
use crate::games::battle::duel::Duel;
use crate::games::battle::state::{EndedBy, State};

/// The push stops below this undecided mass.
pub const UNDECIDED: f64 = 1e-13;

/// The exact distribution of a duel.
#[derive(Debug, Clone)]
pub struct Exact {
    /// P(a takes the first turn).
    pub p_first_a: f64,
    /// Ends with their probabilities, by who took the first turn (joint, not conditional).
    pub ends: Vec<(State, [f64; 2])>,
    /// P(the battle ends with turn t+1), by its result: a wins, b wins, nobody.
    pub turns: Vec<[f64; 3]>,
    /// Mean number of turns.
    pub mean_turns: f64,
    /// Mass that was undecided when the push stopped: bounds the error of every probability here.
    pub undecided: f64,
    /// States at the start of a turn that can be reached.
    pub states: usize,
}

/// Works out a duel.
///
/// # Errors
/// If it has too many states.
pub fn exact(duel: &Duel) -> Result<Exact> {
    let graph = Graph::new(duel, [false; 2])?;
    Ok(push(duel, &graph))
}

/// Pushes the starts of a graph forward.
pub fn push(duel: &Duel, graph: &Graph) -> Exact {
    let mut ends = vec![[0.0; 2]; graph.ends.len()];
    let mut turns: Vec<[f64; 3]> = Vec::new();
    let (mut mean_turns, mut undecided) = (0.0, 0.0);
    // Nodes in the order of a turn: each side's wake-ups before its choices.
    let list = |side: usize, choosing: bool| -> Vec<usize> {
        let fits = |i: &usize| {
            graph.nodes[*i].state.active() == side && graph.nodes[*i].choosing == choosing
        };
        (0..graph.nodes.len()).filter(fits).collect()
    };
    let order: [[Vec<usize>; 2]; 2] = [0, 1].map(|side| [list(side, false), list(side, true)]);
    for (first, mut side) in [(0, 0), (1, 1)] {
        let mut mass = vec![0.0; graph.nodes.len()];
        let mut left = 0.0;
        for &(node, p) in graph
            .starts
            .iter()
            .filter(|(n, _)| graph.nodes[*n].state.active() == first)
        {
            mass[node] += p;
            left += p;
        }
        let mut turn = 0usize;
        while left > UNDECIDED && turn < duel.rules.readings.max_turns as usize {
            if turns.len() == turn {
                turns.push([0.0; 3]);
            }
            mean_turns += left;
            for node in order[side].iter().flatten().copied() {
                let p = std::mem::take(&mut mass[node]);
                if p == 0.0 {
                    continue;
                }
                for (to, q) in graph.transitions(node, 0) {
                    match to {
                        To::Node(n) => mass[n] += p * q,
                        To::End(e) => {
                            ends[e][first] += p * q;
                            turns[turn][graph.ends[e].winner().unwrap_or(2)] += p * q;
                        }
                        To::Leaf(_) => {} // only where leaves were asked for
                    }
                }
            }
            left = mass.iter().sum();
            side = 1 - side;
            turn += 1;
        }
        undecided += left;
    }
    let p_first_a = graph
        .starts
        .iter()
        .filter(|(n, _)| graph.nodes[*n].state.active() == 0)
        .map(|s| s.1)
        .sum();
    let ends = graph.ends.iter().copied().zip(ends).collect();
    Exact {
        p_first_a,
        ends,
        turns,
        mean_turns,
        undecided,
        states: graph.turn_states(),
    }
}

impl Exact {
    /// P(an end for which `holds`).
    pub fn p(&self, holds: impl Fn(&State) -> bool) -> f64 {
        self.ends
            .iter()
            .filter(|(s, _)| holds(s))
            .map(|(_, [a, b])| a + b)
            .sum()
    }

    /// P(a side wins).
    pub fn win(&self, side: usize) -> f64 {
        self.p(|s| s.winner() == Some(side))
    }

    /// P(a side wins), given who takes the first turn; `None` where that cannot be.
    pub fn win_if_first(&self, side: usize, first: usize) -> Option<f64> {
        let starts = if first == 0 {
            self.p_first_a
        } else {
            1.0 - self.p_first_a
        };
        let wins = self
            .ends
            .iter()
            .filter(|(s, _)| s.winner() == Some(side))
            .map(|(_, by)| by[first]);
        (starts > 0.0).then(|| wins.sum::<f64>() / starts)
    }

    /// P(a side dies).
    pub fn dead(&self, side: usize) -> f64 {
        self.p(|s| s.loser() == Some(side) && s.loser_dead())
    }

    /// P(a side falls in this way).
    pub fn loses_by(&self, side: usize, by: EndedBy) -> f64 {
        self.p(|s| s.loser() == Some(side) && s.ended_by() == Some(by))
    }
}
