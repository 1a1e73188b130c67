//! Policies as people write them: `style=greedy:1`, `surrender=at:-7`, `luck={attack=max, reserve=1}` (spec 11).

use super::{Amount, LuckRule, Parts, StyleRule, ThrowRule};
use crate::error::{Error, Result};
use crate::games::battle::rules::Style;
use crate::scenario::did_you_mean;
use std::fmt;

/// The parts of a policy, in order.
pub const PARTS: [&str; 5] = ["style", "surrender", "luck", "throw", "retrieve"];

const STYLES: [&str; 13] = [
    "normal",
    "berserk",
    "defensive",
    "berserk_vs_stunned",
    "berserk_vs_exposed",
    "defensive_berserk_vs_stunned",
    "berserk_if_ahead",
    "defensive_below:K",
    "greedy:L",
    "mixed:P",
    "rollout:N",
    "mcts:N",
    "optimal",
];
const LUCKS: [&str; 10] = [
    "none",
    "attack",
    "defence",
    "attack_defence",
    "focus",
    "survival",
    "attack_exposed",
    "defence_needed",
    "all",
    "{initiative=, attack=, defence=, focus=, awake=, alive=, retrieve=, reserve=, attack_when=, defence_when=}",
];
const THROWS: [&str; 4] = ["must_only", "always", "exposed", "keep_last"];

impl Parts {
    /// The names of the values of a part, for lists and messages.
    pub fn values(part: &str) -> &'static [&'static str] {
        match part {
            "style" => &STYLES,
            "surrender" => &["never", "at:K (K from -1 to -10)"],
            "luck" => &LUCKS,
            "throw" => &THROWS,
            "retrieve" => &["never", "when_empty"],
            _ => &[],
        }
    }

    /// With one part set to a value.
    ///
    /// # Errors
    /// An unknown part or value: what to write, and the nearest.
    pub fn with(mut self, part: &str, value: &str) -> Result<Self> {
        let known = Self::values(part);
        if known.is_empty() {
            let meant = did_you_mean(part, PARTS);
            let part = part.escape_debug();
            return Err(Error::usage(format!(
                "unknown part `{part}` of a policy{meant}; one of {}",
                PARTS.join(", ")
            )));
        }
        let unknown = || {
            let meant = did_you_mean(value, known.iter().copied());
            Error::usage(format!(
                "{part}={}: write one of {}{meant}",
                value.escape_debug(),
                known.join(", ")
            ))
        };
        match part {
            "style" => {
                let number = value
                    .split_once(':')
                    .and_then(|(name, _)| style_number(name));
                self.style = style(value).ok_or_else(|| match number {
                    Some(what) => Error::usage(format!("style={}: {what}", value.escape_debug())),
                    None => unknown(),
                })?;
            }
            "surrender" => self.surrender = surrender(value).ok_or_else(unknown)?,
            "luck" => {
                self.luck = match value.strip_prefix('{').and_then(|v| v.strip_suffix('}')) {
                    Some(mixture) => luck_mixture(mixture)?,
                    None => luck(value).ok_or_else(unknown)?,
                }
            }
            "throw" => {
                let at = THROWS
                    .iter()
                    .position(|t| *t == value)
                    .ok_or_else(unknown)?;
                self.throw = [
                    ThrowRule::MustOnly,
                    ThrowRule::Always,
                    ThrowRule::Exposed,
                    ThrowRule::KeepLast,
                ][at];
            }
            _ => {
                self.retrieve_when_empty = match value {
                    "never" => false,
                    "when_empty" => true,
                    _ => return Err(unknown()),
                }
            }
        }
        Ok(self)
    }

    /// From (part, value) pairs; parts not named are the defaults.
    ///
    /// # Errors
    /// As [`Parts::with`].
    pub fn parse<S: AsRef<str>>(pairs: &[(S, S)]) -> Result<Self> {
        pairs
            .iter()
            .try_fold(Self::default(), |parts, (part, value)| {
                parts.with(part.as_ref(), value.as_ref())
            })
    }
}

/// What the number of a style is.
fn style_number(name: &str) -> Option<&'static str> {
    Some(match name {
        "defensive_below" => "write defensive_below:K with K a health, a whole number such as 10",
        "greedy" => "write greedy:L with L the weight of the risk, a number such as 0.5",
        "mixed" => "write mixed:P with P the probability of berserk, from 0 to 1",
        "rollout" => "write rollout:N with N a whole number of battles, from 1 to 100000",
        "mcts" => "write mcts:N with N a whole number of battles, from 1 to 100000",
        _ => return None,
    })
}

