//! What a gladiator's player may see (spec 1): the observation that every decision is taken from.
//!
//! The state is private here. Of others a [`View`] hands out numbers of cards, the row, items, markers, places and victory
//! points, and the start values of ready-made gladiators; never a hidden card, a current skill or a trained build.

mod other;

pub use other::Other;

use super::board::{Board, Hexes, one};
use super::decision::{Act, Foe, Policy, Spot, Sweep};
use super::game::Game;
use super::geometry::{Hex, distance, relative, vector};
use super::numbers::Rules;
use super::rules::Play;
use super::sheet::Sheet;
use super::state::{Beast, Gladiator, Head, State, Status};
use super::watch::Watch;
use crate::chance::Chance;

/// The game as one player sees it.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    game: &'a Game<'a>,
    g: &'a [Gladiator],
    beasts: &'a [Beast],
    own: &'a Gladiator,
    me: u8,
    head: Head,
    from: Hex,
}

impl<'a> View<'a> {
    /// The view of `me`. `from`: where the gladiator whose action it is began it.
    #[inline]
    pub(super) fn new<const N: usize, const B: usize>(
        game: &'a Game<'a>,
        st: &'a State<N, B>,
        me: u8,
        from: Hex,
    ) -> Self {
        Self {
            game,
            g: &st.g,
            beasts: &st.beasts,
            own: &st.g[usize::from(me)],
            me,
            head: st.head(),
            from,
        }
    }

