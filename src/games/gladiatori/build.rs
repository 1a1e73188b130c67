//! Training builds: prices, limits, legality with reasons \[Gladiator Training\].

use super::cards::{moves, powers};
use super::data::{Data, Val};
use super::sheet::STATS;
use crate::error::{Error, Result};
use crate::scenario::{did_you_mean, one_of};

/// A trained gladiator without its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Build {
    /// Endurance, Offense, Guard, Blood, Speed.
    pub stats: [u8; 5],
    /// 1-Energy cards.
    pub e1: u8,
    /// 0-Energy cards.
    pub e0: u8,
    /// Owns the Feint.
    pub feint: bool,
    /// Special moves, bit number - 1.
    pub moves: u8,
    /// Powers, bit number - 1.
    pub powers: u16,
}

/// Prices and limits in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Training {
    /// Coins.
    pub budget: u8,
    /// Every coin must be spent (A54).
    pub spend_all: bool,
    /// Lowest and highest skill or ability.
    pub stat: [u8; 2],
    /// Most Energy cards of a kind.
    pub energy_cap: u8,
    /// Price of a skill (Endurance, Offense, Guard) by value, 0 where it cannot be had.
    pub skill: [u8; 10],
    /// Price of an ability (Blood, Speed) by value, 0 where it cannot be had.
    pub ability: [u8; 10],
    /// Prices of a 1-Energy card, a 0-Energy card, the Feint, a power.
    pub card: [u8; 4],
    /// Whether the Feint can be bought.
    pub feint_max: u8,
    /// Prices by move number - 1.
    pub moves: [u8; 8],
    /// Powers that can be bought.
    pub powers: u16,
}

impl Training {
    /// For a budget of the data (55 or 70) or any other number of coins; from 70 on the higher cap of Energy cards holds.
    pub fn new(data: &Data, budget: u8, power9: bool, spend_all: bool) -> Self {
        let int = |key: &str| data.int(&format!("training.{key}")) as u8;
        let (low, high) = (int("stat_min"), int("stat_max"));
        let prices = |key: &str| {
            let mut by_value = [0; 10];
            let table = data.value(&format!("training.{key}"));
            for (value, slot) in by_value.iter_mut().enumerate() {
                if let Some(price) = table.entry(&value.to_string()).and_then(Val::int)
                    && (usize::from(low)..=usize::from(high)).contains(&value)
                {
                    *slot = price as u8;
                }
            }
            by_value
        };
        let mut ability = prices("ability_price");
        if ability[9] > 0 {
            ability[9] = data.value("training.ability9_price").int().unwrap_or(0) as u8;
        }
        let strong = budget >= int("budget_strong");
        let mut moves = [0; 8];
        for id in data.ids("move") {
            let number = data.int(&format!("move.{id}.number")) as usize;
            moves[number - 1] = data.int(&format!("move.{id}.price")) as u8;
        }
        Self {
            budget,
            spend_all,
            stat: [low, high],
            energy_cap: int(if strong {
                "energy_cap_strong"
            } else {
                "energy_cap"
            }),
            skill: prices("skill_price"),
            ability,
            card: [
                int("energy1_price"),
                int("energy0_price"),
                int("feint_price"),
                int("power_price"),
            ],
            feint_max: int("feint_max"),
            moves,
            powers: if power9 { 0x1ff } else { 0xff },
        }
    }

    /// Price of a stat's value; 0 if it cannot be had.
    pub fn stat_price(&self, stat: usize, value: u8) -> u8 {
        let table = if stat < 3 { &self.skill } else { &self.ability };
        table.get(usize::from(value)).copied().unwrap_or(0)
    }

    /// Coins that a build costs, whatever its limits. Values without a price cost nothing.
    pub fn cost(&self, b: &Build) -> u16 {
        let stats: u16 = b
            .stats
            .iter()
            .enumerate()
            .map(|(i, v)| u16::from(self.stat_price(i, *v)))
            .sum();
        let moves: u16 = (0..8)
            .filter(|m| b.moves >> m & 1 == 1)
            .map(|m| u16::from(self.moves[m]))
            .sum();
        stats
            + u16::from(b.e1) * u16::from(self.card[0])
            + u16::from(b.e0) * u16::from(self.card[1])
            + u16::from(b.feint) * u16::from(self.card[2])
            + moves
            + b.powers.count_ones() as u16 * u16::from(self.card[3])
    }

