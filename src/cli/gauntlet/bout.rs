//! A row of enemies and a player before it, as flags: `--health 5,2 --glory 3 --enemy mvrmillo:3,4:regen --ties none --reroll 1`.

use super::setting::Setting;
use crate::cli::answer::CommandLine;
use crate::error::{Error, Result};
use crate::games::gauntlet::data::GauntletData;
use crate::games::gauntlet::dice::{Faces, Pair, Roll};
use crate::games::gauntlet::exact::Bouts;
use crate::games::gauntlet::rules::game::{Enemy, Event};
use crate::games::gauntlet::rules::{Ability, Ties};
use crate::games::gauntlet::spec::Objective;
use crate::games::gauntlet::state::{DIE_MAX, ENEMY_MAX, GLORY_MAX, Health};
use clap::Args;

/// A row of enemies and the player before it.
#[derive(Args, Debug, Clone, Default)]
pub struct BoutArgs {
    /// The two health dice, 0 to 6 each; 0 is a die removed for good [default: 4,4]
    #[arg(
        long,
        value_name = "A,B",
        allow_hyphen_values = true,
        help_heading = "Situation"
    )]
    pub health: Option<String>,

    /// Glory, 0 to 5 [default: 0]
    #[arg(
        long,
        value_name = "G",
        allow_hyphen_values = true,
        help_heading = "Situation"
    )]
    pub glory: Option<String>,

    /// Enemies left, the one being fought first: NAME (its printed health), NAME:HEALTH, HEALTH or HEALTH:ABILITY; several with
    /// commas: mvrmillo:3,4:regen [default: 4; of gauntlet-farm 3]
    #[arg(
        long,
        value_name = "E",
        value_delimiter = ',',
        allow_hyphen_values = true,
        help_heading = "Situation"
    )]
    pub enemy: Vec<String>,

    /// Who wins tied pairs: none, player or enemy [default: none]
    #[arg(long, value_name = "WHO", help_heading = "Situation")]
    pub ties: Option<String>,

    /// Faces that enemies roll again: 1 or 1,2 or none [default: none]
    #[arg(
        long,
        value_name = "FACES",
        allow_hyphen_values = true,
        help_heading = "Situation"
    )]
    pub reroll: Option<String>,

    /// The event in force, which sets the tie rule and event 1's re-roll: reroll_one, enemy_wins_ties, …
    #[arg(long, value_name = "EVENT", help_heading = "Situation")]
    pub event: Option<String>,
}

/// What is to be made large, as a flag.
#[derive(Args, Debug, Clone, Default)]
pub struct ObjectiveArgs {
    /// survive (win) or points (score) [default: survive; of gauntlet-farm points]
    #[arg(long, value_name = "O", help_heading = "Situation")]
    pub objective: Option<String>,
}

impl ObjectiveArgs {
    /// The objective.
    ///
    /// # Errors
    /// Another word.
    pub fn resolve(&self) -> Result<Objective> {
        let name = self.objective.as_deref().unwrap_or("survive");
        Objective::parse(name).map_err(|e| Error::usage(format!("--objective {name}: {e}")))
    }
}

/// A row that was read, with the words for it.
#[derive(Debug, Clone)]
pub struct Row {
    /// As the solvers take it.
    pub bouts: Bouts,
    /// The first enemy's health now.
    pub first: u8,
    /// The enemies in words.
    pub names: Vec<String>,
}

impl BoutArgs {
    /// Reads the row.
    ///
    /// # Errors
    /// What is impossible, the flag first.
    pub fn resolve(&self, data: &GauntletData) -> Result<Row> {
        let event = self.event()?;
        let ties = match (&self.ties, event) {
            (Some(name), None) => {
                Ties::parse(name).map_err(|e| Error::usage(format!("--ties {name}: {e}")))?
            }
            (Some(name), Some(_)) => {
                return Err(Error::usage(format!(
                    "--ties {name} does not go with --event, which says who wins ties; leave out one of the two"
                )));
            }
            (None, event) => event.map_or(Ties::Nobody, Event::ties),
        };
        let health = self.health()?;
        let glory = self.glory()?;
        let words: Vec<String> = if self.enemy.is_empty() {
            vec!["4".into()]
        } else {
            self.enemy.clone()
        };
        let mut enemies = Vec::new();
        let mut names = Vec::new();
        let mut first = 0;
        for (at, word) in words.iter().enumerate() {
            let (enemy, now, name) = enemy(word.trim(), data)?;
            if at == 0 {
                first = now.or(enemy.health).unwrap_or(glory.max(1));
            } else if let (Some(now), None) = (now, enemy.health) {
                return Err(Error::usage(format!(
                    "--enemy {word}: its health is the glory when it is first fought, so {now} can only be said of the first enemy"
                )));
            }
            let printed = if at == 0 {
                Some(first)
            } else {
                now.or(enemy.health)
            };
            enemies.push(Enemy {
                health: printed,
                ability: enemy.ability,
            });
            names.push(name);
        }
        if enemies.len() > 5 {
            return Err(Error::usage(format!(
                "--enemy: a row has at most 5 enemies, not {}",
                enemies.len()
            )));
        }
        let bouts = Bouts {
            enemies,
            ties,
            faces: self.faces()?,
            right: event == Some(Event::RerollOne),
            start: (health, glory),
        };
        Ok(Row {
            bouts,
            first,
            names,
        })
    }

