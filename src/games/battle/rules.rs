//! The rules of a battle: the only place where they live. Cited by rulebook heading.
//!
//! `rules/single.rs` holds the single rules (dice pools, reading, block, damage), this file the throws and the numbers
//! they use, `rules/turn.rs` the course of a battle, one turn after the other. All draw from a [`Chance`]: sampling,
//! enumeration, scripts and traces run the same functions.

mod single;
mod turn;
mod whole;

use super::column::{Class, Column};
use super::data::{BattleData, Critical, Fate, WeaponKind};
use super::dice::{self, Lucky, Roll, Sixes, Sum};
use super::fighter::Weapon;
use super::readings::{Readings, Reroll};
use crate::chance::{Chance, Dist};
use crate::error::Result;
use crate::scenario::Switches;

pub use single::guard_after;
pub use turn::Woken;

/// A fighting style \[Attacking Berserk or Defensively\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Style {
    /// Neither.
    Normal,
    /// More attack dice, ARMOR only in defence.
    Berserk,
    /// Fewer attack dice, more in defence.
    Defensive,
}

impl Style {
    /// In the order in which ties are resolved (spec 11).
    pub const ALL: [Self; 3] = [Self::Normal, Self::Berserk, Self::Defensive];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["normal", "berserk", "defensive"][self as usize]
    }

    /// The style of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.name() == name)
    }
}

/// An attack that was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attack {
    /// Place of the weapon in [`super::fighter::Fighter::weapons`].
    pub weapon: usize,
    /// Thrown, not used in hand.
    pub thrown: bool,
    /// The style.
    pub style: Style,
}

/// What a gladiator does with his turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// He attacks.
    Attack(Attack),
    /// He picks weapons up \[Running Out of Ammo\] (assumed rule).
    Retrieve,
    /// He has nothing to fight with (switch `brawl=off`).
    Pass,
}

/// A defence that was thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Defence {
    /// Sixes counted, rethrown ones too.
    pub sixes: u8,
    /// Sixes of the first throw.
    pub first: u8,
    /// Luck dice lost.
    pub lost: u8,
}

/// What an attack does that is not blocked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Blow {
    /// Health lost, uncapped.
    pub damage: u16,
    /// It stuns.
    pub stun: bool,
    /// A chart result that kills.
    pub kill: bool,
}

/// The rules under one reading and one table set.
#[derive(Debug, Clone)]
pub struct Rules {
    /// What the switches say.
    pub readings: Readings,
    /// Name of the table set.
    pub tables: String,
    hits_from: [Column; 4],
    extra_critical_dice: [u8; 4],
    damage: [[u8; 7]; 4],
    block: [u8; 7],
    stuns: [bool; 8],
    keeps_stunned: [bool; 8],
    tracker: [u8; 20],
    critical: Critical,
    fates: [Fate; 6],
    fate_die: Dist<u8>,
    coin: Dist<u8>,
    points: [u16; 3],
}

impl Rules {
    /// From the data and the resolved switches (`tables` among them).
    ///
    /// # Errors
    /// A table set that the data does not have.
    pub fn new(data: &BattleData, switches: &Switches) -> Result<Self> {
        let readings = Readings::new(switches);
        let set = data.set(switches.get("tables"))?;
        let value = |k: &Option<super::data::Known<u8>>| k.as_ref().map_or(0, |k| k.value);
        let mut block = std::array::from_fn(|i| value(&set.block[i]));
        let [mut stuns, mut keeps_stunned] = [[false; 8]; 2];
        for (i, row) in data.columns.iter().enumerate() {
            (stuns[i + 1], keeps_stunned[i + 1]) = (row.stuns.value, row.keeps_stunned.value);
        }
        for low in [Column::FOURS, Column::FIVES].map(Column::index) {
            block[low] = readings.low_double_block.unwrap_or(block[low]);
            stuns[low] &= readings.low_doubles_stun;
            keeps_stunned[low] &= readings.low_doubles_stun && !readings.stay_by_six_only;
        }
        let points =
            ["win", "loss", "kill"].map(|k| data.constant(&format!("points_for_{k}")) as u16);
        Ok(Self {
            tables: set.name.clone(),
            hits_from: std::array::from_fn(|c| data.classes[c].hits_from.value),
            extra_critical_dice: std::array::from_fn(|c| data.classes[c].extra_critical_dice.value),
            damage: std::array::from_fn(|c| std::array::from_fn(|i| value(&set.damage[c][i]))),
            block,
            stuns,
            keeps_stunned,
            tracker: std::array::from_fn(|h| value(&set.tracker[h])),
            critical: set.critical.clone().unwrap_or_default(),
            fates: std::array::from_fn(|f| data.fates[f].value),
            fate_die: Dist::uniform(1..=6),
            coin: Dist::uniform([0, 1]),
            points,
            readings,
        })
    }

