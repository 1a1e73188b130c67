//! `compare battle-duel`: P(a wins) of several duels less that of the first, exact, or over the same dice.

use super::battle::Estimate;
use super::battle::cells::{columns, series, share, text, word};
use super::battle::strip::Headline;
use super::battle_duel::{Asked, Solved};
use crate::games::battle::trials::TrialsTally;
use crate::playout::Run;
use crate::report::{Cell, Chart, Column, Findings, Kind, Method, Plot, Table};
use crate::stats::simultaneous_confidence;
use crate::study::battle::glossary;

/// One alternative.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// What sets it apart: `base`, or the flags given.
    pub name: String,
    /// The resolved duel.
    pub asked: Asked,
    /// Its exact answer, where it has one.
    pub solved: Option<Solved>,
}

/// Findings of a comparison; the first alternative is the base. `run` holds one trial an alternative.
pub fn findings(all: &[Alternative], run: Option<&Run<TrialsTally>>, command: String) -> Findings {
    let ground = &all[0].asked.ground;
    let confidence = simultaneous_confidence(ground.confidence, (all.len() - 1).max(1));
    let wins: Vec<Estimate> = all
        .iter()
        .enumerate()
        .map(|(i, a)| win(a, i, run))
        .collect();
    let gains: Vec<Estimate> = (0..all.len())
        .map(|i| {
            let exact = wins[i].exact.zip(wins[0].exact).map(|(a, b)| a - b);
            match run {
                Some(run) => Estimate::mean(&run.tally.gain(i, 0), confidence, exact),
                None => Estimate::exact(exact.unwrap_or(0.0)),
            }
        })
        .collect();
    let names: Vec<&str> = all[0].asked.sides.iter().map(|s| s.name.as_str()).collect();
    let title = format!("{} (a) against {} (b), compared", names[0], names[1]);
    let mut question = ground.question("compare", title);
    question.command = command;
    question.facts = all
        .iter()
        .map(|a| (a.name.clone(), a.asked.ground.command.clone()))
        .collect();
    question.policies = ["a", "b"]
        .iter()
        .zip(&all[0].asked.sides)
        .map(|(n, s)| (n.to_string(), s.parts.to_string()))
        .collect();
    if let Some(run) = run {
        question.method = Method::Mc;
        question.seed = Some(ground.seed);
        question.playouts = run.playouts;
        question.stopped_by = Some(run.stopped_by.name().into());
        question.complete = run.complete;
    }
    let mut guesses = Vec::new();
    for a in all {
        for guess in a.asked.ground.guesses(&a.asked.sides, false) {
            if !guesses.contains(&guess) {
                guesses.push(guess);
            }
        }
    }
    let strips: Vec<Option<Headline>> = all.iter().map(strip).collect();
    let mut notes = vec!["Rules and policies above are the base's; an alternative has them too where its flags say nothing else.".to_string()];
    if run.is_some() {
        notes.push("Battle j of every alternative throws the same dice as long as it goes the same way; the interval of a difference is that of the paired differences, widened (Bonferroni) so that all of them hold together.".into());
    }
    Findings {
        verdict: verdict(all, &wins, &gains, &strips),
        tables: vec![table(all, &wins, &gains, &strips)],
        charts: vec![chart(all, &wins)],
        notes,
        guesses,
        glossary: glossary(&[("difference", "P(a wins) less that of the base")]),
        question,
    }
}

fn win(a: &Alternative, i: usize, run: Option<&Run<TrialsTally>>) -> Estimate {
    let exact = a.solved.as_ref().map(|s| s.own.win(0));
    match run {
        Some(run) => {
            let c = run.tally.each[i].counts();
            Estimate::share(c.wins(0), c.n(), a.asked.ground.confidence, exact)
        }
        None => Estimate::exact(exact.unwrap_or(0.0)),
    }
}

/// The robustness strip of an alternative; only where it was solved.
fn strip(a: &Alternative) -> Option<Headline> {
    let values = a.solved.as_ref()?.strip.iter();
    let values: Vec<_> = values
        .map(|(s, v)| (s.clone(), v.map(Estimate::exact)))
        .collect();
    (!values.is_empty()).then(|| Headline::duel(values))
}

