//! The answer as Markdown: the same words as on the terminal, with every table.
//!
//! Names come from scenario files, so whatever Markdown or HTML would read as markup is escaped.

use super::findings::{Findings, Table};
use super::{Build, people};

/// The whole answer, ending in a newline.
pub fn render(findings: &Findings) -> String {
    let mut out = format!("# {}\n\n", escape(&findings.question.title));
    for sentence in &findings.verdict {
        out += &format!("{}\n\n", escape(sentence));
    }
    for (key, value) in people::facts(findings) {
        out += &format!("- **{}**: {}\n", escape(&key), escape(&value));
    }
    for table in &findings.tables {
        out += &format!("\n## {}\n\n{}", escape(&table.title), render_table(table));
    }
    section(
        &mut out,
        "Method and error",
        findings.notes.iter().map(|n| escape(n)).collect(),
    );
    let guesses = people::guesses(findings)
        .iter()
        .map(|g| escape(g))
        .collect::<Vec<_>>();
    out += "\n## Values that the rulebook does not give\n\n";
    if guesses.is_empty() {
        out += "None: the answer rests on no guessed values.\n";
    }
    guesses.iter().for_each(|g| out += &format!("- {g}\n"));
    let terms = findings
        .glossary
        .iter()
        .map(|(t, m)| format!("**{}**: {}", escape(t), escape(m)));
    section(&mut out, "Terms", terms.collect());
    let build = Build::current();
    out += &format!(
        "\n## The same answer again\n\n{}\n",
        fence(&findings.question.command)
    );
    out += &format!("gsim {} ({})\n", build.version, build.git);
    out
}

fn section(out: &mut String, heading: &str, items: Vec<String>) {
    if !items.is_empty() {
        *out += &format!("\n## {heading}\n\n");
        items.iter().for_each(|i| *out += &format!("- {i}\n"));
    }
}

/// One table in pipe syntax.
pub fn render_table(table: &Table) -> String {
    let view = people::view(table);
    if view.rows.is_empty() {
        return "No rows.\n".into();
    }
    let line = |cells: &[String]| {
        format!(
            "| {} |\n",
            cells
                .iter()
                .map(|c| escape(c))
                .collect::<Vec<_>>()
                .join(" | ")
        )
    };
    let rule = |numeric: &bool| if *numeric { "---:" } else { ":---" }.to_string();
    let mut out = line(&view.headers);
    out += &format!(
        "| {} |\n",
        view.numeric
            .iter()
            .map(rule)
            .collect::<Vec<_>>()
            .join(" | ")
    );
    view.rows.iter().for_each(|r| out += &line(r));
    out
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in people::clean(text).chars() {
        match c {
            '<' => out += "&lt;",
            '&' => out += "&amp;",
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '#' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// A code block whose fence is longer than any run of backticks inside.
fn fence(code: &str) -> String {
    let code = people::clean(code);
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let ticks = "`".repeat(longest.max(2) + 1);
    format!("{ticks}sh\n{code}\n{ticks}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn has_every_table_and_the_command() {
        let text = render(&sample::clash_duel());
        for part in [
            "# Clash duel: SSNT against SSST\n",
            "| :--- | ---: |",
            "## Joint losses",
            "| 0.299190 |",
        ] {
            assert!(text.contains(part), "no `{part}` in\n{text}");
        }
        assert!(text.contains("```sh\ngsim clash-duel SSNT SSST -n 10M --seed 42\n```\n"));
    }

    #[test]
    fn hostile_names_stay_words() {
        let text = render(&sample::hostile());
        let (prose, fenced) = text.split_once("```").expect("the command is fenced");
        assert!(!prose.contains("<script"), "{prose}");
        assert_eq!(
            fenced.matches('\n').count(),
            5,
            "the command stays on its line: {fenced}"
        );
        let cells = |l: &&str| l.starts_with('|');
        let bars = |l: &str| l.replace("\\|", "").matches('|').count();
        let counts: Vec<usize> = text.lines().filter(cells).map(bars).collect();
        assert!(
            counts.len() >= 3 && counts.windows(2).all(|w| w[0] == w[1]),
            "{counts:?}\n{text}"
        );
        assert_eq!(fence("a```b"), "````sh\na```b\n````\n");
    }
}
