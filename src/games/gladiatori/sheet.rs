//! The character sheet: what is fixed for a gladiator during a game.

use super::build::Build;
use super::cards::{ACTIONS, Cards, FEINT, moves};
use super::data::{Data, Val};
use super::numbers::Rules;
use super::values::Item;
use crate::error::{Error, Result};

/// Skills and abilities in the order of every list of them.
pub const STATS: [&str; 5] = ["endurance", "offense", "guard", "blood", "speed"];
/// Index of Endurance.
pub const ENDURANCE: usize = 0;
/// Index of Offense.
pub const OFFENSE: usize = 1;
/// Index of Guard.
pub const GUARD: usize = 2;
/// Index of Blood.
pub const BLOOD: usize = 3;
/// Index of Speed.
pub const SPEED: usize = 4;

/// What a gladiator starts with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sheet {
    /// Start values, 0-15; `[STATS]` names them.
    pub stats: [u8; 5],
    /// 1-Energy cards, at most 15.
    pub e1: u8,
    /// 0-Energy cards, at most 15.
    pub e0: u8,
    /// Feint and special moves as a set of single cards.
    pub set: u16,
    /// Powers, by number - 1.
    pub powers: u16,
    /// The two items; an item without bonus and Hit Points stands for none.
    pub items: [Item; 2],
    /// Team; each gladiator has its own in a free-for-all.
    pub team: u8,
    /// The start values are known to everybody (a ready-made gladiator).
    pub public: bool,
    /// Energy cards that start in the discard pile (an auction's bid).
    pub discarded: [u8; 2],
}

impl Sheet {
    /// A bare gladiator of the feature set `core`: stats, energy, items.
    pub fn core(stats: [u8; 5], e1: u8, e0: u8, items: [Item; 2]) -> Self {
        Self {
            stats,
            e1,
            e0,
            set: 0,
            powers: 0,
            items,
            team: 0,
            public: true,
            discarded: [0; 2],
        }
    }

    /// From a build and two items.
    pub fn new(build: &Build, items: [Item; 2]) -> Self {
        Self {
            stats: build.stats,
            e1: build.e1,
            e0: build.e0,
            set: (if build.feint { FEINT } else { 0 })
                | u16::from(build.moves) << moves::SWEEP.trailing_zeros(),
            powers: build.powers,
            items,
            team: 0,
            public: false,
            discarded: [0; 2],
        }
    }

    /// A ready-made gladiator of the data.
    ///
    /// # Errors
    /// An unknown name; a row that names unknown items, moves or powers.
    pub fn ready_made(data: &Data, name: &str) -> Result<Self> {
        let build = Build::ready_made(data, name)?;
        let id = data.row("gladiator", name)?;
        let items: Vec<&str> = data
            .value(&format!("gladiator.{id}.items"))
            .list()
            .iter()
            .filter_map(Val::word)
            .collect();
        Ok(Self {
            public: true,
            ..Self::new(&build, item_pair(data, &items)?)
        })
    }

    /// The same, with the feature set `core` only: no Feint, moves or powers (spec 11.2).
    #[must_use]
    pub fn stripped(self) -> Self {
        Self {
            set: 0,
            powers: 0,
            ..self
        }
    }

    /// Every card at the start.
    #[inline]
    pub fn cards(&self) -> Cards {
        Cards {
            set: ACTIONS | self.set,
            e1: self.e1,
            e0: self.e0,
        }
    }

    /// Hit Points of all its cards and items with the cover: what it can lose at most.
    pub fn total_hp(&self, rules: &Rules) -> u8 {
        rules.hp_of(self.cards()) + self.items[0].hp + self.items[1].hp + rules.n.hp.cover
    }
}

/// An item of the data.
///
/// # Errors
/// An unknown id.
pub fn item(data: &Data, id: &str) -> Result<Item> {
    let id = data.row("item", id)?;
    let symbol = data
        .value(&format!("item.{id}.symbol"))
        .word()
        .unwrap_or_default()
        .to_string();
    let int = |key: &str| data.int(&format!("item.{id}.{key}")) as u8;
    Ok(Item {
        attack: int("attack"),
        defense: int("defense"),
        hp: int("hp"),
        thrown: *data.value(&format!("item.{id}.thrown")) == Val::Flag(true),
        net: symbol == "net",
        symbol: symbols(data).iter().position(|s| *s == symbol).unwrap_or(0) as u8,
    })
}

/// Every symbol, in the order of the data.
pub fn symbols(data: &Data) -> Vec<String> {
    let mut symbols: Vec<String> = Vec::new();
    for id in data.ids("item") {
        let symbol = data.value(&format!("item.{id}.symbol")).to_string();
        if !symbols.contains(&symbol) {
            symbols.push(symbol);
        }
    }
    symbols
}

/// Two items by id.
///
/// # Errors
/// Not two, an unknown one, or two of one symbol \[Item cards\].
pub fn item_pair(data: &Data, ids: &[&str]) -> Result<[Item; 2]> {
    let [a, b] = ids else {
        return Err(Error::usage(format!(
            "a gladiator has exactly two items, not {}: write for example sword_2_1,shield_0_3",
            ids.len()
        )));
    };
    let pair = [item(data, a)?, item(data, b)?];
    if pair[0].symbol == pair[1].symbol {
        let symbol = &symbols(data)[usize::from(pair[0].symbol)];
        return Err(Error::usage(format!(
            "{a} and {b} share the symbol {symbol}; a gladiator's two items have different symbols"
        )));
    }
    Ok(pair)
}

/// Every legal pair of items, as indices into the data's list, in order.
pub fn legal_pairs(data: &Data) -> Vec<[usize; 2]> {
    let symbols: Vec<String> = data
        .ids("item")
        .iter()
        .map(|id| data.value(&format!("item.{id}.symbol")).to_string())
        .collect();
    let mut pairs = Vec::new();
    for a in 0..symbols.len() {
        for b in a + 1..symbols.len() {
            if symbols[a] != symbols[b] {
                pairs.push([a, b]);
            }
        }
    }
    pairs
}
