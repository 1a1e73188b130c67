//! `gsim battle-matrix`: lists of gladiators to a matrix.

use super::ground::{
    GLADIATORS, PolicyFlags, finish, gladiator, ground, no_shards, top_level, worth,
};
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::battle::data::Usage;
use crate::report::Table;
use crate::study::battle::{Ground, Sided};
use crate::study::battle_matrix::Asked;
use clap::Args;

/// The question's name.
pub const NAME: &str = "battle-matrix";

/// Builds of a matrix where none are named.
const USUAL: [&str; 5] = ["rookie40", "bruiser", "wall", "focuser", "long_sword"];
/// Styles of a matrix where none are named.
const STYLES: &str = "normal,berserk,defensive,berserk_vs_stunned,berserk_vs_exposed,defensive_berserk_vs_stunned,berserk_if_ahead";
/// Most rows or columns.
const MOST: usize = 40;

/// Everybody against everybody.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = format!("{GLADIATORS} A name in front, \"tank: short_sword:4 …\", is used in tables and pictures.

Examples:
  gsim battle-matrix
  gsim battle-matrix --build rookie40 --build bruiser --build \"tank: short_sword:3 A3 R4 H30\"
  gsim battle-matrix --by classes --base rookie --armor 0..6 --report html
  gsim battle-matrix --by styles --base veteran"))]
pub struct BattleMatrix {
    /// What stands in rows and columns: builds (everybody named with --build), classes (weapons against ARMOR), styles
    #[arg(long, value_name = "WHAT", default_value = "builds", value_parser = ["builds", "classes", "styles"], hide_possible_values = true)]
    pub by: String,

    /// A build of the matrix; repeatable, two or more
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub build: Vec<String>,

    /// The gladiator whose weapon, ARMOR or style varies [default: rookie]
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub base: Option<String>,

    /// Weapons of --by classes [default: every weapon used in one hand]
    #[arg(long, value_name = "WEAPON[,…]")]
    pub weapons: Option<String>,

    /// Ranks of ARMOR of --by classes [default: 0..6]
    #[arg(long, value_name = "RANKS", allow_hyphen_values = true)]
    pub armor: Option<String>,

    /// Styles of --by styles, `;` or `,` between them
    #[arg(long, value_name = "STYLE[,…]")]
    pub styles: Option<String>,

    /// Policies of all.
    #[command(flatten)]
    pub policies: PolicyFlags,

    /// Ask the headline again under every other reading, table set and value of what is assumed, one at a time
    #[arg(long)]
    pub sensitivity: bool,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

impl BattleMatrix {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        no_shards(&self.shared, NAME)?;
        let asked = self.resolve()?;
        answer::exact(&self.shared, || {
            let mut findings = asked.findings()?;
            if self.sensitivity {
                asked.again()?.add(&mut findings);
            }
            Ok(findings)
        })
    }

