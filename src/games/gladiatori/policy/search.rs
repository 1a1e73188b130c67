//! Policies that look ahead: `rollout(budget)` and `ismcts(budget)`.
//!
//! Both consider a short list of own acts. A playout deals the hidden cards that are not known by the documented belief (a
//! random split of the unseen cards that fits the public numbers), lets the own act happen and plays on with the core
//! policies. `rollout` gives every act the same number of playouts; `ismcts` searches a tree over the own acts of this
//! action and the next ones by UCB1 (information set Monte Carlo tree search, Cowling, Powley and Whitehouse 2012, with the
//! opponents' moves drawn from `uniform_mix`). Inner playouts have a stream of their own, keyed by a drawn number.

use super::super::cards::{ACTIONS, Cards, Kind};
use super::super::decision::{
    Act, CardUse, Defend, Elements, Facing, Parry, Payment, Policy, Press, Resolve, Reveal, Spot,
    Threat, Weapon,
};
use super::super::draws::{inner_seed, uniform};
use super::super::game::Game;
use super::super::observe::{Other, View};
use super::super::rules::Play;
use super::super::state::{Gladiator, State};
use super::super::watch::Deaf;
use super::core::{self, Style};
use super::{Brain, Goal};
use crate::chance::{Chance, Sample};
use std::cell::RefCell;

/// Which search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Search {
    /// The same number of playouts for every act.
    Rollout,
    /// UCB1 over a tree of own acts.
    Ismcts,
}

/// Most acts considered.
const ACTS: usize = 12;
/// Depth of the tree in own acts.
const DEPTH: usize = 3;
/// Most nodes of the tree.
const NODES: usize = 512;

/// The own acts considered: each attack card bare, with half and with all Energy cards; Recover; the cheapest row card.
fn candidates(view: &View<'_>, acts: &mut [Option<Act>; ACTS]) -> usize {
    let g = view.own();
    let hand = g.hand();
    let foe = view.in_front(view.spot()).filter(|f| view.hostile(*f));
    let mut n = 0;
    let mut add = |act: Option<Act>| {
        if n < ACTS && (act.is_none() || !acts[..n].contains(&act)) {
            acts[n] = act;
            n += 1;
        }
    };
    let recover = |kind| Act {
        card: CardUse {
            kind,
            from_row: false,
        },
        combat: Cards::NONE,
        resolve: Resolve::Recover,
        note: 0,
    };
    if let Some(foe) = foe {
        let total = hand.e1 + hand.e0;
        for kind in Kind::ATTACKS
            .into_iter()
            .filter(|k| hand.set & k.card() != 0)
        {
            for cards in [0, total / 2, total] {
                let combat = core::energy(kind, hand, cards);
                let resolve = Resolve::Attack {
                    foe,
                    weapon: Weapon::Melee,
                };
                add(Some(Act {
                    card: CardUse {
                        kind,
                        from_row: false,
                    },
                    combat,
                    resolve,
                    note: u8::from(cards == total),
                }));
            }
        }
        if let Some(row) = core::row_attack(g) {
            let resolve = Resolve::Attack {
                foe,
                weapon: Weapon::Melee,
            };
            add(Some(Act {
                card: CardUse {
                    kind: row.kind,
                    from_row: true,
                },
                combat: Cards::NONE,
                resolve,
                note: 0,
            }));
        }
    }
    let least = [
        Kind::Movement,
        Kind::Dexterity,
        Kind::Strength,
        Kind::Berserk,
    ]
    .into_iter()
    .find(|k| hand.set & k.card() != 0);
    if let Some(kind) = least {
        add(Some(recover(kind)));
    }
    add(None);
    n
}

/// What plays on inside: a core policy whose own acts the search may choose.
struct Inner<'t> {
    brain: Brain,
    /// The tree of the searching seat.
    tree: Option<&'t RefCell<Tree>>,
}

struct Node {
    visits: u32,
    sum: f64,
    /// Children by act; 0: none yet.
    children: [u16; ACTS],
}

/// The tree and the path of the playout in progress.
struct Tree {
    nodes: Vec<Node>,
    path: Vec<u16>,
    /// The first act of the playout was chosen outside.
    open: bool,
}

impl Tree {
    fn new() -> Self {
        Self {
            nodes: Vec::with_capacity(NODES),
            path: Vec::with_capacity(DEPTH + 1),
            open: false,
        }
    }

