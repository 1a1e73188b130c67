//! Exchanges: the distribution of one attack against one defence, worked out once for each kind and remembered.
//!
//! Everything comes from the rules' own throws, enumerated by [`weigh`]; the only thing added is memory. The exact
//! chain,
//! `greedy`, the kernel, the odds tables and the build search all draw on it.

use super::column::{Class, Column};
use super::data::WeaponKind;
use super::fighter::Weapon;
use super::rules::{Blow, Defence, Rules};
use super::weigh::weigh;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// What an exchange comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comes {
    /// The attack did not hit, and that is a whiff.
    Whiff,
    /// The attack did not hit.
    Miss,
    /// The defence blocked it.
    Block,
    /// It got through.
    Hurt(Blow),
}

/// A blow that a defence lets through, or `None` where it blocks; the defender's luck dice lost; the probability.
pub type Strike = (Option<Blow>, u8, f64);

/// One attack against one defence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// Attack dice.
    pub attack_dice: u8,
    /// Luck dice with them.
    pub attack_luck: u8,
    /// Most sixes that count.
    pub max_sixes: Option<u8>,
    /// Whether an attack that does not hit is a whiff.
    pub can_whiff: bool,
    /// The weapon's class.
    pub class: Class,
    /// Which critical chart.
    pub kind: WeaponKind,
    /// The weapon's critical bonus.
    pub critical_bonus: u8,
    /// Defence dice.
    pub defence_dice: u8,
    /// Luck dice with them.
    pub defence_luck: u8,
    /// The target is stunned already.
    pub stunned: bool,
}

/// What an exchange may come to, with the luck dice lost by attacker and defender, and the probability.
pub type Outcomes = Vec<(Comes, [u8; 2], f64)>;

/// Remembers distributions under one set of rules.
#[derive(Debug)]
pub struct Exchanges<'r> {
    rules: &'r Rules,
    columns: HashMap<(u8, u8, Option<u8>), Columns>,
    defences: HashMap<(u8, u8, u8), Defences>,
    strikes: HashMap<StrikeKey, Arc<[Strike]>>,
    whole: HashMap<Pairing, Arc<Outcomes>>,
}

/// Columns that an attack may show, luck dice lost, probability.
pub type Columns = Arc<[(Column, u8, f64)]>;
/// Defences and their probabilities.
pub type Defences = Arc<[(Defence, f64)]>;
type StrikeKey = (Class, WeaponKind, u8, Column, u8, u8, bool);

impl<'r> Exchanges<'r> {
    /// Nothing remembered yet.
    pub fn new(rules: &'r Rules) -> Self {
        Self {
            rules,
            columns: HashMap::new(),
            defences: HashMap::new(),
            strikes: HashMap::new(),
            whole: HashMap::new(),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// Columns that an attack may show, with the luck dice lost.
    pub fn columns(&mut self, dice: u8, luck: u8, max_sixes: Option<u8>) -> Columns {
        let rules = self.rules;
        let made = || {
            weigh(|c| rules.throw_attack(0, dice, luck, max_sixes, c))
                .into_iter()
                .map(|((k, l), p)| (k, l, p))
                .collect()
        };
        self.columns
            .entry((dice, luck, max_sixes))
            .or_insert_with(made)
            .clone()
    }

    /// Defences against an attack that `needed` sixes block.
    pub fn defences(&mut self, dice: u8, luck: u8, needed: u8) -> Defences {
        let rules = self.rules;
        let made = || weigh(|c| rules.throw_defence(0, dice, luck, needed, c)).into();
        self.defences
            .entry((dice, luck, needed))
            .or_insert_with(made)
            .clone()
    }

    /// What a column of this weapon does against so many dice and luck dice.
    pub fn strikes(
        &mut self,
        w: &Weapon,
        column: Column,
        dice: u8,
        luck: u8,
        stunned: bool,
    ) -> Arc<[Strike]> {
        let key = (
            w.class,
            w.kind,
            w.critical_bonus,
            column,
            dice,
            luck,
            stunned,
        );
        if let Some(known) = self.strikes.get(&key) {
            return known.clone();
        }
        let needed = self.rules.block_sixes(column);
        let mut merged: BTreeMap<(Option<Blow>, u8), f64> = BTreeMap::new();
        for &(defence, p) in self.defences(dice, luck, needed).iter() {
            if defence.sixes >= needed {
                *merged.entry((None, defence.lost)).or_insert(0.0) += p;
                continue;
            }
            for (blow, q) in weigh(|c| self.rules.hurt(0, w, column, defence, stunned, c)) {
                *merged.entry((Some(blow), defence.lost)).or_insert(0.0) += p * q;
            }
        }
        let strikes: Arc<[Strike]> = merged.into_iter().map(|((b, l), p)| (b, l, p)).collect();
        self.strikes.insert(key, strikes.clone());
        strikes
    }

    /// A whole exchange.
    pub fn outcomes(&mut self, e: &Pairing) -> Arc<Outcomes> {
        if let Some(known) = self.whole.get(e) {
            return known.clone();
        }
        let w = e.weapon();
        let mut merged: BTreeMap<(Comes, [u8; 2]), f64> = BTreeMap::new();
        for &(column, lost, p) in self
            .columns(e.attack_dice, e.attack_luck, e.max_sixes)
            .iter()
        {
            if !self.rules.hits(e.class, column) {
                let comes = if e.can_whiff {
                    Comes::Whiff
                } else {
                    Comes::Miss
                };
                *merged.entry((comes, [lost, 0])).or_insert(0.0) += p;
                continue;
            }
            for &(blow, lost_b, q) in self
                .strikes(&w, column, e.defence_dice, e.defence_luck, e.stunned)
                .iter()
            {
                let comes = blow.map_or(Comes::Block, Comes::Hurt);
                *merged.entry((comes, [lost, lost_b])).or_insert(0.0) += p * q;
            }
        }
        let outcomes = Arc::new(merged.into_iter().map(|((c, l), p)| (c, l, p)).collect());
        self.whole.insert(*e, Arc::clone(&outcomes));
        outcomes
    }

    /// Mean damage; chart damage counts uncapped, that of a chart result that kills too.
    pub fn mean_damage(&mut self, e: &Pairing) -> f64 {
        self.outcomes(e)
            .iter()
            .map(|(c, _, p)| {
                if let Comes::Hurt(b) = c {
                    p * f64::from(b.damage)
                } else {
                    0.0
                }
            })
            .sum()
    }
}

impl Pairing {
    /// The weapon, as far as it matters to an exchange.
    pub fn weapon(&self) -> Weapon {
        Weapon {
            class: self.class,
            kind: self.kind,
            critical_bonus: self.critical_bonus,
            dice: self.attack_dice,
            throw_bonus: 0,
            usage: crate::games::battle::data::Usage::Melee,
            slot: None,
            copies: 1,
        }
    }
}
