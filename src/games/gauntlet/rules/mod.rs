//! The rules of Gladiator Gauntlet: the only place where they live. Cited by rulebook heading.
//!
//! | file | matter |
//! |---|---|
//! | [`exchange`] | a match step by step: bargain, swap, glory, damage, abilities |
//! | [`cards`] | the deck: draws and reshuffles |
//! | [`game`] | rounds: draw, event, fights, end of round, gamble; the score |
//!
//! Everything else (tables, solvers, playouts) is built from these functions.

pub mod cards;
pub mod exchange;
pub mod game;

use super::state::{ENEMY_MAX, GLORY_MAX};
use crate::error::{Error, Result};
use std::fmt;

/// The four tactics, in the order of the card \[Tactics\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tactic {
    /// Incoming damage of the match less 1.
    CautiousDefense,
    /// Lowest remaining health die +2.
    QuickRest,
    /// One own combat die +x.
    DirtyTrick,
    /// Damage dealt doubled.
    SwiftExecution,
}

impl Tactic {
    /// All four.
    pub const ALL: [Self; 4] = [
        Self::CautiousDefense,
        Self::QuickRest,
        Self::DirtyTrick,
        Self::SwiftExecution,
    ];

    /// The name in data files and cases.
    pub fn name(self) -> &'static str {
        [
            "cautious_defense",
            "quick_rest",
            "dirty_trick",
            "swift_execution",
        ][self as usize]
    }

    /// The tactic of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.name() == name)
    }
}

/// An enemy's ability \[Abilities\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Ability {
    /// None.
    None,
    /// Cautious Defense cannot be bought.
    NoCautious,
    /// Quick Rest cannot be bought.
    NoRest,
    /// Dirty Trick cannot be bought.
    NoTrick,
    /// Health and combat dice cannot be swapped.
    NoSwap,
    /// -1 glory at the end of every match while it lives.
    GloryDrain,
    /// +1 health at the end of every match while it lives.
    Regen,
    /// It deals 2 for a pair won with a 5, too.
    Crit5,
    /// Its health is the player's glory when first fought, at least 1.
    GloryHealth,
}

impl Ability {
    /// All nine.
    pub const ALL: [Self; 9] = [
        Self::None,
        Self::NoCautious,
        Self::NoRest,
        Self::NoTrick,
        Self::NoSwap,
        Self::GloryDrain,
        Self::Regen,
        Self::Crit5,
        Self::GloryHealth,
    ];

    /// The name in data files and cases.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 9] = [
            "none",
            "no_cautious",
            "no_rest",
            "no_trick",
            "no_swap",
            "glory_drain",
            "regen",
            "crit5",
            "glory_health",
        ];
        NAMES[self as usize]
    }

    /// The ability of this name, or which name is nearest.
    pub fn parse(name: &str) -> Result<Self> {
        Self::ALL
            .into_iter()
            .find(|a| a.name() == name)
            .ok_or_else(|| {
                let known = Self::ALL.map(Self::name);
                let meant = crate::scenario::did_you_mean(name, known);
                Error::usage(format!(
                    "unknown ability `{}`{meant} ({})",
                    name.escape_debug(),
                    known.join(", ")
                ))
            })
    }

    /// As it fights: glory_health fights like none.
    pub fn in_fight(self) -> Self {
        if self == Self::GloryHealth {
            Self::None
        } else {
            self
        }
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Who wins tied pairs \[Ties\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Ties {
    /// Nobody.
    Nobody,
    /// The player.
    Player,
    /// The enemy.
    Enemy,
}

impl Ties {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Nobody, Self::Player, Self::Enemy];

    /// `none`, `player` or `enemy`.
    pub fn name(self) -> &'static str {
        ["none", "player", "enemy"][self as usize]
    }

    /// The tie rule of this name.
    pub fn parse(name: &str) -> Result<Self> {
        Self::ALL
            .into_iter()
            .find(|t| t.name() == name)
            .ok_or_else(|| {
                Error::usage(format!(
                    "ties go to none, player or enemy, not `{}`",
                    name.escape_debug()
                ))
            })
    }
}

