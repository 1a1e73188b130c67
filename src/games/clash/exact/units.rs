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

    fn read_comparisons(&mut self, rules: &Rules) {
        for own in 0..8 {
            for other in 0..8 {
                for challenger in 0..2 {
                    let [a, d] = [own, other].map(|p| Unit::team(Counts::new([1, 0, 0, p, 0])));
                    self.first[usize::from(own)][usize::from(other)][challenger] =
                        rules.start(a, d, challenger).first() as u8;
                }
                let sides = [own, other].map(|t| plain([1, 0, t, 0, 0]));
                self.majority[usize::from(own)][usize::from(other)] =
                    rules.may_reroll(&at(Step::Roll, sides, 0));
            }
        }
    }

    fn read_net_dice(&mut self, rules: &Rules) {
        self.net_dice = (0..=CARRIER_SIZE)
            .map(|nets| {
                let state = rules.start(
                    Unit::team(Counts::new([0, nets, 0, 7, 0])),
                    Unit::team(Counts::new([4, 0, 0, 0, 0])),
                    0,
                );
                match rules.need(&state) {
                    Need::NetDice { .. } => {
                        let rolled = crate::chance::distribution(|branch| {
                            let mut next = state;
                            // Policies decide nothing about net dice.
                            let anyone = crate::games::clash::policy::Policy::fixed(
                                crate::games::clash::policy::Parts::simple(),
                            );
                            rules.advance(&mut next, [&anyone, &anyone], branch);
                            match rules.need(&next) {
                                Need::NameNets { most, .. } => most,
                                _ => 0,
                            }
                        });
                        rolled
                            .weighted()
                            .map(|(s, w)| (s, w as f64 / rolled.total() as f64))
                            .collect()
                    }
                    _ => vec![(nets, 1.0)],
                }
            })
            .collect();
    }

    /// Every effect of a fresh roll, for each kind of target, its shields and the dice.
    fn read_shots(&mut self, rules: &Rules) {
        for class in 0..self.classes() {
            for shields in 0..self.shields {
                for _reroll in 0..2 {
                    for dice in 0..self.dice {
                        let from = self.shots.len() as u32;
                        if let Some(side) = self.target(class, shields as u8) {
                            self.read_row(rules, side, dice as u8);
                        }
                        self.ranges.push((from, self.shots.len() as u32));
                    }
                }
            }
        }
    }

    fn read_row(&mut self, rules: &Rules, target: Side, dice: u8) {
        let from = self.shots.len();
        let pool = rules.pool(dice);
        for (roll, weight) in pool.weighted() {
            let (lost, markers) = self.shot(rules, target, roll, dice);
            let fresh = weight as f64 / pool.total() as f64;
            match self.shots[from..]
                .iter_mut()
                .find(|s| (s.lost, s.markers) == (lost, markers))
            {
                Some(shot) => shot.fresh += fresh,
                None => self.shots.push(Shot {
                    lost,
                    markers,
                    fresh,
                }),
            }
        }
        self.shots[from..].sort_by_key(|s| (s.lost, s.markers));
    }

    /// What a kept roll does to a target: units lost, markers left when the duel is over.
    pub(super) fn shot(&self, rules: &Rules, target: Side, roll: Roll, dice: u8) -> (u8, u8) {
        if dice == 0 {
            return (0, self.rested(target.is_animal(), target.markers));
        }
        let mut state = at(Step::RollAgain, [plain([1, 0, 0, 0, 0]), target], 0);
        rules.after_roll(&mut state, roll);
        let side = &state.sides[1];
        if side.is_out() {
            return (target.size(), 0);
        }
        let lost = match rules.need(&state) {
            Need::Lose { count, .. } => count,
            _ => 0,
        };
        (lost, self.rested(side.is_animal(), side.markers))
    }

    /// Markers after a duel of a unit that has so many when it ends.
    fn rested(&self, animal: bool, markers: u8) -> u8 {
        if animal && self.heal { 0 } else { markers }
    }

    /// A target of this class with so many shields, if there is one.
    pub(super) fn target(&self, class: usize, shields: u8) -> Option<Side> {
        if class < 2 * MOST {
            let (size, markers) = (class as u8 / 2 + 1, class as u8 % 2);
            let others = size.checked_sub(shields)?;
            return Some(Side {
                markers,
                ..plain([0, 0, 0, others, shields])
            });
        }
        let unit = self
            .rows
            .iter()
            .position(|r| usize::from(r.class) == class)
            .map(|i| self.units[i])?;
        let side = Side::new(unit);
        (side.active.get(Kind::Shield) == shields).then_some(side)
    }

    /// Somebody who rolls so many dice, if there is anybody.
    pub(super) fn roller(&self, dice: u8) -> Option<Side> {
        let lineup = self.lineups.iter().find(|l| l.dice == dice)?;
        let animal = usize::from(lineup.body)
            .checked_sub(TEAMS)
            .map(|a| self.units[usize::from(self.animals[a])]);
        Some(Side {
            active: lineup.active,
            netted: lineup.netted,
            markers: 0,
            hits: animal.map_or(0, |a| a.hits),
        })
    }

    /// Kinds of targets.
    pub(super) fn classes(&self) -> usize {
        self.rows
            .iter()
            .map(|r| usize::from(r.class))
            .max()
            .unwrap_or(0)
            + 1
    }

    /// Number of the row of a roll: with `dice` dice, with or without the right to re-roll, at a target.
    #[inline]
    pub(super) fn row(&self, class: u16, shields: u8, reroll: bool, dice: u8) -> usize {
        ((usize::from(class) * self.shields + usize::from(shields)) * 2 + usize::from(reroll))
            * self.dice
            + usize::from(dice)
    }

    /// The row's target class, shields, right and dice.
    pub(super) fn parts_of_row(&self, row: usize) -> (usize, u8, bool, u8) {
        let (dice, rest) = (row % self.dice, row / self.dice);
        (
            rest / 2 / self.shields,
            (rest / 2 % self.shields) as u8,
            rest % 2 == 1,
            dice as u8,
        )
    }

    /// Number of rows.
    pub(super) fn count_of_rows(&self) -> usize {
        self.ranges.len()
    }

    /// The shots of a row, as a range of `shots`.
    #[inline]
    pub(super) fn range(&self, row: usize) -> std::ops::Range<usize> {
        let (from, to) = self.ranges[row];
        from as usize..to as usize
    }

    /// Whether the roller has the majority of tridents.
    #[inline]
    pub(super) fn majority(&self, roller: &Lineup, target: &Lineup) -> bool {
        self.majority[usize::from(roller.tridents & 7)][usize::from(target.tridents & 7)]
    }

    /// The side that rolls first: 0 attacker, 1 defender.
    #[inline]
    pub(super) fn first(&self, attacker: &UnitRow, defender: &UnitRow, challenger: usize) -> usize {
        usize::from(
            self.first[usize::from(attacker.spears & 7)][usize::from(defender.spears & 7)]
                [challenger & 1],
        )
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

    /// Number of units.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Never true: there are always the teams.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }
}
