//! The style that a tree of playouts finds best: for duels with too many states to solve.
//!
//! UCT (Kocsis and Szepesvari 2006) over the own choices: throws are sampled, a node is a state at the choice, and each
//! battle adds one node. Like `rollout`, each state has its own dice, so that the choice is a function of the state, and the
//! foe, whose policy is not known, is taken to fight normally. Unlike it, later choices are searched too, not taken as normal.

use super::{Action, Armed, Attack, Policy, State, Style, View, styles};
use crate::chance::{Lane, Sample, Stream};
use crate::games::battle::rules::Woken;
use std::collections::HashMap;
use std::sync::RwLock;

/// Weight of what was tried seldom; P(win) lies between 0 and 1.
const CURIOSITY: f64 = 0.7;

/// Chooses by a tree.
#[derive(Debug)]
pub(super) struct Mcts {
    battles: u32,
    players: [Policy; 2],
    known: RwLock<HashMap<State, Style>>,
}

/// Battles and wins by style.
type Tried = [(u32, u32); 3];

impl Mcts {
    pub(super) fn new(battles: u32, players: [Policy; 2]) -> Self {
        Self {
            battles,
            players,
            known: RwLock::new(HashMap::new()),
        }
    }

    /// The style at a choice.
    pub(super) fn style(&self, view: &View<'_>, armed: Armed) -> Style {
        let known = |k: &HashMap<State, Style>| k.get(&view.state).copied();
        if let Some(style) = self.known.read().ok().and_then(|k| known(&k)) {
            return style;
        }
        let style = self.search(view, armed);
        if let Ok(mut known) = self.known.write() {
            known.insert(view.state, style);
        }
        style
    }

    fn search(&self, view: &View<'_>, armed: Armed) -> Style {
        let mut tree: HashMap<State, Tried> = HashMap::from([(view.state, Tried::default())]);
        let mut path: Vec<(State, usize)> = Vec::new();
        for battle in 0..self.battles {
            let stream =
                |lane| Stream::new(view.state.bits(), "battle-mcts", u64::from(battle), lane);
            let mut dice = Sample::from_streams(stream(Lane::Main), stream(Lane::Fallback));
            path.clear();
            let won = self.battle(view, &mut tree, &mut path, &mut dice);
            for &(state, style) in &path {
                let tried = tree.entry(state).or_default();
                tried[style].0 += 1;
                tried[style].1 += u32::from(won);
            }
        }
        // What was tried most is what looked best most of the time.
        let root = tree[&view.state];
        let open = styles(view.rules, armed.1);
        let most = (0..open.len()).max_by_key(|&s| (root[s], std::cmp::Reverse(s)));
        open[most.unwrap_or(0)]
    }

    /// One battle: down the tree, one node more, then by the plain policies; whether the side wins.
    fn battle(
        &self,
        view: &View<'_>,
        tree: &mut HashMap<State, Tried>,
        path: &mut Vec<(State, usize)>,
        dice: &mut Sample,
    ) -> bool {
        let (rules, f, side) = (view.rules, view.fighters, view.side);
        let players = [&self.players[0], &self.players[1]];
        let mut state = view.state;
        let mut inside = true;
        for turn in 0..rules.readings.max_turns {
            if turn > 0 {
                match rules.wake(f, state, players, dice) {
                    Woken::Done(after) => {
                        state = after;
                        if state.is_over() {
                            return state.winner() == Some(side);
                        }
                        continue;
                    }
                    Woken::Choose(awake) => state = awake,
                }
            }
            let x = state.active();
            let here = View {
                state,
                side: x,
                ..*view
            };
            let intent = players[x].parts.intent(&here);
            let action = match intent {
                Ok((weapon, thrown)) if x == side && inside => {
                    let open = styles(rules, thrown);
                    inside = tree.contains_key(&state);
                    let style = choice(tree.entry(state).or_default(), open.len());
                    path.push((state, style));
                    Action::Attack(Attack {
                        weapon,
                        thrown,
                        style: open[style],
                    })
                }
                Ok((weapon, thrown)) => Action::Attack(Attack {
                    weapon,
                    thrown,
                    style: Style::Normal,
                }),
                Err(action) => action,
            };
            state = rules.act(f, state, action, players, dice);
            if state.is_over() {
                return state.winner() == Some(side);
            }
        }
        false
    }
}

/// The style with the highest upper bound; each is tried once first.
fn choice(tried: &Tried, open: usize) -> usize {
    let all: u32 = tried.iter().map(|t| t.0).sum();
    let bound = |s: usize| {
        let (n, wins) = (f64::from(tried[s].0), f64::from(tried[s].1));
        match tried[s].0 {
            0 => f64::INFINITY,
            _ => wins / n + CURIOSITY * (f64::from(all).ln() / n).sqrt(),
        }
    };
    (0..open)
        .max_by(|a, b| bound(*a).total_cmp(&bound(*b)).then(b.cmp(a)))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::games::battle::tests::{ROOKIE, win};

    /// A tree finds more than always fighting normally does, and no more than the best style can.
    #[test]
    fn a_tree_lies_between_normal_and_optimal() {
        let bear = "short_sword:4 A4 R3 H6";
        let (best, found) = (
            win(&format!("{bear} style=optimal"), bear),
            win(&format!("{bear} style=mcts:400"), bear),
        );
        assert!(found > 0.52 && found <= best + 1e-9, "{found} of {best}");
        let again = || win(&format!("{bear} style=mcts:20"), bear);
        assert_eq!(again(), again());
        assert!(win("short_sword:4 A4 R1 S2 P3 H3 style=mcts:1", ROOKIE) > 0.0);
    }
}
