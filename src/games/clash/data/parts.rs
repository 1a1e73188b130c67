//! What lies in the box: the types that `ClashData` is made of.

use crate::scenario::{Guesses, Provenance};

/// A kind of gladiator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GladiatorKind {
    /// One of `LETTERS`.
    pub code: char,
    /// Name for people.
    pub name: String,
    /// How many are in the box.
    pub count: u8,
    /// What it does, in one line.
    pub effect: String,
    /// How well the count is known.
    pub provenance: Provenance,
}

/// What else is in the box.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Components {
    /// Carriers.
    pub carriers: u8,
    /// Colours of carriers.
    pub colours: u8,
    /// Places on a carrier.
    pub carrier_size: u8,
    /// Dice; no roll has more.
    pub dice: u8,
    /// Hit markers.
    pub hit_markers: u8,
    /// Animal cards.
    pub animal_cards: u8,
    /// How well these are known.
    pub provenance: Provenance,
}

/// The die: how many of its faces show what. `critical + single + miss = faces`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Die {
    /// Faces, at least 1.
    pub faces: u8,
    /// Faces that hit twice and cannot be blocked.
    pub critical: u8,
    /// Faces that hit once.
    pub single: u8,
    /// Faces that miss.
    pub miss: u8,
    /// How well these are known.
    pub provenance: Provenance,
}

/// Numbers of the duel.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Combat {
    /// Dice of a team besides its swords.
    pub base_dice_team: u8,
    /// Dice of an animal besides its swords.
    pub base_dice_animal: u8,
    /// Markers that remove a gladiator.
    pub markers_per_gladiator: u8,
    /// Markers a critical puts on an animal.
    pub markers_per_critical_on_animal: u8,
    /// Re-rolls that a majority of tridents allows.
    pub rerolls: u8,
    /// How well these are known.
    pub provenance: Provenance,
}

/// Points at the end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scoring {
    /// For a gladiator taken.
    pub gladiator: u8,
    /// For an animal taken.
    pub animal: u8,
    /// For a gladiator of one's own left, where the end counts them.
    pub survivor: u8,
    /// How well these are known.
    pub provenance: Provenance,
}

/// A board as the file gives it: rows of a raster, or explicit neighbours, or both. Not yet checked as a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Its name.
    pub name: String,
    /// Lengths of the rows of a hexagon raster; empty if none are given.
    pub rows: Vec<u8>,
    /// Names of the spaces in reading order; empty if the rows or the neighbours name them.
    pub spaces: Vec<String>,
    /// Each space with its neighbours, in the order of the file; empty if the rows say it.
    pub adjacency: Vec<(String, Vec<String>)>,
    /// How well it is known.
    pub provenance: Provenance,
}

/// A kind of animal card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Animal {
    /// Its name.
    pub name: String,
    /// Hits to defeat it, at least 1.
    pub hits: u8,
    /// Sword symbols: its dice.
    pub swords: u8,
    /// Trident symbols.
    pub tridents: u8,
    /// Spear symbols.
    pub spears: u8,
    /// Shield symbols.
    pub shields: u8,
    /// How well its numbers are known.
    pub provenance: Provenance,
    /// Numbers that are guesses, each with the lowest and highest value to ask again.
    pub ranges: Vec<(String, (u8, u8))>,
    /// Cards of it, where the file says; rosters count them for a game.
    pub copies: Option<Copies>,
}

/// A number of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copies {
    /// Cards.
    pub value: u8,
    /// How well it is known.
    pub provenance: Provenance,
}

/// A roster: how many of which card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roster {
    /// Its name.
    pub name: String,
    /// Animal and number of cards, in the order of the file.
    pub cards: Vec<(String, u8)>,
    /// How well it is known.
    pub provenance: Provenance,
}

/// A fact about the components.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Table and key, for example `board_facts.spaces`.
    pub name: String,
    /// Its value as text.
    pub value: String,
    /// Where it is from.
    pub provenance: Provenance,
}

/// A worked example of the rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// Its name.
    pub name: String,
    /// Who challenges.
    pub attacker: String,
    /// Who is challenged.
    pub defender: String,
    /// How the units were read from the text.
    pub provenance: Provenance,
}

impl Animal {
    /// The card in letters: `STTH@2`.
    pub fn unit(&self) -> String {
        let symbols = [
            (self.swords, "S"),
            (self.tridents, "T"),
            (self.spears, "P"),
            (self.shields, "H"),
        ];
        let letters: String = symbols
            .iter()
            .map(|(n, s)| s.repeat(usize::from(*n)))
            .collect();
        format!("{letters}@{}", self.hits)
    }

    /// A number of the card by its key in the file.
    pub fn number(&self, key: &str) -> Option<u8> {
        match key {
            "hits" => Some(self.hits),
            "swords" => Some(self.swords),
            "tridents" => Some(self.tridents),
            "spears" => Some(self.spears),
            "shields" => Some(self.shields),
            _ => None,
        }
    }

    /// Adds what an answer about this animal rests on: each number with a range, or else the card as a whole.
    pub fn guesses(&self, guesses: &mut Guesses) {
        if self.ranges.is_empty() {
            guesses.rest_on(
                format!("animal {}", self.name),
                self.unit(),
                &self.provenance,
            );
        }
        for (key, (low, high)) in &self.ranges {
            let range = format!("{low} to {high}");
            let provenance = Provenance {
                range,
                ..self.provenance.clone()
            };
            let value = self.number(key).map_or(String::new(), |n| n.to_string());
            guesses.rest_on(format!("animal {}: {key}", self.name), value, &provenance);
        }
    }
}
