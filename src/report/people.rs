//! Numbers, cells and facts as people read them; shared by the terminal, Markdown and HTML.
//!
//! Counts are grouped by thousands with a comma. Shares have six decimals, more where rounding would turn an
//! uncertain value into 0 or 1. Names from scenario files are made harmless here, before any format sees them.

use super::findings::{Cell, Column, Findings, Kind, Method, Table};

/// Shown where a value is not known or not defined.
pub const NULL: &str = "–";

/// A table ready to be read: headings, alignment and cells as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Heading of each column.
    pub headers: Vec<String>,
    /// Whether the column holds numbers and is aligned right.
    pub numeric: Vec<bool>,
    /// The cells.
    pub rows: Vec<Vec<String>>,
}

/// The columns people see, as text.
///
/// A column that is null throughout is left out. A share never stands without a count: when no count column is
/// shown, the hidden ones are.
pub fn view(table: &Table) -> View {
    let filled = |i: usize| {
        table
            .rows
            .iter()
            .any(|r| r.get(i).is_some_and(|c| *c != Cell::Null))
    };
    let show = |i: usize, c: &Column| c.shown && (table.rows.is_empty() || filled(i));
    let any = |kind: Kind| {
        table
            .columns
            .iter()
            .enumerate()
            .any(|(i, c)| c.kind == kind && show(i, c))
    };
    let reveal_counts = any(Kind::Share) && !any(Kind::Count);
    let picked: Vec<usize> = table
        .columns
        .iter()
        .enumerate()
        .filter(|(i, c)| show(*i, c) || (reveal_counts && c.kind == Kind::Count && filled(*i)))
        .map(|(i, _)| i)
        .collect();
    View {
        headers: picked.iter().map(|&i| heading(&table.columns[i])).collect(),
        numeric: picked
            .iter()
            .map(|&i| table.columns[i].kind != Kind::Text)
            .collect(),
        rows: table
            .rows
            .iter()
            .map(|row| picked.iter().map(|&i| cell_in_row(table, row, i)).collect())
            .collect(),
    }
}

fn heading(column: &Column) -> String {
    let name = column.name.replace('_', " ");
    if column.unit.is_empty() {
        name
    } else {
        format!("{name} ({})", column.unit)
    }
}

/// A cell in its row: zero hits become `< upper bound` where the row holds one.
fn cell_in_row(table: &Table, row: &[Cell], i: usize) -> String {
    let column = &table.columns[i];
    let value = row.get(i).unwrap_or(&Cell::Null);
    if column.kind == Kind::Share
        && *value == Cell::Real(0.0)
        && let Some(hi) = upper_bound(table, row, column.name)
    {
        return format!("< {}", share(hi));
    }
    cell(value, column.kind)
}

/// The upper bound that belongs to an estimate: `value` has `hi`, `x` and `x_value` have `x_hi`.
fn upper_bound(table: &Table, row: &[Cell], name: &str) -> Option<f64> {
    let wanted = match name {
        "value" => "hi".to_string(),
        "lo" | "hi" | "exact" => return None,
        _ => format!("{}_hi", name.strip_suffix("_value").unwrap_or(name)),
    };
    let at = table.columns.iter().position(|c| c.name == wanted)?;
    match row.get(at) {
        Some(Cell::Real(hi)) if *hi > 0.0 && hi.is_finite() && starts_at_zero(table, row, name) => {
            Some(*hi)
        }
        _ => None,
    }
}

/// Whether the interval of an estimate begins at 0, as that of a share without hits does (and that of a mean which
/// happens to be 0 does not).
fn starts_at_zero(table: &Table, row: &[Cell], name: &str) -> bool {
    let wanted = match name {
        "value" => "lo".to_string(),
        _ => format!("{}_lo", name.strip_suffix("_value").unwrap_or(name)),
    };
    let at = table.columns.iter().position(|c| c.name == wanted);
    at.is_none_or(|at| row.get(at) == Some(&Cell::Real(0.0)))
}

