//! Exact evaluation: a battle under fixed policies is an absorbing Markov chain (spec 16).
//!
//! [`graph`] lists the states that can be reached and their transitions, all from the rules; [`chain`] pushes the
//! start
//! forward until next to nothing is undecided; [`optimal`] finds the best styles by value iteration on the same graph.
//! [`cells`] solves P(win) of plain battles backward, for all healths at once: what searches over builds need.

pub mod cells;
pub mod chain;
pub mod graph;
pub mod optimal;

pub use chain::{Exact, exact};
pub use optimal::Solved;

use super::duel::Duel;
use super::situations::{Memory, Situations, Strike};
use crate::error::Result;

/// About how many states a duel has, before anything is listed: pairs of healths times guards and stuns (8.65, as the
/// rookies' mirror has), times luck dice in play and copies that may be thrown.
pub fn expected_states(duel: &Duel) -> f64 {
    use super::data::Usage;
    use super::policy::{LuckRule, ThrowRule};
    let side = |s: usize| {
        let (f, parts) = (&duel.fighters[s], &duel.policies[s].parts);
        let luck = if parts.luck == LuckRule::NONE {
            0
        } else {
            f.luck
        };
        let thrown = |usage| match usage {
            Usage::Melee => false,
            Usage::Thrown => true,
            Usage::Both => parts.throw != ThrowRule::MustOnly,
        };
        let copies: f64 = f
            .listed()
            .iter()
            .filter(|w| thrown(w.usage))
            .map(|w| f64::from(w.copies) + 1.0)
            .product();
        (f64::from(f.health) + 20.0) * (f64::from(luck) + 1.0) * copies
    };
    8.65 * side(0) * side(1)
}

/// P(a wins) and nothing else.
///
/// # Errors
/// Too many states.
pub fn win_a(duel: &Duel, memory: &mut Memory<'_>) -> Result<f64> {
    Ok(wins(duel, memory)?[0])
}

/// P(a wins) and P(b wins): backward elimination where the battle is plain, somebody always scores and the turn cap does
/// not matter; else the chain.
///
/// # Errors
/// Too many states.
pub fn wins(duel: &Duel, memory: &mut Memory<'_>) -> Result<[f64; 2]> {
    let decided = !duel.rules.readings.coma_is_no_contest && ends_in_time(duel, memory);
    let Some(won) = decided.then(|| cells::solve(duel, memory)).flatten() else {
        let e = exact(duel)?;
        return Ok([e.win(0), e.win(1)]);
    };
    let health = [duel.fighters[0].health as u8, duel.fighters[1].health as u8];
    let by_first = graph::starts(duel)
        .into_iter()
        .map(|(s, p)| p * won.win_a(s.active(), health));
    let win: f64 = by_first.sum();
    // Rounding leaves a little where somebody always wins.
    let win = match win {
        w if w < 1e-13 => 0.0,
        w if w > 1.0 - 1e-13 => 1.0,
        w => w,
    };
    Ok([win, 1.0 - win])
}

/// Heals that a battle does not outlast: each fate roll ends one half of the battles that come to it.
const HEALS: f64 = 45.0;

/// Whether a plain battle is all but sure to end before the turn cap: some side gets through often enough, whatever
/// the other's guard, to take all the health there is and all that fate may give back.
fn ends_in_time(duel: &Duel, memory: &mut Memory<'_>) -> bool {
    let Some(s) = Situations::new(duel, memory) else {
        return false;
    };
    let all = || {
        s.strikes
            .iter()
            .flatten()
            .flatten()
            .filter(|l| !l.is_empty())
    };
    let hurts = |strike: &Strike| strike.damage > 0 || strike.kill;
    if all()
        .flat_map(|l| l.iter())
        .any(|(k, _)| k.stun && !hurts(k))
    {
        return false; // a stun that costs no health makes turns pass without one
    }
    let through = |side: usize| {
        let lists = s.strikes[side].iter().flatten().filter(|l| !l.is_empty());
        let each = lists.map(|l| l.iter().filter(|(k, _)| hurts(k)).map(|(_, p)| p).sum());
        each.fold(1.0, f64::min)
    };
    let lightest = all()
        .flat_map(|l| l.iter())
        .filter(|(k, _)| k.damage > 0)
        .map(|(k, _)| f64::from(k.damage))
        .fold(f64::INFINITY, f64::min);
    let health: f64 = duel
        .fighters
        .iter()
        .map(|f| f64::from(f.health) + 20.0)
        .sum();
    let needed = (health + 10.0 * HEALS) / lightest;
    let mean = through(0).max(through(1)) * f64::from(duel.rules.readings.max_turns) / 2.0;
    // Chernoff's bound: fewer than `needed` in so many turns has a chance below 1e-13.
    mean > needed && (mean - needed).powi(2) > 60.0 * mean
}
