//! One gladiator, packed into 30 bytes (layout: `mod.rs`): zones of cards, powers, the row, items.

use super::super::cards::{ACTIONS, Cards, ZONES, Zone, ones};
use super::super::sheet::{STATS, Sheet};

/// How a gladiator is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Status {
    /// In the arena.
    Alive,
    /// Killed.
    Dead,
    /// Gave up.
    Surrendered,
    /// This place is empty.
    Absent,
}

/// State of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ItemState {
    /// Whole.
    Ok,
    /// Values halved.
    Damaged,
    /// Out of the game.
    Gone,
}

/// One gladiator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gladiator {
    pub(super) set: [u16; 4],
    /// Victory points.
    pub vp: i16,
    flags: u16,
    energy: [u8; 4],
    /// Current skills and abilities; a skill includes its Overskill.
    pub stats: [u8; 5],
    pub(super) row: u8,
    pub(super) row_flags: u8,
    items: u8,
    pub(super) marks: u8,
    pub(super) over: u8,
    pub(super) coop: u8,
    /// Hex of the arena; 0 in a duel.
    pub hex: u8,
    pub(super) turn: u8,
}

const POWERS: u16 = 0x1ff;
pub(super) const NOBODY: u8 = 7;

impl Gladiator {
    /// A place without a gladiator.
    pub const ABSENT: Self = Self {
        set: [0; 4],
        vp: 0,
        flags: (Status::Absent as u16) << 9,
        energy: [0; 4],
        stats: [0; 5],
        row: 0,
        row_flags: 0,
        items: 0,
        marks: NOBODY << 5,
        over: 0,
        coop: NOBODY << 5,
        hex: 0,
        turn: 0,
    };

    /// A gladiator at the start: all cards in hand, `moves` withheld for now (A31).
    #[inline]
    pub fn new(sheet: &Sheet, vp: i16, withheld: u16) -> Self {
        let [d1, d0] = sheet.discarded;
        let mut g = Self {
            vp,
            flags: sheet.powers & POWERS,
            stats: sheet.stats,
            ..Self::ABSENT
        };
        g.put(
            Zone::Hand,
            Cards {
                set: (ACTIONS | sheet.set) & !withheld,
                e1: sheet.e1 - d1,
                e0: sheet.e0 - d0,
            },
        );
        g.put(Zone::Discard, Cards::energy(d1, d0));
        for (slot, item) in sheet.items.iter().enumerate() {
            if item.hp == 0 && item.attack == 0 && item.defense == 0 {
                g.set_item(slot, ItemState::Gone);
            }
        }
        g
    }

    /// All of it as words, for a fingerprint.
    #[inline]
    pub(in crate::games::gladiatori) fn words(&self) -> [u64; 4] {
        let [a, b, c, d] = self.set.map(u64::from);
        let e = u32::from_le_bytes(self.energy);
        let [s0, s1, s2, s3, s4] = self.stats;
        [
            a | b << 16 | c << 32 | d << 48,
            u64::from(self.vp as u16) | u64::from(self.flags) << 16 | u64::from(e) << 32,
            u64::from_le_bytes([s0, s1, s2, s3, s4, self.row, self.row_flags, self.items]),
            u64::from_le_bytes([
                self.marks, self.over, self.coop, self.hex, self.turn, 0, 0, 0,
            ]),
        ]
    }

    /// Cards of a zone.
    #[inline]
    pub fn zone(&self, zone: Zone) -> Cards {
        let e = self.energy[zone as usize];
        Cards {
            set: self.set[zone as usize],
            e1: e & 15,
            e0: e >> 4,
        }
    }

    /// Replaces the cards of a zone.
    #[inline]
    pub(in crate::games::gladiatori) fn put(&mut self, zone: Zone, cards: Cards) {
        debug_assert!(cards.e1 < 16 && cards.e0 < 16);
        self.set[zone as usize] = cards.set;
        self.energy[zone as usize] = cards.e1 | cards.e0 << 4;
    }

    /// Moves cards between zones.
    #[inline]
    pub(in crate::games::gladiatori) fn shift(&mut self, cards: Cards, from: Zone, to: Zone) {
        debug_assert!(
            cards.within(self.zone(from)),
            "{cards:?} not in {from:?}: {:?}",
            self.zone(from)
        );
        let packed = cards.e1 | cards.e0 << 4;
        self.set[from as usize] &= !cards.set;
        self.set[to as usize] |= cards.set;
        self.energy[from as usize] -= packed;
        self.energy[to as usize] += packed;
    }

    /// Takes cards out of the game.
    #[inline]
    pub(in crate::games::gladiatori) fn remove(&mut self, cards: Cards, from: Zone) {
        debug_assert!(cards.within(self.zone(from)));
        self.set[from as usize] &= !cards.set;
        self.energy[from as usize] -= cards.e1 | cards.e0 << 4;
    }

    /// Cards in hand.
    #[inline]
    pub fn hand(&self) -> Cards {
        self.zone(Zone::Hand)
    }

    /// Number of cards in a zone.
    #[inline]
    pub fn count(&self, zone: Zone) -> u8 {
        let e = self.energy[zone as usize];
        ones(self.set[zone as usize]) + (e & 15) + (e >> 4)
    }

    /// How it is.
    #[inline]
    pub fn status(&self) -> Status {
        match self.flags >> 9 & 3 {
            0 => Status::Alive,
            1 => Status::Dead,
            2 => Status::Surrendered,
            _ => Status::Absent,
        }
    }

