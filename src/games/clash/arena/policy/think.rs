//! Playing on in one's head: flat Monte Carlo and tree search over the same rules, everybody imagined `greedy`.
//!
//! Thoughts draw from streams of their own, keyed by a seed that the game gives once a decision; they never
//! see what the
//! game will draw. The state hides nothing (see `state.rs`), so a copy of it is what the player sees.

use super::company::Seated;
use super::turn::Ranked;
use crate::chance::{Lane, Stream};
use crate::games::clash::arena::luck::{Luck, Quick};
use crate::games::clash::arena::mind::{Seats, Table};
use crate::games::clash::arena::moves::{Action, Movers};
use crate::games::clash::arena::state::{MOST_PLAYERS, State};

/// Options that are thought about, the best by `greedy`.
const CANDIDATES: usize = 32;
/// Exploration of the tree search, for results between 0 and 1.
const EXPLORATION: f64 = 0.7;
/// A result in whole numbers: sixtieths of a win times this, and the points ahead of the best other player for ties.
const WIN: i64 = 128;
/// A win in results.
const BEST: f64 = (60 * WIN) as f64;

const NO_OPTION: Ranked = Ranked::NONE;

impl Seated<'_> {
    /// Plays each candidate to the end `playouts` times, with the same streams for all; the best sum.
    pub(super) fn rollout(
        &self,
        table: &Table<'_>,
        movers: &Movers,
        playouts: u32,
        seed: u64,
    ) -> Option<Action> {
        let mut list = [NO_OPTION; CANDIDATES];
        let len = self.candidates(table, movers, &mut list);
        let imagined = self.company.imagine(self.seating);
        let seats = Seated::seats(&imagined);
        let pass = table.arena.readings.may_pass.then_some(None);
        let options = list[..len].iter().map(|r| Some(r.action)).chain(pass);
        let mut best: Option<(i64, Option<Action>)> = None;
        for option in options {
            let sum = (0..u64::from(playouts))
                .map(|playout| {
                    let mut luck = self.thought(seed, playout);
                    let mut state = *table.state;
                    table
                        .arena
                        .take_turn(&mut state, option, &seats, &mut luck, &mut ());
                    table.arena.play(&mut state, &seats, &mut luck, &mut ());
                    result(table, &state, table.seat)
                })
                .sum();
            if best.is_none_or(|(most, _)| sum > most) {
                best = Some((sum, option));
            }
        }
        best.and_then(|(_, option)| option)
    }

    fn thought(&self, seed: u64, playout: u64) -> Quick<'_> {
        Quick::new(
            Stream::new(seed, "clash-arena-thought", playout, Lane::Main),
            self.company.tables(),
        )
    }

    /// Tree search (UCT) over challenges. A node is a line of challenges; what the dice did on the way may
    /// differ from visit to
    /// visit, so the options are looked up anew (an open-loop tree), best by `greedy` first, more of them
    /// the more often
    /// the node is visited. Takes one allocation of `budget` nodes a decision.
    pub(super) fn tree_search(
        &self,
        table: &Table<'_>,
        movers: &Movers,
        budget: u32,
        seed: u64,
    ) -> Option<Action> {
        if movers.count(table.arena) == 1 && !table.arena.readings.may_pass {
            return Some(movers.nth(table.arena, 0));
        }
        let imagined = self.company.imagine(self.seating);
        let seats = Seated::seats(&imagined);
        let mut tree = Tree::with_capacity(budget as usize + 1);
        for playout in 0..u64::from(budget) {
            let mut luck = self.thought(seed, playout);
            let mut state = *table.state;
            self.explore(table, &mut tree, &mut state, &seats, &mut luck);
        }
        let most = tree
            .children(0)
            .max_by_key(|&child| (tree.nodes[child].visits, std::cmp::Reverse(child)));
        most.and_then(|child| tree.nodes[child].action)
    }

    /// Goes down the tree, adds a node, plays to the end, and tells the result to every node on the way.
    fn explore<L: Luck>(
        &self,
        table: &Table<'_>,
        tree: &mut Tree,
        state: &mut State,
        seats: &Seats<'_, Self>,
        luck: &mut L,
    ) {
        let mut node = 0;
        while state.ended().is_none() {
            let seat = usize::from(state.to_move);
            let (action, child) = self.select(table, tree, node, state, seats);
            table.arena.take_turn(state, action, seats, luck, &mut ());
            node = match child {
                Some(child) => child,
                None => {
                    let child = tree.add(node, action, seat);
                    table.arena.play(state, seats, luck, &mut ());
                    node = child;
                    break;
                }
            };
        }
        let results: [i64; MOST_PLAYERS] = std::array::from_fn(|seat| {
            if seat < table.arena.players {
                result(table, state, seat)
            } else {
                0
            }
        });
        tree.tell(node, &results);
    }

    /// The next challenge from a node: an untried candidate while the node's visits allow another, else the
    /// child with the
    /// best upper bound.
    fn select(
        &self,
        table: &Table<'_>,
        tree: &Tree,
        node: usize,
        state: &State,
        seats: &Seats<'_, Self>,
    ) -> (Option<Action>, Option<usize>) {
        let seat = usize::from(state.to_move);
        let movers = table.arena.movers(state);
        let mut list = [NO_OPTION; CANDIDATES];
        let now = Table {
            state,
            seat,
            ..*table
        };
        let len = seats.of(seat).candidates(&now, &movers, &mut list);
        let pass = (len == 0 || table.arena.readings.may_pass).then_some(None);
        let visits = f64::from(tree.nodes[node].visits);
        let width = 1 + (2.0 * visits.sqrt()) as usize;
        let mut best: Option<(f64, Option<Action>, Option<usize>)> = None;
        for option in list[..len]
            .iter()
            .map(|r| Some(r.action))
            .chain(pass)
            .take(width)
        {
            let child = tree.child(node, option);
            let bound = match child {
                None => f64::INFINITY,
                Some(child) => {
                    let tried = f64::from(tree.nodes[child].visits);
                    tree.nodes[child].sum as f64 / BEST / tried
                        + EXPLORATION * ((visits + 1.0).ln() / tried).sqrt()
                }
            };
            if best.is_none_or(|(most, ..)| bound > most) {
                best = Some((bound, option, child));
            }
        }
        let (_, option, child) = best.expect("there is an option or a pass");
        (option, child)
    }
}

