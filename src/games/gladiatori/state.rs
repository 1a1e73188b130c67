//! The state of a game, packed: 30 bytes a gladiator, 2 a beast, 4 for the game.
//!
//! | bytes of a gladiator | field | range |
//! |---|---|---|
//! | 0..8 | single cards by zone: hand, HP deck, discard pile, table | 13 bits each, see `cards.rs` |
//! | 8..10 | victory points | |
//! | 10..12 | powers left (9 bits), status (2), waiting Unbeatable (1), its +4 (1) | |
//! | 12..16 | Energy cards by zone | two nibbles |
//! | 16..21 | Endurance, Offense, Guard, Blood, Speed now | 0-15 |
//! | 21, 22 | row: kinds from left to right; which are rotated, which face-down | |
//! | 23 | items (2 bits each: ok, damaged, gone), net in use on a beast (1) | |
//! | 24 | Unbalanced markers (2), face-down (1), Trapped markers (2), trapper (3) | |
//! | 25 | Overskill: skill (2), bonus (3) | |
//! | 26 | Cooperation: target (3), bonus (5) | |
//! | 27, 28 | hex; facing (3) and place chosen by Delay (3) | |
//!
//! Conservation: HAND + HP + DISCARD + table + OUT is the start count of every card; OUT is never stored.

use super::cards::{ACTIONS, Cards, Kind, Zone};
use super::sheet::{SPEED, Sheet};

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
    set: [u16; 4],
    /// Victory points.
    pub vp: i16,
    flags: u16,
    energy: [u8; 4],
    /// Current skills and abilities; a skill includes its Overskill.
    pub stats: [u8; 5],
    row: u8,
    row_flags: u8,
    items: u8,
    marks: u8,
    over: u8,
    coop: u8,
    /// Hex of the arena; 0 in a duel.
    pub hex: u8,
    turn: u8,
}

