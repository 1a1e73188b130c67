//! The gamble after a round: what rolling a health die is worth, by die, round and glory; from which value on it is wrong (spec 16).

use super::state::Die;
use super::state::{GLORY_MAX, Health, PLAYERS, player_from_index};
use super::values::Values;

/// The gamble in a state after a round, mean over the decks that may be left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GambleWorth {
    /// The round that is done, 1..=5.
    pub round: u8,
    /// Health dice.
    pub health: Health,
    /// Glory, that of the round included.
    pub glory: u8,
    /// Value of leaving the dice.
    pub stay: f64,
    /// What rolling the lower die gains (negative: costs); `None` where it is gone or the dice are alike (then see `high`).
    pub low: Option<f64>,
    /// The same for the higher die.
    pub high: f64,
}

/// Every state after every round but the last.
pub fn worth(values: &Values) -> Vec<GambleWorth> {
    let mut rows = Vec::new();
    for round in 1..values.game.last_round {
        for player in 0..PLAYERS {
            let (health, glory) = player_from_index(player);
            let (mut stay, mut low, mut high) = (0.0, 0.0, 0.0);
            for (deck, share) in values.contexts.shared_decks(round + 1) {
                let options = values.gamble_options(round, deck, health, glory);
                stay += share * options.of(None);
                low += share * options.of(Some(Die::Low));
                let twin = if health.low == health.high {
                    Die::Low
                } else {
                    Die::High
                };
                high += share * options.of(Some(twin));
            }
            let has_low = health.low > 0 && health.low != health.high;
            rows.push(GambleWorth {
                round,
                health,
                glory,
                stay,
                low: has_low.then_some(low - stay),
                high: high - stay,
            });
        }
    }
    rows
}

/// The share of states in which rolling a die of a value is right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Threshold {
    /// The round that is done.
    pub round: u8,
    /// Which die: the lowest remaining (two alike count here), or the higher of two that differ.
    pub die: Die,
    /// What it shows.
    pub shows: u8,
    /// States (other die and glory) with such a die.
    pub states: u32,
    /// Those in which rolling it gains.
    pub right: u32,
    /// Mean gain over all of them.
    pub gain: f64,
}

/// From which value on a gamble is wrong: by round, die and value.
pub fn thresholds(values: &Values) -> Vec<Threshold> {
    let rows = worth(values);
    let mut found = Vec::new();
    for round in 1..values.game.last_round {
        for die in Die::BOTH {
            for shows in 1..=6 {
                let gains: Vec<f64> = rows
                    .iter()
                    .filter(|w| w.round == round && w.glory <= GLORY_MAX)
                    .filter_map(|w| match die {
                        Die::Low if w.health.lowest() == shows => Some(w.low.unwrap_or(w.high)),
                        Die::High if w.health.high == shows && w.low.is_some() => Some(w.high),
                        _ => None,
                    })
                    .collect();
                if !gains.is_empty() {
                    let right = gains
                        .iter()
                        .filter(|g| **g > super::choose::MARGIN * values.scale())
                        .count() as u32;
                    let gain = gains.iter().sum::<f64>() / gains.len() as f64;
                    found.push(Threshold {
                        round,
                        die,
                        shows,
                        states: gains.len() as u32,
                        right,
                        gain,
                    });
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::dice::Faces;
    use super::super::library::Library;
    use super::super::rules::game::{Enemy, Event, Game, Round};
    use super::super::rules::{Ability, Rules};
    use super::super::spec::{Objective, ValueSpec};
    use super::*;
    use std::sync::Arc;

    #[test]
    fn low_dice_are_gambled_with_and_sixes_are_not() {
        let mut rules = Rules::rulebook();
        rules.set("bargain", "off").unwrap();
        let enemy = |health| Enemy {
            health: Some(health),
            ability: Ability::None,
        };
        let rounds = vec![
            Round {
                cards: 1,
                side: 0,
                faces: Faces::NONE
            };
            2
        ];
        let game = Game::new(
            rules,
            vec![[enemy(4); 2], [enemy(5); 2]],
            rounds,
            Event::ALL,
            2,
            (Health::new(4, 4), 0),
        )
        .unwrap();
        let library = Arc::new(Library::new(game));
        let values = library.values(&ValueSpec::Optimal(Objective::Win)).unwrap();
        let found = thresholds(&values);
        let at = |die: Die, shows: u8| {
            found
                .iter()
                .find(|t| t.die == die && t.shows == shows)
                .unwrap()
        };
        assert!(at(Die::Low, 1).right == at(Die::Low, 1).states);
        assert!(at(Die::Low, 6).right == 0 && at(Die::High, 6).right == 0);
        assert!((1..6).all(|k| at(Die::Low, k).gain > at(Die::Low, k + 1).gain));
        assert_eq!(
            found
                .iter()
                .filter(|t| t.die == Die::Low)
                .map(|t| t.states)
                .sum::<u32>(),
            162
        );
    }
}
