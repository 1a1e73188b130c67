//! Beasts \[Beasts\]: their phase, attacks on them, their powers.

mod attack;

use super::super::board::{Board, each, one};
use super::super::decision::{Policy, Spot};
use super::super::draws::{die, uniform};
use super::super::game::Game;
use super::super::geometry::{Hex, distance, relative, sides, vector};
use super::super::numbers::Rules;
use super::super::state::{Beast, BeastKind, State};
use super::super::watch::{Deed, Watch, say};
use super::Play;
use crate::chance::Chance;

/// What a roll of a beast means \[Beast Special Powers\].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BeastRoll {
    /// Attack or Defense Value.
    pub value: i16,
    /// One more of its kind appears.
    pub spawns: bool,
    /// The target gets an Unbalanced marker.
    pub unbalances: bool,
    /// Damage is doubled.
    pub doubled: bool,
    /// The gladiator loses an item or a card of his HP deck.
    pub removes: bool,
    /// It survives whatever the Attack Value.
    pub survives: bool,
    /// Trapped markers that go.
    pub freed: u8,
}

impl Rules {
    /// Reads a roll; one die shows neither a double nor a 7.
    pub fn beast_roll(
        &self,
        kind: BeastKind,
        attack: bool,
        dice: [u8; 2],
        trapped: bool,
    ) -> BeastRoll {
        let two = dice[1] > 0;
        let sum = i16::from(dice[0]) + i16::from(dice[1]);
        let (double, seven) = (two && dice[0] == dice[1], two && sum == 7);
        let bear = kind == BeastKind::Bear;
        let mut value = sum + if bear && double { 4 } else { 0 };
        if trapped && self.r.trapped_beast_minus3 {
            value -= self.n.trapped_penalty;
        }
        let frees = |d: u8| d > 0 && self.n.trapped_free_on >> d & 1 == 1;
        BeastRoll {
            value,
            spawns: double && matches!(kind, BeastKind::Dog | BeastKind::Wolf),
            unbalances: attack && seven && matches!(kind, BeastKind::Wolf | BeastKind::Lion),
            doubled: attack && double && kind == BeastKind::Lion,
            removes: bear && seven,
            survives: !attack && seven && kind == BeastKind::Lion,
            freed: if attack && trapped {
                dice.iter().filter(|d| frees(**d)).count() as u8
            } else {
                0
            },
        }
    }

    /// Dice of a beast's attack \[Beast Attacks\] \[Lions\] \[Bears\].
    pub fn beast_dice(&self, kind: BeastKind, moved: bool, trapped: bool) -> u8 {
        let d = self.n.beasts[kind as usize];
        let n = if moved { d.moved } else { d.still };
        n - if trapped {
            self.n.trapped_dice_less.min(n)
        } else {
            0
        }
    }

    /// Whether an Attack Value kills \[Attacking a beast\].
    pub fn beast_killed(&self, roll: &BeastRoll, attack_value: i16) -> bool {
        attack_value > roll.value && !roll.survives
    }
}

