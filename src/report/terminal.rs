//! The answer for people on stdout: title, facts, verdict, tables, notes, guesses, and how to get it again.
//!
//! Plain text unless colour is asked for; the caller decides about terminals and `NO_COLOR`. Numbers never wrap;
//! only words do. The last line is the command that reproduces the answer, unbroken.

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, TableStyle,
    Width,
};
use unicode_width::UnicodeWidthStr;

use super::findings::{Findings, Table};
use super::output::Style;
use super::people;

/// The whole answer, ending in a newline.
pub fn render(findings: &Findings, style: Style) -> String {
    let mut out = String::new();
    push(
        &mut out,
        &style.bold(&wrap(
            &people::clean(&findings.question.title),
            style.width,
            0,
        )),
    );
    out.push('\n');
    facts(&mut out, findings, style);
    verdict(&mut out, findings, style);
    for table in findings.tables.iter().filter(|t| t.on_terminal) {
        out.push('\n');
        push(
            &mut out,
            &style.bold(&wrap(&people::clean(&table.title), style.width, 0)),
        );
        push(&mut out, &render_table(table, style));
    }
    further(&mut out, findings, style);
    let notes: Vec<String> = findings.notes.iter().map(|n| people::clean(n)).collect();
    list(&mut out, "Notes", &notes, style);
    guesses(&mut out, findings, style);
    out.push_str("\nTo get this answer again:\n");
    push(
        &mut out,
        &format!("  {}", people::clean(&findings.question.command)),
    );
    out
}

/// Names the tables that only the longer forms hold.
fn further(out: &mut String, findings: &Findings, style: Style) {
    let left_out = (findings.tables.iter()).filter(|t| !t.on_terminal && !t.rows.is_empty());
    let titles: Vec<String> = left_out
        .map(|t| format!("{} ({})", people::clean(&t.title), t.name))
        .collect();
    if !titles.is_empty() {
        let text = format!(
            "More with --format md or --report html: {}.",
            titles.join("; ")
        );
        out.push('\n');
        push(out, &wrap(&text, style.width, 0));
    }
}

/// More values than this are counted, not listed.
const MOST_GUESSES: usize = 12;

fn guesses(out: &mut String, findings: &Findings, style: Style) {
    let mut guesses = people::guesses(findings);
    if guesses.is_empty() {
        out.push_str("\nRests on no guessed values.\n");
        return;
    }
    if guesses.len() > MOST_GUESSES {
        let more = guesses.split_off(MOST_GUESSES - 1).len();
        guesses.push(format!("{more} more; --format md lists them all"));
    }
    let heading = "Rests on values that the rulebook does not give";
    list(out, heading, &guesses, style);
}

fn push(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}

fn facts(out: &mut String, findings: &Findings, style: Style) {
    let facts = people::facts(findings);
    let key_width = facts.iter().map(|(k, _)| k.width()).max().unwrap_or(0);
    for (key, value) in facts {
        let pad = " ".repeat(key_width - key.width());
        let text = wrap(
            &value,
            style.width.saturating_sub(key_width + 4),
            key_width + 4,
        );
        let text = if key == "incomplete" {
            style.warn(&text)
        } else {
            text
        };
        push(out, &format!("  {}{pad}  {text}", style.dim(&key)));
    }
}

fn verdict(out: &mut String, findings: &Findings, style: Style) {
    if findings.verdict.is_empty() {
        return;
    }
    out.push('\n');
    for (i, sentence) in findings.verdict.iter().enumerate() {
        let text = wrap(&people::clean(sentence), style.width, 0);
        push(out, &if i == 0 { style.bold(&text) } else { text });
    }
}

fn list(out: &mut String, heading: &str, items: &[String], style: Style) {
    if items.is_empty() {
        return;
    }
    out.push('\n');
    push(out, &style.bold(heading));
    for item in items {
        push(
            out,
            &format!("  - {}", wrap(item, style.width.saturating_sub(4), 4)),
        );
    }
}

/// One table: no vertical bars, a rule under the headings, numbers to the right.
pub fn render_table(table: &Table, style: Style) -> String {
    let view = people::view(table);
    if view.rows.is_empty() {
        return "  (no rows)".into();
    }
    let mut text = comfy_table::Table::new();
    text.load_style(quiet());
    text.set_content_arrangement(ContentArrangement::Dynamic);
    text.set_width(style.width.min(u16::MAX.into()) as u16);
    text.set_header(view.headers.iter().map(comfy_table::Cell::new));
    for row in &view.rows {
        text.add_row(row.iter().map(comfy_table::Cell::new));
    }
    for (i, numeric) in view.numeric.iter().enumerate() {
        let Some(column) = text.column_mut(i) else {
            continue;
        };
        column.set_padding((if i == 0 { 2 } else { 1 }, 0));
        if *numeric {
            column.set_cell_alignment(CellAlignment::Right);
            column.set_constraint(ColumnConstraint::ContentWidth);
        } else {
            let least = longest_word(&view, i).min(LEAST_TEXT) + if i == 0 { 2 } else { 1 };
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least as u16)));
        }
    }
    let lines: Vec<String> = text.lines().map(|l| l.trim_end().to_string()).collect();
    let rule = lines.iter().position(|l| l.contains('─')).unwrap_or(0);
    let dim = |(i, line): (usize, &String)| match i {
        i if i < rule => style.dim(line),
        i if i == rule => style.dim(&line.replacen("──", "  ", 1)),
        _ => line.clone(),
    };
    lines
        .iter()
        .enumerate()
        .map(dim)
        .collect::<Vec<_>>()
        .join("\n")
}

