//! Policies of a seat by name, each decision settable by itself (spec 14).
//!
//! | decision | values |
//! |---|---|
//! | `draft` | `random`, `swords_first`, `template:SSNT/SSSS/…`, `worth`, `deny`, `bait`, `spread` |
//! | `placement` | `random`, `rim`, `centre`, `near_weak`, `apart` |
//! | `fill` | `random`, `shield` |
//! | `turn` | `random`, `greedy:L`, `animals_first`, `sniper`, `cautious`, `finish`, `leader`, `wary:M`, `rollout:N`, `mcts:N` |
//! | `gladiatorless` | as `turn`; without it, the `turn` rule |
//! | `destination` | `first`, `random`, `stay`, `shy`, `bold` |
//! | `stand_in` | `left`, `right`, `leader`, `last`, `random` |
//! | `duel`, `net_targets`, `reroll`, `losses` | a duel policy of `clash::spec`, and its parts |
//!
//! Presets: `random`, `greedy[:L]`, `sniper`, `cautious`, `drafter:TEAMS`, `rollout[:N]`, `mcts[:N]`.

use crate::error::{Error, Result};
use crate::games::clash::counts::Counts;
use crate::games::clash::spec::PolicySpec;
use crate::games::clash::unit::{CARRIER_SIZE, Unit};
use crate::scenario::did_you_mean;
use std::fmt;

/// Most teams of a template: as many as a player has carriers.
pub const MOST_TEAMS: usize = 4;

/// Which gladiator enters, and where to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftRule {
    /// New carrier or own unfinished team by a coin, both uniform; kind uniform over the stacks.
    Random,
    /// Finishes a team before it opens the next; first stack left of S N H T P.
    SwordsFirst,
    /// One target team per carrier, in turn; kinds still missing, else as `swords_first`.
    Template(Template),
    /// As `swords_first`, kinds by their additive worth in one duel.
    Worth,
    /// As `swords_first`, net throwers before the swords are gone.
    Deny,
    /// As `swords_first`, but the last carrier takes the weakest kinds.
    Bait,
    /// Opens all carriers first, then fills the smallest team; kinds as `swords_first`.
    Spread,
}

/// Target teams of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    teams: [Counts; MOST_TEAMS],
    len: u8,
}

impl Template {
    /// From 1 to 4 full teams; more carriers begin again with the first.
    ///
    /// # Errors
    /// None or too many teams, teams that are not full.
    pub fn new(teams: &[Counts]) -> Result<Self> {
        if teams.is_empty() || teams.len() > MOST_TEAMS {
            return Err(Error::usage(format!("a drafter has 1 to {MOST_TEAMS} teams: write for example drafter:SSNT/SSSS")));
        }
        if let Some(short) = teams.iter().find(|t| t.total() != CARRIER_SIZE) {
            return Err(Error::usage(format!("`{short}`: a drafted team has four gladiators, for example SSNT")));
        }
        let mut all = [Counts::NONE; MOST_TEAMS];
        all[..teams.len()].copy_from_slice(teams);
        Ok(Self { teams: all, len: teams.len() as u8 })
    }

    fn parse(text: &str) -> Result<Self> {
        let teams = text.split(['/', '+', ',', ' ']).filter(|t| !t.is_empty());
        let teams: Vec<Counts> = teams.map(|t| Unit::parse(t, &[]).map(|u| u.counts)).collect::<Result<_>>()?;
        Self::new(&teams)
    }

    /// The target of the k-th carrier, from 0.
    pub fn team(&self, carrier: usize) -> Counts {
        self.teams[carrier % usize::from(self.len)]
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let teams: Vec<String> = self.teams[..usize::from(self.len)].iter().map(ToString::to_string).collect();
        f.write_str(&teams.join("/"))
    }
}

/// Where a new carrier goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceRule {
    /// Uniform over the allowed spaces.
    Random,
    /// Fewest neighbours, lowest index.
    Rim,
    /// Most neighbours, lowest index.
    Centre,
    /// Touches the most teams of others, those with few swords counting more, lowest index.
    NearWeak,
    /// Farthest from the nearest own team, lowest index.
    Apart,
}

