//! A policy followed exactly: its chain in every fight, and its values over the whole game.

mod clocked;

use super::between::{self, ByRule};
use super::chain::{Chain, Flow, Right};
use super::choose::{Rule, value_order};
use super::contexts::{Context, Mode};
use super::dice::{Faces, ROLLS, Roll, roll_chances};
use super::library::Library;
use super::menu::Menu;
use super::optimal::{Again, Problem, Room};
use super::policy::{Mind, Player};
use super::rules::Class;
use super::rules::game::Game;
use super::spec::{MatchSpec, Objective, PolicySpec, RerollSpec};
use super::state::{FIGHTS, Fight, Outcome};
use super::sweep::Sweeper;
use super::values::Values;
use crate::error::{Error, Result};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The chains of a policy; those of a rule are worked out once.
#[derive(Debug)]
pub struct Follow<'p> {
    /// The policy.
    pub player: &'p Player,
    sweepers: Mutex<HashMap<Class, Arc<Vec<Sweeper>>>>,
    /// Under a cap on matches: the policy that is improved upon.
    improved: Option<Arc<Player>>,
}

impl<'p> Follow<'p> {
    /// Follows a policy.
    ///
    /// # Errors
    /// If it plays games out, or mixes values with noise or with rules in a way that has no exact answer here.
    pub fn new(player: &'p Player) -> Result<Self> {
        let by_values = matches!(player.mind(), Mind::Values(_));
        let refuse = |why: &str| {
            Err(Error::usage(format!(
                "policy {}: {why}; sample it",
                player.spec
            )))
        };
        if matches!(player.mind(), Mind::Rollout(..) | Mind::Mcts(..)) {
            return refuse("games played out have no exact answer");
        }
        if by_values && player.noise() > 0.0 {
            return refuse("values with noise have no exact answer here");
        }
        let reroll_by_values = matches!(player.spec.reroll_one.calm(), RerollSpec::Values(_));
        if reroll_by_values && player.spec.reroll_one.noise() > 0 {
            return refuse("reroll_one by values with noise has no exact answer here");
        }
        if reroll_by_values && !by_values {
            return refuse("reroll_one by values needs matches by values");
        }
        let by_lot = between::reroll(&player.spec.reroll_one).is_some_and(|p| p > 0.0 && p < 1.0);
        if by_values && by_lot {
            return refuse(
                "reroll_one by lot has no exact answer with matches by values: make it never, first or by values",
            );
        }
        let cap = player.library().game.rules.match_cap;
        let improved = match &player.spec.matches {
            _ if !by_values || cap == 0 => None,
            MatchSpec::Optimal(_) if reroll_by_values => None,
            MatchSpec::Improve(_, of) if reroll_by_values => {
                let of = Player::new(of, player.library())?;
                if matches!(of.mind(), Mind::Values(_)) {
                    return refuse(
                        "under a cap on matches only a policy that looks at the table can be improved upon",
                    );
                }
                Follow::new(&of)?;
                Some(Arc::new(of))
            }
            _ => {
                return refuse(
                    "under a cap on matches values are followed exactly only where matches and reroll_one go by them without bounds",
                );
            }
        };
        Ok(Self {
            player,
            sweepers: Mutex::default(),
            improved,
        })
    }

    /// The chain of a fight.
    pub fn chain(&self, context: &Context) -> Arc<Chain> {
        let game = &self.player.library().game;
        let faces = game.round(context.round).faces;
        match self.player.mind() {
            Mind::Values(values) => Arc::new(self.by_values(values, context, faces)),
            _ => self.by_rule(context.class(game), faces, context.mode == Mode::Right),
        }
    }

    /// The chain of a policy that looks at the table only.
    pub fn by_rule(&self, class: Class, faces: Faces, right: bool) -> Arc<Chain> {
        let player = self.player;
        let use_chance = between::reroll(&player.spec.reroll_one).unwrap_or(0.0);
        let key = (class, faces, right.then(|| use_chance.to_bits()));
        let build = || self.chain_by_rule(class, faces, right, use_chance);
        player.desk().chain(key, build)
    }

    fn chain_by_rule(&self, class: Class, faces: Faces, right: bool, use_chance: f64) -> Chain {
        let player = self.player;
        let menus = player.menus(class);
        let per_match = player.library().game.rules.right_per_match;
        let right = match (right, per_match) {
            (false, _) => Right::None,
            (true, false) => Right::Round(use_chance),
            (true, true) => Right::Match(use_chance),
        };
        let noise = player.noise();
        let wide = if noise > 0.0 {
            player.wide_menus(class)
        } else {
            menus
        };
        let fight_table = match player.mind() {
            Mind::Fight(objective) => {
                let scale = objective.fight_scale();
                let values = player.library().fight(*objective, class, faces);
                Some(player.desk().ranked(class, &value_order(&values, scale)))
            }
            _ => None,
        };
        let table = fight_table.as_ref().unwrap_or_else(|| player.table(class));
        let by_lot = matches!(player.mind(), Mind::Plain(Rule::Random));
        let lots = [
            (menus, if by_lot { 1.0 - noise } else { 0.0 }),
            (wide, noise),
        ];
        let lots: Vec<(&[Menu], f64)> = lots.into_iter().filter(|lot| lot.1 > 0.0).collect();
        Chain::new(
            menus.len(),
            &roll_chances(faces),
            right,
            |b, fight, roll, visit| {
                let decide = || match player.mind() {
                    Mind::Plain(rule) => rule.choose(&menus[b], fight, roll),
                    _ => None,
                };
                if !by_lot && let Some(code) = table.get(b, fight, roll, decide) {
                    visit(code, 1.0 - noise);
                }
            },
            &lots,
        )
    }

