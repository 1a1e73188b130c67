//! The sides within a duel, numbered: who is active, who netted, how many markers.

use super::setup::Arena;
use super::units::{FIRST_ANIMAL, OUT, UnitId, Units};
use crate::games::clash::counts::{Counts, Kind, teams_of};
use crate::games::clash::state::{DuelState, Side, Step};
use crate::games::clash::unit::CARRIER_SIZE;
use std::collections::HashMap;

/// Number of a side within a duel; 0 is out. Teams: 2 x (active, netted) + marker; then the animals with
/// their markers.
pub(super) type SideId = u16;

/// What a duel asks of a side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    /// The unit when the duel is over.
    pub unit: UnitId,
    /// Dice in hand.
    pub dice: u8,
    /// Active tridents.
    pub tridents: u8,
}

/// Every side within a duel, numbered, and what the tables ask of it.
#[derive(Debug)]
pub(super) struct Sides {
    pub sides: Vec<Side>,
    index: HashMap<(Counts, Counts), SideId>,
    first_animal: SideId,
    /// What a duel asks of each side, in one place.
    pub marks: Vec<Mark>,
    pub most_dice: usize,
}

impl Sides {
    pub fn new(arena: &Arena) -> Self {
        let (rules, units) = (&arena.duel, &arena.units);
        let multisets: Vec<Counts> = (0..=CARRIER_SIZE).flat_map(teams_of).collect();
        let mut all: Vec<Side> = Vec::new();
        let mut index = HashMap::new();
        for &active in &multisets {
            for netted in multisets
                .iter()
                .filter(|n| n.total() + active.total() <= CARRIER_SIZE)
            {
                index.insert((active, *netted), all.len() as SideId);
                all.extend([0, 1].map(|markers| Side {
                    active,
                    netted: *netted,
                    markers,
                    hits: 0,
                }));
            }
        }
        let first_animal = all.len() as SideId;
        all.extend((FIRST_ANIMAL..units.len() as UnitId).map(|id| Side::new(units.unit(id))));
        let state = |side: Side| DuelState {
            sides: [side, side],
            step: Step::Roll,
            who: 0,
            pending: 0,
            latch: 0,
        };
        let dice: Vec<u8> = all.iter().map(|&side| rules.dice(&state(side))).collect();
        let ends = all.iter().enumerate().map(|(at, &side)| {
            let mut state = state(side);
            rules.finish(&mut state);
            let was = (at as UnitId)
                .checked_sub(first_animal)
                .map_or(OUT, |k| FIRST_ANIMAL + k);
            units.id_left(was, state.sides[0].unit())
        });
        let marks = ends
            .zip(&all)
            .zip(&dice)
            .map(|((unit, side), &dice)| Mark {
                unit,
                dice,
                tridents: side.active.get(Kind::Trident),
            })
            .collect();
        Self {
            marks,
            most_dice: usize::from(dice.iter().copied().max().unwrap_or(0)),
            index,
            first_animal,
            sides: all,
        }
    }

    pub fn of_unit(&self, units: &Units, id: UnitId) -> SideId {
        if Units::is_animal(id) {
            self.first_animal + (id - FIRST_ANIMAL)
        } else {
            self.of_side(&Side::new(units.unit(id)))
        }
    }

    /// The number of a team's side.
    pub fn of_side(&self, side: &Side) -> SideId {
        if side.is_out() {
            OUT
        } else {
            self.index[&(side.active, side.netted)] + SideId::from(side.markers)
        }
    }

    pub fn len(&self) -> usize {
        self.sides.len()
    }

    /// What a side lost on the way to another: gladiators, or 1 for a defeated animal.
    pub fn lost(&self, from: SideId, to: SideId) -> u8 {
        let side = &self.sides[usize::from(from)];
        side.size()
            - if to == OUT {
                0
            } else {
                self.sides[usize::from(to)].size()
            }
    }
}
