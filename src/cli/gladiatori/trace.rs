//! `gsim trace gladiatori-duel` and `gsim trace gladiatori-arena`.

use super::arena::GladiatoriArena;
use super::common::shown;
use super::duel::GladiatoriDuel;
use crate::cli::commands::trace::number;
use crate::cli::exit;
use crate::error::{Error, Result};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::policy::{Brain, Plan};
use crate::games::gladiatori::state::State;
use crate::games::gladiatori::tally::{End, Log};
use crate::games::gladiatori::trace::{Trace, map};
use crate::report;
use crate::study::gladiatori::find::{SEARCHED, SEARCHED_SLOWLY, condition, holds, not_met};
use clap::Args;

/// A duel to narrate.
#[derive(Args, Debug)]
pub struct TraceDuel {
    #[command(flatten)]
    question: GladiatoriDuel,

    /// Number of the playout, from 0
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = number, allow_negative_numbers = true)]
    playout: u64,

    /// The first playout from there on that ends so: turns, margin, and of seat a or b vp_S, alive_S, win_S, a counter such as hits_S,
    /// falls_S, feints_S, points such as first_blood_S; with < <= = >= > !=, several joined by commas
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
}

/// A game in the arena to narrate.
#[derive(Args, Debug)]
pub struct TraceArena {
    #[command(flatten)]
    question: GladiatoriArena,

    /// Number of the playout, from 0
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = number, allow_negative_numbers = true)]
    playout: u64,

    /// The first playout from there on that ends so: turns, margin, and of seat 1 to 4 vp_S, alive_S, win_S, a counter such as hits_S,
    /// falls_S, feints_S, points such as first_blood_S; with < <= = >= > !=, several joined by commas
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
}

/// One game is no study.
fn no_study(sensitivity: bool) -> Result<()> {
    match sensitivity {
        true => Err(Error::usage(
            "--sensitivity does not go with trace, which tells one game; leave it out",
        )),
        false => Ok(()),
    }
}

/// A narration with the seats' names.
fn told(names: &[String]) -> Trace {
    Trace {
        names: names.to_vec(),
        ..Trace::default()
    }
}

/// The number of the playout to tell: the one given, or the first from there on that meets a condition.
fn sought(
    text: Option<&str>,
    seats: &[&str],
    from: u64,
    brains: &[Brain],
    search: impl Fn(u64, &dyn Fn(&End, &Log) -> bool) -> Option<u64>,
) -> Result<u64> {
    let Some(text) = text else { return Ok(from) };
    let flag = |e: Error| Error::usage(format!("--where {}: {e}", shown(text)));
    let condition = condition(text, seats, &format!("alive_{}=0", seats[0])).map_err(flag)?;
    let slow = |b: &Brain| matches!(b.plan, Plan::Search(..) | Plan::Equilibrium(_));
    let most = if brains.iter().any(slow) {
        SEARCHED_SLOWLY
    } else {
        SEARCHED
    };
    search(most, &|end, log| holds(&condition, seats, end, log))
        .ok_or_else(|| flag(not_met(most, from)))
}

/// How the gladiators ended, and who has won.
fn ends<const N: usize, const B: usize>(
    names: &[String],
    game: &Game<'_>,
    st: &State<N, B>,
) -> String {
    let shares = game.shares(st);
    let mut text = String::new();
    for (seat, name) in names.iter().enumerate() {
        let g = &st.g[seat];
        let fate = if g.alive() { "alive" } else { "dead or gone" };
        let won = match shares[seat] {
            _ if game.teams() == 1 => "",
            0 => "",
            12 => ", wins",
            _ => ", shares the win",
        };
        text += &format!("  {name}: {} VP, {fate}{won}\n", g.vp);
    }
    text
}

impl TraceDuel {
    /// Prints the narration.
    pub fn run(&self) -> Result<u8> {
        no_study(self.question.sensitivity)?;
        let resolved = self.question.resolve()?;
        let (q, seed) = (&resolved.question, resolved.frame.seed);
        let seats = ["a", "b"];
        let number = sought(
            self.condition.as_deref(),
            &seats,
            self.playout,
            &q.brains,
            |most, holds| q.first_that(seed, self.playout, most, holds),
        )?;
        let mut trace = told(&resolved.names);
        let st = q.replay(seed, number, &mut trace);
        let mut text = format!("{}\nplayout {number}, seed {seed}\n", resolved.frame.title);
        for line in &trace.lines {
            text += &format!("{line}\n");
        }
        text += &format!(
            "After {} turns\n{}",
            st.turn(),
            ends(&resolved.names, &q.game, &st)
        );
        report::print(&text)?;
        Ok(exit::DONE)
    }
}

impl TraceArena {
    /// Prints the narration, with a map at the start and at the end.
    pub fn run(&self) -> Result<u8> {
        no_study(self.question.sensitivity)?;
        let resolved = self.question.resolve()?;
        let (q, seed) = (&resolved.question, resolved.frame.seed);
        let n = q.sheets.len();
        let seats = &["1", "2", "3", "4"][..n];
        let number = sought(
            self.condition.as_deref(),
            seats,
            self.playout,
            &q.brains,
            |most, holds| q.first_that(seed, self.playout, most, holds),
        )?;
        let start = q.game().start(&q.first.order(number, n as u8)[..n]);
        let mut trace = told(&resolved.names);
        let st = q.replay(seed, number, &mut trace);
        let mut text = format!(
            "{}\nplayout {number}, seed {seed}\n{}",
            resolved.frame.title,
            map(&q.board, &start)
        );
        text += "Numbers are gladiators with their facing, | gates, d w l b beasts.\n";
        for line in &trace.lines {
            text += &format!("{line}\n");
        }
        text += &format!(
            "After {} turns\n{}{}",
            st.turn(),
            ends(&resolved.names, &q.game(), &st),
            map(&q.board, &st)
        );
        report::print(&text)?;
        Ok(exit::DONE)
    }
}