    /// Everything that makes a build illegal, one line each; none for a legal build.
    pub fn faults(&self, b: &Build) -> Vec<String> {
        let mut faults = Vec::new();
        for (i, value) in b.stats.iter().enumerate() {
            if self.stat_price(i, *value) == 0 {
                let most = (0..10)
                    .rev()
                    .find(|v| self.stat_price(i, *v) > 0)
                    .unwrap_or(self.stat[1]);
                faults.push(format!(
                    "{} must be from {} to {most}, not {value}",
                    STATS[i], self.stat[0]
                ));
            }
        }
        for (count, name) in [(b.e1, "1-Energy"), (b.e0, "0-Energy")] {
            if count > self.energy_cap {
                faults.push(format!(
                    "at most {} {name} cards, not {count}",
                    self.energy_cap
                ));
            }
        }
        if u8::from(b.feint) > self.feint_max {
            faults.push("no Feint can be bought".to_string());
        }
        for power in (0..16).filter(|p| (b.powers & !self.powers) >> p & 1 == 1) {
            faults.push(format!("there is no power {}", power + 1));
        }
        let cost = self.cost(b);
        if cost > u16::from(self.budget) {
            faults.push(format!(
                "it costs {cost} coins, {} over the budget of {}",
                cost - u16::from(self.budget),
                self.budget
            ));
        } else if self.spend_all && cost < u16::from(self.budget) {
            faults.push(format!(
                "it leaves {} of {} coins unspent",
                u16::from(self.budget) - cost,
                self.budget
            ));
        }
        faults
    }

    /// The build, if it is legal.
    ///
    /// # Errors
    /// Every fault in one line.
    pub fn checked(&self, build: Build) -> Result<Build> {
        match self.faults(&build).as_slice() {
            [] => Ok(build),
            faults => Err(Error::usage(format!(
                "the build is not legal: {}",
                faults.join("; ")
            ))),
        }
    }
}

impl Build {
    /// The least a gladiator can be: every stat at `stat`, nothing bought.
    pub fn bare(stat: u8) -> Self {
        Self {
            stats: [stat; 5],
            e1: 0,
            e0: 0,
            feint: false,
            moves: 0,
            powers: 0,
        }
    }

    /// A ready-made gladiator of the data.
    ///
    /// # Errors
    /// An unknown name, moves or powers that do not exist.
    pub fn ready_made(data: &Data, name: &str) -> Result<Self> {
        let id = data.row("gladiator", name)?;
        let int = |key: &str| data.int(&format!("gladiator.{id}.{key}")) as u8;
        let numbers = |key: &str, most: i64| {
            let list = data.value(&format!("gladiator.{id}.{key}")).list();
            list.iter().try_fold(0u16, |set, v| match v.int() {
                Some(n) if (1..=most).contains(&n) => Ok(set | 1 << (n - 1)),
                _ => Err(Error::usage(format!(
                    "gladiator.{id}.{key}: numbers from 1 to {most}, not {v}"
                ))),
            })
        };
        Ok(Self {
            stats: STATS.map(int),
            e1: int("energy1"),
            e0: int("energy0"),
            feint: int("feint") > 0,
            moves: numbers("moves", 8)? as u8,
            powers: numbers("powers", 9)?,
        })
    }

    /// Reads `7,5,5,5,5 e1=6 e0=1 feint moves=6,7 powers=2,3`; moves and powers by number or name, parts in any order,
    /// separated by blanks.
    ///
    /// # Errors
    /// What is wrong and what to write instead.
    pub fn parse(text: &str) -> Result<Self> {
        let example = "write for example `7,5,5,5,5 e1=6 e0=1 feint moves=6,7 powers=2,3`";
        let mut build = Self::bare(0);
        let mut stats = false;
        for part in text.split_whitespace() {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let number = |text: &str| {
                text.parse::<u8>().map_err(|_| {
                    Error::usage(format!("`{part}` is not a small whole number; {example}"))
                })
            };
            match key {
                "e1" => build.e1 = number(value)?,
                "e0" => build.e0 = number(value)?,
                "feint" if value.is_empty() => build.feint = true,
                "moves" => build.moves = numbered(value, &moves::NAMES, "move")? as u8,
                "powers" => build.powers = numbered(value, &powers::NAMES, "power")?,
                _ if value.is_empty() && key.contains(',') => {
                    let values: Vec<u8> = key.split(',').map(number).collect::<Result<_>>()?;
                    build.stats = values.try_into().map_err(|_| {
                        Error::usage(format!(
                            "`{key}`: five stats, {}; {example}",
                            STATS.join(", ")
                        ))
                    })?;
                    stats = true;
                }
                _ => {
                    return Err(Error::usage(format!(
                        "unknown part `{}` of a build; {example}",
                        part.escape_debug()
                    )));
                }
            }
        }
        if stats {
            Ok(build)
        } else {
            Err(Error::usage(format!("the build has no stats; {example}")))
        }
    }
}