/// What fixes the outcomes of a match besides state and roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    /// As it fights: never [`Ability::GloryHealth`].
    pub ability: Ability,
    /// The tie rule of the round.
    pub ties: Ties,
}

impl Class {
    /// Number of classes.
    pub const COUNT: usize = 24;

    /// From an ability (glory_health fights like none) and a tie rule.
    pub fn new(ability: Ability, ties: Ties) -> Self {
        Self {
            ability: ability.in_fight(),
            ties,
        }
    }

    /// Its number, 0..24.
    #[inline]
    pub fn index(self) -> usize {
        self.ability as usize * 3 + self.ties as usize
    }

    /// All 24.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).flat_map(|a| {
            Ties::ALL.map(|ties| Self {
                ability: Ability::ALL[a],
                ties,
            })
        })
    }
}

/// When the bargain may be struck (G09).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BargainTime {
    /// Before the swap, among the tactics, after the damage.
    Any,
    /// Among the tactics.
    Tactics,
    /// Before the first tactic.
    First,
}

/// How often it may be struck (G11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BargainLimit {
    /// Never: a house rule.
    Off,
    /// Once a match.
    Match,
    /// Once an enemy: a house rule.
    Enemy,
}

/// How the event die may be moved (G13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EventShift {
    /// By one, once.
    One,
    /// As often as it is paid.
    Many,
    /// Not at all.
    Off,
}

/// A reading of the rules with its numbers. Field = switch or knob; `docs/gauntlet.md` lists the readings.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rules {
    /// G01 `crit=rolled`: only a natural blue 6 is critical.
    pub crit_rolled: bool,
    /// G02 `damage_group=pair`: two lost pairs are two blows.
    pub blow_per_pair: bool,
    /// G03 `cautious_scope=pair`.
    pub cautious_per_pair: bool,
    /// G04 `swift_scope=both`.
    pub swift_doubles_both: bool,
    /// G05 `big_hit=effective`: counted after the cap by enemy health.
    pub big_hit_effective: bool,
    /// G07 `tie_crit`.
    pub tie_crit: bool,
    /// G08 `mutual_kill=conquest`.
    pub mutual_conquest: bool,
    /// G09.
    pub bargain_time: BargainTime,
    /// G10 `bargain_caps=clip`.
    pub bargain_clips: bool,
    /// G11.
    pub bargain_limit: BargainLimit,
    /// G12: 0 for none.
    pub match_cap: u16,
    /// G13.
    pub event_shift: EventShift,
    /// G14 `reshuffle=at_once`.
    pub reshuffle_at_once: bool,
    /// G16.
    pub final_glory: bool,
    /// G18 `event1_scope=match`.
    pub right_per_match: bool,
    /// Variant: no enemy rerolls when false.
    pub enemy_rerolls: bool,
    /// Variant: no enemy abilities when false.
    pub enemy_abilities: bool,
    /// Variant: an enemy that wins both pairs gains 1.
    pub enemies_regenerate: bool,
    /// Which tactics are for sale.
    pub enabled: [bool; 4],
    /// Prices; of Dirty Trick per point.
    pub cost: [u8; 4],
    /// Whether dice may be swapped at all.
    pub swap: bool,
    /// Glory for a 1-swap.
    pub one_bonus: u8,
    /// More damage than this is a big hit.
    pub big_hit_over: u8,
    /// Glory for a big hit.
    pub big_hit_glory: u8,
    /// Glory for a completed round.
    pub round_glory: u8,
    /// Price of a step of the event die.
    pub shift_cost: u8,
}

impl Rules {
    /// The rulebook's rules in the default reading.
    pub fn rulebook() -> Self {
        Self {
            crit_rolled: false,
            blow_per_pair: false,
            cautious_per_pair: false,
            swift_doubles_both: false,
            big_hit_effective: false,
            tie_crit: true,
            mutual_conquest: false,
            bargain_time: BargainTime::Any,
            bargain_clips: false,
            bargain_limit: BargainLimit::Match,
            match_cap: 0,
            event_shift: EventShift::One,
            reshuffle_at_once: false,
            final_glory: true,
            right_per_match: false,
            enemy_rerolls: true,
            enemy_abilities: true,
            enemies_regenerate: false,
            enabled: [true; 4],
            cost: [1, 2, 1, 4],
            swap: true,
            one_bonus: 2,
            big_hit_over: 3,
            big_hit_glory: 2,
            round_glory: 1,
            shift_cost: 2,
        }
    }

