//! The decisions of a game, and the trait that takes them.
//!
//! Each decision answers one step of the machine in `rules/`. A policy sees a [`View`] and what the step adds to it; it
//! never sees the state, the stream, or another's cards.

use super::cards::{Cards, Kind, Zone};
use super::geometry::Hex;
use super::observe::View;
use crate::chance::Chance;

/// Character Elements spent or gained \[Character Elements\]: cards and points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Elements {
    /// Cards, hand to discard pile or back.
    pub cards: Cards,
    /// Points by stat.
    pub points: [u8; 5],
}

impl Elements {
    /// How many.
    #[inline]
    pub fn count(&self) -> u8 {
        self.cards.count() + self.points.iter().sum::<u8>()
    }
}

/// Use of an Action card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardUse {
    /// Its kind.
    pub kind: Kind,
    /// A row card, for Blood; else from the hand, free.
    pub from_row: bool,
}

/// Whom an attack is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Foe {
    /// A gladiator by seat.
    Gladiator(u8),
    /// A beast by index.
    Beast(u8),
}

/// A place to be: hex and facing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spot {
    /// Hex.
    pub hex: Hex,
    /// Facing, 0-5.
    pub facing: u8,
}

/// What an attack is made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Weapon {
    /// At hand.
    Melee,
    /// The throwing weapon in this slot.
    Throw(u8),
    /// The Net in this slot, on an adjacent target.
    Net(u8),
    /// The Net in this slot, thrown.
    ThrowNet(u8),
}

/// A Sweep: a run of up to three directions, in the order of the blow \[Special Moves\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sweep {
    /// First direction, relative to the facing.
    pub from: u8,
    /// Hexes, 1-3.
    pub hexes: u8,
    /// Direction of the blow.
    pub clockwise: bool,
}

/// What an Action card is played for \[E. Action Resolution\].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolve {
    /// An attack on one target.
    Attack {
        /// The target.
        foe: Foe,
        /// What with.
        weapon: Weapon,
    },
    /// An attack by Sweep.
    Sweep(Sweep),
    /// Gains Character Elements.
    Recover,
    /// Moves up to three hexes.
    Move(Spot),
    /// Supports the next attack of a partner on a target.
    Cooperate {
        /// The target.
        foe: u8,
        /// The partner.
        partner: u8,
    },
}

/// C, D, E of an own action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Act {
    /// The Action card.
    pub card: CardUse,
    /// Combat cards from the hand, face-down.
    pub combat: Cards,
    /// What it is for.
    pub resolve: Resolve,
    /// Whatever the policy wants to remember until H.
    pub note: u8,
}

/// F, G of a defender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Defend {
    /// The Action card.
    pub card: CardUse,
    /// Combat cards from the hand, face-down.
    pub combat: Cards,
    /// Whatever the policy wants to remember until I.
    pub note: u8,
}

/// Effects of revealed moves, the same for both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effects {
    /// Overskill: skill (0 Endurance, 1 Offense, 2 Guard) and bonus; bonus 0: none.
    pub overskill: (u8, u8),
    /// Sacrifice: the card of the hand that leaves the game.
    pub sacrifice: Cards,
    /// Rage: the Combat card that joins, from the discard pile if `rage_discard`.
    pub rage: Cards,
    /// Where Rage takes it from.
    pub rage_discard: bool,
    /// Committed Feint and moves spent as +2 against a beast instead of their effect.
    pub beast_cards: u16,
    /// Powers spent as +2 against a beast.
    pub beast_powers: u16,
}

/// H of an attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Press {
    /// Uses Offense.
    pub offense: bool,
    /// Blood for Berserk.
    pub blood: u8,
    /// Revealed moves.
    pub effects: Effects,
    /// Break Item: the target's item.
    pub item: u8,
    /// Lunge: up to three cards of the hand; none: unused.
    pub lunge: Cards,
    /// Deep Wounds: 1-3, 0 unused.
    pub deep_wounds: u8,
    /// Wrestling.
    pub wrestling: bool,
    /// Leap: units put into the Attack Value; the rest goes into damage.
    pub leap_attack: u8,
}

