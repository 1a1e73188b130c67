//! `battle-marginal`: what one more rank of each skill, and one more point, is worth to a build.

use crate::error::{Error, Result};
use crate::games::battle::build::price;
use crate::games::battle::marginal::steps;
use crate::games::battle::rules::Rules;
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Table};
use crate::stats::{rank_by_intervals, simultaneous_confidence};
use crate::study::battle::cells::{self, columns, series, text, whole, word};
use crate::study::battle::sensitivity::{self, Answer, Found, Scope};
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
    /// The build.
    pub build: Sided,
    /// Whom he fights.
    pub foe: Sided,
    /// How duels are worked out.
    pub worth: Worth,
}

/// One more of something.
#[derive(Debug, Clone)]
struct Step {
    what: String,
    price: u32,
    win: Estimate,
    gain: Estimate,
}

impl Step {
    fn per_point(&self) -> Option<f64> {
        (self.price > 0).then(|| self.gain.value / f64::from(self.price))
    }

    /// The gain a point as a figure.
    fn per_point_estimate(&self, confidence: f64) -> Estimate {
        let value = self.per_point().unwrap_or(0.0);
        match self.gain.n {
            Some(n) => Estimate {
                value,
                n: Some(n),
                interval: Some(self.per_point_within(confidence, confidence)),
                ..Estimate::default()
            },
            None => Estimate::exact(value),
        }
    }

    /// The gain a point between these; widths are those of the gain.
    fn per_point_within(&self, confidence: f64, own: f64) -> (f64, f64) {
        let (lo, hi) = self.gain.interval_at(confidence, own);
        let price = f64::from(self.price.max(1));
        (lo / price, hi / price)
    }
}

/// Gains under one table set.
struct Under {
    own: Estimate,
    steps: Vec<Step>,
}

impl Under {
    /// The steps that gain most a point, best first: all that are level, or not told apart by intervals that hold
    /// together.
    fn best(&self, confidence: f64) -> Vec<&Step> {
        let priced: Vec<&Step> = self.steps.iter().filter(|s| s.price > 0).collect();
        if priced.is_empty() {
            return priced;
        }
        let each = simultaneous_confidence(confidence, priced.len());
        let values: Vec<f64> = priced.iter().filter_map(|s| s.per_point()).collect();
        let intervals: Vec<(f64, f64)> = priced
            .iter()
            .map(|s| s.per_point_within(each, confidence))
            .map(|(lo, hi)| (lo, hi + 1e-9))
            .collect();
        let groups = rank_by_intervals(&values, &intervals).groups();
        groups[0].iter().map(|i| priced[*i]).collect()
    }

    fn sampled(&self) -> bool {
        self.own.n.is_some() || self.steps.iter().any(|s| s.gain.n.is_some())
    }
}

impl Asked {
    fn under(&self, rules: &Arc<Rules>) -> Result<Under> {
        let base = duel(&self.ground, rules, &self.build, &self.foe)?;
        let more = steps(&self.ground.data, &rules.readings, &self.build.gladiator);
        let own = self.worth.win(&self.ground, &base)?;
        let one = |(what, gladiator, price): crate::games::battle::marginal::More| {
            let with = Sided {
                gladiator,
                ..self.build.clone()
            };
            let better = duel(&self.ground, rules, &with, &self.foe)?;
            let win = self.worth.win(&self.ground, &better)?;
            let gain = match win.exact.zip(own.exact) {
                Some((with, without)) => Estimate::exact(with - without),
                None => self.worth.gain(&self.ground, &better, &base)?,
            };
            Ok(Step {
                what,
                price,
                win,
                gain,
            })
        };
        let steps = match self.worth.solves(&base) {
            true => more.into_par_iter().map(one).collect::<Result<Vec<_>>>()?,
            false => more.into_iter().map(one).collect::<Result<Vec<_>>>()?,
        };
        Ok(Under { own, steps })
    }

