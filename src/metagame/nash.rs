//! Equilibria of zero-sum games by linear programming, best replies, and how far a mixture is from safe.
//!
//! Equilibria need not be unique, so weights prove nothing: what is tested is the exploitability.

use super::Payoff;
use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// Largest exploitability that still counts as an equilibrium.
pub const SAFE: f64 = 1e-9;
/// Replies within this of the best are best replies; weights below it are none.
const TIE: f64 = 1e-9;

/// An equilibrium mixture of a symmetric zero-sum game, whose value is 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Equilibrium {
    /// Weights, adding up to one.
    pub weights: Vec<f64>,
    /// Best payoff of any strategy against it, less the game's value; at most [`SAFE`].
    pub exploitability: f64,
    /// Strategies with weight.
    pub support: Vec<usize>,
    /// Strategies that do as well against it as any, the support among them.
    pub best_replies: Vec<usize>,
    /// Strategies that are equilibria by themselves.
    pub pure: Vec<usize>,
    /// True when other equilibria exist or may exist: more best replies than support, or several pure ones.
    pub degenerate: bool,
}

/// Strategies within 1e-9 of the best reply to a mixture, and its payoff.
pub fn best_replies(game: &Payoff, mixture: &[f64]) -> (Vec<usize>, f64) {
    let payoffs = game.against(mixture);
    let best = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (
        (0..game.size())
            .filter(|&a| payoffs[a] >= best - TIE)
            .collect(),
        best,
    )
}

/// What the best reply gets against a mixture, max_a (V x)_a: how much the mixture can be exploited in a symmetric zero-sum game.
pub fn exploitability(game: &Payoff, mixture: &[f64]) -> f64 {
    best_replies(game, mixture).1
}

/// All pure equilibria of a symmetric zero-sum game: strategies that lose to nobody.
pub fn pure(game: &Payoff) -> Vec<usize> {
    let safe = |b: usize| (0..game.size()).all(|a| game.at(a, b) <= SAFE);
    (0..game.size()).filter(|&b| safe(b)).collect()
}

/// An equilibrium of a symmetric zero-sum game (V = -V^T).
///
/// # Panics
/// If the game is not symmetric, or no mixture within [`SAFE`] is found (which the tests have never seen).
pub fn symmetric(game: &Payoff) -> Equilibrium {
    assert!(
        game.asymmetry() < 1e-9,
        "the game is not symmetric: symmetrise it first"
    );
    let mut weights = solve(game, &(0..game.size()).collect::<Vec<_>>());
    if exploitability(game, &weights) > SAFE {
        weights = polish(game, weights);
    }
    let (best_replies, exploitability) = best_replies(game, &weights);
    assert!(
        exploitability <= SAFE,
        "the equilibrium is exploitable by {exploitability:e}"
    );
    let support: Vec<usize> = (0..game.size()).filter(|&a| weights[a] > TIE).collect();
    let pure = pure(game);
    let degenerate =
        best_replies.len() > support.len() || pure.len() > 1 || pure.len() == 1 && support != pure;
    Equilibrium {
        weights,
        exploitability: exploitability.max(0.0),
        support,
        best_replies,
        pure,
        degenerate,
    }
}

/// Minimises the best reply's payoff against mixtures of `columns`.
fn solve(game: &Payoff, columns: &[usize]) -> Vec<f64> {
    let mut lp = Problem::new(OptimizationDirection::Minimize);
    let worst = lp.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let weights: Vec<_> = columns
        .iter()
        .map(|_| lp.add_var(0.0, (0.0, 1.0)))
        .collect();
    let whole: Vec<_> = weights.iter().map(|&w| (w, 1.0)).collect();
    lp.add_constraint(whole.as_slice(), ComparisonOp::Eq, 1.0);
    for a in 0..game.size() {
        let mut row = vec![(worst, -1.0)];
        row.extend(
            weights
                .iter()
                .zip(columns)
                .map(|(&w, &b)| (w, game.at(a, b))),
        );
        lp.add_constraint(row.as_slice(), ComparisonOp::Le, 0.0);
    }
    let mut mixture = vec![0.0; game.size()];
    if let Some(solution) = lp
        .solve()
        .ok()
        .and_then(|outcome| outcome.into_solution().ok())
    {
        for (&w, &b) in weights.iter().zip(columns) {
            mixture[b] = solution.var_value(w).max(0.0);
        }
    }
    normalised(mixture)
}

