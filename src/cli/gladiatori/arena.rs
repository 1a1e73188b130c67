//! `gsim gladiatori-arena`: arguments to a resolved game in the arena, and the canonical command back.

use super::common::{
    ARENA_READINGS, DEFAULT_POLICY, DUEL_READINGS, Setting, brain, fight_prefixes, parts, shown,
    with_playouts, without,
};
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::gladiatori::board::Board;
use crate::games::gladiatori::data::Val;
use crate::games::gladiatori::duel::{ArenaQuestion, First};
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::policy::Brain;
use crate::games::gladiatori::policy::walk::Goal;
use crate::games::gladiatori::state::BeastKind;
use crate::games::gladiatori::tally::Tally;
use crate::playout::{Identity, Plan, Run, run};
use crate::report::{Findings, Table};
use crate::scenario::did_you_mean;
use crate::stats;
use crate::study::gladiatori::{Frame, sensitivity};
use crate::study::gladiatori_arena;
use clap::Args;
use serde_json::json;

/// The question's name.
pub const NAME: &str = "gladiatori-arena";
/// Games where none are asked for.
const GAMES: u64 = 20_000;
/// Most games for each setting of a sensitivity run.
const GAMES_AGAIN: u64 = 1_024;
/// Who fights where nobody is named.
const CAST: [&str; 4] = ["secutor", "thraex", "mirmillo", "hoplomacus"];

/// Games in the arena.
#[derive(Args, Debug, Clone, Default)]
#[command(
    after_help = "Lists are separated by semicolons, one entry a seat, or one for all.

Examples:
  gsim gladiatori-arena --players 4 -n 100k
  gsim gladiatori-arena --gladiators 'secutor; thraex; mirmillo; hoplomacus' --teams 2v2
  gsim gladiatori-arena --players 3 --teams 2v1 --goals 'side; side; front'
  gsim gladiatori-arena --players 1 --beasts schedule --map small-disc
  gsim gladiatori-arena --players 2 --beasts dog@1,wolf@3 --policies 'quantal; heavy' --sensitivity"
)]
pub struct GladiatoriArena {
    /// How many gladiators, 1 to 4 [default: as many as are named, else 4]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub players: Option<u8>,

    /// The gladiators: names or builds, separated by semicolons [default: the ready-made ones]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub gladiators: Option<String>,

    /// Teams: none, 2v2, 2v1, 1v2, or a number a seat such as 1,1,2,2
    #[arg(long, value_name = "TEAMS", default_value = "none")]
    pub teams: String,

    /// Beasts: none, schedule (dog@1,wolf@3,lion@4,bear@5), or a list of kind@turn
    #[arg(long, value_name = "BEASTS", default_value = "none")]
    pub beasts: String,

    /// The map: disc, small-disc, unequal, pillars, or a TOML file with [arena]
    #[arg(long, value_name = "MAP")]
    pub map: Option<String>,

    /// Policies, separated by semicolons, one for all or one a seat [default: quantal]
    #[arg(long, value_name = "LIST", help_heading = "Policies")]
    pub policies: Option<String>,

    /// Where they go: front, side, rear, hold, keep1 to keep8; one for all or one a seat [default: front]
    #[arg(long, value_name = "LIST", help_heading = "Policies")]
    pub goals: Option<String>,

    /// What policies may not use, one list for all or one a seat: 'weapons; feint,rage; '
    #[arg(long, value_name = "LIST", help_heading = "Policies")]
    pub without: Option<String>,

    /// Who has the first disc: rotate (game by game), or the number of a seat
    #[arg(long, value_name = "SEAT", default_value = "rotate")]
    pub first: String,

    /// Ask again under other values of everything assumed
    #[arg(long)]
    pub sensitivity: bool,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

/// A resolved game in the arena.
pub struct Resolved {
    setting: Setting,
    fighters: Vec<Fighter>,
    /// What is played.
    pub question: ArenaQuestion,
    /// What the output says about it.
    pub frame: Frame,
    /// What the seats are called.
    pub names: Vec<String>,
    identity: Identity,
}

impl GladiatoriArena {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        let resolved = self.resolve()?;
        let question = &resolved.question;
        if question.deterministic() {
            if self.shared.shard.is_some() {
                return Err(Error::usage(
                    "--shard: nothing in this game varies, it is a single game for each start; leave the flag out or give a policy that mixes, such as quantal",
                ));
            }
            return answer::exact(&self.shared, || self.find(&resolved, None));
        }
        if self.shared.method == MethodChoice::Exact {
            return Err(Error::usage(
                "--method exact: a game in the arena has too many states; write --method mc",
            ));
        }
        answer::sampled(
            &with_playouts(&self.shared, GAMES),
            &resolved.identity,
            question,
            &|t: &Tally| {
                stats::half_width(
                    if t.vp.len() > 1 {
                        &t.difference
                    } else {
                        &t.vp[0]
                    },
                    resolved.frame.confidence,
                )
            },
            |run| self.find(&resolved, Some(run)),
        )
    }

