//! The charts of a matrix question, as data.

use super::solved::{Solved, sampled_pair};
use super::{Asked, Sampled};
use crate::games::clash::counts::Kind;
use crate::games::clash::matrix::{Measure, Model};
use crate::report::{Chart, Plot, Series};

/// Bars that a chart carries at most.
const BARS: usize = 25;

/// All charts.
pub(super) fn all(asked: &Asked, solved: &Solved, sampled: Option<&Sampled>) -> Vec<Chart> {
    if solved.columns.is_some() {
        return vec![targets(asked, solved)];
    }
    let mut charts = vec![
        heat(asked, solved, sampled),
        ranking(asked, solved, sampled),
    ];
    charts.extend(equilibrium(asked, solved));
    charts.extend(kinds(solved));
    charts.extend(decisions(asked, solved));
    charts.extend(switches(solved));
    charts
}

fn bars(
    categories: Vec<String>,
    name: &str,
    values: Vec<f64>,
    intervals: Option<Vec<(f64, f64)>>,
    share: bool,
) -> Plot {
    Plot::Bars {
        categories,
        series: vec![Series {
            name: name.into(),
            values,
            intervals,
        }],
        share,
    }
}

fn unit(asked: &Asked) -> String {
    match asked.measure {
        Measure::Edge => "mean edge (gladiators)".into(),
        Measure::PWin => "mean chance to win".into(),
    }
}

fn heat(asked: &Asked, solved: &Solved, sampled: Option<&Sampled>) -> Chart {
    let order: Vec<usize> = solved.ranking.iter().map(|r| r.team).collect();
    let names: Vec<String> = order.iter().map(|&t| asked.teams[t].to_string()).collect();
    let table = |value: &dyn Fn(usize, usize) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
        let row = |&a: &usize| order.iter().map(|&b| value(a, b)).collect();
        order.iter().map(row).collect()
    };
    let enough = |s: &&Sampled| asked.alike() && s.moments.iter().all(|m| m.n > 1);
    let mut caption = "The row's edge over the column, each challenging half the time; strongest teams first. A sorted slope is strength, patches against it are cycles.".to_string();
    let plot = match sampled.filter(enough) {
        None => Plot::Heat {
            rows: names.clone(),
            columns: names,
            values: table(&|a, b| Some(solved.game.payoff.at(a, b))),
            signed: true,
        },
        Some(s) => {
            caption += " Sampled; hatched where the interval of a pair has zero in it, so that who is better is open.";
            let z = crate::stats::z_for(asked.confidence);
            let doubtful = |a: usize, b: usize| {
                let (value, error) = sampled_pair(asked, s, a, b);
                value.abs() <= z * error
            };
            Plot::Hatched {
                rows: names.clone(),
                columns: names,
                values: table(&|a, b| Some(sampled_pair(asked, s, a, b).0)),
                doubtful: order
                    .iter()
                    .map(|&a| order.iter().map(|&b| doubtful(a, b)).collect())
                    .collect(),
                signed: true,
            }
        }
    };
    Chart {
        name: "matrix",
        title: "Every team against every team".into(),
        caption,
        x_label: "opponent".into(),
        y_label: "team".into(),
        plot,
        table: "matrix",
    }
}

fn ranking(asked: &Asked, solved: &Solved, sampled: Option<&Sampled>) -> Chart {
    let shown = &solved.ranking[..solved.ranking.len().min(BARS)];
    let names = shown
        .iter()
        .map(|r| asked.teams[r.team].to_string())
        .collect();
    let values = shown.iter().map(|r| r.mean).collect();
    let intervals = sampled.map(|_| {
        shown
            .iter()
            .map(|r| r.interval.unwrap_or((r.mean, r.mean)))
            .collect()
    });
    let rest = solved.ranking.len() - shown.len();
    let more = if rest > 0 {
        format!(" The {rest} others are in the table.")
    } else {
        String::new()
    };
    Chart {
        name: "ranking",
        title: "The best teams".into(),
        caption: format!("Mean over all opponents, the mirror included.{more}"),
        x_label: "team".into(),
        y_label: unit(asked),
        plot: bars(
            names,
            "mean",
            values,
            intervals,
            asked.measure == Measure::PWin,
        ),
        table: "ranking",
    }
}