const POWERS: u16 = 0x1ff;
const NOBODY: u8 = 7;

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
    pub fn new(sheet: &Sheet, vp: i16, withheld: u16) -> Self {
        let [d1, d0] = sheet.discarded;
        let mut g = Self {
            vp,
            flags: sheet.powers & POWERS,
            stats: sheet.stats,
            ..Self::ABSENT
        };
        g.put(Zone::Hand, Cards { set: (ACTIONS | sheet.set) & !withheld, e1: sheet.e1 - d1, e0: sheet.e0 - d0 });
        g.put(Zone::Discard, Cards::energy(d1, d0));
        for (slot, item) in sheet.items.iter().enumerate() {
            if item.hp == 0 && item.attack == 0 && item.defense == 0 {
                g.set_item(slot, ItemState::Gone);
            }
        }
        g
    }

    /// Cards of a zone.
    #[inline]
    pub fn zone(&self, zone: Zone) -> Cards {
        let e = self.energy[zone as usize];
        Cards { set: self.set[zone as usize], e1: e & 15, e0: e >> 4 }
    }

    /// Replaces the cards of a zone.
    #[inline]
    pub(super) fn put(&mut self, zone: Zone, cards: Cards) {
        debug_assert!(cards.e1 < 16 && cards.e0 < 16);
        self.set[zone as usize] = cards.set;
        self.energy[zone as usize] = cards.e1 | cards.e0 << 4;
    }

    /// Moves cards between zones.
    #[inline]
    pub(super) fn shift(&mut self, cards: Cards, from: Zone, to: Zone) {
        debug_assert!(cards.within(self.zone(from)), "{cards:?} not in {from:?}: {:?}", self.zone(from));
        let packed = cards.e1 | cards.e0 << 4;
        self.set[from as usize] &= !cards.set;
        self.set[to as usize] |= cards.set;
        self.energy[from as usize] -= packed;
        self.energy[to as usize] += packed;
    }

    /// Takes cards out of the game.
    #[inline]
    pub(super) fn remove(&mut self, cards: Cards, from: Zone) {
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
        self.set[zone as usize].count_ones() as u8 + (e & 15) + (e >> 4)
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

    pub(super) fn set_status(&mut self, status: Status) {
        self.flags = self.flags & !(3 << 9) | (status as u16) << 9;
    }

    /// Powers left, by number - 1.
    #[inline]
    pub fn powers(&self) -> u16 {
        self.flags & POWERS
    }

    pub(super) fn use_powers(&mut self, powers: u16) {
        debug_assert!(powers & !self.powers() == 0, "the power is used up");
        self.flags &= !powers;
    }

    /// Killed, and waiting for one more own Action phase.
    #[inline]
    pub fn waiting(&self) -> bool {
        self.flags >> 11 & 1 == 1
    }

    pub(super) fn set_waiting(&mut self) {
        self.flags |= 0b11 << 11;
    }

    /// The +4 of Unbeatable is still to come.
    #[inline]
    pub fn last_stand(&self) -> bool {
        self.flags >> 12 & 1 == 1
    }

    pub(super) fn take_last_stand(&mut self) -> bool {
        let had = self.last_stand();
        self.flags &= !(1 << 12);
        had
    }

    /// Number of Action cards in the row.
    #[inline]
    pub fn row_len(&self) -> u8 {
        (self.set[Zone::Play as usize] & ACTIONS).count_ones() as u8
    }

    /// Kind of the row card at `place`, 0 on the left.
    #[inline]
    pub fn row_kind(&self, place: u8) -> Kind {
        Kind::from_index(self.row >> (2 * place))
    }

    /// Place of a row card.
    #[inline]
    pub fn row_place(&self, kind: Kind) -> Option<u8> {
        if self.set[Zone::Play as usize] & kind.card() == 0 {
            return None;
        }
        (0..4).find(|p| self.row_kind(*p) == kind)
    }

    /// Whether a row card lies rotated.
    #[inline]
    pub fn rotated(&self, kind: Kind) -> bool {
        self.row_flags & kind.card() as u8 != 0
    }

    /// Whether a row card lies face-down.
    #[inline]
    pub fn card_facedown(&self, kind: Kind) -> bool {
        self.row_flags >> 4 & kind.card() as u8 != 0
    }

    /// Which row cards lie rotated (bits 0-3) and face-down (bits 4-7).
    pub fn row_marks(&self) -> u8 {
        self.row_flags
    }

    /// Blood price of re-using a row card; `None` if it does not lie there.
    #[inline]
    pub fn row_price(&self, kind: Kind) -> Option<u8> {
        let place = self.row_place(kind)?;
        Some(super::numbers::Rules::reuse_price(self.row_len() - 1 - place))
    }

    /// Lays an Action card from the hand at the right end.
    #[inline]
    pub(super) fn lay(&mut self, kind: Kind, rotated: bool) {
        let place = self.row_len();
        self.shift(Cards::of(kind.card()), Zone::Hand, Zone::Play);
        self.row = self.row & !(3 << (2 * place)) | (kind as u8) << (2 * place);
        let bit = kind.card() as u8;
        self.row_flags = self.row_flags & !(bit | bit << 4) | if rotated { bit } else { 0 };
    }

    #[inline]
    pub(super) fn rotate(&mut self, kind: Kind) {
        self.row_flags |= kind.card() as u8;
    }

    #[inline]
    pub(super) fn turn_facedown(&mut self, kind: Kind) {
        self.row_flags |= (kind.card() as u8) << 4;
    }

    /// Takes a row card back into the hand; the cards to its right move up.
    pub(super) fn take_back(&mut self, kind: Kind) {
        let Some(place) = self.row_place(kind) else { return };
        let low = self.row & ((1 << (2 * place)) - 1);
        let high = (self.row >> (2 * place)) >> 2;
        self.row = low | high << (2 * place);
        let bit = kind.card() as u8;
        self.row_flags &= !(bit | bit << 4);
        self.shift(Cards::of(kind.card()), Zone::Play, Zone::Hand);
    }

    /// Every row card to the discard pile.
    #[inline]
    pub(super) fn clear_row(&mut self) {
        let row = self.set[Zone::Play as usize] & ACTIONS;
        self.set[Zone::Play as usize] &= !ACTIONS;
        self.set[Zone::Discard as usize] |= row;
        (self.row, self.row_flags) = (0, 0);
    }

    /// Combat cards on the table to the discard pile.
    #[inline]
    pub(super) fn clear_combat(&mut self) {
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
    pub(super) fn set_item(&mut self, slot: usize, state: ItemState) {
        self.items = self.items & !(3 << (2 * slot)) | (state as u8) << (2 * slot);
    }

    /// The Net holds a beast.
    pub fn net_on_beast(&self) -> bool {
        self.items & 16 != 0
    }

    pub(super) fn set_net_on_beast(&mut self, on: bool) {
        self.items = self.items & !16 | u8::from(on) << 4;
    }

    /// Attack and defense of the items as they are now, `skip` left out (2: none).
    #[inline]
    pub fn item_values(&self, sheet: &Sheet, skip: usize) -> (i16, i16) {
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
        (0..2).filter(|s| self.item(*s) != ItemState::Gone).map(|s| sheet.items[s].hp).sum()
    }

    /// Unbalanced markers.
    #[inline]
    pub fn unbalanced(&self) -> u8 {
        self.marks & 3
    }

    /// Face-down; stays so until the last Unbalanced marker is gone.
    #[inline]
    pub fn facedown(&self) -> bool {
        self.marks & 4 != 0
    }

    /// Trapped markers.
    #[inline]
    pub fn trapped(&self) -> u8 {
        self.marks >> 3 & 3
    }

    /// Whose Net lies on it, while that net is still in hand.
    #[inline]
    pub fn trapper(&self) -> Option<u8> {
        let who = self.marks >> 5;
        (who != NOBODY).then_some(who)
    }

    #[inline]
    pub(super) fn set_unbalanced(&mut self, markers: u8, facedown: bool) {
        self.marks = self.marks & !7 | markers | u8::from(facedown) << 2;
    }

    #[inline]
    pub(super) fn set_trapped(&mut self, markers: u8, trapper: Option<u8>) {
        self.marks = self.marks & 7 | markers << 3 | trapper.unwrap_or(NOBODY) << 5;
    }

    /// Overskill in force: skill (0 Endurance, 1 Offense, 2 Guard) and bonus; bonus 0: none.
    #[inline]
    pub fn overskill(&self) -> (usize, u8) {
        (usize::from(self.over & 3), self.over >> 2 & 7)
    }

    #[inline]
    pub(super) fn set_overskill(&mut self, skill: usize, bonus: u8) {
        self.over = skill as u8 | bonus << 2;
    }

    /// A skill has been used: it drops by 1, or to 0 under Overskill. Returns what it lost.
    #[inline]
    pub(super) fn use_skill(&mut self, skill: usize) -> u8 {
        let (over, bonus) = self.overskill();
        let lost = if bonus > 0 && over == skill {
            self.over = 0;
            self.stats[skill]
        } else {
            1.min(self.stats[skill])
        };
        self.stats[skill] -= lost;
        lost
    }

    /// A use of a skill is taken back (Feint): what it lost, and the Overskill that it ended.
    #[inline]
    pub(super) fn restore_skill(&mut self, skill: usize, lost: u8, over: (usize, u8)) {
        self.stats[skill] += lost;
        if lost > 0 && over.1 > 0 && over.0 == skill {
            self.set_overskill(skill, over.1);
        }
    }

    /// A Cooperation bonus waiting: target and bonus.
    #[inline]
    pub fn cooperation(&self) -> Option<(u8, u8)> {
        (self.coop >> 5 != NOBODY).then_some((self.coop >> 5, self.coop & 31))
    }

    #[inline]
    pub(super) fn set_cooperation(&mut self, plan: Option<(u8, u8)>) {
        self.coop = plan.map_or(NOBODY << 5, |(target, bonus)| target << 5 | bonus.min(31));
    }

    /// Facing, 0-5.
    #[inline]
    pub fn facing(&self) -> u8 {
        self.turn & 7
    }

    #[inline]
    pub(super) fn set_facing(&mut self, facing: u8) {
        self.turn = self.turn & !7 | facing;
    }

    /// Place in the order of this phase chosen by Delay, from 0.
    #[inline]
    pub fn delay_place(&self) -> Option<u8> {
        (self.turn >> 3 & 7).checked_sub(1)
    }

    pub(super) fn set_delay_place(&mut self, place: Option<u8>) {
        self.turn = self.turn & 7 | place.map_or(0, |p| p + 1) << 3;
    }

    /// True if it can neither move nor turn freely.
    #[inline]
    pub fn fixed(&self) -> bool {
        self.facedown() || self.trapped() > 0
    }

    /// Checks ranges and conservation against the sheet; says what is wrong.
    ///
    /// # Errors
    /// The broken invariant, in words.
    pub fn check(&self, sheet: &Sheet) -> Result<(), String> {
        let mut seen = 0u16;
        let (mut e1, mut e0) = (0, 0);
        for zone in super::cards::ZONES {
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
            let most = if bonus > 0 && skill == i { start + bonus } else { *start };
            if *now > most {
                return Err(format!("{} is {now}, the most is {most}", super::sheet::STATS[i]));
            }
        }
        if self.unbalanced() > 3 || self.facedown() && self.unbalanced() == 0 || self.stats[SPEED] > 15 {
            return Err("markers and face-down do not fit".into());
        }
        if self.powers() & !sheet.powers != 0 {
            return Err("a power was never trained".into());
        }
        Ok(())
    }
}

/// The four kinds of beasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "names of animals")]
pub enum BeastKind {
    Dog,
    Wolf,
    Lion,
    Bear,
}

impl BeastKind {
    /// All, in the order of the data.
    pub const ALL: [Self; 4] = [Self::Dog, Self::Wolf, Self::Lion, Self::Bear];

    /// The kind of this name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.name() == text)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ["dog", "wolf", "lion", "bear"][self as usize]
    }
}

