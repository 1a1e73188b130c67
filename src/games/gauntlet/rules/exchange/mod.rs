//! A match step by step \[R3: Combat\], \[Tactics\], \[Abilities\].
//!
//! [`Exchange`] is what lies on the table during a match, [`Bout`] what binds there; [`Bout::legal`] says whether a
//! [`Move`] is allowed and why not, [`Bout::apply`] makes it. Glory actions come one by one, in whatever order they are given,
//! so nothing here has to know which bargains are possible between which purchases: the order tells.

mod table;

pub use table::{Blow, Blue, Effect, Exchange, Illegal, Move, Permit, Stage};

use super::{Ability, BargainLimit, BargainTime, Class, Rules, Tactic, Ties};
use crate::games::gauntlet::dice::{Pair, Roll};
use crate::games::gauntlet::state::{
    DIE_MAX, Die, ENEMY_MAX, Fight, GLORY_MAX, Health, Outcome, Result as Landed,
};
use std::fmt;

/// What binds in a match.
#[derive(Debug, Clone, Copy)]
pub struct Bout<'r> {
    /// The reading of the rules.
    pub rules: &'r Rules,
    /// Ability and tie rule.
    pub class: Class,
    /// What the player lets itself do.
    pub permit: Permit,
    /// Whether the bargain has been struck against this enemy in an earlier match.
    pub bargained: bool,
}

impl<'r> Bout<'r> {
    /// A match without restrictions.
    pub fn new(rules: &'r Rules, class: Class) -> Self {
        Self {
            rules,
            class,
            permit: Permit::ALL,
            bargained: false,
        }
    }

    /// The table after the roll.
    pub fn open(&self, fight: Fight, roll: Roll) -> Exchange {
        let blue = |value| Blue {
            value,
            natural: self.rules.crit_rolled,
        };
        Exchange {
            health: fight.health,
            glory: fight.glory,
            enemy: fight.enemy,
            blue: [blue(roll.blue.low), blue(roll.blue.high)],
            red: roll.red,
            stage: Stage::Opening,
            bought: 0,
            bargain: 0,
            lost_both: false,
        }
    }

    /// Whether the bargain is available at this stage, whatever its size.
    pub fn may_bargain(&self, ex: &Exchange) -> bool {
        let limit = match self.rules.bargain_limit {
            BargainLimit::Off => false,
            BargainLimit::Match => true,
            BargainLimit::Enemy => !self.bargained,
        };
        let time = match (ex.stage, self.rules.bargain_time) {
            (Stage::Opening | Stage::Landed, time) => time == BargainTime::Any,
            (Stage::Tactics, BargainTime::First) => ex.bought == 0,
            (Stage::Tactics, _) => true,
            (Stage::Closed, _) => false,
        };
        // "As long as you are fighting an enemy with remaining health" [Abilities].
        limit
            && time
            && self.permit.bargain
            && ex.bargain == 0
            && ex.enemy > 0
            && !ex.health.is_gone()
    }

    /// Whether a tactic is for sale in this fight at all.
    pub fn sells(&self, tactic: Tactic) -> bool {
        self.rules.enabled[tactic as usize]
            && self.permit.tactics >> tactic as u8 & 1 == 1
            && !Rules::forbids(self.class.ability, tactic)
    }

    /// Whether dice may be swapped in this fight at all.
    pub fn swaps(&self) -> bool {
        self.rules.swap && self.permit.swap && self.class.ability != Ability::NoSwap
    }

