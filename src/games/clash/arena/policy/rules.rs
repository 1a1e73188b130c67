//! The decisions of a seat as rules: what each value means (spec 14).

use crate::error::{Error, Result};
use crate::games::clash::counts::Counts;
use crate::games::clash::unit::{CARRIER_SIZE, Unit};
use std::fmt;

/// Most teams of a template: as many as a player has carriers.
pub const MOST_TEAMS: usize = 4;

/// Which gladiator enters, and where to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftRule {
    /// New carrier or own unfinished team by a coin, both uniform; kind uniform over the stacks.
    Random,
    /// Finishes a team before it opens the next; first stack left of S N H T P.
    SwordsFirst,
    /// One target team per carrier, in turn; kinds still missing, else as `swords_first`.
    Template(Template),
    /// As `swords_first`, kinds by their additive worth in one duel.
    Worth,
    /// As `swords_first`, net throwers before the swords are gone.
    Deny,
    /// As `swords_first`, but the last carrier takes the weakest kinds.
    Bait,
    /// Opens all carriers first, then fills the smallest team; kinds as `swords_first`.
    Spread,
}

/// Target teams of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    teams: [Counts; MOST_TEAMS],
    len: u8,
}

impl Template {
    /// From 1 to 4 full teams; more carriers begin again with the first.
    ///
    /// # Errors
    /// None or too many teams, teams that are not full.
    pub fn new(teams: &[Counts]) -> Result<Self> {
        if teams.is_empty() || teams.len() > MOST_TEAMS {
            return Err(Error::usage(format!(
                "a drafter has 1 to {MOST_TEAMS} teams: write for example drafter:SSNT/SSSS"
            )));
        }
        if let Some(short) = teams.iter().find(|t| t.total() != CARRIER_SIZE) {
            return Err(Error::usage(format!(
                "`{short}`: a drafted team has four gladiators, for example SSNT"
            )));
        }
        let mut all = [Counts::NONE; MOST_TEAMS];
        all[..teams.len()].copy_from_slice(teams);
        Ok(Self {
            teams: all,
            len: teams.len() as u8,
        })
    }

    pub(super) fn parse(text: &str) -> Result<Self> {
        let teams = text.split(['/', '+', ',', ' ']).filter(|t| !t.is_empty());
        let teams: Vec<Counts> = teams
            .map(|t| Unit::parse(t, &[]).map(|u| u.counts))
            .collect::<Result<_>>()?;
        Self::new(&teams)
    }

    /// The target of the k-th carrier, from 0.
    pub fn team(&self, carrier: usize) -> Counts {
        self.teams[carrier % usize::from(self.len)]
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let teams: Vec<String> = self.teams[..usize::from(self.len)]
            .iter()
            .map(ToString::to_string)
            .collect();
        f.write_str(&teams.join("/"))
    }
}

/// Where a new carrier goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceRule {
    /// Uniform over the allowed spaces.
    Random,
    /// Fewest neighbours, lowest index.
    Rim,
    /// Most neighbours, lowest index.
    Centre,
    /// Touches the most teams of others, those with few swords counting more, lowest index.
    NearWeak,
    /// Farthest from the nearest own team, lowest index.
    Apart,
}

/// Where a drawn animal goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FillRule {
    /// Uniform over the free spaces.
    Random,
    /// Touches the most own teams less others', lowest index.
    Shield,
}

/// Which challenge is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TurnRule {
    /// Uniform over (mover, destination, target), and the pass where it is allowed.
    Random,
    /// Largest E[own points gained] - lambda E[own gladiators lost] in this duel.
    Greedy(f64),
    /// `greedy` among options with an animal as target, if any.
    AnimalsFirst,
    /// Largest P(any points), then as `greedy`.
    Sniper,
    /// As `greedy:3`: a loss hurts three times.
    Cautious,
    /// `greedy` among options with a marked target, if any.
    Finish,
    /// `greedy` among options against the player who leads, if any.
    Leader,
    /// `greedy` less M times the best that the next player could then do to the own teams.
    Wary(f64),
    /// Plays each option to the end N times, everybody `greedy`; best mean result.
    Rollout(u32),
    /// Monte Carlo tree search with N playouts.
    Mcts(u32),
}

/// From which of several spaces the chosen target is challenged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DestinationRule {
    /// The first in canonical order (or the one of a random option).
    First,
    /// Uniform.
    Random,
    /// Its own space if possible, else the first.
    Stay,
    /// The one that touches the fewest teams of others.
    Shy,
    /// The one that touches the most teams of others.
    Bold,
}

/// Who rolls for a challenged wild animal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StandInRule {
    /// The next seat.
    Left,
    /// The seat before.
    Right,
    /// Who has the most points in front, nearest to the left.
    Leader,
    /// Who has the fewest, nearest to the left.
    Last,
    /// Uniform over the others.
    Random,
}

impl fmt::Display for TurnRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy(w) => write!(f, "greedy:{w}"),
            Self::AnimalsFirst => f.write_str("animals_first"),
            Self::Sniper => f.write_str("sniper"),
            Self::Cautious => f.write_str("cautious"),
            Self::Finish => f.write_str("finish"),
            Self::Leader => f.write_str("leader"),
            Self::Wary(w) => write!(f, "wary:{w}"),
            Self::Rollout(n) => write!(f, "rollout:{n}"),
            Self::Mcts(n) => write!(f, "mcts:{n}"),
        }
    }
}
