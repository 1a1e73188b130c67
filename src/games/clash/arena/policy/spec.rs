//! Policies of a seat by name, each decision settable by itself (spec 14).
//!
//! | decision | values |
//! |---|---|
//! | `draft` | `random`, `swords_first`, `template:SSNT/SSSS/…`, `worth`, `deny`, `bait`, `spread` |
//! | `placement` | `random`, `rim`, `centre`, `near_weak`, `apart` |
//! | `fill` | `random`, `shield` |
//! | `turn` | `random`, `greedy:L`, `animals_first`, `sniper`, `cautious`, `finish`, `leader`, |
//! | | `wary:M`, `rollout:N`, `mcts:N` |
//! | `gladiatorless` | as `turn`; without it, the `turn` rule |
//! | `destination` | `first`, `random`, `stay`, `shy`, `bold` |
//! | `stand_in` | `left`, `right`, `leader`, `last`, `random` |
//! | `duel`, `net_targets`, `reroll`, `losses` | a duel policy of `clash::spec`, and its parts |
//!
//! Presets: `random`, `greedy[:L]`, `sniper`, `cautious`, `drafter:TEAMS`, `rollout[:N]`, `mcts[:N]`.

use super::rules::{
    DestinationRule, DraftRule, FillRule, PlaceRule, StandInRule, Template, TurnRule,
};
use crate::error::{Error, Result};
use crate::games::clash::spec::PolicySpec;
use crate::scenario::did_you_mean;
use std::fmt;

/// The policy of a seat.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatSpec {
    name: String,
    overrides: Vec<(&'static str, String)>,
    /// Which gladiator enters, and where to.
    pub draft: DraftRule,
    /// Where a new carrier goes.
    pub placement: PlaceRule,
    /// Where a drawn animal goes.
    pub fill: FillRule,
    /// Which challenge is made.
    pub turn: TurnRule,
    /// Which challenge is made without gladiators.
    pub gladiatorless: TurnRule,
    /// From which space.
    pub destination: DestinationRule,
    /// Who rolls for a challenged wild animal.
    pub stand_in: StandInRule,
    /// Decisions within a duel.
    pub duel: PolicySpec,
}

/// The presets, as they are written.
pub const PRESETS: [&str; 7] = [
    "random",
    "greedy",
    "sniper",
    "cautious",
    "drafter:SSNT/SSSS",
    "rollout",
    "mcts",
];
/// The decisions that are set one by one.
pub const PARTS: [&str; 11] = [
    "draft",
    "placement",
    "fill",
    "turn",
    "gladiatorless",
    "destination",
    "stand_in",
    "duel",
    "net_targets",
    "reroll",
    "losses",
];
/// Playouts of `rollout` for each option, where no number is given.
pub const ROLLOUTS: u32 = 16;
/// Playouts of `mcts` for a decision, where no number is given.
pub const BUDGET: u32 = 400;

impl SeatSpec {
    /// Everything random, duels by `value`.
    pub fn random() -> Self {
        Self {
            name: "random".into(),
            overrides: Vec::new(),
            draft: DraftRule::Random,
            placement: PlaceRule::Random,
            fill: FillRule::Random,
            turn: TurnRule::Random,
            gladiatorless: TurnRule::Random,
            destination: DestinationRule::First,
            stand_in: StandInRule::Left,
            duel: PolicySpec::parse("value").expect("value is a duel policy"),
        }
    }

