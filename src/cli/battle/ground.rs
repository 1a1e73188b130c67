//! Flags that all questions of How to Battle read alike: gladiators, policies, data, switches.

use crate::cli::answer::CommandLine;
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::battle::build::faults;
use crate::games::battle::data::BattleData;
use crate::games::battle::gladiator::Gladiator;
use crate::games::battle::policy::Parts;
use crate::scenario::did_you_mean;
use crate::study::battle::sides::PRESETS;
use crate::study::battle::worth::USUAL;
use crate::study::battle::{Ground, Sided, Worth};
use clap::Args;
use std::path::Path;

/// The game's ruleset.
pub const RULESET: &str = "battle";

/// What the questions say of gladiators in their help.
pub const GLADIATORS: &str = "Gladiators: a name (rookie, rookie40, bruiser, wall, focuser, long_sword, two_hander, thrower, lucky_rookie, veteran), a TOML file, or the short form \"short_sword:4 A4 R1 S2 P3 H28 I2 F0 style=normal\": weapon:ranks (xN copies), A attack, R armor, S shield, P parry, H health, I initiative, F focus, L luck dice, wins=, losses=, carries_shield=, and any part of the policy.";

/// Policies of the two sides.
#[derive(Args, Debug, Clone, Default)]
pub struct PolicyFlags {
    /// Fighting style of both sides, or a's,b's: normal, berserk, defensive, berserk_vs_stunned, berserk_vs_exposed, defensive_berserk_vs_stunned, berserk_if_ahead, defensive_below:K, greedy:L, mixed:P, rollout:N, mcts:N, optimal (K a health, L a weight such as 0.5, P from 0 to 1, N battles from 1 to 100000)
    #[arg(long, value_name = "X[,X]", help_heading = "Policies")]
    pub style: Option<String>,

    /// When to give up: never, at:K with K from -1 to -10
    #[arg(long, value_name = "X[,X]", help_heading = "Policies")]
    pub surrender: Option<String>,

    /// Where luck dice go: none, attack, defence, attack_defence, focus, survival, attack_exposed, defence_needed, all, {attack=2, awake=max, reserve=1}
    #[arg(long, value_name = "X[,X]", help_heading = "Policies")]
    pub luck: Option<String>,

    /// Luck dice on focus rolls, beside --luck: none, max or a number
    #[arg(long, value_name = "X[,X]", help_heading = "Policies")]
    pub focus: Option<String>,

    /// When to throw what can be thrown: must_only, always, exposed, keep_last
    #[arg(long, value_name = "X[,X]", help_heading = "Policies")]
    pub throw: Option<String>,

    /// Whether to pick weapons up when none is left: never, when_empty
    #[arg(long, value_name = "X[,X]", help_heading = "Policies")]
    pub retrieve: Option<String>,
}

impl PolicyFlags {
    /// Lays the flags over two policies.
    ///
    /// # Errors
    /// An unknown value; the message begins with the flag.
    pub fn over(&self, mut parts: [Parts; 2], ground: &Ground) -> Result<[Parts; 2]> {
        let flags = [
            ("style", &self.style),
            ("surrender", &self.surrender),
            ("luck", &self.luck),
            ("throw", &self.throw),
            ("retrieve", &self.retrieve),
        ];
        for (part, text) in flags {
            let Some(text) = text else { continue };
            for (side, value) in pair(part, text)?.iter().enumerate() {
                parts[side] = parts[side]
                    .with(part, value)
                    .map_err(|e| Error::usage(format!("--{part} {text}: {e}")))?;
            }
        }
        let early = parts.iter().any(|p| p.surrender.is_some_and(|k| k >= 0));
        if let (Some(text), true, false) = (
            &self.surrender,
            early,
            ground.rules.readings.concede_any_turn,
        ) {
            return Err(Error::usage(format!(
                "--surrender {text}: one gives up below zero only; write at:K with K from -1 to -10, or set concede=any_own_turn"
            )));
        }
        if let Some(text) = &self.focus {
            for (side, value) in pair("focus", text)?.iter().enumerate() {
                let amount = if value == "none" { "0" } else { value };
                let rule = Parts::default()
                    .with("luck", &format!("{{focus={amount}}}"))
                    .map_err(|_| {
                        Error::usage(format!(
                            "--focus {text}: write none, max or a number of luck dice"
                        ))
                    })?;
                parts[side].luck.focus = rule.luck.focus;
            }
        }
        Ok(parts)
    }
}

/// A value for both sides, or a's,b's; commas inside braces do not part.
fn pair(part: &str, text: &str) -> Result<[String; 2]> {
    let parts = top_level(text, ',');
    match &parts[..] {
        [one] => Ok([one.clone(), one.clone()]),
        [a, b] => Ok([a.clone(), b.clone()]),
        _ => Err(Error::usage(format!(
            "--{part} {text}: give one for both sides, or a's,b's"
        ))),
    }
}

/// Pieces of a text between separators that stand outside braces and brackets.
pub fn top_level(text: &str, separator: char) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in text.chars() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        if c == separator && depth == 0 {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts.into_iter().map(|p| p.trim().to_string()).collect()
}

