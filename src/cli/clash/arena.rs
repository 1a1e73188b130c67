//! `gsim clash-arena`: whole games.

use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::exit;
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::clash::arena::experiment::ArenaGames;
use crate::games::clash::arena::policy::{Company, PARTS, SeatSpec, TurnRule};
use crate::games::clash::arena::setup::{Arena, Wish};
use crate::games::clash::arena::tally::{ArenaTally, Seat, WIN};
use crate::games::clash::data::ClashData;
use crate::playout::{self, Identity, Plan, Reporter, Run, StoppedBy, on_interrupt};
use crate::report::{Findings, Table};
use crate::scenario::{Guesses, Source, Switches};
use crate::stats;
use crate::study::clash_arena::{Asked, Changed, Outcome, Played, findings, variations};
use clap::Args;
use serde_json::json;
use std::path::Path;

/// The question's name.
pub const NAME: &str = "clash-arena";

/// Games where no number is given.
const GAMES: u64 = 100_000;
/// The same where a policy plays on in its head.
const THOUGHTFUL_GAMES: u64 = 200;

/// Whole games.
#[derive(Args, Debug, Clone, Default)]
#[command(
    after_help = "Policies: random, greedy[:L], sniper, cautious, drafter:SSNT/SSSS, rollout[:N], mcts[:N]; `gsim list policies --game clash` explains them. Each decision is set by itself: --policy-draft worth, or one for each policy: --policy-draft worth,swords_first.

Examples:
  gsim clash-arena --players 3 --policies greedy,cautious,random
  gsim clash-arena --players 2..5 --policies random -n 100k       how the game changes with the number of players
  gsim clash-arena --players 4 --policies greedy,drafter:SSNT/SSSH --report html
  gsim clash-arena --players 2 --policies mcts:200,greedy -n 200
  gsim clash-arena --players 3 --policies greedy --board ring17 --sensitivity"
)]
pub struct ClashArena {
    /// Number of players, or several: 3, 2..5 or 2,4
    #[arg(long, value_name = "N", default_value = "3")]
    pub players: String,

    /// One policy for all, or one for each of up to N players; the last one fills up
    #[arg(
        long,
        visible_alias = "policy",
        value_name = "P,P,…",
        default_value = "greedy"
    )]
    pub policies: String,

    /// Board by name, or a TOML file with one [[board]] (rows or adjacency)
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,

    /// Animal cards in the game by name
    #[arg(long, value_name = "ROSTER")]
    pub roster: Option<String>,

    /// Carriers of each player, instead of the rulebook's number
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub carriers: Option<u8>,

    /// Policies keep their seats, the first at seat 0, instead of changing from game to game
    #[arg(long)]
    pub fixed_seats: bool,

    /// Count the options of every turn too; slower
    #[arg(long)]
    pub options: bool,

    /// Ask again on every other board, with every other roster, over the ranges of the animals' assumed numbers
    #[arg(long)]
    pub sensitivity: bool,

    /// Which gladiator enters: random, swords_first, template:SSNT/SSSS, worth, deny, bait, spread
    #[arg(long, value_name = "X[,X…]", help_heading = "Decisions")]
    pub policy_draft: Option<String>,

    /// Where a carrier goes: random, rim, centre, near_weak, apart
    #[arg(long, value_name = "X[,X…]", help_heading = "Decisions")]
    pub policy_placement: Option<String>,

    /// Where a drawn animal goes: random, shield
    #[arg(long, value_name = "X[,X…]", help_heading = "Decisions")]
    pub policy_fill: Option<String>,

    /// Which challenge: random, greedy:L, animals_first, sniper, cautious, finish, leader, wary:M, rollout:N, mcts:N
    #[arg(long, value_name = "X[,X…]", help_heading = "Decisions")]
    pub policy_turn: Option<String>,

    /// The same without gladiators; as --policy-turn where it is left out
    #[arg(long, value_name = "X[,X…]", help_heading = "Decisions")]
    pub policy_gladiatorless: Option<String>,

    /// From which space, where several serve: first, random, stay, shy, bold
    #[arg(long, value_name = "X[,X…]", help_heading = "Decisions")]
    pub policy_destination: Option<String>,

    /// Who rolls for a challenged animal: left, right, leader, last, random
    #[arg(long, value_name = "X[,X…]", help_heading = "Decisions")]
    pub policy_stand_in: Option<String>,

    /// Decisions within a duel: simple, never, value, sharp, random, minimax
    #[arg(long, value_name = "X[,X…]", help_heading = "Decisions")]
    pub policy_duel: Option<String>,

    /// Whom to net: order:SNTHP, random, optimal
    #[arg(long, value_name = "X[,X…]", help_heading = "Decisions")]
    pub policy_net_targets: Option<String>,

    /// When to re-roll: never, always, zero, mean, kills, wipe, coin, optimal
    #[arg(long, value_name = "X[,X…]", help_heading = "Decisions")]
    pub policy_reroll: Option<String>,

    /// Whom to give up: netted_first:PHNTS, by_kind:PHNTS, active_first:PHNTS, random, table, optimal
    #[arg(long, value_name = "X[,X…]", help_heading = "Decisions")]
    pub policy_losses: Option<String>,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

