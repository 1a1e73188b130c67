//! A whole game pushed forward under a policy, with an eye on every decision and fight on the way.

use super::row::{add, entries};
use super::{GameExact, conquest_index};
use crate::games::gauntlet::between;
use crate::games::gauntlet::chain::{Chain, Flow};
use crate::games::gauntlet::choose::MARGIN;
use crate::games::gauntlet::contexts::{Context, Drawn, Mode, draws, one_more};
use crate::games::gauntlet::follow::Follow;
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::rules::EventShift;
use crate::games::gauntlet::rules::game::{Event, Game};
use crate::games::gauntlet::state::{
    Die, GLORY_MAX, Health, PLAYERS, player_from_index, player_index,
};
use crate::games::gauntlet::values::Best;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An event die on the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShiftPoint {
    /// Round, 1..=6.
    pub round: u8,
    /// The row that lies open, and the deck.
    pub drawn: Drawn,
    /// Health dice.
    pub health: Health,
    /// Glory.
    pub glory: u8,
    /// What the die shows.
    pub die: u8,
    /// Whether it has been moved before (`event_shift=many`).
    pub moved: bool,
}

/// Who sees a game on its way forward: each decision with its chance to come up, each fight with those who enter it.
pub trait Witness: Sync {
    /// What it makes of a fight.
    type Seen: Send;
    /// A decision on the event die, where there is one.
    fn shift(&mut self, _at: &ShiftPoint, _taken: &between::Spread<i8>, _p: f64) {}
    /// Event 5.
    fn heal(
        &mut self,
        _context: &Context,
        _health: Health,
        _glory: u8,
        _taken: &between::Spread<Die>,
        _p: f64,
    ) {
    }
    /// The gamble after a round, with its glory.
    fn gamble(
        &mut self,
        _round: u8,
        _deck: u8,
        _health: Health,
        _glory: u8,
        _taken: &between::Spread<Option<Die>>,
        _p: f64,
    ) {
    }
    /// A fight: chances of the 162 states in which it is entered, the chain, and what becomes of it. Called from many threads.
    fn look(&self, context: &Context, entered: &[f64], chain: &Chain, flow: &Flow) -> Self::Seen;
    /// What it has made of a fight; in an order that is always the same.
    fn note(&mut self, context: &Context, seen: Self::Seen);
}

/// Nobody looks.
impl Witness for () {
    type Seen = ();
    fn look(&self, _: &Context, _: &[f64], _: &Chain, _: &Flow) {}
    fn note(&mut self, _: &Context, (): ()) {}
}

/// A game on its way forward.
pub(super) struct Forward<'a, W> {
    witness: &'a mut W,
    follow: &'a Follow<'a>,
    player: &'a Player,
    game: Arc<Game>,
    found: GameExact,
}

impl<'a, W: Witness> Forward<'a, W> {
    pub(super) fn new(follow: &'a Follow<'a>, witness: &'a mut W) -> Self {
        let game = follow.player.library().game.clone();
        let last = usize::from(game.last_round);
        let found = GameExact {
            last_round: game.last_round,
            conquest: vec![0.0; PLAYERS + 6],
            death: vec![[0.0; 6]; last],
            stalled: vec![[0.0; 6]; last],
            beaten: vec![0.0; last],
            matches: 0.0,
            enemies: BTreeMap::new(),
        };
        Self {
            witness,
            follow,
            player: follow.player,
            game,
            found,
        }
    }

    pub(super) fn run(mut self) -> GameExact {
        let start = self.game.start();
        let mut players = vec![0.0; PLAYERS];
        players[player_index(start.health(), start.glory())] = 1.0;
        let mut decks: BTreeMap<u8, Vec<f64>> = BTreeMap::from([(start.deck(), players)]);
        for round in 1..=self.game.last_round {
            let mut entries: BTreeMap<Context, Vec<f64>> = BTreeMap::new();
            for (&deck, players) in &decks {
                for (drawn, p) in draws(&self.game, deck, self.game.round(round).cards) {
                    self.event(round, drawn, players, p / 6.0, &mut entries);
                }
            }
            let after = self.combat(round, entries);
            decks = if round < self.game.last_round {
                self.gamble(round, after)
            } else {
                BTreeMap::new()
            };
        }
        self.found
    }

