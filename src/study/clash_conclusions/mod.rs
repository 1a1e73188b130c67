//! The same question under several rulesets (or other alternatives): which conclusions change, which figures, which ranks.
//!
//! Works on finished answers: whatever tables a question has in common with its alternatives is set side by side.
//! `said` reads what an answer concludes, `figures` its numbers.

mod figures;
mod said;

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
    let mut tables = vec![
        conclusions(all),
        figures::table(all),
        ranks(all),
        sentences(all),
    ];
    tables.retain(|t| t.name != "ranks" || !t.rows.is_empty());
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
    question.complete = all.iter().all(|(_, f)| f.question.complete);
    if question.playouts > 0 {
        let answers = (
            "answers".into(),
            format!("{}, each of so many playouts", all.len()),
        );
        question.facts.push(answers);
    }
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
    let mut notes = base.notes.clone();
    notes.push("Exact figures differ where their values do. A sampled difference has the interval of two independent runs, so wide that all of a comparison hold together (Bonferroni); it differs where that leaves 0 out.".into());
    if question.playouts > 0 {
        notes.push("Playout k of every alternative starts from the same random numbers; the intervals do not count on that. A sampled conclusion changes where what can be best in one answer cannot be in the other; it is open where the figures leave room for both.".into());
    }
    Findings {
        question,
        verdict,
        tables,
        charts: Vec::new(),
        notes,
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
    let is = |cell: &Cell, word: &str| *cell == Cell::Text(word.into());
    let said = of(conclusions, 1);
    let changed: Vec<String> = said
        .iter()
        .filter(|r| is(&r[4], "yes"))
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
    let moved = differ
        .iter()
        .filter(|r| is(&r[figures::DIFFERS], "yes"))
        .count();
    let mut what = match (said.len(), changed.len()) {
        (0, _) => "there is no conclusion to compare".to_string(),
        (_, 0) => "no conclusion changes".to_string(),
        (all, n) => format!("{n} of {all} conclusions change: {}", changed.join("; ")),
    };
    match said.iter().filter(|r| is(&r[4], "open")).count() {
        0 => {}
        n => what += &format!("; {n} stay open"),
    }
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

/// A row's number in a column by name.
fn figure(table: &Table, row: &[Cell], name: &str) -> Option<f64> {
    column(table, name).and_then(|c| number(&row[c]))
}

/// `3 players: `, where a table says for how many players its rows are.
fn players(table: &Table, row: &[Cell]) -> String {
    column(table, "players").map_or(String::new(), |at| format!("{} players: ", words(&row[at])))
}

fn conclusions(all: &[Alternative]) -> Table {
    let text = |name, meaning| Column::new(name, Show::Text, "", meaning);
    let columns = vec![
        text("conclusion", "what is concluded"),
        text("alternative", "the alternative"),
        text(
            "base",
            "in the base; several where it cannot tell them apart",
        ),
        text("there", "in the alternative"),
        text(
            "changes",
            "`yes` if it is another, `open` if the figures leave that open",
        ),
    ];
    let base = said::all(&all[0].1);
    let mut rows = Vec::new();
    for (name, findings) in &all[1..] {
        for there in said::all(findings) {
            let Some(here) = base.iter().find(|s| s.topic == there.topic) else {
                continue;
            };
            let cells = [
                there.topic.clone(),
                name.clone(),
                here.text(),
                there.text(),
                here.changes_to(&there).to_string(),
            ];
            rows.push(cells.map(Cell::Text).to_vec());
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

/// Ranks or groups of whatever both answers rank, with what they are ranked by.
fn ranks(all: &[Alternative]) -> Table {
    let value = |name, meaning| Column::new(name, Show::Number(6), "", meaning);
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
        value("base", "what it is ranked by, in the base"),
        value("value", "the same in the alternative"),
        Column::new(
            "difference",
            Show::Signed(6),
            "",
            "the alternative less the base",
        ),
    ];
    let mut rows = Vec::new();
    for (table, item, rank, by) in [
        ("ranking", "team", "rank", "mean"),
        ("policies", "policy", "group", "value"),
        ("seats", "seat", "group", "value"),
    ] {
        for (name, findings) in &all[1..] {
            let (Some(here), Some(there)) = (all[0].1.table(table), findings.table(table)) else {
                continue;
            };
            let columns = |t: &Table| Some((column(t, rank)?, column(t, item)?, column(t, by)?));
            let (Some(a), Some(b)) = (columns(here), columns(there)) else {
                continue;
            };
            let who = |t: &Table, row: &[Cell], at: usize| players(t, row) + &words(&row[at]);
            for row in &here.rows {
                let same = |r: &&Vec<Cell>| who(there, r, b.1) == who(here, row, a.1);
                let Some(other) = there.rows.iter().find(same) else {
                    continue;
                };
                let seat = if item == "seat" { "seat " } else { "" };
                let moved = match (number(&row[a.2]), number(&other[b.2])) {
                    (Some(x), Some(y)) => Cell::Real(y - x),
                    _ => Cell::Null,
                };
                rows.push(vec![
                    Cell::Text(format!("{}{seat}{}", players(here, row), words(&row[a.1]))),
                    Cell::Text(name.clone()),
                    row[a.0].clone(),
                    other[b.0].clone(),
                    row[a.2].clone(),
                    other[b.2].clone(),
                    moved,
                ]);
            }
        }
    }
    Table {
        name: "ranks",
        title: "Ranks".into(),
        columns,
        rows,
        on_terminal: true,
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
