//! `gsim gladiatori-items`: what items are worth.

use super::again::{Asking, again, ways};
use super::common::{DUEL_READINGS, Setting};
use super::training::{
    BASE, fighters, frame, games, ground, grounded, many_runs, must_mix, policy,
};
use crate::cli::answer::{self, CommandLine, remark};
use crate::cli::patience::prompt;
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::gladiatori::board::Board;
use crate::games::gladiatori::count::most;
use crate::games::gladiatori::data::Data;
use crate::games::gladiatori::fighter::{Fighter, training};
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::policy::Brain;
use crate::games::gladiatori::sheet::{item, legal_pairs};
use crate::report::{Findings, Table};
use crate::scenario::Status;
use crate::study::gladiatori::contest::Ring;
use crate::study::gladiatori::{Frame, sensitivity, thousands};
use crate::study::gladiatori_items::{Asked, MORE, findings};
use clap::Args;

/// The question's name.
pub const NAME: &str = "gladiatori-items";
/// Games of each comparison where none are asked for.
const GAMES: u64 = 1_000;
/// Most games of each in a sensitivity run.
const GAMES_AGAIN: u64 = 64;

/// What items are worth.
#[derive(Args, Debug, Clone, Default)]
#[command(mut_arg("playouts", |a| a.help("Games of each hero in each comparison, 2 to 10M, even: 20k [default: 1k]")), after_help = "Examples:
  gsim gladiatori-items --report html
  gsim gladiatori-items -n 4k --sensitivity
  gsim gladiatori-items --heroes 'secutor; retiarius' --set item.net_2_1.hp=4")]
pub struct GladiatoriItems {
    /// Who carries the items in turn, and whom he meets; separated by semicolons
    #[arg(long, value_name = "LIST", default_value = BASE, allow_hyphen_values = true)]
    pub heroes: String,

    /// Where: duel (no map), or arena (one against one on the map: throws, walks, flight)
    #[arg(long, value_name = "WHERE", default_value = "duel", value_parser = ["duel", "arena"], hide_possible_values = true)]
    pub ground: String,

    /// Policy of everybody [default: quantal]
    #[arg(long, value_name = "P", help_heading = "Policies")]
    pub policy: Option<String>,

    /// Ask again under other values of everything assumed
    #[arg(long)]
    pub sensitivity: bool,

    /// Flags that every question has; -n is the number of games of each hero in each comparison.
    #[command(flatten)]
    pub shared: Shared,
}

impl GladiatoriItems {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        many_runs(&self.shared, NAME, false)?;
        let (setting, asked, frame, board) = self.resolve()?;
        answer::check_reports(&self.shared.output)?;
        let found = prompt(|| self.find(&setting, &asked, &frame, board))?;
        answer::deliver(&found, &self.shared.output)?;
        Ok(answer::code(&found))
    }

    fn resolve(&self) -> Result<(Setting, Asked, Frame, Option<Board>)> {
        let setting = Setting::read(&self.shared, None)?;
        let heroes = fighters(&setting, "--heroes", &self.heroes, 1)?;
        let (brain, says) = policy(self.policy.as_deref())?;
        must_mix(&brain, &says)?;
        let n = games(&self.shared, GAMES)?;
        let mut line = CommandLine::new(NAME);
        let texts: Vec<&str> = heroes.iter().map(|f| f.text.as_str()).collect();
        if texts.join("; ") != BASE {
            line.flag("--heroes", &texts.join("; "));
        }
        if says != "quantal" {
            line.flag("--policy", &says);
        }
        let board = ground(&setting, &self.ground, &mut line)?;
        if self.sensitivity {
            line.word("--sensitivity");
        }
        let shared = Shared {
            playouts: Some(n),
            ..self.shared.clone()
        };
        setting.finish(&mut line, &shared);
        let refs: Vec<&Fighter> = heroes.iter().collect();
        let mut frame = frame(
            &setting,
            NAME,
            "What items are worth".into(),
            &line,
            &shared,
            &refs,
            &says,
            &["item.", "training."],
        );
        frame.facts.push((
            "heroes".into(),
            heroes
                .iter()
                .map(|h| h.name.as_str())
                .collect::<Vec<_>>()
                .join(", "),
        ));
        frame.facts.push((
            "games".into(),
            format!(
                "{} of each hero in each comparison, over common random numbers",
                thousands(n)
            ),
        ));
        let asked = asked(
            &setting.data,
            setting.rules,
            heroes,
            brain,
            n,
            self.shared.confidence(),
        )?;
        grounded(&mut frame, &setting, board.is_some());
        Ok((setting, asked, frame, board))
    }

    fn find(
        &self,
        setting: &Setting,
        asked: &Asked,
        frame: &Frame,
        board: Option<Board>,
    ) -> Result<Findings> {
        let ring = Ring::new(self.shared.threads, self.shared.seed())?.on(board);
        let say = |text: &str| remark(&self.shared.output, text);
        let mut f = findings(asked, frame, &ring, &say);
        if self.sensitivity {
            let n = asked.games.min(GAMES_AGAIN);
            // The items are what is asked: of other loadouts only the fillings count.
            let mut plan = ways(
                setting,
                &self.shared,
                &["hp.", "item.", "combat.", "move."],
                &DUEL_READINGS,
                &asked.heroes,
            );
            plan.extend(each_item(&setting.data));
            let names: Vec<String> = asked.items.iter().map(|i| i.0.clone()).collect();
            let asking = Asking {
                plan,
                names: &names,
                what: "margin over its legal pairs",
                note: format!(
                    "The sensitivity run ranks items by the mean margin over the legal pairs that hold them, {n} games of each hero with each pair, for every setting over the same random numbers."
                ),
            };
            again(&mut f, setting, &self.shared, asking, |data, rules| {
                let parsed = asked
                    .heroes
                    .iter()
                    .map(|h| Fighter::parse(data, &rules, &h.text));
                let heroes = parsed.collect::<Result<Vec<_>>>()?;
                let again = self::asked(data, rules, heroes, asked.brain, n, asked.confidence)?;
                let scores = again.item_scores(&again.pair_scores(&ring));
                Ok(sensitivity::Scored {
                    values: scores.iter().map(|m| m.mean().unwrap_or(0.0)).collect(),
                    errors: sensitivity::errors(&scores),
                })
            })?;
        }
        Ok(f)
    }
}

