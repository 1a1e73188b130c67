//! `battle-career`: battle after battle: who lives, what records become, what points buy, how luck snowballs.

mod challenge;
mod charts;
mod tables;

pub use challenge::Challenged;

use crate::error::Result;
use crate::games::battle::career::cohort::{
    Cohort, CohortSets, CohortSetsTally, Pairing, Plan, Retire,
};
use crate::games::battle::career::history::CohortTally;
use crate::games::battle::rules::Rules;
use crate::playout::Run;
use crate::report::{Findings, Method};
use crate::stats::z_for;
use crate::study::battle::sensitivity::{self, Answer, Found, Scope};
use crate::study::battle::strip::Headline;
use crate::study::battle::worth::stopped;
use crate::study::battle::{Estimate, Ground, Sided, Worth, glossary};
use std::sync::Arc;

/// The resolved question of a cohort.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Where it is asked.
    pub ground: Ground,
    /// What the sorts of gladiators are called, in the order of the plan.
    pub names: Vec<String>,
    /// The growth plans as text.
    pub growth: Vec<String>,
    /// The cohort.
    pub plan: Plan,
}

impl Asked {
    fn sides(&self) -> Vec<Sided> {
        let strains = self.plan.strains.iter().zip(&self.names);
        strains
            .map(|(s, name)| Sided {
                name: name.clone(),
                gladiator: s.gladiator.clone(),
                parts: s.parts,
            })
            .collect()
    }

    fn others(&self) -> Vec<&(String, Arc<Rules>)> {
        let own = self.ground.tables();
        self.ground.sets.iter().filter(|s| s.0 != own).collect()
    }

    /// The cohorts under the table set in force and those of the strip.
    ///
    /// # Errors
    /// As [`Cohort::new`].
    pub fn playouts(&self) -> Result<CohortSets> {
        let mut all = vec![&self.ground.rules];
        all.extend(self.others().iter().map(|s| &s.1));
        let cohorts = all
            .into_iter()
            .map(|rules| Cohort::new(&self.ground.data, rules.clone(), self.plan.clone()));
        Ok(CohortSets(cohorts.collect::<Result<_>>()?))
    }

    /// Interval of a Kaplan-Meier estimate by its standard error, within 0..=1.
    fn survived(&self, tally: &CohortTally) -> Vec<Estimate> {
        let z = z_for(self.ground.confidence);
        let began = tally.lives.first().map_or(0, |l| l[0]);
        let each = tally.survival().into_iter().zip(&tally.lives);
        each.map(|((p, se), lives)| Estimate {
            // Where nobody left but the dead, the curve is a share of those who began.
            count: Some(lives[0] - lives[1])
                .filter(|left| (*left as f64 - p * began as f64).abs() < 1e-6 * began as f64),
            n: Some(began),
            value: p,
            interval: (se > 0.0).then(|| ((p - z * se).max(0.0), (p + z * se).min(1.0))),
            exact: None,
        })
        .collect()
    }

    fn last(&self, tally: &CohortTally) -> Estimate {
        self.survived(tally).last().copied().unwrap_or_default()
    }

    fn strip(&self, run: &Run<CohortSetsTally>) -> Headline {
        let mut values = Vec::new();
        let mut others = run.tally.0[1..].iter();
        for (name, _) in &self.ground.sets {
            let tally = match name == self.ground.tables() {
                true => &run.tally.0[0],
                false => others.next().expect("one tally a set"),
            };
            values.push((name.clone(), self.last(tally)));
        }
        Headline::plain(values)
    }

    /// The share alive at the end, asked again in every way that is not printed, with so many cohorts each.
    ///
    /// # Errors
    /// As [`Cohort::new`], or an interrupt.
    pub fn again(&self, cohorts: u64, threads: Option<usize>) -> Result<Found> {
        let ask = |ground: &Ground| -> Result<Answer> {
            let asked = Self {
                ground: ground.clone(),
                ..self.clone()
            };
            let worth = Worth {
                playouts: Some(cohorts),
                threads,
                ..Worth::default()
            };
            let run = crate::playout::run(&asked.playouts()?, &worth.plan(ground)?)?;
            stopped(run.stopped_by)?;
            Ok(Answer {
                value: asked.last(&run.tally.0[0]),
                verdict: None,
            })
        };
        let weapons = sensitivity::weapons(&self.sides());
        let what = "the share alive after the last round";
        Found::ask(&self.ground, what, &weapons, Scope::Careers, ask)
    }

