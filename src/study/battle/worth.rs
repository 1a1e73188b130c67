//! P(win) of many duels: exact where that is quick, sampled over common random numbers elsewhere.

use crate::error::{Error, Result};
use crate::games::battle::duel::Duel;
use crate::games::battle::exact::{Exact, exact, expected_states, win_a, wins};
use crate::games::battle::fighter::Fighter;
use crate::games::battle::playouts::Duels;
use crate::games::battle::rules::Rules;
use crate::games::battle::situations::Memory;
use crate::playout::{Compare, Plan, StoppedBy, on_interrupt, run};
use crate::report::{Method, Question};
use crate::study::battle::{Estimate, Ground, Sided};
use std::sync::Arc;

/// Playouts a duel where it must be sampled and no number was given.
pub const USUAL: u64 = 200_000;

/// How duels are worked out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worth {
    /// Playouts a duel, where sampling was asked for.
    pub playouts: Option<u64>,
    /// Exact whatever it takes.
    pub exact_only: bool,
    /// Threads.
    pub threads: Option<usize>,
    /// Duels with more states than this are sampled.
    pub most_states: f64,
}

impl Default for Worth {
    fn default() -> Self {
        Self {
            playouts: None,
            exact_only: false,
            threads: None,
            most_states: super::worth::MOST_STATES,
        }
    }
}

/// Duels of questions that ask many at once are sampled above this.
pub const MOST_STATES: f64 = 200_000.0;

/// A duel between two sides.
///
/// # Errors
/// As [`Duel::of`].
pub fn duel(ground: &Ground, rules: &Arc<Rules>, a: &Sided, b: &Sided) -> Result<Duel> {
    let fighter = |s: &Sided| Fighter::new(&ground.data, &rules.readings, &s.gladiator);
    Duel::of(
        rules.clone(),
        [fighter(a)?, fighter(b)?],
        [a.parts, b.parts],
        None,
    )
}

impl Worth {
    /// Whether a duel is worked out.
    pub fn solves(&self, duel: &Duel) -> bool {
        self.exact_only || self.playouts.is_none() && expected_states(duel) <= self.most_states
    }

    /// P(a wins).
    ///
    /// # Errors
    /// Too many states, or an interrupt.
    pub fn win(&self, ground: &Ground, duel: &Duel) -> Result<Estimate> {
        Ok(self.wins(ground, duel)?[0])
    }

    /// P(a wins) and P(b wins), of one run where they are sampled.
    ///
    /// # Errors
    /// As [`Worth::win`].
    pub fn wins(&self, ground: &Ground, duel: &Duel) -> Result<[Estimate; 2]> {
        if self.solves(duel) {
            let mut memory = Memory::new(&duel.rules);
            return Ok(wins(duel, &mut memory)?.map(Estimate::exact));
        }
        let duels = Duels::new(duel.clone());
        let run = run(&duels, &self.plan(ground)?)?;
        stopped(run.stopped_by)?;
        let c = run.tally.counts();
        Ok([0, 1].map(|side| Estimate::share(c.wins(side), c.n(), ground.confidence, None)))
    }

    /// P(a wins) of `better` less that of `base`: exact, or paired over common random numbers.
    ///
    /// # Errors
    /// As [`Worth::win`].
    pub fn gain(&self, ground: &Ground, better: &Duel, base: &Duel) -> Result<Estimate> {
        if self.solves(better) && self.solves(base) {
            let mut ex = Memory::new(&better.rules);
            let (b, a) = (win_a(better, &mut ex)?, win_a(base, &mut ex)?);
            return Ok(Estimate::exact(b - a));
        }
        // Played by the rules: whole exchanges read off tables would not share their dice.
        let [better, base] = [better, base].map(|duel| Duels::literal(duel.clone()));
        let run = run(&Compare::new(&better, &base), &self.plan(ground)?)?;
        stopped(run.stopped_by)?;
        Ok(Estimate::mean(
            &run.tally.difference,
            ground.confidence,
            None,
        ))
    }

    /// The whole distribution of a duel, exact; `None` where it is to be sampled.
    ///
    /// # Errors
    /// Too many states.
    pub fn whole(&self, duel: &Duel) -> Result<Option<Exact>> {
        self.solves(duel).then(|| exact(duel)).transpose()
    }

    /// How runs are done.
    ///
    /// # Errors
    /// If interrupts cannot be watched.
    pub fn plan(&self, ground: &Ground) -> Result<Plan<'static>> {
        Ok(Plan {
            threads: self.threads,
            interrupt: Some(on_interrupt()?),
            ..Plan::new(self.playouts.unwrap_or(USUAL), ground.seed)
        })
    }

    /// Tells in a question how its figures came about.
    pub fn tell(&self, ground: &Ground, question: &mut Question, any_sampled: bool) {
        if any_sampled {
            question.method = Method::Mc;
            question.seed = Some(ground.seed);
            question.playouts = self.playouts.unwrap_or(USUAL);
            question.stopped_by = Some(StoppedBy::Playouts.name().into());
        }
    }

    /// The note on method.
    pub fn note(&self, ground: &Ground, any_sampled: bool) -> String {
        match any_sampled {
            false => "All figures are exact.".into(),
            true => format!(
                "Sampled figures rest on {} battles each, all over the same random numbers; intervals cover {} %, each by itself.",
                self.playouts.unwrap_or(USUAL),
                ground.confidence * 100.0
            ),
        }
    }
}

/// An interrupted question that asks many duels has no answer.
///
/// # Errors
/// If it was interrupted.
pub fn stopped(by: StoppedBy) -> Result<()> {
    match by {
        StoppedBy::Interrupt => Err(Error::runtime(
            "interrupted; a question over many duels has no answer before all are done",
        )),
        _ => Ok(()),
    }
}
