//! Battles without luck and throws, cut into situations: who attacks, what the foe's defence is, which style is due.
//!
//! Where neither luck nor ammunition is in play, an exchange depends on nothing else, and a wake-up on nothing but the
//! own health, stun and doom. The kernel and the fast solver are built on this; both are checked against the rules.

use super::data::Usage;
use super::duel::Duel;
use super::exchange::{Comes, Exchanges, Pairing};
use super::greedy::pairing;
use super::policy::{Player, StyleRule, ThrowRule, View};
use super::rules::{Action, Rules, Woken};
use super::state::{EndedBy, Guard, State};
use super::weigh::{Weigh, weigh};
use std::collections::HashMap;
use std::sync::Arc;

/// What a defender's own last action or a stun left him: the four guards, then stunned.
pub const STANCES: usize = 5;
/// The stance of a stunned gladiator.
pub const STUNNED: usize = 4;

/// What an attack comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strike {
    /// Health that the defender loses, 0 where nothing got through.
    pub damage: u16,
    /// A chart result that kills.
    pub kill: bool,
    /// The defender is stunned.
    pub stun: bool,
    /// The attacker's guard.
    pub guard: Guard,
}

/// What a wake-up comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wake {
    /// He acts, with this health, doomed or not.
    Choose(i8, bool),
    /// His turn is over; he is still stunned.
    Skip(i8, bool),
    /// He fell.
    Falls(EndedBy, bool),
}

/// When the second variant of a style rule that looks at health holds: own * health + foe * foe's health > above.
/// Never, for a rule that does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Factor of the own health.
    pub own: i16,
    /// Factor of the foe's health.
    pub foe: i16,
    /// The bound.
    pub above: i16,
}

/// Outcomes with their probabilities.
pub type Weighted<T> = Vec<(T, f64)>;

/// Wake-ups of a gladiator by doomed, stunned, and health 0 (or more), -1, … -19.
pub type Wakes = [[Vec<Weighted<Wake>>; 2]; 2];

/// What battles under one set of rules share: exchanges, the attacks made of them, wake-ups by FOCUS and surrender.
#[derive(Debug)]
pub struct Memory<'r> {
    /// The exchanges.
    pub exchanges: Exchanges<'r>,
    struck: HashMap<(Pairing, [Guard; 2]), Arc<Weighted<Strike>>>,
    wakes: HashMap<(u8, Option<i8>), Arc<Wakes>>,
}

impl<'r> Memory<'r> {
    /// Nothing remembered yet.
    pub fn new(rules: &'r Rules) -> Self {
        Self {
            exchanges: Exchanges::new(rules),
            struck: HashMap::new(),
            wakes: HashMap::new(),
        }
    }

    /// What an attack comes to; `guards` are those that a miss and a hit leave.
    fn struck(&mut self, pairing: &Pairing, guards: [Guard; 2]) -> Arc<Weighted<Strike>> {
        if let Some(known) = self.struck.get(&(*pairing, guards)) {
            return known.clone();
        }
        let each = self.exchanges.outcomes(pairing);
        let strikes = each.iter().map(|&(comes, _, p)| {
            let strike = match comes {
                Comes::Hurt(b) => Strike {
                    damage: b.damage,
                    kill: b.kill,
                    stun: b.stun,
                    guard: guards[1],
                },
                Comes::Block => nothing(guards[1]),
                Comes::Whiff | Comes::Miss => nothing(guards[0]),
            };
            (strike, p)
        });
        let strikes = Arc::new(merged(strikes.collect()));
        self.struck.insert((*pairing, guards), strikes.clone());
        strikes
    }

    fn wakes(&mut self, duel: &Duel, x: usize) -> Arc<Wakes> {
        let key = (duel.fighters[x].focus, duel.policies[x].parts.surrender);
        let made =
            || [0, 1].map(|d| [0, 1].map(|u| (0..20).map(|h| wakes(duel, x, d, u, h)).collect()));
        self.wakes
            .entry(key)
            .or_insert_with(|| Arc::new(made()))
            .clone()
    }
}

/// A plain battle.
#[derive(Debug, Clone)]
pub struct Situations {
    /// Attacks by attacker, variant of his style rule, and the defender's stance.
    pub strikes: [[[Arc<Weighted<Strike>>; STANCES]; 2]; 2],
    /// Wake-ups by side.
    pub wakes: [Arc<Wakes>; 2],
    /// When a side's second variant holds.
    pub lines: [Line; 2],
}

/// Why a battle is not plain; `None` if it is.
pub fn obstacle(duel: &Duel) -> Option<&'static str> {
    let r = &duel.rules.readings;
    let tied_to_hand = |side: usize| {
        let f = &duel.fighters[side];
        match f.listed().first().map(|w| w.usage) {
            None | Some(Usage::Melee) => false,
            Some(Usage::Thrown) => true,
            Some(Usage::Both) => duel.policies[side].parts.throw != ThrowRule::MustOnly,
        }
    };
    let optimal = duel.policies.iter().any(|p| {
        matches!(
            p.parts.style,
            StyleRule::Optimal | StyleRule::Rollout(_) | StyleRule::Mcts(_)
        )
    });
    let reasons = [
        (duel.luck_in_play(), "luck dice are in play"),
        ((0..2).any(tied_to_hand), "thrown weapons are in play"),
        (optimal, "a policy looks its style up in every state"),
        (r.concede_any_turn, "one may give up in any turn"),
        (
            r.defensive_bonus_when_stunned,
            "a stunned gladiator keeps his defensive bonus",
        ),
    ];
    reasons
        .iter()
        .find(|(holds, _)| *holds)
        .map(|(_, why)| *why)
}

