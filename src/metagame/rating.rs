//! Ratings: the additive worth of features by least squares, Shapley shares of what they explain, Elo from win chances.

/// A least-squares fit y ~ sum of worth times feature.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// Worth of one unit of each feature; of equally good fits the one with the smallest worths.
    pub worth: Vec<f64>,
    /// Share of the variance that it explains; 1 for a constant that is met.
    pub r_squared: f64,
}

/// Solves a square system given as rows with the right side at the end; `None` if it is singular.
pub(super) fn solve_linear(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = rows.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|&i, &j| rows[i][column].abs().total_cmp(&rows[j][column].abs()))?;
        if rows[pivot][column].abs() < 1e-13 {
            return None;
        }
        rows.swap(column, pivot);
        for other in 0..n {
            if other != column {
                let factor = rows[other][column] / rows[column][column];
                if factor != 0.0 {
                    let (from, to) = if other < column {
                        let (head, tail) = rows.split_at_mut(column);
                        (&tail[0], &mut head[other])
                    } else {
                        let (head, tail) = rows.split_at_mut(other);
                        (&head[column], &mut tail[0])
                    };
                    to.iter_mut().zip(from).for_each(|(t, f)| *t -= factor * f);
                }
            }
        }
    }
    Some((0..n).map(|i| rows[i][n] / rows[i][i]).collect())
}

/// Least-squares worth of each feature: `features[i][k]` is how much of feature k item i has, `y[i]` its value.
/// Without a constant: where every item has the same total the features carry it themselves.
///
/// Features that depend on each other share: of all best fits the one of the smallest sum of squares is taken.
///
/// # Panics
/// If the lengths differ or there is nothing to fit.
pub fn additive(features: &[Vec<f64>], y: &[f64]) -> Fit {
    assert_eq!(features.len(), y.len(), "one value an item");
    let count = features.first().expect("something to fit").len();
    // Gram-Schmidt with pivoting on the columns gives the span; the minimum-norm solution lies in the row space.
    let gram = |i: usize, j: usize| features.iter().map(|f| f[i] * f[j]).sum::<f64>();
    let matrix: Vec<Vec<f64>> = (0..count).map(|i| (0..count).map(|j| gram(i, j)).collect()).collect();
    let right: Vec<f64> = (0..count).map(|i| features.iter().zip(y).map(|(f, y)| f[i] * y).sum()).collect();
    let worth = minimum_norm(&matrix, &right);
    let mean = y.iter().sum::<f64>() / y.len() as f64;
    let fitted = features.iter().map(|f| f.iter().zip(&worth).map(|(x, w)| x * w).sum::<f64>());
    let residual: f64 = fitted.zip(y).map(|(fit, y)| (y - fit).powi(2)).sum();
    let total: f64 = y.iter().map(|y| (y - mean).powi(2)).sum();
    let r_squared = if total > 1e-24 { 1.0 - residual / total } else { f64::from(u8::from(residual < 1e-18)) };
    Fit { worth, r_squared }
}

/// Minimum-norm solution of a symmetric positive semi-definite system, by Jacobi's eigenvalue method.
fn minimum_norm(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let mut a = matrix.to_vec();
    let mut vectors: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for _ in 0..100 {
        let off: f64 = (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i][j].powi(2)).sum();
        if off < 1e-26 {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q].abs() < 1e-300 {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let t = if theta == 0.0 { 1.0 } else { t };
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for row in a.iter_mut().chain(vectors.iter_mut()) {
                    let (x, y) = (row[p], row[q]);
                    (row[p], row[q]) = (c * x - s * y, s * x + c * y);
                }
                let (head, tail) = a.split_at_mut(q);
                for (x, y) in head[p].iter_mut().zip(tail[0].iter_mut()) {
                    (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
                }
            }
        }
    }
    let largest = (0..n).map(|i| a[i][i].abs()).fold(0.0, f64::max);
    let mut solution = vec![0.0; n];
    for k in (0..n).filter(|&k| a[k][k] > largest * 1e-12) {
        let along: f64 = (0..n).map(|i| vectors[i][k] * right[i]).sum::<f64>() / a[k][k];
        (0..n).for_each(|i| solution[i] += along * vectors[i][k]);
    }
    solution
}

