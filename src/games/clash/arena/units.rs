//! Every unit that can stand on the board, numbered: 125 teams with and without a marker, animals with theirs.
//!
//! | number | unit |
//! |---|---|
//! | 0, 1 | nobody: a unit that is out ([`OUT`]) |
//! | 2 t + m | multiset t (1..=125, table order within each size) with m hit markers (0 or 1) |
//! | 252 .. | the kinds of animal cards, each with 0 to hits - 1 markers |

use crate::error::{Error, Result};
use crate::games::clash::counts::{Counts, Kind, teams_of};
use crate::games::clash::unit::{CARRIER_SIZE, Unit};

/// Number of a unit; its room in a space is 12 bits.
pub type UnitId = u16;
/// A unit that is out.
pub const OUT: UnitId = 0;
/// First number of the animals.
pub const FIRST_ANIMAL: UnitId = 252;
/// Multisets of 0 to 4 kinds.
pub const TEAMS: usize = 126;
const MOST_UNITS: usize = 1 << 12;

/// The numbering.
#[derive(Debug, Clone)]
pub struct Units {
    units: Vec<Unit>,
    /// Gladiators of each unit; 0 for animals.
    sizes: Vec<u8>,
    /// Kind of animal card of each number from [`FIRST_ANIMAL`] on.
    species_of: Vec<u8>,
    /// The kinds of animal cards: name and first number.
    species: Vec<(String, UnitId)>,
    /// The multiset with one more of a kind, by multiset; 0 where the carrier is full.
    plus: Vec<[u8; 5]>,
}