/// A beast: hex (7 bits), kind (2), facing (3), Trapped markers (2), moved (1), waiting to enter (1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Beast(u16);

impl Beast {
    /// No beast.
    pub const NONE: Self = Self(0x7f);

    /// A beast that waits to enter.
    pub fn waiting_one(kind: BeastKind) -> Self {
        Self((kind as u16) << 7 | 1 << 15)
    }

    /// True where there is none.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 & 0x7f == 0x7f
    }

    /// In the arena.
    #[inline]
    pub fn present(self) -> bool {
        !self.is_none() && self.0 >> 15 == 0
    }

    /// Waits to enter.
    #[inline]
    pub fn waiting(self) -> bool {
        !self.is_none() && self.0 >> 15 == 1
    }

    /// Its hex.
    #[inline]
    pub fn hex(self) -> u8 {
        (self.0 & 0x7f) as u8
    }

    /// Its kind.
    #[inline]
    pub fn kind(self) -> BeastKind {
        BeastKind::ALL[usize::from(self.0 >> 7 & 3)]
    }

    /// Its facing.
    #[inline]
    pub fn facing(self) -> u8 {
        (self.0 >> 9 & 7) as u8
    }

    /// Trapped markers on it.
    #[inline]
    pub fn trapped(self) -> u8 {
        (self.0 >> 12 & 3) as u8
    }

    /// Moved in this Beast phase.
    #[inline]
    pub fn moved(self) -> bool {
        self.0 >> 14 & 1 == 1
    }

    #[inline]
    #[must_use]
    pub(super) fn at(self, hex: u8, facing: u8) -> Self {
        Self(self.0 & !(0x7f | 7 << 9 | 1 << 15) | u16::from(hex) | u16::from(facing) << 9)
    }

    #[inline]
    #[must_use]
    pub(super) fn with_trapped(self, markers: u8) -> Self {
        Self(self.0 & !(3 << 12) | u16::from(markers) << 12)
    }

    #[inline]
    #[must_use]
    pub(super) fn with_moved(self, moved: bool) -> Self {
        Self(self.0 & !(1 << 14) | u16::from(moved) << 14)
    }
}

