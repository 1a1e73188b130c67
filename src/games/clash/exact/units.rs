//! Teams, animals and their lineups by number, and what the rules say of each: the ground under [`super::tables`].
//!
//! A *lineup* is a unit as it stands within a duel: which gladiators are active and which are netted. There are 1000
//! lineups of teams (multisets of 1 to 4 over five kinds, each active or netted) and one a card. All numbers here are
//! read off the rules by driving them with stand-in units, so no rule is written twice.

use crate::games::clash::counts::{Counts, Kind, teams_of};
use crate::games::clash::policy::Target;
use crate::games::clash::rules::{Need, Roll, Rules};
use crate::games::clash::state::{DuelState, Side, Step};
use crate::games::clash::unit::{CARRIER_SIZE, Unit};

mod rolls;

/// Number of a unit: twice the team's number plus its marker, then each animal with 0, 1, … markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub u16);

impl UnitId {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Number of teams of 1 to 4 gladiators.
pub const TEAMS: usize = 125;
/// Most gladiators of a team, and so most losses.
pub const MOST: usize = CARRIER_SIZE as usize;
/// Lineup number that stands for none.
const NO_LINEUP: u16 = u16::MAX;

/// What the tables need of a unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnitRow {
    /// Team number, or 125 and up for an animal.
    pub body: u16,
    /// Everybody active.
    pub lineup: u16,
    /// What a roll is aimed at: hits to out and markers, see [`Units::row`].
    pub class: u16,
    /// Spears that count for the first roll.
    pub spears: u8,
    /// Net throwers.
    pub nets: u8,
    /// Gladiators; 1 for an animal.
    pub size: u8,
    /// Points of one loss: gladiator 1, animal 2.
    pub worth: u8,
    /// True for an animal.
    pub animal: bool,
}

/// What the tables need of a lineup.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lineup {
    pub active: Counts,
    pub netted: Counts,
    /// Team number, or 125 and up for an animal.
    pub body: u16,
    pub dice: u8,
    pub tridents: u8,
    pub shields: u8,
    /// Gladiators, active and netted; 1 for an animal.
    pub size: u8,
    /// Nets that it can still use as the second roller.
    pub nets_left: u8,
}

/// One possible effect of a roll on what it is aimed at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shot {
    /// Units lost: gladiators, or 1 for a defeated animal.
    pub lost: u8,
    /// Markers then; 0 when out.
    pub markers: u8,
    /// Probability in a fresh roll.
    pub fresh: f64,
}

/// All teams, the given animals, and what the rules say of them.
#[derive(Debug, Clone)]
pub struct Units {
    units: Vec<Unit>,
    pub(super) rows: Vec<UnitRow>,
    pub(super) lineups: Vec<Lineup>,
    /// Team number + 1 by packed counts; 0: not a team.
    team_of: Vec<u8>,
    /// Lineup by (team of the active ones + 1) and (team of the netted ones + 1).
    lineup_of: Vec<u16>,
    /// First unit of each animal.
    animals: Vec<u16>,
    /// Shots of each row, as a range of `shots`.
    ranges: Vec<(u32, u32)>,
    pub(super) shots: Vec<Shot>,
    shields: usize,
    dice: usize,
    /// Side that rolls first, by spears of attacker and defender and by challenger.
    first: [[[u8; 2]; 8]; 8],
    /// Whether the roller may re-roll, by tridents of roller and target.
    majority: [[bool; 8]; 8],
    /// Net dice: (successes, probability) of 0 to 4 nets.
    pub(super) net_dice: Vec<Vec<(u8, f64)>>,
    pub(super) dice_after_nets: bool,
    pub(super) tridents_after_nets: bool,
    pub(super) active_lost_first: bool,
    heal: bool,
}

fn plain(counts: [u8; 5]) -> Side {
    Side {
        active: Counts::new(counts),
        netted: Counts::NONE,
        markers: 0,
        hits: 0,
    }
}

