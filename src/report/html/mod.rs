//! One self-contained HTML page: the verdict first, then charts with their tables, method, guesses, terms, command.
//!
//! The page asks nothing of any network and runs no script; a content security policy says so to the browser. Charts
//! are inline SVG, once for wide pages and once for phones; `page.css` shows the one that fits. Dark mode turns the
//! colours of the drawing by rules from `chart::palette`.

use std::collections::BTreeSet;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::findings::{Chart, Findings, Table};
use super::people;
use super::{Build, chart};
use crate::error::Result;

const STYLE: &str = include_str!("page.css");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
/// A longer table is cut here; the files of `--report csv` have all of it.
const MOST_ROWS: usize = 500;

/// The whole page.
pub fn render(findings: &Findings) -> Result<String> {
    let title = clean(&findings.question.title);
    let dark = chart::palette::css();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(STYLE)) "@media screen and (prefers-color-scheme:dark){" (PreEscaped(dark)) "}" }
            }
            body {
                header {
                    p.kicker { "gsim " (clean(&findings.question.name)) }
                    h1 { (title) }
                }
                main {
                    (answer(findings))
                    (charts(findings)?)
                    (other_tables(findings))
                    (method(findings))
                    (guesses(findings))
                    (terms(findings))
                    (again(findings))
                }
                footer { p { "gsim " (Build::current().version) " (" (Build::current().git) ")" } }
            }
        }
    };
    Ok(page.into_string() + "\n")
}

/// Text from outside, made harmless, with a percent sign that stays with its number.
fn clean(text: &str) -> String {
    people::clean(text).replace(" %", "\u{a0}%")
}

fn section(id: &str, heading: &str, body: Markup) -> Markup {
    html! {
        section aria-labelledby=(id) {
            h2 #(id) { (heading) }
            (body)
        }
    }
}

fn answer(findings: &Findings) -> Markup {
    let has_chart = |t: &Table| findings.charts.iter().any(|c| c.table == t.name);
    section(
        "answer",
        "Answer",
        html! {
            @if let Some(text) = people::incomplete(findings) {
                p.warning { strong { "Incomplete: " } (text) "." }
            }
            @for (i, sentence) in findings.verdict.iter().enumerate() {
                p .lead[i == 0] { (clean(sentence)) }
            }
            dl.facts {
                @for (key, value) in people::facts(findings) {
                    div { dt { (key) } dd { (clean(&value)) } }
                }
            }
            @for t in findings.tables.iter().filter(|t| t.on_terminal && !has_chart(t)) {
                h3 { (clean(&t.title)) }
                (table(t))
            }
        },
    )
}

fn charts(findings: &Findings) -> Result<Markup> {
    let mut figures = Vec::new();
    let mut shown = BTreeSet::new();
    for chart in &findings.charts {
        let own = findings.table(chart.table);
        figures.push(figure(chart, own, shown.insert(chart.table))?);
    }
    let body = html! { @for f in &figures { (f) } };
    Ok(if figures.is_empty() {
        html! {}
    } else {
        section("charts", "Charts", body)
    })
}

fn figure(chart: &Chart, own: Option<&Table>, first: bool) -> Result<Markup> {
    let wide = PreEscaped(chart::inline(chart, chart::WIDE)?);
    let narrow = match chart::fits_phone(chart) {
        true => Some(PreEscaped(chart::inline(chart, chart::NARROW)?)),
        false => None,
    };
    let title = clean(&chart.title);
    let picture = html! {
        @if let Some(narrow) = narrow {
            div.picture.wide { (wide) }
            div.picture.narrow { (narrow) }
        } @else {
            div.picture.scroll.large tabindex="0" role="group" aria-label={ (title) ", scrolls sideways" } { (wide) }
        }
    };
    Ok(html! {
        figure #{ "chart-" (chart.name) } {
            div.plate {
                h3 { (title) }
                figcaption { (clean(&chart.caption)) }
                (picture)
            }
            @if let Some(t) = own {
                @if first {
                    details open {
                        summary { "Numbers: " (clean(&t.title)) }
                        (table(t))
                    }
                } @else {
                    p { a href={ "#table-" (t.name) } { "Numbers: " (clean(&t.title)) } }
                }
            }
        }
    })
}

