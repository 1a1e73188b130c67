//! What a policy loses against the optimum: by decision, by round, and the situations that cost it most.
//!
//! A decision that is worth less under optimal continuation than the best one there is has a regret; summed over all decisions, each with
//! its chance to come up, regrets give exactly the gap to the optimum (the performance difference lemma, Kakade and Langford, 2002).

mod situations;
mod spread;

pub use situations::Situation;

use super::between::{self, Few, Spread};
use super::chain::{Chain, Flow};
use super::contexts::{Context, Mode};
use super::dice::{ROLLS, Roll, roll_chances};
use super::exact::{self, GameExact, ShiftPoint, Witness};
use super::optimal::{Again, Problem, Room};
use super::policy::Player;
use super::rules::exchange::Permit;
use super::spec::DECISIONS;
use super::state::{Die, FIGHTS, Fight, Health, Outcome};
use super::sweep::Sweeper;
use super::values::{Best, Values};
use crate::error::{Error, Result};
use std::sync::Arc;

/// What a policy loses.
#[derive(Debug, Clone)]
pub struct Regret {
    /// The value of the optimum.
    pub optimum: f64,
    /// The value of the policy.
    pub policy: f64,
    /// Regret by decision, in the order of [`DECISIONS`], and round (from 0).
    pub by_decision: [[f64; 6]; DECISIONS.len()],
    /// How often each decision comes up in a game, likewise.
    pub asked: [[f64; 6]; DECISIONS.len()],
    /// The costliest situations in matches, the costliest first.
    pub worst: Vec<Situation>,
    /// What becomes of the policy's games.
    pub exact: GameExact,
}

impl Regret {
    /// Regret of a decision over all rounds.
    pub fn of(&self, decision: &str) -> f64 {
        let at = DECISIONS.iter().position(|d| *d == decision);
        at.map_or(0.0, |d| self.by_decision[d].iter().sum())
    }

    /// All of it.
    pub fn total(&self) -> f64 {
        self.by_decision.iter().flatten().sum()
    }
}

const SHIFT: usize = 0;
const HEAL: usize = 1;
const REROLL: usize = 2;
const MATCH: usize = 3;
const GAMBLE: usize = 4;

/// The regret of a policy against optimal values, with its `worst` costliest situations.
///
/// # Errors
/// If the policy has no exact answer (see [`super::follow::Follow::new`]), the values are of another game, or matches are capped.
pub fn regret(player: &Player, optimum: &Arc<Values>, worst: usize) -> Result<Regret> {
    let game = &player.library().game;
    if game.rules.match_cap > 0 {
        return Err(Error::usage(
            "under a cap on matches values depend on the matches left; regret is not worked out"
                .to_string(),
        ));
    }
    if optimum.game.last_round != game.last_round || optimum.game.rules != game.rules {
        return Err(Error::usage(
            "the optimal values are of another game".to_string(),
        ));
    }
    let mut ledger = Ledger {
        player,
        values: optimum,
        by_decision: Default::default(),
        asked: Default::default(),
        costly: Vec::new(),
    };
    let exact = exact::watched(player, &mut ledger)?;
    let value = match optimum.objective {
        super::spec::Objective::Win => exact.win(),
        super::spec::Objective::Score => exact.mean_score(),
    };
    let Ledger {
        by_decision,
        asked,
        costly,
        ..
    } = ledger;
    let worst = situations::worst(player, optimum, costly, worst);
    Ok(Regret {
        optimum: optimum.whole(),
        policy: value,
        by_decision,
        asked,
        worst,
        exact,
    })
}

/// A fight's states that cost something: state of the chain, expected matches in it, regret of its match decisions a match.
type Costly = (Context, Vec<(u32, f64, f64)>);

struct Ledger<'a> {
    player: &'a Player,
    values: &'a Arc<Values>,
    by_decision: [[f64; 6]; DECISIONS.len()],
    asked: [[f64; 6]; DECISIONS.len()],
    costly: Vec<Costly>,
}

/// What a fight costs.
struct Seen {
    matches: f64,
    ones: f64,
    reroll: f64,
    states: Vec<(u32, f64, f64)>,
}