/// Where a drawn animal goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FillRule {
    /// Uniform over the free spaces.
    Random,
    /// Touches the most own teams less others', lowest index.
    Shield,
}

/// Which challenge is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TurnRule {
    /// Uniform over (mover, destination, target), and the pass where it is allowed.
    Random,
    /// Largest E[own points gained] - lambda E[own gladiators lost] in this duel.
    Greedy(f64),
    /// `greedy` among options with an animal as target, if any.
    AnimalsFirst,
    /// Largest P(any points), then as `greedy`.
    Sniper,
    /// As `greedy:3`: a loss hurts three times.
    Cautious,
    /// `greedy` among options with a marked target, if any.
    Finish,
    /// `greedy` among options against the player who leads, if any.
    Leader,
    /// `greedy` less M times the best that the next player could then do to the own teams.
    Wary(f64),
    /// Plays each option to the end N times, everybody `greedy`; best mean result.
    Rollout(u32),
    /// Monte Carlo tree search with N playouts.
    Mcts(u32),
}

/// From which of several spaces the chosen target is challenged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DestinationRule {
    /// The first in canonical order (or the one of a random option).
    First,
    /// Uniform.
    Random,
    /// Its own space if possible, else the first.
    Stay,
    /// The one that touches the fewest teams of others.
    Shy,
    /// The one that touches the most teams of others.
    Bold,
}

/// Who rolls for a challenged wild animal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StandInRule {
    /// The next seat.
    Left,
    /// The seat before.
    Right,
    /// Who has the most points in front, nearest to the left.
    Leader,
    /// Who has the fewest, nearest to the left.
    Last,
    /// Uniform over the others.
    Random,
}

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
pub const PRESETS: [&str; 7] = ["random", "greedy", "sniper", "cautious", "drafter:SSNT/SSSS", "rollout", "mcts"];
/// The decisions that are set one by one.
pub const PARTS: [&str; 11] = [
    "draft", "placement", "fill", "turn", "gladiatorless", "destination", "stand_in", "duel", "net_targets", "reroll", "losses",
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

    /// A preset. All but `random` draft `swords_first`, place and fill at random and fight by `value`; they differ in the
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
                Ok(thinker(TurnRule::Greedy(1.0), DraftRule::Template(template), format!("drafter:{template}")))
            }
            ("greedy" | "sniper" | "cautious" | "rollout" | "mcts", _) => {
                let turn = turn_rule(&name, "policy")?;
                let name = if tail.is_none() { head.to_string() } else { turn.to_string() };
                Ok(thinker(turn, DraftRule::SwordsFirst, name))
            }
            _ => {
                let hint = did_you_mean(head, PRESETS);
                Err(Error::usage(format!("unknown policy `{}`{hint} (policies: {})", text.escape_debug(), PRESETS.join(", "))))
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
            return Err(Error::usage(format!("unknown decision `{}`{hint} (decisions: {})", part.escape_debug(), PARTS.join(", "))));
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
    known.iter().find(|(name, _)| *name == wanted).map(|(_, rule)| *rule).ok_or_else(|| unknown(part, value, known.iter().map(|(n, _)| *n)))
}