    /// Reads the row as it is played under the settings.
    ///
    /// # Errors
    /// As [`BoutArgs::resolve`]; faces to roll again under a variant in which enemies do not.
    pub fn within(&self, setting: &Setting) -> Result<Row> {
        let row = self.resolve(&setting.data)?;
        let rules = setting.data.rules(&setting.switches)?;
        match &self.reroll {
            Some(faces) if !rules.enemy_rerolls && row.bouts.faces != Faces::NONE => {
                Err(Error::usage(format!(
                    "--reroll {}: enemies do not roll again under enemy_rerolls=false; leave out one of the two",
                    faces.trim()
                )))
            }
            _ => Ok(row),
        }
    }

    /// Health and glory.
    ///
    /// # Errors
    /// What is impossible, the flag first.
    pub fn player(&self) -> Result<(Health, u8)> {
        Ok((self.health()?, self.glory()?))
    }

    /// The event in force, if one was named.
    ///
    /// # Errors
    /// An unknown event.
    pub fn event(&self) -> Result<Option<Event>> {
        let parse = |name: &String| {
            Event::parse(name).map_err(|e| Error::usage(format!("--event {name}: {e}")))
        };
        self.event.as_ref().map(parse).transpose()
    }

    fn health(&self) -> Result<Health> {
        let text = self.health.as_deref().unwrap_or("4,4");
        let wrong = |why: &str| {
            Error::usage(format!(
                "--health {text}: {why}; write two dice of 0 to 6, for example 5,2"
            ))
        };
        let dice: Vec<&str> = text.split(',').map(str::trim).collect();
        let [a, b] = dice[..] else {
            return Err(wrong("the player has two health dice"));
        };
        let value = |d: &str| {
            let n = d
                .parse::<i64>()
                .map_err(|_| wrong(&format!("`{}` is no die", d.escape_debug())))?;
            u8::try_from(n)
                .ok()
                .filter(|n| *n <= DIE_MAX)
                .ok_or_else(|| wrong(&format!("a die does not show {n}")))
        };
        let health = Health::new(value(a)?, value(b)?);
        if health.is_gone() {
            Err(wrong("a player without health dice is dead"))
        } else {
            Ok(health)
        }
    }

    fn glory(&self) -> Result<u8> {
        let text = self.glory.as_deref().unwrap_or("0").trim();
        let glory = text.parse::<u8>().ok().filter(|g| *g <= GLORY_MAX);
        glory.ok_or_else(|| {
            Error::usage(format!(
                "--glory {text}: glory is a whole number from 0 to 5"
            ))
        })
    }

    fn faces(&self) -> Result<Faces> {
        let text = self.reroll.as_deref().unwrap_or("none").trim();
        if ["none", "no", ""].contains(&text) {
            return Ok(Faces::NONE);
        }
        let faces: Option<Vec<u8>> = text
            .split(',')
            .map(|f| f.trim().parse().ok().filter(|f| (1..=DIE_MAX).contains(f)))
            .collect();
        let faces = faces.ok_or_else(|| {
            Error::usage(format!(
                "--reroll {text}: faces are 1 to 6, for example 1,2, or none"
            ))
        })?;
        Ok(Faces::new(&faces))
    }

    /// Adds itself to the canonical command.
    pub fn canonical(&self, line: &mut CommandLine) {
        let given = |flag: &str, value: &Option<String>, line: &mut CommandLine| {
            if let Some(value) = value {
                line.flag(flag, value.trim());
            }
        };
        given("--health", &self.health, line);
        given("--glory", &self.glory, line);
        if !self.enemy.is_empty() {
            line.flag(
                "--enemy",
                &self
                    .enemy
                    .iter()
                    .map(|e| e.trim())
                    .collect::<Vec<_>>()
                    .join(","),
            );
        }
        given("--ties", &self.ties, line);
        given("--reroll", &self.reroll, line);
        given("--event", &self.event, line);
    }
}

/// An enemy: as printed, its health now if that was given, and its name.
fn enemy(word: &str, data: &GauntletData) -> Result<(Enemy, Option<u8>, String)> {
    let fail = |why: String| Error::usage(format!("--enemy {word}: {why}"));
    let (head, tail) = word
        .split_once(':')
        .map_or((word, None), |(h, t)| (h, Some(t)));
    let health = |text: &str| match text.parse::<i64>() {
        Ok(n) => match u8::try_from(n).ok().filter(|n| (1..=ENEMY_MAX).contains(n)) {
            Some(n) => Ok(n),
            None => Err(fail(format!(
                "an enemy that lives has a health of 1 to 6, not {n}"
            ))),
        },
        Err(_) => Err(fail(format!(
            "health is a whole number from 1 to 6, not `{}`",
            text.escape_debug()
        ))),
    };
    if head.parse::<i64>().is_ok() {
        let e = health(head)?;
        let ability = tail
            .map_or(Ok(Ability::None), Ability::parse)
            .map_err(|e| fail(e.to_string()))?;
        let name = match ability {
            Ability::None => format!("enemy of {e}"),
            ability => format!("enemy of {e} ({ability})"),
        };
        return Ok((
            Enemy {
                health: Some(e),
                ability,
            },
            Some(e),
            name,
        ));
    }
    let side = data.enemy(head).map_err(|e| fail(e.to_string()))?;
    let now = tail.map(health).transpose()?;
    let printed = Enemy {
        health: side.health.value,
        ability: side.ability.value,
    };
    let name = match now {
        Some(now) => format!("{} at {now} ({})", side.name, printed.ability),
        None => format!("{} ({})", side.name, printed.ability),
    };
    Ok((printed, now, name))
}