    /// The answer.
    pub fn findings(&self, run: &Run<CohortSetsTally>) -> Findings {
        let tally = &run.tally.0[0];
        let strip = self.strip(run);
        let title = format!(
            "{} rounds of {} gladiators: {}",
            self.plan.rounds,
            self.plan.size,
            self.names.join(", ")
        );
        let mut question = self.ground.question("battle-career", title);
        for (i, s) in self.plan.strains.iter().enumerate() {
            question.policies.push((
                self.names[i].clone(),
                format!("{} growth={}", s.parts, self.growth[i]),
            ));
            question
                .facts
                .push((self.names[i].clone(), s.gladiator.short()));
        }
        question
            .facts
            .push(("rewards".into(), self.ground.rules.rewards()));
        question.facts.push((
            "pairing".into(),
            match self.plan.pairing {
                Pairing::Neighbours => "neighbours in points earned so far".into(),
                Pairing::Random => "at random".into(),
            },
        ));
        question.facts.push((
            "the dead and retired".into(),
            if self.plan.replace_dead {
                "are replaced by rookies"
            } else {
                "are not replaced"
            }
            .into(),
        ));
        if self.plan.retire != Retire::Never {
            question.facts.push((
                "retirement".into(),
                format!("{:?}", self.plan.retire).to_lowercase(),
            ));
        }
        question.method = Method::Mc;
        question.seed = Some(self.ground.seed);
        question.playouts = run.playouts;
        question.stopped_by = Some(run.stopped_by.name().into());
        question.complete = run.complete;
        let mut tables = vec![
            tables::summary(self, tally),
            tables::survival(self, tally),
            tables::rounds(self, tally),
            tables::snowball(self, tally),
            tables::records(self, tally),
            tables::sorts(self, tally),
        ];
        if !strip.values.is_empty() {
            tables.insert(1, strip.table("share alive after the last round"));
        }
        Findings {
            verdict: self.verdict(tally, &strip),
            tables,
            charts: charts::all(self, run),
            notes: vec![
                format!(
                    "{} played; a gladiator who retires leaves the survival curve without counting as dead (Kaplan and Meier), with Greenwood's {} % intervals, which take gladiators as independent.",
                    match run.playouts {
                        1 => "One cohort was".to_string(),
                        n => format!("{n} cohorts were"),
                    },
                    self.ground.confidence * 100.0
                ),
                "Means by round are over the living. All table sets are played over the same random numbers.".into(),
                "Counts are of gladiators (survival, deaths) or of battles (luck), not of cohorts; n is how many began.".into(),
                "Neighbours in points earned are not neighbours in luck: a kill earns as much more as two wins in place of two losses, which are four luck dice.".into(),
            ],
            guesses: self
                .ground
                .career_guesses(&self.sides().iter().collect::<Vec<_>>(), true),
            glossary: glossary(&[
                ("luck dice", "wins less losses, never below zero, of the record before the battle"),
                ("snowball", "how much more often the one with more luck dice wins"),
                ("growth", "what points are spent on between battles"),
            ]),
            question,
        }
    }

    fn verdict(&self, t: &CohortTally, strip: &Headline) -> Vec<String> {
        let survived = self.survived(t);
        let after = |k: usize| survived.get(k.saturating_sub(1)).map(|e| e.words(4));
        let mut all = Vec::new();
        let marks = [1, 10, self.plan.rounds];
        let mut said: Vec<String> = Vec::new();
        for k in marks {
            if k <= survived.len()
                && let Some(words) = after(k)
            {
                let line = format!("{words} after {k}");
                if !said.contains(&line) {
                    said.push(line);
                }
            }
        }
        all.push(format!(
            "A gladiator is still alive in {} rounds of his career.",
            said.join(", ")
        ));
        let battles: u64 = t.snowball.iter().skip(1).map(|c| c[0]).sum();
        let won: u64 = t.snowball.iter().skip(1).map(|c| c[1]).sum();
        if battles > 0 {
            let e = Estimate::share(won, battles, self.ground.confidence, None);
            let word = match e.interval {
                Some((lo, _)) if lo > 0.5 => "Luck snowballs: the one with more luck dice wins",
                Some((_, hi)) if hi < 0.5 => "The one with more luck dice wins less often:",
                _ => "No snowball is shown: the one with more luck dice wins",
            };
            all.push(format!(
                "{word} {} of the battles between unequals.",
                e.words(4)
            ));
        }
        if self.names.len() > 1 {
            let share = |i: usize| {
                let s = &t.sorts[i];
                let e = Estimate::share(s.deaths, s.lives, self.ground.confidence, None);
                let fought = (s.wins + s.losses).max(1);
                format!(
                    "{} dies in {}, wins {:.4} of its battles",
                    self.names[i],
                    e.words(4),
                    s.wins as f64 / fought as f64
                )
            };
            let each: Vec<String> = (0..self.names.len()).map(share).collect();
            all.push(format!("{}.", each.join("; ")));
        }
        if t.undecided > 0 {
            all.push(format!(
                "{} battles had no end at the turn cap.",
                t.undecided
            ));
        }
        all.extend(strip.sentence());
        all
    }
}
