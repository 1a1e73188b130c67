//! A campaign as an experiment: gladiators that fight, earn coins, train further, and die for good \[Campaign\].
//!
//! A playout is a campaign of so many games: duels between two gladiators, or games of one to four in the arena, in teams and
//! among beasts, always the same. Coins are saved in halves; before each game a gladiator
//! spends what it has on upgrades drawn uniformly among those it can pay and may own. Who dies for good starts anew with
//! its first build.

use super::board::Board;
use super::build::{Build, Training};
use super::campaign::{CampaignNumbers, campaign};
use super::draws::Even;
use super::duel::{First, end_of};
use super::game::Game;
use super::numbers::Rules;
use super::policy::{Brain, most_in_block};
use super::rules::Play;
use super::sheet::Sheet;
use super::shop::spend;
use super::state::{Arena, BeastKind, Duel};
use super::tally::{End, Log};
use super::values::Item;
use crate::chance::Chance;
use crate::playout::{self, Block, Experiment};
use crate::stats::Moments;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// Most games of a campaign.
pub const MOST_GAMES: usize = 20;

/// Where a campaign's games in the arena take place.
#[derive(Debug, Clone)]
pub struct Ground {
    /// The map.
    pub board: Board,
    /// Beasts of each game: turn and kind.
    pub beasts: Vec<(u8, BeastKind)>,
    /// Teams by seat.
    pub teams: Vec<u8>,
}

/// A campaign.
#[derive(Debug, Clone)]
pub struct Career {
    /// The rules.
    pub rules: Rules,
    /// The campaign's numbers.
    pub numbers: CampaignNumbers,
    /// Prices and limits; the budget is that of the first training.
    pub training: Training,
    /// First builds, by seat.
    pub builds: Vec<Build>,
    /// Items, the same throughout.
    pub items: Vec<[Item; 2]>,
    /// Policies.
    pub brains: Vec<Brain>,
    /// The arena; none: duels of two.
    pub ground: Option<Ground>,
    /// Games, 1 to [`MOST_GAMES`].
    pub games: usize,
}

/// Sums over campaigns, by seat and game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Careers {
    /// Campaigns.
    pub campaigns: u64,
    /// Half coins trained beyond the first budget, at the start of each game, by seat.
    pub grown: Vec<Vec<Moments>>,
    /// Games won, by seat and game.
    pub won: Vec<Vec<u64>>,
    /// Deaths for good, by seat and game.
    pub lost: Vec<Vec<u64>>,
}