/// I of a defender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parry {
    /// Uses Guard.
    pub guard: bool,
    /// Speed for a Dodge.
    pub speed: u8,
    /// Uses Delay for +3.
    pub delay: bool,
    /// Revealed moves.
    pub effects: Effects,
}

/// Cards of the HP deck and items that pay for damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Payment {
    /// From the HP deck.
    pub cards: Cards,
    /// Items, bit by slot.
    pub items: u8,
}

/// Cards between hand and HP deck (Adaptation).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Swap {
    /// Hand to HP deck.
    pub down: Cards,
    /// HP deck to hand; as many.
    pub up: Cards,
}

/// A. Rebalance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rebalance {
    /// Unbalanced markers removed.
    pub unbalanced: u8,
    /// Trapped markers removed.
    pub trapped: u8,
    /// What pays for them.
    pub pay: Elements,
    /// Facing, where one may be chosen.
    pub facing: u8,
}

/// What a defender knows of an attack before he commits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threat {
    /// Who attacks.
    pub foe: Foe,
    /// Where the attack arrives, relative to the defender's facing.
    pub arrival: u8,
    /// Combat cards of the attacker.
    pub cards: u8,
    /// Kind of the attacker's Action card, where it is known (a re-used card; Blood declared).
    pub kind: Option<Kind>,
    /// Kinds that may answer, as a set of Action cards.
    pub options: u16,
    /// Offense (its value, 0 if not used) and Blood, where they were declared (A01).
    pub declared: Option<(u8, u8)>,
    /// A beast's value, which is known.
    pub value: Option<i16>,
    /// Modifier of a Sweep, penalty of a throw: public parts of the value.
    pub bonus: i16,
    /// A Net is used: no damage.
    pub net: bool,
    /// The weapon is thrown.
    pub thrown: bool,
}

/// What an attacker knows in H.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reveal {
    /// First target.
    pub foe: Foe,
    /// His own card.
    pub kind: Kind,
    /// His own committed Combat cards.
    pub combat: Cards,
    /// Combat cards of the defender; `None`: Surprised, or a beast.
    pub answer: Option<u8>,
    /// Kind of the defender's Action card, where it is known (a re-used one).
    pub answer_kind: Option<Kind>,
    /// Targets.
    pub targets: u8,
    /// Attack Value so far: without Offense, Blood and the effects that he decides now; for the first target.
    pub base: i16,
    /// Leap: units to spread.
    pub leap: u8,
    /// Frontal as far as is known.
    pub front: bool,
    /// Use of the weapon.
    pub weapon: Weapon,
    /// A beast's Defense Value, where it was rolled before (A44).
    pub rolled: Option<i16>,
    /// What the policy noted in its act.
    pub note: u8,
}

/// What a defender knows in I.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facing {
    /// Who attacks.
    pub foe: Foe,
    /// The Attack Value.
    pub attack: i16,
    /// The same as this defense compares it.
    pub effective: i16,
    /// Kind of the attacker's card; `None`: a beast.
    pub kind: Option<Kind>,
    /// Combat cards of the attacker.
    pub cards: u8,
    /// His own card; `None`: Surprised.
    pub card: Option<Kind>,
    /// His own committed Combat cards.
    pub combat: Cards,
    /// Defense Value so far: without Guard, Speed and the effects that he decides now.
    pub base: i16,
    /// Damage of a hit.
    pub damage: u8,
    /// A Net is used: no damage.
    pub net: bool,
    /// What the policy noted when it committed.
    pub note: u8,
}

/// What both know in J.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// The opponent.
    pub foe: Foe,
    /// The one who decides attacks.
    pub attacker: bool,
    /// Effective Attack Value.
    pub attack: i16,
    /// Defense Value.
    pub defense: i16,
    /// Damage of a hit.
    pub damage: u8,
    /// Own Combat cards in this exchange.
    pub own_cards: u8,
    /// Own points spent in this exchange.
    pub own_points: u8,
}

/// Takes the decisions of one gladiator. Every method but `act`, `defend` and the payments has a default: nothing.
pub trait Policy {
    /// True if no decision ever draws: then repetition shows nothing new (spec 12).
    fn deterministic(&self) -> bool;

    /// Deck phase: which cards of hand and HP deck together go into the HP deck.
    fn deck<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Cards;