/// A duel at a step of one's choice, the attacker acting as the first roller.
pub(super) fn at(step: Step, sides: [Side; 2], pending: u8) -> DuelState {
    DuelState {
        sides,
        step,
        who: 0,
        pending,
        latch: 0,
    }
}

impl Units {
    /// All teams and the given animals (each with any number of markers) under these rules.
    pub fn new(rules: &Rules, animals: &[Unit]) -> Self {
        let mut new = Self {
            units: Vec::new(),
            rows: Vec::new(),
            lineups: Vec::new(),
            team_of: vec![0; 1 << 15],
            lineup_of: vec![NO_LINEUP; (TEAMS + 1) * (TEAMS + 1)],
            animals: Vec::new(),
            ranges: Vec::new(),
            shots: Vec::new(),
            shields: 0,
            dice: 0,
            first: [[[0; 2]; 8]; 8],
            majority: [[false; 8]; 8],
            net_dice: Vec::new(),
            dice_after_nets: rules.dice_after_nets,
            tridents_after_nets: rules.tridents_after_nets,
            active_lost_first: rules.active_lost_first,
            heal: rules.animals_heal,
        };
        let teams: Vec<Counts> = (1..=CARRIER_SIZE).flat_map(teams_of).collect();
        for (body, team) in teams.iter().enumerate() {
            new.team_of[team.packed()] = body as u8 + 1;
        }
        new.add_teams(rules, &teams);
        for animal in animals {
            if new.animal(*animal).is_none() {
                new.add_animal(rules, *animal);
            }
        }
        new.shields = new
            .lineups
            .iter()
            .map(|l| usize::from(l.shields))
            .max()
            .unwrap_or(0)
            + 1;
        new.dice = new
            .lineups
            .iter()
            .map(|l| usize::from(l.dice))
            .max()
            .unwrap_or(0)
            + 1;
        new.read_comparisons(rules);
        new.read_net_dice(rules);
        new.read_shots(rules);
        new
    }

    fn add_teams(&mut self, rules: &Rules, teams: &[Counts]) {
        let none = std::iter::once(Counts::NONE);
        let parts: Vec<Counts> = none.chain(teams.iter().copied()).collect();
        for (n, &netted) in parts.iter().enumerate() {
            for (a, &active) in parts.iter().enumerate() {
                let size = active.total() + netted.total();
                if !(1..=CARRIER_SIZE).contains(&size) {
                    continue;
                }
                self.lineup_of[a * (TEAMS + 1) + n] = self.lineups.len() as u16;
                let body = u16::from(self.team_of[active.union(netted).packed()]) - 1;
                self.lineups.push(Self::lineup(
                    rules,
                    Side {
                        active,
                        netted,
                        markers: 0,
                        hits: 0,
                    },
                    body,
                ));
            }
        }
        for (body, &team) in teams.iter().enumerate() {
            for markers in 0..2 {
                let unit = Unit {
                    markers,
                    ..Unit::team(team)
                };
                let lineup = self.lineup_of[usize::from(self.team_of[team.packed()]) * (TEAMS + 1)];
                let class = (2 * (team.total() - 1) + markers).into();
                self.add(
                    unit,
                    UnitRow {
                        worth: 1,
                        ..Self::unit_row(unit, body as u16, lineup, class)
                    },
                );
            }
        }
    }

    fn add_animal(&mut self, rules: &Rules, animal: Unit) {
        let body = (TEAMS + self.animals.len()) as u16;
        let lineup = self.lineups.len() as u16;
        self.animals.push(self.units.len() as u16);
        let first = 2 * MOST as u16
            + self
                .animals
                .iter()
                .map(|&u| u16::from(self.units.get(usize::from(u)).map_or(0, |u| u.hits)))
                .sum::<u16>();
        for markers in 0..animal.hits {
            let unit = Unit { markers, ..animal };
            self.add(
                unit,
                UnitRow {
                    worth: 2,
                    ..Self::unit_row(unit, body, lineup, first + u16::from(markers))
                },
            );
        }
        self.lineups.push(Self::lineup(
            rules,
            Side::new(Unit {
                markers: 0,
                ..animal
            }),
            body,
        ));
    }

