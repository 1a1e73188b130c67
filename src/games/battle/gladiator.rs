//! A gladiator as people write him: ranks, weapons, record (spec 1).
//!
//! `fighter.rs` turns him into what the rules need in a battle; `build.rs` says whether he is legal and what he costs.

mod file;

use super::state::MOST_LUCK;
use crate::error::{Error, Result};

/// Wins, losses and what else a gladiator carries from battle to battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Record {
    /// Battles won.
    pub wins: u16,
    /// Battles lost.
    pub losses: u16,
    /// Opponents killed.
    pub kills: u16,
    /// Development points saved.
    pub bank: u16,
    /// Insanities developed.
    pub insanities: u16,
}

impl Record {
    /// A number of the record by its name; insanities for any other.
    fn named(&mut self, name: &str) -> &mut u16 {
        match name {
            "wins" => &mut self.wins,
            "losses" => &mut self.losses,
            "kills" => &mut self.kills,
            "bank" => &mut self.bank,
            _ => &mut self.insanities,
        }
    }

    /// Luck dice of the next battle: wins less losses, never below zero \[Calculating your Luck Dice\]; above 63
    /// counted as 63.
    pub fn luck(&self) -> u8 {
        self.wins.saturating_sub(self.losses).min(MOST_LUCK.into()) as u8
    }
}

/// A weapon that a gladiator brings.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Brought {
    /// Name in the data.
    pub name: String,
    /// WEAPON ranks.
    pub ranks: u8,
    /// Copies, at least 1.
    pub copies: u8,
}

/// A gladiator.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gladiator {
    /// Ranks of ATTACK.
    pub attack: u8,
    /// Weapons in the order of preference.
    pub weapons: Vec<Brought>,
    /// Ranks of ARMOR.
    pub armor: u8,
    /// Ranks of SHIELD.
    pub shield: u8,
    /// Ranks of PARRY/DODGE.
    pub parry: u8,
    /// Whether he carries a shield; `None`: if he has ranks of it.
    pub carries_shield: Option<bool>,
    /// Ranks of INITIATIVE, at least 2.
    pub initiative: u8,
    /// Ranks of FOCUS.
    pub focus: u8,
    /// Health at the start of each battle.
    pub health: u8,
    /// His record.
    pub record: Record,
    /// Luck dice in place of those of the record.
    pub luck: Option<u8>,
    /// Ranks of RETRIEVE WEAPON.
    pub retrieve_weapon: u8,
    /// Ranks of BRAWL.
    pub brawl: u8,
    /// Ranks of HEAL: refused, its rule is not known.
    pub heal: u8,
    /// Ranks of SIGNATURE MOVE: refused, its rule is not known.
    pub signature_move: u8,
    /// Ranks of skills that the game does not have: refused.
    pub unknown_skills: Vec<String>,
}

impl Default for Gladiator {
    /// Nobody yet: no ranks but the two free ones of INITIATIVE, no weapon, health 20.
    fn default() -> Self {
        Self {
            attack: 0,
            weapons: Vec::new(),
            armor: 0,
            shield: 0,
            parry: 0,
            carries_shield: None,
            initiative: 2,
            focus: 0,
            health: 20,
            record: Record::default(),
            luck: None,
            retrieve_weapon: 0,
            brawl: 0,
            heal: 0,
            signature_move: 0,
            unknown_skills: Vec::new(),
        }
    }
}

/// Names of the skills with ranks of their own (WEAPON ranks belong to a weapon).
pub const SKILLS: [&str; 10] = [
    "attack",
    "armor",
    "shield",
    "parry",
    "initiative",
    "focus",
    "retrieve_weapon",
    "brawl",
    "heal",
    "signature_move",
];

impl Gladiator {
    /// Ranks of a skill of [`SKILLS`].
    pub fn skill_mut(&mut self, name: &str) -> Option<&mut u8> {
        Some(match name {
            "attack" => &mut self.attack,
            "armor" => &mut self.armor,
            "shield" => &mut self.shield,
            "parry" => &mut self.parry,
            "initiative" => &mut self.initiative,
            "focus" => &mut self.focus,
            "retrieve_weapon" => &mut self.retrieve_weapon,
            "brawl" => &mut self.brawl,
            "heal" => &mut self.heal,
            "signature_move" => &mut self.signature_move,
            _ => return None,
        })
    }

