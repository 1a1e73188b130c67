//! The career of one gladiator against fresh copies of one opponent: exact.

use crate::error::Result;
use crate::games::battle::career::challenge::{Challenge, challenge};
use crate::games::battle::fighter::Fighter;
use crate::games::battle::rules::Rules;
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Point, Table};
use crate::study::battle::cells::{columns, series, text, whole, word};
use crate::study::battle::sensitivity::{self, Answer, Found, Scope};
use crate::study::battle::strip::Headline;
use crate::study::battle::{Estimate, Ground, Sided, glossary};
use rayon::prelude::*;
use std::sync::Arc;

/// The resolved question.
#[derive(Debug, Clone)]
pub struct Challenged {
    /// Where it is asked.
    pub ground: Ground,
    /// The gladiator.
    pub side: Sided,
    /// Whose fresh copies he meets.
    pub foe: Sided,
    /// Rounds.
    pub rounds: usize,
}

impl Challenged {
    fn under(&self, rules: &Arc<Rules>) -> Result<Challenge> {
        let fighter = |s: &Sided| Fighter::new(&self.ground.data, &rules.readings, &s.gladiator);
        let fighters = [fighter(&self.side)?, fighter(&self.foe)?];
        let parts = [self.side.parts, self.foe.parts];
        challenge(
            rules,
            fighters,
            &parts,
            self.side.gladiator.record,
            self.rounds,
        )
    }

    /// The share alive at the end, asked again in every way that is not printed.
    ///
    /// # Errors
    /// As [`Challenged::findings`].
    pub fn again(&self) -> Result<Found> {
        let ask = |ground: &Ground| -> Result<Answer> {
            let asked = Self {
                ground: ground.clone(),
                ..self.clone()
            };
            let alive = asked.under(&ground.rules)?.alive_after;
            Ok(Answer {
                value: Estimate::exact(alive.last().copied().unwrap_or(0.0)),
                verdict: None,
            })
        };
        let weapons = sensitivity::weapons([&self.side, &self.foe]);
        let what = "the share alive after the last round";
        Found::ask(&self.ground, what, &weapons, Scope::Careers, ask)
    }

    /// The answer.
    ///
    /// # Errors
    /// Battles with too many states.
    pub fn findings(&self) -> Result<Findings> {
        let in_force = |name: &String| name == self.ground.tables();
        let mut all: Vec<&Arc<Rules>> = vec![&self.ground.rules];
        let sets = &self.ground.sets;
        all.extend(sets.iter().filter(|s| !in_force(&s.0)).map(|s| &s.1));
        let solved = all.par_iter().map(|rules| self.under(rules));
        let mut solved = solved.collect::<Result<Vec<_>>>()?.into_iter();
        let own = solved.next().expect("the set in force is solved");
        let mut value = |name: &String| match in_force(name) {
            true => own.clone(),
            false => solved.next().expect("one answer a set"),
        };
        let sets: Vec<(String, Challenge)> = sets
            .iter()
            .map(|(name, _)| (name.clone(), value(name)))
            .collect();
        let last = |c: &Challenge| Estimate::exact(c.alive_after.last().copied().unwrap_or(0.0));
        let strip = Headline::plain(sets.iter().map(|(s, c)| (s.clone(), last(c))).collect());
        let title = format!(
            "{} rounds of {} against fresh copies of {}",
            self.rounds, self.side.name, self.foe.name
        );
        let mut question = self.ground.question("battle-career", title);
        question.policies = vec![
            ("gladiator".into(), self.side.parts.to_string()),
            ("foe".into(), self.foe.parts.to_string()),
        ];
        question.facts = vec![
            ("gladiator".into(), self.side.gladiator.short()),
            ("foe".into(), self.foe.gladiator.short()),
            ("rewards".into(), self.ground.rules.rewards()),
        ];
        let mut verdict = vec![format!(
            "He is alive after {} rounds in {:.4}, with {:.2} wins, {:.2} losses and {:.2} points in the mean.",
            self.rounds,
            last(&own).value,
            own.mean_wins,
            own.mean_losses,
            own.mean_points
        )];
        verdict.extend(strip.sentence());
        let mut tables = vec![summary(&own), survival(&own), luck(&own)];
        if !strip.values.is_empty() {
            tables.insert(1, strip.table("share alive after the last round"));
        }
        Ok(Findings {
            verdict,
            tables,
            charts: vec![curve(self, &own, &sets), luck_chart(&own)],
            notes: vec![format!(
                "All figures are exact: one battle solved for each number of luck dice, then a chain over wins, losses and rounds out; {:.0e} of the probability was left undecided. Nothing is spent.",
                own.undecided.max(1e-16)
            )],
            guesses: self.ground.career_guesses(&[&self.side, &self.foe], false),
            glossary: glossary(&[("luck dice", "wins less losses, never below zero")]),
            question,
        })
    }
}

