//! The states of a battle that can be reached, and the transitions between them.
//!
//! A node is a state at the start of a turn, or at the choice (after wake-up, fate and focus); for a gladiator who
//! neither is below zero nor stunned the two are one. All transitions come from the rules' own functions: the wake-up
//! whole, the attack from its pieces with the distributions that [`Exchanges`] remembers.

use crate::error::{Error, Result};
use crate::games::battle::column::Column;
use crate::games::battle::duel::Duel;
use crate::games::battle::exchange::Exchanges;
use crate::games::battle::policy::{Player, View, styles};
use crate::games::battle::rules::{Action, Attack, Style, Woken};
use crate::games::battle::state::{Guard, Side, State};
use crate::games::battle::weigh::{Weigh, weigh};
use std::collections::HashMap;

/// Most nodes that are listed before the question is said to be too large.
pub const MOST_NODES: usize = 3_000_000;

/// First number of an end; smaller ones are nodes.
const END: u32 = 1 << 31;
/// First number of a leaf.
const LEAF: u32 = 3 << 30;

/// Where a transition goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// A node.
    Node(usize),
    /// An end, an index into [`Graph::ends`].
    End(usize),
    /// A leaf, an index into [`Graph::leaves`].
    Leaf(usize),
}

/// The transitions of a node under one choice.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    from: u32,
    to: u32,
}

/// A node.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// The state.
    pub state: State,
    /// At the choice; else before the wake-up.
    pub choosing: bool,
    /// Transitions under the policy, or by style in the order of [`Style::ALL`] where styles are open.
    spans: [Span; 3],
    open: bool,
}

/// The reachable part of a battle.
#[derive(Debug)]
pub struct Graph {
    /// The nodes; starts are among the first.
    pub nodes: Vec<Node>,
    /// The ends, without what the loser has left.
    pub ends: Vec<State>,
    /// The leaves, where there are any: states, and whether at the choice.
    pub leaves: Vec<Place>,
    /// P(a takes the first turn) and the starts: node and probability.
    pub starts: Vec<(usize, f64)>,
    edges: Vec<(u32, f64)>,
}

/// An end, without what no longer matters: the loser's state but his doom.
fn plain(end: State) -> State {
    let Some(loser) = end.loser() else { return end };
    let nothing = Side {
        health: 0,
        stunned: false,
        guard: Guard::Normal,
        doomed: false,
        luck: 0,
        in_hand: [0; 2],
    };
    let doomed = end.doomed(loser);
    let winner = 1 - loser;
    end.with_side(loser, Side { doomed, ..nothing })
        .with_guard(winner, Guard::Normal)
        .with_stunned(winner, false)
}

/// The distribution of the first turn: states before it with their probabilities (initiative with its luck, or given).
pub fn starts(duel: &Duel) -> Vec<(State, f64)> {
    let (rules, f) = (&duel.rules, &duel.fighters);
    if let Some(first) = duel.first {
        return vec![(rules.start(f, first), 1.0)];
    }
    let mut open: HashMap<State, f64> = HashMap::from([(rules.start(f, 0), 1.0)]);
    let mut decided: HashMap<State, f64> = HashMap::new();
    // Luck only falls; a tie that loses none is the same throw again, which divides by 1 - its chance.
    while let Some(state) = open
        .keys()
        .copied()
        .max_by_key(|s| (s.luck(0) + s.luck(1), *s))
    {
        let p = open.remove(&state).unwrap_or(0.0);
        let once = weigh(|c: &mut Weigh| rules.throw_initiative(f, state, duel.players(), c));
        let again: f64 = once
            .iter()
            .filter(|(r, _)| *r == Err(state))
            .map(|(_, q)| q)
            .sum();
        for (result, q) in once {
            let q = p * q / (1.0 - again);
            match result {
                Ok(first) => *decided.entry(first).or_insert(0.0) += q,
                Err(tied) if tied != state => *open.entry(tied).or_insert(0.0) += q,
                Err(_) => {}
            }
        }
    }
    let mut starts: Vec<(State, f64)> = decided.into_iter().collect();
    starts.sort_by_key(|s| s.0);
    starts
}

/// Hashes states, which nobody chooses to collide.
type Quick = std::hash::BuildHasherDefault<Mix>;

/// Multiplies and folds.
#[derive(Debug, Default, Clone, Copy)]
struct Mix(u64);

impl std::hash::Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|b| self.write_u64(u64::from(*b)));
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        let wide = u128::from(self.0 ^ n ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = (wide ^ wide >> 64) as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

struct Builder<'d> {
    duel: &'d Duel,
    exchanges: Exchanges<'d>,
    index: HashMap<(State, bool), u32, Quick>,
    ends: HashMap<State, u32>,
    leaves: HashMap<Place, u32, Quick>,
    /// States that are not gone into.
    leaf: &'d Leaf<'d>,
    graph: Graph,
}

