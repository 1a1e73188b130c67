//! Choosing by playing games out: rollouts and tree search, as demonstrations beside the exact optimum (spec 13).

use super::around::Around;
use super::dice::Roll;
use super::menu::OptionSet;
use super::policy::Player;
use super::rules::game::{Code, Game, Policy};
use super::state::{GameState, Phase};
use crate::chance::Chance;
use std::cell::RefCell;
use std::collections::HashMap;

/// Most matches of a game played out; a policy that farms a fight must end.
const LONGEST: u32 = 10_000;

/// What a finished game counts: a conquest far above any score, and the score.
fn reward(game: &Game, state: &GameState) -> f64 {
    let won = f64::from(u8::from(state.phase() == Phase::Conquest));
    won + f64::from(game.score(state)) / 1000.0
}

fn play_out<C: Chance, P: Policy>(
    game: &Game,
    mut state: GameState,
    policy: &P,
    chance: &mut C,
) -> f64 {
    for _ in 0..LONGEST {
        if state.is_over() || chance.is_stopped() {
            break;
        }
        game.advance(&mut state, policy, chance);
    }
    if state.is_over() {
        reward(game, &state)
    } else {
        0.0
    }
}

/// Options of the roll at hand, within what the policy lets itself do.
fn options(player: &Player, game: &Game, state: &GameState, roll: Roll) -> OptionSet {
    let mut options = OptionSet::default();
    player.menus(game.class(state))[usize::from(state.bargained())].collect(
        state.fight(),
        roll,
        &mut options,
    );
    options
}

/// The option whose games, `games` of them each, come out best on average.
pub fn rollout<C: Chance>(
    player: &Player,
    with: &Player,
    games: u32,
    game: &Game,
    state: &GameState,
    roll: Roll,
    chance: &mut C,
) -> Code {
    let mut best: Option<(f64, Code)> = None;
    for code in options(player, game, state, roll).iter() {
        if best.is_some() && chance.is_stopped() {
            break;
        }
        let mut next = *state;
        game.after_match(&mut next, code);
        let sum: f64 = (0..games).map(|_| play_out(game, next, with, chance)).sum();
        if best.is_none_or(|(b, _)| sum > b) {
            best = Some((sum, code));
        }
    }
    best.expect("there is always an option").1
}

/// An arm of a node: visits and sum of rewards.
type Arm = (Code, f64, f64);

/// A tree over situations (state and roll), and the path of the game being played.
#[derive(Debug, Default)]
struct Tree {
    nodes: HashMap<(GameState, u16), Vec<Arm>>,
    path: Vec<((GameState, u16), usize)>,
    outside: bool,
}

/// Plays by the tree while it is inside of it, then by a policy.
struct InTree<'a> {
    tree: &'a RefCell<Tree>,
    player: &'a Player,
    with: &'a Player,
}

/// Upper confidence bound (Auer, Cesa-Bianchi and Fischer, 2002); an arm never tried comes first.
fn most_promising(arms: &[Arm]) -> usize {
    let total: f64 = arms.iter().map(|a| a.1).sum::<f64>().max(1.0);
    let bound = |a: &Arm| {
        if a.1 == 0.0 {
            f64::INFINITY
        } else {
            a.2 / a.1 + (2.0 * total.ln() / a.1).sqrt()
        }
    };
    (0..arms.len()).fold(0, |best, k| {
        if bound(&arms[k]) > bound(&arms[best]) {
            k
        } else {
            best
        }
    })
}

impl Around for InTree<'_> {
    fn inside(&self) -> &Player {
        self.with
    }

    fn playing<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> Code {
        let mut tree = self.tree.borrow_mut();
        if tree.outside {
            drop(tree);
            return self.with.play_match(game, state, roll, chance);
        }
        let key = (*state, roll.index() as u16);
        let new = !tree.nodes.contains_key(&key);
        let arms = tree.nodes.entry(key).or_insert_with(|| {
            options(self.player, game, state, roll)
                .iter()
                .map(|c| (c, 0.0, 0.0))
                .collect()
        });
        let arm = most_promising(arms);
        let code = arms[arm].0;
        tree.path.push((key, arm));
        tree.outside = new;
        code
    }
}

/// The option most visited by a tree search of this many games.
pub fn tree<C: Chance>(
    player: &Player,
    with: &Player,
    games: u32,
    game: &Game,
    state: &GameState,
    roll: Roll,
    chance: &mut C,
) -> Code {
    let tree = RefCell::new(Tree::default());
    let policy = InTree {
        tree: &tree,
        player,
        with,
    };
    let root = (*state, roll.index() as u16);
    for _ in 0..games {
        if chance.is_stopped() {
            break;
        }
        {
            let mut t = tree.borrow_mut();
            t.path.clear();
            t.outside = false;
        }
        let code = policy.play_match(game, state, roll, chance);
        let mut next = *state;
        game.after_match(&mut next, code);
        tree.borrow_mut().outside = false;
        let value = play_out(game, next, &policy, chance);
        let mut t = tree.borrow_mut();
        for (key, arm) in std::mem::take(&mut t.path) {
            let arm = &mut t.nodes.get_mut(&key).expect("on the path")[arm];
            arm.1 += 1.0;
            arm.2 += value;
        }
    }
    let t = tree.borrow();
    let Some(arms) = t.nodes.get(&root) else {
        // Stopped before the first game: nobody waits for the choice.
        return with.play_match(game, state, roll, chance);
    };
    arms.iter()
        .fold(arms[0], |best, a| if a.1 > best.1 { *a } else { best })
        .0
}
