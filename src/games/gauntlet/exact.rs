//! Exact answers about a policy, without sampling: what becomes of a row of enemies, and of a whole game (spec 14).
//!
//! The distribution over health and glory is pushed forward through rows, events, enemies, the end of the round and the gamble; decks
//! and rows are kept apart where anything later can depend on them.

use super::between;
use super::chain::Chain;
use super::contexts::{Context, Drawn, Mode, draws, one_more};
use super::dice::Faces;
use super::follow::Follow;
use super::policy::{Mind, Player};
use super::rules::game::{Enemy, Event, Game, score};
use super::rules::{Class, EventShift, Rules, Ties};
use super::state::{Fight, GLORY_MAX, Health, PLAYERS, player_from_index, player_index};
use super::values::{Best, Values};
use crate::error::Result;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A row of enemies outside of a game.
#[derive(Debug, Clone)]
pub struct Bouts {
    /// The enemies, in order.
    pub enemies: Vec<Enemy>,
    /// The tie rule.
    pub ties: Ties,
    /// Faces that enemies roll again.
    pub faces: Faces,
    /// Whether event 1's right is there.
    pub right: bool,
    /// Health and glory at the start.
    pub start: (Health, u8),
}

/// What becomes of a row of enemies.
#[derive(Debug, Clone, PartialEq)]
pub struct BoutsExact {
    /// Chance that each enemy is downed.
    pub reach: Vec<f64>,
    /// Chance of each state of a player who has downed them all (162).
    pub won: Vec<f64>,
    /// Chance of death, by glory.
    pub dead: [f64; 6],
    /// Chance of a stall, by glory.
    pub stalled: [f64; 6],
    /// Expected matches.
    pub matches: f64,
}

/// Mean of a number over weighted states; 0 where there is no weight.
fn mean(weighted: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (sum, weight) = weighted.fold((0.0, 0.0), |(s, w), (value, p)| (s + value * p, w + p));
    if weight > 0.0 { sum / weight } else { 0.0 }
}

impl BoutsExact {
    /// Chance to down them all.
    pub fn p_win(&self) -> f64 {
        self.won.iter().sum()
    }

    /// Chance of death.
    pub fn p_dead(&self) -> f64 {
        self.dead.iter().sum()
    }

    /// Chance of a stall.
    pub fn p_stalled(&self) -> f64 {
        self.stalled.iter().sum()
    }

    /// Chance to win with one die left.
    pub fn p_one_die(&self) -> f64 {
        self.won.iter().enumerate().filter(|(i, _)| player_from_index(*i).0.low == 0).map(|(_, p)| p).sum()
    }

    /// Mean health of those who win.
    pub fn mean_health_if_win(&self) -> f64 {
        mean(self.won.iter().enumerate().map(|(i, p)| (f64::from(player_from_index(i).0.sum()), *p)))
    }

    /// Mean glory of those who win.
    pub fn mean_glory_if_win(&self) -> f64 {
        mean(self.won.iter().enumerate().map(|(i, p)| (f64::from(player_from_index(i).1), *p)))
    }

    /// Mean glory of those who die.
    pub fn mean_glory_if_dead(&self) -> f64 {
        mean(self.dead.iter().enumerate().map(|(g, p)| (g as f64, *p)))
    }
}