    fn add(&mut self, unit: Unit, row: UnitRow) {
        self.units.push(unit);
        self.rows.push(row);
    }

    fn unit_row(unit: Unit, body: u16, lineup: u16, class: u16) -> UnitRow {
        UnitRow {
            body,
            lineup,
            class,
            spears: unit.counts.get(Kind::Spear),
            nets: unit.counts.get(Kind::Net),
            size: Side::new(unit).size(),
            worth: 0,
            animal: unit.is_animal(),
        }
    }

    fn lineup(rules: &Rules, side: Side, body: u16) -> Lineup {
        let other = plain([0, 0, 0, 7, 0]);
        let target = Target::of(&side);
        let mut nets_left = 0;
        if !side.is_animal() {
            // The other side, which has more spears, names its nets' targets; what can this one then still throw?
            let team = side.active.union(side.netted);
            let mut state = rules.start(
                Unit::team(Counts::new([0, 0, 0, 7, 0])),
                Unit::team(team),
                0,
            );
            if !side.netted.is_empty() {
                let fresh = rules.start(
                    Unit::team(Counts::new([0, 4, 0, 7, 0])),
                    Unit::team(team),
                    0,
                );
                state = DuelState {
                    step: Step::NameNets,
                    pending: side.netted.total(),
                    ..fresh
                };
                rules.after_nets(&mut state, side.netted);
            }
            nets_left = match rules.need(&state) {
                Need::NetDice { dice, .. } => dice,
                Need::NameNets { most, .. } => most,
                _ => 0,
            };
        }
        Lineup {
            active: side.active,
            netted: side.netted,
            body,
            dice: rules.dice(&at(Step::Roll, [side, other], 0)),
            tridents: side.active.get(Kind::Trident),
            shields: target.shields,
            size: side.size(),
            nets_left,
        }
    }

    /// The lineup of these active and netted gladiators.
    pub(super) fn lineup_id(&self, active: Counts, netted: Counts) -> u16 {
        let part = |c: Counts| usize::from(self.team_of[c.packed()]);
        self.lineup_of[part(active) * (TEAMS + 1) + part(netted)]
    }

    /// The unit that a body is with so many markers.
    #[inline]
    pub(super) fn unit_of(&self, body: u16, markers: u8) -> UnitId {
        let first = if usize::from(body) < TEAMS {
            2 * body
        } else {
            self.animals[usize::from(body) - TEAMS]
        };
        UnitId(first + u16::from(markers))
    }

    /// The unit that leaves a duel in which nobody rolled at it.
    #[inline]
    pub(super) fn unhurt(&self, id: UnitId) -> UnitId {
        let row = &self.rows[id.index()];
        if row.animal && self.heal {
            self.unit_of(row.body, 0)
        } else {
            id
        }
    }

    /// The number of a unit; `None` for an animal that was not given to [`Units::new`].
    pub fn id(&self, unit: Unit) -> Option<UnitId> {
        if unit.is_animal() {
            return self
                .animal(unit)
                .map(|first| UnitId(first + u16::from(unit.markers)));
        }
        let team = u16::from(self.team_of[unit.counts.packed()]).checked_sub(1)?;
        Some(UnitId(2 * team + u16::from(unit.markers)))
    }

    fn animal(&self, unit: Unit) -> Option<u16> {
        self.animals
            .iter()
            .copied()
            .find(|&f| self.units[usize::from(f)] == Unit { markers: 0, ..unit })
    }

    /// The unit of a number.
    #[inline]
    pub fn unit(&self, id: UnitId) -> Unit {
        self.units[id.index()]
    }

    /// All units in order.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// Gladiators of a unit; 1 for an animal.
    #[inline]
    pub fn size(&self, id: UnitId) -> f64 {
        f64::from(self.rows[id.index()].size)
    }

    /// Number of units.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Never true: there are always the teams.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }
}