/// A cell as text.
pub fn cell(cell: &Cell, kind: Kind) -> String {
    match cell {
        Cell::Null => NULL.into(),
        Cell::Text(text) => clean(text),
        Cell::Count(n) => count(*n),
        Cell::Int(n) => match kind {
            Kind::Signed(_) if *n > 0 => format!("+{}", count(n.unsigned_abs())),
            _ if *n < 0 => format!("-{}", count(n.unsigned_abs())),
            _ => count(n.unsigned_abs()),
        },
        Cell::Real(x) if !x.is_finite() => NULL.into(),
        Cell::Real(x) => match kind {
            Kind::Share => share(*x),
            // Not zero, so it does not read as zero: the upper bound of what never happened.
            Kind::Number(decimals)
                if *x != 0.0 && x.abs() < 0.5 * 0.1_f64.powi(decimals.into()) =>
            {
                format!("{x:.2e}")
            }
            Kind::Number(decimals) => number(*x, decimals.into()),
            Kind::Signed(decimals) => {
                let text = number(*x, decimals.into());
                let dust = text.bytes().all(|b| matches!(b, b'0' | b'.'));
                if *x > 0.0 && !dust {
                    format!("+{text}")
                } else {
                    text
                }
            }
            Kind::Count | Kind::Text => format!("{x}"),
        },
    }
}

/// A count, grouped by thousands: `10,000,000`.
pub fn count(n: u64) -> String {
    group(&n.to_string())
}

