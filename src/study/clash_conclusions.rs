//! The same question under several rulesets (or other alternatives): which conclusions change, which figures, which ranks.
//!
//! Works on finished answers: whatever tables a question has in common with its alternatives is set side by side.

use crate::report::{Cell, Column, Findings, Kind as Show, Table};

/// An alternative: its name and its answer. The first is the base.
pub type Alternative = (String, Findings);

/// Sets the answers side by side.
///
/// # Panics
/// With fewer than two of them.
pub fn findings(all: &[Alternative], command: String) -> Findings {
    let [(base_name, base), others @ ..] = all else {
        panic!("there is a base");
    };
    assert!(!others.is_empty(), "there is an alternative");
    let tables = vec![conclusions(all), figures(all), ranks(all), sentences(all)];
    let mut question = base.question.clone();
    question.title = format!(
        "{}: {} against {}",
        question.title,
        others
            .iter()
            .map(|(name, _)| name.as_str())
            .collect::<Vec<_>>()
            .join(", "),
        base_name
    );
    question.name = format!("compare-{}", question.name);
    question.command = command;
    question.playouts = all.iter().map(|(_, f)| f.question.playouts).sum();
    question.complete = all.iter().all(|(_, f)| f.question.complete);
    let mut guesses = base.guesses.clone();
    for guess in others.iter().flat_map(|(_, f)| &f.guesses) {
        if !guesses.contains(guess) {
            guesses.push(guess.clone());
        }
    }
    let verdict = others
        .iter()
        .map(|(name, _)| verdict(name, &tables[0], &tables[1]))
        .collect();
    Findings {
        question,
        verdict,
        tables,
        charts: Vec::new(),
        notes: [
            base.notes.clone(),
            vec!["A figure differs where two exact values do, or where the intervals of two sampled ones do not meet, which is stricter than a test at the same level.".into()],
        ]
        .concat(),
        guesses,
        glossary: base.glossary.clone(),
    }
}

fn verdict(name: &str, conclusions: &Table, figures: &Table) -> String {
    let of = |table: &Table, at: usize| {
        table
            .rows
            .iter()
            .filter(|r| r[at] == Cell::Text(name.into()))
            .cloned()
            .collect::<Vec<_>>()
    };
    let yes = Cell::Text("yes".into());
    let said = of(conclusions, 1);
    let changed: Vec<String> = said
        .iter()
        .filter(|r| r[4] == yes)
        .map(|r| {
            format!(
                "{} ({} instead of {})",
                words(&r[0]),
                words(&r[3]),
                words(&r[2])
            )
        })
        .collect();
    let differ = of(figures, 1);
    let moved = differ.iter().filter(|r| r.last() == Some(&yes)).count();
    let what = match changed.len() {
        0 => "no conclusion changes".to_string(),
        n => format!(
            "{n} of {} conclusions change: {}",
            said.len(),
            changed.join("; ")
        ),
    };
    format!(
        "Under {name} {what}. {moved} of {} figures differ.",
        differ.len()
    )
}

fn words(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Count(n) => n.to_string(),
        Cell::Int(n) => n.to_string(),
        Cell::Real(x) => format!("{x:.4}"),
        Cell::Null => "none".into(),
    }
}

fn number(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Real(x) => Some(*x),
        Cell::Count(n) => Some(*n as f64),
        Cell::Int(n) => Some(*n as f64),
        _ => None,
    }
}

/// A table's column by name.
fn column(table: &Table, name: &str) -> Option<usize> {
    table.columns.iter().position(|c| c.name == name)
}

/// Key columns of a row, joined: the number of players, if there is one, and a name.
fn key(table: &Table, row: &[Cell], name: &str) -> Option<String> {
    let own = words(&row[column(table, name)?]);
    Some(match column(table, "players") {
        Some(at) => format!("{} players: {own}", words(&row[at])),
        None => own,
    })
}