fn style(value: &str) -> Option<StyleRule> {
    if let Some(style) = Style::parse(value) {
        return Some(StyleRule::Always(style));
    }
    if let Some((name, number)) = value.split_once(':') {
        return match name {
            "defensive_below" => number.parse().ok().map(StyleRule::DefensiveBelow),
            "greedy" => number
                .parse()
                .ok()
                .filter(|l: &f64| l.is_finite())
                .map(StyleRule::Greedy),
            "rollout" => number
                .parse()
                .ok()
                .filter(|n| (1..=100_000).contains(n))
                .map(StyleRule::Rollout),
            "mcts" => number
                .parse()
                .ok()
                .filter(|n| (1..=100_000).contains(n))
                .map(StyleRule::Mcts),
            "mixed" => {
                let share: f64 = number.parse().ok().filter(|p| (0.0..=1.0).contains(p))?;
                Some(StyleRule::Mixed((share * 1e6).round() as u32))
            }
            _ => None,
        };
    }
    Some(match value {
        "berserk_vs_stunned" => StyleRule::BerserkVsStunned,
        "berserk_vs_exposed" => StyleRule::BerserkVsExposed,
        "defensive_berserk_vs_stunned" => StyleRule::DefensiveBerserkVsStunned,
        "berserk_if_ahead" => StyleRule::BerserkIfAhead,
        "optimal" => StyleRule::Optimal,
        _ => return None,
    })
}

/// `never`, or `at:K`. K is -1 to -10; higher ones can happen only under `concede=any_own_turn`.
fn surrender(value: &str) -> Option<Option<i8>> {
    if value == "never" {
        return Some(None);
    }
    let health: i8 = value.strip_prefix("at:")?.parse().ok()?;
    (-10..=107).contains(&health).then_some(Some(health))
}

fn luck(value: &str) -> Option<LuckRule> {
    let none = LuckRule::NONE;
    let max = Amount::Max;
    Some(match value {
        "none" => none,
        "attack" => LuckRule {
            attack: max,
            ..none
        },
        "defence" => LuckRule {
            defence: max,
            ..none
        },
        "attack_defence" => LuckRule {
            attack: max,
            defence: max,
            ..none
        },
        "focus" => LuckRule { focus: max, ..none },
        "survival" => LuckRule {
            awake: max,
            alive: max,
            ..none
        },
        "attack_exposed" => LuckRule {
            attack: max,
            attack_when_exposed: true,
            ..none
        },
        "defence_needed" => LuckRule {
            defence: max,
            defence_when_needed: true,
            ..none
        },
        "all" => LuckRule {
            attack: max,
            defence: max,
            focus: max,
            awake: max,
            alive: max,
            retrieve: max,
            ..none
        },
        _ => return None,
    })
}

fn luck_mixture(text: &str) -> Result<LuckRule> {
    let mut rule = LuckRule::NONE;
    for entry in text.split(',').map(str::trim).filter(|e| !e.is_empty()) {
        let bad = |what: &str| Error::usage(format!("luck: `{}`: {what}", entry.escape_debug()));
        let (key, value) = entry
            .split_once('=')
            .ok_or_else(|| bad("write roll=number or roll=max"))?;
        let (key, value) = (key.trim(), value.trim().trim_matches('"'));
        let when = |word: &str| match value {
            v if v == word => Ok(true),
            "always" => Ok(false),
            _ => Err(bad(&format!("write {word} or always"))),
        };
        let amount = || match value {
            "max" => Ok(Amount::Max),
            n => n
                .parse()
                .map(Amount::Dice)
                .map_err(|_| bad("write a number of dice or max")),
        };
        match key {
            "initiative" => rule.initiative = amount()?,
            "attack" => rule.attack = amount()?,
            "defence" => rule.defence = amount()?,
            "focus" => rule.focus = amount()?,
            "awake" => rule.awake = amount()?,
            "alive" => rule.alive = amount()?,
            "retrieve" => rule.retrieve = amount()?,
            "reserve" => rule.reserve = value.parse().map_err(|_| bad("write a number of dice"))?,
            "attack_when" => rule.attack_when_exposed = when("exposed")?,
            "defence_when" => rule.defence_when_needed = when("needed")?,
            _ => {
                const KEYS: [&str; 10] = [
                    "initiative",
                    "attack",
                    "defence",
                    "focus",
                    "awake",
                    "alive",
                    "retrieve",
                    "reserve",
                    "attack_when",
                    "defence_when",
                ];
                let meant = did_you_mean(key, KEYS);
                return Err(bad(&format!(
                    "no such key{meant}; one of {}",
                    KEYS.join(", ")
                )));
            }
        }
    }
    Ok(rule)
}