    /// Reads rows and columns.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Asked> {
        let mut ground = ground(&self.shared)?;
        let of_others = [
            ("--build", !self.build.is_empty(), "builds"),
            ("--base", self.base.is_some(), "classes or styles"),
            ("--weapons", self.weapons.is_some(), "classes"),
            ("--armor", self.armor.is_some(), "classes"),
            ("--styles", self.styles.is_some(), "styles"),
        ];
        for (flag, given, by) in of_others {
            if given && !by.contains(self.by.as_str()) {
                return Err(Error::usage(format!(
                    "{flag} is for --by {by}, not --by {}",
                    self.by
                )));
            }
        }
        let mut line = CommandLine::new(NAME);
        if self.by != "builds" {
            line.flag("--by", &self.by);
        }
        let (rows, columns) = match self.by.as_str() {
            "classes" => self.classes(&ground, &mut line)?,
            "styles" => (self.by_style(&ground, &mut line)?, Vec::new()),
            _ => (self.builds(&ground, &mut line)?, Vec::new()),
        };
        let square = columns.is_empty();
        if self.sensitivity {
            line.word("--sensitivity");
        }
        finish(&mut line, &self.shared, &mut ground);
        Ok(Asked {
            ground,
            kind: self.by.clone(),
            columns: if square { rows.clone() } else { columns },
            rows,
            square,
            worth: worth(&self.shared),
        })
    }

    fn with_policy(&self, ground: &Ground, mut s: Sided) -> Result<Sided> {
        s.parts = self.policies.over([s.parts; 2], ground)?[0];
        Ok(s)
    }

    fn builds(&self, ground: &Ground, line: &mut CommandLine) -> Result<Vec<Sided>> {
        let texts: Vec<String> = match self.build.is_empty() {
            true => USUAL.map(String::from).to_vec(),
            false => self.build.clone(),
        };
        if texts.len() < 2 || texts.len() > MOST {
            return Err(Error::usage(format!(
                "--build: a matrix takes 2 to {MOST} builds, not {}",
                texts.len()
            )));
        }
        let mut all = Vec::new();
        for text in &texts {
            let s = self.with_policy(ground, gladiator("--build", text, ground)?)?;
            if all.iter().any(|o: &Sided| o.name == s.name) {
                return Err(Error::usage(format!(
                    "--build {}: named twice; give one of the two a name in front, `other: …`",
                    s.name
                )));
            }
            line.flag("--build", &s.named_text());
            all.push(s);
        }
        Ok(all)
    }

    fn base(&self, ground: &Ground, line: &mut CommandLine) -> Result<Sided> {
        let text = self.base.as_deref().unwrap_or("rookie");
        let base = self.with_policy(ground, gladiator("--base", text, ground)?)?;
        line.flag("--base", &base.named_text());
        Ok(base)
    }

    fn classes(&self, ground: &Ground, line: &mut CommandLine) -> Result<(Vec<Sided>, Vec<Sided>)> {
        let base = self.base(ground, line)?;
        let ranks = base.gladiator.weapons.first().map_or(0, |w| w.ranks);
        let names: Vec<String> = match &self.weapons {
            Some(text) => text.split(',').map(|n| n.trim().to_string()).collect(),
            None => {
                let hand = |w: &&crate::games::battle::data::Weapon| {
                    w.usage.value != Usage::Thrown && w.name != "brawl" && w.hands.value == 1
                };
                ground
                    .data
                    .weapons
                    .iter()
                    .filter(hand)
                    .map(|w| w.name.clone())
                    .collect()
            }
        };
        if let Some(text) = &self.weapons {
            line.flag("--weapons", text);
        }
        let mut rows = Vec::new();
        for name in &names {
            let said = |e: Error| Error::usage(format!("--weapons {name}: {e}"));
            let weapon = ground.data.weapon(name).map_err(said)?;
            let g = base.gladiator.clone().with_weapon(name, ranks, 1);
            let faults =
                crate::games::battle::build::faults(&ground.data, &ground.rules.readings, &g, None);
            if let Some(fault) = faults.first() {
                return Err(said(Error::usage(&fault.why)));
            }
            rows.push(Sided {
                name: format!("{name} ({})", weapon.class.value),
                gladiator: g,
                parts: base.parts,
            });
        }
        let armor = self.armor.as_deref().unwrap_or("0..6");
        let bad = || {
            Error::usage(format!(
                "--armor {}: write ranks from 0 to 15, or a range such as 0..6",
                armor.escape_debug()
            ))
        };
        let (from, to) = armor.split_once("..").unwrap_or((armor, armor));
        let number = |t: &str| {
            t.trim()
                .parse::<u8>()
                .ok()
                .filter(|n| *n <= 15)
                .ok_or_else(bad)
        };
        let (from, to) = (number(from)?, number(to)?);
        if from > to {
            return Err(bad());
        }
        line.flag("--armor", armor);
        let columns = (from..=to)
            .map(|ranks| {
                let mut g = base.gladiator.clone();
                g.armor = ranks;
                Sided {
                    name: format!("R{ranks}"),
                    gladiator: g,
                    parts: base.parts,
                }
            })
            .collect();
        Ok((rows, columns))
    }

    fn by_style(&self, ground: &Ground, line: &mut CommandLine) -> Result<Vec<Sided>> {
        let base = self.base(ground, line)?;
        let text = self.styles.as_deref().unwrap_or(STYLES);
        line.flag("--styles", text);
        let names: Vec<String> = top_level(&text.replace(';', ","), ',');
        if names.len() < 2 || names.len() > MOST {
            return Err(Error::usage(format!(
                "--styles {text}: a matrix takes 2 to {MOST} styles"
            )));
        }
        names
            .iter()
            .map(|name| {
                let parts = base
                    .parts
                    .with("style", name)
                    .map_err(|e| Error::usage(format!("--styles {text}: {e}")))?;
                Ok(Sided {
                    name: name.clone(),
                    gladiator: base.gladiator.clone(),
                    parts,
                })
            })
            .collect()
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let question = BattleMatrix {
        by: "builds".into(),
        build: vec![
            "x: short_sword:2 A2 H1".into(),
            "y: short_sword:2 A3 H1".into(),
        ],
        ..BattleMatrix::default()
    };
    Ok(question.resolve()?.findings()?.tables)
}
