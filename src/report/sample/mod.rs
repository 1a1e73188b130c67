//! Invented findings for tests of the report and for looking at it: no game is played here.
//!
//! `clash_duel` has the size and shape of a real answer; `hostile` carries names that try to break out of every
//! format; `extremes` holds the charts that are easy to get wrong.

mod charts;
mod extremes;
mod tables;

pub use extremes::extremes;

use super::findings::*;

/// A realistic duel: sampled beside exact, steps, a heat map, a convergence line.
pub fn clash_duel() -> Findings {
    Findings {
        question: question(),
        verdict: vec![
            "SSNT wins more: 29.9 % against 27.1 %, a lead of 2.8 points; 43.0 % of the duels are drawn.".into(),
            "The sampled shares agree with the exact ones within their intervals.".into(),
        ],
        tables: tables::all(),
        charts: charts::all(),
        notes: vec![
            "Intervals are 95 % Wilson intervals for one share at a time; they are not adjusted for reading \
             several shares at once."
                .into(),
            "Exact values come from enumerating every roll of one exchange and know no sampling error.".into(),
        ],
        guesses: vec![Guess {
            what: "animal bear: hits".into(),
            value: "3".into(),
            status: "assumed".into(),
            note: "2..4".into(),
        }],
        glossary: vec![
            ("share".into(), "how often something happens, between 0 and 1".into()),
            ("interval".into(), "where the true share lies, with the stated confidence".into()),
        ],
    }
}

fn question() -> Question {
    let pair = |k: &str, v: &str| (k.to_string(), v.to_string());
    Question {
        name: "clash-duel".into(),
        title: "Clash duel: SSNT against SSST".into(),
        command: "gsim clash-duel SSNT SSST -n 10M --seed 42".into(),
        ruleset: "printed".into(),
        switches: vec![pair("first-roll", "larger-team")],
        policies: vec![pair("SSNT", "greedy"), pair("SSST", "greedy")],
        facts: vec![
            pair("red", "SSNT: sword, sword, net, trident"),
            pair("blue", "SSST: sword, sword, sword, trident"),
        ],
        seed: Some(42),
        method: Method::Mc,
        playouts: tables::PLAYOUTS,
        stopped_by: Some("playouts".into()),
        complete: true,
        confidence: 0.95,
    }
}

/// Names that try to break out of HTML, SVG, Markdown, CSV and the terminal.
pub fn hostile() -> Findings {
    let bad = "</title><script>alert(1)</script><img src=x onerror=alert(2)> \"'&|`*_ \u{1b}[31m\n\u{202E}x";
    let mut findings = clash_duel();
    let q = &mut findings.question;
    for place in [&mut q.name, &mut q.title, &mut q.command, &mut q.ruleset] {
        *place = format!("{place} {bad}");
    }
    q.facts.push((bad.into(), bad.into()));
    q.policies.push((bad.into(), bad.into()));
    q.switches.push((bad.into(), bad.into()));
    findings.verdict.push(bad.into());
    findings.notes.push(bad.into());
    findings.glossary.push((bad.into(), bad.into()));
    findings.guesses.push(Guess {
        what: bad.into(),
        value: bad.into(),
        status: bad.into(),
        note: bad.into(),
    });
    findings.tables.truncate(1);
    findings.tables[0].title = bad.into();
    findings.tables[0].rows[0][0] = Cell::Text(bad.into());
    for chart in &mut findings.charts {
        for place in [
            &mut chart.title,
            &mut chart.caption,
            &mut chart.x_label,
            &mut chart.y_label,
        ] {
            *place = format!("{place} {bad}");
        }
        match &mut chart.plot {
            Plot::Bars {
                categories, series, ..
            }
            | Plot::Steps {
                categories, series, ..
            } => {
                categories[0] = bad.into();
                series[0].name = bad.into();
            }
            Plot::Heat { rows, columns, .. } | Plot::Hatched { rows, columns, .. } => {
                (rows[0], columns[0]) = (bad.into(), bad.into())
            }
            Plot::Graph { nodes, groups, .. } => {
                (nodes[0].label, groups[0]) = (bad.into(), bad.into());
            }
            Plot::Lines { lines, .. } => lines[0].0 = bad.into(),
            Plot::Dice { rows } => rows[0].heading = bad.into(),
        }
    }
    findings
}
