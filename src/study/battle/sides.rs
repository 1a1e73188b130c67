//! A gladiator with his policy, as a question names him.

use crate::error::{Error, Result};
use crate::games::battle::gladiator::Gladiator;
use crate::games::battle::policy::Parts;

/// A gladiator and how he plays.
#[derive(Debug, Clone, PartialEq)]
pub struct Sided {
    /// What he is called: his short form, or a name of [`PRESETS`].
    pub name: String,
    /// The gladiator.
    pub gladiator: Gladiator,
    /// His policy.
    pub parts: Parts,
}

/// Gladiators that can be called by name: name, short form, what he is.
pub const PRESETS: [(&str, &str, &str); 10] = [
    (
        "rookie",
        "short_sword:4 A4 R1 S2 P3 H28",
        "sword and shield, 34 points",
    ),
    (
        "rookie40",
        "short_sword:4 A4 R1 S2 P3 H34",
        "the same with all 40 points",
    ),
    (
        "bruiser",
        "short_sword:5 A5 R3 H30 style=berserk",
        "armour and always berserk, 40 points",
    ),
    ("wall", "short_sword:4 A4 R3 S3 P3 H30", "defence first"),
    (
        "focuser",
        "short_sword:5 A5 R1 S2 P2 H24 F3",
        "cannot be kept stunned, 40 points",
    ),
    (
        "long_sword",
        "long_sword:4 A4 R1 S2 P3 H34",
        "rookie40 with a weapon of class C",
    ),
    (
        "two_hander",
        "claymore:4 A4 R2 P3 H28",
        "a class D weapon, no shield",
    ),
    (
        "thrower",
        "battle_javelin:4x3 A4 R1 P3 H28 throw=always",
        "three battle javelins",
    ),
    (
        "lucky_rookie",
        "short_sword:4 A4 R1 S2 P3 H28 L2 luck=attack_exposed",
        "the rookie with two luck dice",
    ),
    (
        "veteran",
        "short_sword:8 A8 R2 S3 P4 H32",
        "two style tiers up",
    ),
];

impl Sided {
    /// A preset.
    ///
    /// # Errors
    /// An unknown name.
    pub fn preset(name: &str) -> Result<Self> {
        let found = PRESETS.iter().find(|p| p.0 == name);
        let text = found
            .ok_or_else(|| Error::usage(format!("there is no gladiator `{name}`")))?
            .1;
        let (gladiator, policy) = Gladiator::parse(text)?;
        Ok(Self {
            name: name.into(),
            gladiator,
            parts: Parts::parse(&policy)?,
        })
    }

    /// [`Sided::text`] with the name in front, where he has one of his own.
    pub fn named_text(&self) -> String {
        let own = self.name != self.gladiator.short();
        match own && !self.name.contains([' ', ':', '=']) {
            true => format!("{}: {}", self.name, self.text()),
            false => self.text(),
        }
    }

    /// The short form with every part of the policy that is not the default.
    pub fn text(&self) -> String {
        let (mine, usual) = (self.parts.pairs(), Parts::default().pairs());
        let parts = mine
            .iter()
            .zip(&usual)
            .filter(|(m, u)| m != u)
            .map(|(m, _)| format!("{}={}", m.0, m.1));
        std::iter::once(self.gladiator.short())
            .chain(parts)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battle::build::{faults, price};
    use crate::games::battle::data::BattleData;
    use crate::games::battle::readings::Readings;

    #[test]
    fn presets_are_legal_and_read_back() {
        let data = BattleData::embedded().unwrap();
        let readings = Readings::new(&data.defaults("r1").unwrap());
        for (name, _, _) in PRESETS {
            let s = Sided::preset(name).unwrap();
            assert!(
                faults(&data, &readings, &s.gladiator, None).is_empty(),
                "{name}"
            );
            let (g, policy) = Gladiator::parse(&s.text()).unwrap();
            assert_eq!(
                (g, Parts::parse(&policy).unwrap()),
                (s.gladiator, s.parts),
                "{name}"
            );
        }
        let points = |n: &str| price(&data, &Sided::preset(n).unwrap().gladiator).total();
        assert_eq!(points("rookie"), 34);
        for name in ["rookie40", "bruiser", "wall", "focuser", "long_sword"] {
            assert_eq!(points(name), 40, "{name}");
        }
    }
}
