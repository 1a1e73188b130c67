//! Component data of Gladiator Gauntlet: cards, rounds, events, prices, how well each is known, which readings may be set.
//!
//! The embedded file `scenarios/gauntlet.toml` is the data; a user's `--data FILE` overrides it. `data/read.rs` reads and
//! checks both by the same code, `data/alternative.rs` lays the file's alternatives over it.

mod alternative;
mod read;

pub use alternative::Alternative;

use super::dice::Faces;
use super::rules::game::{Enemy, Event, Game, Round};
use super::rules::{Ability, Rules, Tactic};
use super::state::Health;
use crate::error::{Error, Result};
use crate::scenario::{
    Document, Guesses, Provenance, Rulesets, Source, Status, SwitchTable, Switches, did_you_mean,
    quoted,
};
use std::path::Path;

/// A value and how well it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known<T> {
    /// The value.
    pub value: T,
    /// How well it is known.
    pub provenance: Provenance,
}

/// A side of an enemy card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnemySide {
    /// Card, from 1.
    pub card: u8,
    /// 0 for side A, 1 for side B.
    pub side: u8,
    /// Its name.
    pub name: String,
    /// Printed health, 1..=6; `None`: the player's glory.
    pub health: Known<Option<u8>>,
    /// Its ability.
    pub ability: Known<Ability>,
}

/// A row of the Round card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundRow {
    /// Cards to draw.
    pub cards: Known<u8>,
    /// 0 for side A, 1 for side B.
    pub side: Known<u8>,
    /// Faces that enemies roll again.
    pub faces: Known<Faces>,
}

/// A line of the Event card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventLine {
    /// The event.
    pub event: Event,
    /// How well it is known.
    pub provenance: Provenance,
}

/// A single fact about the components, for reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Table and key, for example `deck.pairing`.
    pub name: String,
    /// How well it is known.
    pub provenance: Provenance,
}

/// The data in use.
#[derive(Debug, Clone, PartialEq)]
pub struct GauntletData {
    /// The reading of the rules that numbers and knobs give; switches are laid over it.
    pub numbers: Rules,
    /// Health dice at the start.
    pub health_dice: [u8; 2],
    /// Glory at the start.
    pub glory: u8,
    /// Difficulties and their last rounds, in order.
    pub difficulties: Vec<(String, u8)>,
    /// Enemy cards, side by side.
    pub enemies: Vec<EnemySide>,
    /// The rounds, in order.
    pub rounds: Vec<RoundRow>,
    /// The events, by face.
    pub events: Vec<EventLine>,
    /// What else could be on the cards, for the sensitivity report.
    pub alternatives: Vec<Alternative>,
    /// Facts about the deck.
    pub facts: Vec<Fact>,
    /// Provenance of the tables of numbers, by name.
    pub tables: Vec<Fact>,
    /// Readings of the rules that may be set.
    pub switches: SwitchTable,
    /// `gauntlet`, `gauntlet-no-bargain`, `gauntlet-gentle`, `gauntlet-harsh`.
    pub rulesets: Rulesets,
}

impl GauntletData {
    /// The text of the embedded file.
    pub const EMBEDDED: &'static str = include_str!("../../../scenarios/gauntlet.toml");

    /// The embedded data.
    ///
    /// # Errors
    /// Never for a built binary: a test reads it.
    pub fn embedded() -> Result<Self> {
        let mut data = read::nothing();
        data.apply(
            &Source::new("scenarios/gauntlet.toml", Self::EMBEDDED),
            None,
        )?;
        Ok(data)
    }

    /// The embedded data, overridden by a user's file.
    ///
    /// # Errors
    /// What is wrong in the file, with its place.
    pub fn load(overrides: Option<&Path>) -> Result<Self> {
        match overrides {
            None => Self::embedded(),
            Some(path) => Self::embedded()?.overridden(&Source::read(path)?),
        }
    }

    /// This data, overridden by a file's text.
    ///
    /// # Errors
    /// What is wrong in the text, with its place.
    pub fn overridden(mut self, source: &Source) -> Result<Self> {
        self.apply(source, Some(Status::User))?;
        Ok(self)
    }

    fn apply(&mut self, source: &Source, unsaid: Option<Status>) -> Result<()> {
        let document = Document::parse(source)?;
        document.check_data_of("gauntlet")?;
        read::apply(self, &document.root(), unsaid)
    }

