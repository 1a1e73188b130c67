//! Those who play at a table: policies checked against the game, with the tables that they look things up in.

use super::rules::{DraftRule, TurnRule};
use super::score::{Scores, Value};
use super::spec::SeatSpec;
use crate::error::{Error, Result};
use crate::games::clash::arena::duels::DuelTables;
use crate::games::clash::arena::luck::Pairing;
use crate::games::clash::arena::mind::Seats;
use crate::games::clash::arena::setup::Arena;
use crate::games::clash::arena::state::MOST_PLAYERS;
use crate::games::clash::arena::units::UnitId;
use crate::games::clash::counts::{Kind, teams_of};
use crate::games::clash::unit::{CARRIER_SIZE, Unit};

/// A policy ready to play.
#[derive(Debug)]
pub(super) struct Player {
    pub spec: SeatSpec,
    /// Number of its duel policy.
    pub duel: u8,
    /// Kinds by additive worth, best first.
    pub worth: [Kind; 5],
}

/// The policies at a table.
#[derive(Debug)]
pub struct Company {
    pub(super) arena: Arena,
    pub(super) players: Vec<Player>,
    /// The same with the turn rule `greedy`: how thinking policies imagine the others and themselves.
    pub(super) imagined: Vec<Player>,
    tables: DuelTables,
    scores: Vec<Scores>,
}

impl Company {
    /// Checks policies against the game and lays out their tables.
    ///
    /// # Errors
    /// No policies, more than players, teams that the stacks cannot supply.
    pub fn new(arena: Arena, specs: Vec<SeatSpec>) -> Result<Self> {
        if specs.is_empty() || specs.len() > arena.players {
            return Err(Error::usage(format!(
                "{} policies for {} players: give one for all, or one for each player",
                specs.len(),
                arena.players
            )));
        }
        for spec in &specs {
            can_supply(&arena, spec)?;
        }
        let mut duels = Vec::new();
        for spec in &specs {
            if !duels.contains(&spec.duel) {
                duels.push(spec.duel.clone());
            }
        }
        let number =
            |spec: &SeatSpec| duels.iter().position(|d| *d == spec.duel).unwrap_or(0) as u8;
        let numbers: Vec<u8> = specs.iter().map(number).collect();
        let tables = DuelTables::new(&arena, duels);
        let player = |(spec, &duel): (&SeatSpec, &u8)| {
            let worth = if spec.draft == DraftRule::Worth {
                kinds_by_worth(&arena, &tables, duel)
            } else {
                Kind::ALL
            };
            Player {
                spec: spec.clone(),
                duel,
                worth,
            }
        };
        let players: Vec<Player> = specs.iter().zip(&numbers).map(player).collect();
        let imagine = |p: &Player| Player {
            spec: p.spec.clone().with_turn(TurnRule::Greedy(1.0)),
            ..*p
        };
        let imagined = players.iter().map(imagine).collect();
        let mut values: Vec<Value> = Vec::new();
        let rules = specs
            .iter()
            .flat_map(|s| [s.turn, s.gladiatorless])
            .chain([TurnRule::Greedy(1.0)]);
        for value in rules.flat_map(values_of) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        let policies = tables.specs().len();
        let [gladiator, animal, _] = arena.points.map(f64::from);
        let most_points = animal.max(gladiator * f64::from(CARRIER_SIZE)).max(1.0);
        let scores = values
            .into_iter()
            .map(|v| Scores::new(v, arena.units.len(), policies, most_points))
            .collect();
        Ok(Self {
            arena,
            players,
            imagined,
            tables,
            scores,
        })
    }

    /// The game.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The tables of duels.
    pub fn tables(&self) -> &DuelTables {
        &self.tables
    }

    /// The policies, in the order given.
    pub fn specs(&self) -> impl Iterator<Item = &SeatSpec> {
        self.players.iter().map(|p| &p.spec)
    }

    /// Kinds by additive worth, best first, as a policy with the draft `worth` has them.
    pub fn worth_order(&self, policy: usize) -> [Kind; 5] {
        self.players[policy].worth
    }

    /// Number of policies.
    pub fn len(&self) -> usize {
        self.players.len()
    }