/// A roll: `b3,b4,r1,r5`, or blue then red by place: `3,4,1,5`.
///
/// # Errors
/// Too few or too many dice, faces that a die does not have.
pub fn roll(text: &str) -> Result<Roll> {
    let wrong = |why: String| {
        Error::usage(format!(
            "--roll {text}: {why}; write two blue and two red dice, for example b3,b4,r1,r5"
        ))
    };
    let (mut blue, mut red) = (Vec::new(), Vec::new());
    for word in text.split(',').map(str::trim) {
        let (color, digits) = match word.chars().next() {
            Some('b' | 'B') => (Some(true), &word[1..]),
            Some('r' | 'R') => (Some(false), &word[1..]),
            _ => (None, word),
        };
        let n = digits
            .parse::<i64>()
            .map_err(|_| wrong(format!("`{}` is no die", word.escape_debug())))?;
        let face = u8::try_from(n)
            .ok()
            .filter(|f| (1..=DIE_MAX).contains(f))
            .ok_or_else(|| wrong(format!("a die shows 1 to 6, not {n}")))?;
        match color.unwrap_or(blue.len() < 2) {
            true => blue.push(face),
            false => red.push(face),
        }
    }
    match (&blue[..], &red[..]) {
        ([a, b], [c, d]) => Ok(Roll {
            blue: Pair::new(*a, *b),
            red: Pair::new(*c, *d),
        }),
        _ => Err(wrong(format!(
            "there are {} blue and {} red dice",
            blue.len(),
            red.len()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_read_by_colour_or_by_place() {
        let wanted = Roll {
            blue: Pair::new(3, 4),
            red: Pair::new(1, 5),
        };
        for text in ["b3,b4,r1,r5", "r5,b4,r1,b3", "4,3,5,1", "B3, b4, R1, r5"] {
            assert_eq!(roll(text).unwrap(), wanted, "{text}");
        }
        for text in [
            "b3,b4,r1",
            "b7,b4,r1,r5",
            "b3,b4,b1,r5",
            "x",
            "b0,b4,r1,r5",
            "b3,b4,r1,r5,r6",
        ] {
            let error = roll(text).unwrap_err();
            assert!(
                error.exit_code() == 2
                    && error.to_string().starts_with(&format!("--roll {text}: ")),
                "{error}"
            );
        }
    }

    #[test]
    fn rows_are_read_and_impossible_ones_refused() {
        let data = GauntletData::embedded().unwrap();
        let args = |health: &str, glory: &str, enemy: &str| BoutArgs {
            health: Some(health.into()),
            glory: Some(glory.into()),
            enemy: enemy.split(',').map(String::from).collect(),
            ..BoutArgs::default()
        };
        let row = args("5,2", "3", "mvrmillo:3,4:regen,eqves")
            .resolve(&data)
            .unwrap();
        assert_eq!((row.first, row.bouts.start), (3, (Health::new(2, 5), 3)));
        assert_eq!(
            row.bouts.enemies[0],
            Enemy {
                health: Some(3),
                ability: Ability::NoTrick
            }
        );
        assert_eq!(
            row.bouts.enemies[1],
            Enemy {
                health: Some(4),
                ability: Ability::Regen
            }
        );
        assert_eq!(row.bouts.enemies[2].health, None);
        for (health, glory, enemy, flag) in [
            ("7,2", "0", "4", "--health 7,2: "),
            ("0,0", "0", "4", "--health 0,0: "),
            ("4", "0", "4", "--health 4: "),
            ("4,4", "6", "4", "--glory 6: "),
            ("4,4", "-1", "4", "--glory -1: "),
            ("4,4", "0", "7", "--enemy 7: "),
            ("4,4", "0", "mvrmilo", "--enemy mvrmilo: unknown enemy"),
            ("4,4", "0", "4:regenn", "--enemy 4:regenn: unknown ability"),
            ("4,4", "0", "4,eqves:3", "--enemy eqves:3: "),
            ("4,4", "0", "1,1,1,1,1,1", "--enemy: "),
        ] {
            let error = args(health, glory, enemy).resolve(&data).unwrap_err();
            assert!(
                error.exit_code() == 2 && error.to_string().starts_with(flag),
                "{error}"
            );
        }
    }
}
