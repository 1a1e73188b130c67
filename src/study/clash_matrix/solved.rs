//! The numbers of a matrix question, worked out once.

use super::animals::{self, Answer};
use super::decisions::{self, Changed, Regret};
use super::roles::{self, Roles};
use super::{Asked, Sampled};
use crate::error::{Error, Result};
use crate::games::clash::matrix::{Matrix, Measure};
use crate::metagame::cycles::{self, Cycle};
use crate::metagame::dominance::{self, Iterated, Witness};
use crate::metagame::nash::{self, Equilibrium};
use crate::metagame::payoff::ranks;
use crate::metagame::{Payoff, rating};
use crate::stats::{self, Moments, rank_by_intervals, simultaneous_confidence, z_for};

/// A team's mean with its interval, its rank and tie group.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ranked {
    pub team: usize,
    pub rank: usize,
    /// 1 for the best group.
    pub group: usize,
    /// Best and worst rank that the figures leave open.
    pub open: (usize, usize),
    pub mean: f64,
    pub interval: Option<(f64, f64)>,
}

/// What the teams make of each other.
pub(super) struct Game {
    pub payoff: Payoff,
    pub strict: Vec<Option<Witness>>,
    pub weak: Vec<Option<Witness>>,
    pub iterated: Iterated,
    pub equilibrium: Option<Equilibrium>,
    pub cycles: Vec<Cycle>,
    pub intransitive: f64,
    pub elo: Vec<f64>,
    pub roles: Option<Roles>,
}

/// All numbers.
pub(super) struct Solved {
    /// Teams against teams, exact.
    pub matrix: Matrix,
    /// Teams against targets, exact; each target fresh and with each number of markers.
    pub columns: Option<Matrix>,
    pub ranking: Vec<Ranked>,
    pub game: Game,
    pub regrets: Vec<Regret>,
    pub changed: Vec<Changed>,
    /// One for each variant of a target.
    pub answers: Vec<Answer>,
    /// The cards against each other, where there are targets.
    pub animals: Option<Matrix>,
}

/// Exact means within this are one.
const TIE: f64 = 1e-9;

impl Solved {
    pub fn new(asked: &Asked, sampled: Option<&Sampled>) -> Result<Self> {
        for (at, team) in asked.teams.iter().enumerate() {
            if team.is_animal() {
                return Err(Error::usage(format!(
                    "the teams of a matrix are teams; `{team}` is an animal: ask for it with --defender"
                )));
            }
            if asked.teams[..at].contains(team) {
                return Err(Error::usage(format!("the team {team} is named twice")));
            }
        }
        let matrix = asked.setting.matrix(&asked.teams, &asked.teams)?;
        let marked: Vec<_> = asked.columns().into_iter().map(|c| c.1).collect();
        let columns = if marked.is_empty() {
            None
        } else {
            Some(asked.setting.matrix(&asked.teams, &marked)?)
        };
        if let Some(s) = sampled {
            let wanted = asked.teams.len()
                * columns
                    .as_ref()
                    .map_or(asked.teams.len(), |c| c.columns.len());
            if s.moments.len() != wanted {
                return Err(Error::runtime(format!(
                    "the playouts are of {} pairs, the question has {wanted}",
                    s.moments.len()
                )));
            }
        }
        let payoff = matrix.game(asked.measure);
        let enough =
            |s: &&Sampled| asked.alike() && columns.is_none() && s.moments.iter().all(|m| m.n > 1);
        let ranking = ranking(asked, &payoff, sampled.filter(enough));
        let alike = payoff.asymmetry() < TIE;
        let game = Game {
            strict: dominance::strict(&payoff),
            weak: dominance::weak(&payoff),
            iterated: dominance::iterated(&payoff),
            equilibrium: alike.then(|| nash::symmetric(&payoff)),
            cycles: cycles::three_cycles(&payoff),
            intransitive: cycles::intransitive_share(&payoff),
            elo: rating::elo(asked.teams.len(), |a, b| {
                (matrix.p_win_of(a, b) + 1.0 - matrix.p_win_of(b, a)) / 2.0
            }),
            roles: roles::of(&asked.teams, &means(asked, &payoff)),
            payoff,
        };
        let square = columns.is_none();
        let regrets = if asked.decisions && square {
            decisions::regrets(asked)?
        } else {
            Vec::new()
        };
        let changed = if square {
            decisions::changed(asked, &matrix)?
        } else {
            Vec::new()
        };
        let answers = animals::answers(asked, &matrix)?;
        let cards: Vec<_> = asked.animals.iter().map(|(_, unit)| *unit).collect();
        let animals = match columns {
            Some(_) if !cards.is_empty() => Some(asked.setting.matrix(&cards, &cards)?),
            _ => None,
        };
        Ok(Self {
            answers,
            animals,
            matrix,
            columns,
            ranking,
            game,
            regrets,
            changed,
        })
    }

