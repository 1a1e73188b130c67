//! `gsim list`: what there is to ask with.

use super::run::questions;
use crate::cli::exit;
use crate::cli::game::GAMES;
use crate::error::Result;
use crate::report;
use crate::scenario::embedded_questions;
use clap::Args;

/// Lists games, questions, policies, rulesets, switches, components and scenario files.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gsim list
  gsim list policies --game clash")]
pub struct List {
    /// One list only: games, questions, policies, rulesets, switches, components or scenarios
    #[arg(value_parser = ["games", "questions", "policies", "rulesets", "switches", "components", "scenarios"], hide_possible_values = true)]
    what: Option<String>,

    /// One game only
    #[arg(long, value_name = "GAME", value_parser = clap::builder::PossibleValuesParser::new(GAMES.iter().map(|g| g.name)))]
    game: Option<String>,
}

/// The commands that take this question's name.
fn served_by(question: &str) -> Vec<&'static str> {
    let cli = crate::cli::command();
    let serves = |command: &&str| {
        cli.find_subcommand(command)
            .is_some_and(|c| c.find_subcommand(question).is_some())
    };
    ["compare", "explain", "trace"]
        .into_iter()
        .filter(serves)
        .collect()
}

impl List {
    /// Prints the lists.
    pub fn run(&self) -> Result<u8> {
        let games = || {
            let wanted = |name: &str| self.game.as_deref().is_none_or(|w| w == name);
            GAMES.iter().filter(move |g| wanted(g.name))
        };
        // Questions and scenario files carry their game's name in front.
        let ours = |name: &str| games().any(|g| name.split('-').next() == Some(g.name));
        let mut text = String::new();
        let titles = games().map(|g| (g.name.into(), g.title.into()));
        self.section(&mut text, "games", "", titles.collect());
        let all = questions();
        let about = |q: &clap::Command| {
            let about = q.get_about().map(ToString::to_string).unwrap_or_default();
            match served_by(q.get_name()) {
                commands if commands.is_empty() => about,
                commands => format!("{about} ({})", commands.join(", ")),
            }
        };
        let asked = all
            .iter()
            .filter(|q| ours(q.get_name()))
            .map(|q| (q.get_name().into(), about(q)));
        self.section(&mut text, "questions", "", asked.collect());
        for game in games() {
            for section in (game.lists)()? {
                self.section(&mut text, section.kind, game.name, section.lines);
            }
        }
        let files = embedded_questions();
        let files = files
            .iter()
            .filter(|q| ours(q.name))
            .map(|q| (q.name.into(), q.title().into()));
        self.section(&mut text, "scenarios", "", files.collect());
        report::print(&text)?;
        Ok(exit::DONE)
    }

    /// One list under its heading, unless another one was asked for.
    fn section(&self, text: &mut String, kind: &str, game: &str, lines: Vec<(String, String)>) {
        if self.what.as_deref().is_some_and(|w| w != kind) || lines.is_empty() {
            return;
        }
        let widths = lines.iter().map(|(head, _)| head.chars().count());
        let width = widths.max().unwrap_or(0);
        *text += match game {
            "" => format!("{kind}\n"),
            game => format!("{kind} of {game}\n"),
        }
        .as_str();
        for (head, tail) in lines {
            *text += format!("  {head:<width$}  {tail}").trim_end();
            *text += "\n";
        }
    }
}