/// A resolved question.
pub struct Resolved {
    /// What the study needs.
    pub asked: Asked,
    /// For tally files: what makes two runs the same question.
    pub identity: Identity,
    /// Numbers of players.
    pub counts: Vec<u8>,
    specs: Vec<SeatSpec>,
    data: ClashData,
    switches: Switches,
}

impl ClashArena {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        let question = self.with_playouts()?;
        question.shared.validate()?;
        let resolved = question.resolve()?;
        if resolved.counts.len() == 1 && !question.sensitivity {
            let games = question.games(&resolved, resolved.counts[0])?;
            let confidence = resolved.asked.confidence;
            let width = |tally: &ArenaTally| {
                stats::half_width(&tally.policy(0, Seat::Win), confidence) / WIN as f64
            };
            return answer::sampled(
                &question.shared,
                &resolved.identity,
                &games,
                &width,
                |run| Ok(resolved.find(&games, run)),
            );
        }
        question.run_several(&resolved)
    }

    /// The same question with a number of games.
    pub fn with_playouts(&self) -> Result<Self> {
        let mut question = self.clone();
        let shared = &mut question.shared;
        if shared.method == crate::cli::shared::MethodChoice::Exact {
            return Err(Error::usage(
                "--method exact: whole games are sampled; leave it out, or ask clash-matrix for exact answers about teams",
            ));
        }
        let open = shared.target_error.is_some() || shared.max_time.is_some();
        if shared.playouts.is_none() && !open {
            let thinks = self.specs()?.iter().any(|s| {
                [s.turn, s.gladiatorless]
                    .iter()
                    .any(|t| matches!(t, TurnRule::Rollout(_) | TurnRule::Mcts(_)))
            });
            shared.playouts = Some(if thinks { THOUGHTFUL_GAMES } else { GAMES });
        }
        Ok(question)
    }

    /// Several numbers of players, or variations: one run each, answered together.
    fn run_several(&self, resolved: &Resolved) -> Result<u8> {
        for (flag, given) in [
            ("--shard", self.shared.shard.is_some()),
            ("--tally", self.shared.tally.is_some()),
            ("--checkpoint", self.shared.checkpoint.is_some()),
            ("--target-error", self.shared.target_error.is_some()),
            ("--max-time", self.shared.max_time.is_some()),
        ] {
            if given {
                return Err(Error::usage(format!(
                    "{flag} does not go with several numbers of players or --sensitivity; ask for one number of players at a time"
                )));
            }
        }
        answer::check_reports(&self.shared.output)?;
        let reporter = Reporter::new(match self.shared.output.quiet {
            true => playout::ProgressMode::None,
            false => self.shared.output.progress,
        });
        let plan = Plan {
            threads: self.shared.threads,
            interrupt: Some(on_interrupt()?),
            progress: Some(&reporter),
            ..Plan::new(self.shared.playouts.unwrap_or(GAMES), self.shared.seed())
        };
        let mut games = Vec::new();
        for &players in &resolved.counts {
            games.push(self.games(resolved, players)?);
        }
        let mut outcome = Outcome {
            playouts: 0,
            stopped_by: StoppedBy::Playouts.name().into(),
            complete: true,
            changed: Vec::new(),
        };
        let mut tallies = Vec::new();
        let play = |games: &ArenaGames, outcome: &mut Outcome| -> Result<Option<ArenaTally>> {
            if !outcome.complete {
                return Ok(None);
            }
            let run = playout::run(games, &plan)?;
            outcome.playouts += run.playouts;
            outcome.complete = run.complete;
            outcome.stopped_by = run.stopped_by.name().into();
            Ok((run.playouts > 0).then_some(run.tally))
        };
        for games in &games {
            tallies.extend(play(games, &mut outcome)?);
        }
        if tallies.is_empty() {
            return Err(Error::runtime("interrupted before the first playout"));
        }
        let played: Vec<Played> = games
            .iter()
            .zip(&tallies)
            .map(|(games, tally)| Played { games, tally })
            .collect();
        if self.sensitivity {
            let level = resolved.asked.confidence;
            for (players, own) in resolved.counts.iter().zip(&played) {
                outcome
                    .changed
                    .push(Changed::of("as asked", "", own, level));
                let all = variations(
                    &resolved.data,
                    &resolved.asked.board,
                    &resolved.asked.roster,
                )?;
                for v in all {
                    let (board, roster) = (v.board.as_deref(), v.roster.as_deref());
                    // A board that does not suit this number of players is no alternative.
                    let Ok(games) = self.varied(resolved, *players, &v.data, board, roster) else {
                        continue;
                    };
                    if let Some(tally) = play(&games, &mut outcome)? {
                        let played = Played {
                            games: &games,
                            tally: &tally,
                        };
                        outcome
                            .changed
                            .push(Changed::of(&v.what, &v.value, &played, level));
                    }
                }
            }
        }
        answer::deliver(
            &findings(&resolved.asked, &played, &outcome),
            &self.shared.output,
        )?;
        Ok(match outcome.complete {
            true => exit::DONE,
            false => exit::INTERRUPTED,
        })
    }

    /// Findings without any output, for `compare` and `schema`.
    ///
    /// # Errors
    /// As the question.
    pub fn answer(&self, playouts: u64) -> Result<Findings> {
        let resolved = self.resolve()?;
        let plan = Plan {
            threads: self.shared.threads,
            ..Plan::new(playouts, self.shared.seed())
        };
        let mut runs = Vec::new();
        for &players in &resolved.counts {
            let games = self.games(&resolved, players)?;
            let run = playout::run(&games, &plan)?;
            runs.push((games, run.tally));
        }
        let played: Vec<Played> = runs
            .iter()
            .map(|(games, tally)| Played { games, tally })
            .collect();
        let outcome = Outcome {
            playouts: playouts * runs.len() as u64,
            stopped_by: StoppedBy::Playouts.name().into(),
            complete: true,
            changed: Vec::new(),
        };
        Ok(findings(&resolved.asked, &played, &outcome))
    }

    /// The set-up in words.
    pub fn explain(&self) -> Result<String> {
        let resolved = self.resolve()?;
        let arena = self.arena(&resolved, resolved.counts[0], &resolved.data, None, None)?;
        Ok(crate::study::clash_arena::explain(&resolved.asked, &arena))
    }

    /// The policies with the decisions that were set.
    fn specs(&self) -> Result<Vec<SeatSpec>> {
        let mut specs = Vec::new();
        for text in self.policies.split(',') {
            let spec = SeatSpec::parse(text)
                .map_err(|e| Error::usage(format!("--policies {}: {e}", text.trim())))?;
            specs.push(spec);
        }
        for (part, value) in self.parts() {
            let flag = format!("--policy-{}", part.replace('_', "-"));
            let values: Vec<&str> = value.split(',').map(str::trim).collect();
            if values.len() != 1 && values.len() != specs.len() {
                return Err(Error::usage(format!(
                    "{flag} {value}: {} values for {} policies; give one for all, or one for each",
                    values.len(),
                    specs.len()
                )));
            }
            for (at, spec) in specs.iter_mut().enumerate() {
                let value = values[at.min(values.len() - 1)];
                *spec = spec
                    .clone()
                    .with_part(part, value)
                    .map_err(|e| Error::usage(format!("{flag} {value}: {e}")))?;
            }
        }
        Ok(specs)
    }

    /// The decisions that were set.
    fn parts(&self) -> Vec<(&'static str, &str)> {
        let given = [
            &self.policy_draft,
            &self.policy_placement,
            &self.policy_fill,
            &self.policy_turn,
            &self.policy_gladiatorless,
            &self.policy_destination,
            &self.policy_stand_in,
            &self.policy_duel,
            &self.policy_net_targets,
            &self.policy_reroll,
            &self.policy_losses,
        ];
        PARTS
            .into_iter()
            .zip(given)
            .filter_map(|(part, value)| value.as_deref().map(|v| (part, v)))
            .collect()
    }

    /// Reads players, board, roster, rules and policies.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Resolved> {
        let mut data = ClashData::load(self.shared.data.as_deref())?;
        let board = self.read_board(&mut data)?;
        let switches = self.shared.switches(&data.switches, &data.rulesets)?;
        let counts = players(&self.players)?;
        let specs = self.specs()?;
        let roster = match &self.roster {
            Some(name) => data
                .roster(name)
                .map_err(|e| Error::usage(format!("--roster {name}: {e}")))?,
            None => data
                .rosters
                .first()
                .ok_or_else(|| Error::usage("the data has no roster"))?,
        };
        let roster = roster.name.clone();
        let command = self.canonical(&board, &roster, &data, &switches, &specs);
        let mut resolved = Resolved {
            asked: Asked {
                policies: named(&specs),
                board,
                roster,
                rotate: !self.fixed_seats,
                ruleset: switches.ruleset().into(),
                switches: switches.differs_from_default(),
                guesses: Vec::new(),
                command: command.text(),
                seed: self.shared.seed(),
                confidence: self.shared.confidence(),
            },
            identity: Identity {
                question: NAME.into(),
                resolved: json!(null),
            },
            counts,
            specs,
            data,
            switches,
        };
        // Every number of players must be playable, and each says what it rests on.
        let mut guesses = Guesses::new();
        for at in 0..resolved.counts.len() {
            let arena = self.arena(&resolved, resolved.counts[at], &resolved.data, None, None)?;
            let data = &resolved.data;
            let board = data.board(&resolved.asked.board).ok();
            if at == 0 {
                arena.guesses(data, board, Some(&resolved.asked.roster), &mut guesses);
            }
            Company::new(arena, resolved.specs.clone())
                .map_err(|e| Error::usage(format!("--policies: {e}")))?;
        }
        let keys: Vec<String> = resolved
            .switches
            .differs_from_default()
            .into_iter()
            .map(|(k, _)| k)
            .collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        resolved.switches.guesses(&keys, &mut guesses);
        resolved.asked.guesses = guesses.into_vec();
        resolved.identity.resolved = json!({
            "players": resolved.counts,
            "policies": resolved.asked.policies,
            "board": resolved.asked.board,
            "roster": resolved.asked.roster,
            "carriers": self.carriers,
            "fixed_seats": self.fixed_seats,
            "options": self.options,
            "switches": resolved.switches.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>(),
            "ruleset": resolved.switches.ruleset(),
            "target_error": self.shared.target_error,
            "command": command.text(),
            "arguments": command.arguments(),
        });
        Ok(resolved)
    }

    /// The board's name; one of a file is added to the data.
    fn read_board(&self, data: &mut ClashData) -> Result<String> {
        let flag = |e: Error| {
            Error::usage(format!(
                "--board {}: {e}",
                self.board.as_deref().unwrap_or_default()
            ))
        };
        let Some(name) = &self.board else {
            let first = data.boards.first();
            return first
                .map(|b| b.name.clone())
                .ok_or_else(|| Error::usage("the data has no board"));
        };
        if name.ends_with(".toml") {
            let source = Source::read(Path::new(name)).map_err(flag)?;
            let before: Vec<_> = data.boards.clone();
            *data = data.clone().overridden(&source)?;
            let new = data.boards.iter().find(|b| !before.contains(b));
            return new
                .map(|b| b.name.clone())
                .ok_or_else(|| flag(Error::usage("this file has no board of its own; write [[board]] with a name and rows or adjacency")));
        }
        data.board(name).map(|b| b.name.clone()).map_err(flag)
    }

    fn arena(
        &self,
        resolved: &Resolved,
        players: u8,
        data: &ClashData,
        board: Option<&str>,
        roster: Option<&str>,
    ) -> Result<Arena> {
        let board = board.unwrap_or(&resolved.asked.board);
        let roster = roster.unwrap_or(&resolved.asked.roster);
        let named = |e: Error| Error::usage(format!("--board {board}: {e}"));
        let mut wish = Wish::named(data, players, Some(board), Some(roster)).map_err(named)?;
        wish.carriers = self.carriers;
        // What does not fit is said of the flag that most likely names it.
        Arena::new(data, &resolved.switches, wish).map_err(|e| {
            let text = e.to_string();
            let flag = match () {
                () if text.contains("spaces") => format!("--board {board}"),
                () if text.contains("carriers per player") => "--carriers".into(),
                () if text.contains("animal cards") => format!("--roster {roster}"),
                () => format!("--players {players}"),
            };
            Error::usage(format!("{flag}: {text}"))
        })
    }

    /// Games of one number of players, as asked.
    pub fn games(&self, resolved: &Resolved, players: u8) -> Result<ArenaGames> {
        self.varied(resolved, players, &resolved.data, None, None)
    }

    /// Games with other data, another board or roster.
    fn varied(
        &self,
        resolved: &Resolved,
        players: u8,
        data: &ClashData,
        board: Option<&str>,
        roster: Option<&str>,
    ) -> Result<ArenaGames> {
        let arena = self.arena(resolved, players, data, board, roster)?;
        let company = Company::new(arena, resolved.specs.clone())
            .map_err(|e| Error::usage(format!("--policies: {e}")))?;
        let mut games = ArenaGames::new(company);
        games.rotate = !self.fixed_seats;
        games.count_options = self.options;
        Ok(games)
    }

    /// The command that asks the same question, in one fixed form.
    fn canonical(
        &self,
        board: &str,
        roster: &str,
        data: &ClashData,
        switches: &Switches,
        specs: &[SeatSpec],
    ) -> CommandLine {
        let mut line = CommandLine::new(NAME);
        line.flag("--players", self.players.trim());
        let presets: Vec<String> = self
            .policies
            .split(',')
            .map(|p| p.trim().to_string())
            .collect();
        debug_assert_eq!(presets.len(), specs.len());
        line.flag("--policies", &presets.join(","));
        match &self.board {
            Some(file) if file.ends_with(".toml") => line.flag("--board", file),
            _ if data.boards.first().is_some_and(|b| b.name != board) => {
                line.flag("--board", board)
            }
            _ => {}
        }
        if data.rosters.first().is_some_and(|r| r.name != roster) {
            line.flag("--roster", roster);
        }
        if let Some(carriers) = self.carriers {
            line.flag("--carriers", &carriers.to_string());
        }
        for (flag, given) in [
            ("--fixed-seats", self.fixed_seats),
            ("--options", self.options),
            ("--sensitivity", self.sensitivity),
        ] {
            if given {
                line.word(flag);
            }
        }
        for (part, value) in self.parts() {
            line.flag(&format!("--policy-{}", part.replace('_', "-")), value);
        }
        line.shared(&self.shared, switches, "clash");
        line
    }
}