impl Situations {
    /// Cuts a battle up; `None` if it is not plain, see [`obstacle`]. `memory` may know some of it already.
    pub fn new(duel: &Duel, memory: &mut Memory<'_>) -> Option<Self> {
        if obstacle(duel).is_some() {
            return None;
        }
        let lines = [0, 1].map(|side| line(duel.policies[side].parts.style));
        let strikes = [0, 1].map(|x| {
            [0, 1].map(|v| std::array::from_fn(|t| strikes(duel, memory, x, v, t, &lines[x])))
        });
        let wakes = [0, 1].map(|x| memory.wakes(duel, x));
        Some(Self {
            strikes,
            wakes,
            lines,
        })
    }

    /// The variant of a side's style rule at these healths.
    #[inline]
    pub fn variant(&self, side: usize, own: i16, foe: i16) -> usize {
        let l = &self.lines[side];
        usize::from(l.own * own + l.foe * foe > l.above)
    }
}

fn line(style: StyleRule) -> Line {
    match style {
        StyleRule::BerserkIfAhead => Line {
            own: 1,
            foe: -1,
            above: 0,
        },
        StyleRule::DefensiveBelow(k) => Line {
            own: -1,
            foe: 0,
            above: -i16::from(k),
        },
        _ => Line {
            own: 0,
            foe: 0,
            above: 0,
        },
    }
}

/// Healths at which this variant holds.
fn healths(style: StyleRule, variant: usize) -> (i8, i8) {
    match (style, variant) {
        (StyleRule::BerserkIfAhead, 1) => (2, 1),
        (StyleRule::DefensiveBelow(k), 1) => (k.saturating_sub(1), 1),
        (StyleRule::DefensiveBelow(k), _) => (k, 1),
        _ => (1, 1),
    }
}

/// The state before a choice: the attacker at these healths, the defender in this stance.
fn before(duel: &Duel, x: usize, stance: usize, (own, foe): (i8, i8)) -> State {
    let mut sides = [duel.fighters[0].side(), duel.fighters[1].side()];
    (sides[x].health, sides[1 - x].health) = (own, foe);
    sides[1 - x].stunned = stance == STUNNED;
    sides[1 - x].guard = Guard::ALL[stance % STUNNED];
    State::new(sides, x)
}

fn nothing(guard: Guard) -> Strike {
    Strike {
        damage: 0,
        kill: false,
        stun: false,
        guard,
    }
}

/// In order, equal ones as one.
fn merged(mut all: Weighted<Strike>) -> Weighted<Strike> {
    all.sort_by_key(|s| s.0);
    all.dedup_by(|next, last| {
        let same = next.0 == last.0;
        last.1 += if same { next.1 } else { 0.0 };
        same
    });
    all
}

fn strikes(
    duel: &Duel,
    memory: &mut Memory<'_>,
    x: usize,
    variant: usize,
    stance: usize,
    line: &Line,
) -> Arc<Weighted<Strike>> {
    let (rules, f, policy) = (&duel.rules, &duel.fighters, &duel.policies[x]);
    if variant == 1 && (line.own, line.foe) == (0, 0) {
        return Arc::default();
    }
    let state = before(duel, x, stance, healths(policy.parts.style, variant));
    let view = View {
        rules,
        fighters: f,
        state,
        side: x,
    };
    let mut choices = weigh(|c: &mut Weigh| policy.choose(&view, c));
    let mut struck = |action| {
        let Action::Attack(attack) = action else {
            return Arc::new(vec![(nothing(Guard::Normal), 1.0)]); // he has nothing to fight with
        };
        let weapon = &f[x].weapons[attack.weapon];
        let dice = rules.attack_dice(weapon, &f[x].tier, attack.style, attack.thrown);
        let defence = rules.defence_dice(&f[1 - x], state.guard(1 - x), state.stunned(1 - x));
        let max_sixes = rules.max_sixes(&f[x].tier, attack.style);
        let exchange: Pairing = pairing(rules, weapon, dice, max_sixes, defence, stance == STUNNED);
        let guards = [false, true].map(|hit| rules.guard_of(&attack, dice, hit));
        memory.struck(&exchange, guards)
    };
    if let [(action, _)] = choices[..] {
        return struck(action);
    }
    let mut all = Vec::new();
    for (action, p) in choices.drain(..) {
        all.extend(struck(action).iter().map(|(s, q)| (*s, p * q)));
    }
    Arc::new(merged(all))
}

fn wakes(duel: &Duel, x: usize, doomed: usize, stunned: usize, below: usize) -> Vec<(Wake, f64)> {
    let (rules, f) = (&duel.rules, &duel.fighters);
    let state = before(duel, x, 0, (-(below as i8), 1))
        .with_doomed(x, doomed == 1)
        .with_stunned(x, stunned == 1);
    weigh(
        |c: &mut Weigh| match rules.wake(f, state, duel.players(), c) {
            Woken::Choose(s) => Wake::Choose(s.health(x), s.doomed(x)),
            Woken::Done(s) => match s.ended_by() {
                Some(by) => Wake::Falls(by, s.loser_dead()),
                None => Wake::Skip(s.health(x), s.doomed(x)),
            },
        },
    )
}