impl Graph {
    /// Lists the battle. `open` are the sides whose styles are left open.
    ///
    /// # Errors
    /// If there are more than [`MOST_NODES`] nodes.
    pub fn new(duel: &Duel, open: [bool; 2]) -> Result<Self> {
        Self::from(duel, open, &starts(duel))
    }

    /// The same from given starts.
    ///
    /// # Errors
    /// As [`Graph::new`].
    pub fn from(duel: &Duel, open: [bool; 2], starts: &[(State, f64)]) -> Result<Self> {
        let starts: Vec<(Place, f64)> = starts.iter().map(|s| ((s.0, false), s.1)).collect();
        Self::with_leaves(duel, open, &starts, &|_| false)
    }

    /// The states that these lead to, up to those for which `leaf` holds: they are listed, not gone into.
    ///
    /// # Errors
    /// As [`Graph::new`].
    pub fn up_to(duel: &Duel, starts: &[Place], leaf: &Leaf<'_>) -> Result<Self> {
        let starts: Vec<(Place, f64)> = starts.iter().map(|s| (*s, 1.0)).collect();
        Self::with_leaves(duel, [false; 2], &starts, leaf)
    }

    fn with_leaves(
        duel: &Duel,
        open: [bool; 2],
        starts: &[(Place, f64)],
        leaf: &Leaf<'_>,
    ) -> Result<Self> {
        let graph = Self {
            nodes: Vec::new(),
            ends: Vec::new(),
            leaves: Vec::new(),
            starts: Vec::new(),
            edges: Vec::new(),
        };
        let exchanges = Exchanges::new(&duel.rules);
        let mut b = Builder {
            duel,
            exchanges,
            index: HashMap::default(),
            ends: HashMap::new(),
            leaves: HashMap::default(),
            leaf,
            graph,
        };
        for &((state, choosing), p) in starts {
            let node = b.node(state, choosing);
            b.graph.starts.push((node as usize, p));
        }
        let mut at = 0;
        while at < b.graph.nodes.len() {
            b.expand(at, open);
            at += 1;
            if b.graph.nodes.len() > MOST_NODES {
                return Err(Error::usage(format!(
                    "more than {MOST_NODES} states: \
                     too many luck dice or thrown weapons to work this out exactly; use --method mc"
                )));
            }
        }
        Ok(b.graph)
    }

    /// Transitions of a node under the policy; where styles are open, under a style that must be allowed.
    pub fn transitions(&self, node: usize, style: usize) -> impl Iterator<Item = (To, f64)> + '_ {
        let span = self.nodes[node].spans[style];
        self.edges[span.from as usize..span.to as usize]
            .iter()
            .map(|&(to, p)| (to_of(to), p))
    }

    /// How many styles are open at a node; 1 where the policy decides.
    pub fn choices(&self, node: usize) -> usize {
        let n = &self.nodes[node];
        if n.open {
            n.spans.iter().filter(|s| s.to > s.from).count()
        } else {
            1
        }
    }

    /// Transitions in all.
    pub fn transition_count(&self) -> usize {
        self.edges.len()
    }

    /// States at the start of a turn, as spec 16 counts them.
    pub fn turn_states(&self) -> usize {
        let waking = |n: &&Node| {
            !n.choosing
                || n.state.health(n.state.active()) >= 0 && !n.state.stunned(n.state.active())
        };
        self.nodes.iter().filter(waking).count()
    }
}

fn to_of(to: u32) -> To {
    if to >= LEAF {
        To::Leaf((to - LEAF) as usize)
    } else if to >= END {
        To::End((to - END) as usize)
    } else {
        To::Node(to as usize)
    }
}

/// A state, and whether it is at the choice.
pub type Place = (State, bool);

/// Which states are not gone into.
pub type Leaf<'a> = dyn Fn(&Place) -> bool + 'a;

/// Where a state stands: at the choice, too, where nothing comes before it.
pub fn place(duel: &Duel, state: State, choosing: bool) -> Place {
    let x = state.active();
    let asked = duel.rules.readings.concede_any_turn;
    let choosing = choosing || !asked && state.health(x) >= 0 && !state.stunned(x);
    (state, choosing)
}

