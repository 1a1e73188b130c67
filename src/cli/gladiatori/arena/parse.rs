//! The flags of a game in the arena: who, in which teams, with which beasts and policies; and the canonical command.

use super::{CAST, GladiatoriArena, NAME};
use crate::cli::answer::CommandLine;
use crate::cli::gladiatori::common::{DEFAULT_POLICY, Setting, brain, parts, shown, without};
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::gladiatori::data::Data;
use crate::games::gladiatori::data::Val;
use crate::games::gladiatori::duel::ArenaQuestion;
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::market::{Dealing, Market};
use crate::games::gladiatori::policy::Brain;
use crate::games::gladiatori::policy::walk::Goal;
use crate::games::gladiatori::sheet::item;
use crate::games::gladiatori::state::BeastKind;
use crate::scenario::did_you_mean;

/// Items that a build has on paper where others are dealt.
const NO_MATTER: &str = "sword_2_1,shield_0_3";

impl GladiatoriArena {
    /// Who fights.
    pub(super) fn cast(&self) -> Result<Vec<String>> {
        if let Some(n) = self.players
            && !(1..=4).contains(&n)
        {
            return Err(Error::usage(format!(
                "--players {n}: one to four gladiators"
            )));
        }
        let Some(list) = &self.gladiators else {
            let n = usize::from(self.players.unwrap_or(4));
            let mut cast: Vec<String> = CAST[..n].iter().map(|c| (*c).into()).collect();
            // The single one of two against one is the Provocator [Rules for different number of players].
            if n == 3 && self.teams == "2v1" {
                cast[2] = "provocator".into();
            } else if n == 3 && self.teams == "1v2" {
                cast[0] = "provocator".into();
            }
            return Ok(cast);
        };
        // A build whose items are dealt needs none of its own.
        let named = |text: &str| match self.items != "own" && text.contains(',') {
            true if !text.contains("items=") => format!("{text} items={NO_MATTER}"),
            _ => text.to_string(),
        };
        let cast: Vec<String> = parts(list).into_iter().map(named).collect();
        match self.players {
            Some(n) if usize::from(n) != cast.len() => Err(Error::usage(format!(
                "--players {n}: the gladiators named are {}; leave the flag out or name {n}",
                cast.len()
            ))),
            _ if cast.is_empty() || cast.len() > 4 => Err(Error::usage(format!(
                "--gladiators: one to four gladiators separated by semicolons, not {}",
                cast.len()
            ))),
            _ => Ok(cast),
        }
    }

    /// How items are dealt; none: everybody has his own.
    pub(super) fn market(&self, data: &Data) -> Result<Option<Market>> {
        let dealing = match self.items.as_str() {
            "auction" => Dealing::Auction,
            "selection" => Dealing::Selection,
            _ => return Ok(None),
        };
        let card = |id: &&str| Ok(((*id).to_string(), item(data, id)?));
        let items: Vec<_> = data.ids("item").iter().map(card).collect::<Result<_>>()?;
        if items.len() > 32 {
            return Err(Error::usage(format!(
                "--items {}: at most 32 item cards can be dealt, the data have {}",
                self.items,
                items.len()
            )));
        }
        Ok(Some(Market { dealing, items }))
    }

    pub(super) fn team_numbers(&self, seats: usize) -> Result<Vec<u8>> {
        let teams: Vec<u8> = match self.teams.as_str() {
            "none" => (0..seats as u8).collect(),
            "2v2" => vec![0, 0, 1, 1],
            "2v1" => vec![0, 0, 1],
            "1v2" => vec![0, 1, 1],
            list => list
                .split(',')
                .map(|t| match t.trim().parse::<u8>() {
                    Ok(n @ 1..=4) => Ok(n - 1),
                    _ => Err(Error::usage(format!("--teams {}: write none, 2v2, 2v1, 1v2, or a team from 1 to 4 a seat such as 1,1,2,2", shown(list)))),
                })
                .collect::<Result<_>>()?,
        };
        if teams.len() == seats {
            Ok(teams)
        } else {
            Err(Error::usage(format!(
                "--teams {}: it is for {} gladiators, and {seats} fight",
                self.teams,
                teams.len()
            )))
        }
    }

    pub(super) fn brains(&self, seats: usize) -> Result<Vec<(Brain, String)>> {
        let each = |flag: &str, list: &Option<String>, default: &str| -> Result<Vec<String>> {
            let given: Vec<String> = list.as_deref().map_or(vec![default.into()], |l| {
                l.split(';').map(|p| p.trim().to_string()).collect()
            });
            match given.len() {
                1 => Ok(vec![given[0].clone(); seats]),
                n if n == seats => Ok(given),
                n => Err(Error::usage(format!(
                    "{flag}: {n} entries for {seats} gladiators; write one for all, or one a seat separated by semicolons"
                ))),
            }
        };
        let policies = each("--policies", &self.policies, DEFAULT_POLICY)?;
        let goals = each("--goals", &self.goals, "front")?;
        let forbidden = each("--without", &self.without, "")?;
        (0..seats)
            .map(|i| {
                let mut b = brain("--policies", &policies[i], None)?;
                b.goal = goal(&goals[i])?;
                without("--without", &forbidden[i], &mut b)?;
                let mut says = policies[i].to_lowercase();
                if goals[i] != "front" {
                    says += &format!(", goal {}", goals[i]);
                }
                if !forbidden[i].is_empty() {
                    says += &format!(", without {}", forbidden[i]);
                }
                Ok((b, says))
            })
            .collect()
    }