    /// Delay: the own place in the order of this Action phase, from 0.
    fn place<C: Chance>(&self, _view: &View<'_>, _chance: &mut C) -> Option<u8> {
        None
    }

    /// Adaptation, offered before the own action and before each defense.
    fn adapt<C: Chance>(&self, _view: &View<'_>, _chance: &mut C) -> Swap {
        Swap::default()
    }

    /// Stand up!, offered at the start of the own action.
    fn stand_up<C: Chance>(&self, _view: &View<'_>, _chance: &mut C) -> bool {
        false
    }

    /// The facing of who gets up or free of a Net by Stand up!.
    fn face(&self, view: &View<'_>) -> u8 {
        view.own().facing()
    }

    /// Adaptation before damage is paid that would kill.
    fn save<C: Chance>(&self, _view: &View<'_>, _damage: u8, _chance: &mut C) -> Swap {
        Swap::default()
    }

    /// A. Rebalance. Asked only with markers.
    fn rebalance<C: Chance>(&self, _view: &View<'_>, _chance: &mut C) -> Rebalance {
        Rebalance::default()
    }

    /// Surrender.
    fn surrender<C: Chance>(&self, _view: &View<'_>, _chance: &mut C) -> bool {
        false
    }

    /// B. Sprint: where to, and whether Leap is announced. Asked in the arena only.
    fn sprint<C: Chance>(&self, view: &View<'_>, _chance: &mut C) -> (Spot, bool) {
        (view.spot(), false)
    }

    /// Leap where there is no board.
    fn leap<C: Chance>(&self, _view: &View<'_>, _chance: &mut C) -> bool {
        false
    }

    /// C, D, E; `None` passes.
    fn act<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Option<Act>;

    /// Whether a partner's offer to cooperate against `foe` is accepted.
    fn agree<C: Chance>(&self, _view: &View<'_>, _partner: u8, _foe: u8, _chance: &mut C) -> bool {
        true
    }

    /// F, G; `None`: Surprised. Asked only if a card could answer.
    fn defend<C: Chance>(&self, view: &View<'_>, threat: &Threat, chance: &mut C)
    -> Option<Defend>;

    /// H.
    fn press<C: Chance>(&self, view: &View<'_>, reveal: &Reveal, chance: &mut C) -> Press;

    /// I.
    fn parry<C: Chance>(&self, view: &View<'_>, facing: &Facing, chance: &mut C) -> Parry;

    /// Answer to an Unbalancing Strike: what pays, or nothing for the marker.
    fn steady<C: Chance>(&self, _view: &View<'_>, _chance: &mut C) -> Elements {
        Elements::default()
    }

    /// J. Feint. Asked only with a Feint in hand.
    fn feint<C: Chance>(&self, _view: &View<'_>, _judged: &Judged, _chance: &mut C) -> bool {
        false
    }

    /// Wrestling: where the target goes; asked in the arena only, among free hexes next to it or where it is.
    fn wrestle<C: Chance>(&self, _view: &View<'_>, _target: u8, stay: Hex, _chance: &mut C) -> Hex {
        stay
    }

    /// Reflex: where to; asked in the arena only.
    fn reflex<C: Chance>(&self, view: &View<'_>, _chance: &mut C) -> Spot {
        view.spot()
    }

    /// K: pays damage that does not kill. `one`: a single card or item, whatever it is worth (the bear's 7).
    fn pay<C: Chance>(&self, view: &View<'_>, damage: u8, one: bool, chance: &mut C) -> Payment;

    /// Unbeatable on a killing hit.
    fn unbeatable<C: Chance>(&self, _view: &View<'_>, _chance: &mut C) -> bool {
        true
    }

    /// Recover: what is gained, up to `most` elements.
    fn recover<C: Chance>(&self, view: &View<'_>, most: u8, chance: &mut C) -> Elements;

    /// Cleanup: what Endurance recovers; nothing: it is not used.
    fn cleanup<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Elements;
}

/// The zone a Rage card comes from.
pub(super) fn rage_zone(effects: &Effects) -> Zone {
    if effects.rage_discard {
        Zone::Discard
    } else {
        Zone::Hp
    }
}
