//! The verdict on a policy in plain sentences, computed from the numbers.

use super::super::{grouped, percent, roman};
use super::ledger::flows;
use super::tables::win;
use super::{Answer, Part};
use crate::games::gauntlet::exact::GameExact;

/// Beyond this distance in standard errors something would be wrong.
const CLEARLY: f64 = 5.0;

/// The sentences, the headline first.
pub(super) fn sentences(answer: &Answer<'_>) -> Vec<String> {
    let mut said = vec![headline(answer)];
    let last = answer.parts.len() - 1;
    said.extend(
        answer.parts[last]
            .exact()
            .map(|e| where_it_ends(answer, &answer.parts[last], e)),
    );
    said.extend(length(answer));
    said.extend(glory(answer));
    said.extend(agreement(answer));
    said
}

fn headline(answer: &Answer<'_>) -> String {
    let spec = &answer.parts[0].player.spec;
    let each = (0..answer.parts.len()).map(|at| {
        let e = win(answer, at);
        let p = e.exact.or(e.value).unwrap_or(0.0);
        format!("{} of {} games", percent(p), answer.parts[at].name)
    });
    let exact = (0..answer.parts.len()).all(|at| win(answer, at).exact.is_some());
    format!(
        "The policy {spec} wins {} ({}).",
        each.collect::<Vec<_>>().join(", "),
        if exact { "exact" } else { "sampled" }
    )
}

/// The round and the enemy where most runs end.
fn where_it_ends(answer: &Answer<'_>, part: &Part, exact: &GameExact) -> String {
    let died: Vec<f64> = exact.death.iter().map(|d| d.iter().sum()).collect();
    let all: f64 = died.iter().sum();
    if all <= 0.0 {
        return format!("On {} no run ends in death.", part.name);
    }
    let worst = (0..died.len()).fold(0, |w, r| if died[r] > died[w] { r } else { w });
    let deadly = exact.enemies.iter().filter(|(_, m)| m.fights > 0.0);
    let killer = deadly
        .clone()
        .max_by(|a, b| a.1.deaths.total_cmp(&b.1.deaths));
    let fight =
        deadly.max_by(|a, b| (a.1.deaths / a.1.fights).total_cmp(&(b.1.deaths / b.1.fights)));
    let name = |key: &(u8, u8, u8)| answer.asked.card(key.1, key.2);
    let mut text = if died.len() == 1 {
        format!("On {} ", part.name)
    } else {
        format!(
            "On {} most runs that fail end in round {} ({} of deaths); ",
            part.name,
            roman(worst as u8 + 1),
            percent(died[worst] / all)
        )
    };
    if let Some((key, m)) = killer {
        text += &format!(
            "the greatest killer is {} in round {} ({} of deaths)",
            name(key),
            roman(key.0),
            percent(m.deaths / all)
        );
    }
    if let Some((key, m)) = fight {
        text += &format!(
            "; the deadliest fight is {} in round {} ({} of its fights)",
            name(key),
            roman(key.0),
            percent(m.deaths / m.fights)
        );
    }
    text + "."
}

fn length(answer: &Answer<'_>) -> Option<String> {
    let part = answer.parts.last()?;
    let e = part.exact()?;
    Some(format!(
        "On {} a game takes {:.1} matches and scores {:.2} points on average; those who win keep {:.2} health and {:.2} glory (exact).",
        part.name,
        e.matches,
        e.mean_score(),
        e.mean_health_if_win(),
        e.mean_glory_if_win()
    ))
}

fn glory(answer: &Answer<'_>) -> Option<String> {
    let at = answer.parts.len() - 1;
    let t = answer.tally(at)?;
    let flows = flows(t);
    let most = |direction: &str| {
        flows
            .iter()
            .filter(|f| f.0 == direction)
            .max_by_key(|f| f.2.sum)
    };
    let total = |direction: &str| {
        flows
            .iter()
            .filter(|f| f.0 == direction)
            .map(|f| f.2.sum)
            .sum::<u64>() as f64
    };
    let (source, sink) = (most("in")?, most("out")?);
    if source.2.sum == 0 {
        return None;
    }
    let n = t.games as f64;
    let mut text = format!(
        "Glory on {} (sampled): {:.2} a game come in, most from {} ({})",
        answer.parts[at].name,
        total("in") / n,
        source.1,
        percent(source.2.sum as f64 / total("in"))
    );
    if sink.2.sum > 0 {
        text += &format!(
            "; {:.2} go out, most to {} ({})",
            total("out") / n,
            sink.1,
            percent(sink.2.sum as f64 / total("out"))
        );
    }
    Some(text + ".")
}

/// Whether sampled and exact agree.
fn agreement(answer: &Answer<'_>) -> Option<String> {
    let n = answer.n()?;
    let worst = (0..answer.parts.len())
        .filter_map(|at| Some((&answer.parts[at].name, win(answer, at).z?)))
        .max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
    Some(if worst.1.abs() <= CLEARLY {
        format!(
            "{} sampled games agree with the exact answer: the largest distance of a win rate is {:.2} standard errors ({}).",
            grouped(n),
            worst.1.abs(),
            worst.0
        )
    } else {
        format!(
            "WARNING: sampled and exact disagree, the win rate of {} is {:.1} standard errors off. Please report this with the command.",
            worst.0,
            worst.1.abs()
        )
    })
}
