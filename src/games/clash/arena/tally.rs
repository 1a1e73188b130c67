//! What whole games add up to. Everything is a whole number; shares of a win are counted in sixtieths, so
//! that a win shared
//! by two to five players stays whole.

use super::setup::Arena;
use super::units::FIRST_ANIMAL;
use crate::games::clash::counts::{Counts, teams_of};
use crate::playout::Tally;
use crate::stats::Moments;
use serde::{Deserialize, Serialize};

/// A whole win.
pub const WIN: i64 = 60;
/// A mean number of options is counted in this many parts.
pub const PARTS_OF_AN_OPTION: i64 = 1 << 16;
/// Longest game that the histogram of lengths tells apart.
pub const LONGEST: usize = 400;
/// Most gladiators of a player.
pub const MOST_GLADIATORS: usize = 16;

/// Metrics of a game. Names are stable; shares are means of 0 or 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Game {
    /// Turns, passes included.
    Turns,
    /// Passes.
    Passes,
    /// Turns of players without gladiators.
    GladiatorlessTurns,
    /// Turns in which a unit already on the board changed its space.
    Moves,
    /// Options per turn of the game, in parts ([`PARTS_OF_AN_OPTION`]); 0 unless they are counted.
    Options,
    /// Ended with one player left.
    LastPlayer,
    /// Ended with all animals defeated.
    Animals,
    /// Ended because nothing could change.
    Stalemate,
    /// Cut off.
    Cap,
    /// The win was shared.
    Tie,
    /// Points of all players.
    TotalPoints,
    /// Gladiators left of all players.
    Survivors,
    /// Animals defeated, by whomever.
    AnimalsDefeated,
    /// Points of the winner.
    WinnerPoints,
    /// Points of the winner less those of the best other player.
    Margin,
    /// How often the sole lead in points in front passed from one player to another.
    LeadChanges,
    /// The most points that the winner (of several the lowest seat) ever was behind.
    WinnerDeficit,
    /// Share of the win of players without gladiators at the end, in sixtieths.
    EliminatedWins,
    /// Share of the win of the last player standing, in sixtieths; 0 if the game ended otherwise.
    LastStandingWins,
    /// Most hit markers in use at once, at the ends of duels (the box has 12).
    PeakMarkers,
    /// Gladiators taken by the team that challenged.
    ByChallengingTeam,
    /// Gladiators taken by the team that was challenged.
    ByChallengedTeam,
    /// Gladiators taken by an animal in the hands of a player without gladiators.
    ByUsedAnimal,
    /// Gladiators lost to a wild animal.
    ByWildAnimal,
    /// Animals defeated by the team that challenged.
    AnimalsByChallengingTeam,
    /// Challenging animals defeated by the team that they challenged.
    AnimalsByChallengedTeam,
    /// Animals defeated by an animal in the hands of a player without gladiators.
    AnimalsByUsedAnimal,
    /// Challenging animals defeated by a wild animal.
    AnimalsByWildAnimal,
}

/// Stable names of the metrics of a game, in their order.
pub const GAME_NAMES: [&str; 28] = [
    "turns",
    "passes",
    "gladiatorless_turns",
    "moves",
    "options",
    "end_last_player",
    "end_animals",
    "end_stalemate",
    "end_cap",
    "tie",
    "total_points",
    "survivors",
    "animals_defeated",
    "winner_points",
    "margin",
    "lead_changes",
    "winner_deficit",
    "eliminated_wins",
    "last_standing_wins",
    "peak_markers",
    "by_challenging_team",
    "by_challenged_team",
    "by_used_animal",
    "by_wild_animal",
    "animals_by_challenging_team",
    "animals_by_challenged_team",
    "animals_by_used_animal",
    "animals_by_wild_animal",
];
const _: () = assert!(Game::AnimalsByWildAnimal as usize + 1 == GAME_NAMES.len());

/// Metrics of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Seat {
    /// Points.
    Points,
    /// Share of the win, in sixtieths.
    Win,
    /// Gladiators taken.
    Gladiators,
    /// Animals taken.
    Animals,
    /// Gladiators left.
    Survivors,
    /// Without gladiators at the end.
    Eliminated,
    /// Gladiators entered, by kind.
    Swords,
    /// Net throwers entered.
    Nets,
    /// Trident bearers entered.
    Tridents,
    /// Spear throwers entered.
    Spears,
    /// Shield bearers entered.
    Shields,
}

/// Stable names of the metrics of a seat, in their order.
pub const SEAT_NAMES: [&str; 11] = [
    "points",
    "win",
    "gladiators",
    "animals",
    "survivors",
    "eliminated",
    "swords",
    "nets",
    "tridents",
    "spears",
    "shields",
];
const _: () = assert!(Seat::Shields as usize + 1 == SEAT_NAMES.len());

/// Metrics of a drafted team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Team {
    /// Share of the win of its owner, in sixtieths.
    Win,
    /// Points of its owner.
    Points,
}

/// Where the moments of what are, for a number of players and of policies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Players.
    pub players: usize,
    /// Policies.
    pub policies: usize,
}

impl Layout {
    const SEATS: usize = GAME_NAMES.len();

    pub(super) fn seat(self, policy: usize, seat: usize) -> usize {
        Self::SEATS + (policy * self.players + seat) * SEAT_NAMES.len()
    }

    fn pairs(self) -> usize {
        self.seat(self.policies, 0)
    }