    /// The beasts to come.
    pub(super) fn schedule(&self, setting: &Setting) -> Result<Vec<(u8, BeastKind)>> {
        let example = "write none, schedule, or a list such as dog@1,wolf@3";
        if self.beasts == "none" {
            return Ok(Vec::new());
        }
        if self.beasts == "schedule" {
            let list = setting.data.value("beast_rules.schedule").list();
            let entry = |v: &Val| {
                Some((
                    v.entry("turn")?.int()? as u8,
                    BeastKind::parse(v.entry("kind")?.word()?)?,
                ))
            };
            return Ok(list.iter().filter_map(entry).collect());
        }
        self.beasts
            .split(',')
            .map(|part| {
                let part = part.trim();
                let fail = |why: String| {
                    Error::usage(format!(
                        "--beasts {}: {why}; {example}",
                        shown(&self.beasts)
                    ))
                };
                let (kind, turn) = part
                    .split_once('@')
                    .ok_or_else(|| fail(format!("`{}` has no turn", part.escape_debug())))?;
                let names = BeastKind::ALL.map(BeastKind::name);
                let kind = BeastKind::parse(kind).ok_or_else(|| {
                    fail(format!(
                        "unknown beast `{}`{}",
                        kind.escape_debug(),
                        did_you_mean(kind, names)
                    ))
                })?;
                let turn = turn
                    .parse()
                    .map_err(|_| fail(format!("`{}` is no turn", turn.escape_debug())))?;
                Ok((turn, kind))
            })
            .collect()
    }

    pub(super) fn canonical(
        &self,
        setting: &Setting,
        fighters: &[Fighter],
        q: &ArenaQuestion,
        brains: &[(Brain, String)],
        teams: &[u8],
        shared: &Shared,
    ) -> CommandLine {
        let mut line = CommandLine::new(NAME);
        let texts: Vec<&str> = fighters.iter().map(|f| f.text.as_str()).collect();
        line.flag("--gladiators", &texts.join("; "));
        if (0..teams.len()).any(|i| teams[..i].contains(&teams[i])) {
            let numbers: Vec<String> = teams.iter().map(|t| (t + 1).to_string()).collect();
            line.flag("--teams", &numbers.join(","));
        }
        if !q.beasts.is_empty() {
            let beasts: Vec<String> = q
                .beasts
                .iter()
                .map(|(t, k)| format!("{}@{t}", k.name()))
                .collect();
            line.flag("--beasts", &beasts.join(","));
        }
        if let Some(map) = self.map.as_deref().filter(|m| *m != "disc") {
            line.flag("--map", map);
        }
        if brains
            .iter()
            .any(|b| !b.1.starts_with(DEFAULT_POLICY) || b.1.starts_with("quantal("))
        {
            let policies: Vec<&str> = brains
                .iter()
                .map(|b| {
                    b.1.split(", goal")
                        .next()
                        .unwrap_or_default()
                        .split(", without")
                        .next()
                        .unwrap_or_default()
                })
                .collect();
            line.flag("--policies", &joined(&policies));
        }
        for (flag, list, default) in [
            ("--goals", &self.goals, "front"),
            ("--without", &self.without, ""),
        ] {
            if let Some(list) = list.as_deref().filter(|l| l.trim() != default) {
                let entries: Vec<&str> = list.split(';').map(str::trim).collect();
                line.flag(flag, &joined(&entries));
            }
        }
        if self.items != "own" {
            line.flag("--items", &self.items);
        }
        if self.first != "rotate" {
            line.flag("--first", &self.first);
        }
        if self.sensitivity {
            line.word("--sensitivity");
        }
        setting.finish(&mut line, shared);
        line
    }
}

/// A list as one writes it: one entry where all are alike.
fn joined(list: &[&str]) -> String {
    match list.iter().all(|p| *p == list[0]) {
        true => list[0].to_string(),
        false => list.join("; "),
    }
}

/// A goal by name.
fn goal(text: &str) -> Result<Goal> {
    Ok(match text {
        "front" => Goal::Front,
        "side" => Goal::Side,
        "rear" => Goal::Rear,
        "hold" => Goal::Hold,
        _ => match text.strip_prefix("keep").and_then(|d| d.parse::<u8>().ok()) {
            Some(d @ 1..=8) => Goal::Keep(d),
            _ => {
                let meant = did_you_mean(text, ["front", "side", "rear", "hold", "keep2"]);
                return Err(Error::usage(format!(
                    "--goals {}: unknown goal{meant}; write front, side, rear, hold, or keep1 to keep8",
                    shown(text)
                )));
            }
        },
    })
}
