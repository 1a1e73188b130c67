//! What the page says, what it must not contain, and how large it may be.

use super::*;
use crate::report::findings::{Cell, Column, Kind};
use crate::report::sample;

fn page(findings: &Findings) -> String {
    render(findings).expect("renders")
}

#[test]
fn says_everything_in_order() {
    let html = page(&sample::clash_duel());
    let parts = [
        "<!DOCTYPE html><html lang=\"en\">",
        "Content-Security-Policy",
        "<title>Clash duel: SSNT against SSST</title>",
        "SSNT wins more",
        "10,000,000 playouts, seed 42",
        "id=\"table-summary\"",
        "id=\"charts\"",
        "id=\"table-convergence\"",
        "id=\"method\"",
        "animal bear: hits = 3 (assumed; 2..4)",
        "id=\"terms\"",
        "gsim clash-duel SSNT SSST -n 10M --seed 42</code></pre>",
        "gsim 0.1.0 (",
    ];
    let mut from = 0;
    for part in parts {
        let found = html[from..]
            .find(part)
            .unwrap_or_else(|| panic!("no `{part}` after byte {from}"));
        from += found;
    }
    for table in &sample::clash_duel().tables {
        let id = format!("id=\"table-{}\"", table.name);
        assert_eq!(html.matches(&id).count(), 1, "{id}");
    }
    assert!(html.len() < 150_000, "{} bytes", html.len());
}

#[test]
fn asks_nothing_of_the_network_and_runs_nothing() {
    for findings in [sample::clash_duel(), sample::hostile()] {
        let html = page(&findings);
        for bad in [
            "<script", "<link", "<img", "<iframe", "http://", "https://", "url(", "@import",
        ] {
            assert!(!html.contains(bad), "{bad}");
        }
        for attribute in attributes(&html) {
            assert!(
                !attribute.starts_with("on") && attribute != "src" && attribute != "style",
                "{attribute}"
            );
        }
    }
}

/// Names of all attributes; what stands between quotes is left out.
fn attributes(html: &str) -> Vec<String> {
    let tags = html
        .split('<')
        .filter_map(|t| t.split_once('>'))
        .map(|(tag, _)| tag);
    let bare = |tag: &str| tag.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let names = |tag: String| {
        tag.split_whitespace()
            .skip(1)
            .map(|a| a.trim_end_matches('=').into())
            .collect()
    };
    tags.map(bare)
        .flat_map(|tag| -> Vec<String> { names(tag) })
        .collect()
}

#[test]
fn hostile_names_stay_text() {
    let html = page(&sample::hostile());
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(!html.contains("<img") && !html.contains('\u{1b}') && !html.contains('\u{202E}'));
}

#[test]
fn no_guesses_is_said_in_words() {
    let mut findings = sample::clash_duel();
    findings.guesses.clear();
    findings.question.complete = false;
    let html = page(&findings);
    assert!(html.contains("None: the answer rests on no guessed values."));
    assert!(html.contains("Incomplete: "));
}

#[test]
fn a_large_matrix_stays_within_reason() {
    let mut findings = sample::clash_duel();
    findings.charts.push(
        sample::extremes()
            .into_iter()
            .find(|c| c.name == "heat-large")
            .unwrap(),
    );
    findings.charts.remove(0);
    findings.tables.push(Table {
        name: "none",
        title: "All pairs".into(),
        columns: vec![
            Column::new("pair", Kind::Text, "", ""),
            Column::new("gain", Kind::Signed(3), "", ""),
        ],
        rows: (0..4900)
            .map(|i| vec![Cell::Text(format!("pair {i}")), Cell::Real(0.1)])
            .collect(),
        on_terminal: false,
    });
    let html = page(&findings);
    assert!(html.contains("The first 500 of 4,900 rows"));
    assert!(html.len() < 500_000, "{} bytes", html.len());
}