    /// The rules in force.
    #[inline]
    pub fn rules(&self) -> &'a Rules {
        &self.game.rules
    }

    /// Fingerprint of the rules in force.
    pub fn rules_print(&self) -> u64 {
        self.game.rules.print()
    }

    /// The own seat.
    #[inline]
    pub fn me(&self) -> u8 {
        self.me
    }

    /// Turn, from 1.
    #[inline]
    pub fn turn(&self) -> u8 {
        self.head.turn()
    }

    /// Action phase of the turn, from 0.
    #[inline]
    pub fn action(&self) -> u8 {
        self.head.phase() / 2 - u8::from(self.head.phase() >= 2)
    }

    /// First Blood has been taken.
    #[inline]
    pub fn first_blood_taken(&self) -> bool {
        self.head.first_blood()
    }

    /// The own gladiator.
    #[inline]
    pub fn own(&self) -> &'a Gladiator {
        self.own
    }

    /// The own character sheet.
    #[inline]
    pub fn sheet(&self) -> &'a Sheet {
        &self.game.sheets[usize::from(self.me & 3)]
    }

    /// Number of seats.
    #[inline]
    pub fn seats(&self) -> u8 {
        self.g.len() as u8
    }

    /// Another gladiator.
    #[inline]
    pub fn other(&self, seat: u8) -> Other<'a> {
        Other {
            game: self.game,
            g: &self.g[usize::from(seat)],
            sheet: &self.game.sheets[usize::from(seat)],
        }
    }

    /// Living enemies.
    #[inline]
    pub fn enemies(&self) -> impl Iterator<Item = u8> + Clone + 'a {
        let (me, game, g) = (self.me, self.game, self.g);
        (0..g.len() as u8).filter(move |s| g[usize::from(*s)].alive() && game.hostile(me, *s))
    }

    /// Somebody has an ally.
    #[inline]
    pub fn allied(&self) -> bool {
        self.game.allied
    }

    /// Living allies.
    pub fn allies(&self) -> impl Iterator<Item = u8> + 'a {
        let (me, game, g) = (self.me, self.game, self.g);
        (0..g.len() as u8)
            .filter(move |s| *s != me && g[usize::from(*s)].alive() && !game.hostile(me, *s))
    }

    /// The beasts in the arena.
    pub fn beasts(&self) -> impl Iterator<Item = (u8, Beast)> + Clone + 'a {
        let there = match self.game.scheduled {
            0 => &[],
            _ => self.beasts,
        };
        there
            .iter()
            .enumerate()
            .filter(|(_, b)| b.present())
            .map(|(i, b)| (i as u8, *b))
    }

    /// Where it stands.
    #[inline]
    pub fn spot(&self) -> Spot {
        Spot {
            hex: self.own().hex,
            facing: self.own().facing(),
        }
    }

    /// The map, if there is one.
    #[inline]
    pub fn board(&self) -> Option<&'a Board> {
        self.game.board
    }

    /// Where the gladiator whose action it is began it (for Leap).
    #[inline]
    pub fn began(&self) -> Hex {
        self.from
    }

    /// Hexes that the own gladiator may enter.
    #[inline]
    pub fn free(&self) -> Hexes {
        self.game.board.map_or(0, |b| {
            b.hexes() & !self.game.occupied(self.g, self.beasts, self.me)
        })
    }

    /// Who stands in a hex.
    #[inline]
    pub fn at(&self, hex: Hex) -> Option<Foe> {
        self.game.who_at(self.g, self.beasts, hex)
    }

    /// Whom an attack at hand can be aimed at from a spot: in a duel the opponent, on a map whoever stands in front.
    #[inline]
    pub fn in_front(&self, spot: Spot) -> Option<Foe> {
        match self.game.board {
            None => Some(Foe::Gladiator(1 - self.me)),
            Some(board) => {
                let foe = self.at(board.next(spot.hex, spot.facing)?)?;
                (foe != Foe::Gladiator(self.me)).then_some(foe)
            }
        }
    }

    /// True if a foe is hostile; beasts are.
    #[inline]
    pub fn hostile(&self, foe: Foe) -> bool {
        match foe {
            Foe::Gladiator(s) => self.game.hostile(self.me, s),
            Foe::Beast(_) => true,
        }
    }

    /// Hex of a foe.
    #[inline]
    pub fn hex_of(&self, foe: Foe) -> Hex {
        match foe {
            Foe::Gladiator(s) => self.g[usize::from(s)].hex,
            Foe::Beast(b) => self.beasts[usize::from(b)].hex(),
        }
    }

    /// Relative direction in which an attack from `hex` arrives at a gladiator.
    #[inline]
    pub fn arrival_at(&self, target: u8, hex: Hex) -> u8 {
        let g = &self.g[usize::from(target)];
        if self.game.board.is_none() || g.hex == hex {
            return 0;
        }
        relative(
            vector(g.hex, hex),
            g.facing(),
            self.game.rules.r.arrival_tie_attacker,
        )
    }

    /// The own gladiators' throwing weapons that may be thrown at a foe from a spot, with the penalty; Nets too.
    pub fn throw_penalty(&self, spot: Spot, foe: Foe, net: bool) -> Option<i16> {
        self.game
            .throw_penalty(self.g, self.beasts, self.me, spot, foe, net)
    }

    /// Distance to a foe from the hex where the action began.
    pub fn leap_units(&self, foe: Foe) -> u8 {
        let d = if self.game.board.is_none() {
            1
        } else {
            distance(self.from, self.hex_of(foe))
        };
        self.game.rules.leap_units(d)
    }

    /// Relative direction in which an attack from `hex` arrives at a foe; in a duel always the front.
    #[inline]
    pub fn arrival(&self, foe: Foe, hex: Hex) -> u8 {
        match foe {
            Foe::Gladiator(s) => self.arrival_at(s, hex),
            Foe::Beast(b) => {
                let b = &self.beasts[usize::from(b)];
                relative(
                    vector(b.hex(), hex),
                    b.facing(),
                    self.game.rules.r.arrival_tie_attacker,
                )
            }
        }
    }

    /// Feint and moves of the own hand that may be committed now, against a gladiator or a beast, as a set.
    #[inline]
    pub fn playable(&self, attack: bool, thrown: bool, beast: bool) -> u16 {
        self.game.playable(self.own(), attack, thrown, beast)
    }

    /// Own row cards that could be re-used in defense, as a set.
    #[inline]
    pub fn row_defenses(&self) -> u16 {
        self.game.row_defenses(self.own())
    }

    /// Whether the directions of a Sweep are allowed.
    pub fn sweep_allowed(&self, sweep: Sweep) -> bool {
        self.game.sweep_allowed(sweep)
    }

    /// Whether a power is left and its restrictions hold.
    #[inline]
    pub fn power_usable(&self, power: u16, attack: bool, thrown: bool) -> bool {
        self.game.power_usable(self.own(), power, attack, thrown)
    }

    /// Whether a Cooperation with a partner against `foe` is possible.
    pub fn may_cooperate(&self, foe: u8, partner: u8) -> bool {
        self.game.may_cooperate(self.g, self.me, foe, partner)
    }

    /// A whole game that this player holds possible: own cards as they are, of the others what `deal` makes of their public
    /// side. The state's size must be that of the game.
    pub fn possible<const N: usize, const B: usize>(
        &self,
        mut deal: impl FnMut(Other<'a>) -> Gladiator,
    ) -> State<N, B> {
        let mut g = [Gladiator::ABSENT; N];
        for (seat, slot) in g.iter_mut().enumerate().take(self.g.len()) {
            let hidden = seat != usize::from(self.me) && self.g[seat].status() == Status::Alive;
            *slot = if hidden {
                deal(self.other(seat as u8))
            } else {
                self.g[seat]
            };
        }
        let mut beasts = [Beast::NONE; B];
        beasts[..self.beasts.len().min(B)]
            .copy_from_slice(&self.beasts[..self.beasts.len().min(B)]);
        State::from_head(g, beasts, self.head)
    }

    /// Plays a possible game on from the own act to the end.
    pub fn play_on<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        act: Option<Act>,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        self.game.play_on(st, self.me, act, p);
    }

    /// Whether a seat is played at all.
    pub fn was_in(&self, seat: u8) -> bool {
        seat < self.game.players
    }
}

/// The hexes next to a hex that a target may be moved to.
pub(super) fn free_next(board: &Board, hex: Hex, occupied: Hexes) -> Hexes {
    (board.near(hex) & !occupied) | one(hex)
}