    /// Whether a move is allowed.
    ///
    /// # Errors
    /// Why not.
    pub fn legal(&self, ex: &Exchange, step: Move) -> Result<(), Illegal> {
        let demand = |holds: bool, why| if holds { Ok(()) } else { Err(why) };
        let tactic = |tactic: Tactic, points: u8| {
            demand(
                matches!(ex.stage, Stage::Opening | Stage::Tactics),
                Illegal::NotNow,
            )?;
            demand(
                self.sells(tactic) && ex.bought >> tactic as u8 & 1 == 0,
                Illegal::NoTactic,
            )?;
            demand(
                self.rules.cost[tactic as usize] * points <= ex.glory,
                Illegal::TooDear,
            )
        };
        match step {
            Move::Bargain(x) => {
                demand(x >= 1 && self.may_bargain(ex), Illegal::NoBargain)?;
                let fits = ex.glory + x <= GLORY_MAX && ex.enemy + x <= ENEMY_MAX;
                demand(
                    fits || self.rules.bargain_clips && x <= GLORY_MAX,
                    Illegal::BargainCap,
                )
            }
            Move::Swap { health, combat } => {
                demand(ex.stage == Stage::Opening, Illegal::NotNow)?;
                demand(self.swaps(), Illegal::NoSwap)?;
                demand(ex.health.get(health) > 0, Illegal::DieGone)?;
                demand(ex.blue[combat as usize].value < DIE_MAX, Illegal::SixStays)
            }
            Move::NoSwap => demand(ex.stage == Stage::Opening, Illegal::NotNow),
            Move::Buy(Tactic::DirtyTrick) => Err(Illegal::NoTactic), // has its own move
            Move::Buy(t) => tactic(t, 1),
            Move::Trick { combat, by } => {
                let fits = (1..=5).contains(&by) && ex.blue[combat as usize].value + by <= DIE_MAX;
                demand(fits, Illegal::PastSix)?;
                tactic(Tactic::DirtyTrick, by)
            }
            Move::Strike { .. } => demand(
                matches!(ex.stage, Stage::Opening | Stage::Tactics),
                Illegal::NotNow,
            ),
            Move::Close => demand(ex.stage == Stage::Landed, Illegal::NotNow),
        }
    }

    /// Makes a legal move; says what a strike did.
    pub fn apply(&self, ex: &mut Exchange, step: Move) -> Option<Effect> {
        debug_assert_eq!(self.legal(ex, step), Ok(()), "{step:?}");
        match step {
            Move::Bargain(x) => {
                ex.glory = Rules::gain(ex.glory, x);
                ex.enemy = Rules::heal_enemy(ex.enemy, x);
                ex.bargain = x;
            }
            Move::Swap { health, combat } => {
                let (given, taken) = (ex.health.get(health), ex.blue[combat as usize].value);
                ex.health = ex.health.with(health, taken);
                ex.set_blue(combat, given);
                if taken == 1 && given > 1 {
                    // A combat 1 replaced by a higher health die brings glory [R3, step 3].
                    ex.glory = Rules::gain(ex.glory, self.rules.one_bonus);
                }
                ex.stage = Stage::Tactics;
            }
            Move::NoSwap => ex.stage = Stage::Tactics,
            Move::Buy(tactic) => {
                ex.pay(tactic, self.rules.cost[tactic as usize]);
                if tactic == Tactic::QuickRest {
                    let rested = (ex.health.lowest() + 2).min(DIE_MAX);
                    ex.health = ex.health.with_lowest(rested);
                }
            }
            Move::Trick { combat, by } => {
                ex.pay(
                    Tactic::DirtyTrick,
                    self.rules.cost[Tactic::DirtyTrick as usize] * by,
                );
                ex.set_blue(combat, ex.blue[combat as usize].value + by);
            }
            Move::Strike { natural_high } => {
                let blow = self.blow(ex, natural_high);
                return Some(self.land(ex, blow));
            }
            Move::Close => self.close(ex),
        }
        None
    }

