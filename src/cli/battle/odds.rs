//! `gsim battle-odds`: pools of dice to exact odds.

use super::ground::{finish, ground, whole};
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::battle::column::Class;
use crate::games::battle::data::WeaponKind;
use crate::report::Table;
use crate::study::battle_odds::{Asked, Attacker};
use clap::Args;
use std::ops::RangeInclusive;

/// The question's name.
pub const NAME: &str = "battle-odds";

/// Most dice of a pool here: what fifteen ranks, a style and luck can give.
const MOST_DICE: u8 = 24;

/// Odds of one attack.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = "Examples:
  gsim battle-odds
  gsim battle-odds --class B --attack-dice 4 --defence-dice 6
  gsim battle-odds --weapon claymore,short_sword --attack-dice 4..10 --defence-dice 3
  gsim battle-odds --target-stunned --defence-dice 0..4 --report html")]
pub struct BattleOdds {
    /// Weapon classes: A, B, C, D, several joined by commas [default: A,B,C,D]
    #[arg(long, value_name = "CLASS[,…]")]
    pub class: Option<String>,

    /// Weapons by name instead of classes
    #[arg(long, value_name = "WEAPON[,…]")]
    pub weapon: Option<String>,

    /// Attack dice: a number, or a range such as 1..10 [default: 1..10]
    #[arg(long, value_name = "DICE", allow_hyphen_values = true)]
    pub attack_dice: Option<String>,

    /// Defence dice: a number, or a range [default: 0..8]
    #[arg(long, value_name = "DICE", allow_hyphen_values = true)]
    pub defence_dice: Option<String>,

    /// Luck dice added to the attack
    #[arg(long, value_name = "DICE", default_value_t = 0, value_parser = whole::<u8>(0, 24), allow_negative_numbers = true)]
    pub attack_luck: u8,

    /// Luck dice added to the defence
    #[arg(long, value_name = "DICE", default_value_t = 0, value_parser = whole::<u8>(0, 24), allow_negative_numbers = true)]
    pub defence_luck: u8,

    /// Critical bonus of the classes [default: A 0, B 1, C 1, D 2]
    #[arg(long, value_name = "BONUS", value_parser = whole::<u8>(0, 60), allow_negative_numbers = true)]
    pub critical_bonus: Option<u8>,

    /// Most sixes that count: a defensive attack's 2 to 5
    #[arg(long, value_name = "SIXES", value_parser = whole::<u8>(1, 15), allow_negative_numbers = true)]
    pub max_sixes: Option<u8>,

    /// The target is stunned already
    #[arg(long)]
    pub target_stunned: bool,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

impl BattleOdds {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        let s = &self.shared;
        let sampling = [
            ("--playouts", s.playouts.is_some()),
            ("--seed", s.seed.is_some()),
            ("--method mc", s.method == MethodChoice::Mc),
            ("--target-error", s.target_error.is_some()),
            ("--max-time", s.max_time.is_some()),
            ("--checkpoint", s.checkpoint.is_some()),
            ("--shard", s.shard.is_some()),
            ("--tally", s.tally.is_some()),
        ];
        if let Some((flag, _)) = sampling.iter().find(|f| f.1) {
            return Err(Error::usage(format!(
                "{flag}: battle-odds is always exact and samples nothing; leave it out"
            )));
        }
        let asked = self.resolve()?;
        answer::exact(&self.shared, || asked.findings())
    }

    /// Reads the pools.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Asked> {
        let mut ground = ground(&self.shared)?;
        if self.class.is_some() && self.weapon.is_some() {
            return Err(Error::usage(
                "--class does not go with --weapon; leave out one of the two",
            ));
        }
        let mut attackers = Vec::new();
        if let Some(weapons) = &self.weapon {
            for name in weapons.split(',').map(str::trim) {
                if attackers.iter().any(|a: &Attacker| a.name == name) {
                    return Err(Error::usage(format!(
                        "--weapon {weapons}: {name} stands twice"
                    )));
                }
                let w = ground
                    .data
                    .weapon(name)
                    .map_err(|e| Error::usage(format!("--weapon {weapons}: {e}")))?;
                attackers.push(Attacker {
                    name: name.into(),
                    class: w.class.value,
                    bonus: self.critical_bonus.unwrap_or(w.critical_bonus.value),
                    kind: w.kind.value,
                    weapon: Some(name.into()),
                });
            }
        } else {
            let classes = self.class.as_deref().unwrap_or("A,B,C,D");
            for text in classes.split(',').map(str::trim) {
                if attackers
                    .iter()
                    .any(|a: &Attacker| a.name == format!("class {text}"))
                {
                    return Err(Error::usage(format!(
                        "--class {classes}: {text} stands twice"
                    )));
                }
                let class = Class::parse(text).ok_or_else(|| {
                    Error::usage(format!(
                        "--class {classes}: a weapon class is A, B, C or D; write for example A,B"
                    ))
                })?;
                attackers.push(Attacker {
                    name: format!("class {class}"),
                    class,
                    bonus: self.critical_bonus.unwrap_or([0, 1, 1, 2][class as usize]),
                    kind: WeaponKind::Slash,
                    weapon: None,
                });
            }
        }
        let attack = dice("--attack-dice", self.attack_dice.as_deref(), 1..=10)?;
        let defence = dice("--defence-dice", self.defence_dice.as_deref(), 0..=8)?;
        let mut line = CommandLine::new(NAME);
        for (flag, value) in [("--class", &self.class), ("--weapon", &self.weapon)] {
            if let Some(value) = value {
                line.flag(flag, value);
            }
        }
        line.flag("--attack-dice", &said(&attack));
        line.flag("--defence-dice", &said(&defence));
        for (flag, n) in [
            ("--attack-luck", self.attack_luck),
            ("--defence-luck", self.defence_luck),
        ] {
            if n > 0 {
                line.flag(flag, &n.to_string());
            }
        }
        for (flag, n) in [
            ("--critical-bonus", self.critical_bonus),
            ("--max-sixes", self.max_sixes),
        ] {
            if let Some(n) = n {
                line.flag(flag, &n.to_string());
            }
        }
        if self.target_stunned {
            line.word("--target-stunned");
        }
        finish(&mut line, &self.shared, &mut ground);
        Ok(Asked {
            ground,
            attackers,
            attack,
            defence,
            max_sixes: self.max_sixes,
            stunned: self.target_stunned,
            luck: [self.attack_luck, self.defence_luck],
        })
    }
}

fn said(range: &RangeInclusive<u8>) -> String {
    match range.start() == range.end() {
        true => range.start().to_string(),
        false => format!("{}..{}", range.start(), range.end()),
    }
}

/// A number of dice, or a range.
fn dice(flag: &str, text: Option<&str>, usual: RangeInclusive<u8>) -> Result<RangeInclusive<u8>> {
    let Some(text) = text else { return Ok(usual) };
    let bad = || {
        Error::usage(format!(
            "{flag} {}: write a number of dice from 0 to {MOST_DICE}, or a range such as 1..10",
            text.escape_debug()
        ))
    };
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |t: &str| {
        t.trim()
            .parse::<u8>()
            .ok()
            .filter(|n| *n <= MOST_DICE)
            .ok_or_else(bad)
    };
    let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
    if from > to {
        return Err(Error::usage(format!(
            "{flag} {text}: the range is upside down; write {to}..{from}"
        )));
    }
    Ok(from..=to)
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let question = BattleOdds {
        attack_dice: Some("1".into()),
        defence_dice: Some("0..24".into()),
        ..BattleOdds::default()
    };
    Ok(question.resolve()?.findings()?.tables)
}
