//! The questions of Gladiator Gauntlet. Each file turns results of the core into [`Findings`].
//!
//! [`Asked`] is what all questions share: rules, data, command, seed; [`estimate`] lays a sampled value beside its exact twin.

pub mod advise;
pub mod choice;
pub mod compare;
pub mod enemies;
pub mod estimate;
pub mod events;
pub mod explain;
pub mod extra;
pub mod farm;
pub mod gamble;
pub mod game;
pub mod luck;
pub mod marginal;
pub mod regret;
pub mod sensitivity;
pub mod sheet;
pub mod solve;
pub mod swaps;
pub mod trace;
pub mod weights;
pub mod words;

use crate::games::gauntlet::cache::Cache;
use crate::games::gauntlet::data::GauntletData;
use crate::games::gauntlet::library::Library;
use crate::games::gauntlet::rules::{Ability, Rules};
use crate::games::gauntlet::solve::Progress;
use crate::games::gauntlet::spec::{Objective, PolicySpec};
use crate::report::{Chart, Findings, Guess, Kind, Method, Question, Table};
use std::sync::Arc;

/// A resolved question, as far as all questions of the game share it.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Flat name: `gauntlet`, `gauntlet-compare`, …
    pub name: &'static str,
    /// What was asked, in one line.
    pub title: String,
    /// The command that reproduces the answer.
    pub command: String,
    /// Component data in use, knobs turned.
    pub data: GauntletData,
    /// The reading of the rules.
    pub rules: Rules,
    /// Ruleset name.
    pub ruleset: String,
    /// Switches and knobs away from their default.
    pub switches: Vec<(String, String)>,
    /// Values that are not from the rulebook and that the answer rests on.
    pub guesses: Vec<Guess>,
    /// Seed.
    pub seed: u64,
    /// Confidence level of the intervals.
    pub confidence: f64,
    /// Where solved games are kept.
    pub cache: Option<Cache>,
    /// Who hears of long solutions, and may stop them.
    pub told: Told,
}

/// Hears of the progress of long solutions; says whether to go on.
#[derive(Clone)]
pub struct Told(pub Arc<dyn Fn(Progress) -> bool + Send + Sync>);

impl std::fmt::Debug for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Told")
    }
}

/// What is worth saying of a run of playouts, besides its tally.
#[derive(Debug, Clone)]
pub struct Ran {
    /// Playouts done, at least 1.
    pub playouts: u64,
    /// What ended the run.
    pub stopped_by: String,
    /// False when it was cut short.
    pub complete: bool,
    /// Half-width that it was asked to reach.
    pub target: Option<f64>,
}

impl Asked {
    /// As the head of findings.
    pub fn question(
        &self,
        policies: Vec<(String, String)>,
        facts: Vec<(String, String)>,
        ran: Option<&Ran>,
    ) -> Question {
        Question {
            name: self.name.into(),
            title: self.title.clone(),
            command: self.command.clone(),
            ruleset: self.ruleset.clone(),
            switches: self.switches.clone(),
            policies,
            facts,
            seed: ran.map(|_| self.seed),
            method: if ran.is_some() {
                Method::Mc
            } else {
                Method::Exact
            },
            playouts: ran.map_or(0, |r| r.playouts),
            stopped_by: ran.map(|r| r.stopped_by.clone()),
            complete: ran.is_none_or(|r| r.complete),
            confidence: self.confidence,
        }
    }

    /// The tables of the game up to a last round.
    ///
    /// # Errors
    /// Data that no game can be played with.
    pub fn library(&self, last_round: u8) -> crate::error::Result<Arc<Library>> {
        let library = Library::new(self.data.game(self.rules.clone(), last_round)?);
        Ok(self.equipped(library))
    }

    /// The same beside another, with which it shares what depends on the rules alone.
    ///
    /// # Errors
    /// As [`Asked::library`].
    pub fn library_beside(
        &self,
        last_round: u8,
        other: &Library,
    ) -> crate::error::Result<Arc<Library>> {
        let game = self.data.game(self.rules.clone(), last_round)?;
        Ok(self.equipped(Library::beside(game, other)))
    }

    fn equipped(&self, library: Library) -> Arc<Library> {
        let told = self.told.clone();
        Arc::new(
            library
                .cached(self.cache.clone())
                .telling(move |p| (told.0)(p)),
        )
    }

    /// An enemy of the cards with its health and ability: `Mvrmillo (4, no_trick)`.
    pub fn card(&self, card: u8, side: u8) -> String {
        let found = self
            .data
            .enemies
            .iter()
            .find(|e| e.card == card + 1 && e.side == side);
        found.map_or(String::new(), |e| {
            let health = e.health.value.map_or("glory".into(), |h| h.to_string());
            match self.rules.ability(e.ability.value) {
                Ability::None => format!("{} ({health})", e.name),
                Ability::GloryHealth => format!("{} (health = glory)", e.name),
                ability => format!("{} ({health}, {ability})", e.name),
            }
        })
    }
}

