//! What now? The options of a situation at the table, ranked by exact values (spec 15): over the enemies that are left.

use super::contexts::Context;
use super::dice::{Roll, roll_chances};
use super::exact::Bouts;
use super::library::Library;
use super::menu::{Menu, Menus};
use super::optimal::{Again, Problem, Room, fight_ends, fight_stall};
use super::rules::exchange::Permit;
use super::rules::game::{Code, Game};
use super::rules::{Class, Rules};
use super::spec::Objective;
use super::state::{FIGHTS, Fight, Outcome, PLAYERS, player_from_index};
use super::sweep::Sweeper;
use super::values::Values;
use crate::error::{Error, Result};

/// The optimal values of a row of enemies.
#[derive(Debug, Clone)]
pub struct RowValues {
    /// For each enemy: values of all codes with event 1's right unused (where it is there), and with it used or never there.
    pub enemies: Vec<[Vec<f64>; 2]>,
    row: Bouts,
}

impl RowValues {
    /// Works out a row from its last enemy.
    pub fn new(menus: &Menus, row: &Bouts, objective: Objective) -> Self {
        let chances = roll_chances(row.faces);
        let mut enemies: Vec<[Vec<f64>; 2]> = Vec::new();
        for at in (0..row.enemies.len()).rev() {
            let class = Class::new(menus.rules.ability(row.enemies[at].ability), row.ties);
            let sweepers: Vec<Sweeper> = menus
                .layers(class, Permit::ALL)
                .into_iter()
                .map(Sweeper::new)
                .collect();
            let mut room = Room::new(&sweepers);
            let mut solve = |right: usize, again: Again<'_>| {
                let mut ends = fight_ends(objective);
                if let Some(next) = enemies.last() {
                    for (player, end) in ends.iter_mut().enumerate().take(PLAYERS) {
                        *end = entry(&next[right], row, at + 1, player);
                    }
                }
                let stall = fight_stall(objective);
                let cap = menus.rules.match_cap;
                Problem {
                    sweepers: &sweepers,
                    chances: &chances,
                    ends: &ends,
                    again,
                    cap,
                    stall,
                }
                .solve(&mut room, None)
                .0
            };
            let per_match = menus.rules.right_per_match;
            let used = solve(1, Again::Never);
            let unused = match (row.right, per_match) {
                (false, _) => used.clone(),
                (true, true) => solve(0, Again::EveryMatch),
                (true, false) => solve(0, Again::Once(&used)),
            };
            enemies.push([unused, used]);
        }
        enemies.reverse();
        Self {
            enemies,
            row: row.clone(),
        }
    }

    /// The options of a roll against enemy `at` of the row (from 0). `used`: whether event 1's right is used or was never there.
    pub fn advice(&self, menus: &Menus, at: usize, used: bool, fight: Fight, roll: Roll) -> Advice {
        let class = Class::new(
            menus.rules.ability(self.row.enemies[at].ability),
            self.row.ties,
        );
        let menu = menus.menu(class, Permit::ALL, false);
        let nothing = menus.menu(class, Permit::NOTHING, false);
        let values = &self.enemies[at][usize::from(used)];
        Advice::new(&menu, &nothing, fight, roll, by_code(values))
    }

    /// What it is worth to keep a roll with a 1 and to roll the 1 again, against enemy `at`, while event 1 allows it.
    pub fn reroll(&self, menus: &Menus, at: usize, fight: Fight, roll: Roll) -> (f64, f64) {
        let keep = self.advice(menus, at, false, fight, roll).value();
        let again = |v: u8| {
            self.advice(
                menus,
                at,
                !menus.rules.right_per_match,
                fight,
                Game::rerolled(roll, v),
            )
            .value()
        };
        (keep, (1..=6).map(again).sum::<f64>() / 6.0)
    }

    /// The value at the start of the row.
    pub fn start(&self) -> f64 {
        let (health, glory) = self.row.start;
        entry(
            &self.enemies[0][0],
            &self.row,
            0,
            super::state::player_index(health, glory),
        )
    }
}

/// The value of meeting an enemy.
fn entry(by_code: &[f64], row: &Bouts, at: usize, player: usize) -> f64 {
    let (health, glory) = player_from_index(player);
    let enemy = Rules::entry_health(row.enemies[at].health, glory);
    by_code[Fight {
        health,
        glory,
        enemy,
    }
    .index()]
}

/// The options of a roll, ranked.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// Outcomes with values, best first.
    pub options: Vec<(Code, f64)>,
    /// Value of doing nothing.
    pub do_nothing: f64,
}

impl Advice {
    /// Ranks the options of a menu by values of codes. `nothing`: the menu of a player who does nothing.
    pub fn new(
        menu: &Menu,
        nothing: &Menu,
        fight: Fight,
        roll: Roll,
        value: impl Fn(Code) -> f64,
    ) -> Self {
        let options = super::library::rank(menu, fight, roll, &value).options;
        let do_nothing = value(nothing.options(fight, roll)[0]);
        Self {
            options,
            do_nothing,
        }
    }

    /// The value of the best option.
    pub fn value(&self) -> f64 {
        self.options[0].1
    }

    /// The options within a margin of the best.
    pub fn best(&self, margin: f64) -> impl Iterator<Item = Code> + '_ {
        let most = self.value();
        self.options
            .iter()
            .take_while(move |o| o.1 >= most - margin)
            .map(|o| o.0)
    }

    /// The value of the best option that is not among the best; `None` if all are equal.
    pub fn second(&self, margin: f64) -> Option<f64> {
        let most = self.value();
        self.options
            .iter()
            .map(|o| o.1)
            .find(|v| *v < most - margin)
    }
}

/// The options of a roll in a whole game, by the values of all of it. `bargained`: whether the bargain has been struck against this enemy.
///
/// # Errors
/// If such a fight cannot come up in this game.
pub fn in_game(
    library: &Library,
    values: &Values,
    context: &Context,
    bargained: bool,
    fight: Fight,
    roll: Roll,
) -> Result<Advice> {
    let number = values.contexts.find(context).ok_or_else(|| {
        Error::usage(format!(
            "no game comes to round {} with that row, deck and event",
            context.round
        ))
    })?;
    let class = context.class(&values.game);
    let menu = library.menus.menu(class, Permit::ALL, bargained);
    let nothing = library.menus.menu(class, Permit::NOTHING, bargained);
    Ok(Advice::new(&menu, &nothing, fight, roll, |code| {
        values.code(context, number, code)
    }))
}

/// What it is worth to keep a roll with a 1 and to roll the 1 again, while event 1 allows it.
///
/// # Errors
/// As [`in_game`].
pub fn reroll_in_game(
    library: &Library,
    values: &Values,
    context: &Context,
    bargained: bool,
    fight: Fight,
    roll: Roll,
) -> Result<(f64, f64)> {
    let later = if values.game.rules.right_per_match {
        *context
    } else {
        context.used()
    };
    let keep = in_game(library, values, context, bargained, fight, roll)?.value();
    let mut again = 0.0;
    for value in 1..=6 {
        let roll = Game::rerolled(roll, value);
        again += in_game(library, values, &later, bargained, fight, roll)?.value() / 6.0;
    }
    Ok((keep, again))
}

/// Reads the values of codes in one list.
pub fn by_code(values: &[f64]) -> impl Fn(Code) -> f64 + '_ {
    debug_assert_eq!(values.len(), 2 * Outcome::COUNT);
    debug_assert!(values.len() > FIGHTS);
    |code| values[usize::from(code.0)]
}