    /// The embedded data's rules: its default readings with this table set.
    pub fn embedded(tables: &str) -> Result<Self> {
        let data = BattleData::embedded()?;
        Self::new(&data, &data.defaults(tables)?)
    }

    /// Points for a win, a loss, and a kill on top of the win [If your Gladiator Wins the Battle, …].
    pub fn points(&self) -> [u16; 3] {
        self.points
    }

    /// Throws the attack dice and reads them; with the luck dice lost \[Roll your Attack Dice\].
    pub fn throw_attack<C: Chance>(
        &self,
        side: usize,
        dice: u8,
        luck: u8,
        max_sixes: Option<u8>,
        chance: &mut C,
    ) -> (Column, u8) {
        let Lucky { shows, lost } =
            dice::throw::<super::column::Top, C>(side, Roll::Attack, dice, luck, chance);
        (shows.column(max_sixes), lost)
    }

    /// Throws the defence dice against an attack that `needed` sixes block \[Rolling your Defense Dice\].
    ///
    /// While some sixes are counted, but too few, the dice that showed one on the last throw are thrown again
    /// \[Re-roll sixes for defense\]. A luck die that shows a six is safe, whatever it shows then.
    pub fn throw_defence<C: Chance>(
        &self,
        side: usize,
        dice: u8,
        luck: u8,
        needed: u8,
        chance: &mut C,
    ) -> Defence {
        let Lucky {
            shows: Sixes(first),
            lost,
        } = dice::throw::<Sixes, C>(side, Roll::Defence, dice, luck, chance);
        let (mut sixes, mut hot) = (first, first);
        while self.throws_again(first, sixes, hot, needed) {
            hot = dice::throw::<Sixes, C>(side, Roll::Rethrow, hot, 0, chance)
                .shows
                .0;
            sixes += hot;
        }
        Defence { sixes, first, lost }
    }

    /// Whether the `hot` dice that showed sixes on the last throw are thrown again. `first` and `sixes` as in
    /// [`Defence`].
    pub fn throws_again(&self, first: u8, sixes: u8, hot: u8, needed: u8) -> bool {
        let allowed = match self.readings.reroll {
            Reroll::UntilNone => true,
            Reroll::Once => sixes == first,
            Reroll::Off => false,
        };
        // `once`: after a rethrow that showed no six nothing is hot, after one that did `sixes` has grown.
        allowed && hot > 0 && sixes < needed
    }

    /// What an attack that is not blocked does. `side` attacks.
    pub fn hurt<C: Chance>(
        &self,
        side: usize,
        w: &Weapon,
        column: Column,
        d: Defence,
        stunned: bool,
        chance: &mut C,
    ) -> Blow {
        if !column.is_critical() {
            let damage = self.damage[w.class as usize][column.index()].into();
            return Blow {
                damage,
                stun: self.stuns(column, stunned),
                kill: false,
            };
        }
        let minus = if self.readings.minus_first_throw {
            d.first
        } else {
            d.sixes
        };
        let dice = self.critical_dice(column.sixes(), w.class, minus);
        let sum = dice::throw::<Sum, C>(side, Roll::Critical, dice, 0, chance)
            .shows
            .0;
        let (damage, kill) = self.critical_result(w.kind, sum + u16::from(w.critical_bonus));
        Blow {
            damage,
            stun: self.stuns(column, stunned),
            kill,
        }
    }

    /// Critical dice: the attack's sixes, the class's extra dice, less the sixes defended \[Critical Damage Roll\].
    pub fn critical_dice(&self, sixes: u8, class: Class, defended: u8) -> u8 {
        (sixes + self.extra_critical_dice[class as usize])
            .saturating_sub(defended)
            .max(1)
    }

    /// Whether the critical charts of the kinds of weapon differ anywhere: a cell of one kind that is not the
    /// formula's.
    pub fn charts_differ(&self) -> bool {
        let plain = |total| self.by_formula(total);
        self.critical
            .cells
            .iter()
            .any(|c| c.kind.is_some() && (c.damage, c.kill) != plain(c.total))
    }

    fn by_formula(&self, total: u16) -> (u16, bool) {
        let c = &self.critical;
        let damage = c
            .minimum
            .max(c.offset + (c.numerator * i32::from(total)).div_euclid(c.denominator.max(1)));
        (
            damage.max(0) as u16,
            c.kill_at.as_ref().is_some_and(|k| total >= k.value),
        )
    }

    /// Damage and whether it kills, of a total of the critical dice and the weapon's bonus \[Critical Damage Roll\].
    pub fn critical_result(&self, kind: WeaponKind, total: u16) -> (u16, bool) {
        let c = &self.critical;
        let fits = |cell: &&super::data::CriticalCell| {
            cell.total == total && cell.kind.is_none_or(|k| k == kind)
        };
        if let Some(cell) = c.cells.iter().find(fits) {
            return (cell.damage, cell.kill);
        }
        self.by_formula(total)
    }
}
