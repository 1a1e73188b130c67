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
use crate::games::battle::policy::LuckRule;
use crate::games::battle::rules::Rules;
use crate::games::battle::strip::Favoured;
use crate::games::battle::tally::DuelTally;
use crate::playout::Run;
use crate::report::{Findings, Method};
use crate::study::battle::sensitivity::{self, Answer, Found, Scope};
use crate::study::battle::strip::{self, Headline};
use crate::study::battle::{Estimate, Ground, Sided, Worth, glossary};
use rayon::prelude::*;
use std::sync::Arc;

/// Duels with more states than this are sampled unless asked otherwise.
pub const MOST_STATES: f64 = crate::games::battle::duel::MOST_STATES;

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
    /// P(a wins) and P(b wins) by set.
    pub strip: Vec<(String, [f64; 2])>,
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
        Ok(self.states()? <= MOST_STATES)
    }

    /// About how many states it has.
    ///
    /// # Errors
    /// As [`Asked::is_small`].
    pub fn states(&self) -> Result<f64> {
        let mut plain = self.clone();
        for side in &mut plain.sides {
            if side.parts.style == crate::games::battle::policy::StyleRule::Optimal {
                side.parts.style = crate::games::battle::policy::Parts::default().style;
            }
        }
        Ok(expected_states(&plain.duel(&self.ground.rules)?))
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
        let wins = |e: &Exact| [e.win(0), e.win(1)];
        let others: Vec<[f64; 2]> = solved.map(|e| wins(&e)).collect();
        let strip = self.in_order(wins(&own), &others);
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
        let shares = |tally: &DuelTally| {
            let c = tally.counts();
            [0, 1].map(|s| Estimate::share(c.wins(s), c.n(), confidence, None))
        };
        let values = match (solved, run) {
            (Some(solved), _) => solved
                .strip
                .iter()
                .map(|(s, v)| (s.clone(), v.map(Estimate::exact)))
                .collect(),
            (None, Some(run)) => {
                let all: Vec<[Estimate; 2]> = run.tally.0.iter().map(shares).collect();
                self.in_order(all[0], &all[1..])
            }
            (None, None) => Vec::new(),
        };
        Headline::duel(values)
    }

    /// P(a wins) and who is favoured, asked again in every way that is not printed: exact if `playouts` is none.
    ///
    /// # Errors
    /// As [`Asked::duel`], or an interrupt.
    pub fn again(&self, playouts: Option<u64>) -> Result<Found> {
        let worth = Worth {
            playouts,
            most_states: MOST_STATES,
            ..Worth::default()
        };
        let ask = |ground: &Ground| -> Result<Answer> {
            let asked = Self {
                ground: ground.clone(),
                ..self.clone()
            };
            let wins = worth.wins(ground, &asked.duel(&ground.rules)?)?;
            let verdict = match strip::favoured(&wins) {
                Favoured::Even => "nobody is favoured".to_string(),
                side => format!("{} is favoured", side.name()),
            };
            Ok(Answer {
                value: wins[0],
                verdict: Some(verdict),
            })
        };
        let weapons = sensitivity::weapons(self.sides.iter());
        Found::ask(&self.ground, "P(a wins)", &weapons, Scope::Battle, ask)
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
            let r = &s.gladiator.record;
            let own = u32::from(r.wins.saturating_sub(r.losses));
            let luck = match (s.gladiator.luck(), s.gladiator.luck.map_or(own, u32::from)) {
                (0, _) => String::new(),
                (n, most) if most > u32::from(n) => {
                    format!(
                        ", {n} luck dice ({most} are counted as {n}, the most that a battle keeps)"
                    )
                }
                (n, _) => format!(", {n} luck dice"),
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
            guesses: self.ground.guesses(&self.sides, false),
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
                    "health_left, luck_left",
                    "mean of the battles that this side wins, not of all",
                ),
                (
                    "insane_winner",
                    "this side was doomed by fate and won all the same, which costs an insanity",
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
        for (side, name) in ["a", "b"].iter().enumerate() {
            let s = &self.sides[side];
            if s.gladiator.luck() == 0 && s.parts.luck != LuckRule::NONE {
                notes.push(format!(
                    "{name} has no luck dice (wins less losses, or L), so that its luck policy does nothing."
                ));
            }
        }
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
