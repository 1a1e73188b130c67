//! Two named policies as worlds: whose mind each `optimal` part asks, in which order the minds can be worked out.

use super::compiled::Compiled;
use super::options::Options;
use super::units::Units;
use super::worlds::{Seat, Way};
use crate::error::{Error, Result};
use crate::games::clash::policy::{LossRule, NetRule, Parts, Policy, RemainderWorth, RerollRule};
use crate::games::clash::rules::Rules;
use crate::games::clash::spec::PolicySpec;
use crate::games::clash::unit::Unit;
use std::rc::Rc;
use std::sync::Arc;

/// Most minds of a question: `best_response:best_response:…` is not nested deeper.
pub const MOST_MINDS: usize = 4;

/// The policies of a question, ready to be evaluated.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Teams and animals.
    pub units: Arc<Units>,
    /// Legal choices; `None` when everything is fixed.
    pub options: Option<Arc<Options>>,
    /// The worlds in which somebody thinks, each after those it refers to.
    pub minds: Vec<[Seat; 2]>,
    /// How attacker and defender play.
    pub seats: [Seat; 2],
}

struct Builder<'r> {
    rules: &'r Rules,
    units: Arc<Units>,
    worth: Option<Rc<RemainderWorth>>,
    compiled: Vec<(Parts, Arc<Compiled>)>,
    minds: Vec<(Mind, [Seat; 2])>,
}

/// What a mind assumes: both best, or the side's best against a known policy.
#[derive(Clone, PartialEq)]
enum Mind {
    Minimax,
    Answer(usize, PolicySpec),
}

impl Plan {
    /// Resolves the policies of attacker and defender. `worth`: what the loss rule `table` looks up, asked for only if needed.
    ///
    /// # Errors
    /// Best responses nested more than four deep.
    pub fn new(
        rules: &Rules,
        specs: [&PolicySpec; 2],
        animals: &[Unit],
        worth: &dyn Fn() -> Rc<RemainderWorth>,
    ) -> Result<Self> {
        let tabled = |s: &PolicySpec| {
            let mut spec = Some(s);
            std::iter::from_fn(move || spec.inspect(|s| spec = s.answers.as_deref()))
                .any(|s| s.parts.losses == LossRule::Table)
        };
        let mut builder = Builder {
            rules,
            units: Arc::new(Units::new(rules, animals)),
            worth: specs.iter().any(|s| tabled(s)).then(worth),
            compiled: Vec::new(),
            minds: Vec::new(),
        };
        let seats = [builder.seat(specs[0], 0), builder.seat(specs[1], 1)];
        if builder.minds.len() > MOST_MINDS {
            return Err(Error::usage(format!(
                "best responses nested so deep are not worked out: at most {MOST_MINDS} in a question"
            )));
        }
        let options =
            (!builder.minds.is_empty()).then(|| Arc::new(Options::new(rules, &builder.units)));
        Ok(Self {
            units: builder.units,
            options,
            minds: builder.minds.into_iter().map(|(_, seats)| seats).collect(),
            seats,
        })
    }

    /// True when both sides play by fixed rules.
    pub fn is_fixed(&self) -> bool {
        self.minds.is_empty()
    }

    /// The mind in whose world both sides play just as they do, if there is one.
    pub fn own_mind(&self) -> Option<usize> {
        self.minds.iter().position(|m| *m == self.seats)
    }
}

impl Builder<'_> {
    fn compiled(&mut self, parts: &Parts) -> Arc<Compiled> {
        let simple = Parts::simple();
        let fixed = Parts {
            net_targets: if parts.net_targets == NetRule::Optimal {
                simple.net_targets
            } else {
                parts.net_targets
            },
            reroll: if parts.reroll == RerollRule::Optimal {
                simple.reroll
            } else {
                parts.reroll
            },
            losses: if parts.losses == LossRule::Optimal {
                simple.losses
            } else {
                parts.losses
            },
        };
        if let Some((_, known)) = self.compiled.iter().find(|(p, _)| *p == fixed) {
            return known.clone();
        }
        let policy = Policy::solved(fixed, None, self.worth.clone());
        let new = Arc::new(Compiled::new(self.rules, &self.units, &policy));
        self.compiled.push((fixed, new.clone()));
        new
    }

    fn seat(&mut self, spec: &PolicySpec, side: usize) -> Seat {
        let compiled = self.compiled(&spec.parts);
        if !spec.parts.needs_solver() {
            return Seat {
                compiled,
                ways: [Way::Fixed; 3],
            };
        }
        let best = Way::Best(self.mind(spec, side));
        let way = |optimal: bool| if optimal { best } else { Way::Fixed };
        let parts = &spec.parts;
        let optimal = [
            parts.net_targets == NetRule::Optimal,
            parts.reroll == RerollRule::Optimal,
            parts.losses == LossRule::Optimal,
        ];
        Seat {
            compiled,
            ways: optimal.map(way),
        }
    }

    /// The number of the mind that a policy with optimal parts asks.
    fn mind(&mut self, spec: &PolicySpec, side: usize) -> usize {
        let mind = match &spec.answers {
            None => Mind::Minimax,
            Some(known) => Mind::Answer(side, (**known).clone()),
        };
        if let Some(at) = self.minds.iter().position(|(m, _)| *m == mind) {
            return at;
        }
        let other = spec
            .answers
            .as_ref()
            .map(|known| self.seat(known, 1 - side));
        let at = self.minds.len();
        let thinker = Seat {
            compiled: self.compiled(&Parts::simple()),
            ways: [Way::Best(at); 3],
        };
        let mut seats = [thinker.clone(), thinker];
        if let Some(other) = other {
            seats[1 - side] = other;
        }
        self.minds.push((mind, seats));
        at
    }
}