/// What can be said in a word or a list, by topic.
fn said(findings: &Findings) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    let mut best = |topic: &'static str, table: &str, name: &str| {
        let Some(table) = findings.table(table) else {
            return;
        };
        let (Some(group), Some(_)) = (column(table, "group"), column(table, name)) else {
            return;
        };
        let first = |r: &&Vec<Cell>| r[group] == Cell::Count(1);
        let names: Vec<String> = table
            .rows
            .iter()
            .filter(first)
            .filter_map(|r| key(table, r, name))
            .collect();
        all.push((topic, names.join(", ")));
    };
    best("best team", "ranking", "team");
    best("best policy", "policies", "policy");
    best("best seat", "seats", "seat");
    if let Some(table) = findings.table("nash")
        && let (Some(pure), Some(_)) = (column(table, "pure"), column(table, "team"))
    {
        let names: Vec<String> = table
            .rows
            .iter()
            .filter(|r| r[pure] == Cell::Text("yes".into()))
            .filter_map(|r| key(table, r, "team"))
            .collect();
        let names = if names.is_empty() {
            "none".into()
        } else {
            names.join(", ")
        };
        all.push(("teams that lose to nobody", names));
    }
    if let Some(table) = findings.table("kinds")
        && let Some(worth) = column(table, "worth").or(column(table, "worth_points"))
    {
        let mut rows: Vec<(f64, String)> = table
            .rows
            .iter()
            .filter_map(|r| Some((number(&r[worth])?, key(table, r, "kind")?)))
            .collect();
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        let names: Vec<String> = rows.into_iter().map(|r| r.1).collect();
        if !names.is_empty() {
            all.push(("kinds by worth", names.join(" > ")));
        }
    }
    if let Some(table) = findings.table("ends")
        && let (Some(share), Some(_)) = (column(table, "value"), column(table, "end"))
    {
        let most = table.rows.iter().max_by(|a, b| {
            number(&a[share])
                .unwrap_or(0.0)
                .total_cmp(&number(&b[share]).unwrap_or(0.0))
        });
        if let Some(name) = most.and_then(|r| key(table, r, "end")) {
            all.push(("most frequent end", name));
        }
    }
    if let Some(table) = findings.table("summary")
        && let (Some(metric), Some(value)) = (column(table, "metric"), column(table, "value"))
    {
        for (topic, name) in [
            ("challenging can hurt", "challenging_hurts"),
            ("teams in cycles", "three_cycles"),
        ] {
            let row = table
                .rows
                .iter()
                .find(|r| r[metric] == Cell::Text(name.into()));
            if let Some(n) = row.and_then(|r| number(&r[value])) {
                all.push((topic, if n > 0.0 { "yes" } else { "no" }.into()));
            }
        }
    }
    all
}

