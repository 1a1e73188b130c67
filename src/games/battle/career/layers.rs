//! Battles of a gladiator with 0, 1, 2, … luck dice, each solved from the ones before.
//!
//! Luck dice only go, so that the states with n dice left lead to each other and to those with fewer. States are solved
//! backward, layer by layer, once for every end that matters to a career, and serve all battles that begin with more dice.
//! The turn cap is not applied; what never ends is left over.

use super::challenge::Step;
use crate::error::Result;
use crate::games::battle::duel::Duel;
use crate::games::battle::exact::graph::{Graph, Place, To, place, starts};
use crate::games::battle::state::State;
use std::collections::{BTreeMap, HashMap};

/// Most different ends of a battle for a career: won with or without a kill and an insanity, lost in a few ways.
const MOST: usize = 16;
/// P(each end).
type Value = [f64; MOST];
/// Sweeps stop when no value changes by more.
const SETTLED: f64 = 1e-15;
const MOST_SWEEPS: usize = 100_000;

/// The layers so far.
#[derive(Debug, Default)]
pub(super) struct Layers {
    steps: Vec<Step>,
    known: HashMap<Place, Value>,
}

impl Layers {
    /// What a battle of `duel`, whose side a begins with one luck die more than the last, comes to: ends with their
    /// probabilities, and what is left over.
    ///
    /// # Errors
    /// Too many states.
    pub fn next(
        &mut self,
        duel: &Duel,
        step: impl Fn(State) -> Step,
    ) -> Result<(Vec<(Step, f64)>, f64)> {
        let luck = duel.fighters[0].luck;
        let all = starts(duel);
        let of_layer = all.iter().filter(|s| s.0.luck(0) == luck);
        let of_layer: Vec<Place> = of_layer.map(|s| (s.0, false)).collect();
        self.settle(duel, &of_layer, luck, &step)?;
        let mut total = [0.0; MOST];
        for (state, p) in all {
            if let Some(value) = self.known.get(&place(duel, state, false)) {
                add(&mut total, value, p);
            }
        }
        let steps = self.steps.iter().copied().zip(total);
        Ok((steps.collect(), 1.0 - total.iter().sum::<f64>()))
    }

    /// Solves the states with so many luck dice that these lead to, and first those with fewer that nothing before led to:
    /// more dice make other blows.
    fn settle(
        &mut self,
        duel: &Duel,
        starts: &[Place],
        luck: u8,
        step: &impl Fn(State) -> Step,
    ) -> Result<()> {
        let known = &self.known;
        let leaf = |p: &Place| p.0.luck(0) < luck || known.contains_key(p);
        let graph = Graph::up_to(duel, starts, &leaf)?;
        let mut missing: BTreeMap<u8, Vec<Place>> = BTreeMap::new();
        for place in &graph.leaves {
            if !self.known.contains_key(place) {
                missing.entry(place.0.luck(0)).or_default().push(*place);
            }
        }
        for (luck, places) in missing {
            self.settle(duel, &places, luck, step)?;
        }
        self.solve(&graph, step);
        Ok(())
    }

    fn solve(&mut self, graph: &Graph, step: &impl Fn(State) -> Step) {
        let ends: Vec<usize> = graph.ends.iter().map(|e| self.number(step(*e))).collect();
        let below: Vec<Value> = graph
            .leaves
            .iter()
            .map(|b| self.known.get(b).copied().unwrap_or_default())
            .collect();
        // What leads out of the layer is settled; the rest goes round.
        let mut fixed = vec![[0.0; MOST]; graph.nodes.len()];
        let mut inside: Vec<(u32, f64)> = Vec::new();
        let mut spans = Vec::with_capacity(graph.nodes.len() + 1);
        spans.push(0);
        for (node, fixed) in fixed.iter_mut().enumerate() {
            for (to, p) in graph.transitions(node, 0) {
                match to {
                    To::Node(n) => inside.push((n as u32, p)),
                    To::End(e) => fixed[ends[e]] += p,
                    To::Leaf(b) => add(fixed, &below[b], p),
                }
            }
            spans.push(inside.len());
        }
        let mut order: Vec<usize> = (0..graph.nodes.len()).collect();
        order.sort_by_key(|&n| {
            let s = graph.nodes[n].state;
            let copies: u8 = (0..2)
                .flat_map(|x| [s.in_hand(x, 0), s.in_hand(x, 1)])
                .sum();
            let health = i16::from(s.health(0)) + i16::from(s.health(1));
            (s.luck(1), health, copies, !graph.nodes[n].choosing)
        });
        let mut values = fixed.clone();
        for _ in 0..MOST_SWEEPS {
            let mut change = 0.0f64;
            for &node in &order {
                let mut value = fixed[node];
                for &(to, p) in &inside[spans[node]..spans[node + 1]] {
                    add(&mut value, &values[to as usize], p);
                }
                for (new, old) in value.iter().zip(&values[node]) {
                    change = change.max((new - old).abs());
                }
                values[node] = value;
            }
            if change < SETTLED {
                break;
            }
        }
        for (node, value) in graph.nodes.iter().zip(values) {
            self.known.insert((node.state, node.choosing), value);
        }
    }

    /// The place of an end among the steps.
    fn number(&mut self, step: Step) -> usize {
        self.steps
            .iter()
            .position(|s| *s == step)
            .unwrap_or_else(|| {
                self.steps.push(step);
                assert!(
                    self.steps.len() <= MOST,
                    "a battle has few ends for a career"
                );
                self.steps.len() - 1
            })
    }
}

#[inline]
fn add(sum: &mut Value, value: &Value, p: f64) {
    for (s, v) in sum.iter_mut().zip(value) {
        *s += p * v;
    }
}
