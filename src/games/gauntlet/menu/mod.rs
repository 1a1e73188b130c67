//! What can come of a roll: every line of play, collapsed to distinct outcomes.
//!
//! The player's *preparations* (swap, tactics, bargains before the strike) depend on health, glory and the blue dice only;
//! enemy health matters to them through its cap alone. So they are listed once for each of 162 x 21 of those by walking the
//! rules move by move against an enemy of 1, and the strike, a bargain after it and the end of the match follow by table.

mod lists;
mod menus;
mod options;

pub use lists::{Lists, Prep, Preps, Stand, moves};
pub use menus::Menus;
pub use options::OptionSet;

use super::catalogue::{Catalogue, Shelf};
use super::dice::{PAIRS_OF_DICE, Pair, ROLLS, Roll};
use super::rules::exchange::{Bout, Exchange, Move, Permit, Stage};
use super::rules::game::Code;
use super::rules::{Ability, BargainLimit, BargainTime, Class, Rules, Tactic, Ties};
use super::state::{
    ENEMY_MAX, FIGHTS, Fight, GLORY_MAX, Outcome, PLAYERS, Result as Landed, player_from_index,
};
use super::strike::{Strikes, pattern};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock};

/// Everything that can come of a match in one class under one permit.
#[derive(Debug, Clone)]
pub struct Menu {
    /// Ability and tie rule.
    pub class: Class,
    /// What may be done in it at all.
    pub permit: Permit,
    rules: Arc<Rules>,
    lists: Arc<Lists>,
    strikes: Arc<Strikes>,
    /// Outcome after M8 of each open fight: `[fight + 972 * lost_both]`.
    closed: Arc<[Outcome]>,
    /// Whether a bargain may follow the damage.
    late_bargain: bool,
    /// Whether bargains pass the caps (`bargain_caps=clip`).
    clips: bool,
    /// Whether codes tell that the bargain has been struck.
    counts_bargain: bool,
    /// Whether it has been, before this match.
    bargained: bool,
    spelled: Arc<OnceLock<Spelled>>,
}

/// What can come of each kind of the lists, for each enemy health: distinct codes.
#[derive(Debug)]
struct Spelled {
    offsets: Vec<u32>,
    codes: Vec<Code>,
}

impl Spelled {
    fn new(menu: &Menu) -> Self {
        let (mut offsets, mut codes) = (vec![0], Vec::new());
        for &kind in &menu.lists.kinds {
            for enemy in 1..=ENEMY_MAX {
                let first = codes.len();
                menu.kind(kind, enemy, |line| {
                    if !codes[first..].contains(&line.code) {
                        codes.push(line.code);
                    }
                });
                offsets.push(codes.len() as u32);
            }
        }
        Self { offsets, codes }
    }
}

/// A line of play as far as a policy may look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// What comes of it.
    pub code: Code,
    /// Enemy health removed by the strike.
    pub removed: u8,
    /// Health points lost to damage.
    pub lost: u8,
}

impl Menu {
    /// What binds in its matches.
    pub fn bout<'r>(&self, rules: &'r Rules) -> Bout<'r> {
        Bout {
            rules,
            class: self.class,
            permit: self.permit,
            bargained: self.bargained,
        }
    }

    /// The rules that it was made for.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The lists.
    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// The strike tables.
    pub fn strikes(&self) -> &Strikes {
        &self.strikes
    }

    /// Enemy health after a bargain; `None` where it would pass the cap.
    #[inline]
    pub fn raised(&self, enemy: u8, bargain: u8) -> Option<u8> {
        let raised = enemy + bargain;
        if raised <= ENEMY_MAX || bargain == 0 {
            Some(raised)
        } else if self.clips {
            Some(ENEMY_MAX)
        } else {
            None
        }
    }

    /// The end of the match from an open fight.
    #[inline]
    pub fn close(&self, fight: usize, lost_both: bool) -> Outcome {
        self.closed[fight + if lost_both { FIGHTS } else { 0 }]
    }

    /// Calls `visit(code, bargained in this match)` for everything that can follow a strike: the end of the match, or before it a
    /// bargain (if none was struck before).
    #[inline]
    pub fn finish(&self, hit: Outcome, lost_both: bool, bargain: u8, mut visit: impl FnMut(Code)) {
        let code = |outcome, struck: bool| {
            Code::new(outcome, self.counts_bargain && (self.bargained || struck))
        };
        if !hit.is_open() {
            return visit(code(hit, bargain > 0));
        }
        let at = usize::from(hit.0);
        visit(code(self.close(at, lost_both), bargain > 0));
        if bargain == 0 && self.late_bargain {
            let fight = Fight::from_index(at);
            for x in 1..=GLORY_MAX {
                let Some(enemy) = self.raised(fight.enemy, x) else {
                    break;
                };
                if fight.glory + x > GLORY_MAX && !self.clips {
                    break;
                }
                let next = Fight {
                    glory: Rules::gain(fight.glory, x),
                    enemy,
                    ..fight
                };
                visit(code(self.close(next.index(), lost_both), true));
            }
        }
    }

    /// Calls `visit` for every line of play; the same outcome comes up as often as lines lead to it.
    pub fn lines(&self, fight: Fight, roll: Roll, mut visit: impl FnMut(Line)) {
        for &number in self.lists.of(fight.index() / 6, roll.index()) {
            self.kind(self.lists.kinds[number as usize], fight.enemy, &mut visit);
        }
    }

    /// The lines of one kind of the lists against an enemy health.
    fn kind(&self, (stand, blow): (Stand, u8), enemy: u8, mut visit: impl FnMut(Line)) {
        let lost_both = self.strikes.blows()[usize::from(blow)].lost_both;
        let mut members = stand.members;
        while members != 0 {
            let bit = members.trailing_zeros() as usize;
            members &= members - 1;
            let (glory, bargain) = (bit / 6, (bit % 6) as u8);
            let Some(enemy) = self.raised(enemy, bargain) else {
                continue;
            };
            let at = (usize::from(stand.health) * 6 + glory) * 6 + usize::from(enemy) - 1;
            let hit = self.strikes.hit(at, blow);
            self.finish(hit.outcome, lost_both, bargain, |code| {
                visit(Line {
                    code,
                    removed: hit.removed,
                    lost: hit.lost,
                });
            });
        }
    }

    /// The distinct outcomes of a roll, in order of their codes.
    pub fn options(&self, fight: Fight, roll: Roll) -> Vec<Code> {
        let mut buffer = OptionSet::default();
        self.collect(fight, roll, &mut buffer);
        buffer.iter().collect()
    }

    /// The same into a set that can be used again.
    pub fn collect(&self, fight: Fight, roll: Roll, into: &mut OptionSet) {
        let spelled = self.spelled.get_or_init(|| Spelled::new(self));
        into.clear(self.counts_bargain);
        let lane = usize::from(fight.enemy) - 1;
        for &number in self.lists.of(fight.index() / 6, roll.index()) {
            let at = number as usize * 6 + lane;
            for &code in
                &spelled.codes[spelled.offsets[at] as usize..spelled.offsets[at + 1] as usize]
            {
                into.insert(code);
            }
        }
    }
}

/// The outcome in the form of case files: kind, low, high, glory, enemy health.
pub fn words(code: Code) -> (&'static str, u8, u8, u8, u8) {
    let outcome = code.outcome();
    let health = outcome.health();
    debug_assert!(!matches!(outcome.result(), Landed::FightOn(f) if f.enemy == 0));
    (
        outcome.word(),
        health.low,
        health.high,
        outcome.glory(),
        outcome.enemy(),
    )
}

#[cfg(test)]
mod tests;
