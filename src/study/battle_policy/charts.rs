//! The charts of a sweep: bars by value, lines by group, wins against own deaths.

use super::{Asked, Under};
use crate::report::{Chart, Plot, Point};
use crate::study::battle::Estimate;
use crate::study::battle::cells::series;

/// All charts.
pub(super) fn all(asked: &Asked, own: &Under, sets: &[(String, Under)]) -> Vec<Chart> {
    let mut charts = vec![match groups(asked).len() {
        1 => bars(asked, own),
        _ => lines(asked, own),
    }];
    charts.push(deaths(asked, own));
    charts.push(frontier(asked, own));
    if !sets.is_empty() {
        charts.push(by_set(asked, sets));
    }
    charts
}

fn groups(asked: &Asked) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for t in &asked.trials {
        if !all.contains(&t.group) {
            all.push(t.group.clone());
        }
    }
    all
}

fn values(asked: &Asked) -> Vec<String> {
    (0..asked.trials.len()).map(|i| asked.called(i)).collect()
}

fn bar_chart(
    asked: &Asked,
    name: &'static str,
    title: String,
    y: &str,
    all: Vec<crate::report::Series>,
    table: &'static str,
) -> Chart {
    Chart {
        name,
        title,
        caption: format!("One bar a value of {}.", asked.vary),
        x_label: asked.vary.clone(),
        y_label: y.into(),
        plot: Plot::Bars {
            categories: values(asked),
            series: all,
            share: true,
        },
        table,
    }
}

fn bars(asked: &Asked, own: &Under) -> Chart {
    let wins: Vec<Estimate> = own.iter().map(|r| r.win).collect();
    let title = format!("P(win) by {}", asked.vary);
    bar_chart(
        asked,
        "wins",
        title,
        "P(win)",
        series("win", &wins),
        "trials",
    )
}

fn deaths(asked: &Asked, own: &Under) -> Chart {
    let mine: Vec<Estimate> = own.iter().map(|r| r.dead).collect();
    let foes: Vec<Estimate> = own.iter().map(|r| r.foe_dead).collect();
    let mut all = series("own death", &mine);
    all.extend(series("foe's death", &foes));
    let title = format!("Deaths by {}", asked.vary);
    bar_chart(asked, "deaths", title, "share of battles", all, "trials")
}

fn lines(asked: &Asked, own: &Under) -> Chart {
    let lines = groups(asked)
        .into_iter()
        .map(|g| {
            let points = asked
                .trials
                .iter()
                .enumerate()
                .filter(|(_, t)| t.group == g);
            let points = points.map(|(i, t)| Point {
                x: t.value.parse().unwrap_or(0.0),
                y: own[i].win.value,
                interval: own[i].win.interval,
            });
            (g.clone(), points.collect())
        })
        .collect();
    let x = match asked.vary.as_str() {
        "luck" => "luck dice",
        _ => "ranks",
    };
    Chart {
        name: "wins",
        title: format!("P(win) by {x}"),
        caption: "One line a group; the higher at the same abscissa, the better spent.".into(),
        x_label: x.into(),
        y_label: "P(win)".into(),
        plot: Plot::Lines {
            log_x: false,
            lines,
            reference: Some(("one half".into(), 0.5)),
        },
        table: "trials",
    }
}

/// Wins against own deaths; groups and values are joined in their order.
fn frontier(asked: &Asked, own: &Under) -> Chart {
    let line = |g: &String| {
        let mut points: Vec<Point> = asked
            .trials
            .iter()
            .enumerate()
            .filter(|(_, t)| t.group == *g)
            .map(|(i, _)| Point {
                x: own[i].dead.value,
                y: own[i].win.value,
                interval: None,
            })
            .collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        let name = if g.is_empty() {
            asked.vary.clone()
        } else {
            g.clone()
        };
        (name, points)
    };
    Chart {
        name: "frontier",
        title: "Wins against own deaths".into(),
        caption: "Up is more wins, left is fewer own deaths; what lies right of and below another value is never worth it.".into(),
        x_label: "P(own death)".into(),
        y_label: "P(win)".into(),
        plot: Plot::Lines {
            log_x: false,
            lines: groups(asked).iter().map(line).collect(),
            reference: None,
        },
        table: "trials",
    }
}

fn by_set(asked: &Asked, sets: &[(String, Under)]) -> Chart {
    let mut all = Vec::new();
    for (set, u) in sets {
        let wins: Vec<Estimate> = u.iter().map(|r| Estimate::exact(r.win.value)).collect();
        all.extend(series(set, &wins));
    }
    let title = format!("P(win) by {} under each table set", asked.vary);
    bar_chart(asked, "sets", title, "P(win)", all, "sets")
}