    fn sweepers(&self, class: Class) -> Arc<Vec<Sweeper>> {
        if let Some(known) = self
            .sweepers
            .lock()
            .expect("no panic while solving")
            .get(&class)
        {
            return known.clone();
        }
        let built: Vec<Sweeper> = self
            .player
            .menus(class)
            .iter()
            .cloned()
            .map(Sweeper::new)
            .collect();
        let mut all = self.sweepers.lock().expect("no panic while solving");
        all.entry(class).or_insert(Arc::new(built)).clone()
    }

    /// The chain of a policy that takes the best outcome by values.
    fn by_values(&self, values: &Values, context: &Context, faces: Faces) -> Chain {
        let game = &values.game;
        let sweepers = self.sweepers(context.class(game));
        let chances = roll_chances(faces);
        let by_code = values.codes(context);
        let most = by_code.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut room = Room::new(&sweepers);
        let right = context.mode == Mode::Right;
        let every_match = right && game.rules.right_per_match;
        let used = (right && !every_match).then(|| values.codes(&context.used()));
        let (mut best, mut again): (Vec<Vec<Vec<u16>>>, Vec<Vec<bool>>) =
            (vec![Vec::new()], Vec::new());
        let mut after: Vec<Vec<u16>> = Vec::new();
        let problem = Problem {
            sweepers: &sweepers,
            chances: &chances,
            ends: &by_code[FIGHTS..Outcome::COUNT],
            again: match &used {
                Some(used) => Again::Once(used),
                None if every_match => Again::EveryMatch,
                None => Again::Never,
            },
            cap: 0,
            stall: [0.0; 6],
        };
        for layer in 0..sweepers.len() {
            if let Some(used) = &used {
                problem.value_rerolls(&mut room, layer, used, most);
                after.push(room.best(layer).to_vec());
            }
            problem.name_best(&mut room, layer, &by_code, most);
            best[0].push(room.best(layer).to_vec());
            if right {
                again.push(self.again(&room));
            }
        }
        if used.is_some() {
            best.push(after);
        }
        Chain::named(&chances, &best, &again, every_match)
    }

    /// Where a 1 is rolled again: by the values, or by the policy's own rule.
    fn again(&self, room: &Room) -> Vec<bool> {
        match between::reroll(&self.player.spec.reroll_one) {
            None => room.again().to_vec(),
            Some(p) => {
                // Either never or whenever a 1 shows: `new` refuses what lies between.
                let shows = |at: usize| Roll::from_index(at % ROLLS).blue.shows(1);
                (0..FIGHTS * ROLLS)
                    .map(|at| p == 1.0 && shows(at))
                    .collect()
            }
        }
    }
}

/// The values of a policy over the whole game.
///
/// # Errors
/// If it has no exact values (see [`Follow::new`]).
pub fn values_of(
    library: &Arc<Library>,
    spec: &PolicySpec,
    objective: Objective,
) -> Result<Values> {
    let player = Player::new(spec, library)?;
    let follow = Follow::new(&player)?;
    let game: Arc<Game> = library.game.clone();
    if game.rules.match_cap > 0 && matches!(player.mind(), Mind::Values(_)) {
        return Err(Error::usage(format!(
            "policy {spec}: under a cap on matches only the values of a policy that looks at the table are worked out"
        )));
    }
    let between = ByRule {
        shift: &spec.event_shift,
        heal: &spec.heal,
        gamble: &spec.gamble,
        values: [
            player.shift_values(),
            player.heal_values(),
            player.gamble_values(),
        ],
    };
    let mut values = Values::unsolved(game.clone(), objective);
    let contexts = values.contexts.clone();
    let mut level = 0;
    while level < contexts.list.len() {
        let key = |c: &Context| (c.round, c.row.len(), c.mode == Mode::Right);
        let here = key(&contexts.list[level]);
        let end = level
            + contexts.list[level..]
                .iter()
                .take_while(|c| key(c) == here)
                .count();
        if level == 0 || contexts.list[level - 1].round != here.0 {
            if here.0 < game.last_round {
                values.open_round(here.0 + 1, &between);
            }
            values.close_round(here.0, &between);
        }
        let known = &values;
        let solved: Vec<Vec<f64>> = (level..end)
            .into_par_iter()
            .map(|number| {
                let context = contexts.list[number];
                let chain = follow.chain(&context);
                let mut ends = known.ends(&context);
                if chain.rights == 2 {
                    ends.extend(known.ends(&context.used()));
                }
                let stall = std::array::from_fn(|g| known.lost(context.round, g as u8));
                chain.backward(&ends, game.rules.match_cap, &stall, known.scale())
            })
            .collect();
        for (number, open) in (level..end).zip(solved) {
            values.put_open(number, &open);
        }
        level = end;
    }
    values.open_round(1, &between);
    Ok(values)
}

#[cfg(test)]
mod tests;
