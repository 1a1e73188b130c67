//! Policies read from their names.

use super::*;

fn weights(text: &str) -> Result<Weights> {
    let parsed: Vec<Option<i32>> = text
        .split(',')
        .map(|n| n.trim().parse().ok().filter(|n: &i32| n.abs() <= 10_000))
        .collect();
    match parsed[..] {
        [Some(h), Some(g), Some(e), Some(k)] => Ok([h, g, e, k]),
        _ => Err(Error::usage(format!(
            "weigh takes four whole numbers of at most 10000, for example weigh:2,3,2,4, not {}",
            quoted(text)
        ))),
    }
}

/// A probability in millionths.
fn millionths(text: &str) -> Result<u32> {
    let p = text
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|p| (0.0..=1.0).contains(p));
    let p = p.ok_or_else(|| {
        Error::usage(format!(
            "noise is a number from 0 to 1, for example 0.1, not {}",
            quoted(text)
        ))
    })?;
    Ok((p * 1e6).round() as u32)
}

fn budget(text: &str) -> Result<u32> {
    let n = text
        .trim()
        .parse::<u32>()
        .ok()
        .filter(|n| (1..=1_000_000).contains(n));
    n.ok_or_else(|| {
        Error::usage(format!(
            "the budget is 1 to 1000000 games, not {}",
            quoted(text)
        ))
    })
}

pub(super) fn weigh(weights: Weights) -> MatchSpec {
    MatchSpec::Plain(PlainRule {
        permit: Permit::ALL,
        rule: Rule::Weigh(weights),
    })
}

impl PolicySpec {
    /// The policy of this name.
    ///
    /// # Errors
    /// Which name is nearest, or what is wrong with the numbers.
    pub fn parse(name: &str) -> Result<Self> {
        let spec = |matches, event_shift, heal, reroll_one, gamble| Self {
            name: name.to_string(),
            matches,
            event_shift,
            heal,
            reroll_one,
            gamble,
        };
        let usual = |m| {
            spec(
                m,
                ShiftSpec::Never,
                HealSpec::Low,
                RerollSpec::First,
                GambleSpec::LowAtMost(3),
            )
        };
        let by_values = |m, v: ValueSpec| {
            spec(
                m,
                ShiftSpec::Values(v.clone()),
                HealSpec::Values(v.clone()),
                RerollSpec::Values(v.clone()),
                GambleSpec::Values(v),
            )
        };
        let plain = MatchSpec::Plain;
        Ok(match name {
            "never_swap" => {
                let m = plain(PlainRule::NEVER);
                spec(
                    m,
                    ShiftSpec::Never,
                    HealSpec::Low,
                    RerollSpec::Never,
                    GambleSpec::Never,
                )
            }
            "swap_only" => usual(plain(PlainRule::SWAP_ONLY)),
            "greedy" => usual(plain(PlainRule::GREEDY)),
            "brawler" => usual(weigh([2, 1, 6, 10])),
            "balanced" => usual(weigh([2, 1, 2, 3])),
            "banker" => usual(weigh([2, 3, 2, 4])),
            "hoarder" => usual(weigh([1, 3, 1, 2])),
            "random" => {
                let m = plain(PlainRule {
                    permit: Permit::ALL,
                    rule: Rule::Random,
                });
                spec(
                    m,
                    ShiftSpec::Random,
                    HealSpec::Random,
                    RerollSpec::Random,
                    GambleSpec::Random,
                )
            }
            _ => match name.split_once(':') {
                Some(("weigh" | "list" | "fight", _)) => usual(match_spec(name)?),
                Some(("optimal", of)) => {
                    let objective = Objective::parse(of)?;
                    by_values(MatchSpec::Optimal(objective), ValueSpec::Optimal(objective))
                }
                Some(("improve", of)) => {
                    let (objective, of) = improved(of);
                    let of = Box::new(Self::parse(of)?);
                    by_values(
                        MatchSpec::Improve(objective, of.clone()),
                        ValueSpec::Of(objective, of),
                    )
                }
                Some(("no_bargain", of)) => {
                    let of = Self::parse(of)?;
                    Self {
                        name: name.to_string(),
                        matches: MatchSpec::NoBargain(Box::new(of.matches)),
                        ..of
                    }
                }
                Some(("noisy", of)) => {
                    let (of, eps) = with_number(name, of)?;
                    let (of, eps) = (Self::parse(of)?, millionths(eps)?);
                    if matches!(of.matches, MatchSpec::Noisy(..)) {
                        return Err(Error::usage(format!(
                            "{name}: noise upon noise; add the two instead"
                        )));
                    }
                    spec(
                        MatchSpec::Noisy(Box::new(of.matches), eps),
                        ShiftSpec::Noisy(Box::new(of.event_shift), eps),
                        HealSpec::Noisy(Box::new(of.heal), eps),
                        RerollSpec::Noisy(Box::new(of.reroll_one), eps),
                        GambleSpec::Noisy(Box::new(of.gamble), eps),
                    )
                }
                Some(("rollout" | "mcts", of)) => {
                    let of = Self::parse(with_number(name, of)?.0)?;
                    Self {
                        name: name.to_string(),
                        matches: match_spec(name)?,
                        ..of
                    }
                }
                _ => return Err(unknown("policy", name, &PRESETS)),
            },
        })
    }