/// A round as the card prints it.
pub fn roman(round: u8) -> &'static str {
    ["0", "I", "II", "III", "IV", "V", "VI"][usize::from(round.min(6))]
}

/// A large whole number as people read it: `10,000,000`.
pub fn grouped(n: u64) -> String {
    crate::report::people::count(n)
}

/// A share in percent with two decimals.
pub fn percent(p: f64) -> String {
    format!("{:.2} %", p * 100.0)
}

/// Words of all questions.
pub fn glossary() -> Vec<(String, String)> {
    [
        ("win", "bloody conquest: the last enemy of the last round is down and the player lives (under mutual_kill=conquest also if both fall at once)"),
        ("score", "2 x remaining health + glory + 5 x rounds beaten; health of the dead counts 0"),
        ("match", "one exchange of blows: roll, swap, glory, damage"),
        ("1-swap", "a swap that replaces a combat die of 1 by a higher health die; it brings glory (2 by the rulebook)"),
        ("bargain", "the Gladiator card's +x glory for +x enemy health"),
        ("big hit", "more than 3 damage in one match; it brings glory (2 by the rulebook)"),
        ("exact", "worked out from all rolls, cards and events, without sampling error"),
        ("z", "distance between sampled and exact value in standard errors; beyond 5 either way something would be wrong"),
    ]
    .map(|(a, b)| (a.to_string(), b.to_string()))
    .to_vec()
}

/// The five decisions of a policy in words.
pub fn decisions(spec: &PolicySpec) -> String {
    use crate::games::gauntlet::spec::{GambleSpec, HealSpec, RerollSpec, ShiftSpec};
    fn shift(s: &ShiftSpec) -> &'static str {
        match s {
            ShiftSpec::Never => "event die never moved",
            ShiftSpec::ToGlory => "event die moved to max_glory",
            ShiftSpec::Random | ShiftSpec::Noisy(..) => "event die moved by lot",
            ShiftSpec::Values(_) => "event die by values",
        }
    }
    fn heal(s: &HealSpec) -> &'static str {
        match s {
            HealSpec::Low => "heals the low die",
            HealSpec::High => "heals the high die",
            HealSpec::Random | HealSpec::Noisy(..) => "heals by lot",
            HealSpec::Values(_) => "heals by values",
        }
    }
    fn reroll(s: &RerollSpec) -> &'static str {
        match s {
            RerollSpec::Never => "never re-rolls a 1",
            RerollSpec::First => "re-rolls the first 1",
            RerollSpec::Random | RerollSpec::Noisy(..) => "re-rolls 1s by lot",
            RerollSpec::Values(_) => "re-rolls 1s by values",
        }
    }
    fn gamble(s: &GambleSpec) -> String {
        match s {
            GambleSpec::Never => "never gambles".into(),
            GambleSpec::LowAtMost(k) => format!("gambles the lowest die at {k} or less"),
            GambleSpec::Random | GambleSpec::Noisy(..) => "gambles by lot".into(),
            GambleSpec::Values(_) => "gambles by values".into(),
        }
    }
    [
        shift(&spec.event_shift).to_string(),
        heal(&spec.heal).into(),
        reroll(&spec.reroll_one).into(),
        gamble(&spec.gamble),
    ]
    .join(", ")
}

/// Parts of an exact answer that differ from question to question.
#[derive(Debug, Default)]
pub struct Parts {
    /// Who plays how.
    pub policies: Vec<(String, String)>,
    /// Further facts.
    pub facts: Vec<(String, String)>,
    /// The verdict.
    pub verdict: Vec<String>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The charts.
    pub charts: Vec<Chart>,
    /// Method and error.
    pub notes: Vec<String>,
}

impl Asked {
    /// An exact answer as findings.
    pub fn findings(&self, parts: Parts, ran: Option<&Ran>) -> Findings {
        Findings {
            question: self.question(parts.policies, parts.facts, ran),
            verdict: parts.verdict,
            tables: parts.tables,
            charts: parts.charts,
            notes: parts.notes,
            guesses: self.guesses.clone(),
            glossary: glossary(),
        }
    }
}

/// A value for people: a chance, or points.
pub fn shown(objective: Objective, value: f64) -> String {
    match objective {
        Objective::Win => format!("{value:.6}"),
        Objective::Score => format!("{value:.4} points"),
    }
}

/// How a value of an objective is shown in a column.
pub fn kind_of(objective: Objective) -> Kind {
    match objective {
        Objective::Win => Kind::Share,
        Objective::Score => Kind::Number(6),
    }
}

/// The same for differences.
pub fn signed(objective: Objective) -> Kind {
    match objective {
        Objective::Win => Kind::Signed(6),
        Objective::Score => Kind::Signed(4),
    }
}