/// A phase of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Hands are chosen.
    Deck,
    /// Beasts act; before the Action phase of this number, from 0.
    Beasts(u8),
    /// Gladiators act.
    Action(u8),
    /// Cards and skills come back.
    Cleanup,
}

/// A game of `N` gladiators and at most `B` beasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State<const N: usize, const B: usize> {
    /// The gladiators by seat.
    pub g: [Gladiator; N],
    /// The beasts.
    pub beasts: [Beast; B],
    head: Head,
}

/// The game's own four bytes: all of it public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Head {
    clock: u8,
    order: u8,
    acted: u8,
    flags: u8,
}

impl Head {
    /// Turn, from 1.
    #[inline]
    pub fn turn(self) -> u8 {
        self.clock & 15
    }

    /// Number of the phase in the turn: 0 Deck, odd Beasts, even Action, the last Cleanup.
    #[inline]
    pub fn phase(self) -> u8 {
        self.clock >> 4
    }

    /// First Blood has been taken.
    #[inline]
    pub fn first_blood(self) -> bool {
        self.flags & 8 != 0
    }
}

/// A duel: two gladiators, no board.
pub type Duel = State<2, 0>;
/// A game in the arena: up to four gladiators and sixteen beasts.
pub type Arena = State<4, 16>;

const _: () = assert!(size_of::<Gladiator>() == 30);
const _: () = assert!(size_of::<Duel>() <= 64);
const _: () = assert!(size_of::<Arena>() <= 160);