    /// A preset. All but `random` draft `swords_first`, place and fill at random and fight by `value`; they
    /// differ in the
    /// challenges they make. `drafter` plays `greedy` with the teams it is told to draft.
    ///
    /// # Errors
    /// An unknown name, a bad number, bad teams.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let name = text.to_ascii_lowercase().replace('-', "_");
        let (head, tail) = match name.split_once(':') {
            Some((head, tail)) => (head, Some(tail)),
            None => (name.as_str(), None),
        };
        let thinker = |turn: TurnRule, draft: DraftRule, name: String| Self {
            name,
            draft,
            turn,
            gladiatorless: turn,
            ..Self::random()
        };
        match (head, tail) {
            ("random", None) => Ok(Self::random()),
            ("drafter", teams) => {
                let teams = teams.map_or("", |teams| &text[text.len() - teams.len()..]); // as written
                let template = Template::parse(teams)?;
                Ok(thinker(
                    TurnRule::Greedy(1.0),
                    DraftRule::Template(template),
                    format!("drafter:{template}"),
                ))
            }
            ("greedy" | "sniper" | "cautious" | "rollout" | "mcts", _) => {
                let turn = turn_rule(&name, "policy")?;
                let name = if tail.is_none() {
                    head.to_string()
                } else {
                    turn.to_string()
                };
                Ok(thinker(turn, DraftRule::SwordsFirst, name))
            }
            _ => {
                let hint = did_you_mean(head, PRESETS);
                Err(Error::usage(format!(
                    "unknown policy `{}`{hint} (policies: {})",
                    text.escape_debug(),
                    PRESETS.join(", ")
                )))
            }
        }
    }

    /// Presets separated by commas: `greedy,drafter:SSNT/SSSS,random`.
    ///
    /// # Errors
    /// See [`SeatSpec::parse`].
    pub fn parse_list(text: &str) -> Result<Vec<Self>> {
        text.split(',').map(Self::parse).collect()
    }

    /// The same with another rule for every challenge, with gladiators and without.
    #[must_use]
    pub fn with_turn(mut self, rule: TurnRule) -> Self {
        (self.turn, self.gladiatorless) = (rule, rule);
        self
    }

    /// The same policy with one decision replaced; `part` is one of [`PARTS`].
    ///
    /// # Errors
    /// An unknown part or value.
    pub fn with_part(mut self, part: &str, value: &str) -> Result<Self> {
        let wanted = part.trim().to_ascii_lowercase().replace('-', "_");
        let Some(part) = PARTS.into_iter().find(|p| *p == wanted) else {
            let hint = did_you_mean(&wanted, PARTS);
            return Err(Error::usage(format!(
                "unknown decision `{}`{hint} (decisions: {})",
                part.escape_debug(),
                PARTS.join(", ")
            )));
        };
        let value = value.trim();
        match part {
            "draft" => self.draft = draft_rule(value)?,
            "placement" => self.placement = word(part, value, &PLACES)?,
            "fill" => self.fill = word(part, value, &FILLS)?,
            "turn" => {
                let follows = self.gladiatorless == self.turn;
                self.turn = turn_rule(value, part)?;
                if follows && !self.overrides.iter().any(|(p, _)| *p == "gladiatorless") {
                    self.gladiatorless = self.turn;
                }
            }
            "gladiatorless" => self.gladiatorless = turn_rule(value, part)?,
            "destination" => self.destination = word(part, value, &DESTINATIONS)?,
            "stand_in" => self.stand_in = word(part, value, &STAND_INS)?,
            "duel" => self.duel = PolicySpec::parse(value)?,
            _ => self.duel = self.duel.with_part(part, value)?,
        }
        self.overrides.retain(|(p, _)| *p != part);
        self.overrides.push((part, value.to_string()));
        Ok(self)
    }
}

impl fmt::Display for SeatSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (at, (part, value)) in self.overrides.iter().enumerate() {
            write!(f, "{}{part} {value}", if at == 0 { " with " } else { ", " })?;
        }
        Ok(())
    }
}

