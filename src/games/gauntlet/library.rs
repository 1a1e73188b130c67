//! What policies look up: menus, values of whole games, values of single fights. Worked out when first asked for, then shared.

use super::cache::{self, Cache};
use super::choose::best_by_value;
use super::contexts::Context;
use super::desk::{Desk, Manner};
use super::dice::{Faces, Roll, roll_chances};
use super::menu::{Menu, Menus, OptionSet};
use super::optimal::{Again, Problem, Room, fight_ends, fight_stall};
use super::rules::Class;
use super::rules::exchange::Permit;
use super::rules::game::{Code, Game};
use super::solve::Progress;
use super::spec::{MatchSpec, Objective, ValueSpec};
use super::state::Fight;
use super::sweep::Sweeper;
use super::values::Values;
use crate::error::{Error, Result};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

type Shelf<K, V> = Mutex<HashMap<K, Arc<V>>>;

/// What depends on the rules alone: the values of single fights, and the tables of each way to play a match.
#[derive(Debug, Default)]
struct Common {
    fights: Shelf<(Objective, Class, Faces), Vec<f64>>,
    desks: Shelf<MatchSpec, Desk>,
}

/// The shared tables of a game.
pub struct Library {
    /// The game.
    pub game: Arc<Game>,
    /// What can come of rolls.
    pub menus: Arc<Menus>,
    games: Shelf<ValueSpec, Values>,
    common: Arc<Common>,
    cache: Option<Cache>,
    told: Box<dyn Fn(Progress) -> bool + Sync + Send>,
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library")
            .field("game", &self.game)
            .finish_non_exhaustive()
    }
}

impl Library {
    /// Of a game, nothing worked out.
    pub fn new(game: Game) -> Self {
        let menus = Arc::new(Menus::new(&game.rules));
        Self {
            game: Arc::new(game),
            menus,
            games: Mutex::default(),
            common: Arc::default(),
            cache: None,
            told: Box::new(|_| true),
        }
    }

    /// Of a game beside another: under the same rules they share all that depends on the rules alone.
    pub fn beside(game: Game, other: &Self) -> Self {
        if game.rules != other.game.rules {
            return Self::new(game);
        }
        Self {
            menus: other.menus.clone(),
            common: other.common.clone(),
            game: Arc::new(game),
            games: Mutex::default(),
            cache: None,
            told: Box::new(|_| true),
        }
    }

    /// The tables of a way to play a match.
    pub fn desk(&self, matches: &MatchSpec) -> Arc<Desk> {
        let mut desks = self.common.desks.lock().expect("no panic while looking up");
        let new = || Arc::new(Desk::new(Manner::of(matches).0, &self.menus));
        desks.entry(matches.clone()).or_insert_with(new).clone()
    }

    /// Who hears of the progress of long solutions, and may stop them.
    #[must_use]
    pub fn telling(mut self, told: impl Fn(Progress) -> bool + Sync + Send + 'static) -> Self {
        self.told = Box::new(told);
        self
    }

    /// Where solved games are kept; nowhere unless this is said.
    #[must_use]
    pub fn cached(mut self, cache: Option<Cache>) -> Self {
        self.cache = cache;
        self
    }

    /// Puts in values that were worked out before.
    pub fn put(&self, spec: ValueSpec, values: Values) {
        self.games
            .lock()
            .expect("no panic while solving")
            .insert(spec, Arc::new(values));
    }

    /// The values of whole games: the optimum's or a policy's.
    ///
    /// # Errors
    /// If solving was stopped, or the policy's values cannot be worked out.
    pub fn values(self: &Arc<Self>, spec: &ValueSpec) -> Result<Arc<Values>> {
        if let Some(known) = self.games.lock().expect("no panic while solving").get(spec) {
            return Ok(known.clone());
        }
        let mut finished = true;
        let values = match spec {
            ValueSpec::Optimal(objective) => {
                let told = |p: Progress| (self.told)(p);
                let cache = self.cache.as_ref();
                let solution = cache::solved(&self.game, &self.menus, *objective, cache, &told)?;
                finished = solution.finished;
                solution.values
            }
            ValueSpec::Of(objective, policy) => super::follow::values_of(self, policy, *objective)?,
        };
        if !finished {
            return Err(Error::runtime("solving was stopped before it was finished"));
        }
        let values = Arc::new(values);
        self.games
            .lock()
            .expect("no panic while solving")
            .insert(spec.clone(), values.clone());
        Ok(values)
    }