/// A set from `6,7` or names.
fn numbered(text: &str, names: &[&str], sort: &str) -> Result<u16> {
    let mut set = 0;
    for word in text.split(',').filter(|w| !w.is_empty()) {
        let index = match word.parse::<usize>() {
            Ok(n) if (1..=names.len()).contains(&n) => n - 1,
            Ok(n) => {
                return Err(Error::usage(format!(
                    "there is no {sort} {n}; {sort}s are numbered 1 to {}",
                    names.len()
                )));
            }
            Err(_) => names.iter().position(|n| *n == word).ok_or_else(|| {
                let meant = did_you_mean(word, names.iter().copied());
                Error::usage(format!(
                    "unknown {sort} `{}`{meant}; write {}",
                    word.escape_debug(),
                    one_of(names)
                ))
            })?,
        };
        if set >> index & 1 == 1 {
            return Err(Error::usage(format!("the {sort} {word} stands twice")));
        }
        set |= 1 << index;
    }
    Ok(set)
}

impl std::fmt::Display for Build {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |set: u16| {
            (0..16)
                .filter(|i| set >> i & 1 == 1)
                .map(|i| (i + 1).to_string())
                .collect::<Vec<_>>()
                .join(",")
        };
        let stats = self.stats.map(|s| s.to_string()).join(",");
        write!(f, "{stats} e1={} e0={}", self.e1, self.e0)?;
        if self.feint {
            write!(f, " feint")?;
        }
        if self.moves != 0 {
            write!(f, " moves={}", list(self.moves.into()))?;
        }
        if self.powers != 0 {
            write!(f, " powers={}", list(self.powers))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn training(budget: u8) -> Training {
        Training::new(&Data::embedded().unwrap(), budget, true, false)
    }

    /// Spec 15, prices: Retiarius 55, Provocator 65, the base rows filled to exactly 55.
    #[test]
    fn ready_made_gladiators_cost_what_the_spec_says() {
        let data = Data::embedded().unwrap();
        for (name, budget, cost) in [
            ("secutor", 55, 55),
            ("mirmillo", 55, 55),
            ("thraex", 55, 55),
            ("hoplomacus", 55, 55),
            ("retiarius", 55, 55),
            ("provocator", 70, 65),
        ] {
            let build = Build::ready_made(&data, name).unwrap();
            let t = training(budget);
            assert_eq!((t.cost(&build), t.faults(&build)), (cost, vec![]), "{name}");
            let bare = Build {
                feint: false,
                moves: 0,
                powers: 0,
                ..build
            };
            let base = match name {
                "secutor" => 45,
                "mirmillo" => 46,
                "thraex" => 48,
                "hoplomacus" => 39,
                _ => continue,
            };
            assert_eq!(t.cost(&bare), base, "{name}");
        }
    }

    #[test]
    fn faults_say_what_is_wrong() {
        let t = training(55);
        let over = Build {
            stats: [9; 5],
            ..Build::bare(9)
        };
        assert_eq!(
            t.faults(&over),
            ["it costs 66 coins, 11 over the budget of 55"]
        );
        let odd = Build {
            stats: [2, 3, 3, 3, 10],
            e1: 9,
            ..Build::bare(3)
        };
        assert_eq!(
            t.faults(&odd),
            [
                "endurance must be from 3 to 9, not 2",
                "speed must be from 3 to 9, not 10",
                "at most 8 1-Energy cards, not 9"
            ]
        );
        assert_eq!(
            training(70).faults(&Build {
                e1: 10,
                ..Build::bare(3)
            }),
            Vec::<String>::new()
        );
        let mut forbidden = Data::embedded().unwrap();
        forbidden
            .set("training.ability9_price", "forbidden")
            .unwrap();
        let t = Training::new(&forbidden, 55, true, true);
        let faults = t.faults(&Build {
            stats: [3, 3, 3, 9, 3],
            ..Build::bare(3)
        });
        assert_eq!(
            faults,
            [
                "blood must be from 3 to 8, not 9",
                "it leaves 43 of 55 coins unspent"
            ]
        );
    }

    #[test]
    fn builds_are_read_back_as_written() {
        let text = "7,5,5,5,5 e1=6 e0=1 feint moves=6,7 powers=2,3";
        let build = Build::parse(text).unwrap();
        assert_eq!(build.to_string(), text);
        assert_eq!(
            build,
            Build::ready_made(&Data::embedded().unwrap(), "Secutor").unwrap()
        );
        assert_eq!(
            Build::parse("3,3,3,3,3 moves=sweep,reflex").unwrap().moves,
            0b1000_0001
        );
        for (text, message) in [
            ("3,3,3", "five stats"),
            ("e1=4", "has no stats"),
            ("3,3,3,3,3 moves=9", "there is no move 9"),
            ("3,3,3,3,3 powers=lungs", "did you mean `lunge`"),
            ("3,3,3,3,3 powers=2,2", "stands twice"),
            ("3,3,3,3,3 e1=x", "not a small whole number"),
            ("3,3,3,3,3 sword", "unknown part `sword`"),
        ] {
            let error = Build::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
