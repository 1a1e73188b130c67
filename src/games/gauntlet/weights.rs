//! What a point of glory is worth in health: sweeps over the weights of `weigh`, and marginal values of the optimum (spec 16).

use super::choose::Weights;
use super::exact::{self, GameExact};
use super::library::Library;
use super::policy::Player;
use super::spec::PolicySpec;
use super::state::{DIE_MAX, GLORY_MAX, Health};
use super::values::Values;
use crate::error::{Error, Result};
use std::sync::Arc;

/// The weights by name, in the order of `weigh:H,G,E,K`.
pub const WEIGHTS: [&str; 4] = ["health", "glory", "enemy", "down"];

/// Exact results of `weigh` with one weight (0..4) swept, the other decisions as in the presets. A few seconds a line.
///
/// # Errors
/// A weight out of range.
pub fn sweep(
    library: &Arc<Library>,
    base: Weights,
    which: usize,
    over: impl IntoIterator<Item = i32>,
    told: &mut dyn FnMut(&Weights) -> bool,
) -> Result<Vec<(Weights, GameExact)>> {
    if which >= WEIGHTS.len() {
        return Err(Error::usage(format!(
            "the weights are {}",
            WEIGHTS.join(", ")
        )));
    }
    let mut rows = Vec::new();
    for value in over {
        let mut weights = base;
        weights[which] = value;
        if !told(&weights) {
            return Err(Error::runtime("stopped before the sweep was finished"));
        }
        let [h, g, e, k] = weights;
        let spec = PolicySpec::parse(&format!("weigh:{h},{g},{e},{k}"))?;
        rows.push((weights, exact::game(&Player::new(&spec, library)?)?));
    }
    Ok(rows)
}

/// The worth of a player before a round, mean over the decks that it may begin with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worth {
    /// Round, 1..=6.
    pub round: u8,
    /// Health dice.
    pub health: Health,
    /// Glory.
    pub glory: u8,
    /// Value.
    pub value: f64,
    /// Value of one more on the lower die, less this one; `None` at 6.
    pub low: Option<f64>,
    /// The same for the higher die.
    pub high: Option<f64>,
    /// The same for glory; `None` at 5.
    pub one_glory: Option<f64>,
}

/// Worth of every living player before every round: `V(low, high, glory)` with its marginal values.
pub fn worth(values: &Values) -> Vec<Worth> {
    let mut rows = Vec::new();
    for round in 1..=values.game.last_round {
        let mean = |health: Health, glory: u8| -> f64 {
            let decks = values.contexts.shared_decks(round);
            decks
                .map(|(d, share)| share * values.before_round(round, d, health, glory))
                .sum()
        };
        for health in Health::all() {
            for glory in 0..=GLORY_MAX {
                let value = mean(health, glory);
                // A removed die never comes back.
                let low = (health.low > 0 && health.low < DIE_MAX)
                    .then(|| mean(Health::new(health.low + 1, health.high), glory) - value);
                let high = (health.high < DIE_MAX)
                    .then(|| mean(Health::new(health.low, health.high + 1), glory) - value);
                let one_glory = (glory < GLORY_MAX).then(|| mean(health, glory + 1) - value);
                rows.push(Worth {
                    round,
                    health,
                    glory,
                    value,
                    low,
                    high,
                    one_glory,
                });
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::data::GauntletData;
    use super::super::rules::Rules;
    use super::super::spec::{Objective, ValueSpec};
    use super::*;

    #[test]
    fn the_presets_lie_on_the_sweep() {
        let library = Arc::new(Library::new(
            GauntletData::embedded()
                .unwrap()
                .game(Rules::rulebook(), 1)
                .unwrap(),
        ));
        let rows = sweep(&library, [2, 3, 2, 4], 1, [0, 3], &mut |_| true).unwrap();
        let banker =
            exact::game(&Player::new(&PolicySpec::parse("banker").unwrap(), &library).unwrap())
                .unwrap();
        assert_eq!(rows[1].1.win(), banker.win());
        assert!(rows[0].1.win() != rows[1].1.win());
        assert!(sweep(&library, [2, 3, 2, 4], 7, [0], &mut |_| true).is_err());
    }

    #[test]
    fn worth_is_of_the_start_what_the_game_is_worth() {
        let mut rules = Rules::rulebook();
        rules.set("bargain", "off").unwrap();
        let library = Arc::new(Library::new(
            GauntletData::embedded().unwrap().game(rules, 1).unwrap(),
        ));
        let values = library.values(&ValueSpec::Optimal(Objective::Win)).unwrap();
        let rows = worth(&values);
        assert_eq!(rows.len(), 162);
        let start = rows
            .iter()
            .find(|w| w.health == Health::new(4, 4) && w.glory == 0)
            .unwrap();
        assert!((start.value - values.whole()).abs() < 1e-12);
        // In one round without a glory_health enemy ahead more is never worse; with one it can be (spec 16).
        assert!(
            rows.iter()
                .all(|w| w.low.is_none_or(|d| d > -1e-9) && w.high.is_none_or(|d| d > -1e-9))
        );
    }
}
