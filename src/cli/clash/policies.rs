//! The policy flags of questions between two sides.

use crate::cli::answer::CommandLine;
use crate::cli::args;
use crate::error::{Error, Result};
use crate::games::clash::spec::{PARTS, PolicySpec};
use clap::Args;

/// How both sides decide.
#[derive(Args, Debug, Clone, Default)]
pub struct PolicyFlags {
    /// Policy of both sides, or attacker's,defender's: simple, never, value, sharp, random, minimax (optimal), best_response:POLICY
    #[arg(long, value_name = "P[,P]", help_heading = "Policies")]
    pub policy: Option<String>,

    /// The attacker's (the row's) policy
    #[arg(long, value_name = "P", help_heading = "Policies")]
    pub attacker_policy: Option<String>,

    /// The defender's (the column's) policy
    #[arg(long, value_name = "P", help_heading = "Policies")]
    pub defender_policy: Option<String>,

    /// Whom to net, both sides or attacker's,defender's: order:SNTHP, random, optimal
    #[arg(long, value_name = "X[,X]", help_heading = "Policies")]
    pub policy_net_targets: Option<String>,

    /// When to re-roll: never, always, zero, mean, kills, wipe, coin, optimal
    #[arg(long, value_name = "X[,X]", help_heading = "Policies")]
    pub policy_reroll: Option<String>,

    /// Whom to give up: netted_first:PHNTS, by_kind:PHNTS, active_first:PHNTS, random, table, optimal
    #[arg(long, value_name = "X[,X]", help_heading = "Policies")]
    pub policy_losses: Option<String>,

    /// What a hit marker is worth to minimax and best_response in one duel, in gladiators
    #[arg(
        long,
        value_name = "W",
        value_parser = args::weight,
        allow_negative_numbers = true,
        help_heading = "Policies"
    )]
    pub marker_weight: Option<f64>,
}

const SIDES: [&str; 2] = ["attacker", "defender"];

impl PolicyFlags {
    /// Attacker's and defender's policy.
    ///
    /// # Errors
    /// Unknown policies, flags that contradict each other; the flag first.
    pub fn specs(&self) -> Result<[PolicySpec; 2]> {
        let names = both("--policy", &self.policy)?;
        let own = [&self.attacker_policy, &self.defender_policy];
        let parts = [
            &self.policy_net_targets,
            &self.policy_reroll,
            &self.policy_losses,
        ];
        let mut specs = Vec::new();
        for side in 0..2 {
            let (flag, name) = match (own[side], &names[side]) {
                (Some(_), Some(_)) => {
                    return Err(Error::usage(format!(
                        "--{}-policy does not go with --policy; leave out one of the two",
                        SIDES[side]
                    )));
                }
                (Some(name), None) => (format!("--{}-policy", SIDES[side]), name.clone()),
                (None, Some(name)) => ("--policy".into(), name.clone()),
                (None, None) => ("--policy".into(), "simple".into()),
            };
            let mut spec = PolicySpec::parse(&name)
                .map_err(|e| Error::usage(format!("{flag} {name}: {e}")))?;
            for (part, text) in PARTS.iter().zip(parts) {
                let flag = format!("--policy-{}", part.replace('_', "-"));
                if let Some(value) = &both(&flag, text)?[side] {
                    spec = spec
                        .with_part(part, value)
                        .map_err(|e| Error::usage(format!("{flag} {value}: {e}")))?;
                }
            }
            specs.push(spec);
        }
        <[PolicySpec; 2]>::try_from(specs).map_err(|_| Error::usage("two sides have two policies"))
    }

    /// The weight of a marker, from -1 to 1.
    pub fn weight(&self) -> f64 {
        self.marker_weight.unwrap_or(0.0)
    }

    /// Adds the flags that give these policies.
    pub fn canonical(line: &mut CommandLine, specs: &[PolicySpec; 2], marker_weight: f64) {
        let pair = |a: &str, d: &str| {
            if a == d {
                a.to_string()
            } else {
                format!("{a},{d}")
            }
        };
        let names = pair(specs[0].name(), specs[1].name());
        if names != "simple" {
            line.flag("--policy", &names);
        }
        for part in PARTS {
            // A side without an override says the value that its policy has anyway.
            let overridden = |s: &PolicySpec| s.overrides().iter().any(|(p, _)| *p == part);
            if specs.iter().any(overridden) {
                line.flag(
                    &format!("--policy-{}", part.replace('_', "-")),
                    &pair(&specs[0].part(part), &specs[1].part(part)),
                );
            }
        }
        if marker_weight != 0.0 {
            line.flag("--marker-weight", &marker_weight.to_string());
        }
    }
}

/// One value for both sides, or one each.
fn both(flag: &str, text: &Option<String>) -> Result<[Option<String>; 2]> {
    let Some(text) = text else {
        return Ok([None, None]);
    };
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    match parts[..] {
        [one] => Ok([Some(one.into()), Some(one.into())]),
        [a, d] => Ok([Some(a.into()), Some(d.into())]),
        _ => Err(Error::usage(format!(
            "{flag} {text}: give one for both sides, or attacker's,defender's"
        ))),
    }
}
