//! `gsim gladiatori-arena`: arguments to a resolved game in the arena, and the canonical command back.

mod parse;
mod words;

use super::again::{Asking, again, ways};
use super::common;
use super::common::{
    ARENA_READINGS, DUEL_READINGS, Setting, fight_prefixes, identity, shown, with_playouts,
};
use crate::cli::answer::{self};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::patience::prompt;
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::gladiatori::board::Board;
use crate::games::gladiatori::duel::{ArenaQuestion, First};
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::tally::Tally;
use crate::playout::{Identity, Plan, Run, run};
use crate::report::{Findings, Table};
use crate::stats;
use crate::study::gladiatori::sensitivity::Scored;
use crate::study::gladiatori::{Frame, sensitivity};
use crate::study::gladiatori_arena;
use clap::Args;
use words::{blame, title};

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
  gsim gladiatori-arena --players 3 --items auction -n 50k
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

    /// Items: own (those named), or dealt before each game by auction or by selection, as the rulebook has it
    #[arg(long, value_name = "HOW", default_value = "own", value_parser = ["own", "auction", "selection"], hide_possible_values = true)]
    pub items: String,

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
            return answer::exact(&self.shared, || prompt(|| self.find(&resolved, None)));
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
        if done.is_none() && self.shared.samples() {
            findings.verdict.push(common::NOT_SAMPLED.into());
        }
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
            "arena.",
            "beast_rules.",
            "diagram.",
        ];
        let ours = self.map.is_none();
        let fighters = &resolved.fighters;
        let mut plan = ways(
            &resolved.setting,
            &self.shared,
            &prefixes,
            &readings,
            fighters,
        );
        // Another map is another question: its layout is then no assumption of ours.
        for a in &mut plan {
            a.paths.retain(|p| ours || !p.0.starts_with("arena."));
        }
        plan.retain(|a| !a.paths.is_empty() || !a.switches.is_empty());
        let asking = Asking {
            plan,
            names: &resolved.names,
            what: "victory points",
            note: format!(
                "Each setting of the sensitivity run is {n} games over the same random numbers."
            ),
        };
        again(
            findings,
            &resolved.setting,
            &self.shared,
            asking,
            |data, rules| {
                let mut q = ArenaQuestion {
                    rules,
                    board: Board::new(data)?,
                    market: self.market(data)?,
                    ..resolved.question.clone()
                };
                for (sheet, fighter) in q.sheets.iter_mut().zip(fighters) {
                    let team = sheet.team;
                    *sheet = Fighter::parse(data, &rules, &fighter.text)?.sheet;
                    sheet.team = team;
                }
                let tally = match done {
                    None => gladiatori_arena::single_games(&q),
                    Some(_) => run(&q, &common::plan(&self.shared, n))?.tally,
                };
                let seats = 0..tally.vp.len();
                Ok(Scored {
                    values: seats.map(|s| tally.own_vp(s)).collect(),
                    errors: sensitivity::errors(&tally.vp),
                })
            },
        )
    }

    /// Who takes part in a campaign of such games: setting, gladiators, the game, names.
    pub(super) fn campaign_cast(
        &self,
    ) -> Result<(Setting, Vec<Fighter>, ArenaQuestion, Vec<String>)> {
        let r = self.resolve()?;
        Ok((r.setting, r.fighters, r.question, r.names))
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
            market: self.market(&setting.data)?,
        }
        .checked()
        .map_err(|e| {
            let flag = blame(&e.to_string());
            let value = match flag {
                "--teams" => shown(&self.teams),
                "--beasts" => shown(&self.beasts),
                "--map" => shown(self.map.as_deref().unwrap_or("disc")),
                _ => String::new(),
            };
            let value = if value.is_empty() {
                value
            } else {
                format!(" {value}")
            };
            Error::usage(format!("{flag}{value}: {e}"))
        })?;
        let shared = if question.deterministic() {
            common::unsampled(&self.shared)
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
        if question.market.is_some() {
            prefixes.push("item.".into());
        }
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
            let items = match question.market {
                None => format!("items {}, {}", fighter.items[0], fighter.items[1]),
                Some(_) => format!("items by {}", self.items),
            };
            frame.facts.push((
                format!("seat {}", i + 1),
                format!("{}: {} {items}", fighter.name, fighter.build),
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
        let identity = identity(NAME, &setting, &self.shared, &line);
        Ok(Resolved {
            setting,
            fighters,
            question,
            frame,
            names,
            identity,
        })
    }
}

impl Mergeable for GladiatoriArena {
    fn merge(&self, join: &Join) -> Result<u8> {
        let resolved = self.resolve()?;
        let run = join.run(&resolved.identity, &resolved.question)?;
        let found = self.find(&resolved, Some(&run))?;
        answer::deliver(&found, &join.output)?;
        Ok(answer::code(&found))
    }
}

/// The tables of a tiny answer.
pub fn tables() -> Result<Vec<Table>> {
    let question = GladiatoriArena {
        players: Some(2),
        teams: "none".into(),
        beasts: "schedule".into(),
        first: "rotate".into(),
        items: "auction".into(),
        policies: Some("uniform_mix".into()),
        shared: crate::cli::shared::Shared::silent(),
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