    /// Sets a switch by its name and checked value (the switch table of the data file checks the values).
    ///
    /// # Errors
    /// An unknown switch or value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<()> {
        let is = |word: &str| value == word;
        match key {
            "crit" => self.crit_rolled = is("rolled"),
            "damage_group" => self.blow_per_pair = is("pair"),
            "cautious_scope" => self.cautious_per_pair = is("pair"),
            "swift_scope" => self.swift_doubles_both = is("both"),
            "big_hit" => self.big_hit_effective = is("effective"),
            "tie_crit" => self.tie_crit = is("true"),
            "mutual_kill" => self.mutual_conquest = is("conquest"),
            "bargain" if is("off") => self.bargain_limit = BargainLimit::Off,
            "bargain" => {}
            "bargain_limit" if self.bargain_limit == BargainLimit::Off => {}
            "bargain_limit" => {
                self.bargain_limit = if is("enemy") {
                    BargainLimit::Enemy
                } else {
                    BargainLimit::Match
                }
            }
            "bargain_time" => {
                self.bargain_time = match value {
                    "tactics" => BargainTime::Tactics,
                    "first" => BargainTime::First,
                    _ => BargainTime::Any,
                }
            }
            "bargain_caps" => self.bargain_clips = is("clip"),
            "match_cap" => {
                self.match_cap = value.parse().ok().filter(|&n| n <= 1000).ok_or_else(|| {
                    Error::usage(format!("match_cap must be 0 to 1000, not {value:?}"))
                })?;
            }
            "event_shift" => {
                self.event_shift = match value {
                    "many" => EventShift::Many,
                    "off" => EventShift::Off,
                    _ => EventShift::One,
                }
            }
            "event1_scope" => self.right_per_match = is("match"),
            "reshuffle" => self.reshuffle_at_once = is("at_once"),
            "final_glory" => self.final_glory = is("true"),
            "enemy_rerolls" => self.enemy_rerolls = is("true"),
            "enemy_abilities" => self.enemy_abilities = is("true"),
            "enemies_regenerate" => self.enemies_regenerate = is("true"),
            _ => {
                return Err(Error::usage(format!(
                    "the rules know no switch `{}`",
                    key.escape_debug()
                )));
            }
        }
        Ok(())
    }

    /// Glory after a gain \[Glory\].
    #[inline]
    pub fn gain(glory: u8, by: u8) -> u8 {
        (glory + by).min(GLORY_MAX)
    }

    /// Enemy health after a gain \[Clarifications\].
    #[inline]
    pub fn heal_enemy(enemy: u8, by: u8) -> u8 {
        (enemy + by).min(ENEMY_MAX)
    }

    /// An ability as it binds under the variants: without enemy abilities all become none, glory_health stays \[Variants\].
    pub fn ability(&self, printed: Ability) -> Ability {
        if self.enemy_abilities || printed == Ability::GloryHealth {
            printed
        } else {
            Ability::None
        }
    }

    /// Whether an ability forbids a tactic \[Abilities\].
    pub fn forbids(ability: Ability, tactic: Tactic) -> bool {
        matches!(
            (ability, tactic),
            (Ability::NoCautious, Tactic::CautiousDefense)
                | (Ability::NoRest, Tactic::QuickRest)
                | (Ability::NoTrick, Tactic::DirtyTrick)
        )
    }

    /// Health of an enemy when it is first fought: printed, or the glory, at least 1 \[Abilities\].
    pub fn entry_health(printed: Option<u8>, glory: u8) -> u8 {
        printed.unwrap_or(glory.max(1))
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::rulebook()
    }
}
