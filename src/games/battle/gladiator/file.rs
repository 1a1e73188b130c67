//! Gladiators as TOML files: the names of spec 1, weapons as `[[weapons]]`, a `[policy]`.

use super::{Brought, Gladiator, SKILLS};
use crate::error::Result;
use crate::scenario::{Document, Item, Source, did_you_mean};
use std::path::Path;

const MORE: [&str; 10] = [
    "health",
    "weapons",
    "carries_shield",
    "luck",
    "wins",
    "losses",
    "kills",
    "bank",
    "insanities",
    "policy",
];

impl Gladiator {
    /// Reads a file; also the policy that it names, as (part, value).
    ///
    /// # Errors
    /// A file that cannot be read, or what is wrong in it with file, line and column.
    pub fn read(path: &Path) -> Result<(Self, Vec<(String, String)>)> {
        Self::from_toml(&Source::read(path)?)
    }

    /// The same from a text.
    ///
    /// # Errors
    /// What is wrong in it, with its place.
    pub fn from_toml(source: &Source) -> Result<(Self, Vec<(String, String)>)> {
        let document = Document::parse(source)?;
        document.check_schema()?;
        let root = document.root();
        let (mut g, mut policy) = (Self::default(), Vec::new());
        for item in root.items() {
            if let Some(ranks) = g.skill_mut(item.key()) {
                *ranks = item.whole(0..=255)?;
                continue;
            }
            match item.key() {
                "health" => g.health = item.whole(0..=255)?,
                "luck" => g.luck = Some(item.whole(0..=255)?),
                "carries_shield" => g.carries_shield = Some(item.boolean()?),
                "wins" => g.record.wins = item.whole(0..=10_000)?,
                "losses" => g.record.losses = item.whole(0..=10_000)?,
                "kills" => g.record.kills = item.whole(0..=10_000)?,
                "bank" => g.record.bank = item.whole(0..=10_000)?,
                "insanities" => g.record.insanities = item.whole(0..=10_000)?,
                "schema" | "name" => {}
                "game" => drop(item.word(&["battle"])?),
                "weapons" => {
                    for w in item.tables()? {
                        w.only(&["name", "ranks", "copies"], &[])?;
                        let number = |key: &str, usual: u8| {
                            w.get(key).map_or(Ok(usual), |i| i.whole(0..=255))
                        };
                        let name = w.need("name")?.name()?.to_string();
                        g.weapons.push(Brought {
                            name,
                            ranks: number("ranks", 0)?,
                            copies: number("copies", 1)?,
                        });
                    }
                }
                "policy" => {
                    for part in item.table()?.items() {
                        policy.push((part.key().to_string(), written(&part)?));
                    }
                }
                unknown => {
                    let meant = did_you_mean(unknown, SKILLS.into_iter().chain(MORE));
                    return Err(item.key_error(format!(
                        "a gladiator has no `{}`{meant}",
                        unknown.escape_debug()
                    )));
                }
            }
        }
        Ok((g, policy))
    }
}

/// A policy's value as text; a mixture of luck may be a table.
fn written(item: &Item) -> Result<String> {
    if !item.is_table() {
        return item.scalar();
    }
    let entries = item.table()?.items();
    let entry = |i: &Item| Ok(format!("{}={}", i.key(), i.scalar()?));
    Ok(format!(
        "{{{}}}",
        entries
            .iter()
            .map(entry)
            .collect::<Result<Vec<_>>>()?
            .join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_reads_as_the_short_form_does() {
        let text = "attack = 4\narmor = 1\nshield = 2\nparry = 3\nhealth = 28\nwins = 5\nlosses = 3\n\
                    [[weapons]]\nname = 'short_sword'\nranks = 4\n\
                    [policy]\nstyle = 'berserk'\nluck = { attack = 'max', reserve = 1 }";
        let (g, policy) = Gladiator::from_toml(&Source::new("my.toml", text)).unwrap();
        assert_eq!((g.luck(), g.weapons.len(), g.attack), (2, 1, 4));
        assert_eq!(
            policy,
            [
                ("style".into(), "berserk".into()),
                ("luck".into(), "{attack=max, reserve=1}".into())
            ]
        );
        crate::games::battle::policy::Parts::parse(&policy).unwrap();
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        let refused = |text: &str| {
            Gladiator::from_toml(&Source::new("my.toml", text))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            refused("atack = 4"),
            "my.toml:1:1: a gladiator has no `atack` — did you mean `attack`?"
        );
        assert!(refused("[[weapons]]\nranks = 4").starts_with("my.toml:1:"));
        assert!(refused("attack = 'four'").contains("a whole number"));
    }
}
