//! Exact answers about a policy, without sampling: what becomes of a row of enemies, and of a whole game (spec 14).
//!
//! The distribution over health and glory is pushed forward through rows, events, enemies, the end of the round and the gamble; decks
//! and rows are kept apart where anything later can depend on them. `forward` does it for games, `row` for rows of enemies.

mod forward;
mod row;

pub use forward::{ShiftPoint, Witness};
pub use row::{Bouts, BoutsExact, bouts};

use super::follow::Follow;
use super::policy::{Mind, Player};
use super::rules::game::score;
use super::state::{Health, PLAYERS, player_from_index, player_index};
use super::values::Values;
use crate::error::Result;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Mean of a number over weighted states; 0 where there is no weight.
fn mean(weighted: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (sum, weight) = weighted.fold((0.0, 0.0), |(s, w), (value, p)| (s + value * p, w + p));
    if weight > 0.0 { sum / weight } else { 0.0 }
}

/// What becomes of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct GameExact {
    /// The last round.
    pub last_round: u8,
    /// Chance of each final state of a conquest: 162 living ones, then 6 (by glory) in which both fell (`mutual_kill=conquest`).
    pub conquest: Vec<f64>,
    /// Chance of death, by round and glory.
    pub death: Vec<[f64; 6]>,
    /// Chance of a stall, by round and glory.
    pub stalled: Vec<[f64; 6]>,
    /// Chance to beat each round.
    pub beaten: Vec<f64>,
    /// Expected matches.
    pub matches: f64,
    /// By round, card and side: chance to meet the enemy, to die against it, matches against it.
    pub enemies: BTreeMap<(u8, u8, u8), Meeting>,
}

/// What happens with an enemy in a round.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Meeting {
    /// Expected fights (at most 1).
    pub fights: f64,
    /// Chance to die in one.
    pub deaths: f64,
    /// Expected matches.
    pub matches: f64,
}

impl GameExact {
    /// Chance of a conquest.
    pub fn win(&self) -> f64 {
        self.conquest.iter().sum()
    }

    /// Chance of each score, from 0 on.
    pub fn score_pmf(&self) -> Vec<f64> {
        let mut pmf = vec![0.0; 60];
        for (at, p) in self.conquest.iter().enumerate() {
            let (health, glory) = conquered(at);
            pmf[usize::from(score(health, glory, self.last_round))] += p;
        }
        for lost in [&self.death, &self.stalled] {
            for (round, by_glory) in lost.iter().enumerate() {
                for (glory, p) in by_glory.iter().enumerate() {
                    pmf[usize::from(score(Health::GONE, glory as u8, round as u8))] += p;
                }
            }
        }
        pmf
    }

    /// Mean score.
    pub fn mean_score(&self) -> f64 {
        self.score_pmf()
            .iter()
            .enumerate()
            .map(|(s, p)| s as f64 * p)
            .sum()
    }

    /// Mean health of those who conquer.
    pub fn mean_health_if_win(&self) -> f64 {
        mean(
            self.conquest
                .iter()
                .enumerate()
                .map(|(at, p)| (f64::from(conquered(at).0.sum()), *p)),
        )
    }

    /// Mean glory of those who conquer, after that of the last round.
    pub fn mean_glory_if_win(&self) -> f64 {
        mean(
            self.conquest
                .iter()
                .enumerate()
                .map(|(at, p)| (f64::from(conquered(at).1), *p)),
        )
    }
}

/// Health and glory of a conquest by its number.
pub fn conquered(at: usize) -> (Health, u8) {
    if at < PLAYERS {
        player_from_index(at)
    } else {
        (Health::GONE, (at - PLAYERS) as u8)
    }
}

/// The number of a conquest.
pub fn conquest_index(health: Health, glory: u8) -> usize {
    if health.is_gone() {
        PLAYERS + usize::from(glory)
    } else {
        player_index(health, glory)
    }
}

