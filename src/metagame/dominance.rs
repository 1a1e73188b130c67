//! Dominance by pure strategies: a strategy is dominated if one and the same other is better against everybody.

use super::Payoff;

/// Advantages up to this are none.
pub const MARGIN: f64 = 1e-12;

/// A strategy that dominates another, and by how little at least.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Witness {
    /// The dominating strategy.
    pub by: usize,
    /// Its smallest advantage against any opponent.
    pub least: f64,
    /// Its mean advantage.
    pub mean: f64,
}

/// Of the strategies that dominate, the one with the largest least advantage (then mean, then first).
fn witness(
    game: &Payoff,
    a: usize,
    rivals: &[usize],
    opponents: &[usize],
    dominates: impl Fn(f64, f64) -> bool,
) -> Option<Witness> {
    let mut best: Option<Witness> = None;
    for &by in rivals.iter().filter(|&&by| by != a) {
        let advantage = |b: &usize| game.at(by, *b) - game.at(a, *b);
        let least = opponents
            .iter()
            .map(advantage)
            .fold(f64::INFINITY, f64::min);
        let most = opponents
            .iter()
            .map(advantage)
            .fold(f64::NEG_INFINITY, f64::max);
        if dominates(least, most) {
            let mean = opponents.iter().map(advantage).sum::<f64>() / opponents.len() as f64;
            let found = Witness { by, least, mean };
            if best.is_none_or(|b| {
                (found.least, found.mean) > (b.least + MARGIN, b.mean)
                    || found.least > b.least + MARGIN
            }) {
                best = Some(found);
            }
        }
    }
    best
}

fn all(game: &Payoff) -> Vec<usize> {
    (0..game.size()).collect()
}

/// For each strategy, one that is strictly better against every opponent, if there is any.
pub fn strict(game: &Payoff) -> Vec<Option<Witness>> {
    let all = all(game);
    all.iter()
        .map(|&a| witness(game, a, &all, &all, |least, _| least > MARGIN))
        .collect()
}

/// For each strategy, one that is never worse and somewhere better, if there is any.
pub fn weak(game: &Payoff) -> Vec<Option<Witness>> {
    let all = all(game);
    all.iter()
        .map(|&a| {
            witness(game, a, &all, &all, |least, most| {
                least >= -MARGIN && most > MARGIN
            })
        })
        .collect()
}

/// Rounds of eliminating what is strictly dominated among what is left, by what is left.
#[derive(Debug, Clone, PartialEq)]
pub struct Iterated {
    /// Strategies that go, round by round, each with who dominates it then.
    pub rounds: Vec<Vec<(usize, Witness)>>,
    /// What is left, in order.
    pub survivors: Vec<usize>,
}

/// Iterated elimination of strictly dominated strategies; the order of elimination does not matter.
pub fn iterated(game: &Payoff) -> Iterated {
    let mut found = Iterated {
        rounds: Vec::new(),
        survivors: all(game),
    };
    loop {
        let left = found.survivors.clone();
        let gone: Vec<(usize, Witness)> = left
            .iter()
            .filter_map(|&a| {
                witness(game, a, &left, &left, |least, _| least > MARGIN).map(|w| (a, w))
            })
            .collect();
        if gone.is_empty() {
            return found;
        }
        found.survivors.retain(|a| gone.iter().all(|(g, _)| g != a));
        found.rounds.push(gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rows: &[&[f64]]) -> Payoff {
        Payoff::new(rows.len(), |a, b| rows[a][b])
    }

    #[test]
    fn strict_needs_an_advantage_everywhere_weak_somewhere() {
        let g = game(&[&[0.0, 1.0, 1.0], &[-1.0, 0.0, 0.0], &[-1.0, 0.0, 0.0]]);
        assert_eq!(
            strict(&g)
                .iter()
                .map(|w| w.map(|w| w.by))
                .collect::<Vec<_>>(),
            [None, Some(0), Some(0)]
        );
        let g = game(&[&[0.0, 0.0], &[0.0, 0.0]]);
        assert_eq!(weak(&g), [None, None]);
        let g = game(&[&[1.0, 0.0], &[0.0, 0.0]]);
        assert_eq!((strict(&g)[1], weak(&g)[1].map(|w| w.by)), (None, Some(0)));
    }

    #[test]
    fn elimination_goes_on_while_something_becomes_dominated() {
        // 2 is dominated by 0; without it 1 is dominated by 0 as well.
        let g = game(&[&[0.0, 1.0, 1.0], &[-1.0, 0.0, 3.0], &[-1.0, -3.0, 0.0]]);
        let it = iterated(&g);
        assert_eq!(it.survivors, [0]);
        assert_eq!(it.rounds.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
    }
}