    /// The event die, its shift and its effect; players are put before their first fight.
    fn event(
        &mut self,
        round: u8,
        drawn: Drawn,
        players: &[f64],
        p: f64,
        entries: &mut BTreeMap<Context, Vec<f64>>,
    ) {
        for die in 1..=6 {
            for (at, weight) in players.iter().enumerate().filter(|(_, w)| **w != 0.0) {
                let (health, glory) = player_from_index(at);
                self.shift(round, drawn, health, die, glory, false, weight * p, entries);
            }
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "what lies on the table when the die is decided on"
    )]
    fn shift(
        &mut self,
        round: u8,
        drawn: Drawn,
        health: Health,
        die: u8,
        glory: u8,
        moved: bool,
        p: f64,
        entries: &mut BTreeMap<Context, Vec<f64>>,
    ) {
        let options = || self.game.shifts(die, glory, moved);
        let spread = if options().count() == 1 {
            between::Few::only(0)
        } else {
            let best = || {
                let values = self.player.shift_values().expect("left to values");
                let options = values.shift_options(round, drawn, health, die, glory, moved, &Best);
                options.best(MARGIN * values.scale()).0
            };
            let spec = &self.player.spec.event_shift;
            between::shift(spec, &self.game, die, glory, options(), best)
        };
        if options().count() > 1 {
            let at = ShiftPoint {
                round,
                drawn,
                health,
                glory,
                die,
                moved,
            };
            self.witness.shift(&at, &spread, p);
        }
        let cost = self.game.rules.shift_cost;
        for (step, share) in spread.iter().filter(|(_, s)| *s > 0.0) {
            let face = (die as i8 + step) as u8;
            if step == 0 {
                self.effect(round, face, drawn, health, glory, p * share, entries);
            } else if self.game.rules.event_shift == EventShift::Many && cost > 0 {
                self.shift(
                    round,
                    drawn,
                    health,
                    face,
                    glory - cost,
                    true,
                    p * share,
                    entries,
                );
            } else {
                self.effect(round, face, drawn, health, glory - cost, p * share, entries);
            }
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "what lies on the table when the event takes effect"
    )]
    fn effect(
        &mut self,
        round: u8,
        face: u8,
        drawn: Drawn,
        health: Health,
        glory: u8,
        p: f64,
        entries: &mut BTreeMap<Context, Vec<f64>>,
    ) {
        let event = self.game.events[usize::from(face) - 1];
        let game = self.game.clone();
        let context = |drawn: Drawn| Context {
            round,
            mode: Mode::of(event),
            deck: Context::deck_of(&game, round, drawn.deck),
            row: drawn.row,
        };
        let mut meet = |context: Context, health: Health, glory: u8, p: f64| {
            entries.entry(context).or_insert_with(|| vec![0.0; PLAYERS])
                [player_index(health, glory)] += p;
        };
        match event {
            Event::MaxGlory => meet(context(drawn), health, GLORY_MAX, p),
            Event::ExtraEnemy => {
                one_more(&game, drawn).for_each(|(d, q)| meet(context(d), health, glory, p * q))
            }
            Event::Heal => {
                let spread = between::heal(&self.player.spec.heal, health, || {
                    let values = self.player.heal_values().expect("left to values");
                    let options = values.heal_options(&context(drawn), health, glory);
                    options.best(MARGIN * values.scale()).0
                });
                self.witness
                    .heal(&context(drawn), health, glory, &spread, p);
                spread.iter().for_each(|(die, q)| {
                    meet(context(drawn), Game::healed(health, die), glory, p * q)
                });
            }
            Event::RerollOne | Event::PlayerWinsTies | Event::EnemyWinsTies | Event::Nothing => {
                meet(context(drawn), health, glory, p)
            }
        }
    }