    /// Splits settings into knobs (`tactics.quick_rest.enabled=false`), which are applied, and switches, which are returned.
    ///
    /// # Errors
    /// A value that a knob cannot have.
    pub fn with_knobs(mut self, set: &[(String, String)]) -> Result<(Self, Vec<(String, String)>)> {
        let mut switches = Vec::new();
        for (key, value) in set {
            if key.contains('.') {
                self.turn(key, value)?;
            } else {
                switches.push((key.clone(), value.clone()));
            }
        }
        Ok((self, switches))
    }

    /// Sets a knob.
    fn turn(&mut self, key: &str, value: &str) -> Result<()> {
        let wrong = |what: &str| {
            Error::usage(format!(
                "--set {key}={value}: {key} must be {what}, not {}",
                quoted(value)
            ))
        };
        let yes_or_no = || value.parse::<bool>().map_err(|_| wrong("true or false"));
        let number = |max: u8| {
            let parsed = value.parse::<u8>().ok().filter(|n| *n <= max);
            parsed.ok_or_else(|| wrong(&format!("a whole number from 0 to {max}")))
        };
        let n = &mut self.numbers;
        if let Some((name, part)) = key
            .strip_prefix("tactics.")
            .and_then(|k| k.rsplit_once('.'))
            && let Some(tactic) = Tactic::from_name(name)
        {
            match part {
                "enabled" => return yes_or_no().map(|v| n.enabled[tactic as usize] = v),
                "cost" => return number(5).map(|v| n.cost[tactic as usize] = v),
                _ => {}
            }
        }
        match key {
            "swap.enabled" => n.swap = yes_or_no()?,
            "swap.one_bonus" => n.one_bonus = number(5)?,
            "big_hit.glory" => n.big_hit_glory = number(5)?,
            "big_hit.more_than" => n.big_hit_over = number(8)?,
            "player.glory" => self.glory = number(5)?,
            "player.round_glory" => n.round_glory = number(5)?,
            "player.event_shift_cost" => n.shift_cost = number(5)?,
            "player.health_dice" => {
                let dice: Vec<Option<u8>> = value
                    .trim_matches(['[', ']'])
                    .split(',')
                    .map(|d| d.trim().parse().ok().filter(|d| *d <= 6))
                    .collect();
                match dice[..] {
                    [Some(a), Some(b)] if a + b > 0 => self.health_dice = [a, b],
                    _ => {
                        return Err(wrong(
                            "two dice of 0 to 6, one of them above 0, for example 4,4",
                        ));
                    }
                }
            }
            _ => {
                let known = Self::knobs();
                let meant = did_you_mean(key, known.iter().map(String::as_str));
                return Err(Error::usage(format!(
                    "unknown knob `{}`{meant}",
                    key.escape_debug()
                )));
            }
        }
        Ok(())
    }

    /// The names of all knobs.
    pub fn knobs() -> Vec<String> {
        let tactics = Tactic::ALL
            .into_iter()
            .flat_map(|t| ["enabled", "cost"].map(|p| format!("tactics.{}.{p}", t.name())));
        let others = [
            "swap.enabled",
            "swap.one_bonus",
            "big_hit.glory",
            "big_hit.more_than",
            "player.glory",
            "player.round_glory",
            "player.event_shift_cost",
            "player.health_dice",
        ];
        tactics.chain(others.map(str::to_string)).collect()
    }

    /// The switches of a question: default, ruleset, settings in order.
    ///
    /// # Errors
    /// An unknown ruleset, switch or value.
    pub fn switches(&self, ruleset: &str, set: &[(String, String)]) -> Result<Switches> {
        Switches::resolve(&self.switches, self.rulesets.get(ruleset)?, set)
    }

    /// The rules under these switches, with this data's numbers.
    ///
    /// # Errors
    /// A value out of range.
    pub fn rules(&self, switches: &Switches) -> Result<Rules> {
        let mut rules = self.numbers.clone();
        for (key, value) in switches.iter() {
            rules.set(key, value)?;
        }
        Ok(rules)
    }

    /// The last round of a difficulty.
    ///
    /// # Errors
    /// An unknown difficulty.
    pub fn last_round(&self, difficulty: &str) -> Result<u8> {
        let found = self
            .difficulties
            .iter()
            .find(|(name, _)| name == difficulty);
        found.map(|(_, last)| *last).ok_or_else(|| {
            let names: Vec<&str> = self.difficulties.iter().map(|(n, _)| n.as_str()).collect();
            let meant = did_you_mean(difficulty, names.iter().copied());
            Error::usage(format!(
                "unknown difficulty `{}`{meant} ({})",
                difficulty.escape_debug(),
                names.join(", ")
            ))
        })
    }

