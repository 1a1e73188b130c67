//! `battle-duel`: one duel, exact where its states can be listed, sampled beside it or instead.

mod charts;
mod explain;
mod figures;
mod tables;
mod trace;
mod verdict;

pub use explain::explain;
pub use figures::Figures;
pub use trace::{condition, narrate};

use crate::error::Result;
use crate::games::battle::duel::Duel;
use crate::games::battle::exact::{Exact, exact, expected_states};
use crate::games::battle::playouts::{Duels, Sets, SetsTally};
use crate::games::battle::rules::Rules;
use crate::games::battle::tally::DuelTally;
use crate::playout::Run;
use crate::report::{Findings, Method};
use crate::study::battle::strip::Headline;
use crate::study::battle::{Estimate, Ground, Sided, glossary};
use rayon::prelude::*;
use std::sync::Arc;

/// Duels with more states than this are sampled unless asked otherwise.
pub const MOST_STATES: f64 = 400_000.0;

/// The resolved question.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Where it is asked.
    pub ground: Ground,
    /// The two sides.
    pub sides: [Sided; 2],
    /// Who takes the first turn; `None`: initiative decides.
    pub first: Option<usize>,
}

/// Exact answers: under the table set in force, then under each of the strip's.
#[derive(Debug, Clone)]
pub struct Solved {
    /// The set in force.
    pub own: Exact,
    /// P(a wins) by set.
    pub strip: Vec<(String, f64)>,
}

impl Asked {
    /// The duel under some rules.
    ///
    /// # Errors
    /// An illegal gladiator or policy, or optimal styles of a duel with too many states.
    pub fn duel(&self, rules: &Arc<Rules>) -> Result<Duel> {
        let fighters = [0, 1].map(|s| {
            crate::games::battle::fighter::Fighter::new(
                &self.ground.data,
                &rules.readings,
                &self.sides[s].gladiator,
            )
        });
        let [a, b] = fighters;
        let parts = [self.sides[0].parts, self.sides[1].parts];
        Duel::of(rules.clone(), [a?, b?], parts, self.first)
    }

    /// Whether the duel is small enough to be worked out.
    ///
    /// # Errors
    /// As [`Asked::duel`], but optimal styles are not worked out.
    pub fn is_small(&self) -> Result<bool> {
        let mut plain = self.clone();
        for side in &mut plain.sides {
            if side.parts.style == crate::games::battle::policy::StyleRule::Optimal {
                side.parts.style = crate::games::battle::policy::Parts::default().style;
            }
        }
        Ok(expected_states(&plain.duel(&self.ground.rules)?) <= MOST_STATES)
    }

    /// The sets of the strip that are not the one in force.
    fn others(&self) -> Vec<&(String, Arc<Rules>)> {
        let own = self.ground.tables();
        self.ground.sets.iter().filter(|s| s.0 != own).collect()
    }

    /// Exact answers under every set.
    ///
    /// # Errors
    /// As [`Asked::duel`], or too many states.
    pub fn solve(&self) -> Result<Solved> {
        let mut all: Vec<&Arc<Rules>> = vec![&self.ground.rules];
        all.extend(self.others().iter().map(|s| &s.1));
        let solved: Vec<Result<Exact>> = all
            .par_iter()
            .map(|rules| exact(&self.duel(rules)?))
            .collect();
        let mut solved = solved.into_iter().collect::<Result<Vec<_>>>()?.into_iter();
        let own = solved.next().expect("the set in force is solved");
        let others: Vec<f64> = solved.map(|e| e.win(0)).collect();
        let strip = self.in_order(own.win(0), &others);
        Ok(Solved { own, strip })
    }

    /// Values of the set in force and of the others, in the order of the strip.
    fn in_order<T: Copy>(&self, own: T, others: &[T]) -> Vec<(String, T)> {
        let mut others = others.iter();
        let mut value = |name: &String| match name == self.ground.tables() {
            true => own,
            false => *others.next().expect("one value a set"),
        };
        let sets = self.ground.sets.iter();
        sets.map(|(name, _)| (name.clone(), value(name))).collect()
    }

    /// The playouts: the set in force, and those of the strip too unless they are known exactly.
    ///
    /// # Errors
    /// As [`Asked::duel`].
    pub fn playouts(&self, strip: bool) -> Result<Sets> {
        let mut all = vec![&self.ground.rules];
        if strip {
            all.extend(self.others().iter().map(|s| &s.1));
        }
        let duels = all
            .into_iter()
            .map(|rules| Ok(Duels::new(self.duel(rules)?)));
        Ok(Sets(duels.collect::<Result<_>>()?))
    }

