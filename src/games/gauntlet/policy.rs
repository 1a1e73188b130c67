//! A policy ready to play: its five parts with the tables that they look up (spec 13).
//!
//! What is random in it is drawn through the same source of chance as everything else, at sites of its own.

use super::between;
use super::catalogue::Catalogue;
use super::choose::{Rule, best_by_value};
use super::contexts::{Context, Drawn, Mode};
use super::decisions::DecisionTable;
use super::desk::{Desk, Manner};
use super::dice::{Faces, Roll};
use super::library::{Library, best_in};
use super::menu::{Menu, OptionSet};
use super::rules::Class;
use super::rules::exchange::Permit;
use super::rules::game::{Code, Event, Game, Policy};
use super::search;
use super::spec::{
    GambleSpec, HealSpec, MatchSpec, Objective, PolicySpec, RerollSpec, ShiftSpec, ValueSpec,
};
use super::state::{Die, Fight, GameState};
use super::values::{Best, Values};
use crate::chance::{Chance, Dist};
use crate::error::Result;
use std::sync::Arc;

/// How a ready policy plays a match.
#[derive(Debug)]
pub enum Mind {
    /// By a rule that needs nothing but the table.
    Plain(Rule),
    /// By the values of the single fight.
    Fight(Objective),
    /// By the values of the whole game.
    Values(Arc<Values>),
    /// By playing games out.
    Rollout(Box<Player>, u32),
    /// By tree search.
    Mcts(Box<Player>, u32),
}

/// A policy ready to play.
#[derive(Debug)]
pub struct Player {
    /// As named.
    pub spec: PolicySpec,
    library: Arc<Library>,
    mind: Mind,
    desk: Arc<Desk>,
    /// Values for decisions outside of matches.
    shift_values: Option<Arc<Values>>,
    heal_values: Option<Arc<Values>>,
    reroll_values: Option<Arc<Values>>,
    gamble_values: Option<Arc<Values>>,
    /// Uniform over 1, 2, … options.
    uniform: Vec<Dist<u16>>,
    /// Whether a decision is left to its noise, in the order of [`super::spec::DECISIONS`]; `None` for those without.
    shaken: [Option<Dist<bool>>; 5],
}

/// More options than any roll has.
const MOST_OPTIONS: u16 = 600;

impl Player {
    /// Makes a policy ready; what it needs is looked up or worked out.
    ///
    /// # Errors
    /// If values cannot be worked out.
    pub fn new(spec: &PolicySpec, library: &Arc<Library>) -> Result<Self> {
        let (manner, part) = Manner::of(&spec.matches);
        let mind = match part {
            MatchSpec::Fight(objective) => {
                library.uncapped()?;
                Mind::Fight(*objective)
            }
            MatchSpec::Optimal(objective) => {
                Mind::Values(library.values(&ValueSpec::Optimal(*objective))?)
            }
            MatchSpec::Improve(objective, of) => {
                Mind::Values(library.values(&ValueSpec::Of(*objective, of.clone()))?)
            }
            MatchSpec::Rollout(of, games) => {
                Mind::Rollout(Box::new(Self::new(of, library)?), *games)
            }
            MatchSpec::Mcts(of, games) => Mind::Mcts(Box::new(Self::new(of, library)?), *games),
            MatchSpec::Plain(plain) => Mind::Plain(plain.rule),
            MatchSpec::NoBargain(_) | MatchSpec::Noisy(..) => unreachable!("looked through"),
        };
        let values = |of: Option<&ValueSpec>| of.map(|v| library.values(v)).transpose();
        let shaken = |millionths: u32| {
            let (yes, no) = (u64::from(millionths), 1_000_000 - u64::from(millionths));
            (yes > 0).then(|| Dist::new([(true, yes), (false, no)]))
        };
        Ok(Self {
            mind,
            desk: library.desk(&spec.matches),
            shift_values: values(match spec.event_shift.calm() {
                ShiftSpec::Values(v) => Some(v),
                _ => None,
            })?,
            heal_values: values(match spec.heal.calm() {
                HealSpec::Values(v) => Some(v),
                _ => None,
            })?,
            reroll_values: values(match spec.reroll_one.calm() {
                RerollSpec::Values(v) => Some(v),
                _ => None,
            })?,
            gamble_values: values(match spec.gamble.calm() {
                GambleSpec::Values(v) => Some(v),
                _ => None,
            })?,
            uniform: (1..=MOST_OPTIONS).map(|n| Dist::uniform(0..n)).collect(),
            shaken: [
                spec.event_shift.noise(),
                spec.heal.noise(),
                spec.reroll_one.noise(),
                manner.noise,
                spec.gamble.noise(),
            ]
            .map(shaken),
            spec: spec.clone(),
            library: library.clone(),
        })
    }