impl<const N: usize, const B: usize> State<N, B> {
    /// Before the first turn; `order` is the stack of discs from the top down \[Game Setup\].
    pub fn new(g: [Gladiator; N], order: &[u8]) -> Self {
        let mut packed = 0;
        let rest = (0..N as u8).filter(|i| !order.contains(i));
        for (place, who) in order.iter().copied().chain(rest).enumerate() {
            packed |= who << (2 * place);
        }
        Self { g, beasts: [Beast::NONE; B], head: Head { clock: 1, order: packed, acted: 0, flags: 0 } }
    }

    /// From its parts.
    pub(super) fn from_head(g: [Gladiator; N], beasts: [Beast; B], head: Head) -> Self {
        Self { g, beasts, head }
    }

    /// The game's own bytes.
    #[inline]
    pub fn head(&self) -> Head {
        self.head
    }

    /// Turn, from 1.
    #[inline]
    pub fn turn(&self) -> u8 {
        self.head.clock & 15
    }

    /// Phase of the turn, with `actions` Action phases a turn.
    #[inline]
    pub fn phase(&self, actions: u8) -> Phase {
        match self.head.clock >> 4 {
            0 => Phase::Deck,
            p if p > 2 * actions => Phase::Cleanup,
            p if p % 2 == 1 => Phase::Beasts(p / 2),
            p => Phase::Action(p / 2 - 1),
        }
    }

    pub(super) fn next_phase(&mut self) {
        self.head.clock += 16;
    }

    pub(super) fn next_turn(&mut self) {
        self.head.clock = (self.head.clock & 15) + 1;
    }

    /// True when the game is over.
    #[inline]
    pub fn over(&self) -> bool {
        self.head.flags & 16 != 0
    }

    pub(super) fn end(&mut self) {
        self.head.flags |= 16;
    }

    /// First Blood has been taken.
    #[inline]
    pub fn first_blood(&self) -> bool {
        self.head.flags & 8 != 0
    }

    pub(super) fn take_first_blood(&mut self) {
        self.head.flags |= 8;
    }

    /// Number of gladiators that have acted in this phase.
    #[inline]
    pub fn acted_count(&self) -> u8 {
        self.head.flags & 7
    }

    /// Whether a gladiator has acted in this phase.
    #[inline]
    pub fn has_acted(&self, who: u8) -> bool {
        // Pairs of bits that equal `who`, among the first `acted_count` pairs.
        let other = self.head.acted ^ who * 0b0101_0101;
        let equal = !(other | other >> 1) & 0b0101_0101;
        equal & ((1u16 << (2 * self.acted_count())) - 1) as u8 != 0
    }

    /// Gladiator at a height of the stack of discs, 0 on top.
    #[inline]
    pub fn disc(&self, height: u8) -> u8 {
        self.head.order >> (2 * height) & 3
    }

    pub(super) fn mark_acted(&mut self, who: u8) {
        let n = self.acted_count();
        self.head.acted = self.head.acted & !(3 << (2 * n)) | who << (2 * n);
        self.head.flags += 1;
    }

