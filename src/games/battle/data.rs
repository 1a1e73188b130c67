//! Component data of How to Battle: table sets, weapons, prices, each value with how well it is known.
//!
//! The embedded file `scenarios/battle.toml` is the data; a user's `--data FILE` overrides it. `data/read.rs` reads
//! both by
//! the same code. Most tables of this game are lost: [`TableSet`]s are reconstructions, and answers are given under
//! each.

mod check;
mod guesses;
mod read;
mod sets;

use std::path::Path;

use super::column::{Class, Column};
use crate::error::{Error, Result};
use crate::scenario::did_you_mean;
use crate::scenario::{
    Document, Provenance, Rulesets, Source, Status, Switch, SwitchTable, Switches,
};

/// A value and how well it is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Known<T> {
    /// The value.
    pub value: T,
    /// Where it is from.
    pub provenance: Provenance,
}

/// The data in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BattleData {
    /// Single numbers by name, as in `[constants]`.
    pub constants: Vec<(String, Known<i64>)>,
    /// Fighting styles by ranks of ATTACK, rising.
    pub tiers: Vec<Known<StyleTier>>,
    /// What each class needs to hit, and its extra critical dice; A to D.
    pub classes: [ClassRow; 4],
    /// Stuns by column: 4 to 6-6, then the criticals.
    pub columns: [ColumnRow; 7],
    /// The Fate Roll Chart, faces 1 to 6.
    pub fates: [Known<Fate>; 6],
    /// The table sets, in the order of the files.
    pub sets: Vec<TableSet>,
    /// The set that is used where nothing else is said.
    pub default_tables: String,
    /// Sets whose values are guesses in part: the robustness strip shows them all.
    pub strip: Vec<String>,
    /// The weapons.
    pub weapons: Vec<Weapon>,
    /// The skills with their prices.
    pub skills: Vec<Skill>,
    /// What was not recovered: name and remark.
    pub missing: Vec<(String, String)>,
    /// Readings of the rules that may be set.
    pub switches: SwitchTable,
    /// `battle`.
    pub rulesets: Rulesets,
}

/// What a style does, from some rank of ATTACK on \[Benefits and Penalties when Attacking Berserk / Defensively\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct StyleTier {
    /// First rank it holds for; ATTACK 0 uses the first tier (derived).
    pub attack_from: u8,
    /// Attack dice of a berserk attack, added.
    pub berserk_attack: i8,
    /// Attack dice of a defensive attack, added (negative).
    pub defensive_attack: i8,
    /// Defence dice after a defensive attack, added.
    pub defensive_defence: u8,
    /// Sixes that a defensive attack counts at most.
    pub defensive_max_sixes: u8,
}

/// A weapon class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassRow {
    /// Lowest column that hits.
    pub hits_from: Known<Column>,
    /// Added to the critical dice.
    pub extra_critical_dice: Known<u8>,
}

/// A column's stuns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ColumnRow {
    /// An unblocked hit stuns.
    pub stuns: Known<bool>,
    /// An unblocked hit stuns a foe who is stunned already.
    pub keeps_stunned: Known<bool>,
}

/// A line of the Fate Roll Chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fate {
    /// Health regained.
    pub heals: u8,
    /// Fights on; else the battle is lost.
    pub fights: bool,
    /// Stunned when he fights on.
    pub stunned: bool,
    /// May quit.
    pub may_quit: bool,
    /// Must win or die.
    pub doomed: bool,
    /// Falls into a coma.
    pub coma: bool,
    /// Develops an insanity.
    pub insanity: bool,
}

/// A reconstruction of the lost tables.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableSet {
    /// Its name, as in the switch `tables`.
    pub name: String,
    /// For people.
    pub title: String,
    /// What it assumes, in a sentence.
    pub idea: String,
    /// Damage by class and column, below the criticals; `None` where the class does not hit.
    pub damage: [[Option<Known<u8>>; 7]; 4],
    /// Sixes that block, by column; the first is unused.
    pub block: [Option<Known<u8>>; 7],
    /// Dice of the awake or alive roll at health -1 to -19; the first is unused.
    pub tracker: [Option<Known<u8>>; 20],
    /// The Critical Damage Chart.
    pub critical: Option<Critical>,
}

/// The Critical Damage Chart: damage = max(minimum, offset + floor(numerator * total / denominator)).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Critical {
    /// Added.
    pub offset: i32,
    /// Slope's numerator, 0 or more.
    pub numerator: i32,
    /// Slope's denominator, at least 1.
    pub denominator: i32,
    /// Least damage.
    pub minimum: i32,
    /// How well the formula is known.
    pub provenance: Provenance,
    /// Total from which the chart kills, if it ever does.
    pub kill_at: Option<Known<u16>>,
    /// Results that are known one by one; they go before the formula.
    pub cells: Vec<CriticalCell>,
}

/// A single result of the chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CriticalCell {
    /// Sum of the dice and the weapon's bonus.
    pub total: u16,
    /// The kind of weapon whose chart it stands in; `None` for all.
    pub kind: Option<WeaponKind>,
    /// Damage.
    pub damage: u16,
    /// Kills outright.
    pub kill: bool,
    /// How well it is known.
    pub provenance: Provenance,
}

/// Which critical chart a weapon uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum WeaponKind {
    /// Blunt.
    #[default]
    Bludgeon,
    /// Pointed.
    Pierce,
    /// Edged.
    Slash,
}