    fn find(&self, resolved: &Resolved, done: Option<&Run<Tally>>) -> Result<Findings> {
        let mut findings =
            gladiatori_arena::findings(&resolved.frame, &resolved.names, &resolved.question, done);
        if self.sensitivity && resolved.names.len() > 1 {
            self.again(resolved, done, &mut findings)?;
        }
        Ok(findings)
    }

    fn again(
        &self,
        resolved: &Resolved,
        done: Option<&Run<Tally>>,
        findings: &mut Findings,
    ) -> Result<()> {
        let s = &resolved.setting;
        let n = done.map_or(1, |r| r.playouts.min(GAMES_AGAIN));
        let readings: Vec<&str> = DUEL_READINGS
            .iter()
            .chain(&ARENA_READINGS)
            .copied()
            .collect();
        let prefixes = [
            "hp.",
            "item.",
            "combat.",
            "move.",
            "arena.radius",
            "beast_rules.",
            "diagram.",
        ];
        let radius_fits = self.map.is_none();
        let plan: Vec<_> = sensitivity::plan(&s.data, &prefixes, &readings, self.shared.seed())
            .into_iter()
            .map(|mut a| {
                // Another map is another question: its radius is then no assumption of ours.
                a.paths.retain(|p| radius_fits || p.0 != "arena.radius");
                a
            })
            .filter(|a| !a.paths.is_empty() || !a.switches.is_empty())
            .collect();
        let score = |q: &ArenaQuestion| -> Result<Vec<f64>> {
            let tally = match done {
                None => gladiatori_arena::single_games(q),
                Some(_) => {
                    run(
                        q,
                        &Plan {
                            threads: self.shared.threads,
                            ..Plan::new(n, self.shared.seed())
                        },
                    )?
                    .tally
                }
            };
            Ok(tally.vp.iter().map(|m| m.mean().unwrap_or(0.0)).collect())
        };
        let base = score(&resolved.question)?;
        let asked = sensitivity::ask_again(&s.data, &s.switches, &plan, |data, switches, _| {
            let rules = Rules::new(data, switches)?;
            let mut q = ArenaQuestion {
                rules,
                board: Board::new(data)?,
                ..resolved.question.clone()
            };
            for (sheet, fighter) in q.sheets.iter_mut().zip(&resolved.fighters) {
                let team = sheet.team;
                *sheet = Fighter::parse(data, &rules, &fighter.text)?.sheet;
                sheet.team = team;
            }
            score(&q)
        })?;
        sensitivity::add(
            findings,
            &s.data,
            &resolved.names,
            &base,
            &asked,
            "victory points",
        );
        findings.notes.push(format!(
            "Each setting of the sensitivity run is {n} games over the same random numbers."
        ));
        Ok(())
    }