fn holds(strip: &Option<Headline>) -> Option<&'static str> {
    strip.as_ref().and_then(Headline::holds_word)
}

fn verdict(
    all: &[Alternative],
    wins: &[Estimate],
    gains: &[Estimate],
    strips: &[Option<Headline>],
) -> Vec<String> {
    let mut said: Vec<String> = (1..all.len())
        .map(|i| {
            let (name, g) = (&all[i].name, &gains[i]);
            let (from, to) = (wins[0].words(4), wins[i].words(4));
            match (g.exact, g.interval) {
                (Some(d), _) if d.abs() < 1e-9 => format!("{name}: no difference; a wins {to}."),
                (Some(d), _) => format!("{name}: a wins {to} instead of {from}, {d:+.4}."),
                (None, Some((lo, hi))) if lo > 0.0 || hi < 0.0 => format!(
                    "{name}: a wins {to} instead of {from}, {:+.4} ({lo:+.4} to {hi:+.4}).",
                    g.value
                ),
                (None, Some((lo, hi))) => format!(
                    "{name}: no difference is shown; {:+.4} ({lo:+.4} to {hi:+.4}).",
                    g.value
                ),
                (None, None) => format!("{name}: every battle of the sample came to the same."),
            }
        })
        .collect();
    let turned: Vec<&str> = all
        .iter()
        .zip(strips)
        .filter(|(_, s)| holds(s) == Some("no"))
        .map(|(a, _)| a.name.as_str())
        .collect();
    if strips.iter().any(Option::is_some) {
        said.push(match turned[..] {
            [] => "Who is favoured does not depend on the lost tables in any of them.".into(),
            _ => format!(
                "Who is favoured depends on the lost tables in: {}.",
                turned.join("; ")
            ),
        });
    }
    said
}

fn table(
    all: &[Alternative],
    wins: &[Estimate],
    gains: &[Estimate],
    strips: &[Option<Headline>],
) -> Table {
    let first = vec![text("alternative", "what sets it apart from the base")];
    let mut columns = columns(first, Kind::Share);
    let signed = Kind::Signed(6);
    columns.extend([
        Column::new("difference", signed, "", "P(a wins) less the base's"),
        Column::new(
            "difference_lo",
            signed,
            "",
            "lower end of its simultaneous interval; null when exact",
        ),
        Column::new(
            "difference_hi",
            signed,
            "",
            "upper end of its simultaneous interval; null when exact",
        ),
        Column::new(
            "difference_exact",
            signed,
            "",
            "the exact difference, where both are known",
        ),
        share("least", "smallest exact P(a wins) under the table sets"),
        share("most", "largest exact P(a wins) under the table sets"),
        text(
            "holds",
            "whether the same side is favoured under every table set: yes or no; even: nobody is under any",
        ),
    ]);
    let real = |v: Option<f64>| v.filter(|v| v.is_finite()).map_or(Cell::Null, Cell::Real);
    let rows = all.iter().enumerate().map(|(i, a)| {
        let mut row = vec![word(&a.name)];
        row.extend(wins[i].cells());
        let g = &gains[i];
        row.extend([
            real(Some(g.value)),
            real(g.interval.map(|x| x.0)),
            real(g.interval.map(|x| x.1)),
            real(g.exact),
        ]);
        let values = strips[i].iter().flat_map(|s| &s.values).map(|v| v.1.value);
        row.push(real(values.clone().reduce(f64::min)));
        row.push(real(values.reduce(f64::max)));
        row.push(holds(&strips[i]).map_or(Cell::Null, word));
        row
    });
    Table {
        name: "summary",
        title: "P(a wins) and differences from the base".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}

fn chart(all: &[Alternative], wins: &[Estimate]) -> Chart {
    Chart {
        name: "wins",
        title: "P(a wins) under each alternative".into(),
        caption: "One bar an alternative; one half is even.".into(),
        x_label: "alternative".into(),
        y_label: "a wins".into(),
        plot: Plot::Bars {
            categories: all.iter().map(|a| a.name.clone()).collect(),
            series: series("a wins", wins),
            share: true,
        },
        table: "summary",
    }
}
