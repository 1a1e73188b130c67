//! Tables as CSV: strict quoting, all columns, machine values.
//!
//! On stdout one table makes one CSV: `summary`, or the first table with rows where there is none by that name. All tables
//! come with `--report csv`, a file each. (Several tables with different columns in one stream would not be CSV.)
//! Lines end in `\n`; null is an empty field and an empty text is `""`, so that the two stay apart.

use std::borrow::Cow;

use super::findings::{Cell, Findings, Table};

/// The main table; nothing but a newline when the findings hold no table.
pub fn render(findings: &Findings) -> String {
    findings
        .table("summary")
        .or(findings.tables.iter().find(|t| !t.rows.is_empty()))
        .or(findings.tables.first())
        .map_or("\n".into(), table)
}

/// One table with its header line.
pub fn table(table: &Table) -> String {
    let header = table
        .columns
        .iter()
        .map(|c| quote(c.name))
        .collect::<Vec<_>>()
        .join(",");
    let mut out = header + "\n";
    for row in &table.rows {
        let fields: Vec<Cow<str>> = (0..table.columns.len())
            .map(|i| row.get(i).map_or("".into(), field))
            .collect();
        out += &fields.join(",");
        out.push('\n');
    }
    out
}

fn field(cell: &Cell) -> Cow<'_, str> {
    match cell {
        Cell::Null => "".into(),
        Cell::Int(n) => n.to_string().into(),
        Cell::Count(n) => n.to_string().into(),
        Cell::Real(x) if x.is_finite() => x.to_string().into(),
        Cell::Real(_) => "".into(),
        Cell::Text(text) => quote(text),
    }
}

fn quote(text: &str) -> Cow<'_, str> {
    let plain = !text.is_empty() && !text.contains([',', '"', '\n', '\r']) && text.trim() == text;
    if plain {
        text.into()
    } else {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::findings::{Column, Kind};
    use crate::report::sample;

    #[test]
    fn stdout_gets_the_summary_with_full_precision() {
        let text = render(&sample::clash_duel());
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("outcome,count,value,lo,hi,n,exact"));
        let first = "SSNT wins,2991903,0.2991903,0.29890647,0.29947428,10000000,0.29918981";
        assert_eq!(lines.next(), Some(first));
        assert_eq!(lines.count(), 3);
    }

    #[test]
    fn quoting_is_strict_and_null_is_not_empty_text() {
        let t = Table {
            name: "t",
            title: String::new(),
            columns: vec![
                Column::new("a", Kind::Text, "", ""),
                Column::new("b", Kind::Number(1), "", ""),
            ],
            rows: vec![
                vec![Cell::Text("x,\"y\"\nz".into()), Cell::Real(-0.5)],
                vec![Cell::Text(String::new()), Cell::Null],
                vec![Cell::Text(" pad".into()), Cell::Real(f64::INFINITY)],
                vec![Cell::Int(-3)],
            ],
            on_terminal: true,
        };
        assert_eq!(
            table(&t),
            "a,b\n\"x,\"\"y\"\"\nz\",-0.5\n\"\",\n\" pad\",\n-3,\n"
        );
    }

    #[test]
    fn no_table_is_no_crash() {
        let mut findings = sample::clash_duel();
        findings.tables.clear();
        assert_eq!(render(&findings), "\n");
    }
}