impl playout::Tally for Careers {
    fn merge(&mut self, o: &Self) {
        self.campaigns += o.campaigns;
        for side in 0..self.won.len() {
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
        let (seats, games) = (empty.won.len(), empty.won[0].len());
        let fits =
            |counts: &[Vec<u64>]| counts.len() == seats && counts.iter().all(|c| c.len() == games);
        let grown = self.grown.len() == seats && self.grown.iter().all(|g| g.len() == games);
        if !fits(&self.won) || !fits(&self.lost) || !grown {
            return Err("it has another number of seats or games".into());
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
    /// Plays game `j` with these sheets; the end, and who was alive or how far below zero he fell.
    fn game<C: Chance>(&self, sheets: &[Sheet], j: u64, chance: &mut C) -> (End, Log) {
        let mut log = Log::default();
        let n = sheets.len();
        let order = First::Alternate.order(j, n as u8);
        let end = match &self.ground {
            None => {
                let game = Game::duel(self.rules, sheets[0], sheets[1]);
                let mut st: Duel = game.start(&order[..2]);
                let seats = [&self.brains[0], &self.brains[1]];
                game.play(&mut st, &mut Play::new(&seats, chance, &mut log));
                end_of(&game, &st)
            }
            Some(ground) => {
                let game =
                    Game::new(self.rules, sheets, Some(&ground.board)).with_beasts(&ground.beasts);
                let mut st: Arena = game.start(&order[..n]);
                let mut seats = [&self.brains[0]; 4];
                for (slot, brain) in seats.iter_mut().zip(&self.brains) {
                    *slot = brain;
                }
                game.play(&mut st, &mut Play::new(&seats, chance, &mut log));
                let mut end = end_of(&game, &st);
                if game.teams() == 1 {
                    // Against beasts alone nobody is beaten: who lives has won.
                    end.shares = [0, 1, 2, 3].map(|s| 12 * (end.alive >> s & 1));
                }
                end
            }
        };
        (end, log)
    }

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

impl Career {
    /// Plays the first `count` campaigns of a block; false if it was given up half-way.
    fn campaigns(&self, stop: Option<&AtomicBool>, block: &Block, tally: &mut Careers) -> bool {
        let mut chance = Even::new(block.seed, self.domain(), block.index).until(stop);
        for j in block.first..block.first + u64::from(block.count) {
            tally.campaigns += 1;
            let mut builds = self.builds.clone();
            let mut purse = vec![0u16; builds.len()];
            for game in 0..tally.won[0].len() {
                let mut sheets = Vec::with_capacity(builds.len());
                for (side, build) in builds.iter_mut().enumerate() {
                    self.train(build, &mut purse[side], &mut chance);
                    let grown = i64::from(self.training.cost(build))
                        - i64::from(self.training.cost(&self.builds[side]));
                    tally.grown[side][game].add_each([2 * grown]);
                    let team = self.ground.as_ref().map_or(side as u8, |g| g.teams[side]);
                    sheets.push(Sheet {
                        team,
                        ..Sheet::new(build, self.items[side])
                    });
                }
                let (end, log) = self.game(&sheets, j + game as u64, &mut chance);
                if chance.is_stopped() {
                    return false;
                }
                for side in 0..builds.len() {
                    let won = end.shares[side] == 12;
                    tally.won[side][game] += u64::from(won);
                    purse[side] +=
                        campaign(&self.rules, &self.numbers, end.vp[side], won).max(0) as u16;
                    let dead = end.alive >> side & 1 == 0;
                    if dead && log.below[side] <= self.numbers.permanent_death_at {
                        tally.lost[side][game] += 1;
                        (builds[side], purse[side]) = (self.builds[side], 0);
                    }
                }
            }
        }
        true
    }
}

impl Experiment for Career {
    type Tally = Careers;
    const BLOCK: u32 = 32;

    fn block_size(&self) -> u32 {
        most_in_block(&self.brains).unwrap_or(Self::BLOCK)
    }

    fn domain(&self) -> &str {
        "gladiatori-campaign"
    }

    fn empty(&self) -> Careers {
        let games = self.games.clamp(1, MOST_GAMES);
        let seats = self.builds.len();
        let zeros = || vec![vec![0; games]; seats];
        Careers {
            campaigns: 0,
            grown: vec![vec![Moments::new(); games]; seats],
            won: zeros(),
            lost: zeros(),
        }
    }

    fn play(&self, block: &Block, tally: &mut Careers) {
        self.campaigns(None, block, tally);
    }

    fn play_unless(&self, stop: &AtomicBool, block: &Block, tally: &mut Careers) -> bool {
        self.campaigns(most_in_block(&self.brains).map(|_| stop), block, tally)
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
            builds: vec![
                Build::ready_made(&data, "secutor").unwrap(),
                Build::ready_made(&data, "thraex").unwrap(),
            ],
            items: vec![
                item_pair(&data, &["sword_2_1", "shield_0_3"]).unwrap(),
                item_pair(&data, &["sword_3_0", "helmet_0_2"]).unwrap(),
            ],
            brains: vec![
                Brain::parse("uniform_mix").unwrap(),
                Brain::parse("heavy").unwrap(),
            ],
            ground: None,
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

    /// Two against one among beasts, and one alone with them: everybody trains on, nobody of a dead team is paid for a win.
    #[test]
    fn campaigns_in_the_arena() {
        let data = Data::embedded().unwrap();
        let names = ["secutor", "mirmillo", "provocator"];
        let career = |seats: &[usize], teams: &[u8], beasts: &[(u8, BeastKind)]| Career {
            rules: Rules::default_rules().unwrap(),
            numbers: CampaignNumbers::new(&data),
            training: Training::new(&data, 70, true, false),
            builds: seats
                .iter()
                .map(|s| Build::ready_made(&data, names[*s]).unwrap())
                .collect(),
            items: seats
                .iter()
                .map(|_| item_pair(&data, &["sword_2_1", "shield_0_3"]).unwrap())
                .collect(),
            brains: vec![Brain::parse("tremble(heavy, 0.2)").unwrap(); seats.len()],
            ground: Some(Ground {
                board: Board::new(&data).unwrap(),
                beasts: beasts.to_vec(),
                teams: teams.to_vec(),
            }),
            games: 3,
        };
        let played = |c: &Career| {
            let mut t = c.empty();
            let block = Block {
                seed: 1,
                index: 0,
                first: 0,
                count: 12,
            };
            c.play(&block, &mut t);
            t.check(&c.empty(), 12).unwrap();
            t
        };
        let dog = (1, BeastKind::Dog);
        let t = played(&career(&[0, 1, 2], &[0, 0, 1], &[dog]));
        assert_eq!(t.won[0], t.won[1], "a team wins together");
        assert!((0..3).all(|g| t.won[0][g] + t.won[2][g] <= 12));
        assert!(t.grown.iter().all(|g| g[2].mean() > g[0].mean()));
        let alone = played(&career(&[0], &[0], &[dog, (1, BeastKind::Bear)]));
        assert_eq!(alone.won.len(), 1);
        assert!(alone.grown[0][2].sum > 0);
    }
}
