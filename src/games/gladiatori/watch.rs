//! What a playout tells: victory points by source, exchanges, and, for traces, everything in words.

use super::cards::Kind;
use super::decision::Foe;

/// Where victory points come from \[Victory Points\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "named after the rulebook's list")]
pub enum Source {
    FrontAttack,
    FrontDamage,
    FirstBlood,
    FrontKill,
    RearAttack,
    RearDamage,
    RearKill,
    Flee,
    Cowardice,
    Surrender,
    Survive,
    BeastKill,
    Penalty,
}

impl Source {
    /// All, in order.
    pub const ALL: [Self; 13] = [
        Self::FrontAttack,
        Self::FrontDamage,
        Self::FirstBlood,
        Self::FrontKill,
        Self::RearAttack,
        Self::RearDamage,
        Self::RearKill,
        Self::Flee,
        Self::Cowardice,
        Self::Surrender,
        Self::Survive,
        Self::BeastKill,
        Self::Penalty,
    ];

    /// Stable name, for tables.
    pub fn name(self) -> &'static str {
        [
            "front_attack",
            "front_damage",
            "first_blood",
            "front_kill",
            "rear_attack",
            "rear_damage",
            "rear_kill",
            "flee",
            "cowardice",
            "surrender",
            "survive",
            "beast_kill",
            "penalty",
        ][self as usize]
    }
}

/// How one attack on one target came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blow {
    /// Who attacked.
    pub attacker: Foe,
    /// Who was attacked.
    pub target: Foe,
    /// Kind of attack; none for a beast's.
    pub kind: Option<Kind>,
    /// Kind of defense; none when Surprised, or a beast.
    pub answer: Option<Kind>,
    /// Attack Value.
    pub attack: i16,
    /// The same as the defense compares it.
    pub effective_attack: i16,
    /// Defense Value.
    pub defense: i16,
    /// AV above DV.
    pub hit: bool,
    /// A Feint ended it.
    pub feinted: bool,
    /// Damage before it is capped by Hit Points; 0 without a hit.
    pub damage: u8,
    /// Damage that counts for VP.
    pub effective: u8,
    /// The target died.
    pub dead: bool,
    /// From the front.
    pub front: bool,
    /// The Net, a broken item or a beast took the place of damage.
    pub diverted: bool,
}

/// Something that happened and is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Recover.
    Recover,
    /// No Action card.
    Pass,
    /// A row card used again, in attack.
    Reuse,
    /// A row card used again, in defense.
    ReuseDefense,
    /// Defended without a card.
    Surprised,
    /// The Move action.
    Move,
    /// Cooperation offered and accepted.
    Cooperate,
    /// A Feint played.
    Feint,
    /// A special move took effect.
    SpecialMove,
    /// A power used.
    Power,
    /// Put face-down.
    Fall,
    /// An attack came to nothing: AV not positive.
    NoAttack,
    /// A beast could not enter: too many.
    BeastOverflow,
    /// Cards recovered in Cleanup, one each.
    Recovered,
}

/// Hears what happens. All methods default to nothing, so that a playout pays for what it asks.
pub trait Watch {
    /// True to have [`Watch::say`] called.
    const TALKS: bool = false;

    /// Victory points won or lost.
    fn points(&mut self, _seat: u8, _source: Source, _points: i16) {}

    /// An attack was made (AV > 0).
    fn blow(&mut self, _blow: &Blow) {}

    /// Something countable.
    fn deed(&mut self, _seat: u8, _deed: Deed) {}

    /// A killing hit; `left` is what it takes the victim's Hit Points to, 0 or less, as the campaign counts them. A further
    /// hit on somebody kept up by Unbeatable takes him down by as much again.
    fn killed(&mut self, _seat: u8, _left: i16) {}

    /// A line of a trace.
    fn say(&mut self, _line: String) {}
}

/// Hears nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Deaf;

impl Watch for Deaf {}

/// Says a line, if anybody listens; the words are not even made otherwise.
macro_rules! say {
    ($watch:expr, $($words:tt)*) => {
        if <W as Watch>::TALKS {
            $watch.say(format!($($words)*));
        }
    };
}
pub(super) use say;
