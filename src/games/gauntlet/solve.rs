//! Fills a table of values backward over rounds, rows and events (spec 14), and keeps it in a file.
//!
//! Fights of a level (same round, same number of enemies left) do not depend on each other: they are solved in parallel, those of a
//! class one after the other, each beginning from the values of the one before. A table that was stopped part of the way goes on where it
//! stopped.

use super::contexts::{Context, Mode};
use super::dice::roll_chances;
use super::menu::Menus;
use super::optimal::{Again, Problem, Room};
use super::rules::Class;
use super::rules::exchange::Permit;
use super::rules::game::Game;
use super::spec::Objective;
use super::sweep::Sweeper;
use super::values::{Best, Values};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How far a solution is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Fights solved.
    pub done: usize,
    /// Fights in all.
    pub total: usize,
}

/// Fights that a task solves one after the other.
const RUN: usize = 8;

/// Solves a game for an objective. `told` hears of progress and says whether to go on; when it says no the table is left unfinished.
pub fn optimal(
    game: &Arc<Game>,
    menus: &Menus,
    objective: Objective,
    told: &(dyn Fn(Progress) -> bool + Sync),
) -> Values {
    let mut values = Values::unsolved(game.clone(), objective);
    go_on(&mut values, menus, told);
    values
}

/// Goes on with an unfinished table; true when it is finished.
pub fn go_on(values: &mut Values, menus: &Menus, told: &(dyn Fn(Progress) -> bool + Sync)) -> bool {
    go_on_keeping(values, menus, told, &mut |_| {})
}

/// The same; `keep` gets the table each time that it has grown, to write it somewhere.
pub fn go_on_keeping(
    values: &mut Values,
    menus: &Menus,
    told: &(dyn Fn(Progress) -> bool + Sync),
    keep: &mut dyn FnMut(&Values),
) -> bool {
    let game = values.game.clone();
    let contexts = values.contexts.clone();
    let total = contexts.list.len();
    let done = AtomicUsize::new(values.solved());
    let mut level = 0;
    while level < total {
        let key = |c: &Context| (c.round, c.row.len(), c.mode == Mode::Right);
        let here = key(&contexts.list[level]);
        let end = level
            + contexts.list[level..]
                .iter()
                .take_while(|c| key(c) == here)
                .count();
        if level == 0 || contexts.list[level - 1].round != here.0 {
            if here.0 < game.last_round {
                values.open_round(here.0 + 1, &Best);
            }
            values.close_round(here.0, &Best);
        }
        let mut by_class: BTreeMap<Class, Vec<usize>> = BTreeMap::new();
        for number in (level..end).filter(|&n| !values.is_solved(n)) {
            by_class
                .entry(contexts.list[number].class(&game))
                .or_default()
                .push(number);
        }
        let chances = roll_chances(game.round(here.0).faces);
        for (class, numbers) in by_class {
            let sweepers: Vec<Sweeper> = menus
                .layers(class, Permit::ALL)
                .into_iter()
                .map(Sweeper::new)
                .collect();
            let known: &Values = values;
            let solved: Vec<Option<Vec<Vec<f64>>>> = numbers
                .par_chunks(RUN)
                .map(|run| {
                    let mut room = Room::new(&sweepers);
                    let mut found: Vec<Vec<f64>> = Vec::with_capacity(run.len());
                    for &number in run {
                        if !told(Progress {
                            done: done.load(Ordering::Relaxed),
                            total,
                        }) {
                            return None;
                        }
                        let context = contexts.list[number];
                        let guess = found.last().map(|by_code| layers_of(by_code, known.layers));
                        found.push(solve_fight(
                            known,
                            &context,
                            &sweepers,
                            &chances,
                            &mut room,
                            guess.as_deref(),
                        ));
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                    Some(found)
                })
                .collect();
            let mut stopped = false;
            for (run, found) in numbers.chunks(RUN).zip(solved) {
                match found {
                    Some(found) => run
                        .iter()
                        .zip(found)
                        .for_each(|(&n, by_code)| values.put(n, &by_code)),
                    None => stopped = true,
                }
            }
            if stopped {
                return false;
            }
            keep(values);
        }
        level = end;
    }
    values.open_round(1, &Best);
    told(Progress { done: total, total });
    true
}

/// Values of open fights, layer by layer, out of values by code.
fn layers_of(by_code: &[f64], layers: usize) -> Vec<f64> {
    use super::state::{FIGHTS, Outcome};
    (0..layers)
        .flat_map(|l| by_code[l * Outcome::COUNT..][..FIGHTS].iter().copied())
        .collect()
}

/// The values of a fight, by code, when all that it leads to is known.
fn solve_fight(
    values: &Values,
    context: &Context,
    sweepers: &[Sweeper],
    chances: &[f64],
    room: &mut Room,
    guess: Option<&[f64]>,
) -> Vec<f64> {
    let game = &values.game;
    let ends = values.ends(context);
    let after = (context.mode == Mode::Right && !game.rules.right_per_match)
        .then(|| values.codes(&context.used()));
    let again = match &after {
        Some(after) => Again::Once(after),
        None if context.mode == Mode::Right => Again::EveryMatch,
        None => Again::Never,
    };
    let stall = std::array::from_fn(|glory| values.lost(context.round, glory as u8));
    let problem = Problem {
        sweepers,
        chances,
        ends: &ends,
        again,
        cap: game.rules.match_cap,
        stall,
    };
    problem.solve(room, guess).0
}