    /// The shared tables.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// How it plays a match.
    pub fn mind(&self) -> &Mind {
        &self.mind
    }

    /// What it has of tables.
    pub fn desk(&self) -> &Arc<Desk> {
        &self.desk
    }

    /// What it lets itself do in a match.
    pub fn permit(&self) -> Permit {
        self.desk.manner.permit
    }

    /// Values by which it moves the event die, if it does so by values.
    pub fn shift_values(&self) -> Option<&Values> {
        self.shift_values.as_deref()
    }

    /// Values by which it heals.
    pub fn heal_values(&self) -> Option<&Values> {
        self.heal_values.as_deref()
    }

    /// Values by which it gambles.
    pub fn gamble_values(&self) -> Option<&Values> {
        self.gamble_values.as_deref()
    }

    /// Chance of a random outcome.
    pub fn noise(&self) -> f64 {
        f64::from(self.desk.manner.noise) / 1e6
    }

    /// Its menus in a class, by layer of the bargain.
    pub fn menus(&self, class: Class) -> &[Menu] {
        self.desk.menus(class)
    }

    /// The menus of its noise, see [`Desk::wide_menus`].
    pub fn wide_menus(&self, class: Class) -> &[Menu] {
        self.desk.wide_menus(class)
    }

    /// The table of decisions of a rule that needs nothing but the table, in a class.
    pub fn table(&self, class: Class) -> &DecisionTable {
        self.desk.table(class)
    }

    /// The actions to show in a class, by layer of the bargain.
    pub fn catalogues(&self, class: Class) -> &[Catalogue] {
        self.desk.catalogues(class)
    }

    /// True when every decision depends on the table alone and none on chance.
    pub fn is_plain(&self) -> bool {
        matches!(
            self.mind,
            Mind::Plain(Rule::Greedy | Rule::Weigh(_) | Rule::List(_))
        ) && self.desk.manner.noise == 0
    }

    /// What it chooses without noise; `None` where that is left to chance or to games played out.
    pub fn choice(&self, game: &Game, state: &GameState, roll: Roll) -> Option<Code> {
        let (class, layer) = (game.class(state), usize::from(state.bargained()));
        match &self.mind {
            Mind::Values(values) => {
                let menu = &self.menus(class)[layer];
                Some(best_in(values, &Context::of(game, state), menu, state.fight(), roll).0)
            }
            _ => self.choice_at(
                class,
                game.round(state.round()).faces,
                layer,
                state.fight(),
                roll,
            ),
        }
    }

    /// The same outside of a game; `None` also for policies that need one.
    pub fn choice_at(
        &self,
        class: Class,
        faces: Faces,
        layer: usize,
        fight: Fight,
        roll: Roll,
    ) -> Option<Code> {
        let menu = &self.menus(class)[layer];
        match &self.mind {
            Mind::Plain(rule) => self
                .table(class)
                .get(layer, fight, roll, || rule.choose(menu, fight, roll)),
            Mind::Fight(objective) => {
                let values = self.library.fight(*objective, class, faces);
                let mut options = OptionSet::default();
                menu.collect(fight, roll, &mut options);
                let scale = objective.fight_scale();
                Some(best_by_value(|| options.iter(), |code| values[usize::from(code.0)], scale).0)
            }
            Mind::Values(_) | Mind::Rollout(..) | Mind::Mcts(..) => None,
        }
    }

    /// One of `n` options, each with the same chance.
    fn any<C: Chance>(&self, site: &'static str, n: usize, chance: &mut C) -> usize {
        usize::from(chance.draw(site, &self.uniform[n - 1]))
    }

    /// Whether a decision (by its place in [`super::spec::DECISIONS`]) is left to its noise this time.
    fn shaken<C: Chance>(&self, decision: usize, site: &'static str, chance: &mut C) -> bool {
        let dist = self.shaken[decision].as_ref();
        dist.is_some_and(|d| chance.draw(site, d))
    }
}

