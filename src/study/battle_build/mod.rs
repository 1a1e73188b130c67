//! `battle-build`: which of all legal builds under a budget wins most, and what beats it.

mod charts;
mod raced;
mod tables;

use crate::error::{Error, Result};
use crate::games::battle::data::BattleData;
use crate::games::battle::rules::Rules;
use crate::games::battle::search::space::{Build, Space};
use crate::games::battle::search::{
    Best, COARSE, Needs, Opponent, Ranked, Response, Search, shifted_prices,
};
use crate::metagame::Payoff;
use crate::metagame::nash::{Equilibrium, symmetric};
use crate::report::Findings;
use crate::study::battle::sensitivity::{self, Answer, Scope};
use crate::study::battle::strip::Headline;
use crate::study::battle::{Estimate, Ground, Sided, glossary};
use rayon::prelude::*;
use std::sync::Arc;

/// Builds that a race takes.
pub const MOST_RACED: usize = 2_000;
/// Builds that are scored exactly at least.
const KEEP: usize = 200;

/// The resolved question.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Where it is asked.
    pub ground: Ground,
    /// What may be built.
    pub space: Space,
    /// Who must be beaten, with weights.
    pub panel: Vec<(Sided, f64)>,
    /// Builds to show.
    pub top: usize,
    /// Rounds of best responses, from the best build on.
    pub rounds: usize,
    /// Skills whose prices are shifted by -1 and +1.
    pub sweep: Vec<String>,
    /// Search under every table set of the strip, not only the finalists again.
    pub search_sets: bool,
    /// Ask the finalists again in every way that is not printed.
    pub sensitivity: bool,
    /// Raced, with so many rounds, instead of scored exactly.
    pub race: Option<u32>,
}

/// The best build at other prices.
pub(crate) struct Swept {
    pub skill: String,
    pub shift: i8,
    pub builds: usize,
    pub best: Build,
    pub score: f64,
}

/// Everything found.
pub(crate) struct Found {
    pub builds: usize,
    pub best: Best,
    /// Set, scores of the finalists in their order, the set's own best and its score.
    pub sets: Vec<(String, Vec<f64>, Build, f64)>,
    pub responses: Vec<Response>,
    /// Builds of the mixture, their matrix of P(win), the equilibrium.
    pub pool: Vec<Build>,
    pub payoffs: Vec<Vec<f64>>,
    pub mixture: Option<Equilibrium>,
    pub swept: Vec<Swept>,
}