fn equilibrium(asked: &Asked, solved: &Solved) -> Option<Chart> {
    let e = solved.game.equilibrium.as_ref()?;
    let mut teams = e.support.clone();
    teams.sort_by(|&a, &b| e.weights[b].total_cmp(&e.weights[a]).then(a.cmp(&b)));
    let names = teams.iter().map(|&t| asked.teams[t].to_string()).collect();
    let weights = teams.iter().map(|&t| e.weights[t]).collect();
    let unique = if e.degenerate {
        " Others exist or may exist."
    } else {
        ""
    };
    Some(Chart {
        name: "nash",
        title: "An equilibrium mixture".into(),
        caption: format!(
            "Weights against which no team gains on average; exploitability {:.1e}.{unique}",
            e.exploitability
        ),
        x_label: "team".into(),
        y_label: "weight".into(),
        plot: bars(names, "weight", weights, None, true),
        table: "nash",
    })
}

fn kinds(solved: &Solved) -> Option<Chart> {
    let roles = solved.game.roles.as_ref()?;
    let names = Kind::ALL.iter().map(|k| k.word().to_string()).collect();
    Some(Chart {
        name: "kinds",
        title: "What each kind is worth".into(),
        caption: format!(
            "Least-squares worth of one gladiator in a team's mean; it explains {:.1} % of the differences between teams.",
            roles.r_squared * 100.0
        ),
        x_label: "kind".into(),
        y_label: "worth (gladiators)".into(),
        plot: bars(names, "worth", roles.worth.clone(), None, false),
        table: "kinds",
    })
}

/// Largest first.
fn tornado(mut bars: Vec<(String, f64)>) -> (Vec<String>, Vec<f64>) {
    bars.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0)));
    bars.truncate(BARS);
    bars.into_iter().unzip()
}

fn decisions(asked: &Asked, solved: &Solved) -> Option<Chart> {
    if solved.regrets.is_empty() {
        return None;
    }
    let (names, values) = tornado(
        solved
            .regrets
            .iter()
            .map(|r| (format!("{} {}", r.part, r.value), r.regret))
            .collect(),
    );
    Some(Chart {
        name: "decisions",
        title: "What each decision rule gives away".into(),
        caption: format!(
            "What is given away on average against {}: by the policy, and by each rule in place of one part {}.",
            solved.regrets[0].against,
            match asked.setting.model {
                Model::Duel => "of optimal play",
                Model::Fight => "of the policy",
            }
        ),
        x_label: "rule".into(),
        y_label: "regret (gladiators)".into(),
        plot: bars(names, "regret", values, None, false),
        table: "decisions",
    })
}

fn switches(solved: &Solved) -> Option<Chart> {
    if solved.changed.is_empty() {
        return None;
    }
    let (names, values) = tornado(
        solved
            .changed
            .iter()
            .map(|c| (format!("{}={}", c.key, c.value), c.edges.mean))
            .collect(),
    );
    Some(Chart {
        name: "switches",
        title: "How much other readings of the rules matter".into(),
        caption: "Mean absolute change of the challenger's edge over all pairs.".into(),
        x_label: "reading".into(),
        y_label: "mean change (gladiators)".into(),
        plot: bars(names, "mean change", values, None, false),
        table: "switches",
    })
}

/// The best challengers of the first target.
fn targets(asked: &Asked, solved: &Solved) -> Chart {
    let matrix = solved.columns.as_ref().expect("there are targets");
    let mut order: Vec<usize> = (0..asked.teams.len()).collect();
    order.sort_by(|&x, &y| {
        matrix.pair(y, 0).edge[0]
            .total_cmp(&matrix.pair(x, 0).edge[0])
            .then(x.cmp(&y))
    });
    order.truncate(BARS);
    let name = &asked.targets[0].0;
    Chart {
        name: "targets",
        title: format!("Who should challenge {name}"),
        caption: format!("Edge of the best challengers of {name}; the others are in the table."),
        x_label: "team".into(),
        y_label: "edge (gladiators; an animal counts 2)".into(),
        plot: bars(
            order.iter().map(|&t| asked.teams[t].to_string()).collect(),
            "edge",
            order.iter().map(|&t| matrix.pair(t, 0).edge[0]).collect(),
            None,
            false,
        ),
        table: "targets",
    }
}
