//! `battle-policy`: one part of a policy varied, everything else fixed: style, surrender, luck, focus, throw.

mod charts;
mod tables;

use crate::error::Result;
use crate::games::battle::exact::Exact;
use crate::games::battle::playouts::Duels;
use crate::games::battle::rules::Rules;
use crate::playout::run;
use crate::report::Findings;
use crate::study::battle::strip::Headline;
use crate::study::battle::worth::duel;
use crate::study::battle::{Estimate, Ground, Sided, Worth, glossary};
use rayon::prelude::*;
use std::sync::Arc;

/// The resolved question.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Where it is asked.
    pub ground: Ground,
    /// `style`, `surrender`, `luck`, `focus`, `throw`.
    pub vary: String,
    /// What is tried: group (a line of the chart), abscissa in words, who plays.
    pub trials: Vec<Trial>,
    /// Whom he fights.
    pub foe: Sided,
    /// How duels are worked out.
    pub worth: Worth,
}

/// One value of what is varied.
#[derive(Debug, Clone)]
pub struct Trial {
    /// What belongs together: a luck policy, INITIATIVE or FOCUS; empty if all do.
    pub group: String,
    /// The value: `berserk`, `at:-7`, `2`.
    pub value: String,
    /// The gladiator with it.
    pub side: Sided,
    /// Development points that it costs more than the first of its group.
    pub price: u32,
}

/// What a trial comes to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Came {
    pub win: Estimate,
    pub dead: Estimate,
    pub foe_dead: Estimate,
    pub turns: Estimate,
}

/// All trials under one table set.
pub(crate) type Under = Vec<Came>;

impl Asked {
    fn one(&self, rules: &Arc<Rules>, side: &Sided) -> Result<Came> {
        let duel = duel(&self.ground, rules, side, &self.foe)?;
        if let Some(e) = self.worth.whole(&duel)? {
            return Ok(of_exact(&e));
        }
        let duels = Duels::new(duel);
        let run = run(&duels, &self.worth.plan(&self.ground)?)?;
        let (c, confidence) = (run.tally.counts(), self.ground.confidence);
        let share = |count: u64| Estimate::share(count, c.n(), confidence, None);
        let (sum, squares) = c.turns();
        let moments = crate::stats::Moments {
            n: c.n(),
            sum: sum.into(),
            sum_of_squares: squares.into(),
        };
        Ok(Came {
            win: share(c.wins(0)),
            dead: share(c.dead(0)),
            foe_dead: share(c.dead(1)),
            turns: Estimate::mean(&moments, confidence, None),
        })
    }

    fn under(&self, rules: &Arc<Rules>) -> Result<Under> {
        let one = |t: &Trial| self.one(rules, &t.side);
        match self.worth.playouts.is_some() {
            true => self.trials.iter().map(one).collect(),
            false => self.trials.par_iter().map(one).collect(),
        }
    }

    /// The trial that wins most; the first of those within 1e-9.
    pub(crate) fn best(&self, u: &Under) -> usize {
        let top = u.iter().map(|r| r.win.value).fold(0.0, f64::max);
        u.iter()
            .position(|r| r.win.value >= top - 1e-9)
            .unwrap_or(0)
    }

    /// What a trial is called.
    pub(crate) fn called(&self, i: usize) -> String {
        let t = &self.trials[i];
        match t.group.is_empty() {
            true => t.value.clone(),
            false => format!("{} {}", t.group, t.value),
        }
    }