impl Units {
    /// Numbers the teams and these kinds of animal cards (name, unmarked unit).
    ///
    /// # Errors
    /// More animals with their markers than there are numbers.
    pub fn new(species: &[(String, Unit)]) -> Result<Self> {
        let teams: Vec<Counts> = (0..=CARRIER_SIZE).flat_map(teams_of).collect();
        let unit = |&counts: &Counts| {
            [0, 1].map(|markers| Unit {
                counts,
                hits: 0,
                markers,
            })
        };
        let plus = teams
            .iter()
            .map(|team| {
                Kind::ALL.map(|kind| {
                    let grown = (team.total() < CARRIER_SIZE).then(|| team.plus(kind, 1));
                    teams.iter().position(|t| Some(*t) == grown).unwrap_or(0) as u8
                })
            })
            .collect();
        let mut all = Self {
            units: teams.iter().flat_map(unit).collect(),
            sizes: teams.iter().flat_map(|t| [t.total(); 2]).collect(),
            species_of: Vec::new(),
            species: Vec::new(),
            plus,
        };
        for (name, unit) in species {
            let first = all.units.len();
            if first + usize::from(unit.hits) > MOST_UNITS || all.species.len() > 200 {
                return Err(Error::usage(
                    "too many kinds of animals, or animals that take too many hits, for one game",
                ));
            }
            for markers in 0..unit.hits {
                all.units.push(Unit { markers, ..*unit });
                all.sizes.push(0);
                all.species_of.push(all.species.len() as u8);
            }
            all.species.push((name.clone(), first as UnitId));
        }
        Ok(all)
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Never true.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The unit of a number.
    #[inline]
    pub fn unit(&self, id: UnitId) -> Unit {
        self.units[usize::from(id)]
    }

    /// Gladiators of a unit; 0 for an animal.
    #[inline]
    pub fn size(&self, id: UnitId) -> u8 {
        self.sizes[usize::from(id)]
    }

    /// True for an animal.
    #[inline]
    pub fn is_animal(id: UnitId) -> bool {
        id >= FIRST_ANIMAL
    }

    /// The number of a unit that stands; `None` for an animal that is not numbered.
    pub fn id(&self, unit: Unit) -> Option<UnitId> {
        self.units
            .iter()
            .skip(2)
            .position(|u| *u == unit)
            .map(|at| at as UnitId + 2)
    }

    /// The number of what a duel left of a unit: smaller, or the same animal with other markers.
    pub fn id_left(&self, was: UnitId, left: Option<Unit>) -> UnitId {
        match left {
            None => OUT,
            Some(unit) if Self::is_animal(was) => self.unmarked(was) + UnitId::from(unit.markers),
            Some(unit) => self.id(unit).expect("a duel leaves a team of the game"),
        }
    }

    /// Hit markers on a unit.
    #[inline]
    pub fn markers(&self, id: UnitId) -> u8 {
        if Self::is_animal(id) {
            self.unit(id).markers
        } else {
            (id & 1) as u8
        }
    }

    /// The unit without its hit markers.
    #[inline]
    pub fn unmarked(&self, id: UnitId) -> UnitId {
        if Self::is_animal(id) {
            self.card(self.species(id))
        } else {
            id & !1
        }
    }

    /// Kind of card of an animal.
    #[inline]
    pub fn species(&self, animal: UnitId) -> u8 {
        self.species_of[usize::from(animal - FIRST_ANIMAL)]
    }

    /// Kinds of animal cards.
    pub fn species_count(&self) -> usize {
        self.species.len()
    }

    /// Name of a kind of animal card.
    pub fn name(&self, species: u8) -> &str {
        &self.species[usize::from(species)].0
    }

    /// The fresh animal of a kind of card.
    #[inline]
    pub fn card(&self, species: u8) -> UnitId {
        self.species[usize::from(species)].1
    }

    /// A team with one more gladiator, unmarked; it must not be full.
    #[inline]
    pub fn grown(&self, team: UnitId, kind: Kind) -> UnitId {
        2 * UnitId::from(self.plus[usize::from(team / 2)][kind as usize])
    }

    /// What a unit is as far as nets go: its multiset, or 126 and up for the kinds of animal cards.
    #[inline]
    pub fn family(&self, id: UnitId) -> usize {
        if Self::is_animal(id) {
            TEAMS + usize::from(self.species(id))
        } else {
            usize::from(id / 2)
        }
    }

    /// The unmarked unit of a family.
    pub fn of_family(&self, family: usize) -> UnitId {
        if family < TEAMS {
            2 * family as UnitId
        } else {
            self.card((family - TEAMS) as u8)
        }
    }

    /// Number of families.
    pub fn families(&self) -> usize {
        TEAMS + self.species.len()
    }

    /// A unit as it is written in positions: `SSNT+1`, `lion+1`.
    pub fn text(&self, id: UnitId) -> String {
        let unit = self.unit(id);
        if !Self::is_animal(id) {
            return unit.to_string();
        }
        let name = self.name(self.species(id));
        if unit.markers > 0 {
            format!("{name}+{}", unit.markers)
        } else {
            name.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_one_unit() {
        let lion = Unit::animal(Counts::new([1, 0, 2, 0, 1]), 2).unwrap();
        let bear = Unit::animal(Counts::new([3, 0, 0, 0, 1]), 3).unwrap();
        let units = Units::new(&[("lion".into(), lion), ("bear".into(), bear)]).unwrap();
        assert_eq!(units.len(), 252 + 2 + 3);
        for id in 2..units.len() as UnitId {
            assert_eq!(units.id(units.unit(id)), Some(id));
            assert_eq!(
                units.unit(units.unmarked(id)),
                Unit {
                    markers: 0,
                    ..units.unit(id)
                }
            );
            assert_eq!(units.markers(id), units.unit(id).markers);
        }
        let names: Vec<String> = [2, 251, 252, 253, 256].map(|id| units.text(id)).into();
        assert_eq!(names, ["S", "HHHH+1", "lion", "lion+1", "bear+2"]);
        let grown = Kind::ALL.iter().fold(OUT, |team, &k| {
            if k == Kind::Spear {
                team
            } else {
                units.grown(team, k)
            }
        });
        assert_eq!(units.text(grown), "SNTH");
    }
}