/// How a weapon may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Usage {
    /// In hand only.
    #[default]
    Melee,
    /// It must be thrown.
    Thrown,
    /// Either.
    Both,
}

/// A weapon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weapon {
    /// Its name in builds: `short_sword`.
    pub name: String,
    /// Its class.
    pub class: Known<Class>,
    /// Added to the sum of the critical dice.
    pub critical_bonus: Known<u8>,
    /// Attack dice added when thrown.
    pub throw_bonus: Known<u8>,
    /// Pounds.
    pub weight_lb: Known<u8>,
    /// 1 or 2.
    pub hands: Known<u8>,
    /// In hand, thrown or both.
    pub usage: Known<Usage>,
    /// Which critical chart.
    pub kind: Known<WeaponKind>,
}

/// Whether a skill's ranks do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SkillRules {
    /// The rulebook says what they do.
    Full,
    /// A documented assumption, behind the switch `advanced_skills`.
    Assumed,
    /// Known by name only: ranks are refused.
    None,
}

/// A skill and its prices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skill {
    /// Its name in builds.
    pub name: String,
    /// Whether its ranks do something.
    pub rules: SkillRules,
    /// Development points for rank 1, 2, …
    pub prices: Vec<u8>,
    /// How well the prices are known.
    pub provenance: Provenance,
}

impl BattleData {
    /// The text of the embedded file.
    pub const EMBEDDED: &'static str = include_str!("../../../scenarios/battle.toml");

    /// The embedded data.
    pub fn embedded() -> Result<Self> {
        let mut data = read::nothing();
        data.apply(&Source::new("scenarios/battle.toml", Self::EMBEDDED), None)?;
        Ok(data)
    }

    /// The embedded data, overridden by a user's file.
    ///
    /// # Errors
    /// A file that cannot be read, or whose tables have holes or contradict themselves; with file, line and column.
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
        document.check_data_of("battle")?;
        read::apply(self, &document.root(), unsaid)
    }

    /// A constant of `[constants]`.
    ///
    /// # Panics
    /// If there is none of this name: names come from the code.
    pub fn constant(&self, name: &str) -> i64 {
        self.known_constant(name).value
    }

    /// The same with its provenance.
    pub fn known_constant(&self, name: &str) -> &Known<i64> {
        let found = self.constants.iter().find(|(n, _)| n == name);
        &found.unwrap_or_else(|| panic!("no constant `{name}`")).1
    }

    /// The weapon of this name, or which name is nearest.
    pub fn weapon(&self, name: &str) -> Result<&Weapon> {
        self.weapons.iter().find(|w| w.name == name).ok_or_else(|| {
            let meant = did_you_mean(name, self.weapons.iter().map(|w| w.name.as_str()));
            Error::usage(format!(
                "unknown weapon `{}`{meant}; one of {}",
                name.escape_debug(),
                self.weapon_names()
            ))
        })
    }

    fn weapon_names(&self) -> String {
        self.weapons
            .iter()
            .map(|w| w.name.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The skill of this name.
    pub fn skill(&self, name: &str) -> Option<&Skill> {
        self.skills.iter().find(|s| s.name == name)
    }

    /// The table set of this name, or which name is nearest.
    pub fn set(&self, name: &str) -> Result<&TableSet> {
        self.sets.iter().find(|s| s.name == name).ok_or_else(|| {
            let names = || self.sets.iter().map(|s| s.name.as_str());
            let meant = did_you_mean(name, names());
            let all = names().collect::<Vec<_>>().join(", ");
            Error::usage(format!(
                "unknown table set `{}`{meant}; write tables={all}",
                name.escape_debug()
            ))
        })
    }

    /// The switches of a question: default, ruleset, settings in order. `tables` may name any set of the data.
    pub fn switches(&self, ruleset: &str, set: &[(String, String)]) -> Result<Switches> {
        let own_sets = |s: &Switch| {
            let mut s = s.clone();
            if s.key == "tables" {
                s.values = self.sets.iter().map(|t| t.name.clone()).collect();
                s.default = self.default_tables.clone();
            }
            s
        };
        let table = SwitchTable::new(self.switches.iter().map(own_sets).collect());
        let set: Vec<(String, String)> = set
            .iter()
            .map(|(k, v)| (k.clone(), spelling(k, v)))
            .collect();
        Switches::resolve(&table, self.rulesets.get(ruleset)?, &set)
    }

    /// The default switches with this table set.
    pub fn defaults(&self, tables: &str) -> Result<Switches> {
        self.switches("battle", &[("tables".into(), tables.into())])
    }
}

/// `advanced_skills` is a list and may be written as one.
fn spelling(key: &str, value: &str) -> String {
    if key != "advanced_skills" {
        return value.to_string();
    }
    let names: Vec<&str> = value
        .trim_matches(['[', ']'])
        .split(',')
        .map(|n| n.trim().trim_matches('"'))
        .filter(|n| !n.is_empty())
        .collect();
    if names.is_empty() {
        "[]".into()
    } else {
        names.join(",")
    }
}

impl Usage {
    /// The words of the data file.
    pub const WORDS: [&'static str; 3] = ["melee", "thrown", "both"];

    /// The word of the data file.
    pub fn name(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

impl WeaponKind {
    /// The words of the data file.
    pub const WORDS: [&'static str; 3] = ["bludgeon", "pierce", "slash"];

    /// The word of the data file.
    pub fn name(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

#[cfg(test)]
mod tests;