impl Resolved {
    fn find(&self, games: &ArenaGames, run: &Run<ArenaTally>) -> Findings {
        let outcome = Outcome {
            playouts: run.playouts,
            stopped_by: run.stopped_by.name().into(),
            complete: run.complete,
            changed: Vec::new(),
        };
        let played = Played {
            games,
            tally: &run.tally,
        };
        findings(&self.asked, &[played], &outcome)
    }
}

impl Mergeable for ClashArena {
    fn merge(&self, join: &Join) -> Result<u8> {
        let resolved = self.resolve()?;
        let games = self.games(&resolved, resolved.counts[0])?;
        let run = join.run(&resolved.identity, &games)?;
        answer::deliver(&resolved.find(&games, &run), &join.output)?;
        Ok(exit::DONE)
    }
}

/// Names of the policies; equal ones are told apart by their place.
fn named(specs: &[SeatSpec]) -> Vec<String> {
    let names: Vec<String> = specs.iter().map(ToString::to_string).collect();
    let twice = |name: &String| names.iter().filter(|n| *n == name).count() > 1;
    names
        .iter()
        .enumerate()
        .map(|(at, name)| match twice(name) {
            true => format!("{name} #{}", at + 1),
            false => name.clone(),
        })
        .collect()
}

/// `3`, `2..5`, `2,4`.
fn players(text: &str) -> Result<Vec<u8>> {
    let bad = || {
        Error::usage(format!(
            "--players {}: a game has 2 to 5 players; write 3, or several as 2..5 or 2,4",
            text.escape_debug()
        ))
    };
    let one = |text: &str| match text.trim().parse::<u8>() {
        Ok(n @ 2..=5) => Ok(n),
        _ => Err(bad()),
    };
    let all = match text.split_once("..") {
        Some((low, high)) => {
            let (low, high) = (one(low)?, one(high.trim_start_matches('='))?);
            (low..=high).collect()
        }
        None => text.split(',').map(one).collect::<Result<Vec<_>>>()?,
    };
    let twice = (1..all.len()).any(|at| all[..at].contains(&all[at]));
    if all.is_empty() || twice {
        return Err(bad());
    }
    Ok(all)
}

/// The tables of a tiny answer, for `gsim schema`.
pub fn tables() -> Result<Vec<Table>> {
    let question = ClashArena {
        players: "2".into(),
        policies: "greedy,random".into(),
        ..ClashArena::default()
    };
    let mut tables = question.answer(64)?.tables;
    let changed = vec![Changed {
        what: "as asked".into(),
        value: String::new(),
        players: 2,
        turns: 0.0,
        win: (0.0, 0.0, 0.0),
        best: 0,
        n: 0,
    }];
    tables.extend(crate::study::clash_arena::sensitivity_table(&changed));
    Ok(tables)
}