    /// Reads gladiators, teams, beasts, the map, rules and policies.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Resolved> {
        let setting = Setting::read(&self.shared, self.map.as_deref())?;
        let texts = self.cast()?;
        let seats = texts.len();
        let fighters: Vec<Fighter> = texts
            .iter()
            .map(|t| setting.fighter("--gladiators", t))
            .collect::<Result<_>>()?;
        let teams = self.team_numbers(seats)?;
        let brains = self.brains(seats)?;
        let mut sheets: Vec<_> = fighters.iter().map(|f| f.sheet).collect();
        for (sheet, team) in sheets.iter_mut().zip(&teams) {
            sheet.team = *team;
        }
        let first = match self.first.as_str() {
            "rotate" => First::Alternate,
            text => match text.parse::<u8>() {
                Ok(n) if (1..=seats as u8).contains(&n) => First::Side(n - 1),
                _ => {
                    return Err(Error::usage(format!(
                        "--first {}: write rotate, or a seat from 1 to {seats}",
                        shown(text)
                    )));
                }
            },
        };
        let question = ArenaQuestion {
            rules: setting.rules,
            sheets,
            brains: brains.iter().map(|b| b.0).collect(),
            board: Board::new(&setting.data).map_err(|e| {
                Error::usage(format!(
                    "--map {}: {e}",
                    self.map.as_deref().unwrap_or("disc")
                ))
            })?,
            beasts: self.schedule(&setting)?,
            first,
        }
        .checked()
        .map_err(|e| Error::usage(format!("{}: {e}", blame(&e.to_string()))))?;
        let shared = if question.deterministic() {
            Shared {
                playouts: None,
                ..self.shared.clone()
            }
        } else {
            with_playouts(&self.shared, GAMES)
        };
        let line = self.canonical(&setting, &fighters, &question, &brains, &teams, &shared);
        let names: Vec<String> = fighters
            .iter()
            .enumerate()
            .map(|(i, f)| {
                match question
                    .sheets
                    .iter()
                    .filter(|s| s.team == teams[i])
                    .count()
                {
                    1 => format!("{} {}", i + 1, f.name),
                    _ => format!("{} {} (team {})", i + 1, f.name, teams[i] + 1),
                }
            })
            .collect();
        let mut prefixes = fight_prefixes(&fighters.iter().collect::<Vec<_>>());
        prefixes.extend(["arena.", "diagram."].map(String::from));
        if !question.beasts.is_empty() {
            prefixes.push("beast".into());
        }
        let prefixes: Vec<&str> = prefixes.iter().map(String::as_str).collect();
        let readings: Vec<&str> = DUEL_READINGS
            .iter()
            .chain(&ARENA_READINGS)
            .copied()
            .collect();
        let mut frame = setting.frame(NAME, &line, &shared, setting.guesses(&prefixes, &readings));
        frame.title = title(&question, &fighters, &teams);
        frame.policies = names
            .iter()
            .zip(&brains)
            .map(|(n, b)| (n.clone(), b.1.clone()))
            .collect();
        for (i, fighter) in fighters.iter().enumerate() {
            frame.facts.push((
                format!("seat {}", i + 1),
                format!(
                    "{}: {} items {}, {}",
                    fighter.name, fighter.build, fighter.items[0], fighter.items[1]
                ),
            ));
        }
        let hexes = question.board.hexes().count_ones();
        frame.facts.push((
            "map".into(),
            format!(
                "{}: {hexes} hexes, {} starts",
                self.map.as_deref().unwrap_or("disc"),
                question.board.starts.len()
            ),
        ));
        frame.facts.push(("first disc".into(), self.first.clone()));
        let identity = Identity {
            question: NAME.into(),
            resolved: json!({
                "data": setting.data.hash(),
                "target_error": self.shared.target_error,
                "command": line.text(),
                "arguments": line.arguments(),
            }),
        };
        Ok(Resolved {
            setting,
            fighters,
            question,
            frame,
            names,
            identity,
        })
    }

    /// Who fights.
    fn cast(&self) -> Result<Vec<String>> {
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
        let cast: Vec<String> = parts(list).into_iter().map(String::from).collect();
        match self.players {
            Some(n) if usize::from(n) != cast.len() => Err(Error::usage(format!(
                "--players {n}: {} gladiators are named; leave the flag out or name {n}",
                cast.len()
            ))),
            _ if cast.is_empty() || cast.len() > 4 => Err(Error::usage(format!(
                "--gladiators: one to four gladiators separated by semicolons, not {}",
                cast.len()
            ))),
            _ => Ok(cast),
        }
    }

    fn team_numbers(&self, seats: usize) -> Result<Vec<u8>> {
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

    fn brains(&self, seats: usize) -> Result<Vec<(Brain, String)>> {
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
    fn schedule(&self, setting: &Setting) -> Result<Vec<(u8, BeastKind)>> {
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

    fn canonical(
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

/// The flag that a fault of the whole question is about.
fn blame(fault: &str) -> &'static str {
    if fault.contains("beast") {
        "--beasts"
    } else if fault.contains("map") {
        "--map"
    } else if fault.contains("mirror_match") {
        "--set mirror_match=distinct"
    } else {
        "--teams"
    }
}

fn title(q: &ArenaQuestion, fighters: &[Fighter], teams: &[u8]) -> String {
    let name = |i: usize| fighters[i].name.clone();
    let mut sides: Vec<String> = Vec::new();
    for team in 0..4u8 {
        let members: Vec<String> = (0..teams.len())
            .filter(|i| teams[*i] == team)
            .map(name)
            .collect();
        if !members.is_empty() {
            sides.push(members.join(" and "));
        }
    }
    let beasts = if q.beasts.is_empty() {
        ""
    } else {
        ", with beasts"
    };
    match sides.as_slice() {
        [one] => format!("{one} alone in the arena{beasts}"),
        sides => format!("{} in the arena{beasts}", sides.join(" against ")),
    }
}

impl Mergeable for GladiatoriArena {
    fn merge(&self, join: &Join) -> Result<u8> {
        let resolved = self.resolve()?;
        let run = join.run(&resolved.identity, &resolved.question)?;
        answer::deliver(&self.find(&resolved, Some(&run))?, &join.output)?;
        Ok(crate::cli::exit::DONE)
    }
}

/// The tables of a tiny answer.
pub fn tables() -> Result<Vec<Table>> {
    let question = GladiatoriArena {
        players: Some(2),
        teams: "none".into(),
        beasts: "schedule".into(),
        first: "rotate".into(),
        policies: Some("uniform_mix".into()),
        ..GladiatoriArena::default()
    };
    let resolved = question.resolve()?;
    let run = run(&resolved.question, &Plan::new(512, 1))?;
    let mut findings = question.find(&resolved, Some(&run))?;
    sensitivity::add(
        &mut findings,
        &resolved.setting.data,
        &resolved.names,
        &[1.0, -1.0],
        &[],
        "victory points",
    );
    Ok(findings.tables)
}
