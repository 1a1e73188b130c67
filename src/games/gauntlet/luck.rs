//! How much is luck: the variance of a game's value, split by what it comes from (spec 16).
//!
//! A game reads three streams of words: cards, event dice and gambles; combat dice; what the policy leaves to chance. Two games that share a
//! stream and differ in the others covary by what that stream alone explains (Sobol, 1993: first-order indices by pick and freeze).

use super::kernel::{Games, Value};
use super::words::GameWords;
use crate::chance::{Lane, Stream};
use crate::playout::Block;
use rayon::prelude::*;

/// Shares of the variance of a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Luck {
    /// Games, in groups of four.
    pub groups: u64,
    /// Mean.
    pub mean: f64,
    /// Variance.
    pub variance: f64,
    /// Share explained by cards, event dice and gambles alone, with its standard error.
    pub scene: (f64, f64),
    /// Share explained by the combat dice alone.
    pub dice: (f64, f64),
    /// Share explained by what the policy leaves to chance alone.
    pub whim: (f64, f64),
}

impl Luck {
    /// What only their interplay explains.
    pub fn interplay(&self) -> f64 {
        1.0 - self.scene.0 - self.dice.0 - self.whim.0
    }
}

/// Groups a block.
const BLOCK: u32 = 256;

/// Splits the variance of a policy's games, from `groups` groups of four games.
pub fn luck<const LEDGER: bool>(
    games: &Games<LEDGER>,
    value: Value,
    seed: u64,
    groups: u32,
) -> Luck {
    let blocks: Vec<u32> = (0..groups.div_ceil(BLOCK)).collect();
    let rows: Vec<Vec<[f64; 4]>> = blocks
        .par_iter()
        .map(|&b| {
            let count = BLOCK.min(groups - b * BLOCK);
            let block = Block {
                seed,
                index: b.into(),
                first: u64::from(b) * u64::from(BLOCK),
                count,
            };
            let mut stream: Stream = block.stream("gauntlet-luck", Lane::Main);
            (0..count)
                .map(|_| {
                    let [a, b] = [(); 2].map(|()| GameWords::next(&mut stream));
                    let with = |words: GameWords| f64::from(games.value_of(words, value));
                    [
                        with(a),
                        with(GameWords {
                            scene: a.scene,
                            ..b
                        }),
                        with(GameWords { dice: a.dice, ..b }),
                        with(GameWords { whim: a.whim, ..b }),
                    ]
                })
                .collect()
        })
        .collect();
    let rows = rows.concat();
    let n = rows.len() as f64;
    let all = rows.iter().flatten();
    let mean = all.clone().sum::<f64>() / (4.0 * n);
    let variance = all.map(|v| (v - mean).powi(2)).sum::<f64>() / (4.0 * n);
    let share = |k: usize| {
        if variance == 0.0 {
            return (0.0, 0.0);
        }
        let products = rows
            .iter()
            .map(|r| (r[0] - mean) * (r[k] - mean) / variance);
        let of = products.clone().sum::<f64>() / n;
        let spread = products.map(|p| (p - of).powi(2)).sum::<f64>() / n;
        (of, (spread / n).sqrt())
    };
    Luck {
        groups: rows.len() as u64,
        mean,
        variance,
        scene: share(1),
        dice: share(2),
        whim: share(3),
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::GauntletData;
    use super::super::library::Library;
    use super::super::policy::Player;
    use super::super::rules::Rules;
    use super::super::spec::PolicySpec;
    use super::*;
    use std::sync::Arc;

    #[test]
    fn shares_of_luck() {
        let library = Arc::new(Library::new(
            GauntletData::embedded()
                .unwrap()
                .game(Rules::rulebook(), 2)
                .unwrap(),
        ));
        let games = |policy: &str| {
            let player = Player::new(&PolicySpec::parse(policy).unwrap(), &library).unwrap();
            Games::<false>::new(Arc::new(player), Value::Score)
        };
        let found = luck(&games("greedy"), Value::Score, 1, 20_000);
        assert_eq!(found, luck(&games("greedy"), Value::Score, 1, 20_000));
        // Greedy leaves nothing to chance: a share within five standard errors of none.
        assert!(found.whim.0.abs() < 5.0 * found.whim.1, "{found:?}");
        assert!(
            found.scene.0 > 0.0 && found.dice.0 > 0.0 && found.scene.0 + found.dice.0 < 1.0,
            "{found:?}"
        );
        let shaken = luck(&games("random"), Value::Score, 1, 20_000);
        for (share, error) in [shaken.scene, shaken.dice, shaken.whim] {
            assert!(share > -5.0 * error && share < 1.0, "{shaken:?}");
        }
        assert!(shaken.interplay() > 0.0, "{shaken:?}");
    }
}
