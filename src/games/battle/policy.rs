//! The decisions of a battle, and the built-in ways to take them (spec 10, 11).
//!
//! A policy is five independent parts: style, surrender, luck, throw, retrieve ([`Parts`]). It sees both gladiators,
//! their
//! states and, when it defends, the attack; never a stream. `policy/parse.rs` reads the parts as people write them;
//! `greedy.rs` and `exact` work out the styles of `greedy` and `optimal` before the battle.

mod mcts;
mod parse;
mod rollout;

pub use parse::PARTS;

use super::column::{Class, Column};
use super::data::Usage;
use super::dice::Roll;
use super::fighter::{BRAWL, Fighter};
use super::greedy::GreedyStyles;
use super::rules::{Action, Attack, Rules, Style};
use super::state::{Guard, State};
use crate::chance::{Chance, Dist};
use std::collections::HashMap;
use std::sync::Arc;

/// What a policy sees: everything that lies open, and which side it decides for.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The rules in force.
    pub rules: &'a Rules,
    /// Both gladiators.
    pub fighters: &'a [Fighter; 2],
    /// Their states.
    pub state: State,
    /// The deciding side.
    pub side: usize,
}

impl View<'_> {
    /// The deciding gladiator.
    pub fn own(&self) -> &Fighter {
        &self.fighters[self.side]
    }

    /// Own health.
    pub fn health(&self) -> i8 {
        self.state.health(self.side)
    }

    /// The other one is stunned.
    pub fn foe_stunned(&self) -> bool {
        self.state.stunned(1 - self.side)
    }

    /// The other one is stunned, or his guard is berserk or whiffed (spec 11).
    pub fn foe_exposed(&self) -> bool {
        self.foe_stunned()
            || matches!(
                self.state.guard(1 - self.side),
                Guard::Berserk | Guard::Whiffed
            )
    }
}

/// An attack that a defender has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Incoming {
    /// The weapon's class.
    pub class: Class,
    /// What the attack shows.
    pub column: Column,
}

/// Takes the decisions of one side. Luck is cut to what the rules allow.
pub trait Player {
    /// Whether he gives up (D2, D4).
    fn gives_up(&self, view: &View<'_>) -> bool;
    /// What he does with his turn (D6).
    fn choose<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Action;
    /// Luck dice for a roll of so many dice: initiative, awake, alive, focus, attack, retrieve (D1, D2, D3, D5, D6).
    fn luck(&self, view: &View<'_>, roll: Roll, dice: u8) -> u8;
    /// Luck dice for a defence of so many dice (D7).
    fn defence_luck(&self, view: &View<'_>, incoming: &Incoming, dice: u8) -> u8;
}

/// Which style to attack in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StyleRule {
    /// Always this one.
    Always(Style),
    /// Berserk if the other is stunned, else normal.
    BerserkVsStunned,
    /// Berserk if the other is exposed, else normal.
    BerserkVsExposed,
    /// Berserk if the other is stunned, else defensive.
    DefensiveBerserkVsStunned,
    /// Berserk if own health is above the other's, else normal.
    BerserkIfAhead,
    /// Defensive below this health, else normal.
    DefensiveBelow(i8),
    /// The highest mean damage less so many times the risk.
    Greedy(f64),
    /// Berserk with a probability of so many millionths, else normal.
    Mixed(u32),
    /// What wins most often in so many battles played out from here, by normal styles and without the foe's policy.
    Rollout(u32),
    /// What a tree of so many battles played out from here finds best, without the foe's policy.
    Mcts(u32),
    /// What wins most often against the other's fixed policy.
    Optimal,
}

/// How many luck dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Amount {
    /// So many.
    Dice(u8),
    /// As many as the rules allow.
    Max,
}

impl Amount {
    fn dice(self) -> u8 {
        match self {
            Self::Dice(n) => n,
            Self::Max => u8::MAX,
        }
    }
}

/// Where luck dice go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LuckRule {
    /// On initiative.
    pub initiative: Amount,
    /// On attacks.
    pub attack: Amount,
    /// On defences.
    pub defence: Amount,
    /// On focus rolls.
    pub focus: Amount,
    /// On awake rolls.
    pub awake: Amount,
    /// On alive rolls.
    pub alive: Amount,
    /// On retrieve rolls.
    pub retrieve: Amount,
    /// Dice kept for awake and alive rolls.
    pub reserve: u8,
    /// Attacks take luck only if the other is exposed.
    pub attack_when_exposed: bool,
    /// Defences take luck only if three or more sixes are needed, or the hit would take health below 0.
    pub defence_when_needed: bool,
}

impl LuckRule {
    /// `none`.
    pub const NONE: Self = Self {
        initiative: Amount::Dice(0),
        attack: Amount::Dice(0),
        defence: Amount::Dice(0),
        focus: Amount::Dice(0),
        awake: Amount::Dice(0),
        alive: Amount::Dice(0),
        retrieve: Amount::Dice(0),
        reserve: 0,
        attack_when_exposed: false,
        defence_when_needed: false,
    };