fn group(digits: &str) -> String {
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A share with six decimals. A value strictly between 0 and 1 is never shown as 0 or 1.
pub fn share(x: f64) -> String {
    if x == 0.0 {
        return "0.000000".into();
    }
    if x.abs() < 5e-7 {
        return format!("{x:.2e}");
    }
    if x < 1.0 {
        let text = (6..=15)
            .map(|p| format!("{x:.p$}"))
            .find(|t| !t.starts_with('1'));
        return text.unwrap_or_else(|| x.to_string());
    }
    format!("{x:.6}")
}

/// A number with fixed decimals, its whole part grouped, never `-0.00`.
pub fn number(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    let (minus, digits) = match text.strip_prefix('-') {
        Some(digits) if digits.bytes().any(|b| (b'1'..=b'9').contains(&b)) => ("-", digits),
        Some(digits) => ("", digits),
        None => ("", text.as_str()),
    };
    match digits.split_once('.') {
        Some((whole, part)) => format!("{minus}{}.{part}", group(whole)),
        None => format!("{minus}{}", group(digits)),
    }
}

/// A confidence level: `95 %`.
pub fn percent(level: f64) -> String {
    // As many digits as tell it from 0 and from 100.
    let digits = |share: f64| (-share.log10()).ceil().max(0.0) as usize;
    let places = 6
        .max(digits(level) + 1)
        .max(digits(1.0 - level) + 1)
        .min(16);
    let text = format!("{:.places$}", level * 100.0);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Text from outside without control characters or direction overrides, on one line.
pub fn clean(text: &str) -> String {
    let harmless = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' => '\u{FFFD}',
        c if c.is_control() => '\u{FFFD}',
        c => c,
    };
    text.chars().map(harmless).collect()
}

/// The facts that decide the answer, in reading order: what is played, by whom, how it was answered.
pub fn facts(findings: &Findings) -> Vec<(String, String)> {
    let q = &findings.question;
    let pairs = |list: &[(String, String)], glue: &str| {
        list.iter()
            .map(|(k, v)| clean(&format!("{k}{glue}{v}")))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut facts: Vec<(String, String)> =
        q.facts.iter().map(|(k, v)| (clean(k), clean(v))).collect();
    facts.push(("ruleset".into(), clean(&q.ruleset)));
    if !q.switches.is_empty() {
        facts.push(("switches".into(), pairs(&q.switches, "=")));
    }
    if !q.policies.is_empty() {
        facts.push(("policies".into(), pairs(&q.policies, ": ")));
    }
    facts.push(("method".into(), method(findings)));
    if let Some(incomplete) = incomplete(findings) {
        facts.push(("incomplete".into(), incomplete));
    }
    facts
}

fn method(findings: &Findings) -> String {
    let q = &findings.question;
    if q.method == Method::Exact {
        return "exact: solved, no sampling error".into();
    }
    let plural = if q.playouts == 1 { "" } else { "s" };
    let mut text = format!("mc: {} playout{plural}", count(q.playouts));
    if let Some(seed) = q.seed {
        text += &format!(", seed {seed}");
    }
    text += &format!(", {} intervals", percent(q.confidence));
    if let Some(by) = &q.stopped_by {
        text += &format!(", stopped by {}", clean(by));
    }
    text
}

/// Says that an answer is cut short; `None` for a whole one.
pub fn incomplete(findings: &Findings) -> Option<String> {
    let q = &findings.question;
    (!q.complete).then(|| match &q.stopped_by {
        Some(by) if by == "gaps" => {
            "shards are missing or unfinished; the numbers cover those that are here".into()
        }
        Some(by) => format!(
            "cut short by {}; the numbers cover what was finished",
            clean(by)
        ),
        None => "cut short; the numbers cover what was finished".into(),
    })
}

/// The values the answer rests on that the rulebook does not give, one line each, the least certain first:
/// `animal bear: hits = 3 (assumed; 2..4)`.
pub fn guesses(findings: &Findings) -> Vec<String> {
    let line = |g: &super::findings::Guess| {
        let note = if g.note.is_empty() {
            String::new()
        } else {
            format!("; {}", g.note)
        };
        clean(&format!("{} = {} ({}{note})", g.what, g.value, g.status))
    };
    let certainty = |g: &&super::findings::Guess| match g.status.as_str() {
        "assumed" => 0,
        "derived" => 1,
        _ => 2,
    };
    let mut guesses: Vec<_> = findings.guesses.iter().collect();
    guesses.sort_by_key(certainty);
    guesses.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_never_round_to_certainty() {
        assert_eq!(share(0.29919), "0.299190");
        assert_eq!(share(0.0), "0.000000");
        assert_eq!(share(-0.0), "0.000000");
        assert_eq!(share(1.0), "1.000000");
        assert_eq!(share(3e-8), "3.00e-8");
        assert_eq!(share(0.99999999), "0.99999999");
        assert_eq!(share(0.9999996), "0.9999996");
        assert_eq!(
            share(f64::from_bits(1f64.to_bits() - 1)),
            "0.9999999999999999"
        );
    }

    #[test]
    fn numbers_are_grouped_and_never_minus_zero() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1000), "1,000");
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!(number(-0.0004, 2), "0.00");
        assert_eq!(number(-1234.5, 1), "-1,234.5");
        assert_eq!(cell(&Cell::Real(0.25), Kind::Signed(2)), "+0.25");
        assert_eq!(cell(&Cell::Real(-0.25), Kind::Signed(2)), "-0.25");
        assert_eq!(cell(&Cell::Real(1e-9), Kind::Signed(2)), "0.00");
        assert_eq!(cell(&Cell::Real(-1e-9), Kind::Signed(2)), "0.00");
        assert_eq!(
            cell(&Cell::Int(i64::MIN), Kind::Count),
            "-9,223,372,036,854,775,808"
        );
        assert_eq!(cell(&Cell::Real(f64::NAN), Kind::Share), NULL);
        assert_eq!(percent(0.95), "95 %");
        assert_eq!(percent(0.999), "99.9 %");
    }

    fn shares(columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> View {
        view(&Table {
            name: "t",
            title: String::new(),
            columns,
            rows,
            on_terminal: true,
        })
    }

    #[test]
    fn zero_hits_show_their_upper_bound() {
        let col = |name| Column::new(name, Kind::Share, "", "");
        let table = shares(
            vec![
                col("value"),
                col("lo"),
                col("hi"),
                Column::new("n", Kind::Count, "", ""),
            ],
            vec![vec![
                Cell::Real(0.0),
                Cell::Real(0.0),
                Cell::Real(0.0004),
                Cell::Count(9),
            ]],
        );
        assert_eq!(table.rows[0], ["< 0.000400", "0.000000", "0.000400", "9"]);
        let prefixed = shares(
            vec![col("win"), col("win_hi"), col("draw_value"), col("draw_hi")],
            vec![vec![
                Cell::Real(0.0),
                Cell::Real(0.1),
                Cell::Real(0.0),
                Cell::Null,
            ]],
        );
        assert_eq!(
            prefixed.rows[0][..3],
            ["< 0.100000", "0.100000", "0.000000"]
        );
    }

    #[test]
    fn a_share_brings_its_hidden_count_and_null_columns_go() {
        let table = shares(
            vec![
                Column::new("value", Kind::Share, "", ""),
                Column::new("exact", Kind::Share, "", ""),
                Column::new("n", Kind::Count, "", "").machine_only(),
                Column::new("debug", Kind::Text, "", "").machine_only(),
            ],
            vec![vec![
                Cell::Real(0.5),
                Cell::Null,
                Cell::Count(12),
                Cell::Text("x".into()),
            ]],
        );
        assert_eq!(table.headers, ["value", "n"]);
        assert_eq!(table.rows[0], ["0.500000", "12"]);
    }

    #[test]
    fn hostile_text_loses_its_teeth() {
        assert_eq!(
            clean("a\u{1b}[31mb\nc\u{202E}d"),
            "a\u{FFFD}[31mb c\u{FFFD}d"
        );
    }
}