    /// The headline under every set.
    fn strip(&self, solved: Option<&Solved>, run: Option<&Run<SetsTally>>) -> Headline {
        let confidence = self.ground.confidence;
        let share = |tally: &DuelTally, exact| {
            let c = tally.counts();
            Estimate::share(c.wins(0), c.n(), confidence, exact)
        };
        let values = match (solved, run) {
            (Some(solved), _) => solved
                .strip
                .iter()
                .map(|(s, v)| (s.clone(), Estimate::exact(*v)))
                .collect(),
            (None, Some(run)) => {
                let all: Vec<Estimate> = run.tally.0.iter().map(|t| share(t, None)).collect();
                self.in_order(all[0], &all[1..])
            }
            (None, None) => Vec::new(),
        };
        Headline::duel(values)
    }

    /// Findings of an exact answer, of a run, or of both.
    pub fn findings(&self, solved: Option<&Solved>, run: Option<&Run<SetsTally>>) -> Findings {
        let figures = Figures {
            exact: solved.map(|s| &s.own),
            counts: run.map(|r| r.tally.0[0].counts()),
            confidence: self.ground.confidence,
        };
        let strip = self.strip(solved, run);
        let names = [0, 1].map(|s| self.sides[s].name.clone());
        let title = format!("{} (a) against {} (b)", names[0], names[1]);
        let mut question = self.ground.question("battle-duel", title);
        for (side, name) in ["a", "b"].iter().enumerate() {
            let s = &self.sides[side];
            question
                .policies
                .push((name.to_string(), s.parts.to_string()));
            let luck = match s.gladiator.luck() {
                0 => String::new(),
                n => format!(", {n} luck dice"),
            };
            question
                .facts
                .push((name.to_string(), format!("{}{luck}", s.gladiator.short())));
        }
        question
            .facts
            .push(("first turn".into(), first_turn(self.first)));
        if let Some(solved) = solved {
            question.facts.push((
                "states".into(),
                format!(
                    "{} at the start of a turn; {:.1e} of the probability undecided when the exact push stopped",
                    solved.own.states, solved.own.undecided
                ),
            ));
        }
        if let Some(run) = run {
            question.method = Method::Mc;
            question.seed = Some(self.ground.seed);
            question.playouts = run.playouts;
            question.stopped_by = Some(run.stopped_by.name().into());
            question.complete = run.complete;
        }
        let mut charts = charts::all(self, &figures, run);
        charts.extend(strip.chart("a wins"));
        let mut tables = tables::all(self, &figures, run);
        if !strip.values.is_empty() {
            tables.insert(1, strip.table("P(a wins)"));
        }
        Findings {
            question,
            verdict: verdict::sentences(self, &figures, &strip),
            tables,
            charts,
            notes: self.notes(solved, run),
            guesses: self
                .ground
                .guesses(self.sides.iter().map(|s| &s.gladiator), false),
            glossary: glossary(&[
                (
                    "stunned",
                    "skips his turn unless a focus roll shows a six, and defends with ARMOR only",
                ),
                (
                    "health",
                    "0 and more fights on; -1 to -10 rolls to stay awake, -11 to -19 to stay alive, -20 is death",
                ),
                (
                    "z",
                    "distance between sampled and exact value in standard errors; beyond 5 either way something would be wrong",
                ),
            ]),
        }
    }

    fn notes(&self, solved: Option<&Solved>, run: Option<&Run<SetsTally>>) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(s) = solved {
            notes.push(format!(
                "Exact figures push the start through every state that can be reached until {:.0e} is undecided, which bounds their error.",
                s.own.undecided.max(1e-16)
            ));
        }
        if let Some(run) = run {
            notes.push(format!(
                "Intervals cover {} %: Wilson for shares, Student's t over exact integer moments for means.",
                self.ground.confidence * 100.0
            ));
            if solved.is_none() {
                notes.push("Too many states to work out: all figures are sampled, the table sets over the same random numbers.".into());
            }
            if !run.complete {
                notes.push(format!(
                    "The run was cut short after {} playouts; they are a valid sample, but not the one asked for.",
                    run.playouts
                ));
            }
            if run.stopped_by.name() == "target" {
                notes.push("The run stopped when the anytime-valid interval of P(a wins) was narrow enough; the other intervals ignore the looking.".into());
            }
        }
        if [0, 1]
            .iter()
            .all(|&s| self.sides[s].parts.style == crate::games::battle::policy::StyleRule::Optimal)
        {
            notes.push("Both styles are optimal: an equilibrium, each the best answer to the other in every state; undecided battles count as not won by a.".into());
        }
        notes
    }
}

fn first_turn(first: Option<usize>) -> String {
    match first {
        Some(0) => "a".into(),
        Some(_) => "b".into(),
        None => "by initiative".into(),
    }
}