    /// The game up to a last round.
    ///
    /// # Errors
    /// Data that no game can be played with.
    pub fn game(&self, rules: Rules, last_round: u8) -> Result<Game> {
        let cards = self.enemies.iter().map(|e| e.card).max().unwrap_or(0);
        let side = |card: u8, side: u8| {
            let found = self
                .enemies
                .iter()
                .find(|e| e.card == card && e.side == side);
            let missing = || {
                Error::usage(format!(
                    "enemy card {card} has no side {}",
                    ["A", "B"][usize::from(side)]
                ))
            };
            found
                .map(|e| Enemy {
                    health: e.health.value,
                    ability: e.ability.value,
                })
                .ok_or_else(missing)
        };
        let cards: Vec<[Enemy; 2]> = (1..=cards)
            .map(|card| Ok([side(card, 0)?, side(card, 1)?]))
            .collect::<Result<_>>()?;
        let rounds = self
            .rounds
            .iter()
            .map(|r| Round {
                cards: r.cards.value,
                side: r.side.value,
                faces: r.faces.value,
            })
            .collect();
        let events: Vec<Event> = self.events.iter().map(|e| e.event).collect();
        let events = events
            .try_into()
            .map_err(|_| Error::usage("the Event card has six lines, one for each face"))?;
        let [a, b] = self.health_dice;
        Game::new(
            rules,
            cards,
            rounds,
            events,
            last_round,
            (Health::new(a, b), self.glory),
        )
    }

    /// The name of the enemy on a side of a card (from 0).
    pub fn enemy_name(&self, card: u8, side: u8) -> &str {
        let found = self
            .enemies
            .iter()
            .find(|e| e.card == card + 1 && e.side == side);
        found.map_or("", |e| e.name.as_str())
    }

    /// The enemy of this name (letter case does not count), or which name is nearest.
    ///
    /// # Errors
    /// An unknown name.
    pub fn enemy(&self, name: &str) -> Result<&EnemySide> {
        let found = self
            .enemies
            .iter()
            .find(|e| e.name.to_lowercase() == name.to_lowercase());
        found.ok_or_else(|| {
            let names: Vec<&str> = self.enemies.iter().map(|e| e.name.as_str()).collect();
            let meant = did_you_mean(name, names.iter().copied());
            Error::usage(format!(
                "unknown enemy `{}`{meant} ({})",
                name.escape_debug(),
                names.join(", ")
            ))
        })
    }

    /// Adds what a whole game up to a last round rests on.
    pub fn guesses(&self, last_round: u8, guesses: &mut Guesses) {
        let rounds = &self.rounds[..usize::from(last_round).min(self.rounds.len())];
        for e in self
            .enemies
            .iter()
            .filter(|e| rounds.iter().any(|r| r.side.value == e.side))
        {
            let health = e
                .health
                .value
                .map_or("glory".to_string(), |h| h.to_string());
            guesses.rest_on(
                format!("enemy {}: health", e.name),
                health,
                &e.health.provenance,
            );
            guesses.rest_on(
                format!("enemy {}: ability", e.name),
                e.ability.value,
                &e.ability.provenance,
            );
        }
        for (at, r) in rounds.iter().enumerate() {
            let name = |key: &str| format!("round {}: {key}", at + 1);
            let faces: Vec<String> = r.faces.value.values().map(|v| v.to_string()).collect();
            guesses.rest_on(name("cards"), r.cards.value, &r.cards.provenance);
            guesses.rest_on(
                name("side"),
                ["A", "B"][usize::from(r.side.value)],
                &r.side.provenance,
            );
            guesses.rest_on(
                name("reroll faces"),
                format!("[{}]", faces.join(", ")),
                &r.faces.provenance,
            );
        }
        for (at, e) in self.events.iter().enumerate() {
            guesses.rest_on(format!("event {}", at + 1), e.event.name(), &e.provenance);
        }
        let assumed = |f: &&Fact| f.provenance.status == Status::Assumed;
        for f in self.facts.iter().filter(assumed) {
            guesses.rest_on(&f.name, "as the data lists it", &f.provenance);
        }
        for t in &self.tables {
            guesses.rest_on(format!("[{}]", t.name), "changed", &t.provenance);
        }
    }
}

#[cfg(test)]
mod tests;