    fn amount(&self, roll: Roll) -> Amount {
        match roll {
            Roll::Initiative => self.initiative,
            Roll::Awake => self.awake,
            Roll::Alive => self.alive,
            Roll::Focus => self.focus,
            Roll::Attack => self.attack,
            Roll::Defence => self.defence,
            Roll::Retrieve => self.retrieve,
            Roll::Fate | Roll::Rethrow | Roll::Critical => Amount::Dice(0),
        }
    }

    /// min(amount, dice of the roll, luck left less the reserve), not below 0; the reserve does not bind awake and
    /// alive rolls.
    fn used(&self, roll: Roll, dice: u8, left: u8) -> u8 {
        let reserve = if matches!(roll, Roll::Awake | Roll::Alive) {
            0
        } else {
            self.reserve
        };
        self.amount(roll)
            .dice()
            .min(dice)
            .min(left.saturating_sub(reserve))
    }
}

/// When to throw a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThrowRule {
    /// Only weapons that must be thrown.
    MustOnly,
    /// All that can be.
    Always,
    /// Those that must; others only at an exposed foe.
    Exposed,
    /// Those that must; others while at least two copies are in hand.
    KeepLast,
}

/// The five parts of a policy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parts {
    /// Which style.
    pub style: StyleRule,
    /// Gives up at this health or below; `None`: never.
    pub surrender: Option<i8>,
    /// Where luck goes.
    pub luck: LuckRule,
    /// When to throw.
    pub throw: ThrowRule,
    /// Retrieves when nothing is left; else brawls.
    pub retrieve_when_empty: bool,
}

impl Default for Parts {
    /// `style=normal surrender=never luck=none throw=must_only retrieve=never`.
    fn default() -> Self {
        Self {
            style: StyleRule::Always(Style::Normal),
            surrender: None,
            luck: LuckRule::NONE,
            throw: ThrowRule::MustOnly,
            retrieve_when_empty: false,
        }
    }
}

/// A weapon and whether it is thrown: what is chosen before the style.
pub type Armed = (usize, bool);

impl Parts {
    /// Walks the weapons in listed order; `None` if nothing is left (spec 11, Weapon and throw).
    pub fn weapon(&self, view: &View<'_>) -> Option<Armed> {
        view.own().listed().iter().enumerate().find_map(|(i, w)| {
            let copies = w.slot.map_or(1, |slot| view.state.in_hand(view.side, slot));
            if copies == 0 {
                return None;
            }
            let throw = match (w.usage, self.throw) {
                (Usage::Melee, _) => false,
                (Usage::Thrown, _) => true,
                (Usage::Both, ThrowRule::MustOnly) => false,
                (Usage::Both, ThrowRule::Always) => true,
                (Usage::Both, ThrowRule::Exposed) => view.foe_exposed(),
                (Usage::Both, ThrowRule::KeepLast) => copies >= 2,
            };
            Some((i, throw))
        })
    }

    /// What is done without a style: retrieving, passing, or the weapon to attack with.
    pub fn intent(&self, view: &View<'_>) -> Result<Armed, Action> {
        match self.weapon(view) {
            Some(armed) => Ok(armed),
            None if self.retrieve_when_empty
                && view.rules.may_retrieve(view.own(), view.state, view.side) =>
            {
                Err(Action::Retrieve)
            }
            None if view.rules.readings.brawl => Ok((BRAWL, false)),
            None => Err(Action::Pass),
        }
    }
}

/// Styles that may be chosen with a weapon (switch `thrown_defensive`).
pub fn styles(rules: &Rules, thrown: bool) -> &'static [Style] {
    let all = !thrown || rules.readings.thrown_defensive;
    if all { &Style::ALL } else { &Style::ALL[..2] }
}

/// Optimal styles by the state at the choice.
pub type OptimalStyles = HashMap<State, Style>;

/// A policy ready to play: its parts, and what `greedy` and `optimal` look up.
#[derive(Debug, Clone)]
pub struct Policy {
    /// The parts.
    pub parts: Parts,
    greedy: Option<Arc<GreedyStyles>>,
    optimal: Option<Arc<OptimalStyles>>,
    mixed: Option<Arc<Dist<u8>>>,
    rollout: Option<Arc<rollout::Rollout>>,
    mcts: Option<Arc<mcts::Mcts>>,
}