    /// Points ahead, and 2, 1 or 0 for ahead, level or behind; `policy` before `other` in the list.
    pub(super) fn pair(self, policy: usize, other: usize) -> usize {
        self.pairs() + 2 * (policy * self.policies + other)
    }

    /// A full team by its place in table order.
    pub(super) fn team(self, team: usize) -> usize {
        self.pair(self.policies, 0) + 2 * team
    }

    /// Share of the win of a player with this many swords entered.
    pub(super) fn swords(self, swords: usize) -> usize {
        self.team(FULL_TEAMS) + swords
    }

    pub(super) fn len(self) -> usize {
        self.swords(MOST_GLADIATORS + 1)
    }
}

/// Full teams.
pub const FULL_TEAMS: usize = 70;

/// Sums for a least-squares fit of points and wins on what a player entered: the upper triangle of X'X,
/// X'points, X'win.
pub const FIT: usize = 15 + 5 + 5;

/// What games add up to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArenaTally {
    players: usize,
    policies: usize,
    moments: Vec<Moments>,
    /// Games by turns; the last cell has all that were longer than [`LONGEST`].
    pub lengths: Vec<u64>,
    /// Sums of the fit (see [`FIT`]), over all players of all games.
    pub fit: Vec<u64>,
}

impl ArenaTally {
    /// No games yet.
    pub fn new(layout: Layout) -> Self {
        Self {
            players: layout.players,
            policies: layout.policies,
            moments: vec![Moments::new(); layout.len()],
            lengths: vec![0; LONGEST + 2],
            fit: vec![0; FIT],
        }
    }

    /// Its shape.
    pub fn layout(&self) -> Layout {
        Layout {
            players: self.players,
            policies: self.policies,
        }
    }

    /// Games.
    pub fn games(&self) -> u64 {
        self.lengths.iter().sum()
    }

    /// A metric of the game.
    pub fn game(&self, metric: Game) -> &Moments {
        &self.moments[metric as usize]
    }

    /// A metric of a policy at a seat.
    pub fn cell(&self, policy: usize, seat: usize, metric: Seat) -> &Moments {
        &self.moments[self.layout().seat(policy, seat) + metric as usize]
    }

    /// A metric of a seat, whoever sat there.
    pub fn seat(&self, seat: usize, metric: Seat) -> Moments {
        merged((0..self.policies).map(|policy| self.cell(policy, seat, metric)))
    }

    /// A metric of a policy, wherever it sat. With one policy for all, that of every player.
    pub fn policy(&self, policy: usize, metric: Seat) -> Moments {
        merged((0..self.players).map(|seat| self.cell(policy, seat, metric)))
    }

    /// Two different policies at one table: points ahead of the first, and (2, 1, 0) for ahead, level, behind.
    pub fn pair(&self, policy: usize, other: usize) -> [&Moments; 2] {
        let at = self.layout().pair(policy, other);
        [&self.moments[at], &self.moments[at + 1]]
    }

    /// A full team that was entered, by its place in the order of the 70.
    pub fn team(&self, team: usize, metric: Team) -> &Moments {
        &self.moments[self.layout().team(team) + metric as usize]
    }

    /// Share of the win, in sixtieths, of players who entered this many swords (0..=16).
    pub fn swords(&self, swords: usize) -> &Moments {
        &self.moments[self.layout().swords(swords)]
    }

    /// Mean options per turn and game, and its standard error.
    pub fn mean_options(&self) -> Option<(f64, f64)> {
        let moments = self.game(Game::Options);
        let parts = PARTS_OF_AN_OPTION as f64;
        Some((moments.mean()? / parts, moments.standard_error()? / parts))
    }

    pub(super) fn moments_mut(&mut self) -> &mut [Moments] {
        &mut self.moments
    }
}

fn merged<'a>(parts: impl Iterator<Item = &'a Moments>) -> Moments {
    parts.fold(Moments::new(), |mut sum, part| {
        sum.merge(part);
        sum
    })
}

impl Tally for ArenaTally {
    fn merge(&mut self, other: &Self) {
        self.moments
            .iter_mut()
            .zip(&other.moments)
            .for_each(|(a, b)| a.merge(b));
        self.lengths.merge(&other.lengths);
        self.fit.merge(&other.fit);
    }

    fn check(&self, empty: &Self, playouts: u64) -> std::result::Result<(), String> {
        let shape = |t: &Self| {
            (
                t.players,
                t.policies,
                t.moments.len(),
                t.lengths.len(),
                t.fit.len(),
            )
        };
        if shape(self) != shape(empty) {
            return Err("it is of games of another kind".into());
        }
        let turns = self.game(Game::Turns);
        if self.games() != playouts
            || turns.n != playouts
            || self.moments.iter().any(|m| !m.is_possible())
        {
            return Err(format!("{playouts} games cannot have its sums"));
        }
        Ok(())
    }
}

/// The place of each multiset among the 70 full teams; `None` for others. Index: number of the unmarked unit / 2.
pub(super) fn full_team_places(arena: &Arena) -> Vec<Option<u8>> {
    let full = teams_of(4);
    let place = |team: Counts| full.iter().position(|t| *t == team).map(|at| at as u8);
    (0..FIRST_ANIMAL / 2)
        .map(|multiset| place(arena.units.unit(2 * multiset).counts))
        .collect()
}
