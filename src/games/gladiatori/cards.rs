//! The cards of a gladiator: kinds of Action cards, zones, sets of cards packed into words.
//!
//! A set of single cards is 16 bits: bits 0-3 the Action cards, bit 4 the Feint, bits 5-12 the eight special moves.
//! Energy cards are alike, so a pair of counts in one byte holds them.

use std::fmt;

/// The kind of an Action card \[Game Components\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Attack and defense by 1-Energy cards.
    Strength,
    /// Attack and defense by cards left in hand.
    Dexterity,
    /// Attack by Blood.
    Berserk,
    /// Moves, and defends as a Dodge.
    Movement,
}

impl Kind {
    /// All four, in their fixed order.
    pub const ALL: [Self; 4] = [
        Self::Strength,
        Self::Dexterity,
        Self::Berserk,
        Self::Movement,
    ];
    /// The three that attack.
    pub const ATTACKS: [Self; 3] = [Self::Strength, Self::Dexterity, Self::Berserk];

    /// Kind of a number from 0 to 3.
    #[inline]
    pub fn from_index(index: u8) -> Self {
        Self::ALL[usize::from(index & 3)]
    }

    /// Its card as a set.
    #[inline]
    pub fn card(self) -> u16 {
        1 << self as u8
    }

    /// The kind of this name; `dodge` is the Movement card in defense.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "strength" | "str" => Self::Strength,
            "dexterity" | "dex" => Self::Dexterity,
            "berserk" | "ber" => Self::Berserk,
            "movement" | "move" | "mov" | "dodge" => Self::Movement,
            _ => return None,
        })
    }

    /// Name as an attack or a Move.
    pub fn name(self) -> &'static str {
        ["strength", "dexterity", "berserk", "movement"][self as usize]
    }

    /// Name as a defense.
    pub fn defense_name(self) -> &'static str {
        ["strength", "dexterity", "berserk", "dodge"][self as usize]
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The four Action cards.
pub const ACTIONS: u16 = 0b1111;
/// The Feint.
pub const FEINT: u16 = 1 << 4;
/// The eight special moves.
pub const MOVES: u16 = 0xff << 5;

/// The special moves, by number - 1 \[Special Moves\].
pub mod moves {
    /// Up to three hexes at once, own Unbalanced marker.
    pub const SWEEP: u16 = 1 << 5;
    /// +3 for a card of the hand.
    pub const SACRIFICE: u16 = 1 << 6;
    /// +3 for an own Unbalanced marker.
    pub const ACROBATIC: u16 = 1 << 7;
    /// Raises one skill for one use.
    pub const OVERSKILL: u16 = 1 << 8;
    /// One Combat card more, from the HP deck or the discard pile.
    pub const RAGE: u16 = 1 << 9;
    /// Damage goes to an item.
    pub const BREAK_ITEM: u16 = 1 << 10;
    /// The opponent pays or stumbles.
    pub const UNBALANCING: u16 = 1 << 11;
    /// One step after the damage.
    pub const REFLEX: u16 = 1 << 12;
    /// Names by number - 1.
    pub const NAMES: [&str; 8] = [
        "sweep",
        "sacrifice",
        "acrobatic_strike",
        "overskill",
        "rage",
        "break_item",
        "unbalancing_strike",
        "reflex",
    ];
}

/// The powers, by number - 1 \[Powers\].
pub mod powers {
    /// Discards for +2 each.
    pub const LUNGE: u16 = 1;
    /// Removes all own markers.
    pub const STAND_UP: u16 = 1 << 1;
    /// One more Action phase after death.
    pub const UNBEATABLE: u16 = 1 << 2;
    /// Bonus for distance covered.
    pub const LEAP: u16 = 1 << 3;
    /// Attack Value for damage.
    pub const DEEP_WOUNDS: u16 = 1 << 4;
    /// Moves the target and unbalances it.
    pub const WRESTLING: u16 = 1 << 5;
    /// Swaps up to three cards between hand and HP deck.
    pub const ADAPTATION: u16 = 1 << 6;
    /// Chooses the place in the order, or +3 in defense.
    pub const DELAY: u16 = 1 << 7;
    /// Owned by the Provocator, described nowhere: inert.
    pub const UNKNOWN9: u16 = 1 << 8;
    /// Names by number - 1.
    pub const NAMES: [&str; 9] = [
        "lunge",
        "stand_up",
        "unbeatable",
        "leap",
        "deep_wounds",
        "wrestling",
        "adaptation",
        "delay",
        "unknown9",
    ];
}

/// Restrictions printed on moves and given for powers \[Special Moves\].
pub mod restriction {
    /// Not while face-down or Trapped.
    pub const MOVEMENT: u8 = 1;
    /// Attacker only.
    pub const ATTACK: u8 = 2;
    /// Defender only.
    pub const DEFENSE: u8 = 4;
    /// Not with a throw.
    pub const MELEE: u8 = 8;

