//! Policies by name: `poke`, `tremble(heavy, 10)`.

use super::{Brain, Plan, Style};
use crate::error::{Error, Result};
use crate::scenario::did_you_mean;

/// Names without parameters.
pub const NAMES: [&str; 5] = ["poke", "heavy", "turtle", "uniform_mix", "random_legal"];

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
    let word = text.trim().to_lowercase().replace('-', "_").replace(' ', "");
    if let Some(style) = style(&word) {
        return Ok(Brain::core(style));
    }
    let (name, rest) = word.split_once(['(', ':']).unwrap_or((&word, ""));
    let arguments: Vec<&str> = rest.trim_end_matches(')').split(',').filter(|a| !a.is_empty()).collect();
    match (name, arguments.as_slice()) {
        ("random_legal", []) => Ok(Brain::new(Plan::RandomLegal)),
        ("tremble", [base, share]) => {
            let base = style(base).ok_or_else(|| unknown(base))?;
            Ok(Brain::new(Plan::Tremble(base, percent(share)?)))
        }
        ("tremble", _) => Err(Error::usage("tremble takes a policy and a probability: write for example `tremble(poke, 0.1)`")),
        _ => Err(unknown(text.trim())),
    }
}

/// `0.1`, `10%` or `10` as 10 per cents.
fn percent(text: &str) -> Result<u8> {
    let fail = || Error::usage(format!("`{text}` is not a probability in whole per cents: write for example 0.1 or 10%"));
    let (number, scale) = match text.strip_suffix('%') {
        Some(n) => (n, 1.0),
        None => (text, 100.0),
    };
    let value: f64 = number.parse().map_err(|_| fail())?;
    let percent = (value * scale).round();
    if (0.0..=100.0).contains(&percent) && (value * scale - percent).abs() < 1e-9 { Ok(percent as u8) } else { Err(fail()) }
}

fn unknown(name: &str) -> Error {
    let meant = did_you_mean(name, NAMES.into_iter().chain(["tremble"]));
    Error::usage(format!("unknown policy `{}`{meant} ({}, tremble(POLICY, P))", name.escape_debug(), NAMES.join(", ")))
}