    /// That single fights are played without a cap on matches, as the policy `fight:` must have it: the values of a capped fight depend on the
    /// matches left, which it does not look at.
    ///
    /// # Errors
    /// Under a cap.
    pub fn uncapped(&self) -> Result<()> {
        match self.game.rules.match_cap {
            0 => Ok(()),
            cap => Err(Error::usage(format!(
                "--set match_cap={cap}: under a cap on matches the best play of a fight depends on the matches left, which the policy fight: does not look at; leave out match_cap or take another policy"
            ))),
        }
    }

    /// The optimal values of all codes in one fight, by class and reroll faces.
    pub fn fight(&self, objective: Objective, class: Class, faces: Faces) -> Arc<Vec<f64>> {
        let key = (objective, class, faces);
        if let Some(known) = self
            .common
            .fights
            .lock()
            .expect("no panic while solving")
            .get(&key)
        {
            return known.clone();
        }
        let values = Arc::new(fight_values(&self.menus, objective, class, faces));
        self.common
            .fights
            .lock()
            .expect("no panic while solving")
            .entry(key)
            .or_insert(values)
            .clone()
    }
}

/// The optimal values of all codes in one fight.
pub fn fight_values(menus: &Menus, objective: Objective, class: Class, faces: Faces) -> Vec<f64> {
    let ends = fight_ends(objective);
    optimal_fight(
        menus,
        class,
        faces,
        &ends,
        Again::Never,
        fight_stall(objective),
    )
}

/// The optimal values of all codes in a fight whose ends have these values.
pub fn optimal_fight(
    menus: &Menus,
    class: Class,
    faces: Faces,
    ends: &[f64],
    again: Again<'_>,
    stall: [f64; 6],
) -> Vec<f64> {
    let sweepers: Vec<Sweeper> = menus
        .layers(class, Permit::ALL)
        .into_iter()
        .map(Sweeper::new)
        .collect();
    let chances = roll_chances(faces);
    let problem = Problem {
        sweepers: &sweepers,
        chances: &chances,
        ends,
        again,
        cap: menus.rules.match_cap,
        stall,
    };
    problem.solve(&mut Room::new(&sweepers), None).0
}

/// Options of a roll with their values, best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// Outcomes and values, best first; equal ones in the order of ties.
    pub options: Vec<(Code, f64)>,
}

/// Ranks the options of a roll.
pub fn rank(menu: &Menu, fight: Fight, roll: Roll, value: impl Fn(Code) -> f64) -> Ranked {
    let mut options: Vec<(Code, f64)> = menu
        .options(fight, roll)
        .into_iter()
        .map(|c| (c, value(c)))
        .collect();
    options.sort_by(|a, b| {
        b.1.total_cmp(&a.1)
            .then_with(|| super::choose::tie_key(a.0).cmp(&super::choose::tie_key(b.0)))
    });
    Ranked { options }
}

/// The best option of a roll by the values of a context, and its value.
pub fn best_in(
    values: &Values,
    context: &Context,
    menu: &Menu,
    fight: Fight,
    roll: Roll,
) -> (Code, f64) {
    let number = values.contexts.number(context);
    let mut options = OptionSet::default();
    menu.collect(fight, roll, &mut options);
    best_by_value(
        || options.iter(),
        |code| values.code(context, number, code),
        values.scale(),
    )
}

#[cfg(test)]
mod tests {
    use super::super::rules::{Ability, Rules, Ties};
    use super::super::state::FIGHTS;
    use super::*;

    /// `mutual_kill=conquest` is about the last enemy of the game: who falls with an enemy has not survived the fight.
    #[test]
    fn to_fall_together_is_not_to_survive() {
        let values = |mutual: &str| {
            let mut rules = Rules::rulebook();
            rules.set("bargain", "off").unwrap();
            rules.set("mutual_kill", mutual).unwrap();
            let class = Class::new(Ability::None, Ties::Nobody);
            fight_values(&Menus::new(&rules), Objective::Win, class, Faces::NONE)
        };
        let (death, conquest) = (values("death"), values("conquest"));
        let same = |at: usize| (death[at] - conquest[at]).abs() < 1e-9;
        assert!((0..FIGHTS).all(same));
    }
}