    /// In the arena, also while it waits to die (Unbeatable).
    #[inline]
    pub fn alive(&self) -> bool {
        self.flags & 3 << 9 == 0
    }

    #[inline]
    pub(in crate::games::gladiatori) fn set_status(&mut self, status: Status) {
        self.flags = self.flags & !(3 << 9) | (status as u16) << 9;
    }

    /// Powers left, by number - 1.
    #[inline]
    pub fn powers(&self) -> u16 {
        self.flags & POWERS
    }

    #[inline]
    pub(in crate::games::gladiatori) fn use_powers(&mut self, powers: u16) {
        debug_assert!(powers & !self.powers() == 0, "the power is used up");
        self.flags &= !powers;
    }

    /// Killed, and waiting for one more own Action phase.
    #[inline]
    pub fn waiting(&self) -> bool {
        self.flags >> 11 & 1 == 1
    }

    #[inline]
    pub(in crate::games::gladiatori) fn set_waiting(&mut self) {
        self.flags |= 0b11 << 11;
    }

    /// The +4 of Unbeatable is still to come.
    #[inline]
    pub fn last_stand(&self) -> bool {
        self.flags >> 12 & 1 == 1
    }

    #[inline]
    pub(in crate::games::gladiatori) fn take_last_stand(&mut self) -> bool {
        let had = self.last_stand();
        self.flags &= !(1 << 12);
        had
    }

    /// Combat cards on the table to the discard pile.
    #[inline]
    pub(in crate::games::gladiatori) fn clear_combat(&mut self) {
        let play = Zone::Play as usize;
        let set = self.set[play] & !ACTIONS;
        self.set[play] &= ACTIONS;
        self.set[Zone::Discard as usize] |= set;
        self.energy[Zone::Discard as usize] += self.energy[play];
        self.energy[play] = 0;
    }

    /// State of an item.
    #[inline]
    pub fn item(&self, slot: usize) -> ItemState {
        match self.items >> (2 * slot) & 3 {
            0 => ItemState::Ok,
            1 => ItemState::Damaged,
            _ => ItemState::Gone,
        }
    }

    #[inline]
    pub(in crate::games::gladiatori) fn set_item(&mut self, slot: usize, state: ItemState) {
        self.items = self.items & !(3 << (2 * slot)) | (state as u8) << (2 * slot);
    }

    /// The Net holds a beast.
    pub fn net_on_beast(&self) -> bool {
        self.items & 16 != 0
    }

    pub(in crate::games::gladiatori) fn set_net_on_beast(&mut self, on: bool) {
        self.items = self.items & !16 | u8::from(on) << 4;
    }

    /// Attack and defense of the items as they are now, `skip` left out (2: none).
    #[inline]
    pub fn item_values(&self, sheet: &Sheet, skip: usize) -> (i16, i16) {
        let [a, b] = &sheet.items;
        if self.items & 15 == 0 && skip >= 2 {
            // Both whole: nearly always.
            return (
                i16::from(a.attack) + i16::from(b.attack),
                i16::from(a.defense) + i16::from(b.defense),
            );
        }
        let mut sum = (0, 0);
        for slot in 0..2 {
            let state = self.item(slot);
            if state != ItemState::Gone && slot != skip {
                let damaged = state == ItemState::Damaged;
                sum.0 += sheet.items[slot].attack_now(damaged);
                sum.1 += sheet.items[slot].defense_now(damaged);
            }
        }
        sum
    }

    /// Hit Points of the items that are left.
    #[inline]
    pub fn items_hp(&self, sheet: &Sheet) -> u8 {
        let there = |slot: usize| match self.item(slot) {
            ItemState::Gone => 0,
            _ => sheet.items[slot].hp,
        };
        there(0) + there(1)
    }

    /// Checks ranges and conservation against the sheet; says what is wrong.
    ///
    /// # Errors
    /// The broken invariant, in words.
    pub fn check(&self, sheet: &Sheet) -> Result<(), String> {
        let mut seen = 0u16;
        let (mut e1, mut e0) = (0, 0);
        for zone in ZONES {
            let cards = self.zone(zone);
            if cards.set & seen != 0 {
                return Err(format!("a card is in two zones ({zone:?})"));
            }
            seen |= cards.set;
            (e1, e0) = (e1 + cards.e1, e0 + cards.e0);
        }
        if seen & !(ACTIONS | sheet.set) != 0 || e1 > sheet.e1 || e0 > sheet.e0 {
            return Err("there are more cards than at the start".into());
        }
        let mut kinds = 0;
        for place in 0..self.row_len() {
            kinds |= self.row_kind(place).card();
        }
        if kinds != self.set[Zone::Play as usize] & ACTIONS {
            return Err("the row and the cards in it differ".into());
        }
        let (skill, bonus) = self.overskill();
        for (i, (now, start)) in self.stats.iter().zip(&sheet.stats).enumerate() {
            let most = if bonus > 0 && usize::from(skill) == i {
                start + bonus
            } else {
                *start
            };
            if *now > most {
                return Err(format!("{} is {now}, the most is {most}", STATS[i]));
            }
        }
        if self.unbalanced() > 3
            || self.facedown() && self.unbalanced() == 0
            || self.stats.iter().any(|s| *s > 15)
        {
            return Err("markers and face-down do not fit".into());
        }
        if self.powers() & !sheet.powers != 0 {
            return Err("a power was never trained".into());
        }
        Ok(())
    }
}