/// Reads the data, the switches and the table sets.
///
/// # Errors
/// What is wrong with them, the flag first.
pub fn ground(shared: &Shared) -> Result<Ground> {
    let data = shared.components(BattleData::load)?;
    let name = shared.ruleset.as_deref().unwrap_or(RULESET);
    data.rulesets
        .get(name)
        .map_err(|e| Error::usage(format!("--ruleset {name}: {e}")))?;
    let mut ground = Ground::new(data, name, &shared.set)?;
    ground.seed = shared.seed();
    ground.confidence = shared.confidence();
    Ok(ground)
}

/// Reads a gladiator: a name, a file, or the short form.
///
/// # Errors
/// What cannot be read, and everything that makes him illegal, in one line that begins with the flag.
pub fn gladiator(flag: &str, text: &str, ground: &Ground) -> Result<Sided> {
    let said = |e: Error| Error::usage(format!("{flag} {}: {e}", shortened(text)));
    let text = text.trim();
    // `tank: short_sword:4 …` gives him a name.
    let (label, text) = match text.split_once(": ") {
        Some((label, rest)) if !label.contains([' ', ':', '=']) => (Some(label), rest.trim()),
        _ => (None, text),
    };
    let mut sided = if PRESETS.iter().any(|p| p.0 == text) {
        Sided::preset(text).map_err(said)?
    } else {
        let file = text.ends_with(".toml") || !text.contains(' ') && Path::new(text).is_file();
        let (gladiator, policy) = if file {
            Gladiator::read(Path::new(text)).map_err(|e| Error::usage(format!("{flag}: {e}")))?
        } else if text.is_empty() {
            return Err(Error::usage(format!(
                "{flag}: the gladiator is empty; write for example rookie or \"short_sword:4 A4 R1 H28\""
            )));
        } else if text.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
            let names = PRESETS.map(|p| p.0);
            let meant = did_you_mean(text, names);
            return Err(Error::usage(format!(
                "{flag} {text}: no gladiator of this name{meant}; one of {}, a TOML file, or the short form",
                names.join(", ")
            )));
        } else {
            Gladiator::parse(text).map_err(said)?
        };
        Sided {
            name: gladiator.short(),
            parts: Parts::parse(&policy).map_err(said)?,
            gladiator,
        }
    };
    if let Some(label) = label {
        sided.name = label.into();
    }
    let faults = faults(&ground.data, &ground.rules.readings, &sided.gladiator, None);
    if !faults.is_empty() {
        let all: Vec<&str> = faults.iter().map(|f| f.why.as_str()).collect();
        return Err(said(Error::usage(all.join("; "))));
    }
    Ok(sided)
}

/// Refuses a build over a budget.
///
/// # Errors
/// By how much it is over, and on what.
pub fn within(flag: &str, sided: &Sided, ground: &Ground, budget: Option<u32>) -> Result<()> {
    let readings = &ground.rules.readings;
    let faults = faults(&ground.data, readings, &sided.gladiator, budget);
    match faults.iter().find(|f| f.code == "over_budget") {
        Some(fault) => Err(Error::usage(format!(
            "{flag} {}: {}",
            sided.name, fault.why
        ))),
        None => Ok(()),
    }
}

/// How the duels of a question over many are worked out.
pub fn worth(shared: &Shared) -> Worth {
    let sampled = shared.method == MethodChoice::Mc;
    Worth {
        playouts: shared.playouts.or(sampled.then_some(USUAL)),
        exact_only: shared.method == MethodChoice::Exact,
        threads: shared.threads,
        ..Worth::default()
    }
}

/// Parses a whole number of a flag within bounds; what is wrong is told in words.
pub fn whole<T: TryFrom<u64>>(
    from: u64,
    to: u64,
) -> impl Fn(&str) -> std::result::Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse::<u64>().ok();
        let within = number.filter(|n| (from..=to).contains(n));
        within
            .and_then(|n| T::try_from(n).ok())
            .ok_or_else(|| format!("write a whole number from {from} to {to}"))
    }
}

/// What is quoted of a long argument.
fn shortened(text: &str) -> String {
    let text: String = text.escape_debug().collect();
    match text.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}

/// Ends a canonical command with what all questions share.
pub fn finish(line: &mut CommandLine, shared: &Shared, ground: &mut Ground) {
    line.shared(shared, &ground.switches, RULESET);
    ground.command = line.text();
}

/// Flags of sampling that a question without tally files refuses.
///
/// # Errors
/// The first one given.
pub fn no_shards(shared: &Shared, question: &str) -> Result<()> {
    let flags = [
        ("--shard", shared.shard.is_some()),
        ("--tally", shared.tally.is_some()),
        ("--checkpoint", shared.checkpoint.is_some()),
        ("--target-error", shared.target_error.is_some()),
        ("--max-time", shared.max_time.is_some()),
    ];
    match flags.iter().find(|f| f.1) {
        Some((flag, _)) => Err(Error::usage(format!(
            "{flag} does not go with {question}: it asks many duels at once; use -n for playouts a duel, or battle-duel"
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_keep_their_commas() {
        assert_eq!(
            top_level("{attack=max, reserve=1},none", ','),
            ["{attack=max, reserve=1}", "none"]
        );
        assert_eq!(pair("style", "normal").unwrap(), ["normal", "normal"]);
        assert!(pair("style", "a,b,c").is_err());
    }
}
