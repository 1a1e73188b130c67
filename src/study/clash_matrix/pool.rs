//! Whom a team meets: all alike, or as gladiators come out of the box or out of drafts.

use crate::chance::{Lane, Stream};
use crate::error::{Error, Result};
use crate::games::clash::arena::board::spaces_of;
use crate::games::clash::arena::luck::Quick;
use crate::games::clash::arena::policy::{Company, Seated};
use crate::games::clash::arena::state::Phase;
use crate::games::clash::counts::Kind;
use crate::games::clash::unit::{CARRIER_SIZE, Unit};

/// Weights of the opponents.
#[derive(Debug, Clone, PartialEq)]
pub struct Pool {
    /// One a team, adding up to one.
    pub weights: Vec<f64>,
    /// Where they are from, for people.
    pub says: String,
}

/// Drafts that are played to see what they leave.
pub const DRAFTS: u64 = 20_000;

impl Pool {
    /// A carrier filled blindly from the box, which holds so many of each kind. For teams smaller than a carrier: as many
    /// gladiators drawn, each size alike.
    ///
    /// # Errors
    /// Teams that the box cannot fill.
    pub fn of_box(teams: &[Unit], stacks: [u8; 5]) -> Result<Self> {
        let chance = |team: &Unit| -> f64 {
            let drawn = f64::from(team.counts.total());
            let all: f64 = stacks.iter().map(|&n| f64::from(n)).sum();
            let ways: f64 = Kind::ALL
                .iter()
                .zip(stacks)
                .map(|(&k, stack)| binomial(f64::from(stack), f64::from(team.counts.get(k))))
                .product();
            ways / binomial(all, drawn)
        };
        Self::of(
            teams.iter().map(chance).collect(),
            "teams as they come when carriers are filled blindly from the box".into(),
        )
    }

    /// Full teams as often as they enter in drafts of this company, each policy at every seat in turn.
    ///
    /// # Errors
    /// None of the teams was ever drafted.
    pub fn of_drafts(teams: &[Unit], company: &Company, seed: u64) -> Result<Self> {
        let arena = company.arena();
        let mut entered = vec![0u64; teams.len()];
        let mut others = 0u64;
        for game in 0..DRAFTS {
            let seated = company.seated(company.seating(game));
            let stream = Stream::new(seed, "clash-pool", game, Lane::Main);
            let mut luck = Quick::new(stream, company.tables());
            let mut state = arena.new_game();
            while state.phase == Phase::Draft {
                arena.step(&mut state, &Seated::seats(&seated), &mut luck, &mut ());
            }
            for at in spaces_of(state.all_teams()) {
                let unit = arena.units.unit(state.unit(at));
                match teams.iter().position(|t| t.counts == unit.counts) {
                    Some(team) => entered[team] += 1,
                    None => others += 1,
                }
            }
        }
        let names: Vec<String> = company.specs().map(ToString::to_string).collect();
        let left_out = if others > 0 {
            format!(", {others} other teams left out")
        } else {
            String::new()
        };
        let says = format!(
            "teams as often as they entered in {DRAFTS} drafts of {} players by {} (seed {seed}{left_out})",
            arena.players,
            names.join(", ")
        );
        Self::of(entered.into_iter().map(|n| n as f64).collect(), says)
    }

    fn of(mut weights: Vec<f64>, says: String) -> Result<Self> {
        let sum: f64 = weights.iter().sum();
        if sum <= 0.0 {
            return Err(Error::usage(format!(
                "--pool: none of the teams is in it; teams in it have up to {CARRIER_SIZE} gladiators"
            )));
        }
        weights.iter_mut().for_each(|w| *w /= sum);
        Ok(Self { weights, says })
    }
}

fn binomial(n: f64, k: f64) -> f64 {
    (0..k as u32)
        .map(f64::from)
        .map(|i| (n - i).max(0.0) / (i + 1.0))
        .product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::clash::arena::policy::SeatSpec;
    use crate::games::clash::arena::setup::Arena;
    use crate::games::clash::matrix::full_teams;

    #[test]
    fn a_blind_carrier_is_hypergeometric() {
        let teams = full_teams();
        let pool = Pool::of_box(&teams, [28, 8, 8, 8, 8]).unwrap();
        let at = |name: &str| {
            let team = Unit::parse(name, &[]).unwrap();
            pool.weights[teams.iter().position(|t| *t == team).unwrap()]
        };
        // C(28, 4) / C(60, 4), and 8 of 28 choose 3 beside it.
        assert!((at("SSSS") - 20_475.0 / 487_635.0).abs() < 1e-12);
        assert!((at("SSSN") - 3276.0 * 8.0 / 487_635.0).abs() < 1e-12);
        assert!((pool.weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn drafts_show_who_enters() {
        let teams = full_teams();
        let spec = SeatSpec::parse("greedy").unwrap();
        let company = Company::new(Arena::rulebook(2).unwrap(), vec![spec]).unwrap();
        let pool = Pool::of_drafts(&teams, &company, 1).unwrap();
        // Two players who take swords while there are any: 28 of 32 gladiators.
        let swords: f64 = teams
            .iter()
            .zip(&pool.weights)
            .map(|(t, w)| w * f64::from(t.counts.get(Kind::Sword)))
            .sum();
        assert!((swords - 28.0 / 8.0).abs() < 1e-12, "{swords}");
    }
}
