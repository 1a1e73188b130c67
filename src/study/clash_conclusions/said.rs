//! What an answer concludes, in a word or a list, by topic and number of players.

use super::{column, figure, players, words};
use crate::report::{Cell, Findings, Table};

/// A conclusion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// About what; begins with the number of players where an answer has several.
    pub topic: String,
    /// The answer; several where they are equal or cannot be told apart.
    pub answers: Vec<String>,
    /// Whether the answers rest on intervals.
    sampled: bool,
}

impl Said {
    /// The answers as text.
    pub fn text(&self) -> String {
        match self.answers.is_empty() {
            true => "none".into(),
            false => self.answers.join(", "),
        }
    }

    /// `no`, `yes`, or `open` where intervals leave room for the same answer.
    pub fn changes_to(&self, there: &Self) -> &'static str {
        let common = self.answers.iter().any(|a| there.answers.contains(a));
        match (self.answers == there.answers, self.sampled && common) {
            (true, _) => "no",
            (false, true) => "open",
            (false, false) => "yes",
        }
    }
}

/// All conclusions of an answer.
pub fn all(findings: &Findings) -> Vec<Said> {
    let mut said = Vec::new();
    for (topic, table, item) in [
        ("best team", "ranking", "team"),
        ("best policy", "policies", "policy"),
        ("best seat", "seats", "seat"),
    ] {
        each(findings, table, &mut said, |table, rows| {
            let (group, item) = (column(table, "group")?, column(table, item)?);
            let first = rows.iter().filter(|r| r[group] == Cell::Count(1));
            Some((topic, first.map(|r| words(&r[item])).collect()))
        });
    }
    each(findings, "nash", &mut said, |table, rows| {
        let (pure, team) = (column(table, "pure")?, column(table, "team")?);
        let safe = rows.iter().filter(|r| r[pure] == Cell::Text("yes".into()));
        Some((
            "teams that lose to nobody",
            safe.map(|r| words(&r[team])).collect(),
        ))
    });
    if let Some(table) = findings.table("targets") {
        said.extend(challengers(table));
    }
    for (topic, best) in [("kind worth most", 1.0), ("kind worth least", -1.0)] {
        each(findings, "kinds", &mut said, |table, rows| {
            let worth = column(table, "worth").map_or("worth_points", |_| "worth");
            extreme(table, rows, "kind", worth, best).map(|found| (topic, found))
        });
    }
    each(findings, "ends", &mut said, |table, rows| {
        extreme(table, rows, "end", "value", 1.0).map(|found| ("most frequent end", found))
    });
    each(findings, "summary", &mut said, |table, rows| {
        flag(table, rows, "challenging_hurts").map(|yes| ("challenging can hurt", vec![yes]))
    });
    each(findings, "summary", &mut said, |table, rows| {
        flag(table, rows, "three_cycles").map(|yes| ("teams in cycles", vec![yes]))
    });
    for (order, topic) in [
        (
            "attacker",
            "who wins more often, attacker challenging first",
        ),
        (
            "defender",
            "who wins more often, defender challenging first",
        ),
        ("both", "who wins more often, both orders together"),
    ] {
        each(findings, "summary", &mut said, |table, rows| {
            let (metric, first) = (column(table, "metric")?, column(table, "first")?);
            let wins = |r: &&&Vec<Cell>| {
                r[metric] == Cell::Text("p_attacker_wins".into())
                    && r[first] == Cell::Text(order.into())
            };
            let p = figure(table, rows.iter().find(wins)?, "exact")?;
            let who = match p {
                p if p > 0.5 + 1e-12 => "attacker",
                p if p < 0.5 - 1e-12 => "defender",
                _ => "neither",
            };
            Some((topic, vec![who.to_string()]))
        });
    }
    said
}

