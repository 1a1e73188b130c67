//! The verdict of a matrix question in plain sentences, computed from the numbers.

use super::solved::Solved;
use super::{Asked, played};
use crate::games::clash::counts::Kind;
use crate::games::clash::matrix::Measure;

/// The sentences, the headline first.
pub(super) fn sentences(asked: &Asked, solved: &Solved) -> Vec<String> {
    if solved.columns.is_some() {
        return asked
            .targets
            .iter()
            .enumerate()
            .flat_map(|(at, _)| {
                let ranges = super::animals::survives(asked, solved, at);
                [Some(target(asked, solved, at)), ranges]
            })
            .flatten()
            .collect();
    }
    let mut said = vec![best(asked, solved)];
    said.extend(equilibrium(asked, solved));
    said.push(order(asked, solved));
    said.extend(kinds(asked, solved));
    said.extend(first_strike(asked, solved));
    said.extend(decisions(solved));
    said.extend(switches(solved));
    said
}

fn list(asked: &Asked, teams: &[usize]) -> String {
    let names: Vec<String> = teams.iter().map(|&t| asked.teams[t].to_string()).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// At most five names, and how many more.
fn some(asked: &Asked, teams: &[usize]) -> String {
    if teams.len() <= 5 {
        list(asked, teams)
    } else {
        format!(
            "{} and {} more",
            list(asked, &teams[..4]).replace(" and ", ", "),
            teams.len() - 4
        )
    }
}

fn best(asked: &Asked, solved: &Solved) -> String {
    let group: Vec<usize> = solved
        .ranking
        .iter()
        .filter(|r| r.group == 1)
        .map(|r| r.team)
        .collect();
    let top = &solved.ranking[0];
    let worst = solved.ranking.last().expect("there is a team");
    let figure = |mean: f64| match asked.measure {
        Measure::Edge => format!("{mean:+.4} gladiators on average"),
        Measure::PWin => format!(
            "{:.2} % of the {} on average",
            mean * 100.0,
            if asked.setting.model == crate::games::clash::matrix::Model::Fight {
                "fights"
            } else {
                "duels"
            }
        ),
    };
    let what = played(asked.setting.model);
    if group.len() == asked.teams.len() && group.len() > 1 {
        return format!("In {what} the {} teams cannot be told apart.", group.len());
    }
    let first = if group.len() == 1 {
        format!(
            "In {what} {} is the best team against all {} ({})",
            asked.teams[top.team],
            asked.teams.len(),
            figure(top.mean)
        )
    } else {
        format!(
            "In {what} {} share the first place against all {} ({})",
            some(asked, &group),
            asked.teams.len(),
            figure(top.mean)
        )
    };
    format!(
        "{first}; the last is {} ({}).",
        asked.teams[worst.team],
        figure(worst.mean)
    )
}

fn equilibrium(asked: &Asked, solved: &Solved) -> Option<String> {
    let game = &solved.game;
    let Some(e) = &game.equilibrium else {
        return Some("The two sides play differently, so the teams do not make a symmetric game and no equilibrium is given.".into());
    };
    let mut text = match e.pure.as_slice() {
        [] => {
            let mut support = e.support.clone();
            support.sort_by(|&a, &b| e.weights[b].total_cmp(&e.weights[a]));
            format!(
                "No team is safe by itself; a mixture of {} is ({} teams)",
                some(asked, &support),
                support.len()
            )
        }
        [one] => format!("{} alone loses to no team on average", asked.teams[*one]),
        many => format!("{} each lose to no team on average", some(asked, many)),
    };
    text += &match e.exploitability < 1e-12 {
        true => " (exploitability below 1e-12).".to_string(),
        false => format!(" (exploitability {:.1e}).", e.exploitability),
    };
    if e.degenerate {
        text += " The equilibrium is not the only one, or may not be: its weights say nothing by themselves.";
    }
    Some(text)
}

fn order(asked: &Asked, solved: &Solved) -> String {
    let game = &solved.game;
    let strict = game.strict.iter().flatten().count();
    let cycles = match game.cycles.len() {
        0 => "there is no cycle of three".to_string(),
        1 => "one triple beats each other in a circle".to_string(),
        n => format!("{n} triples beat each other in a circle"),
    };
    format!(
        "{strict} of {} teams are strictly dominated ({} survive when this is repeated); {cycles}, and {:.1} % of the differences are not a matter of strength.",
        asked.teams.len(),
        game.iterated.survivors.len(),
        game.intransitive * 100.0
    )
}

fn kinds(asked: &Asked, solved: &Solved) -> Option<String> {
    let roles = solved.game.roles.as_ref()?;
    let mut kinds = Kind::ALL.to_vec();
    kinds.sort_by(|a, b| {
        roles.worth[*b as usize]
            .total_cmp(&roles.worth[*a as usize])
            .then(a.cmp(b))
    });
    let named: Vec<String> = kinds
        .iter()
        .map(|k| format!("{} {:+.4}", k.word(), roles.worth[*k as usize]))
        .collect();
    Some(format!(
        "Worth of one gladiator{}, by least squares: {} (explains {:.1} % of the differences between teams).",
        match asked.measure {
            Measure::Edge => "",
            Measure::PWin => " in shares of the wins",
        },
        named.join(", "),
        roles.r_squared * 100.0
    ))
}

fn first_strike(asked: &Asked, solved: &Solved) -> Option<String> {
    (asked.setting.specs[0] == asked.setting.specs[1]).then(|| {
        let n = asked.teams.len();
        let matters = n * n - solved.matrix.order_free();
        let hurts = match solved.matrix.challenging_hurts() {
            0 => "it never hurts to challenge".to_string(),
            k => format!("in {k} it would be better to be challenged"),
        };
        format!(
            "{}hallenging is worth {:+.6} gladiators on average: it matters in {matters} of {} pairings, and {hurts}.",
            match asked.measure {
                Measure::Edge => "C",
                Measure::PWin => "By the edge, whatever the measure, c",
            },
            solved.matrix.challenging().mean(),
            n * n
        )
    })
}

fn decisions(solved: &Solved) -> Option<String> {
    let own = solved.regrets.first()?;
    let worst = solved
        .regrets
        .iter()
        .max_by(|a, b| a.regret.total_cmp(&b.regret))?;
    if own.regret < 5e-5 {
        return Some(format!(
            "Against {}, {} gives nothing away; the costliest rule tried is {} {} ({:.4} gladiators on average).",
            own.against, own.value, worst.part, worst.value, worst.regret
        ));
    }
    Some(format!(
        "Against {}, {} gives away {:.4} gladiators on average; the costliest rule tried is {} {} ({:.4}).",
        own.against, own.value, own.regret, worst.part, worst.value, worst.regret
    ))
}

fn switches(solved: &Solved) -> Option<String> {
    let most = solved
        .changed
        .iter()
        .max_by(|a, b| a.edges.mean.total_cmp(&b.edges.mean))?;
    if most.edges.changed == 0 {
        return Some("No other reading of the rules changes any entry.".into());
    }
    Some(format!(
        "Of the other readings of the rules {}={} changes most: {} entries, by {:.4} on average over all and {:.4} at most; {} teams change rank.",
        most.key,
        most.value,
        most.edges.changed,
        most.edges.mean,
        most.edges.largest,
        most.moved.len()
    ))
}

fn target(asked: &Asked, solved: &Solved, at: usize) -> String {
    let (name, unit) = &asked.targets[at];
    let matrix = solved.columns.as_ref().expect("there are targets");
    let column = matrix
        .columns
        .iter()
        .position(|c| c == unit)
        .expect("every target is a column");
    let edge = |t: usize| matrix.pair(t, column).edge[0];
    let best = (0..asked.teams.len())
        .max_by(|&a, &b| edge(a).total_cmp(&edge(b)).then(b.cmp(&a)))
        .expect("there is a team");
    let challenging = solved.matrix.challenging();
    let mean = |t: usize| challenging.row(t).iter().sum::<f64>() / asked.teams.len() as f64;
    let top = |t: usize| {
        challenging
            .row(t)
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let count = |rival: &dyn Fn(usize) -> f64| {
        (0..asked.teams.len())
            .filter(|&t| edge(t) > rival(t) + 1e-12)
            .count()
    };
    format!(
        "{} is the best challenger of {name}: {:+.4} gladiators' worth, defeating it {:.1} % of the time. {} of {} teams do better with it than with their average team as a target, {} than with any team.",
        asked.teams[best],
        edge(best),
        matrix.pair(best, column).p_column_out[0] * 100.0,
        count(&mean),
        asked.teams.len(),
        count(&top)
    )
}
