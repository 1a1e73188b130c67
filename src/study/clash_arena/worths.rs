//! What one more gladiator of a kind brings to its owner, by least squares.
//!
//! Players are compared with players of the same policy in the same seat only: a policy that drafts swords may also fight
//! better, and a late seat finds fewer swords, and neither is the sword's doing. Everybody enters as many gladiators, so
//! only differences between kinds can be told; worths are given against the mean of the five.

use crate::games::clash::arena::tally::{ArenaTally, Seat, WIN};
use crate::games::clash::counts::Kind;

/// Metrics of the numbers entered, in the order of the kinds.
const ENTERED: [Seat; 5] = [
    Seat::Swords,
    Seat::Nets,
    Seat::Tridents,
    Seat::Spears,
    Seat::Shields,
];

/// Worths of the five kinds in points and in shares of the win, with their standard errors.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Worths {
    values: [[(f64, f64); 5]; 2],
}

/// A symmetric matrix of the kinds.
type Square = [[f64; 5]; 5];

impl Worths {
    /// From the sums of a tally. None where players of one policy and seat do not differ enough in what they enter.
    pub fn new(tally: &ArenaTally) -> Option<Self> {
        let raw: Vec<f64> = tally.fit.iter().map(|&x| x as f64).collect();
        let mut spread: Square = [[0.0; 5]; 5];
        for (at, (i, j)) in (0..5).flat_map(|i| (i..5).map(move |j| (i, j))).enumerate() {
            (spread[i][j], spread[j][i]) = (raw[at], raw[at]);
        }
        let scale = (0..5).map(|i| spread[i][i]).fold(0.0, f64::max);
        let mut right: [[f64; 5]; 2] = [[0.0; 5]; 2];
        right[0].copy_from_slice(&raw[15..20]);
        right[1].copy_from_slice(&raw[20..25]);
        let (mut squares, mut players, mut groups) = ([0.0; 2], 0.0, 0.0);
        // The means of a group are taken out of all sums.
        let layout = tally.layout();
        for (policy, seat) in
            (0..layout.policies).flat_map(|p| (0..layout.players).map(move |s| (p, s)))
        {
            let of = |metric: Seat| tally.cell(policy, seat, metric);
            let n = of(Seat::Win).n as f64;
            if n == 0.0 {
                continue;
            }
            let sum = |metric: Seat| of(metric).sum as f64;
            for i in 0..5 {
                for j in 0..5 {
                    spread[i][j] -= sum(ENTERED[i]) * sum(ENTERED[j]) / n;
                }
                for (measure, metric) in [Seat::Points, Seat::Win].into_iter().enumerate() {
                    right[measure][i] -= sum(ENTERED[i]) * sum(metric) / n;
                }
            }
            for (measure, metric) in [Seat::Points, Seat::Win].into_iter().enumerate() {
                squares[measure] += of(metric).sum_of_squares as f64 - sum(metric).powi(2) / n;
            }
            (players, groups) = (players + n, groups + 1.0);
        }
        // All kinds together never vary; this fixes their mean at 0.
        let fixed = (0..5).map(|i| spread[i][i]).sum::<f64>() / 25.0;
        let mut whole = spread;
        whole.iter_mut().flatten().for_each(|x| *x += fixed);
        let inverse = inverse(whole, 1e-9 * scale)?;
        let freedom = players - groups - 4.0;
        let one = |measure: usize, unit: f64| -> [(f64, f64); 5] {
            let value =
                |i: usize| -> f64 { (0..5).map(|j| inverse[i][j] * right[measure][j]).sum() };
            let values: [f64; 5] = std::array::from_fn(value);
            let told: f64 = (0..5).map(|i| values[i] * right[measure][i]).sum();
            let rest = ((squares[measure] - told) / freedom).max(0.0);
            std::array::from_fn(|i| {
                let variance = rest * (inverse[i][i] - 1.0 / (25.0 * fixed));
                (values[i] / unit, variance.max(0.0).sqrt() / unit)
            })
        };
        (freedom > 0.0).then(|| Self {
            values: [one(0, 1.0), one(1, WIN as f64)],
        })
    }

    /// Worth and standard error of a kind, in points (0) or in shares of the win (1).
    pub fn value(&self, measure: usize, kind: Kind) -> (f64, f64) {
        self.values[measure][kind as usize]
    }
}

/// The inverse; none where a pivot is not larger than `least`.
fn inverse(mut matrix: Square, least: f64) -> Option<Square> {
    let mut found: Square =
        std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
    for i in 0..5 {
        let pivot = (i..5).max_by(|&a, &b| matrix[a][i].abs().total_cmp(&matrix[b][i].abs()))?;
        matrix.swap(i, pivot);
        found.swap(i, pivot);
        let own = matrix[i][i];
        if own.abs() <= least {
            return None;
        }
        for j in 0..5 {
            matrix[i][j] /= own;
            found[i][j] /= own;
        }
        for k in (0..5).filter(|&k| k != i) {
            let factor = matrix[k][i];
            for j in 0..5 {
                matrix[k][j] -= factor * matrix[i][j];
                found[k][j] -= factor * found[i][j];
            }
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::clash::arena::experiment::ArenaGames;
    use crate::games::clash::arena::policy::{Company, SeatSpec};
    use crate::games::clash::arena::setup::Arena;
    use crate::playout::{Block, Experiment};

    fn played(policies: &str) -> ArenaTally {
        let arena = Arena::rulebook(2).unwrap();
        let specs = policies
            .split(',')
            .map(|p| SeatSpec::parse(p).unwrap())
            .collect();
        let games = ArenaGames::new(Company::new(arena, specs).unwrap());
        let mut tally = games.empty();
        for index in 0..16 {
            let (first, count) = (index * 64, 64);
            let block = Block {
                seed: 5,
                index,
                first,
                count,
            };
            games.play(&block, &mut tally);
        }
        tally
    }

    #[test]
    fn a_better_policy_is_no_merit_of_what_it_drafts() {
        // Greedy players all draft alike: only the random ones can tell what a kind is worth.
        assert_eq!(Worths::new(&played("greedy")), None);
        let alone = Worths::new(&played("random")).unwrap();
        let mixed = Worths::new(&played("greedy,random")).unwrap();
        for kind in Kind::ALL {
            let ((a, x), (b, y)) = (alone.value(0, kind), mixed.value(0, kind));
            assert!((a - b).abs() < 5.0 * x.hypot(y), "{kind}: {a} and {b}");
        }
        let sum: f64 = Kind::ALL.iter().map(|k| mixed.value(0, *k).0).sum();
        assert!(sum.abs() < 1e-9);
    }
}
