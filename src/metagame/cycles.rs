//! Cycles: a beats b beats c beats a, and how much of a game is of that kind.

use super::Payoff;

/// Advantages up to this are none.
const MARGIN: f64 = 1e-12;

/// A cycle of three, each beating the next and the last the first; the smallest number comes first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cycle {
    /// The three strategies.
    pub of: [usize; 3],
    /// The smallest of the three advantages: how strong the cycle is.
    pub least: f64,
}

/// All cycles of three of a symmetric zero-sum game, the strongest first, then in order.
pub fn three_cycles(game: &Payoff) -> Vec<Cycle> {
    let n = game.size();
    let mut found = Vec::new();
    for a in 0..n {
        for b in a + 1..n {
            for c in b + 1..n {
                for of in [[a, b, c], [a, c, b]] {
                    let least = (0..3)
                        .map(|i| game.at(of[i], of[(i + 1) % 3]))
                        .fold(f64::INFINITY, f64::min);
                    if least > MARGIN {
                        found.push(Cycle { of, least });
                    }
                }
            }
        }
    }
    found.sort_by(|x, y| y.least.total_cmp(&x.least).then(x.of.cmp(&y.of)));
    found
}

/// Share of the payoffs' sum of squares that differences of strength cannot explain, in 0..=1; 0 for a game of nothing.
///
/// The best strengths for V\[a\]\[b\] = r\[a\] - r\[b\] are the row means (least squares on the complete graph); what is left is a sum
/// of cycles.
pub fn intransitive_share(game: &Payoff) -> f64 {
    let means = game.means();
    let (mut all, mut left) = (0.0, 0.0);
    for a in 0..game.size() {
        for b in 0..game.size() {
            all += game.at(a, b).powi(2);
            left += (game.at(a, b) - means[a] + means[b]).powi(2);
        }
    }
    if all > 0.0 {
        (left / all).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rock_paper_scissors_is_one_cycle_and_nothing_else() {
        let game = Payoff::new(3, |a, b| [0.0, 1.0, -1.0][(a + 3 - b) % 3]);
        assert_eq!(
            three_cycles(&game),
            [Cycle {
                of: [0, 2, 1],
                least: 1.0
            }]
        );
        assert!((intransitive_share(&game) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn strength_alone_makes_no_cycle() {
        let game = Payoff::new(5, |a, b| b as f64 - a as f64);
        assert!(three_cycles(&game).is_empty() && intransitive_share(&game) < 1e-15);
        assert_eq!(intransitive_share(&Payoff::new(2, |_, _| 0.0)), 0.0);
    }
}