impl fmt::Display for StyleRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Always(style) => f.write_str(style.name()),
            Self::BerserkVsStunned => f.write_str("berserk_vs_stunned"),
            Self::BerserkVsExposed => f.write_str("berserk_vs_exposed"),
            Self::DefensiveBerserkVsStunned => f.write_str("defensive_berserk_vs_stunned"),
            Self::BerserkIfAhead => f.write_str("berserk_if_ahead"),
            Self::DefensiveBelow(k) => write!(f, "defensive_below:{k}"),
            Self::Greedy(l) => write!(f, "greedy:{l}"),
            Self::Mixed(p) => write!(f, "mixed:{}", f64::from(*p) / 1e6),
            Self::Rollout(n) => write!(f, "rollout:{n}"),
            Self::Mcts(n) => write!(f, "mcts:{n}"),
            Self::Optimal => f.write_str("optimal"),
        }
    }
}

impl fmt::Display for LuckRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = LUCKS[..9].iter().find(|n| luck(n) == Some(*self)) {
            return f.write_str(name);
        }
        let amounts = [
            ("initiative", self.initiative),
            ("attack", self.attack),
            ("defence", self.defence),
            ("focus", self.focus),
            ("awake", self.awake),
            ("alive", self.alive),
            ("retrieve", self.retrieve),
        ];
        let mut entries: Vec<String> = amounts
            .iter()
            .filter(|(_, a)| *a != Amount::Dice(0))
            .map(|(k, a)| match a {
                Amount::Max => format!("{k}=max"),
                Amount::Dice(n) => format!("{k}={n}"),
            })
            .collect();
        entries.extend((self.reserve > 0).then(|| format!("reserve={}", self.reserve)));
        entries.extend(
            self.attack_when_exposed
                .then(|| "attack_when=exposed".to_string()),
        );
        entries.extend(
            self.defence_when_needed
                .then(|| "defence_when=needed".to_string()),
        );
        write!(f, "{{{}}}", entries.join(", "))
    }
}

impl Parts {
    /// Every part with its value as text, in the order of [`PARTS`].
    pub fn pairs(&self) -> [(&'static str, String); 5] {
        let surrender = self
            .surrender
            .map_or("never".to_string(), |k| format!("at:{k}"));
        let retrieve = if self.retrieve_when_empty {
            "when_empty"
        } else {
            "never"
        };
        [
            ("style", self.style.to_string()),
            ("surrender", surrender),
            ("luck", self.luck.to_string()),
            ("throw", THROWS[self.throw as usize].to_string()),
            ("retrieve", retrieve.to_string()),
        ]
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = self.pairs().map(|(part, value)| format!("{part}={value}"));
        f.write_str(&pairs.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_read_and_write_the_same() {
        let styles = [
            "normal",
            "berserk",
            "defensive_below:10",
            "greedy:0.5",
            "mixed:0.25",
            "optimal",
            "berserk_if_ahead",
        ];
        let lucks = [
            "none",
            "all",
            "survival",
            "{attack=max, reserve=1}",
            "{initiative=2, defence=3, defence_when=needed}",
        ];
        for style in styles {
            for luck in lucks {
                let pairs = [
                    ("style", style),
                    ("luck", luck),
                    ("surrender", "at:-7"),
                    ("throw", "keep_last"),
                    ("retrieve", "when_empty"),
                ];
                let written = Parts::parse(&pairs).unwrap().to_string();
                assert_eq!(
                    written,
                    format!(
                        "style={style} surrender=at:-7 luck={luck} throw=keep_last retrieve=when_empty"
                    )
                );
            }
        }
        let usual = "style=normal surrender=never luck=none throw=must_only retrieve=never";
        assert_eq!(Parts::default().to_string(), usual);
    }

    #[test]
    fn bad_parts_say_what_to_write() {
        let refused =
            |part: &str, value: &str| Parts::default().with(part, value).unwrap_err().to_string();
        assert!(refused("style", "beserk").contains("did you mean `berserk`"));
        assert!(refused("surrender", "at:-11").contains("never, at:K"));
        assert!(refused("luck", "{atack=max}").contains("did you mean `attack`"));
        assert!(refused("throw", "often").contains("keep_last"));
        assert!(refused("stile", "normal").contains("did you mean `style`"));
        assert!(refused("style", "mixed:2").contains("mixed:P"));
    }
}
