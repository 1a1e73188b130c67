//! Component data of Clash of the Gladiators: what the box holds, how well that is known, which readings may be set.
//!
//! The embedded file `scenarios/clash.toml` is the data; a user's `--data FILE` overrides it. `data/read.rs` reads and
//! checks both by the same code. The rules take their numbers from here.

mod parts;
mod read;

use std::path::Path;

use super::counts::{Counts, Kind};
use super::rules::Rules;
use super::unit::Unit;
pub use parts::{
    Animal, Board, Combat, Components, Copies, Die, Example, Fact, GladiatorKind, Roster, Scoring,
};

use crate::error::{Error, Result};
use crate::scenario::{
    Document, Guesses, Rulesets, Source, Status, SwitchTable, Switches, did_you_mean,
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
    /// A card with more symbols of a kind than a duel can hold.
    pub fn units(&self) -> Result<Vec<(String, Unit)>> {
        self.animals
            .iter()
            .map(|a| {
                let symbols = [a.swords, 0, a.tridents, a.spears, a.shields];
                if symbols.iter().any(|&n| n > Counts::MOST) {
                    return Err(Error::usage(format!(
                        "animal {}: at most {} symbols of a kind",
                        a.name,
                        Counts::MOST
                    )));
                }
                let counts = Counts::new(symbols);
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
        if (
            c.markers_per_gladiator,
            c.markers_per_critical_on_animal,
            c.rerolls,
        ) != (2, 2, 1)
        {
            return Err(Error::usage(
                "[combat]: 2 markers a gladiator, 2 a critical on an animal and 1 re-roll are part of the rules and cannot be changed",
            ));
        }
        let faces = [self.die.critical, self.die.single, self.die.miss];
        Rules::new(
            &|key| Some(switches.get(key).to_string()),
            faces,
            [c.base_dice_team, c.base_dice_animal],
        )
    }

    /// Checks that a unit never rolls more dice than are in the box. A card of the data file is checked when it is read;
    /// an animal may also be spelled out.
    ///
    /// # Errors
    /// Too few dice.
    pub fn dice_suffice(&self, unit: Unit) -> Result<()> {
        let c = &self.combat;
        let base = if unit.is_animal() {
            c.base_dice_animal
        } else {
            c.base_dice_team
        };
        let dice = base + unit.counts.get(Kind::Sword);
        if dice > self.components.dice {
            return Err(Error::usage(format!(
                "{unit} would roll {dice} dice, more than the {} in the box ([combat], [components] of the data)",
                self.components.dice
            )));
        }
        Ok(())
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
