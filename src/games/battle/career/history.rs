//! What cohorts add up to: rounds, lives, records, and who beats whom.

use super::growth::Ranks;
use crate::games::battle::gladiator::Record;
use crate::playout::Tally;
use serde::{Deserialize, Serialize};

/// Sums over the living at the end of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Round {
    /// Gladiators alive (rookies in place of the dead among them).
    pub alive: u64,
    /// Their wins.
    pub wins: u64,
    /// Their losses.
    pub losses: u64,
    /// Their kills.
    pub kills: u64,
    /// Points that they have earned.
    pub points: u64,
    /// Luck dice of their next battles.
    pub luck: u64,
    /// Their insanities.
    pub insanities: u64,
    /// Their ranks, in the order of [`super::growth::GROWING`].
    pub ranks: [u64; 8],
    /// Deaths in this round.
    pub deaths: u64,
    /// Retirements at the end of this round.
    pub retired: u64,
    /// Square of `alive`, summed over cohorts: for intervals between cohorts.
    pub alive_squares: u64,
}

impl Round {
    /// Adds a living gladiator.
    pub fn add(&mut self, r: &Record, earned: u32, ranks: &Ranks) {
        self.alive += 1;
        self.wins += u64::from(r.wins);
        self.losses += u64::from(r.losses);
        self.kills += u64::from(r.kills);
        self.points += u64::from(earned);
        self.luck += u64::from(r.luck());
        self.insanities += u64::from(r.insanities);
        self.ranks
            .iter_mut()
            .zip(ranks)
            .for_each(|(sum, r)| *sum += u64::from(*r));
    }

    fn merge(&mut self, o: &Self) {
        let pairs = [
            (&mut self.alive, o.alive),
            (&mut self.wins, o.wins),
            (&mut self.losses, o.losses),
            (&mut self.kills, o.kills),
            (&mut self.points, o.points),
            (&mut self.luck, o.luck),
            (&mut self.insanities, o.insanities),
            (&mut self.deaths, o.deaths),
            (&mut self.retired, o.retired),
            (&mut self.alive_squares, o.alive_squares),
        ];
        pairs.into_iter().for_each(|(mine, theirs)| *mine += theirs);
        self.ranks
            .iter_mut()
            .zip(o.ranks)
            .for_each(|(mine, theirs)| *mine += theirs);
    }
}

/// A battle of a cohort.
#[derive(Debug, Clone, Copy)]
pub struct Battle {
    /// Luck dice of the two at its start.
    pub luck: [u8; 2],
    /// Who won.
    pub winner: Option<usize>,
    /// Turns.
    pub turns: u32,
    /// Nobody won.
    pub undecided: bool,
}

/// What became of all gladiators of a sort, those who died and retired among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sort {
    /// Gladiators that lived.
    pub lives: u64,
    /// Those that died.
    pub deaths: u64,
    /// Those that retired.
    pub retired: u64,
    /// Their wins.
    pub wins: u64,
    /// Their losses.
    pub losses: u64,
    /// Their kills.
    pub kills: u64,
    /// Points that they earned.
    pub points: u64,
    /// Their insanities.
    pub insanities: u64,
}

impl Sort {
    fn merge(&mut self, o: &Self) {
        let pairs = [
            (&mut self.lives, o.lives),
            (&mut self.deaths, o.deaths),
            (&mut self.retired, o.retired),
            (&mut self.wins, o.wins),
            (&mut self.losses, o.losses),
            (&mut self.kills, o.kills),
            (&mut self.points, o.points),
            (&mut self.insanities, o.insanities),
        ];
        pairs.into_iter().for_each(|(mine, theirs)| *mine += theirs);
    }
}

/// How a gladiator left his cohort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// Dead.
    Died,
    /// Of his own will.
    Retired,
    /// Alive when the rounds were over.
    Stayed,
}

/// The tally of cohorts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CohortTally {
    /// Cohorts played.
    pub cohorts: u64,
    /// By round.
    pub rounds: Vec<Round>,
    /// By rounds lived before: how many were at risk, and how many of those died.
    pub lives: Vec<[u64; 2]>,
    /// By sort of gladiator.
    pub sorts: Vec<Sort>,
    /// Gladiators who retired or lived at the end by wins less losses, from -rounds to rounds.
    pub differences: Vec<u64>,
    /// The same by wins, from 0 to the rounds.
    pub wins: Vec<u64>,
    /// Sum of points earned by those.
    pub points: u64,
    /// By difference in luck dice: battles decided, and those that the luckier one won (of a difference of 0: side a).
    pub snowball: Vec<[u64; 2]>,
    /// Battles.
    pub battles: u64,
    /// Turns of all battles.
    pub turns: u64,
    /// Battles that nobody won.
    pub undecided: u64,
}

