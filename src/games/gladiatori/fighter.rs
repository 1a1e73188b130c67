//! A gladiator as a user names it: ready-made, or a build with two items.
//!
//! `secutor`, `secutor items=net_2_1,spear_3_0`, or `7,5,5,5,5 e1=6 e0=1 feint moves=6,7 powers=2,3 items=sword_2_1,shield_0_3`,
//! with `budget=70` for a gladiator alone against two.

use super::build::{Build, Training};
use super::data::{Data, Val};
use super::numbers::Rules;
use super::sheet::{Sheet, item_pair};
use crate::error::{Error, Result};

/// A gladiator ready to fight.
#[derive(Debug, Clone, PartialEq)]
pub struct Fighter {
    /// What it is called: the ready-made name, or the build.
    pub name: String,
    /// What to write to get it again.
    pub text: String,
    /// Its training.
    pub build: Build,
    /// Ids of its two items.
    pub items: [String; 2],
    /// Its sheet, alone in its team.
    pub sheet: Sheet,
    /// What it costs in coins, and the budget it was held against.
    pub coins: (u16, u8),
}

impl Fighter {
    /// Reads one.
    ///
    /// # Errors
    /// An unknown name, a part that cannot be read, a build that is not legal, items that do not go together.
    pub fn parse(data: &Data, rules: &Rules, text: &str) -> Result<Self> {
        let (mut own, mut items, mut budget) = (Vec::new(), None, None);
        for part in text.split_whitespace() {
            match part.split_once('=') {
                Some(("items", list)) => {
                    let ids: Vec<&str> = list.split(',').filter(|i| !i.is_empty()).collect();
                    item_pair(data, &ids)?;
                    let mut known = ids.iter().map(|i| data.row("item", i));
                    items = known.next().transpose()?.zip(known.next().transpose()?);
                }
                Some(("budget", coins)) => {
                    budget = Some(coins.parse::<u8>().ok().filter(|b| (1..=150).contains(b)).ok_or_else(|| {
                        Error::usage(format!("`{part}`: a budget is 1 to 150 coins; write for example budget=70"))
                    })?);
                }
                _ => own.push(part),
            }
        }
        match own.as_slice() {
            [] => Err(Error::usage(
                "no gladiator; write a name such as secutor, or a build such as `7,5,5,5,5 e1=6 e0=1 items=sword_2_1,shield_0_3`",
            )),
            [name] if !name.contains([',', '=']) => Self::ready_made(data, rules, name, items),
            [name, rest @ ..] if data.row("gladiator", name).is_ok() => Err(Error::usage(format!(
                "{name} is ready-made: only items=… can be changed, not `{}`",
                rest.join(" ")
            ))),
            parts => {
                let build = Build::parse(&parts.join(" "))?;
                let budget = budget.unwrap_or(data.int("training.budget") as u8);
                training(data, rules, budget).checked(build)?;
                let Some(items) = items else {
                    return Err(Error::usage(format!(
                        "the build `{}` has no items; add two of different symbols, for example items=sword_2_1,shield_0_3",
                        parts.join(" ")
                    )));
                };
                Self::trained(data, rules, build, [items.0, items.1], budget)
            }
        }
    }

    fn ready_made(
        data: &Data,
        rules: &Rules,
        name: &str,
        items: Option<(String, String)>,
    ) -> Result<Self> {
        let id = data.row("gladiator", name)?;
        let mut build = Build::ready_made(data, &id)?;
        if rules.r.power9_absent {
            // There is no such power: nobody owns it (A53).
            build.powers &= !super::cards::powers::UNKNOWN9;
        }
        let own = data.value(&format!("gladiator.{id}.items"));
        let own: Vec<&str> = own.list().iter().filter_map(Val::word).collect();
        let changed = items.clone().filter(|(a, b)| own != [a, b]);
        let text = match &changed {
            Some((a, b)) => format!("{id} items={a},{b}"),
            None => id.clone(),
        };
        let items = match items {
            Some((a, b)) => [a, b],
            None => {
                item_pair(data, &own)?;
                [own[0].to_string(), own[1].to_string()]
            }
        };
        let budget = data.int(&format!("gladiator.{id}.budget")) as u8;
        let mut fighter = Self::of(data, rules, build, items, budget)?;
        fighter.sheet.public = true;
        fighter.name = text.clone();
        fighter.text = text;
        Ok(fighter)
    }

    /// A trained gladiator.
    ///
    /// # Errors
    /// Every fault of the build in one line; items that do not go together.
    pub fn trained(
        data: &Data,
        rules: &Rules,
        build: Build,
        items: [String; 2],
        budget: u8,
    ) -> Result<Self> {
        training(data, rules, budget).checked(build)?;
        Self::of(data, rules, build, items, budget)
    }

    fn of(
        data: &Data,
        rules: &Rules,
        build: Build,
        items: [String; 2],
        budget: u8,
    ) -> Result<Self> {
        let pair = item_pair(data, &[&items[0], &items[1]])?;
        let mut text = format!("{build} items={},{}", items[0], items[1]);
        if i64::from(budget) != data.int("training.budget") {
            text += &format!(" budget={budget}");
        }
        Ok(Self {
            name: build.to_string(),
            text,
            coins: (training(data, rules, budget).cost(&build), budget),
            sheet: Sheet::new(&build, pair),
            items,
            build,
        })
    }
}

/// The training of a budget under the readings in force.
pub fn training(data: &Data, rules: &Rules, budget: u8) -> Training {
    Training::new(data, budget, !rules.r.power9_absent, rules.r.spend_all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Fighter> {
        let data = Data::embedded().unwrap();
        Fighter::parse(&data, &Rules::default_rules().unwrap(), text)
    }

    #[test]
    fn fighters_are_read_back_as_written() {
        for text in [
            "secutor",
            "thraex items=net_2_1,sword_2_1",
            "7,5,5,5,5 e1=6 e0=1 feint moves=6,7 powers=2,3 items=sword_2_1,shield_0_3",
            "9,9,9,3,3 e1=0 e0=0 items=sword_2_1,shield_0_3 budget=70",
        ] {
            let fighter = parse(text).unwrap();
            assert_eq!(fighter.text, text);
            assert_eq!(parse(&fighter.text).unwrap(), fighter);
        }
        assert_eq!(
            parse("Secutor items=sword_2_1,shield_0_3").unwrap().text,
            "secutor"
        );
        assert_eq!(parse("provocator").unwrap().coins, (65, 70));
        let data = Data::embedded().unwrap();
        let mut rules = Rules::default_rules().unwrap();
        rules.r.power9_absent = true;
        let provocator = Fighter::parse(&data, &rules, "provocator").unwrap();
        assert_eq!((provocator.coins, provocator.sheet.powers), ((64, 70), 2));
    }

    #[test]
    fn faults_are_told_in_one_line() {
        for (text, words) in [
            ("secutr", "did you mean `secutor`"),
            ("", "no gladiator"),
            ("7,5,5,5,5 e1=6", "has no items"),
            (
                "9,9,9,9,9 items=sword_2_1,shield_0_3",
                "over the budget of 55",
            ),
            (
                "secutor items=sword_2_1,sword_3_0",
                "share the symbol sword",
            ),
            ("secutor items=sword_2_1", "exactly two items"),
            ("secutor items=sword_2_1,sheld_0_3", "did you mean"),
            (
                "7,5,5,5,5 budget=0 items=sword_2_1,shield_0_3",
                "1 to 150 coins",
            ),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(
                error.contains(words) && !error.contains('\n'),
                "{text}: {error}"
            );
        }
    }
}