/// The context of the row as it was drawn, with the event still open.
fn drawn(state: &GameState) -> Drawn {
    Drawn {
        deck: state.deck(),
        row: state.row(),
    }
}

impl Policy for Player {
    fn event_shift<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        die: u8,
        chance: &mut C,
    ) -> i8 {
        // Asked again only under `event_shift=many`, where an earlier step makes no difference.
        let options = || game.shifts(die, state.glory(), false);
        let spec = self.spec.event_shift.calm();
        if *spec == ShiftSpec::Random || self.shaken(0, "shift_noise", chance) {
            let n = self.any("any_shift", options().count(), chance);
            return options().nth(n).expect("one of them");
        }
        match &self.shift_values {
            Some(values) => {
                let (round, health, glory) = (state.round(), state.health(), state.glory());
                let options =
                    values.shift_options(round, drawn(state), health, die, glory, false, &Best);
                options.best(super::choose::MARGIN * values.scale()).0
            }
            None => between::shift(spec, game, die, state.glory(), options(), || 0).first(),
        }
    }

    fn heal<C: Chance>(&self, game: &Game, state: &GameState, chance: &mut C) -> Die {
        let health = state.health();
        let spec = self.spec.heal.calm();
        if *spec == HealSpec::Random || self.shaken(1, "heal_noise", chance) {
            let n = self.any("any_heal", health.remaining().count(), chance);
            return health.remaining().nth(n).expect("one of them");
        }
        match &self.heal_values {
            Some(values) => {
                let context = Context {
                    round: state.round(),
                    mode: Mode::of(Event::Heal),
                    deck: Context::deck_of(game, state.round(), state.deck()),
                    row: state.row(),
                };
                values
                    .heal_options(&context, health, state.glory())
                    .best(super::choose::MARGIN * values.scale())
                    .0
            }
            None => between::heal(spec, health, || Die::High).first(),
        }
    }

    fn reroll_one<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> bool {
        let spec = self.spec.reroll_one.calm();
        if *spec == RerollSpec::Random || self.shaken(2, "reroll_noise", chance) {
            return self.any("any_reroll", 2, chance) == 1;
        }
        match &self.reroll_values {
            Some(values) => {
                let class = game.class(state);
                let menu = &self.wide_menus(class)[usize::from(state.bargained())];
                let context = Context::of(game, state);
                let later = if game.rules.right_per_match {
                    context
                } else {
                    context.used()
                };
                let keep = best_in(values, &context, menu, state.fight(), roll).1;
                let again: f64 = (1..=6)
                    .map(|v| {
                        best_in(values, &later, menu, state.fight(), Game::rerolled(roll, v)).1
                    })
                    .sum();
                again / 6.0 > keep + super::choose::MARGIN * values.scale()
            }
            None => *spec == RerollSpec::First,
        }
    }

    fn play_match<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> Code {
        let random = matches!(self.mind, Mind::Plain(Rule::Random));
        let shaken = self.shaken(3, "match_noise", chance);
        if random || shaken {
            let menus = if shaken {
                self.wide_menus(game.class(state))
            } else {
                self.menus(game.class(state))
            };
            let mut options = OptionSet::default();
            menus[usize::from(state.bargained())].collect(state.fight(), roll, &mut options);
            let n = self.any("any_outcome", options.len(), chance);
            return options.nth(n).expect("one of them");
        }
        match &self.mind {
            Mind::Rollout(with, games) => {
                search::rollout(self, with, *games, game, state, roll, chance)
            }
            Mind::Mcts(with, games) => search::tree(self, with, *games, game, state, roll, chance),
            _ => self
                .choice(game, state, roll)
                .expect("decided by the table"),
        }
    }

    fn gamble<C: Chance>(&self, game: &Game, state: &GameState, chance: &mut C) -> Option<Die> {
        let health = state.health();
        let spec = self.spec.gamble.calm();
        if *spec == GambleSpec::Random || self.shaken(4, "gamble_noise", chance) {
            let n = self.any("any_gamble", between::gambles(health).count(), chance);
            return between::gambles(health).nth(n).expect("one of them");
        }
        match &self.gamble_values {
            Some(values) => {
                let deck = state.deck();
                let options = values.gamble_options(state.round(), deck, health, state.glory());
                options.best(super::choose::MARGIN * values.scale()).0
            }
            None => between::gamble(spec, health, || None).first(),
        }
        .filter(|_| state.round() < game.last_round)
    }
}