impl CohortTally {
    /// Nothing, for so many rounds and sorts of gladiators.
    pub fn new(rounds: usize, sorts: usize) -> Self {
        Self {
            cohorts: 0,
            rounds: vec![Round::default(); rounds],
            lives: vec![[0; 2]; rounds],
            sorts: vec![Sort::default(); sorts],
            differences: vec![0; 2 * rounds + 1],
            wins: vec![0; rounds + 1],
            points: 0,
            snowball: vec![[0; 2]; 64],
            battles: 0,
            turns: 0,
            undecided: 0,
        }
    }

    pub(super) fn battle(&mut self, b: &Battle) {
        self.battles += 1;
        self.turns += u64::from(b.turns);
        self.undecided += u64::from(b.undecided);
        if let Some(winner) = b.winner {
            let luckier = usize::from(b.luck[1] > b.luck[0]);
            let cell = &mut self.snowball[usize::from(b.luck[0].abs_diff(b.luck[1]))];
            cell[0] += 1;
            cell[1] += u64::from(winner == luckier);
        }
    }

    pub(super) fn lived(&mut self, age: usize, survived: bool) {
        self.lives[age][0] += 1;
        self.lives[age][1] += u64::from(!survived);
    }

    pub(super) fn round(&mut self, round: usize, sums: &Round) {
        self.rounds[round].merge(sums);
        self.rounds[round].alive_squares += sums.alive * sums.alive;
    }

    pub(super) fn left(&mut self, sort: usize, r: &Record, earned: u32, how: Left) {
        let s = &mut self.sorts[sort];
        s.lives += 1;
        s.deaths += u64::from(how == Left::Died);
        s.retired += u64::from(how == Left::Retired);
        s.wins += u64::from(r.wins);
        s.losses += u64::from(r.losses);
        s.kills += u64::from(r.kills);
        s.points += u64::from(earned);
        s.insanities += u64::from(r.insanities);
        if how == Left::Died {
            return;
        }
        let rounds = self.rounds.len() as i64;
        let difference = (i64::from(r.wins) - i64::from(r.losses)).clamp(-rounds, rounds);
        self.differences[(difference + rounds) as usize] += 1;
        self.wins[usize::from(r.wins).min(self.rounds.len())] += 1;
        self.points += u64::from(earned);
    }

    /// P(alive after 1, 2, … rounds of one's life), by the product of what was survived (Kaplan and Meier), with
    /// Greenwood's
    /// standard error; the curve ends where nobody was at risk.
    pub fn survival(&self) -> Vec<(f64, f64)> {
        let (mut alive, mut sum) = (1.0, 0.0);
        let risks = self.lives.iter().take_while(|[at_risk, _]| *at_risk > 0);
        risks
            .map(|&[at_risk, died]| {
                let (n, d) = (at_risk as f64, died as f64);
                alive *= 1.0 - d / n;
                sum += if at_risk > died {
                    d / (n * (n - d))
                } else {
                    0.0
                };
                (alive, alive * sum.sqrt())
            })
            .collect()
    }
}

impl Tally for CohortTally {
    fn merge(&mut self, o: &Self) {
        self.cohorts += o.cohorts;
        self.rounds
            .iter_mut()
            .zip(&o.rounds)
            .for_each(|(mine, theirs)| mine.merge(theirs));
        let pairs = |mine: &mut [[u64; 2]], theirs: &[[u64; 2]]| {
            mine.iter_mut()
                .zip(theirs)
                .for_each(|(m, t)| *m = [m[0] + t[0], m[1] + t[1]]);
        };
        self.sorts
            .iter_mut()
            .zip(&o.sorts)
            .for_each(|(mine, theirs)| mine.merge(theirs));
        pairs(&mut self.lives, &o.lives);
        pairs(&mut self.snowball, &o.snowball);
        self.differences.merge(&o.differences);
        self.wins.merge(&o.wins);
        self.points += o.points;
        self.battles += o.battles;
        self.turns += o.turns;
        self.undecided += o.undecided;
    }

    fn check(&self, empty: &Self, playouts: u64) -> Result<(), String> {
        let shape = |t: &Self| {
            (
                t.rounds.len(),
                t.lives.len(),
                t.sorts.len(),
                t.differences.len(),
                t.wins.len(),
                t.snowball.len(),
            )
        };
        let decided: u64 = self.snowball.iter().map(|c| c[0]).sum();
        match shape(self) == shape(empty)
            && self.cohorts == playouts
            && decided + self.undecided == self.battles
        {
            true => Ok(()),
            false => Err(format!("{playouts} cohorts cannot have its counts")),
        }
    }
}
