//! Policies by name: `simple`, `best_response:value`, and their three parts set one by one.

use super::counts::Kind;
use super::policy::{LossRule, NetRule, Order, Parts, RerollRule};
use crate::error::{Error, Result};
use crate::scenario::did_you_mean;
use std::fmt;

/// Names of the presets; `best_response:NAME` comes on top.
pub const NAMES: [&str; 6] = ["simple", "never", "value", "sharp", "random", "minimax"];
/// The three parts of a policy.
pub const PARTS: [&str; 3] = ["net_targets", "reroll", "losses"];
const BEST_RESPONSE: &str = "best_response";

/// A duel policy as named by the user.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PolicySpec {
    name: String,
    /// The policy that a best response is computed against.
    pub answers: Option<Box<PolicySpec>>,
    /// What it plays; all `optimal` for a best response.
    pub parts: Parts,
    base: Parts,
    overrides: Vec<(&'static str, String)>,
}

impl PolicySpec {
    /// The policy `simple`.
    pub fn simple() -> Self {
        Self::parse("simple").expect("simple is a policy")
    }

    /// Reads a name.
    ///
    /// # Errors
    /// An unknown name; the nearest one is offered.
    pub fn parse(text: &str) -> Result<Self> {
        let name = text.trim().to_ascii_lowercase().replace('-', "_");
        if let Some(parts) = Parts::preset(&name) {
            return Ok(Self {
                name,
                answers: None,
                parts,
                base: parts,
                overrides: Vec::new(),
            });
        }
        if let Some(inner) = name.strip_prefix("best_response:") {
            let inner = Self::parse(inner)?;
            let parts = Parts {
                net_targets: NetRule::Optimal,
                reroll: RerollRule::Optimal,
                losses: LossRule::Optimal,
            };
            let name = format!("{BEST_RESPONSE}:{inner}");
            return Ok(Self {
                name,
                answers: Some(Box::new(inner)),
                parts,
                base: parts,
                overrides: Vec::new(),
            });
        }
        if name == BEST_RESPONSE {
            return Err(Error::usage(
                "best_response answers a known policy: write for example best_response:simple",
            ));
        }
        let mut words = NAMES.to_vec();
        words.push("best_response:simple");
        let hint = did_you_mean(&name, words);
        Err(Error::usage(format!(
            "unknown policy `{}`{hint} (policies: {}, best_response:POLICY)",
            text.trim(),
            NAMES.join(", ")
        )))
    }

    /// The same policy with one part replaced. `part` is one of [`PARTS`].
    ///
    /// # Errors
    /// An unknown part or value.
    pub fn with_part(mut self, part: &str, value: &str) -> Result<Self> {
        let part = part.trim().to_ascii_lowercase().replace('-', "_");
        let value = value.trim();
        let part = match part.as_str() {
            "net_targets" | "nets" => {
                self.parts.net_targets = net_rule(value)?;
                PARTS[0]
            }
            "reroll" => {
                self.parts.reroll = reroll_rule(value)?;
                PARTS[1]
            }
            "losses" => {
                self.parts.losses = loss_rule(value)?;
                PARTS[2]
            }
            other => {
                let hint = did_you_mean(other, PARTS);
                return Err(Error::usage(format!(
                    "unknown policy part `{other}`{hint} (parts: {})",
                    PARTS.join(", ")
                )));
            }
        };
        let set = self.part(part);
        let own = Self {
            parts: self.base,
            ..self.clone()
        }
        .part(part);
        self.overrides.retain(|(p, _)| *p != part);
        // What the policy does anyway is no override: a policy then has one name.
        if set != own {
            self.overrides.push((part, set));
        }
        self.overrides.sort();
        Ok(self)
    }

    /// The value of a part, as it is written; `part` is one of [`PARTS`].
    pub fn part(&self, part: &str) -> String {
        match part {
            "net_targets" => self.parts.net_targets.to_string(),
            "reroll" => self.parts.reroll.to_string(),
            _ => self.parts.losses.to_string(),
        }
    }

    /// Name without overrides.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Parts that were set one by one, in the order of their names.
    pub fn overrides(&self) -> &[(&'static str, String)] {
        &self.overrides
    }
}

impl fmt::Display for PolicySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        for (part, value) in &self.overrides {
            write!(f, " with {part} {value}")?;
        }
        Ok(())
    }
}

fn order(text: &str, whole: &str) -> Result<Order> {
    let kinds: Option<Vec<Kind>> = text.chars().map(Kind::from_letter).collect();
    let mut sorted = kinds.clone().unwrap_or_default();
    sorted.sort();
    match kinds.and_then(|k| <[Kind; 5]>::try_from(k).ok()) {
        Some(kinds) if sorted == Kind::ALL => Ok(Order(kinds)),
        _ => Err(Error::usage(format!(
            "`{whole}`: an order names each of S N T P H once, for example SNTHP, not `{text}`"
        ))),
    }
}