/// Works out a row of enemies under a policy that looks at the table only.
pub fn bouts(follow: &Follow<'_>, row: &Bouts) -> BoutsExact {
    let rules = &follow.player.library().game.rules;
    let mut now = vec![vec![0.0; PLAYERS]; 2]; // the right unused (or never there), used
    now[0][player_index(row.start.0, row.start.1)] = 1.0;
    let mut found =
        BoutsExact { reach: Vec::new(), won: Vec::new(), dead: [0.0; 6], stalled: [0.0; 6], matches: 0.0 };
    for enemy in &row.enemies {
        let class = Class::new(rules.ability(enemy.ability), row.ties);
        let mut next = vec![vec![0.0; PLAYERS]; 2];
        for (used, players) in now.iter().enumerate() {
            let entry = entries(players, |glory| Rules::entry_health(enemy.health, glory));
            if entry.is_empty() {
                continue;
            }
            let chain = follow.by_rule(class, row.faces, row.right && used == 0);
            let flow = chain.forward(&entry, rules.match_cap);
            for to in 0..chain.rights {
                add(&mut next[used.max(to)], flow.down(to == 1));
            }
            for glory in 0..6 {
                found.dead[glory] += flow.dead(glory) + flow.both_fell(glory);
                found.stalled[glory] += flow.stalled[glory];
            }
            found.matches += flow.matches();
        }
        found.reach.push(next.iter().flatten().sum());
        now = next;
    }
    found.won = vec![0.0; PLAYERS];
    now.iter().for_each(|players| add(&mut found.won, players));
    found
}

fn add(to: &mut [f64], from: &[f64]) {
    to.iter_mut().zip(from).for_each(|(t, f)| *t += f);
}

/// The states in which players meet an enemy.
fn entries(players: &[f64], enemy: impl Fn(u8) -> u8) -> Vec<(usize, f64)> {
    let start = |(at, p): (usize, &f64)| {
        let (health, glory) = player_from_index(at);
        (Chain::start(Fight { health, glory, enemy: enemy(glory) }), *p)
    };
    players.iter().enumerate().filter(|(_, p)| **p != 0.0).map(start).collect()
}

/// What becomes of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct GameExact {
    /// The last round.
    pub last_round: u8,
    /// Chance of each final state of a conquest: 162 living ones, then 6 (by glory) in which both fell (`mutual_kill=conquest`).
    pub conquest: Vec<f64>,
    /// Chance of death, by round and glory.
    pub death: Vec<[f64; 6]>,
    /// Chance of a stall, by round and glory.
    pub stalled: Vec<[f64; 6]>,
    /// Chance to beat each round.
    pub beaten: Vec<f64>,
    /// Expected matches.
    pub matches: f64,
    /// By round, card and side: chance to meet the enemy, to die against it, matches against it.
    pub enemies: BTreeMap<(u8, u8, u8), Meeting>,
}

/// What happens with an enemy in a round.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Meeting {
    /// Expected fights (at most 1).
    pub fights: f64,
    /// Chance to die in one.
    pub deaths: f64,
    /// Expected matches.
    pub matches: f64,
}

impl GameExact {
    /// Chance of a conquest.
    pub fn win(&self) -> f64 {
        self.conquest.iter().sum()
    }

    /// Chance of each score, from 0 on.
    pub fn score_pmf(&self) -> Vec<f64> {
        let mut pmf = vec![0.0; 60];
        for (at, p) in self.conquest.iter().enumerate() {
            let (health, glory) = conquered(at);
            pmf[usize::from(score(health, glory, self.last_round))] += p;
        }
        for lost in [&self.death, &self.stalled] {
            for (round, by_glory) in lost.iter().enumerate() {
                for (glory, p) in by_glory.iter().enumerate() {
                    pmf[usize::from(score(Health::GONE, glory as u8, round as u8))] += p;
                }
            }
        }
        pmf
    }

    /// Mean score.
    pub fn mean_score(&self) -> f64 {
        self.score_pmf().iter().enumerate().map(|(s, p)| s as f64 * p).sum()
    }

    /// Mean health of those who conquer.
    pub fn mean_health_if_win(&self) -> f64 {
        mean(self.conquest.iter().enumerate().map(|(at, p)| (f64::from(conquered(at).0.sum()), *p)))
    }

    /// Mean glory of those who conquer, after that of the last round.
    pub fn mean_glory_if_win(&self) -> f64 {
        mean(self.conquest.iter().enumerate().map(|(at, p)| (f64::from(conquered(at).1), *p)))
    }
}