impl Policy {
    /// A policy of `side` in this battle. `optimal` styles come from [`super::exact`] by [`Policy::with_optimal`];
    /// until
    /// then they are normal.
    pub fn new(parts: Parts, rules: &Rules, fighters: &[Fighter; 2], side: usize) -> Self {
        let greedy = match parts.style {
            StyleRule::Greedy(weight) => {
                Some(Arc::new(GreedyStyles::new(rules, fighters, side, weight)))
            }
            _ => None,
        };
        let mixed = match parts.style {
            StyleRule::Mixed(millionths) => Some(Arc::new(Dist::new([
                (1, u64::from(millionths)),
                (0, 1_000_000 - u64::from(millionths)),
            ]))),
            _ => None,
        };
        // Playing out, the foe is taken to fight normally.
        let plain = || {
            let own = Parts {
                style: Parts::default().style,
                ..parts
            };
            let mut both = [Parts::default(); 2];
            both[side] = own;
            [0, 1].map(|s| Policy::new(both[s], rules, fighters, s))
        };
        let (mut rollout, mut mcts) = (None, None);
        match parts.style {
            StyleRule::Rollout(n) => rollout = Some(Arc::new(rollout::Rollout::new(n, plain()))),
            StyleRule::Mcts(n) => mcts = Some(Arc::new(mcts::Mcts::new(n, plain()))),
            _ => {}
        }
        Self {
            parts,
            greedy,
            optimal: None,
            mixed,
            rollout,
            mcts,
        }
    }

    /// With the styles that were worked out for `optimal`.
    #[must_use]
    pub fn with_optimal(self, styles: Arc<OptimalStyles>) -> Self {
        Self {
            optimal: Some(styles),
            ..self
        }
    }

    fn style<C: Chance>(&self, view: &View<'_>, armed: Armed, chance: &mut C) -> Style {
        use Style::{Berserk, Defensive, Normal};
        let berserk_if = |yes: bool| if yes { Berserk } else { Normal };
        match self.parts.style {
            StyleRule::Always(style) => style,
            StyleRule::BerserkVsStunned => berserk_if(view.foe_stunned()),
            StyleRule::BerserkVsExposed => berserk_if(view.foe_exposed()),
            StyleRule::DefensiveBerserkVsStunned if view.foe_stunned() => Berserk,
            StyleRule::DefensiveBerserkVsStunned => Defensive,
            StyleRule::BerserkIfAhead => {
                berserk_if(view.health() > view.state.health(1 - view.side))
            }
            StyleRule::DefensiveBelow(k) if view.health() < k => Defensive,
            StyleRule::DefensiveBelow(_) => Normal,
            StyleRule::Greedy(_) => self
                .greedy
                .as_ref()
                .map_or(Normal, |g| g.style(view, armed)),
            StyleRule::Mixed(_) => self
                .mixed
                .as_ref()
                .map_or(Normal, |m| berserk_if(chance.draw("mixed_style", m) == 1)),
            StyleRule::Rollout(_) => self
                .rollout
                .as_ref()
                .map_or(Normal, |r| r.style(view, armed)),
            StyleRule::Mcts(_) => self.mcts.as_ref().map_or(Normal, |m| m.style(view, armed)),
            StyleRule::Optimal => self
                .optimal
                .as_ref()
                .and_then(|o| o.get(&view.state).copied())
                .unwrap_or(Normal),
        }
    }
}

impl Player for Policy {
    /// Never when doomed. At death's door he is not asked.
    fn gives_up(&self, view: &View<'_>) -> bool {
        !view.state.doomed(view.side) && self.parts.surrender.is_some_and(|k| view.health() <= k)
    }

    fn choose<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Action {
        match self.parts.intent(view) {
            Err(action) => action,
            Ok((weapon, thrown)) => {
                let wanted = self.style(view, (weapon, thrown), chance);
                let style = if styles(view.rules, thrown).contains(&wanted) {
                    wanted
                } else {
                    Style::Normal
                };
                Action::Attack(Attack {
                    weapon,
                    thrown,
                    style,
                })
            }
        }
    }

    fn luck(&self, view: &View<'_>, roll: Roll, dice: u8) -> u8 {
        let left = view.state.luck(view.side);
        if left == 0
            || roll == Roll::Attack && self.parts.luck.attack_when_exposed && !view.foe_exposed()
        {
            return 0;
        }
        self.parts.luck.used(roll, dice, left)
    }

    fn defence_luck(&self, view: &View<'_>, incoming: &Incoming, dice: u8) -> u8 {
        let left = view.state.luck(view.side);
        if left == 0 || self.parts.luck.defence_when_needed && !needed(view, incoming) {
            return 0;
        }
        self.parts.luck.used(Roll::Defence, dice, left)
    }
}

/// Three or more sixes are needed, or the column's damage, if unblocked, would take own health below 0.
fn needed(view: &View<'_>, incoming: &Incoming) -> bool {
    view.rules.block_sixes(incoming.column) >= 3
        || incoming.column.is_critical()
        || i16::from(view.health())
            < i16::from(view.rules.table_damage(incoming.class, incoming.column))
}
