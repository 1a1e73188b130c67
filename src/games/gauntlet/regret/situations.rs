//! The situations that cost a policy most: the same enemy, fight and roll, over all that lies behind it in row and deck.

use super::spread::spread;
use super::{Costly, state_of};
use crate::games::gauntlet::between;
use crate::games::gauntlet::contexts::{Context, Mode};
use crate::games::gauntlet::dice::{ROLLS, Roll, roll_chances};
use crate::games::gauntlet::library::best_in;
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::rules::game::{Code, Game};
use crate::games::gauntlet::state::Fight;
use crate::games::gauntlet::values::Values;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A situation in a match that a policy plays badly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Situation {
    /// Round, 1..=6.
    pub round: u8,
    /// Card of the enemy, from 0.
    pub card: u8,
    /// Its side, 0 A, 1 B.
    pub side: u8,
    /// How the event bears on the fight.
    pub mode: Mode,
    /// Whether the bargain has been struck against this enemy (`bargain_limit=enemy`).
    pub bargained: bool,
    /// Player and enemy.
    pub fight: Fight,
    /// The roll; where red dice differ and nothing else does, the one that costs most.
    pub roll: Roll,
    /// How many red pairs it stands for.
    pub reds: u8,
    /// What the policy makes of it (its likeliest outcome, where it leaves that to chance).
    pub move_made: Code,
    /// What is best, in the context where the move costs most.
    pub better: Code,
    /// Where that is: what lies behind the enemy.
    pub context: Context,
    /// Mean cost, in the unit of the values.
    pub cost: f64,
    /// How often it comes up in a game.
    pub often: f64,
}

impl Situation {
    /// What it costs a game.
    pub fn total(&self) -> f64 {
        self.cost * self.often
    }
}

/// What a fight costs a game, and the expected matches in each context.
pub(super) type Cost = (f64, Vec<(Context, f64)>);

/// A fight as the policy sees it: round, card, mode, layer of the bargain, number of the fight.
pub(super) type Key = (u8, u8, Mode, usize, usize);

/// The `count` costliest situations. Fights are opened in order of what they cost, until none can hold one that costs more.
pub(super) fn worst(
    player: &Player,
    values: &Arc<Values>,
    costly: Vec<Costly>,
    count: usize,
) -> Vec<Situation> {
    let fights = fights(costly, values.layers);
    let mut found: Vec<Situation> = Vec::new();
    for (key, (cost, contexts)) in fights {
        if count == 0 || nth_best(&found, count).is_some_and(|least| least >= cost) {
            break;
        }
        open(player, values, key, &contexts, &mut found);
        if found.len() / 4 > count + 1000 {
            in_order(&mut found);
            found.truncate(count);
        }
    }
    in_order(&mut found);
    found.truncate(count);
    found
}

/// What fights cost a game, and where they come up; the costliest first.
pub(super) fn fights(costly: Vec<Costly>, layers: usize) -> Vec<(Key, Cost)> {
    let mut fights: BTreeMap<Key, Cost> = BTreeMap::new();
    for (context, states) in costly {
        for (s, visits, loss) in states {
            let (fight, layer, used) = state_of(s, layers);
            let here = if used { context.used() } else { context };
            let key = (
                here.round,
                here.row.first(),
                here.mode,
                layer,
                fight.index(),
            );
            let entry = fights.entry(key).or_default();
            entry.0 += visits * loss;
            match entry.1.iter_mut().find(|(c, _)| *c == here) {
                Some((_, v)) => *v += visits,
                None => entry.1.push((here, visits)),
            }
        }
    }
    let mut fights: Vec<_> = fights.into_iter().collect();
    fights.sort_by(|a, b| b.1.0.total_cmp(&a.1.0).then(a.0.cmp(&b.0)));
    fights
}

fn in_order(found: &mut [Situation]) {
    let place = |s: &Situation| (s.round, s.card, s.mode, s.fight, s.roll);
    found.sort_by(|a, b| {
        b.total()
            .total_cmp(&a.total())
            .then_with(|| place(a).cmp(&place(b)))
    });
}

/// What the situation at place `count` costs; `None` where there are fewer.
fn nth_best(found: &[Situation], count: usize) -> Option<f64> {
    let mut totals: Vec<f64> = if found.len() < count {
        return None;
    } else {
        found.iter().map(Situation::total).collect()
    };
    let (_, nth, _) = totals.select_nth_unstable_by(count - 1, |a, b| b.total_cmp(a));
    Some(*nth)
}

/// What each roll of a fight costs.
pub(super) fn open(
    player: &Player,
    values: &Arc<Values>,
    key: Key,
    contexts: &[(Context, f64)],
    found: &mut Vec<Situation>,
) {
    let (round, card, mode, layer, fight) = key;
    let game = &values.game;
    let fight = Fight::from_index(fight);
    let faces = game.round(round).faces;
    let menus = player.library().menus.layers(
        contexts[0].0.class(game),
        crate::games::gauntlet::rules::exchange::Permit::ALL,
    );
    let weights = kept(player, game, mode, &roll_chances(faces));
    let first = found.len();
    for roll in Roll::all() {
        let p = weights[roll.index()];
        if p <= 0.0 {
            continue;
        }
        let mut sum = 0.0;
        let mut costliest: Option<(f64, Context, Code, Code)> = None;
        for (context, visits) in contexts {
            let number = values.contexts.number(context);
            let (better, best) = best_in(values, context, &menus[layer], fight, roll);
            let (mut taken, mut likeliest) = (0.0, (better, 0.0));
            spread(player, context, layer, fight, roll, &mut |code, q| {
                taken += q * values.code(context, number, code);
                if q > likeliest.1 {
                    likeliest = (code, q);
                }
            });
            let loss = best - taken;
            sum += visits * loss;
            if costliest.as_ref().is_none_or(|c| visits * loss > c.0) {
                costliest = Some((visits * loss, *context, likeliest.0, better));
            }
        }
        let visits: f64 = contexts.iter().map(|(_, v)| v).sum();
        let (_, context, move_made, better) = costliest.expect("a fight has a context");
        if sum > 0.0 && move_made != better {
            let (cost, often) = (sum / visits, p * visits);
            // The same dice of the player's, the same move, the same better one: one situation.
            let same = |s: &&mut Situation| {
                (s.roll.blue, s.move_made, s.better) == (roll.blue, move_made, better)
            };
            if let Some(known) = found[first..].iter_mut().find(same) {
                let total = known.total() + cost * often;
                if cost > known.cost {
                    (known.roll, known.context) = (roll, context);
                }
                known.often += often;
                known.cost = total / known.often;
                known.reds += 1;
                continue;
            }
            found.push(Situation {
                round,
                card,
                side: game.round(round).side,
                mode,
                bargained: layer == 1,
                fight,
                roll,
                reds: 1,
                move_made,
                better,
                context,
                cost,
                often,
            });
        }
    }
}

/// Chances of the rolls as they are played; under event 1 those that are rolled again are left out.
fn kept(player: &Player, game: &Game, mode: Mode, chances: &[f64]) -> Vec<f64> {
    let mut weights = chances.to_vec();
    if mode == Mode::Right && !game.rules.right_per_match {
        let q = between::reroll(&player.spec.reroll_one).unwrap_or(0.0);
        for (at, w) in weights.iter_mut().enumerate().take(ROLLS) {
            if Roll::from_index(at).blue.shows(1) {
                *w *= 1.0 - q;
            }
        }
    }
    weights
}
