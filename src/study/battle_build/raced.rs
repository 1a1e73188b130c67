//! A race instead of a search: where battles are not plain, builds are sampled and dropped.

use super::{Asked, MOST_RACED, tables};
use crate::error::{Error, Result};
use crate::games::battle::rules::Rules;
use crate::games::battle::search::race::{self, Runner, race};
use crate::games::battle::search::space::Build;
use crate::report::{Findings, Method};
use crate::stats::Ranking;
use crate::study::battle::glossary;
use crate::study::battle::strip::Headline;
use std::sync::Arc;

impl Asked {
    pub(super) fn raced(&self, rounds: u32) -> Result<Findings> {
        let ground = &self.ground;
        let run = |rules: &Arc<Rules>| -> Result<(usize, Vec<Build>, Vec<Runner>, Ranking)> {
            let search = self.search(&ground.data, rules);
            let builds = self.listed(&search)?;
            if builds.len() > MOST_RACED {
                return Err(Error::usage(format!(
                    "--method mc: {} builds are too many to race (at most {MOST_RACED}); narrow them with --weapons, --skills or --points",
                    builds.len()
                )));
            }
            let plan = race::Plan {
                seed: ground.seed,
                rounds,
                confidence: ground.confidence,
                keep: 1,
            };
            let (runners, ranking) = race(&search, &builds, &self.opponents(), &plan)?;
            Ok((builds.len(), builds, runners, ranking))
        };
        let (count, builds, runners, ranking) = run(&ground.rules)?;
        let mut values = Vec::new();
        let mut tops = Vec::new();
        for (name, rules) in &ground.sets {
            let (_, builds, runners, ranking) = run(rules)?;
            values.push((name.clone(), tables::of_runner(&runners[0])));
            let level = ranking.groups().first().map_or(1, Vec::len);
            let named = match level {
                1 => self.said(&builds[runners[0].place]),
                n => format!(
                    "{} and {} more",
                    self.said(&builds[runners[0].place]),
                    n - 1
                ),
            };
            tops.push((named, level == 1));
        }
        let strip = Headline::best(values, tops);
        let mut question = self.question(count);
        question.method = Method::Mc;
        question.seed = Some(ground.seed);
        question.playouts = runners.first().map_or(0, |r| r.n * self.panel.len() as u64);
        question.stopped_by = Some("playouts".into());
        let best = &runners[0];
        let mut verdict = vec![format!(
            "{} leads with {:.4} ({:.4} to {:.4}){}.",
            self.said(&builds[best.place]),
            best.share,
            best.interval.0,
            best.interval.1,
            match ranking.groups().first().map_or(1, Vec::len) {
                1 => format!("; it is told from all other of the {count} builds"),
                n => format!("; {} of the {count} builds cannot be told from it", n - 1),
            }
        )];
        verdict.extend(
            strip
                .sentence()
                .map(|s| s.replace("The verdict", "The leader")),
        );
        let mut all = vec![tables::raced(self, &builds, &runners, &ranking)];
        if !strip.values.is_empty() {
            all.push(strip.table("P(win) of the leader"));
        }
        Ok(Findings {
            question,
            verdict,
            tables: all,
            charts: strip.chart("P(win) of the leader").into_iter().collect(),
            notes: vec![
                "Raced: every round doubles the battles of the builds that are left, all over the same random numbers; a build is dropped when its interval, widened for the number of builds and rounds, lies below the best one's.".into(),
            ],
            guesses: ground.guesses_of(&self.space.weapons, true),
            glossary: glossary(&[("group", "builds that the race could not tell apart share one")]),
        })
    }
}