impl Ledger<'_> {
    fn add(&mut self, decision: usize, round: u8, p: f64, loss: f64) {
        self.by_decision[decision][usize::from(round) - 1] += p * loss;
        self.asked[decision][usize::from(round) - 1] += p;
    }

    /// What rolling 1s again wrongly costs a match, by state of the layer with the right; and how often it is decided on.
    fn rerolls(&self, context: &Context, chain: &Chain) -> (Vec<f64>, f64) {
        let (values, library) = (self.values, self.player.library());
        let game = &values.game;
        let sweepers: Vec<Sweeper> = library
            .menus
            .layers(context.class(game), Permit::ALL)
            .into_iter()
            .map(Sweeper::new)
            .collect();
        let chances = roll_chances(game.round(context.round).faces);
        let (here, used) = (values.codes(context), values.codes(&context.used()));
        let again = if game.rules.right_per_match {
            Again::EveryMatch
        } else {
            Again::Once(&used)
        };
        let problem = Problem {
            sweepers: &sweepers,
            chances: &chances,
            ends: &here[FIGHTS..Outcome::COUNT],
            again,
            cap: 0,
            stall: [0.0; 6],
        };
        let most = here
            .iter()
            .chain(&used)
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        let mut room = Room::new(&sweepers);
        let rule = between::reroll(&self.player.spec.reroll_one);
        let mut costs = vec![0.0; values.layers * FIGHTS];
        let ones: Vec<usize> = Roll::all()
            .filter(|r| r.blue.shows(1))
            .map(Roll::index)
            .collect();
        for layer in 0..values.layers {
            if let Again::Once(after) = again {
                problem.value_rerolls(&mut room, layer, after, most);
            }
            problem.name_best(&mut room, layer, &here, most);
            for s in 0..FIGHTS {
                costs[layer * FIGHTS + s] = ones
                    .iter()
                    .map(|&roll| {
                        let at = s * ROLLS + roll;
                        let keep = here[usize::from(room.best(layer)[at])];
                        let anew = room.reroll_worth(at);
                        let q = rule.unwrap_or_else(|| f64::from(u8::from(chain.again[layer][at])));
                        chances[roll] * (keep.max(anew) - q * anew - (1.0 - q) * keep)
                    })
                    .sum();
            }
        }
        (costs, ones.iter().map(|&r| chances[r]).sum())
    }
}

impl Witness for Ledger<'_> {
    type Seen = Seen;

    fn shift(&mut self, at: &ShiftPoint, taken: &Spread<i8>, p: f64) {
        let options = self.values.shift_options(
            at.round, at.drawn, at.health, at.die, at.glory, at.moved, &Best,
        );
        self.add(SHIFT, at.round, p, lost(&options, taken));
    }

    fn heal(&mut self, context: &Context, health: Health, glory: u8, taken: &Spread<Die>, p: f64) {
        if health.remaining().count() > 1 {
            let options = self.values.heal_options(context, health, glory);
            self.add(HEAL, context.round, p, lost(&options, taken));
        }
    }

    fn gamble(
        &mut self,
        round: u8,
        deck: u8,
        health: Health,
        glory: u8,
        taken: &Spread<Option<Die>>,
        p: f64,
    ) {
        let mut options = self.values.gamble_options(round, deck, health, glory);
        if health.low == health.high {
            // The one die or the other: policies name the low one, values either.
            let twin = options.of(Some(Die::Low)).max(options.of(Some(Die::High)));
            options = [(None, options.of(None)), (Some(Die::Low), twin)]
                .into_iter()
                .collect();
        }
        let taken: Spread<Option<Die>> = taken
            .iter()
            .map(|(o, q)| {
                (
                    if health.low == health.high {
                        o.map(|_| Die::Low)
                    } else {
                        o
                    },
                    q,
                )
            })
            .collect();
        self.add(GAMBLE, round, p, lost(&options, &taken));
    }

    fn look(&self, context: &Context, _: &[f64], chain: &Chain, flow: &Flow) -> Seen {
        let values = self.values;
        let of = |c: &Context| values.fight(values.contexts.number(c));
        let (mut open, mut ends) = (of(context).to_vec(), values.ends(context));
        if chain.rights == 2 {
            open.extend_from_slice(of(&context.used()));
            ends.extend(values.ends(&context.used()));
        }
        let after = chain.one_match(&open, &ends);
        let right = context.mode == Mode::Right;
        let (rerolls, share) = if right {
            self.rerolls(context, chain)
        } else {
            (Vec::new(), 0.0)
        };
        let mut seen = Seen {
            matches: 0.0,
            ones: 0.0,
            reroll: 0.0,
            states: Vec::new(),
        };
        for (s, &visits) in flow.visits.iter().enumerate().filter(|(_, v)| **v > 0.0) {
            let reroll = rerolls.get(s).copied().unwrap_or(0.0);
            let loss = open[s] - after[s] - reroll;
            seen.matches += visits;
            if s < rerolls.len() {
                seen.ones += visits * share;
                seen.reroll += visits * reroll;
            }
            seen.states.push((s as u32, visits, loss));
        }
        seen
    }

    fn note(&mut self, context: &Context, seen: Seen) {
        let at = usize::from(context.round) - 1;
        self.asked[MATCH][at] += seen.matches;
        self.asked[REROLL][at] += seen.ones;
        self.by_decision[REROLL][at] += seen.reroll;
        self.by_decision[MATCH][at] += seen.states.iter().map(|(_, v, l)| v * l).sum::<f64>();
        let tiny = 1e-13 * self.values.scale();
        let states = seen
            .states
            .into_iter()
            .filter(|(_, v, l)| v * l > tiny)
            .collect();
        self.costly.push((*context, states));
    }
}

/// How much less what was taken is worth than the best option.
fn lost<T: Copy + PartialEq>(options: &Few<T>, taken: &Spread<T>) -> f64 {
    options.best(0.0).1 - taken.iter().map(|(o, p)| p * options.of(o)).sum::<f64>()
}

/// The fight of a state of a chain, its layer of the bargain, and whether the right is used.
fn state_of(s: u32, layers: usize) -> (Fight, usize, bool) {
    let s = s as usize;
    (
        Fight::from_index(s % FIGHTS),
        s / FIGHTS % layers,
        s / FIGHTS / layers == 1,
    )
}

#[cfg(test)]
mod tests;