/// Shapley value of each of `count` players in a cooperative game: the mean over all orders of what a player adds.
/// `value(coalition)` gets a bit mask. Sums to the value of all less that of none.
///
/// # Panics
/// With more than 20 players.
pub fn shapley(count: usize, value: impl Fn(u32) -> f64) -> Vec<f64> {
    assert!(count <= 20, "a coalition game of so many players is too large");
    let worth: Vec<f64> = (0..1u32 << count).map(value).collect();
    // weight[k] = k! (count - k - 1)! / count!
    let mut weight = vec![1.0 / count.max(1) as f64; count];
    for k in 1..count {
        weight[k] = weight[k - 1] * k as f64 / (count - k) as f64;
    }
    (0..count)
        .map(|player| {
            let without = (0..1u32 << count).filter(|c| c >> player & 1 == 0);
            without.map(|c| weight[c.count_ones() as usize] * (worth[(c | 1 << player) as usize] - worth[c as usize])).sum()
        })
        .collect()
}

/// Shapley share of each feature in what all of them explain: r squared of the regressions on every subset, with a
/// constant. The shares add up to the r squared of all features.
pub fn explained_shares(features: &[Vec<f64>], y: &[f64]) -> Vec<f64> {
    let count = features.first().map_or(0, Vec::len);
    shapley(count, |coalition| {
        let chosen: Vec<Vec<f64>> = features
            .iter()
            .map(|f| std::iter::once(1.0).chain((0..count).filter(|k| coalition >> k & 1 == 1).map(|k| f[k])).collect())
            .collect();
        if coalition == 0 { 0.0 } else { additive(&chosen, y).r_squared }
    })
}

/// Elo ratings (mean 0, 400 points for odds of ten to one) that reproduce each strategy's expected score against all,
/// from the chances `p(a, b)` that a beats b, p(a, b) + p(b, a) = 1. By the minorise-maximise iteration of Bradley and Terry.
pub fn elo(count: usize, p: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let wins: Vec<f64> = (0..count).map(|a| (0..count).filter(|&b| b != a).map(|b| p(a, b).clamp(0.0, 1.0)).sum::<f64>().max(1e-9)).collect();
    let mut strength = vec![1.0f64; count];
    for _ in 0..20_000 {
        let mut change = 0.0f64;
        for a in 0..count {
            let met: f64 = (0..count).filter(|&b| b != a).map(|b| 1.0 / (strength[a] + strength[b])).sum();
            let new = if met > 0.0 { wins[a] / met } else { 1.0 };
            change = change.max((new / strength[a]).ln().abs());
            strength[a] = new;
        }
        let mean = strength.iter().map(|s| s.ln()).sum::<f64>() / count as f64;
        strength.iter_mut().for_each(|s| *s /= mean.exp());
        if change < 1e-12 {
            break;
        }
    }
    strength.iter().map(|s| 400.0 * s.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_additive_world_is_found() {
        let features: Vec<Vec<f64>> = (0..20).map(|i| vec![(i % 3) as f64, (i % 5) as f64, (i % 7) as f64]).collect();
        let y: Vec<f64> = features.iter().map(|f| 2.0 * f[0] - f[1] + 0.5 * f[2]).collect();
        let fit = additive(&features, &y);
        assert!(fit.worth.iter().zip([2.0, -1.0, 0.5]).all(|(a, b)| (a - b).abs() < 1e-10) && fit.r_squared > 1.0 - 1e-12);
    }

    #[test]
    fn dependent_features_share() {
        let features: Vec<Vec<f64>> = (0..6).map(|i| vec![i as f64, i as f64]).collect();
        let y: Vec<f64> = (0..6).map(|i| 2.0 * i as f64).collect();
        let fit = additive(&features, &y);
        assert!(fit.worth.iter().all(|w| (w - 1.0).abs() < 1e-10), "{fit:?}");
        let shares = explained_shares(&features, &y);
        assert!(shares.iter().all(|s| (s - 0.5).abs() < 1e-9), "{shares:?}");
    }

    #[test]
    fn shapley_values_of_a_glove_game() {
        // One left glove, two right ones: 2/3, 1/6, 1/6.
        let pair = |c: u32| f64::from(u8::from(c & 1 == 1 && c & 6 != 0));
        let values = shapley(3, pair);
        assert!(values.iter().zip([2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0]).all(|(a, b)| (a - b).abs() < 1e-12), "{values:?}");
    }

    #[test]
    fn elo_finds_the_strengths_it_was_made_from() {
        let truth = [200.0, 50.0, -250.0];
        let p = |a: usize, b: usize| 1.0 / (1.0 + 10f64.powf((truth[b] - truth[a]) / 400.0));
        assert!(elo(3, p).iter().zip(truth).all(|(a, b)| (a - b).abs() < 1e-6));
    }
}