/// A column of words is squeezed to its longest word; only a word longer than this is broken.
const LEAST_TEXT: usize = 40;

fn longest_word(view: &people::View, column: usize) -> usize {
    let cells = view
        .rows
        .iter()
        .map(|row| &row[column])
        .chain([&view.headers[column]]);
    cells
        .flat_map(|cell| cell.split(' '))
        .map(UnicodeWidthStr::width)
        .max()
        .unwrap_or(0)
}

fn quiet() -> TableStyle {
    TableStyle::new()
        .header_lines(ContentLineStyle::none().junction(' '))
        .header_separator(LineStyle::none().fill('─').junction('─'))
        .content_lines(ContentLineStyle::none().junction(' '))
}

/// Text broken at spaces into lines of at most `width` columns; all but the first are indented.
/// A word longer than a line keeps a line of its own.
pub fn wrap(text: &str, width: usize, indent: usize) -> String {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        let line = lines.last_mut().expect("starts with one line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.width() + 1 + word.width() <= width.max(20) {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines.join(&format!("\n{}", " ".repeat(indent)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    const PLAIN: Style = Style {
        color: false,
        width: 100,
    };

    #[test]
    fn reads_as_written() {
        let text = render(&sample::clash_duel(), PLAIN);
        let at = |s: &str| {
            text.find(s)
                .unwrap_or_else(|| panic!("no `{s}` in\n{text}"))
        };
        assert!(text.starts_with("Clash duel: SSNT against SSST\n"));
        let order = [
            "  ruleset",
            "  method",
            "SSNT wins more",
            "\nOutcome\n",
            "\nNotes\n",
            "animal bear: hits = 3",
        ];
        assert!(order.windows(2).all(|w| at(w[0]) < at(w[1])), "{text}");
        assert!(
            text.ends_with("again:\n  gsim clash-duel SSNT SSST -n 10M --seed 42\n"),
            "{text}"
        );
        assert!(!text.contains('\u{1b}'));
        assert!(text.contains("0.299190"));
        assert!(!text.contains('|'), "vertical bars");
        assert!(
            text.lines().all(|l| l.width() <= 100 && l == l.trim_end()),
            "{text}"
        );
        assert!(
            text.contains("(joint)") && !text.contains("\nJoint losses\n"),
            "table not meant for the terminal"
        );
    }

    #[test]
    fn numbers_line_up_on_the_right() {
        let findings = sample::clash_duel();
        let text = render_table(&findings.tables[0], PLAIN);
        let widths: Vec<usize> = text
            .lines()
            .filter(|l| !l.contains('─'))
            .map(|l| l.width())
            .collect();
        assert!(
            widths.len() > 3 && widths.iter().all(|w| *w == widths[0]),
            "{text}"
        );
    }

    #[test]
    fn narrow_terminals_wrap_words_but_no_number() {
        let findings = sample::clash_duel();
        let narrow = render(
            &findings,
            Style {
                color: false,
                width: 48,
            },
        );
        for number in ["10,000,000", "0.299190"] {
            assert!(narrow.contains(number), "{narrow}");
        }
        assert!(
            narrow
                .lines()
                .filter(|l| l.starts_with("SSNT"))
                .all(|l| l.width() <= 48),
            "{narrow}"
        );
    }

    #[test]
    fn colour_only_when_asked_and_without_changing_the_words() {
        let findings = sample::clash_duel();
        let plain = render(&findings, PLAIN);
        let colour = render(
            &findings,
            Style {
                color: true,
                width: 100,
            },
        );
        assert!(colour.contains("\u{1b}[1m"));
        let mut stripped = String::new();
        let mut rest = colour.as_str();
        while let Some((before, after)) = rest.split_once("\u{1b}[") {
            stripped.push_str(before);
            rest = after.split_once('m').expect("sequence ends").1;
        }
        stripped.push_str(rest);
        assert_eq!(stripped, plain);
    }

    #[test]
    fn escape_sequences_in_names_do_not_reach_the_terminal() {
        assert!(!render(&sample::hostile(), PLAIN).contains('\u{1b}'));
    }

    #[test]
    fn an_interrupted_run_says_so() {
        let mut findings = sample::clash_duel();
        findings.question.complete = false;
        findings.question.stopped_by = Some("interrupt".into());
        findings.guesses.clear();
        let text = render(&findings, PLAIN);
        assert!(text.contains("cut short by interrupt"), "{text}");
        assert!(text.contains("Rests on no guessed values."), "{text}");
    }

    #[test]
    fn wrapping_keeps_every_word() {
        let text = "one two three four five sixsixsixsixsixsixsixsixsixsix seven";
        let wrapped = wrap(text, 20, 2);
        assert_eq!(
            wrapped.split_whitespace().collect::<Vec<_>>(),
            text.split(' ').collect::<Vec<_>>()
        );
        assert_eq!(wrapped.lines().next(), Some("one two three four"));
    }
}