    /// The bit of this word.
    pub fn parse(word: &str) -> Option<u8> {
        Some(match word {
            "movement" => MOVEMENT,
            "attack" => ATTACK,
            "defense" => DEFENSE,
            "melee" => MELEE,
            _ => return None,
        })
    }
}

/// Numbers of ones of every set of single cards, counted once: machines without such an instruction count slowly.
static ONES: [u8; 1 << 13] = {
    let mut ones = [0; 1 << 13];
    let mut set = 1;
    while set < ones.len() {
        ones[set] = ones[set >> 1] + (set & 1) as u8;
        set += 1;
    }
    ones
};

/// Number of single cards of a set.
#[inline]
pub fn ones(set: u16) -> u8 {
    debug_assert!(set < 1 << 13);
    ONES[usize::from(set & 0x1fff)]
}

/// The `n`-th kind of a set of Action cards that has more than `n`, from 0.
#[inline]
pub fn nth_action(set: u16, n: u8) -> Kind {
    const NTH: [u8; 16] = {
        let mut all = [0; 16];
        let mut set = 0;
        while set < 16 {
            let (mut kind, mut place) = (0, 0);
            while kind < 4 {
                if set >> kind & 1 == 1 {
                    all[set] |= kind << (2 * place);
                    place += 1;
                }
                kind += 1;
            }
            set += 1;
        }
        all
    };
    Kind::from_index(NTH[usize::from(set & ACTIONS)] >> (2 * (n & 3)))
}

/// The first `n` Action cards of a set in their fixed order; all of them if there are not as many.
#[inline]
pub fn first_actions(set: u16, n: u8) -> u16 {
    const FIRST: [[u8; 16]; 5] = {
        let mut all = [[0; 16]; 5];
        let mut n = 1;
        while n < 5 {
            let mut set = 0;
            while set < 16 {
                // The first n - 1 and the lowest of the rest.
                let rest = set & !all[n - 1][set] as usize;
                all[n][set] = all[n - 1][set] | (rest & rest.wrapping_neg()) as u8;
                set += 1;
            }
            n += 1;
        }
        all
    };
    FIRST[usize::from(n.min(4))][usize::from(set & ACTIONS)].into()
}

/// Where a card is. OUT and absent are not stored: they are what is missing from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Zone {
    /// In hand.
    Hand,
    /// In the Hit Point deck.
    Hp,
    /// In the discard pile.
    Discard,
    /// On the table: Action cards in the row, Combat cards of the exchange in progress.
    Play,
}

/// The zones that are stored.
pub const ZONES: [Zone; 4] = [Zone::Hand, Zone::Hp, Zone::Discard, Zone::Play];

/// Cards of one gladiator: some single cards, some 1-Energy and 0-Energy cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cards {
    /// Single cards: Action cards, Feint, moves.
    pub set: u16,
    /// 1-Energy cards.
    pub e1: u8,
    /// 0-Energy cards.
    pub e0: u8,
}

impl Cards {
    /// No cards.
    pub const NONE: Self = Self {
        set: 0,
        e1: 0,
        e0: 0,
    };

    /// Energy cards only.
    #[inline]
    pub fn energy(e1: u8, e0: u8) -> Self {
        Self { set: 0, e1, e0 }
    }

    /// Single cards only.
    #[inline]
    pub fn of(set: u16) -> Self {
        Self { set, e1: 0, e0: 0 }
    }

    /// Number of cards.
    #[inline]
    pub fn count(self) -> u8 {
        ones(self.set) + self.e1 + self.e0
    }

    /// True if there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.set == 0 && self.e1 == 0 && self.e0 == 0
    }

    /// True if all of these are among `other`.
    #[inline]
    pub fn within(self, other: Self) -> bool {
        self.set & !other.set == 0 && self.e1 <= other.e1 && self.e0 <= other.e0
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            set: self.set | other.set,
            e1: self.e1 + other.e1,
            e0: self.e0 + other.e0,
        }
    }

    /// These without `other`, which must be among them.
    #[inline]
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        debug_assert!(other.within(self), "{other:?} is not within {self:?}");
        Self {
            set: self.set & !other.set,
            e1: self.e1 - other.e1,
            e0: self.e0 - other.e0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of sets are what counting one by one gives.
    #[test]
    fn sets_from_tables() {
        for set in 0..1u16 << 13 {
            assert_eq!(u32::from(ones(set)), set.count_ones());
        }
        for set in 0..16u16 {
            let kinds: Vec<Kind> = Kind::ALL
                .into_iter()
                .filter(|k| set & k.card() != 0)
                .collect();
            for (n, kind) in kinds.iter().enumerate() {
                assert_eq!(nth_action(set, n as u8), *kind, "{set:b} {n}");
            }
            for n in 0..6 {
                let first = kinds.iter().take(n).fold(0, |s, k| s | k.card());
                assert_eq!(first_actions(set, n as u8), first, "{set:b} {n}");
            }
        }
    }
}