    fn reset(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node {
            visits: 0,
            sum: 0.0,
            children: [0; ACTS],
        });
    }

    fn begin(&mut self) {
        self.path.clear();
        self.path.push(0);
        self.open = true;
    }

    /// UCB1 among the first `n` acts of the node where the playout is; `None` below the tree.
    fn choose(&mut self, n: usize) -> Option<usize> {
        if !self.open || self.path.len() > DEPTH {
            return None;
        }
        let at = usize::from(*self.path.last()?);
        let parent = f64::from(self.nodes[at].visits.max(1));
        let mut best = (f64::MIN, 0);
        for act in 0..n {
            let child = usize::from(self.nodes[at].children[act]);
            let value = if child == 0 {
                f64::MAX - act as f64
            } else {
                let c = &self.nodes[child];
                // VP differences spread over some ten points.
                c.sum / f64::from(c.visits) + 8.0 * (parent.ln() / f64::from(c.visits)).sqrt()
            };
            if value > best.0 {
                best = (value, act);
            }
        }
        let act = best.1;
        if self.nodes[at].children[act] == 0 {
            if self.nodes.len() >= NODES {
                self.open = false;
                return Some(act);
            }
            self.nodes[at].children[act] = self.nodes.len() as u16;
            self.nodes.push(Node {
                visits: 0,
                sum: 0.0,
                children: [0; ACTS],
            });
            self.open = false;
        }
        self.path.push(self.nodes[at].children[act]);
        Some(act)
    }

    fn learn(&mut self, value: f64) {
        for at in &self.path {
            let node = &mut self.nodes[usize::from(*at)];
            node.visits += 1;
            node.sum += value;
        }
    }

    /// The most visited act of the root.
    fn best(&self, n: usize) -> usize {
        let visits = |act: &usize| match self.nodes[0].children[*act] {
            0 => 0,
            child => self.nodes[usize::from(child)].visits,
        };
        // Of equals the first.
        (0..n).rev().max_by_key(visits).unwrap_or(0)
    }
}

impl Policy for Inner<'_> {
    fn deterministic(&self) -> bool {
        false
    }
    fn deck<C: Chance>(&self, view: &View<'_>, _: &mut C) -> Cards {
        core::deck(view, self.brain.hp_target)
    }
    fn sprint<C: Chance>(&self, view: &View<'_>, _: &mut C) -> (Spot, bool) {
        (
            self.brain
                .go(view, view.own().stats[super::SPEED])
                .unwrap_or(view.spot()),
            false,
        )
    }
    fn act<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Option<Act> {
        if let Some(tree) = self.tree {
            let mut acts = [None; ACTS];
            let n = candidates(view, &mut acts);
            if let Some(chosen) = tree.borrow_mut().choose(n) {
                return acts[chosen];
            }
        }
        if let Some(act) = self.brain.come_closer(view) {
            return Some(act);
        }
        core::act(view, Style::UniformMix, 0, chance)
    }
    fn defend<C: Chance>(
        &self,
        view: &View<'_>,
        threat: &Threat,
        chance: &mut C,
    ) -> Option<Defend> {
        core::defend(view, threat, Style::Poke, chance)
    }
    fn press<C: Chance>(&self, view: &View<'_>, reveal: &Reveal, chance: &mut C) -> Press {
        core::press(
            view,
            reveal,
            if reveal.note == 1 {
                Style::Heavy
            } else {
                Style::UniformMix
            },
            chance,
        )
    }
    fn parry<C: Chance>(&self, view: &View<'_>, facing: &Facing, _: &mut C) -> Parry {
        core::parry(view, facing)
    }
    fn pay<C: Chance>(&self, view: &View<'_>, damage: u8, one: bool, _: &mut C) -> Payment {
        core::pay(view, damage, one)
    }
    fn recover<C: Chance>(&self, view: &View<'_>, most: u8, _: &mut C) -> Elements {
        core::recover(view, most, 0)
    }
    fn cleanup<C: Chance>(&self, view: &View<'_>, _: &mut C) -> Elements {
        core::cleanup(view, 0)
    }
}

