//! `battle-policy`: one part of a policy varied, everything else fixed: style, surrender, luck, focus, throw.

mod charts;
mod tables;

use crate::error::Result;
use crate::games::battle::duel::Duel;
use crate::games::battle::exact::Exact;
use crate::games::battle::policy::StyleRule;
use crate::games::battle::rules::Rules;
use crate::games::battle::tally::DuelTally;
use crate::games::battle::trials::Trials;
use crate::playout::run;
use crate::report::Findings;
use crate::stats::rank_by_p_values;
use crate::study::battle::sensitivity::{self, Answer, Found, Scope};
use crate::study::battle::strip::Headline;
use crate::study::battle::worth::{duel, stopped};
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
    /// Not told apart from the one that wins most.
    pub level: bool,
}

/// All trials under one table set.
pub(crate) type Under = Vec<Came>;

/// Exact values closer than this are level.
const LEVEL: f64 = 1e-9;

impl Asked {
    /// All trials: exact if all can be worked out, else all sampled over the same dice, so that they can be compared.
    fn under(&self, rules: &Arc<Rules>) -> Result<Under> {
        let duels: Vec<Result<Duel>> = self
            .trials
            .par_iter()
            .map(|t| duel(&self.ground, rules, &t.side, &self.foe))
            .collect();
        let duels = duels.into_iter().collect::<Result<Vec<_>>>()?;
        let exact: Vec<Result<Option<Exact>>> =
            duels.par_iter().map(|d| self.worth.whole(d)).collect();
        let exact = exact.into_iter().collect::<Result<Vec<_>>>()?;
        if exact.iter().all(Option::is_some) {
            let mut under: Under = exact.iter().flatten().map(of_exact).collect();
            let top = under.iter().map(|r| r.win.value).fold(0.0, f64::max);
            under
                .iter_mut()
                .for_each(|r| r.level = r.win.value >= top - LEVEL);
            return Ok(under);
        }
        let run = run(&Trials::new(duels), &self.worth.plan(&self.ground)?)?;
        stopped(run.stopped_by)?;
        let mut under: Under = (run.tally.each.iter().zip(&exact))
            .map(|(tally, exact)| self.of_sample(tally, exact.as_ref()))
            .collect();
        let wins: Vec<f64> = under.iter().map(|r| r.win.value).collect();
        let p = |i, j| run.tally.p(i, j);
        let ranking = rank_by_p_values(&wins, p, self.ground.confidence);
        for (came, group) in under.iter_mut().zip(&ranking.group) {
            came.level = *group == 0;
        }
        Ok(under)
    }

    fn of_sample(&self, tally: &DuelTally, exact: Option<&Exact>) -> Came {
        let (c, confidence) = (tally.counts(), self.ground.confidence);
        let share = |count: u64, exact| Estimate::share(count, c.n(), confidence, exact);
        let (sum, squares) = c.turns();
        let moments = crate::stats::Moments {
            n: c.n(),
            sum: sum.into(),
            sum_of_squares: squares.into(),
        };
        Came {
            win: share(c.wins(0), exact.map(|e| e.win(0))),
            dead: share(c.dead(0), exact.map(|e| e.dead(0))),
            foe_dead: share(c.dead(1), exact.map(|e| e.dead(1))),
            turns: Estimate::mean(&moments, confidence, exact.map(|e| e.mean_turns)),
            level: false,
        }
    }

    /// The trial that wins most; the first of those that are level.
    pub(crate) fn best(&self, u: &Under) -> usize {
        let top = u.iter().map(|r| r.win.value).fold(0.0, f64::max);
        let exact = u.iter().all(|r| r.win.n.is_none());
        u.iter()
            .position(|r| r.level && (exact || r.win.value >= top))
            .unwrap_or(0)
    }

    /// Those that win most, in words.
    fn winners(&self, u: &Under) -> String {
        let level: Vec<String> = (0..u.len())
            .filter(|i| u[*i].level)
            .map(|i| self.called(i))
            .collect();
        let sampled = u.iter().any(|r| r.win.n.is_some());
        match (&level[..], sampled) {
            ([one], _) => one.clone(),
            (_, true) => level.join(", "),
            (_, false) => format!("level: {}", level.join(", ")),
        }
    }

    /// What a trial is called.
    pub(crate) fn called(&self, i: usize) -> String {
        let t = &self.trials[i];
        match t.group.is_empty() {
            true => t.value.clone(),
            false => format!("{} {}", t.group, t.value),
        }
    }

    /// P(win) of the value that is best as asked, and which is best, asked again in every way that is not printed.
    ///
    /// # Errors
    /// As [`Asked::findings`].
    pub fn again(&self) -> Result<Found> {
        let base = self.under(&self.ground.rules)?;
        let (leader, decided) = (self.best(&base), told(&base));
        let ask = |ground: &Ground| -> Result<Answer> {
            let asked = Self {
                ground: ground.clone(),
                ..self.clone()
            };
            let under = asked.under(&ground.rules)?;
            Ok(Answer {
                value: under[leader].win,
                verdict: decided.then(|| match told(&under) {
                    true => self.winners(&under),
                    false => "not told apart".into(),
                }),
            })
        };
        let weapons = sensitivity::weapons(self.trials.iter().map(|t| &t.side).chain([&self.foe]));
        let what = format!("P(win) of {}", self.called(leader));
        Found::ask(&self.ground, &what, &weapons, Scope::Battle, ask)
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
        let strip = Headline::best(
            sets.iter()
                .map(|(s, u)| (s.clone(), u[self.best(u)].win))
                .collect(),
            sets.iter()
                .map(|(_, u)| (self.winners(u), told(u)))
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
        if sampled {
            notes.push("Values are told apart by the battles that one wins and the other does not, over the same dice (sign test, Holm's procedure over all pairs); those marked level are not.".into());
        }
        let optimal = |t: &Trial| t.side.parts.style == StyleRule::Optimal;
        if self.vary == "style" && self.trials.iter().any(optimal) {
            notes.push("`optimal` is worked out by value iteration against the foe's fixed policy: nothing can beat it, it is the yardstick.".into());
        }
        Ok(Findings {
            verdict: self.verdict(&own, &strip),
            tables,
            charts: charts::all(self, &own, &sets),
            notes,
            guesses: self.ground.guesses(
                self.trials.iter().map(|t| &t.side).chain([&self.foe]),
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
        let level: Vec<String> = (0..own.len())
            .filter(|i| *i != best && own[*i].level)
            .map(|i| self.called(i))
            .collect();
        let with = match (level.is_empty(), own[best].win.n) {
            (true, _) => String::new(),
            (_, None) => format!("; level with it: {}", level.join(", ")),
            (_, Some(_)) => format!("; not told apart from it: {}", level.join(", ")),
        };
        let mut all = vec![format!(
            "{} wins most: {}, with own death in {}{with}.",
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
            let by = match own.iter().any(|r| r.win.n.is_some()) {
                true => ", by the estimates alone",
                false => "",
            };
            all.push(format!(
                "On the frontier of wins against own deaths{by}: {}.",
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

/// Whether the best value is told from the others, or level with some exactly.
fn told(u: &Under) -> bool {
    let sampled = u.iter().any(|r| r.win.n.is_some());
    !sampled || u.iter().filter(|r| r.level).count() == 1
}

fn of_exact(e: &Exact) -> Came {
    Came {
        win: Estimate::exact(e.win(0)),
        dead: Estimate::exact(e.dead(0)),
        foe_dead: Estimate::exact(e.dead(1)),
        turns: Estimate::exact(e.mean_turns),
        level: false,
    }
}