    /// M6, first half: the pairs and what they deal \[R3, step 5\], \[Ties\], \[Critical Hits\].
    pub fn blow(&self, ex: &Exchange, natural_high: bool) -> Blow {
        let mut blue = ex.blue;
        if blue[0].value == blue[1].value
            && blue[0].natural != blue[1].natural
            && blue[1].natural != natural_high
        {
            blue.swap(0, 1);
        }
        let bought = |t: Tactic| ex.bought >> t as u8 & 1 == 1;
        let (mut dealt, mut incoming, mut lost) = (0, [0; 2], 0);
        // High pair first.
        for (at, (blue, red)) in [(blue[1], ex.red.high), (blue[0], ex.red.low)]
            .into_iter()
            .enumerate()
        {
            let tied = blue.value == red;
            let player = blue.value > red || tied && self.class.ties == Ties::Player;
            let enemy = blue.value < red || tied && self.class.ties == Ties::Enemy;
            let counts = !tied || self.rules.tie_crit;
            if player {
                let critical = blue.value == 6 && (!self.rules.crit_rolled || blue.natural);
                dealt += 1 + u8::from(critical && counts);
            } else if enemy {
                let critical = red == 6 || red == 5 && self.class.ability == Ability::Crit5;
                incoming[at] = 1 + u8::from(critical && counts);
                lost += 1;
            }
        }
        if bought(Tactic::SwiftExecution) {
            dealt *= 2;
            if self.rules.swift_doubles_both {
                incoming = incoming.map(|i| 2 * i);
            }
        }
        let cautious = bought(Tactic::CautiousDefense);
        if cautious && self.rules.cautious_per_pair {
            incoming = incoming.map(|i| i.saturating_sub(1));
        }
        if !self.rules.blow_per_pair {
            incoming = [incoming[0] + incoming[1], 0];
        } else if incoming[0] == 0 {
            incoming.swap(0, 1);
        }
        if cautious && !self.rules.cautious_per_pair {
            incoming[0] = incoming[0].saturating_sub(1);
        }
        Blow {
            dealt,
            incoming,
            lost_both: lost == 2,
        }
    }

    /// M6, second half: both sides' damage at once, and the glory of a big hit.
    ///
    /// Damage meets the lowest remaining die, and what exceeds it is lost \[Health\].
    pub fn land(&self, ex: &mut Exchange, blow: Blow) -> Effect {
        let before = ex.health.sum();
        for incoming in blow.incoming {
            if !ex.health.is_gone() {
                ex.health = ex
                    .health
                    .with_lowest(ex.health.lowest().saturating_sub(incoming));
            }
        }
        let removed = blow.dealt.min(ex.enemy);
        ex.enemy -= removed;
        let glory = ex.glory;
        let counted = if self.rules.big_hit_effective {
            removed
        } else {
            blow.dealt
        };
        if counted > self.rules.big_hit_over {
            ex.glory = Rules::gain(glory, self.rules.big_hit_glory);
        }
        ex.lost_both = blow.lost_both;
        ex.stage = Stage::Landed;
        Effect {
            removed,
            lost: before - ex.health.sum(),
            glory: ex.glory - glory,
        }
    }

    /// M8: what a living enemy does at the end of the match \[Abilities\], \[Variants\].
    pub fn close(&self, ex: &mut Exchange) {
        if ex.enemy > 0 && !ex.health.is_gone() {
            if self.class.ability == Ability::GloryDrain {
                ex.glory = ex.glory.saturating_sub(1);
            }
            if self.class.ability == Ability::Regen {
                ex.enemy = Rules::heal_enemy(ex.enemy, 1);
            }
            if self.rules.enemies_regenerate && ex.lost_both {
                ex.enemy = Rules::heal_enemy(ex.enemy, 1);
            }
        }
        ex.stage = Stage::Closed;
    }

    /// What the table says: dead before down, down before the fight going on \[R3\], \[Game End\].
    pub fn outcome(&self, ex: &Exchange) -> Outcome {
        Outcome::new(if ex.health.is_gone() {
            if ex.enemy == 0 && self.rules.mutual_conquest {
                Landed::BothFell(ex.glory)
            } else {
                Landed::Dead(ex.glory)
            }
        } else if ex.enemy == 0 {
            Landed::EnemyDown(ex.health, ex.glory)
        } else {
            Landed::FightOn(Fight {
                health: ex.health,
                glory: ex.glory,
                enemy: ex.enemy,
            })
        })
    }
}
