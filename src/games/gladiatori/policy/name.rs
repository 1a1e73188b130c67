//! Policies by name: `poke`, `tremble(heavy, 10)`.

use super::{Brain, Habit, Heat, Plan, Search, Style};
use crate::error::{Error, Result};
use crate::scenario::did_you_mean;

/// Every policy, with its parameters where it has some.
pub const NAMES: [&str; 15] = [
    "random_legal",
    "poke",
    "heavy",
    "turtle",
    "uniform_mix",
    "tremble(POLICY, P)",
    "quantal(T)",
    "cautious",
    "threshold",
    "counter_matching",
    "economy",
    "equilibrium",
    "burst",
    "rollout(N)",
    "ismcts(N)",
];

fn style(name: &str) -> Option<Style> {
    Some(match name {
        "poke" => Style::Poke,
        "heavy" => Style::Heavy,
        "turtle" => Style::Turtle,
        "uniform_mix" => Style::UniformMix,
        _ => return None,
    })
}

/// Reads a name.
pub(super) fn parse(text: &str) -> Result<Brain> {
    let word = text
        .trim()
        .to_lowercase()
        .replace('-', "_")
        .replace(' ', "");
    if let Some(style) = style(&word) {
        return Ok(Brain::core(style));
    }
    let (name, rest) = word.split_once(['(', ':']).unwrap_or((&word, ""));
    if word.matches('(').count() != word.matches(')').count() {
        return Err(Error::usage(format!(
            "`{}`: a bracket is open; write for example `quantal(0.5)`",
            text.trim().escape_debug()
        )));
    }
    // A minus sign is no part of a name.
    let rest = rest
        .trim_end_matches(')')
        .replace("(_", "(-")
        .replace(",_", ",-");
    let rest = match rest.strip_prefix('_') {
        Some(number) => format!("-{number}"),
        None => rest,
    };
    let arguments: Vec<&str> = rest.split(',').filter(|a| !a.is_empty()).collect();
    let count = |text: &str| match text.parse::<u32>() {
        Ok(n @ 1..=1_000_000) => Ok(n),
        _ => Err(Error::usage(format!(
            "`{text}` is not a number of playouts from 1 to 1000000: write for example `{name}(200)`"
        ))),
    };
    let plan = match (name, arguments.as_slice()) {
        ("random_legal", []) => Plan::RandomLegal,
        ("tremble", [base, share]) => {
            let style = style(base).ok_or_else(|| {
                Error::usage(format!(
                    "tremble takes poke, heavy, turtle or uniform_mix, not `{}`",
                    base.escape_debug()
                ))
            })?;
            Plan::Tremble(style, percent(share)?)
        }
        ("tremble", _) => {
            return Err(Error::usage(
                "tremble takes a policy and a probability: write for example `tremble(poke, 0.1)`",
            ));
        }
        ("quantal", []) => Plan::Quantal(Heat::default()),
        ("quantal", [t]) => Plan::Quantal(heat(t)?),
        ("equilibrium", []) => Plan::Equilibrium(Heat::default()),
        ("cautious", []) => Plan::Habit(Habit::Cautious),
        ("threshold", []) => Plan::Habit(Habit::Threshold),
        ("counter_matching", []) => Plan::Habit(Habit::CounterMatching),
        ("economy", []) => Plan::Habit(Habit::Economy),
        ("burst", []) => Plan::Habit(Habit::Burst),
        ("rollout", []) => Plan::Search(Search::Rollout, 120),
        ("rollout", [n]) => Plan::Search(Search::Rollout, count(n)?),
        ("ismcts", []) => Plan::Search(Search::Ismcts, 200),
        ("ismcts", [n]) => Plan::Search(Search::Ismcts, count(n)?),
        _ => return Err(unknown(text.trim())),
    };
    Ok(Brain::new(plan))
}

fn heat(text: &str) -> Result<Heat> {
    match text.parse::<f64>() {
        Ok(temperature) if (0.01..=100.0).contains(&temperature) => Ok(Heat {
            temperature,
            ..Heat::default()
        }),
        _ => Err(Error::usage(format!(
            "`{text}` is not a temperature from 0.01 to 100: write for example `quantal(0.5)`"
        ))),
    }
}

/// `0.1`, `10%` or `10` as 10 per cents.
fn percent(text: &str) -> Result<u8> {
    let fail = || {
        Error::usage(format!(
            "`{text}` is not a probability in whole per cents: write for example 0.1 or 10%"
        ))
    };
    let (number, scale) = match text.strip_suffix('%') {
        Some(n) => (n, 1.0),
        None => (text, 100.0),
    };
    let value: f64 = number.parse().map_err(|_| fail())?;
    let percent = (value * scale).round();
    if (0.0..=100.0).contains(&percent) && (value * scale - percent).abs() < 1e-9 {
        Ok(percent as u8)
    } else {
        Err(fail())
    }
}

fn unknown(name: &str) -> Error {
    let bare = NAMES.iter().map(|n| n.split('(').next().unwrap_or(n));
    let meant = did_you_mean(name, bare);
    Error::usage(format!(
        "unknown policy `{}`{meant} ({})",
        name.escape_debug(),
        NAMES.join(", ")
    ))
}
