//! Conservation (spec 2, 15): at every step each card is in exactly one zone, or it left the game by a rule that says so.

use super::super::board::Board;
use super::super::cards::{Cards, Zone, moves};
use super::super::decision::{
    Act, Defend, Effects, Elements, Facing, Judged, Parry, Payment, Policy, Press, Rebalance,
    Reveal, Spot, Swap, Threat,
};
use super::super::game::Game;
use super::super::geometry::Hex;
use super::super::observe::View;
use super::super::policy::{Brain, Plan};
use super::super::rules::Play;
use super::super::state::{BeastKind, State};
use super::super::watch::Deaf;
use super::*;
use crate::chance::Sample;
use std::cell::RefCell;

/// `random_legal`, with a book of what leaves the game.
struct Book {
    brain: Brain,
    out: RefCell<Cards>,
}

impl Book {
    fn new() -> Self {
        Self {
            brain: Brain::new(Plan::RandomLegal),
            out: RefCell::new(Cards::NONE),
        }
    }

    fn leaves(&self, cards: Cards) {
        let sum = self.out.borrow().plus(cards);
        *self.out.borrow_mut() = sum;
    }

    /// Sacrifice, committed or joined by Rage, not spent as +2 against a beast.
    fn sacrificed(&self, combat: Cards, fx: &Effects) {
        let raged = combat.set & moves::RAGE != 0 && fx.rage.count() == 1;
        let committed = combat.set & moves::SACRIFICE & !fx.beast_cards != 0;
        let joined = raged && fx.rage.set & moves::SACRIFICE != 0;
        if (committed || joined) && fx.sacrifice.count() == 1 {
            self.leaves(fx.sacrifice);
        }
    }
}

impl Policy for Book {
    fn deterministic(&self) -> bool {
        false
    }
    fn deck<C: Chance>(&self, v: &View<'_>, c: &mut C) -> Cards {
        self.brain.deck(v, c)
    }
    fn adapt<C: Chance>(&self, v: &View<'_>, c: &mut C) -> Swap {
        self.brain.adapt(v, c)
    }
    fn save<C: Chance>(&self, v: &View<'_>, d: u8, c: &mut C) -> Swap {
        self.brain.save(v, d, c)
    }
    fn stand_up<C: Chance>(&self, v: &View<'_>, c: &mut C) -> bool {
        self.brain.stand_up(v, c)
    }
    fn rebalance<C: Chance>(&self, v: &View<'_>, c: &mut C) -> Rebalance {
        self.brain.rebalance(v, c)
    }
    fn sprint<C: Chance>(&self, v: &View<'_>, c: &mut C) -> (Spot, bool) {
        self.brain.sprint(v, c)
    }
    fn leap<C: Chance>(&self, v: &View<'_>, c: &mut C) -> bool {
        self.brain.leap(v, c)
    }
    fn act<C: Chance>(&self, v: &View<'_>, c: &mut C) -> Option<Act> {
        self.brain.act(v, c)
    }
    fn defend<C: Chance>(&self, v: &View<'_>, t: &Threat, c: &mut C) -> Option<Defend> {
        self.brain.defend(v, t, c)
    }
    fn press<C: Chance>(&self, v: &View<'_>, r: &Reveal, c: &mut C) -> Press {
        let press = self.brain.press(v, r, c);
        self.sacrificed(r.combat, &press.effects);
        press
    }
    fn parry<C: Chance>(&self, v: &View<'_>, f: &Facing, c: &mut C) -> Parry {
        let parry = self.brain.parry(v, f, c);
        self.sacrificed(f.combat, &parry.effects);
        parry
    }
    fn steady<C: Chance>(&self, v: &View<'_>, c: &mut C) -> Elements {
        self.brain.steady(v, c)
    }
    fn feint<C: Chance>(&self, v: &View<'_>, j: &Judged, c: &mut C) -> bool {
        self.brain.feint(v, j, c)
    }
    fn wrestle<C: Chance>(&self, v: &View<'_>, t: u8, stay: Hex, c: &mut C) -> Hex {
        self.brain.wrestle(v, t, stay, c)
    }
    fn reflex<C: Chance>(&self, v: &View<'_>, c: &mut C) -> Spot {
        self.brain.reflex(v, c)
    }
    fn pay<C: Chance>(&self, v: &View<'_>, d: u8, one: bool, c: &mut C) -> Payment {
        let payment = self.brain.pay(v, d, one, c);
        self.leaves(payment.cards);
        payment
    }
    fn unbeatable<C: Chance>(&self, v: &View<'_>, _: &mut C) -> bool {
        // The whole HP deck goes, and he stays.
        self.leaves(v.own().zone(Zone::Hp));
        true
    }
    fn recover<C: Chance>(&self, v: &View<'_>, most: u8, c: &mut C) -> Elements {
        self.brain.recover(v, most, c)
    }
    fn cleanup<C: Chance>(&self, v: &View<'_>, c: &mut C) -> Elements {
        self.brain.cleanup(v, c)
    }
}

/// Plays games step by step; how many cards left the game in all.
fn play<const N: usize, const B: usize>(game: &Game<'_>, games: u64) -> u32 {
    let mut left = 0;
    for j in 0..games {
        let order: Vec<u8> = (0..game.players).collect();
        let mut st: State<N, B> = game.start(&order);
        let books: Vec<Book> = (0..game.players).map(|_| Book::new()).collect();
        let seats: Vec<&Book> = books.iter().collect();
        let mut chance = Sample::new(j, "ledger", 0);
        while !st.over() {
            game.step(&mut st, &mut Play::new(&seats, &mut chance, &mut Deaf));
            for (seat, book) in books.iter().enumerate() {
                let g = &st.g[seat];
                if !g.alive() {
                    continue;
                }
                let zones = [Zone::Hand, Zone::Hp, Zone::Discard, Zone::Play];
                let here = zones.map(|z| g.zone(z));
                let out = *book.out.borrow();
                let all = here.iter().fold(out, |sum, z| sum.plus(*z));
                assert_eq!(all, game.sheets[seat].cards(), "game {j}, seat {seat}");
                let single = here.iter().map(|z| z.set.count_ones()).sum::<u32>();
                assert_eq!(single + out.set.count_ones(), all.set.count_ones());
            }
        }
        left += books
            .iter()
            .map(|b| u32::from(b.out.borrow().count()))
            .sum::<u32>();
    }
    left
}

#[test]
fn no_card_is_lost_in_a_duel() {
    let mut left = 0;
    for (a, b) in [
        ("secutor", "hoplomacus"),
        ("retiarius", "provocator"),
        ("thraex", "mirmillo"),
    ] {
        left += play::<2, 0>(&Game::duel(rules(), ready_made(a), ready_made(b)), 120);
    }
    assert!(
        left > 100,
        "only {left} cards left the game: it tests too little"
    );
}

#[test]
fn no_card_is_lost_among_beasts() {
    let board = Board::new(&Data::embedded().unwrap()).unwrap();
    let mut sheets = ["hoplomacus", "mirmillo", "retiarius", "secutor"].map(ready_made);
    for (team, s) in sheets.iter_mut().enumerate() {
        s.team = team as u8 / 2;
    }
    let beasts = [
        (1, BeastKind::Bear),
        (1, BeastKind::Wolf),
        (2, BeastKind::Bear),
    ];
    let game = Game::new(rules(), &sheets, Some(&board)).with_beasts(&beasts);
    let left = play::<4, 16>(&game, 60);
    assert!(
        left > 60,
        "only {left} cards left the game: it tests too little"
    );
}