fn unknown<'a>(part: &str, value: &str, known: impl Iterator<Item = &'a str>) -> Error {
    let known: Vec<&str> = known.collect();
    let hint = did_you_mean(value, known.iter().copied());
    Error::usage(format!("{part}: unknown value `{}`{hint} (values: {})", value.escape_debug(), known.join(", ")))
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

const TURNS: [&str; 10] =
    ["random", "greedy:1", "animals_first", "sniper", "cautious", "finish", "leader", "wary:1", "rollout:16", "mcts:400"];

fn turn_rule(value: &str, part: &str) -> Result<TurnRule> {
    let lower = value.to_ascii_lowercase().replace('-', "_");
    let (head, tail) = match lower.split_once(':') {
        Some((head, tail)) => (head, Some(tail)),
        None => (lower.as_str(), None),
    };
    let weight = |default: f64| match tail.map(str::parse::<f64>) {
        None => Ok(default),
        Some(Ok(w)) if (0.0..=1000.0).contains(&w) => Ok(w),
        Some(_) => Err(Error::usage(format!("{part}: `{value}`: after the colon comes a weight from 0 to 1000, for example {head}:{default}"))),
    };
    let playouts = |default: u32| match tail.map(str::parse::<u32>) {
        None => Ok(default),
        Some(Ok(n)) if (1..=1_000_000).contains(&n) => Ok(n),
        Some(_) => {
            Err(Error::usage(format!("{part}: `{value}`: after the colon comes a number of playouts from 1 to 1000000, for example {head}:{default}")))
        }
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

impl fmt::Display for TurnRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy(w) => write!(f, "greedy:{w}"),
            Self::AnimalsFirst => f.write_str("animals_first"),
            Self::Sniper => f.write_str("sniper"),
            Self::Cautious => f.write_str("cautious"),
            Self::Finish => f.write_str("finish"),
            Self::Leader => f.write_str("leader"),
            Self::Wary(w) => write!(f, "wary:{w}"),
            Self::Rollout(n) => write!(f, "rollout:{n}"),
            Self::Mcts(n) => write!(f, "mcts:{n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_and_told_again() {
        for name in PRESETS.into_iter().chain(["greedy:2.5", "rollout:8", "mcts:50"]) {
            assert_eq!(SeatSpec::parse(name).unwrap().to_string(), name);
        }
        let spec = SeatSpec::parse("Greedy").unwrap().with_part("stand-in", "leader").unwrap().with_part("duel", "sharp").unwrap();
        assert_eq!(spec.to_string(), "greedy with stand_in leader, duel sharp");
        for (part, values) in [
            ("draft", &["random", "swords_first", "template:SSNT/SSSS", "worth", "deny", "bait", "spread"][..]),
            ("placement", &["random", "rim", "centre", "near_weak", "apart"]),
            ("fill", &["random", "shield"]),
            ("turn", &TURNS),
            ("gladiatorless", &TURNS),
            ("destination", &["first", "random", "stay", "shy", "bold"]),
            ("stand_in", &["left", "right", "leader", "last", "random"]),
            ("duel", &["simple", "minimax", "best_response:value"]),
            ("reroll", &["never"]),
        ] {
            for value in values {
                SeatSpec::random().with_part(part, value).unwrap();
            }
        }
        let list = SeatSpec::parse_list("greedy,drafter:SSNT/SSSS,random").unwrap();
        assert_eq!(list.iter().map(ToString::to_string).collect::<Vec<_>>(), ["greedy", "drafter:SSNT/SSSS", "random"]);
    }

    #[test]
    fn the_gladiatorless_rule_follows_the_turn_rule_until_it_is_set() {
        let spec = SeatSpec::random().with_part("turn", "sniper").unwrap();
        assert_eq!(spec.gladiatorless, TurnRule::Sniper);
        let spec = SeatSpec::random().with_part("gladiatorless", "random").unwrap().with_part("turn", "sniper").unwrap();
        assert_eq!(spec.gladiatorless, TurnRule::Random);
    }

    #[test]
    fn bad_names_say_what_to_write() {
        let message = |r: Result<SeatSpec>| r.unwrap_err().to_string();
        for (text, says) in [
            ("greddy", "did you mean `greedy`?"),
            ("drafter:", "1 to 4 teams"),
            ("drafter:SSN", "has four gladiators"),
            ("drafter:SSXT", "unknown letter X"),
            ("greedy:x", "a weight from 0 to 1000"),
            ("mcts:0", "playouts from 1 to 1000000"),
            ("random:2", "unknown policy"),
        ] {
            assert!(message(SeatSpec::parse(text)).contains(says), "{text}: {}", message(SeatSpec::parse(text)));
        }
        let with = |part: &str, value: &str| message(SeatSpec::random().with_part(part, value));
        assert!(with("turm", "random").contains("did you mean `turn`?"));
        assert!(with("turn", "gredy").contains("(values: random, greedy:1"));
        assert!(with("draft", "wort").contains("did you mean `worth`?"));
        assert!(with("stand_in", "lefft").contains("did you mean `left`?"));
    }
}
