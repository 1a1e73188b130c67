//! The style that wins most often against the other side's fixed policy: value iteration on the graph (spec 11,
//! `optimal`).
//!
//! Values are P(win), from below: each sweep only raises them. Nodes are swept from low health to high, since all
//! but fate,
//! blocks and misses goes down, so that a few dozen sweeps settle them. Undecided battles count as not won.

use super::graph::{Graph, To, starts};
use crate::error::Result;
use crate::games::battle::duel::Duel;
use crate::games::battle::greedy::TIE;
use crate::games::battle::policy::OptimalStyles;
use crate::games::battle::rules::Style;

/// The sweeps stop when no value changes by more.
const SETTLED: f64 = 1e-15;
const _: () = assert!(TIE > SETTLED);

/// What was found.
#[derive(Debug, Clone)]
pub struct Solved {
    /// The best style at each choice that is open.
    pub styles: OptimalStyles,
    /// P(win) of the side under it.
    pub win: f64,
    /// Sweeps it took.
    pub sweeps: usize,
}

/// Solves a side's styles; its other parts and the other side's policy are fixed.
///
/// # Errors
/// If there are too many states.
pub fn solve(duel: &Duel, side: usize) -> Result<Solved> {
    let graph = Graph::from(duel, Some(side), &starts(duel))?;
    let mut order: Vec<usize> = (0..graph.nodes.len()).collect();
    order.sort_by_key(|&n| {
        let s = graph.nodes[n].state;
        let copies: u8 = (0..2)
            .flat_map(|x| [s.in_hand(x, 0), s.in_hand(x, 1)])
            .sum();
        let luck = s.luck(0) + s.luck(1);
        (
            luck,
            i16::from(s.health(0)) + i16::from(s.health(1)),
            copies,
            graph.nodes[n].choosing,
        )
    });
    let won: Vec<f64> = graph
        .ends
        .iter()
        .map(|e| f64::from(u8::from(e.winner() == Some(side))))
        .collect();
    let mut values = vec![0.0f64; graph.nodes.len()];
    let of = |values: &[f64], node: usize, style: usize| -> f64 {
        let value = |to| match to {
            To::Node(n) => values[n],
            To::End(e) => won[e],
        };
        graph
            .transitions(node, style)
            .map(|(to, p)| p * value(to))
            .sum()
    };
    let mut sweeps = 0;
    loop {
        let mut change = 0.0f64;
        for &node in &order {
            let best = (0..graph.choices(node))
                .map(|s| of(&values, node, s))
                .fold(0.0, f64::max);
            change = change.max((best - values[node]).abs());
            values[node] = best;
        }
        sweeps += 1;
        if change < SETTLED || sweeps == 100_000 {
            break;
        }
    }
    let mut styles = OptimalStyles::new();
    for node in order {
        if graph.choices(node) > 1 {
            let scores: Vec<(Style, f64)> = (0..graph.choices(node))
                .map(|s| (Style::ALL[s], of(&values, node, s)))
                .collect();
            styles.insert(
                graph.nodes[node].state,
                crate::games::battle::greedy::best(&scores),
            );
        }
    }
    let win = graph.starts.iter().map(|&(n, p)| p * values[n]).sum();
    Ok(Solved {
        styles,
        win,
        sweeps,
    })
}