    /// The gain a point of what is the best buy as asked, and which buy is best, asked again in every way that is not printed.
    ///
    /// # Errors
    /// As [`Asked::findings`].
    pub fn again(&self) -> Result<Found> {
        let confidence = self.ground.confidence;
        let base = self.under(&self.ground.rules)?;
        let told = |u: &Under| !u.sampled() || u.best(confidence).len() == 1;
        let decided = told(&base);
        let leader = base
            .best(confidence)
            .first()
            .map_or(String::new(), |s| s.what.clone());
        let ask = |ground: &Ground| -> Result<Answer> {
            let asked = Self {
                ground: ground.clone(),
                ..self.clone()
            };
            let under = asked.under(&ground.rules)?;
            let step = under.steps.iter().find(|s| s.what == leader);
            let step = step.ok_or_else(|| Error::usage(format!("{leader} cannot be bought")))?;
            Ok(Answer {
                value: step.per_point_estimate(confidence),
                verdict: decided.then(|| match told(&under) {
                    true => listed(&under.best(confidence)),
                    false => "not told apart".into(),
                }),
            })
        };
        let weapons = sensitivity::weapons([&self.build, &self.foe]);
        let what = format!("the gain a point of {leader}");
        Found::ask(&self.ground, &what, &weapons, Scope::Builds, ask)
    }

    /// The answer.
    ///
    /// # Errors
    /// Too many states for `--method exact`, or an interrupt.
    pub fn findings(&self) -> Result<Findings> {
        let own = self.under(&self.ground.rules)?;
        let sets = self
            .ground
            .sets
            .iter()
            .map(|(name, rules)| Ok((name.clone(), self.under(rules)?)))
            .collect::<Result<Vec<_>>>()?;
        let confidence = self.ground.confidence;
        let strip = strip(&sets, confidence);
        let sampled = own.sampled();
        let title = format!(
            "What one more rank is worth to {} against {}",
            self.build.name, self.foe.name
        );
        let mut question = self.ground.question("battle-marginal", title);
        let points = price(&self.ground.data, &self.build.gladiator).total();
        question.facts = vec![
            (
                "build".into(),
                format!("{}, {points} points", self.build.gladiator.short()),
            ),
            ("foe".into(), self.foe.gladiator.short()),
            ("the build wins".into(), own.own.words(4)),
        ];
        question.policies = vec![
            ("build".into(), self.build.parts.to_string()),
            ("foe".into(), self.foe.parts.to_string()),
        ];
        self.worth.tell(&self.ground, &mut question, sampled);
        let mut tables = vec![table(&own)];
        if !sets.is_empty() {
            tables.push(strip.table("gain a point of the best buy"));
            tables.push(sets_table(&sets));
        }
        let mut charts = vec![gains(&own), per_point(&own)];
        if !sets.is_empty() {
            charts.push(sets_chart(&sets));
        }
        Ok(Findings {
            verdict: verdict(&own, &strip, confidence),
            tables,
            charts,
            notes: vec![
                self.worth.note(&self.ground, sampled),
                "Prices other than INITIATIVE's are assumed, so that gains a point are as good as the guess; gains a rank are not touched by prices.".into(),
            ],
            guesses: self.ground.guesses([&self.build, &self.foe], true),
            glossary: glossary(&[
                ("gain", "P(win) with one more, less P(win) of the build as it is"),
                ("gain a point", "gain divided by what it costs in development points"),
            ]),
            question,
        })
    }
}

fn strip(sets: &[(String, Under)], confidence: f64) -> Headline {
    let values = sets
        .iter()
        .map(|(s, u)| {
            let best = u.best(confidence);
            let e = best
                .first()
                .map_or(Estimate::exact(0.0), |s| s.per_point_estimate(confidence));
            (s.clone(), e)
        })
        .collect();
    let best = |u: &Under| {
        let best = u.best(confidence);
        match best.is_empty() {
            true => ("nothing".to_string(), true),
            false => (listed(&best), !u.sampled() || best.len() == 1),
        }
    };
    Headline::best(values, sets.iter().map(|(_, u)| best(u)).collect())
}

fn listed(steps: &[&Step]) -> String {
    let mut names: Vec<&str> = steps.iter().map(|s| s.what.as_str()).collect();
    names.sort_unstable();
    names.join(", ")
}

