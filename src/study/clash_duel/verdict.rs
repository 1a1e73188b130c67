//! The verdict of a duel in plain sentences, computed from the numbers.

use super::tables::fraction;
use super::{Asked, Measured, Sampled};
use crate::stats;

/// Below this many gladiators a duel, and this difference of shares, a duel is called a dead heat.
const DEAD_HEAT: f64 = 0.01;
/// Beyond this distance in standard errors (or the interval's own, if larger) a sample tells clearly.
const CLEARLY: f64 = 5.0;

fn get<'a>(measured: &'a [Measured], name: &str) -> &'a Measured {
    measured
        .iter()
        .find(|m| m.metric.name == name)
        .expect("every metric is measured")
}

/// How large an edge is, in words.
fn size(edge: f64) -> &'static str {
    match edge.abs() {
        e if e < 0.05 => "a hair's breadth",
        e if e < 0.15 => "a slight edge",
        e if e < 0.4 => "a clear edge",
        e if e < 0.8 => "a large edge",
        _ => "an overwhelming edge",
    }
}

/// A large whole number in words people read: `10,000,000`.
pub(super) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let head = digits.len() % 3;
    let mut text = digits[..head].to_string();
    for (i, chunk) in digits.as_bytes()[head..].chunks(3).enumerate() {
        if i > 0 || head > 0 {
            text.push(',');
        }
        text.push_str(&String::from_utf8_lossy(chunk));
    }
    text
}

/// The sentences, the headline first.
pub(super) fn sentences(
    asked: &Asked,
    measured: &[Measured],
    sampled: Option<&Sampled>,
) -> Vec<String> {
    let mut said = vec![headline(asked, measured), figures(asked, measured)];
    if let Some(s) = sampled {
        said.push(telling(asked, measured, s));
        said.extend(agreement(measured));
    }
    said
}

fn headline(asked: &Asked, measured: &[Measured]) -> String {
    let c = asked.duel.challenger;
    let (own, other) = (&asked.names[c], &asked.names[1 - c]);
    let edge = get(measured, "edge");
    let lead = get(measured, "ahead_minus_behind").exact_mean();
    let value = edge.exact_mean();
    if edge.exact.0 == 0 {
        return if measured.iter().all(|m| m.exact_variance() == 0.0) {
            format!(
                "Nothing ever happens between {own} and {other}: every duel ends the same, and takes as much from one as from the other."
            )
        } else if edge.exact_variance() == 0.0 {
            format!(
                "{own} challenging {other} is even in every duel: the edge is always 0, though not every duel ends the same."
            )
        } else {
            format!("{own} challenging {other} is exactly even: the edge is 0.")
        };
    }
    if value.abs() < DEAD_HEAT && lead.abs() < DEAD_HEAT {
        return format!(
            "A dead heat: {own} challenging {other} gains {value:+.6} gladiators a duel, one in {} duels, and is ahead as often as behind to within {:.4} %.",
            grouped((1.0 / value.abs()).round() as u64),
            lead.abs() * 100.0
        );
    }
    let (winner, loser) = if value > 0.0 {
        (own, other)
    } else {
        (other, own)
    };
    format!(
        "{winner} has {} over {loser}: {:.6} gladiators a duel when {own} challenges.",
        size(value),
        value.abs()
    )
}

fn figures(asked: &Asked, measured: &[Measured]) -> String {
    let edge = get(measured, "edge");
    let (ahead, behind) = if asked.duel.challenger == 0 {
        ("p_attacker_ahead", "p_defender_ahead")
    } else {
        ("p_defender_ahead", "p_attacker_ahead")
    };
    let share = |name: &str| get(measured, name).exact_mean();
    format!(
        "Exactly: edge {} = {:+.6} for the challenger {}; ahead {:.6}, even {:.6}, behind {:.6}; standard deviation of one duel {:.6}.",
        fraction(edge.exact.0, edge.exact.2),
        edge.exact_mean(),
        asked.names[asked.duel.challenger],
        share(ahead),
        share("p_even"),
        share(behind),
        edge.exact_variance().sqrt()
    )
}

/// Whether the playouts can tell a metric from zero, in words.
fn can_tell(m: &Measured, confidence: f64) -> (&'static str, f64) {
    let s = m.sampled.as_ref().expect("only asked of a sample");
    let z = match s.standard_error() {
        Some(se) if se > 0.0 => s.mean().unwrap_or(0.0) / se,
        _ => 0.0,
    };
    let bound = stats::z_for(confidence);
    let word = match z.abs() {
        z if z < bound => "cannot tell",
        z if z < bound.max(CLEARLY) => "can just tell",
        _ => "clearly tell",
    };
    (word, z)
}

fn telling(asked: &Asked, measured: &[Measured], sampled: &Sampled) -> String {
    let (edge, lead) = (get(measured, "edge"), get(measured, "ahead_minus_behind"));
    let n = grouped(sampled.playouts);
    let moments = edge.sampled.as_ref().expect("only asked of a sample");
    let playouts = if sampled.playouts == 1 {
        "playout"
    } else {
        "playouts"
    };
    if moments.is_constant() {
        return format!(
            "{} with the edge {:+.0}: no spread, so no interval is quoted.",
            if sampled.playouts == 1 {
                "The one playout ended".into()
            } else {
                format!("All {n} {playouts} ended")
            },
            moments.mean().unwrap_or(0.0)
        );
    }
    let (edge_word, edge_z) = can_tell(edge, asked.confidence);
    let (lead_word, lead_z) = can_tell(lead, asked.confidence);
    let what = "the difference of the shares ahead and behind";
    let mean = |m: &Measured| {
        m.sampled
            .as_ref()
            .and_then(stats::Moments::mean)
            .unwrap_or(0.0)
    };
    let mut text = format!(
        "{n} {playouts} {edge_word} the edge from zero (estimate {:+.6}, {:.1} standard errors away); {what} ({:+.7}, {:.1}) they {}.",
        mean(edge),
        edge_z.abs(),
        mean(lead),
        lead_z.abs(),
        lead_word
            .replace(
                "tell",
                if lead_word == "cannot tell" {
                    ""
                } else {
                    "tell"
                }
            )
            .trim()
    );
    let needed = |m: &Measured| {
        (stats::z_for(asked.confidence) / m.exact_mean()).powi(2) * m.exact_variance()
    };
    for (m, what) in [(edge, "the edge"), (lead, what)] {
        let n = needed(m);
        if m.exact.0 != 0 && n > sampled.playouts as f64 && n < 1e18 {
            text += &format!(" To see {what} would take about {n:.1e} playouts.");
        }
    }
    text
}

/// Whether sampled and exact agree.
fn agreement(measured: &[Measured]) -> Option<String> {
    let worst = measured
        .iter()
        .filter_map(|m| Some((m.metric.label, m.z()?)))
        .max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
    Some(if worst.1.abs() <= CLEARLY {
        format!(
            "Sampled and exact agree: the largest distance is {:.2} standard errors ({}).",
            worst.1.abs(),
            worst.0
        )
    } else {
        format!(
            "WARNING: sampled and exact disagree, {} is {:.1} standard errors off. Please report this with the command.",
            worst.0,
            worst.1.abs()
        )
    })
}