/// How a game that is over went for a seat: its share of the win first, then its points ahead of the best other.
fn result(table: &Table<'_>, state: &State, seat: usize) -> i64 {
    let points = table.arena.final_points(state);
    let points = &points[..table.arena.players];
    let best = points.iter().copied().max().unwrap_or(0);
    let winners = points.iter().filter(|p| **p == best).count() as i64;
    let others = points
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != seat)
        .map(|(_, p)| *p)
        .max()
        .unwrap_or(0);
    let lead = i64::from(points[seat]) - i64::from(others);
    let first = points.iter().position(|p| *p == best);
    let won = match (points[seat] == best, table.arena.readings.lowest_seat_wins) {
        (true, false) => 60 / winners,
        (true, true) if first == Some(seat) => 60,
        _ => 0,
    };
    won * WIN + lead.clamp(-WIN / 2, WIN / 2)
}

/// Nodes in the order in which they were added; 0 is the root.
struct Tree {
    nodes: Vec<Node>,
}

struct Node {
    parent: usize,
    /// The challenge that leads here; `None`: a pass, or the root.
    action: Option<Action>,
    /// Who made it.
    seat: usize,
    first_child: Option<usize>,
    next_sibling: Option<usize>,
    visits: u32,
    /// Results of `seat`.
    sum: i64,
}

impl Tree {
    fn with_capacity(nodes: usize) -> Self {
        let mut tree = Self {
            nodes: Vec::with_capacity(nodes),
        };
        tree.nodes.push(Node {
            parent: 0,
            action: None,
            seat: 0,
            first_child: None,
            next_sibling: None,
            visits: 0,
            sum: 0,
        });
        tree
    }

    fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.nodes[node].first_child, |&child| {
            self.nodes[child].next_sibling
        })
    }

    fn child(&self, node: usize, action: Option<Action>) -> Option<usize> {
        self.children(node)
            .find(|&child| self.nodes[child].action == action)
    }

    fn add(&mut self, parent: usize, action: Option<Action>, seat: usize) -> usize {
        let next_sibling = self.nodes[parent].first_child;
        self.nodes.push(Node {
            parent,
            action,
            seat,
            first_child: None,
            next_sibling,
            visits: 0,
            sum: 0,
        });
        let child = self.nodes.len() - 1;
        self.nodes[parent].first_child = Some(child);
        child
    }

    fn tell(&mut self, mut node: usize, results: &[i64; MOST_PLAYERS]) {
        loop {
            let here = &mut self.nodes[node];
            here.visits += 1;
            here.sum += results[here.seat];
            if node == 0 {
                return;
            }
            node = here.parent;
        }
    }
}
