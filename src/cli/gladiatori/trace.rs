//! `gsim trace gladiatori-duel` and `gsim trace gladiatori-arena`.

use super::arena::GladiatoriArena;
use super::duel::GladiatoriDuel;
use crate::cli::commands::trace::number;
use crate::cli::exit;
use crate::error::Result;
use crate::games::gladiatori::state::State;
use crate::games::gladiatori::trace::{Trace, map};
use crate::report;
use clap::Args;

/// A duel to narrate.
#[derive(Args, Debug)]
pub struct TraceDuel {
    #[command(flatten)]
    question: GladiatoriDuel,

    /// Number of the playout, from 0
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = number, allow_negative_numbers = true)]
    playout: u64,
}

/// A game in the arena to narrate.
#[derive(Args, Debug)]
pub struct TraceArena {
    #[command(flatten)]
    question: GladiatoriArena,

    /// Number of the playout, from 0
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = number, allow_negative_numbers = true)]
    playout: u64,
}

/// A narration with the seats' names.
fn told(names: &[String]) -> Trace {
    Trace {
        names: names.to_vec(),
        ..Trace::default()
    }
}

/// How the gladiators ended.
fn ends<const N: usize, const B: usize>(names: &[String], st: &State<N, B>) -> String {
    let mut text = String::new();
    for (seat, name) in names.iter().enumerate() {
        let g = &st.g[seat];
        let fate = if g.alive() { "alive" } else { "dead or gone" };
        text += &format!("  {name}: {} VP, {fate}\n", g.vp);
    }
    text
}

impl TraceDuel {
    /// Prints the narration.
    pub fn run(&self) -> Result<u8> {
        let resolved = self.question.resolve()?;
        let mut trace = told(&resolved.names);
        let st = resolved
            .question
            .replay(resolved.frame.seed, self.playout, &mut trace);
        let mut text = format!(
            "{}\nplayout {}, seed {}\n",
            resolved.frame.title, self.playout, resolved.frame.seed
        );
        for line in &trace.lines {
            text += &format!("{line}\n");
        }
        text += &format!("After {} turns\n{}", st.turn(), ends(&resolved.names, &st));
        report::print(&text)?;
        Ok(exit::DONE)
    }
}

impl TraceArena {
    /// Prints the narration, with a map at the start and at the end.
    pub fn run(&self) -> Result<u8> {
        let resolved = self.question.resolve()?;
        let q = &resolved.question;
        let seats = q.sheets.len();
        let start = q
            .game()
            .start(&q.first.order(self.playout, seats as u8)[..seats]);
        let mut trace = told(&resolved.names);
        let st = q.replay(resolved.frame.seed, self.playout, &mut trace);
        let mut text = format!(
            "{}\nplayout {}, seed {}\n{}",
            resolved.frame.title,
            self.playout,
            resolved.frame.seed,
            map(&q.board, &start)
        );
        text += "Numbers are gladiators with their facing, | gates, d w l b beasts.\n";
        for line in &trace.lines {
            text += &format!("{line}\n");
        }
        text += &format!(
            "After {} turns\n{}{}",
            st.turn(),
            ends(&resolved.names, &st),
            map(&q.board, &st)
        );
        report::print(&text)?;
        Ok(exit::DONE)
    }
}
