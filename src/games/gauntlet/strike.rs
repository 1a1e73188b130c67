//! Strikes and what they do, as tables built from the rules: which blow a pattern of dice deals, where a blow leaves a fight.
//!
//! A *pattern* is what the player strikes with: both combat dice, Cautious Defense and Swift Execution bought or not.
//! Patterns, red dice and class give one of a few dozen *blows*; a fight and a blow give the state before the end of the match.

use super::dice::{PAIRS_OF_DICE, Pair, Roll};
use super::rules::exchange::{Blow, Blue, Bout, Exchange, Stage};
use super::rules::{Ability, Class, Rules, Tactic, Ties};
use super::state::{FIGHTS, Fight, Outcome};

/// Number of patterns.
pub const PATTERNS: usize = PAIRS_OF_DICE * 16;

/// The pattern of a strike: dice, natural sixes, Cautious Defense, Swift Execution.
///
/// `natural_high`: see [`super::rules::exchange::Move::Strike`].
pub fn pattern(ex: &Exchange, natural_high: bool) -> usize {
    let mut natural = ex.blue.map(|b| b.natural && b.value == 6);
    if ex.blue[0].value == ex.blue[1].value && natural[1] != natural_high {
        natural.swap(0, 1);
    }
    let pair = Pair::new(ex.blue[0].value, ex.blue[1].value).index();
    let bought = |t: Tactic| usize::from(ex.bought >> t as u8 & 1);
    ((pair * 4 + usize::from(natural[0]) + 2 * usize::from(natural[1])) * 2
        + bought(Tactic::CautiousDefense))
        * 2
        + bought(Tactic::SwiftExecution)
}

/// Where a blow leaves a fight before the end of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// The outcome as if the match ended here.
    pub outcome: Outcome,
    /// Enemy health removed.
    pub removed: u8,
    /// Health points lost.
    pub lost: u8,
}

/// The tables of a reading of the rules.
#[derive(Debug, Clone)]
pub struct Strikes {
    blows: Vec<Blow>,
    /// Blow of each class of ties and crit5 (6), pattern and red pair.
    table: Vec<u8>,
    /// Hit of each fight and blow.
    hits: Vec<Hit>,
}

impl Strikes {
    /// Lays out the tables.
    pub fn new(rules: &Rules) -> Self {
        let mut blows: Vec<Blow> = Vec::new();
        let mut table = Vec::with_capacity(6 * PATTERNS * PAIRS_OF_DICE);
        for group in 0..6 {
            let class = Class {
                ability: if group >= 3 {
                    Ability::Crit5
                } else {
                    Ability::None
                },
                ties: Ties::ALL[group % 3],
            };
            let bout = Bout::new(rules, class);
            for pattern in 0..PATTERNS {
                for red in Pair::all() {
                    // The pattern says which of two equal dice lies high.
                    let ex = striking(pattern, red);
                    let mut blow = bout.blow(&ex, ex.blue[1].natural);
                    blow.lost_both &= rules.enemies_regenerate; // nothing else asks
                    let known = blows.iter().position(|b| *b == blow);
                    table.push(known.unwrap_or_else(|| {
                        blows.push(blow);
                        blows.len() - 1
                    }) as u8);
                }
            }
        }
        assert!(blows.len() <= 256, "more blows than fit a byte");
        let bout = Bout::new(rules, Class::new(Ability::None, Ties::Nobody)); // landing does not depend on the class
        let mut hits = Vec::with_capacity(FIGHTS * blows.len());
        for fight in Fight::all() {
            for blow in &blows {
                let mut ex = bout.open(fight, Roll::from_index(0));
                let effect = bout.land(&mut ex, *blow);
                hits.push(Hit {
                    outcome: bout.outcome(&ex),
                    removed: effect.removed,
                    lost: effect.lost,
                });
            }
        }
        Self { blows, table, hits }
    }

    /// The blows there are.
    pub fn blows(&self) -> &[Blow] {
        &self.blows
    }

    /// Number of the blow that each pattern and red pair give in a class: `[pattern * 21 + red]`.
    pub fn of(&self, class: Class) -> &[u8] {
        let group = class.ties as usize
            + if class.ability == Ability::Crit5 {
                3
            } else {
                0
            };
        &self.table[group * PATTERNS * PAIRS_OF_DICE..][..PATTERNS * PAIRS_OF_DICE]
    }

    /// Where a blow leaves a fight.
    #[inline]
    pub fn hit(&self, fight: usize, blow: u8) -> Hit {
        self.hits[fight * self.blows.len() + usize::from(blow)]
    }
}

/// An exchange about to strike with a pattern; [`pattern`] read backwards.
fn striking(pattern: usize, red: Pair) -> Exchange {
    let pair = Pair::from_index(pattern / 16);
    let natural = pattern / 4 % 4;
    let blue = |value, bit: usize| Blue {
        value,
        natural: natural >> bit & 1 == 1,
    };
    Exchange {
        health: super::state::Health::new(6, 6),
        glory: 0,
        enemy: 6,
        blue: [blue(pair.low, 0), blue(pair.high, 1)],
        red,
        stage: Stage::Tactics,
        bought: (pattern / 2 % 2) as u8 * (1 << Tactic::CautiousDefense as u8)
            + (pattern % 2) as u8 * (1 << Tactic::SwiftExecution as u8),
        bargain: 0,
        lost_both: false,
    }
}