    /// Shift between the game's payoffs and the measure as people read it.
    pub fn shift(asked: &Asked) -> f64 {
        if asked.measure == Measure::PWin {
            0.5
        } else {
            0.0
        }
    }
}

/// Mean of each team over all opponents, or over the pool.
pub(super) fn means(asked: &Asked, payoff: &Payoff) -> Vec<f64> {
    match &asked.pool {
        Some(pool) => payoff.against(&pool.weights),
        None => payoff.means(),
    }
}

/// Size of a unit of the sampled moments: a gladiator, or half a win.
pub(super) fn scale(measure: Measure) -> f64 {
    match measure {
        Measure::Edge => 1.0,
        Measure::PWin => 0.5,
    }
}

/// Sampled value of a over b, each challenging half the time, and its standard error.
pub(super) fn sampled_pair(asked: &Asked, s: &Sampled, a: usize, b: usize) -> (f64, f64) {
    let n = asked.teams.len();
    let unit = scale(asked.measure) / 2.0;
    let (forth, back) = (&s.moments[a * n + b], &s.moments[b * n + a]);
    let (value, square) = estimate([(unit, forth), (-unit, back)].into_iter());
    (value, square.sqrt())
}

/// Estimate and squared standard error of a mean of ordered pairs.
fn estimate<'a>(terms: impl Iterator<Item = (f64, &'a Moments)>) -> (f64, f64) {
    terms.fold((0.0, 0.0), |(sum, square), (weight, m)| {
        let error = m.standard_error().unwrap_or(0.0);
        (
            sum + weight * m.mean().unwrap_or(0.0),
            square + (weight * error).powi(2),
        )
    })
}

fn ranking(asked: &Asked, payoff: &Payoff, sampled: Option<&Sampled>) -> Vec<Ranked> {
    let n = asked.teams.len();
    let shift = Solved::shift(asked);
    let exact: Vec<f64> = means(asked, payoff)
        .into_iter()
        .map(|m| m + shift)
        .collect();
    let confidence = simultaneous_confidence(asked.confidence, n);
    // Symmetrised: each ordered pair counts for its row and against its column.
    let sampled: Option<Vec<(f64, f64)>> = sampled.map(|s| {
        let weight = |b: usize| asked.pool.as_ref().map_or(1.0 / n as f64, |p| p.weights[b]);
        let unit = scale(asked.measure) / 2.0;
        (0..n)
            .map(|a| {
                let pairs = (0..n).filter(|&b| b != a).flat_map(|b| {
                    [
                        (unit * weight(b), &s.moments[a * n + b]),
                        (-unit * weight(b), &s.moments[b * n + a]),
                    ]
                });
                let (mean, square) = estimate(pairs);
                (mean + shift, square.sqrt())
            })
            .collect()
    });
    let (means, intervals): (Vec<f64>, Vec<(f64, f64)>) = match &sampled {
        None => exact
            .iter()
            .map(|&m| (m, (m - TIE / 2.0, m + TIE / 2.0)))
            .unzip(),
        Some(list) => list
            .iter()
            .map(|&(m, e)| (m, (m - z_for(confidence) * e, m + z_for(confidence) * e)))
            .unzip(),
    };
    let tied = rank_by_intervals(&means, &intervals);
    let places = ranks(&means, if sampled.is_some() { 0.0 } else { TIE });
    let z = stats::z_for(asked.confidence);
    tied.order
        .iter()
        .map(|&team| Ranked {
            team,
            rank: places[team],
            group: tied.group[team] + 1,
            open: tied.ranks[team],
            mean: means[team],
            interval: sampled.as_ref().map(|list| {
                (
                    list[team].0 - z * list[team].1,
                    list[team].0 + z * list[team].1,
                )
            }),
        })
        .collect()
}