/// The question under some data and rules.
fn asked(
    data: &Data,
    rules: Rules,
    heroes: Vec<Fighter>,
    brain: Brain,
    games: u64,
    confidence: f64,
) -> Result<Asked> {
    let known = |id: &str| {
        let guessed: Vec<&str> = ["attack", "defense", "hp"]
            .into_iter()
            .filter(|k| {
                data.cell(&format!("item.{id}.{k}"))
                    .is_some_and(|c| c.provenance.status == Status::Assumed)
            })
            .collect();
        match guessed.is_empty() {
            true => "known".to_string(),
            false => format!("{} assumed", guessed.join(", ")),
        }
    };
    let items = data
        .ids("item")
        .iter()
        .map(|id| Ok((id.to_string(), known(id), item(data, id)?)))
        .collect::<Result<_>>()?;
    let budget = data.int("training.budget") as u8;
    let training = training(data, &rules, budget);
    let (richer, most) = (budget.saturating_add(MORE), most(&training));
    if u16::from(richer) > most {
        return Err(Error::usage(format!(
            "--set training.budget={budget}: the worth of a coin is asked of builds that spend every coin of {budget} and of {richer}, and no build can spend more than {most}"
        )));
    }
    Ok(Asked {
        rules,
        items,
        pairs: legal_pairs(data),
        heroes,
        training,
        brain,
        games,
        confidence,
    })
}

/// Each item's assumed Hit Points by themselves (spec 13).
fn each_item(data: &Data) -> Vec<sensitivity::Again> {
    let mut all = Vec::new();
    for id in data.ids("item") {
        let path = format!("item.{id}.hp");
        let Some(cell) = data
            .cell(&path)
            .filter(|c| c.provenance.status == Status::Assumed)
        else {
            continue;
        };
        for value in cell.range.iter().filter(|v| **v != cell.value) {
            all.push(sensitivity::Again {
                sort: "one_at_a_time",
                name: format!("{path}={value}"),
                paths: vec![(path.clone(), value.to_string())],
                switches: Vec::new(),
            });
        }
    }
    all
}

/// The tables of a tiny answer.
pub fn tables() -> Result<Vec<Table>> {
    let question = GladiatoriItems {
        heroes: "secutor".into(),
        policy: Some("uniform_mix".into()),
        ground: "duel".into(),
        shared: Shared {
            playouts: Some(2),
            ..Shared::silent()
        },
        ..GladiatoriItems::default()
    };
    let (setting, asked, frame, _) = question.resolve()?;
    let mut f = findings(&asked, &frame, &Ring::new(Some(1), 1)?, &|_| ());
    let names = ["a".to_string(), "b".to_string()];
    sensitivity::add(
        &mut f,
        &setting.data,
        &names,
        &[1.0, -1.0],
        &[],
        "margin over its legal pairs",
    );
    Ok(f.tables)
}
