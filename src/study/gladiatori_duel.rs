//! `gladiatori-duel`: two gladiators without a board, sampled; one single game where nothing can vary.

use super::gladiatori::games::Told;
use super::gladiatori::{Frame, Quote, Sampled, plural, signed};
use crate::games::gladiatori::duel::{DuelQuestion, First};
use crate::games::gladiatori::tally::Tally;
use crate::games::gladiatori::watch::Source;
use crate::playout::{Block, Experiment, Run};
use crate::report::Findings;

/// Games that must end alike before that is called zero variance (spec 12).
const ALIKE: u64 = 64;

/// The games where nothing can vary: one per starting seat.
pub fn single_games(question: &DuelQuestion) -> Tally {
    let mut tally = question.empty();
    let count = if question.first == First::Alternate {
        2
    } else {
        1
    };
    question.play(
        &Block {
            seed: 0,
            index: 0,
            first: 0,
            count,
        },
        &mut tally,
    );
    tally
}

/// Findings of a run, or of the single games.
pub fn findings(
    frame: &Frame,
    names: &[String; 2],
    question: &DuelQuestion,
    run: Option<&Run<Tally>>,
) -> Findings {
    let single_tally;
    let (tally, snapshots, sampled) = match run {
        Some(run) => (&run.tally, run.snapshots.as_slice(), Some(Sampled::of(run))),
        None => {
            single_tally = single_games(question);
            (&single_tally, [].as_slice(), None)
        }
    };
    // A sample without spread is no proof: nothing varies where the policies say so, or where many games ended alike.
    let single = run.is_none() || tally.games >= ALIKE && tally.zero_variance();
    let told = Told {
        tally,
        names,
        quote: Quote {
            confidence: frame.confidence,
            single,
        },
        snapshots: if single { &[] } else { snapshots },
    };
    let mut findings = frame.findings(sampled.as_ref());
    findings.tables = told.tables();
    findings.charts = told.charts();
    findings.verdict = if single {
        single_verdict(tally, names)
    } else {
        verdict(tally, names, frame.confidence)
    };
    findings.notes = notes(tally, single, run.is_none());
    findings
}

/// What zero variance means, said in the first line.
fn single_verdict(t: &Tally, names: &[String; 2]) -> Vec<String> {
    let mut lines = vec![format!(
        "Deterministic: nothing in this duel varies, so there is a single game for each starting seat and no interval ({} played).",
        t.games
    )];
    for (first, vp) in t.by_first.iter().enumerate().filter(|(_, v)| v[0].n > 0) {
        let of = |seat: usize| vp[seat].mean().unwrap_or(0.0);
        lines.push(format!(
            "With the first disc at {}: {} {} VP, {} {} VP.",
            names[first],
            names[0],
            of(0),
            names[1],
            of(1)
        ));
    }
    lines
}

fn verdict(t: &Tally, names: &[String; 2], confidence: f64) -> Vec<String> {
    let margin = signed(&t.difference, confidence);
    let clear = t
        .difference
        .interval(confidence)
        .filter(|(lo, hi)| *lo > 0.0 || *hi < 0.0);
    let mean = t.difference.mean().unwrap_or(0.0);
    let win = |seat: usize| 100.0 * t.wins[seat] as f64 / (12.0 * t.games as f64);
    let headline = match clear {
        Some(_) if mean > 0.0 => format!(
            "{} comes out ahead of {} by {margin} VP a game.",
            names[0], names[1]
        ),
        Some(_) => format!(
            "{} falls behind {}: {margin} VP a game.",
            names[0], names[1]
        ),
        None => format!(
            "No difference that {} can tell: {} against {} {margin} VP a game.",
            plural(t.games, "game"),
            names[0],
            names[1]
        ),
    };
    let mut lines = vec![
        headline,
        format!(
            "{} wins {:.1} %, {} {:.1} % (shared wins count in parts); they survive {} and {} of games.",
            names[0],
            win(0),
            names[1],
            win(1),
            near_one(t.alive[0], t.games),
            near_one(t.alive[1], t.games)
        ),
    ];
    if t.by_first.iter().all(|v| v[0].n > 1) {
        let own = |f: usize| {
            t.by_first[f][0].mean().unwrap_or(0.0) - t.by_first[f][1].mean().unwrap_or(0.0)
        };
        lines.push(format!(
            "The first disc makes {:+.2} VP of margin for {}: {:+.2} with it, {:+.2} without.",
            own(0) - own(1),
            names[0],
            own(0),
            own(1)
        ));
    }
    let total = |s: Source| t.points.iter().map(|p| p[s as usize].0).sum::<i64>() as f64;
    let all: f64 = Source::ALL.iter().map(|s| total(*s)).sum();
    if all > 0.0 {
        let share = |s: Source| 100.0 * total(s) / all;
        lines.push(format!(
            "Of the points won, {:.1} % are for attacks, {:.1} % for damage and First Blood, {:.1} % for kills and {:.1} % for survival.",
            share(Source::FrontAttack),
            share(Source::FrontDamage) + share(Source::FirstBlood),
            share(Source::FrontKill),
            share(Source::Survive)
        ));
    }
    lines
}

/// A share in per cents; one that is short of 100 does not round up to it.
fn near_one(hits: u64, n: u64) -> String {
    let short = (n - hits) as f64 / n.max(1) as f64;
    match short {
        0.0 => "100 %".into(),
        s if s < 0.0005 => "just below 100 %".into(),
        s => format!("{:.1} %", 100.0 * (1.0 - s)),
    }
}

fn notes(t: &Tally, single: bool, declared: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if single && declared {
        notes.push("Neither policy draws lots and the duel has no dice: any number of repetitions gives the same game, so each start was played once (zero variance).".into());
    } else if single {
        notes.push("All games with the same start ended alike (zero variance): values are quoted without intervals.".into());
    } else {
        notes.push("Intervals: Wilson for shares, Student's t over exact integer sums for means; wins are quoted with the interval of a proportion, never too narrow for shared ones.".into());
        let constant = t.vp.iter().filter(|m| m.is_constant()).count();
        if constant > 0 {
            let whose = if constant == 1 {
                "one side"
            } else {
                "both sides"
            };
            notes.push(format!(
                "The victory points of {whose} are the same in every game; they carry no interval."
            ));
        }
    }
    notes.push("All randomness comes from mixed policies: the duel itself has none. Another policy is another question.".into());
    notes
}