fn other_tables(findings: &Findings) -> Markup {
    let placed = |t: &&Table| t.on_terminal || findings.charts.iter().any(|c| c.table == t.name);
    let rest: Vec<&Table> = findings.tables.iter().filter(|t| !placed(t)).collect();
    if rest.is_empty() {
        return html! {};
    }
    section(
        "tables",
        "More tables",
        html! {
            @for t in rest {
                h3 { (clean(&t.title)) }
                (table(t))
            }
        },
    )
}

fn table(table: &Table) -> Markup {
    let view = people::view(table);
    let title = clean(&table.title);
    if view.rows.is_empty() {
        return html! { p #{ "table-" (table.name) } { "No rows." } };
    }
    let words_first = !view.numeric[0];
    html! {
        div.scroll tabindex="0" role="group" aria-label={ "Table: " (title) } {
            table #{ "table-" (table.name) } {
                caption { (title) }
                thead {
                    tr {
                        @for (head, numeric) in view.headers.iter().zip(&view.numeric) {
                            th scope="col" .n[*numeric] { (head) }
                        }
                    }
                }
                tbody {
                    @for row in view.rows.iter().take(MOST_ROWS) {
                        tr {
                            @for (i, (cell, numeric)) in row.iter().zip(&view.numeric).enumerate() {
                                @if i == 0 && words_first {
                                    th scope="row" { (cell) }
                                } @else {
                                    td .n[*numeric] { (cell) }
                                }
                            }
                        }
                    }
                }
            }
        }
        @if view.rows.len() > MOST_ROWS {
            p.small {
                "The first " (people::count(MOST_ROWS as u64)) " of " (people::count(view.rows.len() as u64))
                " rows; " code { "--report csv" } " writes them all."
            }
        }
    }
}

fn method(findings: &Findings) -> Markup {
    if findings.notes.is_empty() {
        return html! {};
    }
    let notes = html! { ul { @for note in &findings.notes { li { (clean(note)) } } } };
    section("method", "Method and error", notes)
}

fn guesses(findings: &Findings) -> Markup {
    let body = html! {
        @if findings.guesses.is_empty() {
            p { "None: the answer rests on no guessed values." }
        } @else {
            p { "The answer depends on these values. Put your own in their place with " code { "--data" } "." }
            ul { @for guess in people::guesses(findings) { li { (guess) } } }
        }
    };
    section("guesses", "Values that the rulebook does not give", body)
}

fn terms(findings: &Findings) -> Markup {
    let mut columns: Vec<(String, &str)> = Vec::new();
    for column in findings
        .tables
        .iter()
        .flat_map(|t| &t.columns)
        .filter(|c| c.shown && !c.meaning.is_empty())
    {
        let term = (column.name.replace('_', " "), column.meaning);
        if !columns.contains(&term) {
            columns.push(term);
        }
    }
    if findings.glossary.is_empty() && columns.is_empty() {
        return html! {};
    }
    section(
        "terms",
        "Terms",
        html! {
            @if !findings.glossary.is_empty() {
                dl { @for (term, meaning) in &findings.glossary { div { dt { (clean(term)) } dd { (clean(meaning)) } } } }
            }
            @if !columns.is_empty() {
                h3 { "Columns of the tables" }
                dl { @for (term, meaning) in &columns { div { dt { (term) } dd { (meaning) } } } }
            }
        },
    )
}

fn again(findings: &Findings) -> Markup {
    section(
        "again",
        "The same answer again",
        html! {
            pre tabindex="0" { code { (people::clean(&findings.question.command)) } }
        },
    )
}

#[cfg(test)]
mod tests;