impl Builder<'_> {
    /// The number of a state, listed if it is new.
    fn node(&mut self, state: State, choosing: bool) -> u32 {
        let (state, choosing) = place(self.duel, state, choosing);
        *self.index.entry((state, choosing)).or_insert_with(|| {
            self.graph.nodes.push(Node {
                state,
                choosing,
                spans: [Span::default(); 3],
                open: false,
            });
            (self.graph.nodes.len() - 1) as u32
        })
    }

    fn target(&mut self, state: State, choosing: bool) -> u32 {
        let place = place(self.duel, state, choosing);
        if !state.is_over() && (self.leaf)(&place) {
            let graph = &mut self.graph;
            return LEAF
                + *self.leaves.entry(place).or_insert_with(|| {
                    graph.leaves.push(place);
                    (graph.leaves.len() - 1) as u32
                });
        }
        if !state.is_over() {
            return self.node(state, choosing);
        }
        let end = plain(state);
        END + *self.ends.entry(end).or_insert_with(|| {
            self.graph.ends.push(end);
            (self.graph.ends.len() - 1) as u32
        })
    }

    fn expand(&mut self, at: usize, open: [bool; 2]) {
        let Node {
            state, choosing, ..
        } = self.graph.nodes[at];
        let duel = self.duel;
        let (rules, f) = (&duel.rules, &duel.fighters);
        if !choosing {
            let woken = weigh(|c: &mut Weigh| rules.wake(f, state, duel.players(), c));
            let targets: Vec<(u32, f64)> = woken
                .into_iter()
                .map(|(w, p)| match w {
                    Woken::Choose(s) => (self.target(s, true), p),
                    Woken::Done(s) => (self.target(s, false), p),
                })
                .collect();
            self.graph.nodes[at].spans[0] = self.store(targets);
            return;
        }
        let side = state.active();
        let view = View {
            rules,
            fighters: f,
            state,
            side,
        };
        let policy = &duel.policies[side];
        if open[side]
            && let Ok((weapon, thrown)) = policy.parts.intent(&view)
        {
            self.graph.nodes[at].open = true;
            for (i, &style) in Style::ALL.iter().enumerate() {
                if styles(rules, thrown).contains(&style) {
                    let targets = self.acted(
                        state,
                        Action::Attack(Attack {
                            weapon,
                            thrown,
                            style,
                        }),
                        1.0,
                    );
                    self.graph.nodes[at].spans[i] = self.store(targets);
                }
            }
            return;
        }
        let mut targets = Vec::new();
        for (action, p) in weigh(|c: &mut Weigh| policy.choose(&view, c)) {
            targets.extend(self.acted(state, action, p));
        }
        self.graph.nodes[at].spans[0] = self.store(targets);
    }

    /// Where an action leads; probabilities times `p`.
    fn acted(&mut self, state: State, action: Action, p: f64) -> Vec<(u32, f64)> {
        let duel = self.duel;
        let (rules, f) = (&duel.rules, &duel.fighters);
        let Action::Attack(attack) = action else {
            let after = weigh(|c: &mut Weigh| rules.act(f, state, action, duel.players(), c));
            return after
                .into_iter()
                .map(|(s, q)| (self.target(s, false), p * q))
                .collect();
        };
        let (x, o) = (state.active(), 1 - state.active());
        let weapon = f[x].weapons[attack.weapon];
        let dice = rules.attack_dice(&weapon, &f[x].tier, attack.style, attack.thrown);
        let view = View {
            rules,
            fighters: f,
            state,
            side: x,
        };
        let luck = duel.policies[x].luck(&view, crate::games::battle::dice::Roll::Attack, dice);
        let luck = luck.min(rules.most_luck(dice, state.luck(x)));
        let mut targets = Vec::new();
        let columns = self
            .exchanges
            .columns(dice, luck, rules.max_sixes(&f[x].tier, attack.style));
        for &(column, lost, q) in columns.iter() {
            let thrown = rules.after_throw(f, state, &attack, dice, column, lost);
            if !rules.hits(weapon.class, column) {
                targets.push((self.target(rules.after_nothing(thrown), false), p * q));
                continue;
            }
            let (pool, luck_o) = rules.defence_pool(f, thrown, &attack, column, &duel.policies[o]);
            self.struck(thrown, column, (pool, luck_o), &attack, p * q, &mut targets);
        }
        targets
    }

    fn struck(
        &mut self,
        s: State,
        column: Column,
        (dice, luck): (u8, u8),
        attack: &Attack,
        p: f64,
        targets: &mut Vec<(u32, f64)>,
    ) {
        let (rules, x, o) = (&self.duel.rules, s.active(), 1 - s.active());
        let weapon = self.duel.fighters[x].weapons[attack.weapon];
        let strikes = self
            .exchanges
            .strikes(&weapon, column, dice, luck, s.stunned(o));
        for &(blow, lost, q) in strikes.iter() {
            let after = s.with_luck(o, s.luck(o) - lost);
            let after = blow.map_or_else(
                || rules.after_nothing(after),
                |b| rules.after_blow(after, &b),
            );
            targets.push((self.target(after, false), p * q));
        }
    }

    /// Stores transitions, equal targets merged.
    fn store(&mut self, mut targets: Vec<(u32, f64)>) -> Span {
        targets.sort_by_key(|t| t.0);
        let from = self.graph.edges.len();
        for (to, p) in targets {
            match self.graph.edges[from..].last_mut() {
                Some(last) if last.0 == to => last.1 += p,
                _ => self.graph.edges.push((to, p)),
            }
        }
        Span {
            from: from as u32,
            to: self.graph.edges.len() as u32,
        }
    }
}
