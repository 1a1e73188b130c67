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
    let graph = Graph::from(duel, [side == 0, side == 1], &starts(duel))?;
    let (values, sweeps) = iterate(&graph, side);
    let [a, b] = styles(&graph, &values, side);
    Ok(Solved {
        styles: if side == 0 { a } else { b },
        win: start_value(&graph, &values),
        sweeps,
    })
}

/// Styles of both sides in equilibrium, and P(a wins) under them.
#[derive(Debug, Clone)]
pub struct Equilibrium {
    /// The styles of a and of b.
    pub styles: [OptimalStyles; 2],
    /// P(a wins).
    pub win: f64,
    /// Sweeps it took.
    pub sweeps: usize,
}

/// Solves both sides' styles at once. Nothing is hidden and only the one at turn decides, so that plain value iteration
/// finds the value of the battle: a maximises P(a wins), b minimises it.
///
/// # Errors
/// If there are too many states.
pub fn equilibrium(duel: &Duel) -> Result<Equilibrium> {
    let graph = Graph::from(duel, [true; 2], &starts(duel))?;
    let (values, sweeps) = iterate(&graph, 0);
    Ok(Equilibrium {
        styles: styles(&graph, &values, 0),
        win: start_value(&graph, &values),
        sweeps,
    })
}

fn start_value(graph: &Graph, values: &[f64]) -> f64 {
    graph.starts.iter().map(|&(n, p)| p * values[n]).sum()
}

/// P(`side` wins) after a style at a node.
fn after(graph: &Graph, values: &[f64], side: usize, node: usize, style: usize) -> f64 {
    let value = |to| match to {
        To::Node(n) => values[n],
        To::End(e) => f64::from(u8::from(graph.ends[e].winner() == Some(side))),
        To::Leaf(_) => 0.0, // only where leaves were asked for
    };
    graph
        .transitions(node, style)
        .map(|(to, p)| p * value(to))
        .sum()
}

/// Values of all nodes for `side`; nodes of the other one, where open, are its best for itself.
fn iterate(graph: &Graph, side: usize) -> (Vec<f64>, usize) {
    let order = order(graph);
    let mut values = vec![0.0f64; graph.nodes.len()];
    let mut sweeps = 0;
    loop {
        let mut change = 0.0f64;
        for &node in &order {
            let all = (0..graph.choices(node)).map(|s| after(graph, &values, side, node, s));
            let best = match graph.nodes[node].state.active() == side {
                true => all.fold(0.0, f64::max),
                false => all.fold(1.0, f64::min),
            };
            change = change.max((best - values[node]).abs());
            values[node] = best;
        }
        sweeps += 1;
        if change < SETTLED || sweeps == 100_000 {
            return (values, sweeps);
        }
    }
}

/// Nodes in the order of a sweep.
fn order(graph: &Graph) -> Vec<usize> {
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
    order
}

/// The best style at each open choice, by who chooses.
fn styles(graph: &Graph, values: &[f64], side: usize) -> [OptimalStyles; 2] {
    let mut found = [OptimalStyles::new(), OptimalStyles::new()];
    for node in 0..graph.nodes.len() {
        if graph.choices(node) > 1 {
            let state = graph.nodes[node].state;
            let sign = if state.active() == side { 1.0 } else { -1.0 };
            let scores: Vec<(Style, f64)> = (0..graph.choices(node))
                .map(|s| (Style::ALL[s], sign * after(graph, values, side, node, s)))
                .collect();
            found[state.active()].insert(state, crate::games::battle::greedy::best(&scores));
        }
    }
    found
}

/// P(`side` wins) from every state at the start of a turn, both policies fixed; undecided battles count as not won.
///
/// # Errors
/// If there are too many states.
pub fn chances(
    duel: &Duel,
    side: usize,
) -> Result<std::collections::HashMap<crate::games::battle::state::State, f64>> {
    let graph = Graph::from(duel, [false; 2], &starts(duel))?;
    let (values, _) = iterate(&graph, side);
    // A node at the choice stands for the start of its turn only where nothing comes before the choice.
    let starts_turn = |n: usize| {
        let (node, x) = (&graph.nodes[n], graph.nodes[n].state.active());
        !node.choosing || node.state.health(x) >= 0 && !node.state.stunned(x)
    };
    let nodes = (0..graph.nodes.len()).filter(|n| starts_turn(*n));
    Ok(nodes.map(|n| (graph.nodes[n].state, values[n])).collect())
}
