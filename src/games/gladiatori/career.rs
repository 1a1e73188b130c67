//! A campaign as an experiment: gladiators that fight, earn coins, train further, and die for good \[Campaign\].
//!
//! A playout is a campaign of so many duels between two gladiators. Coins are saved in halves; before each game a gladiator
//! spends what it has on upgrades drawn uniformly among those it can pay and may own. Who dies for good starts anew with
//! its first build.

use super::build::{Build, Training};
use super::campaign::{CampaignNumbers, campaign};
use super::draws::Even;
use super::duel::{DuelQuestion, First, end_of};
use super::numbers::Rules;
use super::policy::Brain;
use super::sheet::Sheet;
use super::shop::spend;
use super::tally::Log;
use super::values::Item;
use crate::chance::Chance;
use crate::playout::{self, Block, Experiment};
use crate::stats::Moments;
use serde::{Deserialize, Serialize};

/// Most games of a campaign.
pub const MOST_GAMES: usize = 20;

/// A campaign of two gladiators.
#[derive(Debug, Clone)]
pub struct Career {
    /// The rules.
    pub rules: Rules,
    /// The campaign's numbers.
    pub numbers: CampaignNumbers,
    /// Prices and limits; the budget is that of the first training.
    pub training: Training,
    /// First builds.
    pub builds: [Build; 2],
    /// Items, the same throughout.
    pub items: [[Item; 2]; 2],
    /// Policies.
    pub brains: [Brain; 2],
    /// Games, 1 to [`MOST_GAMES`].
    pub games: usize,
}

/// Sums over campaigns, by side and game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Careers {
    /// Campaigns.
    pub campaigns: u64,
    /// Half coins trained beyond the first budget, at the start of each game, by side.
    pub grown: Vec<Vec<Moments>>,
    /// Games won, by side and game.
    pub won: Vec<Vec<u64>>,
    /// Deaths for good, by side and game.
    pub lost: Vec<Vec<u64>>,
}

impl playout::Tally for Careers {
    fn merge(&mut self, o: &Self) {
        self.campaigns += o.campaigns;
        for side in 0..2 {
            self.grown[side]
                .iter_mut()
                .zip(&o.grown[side])
                .for_each(|(a, b)| a.merge(b));
            self.won[side]
                .iter_mut()
                .zip(&o.won[side])
                .for_each(|(a, b)| *a += b);
            self.lost[side]
                .iter_mut()
                .zip(&o.lost[side])
                .for_each(|(a, b)| *a += b);
        }
    }

    fn check(&self, empty: &Self, playouts: u64) -> Result<(), String> {
        let games = empty.won[0].len();
        let fits = |n: usize, rows: usize| rows == 2 && n == games;
        let rows = [self.won.len(), self.lost.len(), self.grown.len()];
        if rows.iter().any(|r| *r != 2)
            || (0..2).any(|s| {
                !fits(self.won[s].len(), 2)
                    || !fits(self.lost[s].len(), 2)
                    || self.grown[s].len() != games
            })
        {
            return Err("it has another number of games".into());
        }
        match self.campaigns == playouts
            && self
                .grown
                .iter()
                .flatten()
                .all(|m| m.n == playouts && m.is_possible())
        {
            true => Ok(()),
            false => Err(format!("{playouts} campaigns cannot have its sums")),
        }
    }
}

impl Career {
    /// Spends half coins on upgrades until nothing more can be paid; what was spent is taken off.
    fn train<C: Chance>(&self, build: &mut Build, half_coins: &mut u16, chance: &mut C) {
        loop {
            let coins = (*half_coins / 2).min(200) as u8;
            let left = spend(&self.training, build, coins, chance);
            *half_coins -= 2 * u16::from(coins - left);
            if left == coins {
                return;
            }
        }
    }
}

impl Experiment for Career {
    type Tally = Careers;
    const BLOCK: u32 = 32;

    fn domain(&self) -> &str {
        "gladiatori-campaign"
    }

    fn empty(&self) -> Careers {
        let games = self.games.clamp(1, MOST_GAMES);
        let zeros = || vec![vec![0; games]; 2];
        Careers {
            campaigns: 0,
            grown: vec![vec![Moments::new(); games]; 2],
            won: zeros(),
            lost: zeros(),
        }
    }

    fn play(&self, block: &Block, tally: &mut Careers) {
        let mut chance = Even::new(block.seed, self.domain(), block.index);
        for j in block.first..block.first + u64::from(block.count) {
            tally.campaigns += 1;
            let mut builds = self.builds;
            let mut purse = [0u16; 2];
            for game in 0..tally.won[0].len() {
                for side in 0..2 {
                    self.train(&mut builds[side], &mut purse[side], &mut chance);
                    let grown = i64::from(self.training.cost(&builds[side]))
                        - i64::from(self.training.cost(&self.builds[side]));
                    tally.grown[side][game].add_each([2 * grown]);
                }
                let sheets = [0, 1].map(|s: usize| Sheet::new(&builds[s], self.items[s]));
                let question = DuelQuestion {
                    game: super::game::Game::duel(self.rules, sheets[0], sheets[1]),
                    brains: self.brains,
                    first: First::Alternate,
                };
                let mut log = Log::default();
                let st = question.play_one(j + game as u64, &mut chance, &mut log);
                let end = end_of(&question.game, &st);
                for side in 0..2 {
                    let won = end.shares[side] == 12;
                    tally.won[side][game] += u64::from(won);
                    purse[side] +=
                        campaign(&self.rules, &self.numbers, end.vp[side], won).max(0) as u16;
                    if !st.g[side].alive() && log.below[side] <= self.numbers.permanent_death_at {
                        tally.lost[side][game] += 1;
                        (builds[side], purse[side]) = (self.builds[side], 0);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::Data;
    use super::super::sheet::item_pair;
    use super::*;
    use crate::playout::Tally;

    #[test]
    fn gladiators_grow_within_the_rules() {
        let data = Data::embedded().unwrap();
        let training = Training::new(&data, 55, true, false);
        let career = Career {
            rules: Rules::default_rules().unwrap(),
            numbers: CampaignNumbers::new(&data),
            training: training.clone(),
            builds: [
                Build::ready_made(&data, "secutor").unwrap(),
                Build::ready_made(&data, "thraex").unwrap(),
            ],
            items: [
                item_pair(&data, &["sword_2_1", "shield_0_3"]).unwrap(),
                item_pair(&data, &["sword_3_0", "helmet_0_2"]).unwrap(),
            ],
            brains: [
                Brain::parse("uniform_mix").unwrap(),
                Brain::parse("heavy").unwrap(),
            ],
            games: 6,
        };
        let mut t = career.empty();
        career.play(
            &Block {
                seed: 1,
                index: 0,
                first: 0,
                count: 20,
            },
            &mut t,
        );
        t.check(&career.empty(), 20).unwrap();
        for side in 0..2 {
            assert_eq!(t.grown[side][0].sum, 0);
            assert!(
                t.grown[side][5].mean() > t.grown[side][1].mean(),
                "nobody grows"
            );
        }
        // Growth stops where everything is owned, and never passes a limit.
        let (mut build, mut purse) = (career.builds[0], 2000);
        career.train(&mut build, &mut purse, &mut Even::new(1, "x", 0));
        assert_eq!(
            (
                build.stats,
                build.e1,
                build.e0,
                build.feint,
                build.moves,
                build.powers
            ),
            ([9; 5], 8, 8, true, 255, 511)
        );
    }
}