    /// All fights of a round; the players after it, with its glory, by deck.
    fn combat(
        &mut self,
        round: u8,
        mut entries: BTreeMap<Context, Vec<f64>>,
    ) -> BTreeMap<u8, Vec<f64>> {
        let mut after: BTreeMap<u8, Vec<f64>> = BTreeMap::new();
        let game = self.game.clone();
        let last_round = round == game.last_round;
        let side = game.round(round).side;
        // Longest rows first; of equal ones those with the right first, which lead to those without.
        let order = |c: &Context| (c.row.len(), c.mode == Mode::Right);
        while let Some(level) = entries.keys().map(order).max() {
            let now: Vec<(Context, Vec<f64>)> =
                entries.extract_if(.., |c, _| order(c) == level).collect();
            let witness = &*self.witness;
            let flows: Vec<_> = now
                .par_iter()
                .map(|(context, players)| {
                    let start = self::entries(players, |glory| {
                        game.entry(round, context.row.first(), glory)
                    });
                    let (chain, flow) = self.follow.fight(context, &start);
                    let seen = witness.look(context, players, &chain, &flow);
                    (chain.rights, flow, seen)
                })
                .collect();
            for ((context, players), (rights, flow, seen)) in now.iter().zip(flows) {
                self.witness.note(context, seen);
                let meeting = self
                    .found
                    .enemies
                    .entry((round, context.row.first(), side))
                    .or_default();
                meeting.fights += players.iter().sum::<f64>();
                meeting.matches += flow.matches();
                self.found.matches += flow.matches();
                let at = usize::from(round) - 1;
                for glory in 0..6 {
                    let conquers = last_round && context.row.len() == 1;
                    let (dead, both) = (flow.dead(glory), flow.both_fell(glory));
                    let dies = if conquers { dead } else { dead + both };
                    self.found.death[at][glory] += dies;
                    self.found.stalled[at][glory] += flow.stalled[glory];
                    meeting.deaths += dies;
                    if conquers {
                        let glory = game.round_glory(round, glory as u8);
                        self.found.conquest[conquest_index(Health::GONE, glory)] += both;
                        self.found.beaten[at] += both;
                    }
                }
                for used in 0..rights {
                    let here = if used == 1 { context.used() } else { *context };
                    let down = flow.down(used == 1);
                    match here.next() {
                        Some(next) => add(
                            entries.entry(next).or_insert_with(|| vec![0.0; PLAYERS]),
                            down,
                        ),
                        None => {
                            let table =
                                after.entry(here.deck).or_insert_with(|| vec![0.0; PLAYERS]);
                            for (player, p) in down.iter().enumerate() {
                                let (health, glory) = player_from_index(player);
                                let glory = game.round_glory(round, glory);
                                table[player_index(health, glory)] += p;
                                self.found.beaten[at] += p;
                                if last_round {
                                    self.found.conquest[conquest_index(health, glory)] += p;
                                }
                            }
                        }
                    }
                }
            }
        }
        after
    }

    fn gamble(&mut self, round: u8, after: BTreeMap<u8, Vec<f64>>) -> BTreeMap<u8, Vec<f64>> {
        let mut next = BTreeMap::new();
        for (deck, players) in after {
            let mut table = vec![0.0; PLAYERS];
            for (at, p) in players.iter().enumerate().filter(|(_, p)| **p != 0.0) {
                let (health, glory) = player_from_index(at);
                let spread = between::gamble(&self.player.spec.gamble, health, || {
                    let values = self.player.gamble_values().expect("left to values");
                    let options = values.gamble_options(round, deck, health, glory);
                    options.best(MARGIN * values.scale()).0
                });
                self.witness.gamble(round, deck, health, glory, &spread, *p);
                for (choice, share) in spread.iter() {
                    match choice {
                        None => table[at] += p * share,
                        Some(die) => {
                            for value in 1..=6 {
                                table[player_index(health.with(die, value), glory)] +=
                                    p * share / 6.0;
                            }
                        }
                    }
                }
            }
            next.insert(deck, table);
        }
        next
    }
}