impl Asked {
    fn search<'d>(&self, data: &'d BattleData, rules: &Arc<Rules>) -> Search<'d> {
        Search::new(data, rules.clone(), self.space.clone())
    }

    fn opponents(&self) -> Vec<Opponent> {
        let each = self.panel.iter().map(|(s, weight)| Opponent {
            gladiator: s.gladiator.clone(),
            parts: s.parts,
            weight: *weight,
        });
        each.collect()
    }

    /// A build's short form.
    pub(crate) fn said(&self, b: &Build) -> String {
        self.space.gladiator(b).short()
    }

    /// The answer; `tick` is told what is being done and how far it is.
    ///
    /// # Errors
    /// Battles that are not plain (they can be raced), or no build at all.
    pub fn findings(&self, tick: &(dyn Fn(&str, usize, usize) + Sync)) -> Result<Findings> {
        match self.race {
            Some(rounds) => self.raced(rounds),
            None => self.scored(tick),
        }
    }

    fn listed(&self, search: &Search<'_>) -> Result<Vec<Build>> {
        let builds = search.builds();
        if builds.is_empty() {
            return Err(Error::usage(format!(
                "--points {}: no legal build costs so little",
                self.space.budget
            )));
        }
        Ok(builds)
    }

    fn scored(&self, tick: &(dyn Fn(&str, usize, usize) + Sync)) -> Result<Findings> {
        let ground = &self.ground;
        let search = self.search(&ground.data, &ground.rules);
        let builds = self.listed(&search)?;
        let panel = self.opponents();
        let tell = |what: &'static str| move |done, all| tick(what, done, all);
        // Prices do not matter to a battle: one scan serves the builds of every price list.
        let shifts: Vec<(&String, i8, BattleData)> = self
            .sweep
            .iter()
            .flat_map(|skill| [-1, 1].map(|shift| (skill, shift)))
            .map(|(skill, shift)| (skill, shift, shifted_prices(&ground.data, skill, shift)))
            .collect();
        let of_shift = |s: &(&String, i8, BattleData)| {
            let search = self.search(&s.2, &ground.rules);
            search.needs(&search.builds())
        };
        let needs = shifts
            .par_iter()
            .map(of_shift)
            .reduce(Needs::default, Needs::and);
        let needs = needs.and(search.needs(&builds));
        let scan = search.coarse(&needs, &panel, &tell("scoring all builds"))?;
        let best = search.best_of(&builds, &scan, &panel, KEEP)?;
        let mut sets = Vec::new();
        for (name, rules) in &ground.sets {
            let under = self.search(&ground.data, rules);
            let scores = under.scores(&best.finalists, &panel)?;
            let own = name == ground.tables();
            let (top, score) = if self.search_sets && !own {
                let tick = tell("scoring all builds under another table set");
                first(&under.best(&builds, &panel, 1, &tick)?)
            } else {
                let at = (0..scores.len())
                    .max_by(|a, b| scores[*a].total_cmp(&scores[*b]).then(b.cmp(a)));
                let at = at.unwrap_or(0);
                (best.finalists[at], scores[at])
            };
            sets.push((name.clone(), scores, top, score));
        }
        let top = first(&best).0;
        let responses = search.best_responses(
            &builds,
            top,
            self.rounds,
            &tell("looking for best responses"),
        )?;
        let pool = pool(&best, &sets, &responses);
        let payoffs = search.payoffs(&pool)?;
        let mixture = (!pool.is_empty())
            .then(|| symmetric(&Payoff::new(pool.len(), |a, b| payoffs[a][b] - 0.5).symmetrised()));
        let mut swept = Vec::new();
        for (skill, shift, data) in &shifts {
            let search = self.search(data, &ground.rules);
            let builds = self.listed(&search)?;
            let (best, score) = first(&search.best_of(&builds, &scan, &panel, 1)?);
            swept.push(Swept {
                skill: skill.to_string(),
                shift: *shift,
                builds: builds.len(),
                best,
                score,
            });
        }
        let found = self::Found {
            builds: builds.len(),
            best,
            sets,
            responses,
            pool,
            payoffs,
            mixture,
            swept,
        };
        let mut findings = self.tell(&found);
        if self.sensitivity {
            let leader = found.best.ranked.order[0].0;
            let again = self.again(&found.best.finalists, &panel, leader)?;
            again.add(&mut findings);
            findings
                .notes
                .push("Asked again, the finalists are scored, not all builds.".into());
        }
        Ok(findings)
    }

    /// P(win) of the finalist that is best as asked, and which is best, asked again in every way that is not printed: the finalists are scored
    /// again, not all builds. What changes only prices and the starting health changes which builds are legal, and is the
    /// sweep's business.
    ///
    /// # Errors
    /// As [`Asked::findings`].
    fn again(
        &self,
        finalists: &[Build],
        panel: &[Opponent],
        leader: usize,
    ) -> Result<sensitivity::Found> {
        let ask = |ground: &Ground| -> Result<Answer> {
            let search = self.search(&ground.data, &ground.rules);
            let scores = search.scores(finalists, panel)?;
            let ranked = Ranked::new(&scores);
            let level = ranked.order.iter().take_while(|o| o.2 == 0).count();
            let more = match level {
                0 | 1 => String::new(),
                n => format!(" and {} level with it", n - 1),
            };
            let first = self.said(&finalists[ranked.order[0].0]);
            Ok(Answer {
                value: Estimate::exact(scores[leader]),
                verdict: Some(format!("{first}{more}")),
            })
        };
        let mut weapons = sensitivity::weapons(self.panel.iter().map(|p| &p.0));
        weapons.extend(self.space.weapons.iter().cloned());
        weapons.sort();
        weapons.dedup();
        let what = format!("P(win) of {}", self.said(&finalists[leader]));
        sensitivity::Found::ask(&self.ground, &what, &weapons, Scope::Battle, ask)
    }

    fn question(&self, builds: usize) -> crate::report::Question {
        let mut question = self.ground.question(
            "battle-build",
            format!("The best build for {} points", self.space.budget),
        );
        let against: Vec<String> = self
            .panel
            .iter()
            .map(|(s, w)| format!("{} ({}, weight {w})", s.name, s.gladiator.short()))
            .collect();
        let skills = crate::games::battle::search::space::SKILLS;
        let most: Vec<String> = skills
            .iter()
            .zip(self.space.most)
            .filter(|(name, n)| **name != "initiative" && *n > 0 || *n > 2)
            .map(|(s, n)| format!("{s} to {n}"))
            .collect();
        question.facts = vec![
            ("budget".into(), format!("{} points", self.space.budget)),
            (
                "weapons".into(),
                format!(
                    "one of {}; of what is thrown as many copies as the load allows",
                    self.space.weapons.join(", ")
                ),
            ),
            (
                "skills".into(),
                format!("{}; points left go to health", most.join(", ")),
            ),
            ("legal builds".into(), builds.to_string()),
            ("against".into(), against.join("; ")),
        ];
        question.policies = vec![("every build".into(), self.space.parts.to_string())];
        question.policies.extend(
            self.panel
                .iter()
                .map(|(s, _)| (s.name.clone(), s.parts.to_string())),
        );
        question
    }

    fn tell(&self, found: &Found) -> Findings {
        let strip = Headline::named(
            found
                .sets
                .iter()
                .map(|(s, _, _, score)| (s.clone(), Estimate::exact(*score)))
                .collect(),
            found.sets.iter().map(|(_, _, b, _)| self.said(b)).collect(),
        );
        let mut tables = vec![tables::leaders(self, found)];
        if !found.sets.is_empty() {
            tables.push(strip.table("P(win) of the best build"));
        }
        tables.push(tables::responses(self, found));
        tables.push(tables::mixture(self, found));
        if !found.swept.is_empty() {
            tables.push(tables::sweep(self, found));
        }
        tables.push(tables::spread(found));
        Findings {
            question: self.question(found.builds),
            verdict: self.verdict(found, &strip),
            tables,
            charts: charts::all(self, found),
            notes: vec![
                format!(
                    "All {} legal builds were scored to within {COARSE:.0e} (largest error seen {:.0e}); the {} that this leaves in reach of the best, and the next ones, were scored exactly (error below 1e-9). Builds closer than 1e-9 share a rank.",
                    found.builds,
                    found.best.off,
                    found.best.finalists.len()
                ),
                match self.search_sets {
                    true => "All builds were searched under every table set.".into(),
                    false => "Under the other table sets the finalists are scored again, not all builds (--search-sets does that).".into(),
                },
                "Prices other than INITIATIVE's and the starting health are assumed: the sweep says what a shift of them changes.".into(),
                "The search plays battles without the turn cap; one that nobody wins is won by nobody.".into(),
            ],
            guesses: self.ground.guesses_of(&self.space.weapons, true),
            glossary: glossary(&[
                ("score", "P(win) in the mean over the panel, by weight"),
                ("best response", "of all builds the one that wins most against a given build"),
                ("mixture", "shares of builds that none of the listed ones beats in the mean"),
                ("A R S P H I F", "ranks of ATTACK, ARMOR, SHIELD, PARRY, health, INITIATIVE, FOCUS"),
            ]),
        }
    }

    fn verdict(&self, found: &Found, strip: &Headline) -> Vec<String> {
        let (top, score) = first(&found.best);
        let ties = found.best.ranked.order.iter().filter(|o| o.2 == 0).count();
        let mut all = vec![format!(
            "{} wins most: {score:.4} in the mean over the panel{}.",
            self.said(&top),
            if ties > 1 {
                format!(", level with {} others", ties - 1)
            } else {
                String::new()
            }
        )];
        if !strip.values.is_empty() {
            all.extend(
                strip
                    .sentence()
                    .map(|s| s.replace("The verdict", "The best build")),
            );
            let order = |scores: &[f64]| -> Vec<(usize, usize)> {
                let ranked = crate::games::battle::search::Ranked::new(scores);
                ranked.order.iter().take(10).map(|o| (o.0, o.2)).collect()
            };
            let first = order(&found.sets[0].1);
            let same = found.sets.iter().all(|(_, s, _, _)| order(s) == first);
            all.push(match same {
                true => "The order of the first ten is the same under every table set.".into(),
                false => "The order of the first ten is not the same under every table set.".into(),
            });
        }
        if let Some(last) = found.responses.last() {
            let words = if last.best == last.to {
                format!(
                    "Nothing beats {}: it is its own best response.",
                    self.said(&last.to)
                )
            } else if found.responses.iter().any(|r| r.to == last.best) {
                format!(
                    "Best responses go in a circle of builds; the last is {}.",
                    self.said(&last.best)
                )
            } else {
                format!(
                    "{} beats {} with {:.4}; best responses had not settled after {}.",
                    self.said(&last.best),
                    self.said(&last.to),
                    last.win,
                    match found.responses.len() {
                        1 => "one round".to_string(),
                        n => format!("{n} rounds"),
                    }
                )
            };
            all.push(words);
        }
        if let Some(m) = &found.mixture
            && m.support.len() > 1
        {
            let mix: Vec<String> = m
                .support
                .iter()
                .map(|i| format!("{} {:.3}", self.said(&found.pool[*i]), m.weights[*i]))
                .collect();
            all.push(format!(
                "Among the builds found no single one is safe; the unbeatable mixture is {}.",
                mix.join("; ")
            ));
        }
        let stays = found
            .swept
            .iter()
            .filter(|s| self.said(&s.best) == self.said(&top))
            .count();
        if !found.swept.is_empty() {
            all.push(format!(
                "The best build stays the same in {stays} of {} shifts of prices.",
                found.swept.len()
            ));
        }
        all
    }
}

/// The best build and its score.
pub(crate) fn first(best: &Best) -> (Build, f64) {
    let (place, score, _) = best.ranked.order[0];
    (best.finalists[place], score)
}

/// The builds that were found one way or another, each once.
fn pool(
    best: &Best,
    sets: &[(String, Vec<f64>, Build, f64)],
    responses: &[Response],
) -> Vec<Build> {
    let mut pool: Vec<Build> = Vec::new();
    let tops = best
        .ranked
        .order
        .iter()
        .take(4)
        .map(|o| best.finalists[o.0]);
    let all = tops
        .chain(sets.iter().map(|s| s.2))
        .chain(responses.iter().flat_map(|r| [r.to, r.best]));
    for b in all {
        if !pool.contains(&b) {
            pool.push(b);
        }
    }
    pool
}