/// Of each target the best challengers, and whether most teams do better with it than with their average team.
fn challengers(table: &Table) -> Vec<Said> {
    let (Some(target), Some(team), Some(prefers)) = (
        column(table, "target"),
        column(table, "team"),
        column(table, "prefers"),
    ) else {
        return Vec::new();
    };
    let mut names: Vec<&Cell> = Vec::new();
    for row in &table.rows {
        if !names.contains(&&row[target]) {
            names.push(&row[target]);
        }
    }
    let of = |name: &Cell| {
        let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(|r| r[target] == *name).collect();
        let edge = |r: &Vec<Cell>| figure(table, r, "edge").unwrap_or(f64::NEG_INFINITY);
        let most = rows
            .iter()
            .map(|r| edge(r))
            .fold(f64::NEG_INFINITY, f64::max);
        let best = rows.iter().filter(|r| edge(r) >= most - 1e-12);
        let like = rows
            .iter()
            .filter(|r| r[prefers] != Cell::Text("neither".into()));
        let most_like = 2 * like.count() > rows.len();
        let said = |topic: String, answers| Said {
            topic,
            answers,
            sampled: false,
        };
        let mut best: Vec<String> = best.map(|r| words(&r[team])).collect();
        best.sort();
        let name = words(name);
        [
            said(format!("best challenger of {name}"), best),
            said(
                format!("most teams prefer {name} to their average team as a target"),
                vec![if most_like { "yes" } else { "no" }.into()],
            ),
        ]
    };
    names.into_iter().flat_map(of).collect()
}

/// Asks `conclude` about the rows of each number of players of a table.
fn each(
    findings: &Findings,
    name: &str,
    said: &mut Vec<Said>,
    conclude: impl Fn(&Table, &[&Vec<Cell>]) -> Option<(&'static str, Vec<String>)>,
) {
    let Some(table) = findings.table(name) else {
        return;
    };
    let mut groups: Vec<(String, Vec<&Vec<Cell>>)> = Vec::new();
    for row in &table.rows {
        let of = players(table, row);
        match groups.iter_mut().find(|(name, _)| *name == of) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((of, vec![row])),
        }
    }
    for (of, rows) in &groups {
        if let Some((topic, mut answers)) = conclude(table, rows) {
            answers.sort();
            let lo = column(table, "lo").or(column(table, "worth_points_lo"));
            said.push(Said {
                topic: format!("{of}{topic}"),
                answers,
                sampled: lo.is_some_and(|at| rows.iter().any(|r| r[at] != Cell::Null)),
            });
        }
    }
}

/// The items that may have the largest (`sign` 1) or smallest (-1) value: those whose interval reaches that of the first.
fn extreme(
    table: &Table,
    rows: &[&Vec<Cell>],
    item: &str,
    value: &str,
    sign: f64,
) -> Option<Vec<String>> {
    let item = column(table, item)?;
    let ends = match value {
        "value" => ("lo".to_string(), "hi".to_string()),
        other => (format!("{other}_lo"), format!("{other}_hi")),
    };
    let all: Vec<(f64, f64, f64, String)> = rows
        .iter()
        .filter_map(|r| {
            let own = figure(table, r, value)?;
            let (lo, hi) = (figure(table, r, &ends.0), figure(table, r, &ends.1));
            let (lo, hi) = (sign * lo.unwrap_or(own), sign * hi.unwrap_or(own));
            Some((sign * own, lo.min(hi), lo.max(hi), words(&r[item])))
        })
        .collect();
    let best = all.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let may = all.iter().filter(|one| one.2 >= best.1 - 1e-12);
    Some(may.map(|one| one.3.clone()).collect())
}

fn flag(table: &Table, rows: &[&Vec<Cell>], metric: &str) -> Option<String> {
    let at = column(table, "metric")?;
    let row = rows.iter().find(|r| r[at] == Cell::Text(metric.into()))?;
    let n = figure(table, row, "value")?;
    Some(if n > 0.0 { "yes" } else { "no" }.into())
}
