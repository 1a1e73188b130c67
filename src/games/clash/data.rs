//! Component data of Clash of the Gladiators: what the box holds, how well that is known, which readings may be set.
//!
//! The embedded file `scenarios/clash.toml` is the data; a user's `--data FILE` overrides it. `data/read.rs` reads and
//! checks both by the same code. The rules take their numbers from here.

mod read;

use std::path::Path;

use super::counts::Counts;
use super::rules::Rules;
use super::unit::Unit;
use crate::error::{Error, Result};
use crate::scenario::{
    Document, Guesses, Provenance, Rulesets, Source, Status, SwitchTable, Switches, did_you_mean,
};

/// Most dice the roll tables are built for; the box holds five \[Components\].
pub const MAX_DICE: u8 = 5;

/// Letters of the five kinds of gladiators, in the fixed order.
pub const LETTERS: [char; 5] = ['S', 'N', 'T', 'P', 'H'];

/// The data in use.
#[derive(Debug, Clone, PartialEq)]
pub struct ClashData {
    /// The five kinds, in the fixed order S N T P H.
    pub gladiators: Vec<GladiatorKind>,
    /// What else is in the box.
    pub components: Components,
    /// The die.
    pub die: Die,
    /// Numbers of the duel.
    pub combat: Combat,
    /// (players, carriers of each), by players.
    pub carriers_per_player: Vec<(u8, u8)>,
    /// Points at the end.
    pub scoring: Scoring,
    /// Boards; the first is the default.
    pub boards: Vec<Board>,
    /// The animal cards, one entry a kind of card.
    pub animals: Vec<Animal>,
    /// How many of which card; the first is the default.
    pub rosters: Vec<Roster>,
    /// Single facts about the components, with their sources.
    pub facts: Vec<Fact>,
    /// The rulebook's worked examples.
    pub examples: Vec<Example>,
    /// Readings of the rules that may be set.
    pub switches: SwitchTable,
    /// `clash` and `clash-review`.
    pub rulesets: Rulesets,
}

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

impl ClashData {
    /// The text of the embedded file.
    pub const EMBEDDED: &'static str = include_str!("../../../scenarios/clash.toml");

    /// The embedded data.
    pub fn embedded() -> Result<Self> {
        let mut data = read::nothing();
        data.apply(&Source::new("scenarios/clash.toml", Self::EMBEDDED), None)?;
        Ok(data)
    }

    /// The embedded data, overridden by a user's file.
    pub fn load(overrides: Option<&Path>) -> Result<Self> {
        match overrides {
            None => Self::embedded(),
            Some(path) => Self::embedded()?.overridden(&Source::read(path)?),
        }
    }

    /// This data, overridden by a file's text.
    pub fn overridden(mut self, source: &Source) -> Result<Self> {
        self.apply(source, Some(Status::User))?;
        Ok(self)
    }

    fn apply(&mut self, source: &Source, unsaid: Option<Status>) -> Result<()> {
        let document = Document::parse(source)?;
        document.check_data_of("clash")?;
        read::apply(self, &document.root(), unsaid)
    }

    /// The animal of this name (letter case does not count), or which name is nearest.
    pub fn animal(&self, name: &str) -> Result<&Animal> {
        let found = self
            .animals
            .iter()
            .find(|a| a.name.to_lowercase() == name.to_lowercase());
        found.ok_or_else(|| unknown("animal", name, self.animals.iter().map(|a| a.name.as_str())))
    }

    /// The board of this name, or which name is nearest.
    pub fn board(&self, name: &str) -> Result<&Board> {
        let found = self.boards.iter().find(|b| b.name == name);
        found.ok_or_else(|| unknown("board", name, self.boards.iter().map(|b| b.name.as_str())))
    }

    /// The roster of this name, or which name is nearest.
    pub fn roster(&self, name: &str) -> Result<&Roster> {
        let found = self.rosters.iter().find(|r| r.name == name);
        found.ok_or_else(|| unknown("roster", name, self.rosters.iter().map(|r| r.name.as_str())))
    }

    /// The switches of a question: default, ruleset, settings in order.
    pub fn switches(&self, ruleset: &str, set: &[(String, String)]) -> Result<Switches> {
        Switches::resolve(&self.switches, self.rulesets.get(ruleset)?, set)
    }

    /// The named animals as units, for [`Unit::parse`].
    ///
    /// # Errors
    /// Never for data that was loaded: every card has been checked.
    pub fn units(&self) -> Result<Vec<(String, Unit)>> {
        self.animals
            .iter()
            .map(|a| {
                let counts = Counts::new([a.swords, 0, a.tridents, a.spears, a.shields]);
                Ok((a.name.clone(), Unit::animal(counts, a.hits)?))
            })
            .collect()
    }

    /// The duel rules under these switches, with this data's die and dice.
    ///
    /// # Errors
    /// Numbers of combat that the duel does not know how to play.
    pub fn rules(&self, switches: &Switches) -> Result<Rules> {
        let c = &self.combat;
        if (c.markers_per_gladiator, c.markers_per_critical_on_animal, c.rerolls) != (2, 2, 1) {
            return Err(Error::usage(
                "[combat]: 2 markers a gladiator, 2 a critical on an animal and 1 re-roll are part of the rules and cannot be changed",
            ));
        }
        let faces = [self.die.critical, self.die.single, self.die.miss];
        Rules::new(&|key| Some(switches.get(key).to_string()), faces, [c.base_dice_team, c.base_dice_animal])
    }

    /// Adds what every duel rests on, if a user changed it: the die and the numbers of combat.
    pub fn duel_guesses(&self, guesses: &mut Guesses) {
        let Die {
            critical,
            single,
            miss,
            ..
        } = self.die;
        let faces = format!("{critical} critical, {single} single, {miss} miss");
        guesses.rest_on("die", faces, &self.die.provenance);
        let c = &self.combat;
        let numbers = [
            ("base_dice_team", c.base_dice_team),
            ("base_dice_animal", c.base_dice_animal),
            ("markers_per_gladiator", c.markers_per_gladiator),
            (
                "markers_per_critical_on_animal",
                c.markers_per_critical_on_animal,
            ),
            ("rerolls", c.rerolls),
        ];
        for (key, value) in numbers {
            guesses.rest_on(format!("combat: {key}"), value, &c.provenance);
        }
    }
}

fn unknown<'a>(sort: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Error {
    let known: Vec<&str> = known.collect();
    let meant = did_you_mean(name, known.iter().copied());
    let name = name.escape_debug();
    Error::usage(format!(
        "unknown {sort} `{name}`{meant} ({})",
        known.join(", ")
    ))
}

#[cfg(test)]
mod tests;