    /// Never true.
    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// The policy of each seat after `turned` seats have been handed on: seat s is played by policy s -
    /// turned (around the
    /// table), so that every policy has had every seat after as many games as there are players. One policy
    /// for all is everywhere.
    pub fn seating(&self, turned: u64) -> [u8; MOST_PLAYERS] {
        let n = self.arena.players as u64;
        let policy = |seat: usize| {
            ((seat as u64 + n - turned % n) % n).min(self.players.len() as u64 - 1) as u8
        };
        std::array::from_fn(|seat| {
            if self.players.len() == 1 {
                0
            } else {
                policy(seat.min(self.arena.players - 1))
            }
        })
    }

    /// Everybody at their seats.
    pub fn seated(&self, seating: [u8; MOST_PLAYERS]) -> [Seated<'_>; MOST_PLAYERS] {
        let duels = seating.map(|p| self.players[usize::from(p)].duel);
        std::array::from_fn(|seat| Seated {
            company: self,
            player: &self.players[usize::from(seating[seat])],
            seating,
            duels,
        })
    }

    /// Everybody as thinking policies imagine them.
    pub(super) fn imagine(&self, seating: [u8; MOST_PLAYERS]) -> [Seated<'_>; MOST_PLAYERS] {
        let duels = seating.map(|p| self.players[usize::from(p)].duel);
        std::array::from_fn(|seat| Seated {
            company: self,
            player: &self.imagined[usize::from(seating[seat])],
            seating,
            duels,
        })
    }

    /// The table of a value.
    #[inline]
    pub(super) fn scores(&self, value: Value) -> &Scores {
        self.scores
            .iter()
            .find(|s| s.value() == value)
            .expect("every rule's values have a table")
    }
}

/// A policy at its seat.
#[derive(Debug, Clone, Copy)]
pub struct Seated<'a> {
    pub(super) company: &'a Company,
    pub(super) player: &'a Player,
    pub(super) seating: [u8; MOST_PLAYERS],
    /// Duel policies of all seats.
    pub(super) duels: [u8; MOST_PLAYERS],
}

impl<'a> Seated<'a> {
    /// Those seated, as the rules want them.
    pub fn seats(all: &'a [Self; MOST_PLAYERS]) -> Seats<'a, Self> {
        Seats::new(|seat| &all[seat])
    }
}

/// The values that a rule looks up; the first decides, the others break ties.
pub(super) fn values_of(rule: TurnRule) -> Vec<Value> {
    match rule {
        TurnRule::Random => Vec::new(),
        TurnRule::Greedy(lambda) => vec![Value::Net(lambda)],
        TurnRule::Cautious => vec![Value::Net(CAUTION)],
        TurnRule::Sniper => vec![Value::Scores, Value::Net(1.0)],
        _ => vec![Value::Net(1.0)],
    }
}

/// Weight of an own loss to `cautious`.
pub(super) const CAUTION: f64 = 3.0;

/// A template that the stacks of the box cannot supply even to one player alone is a mistake.
fn can_supply(arena: &Arena, spec: &SeatSpec) -> Result<()> {
    let DraftRule::Template(template) = spec.draft else {
        return Ok(());
    };
    for kind in Kind::ALL {
        let need: u8 = (0..usize::from(arena.carriers))
            .map(|c| template.team(c).get(kind))
            .sum();
        let have = arena.stacks[kind as usize];
        if need > have {
            return Err(Error::usage(format!(
                "{spec}: its {} carriers take {need} {} gladiators, the stack has {have}",
                arena.carriers,
                kind.word()
            )));
        }
    }
    Ok(())
}

/// Kinds by the worth that fits the 70 x 70 duels best when a team is worth the sum of its gladiators (spec
/// 9). For the
/// whole set of teams the least-squares fit orders the kinds as the sums of (count x mean symmetrised edge) do.
fn kinds_by_worth(arena: &Arena, tables: &DuelTables, duel: u8) -> [Kind; 5] {
    let teams: Vec<UnitId> = teams_of(4)
        .into_iter()
        .filter_map(|t| arena.units.id(Unit::team(t)))
        .collect();
    let edge = |a: UnitId, d: UnitId| {
        let odds = tables.odds(Pairing {
            units: [a, d],
            policies: [duel; 2],
        });
        odds.points - odds.losses
    };
    let mut worth = [0.0; 5];
    for &a in &teams {
        let mean: f64 = teams.iter().map(|&d| (edge(a, d) - edge(d, a)) / 2.0).sum();
        for kind in Kind::ALL {
            worth[kind as usize] += f64::from(arena.units.unit(a).counts.get(kind)) * mean;
        }
    }
    let mut kinds = Kind::ALL;
    kinds.sort_by(|a, b| worth[*b as usize].total_cmp(&worth[*a as usize]));
    kinds
}