/// Health and glory of a conquest by its number.
pub fn conquered(at: usize) -> (Health, u8) {
    if at < PLAYERS { player_from_index(at) } else { (Health::GONE, (at - PLAYERS) as u8) }
}

/// The number of a conquest.
pub fn conquest_index(health: Health, glory: u8) -> usize {
    if health.is_gone() { PLAYERS + usize::from(glory) } else { player_index(health, glory) }
}

/// Works out a whole game under a policy.
///
/// # Errors
/// If the policy has no exact answer (see [`Follow::new`]).
pub fn game(player: &Player) -> Result<GameExact> {
    let follow = Follow::new(player)?;
    Ok(Forward::new(&follow).run())
}

/// A game on its way forward.
struct Forward<'a> {
    follow: &'a Follow<'a>,
    player: &'a Player,
    game: Arc<Game>,
    found: GameExact,
}

impl<'a> Forward<'a> {
    fn new(follow: &'a Follow<'a>) -> Self {
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
        Self { follow, player: follow.player, game, found }
    }

    fn run(mut self) -> GameExact {
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
            decks = if round < self.game.last_round { self.gamble(round, after) } else { BTreeMap::new() };
        }
        self.found
    }

    /// The event die, its shift and its effect; players are put before their first fight.
    fn event(&self, round: u8, drawn: Drawn, players: &[f64], p: f64, entries: &mut BTreeMap<Context, Vec<f64>>) {
        for die in 1..=6 {
            for (at, weight) in players.iter().enumerate().filter(|(_, w)| **w != 0.0) {
                let (health, glory) = player_from_index(at);
                self.shift(round, drawn, health, die, glory, false, weight * p, entries);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "what lies on the table when the die is decided on")]
    fn shift(
        &self,
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
            between::shift(&self.player.spec.event_shift, &self.game, die, glory, options()).unwrap_or_else(|| {
                let values = self.player.shift_values().expect("left to values");
                let options = values.shift_options(round, drawn, health, die, glory, moved, &Best);
                between::Few::only(options.best(super::choose::MARGIN * values.scale()).0)
            })
        };
        let cost = self.game.rules.shift_cost;
        for (step, share) in spread.iter().filter(|(_, s)| *s > 0.0) {
            let face = (die as i8 + step) as u8;
            if step == 0 {
                self.effect(round, face, drawn, health, glory, p * share, entries);
            } else if self.game.rules.event_shift == EventShift::Many && cost > 0 {
                self.shift(round, drawn, health, face, glory - cost, true, p * share, entries);
            } else {
                self.effect(round, face, drawn, health, glory - cost, p * share, entries);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "what lies on the table when the event takes effect")]
    fn effect(
        &self,
        round: u8,
        face: u8,
        drawn: Drawn,
        health: Health,
        glory: u8,
        p: f64,
        entries: &mut BTreeMap<Context, Vec<f64>>,
    ) {
        let event = self.game.events[usize::from(face) - 1];
        let context = |drawn: Drawn| Context {
            round,
            mode: Mode::of(event),
            deck: Context::deck_of(&self.game, round, drawn.deck),
            row: drawn.row,
        };
        let mut meet = |context: Context, health: Health, glory: u8, p: f64| {
            entries.entry(context).or_insert_with(|| vec![0.0; PLAYERS])[player_index(health, glory)] += p;
        };
        match event {
            Event::MaxGlory => meet(context(drawn), health, GLORY_MAX, p),
            Event::ExtraEnemy => one_more(&self.game, drawn).for_each(|(d, q)| meet(context(d), health, glory, p * q)),
            Event::Heal => {
                let spread = between::heal(&self.player.spec.heal, health).unwrap_or_else(|| {
                    let values = self.player.heal_values().expect("left to values");
                    let options = values.heal_options(&context(drawn), health, glory);
                    between::Few::only(options.best(super::choose::MARGIN * values.scale()).0)
                });
                spread.iter().for_each(|(die, q)| meet(context(drawn), Game::healed(health, die), glory, p * q));
            }
            Event::RerollOne | Event::PlayerWinsTies | Event::EnemyWinsTies => meet(context(drawn), health, glory, p),
        }
    }

    /// All fights of a round; the players after it, with its glory, by deck.
    fn combat(&mut self, round: u8, mut entries: BTreeMap<Context, Vec<f64>>) -> BTreeMap<u8, Vec<f64>> {
        let mut after: BTreeMap<u8, Vec<f64>> = BTreeMap::new();
        let game = self.game.clone();
        let last_round = round == game.last_round;
        let side = game.round(round).side;
        // Longest rows first; of equal ones those with the right first, which lead to those without.
        let order = |c: &Context| (c.row.len(), c.mode == Mode::Right);
        while let Some(level) = entries.keys().map(order).max() {
            let now: Vec<(Context, Vec<f64>)> = entries.extract_if(.., |c, _| order(c) == level).collect();
            let flows: Vec<_> = now
                .par_iter()
                .map(|(context, players)| {
                    let chain = self.follow.chain(context);
                    let start = self::entries(players, |glory| game.entry(round, context.row.first(), glory));
                    (chain.rights, chain.forward(&start, game.rules.match_cap))
                })
                .collect();
            for ((context, players), (rights, flow)) in now.iter().zip(flows) {
                let meeting = self.found.enemies.entry((round, context.row.first(), side)).or_default();
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
                        Some(next) => add(entries.entry(next).or_insert_with(|| vec![0.0; PLAYERS]), down),
                        None => {
                            let table = after.entry(here.deck).or_insert_with(|| vec![0.0; PLAYERS]);
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

    fn gamble(&self, round: u8, after: BTreeMap<u8, Vec<f64>>) -> BTreeMap<u8, Vec<f64>> {
        let mut next = BTreeMap::new();
        for (deck, players) in after {
            let mut table = vec![0.0; PLAYERS];
            for (at, p) in players.iter().enumerate().filter(|(_, p)| **p != 0.0) {
                let (health, glory) = player_from_index(at);
                let spread = between::gamble(&self.player.spec.gamble, health).unwrap_or_else(|| {
                    let values = self.player.gamble_values().expect("left to values");
                    let options = values.gamble_options(round, deck, health, glory);
                    between::Few::only(options.best(super::choose::MARGIN * values.scale()).0)
                });
                for (choice, share) in spread.iter() {
                    match choice {
                        None => table[at] += p * share,
                        Some(die) => {
                            for value in 1..=6 {
                                table[player_index(health.with(die, value), glory)] += p * share / 6.0;
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

/// The values that a policy goes by in matches, if it does.
pub fn match_values(player: &Player) -> Option<&Arc<Values>> {
    match player.mind() {
        Mind::Values(values) => Some(values),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::GauntletData;
    use super::super::library::Library;
    use super::super::spec::PolicySpec;
    use super::*;

    #[test]
    fn anchors_of_fixed_policies() {
        let data = GauntletData::embedded().unwrap();
        let library = Arc::new(Library::new(data.game(Rules::rulebook(), 4).unwrap()));
        for (name, win, score, matches) in [
            ("never_swap", 0.000112511855408112, 5.5950663504956, 8.45059743552),
            ("banker", 0.878229051766, 27.764125938118, 28.199290938),
        ] {
            let t = std::time::Instant::now();
            let player = Player::new(&PolicySpec::parse(name).unwrap(), &library).unwrap();
            let exact = game(&player).unwrap();
            println!("{name} {} {} {} {:?}", exact.win(), exact.mean_score(), exact.matches, t.elapsed());
            assert!((exact.win() - win).abs() < 1e-9);
            assert!((exact.mean_score() - score).abs() < 1e-9);
            assert!((exact.matches - matches).abs() < 1e-8);
        }
    }
}