    /// Lays a disc on top of all others.
    #[inline]
    pub(super) fn disc_to_top(&mut self, who: u8) {
        let other = self.head.order ^ who * 0b0101_0101;
        let place = (!(other | other >> 1) & 0b0101_0101).trailing_zeros() / 2;
        let above = self.head.order & ((1u16 << (2 * place)) - 1) as u8;
        let below = (u16::from(self.head.order) >> (2 * place + 2) << (2 * place + 2)) as u8;
        self.head.order = below | above << 2 | who;
    }

    fn disc_to_bottom(&mut self, who: u8) {
        let place = (0..N as u8).find(|p| self.disc(*p) == who).unwrap_or(0);
        let mut order: [u8; 4] = [0, 1, 2, 3].map(|p| self.disc(p));
        order[usize::from(place)..N].rotate_left(1);
        self.head.order = order.iter().enumerate().fold(0, |o, (p, w)| o | w << (2 * p));
    }

    /// Discs of those who acted return at the end of a phase, in the order in which they acted (A11).
    pub(super) fn return_discs(&mut self, earlier_on_top: bool) {
        for i in 0..self.acted_count() {
            let who = self.head.acted >> (2 * i) & 3;
            if earlier_on_top { self.disc_to_bottom(who) } else { self.disc_to_top(who) }
        }
        self.head.acted = 0;
        self.head.flags &= !7;
    }

    pub(super) fn set_order(&mut self, order: [u8; 4]) {
        self.head.order = order.iter().enumerate().fold(0, |o, (p, w)| o | w << (2 * p));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        Sheet::core([7, 5, 5, 5, 5], 6, 1, [super::super::values::Item { hp: 3, ..Default::default() }; 2])
    }

    #[test]
    fn sizes() {
        assert_eq!((size_of::<Gladiator>(), size_of::<Duel>(), size_of::<Arena>()), (30, 64, 156));
    }

    #[test]
    fn the_row_keeps_its_order() {
        let mut g = Gladiator::new(&sheet(), 10, 0);
        for kind in [Kind::Berserk, Kind::Movement, Kind::Strength] {
            g.lay(kind, kind == Kind::Movement);
        }
        assert_eq!([0, 1, 2].map(|p| g.row_kind(p)), [Kind::Berserk, Kind::Movement, Kind::Strength]);
        assert_eq!([Kind::Berserk, Kind::Movement, Kind::Strength].map(|k| g.row_price(k)), [Some(3), Some(2), Some(1)]);
        assert_eq!((g.row_price(Kind::Dexterity), g.rotated(Kind::Movement), g.rotated(Kind::Strength)), (None, true, false));
        g.take_back(Kind::Movement);
        assert_eq!((g.row_len(), g.row_kind(0), g.row_kind(1)), (2, Kind::Berserk, Kind::Strength));
        g.check(&sheet()).unwrap();
        g.clear_row();
        assert_eq!((g.row_len(), g.count(Zone::Discard)), (0, 2));
        g.check(&sheet()).unwrap();
    }

    #[test]
    fn discs_move_in_their_stack() {
        let mut s: State<4, 0> = State::new([Gladiator::ABSENT; 4], &[0, 1, 2, 3]);
        let order = |s: &State<4, 0>| [0, 1, 2, 3].map(|p| s.disc(p));
        s.disc_to_top(2);
        assert_eq!(order(&s), [2, 0, 1, 3]);
        s.disc_to_top(3);
        assert_eq!(order(&s), [3, 2, 0, 1]);
        s.mark_acted(0);
        s.mark_acted(3);
        assert!(s.has_acted(3) && !s.has_acted(2));
        let mut below = s;
        s.return_discs(false);
        assert_eq!(order(&s), [3, 0, 2, 1]);
        below.return_discs(true);
        assert_eq!(order(&below), [2, 1, 0, 3]);
        assert_eq!(below.acted_count(), 0);
    }

    #[test]
    fn beasts_are_packed() {
        let b = Beast::waiting_one(BeastKind::Bear);
        assert!(b.waiting() && !b.present() && b.kind() == BeastKind::Bear);
        let b = b.at(60, 5).with_trapped(3).with_moved(true);
        assert!(b.present() && (b.hex(), b.facing(), b.trapped(), b.moved()) == (60, 5, 3, true));
        assert!(Beast::NONE.is_none() && !Beast::NONE.present() && !Beast::NONE.waiting());
    }
}
