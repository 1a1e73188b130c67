//! `gsim clash-arena`: whole games. `build` makes the games that were asked for, `run` plays them.

mod build;
mod run;

pub use run::tables;

use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::clash::arena::policy::{Company, PARTS, SeatSpec};
use crate::games::clash::data::ClashData;
use crate::playout::Identity;
use crate::scenario::{Guesses, Switches};
use crate::study::clash_arena::Asked;
use clap::Args;
use serde_json::json;

/// The question's name.
pub const NAME: &str = "clash-arena";

/// Whole games.
#[derive(Args, Debug, Clone, Default)]
#[command(
    after_help = "Policies: random, greedy[:L], sniper, cautious, drafter:SSNT/SSSS, rollout[:N], mcts[:N]; `gsim list policies --game clash` explains them. Each decision is set by itself: --policy-draft worth, or one for each policy: --policy-draft worth,swords_first. Without -n 100,000 games are played, 200 where a policy plays on in its head (rollout, mcts).

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
    /// The set-up in words.
    pub fn explain(&self) -> Result<String> {
        let resolved = self.resolve()?;
        let [players] = resolved.counts[..] else {
            return Err(Error::usage(
                "--players: a game that is explained has one number of players; write for example 3",
            ));
        };
        let arena = self.arena(&resolved, players, &resolved.data, None, None)?;
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
                    "{flag} {value}: {} values for {} policies; give one for all, or name a policy for each: --policies greedy,greedy",
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
        let mut data = self.shared.components(ClashData::load)?;
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
        // A game reads every switch; readings in force that are assumed are guesses, defaults too.
        let keys: Vec<&str> = resolved.switches.iter().map(|(key, _)| key).collect();
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