const PLACES: [(&str, PlaceRule); 5] = [
    ("random", PlaceRule::Random),
    ("rim", PlaceRule::Rim),
    ("centre", PlaceRule::Centre),
    ("near_weak", PlaceRule::NearWeak),
    ("apart", PlaceRule::Apart),
];
const FILLS: [(&str, FillRule); 2] = [("random", FillRule::Random), ("shield", FillRule::Shield)];
const DESTINATIONS: [(&str, DestinationRule); 5] = [
    ("first", DestinationRule::First),
    ("random", DestinationRule::Random),
    ("stay", DestinationRule::Stay),
    ("shy", DestinationRule::Shy),
    ("bold", DestinationRule::Bold),
];
const STAND_INS: [(&str, StandInRule); 5] = [
    ("left", StandInRule::Left),
    ("right", StandInRule::Right),
    ("leader", StandInRule::Leader),
    ("last", StandInRule::Last),
    ("random", StandInRule::Random),
];
const DRAFTS: [(&str, DraftRule); 6] = [
    ("random", DraftRule::Random),
    ("swords_first", DraftRule::SwordsFirst),
    ("worth", DraftRule::Worth),
    ("deny", DraftRule::Deny),
    ("bait", DraftRule::Bait),
    ("spread", DraftRule::Spread),
];

fn word<T: Copy>(part: &str, value: &str, known: &[(&str, T)]) -> Result<T> {
    let wanted = value.to_ascii_lowercase().replace('-', "_");
    known
        .iter()
        .find(|(name, _)| *name == wanted)
        .map(|(_, rule)| *rule)
        .ok_or_else(|| unknown(part, value, known.iter().map(|(n, _)| *n)))
}

fn unknown<'a>(part: &str, value: &str, known: impl Iterator<Item = &'a str>) -> Error {
    let known: Vec<&str> = known.collect();
    let hint = did_you_mean(value, known.iter().copied());
    Error::usage(format!(
        "{part}: unknown value `{}`{hint} (values: {})",
        value.escape_debug(),
        known.join(", ")
    ))
}

fn draft_rule(value: &str) -> Result<DraftRule> {
    match value.split_once(':') {
        Some(("template" | "drafter", teams)) => Ok(DraftRule::Template(Template::parse(teams)?)),
        _ => {
            let names = DRAFTS.iter().map(|(n, _)| *n).chain(["template:SSNT/SSSS"]);
            word("draft", value, &DRAFTS).map_err(|_| unknown("draft", value, names))
        }
    }
}

const TURNS: [&str; 10] = [
    "random",
    "greedy:1",
    "animals_first",
    "sniper",
    "cautious",
    "finish",
    "leader",
    "wary:1",
    "rollout:16",
    "mcts:400",
];

fn turn_rule(value: &str, part: &str) -> Result<TurnRule> {
    let lower = value.to_ascii_lowercase().replace('-', "_");
    let (head, tail) = match lower.split_once(':') {
        Some((head, tail)) => (head, Some(tail)),
        None => (lower.as_str(), None),
    };
    let weight = |default: f64| match tail.map(str::parse::<f64>) {
        None => Ok(default),
        Some(Ok(w)) if (0.0..=1000.0).contains(&w) => Ok(w),
        Some(_) => Err(Error::usage(format!(
            "{part}: `{value}`: after the colon comes a weight from 0 to 1000, for example {head}:{default}"
        ))),
    };
    let playouts = |default: u32| match tail.map(str::parse::<u32>) {
        None => Ok(default),
        Some(Ok(n)) if (1..=1_000_000).contains(&n) => Ok(n),
        Some(_) => Err(Error::usage(format!(
            "{part}: `{value}`: after the colon come playouts, 1 to 1000000, for example {head}:{default}"
        ))),
    };
    Ok(match (head, tail) {
        ("greedy", _) => TurnRule::Greedy(weight(1.0)?),
        ("wary", _) => TurnRule::Wary(weight(1.0)?),
        ("rollout", _) => TurnRule::Rollout(playouts(ROLLOUTS)?),
        ("mcts", _) => TurnRule::Mcts(playouts(BUDGET)?),
        ("random", None) => TurnRule::Random,
        ("animals_first", None) => TurnRule::AnimalsFirst,
        ("sniper", None) => TurnRule::Sniper,
        ("cautious", None) => TurnRule::Cautious,
        ("finish", None) => TurnRule::Finish,
        ("leader", None) => TurnRule::Leader,
        _ => return Err(unknown(part, value, TURNS.into_iter())),
    })
}

#[cfg(test)]
mod tests;
