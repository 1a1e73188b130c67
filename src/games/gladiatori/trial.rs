//! A gladiator against a pool of opponents: what builds, items and prices are judged by.
//!
//! Playout j meets opponent (j / 2) mod pool and has the first disc if j is even, so that seats are swapped in pairs. Each
//! playout has streams of its own, keyed by its number: two trials then share their random numbers game by game.

use super::board::Board;
use super::draws::Even;
use super::game::Game;
use super::numbers::Rules;
use super::policy::Brain;
use super::rules::Play;
use super::sheet::Sheet;
use super::state::{Duel, State};
use super::watch::Deaf;
use crate::playout::{self, Block, Experiment, Valued};
use crate::stats::Moments;
use serde::{Deserialize, Serialize};

/// Stream domain of all trials.
const DOMAIN: &str = "gladiatori-trial";

/// One gladiator's trial.
#[derive(Debug, Clone)]
pub struct Trial<'a> {
    /// The rules.
    pub rules: Rules,
    /// Who is tried.
    pub hero: Sheet,
    /// Whom it meets, in turn; not empty.
    pub pool: &'a [Sheet],
    /// Policies: the hero's, the opponents'.
    pub brains: [Brain; 2],
    /// The map they meet on; none: a duel.
    pub board: Option<&'a Board>,
}

/// What a trial adds up to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The hero's VP less the opponent's.
    pub margin: Moments,
    /// Wins in 1/12.
    pub wins: u64,
}

impl playout::Tally for Score {
    fn merge(&mut self, o: &Self) {
        self.margin.merge(&o.margin);
        self.wins += o.wins;
    }

    fn check(&self, _empty: &Self, playouts: u64) -> Result<(), String> {
        match self.margin.n == playouts && self.wins <= 12 * playouts {
            true => Ok(()),
            false => Err(format!("{playouts} games cannot have its sums")),
        }
    }
}

impl Trial<'_> {
    /// Plays playout `j`: the margin, and the hero's share of the win in 1/12.
    fn one(&self, seed: u64, j: u64) -> (i32, u8) {
        let mut chance = Even::new(seed, DOMAIN, j);
        let opponent = self.pool[(j / 2) as usize % self.pool.len()];
        let sides = [(self.hero, 0), (opponent, 1)].map(|(s, team)| Sheet { team, ..s });
        let game = Game::new(self.rules, &sides, self.board);
        let order = if j.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        let [a, b] = &self.brains;
        if game.board.is_some() {
            let mut st: State<2, 1> = game.start(&order);
            game.play(&mut st, &mut Play::new(&[a, b], &mut chance, &mut Deaf));
            return Self::outcome(&game, &st);
        }
        let mut st: Duel = game.start(&order);
        match a.plain().zip(b.plain()).filter(|_| game.plain()) {
            Some((a, b)) => game.play(&mut st, &mut Play::plain(&[&a, &b], &mut chance, &mut Deaf)),
            None => game.play(&mut st, &mut Play::new(&[a, b], &mut chance, &mut Deaf)),
        }
        Self::outcome(&game, &st)
    }

    fn outcome<const B: usize>(game: &Game<'_>, st: &State<2, B>) -> (i32, u8) {
        (
            i32::from(st.g[0].vp) - i32::from(st.g[1].vp),
            game.shares(st)[0],
        )
    }
}

impl Experiment for Trial<'_> {
    type Tally = Score;
    const BLOCK: u32 = 64;

    fn domain(&self) -> &str {
        DOMAIN
    }

    fn empty(&self) -> Score {
        Score {
            margin: Moments::new(),
            wins: 0,
        }
    }

    fn play(&self, block: &Block, tally: &mut Score) {
        for j in block.first..block.first + u64::from(block.count) {
            let (margin, wins) = self.one(block.seed, j);
            tally.margin.add_each([margin.into()]);
            tally.wins += u64::from(wins);
        }
    }
}

impl Valued for Trial<'_> {
    fn values(&self, block: &Block, out: &mut [i32]) {
        for (j, slot) in (block.first..).zip(out) {
            *slot = self.one(block.seed, j).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::Data;
    use super::*;
    use crate::playout::{Compare, Plan, run};

    fn sheets() -> Vec<Sheet> {
        let data = Data::embedded().unwrap();
        ["secutor", "thraex"]
            .map(|n| Sheet::ready_made(&data, n).unwrap())
            .to_vec()
    }

    fn trial(hero: Sheet, pool: &[Sheet]) -> Trial<'_> {
        Trial {
            rules: Rules::default_rules().unwrap(),
            hero,
            pool,
            brains: [Brain::parse("uniform_mix").unwrap(); 2],
            board: None,
        }
    }

    /// The mirror is even: seats are swapped in pairs, so only chance is left; bound 5 standard errors.
    #[test]
    fn the_mirror_is_even() {
        let s = sheets();
        let t = run(&trial(s[0], &s[..1]), &Plan::new(20_000, 3))
            .unwrap()
            .tally;
        let se = t.margin.standard_error().unwrap();
        assert!(t.margin.mean().unwrap().abs() < 5.0 * se, "{t:?}");
    }

    /// On a map they walk, and a throwing weapon is thrown: it is worth something that a duel cannot show.
    #[test]
    fn a_map_gives_weapons_their_use() {
        let data = Data::embedded().unwrap();
        let board = Board::new(&data).unwrap();
        let hero = Sheet::ready_made(&data, "hoplomacus").unwrap();
        let pool = sheets();
        let mut quantal = Brain::parse("quantal").unwrap();
        // From two hexes away: who walks up at once has nobody to throw at.
        quantal.goal = super::super::policy::walk::Goal::Keep(2);
        let mut bare = quantal;
        bare.arts.weapons = false;
        let differ = |board| {
            let with = |own| Trial {
                board,
                brains: [own, quantal],
                ..trial(hero, &pool)
            };
            let t = run(
                &Compare::new(&with(quantal), &with(bare)),
                &Plan::new(256, 5),
            );
            t.unwrap().tally.difference.is_constant()
        };
        assert!(differ(None) && !differ(Some(&board)));
    }

    /// What changes nothing differs by nothing; a gift differs, and common numbers make the difference sharper.
    #[test]
    fn trials_share_their_random_numbers() {
        let s = sheets();
        let same = Compare::new(&trial(s[0], &s), &trial(s[0], &s)).values_differ(4_000);
        assert_eq!(same, (0, true));
        let mut better = s[0];
        better.items[1].defense += 2;
        let (sum, sharper) =
            Compare::new(&trial(better, &s), &trial(s[0], &s)).values_differ(4_000);
        assert!(sum > 0 && sharper);
    }

    trait Differ {
        fn values_differ(&self, n: u64) -> (i128, bool);
    }

    impl<A: Valued, B: Valued> Differ for Compare<'_, A, B> {
        fn values_differ(&self, n: u64) -> (i128, bool) {
            let t = run(self, &Plan::new(n, 5)).unwrap().tally;
            let sharper = t.variance_reduction().is_none_or(|r| r > 1.0);
            (t.difference.sum, sharper)
        }
    }
}