fn unknown(part: &str, value: &str, values: &[&str]) -> Error {
    let hint = did_you_mean(value, values.iter().copied());
    Error::usage(format!(
        "{part}: unknown value `{value}`{hint} (values: {})",
        values.join(", ")
    ))
}

fn net_rule(text: &str) -> Result<NetRule> {
    match text.split_once(':') {
        Some(("order", o)) => Ok(NetRule::Order(order(o, text)?)),
        None if text == "random" => Ok(NetRule::Random),
        None if text == "optimal" => Ok(NetRule::Optimal),
        _ => Err(unknown(
            "net_targets",
            text,
            &["order:SNTHP", "random", "optimal"],
        )),
    }
}

fn reroll_rule(text: &str) -> Result<RerollRule> {
    Ok(match text {
        "never" => RerollRule::Never,
        "always" => RerollRule::Always,
        "zero" => RerollRule::Zero,
        "mean" => RerollRule::Mean,
        "kills" => RerollRule::Kills,
        "wipe" => RerollRule::Wipe,
        "coin" | "random" => RerollRule::Coin,
        "optimal" => RerollRule::Optimal,
        _ => {
            return Err(unknown(
                "reroll",
                text,
                &[
                    "never", "always", "zero", "mean", "kills", "wipe", "coin", "optimal",
                ],
            ));
        }
    })
}

fn loss_rule(text: &str) -> Result<LossRule> {
    match text.split_once(':') {
        Some(("netted_first", o)) => Ok(LossRule::NettedFirst(order(o, text)?)),
        Some(("by_kind", o)) => Ok(LossRule::ByKind(order(o, text)?)),
        Some(("active_first", o)) => Ok(LossRule::ActiveFirst(order(o, text)?)),
        None if text == "random" => Ok(LossRule::Random),
        None if text == "table" => Ok(LossRule::Table),
        None if text == "optimal" => Ok(LossRule::Optimal),
        _ => Err(unknown(
            "losses",
            text,
            &[
                "netted_first:PHNTS",
                "by_kind:PHNTS",
                "active_first:PHNTS",
                "random",
                "table",
                "optimal",
            ],
        )),
    }
}

impl fmt::Display for NetRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order(o) => write!(f, "order:{o}"),
            Self::Random => write!(f, "random"),
            Self::Optimal => write!(f, "optimal"),
        }
    }
}

impl fmt::Display for RerollRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Never => "never",
            Self::Always => "always",
            Self::Zero => "zero",
            Self::Mean => "mean",
            Self::Kills => "kills",
            Self::Wipe => "wipe",
            Self::Coin => "coin",
            Self::Optimal => "optimal",
        })
    }
}

impl fmt::Display for LossRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NettedFirst(o) => write!(f, "netted_first:{o}"),
            Self::ByKind(o) => write!(f, "by_kind:{o}"),
            Self::ActiveFirst(o) => write!(f, "active_first:{o}"),
            Self::Random => write!(f, "random"),
            Self::Table => write!(f, "table"),
            Self::Optimal => write!(f, "optimal"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_parts_are_read_back_as_written() {
        for name in NAMES
            .iter()
            .copied()
            .chain(["best_response:simple", "best_response:best_response:never"])
        {
            assert_eq!(PolicySpec::parse(name).unwrap().to_string(), name);
        }
        assert_eq!(
            PolicySpec::parse("Best-Response:Simple").unwrap().name(),
            "best_response:simple"
        );
        for (part, value) in [
            ("net_targets", "order:HPTNS"),
            ("reroll", "kills"),
            ("losses", "active_first:SNTPH"),
            ("losses", "table"),
        ] {
            let spec = PolicySpec::simple().with_part(part, value).unwrap();
            assert_eq!(spec.to_string(), format!("simple with {part} {value}"));
        }
    }

    #[test]
    fn unknown_names_offer_the_nearest() {
        let message = |r: Result<PolicySpec>| r.unwrap_err().to_string();
        assert!(message(PolicySpec::parse("simpel")).contains("did you mean `simple`?"));
        assert!(message(PolicySpec::parse("best_response:valu")).contains("did you mean `value`?"));
        assert!(message(PolicySpec::parse("best_response")).contains("best_response:simple"));
        assert!(
            message(PolicySpec::simple().with_part("rerol", "mean"))
                .contains("did you mean `reroll`?")
        );
        assert!(
            message(PolicySpec::simple().with_part("reroll", "meen"))
                .contains("did you mean `mean`?")
        );
        assert!(
            message(PolicySpec::simple().with_part("losses", "by_kind:PHNT"))
                .contains("each of S N T P H once")
        );
        assert!(
            message(PolicySpec::simple().with_part("net_targets", "order:SSSSS"))
                .contains("each of S N T P H once")
        );
    }
}