    /// Ranks of a skill of [`SKILLS`].
    pub fn skill(&self, name: &str) -> Option<u8> {
        self.clone().skill_mut(name).copied()
    }

    /// With one weapon only.
    pub fn with_weapon(mut self, name: &str, ranks: u8, copies: u8) -> Self {
        self.weapons = vec![Brought {
            name: name.into(),
            ranks,
            copies,
        }];
        self
    }

    /// Whether a shield is carried; by default, if there are ranks of it (derived) that need one
    /// (switch `shield_must_be_carried`).
    pub fn carries_shield(&self, must_be_carried: bool) -> bool {
        self.carries_shield
            .unwrap_or(self.shield > 0 && must_be_carried)
    }

    /// Luck dice at the start of his next battle.
    pub fn luck(&self) -> u8 {
        self.luck
            .unwrap_or_else(|| self.record.luck())
            .min(MOST_LUCK)
    }

    /// The reference rookie of the spec: short sword 4, ATTACK 4, ARMOR 1, SHIELD 2, PARRY 3, health 28.
    pub fn rookie() -> Self {
        Self {
            attack: 4,
            armor: 1,
            shield: 2,
            parry: 3,
            health: 28,
            ..Self::default()
        }
        .with_weapon("short_sword", 4, 1)
    }

    /// Reads the short form, `short_sword:4 A4 R1 S2 P3 H28 I2 F0`; words with `=` are policies, which are returned as
    /// (part, value). `battle_javelin:4x3` is three copies, `L2` two luck dice.
    ///
    /// # Errors
    /// A word that is none of these: says which, and what to write.
    pub fn parse(text: &str) -> Result<(Self, Vec<(String, String)>)> {
        let mut g = Self::default();
        let mut policy = Vec::new();
        let mut letters_seen = String::new();
        for word in words(text) {
            let bad = |what: &str| {
                Error::usage(format!(
                    "`{}` in `{}`: {what}",
                    word.escape_debug(),
                    text.escape_debug()
                ))
            };
            if let Some((part, value)) = word.split_once('=') {
                match (g.skill_mut(part), part) {
                    (Some(ranks), _) => {
                        *ranks = value.parse().map_err(|_| bad("ranks are a number"))?
                    }
                    (None, "carries_shield") => {
                        g.carries_shield = Some(
                            value
                                .parse()
                                .map_err(|_| bad("write carries_shield=true or false"))?,
                        );
                    }
                    (None, "wins" | "losses" | "kills" | "bank" | "insanities") => {
                        let number = value
                            .parse()
                            .ok()
                            .filter(|n| *n <= 10_000)
                            .ok_or_else(|| bad("write a whole number from 0 to 10000"))?;
                        *g.record.named(part) = number;
                    }
                    _ => policy.push((part.to_string(), value.to_string())),
                }
            } else if let Some((name, ranks)) = word.split_once(':') {
                let (ranks, copies) = ranks.split_once('x').unwrap_or((ranks, "1"));
                let number = |t: &str| {
                    t.parse().map_err(|_| {
                        bad("write weapon:ranks or weapon:ranksxcopies, as battle_javelin:4x3")
                    })
                };
                g.weapons.push(Brought {
                    name: name.into(),
                    ranks: number(ranks)?,
                    copies: number(copies)?,
                });
            } else {
                const LETTERS: &str = "A attack, R armor, S shield, P parry, H health, I initiative, F focus, L luck dice";
                let mut letters = word.chars();
                let letter = letters.next().unwrap_or(' ');
                let how = || {
                    bad(&format!(
                        "write weapon:ranks, a letter with its ranks ({LETTERS}) or part=value"
                    ))
                };
                let digits = letters.as_str();
                let number: u8 = digits.parse().map_err(|_| {
                    let number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
                    match letter {
                        'H' if number => bad(&format!("health {digits}: write 1 to 107")),
                        _ => how(),
                    }
                })?;
                if letters_seen.contains(letter) {
                    return Err(bad(&format!("{letter} stands twice")));
                }
                letters_seen.push(letter);
                match letter {
                    'A' => g.attack = number,
                    'R' => g.armor = number,
                    'S' => g.shield = number,
                    'P' => g.parry = number,
                    'H' => g.health = number,
                    'I' => g.initiative = number,
                    'F' => g.focus = number,
                    'L' => g.luck = Some(number),
                    _ => return Err(how()),
                }
            }
        }
        Ok((g, policy))
    }