/// Deals the hidden parts of another gladiator: its unseen cards at random over hand, HP deck and discard pile in the
/// public numbers; Action cards into the hand first, as far as it goes, because a fighter needs them there.
fn deal<C: Chance>(other: Other<'_>, chance: &mut C) -> Gladiator {
    let b = super::belief::about(&other);
    let (e1, e0, set) = match other.sheet() {
        Some(s) => (s.e1, s.e0, s.set),
        None => (5, 5, 0),
    };
    let (hand, hp, discard) = (other.hand(), other.hp(), other.discard());
    let mut pool = Cards {
        set: set | ACTIONS & !other.row(),
        e1,
        e0,
    };
    let face = other.face(|| {
        let kind = core::pick(pool.set & ACTIONS, "deal", chance);
        pool = pool.minus(Cards::of(kind.card()));
        kind
    });
    let mut hands = Cards::of(super::belief::first(b.actions & pool.set, hand));
    pool = pool.minus(hands);
    let mut dealt = [Cards::NONE; 3];
    for (zone, size) in [hand - hands.count(), hp, discard].into_iter().enumerate() {
        for _ in 0..size {
            if pool.is_empty() {
                // More cards than the believed start holds: they must be Energy cards.
                dealt[zone].e0 = (dealt[zone].e0 + 1).min(15);
                continue;
            }
            let k = chance.draw("deal", uniform(pool.count()));
            let card = if k < pool.e1 {
                Cards::energy(1, 0)
            } else if k < pool.e1 + pool.e0 {
                Cards::energy(0, 1)
            } else {
                let mut left = pool.set;
                for _ in 0..k - pool.e1 - pool.e0 {
                    left &= left - 1;
                }
                Cards::of(left & left.wrapping_neg())
            };
            pool = pool.minus(card);
            dealt[zone] = dealt[zone].plus(card);
        }
    }
    hands = hands.plus(dealt[0]);
    Game::dressed(face, hands, dealt[1], dealt[2], b.stats)
}

thread_local! {
    static TREE: RefCell<Tree> = RefCell::new(Tree::new());
}

/// The act chosen by search with about `budget` playouts.
pub(super) fn act<C: Chance>(
    view: &View<'_>,
    search: Search,
    budget: u32,
    hp_target: u8,
    goal: Goal,
    chance: &mut C,
) -> Option<Act> {
    let brain = Brain {
        hp_target,
        goal,
        ..Brain::core(Style::UniformMix)
    };
    if let Some(act) = brain.come_closer(view) {
        return Some(act);
    }
    if view.board().is_none() {
        searched::<2, 0, C>(view, search, budget, brain, chance)
    } else {
        searched::<4, 16, C>(view, search, budget, brain, chance)
    }
}

fn searched<const N: usize, const B: usize, C: Chance>(
    view: &View<'_>,
    search: Search,
    budget: u32,
    brain: Brain,
    chance: &mut C,
) -> Option<Act> {
    let mut acts = [None; ACTS];
    let n = candidates(view, &mut acts);
    if n < 2 {
        return acts[0];
    }
    let a = u64::from(chance.draw("search", inner_seed()));
    let b = u64::from(chance.draw("search", inner_seed()));
    let mut inner = Sample::new(a << 14 | b, "gladiatori-search", 0);
    TREE.with(|tree| {
        tree.borrow_mut().reset();
        let (own, other) = (
            Inner {
                brain,
                tree: (search == Search::Ismcts).then_some(tree),
            },
            Inner { brain, tree: None },
        );
        let mut seats = [&other; 4];
        seats[usize::from(view.me())] = &own;
        let mut sums = [0.0; ACTS];
        let rounds = match search {
            Search::Rollout => (budget / n as u32).max(1) * n as u32,
            Search::Ismcts => budget.max(n as u32),
        };
        for i in 0..rounds {
            if chance.is_stopped() {
                // Nobody waits for the choice.
                break;
            }
            let mut st: State<N, B> = view.possible(|o| deal(o, &mut inner));
            tree.borrow_mut().begin();
            let chosen = match search {
                Search::Rollout => (i as usize) % n,
                Search::Ismcts => tree.borrow_mut().choose(n).unwrap_or(0),
            };
            view.play_on(
                &mut st,
                acts[chosen],
                &mut Play::new(&seats, &mut inner, &mut Deaf),
            );
            let value = worth(&st, view);
            sums[chosen] += value;
            tree.borrow_mut().learn(value);
        }
        match search {
            Search::Rollout => {
                let best = (0..n)
                    .rev()
                    .max_by(|a, b| sums[*a].total_cmp(&sums[*b]))
                    .unwrap_or(0);
                acts[best]
            }
            Search::Ismcts => acts[tree.borrow().best(n)],
        }
    })
}

/// Own VP less the best other's, in the end.
fn worth<const N: usize, const B: usize>(st: &State<N, B>, view: &View<'_>) -> f64 {
    let me = usize::from(view.me());
    let best = (0..N)
        .filter(|i| *i != me && view.was_in(*i as u8))
        .map(|i| st.g[i].vp)
        .max()
        .unwrap_or(0);
    f64::from(st.g[me].vp - best)
}