    /// The answer.
    ///
    /// # Errors
    /// Too many states for `--method exact`.
    pub fn findings(&self) -> Result<Findings> {
        let own = self.under(&self.ground.rules)?;
        let sets = self
            .ground
            .sets
            .iter()
            .map(|(name, rules)| Ok((name.clone(), self.under(rules)?)))
            .collect::<Result<Vec<_>>>()?;
        let strip = Headline::named(
            sets.iter()
                .map(|(s, u)| (s.clone(), u[self.best(u)].win))
                .collect(),
            sets.iter()
                .map(|(_, u)| self.called(self.best(u)))
                .collect(),
        );
        let sampled = own.iter().any(|r| r.win.n.is_some());
        let side = &self.trials[0].side;
        let title = format!(
            "{} varied, {} against {}",
            self.vary, side.name, self.foe.name
        );
        let mut question = self.ground.question("battle-policy", title);
        question.facts = vec![
            ("gladiator".into(), side.gladiator.short()),
            ("foe".into(), self.foe.gladiator.short()),
        ];
        question.policies = vec![
            ("gladiator, where not varied".into(), side.parts.to_string()),
            ("foe".into(), self.foe.parts.to_string()),
        ];
        self.worth.tell(&self.ground, &mut question, sampled);
        let mut tables = vec![tables::trials(self, &own)];
        if !sets.is_empty() {
            tables.push(strip.table("P(win) of the best value"));
            tables.push(tables::sets(self, &sets));
        }
        let mut notes = vec![self.worth.note(&self.ground, sampled)];
        if self.vary == "style" {
            notes.push("`optimal` is worked out by value iteration against the foe's fixed policy: nothing can beat it, it is the yardstick.".into());
        }
        Ok(Findings {
            verdict: self.verdict(&own, &strip),
            tables,
            charts: charts::all(self, &own, &sets),
            notes,
            guesses: self.ground.guesses(
                self.trials
                    .iter()
                    .map(|t| &t.side.gladiator)
                    .chain([&self.foe.gladiator]),
                self.vary == "focus",
            ),
            glossary: glossary(&[
                ("own death", "share of battles in which the gladiator dies"),
                (
                    "frontier",
                    "values that no other beats both in wins and in own deaths",
                ),
            ]),
            question,
        })
    }

    /// Whether no other trial wins at least as often and dies at most as often, one of them strictly.
    pub(crate) fn on_frontier(&self, u: &Under, i: usize) -> bool {
        let (win, dead) = (u[i].win.value, u[i].dead.value);
        !u.iter().any(|o| {
            let (w, d) = (o.win.value, o.dead.value);
            w >= win - 1e-12 && d <= dead + 1e-12 && (w > win + 1e-9 || d < dead - 1e-9)
        })
    }

    fn verdict(&self, own: &Under, strip: &Headline) -> Vec<String> {
        let best = self.best(own);
        let mut all = vec![format!(
            "{} wins most: {}, with own death in {}.",
            self.called(best),
            own[best].win.words(4),
            own[best].dead.words(4)
        )];
        let first = &own[0];
        if best != 0 {
            all.push(format!(
                "{} wins {} and dies in {}.",
                self.called(0),
                first.win.words(4),
                first.dead.words(4)
            ));
        }
        if self.vary == "surrender" {
            let safest =
                (0..own.len()).min_by(|a, b| own[*a].dead.value.total_cmp(&own[*b].dead.value));
            if let Some(s) = safest {
                all.push(format!(
                    "The fewest own deaths come with {}: {} at {} wins.",
                    self.called(s),
                    own[s].dead.words(4),
                    own[s].win.words(4)
                ));
            }
        }
        let frontier: Vec<String> = (0..own.len())
            .filter(|i| self.on_frontier(own, *i))
            .map(|i| self.called(i))
            .collect();
        if frontier.len() < own.len() && frontier.len() <= 12 {
            all.push(format!(
                "On the frontier of wins against own deaths: {}.",
                frontier.join(", ")
            ));
        }
        all.extend(
            strip
                .sentence()
                .map(|s| s.replace("The verdict", "The best value")),
        );
        all
    }
}

fn of_exact(e: &Exact) -> Came {
    Came {
        win: Estimate::exact(e.win(0)),
        dead: Estimate::exact(e.dead(0)),
        foe_dead: Estimate::exact(e.dead(1)),
        turns: Estimate::exact(e.mean_turns),
    }
}
