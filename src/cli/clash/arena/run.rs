//! Playing what was asked: one number of players, several, or variations; answers for other commands.

use super::{ClashArena, Resolved};
use crate::cli::answer;
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::exit;
use crate::error::{Error, Result};
use crate::games::clash::arena::experiment::ArenaGames;
use crate::games::clash::arena::policy::TurnRule;
use crate::games::clash::arena::tally::{ArenaTally, Seat, WIN};
use crate::playout::{self, Plan, Reporter, Run, StoppedBy, on_interrupt};
use crate::report::{Findings, Table};
use crate::stats;
use crate::study::clash_arena::{Changed, Outcome, Played, findings, variations};

/// Games where no number is given.
const GAMES: u64 = 100_000;
/// The same where a policy plays on in its head.
const THOUGHTFUL_GAMES: u64 = 200;

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
    pub(super) fn run_several(&self, resolved: &Resolved) -> Result<u8> {
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