fn summary(c: &Challenge) -> Table {
    let columns = columns(
        vec![text(
            "metric",
            "mean of a career, the dead's totals included",
        )],
        Kind::Number(4),
    );
    let rows = [
        ("wins", c.mean_wins),
        ("losses", c.mean_losses),
        ("kills", c.mean_kills),
        ("points", c.mean_points),
        ("insanities", c.mean_insanities),
    ];
    Table {
        name: "summary",
        title: "Means of a career".into(),
        columns,
        rows: rows
            .iter()
            .map(|(name, v)| {
                let mut row = vec![word(name)];
                row.extend(Estimate::exact(*v).cells());
                row
            })
            .collect(),
        on_terminal: true,
    }
}

fn survival(c: &Challenge) -> Table {
    let columns = columns(vec![whole("rounds", "rounds of the career")], Kind::Share);
    let rows = c.alive_after.iter().enumerate().map(|(i, p)| {
        let mut row = vec![Cell::Count(i as u64 + 1)];
        row.extend(Estimate::exact(*p).cells());
        row
    });
    Table {
        name: "survival",
        title: "P(alive) after so many rounds".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}

fn luck(c: &Challenge) -> Table {
    let rows = c
        .luck_next
        .iter()
        .map(|(luck, p)| vec![Cell::Count((*luck).into()), Cell::Real(*p)]);
    Table {
        name: "luck",
        title: "P(alive and so many luck dice in the next battle)".into(),
        columns: vec![
            whole("luck_dice", "luck dice of the next battle"),
            Column::new("probability", Kind::Share, "", "exact"),
        ],
        rows: rows.collect(),
        on_terminal: true,
    }
}

fn curve(asked: &Challenged, own: &Challenge, sets: &[(String, Challenge)]) -> Chart {
    let line = |c: &Challenge| {
        let start = std::iter::once(1.0).chain(c.alive_after.iter().copied());
        start
            .enumerate()
            .map(|(i, y)| Point {
                x: i as f64,
                y,
                interval: None,
            })
            .collect::<Vec<_>>()
    };
    let lines = match sets {
        [] => vec![(asked.side.name.clone(), line(own))],
        sets => sets.iter().map(|(s, c)| (s.clone(), line(c))).collect(),
    };
    Chart {
        name: "survival",
        title: "P(alive) by rounds".into(),
        caption: "Exact; one line a table set.".into(),
        x_label: "rounds".into(),
        y_label: "P(alive)".into(),
        plot: Plot::Lines {
            log_x: false,
            lines,
            reference: None,
        },
        table: "survival",
    }
}

fn luck_chart(c: &Challenge) -> Chart {
    let values: Vec<Estimate> = c.luck_next.values().map(|p| Estimate::exact(*p)).collect();
    Chart {
        name: "luck",
        title: "Luck dice after the last round".into(),
        caption: "P(alive and so many luck dice).".into(),
        x_label: "luck dice".into(),
        y_label: "probability".into(),
        plot: Plot::Bars {
            categories: c.luck_next.keys().map(ToString::to_string).collect(),
            series: series("luck dice", &values),
            share: true,
        },
        table: "luck",
    }
}