fn conclusions(all: &[Alternative]) -> Table {
    let text = |name, meaning| Column::new(name, Show::Text, "", meaning);
    let columns = vec![
        text("conclusion", "what is concluded"),
        text("alternative", "the alternative"),
        text("base", "in the base"),
        text("there", "in the alternative"),
        text("changes", "`yes` if it is another"),
    ];
    let base = said(&all[0].1);
    let mut rows = Vec::new();
    for (name, findings) in &all[1..] {
        for (topic, there) in said(findings) {
            let Some((_, here)) = base.iter().find(|(t, _)| *t == topic) else {
                continue;
            };
            let changes = if *here == there { "no" } else { "yes" };
            let cells = [topic, name, here, &there, changes];
            rows.push(cells.map(|c| Cell::Text(c.to_string())).to_vec());
        }
    }
    Table {
        name: "conclusions",
        title: "Conclusions".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn figures(all: &[Alternative]) -> Table {
    let real = |name, meaning| Column::new(name, Show::Number(6), "", meaning);
    let text = |name, meaning| Column::new(name, Show::Text, "", meaning);
    let columns = vec![
        text("metric", "what is measured"),
        text("alternative", "the alternative"),
        real("base", "in the base"),
        real("value", "in the alternative"),
        real("lo", "lower end of its interval; null when exact"),
        real("hi", "upper end of its interval; null when exact"),
        Column::new(
            "n",
            Show::Count,
            "",
            "observations behind it; null when exact",
        ),
        Column::new(
            "difference",
            Show::Signed(6),
            "",
            "the alternative less the base",
        ),
        text("differs", "`yes` if the figures tell them apart"),
    ];
    let mut rows = Vec::new();
    for (name, findings) in &all[1..] {
        let (Some(here), Some(there)) = (all[0].1.table("summary"), findings.table("summary"))
        else {
            continue;
        };
        for row in &there.rows {
            let Some(metric) = key(there, row, "metric") else {
                continue;
            };
            let same = |r: &&Vec<Cell>| key(here, r, "metric").as_ref() == Some(&metric);
            let Some(own) = here.rows.iter().find(same) else {
                continue;
            };
            let at = |table: &Table, row: &[Cell], name: &str| {
                column(table, name).and_then(|c| number(&row[c]))
            };
            let (Some(a), Some(b)) = (at(here, own, "value"), at(there, row, "value")) else {
                continue;
            };
            let span = |table: &Table, row: &[Cell], value: f64| {
                let end = |name| at(table, row, name).unwrap_or(value);
                (end("lo"), end("hi"))
            };
            let (x, y) = (span(here, own, a), span(there, row, b));
            let apart = x.1 < y.0 - 1e-9 || y.1 < x.0 - 1e-9;
            let optional = |name: &str| column(there, name).map_or(Cell::Null, |c| row[c].clone());
            rows.push(vec![
                Cell::Text(metric),
                Cell::Text(name.clone()),
                Cell::Real(a),
                Cell::Real(b),
                optional("lo"),
                optional("hi"),
                optional("n"),
                Cell::Real(b - a),
                Cell::Text(if apart { "yes" } else { "no" }.into()),
            ]);
        }
    }
    Table {
        name: "figures",
        title: "Figures".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

/// Ranks or groups of whatever both answers rank.
fn ranks(all: &[Alternative]) -> Table {
    let columns = vec![
        Column::new("item", Show::Text, "", "team, policy or seat"),
        Column::new("alternative", Show::Text, "", "the alternative"),
        Column::new("rank", Show::Count, "", "rank (or tie group) in the base"),
        Column::new(
            "rank_there",
            Show::Count,
            "",
            "rank (or tie group) in the alternative",
        ),
    ];
    let mut rows = Vec::new();
    for (table, item, rank) in [
        ("ranking", "team", "rank"),
        ("policies", "policy", "group"),
        ("seats", "seat", "group"),
    ] {
        for (name, findings) in &all[1..] {
            let (Some(here), Some(there)) = (all[0].1.table(table), findings.table(table)) else {
                continue;
            };
            let (Some(a), Some(b)) = (column(here, rank), column(there, rank)) else {
                continue;
            };
            for row in &here.rows {
                let Some(who) = key(here, row, item) else {
                    continue;
                };
                let same = |r: &&Vec<Cell>| key(there, r, item).as_ref() == Some(&who);
                if let Some(other) = there.rows.iter().find(same) {
                    let who = if item == "seat" {
                        format!("seat {who}")
                    } else {
                        who
                    };
                    rows.push(vec![
                        Cell::Text(who),
                        Cell::Text(name.clone()),
                        row[a].clone(),
                        other[b].clone(),
                    ]);
                }
            }
        }
    }
    Table {
        name: "ranks",
        title: "Ranks".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

/// What each answer says.
fn sentences(all: &[Alternative]) -> Table {
    let columns = vec![
        Column::new("alternative", Show::Text, "", "the base or an alternative"),
        Column::new("says", Show::Text, "", "a sentence of its verdict"),
    ];
    let rows = all.iter().flat_map(|(name, f)| {
        f.verdict
            .iter()
            .map(move |s| vec![Cell::Text(name.clone()), Cell::Text(s.clone())])
    });
    Table {
        name: "verdicts",
        title: "What each answer says".into(),
        columns,
        rows: rows.collect(),
        on_terminal: false,
    }
}