    /// The same with one part replaced: `with_part("gamble", "low<=2")`.
    ///
    /// # Errors
    /// An unknown decision, or a rule that it does not have.
    pub fn with_part(mut self, decision: &str, rule: &str) -> Result<Self> {
        let wrong = |known: &[&'static str]| {
            let meant = did_you_mean(rule, known.iter().copied());
            Error::usage(format!(
                "policy {decision}: {}, not {}{meant}",
                one_of(known),
                quoted(rule)
            ))
        };
        let values = || -> Option<Result<ValueSpec>> {
            match rule.split_once(':') {
                Some(("optimal", of)) => Some(Objective::parse(of).map(ValueSpec::Optimal)),
                Some(("improve", of)) => {
                    let (objective, of) = improved(of);
                    Some(Self::parse(of).map(|p| ValueSpec::Of(objective, Box::new(p))))
                }
                _ => None,
            }
        };
        match decision {
            "match" => self.matches = match_spec(rule)?,
            "event_shift" => {
                self.event_shift =
                    match rule {
                        "never" => ShiftSpec::Never,
                        "to_glory" => ShiftSpec::ToGlory,
                        "random" => ShiftSpec::Random,
                        _ => ShiftSpec::Values(values().ok_or_else(|| {
                            wrong(&["never", "to_glory", "random", "optimal:win"])
                        })??),
                    }
            }
            "heal" => {
                self.heal = match rule {
                    "low" => HealSpec::Low,
                    "high" => HealSpec::High,
                    "random" => HealSpec::Random,
                    _ => HealSpec::Values(
                        values()
                            .ok_or_else(|| wrong(&["low", "high", "random", "optimal:win"]))??,
                    ),
                }
            }
            "reroll_one" => {
                self.reroll_one = match rule {
                    "never" => RerollSpec::Never,
                    "first" => RerollSpec::First,
                    "random" => RerollSpec::Random,
                    _ => RerollSpec::Values(
                        values()
                            .ok_or_else(|| wrong(&["never", "first", "random", "optimal:win"]))??,
                    ),
                }
            }
            "gamble" => {
                let at_most = rule
                    .strip_prefix("low<=")
                    .and_then(|k| k.parse().ok())
                    .filter(|k| *k <= 6);
                self.gamble =
                    match (rule, at_most) {
                        ("never", _) => GambleSpec::Never,
                        ("random", _) => GambleSpec::Random,
                        (_, Some(k)) => GambleSpec::LowAtMost(k),
                        _ => GambleSpec::Values(values().ok_or_else(|| {
                            wrong(&["never", "low<=3", "random", "optimal:win"])
                        })??),
                    }
            }
            _ => return Err(unknown("decision", decision, &DECISIONS)),
        }
        self.name = format!("{} {decision}={rule}", self.name);
        Ok(self)
    }
}

/// `[OBJECTIVE:]POLICY`.
fn improved(of: &str) -> (Objective, &str) {
    match of.split_once(':') {
        Some((word @ ("win" | "score"), rest)) => {
            (Objective::parse(word).expect("a known word"), rest)
        }
        _ => (Objective::Win, of),
    }
}

/// `POLICY,NUMBER`.
fn with_number<'a>(name: &str, of: &'a str) -> Result<(&'a str, &'a str)> {
    of.rsplit_once(',').ok_or_else(|| {
        let family = name.split(':').next().unwrap_or_default();
        Error::usage(format!(
            "{family} takes a policy and a number, for example {family}:greedy,{}",
            if family == "noisy" { "0.1" } else { "100" }
        ))
    })
}

/// The way to play a match of this name.
fn match_spec(name: &str) -> Result<MatchSpec> {
    Ok(match name {
        "never" => MatchSpec::Plain(PlainRule::NEVER),
        _ => match name.split_once(':') {
            Some(("weigh", of)) => weigh(weights(of)?),
            Some(("list", of)) => MatchSpec::Plain(PlainRule {
                permit: Permit::ALL,
                rule: Rule::List(RuleList::parse(of)?),
            }),
            Some(("fight", of)) => MatchSpec::Fight(Objective::parse(of)?),
            Some(("rollout", of)) => {
                let (of, n) = with_number(name, of)?;
                MatchSpec::Rollout(Box::new(PolicySpec::parse(of)?), budget(n)?)
            }
            Some(("mcts", of)) => {
                let (of, n) = with_number(name, of)?;
                MatchSpec::Mcts(Box::new(PolicySpec::parse(of)?), budget(n)?)
            }
            _ => {
                PolicySpec::parse(name)
                    .map_err(|_| unknown("match policy", name, &PRESETS))?
                    .matches
            }
        },
    })
}

fn unknown(sort: &str, name: &str, known: &[&str]) -> Error {
    let families = FAMILIES.map(|(_, example, _)| example);
    let meant = did_you_mean(
        name,
        known.iter().copied().chain(
            if sort == "decision" {
                &[]
            } else {
                &families[..]
            }
            .iter()
            .copied(),
        ),
    );
    let also = if sort == "decision" {
        String::new()
    } else {
        format!(", or a family such as {}", families[0])
    };
    Error::usage(format!(
        "unknown {sort} `{}`{meant} ({}{also})",
        name.escape_debug(),
        known.join(", ")
    ))
}