fn normalised(mut mixture: Vec<f64>) -> Vec<f64> {
    let sum: f64 = mixture.iter().sum();
    if sum > 0.0 {
        mixture.iter_mut().for_each(|x| *x /= sum);
    } else {
        let even = 1.0 / mixture.len() as f64;
        mixture.fill(even);
    }
    mixture
}

/// Repairs rounding: solves again on the support alone, then for equal payoffs on it, and keeps the best.
fn polish(game: &Payoff, weights: Vec<f64>) -> Vec<f64> {
    let support: Vec<usize> = (0..game.size()).filter(|&a| weights[a] > 1e-7).collect();
    let mut found = vec![weights, solve(game, &support)];
    found.extend(equalise(game, &support));
    found
        .into_iter()
        .min_by(|a, b| exploitability(game, a).total_cmp(&exploitability(game, b)))
        .expect("there are some")
}

/// The mixture of `support` against which all of it gets 0, by Gaussian elimination with pivoting.
fn equalise(game: &Payoff, support: &[usize]) -> Option<Vec<f64>> {
    let n = support.len();
    // Normal equations of (V x = 0 on the support, sum x = 1).
    let mut rows: Vec<Vec<f64>> = support
        .iter()
        .map(|&a| {
            support
                .iter()
                .map(|&b| game.at(a, b))
                .chain([0.0])
                .collect()
        })
        .collect();
    rows.push(vec![1.0; n + 1]);
    let normal: Vec<Vec<f64>> = (0..n)
        .map(|i| {
            (0..=n)
                .map(|j| rows.iter().map(|r| r[i] * r[j]).sum())
                .collect()
        })
        .collect();
    let x = super::rating::solve_linear(normal)?;
    let mut mixture = vec![0.0; game.size()];
    support
        .iter()
        .zip(x)
        .for_each(|(&a, w)| mixture[a] = w.max(0.0));
    Some(normalised(mixture))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycle(n: usize) -> Payoff {
        Payoff::new(n, |a, b| match (a + n - b) % n {
            1 => 1.0,
            k if k == n - 1 => -1.0,
            _ => 0.0,
        })
    }

    #[test]
    fn rock_paper_scissors_is_played_evenly() {
        let e = symmetric(&cycle(3));
        assert!(
            e.weights.iter().all(|w| (w - 1.0 / 3.0).abs() < 1e-9) && !e.degenerate,
            "{e:?}"
        );
        assert_eq!(exploitability(&cycle(3), &[1.0, 0.0, 0.0]), 1.0);
        assert_eq!(best_replies(&cycle(3), &[1.0, 0.0, 0.0]).0, [1]);
    }

    #[test]
    fn degenerate_games_are_reported_as_such() {
        let e = symmetric(&Payoff::new(4, |_, _| 0.0));
        assert_eq!(
            (e.pure.len(), e.degenerate, e.exploitability),
            (4, true, 0.0)
        );
        let e = symmetric(&Payoff::new(3, |a, b| b as f64 - a as f64));
        assert_eq!((e.pure, e.support, e.degenerate), (vec![0], vec![0], false));
        assert!(symmetric(&cycle(4)).degenerate);
    }

    #[test]
    fn random_games_are_solved_to_the_bound() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        for n in [1, 2, 5, 12, 30, 70] {
            let mut next = || {
                word = word
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (word >> 33) as f64 / (1u64 << 31) as f64 - 0.5
            };
            let m = Payoff::new(n, |_, _| next());
            let e = symmetric(&m.symmetrised());
            assert!(e.exploitability <= SAFE, "{n}: {}", e.exploitability);
            assert!((e.weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