    /// The short form, without policies.
    pub fn short(&self) -> String {
        let weapons = self.weapons.iter().map(|w| match w.copies {
            1 => format!("{}:{}", w.name, w.ranks),
            n => format!("{}:{}x{n}", w.name, w.ranks),
        });
        let letters = [
            ('A', self.attack, 0),
            ('R', self.armor, 0),
            ('S', self.shield, 0),
            ('P', self.parry, 0),
            ('H', self.health, 0),
            ('I', self.initiative, 2),
            ('F', self.focus, 0),
        ];
        let letters = letters
            .iter()
            .filter(|(_, n, usual)| n != usual)
            .map(|(l, n, _)| format!("{l}{n}"));
        let r = &self.record;
        let numbers = [
            ("retrieve_weapon", self.retrieve_weapon.into()),
            ("brawl", self.brawl.into()),
            ("heal", self.heal.into()),
            ("signature_move", self.signature_move.into()),
            ("wins", r.wins),
            ("losses", r.losses),
            ("kills", r.kills),
            ("bank", r.bank),
            ("insanities", r.insanities),
        ];
        let numbers = numbers
            .iter()
            .filter(|(_, n)| *n > 0)
            .map(|(k, n)| format!("{k}={n}"));
        weapons
            .chain(letters)
            .chain(self.luck.map(|n| format!("L{n}")))
            .chain(self.carries_shield.map(|c| format!("carries_shield={c}")))
            .chain(numbers)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Words, apart from spaces inside braces: `luck={attack=max, reserve=1}` is one.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if c.is_whitespace() && depth <= 0 {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words.retain(|w| !w.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_form_reads_and_writes() {
        let text = "short_sword:4 A4 R1 S2 P3 H28 I2 F0 style=normal luck={attack=max, reserve=1}";
        let (g, policy) = Gladiator::parse(text).unwrap();
        assert_eq!(g, Gladiator::rookie());
        assert_eq!(policy[0], ("style".into(), "normal".into()));
        assert_eq!(policy[1], ("luck".into(), "{attack=max, reserve=1}".into()));
        assert_eq!(g.short(), "short_sword:4 A4 R1 S2 P3 H28");
        let (g, _) = Gladiator::parse("battle_javelin:4x3 A4 I3 L2 retrieve_weapon=1").unwrap();
        assert_eq!(
            (g.weapons[0].copies, g.luck(), g.retrieve_weapon),
            (3, 2, 1)
        );
        assert_eq!(Gladiator::parse(&g.short()).unwrap().0, g);
    }

    #[test]
    fn what_cannot_be_read_says_what_to_write() {
        for (text, what) in [
            ("X4", "a letter with its ranks"),
            ("sword:x", "battle_javelin:4x3"),
            ("A4 R1 A5", "A stands twice"),
            ("A400", "A attack"),
        ] {
            assert!(
                Gladiator::parse(text)
                    .unwrap_err()
                    .to_string()
                    .contains(what),
                "{text}"
            );
        }
    }

    /// \[Calculating your Luck Dice\]: 10 wins and 4 losses are 6 luck dice.
    #[test]
    fn luck_is_wins_less_losses() {
        let luck = |wins, losses| {
            Record {
                wins,
                losses,
                ..Record::default()
            }
            .luck()
        };
        assert_eq!(
            [luck(10, 4), luck(5, 5), luck(3, 7), luck(99, 0)],
            [6, 0, 0, 63]
        );
    }
}