fn verdict(own: &Under, strip: &Headline, confidence: f64) -> Vec<String> {
    let mut all = Vec::new();
    let best = own.best(confidence);
    if let Some(first) = best.first() {
        let others = match (&best[1..], own.sampled()) {
            ([], _) => String::new(),
            (rest, false) => format!("; level with it: {}", listed(rest)),
            (rest, true) => format!("; not told apart from it: {}", listed(rest)),
        };
        all.push(format!(
            "The best buy is {} for {} points: it gains {:+.4} of the battles, {:+.4} a point{others}.",
            first.what,
            first.price,
            first.gain.value,
            first.per_point().unwrap_or(0.0)
        ));
    }
    let nothing: Vec<&str> = own
        .steps
        .iter()
        .filter(|s| s.gain.exact.is_some_and(|g| g.abs() < 1e-9))
        .map(|s| s.what.as_str())
        .collect();
    if !nothing.is_empty() {
        let each: Vec<String> = nothing.iter().map(|what| format!("{what} alone")).collect();
        all.push(format!(
            "One more of {} changes nothing.",
            each.join(", or of ")
        ));
    }
    all.extend(
        strip
            .sentence()
            .map(|s| s.replace("The verdict", "The best buy")),
    );
    all
}

fn table(own: &Under) -> Table {
    let mut columns = columns(
        vec![
            text(
                "more",
                "what is added: one rank of a skill, of ATTACK and the weapon together, points of health",
            ),
            whole("price", "development points"),
        ],
        Kind::Signed(6),
    );
    columns.push(cells::share("win", "P(win) with it"));
    columns.push(Column::new(
        "gain_per_point",
        Kind::Signed(6),
        "",
        "gain divided by the price; null if it is free",
    ));
    let rows = own.steps.iter().map(|s| {
        let mut row = vec![word(&s.what), Cell::Count(s.price.into())];
        row.extend(s.gain.cells());
        row.push(Cell::Real(s.win.value));
        row.push(s.per_point().map_or(Cell::Null, Cell::Real));
        row
    });
    Table {
        name: "marginal",
        title: "P(win) gained by one more (value is the gain)".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}

fn sets_table(sets: &[(String, Under)]) -> Table {
    let columns = columns(
        vec![
            text("more", "what is added"),
            text("tables", "table set of the lost tables"),
        ],
        Kind::Signed(6),
    );
    let mut rows = Vec::new();
    for (i, step) in sets[0].1.steps.iter().enumerate() {
        for (set, under) in sets {
            let mut row = vec![word(&step.what), word(set)];
            row.extend(under.steps[i].gain.cells());
            rows.push(row);
        }
    }
    Table {
        name: "sets",
        title: "The gains under each table set".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn bars(
    own: &Under,
    name: &'static str,
    title: &str,
    caption: &str,
    values: Vec<Estimate>,
) -> Chart {
    Chart {
        name,
        title: title.into(),
        caption: caption.into(),
        x_label: "one more of".into(),
        y_label: "P(win) gained".into(),
        plot: Plot::Bars {
            categories: own.steps.iter().map(|s| s.what.clone()).collect(),
            series: series("gain", &values),
            share: false,
        },
        table: "marginal",
    }
}

fn gains(own: &Under) -> Chart {
    let values = own.steps.iter().map(|s| s.gain).collect();
    let caption = "P(win) gained by one more rank; nothing where an odd rank buys no die.";
    bars(own, "gain", "What one more rank gains", caption, values)
}

fn per_point(own: &Under) -> Chart {
    let values = own
        .steps
        .iter()
        .map(|s| match s.gain.exact {
            Some(_) => Estimate::exact(s.per_point().unwrap_or(0.0)),
            None => Estimate {
                value: s.per_point().unwrap_or(0.0),
                n: s.gain.n,
                ..Estimate::default()
            },
        })
        .collect();
    let caption = "The same divided by its price in development points.";
    bars(
        own,
        "gain_per_point",
        "What a development point gains",
        caption,
        values,
    )
}

fn sets_chart(sets: &[(String, Under)]) -> Chart {
    let mut all = Vec::new();
    for (set, under) in sets {
        let gains: Vec<Estimate> = under
            .steps
            .iter()
            .map(|s| Estimate::exact(s.gain.value))
            .collect();
        all.extend(series(set, &gains));
    }
    Chart {
        name: "sets",
        title: "What one more rank gains under each table set".into(),
        caption: "Bars of one height say that the lost tables do not matter here.".into(),
        x_label: "one more of".into(),
        y_label: "P(win) gained".into(),
        plot: Plot::Bars {
            categories: sets[0].1.steps.iter().map(|s| s.what.clone()).collect(),
            series: all,
            share: false,
        },
        table: "sets",
    }
}
