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

/// About how many states a duel has, before anything is listed: pairs of healths times guards and stuns (8.65, as the
/// rookies' mirror has), times luck dice in play and copies that may be thrown.
pub fn expected_states(duel: &super::duel::Duel) -> f64 {
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

/// P(a wins) and nothing else: backward elimination where the battle is plain, else the chain.
///
/// # Errors
/// Too many states.
pub fn win_a(
    duel: &super::duel::Duel,
    memory: &mut super::situations::Memory<'_>,
) -> crate::error::Result<f64> {
    let Some(won) = cells::solve(duel, memory) else {
        return Ok(exact(duel)?.win(0));
    };
    let health = [duel.fighters[0].health as u8, duel.fighters[1].health as u8];
    let by_first = graph::starts(duel)
        .into_iter()
        .map(|(s, p)| p * won.win_a(s.active(), health));
    Ok(by_first.sum())
}