impl Game<'_> {
    /// A whole Beast phase.
    pub(super) fn beast_phase<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        number: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        // Where none is scheduled none ever comes.
        let Some(board) = self.board.filter(|_| self.scheduled > 0) else {
            return;
        };
        let entry = u8::from(self.rules.r.entry_second);
        for (turn, kind) in self.schedule.iter().take(usize::from(self.scheduled)) {
            if *turn == st.turn() && number == entry {
                self.spawn(st, *kind, p.watch);
            }
        }
        self.enter_waiting(st, p);
        self.beasts_move(st, board, p);
        self.beasts_attack(st, board, p);
        if !st.over() {
            self.enter_waiting(st, p);
        }
    }

    /// One more beast, which waits to enter; none beyond the cap.
    fn spawn<const N: usize, const B: usize, W: Watch>(
        &self,
        st: &mut State<N, B>,
        kind: BeastKind,
        watch: &mut W,
    ) {
        let cap = usize::from(self.rules.n.beast_cap).min(B);
        let present = st.beasts.iter().filter(|b| !b.is_none()).count();
        match st
            .beasts
            .iter()
            .position(|b| b.is_none())
            .filter(|_| present < cap)
        {
            Some(slot) => st.beasts[slot] = Beast::waiting_one(kind),
            None => watch.deed(0, Deed::BeastOverflow),
        }
    }

    /// Beasts that wait come in at a gate, or at the free hex nearest to it \[Beast Enters\].
    pub(super) fn enter_waiting<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let Some(board) = self.board else { return };
        for i in 0..B {
            if !st.beasts[i].waiting() {
                continue;
            }
            let left = self.rules.n.gate_left_on >> p.chance.draw("gate", die()) & 1 == 1;
            let gate = board.gates[usize::from(!left)];
            let free = board.hexes() & !self.occupied(&st.g, &st.beasts, u8::MAX);
            let Some(hex) = each(free).min_by_key(|h| (distance(*h, gate), *h)) else {
                continue;
            };
            st.beasts[i] = st.beasts[i].at(hex, if left { 0 } else { 3 });
            say!(p.watch, "  a {} enters", st.beasts[i].kind().name());
        }
    }

    /// Path of a beast to the nearest gladiator it could reach, and who is that near (bit by seat).
    fn nearest<const N: usize, const B: usize>(
        &self,
        st: &State<N, B>,
        board: &Board,
        beast: Beast,
    ) -> Option<(u8, u8)> {
        let mut near = [0; N];
        for (slot, g) in near.iter_mut().zip(&st.g).filter(|(_, g)| g.alive()) {
            *slot = board.near(g.hex);
        }
        let wanted = near.iter().fold(0, |s, n| s | n);
        let free = board.hexes() & !self.occupied(&st.g, &st.beasts, u8::MAX);
        let (mut reached, mut edge) = (one(beast.hex()), one(beast.hex()));
        let mut path = 1;
        while edge != 0 {
            if edge & wanted != 0 {
                let who = (0..N)
                    .filter(|s| near[*s] & edge != 0)
                    .fold(0, |w, s| w | 1 << s);
                return Some((path, who));
            }
            edge = each(edge).fold(0, |s, h| s | board.near(h)) & free & !reached;
            reached |= edge;
            path += 1;
        }
        None
    }

    /// Beasts in the order of a step: the nearest to a gladiator first, ties by die.
    fn next_beast<const N: usize, const B: usize, C: Chance>(
        &self,
        st: &State<N, B>,
        board: &Board,
        done: u16,
        chance: &mut C,
    ) -> Option<usize> {
        let mut tied = [0u8; B];
        let (mut n, mut least) = (0, u8::MAX);
        for i in 0..B {
            if done >> i & 1 == 1 || !st.beasts[i].present() {
                continue;
            }
            let d = self.nearest(st, board, st.beasts[i]).map_or(254, |x| x.0);
            if d < least {
                (least, n) = (d, 0);
            }
            if d == least {
                tied[n] = i as u8;
                n += 1;
            }
        }
        match n {
            0 => None,
            1 => Some(tied[0].into()),
            _ => Some(tied[usize::from(chance.draw("beast_order", uniform(n as u8)))].into()),
        }
    }

    fn beasts_move<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        board: &Board,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        for b in &mut st.beasts {
            if b.present() {
                *b = b.with_moved(false);
            }
        }
        let mut done = 0u16;
        while let Some(i) = self.next_beast(st, board, done, p.chance) {
            done |= 1 << i;
            let beast = st.beasts[i];
            let Some((d, who)) = self.nearest(st, board, beast) else {
                continue;
            };
            if beast.trapped() > 0 {
                continue;
            }
            let seat = match who.count_ones() {
                1 => who.trailing_zeros(),
                n => {
                    let mut left = who;
                    for _ in 0..p.chance.draw("beast_target", uniform(n as u8)) {
                        left &= left - 1;
                    }
                    left.trailing_zeros()
                }
            };
            let target = st.g[seat as usize].hex;
            let full = self.rules.r.beast_full_rules;
            let roll = if d > 1 || full {
                p.chance.draw("beast_move", die())
            } else {
                0
            };
            let steps = roll.min(d - 1);
            let hex = self.along(st, board, beast.hex(), target, steps);
            let mut facing = beast.facing();
            let walked = hex != beast.hex();
            if walked && distance(hex, target) > 1 || distance(hex, target) == 1 {
                let wanted = relative(vector(hex, target), 0, false);
                let turn = sides(facing, wanted);
                let most = if full {
                    steps + (roll - steps) * self.rules.turn_sides()
                } else {
                    6
                };
                facing = if turn <= most { wanted } else { facing };
            }
            let turned = facing != beast.facing();
            if W::TALKS && walked {
                let to = super::action::show(Spot { hex, facing });
                say!(p.watch, "  the {} walks to {to}", beast.kind().name());
            }
            st.beasts[i] = beast
                .at(hex, facing)
                .with_moved(walked || turned && self.rules.r.beast_turn_moves);
        }
    }

    /// The hex reached by `steps` steps along a shortest free path; of several the one whose first step comes first by
    /// direction.
    fn along<const N: usize, const B: usize>(
        &self,
        st: &State<N, B>,
        board: &Board,
        from: Hex,
        to: Hex,
        steps: u8,
    ) -> Hex {
        let free = board.hexes() & !self.occupied(&st.g, &st.beasts, u8::MAX) | one(from);
        let mut field = [255; 121];
        board.field(to, free, &mut field);
        let mut at = from;
        for _ in 0..steps {
            let here = field[usize::from(at)];
            let next = (0..6)
                .filter_map(|k| board.next(at, k))
                .find(|h| free & one(*h) != 0 && field[usize::from(*h)] < here);
            match next {
                Some(h) => at = h,
                None => break,
            }
        }
        at
    }
}

#[cfg(test)]
mod tests;
