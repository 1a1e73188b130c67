//! A gladiator compiled for battle: dice, classes and tiers in place of ranks and names.

use super::build;
use super::column::Class;
use super::data::{BattleData, StyleTier, Usage, WeaponKind};
use super::gladiator::Gladiator;
use super::readings::Readings;
use super::state::{Guard, Side};
use crate::error::{Error, Result};

/// Most weapons of a gladiator (our limit); one more place is for brawling.
pub const MOST_WEAPONS: usize = 4;
/// Most throwable weapons of a gladiator (our limit).
pub const MOST_THROWABLE: usize = 2;
/// The place of brawling among a fighter's weapons.
pub const BRAWL: usize = MOST_WEAPONS;

/// A weapon in a fighter's hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Weapon {
    /// Its class.
    pub class: Class,
    /// Which critical chart.
    pub kind: WeaponKind,
    /// Added to the sum of the critical dice.
    pub critical_bonus: u8,
    /// Attack dice before throw and style.
    pub dice: u8,
    /// Attack dice added when thrown.
    pub throw_bonus: u8,
    /// In hand, thrown or both.
    pub usage: Usage,
    /// Which `in_hand` counts it, if it can be thrown.
    pub slot: Option<usize>,
    /// Copies brought.
    pub copies: u8,
}

/// A gladiator ready to fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fighter {
    /// Weapons in the order of preference, then unused places, brawling last.
    pub weapons: [Weapon; MOST_WEAPONS + 1],
    /// Weapons that are used.
    pub armed: usize,
    /// What the styles do, by ranks of ATTACK.
    pub tier: StyleTier,
    /// Dice of ARMOR.
    pub armor: u8,
    /// Dice of SHIELD; none without a carried shield (switch).
    pub shield: u8,
    /// Dice of PARRY/DODGE.
    pub parry: u8,
    /// Dice of INITIATIVE.
    pub initiative: u8,
    /// Dice of FOCUS.
    pub focus: u8,
    /// Health at the start.
    pub health: i8,
    /// Luck dice at the start.
    pub luck: u8,
    /// Ranks of RETRIEVE WEAPON.
    pub retrieve: u8,
}

/// Attack dice before throw and style: the mean of ATTACK and WEAPON ranks, rounded down with a rank in the weapon
/// and up without \[How Many Attack Dice to Roll\].
pub fn weapon_dice(attack: u8, ranks: u8) -> u8 {
    if ranks > 0 {
        (attack + ranks) / 2
    } else {
        attack.div_ceil(2)
    }
}

/// The style tier of these ranks of ATTACK; ATTACK 0 uses the first (derived).
pub fn tier(data: &BattleData, attack: u8) -> StyleTier {
    let fits = data
        .tiers
        .iter()
        .rev()
        .find(|t| t.value.attack_from <= attack);
    fits.unwrap_or(&data.tiers[0]).value
}

impl Fighter {
    /// From a gladiator.
    ///
    /// # Errors
    /// Everything that makes him illegal but his price, in one line.
    pub fn new(data: &BattleData, readings: &Readings, g: &Gladiator) -> Result<Self> {
        let faults = build::faults(data, readings, g, None);
        if !faults.is_empty() {
            return Err(Error::usage(
                faults
                    .iter()
                    .map(|f| f.why.as_str())
                    .collect::<Vec<_>>()
                    .join("; "),
            ));
        }
        let weapon = |name: &str, ranks: u8, copies: u8, slot: Option<usize>| -> Result<Weapon> {
            let w = data.weapon(name)?;
            Ok(Weapon {
                class: w.class.value,
                kind: w.kind.value,
                critical_bonus: w.critical_bonus.value,
                dice: weapon_dice(g.attack, ranks),
                throw_bonus: w.throw_bonus.value,
                usage: w.usage.value,
                slot,
                copies,
            })
        };
        let brawl = weapon("brawl", g.brawl, 1, None)?;
        let mut weapons = [brawl; MOST_WEAPONS + 1];
        let mut slots = 0;
        for (place, brought) in weapons.iter_mut().zip(&g.weapons) {
            let slot = (data.weapon(&brought.name)?.usage.value != Usage::Melee).then_some(slots);
            slots += usize::from(slot.is_some());
            let ranks = if brought.name == "brawl" {
                g.brawl.max(brought.ranks)
            } else {
                brought.ranks
            };
            *place = weapon(&brought.name, ranks, brought.copies, slot)?;
        }
        let must = readings.shield_must_be_carried;
        let shield = if g.carries_shield(must) || !must {
            g.shield
        } else {
            0
        };
        Ok(Self {
            weapons,
            armed: g.weapons.len(),
            tier: tier(data, g.attack),
            armor: g.armor,
            shield,
            parry: g.parry,
            initiative: g.initiative,
            focus: g.focus,
            health: g.health as i8,
            luck: g.luck(),
            retrieve: g.retrieve_weapon,
        })
    }

    /// The listed weapons.
    pub fn listed(&self) -> &[Weapon] {
        &self.weapons[..self.armed]
    }

    /// As he enters a battle \[Before the Battle\].
    pub fn side(&self) -> Side {
        let mut in_hand = [0; MOST_THROWABLE];
        for w in self.listed() {
            if let Some(slot) = w.slot {
                in_hand[slot] = w.copies;
            }
        }
        Side {
            health: self.health,
            stunned: false,
            guard: Guard::Normal,
            doomed: false,
            luck: self.luck,
            in_hand,
        }
    }
}
