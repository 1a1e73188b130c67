//! The charts of a career: survival, growth of skills, points and luck, spread of records, the snowball.

use super::Asked;
use super::tables::{by_difference, mean, spread};
use crate::games::battle::career::cohort::CohortSetsTally;
use crate::games::battle::career::growth::GROWING;
use crate::games::battle::career::history::{CohortTally, Round};
use crate::playout::Run;
use crate::report::{Chart, Plot, Point};
use crate::study::battle::Estimate;
use crate::study::battle::cells::series;

/// All charts.
pub(super) fn all(asked: &Asked, run: &Run<CohortSetsTally>) -> Vec<Chart> {
    let t = &run.tally.0[0];
    let mut charts = vec![
        survival(asked, run),
        spread_of_records(asked, t),
        skills(t),
        lines(
            t,
            "records",
            "Records of the living",
            "mean of the living",
            &[
                ("wins", |r| r.wins),
                ("losses", |r| r.losses),
                ("kills", |r| r.kills),
                ("luck dice", |r| r.luck),
            ],
        ),
        lines(
            t,
            "points",
            "Points earned",
            "mean points of the living",
            &[("points", |r| r.points)],
        ),
    ];
    charts.extend(snowball(asked, t));
    charts
}

fn survival(asked: &Asked, run: &Run<CohortSetsTally>) -> Chart {
    let line = |t: &CohortTally| {
        let mut points = vec![Point {
            x: 0.0,
            y: 1.0,
            interval: None,
        }];
        points.extend(asked.survived(t).iter().enumerate().map(|(i, e)| Point {
            x: i as f64 + 1.0,
            y: e.value,
            interval: e.interval,
        }));
        points
    };
    let mut names = vec![asked.ground.tables().to_string()];
    names.extend(asked.others().iter().map(|s| s.0.clone()));
    let lines = names
        .into_iter()
        .zip(run.tally.0.iter().map(line))
        .collect();
    Chart {
        name: "survival",
        title: "P(alive), by rounds of one's career".into(),
        caption: "Kaplan-Meier with Greenwood's intervals, one line a table set; close lines say that the lost tables matter little.".into(),
        x_label: "rounds of the career".into(),
        y_label: "P(alive)".into(),
        plot: Plot::Lines { log_x: false, lines, reference: None },
        table: "survival",
    }
}

fn spread_of_records(asked: &Asked, t: &CohortTally) -> Chart {
    let all = spread(t);
    let n: u64 = all.iter().map(|d| d.1).sum();
    let values: Vec<Estimate> = all
        .iter()
        .map(|d| Estimate::share(d.1, n.max(1), asked.ground.confidence, None))
        .collect();
    Chart {
        name: "spread",
        title: "Spread of records".into(),
        caption: "Wins less losses of gladiators who lived to the end or retired.".into(),
        x_label: "wins less losses".into(),
        y_label: "share of gladiators".into(),
        plot: Plot::Bars {
            categories: all.iter().map(|d| d.0.to_string()).collect(),
            series: series("gladiators", &values),
            share: true,
        },
        table: "records",
    }
}

fn skills(t: &CohortTally) -> Chart {
    let grown: Vec<usize> = (0..GROWING.len())
        .filter(|k| {
            let of = |r: &Round| mean(r, r.ranks[*k]);
            let all: Vec<f64> = t.rounds.iter().filter_map(of).collect();
            *k < 7 || all.windows(2).any(|w| (w[0] - w[1]).abs() > 1e-9)
        })
        .collect();
    let line = |k: &usize| {
        let points = t.rounds.iter().enumerate().filter_map(|(i, r)| {
            // Health is drawn as points above the base, to stay on the picture.
            let y = mean(r, r.ranks[*k])? - if *k == 7 { 20.0 } else { 0.0 };
            Some(Point {
                x: i as f64 + 1.0,
                y,
                interval: None,
            })
        });
        let name = if *k == 7 {
            "health above 20"
        } else {
            GROWING[*k]
        };
        (name.to_string(), points.collect())
    };
    Chart {
        name: "skills",
        title: "Skill growth".into(),
        caption:
            "Mean ranks of the living after each round; flat lines are skills that nobody buys."
                .into(),
        x_label: "round".into(),
        y_label: "mean ranks".into(),
        plot: Plot::Lines {
            log_x: false,
            lines: grown.iter().map(line).collect(),
            reference: None,
        },
        table: "rounds",
    }
}

type Of = fn(&Round) -> u64;

fn lines(t: &CohortTally, name: &'static str, title: &str, y: &str, of: &[(&str, Of)]) -> Chart {
    let line = |(name, of): &(&str, Of)| {
        let points = t.rounds.iter().enumerate().filter_map(|(i, r)| {
            Some(Point {
                x: i as f64 + 1.0,
                y: mean(r, of(r))?,
                interval: None,
            })
        });
        (name.to_string(), points.collect())
    };
    Chart {
        name,
        title: title.into(),
        caption: "Means over the gladiators alive after each round.".into(),
        x_label: "round".into(),
        y_label: y.into(),
        plot: Plot::Lines {
            log_x: false,
            lines: of.iter().map(line).collect(),
            reference: None,
        },
        table: "rounds",
    }
}

fn snowball(asked: &Asked, t: &CohortTally) -> Option<Chart> {
    let all = by_difference(t);
    if all.is_empty() {
        return None;
    }
    let values: Vec<Estimate> = all
        .iter()
        .map(|d| Estimate::share(d.2, d.1, asked.ground.confidence, None))
        .collect();
    Some(Chart {
        name: "snowball",
        title: "P(the luckier wins)".into(),
        caption: "By how many luck dice he has more; one half would be no snowball. Better records also come from better gladiators.".into(),
        x_label: "luck dice more".into(),
        y_label: "P(the luckier wins)".into(),
        plot: Plot::Bars {
            categories: all.iter().map(|d| d.0.clone()).collect(),
            series: series("luckier wins", &values),
            share: true,
        },
        table: "snowball",
    })
}