/// Works out a whole game under a policy.
///
/// # Errors
/// If the policy has no exact answer (see [`Follow::new`]).
pub fn game(player: &Player) -> Result<GameExact> {
    watched(player, &mut ())
}

/// The same under the eyes of a witness.
///
/// # Errors
/// As [`game`].
pub fn watched<W: Witness>(player: &Player, witness: &mut W) -> Result<GameExact> {
    let follow = Follow::new(player)?;
    Ok(forward::Forward::new(&follow, witness).run())
}

/// The values that a policy goes by in matches, if it does.
pub fn match_values(player: &Player) -> Option<&Arc<Values>> {
    match player.mind() {
        Mind::Values(values) => Some(values),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::GauntletData;
    use super::super::library::Library;
    use super::super::rules::Rules;
    use super::super::spec::PolicySpec;
    use super::*;

    fn library(last: u8, set: &[(&str, &str)]) -> Arc<Library> {
        let mut rules = Rules::rulebook();
        set.iter().for_each(|(k, v)| rules.set(k, v).unwrap());
        Arc::new(Library::new(
            GauntletData::embedded().unwrap().game(rules, last).unwrap(),
        ))
    }

    fn ask(library: &Arc<Library>, policy: &str) -> GameExact {
        game(&Player::new(&PolicySpec::parse(policy).unwrap(), library).unwrap()).unwrap()
    }

    /// The highest score is there to be had, and no higher one.
    #[test]
    fn fifty_nine_can_be_reached() {
        let found = ask(&library(6, &[]), "greedy").score_pmf();
        assert!(found[59] > 1e-9, "{}", found[59]);
        assert_eq!(found.len(), 60);
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-10);
    }

    /// Round I by itself: the optimum beats every policy, improving never makes worse, a bargain that may be struck never hurts the optimum.
    #[test]
    fn the_optimum_beats_every_policy() {
        let all = library(1, &[]);
        let off = library(1, &[("bargain", "off")]);
        let (win, score) = (ask(&all, "optimal:win"), ask(&all, "optimal:score"));
        assert!((win.win() - 0.997273).abs() < 1e-6, "{}", win.win()); // anchors d70, d71
        let without = ask(&off, "optimal:win");
        assert!((without.win() - 0.955011).abs() < 1e-6, "{}", without.win());
        assert!((ask(&all, "no_bargain:optimal:win").win()) <= win.win());
        for policy in super::super::spec::PRESETS {
            let found = ask(&all, policy);
            assert!(
                found.win() <= win.win() + 1e-12
                    && found.mean_score() <= score.mean_score() + 1e-12,
                "{policy}"
            );
            let better = ask(&all, &format!("improve:{policy}"));
            assert!(
                found.win() <= better.win() + 1e-12 && better.win() <= win.win() + 1e-12,
                "{policy}"
            );
            let richer = ask(&all, &format!("improve:score:{policy}"));
            assert!(
                found.mean_score() <= richer.mean_score() + 1e-12,
                "{policy}"
            );
        }
    }

    #[test]
    fn anchors_of_fixed_policies() {
        let data = GauntletData::embedded().unwrap();
        let library = Arc::new(Library::new(data.game(Rules::rulebook(), 4).unwrap()));
        for (name, win, score, matches) in [
            (
                "never_swap",
                0.000112511855408112,
                5.5950663504956,
                8.45059743552,
            ),
            ("banker", 0.878229051766, 27.764125938118, 28.199290938),
        ] {
            let t = std::time::Instant::now();
            let player = Player::new(&PolicySpec::parse(name).unwrap(), &library).unwrap();
            let exact = game(&player).unwrap();
            println!(
                "{name} {} {} {} {:?}",
                exact.win(),
                exact.mean_score(),
                exact.matches,
                t.elapsed()
            );
            assert!((exact.win() - win).abs() < 1e-9);
            assert!((exact.mean_score() - score).abs() < 1e-9);
            assert!((exact.matches - matches).abs() < 1e-8);
        }
    }
}
