//! `gsim gladiatori-matrix`: gladiators, everybody against everybody.

use super::common::Setting;
use super::training::{
    Cast, contest_again, fighters, frame, games, ground, grounded, many_runs, must_mix, policy,
};
use crate::cli::answer::{self, CommandLine, remark};
use crate::cli::patience::prompt;
use crate::cli::shared::Shared;
use crate::error::Result;
use crate::games::gladiatori::board::Board;
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::policy::Brain;
use crate::report::{Findings, Table};
use crate::study::gladiatori::contest::{Contest, Entrant, Ring};
use crate::study::gladiatori::{Frame, Sampled, sensitivity, thousands};
use clap::Args;

/// The question's name.
pub const NAME: &str = "gladiatori-matrix";
/// Games of a pair where none are asked for.
const GAMES: u64 = 10_000;
/// Most games of a pair in a sensitivity run.
const GAMES_AGAIN: u64 = 400;
/// Everybody of the data.
const ALL: &str = "secutor; mirmillo; thraex; hoplomacus; provocator; retiarius";

/// Gladiators, everybody against everybody.
#[derive(Args, Debug, Clone, Default)]
#[command(mut_arg("playouts", |a| a.help("Games of each pair, 2 to 10M, even: 20k [default: 10k]")), after_help = "Examples:
  gsim gladiatori-matrix -n 20k --report html
  gsim gladiatori-matrix --gladiators 'secutor; thraex; secutor items=net_2_1,spear_3_0' --sensitivity")]
pub struct GladiatoriMatrix {
    /// Who takes part, separated by semicolons
    #[arg(long, value_name = "LIST", default_value = ALL, allow_hyphen_values = true)]
    pub gladiators: String,

    /// Where: duel (no map), or arena (one against one on the map: throws, walks, flight)
    #[arg(long, value_name = "WHERE", default_value = "duel", value_parser = ["duel", "arena"], hide_possible_values = true)]
    pub ground: String,

    /// Policy of everybody [default: quantal]
    #[arg(long, value_name = "P", help_heading = "Policies")]
    pub policy: Option<String>,

    /// Ask again under other values of everything assumed
    #[arg(long)]
    pub sensitivity: bool,

    /// Flags that every question has; -n is the number of games of each pair.
    #[command(flatten)]
    pub shared: Shared,
}

struct Resolved {
    setting: Setting,
    fighters: Vec<Fighter>,
    brain: Brain,
    games: u64,
    frame: Frame,
    board: Option<Board>,
}

fn entrants(fighters: &[Fighter]) -> Vec<Entrant> {
    fighters
        .iter()
        .map(|f| Entrant {
            name: f.name.clone(),
            about: format!(
                "{} items {}; {} coins",
                f.build,
                f.items.join(","),
                f.coins.0
            ),
            coins: f.coins.0 as u8,
            sheet: f.sheet,
        })
        .collect()
}

impl GladiatoriMatrix {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        many_runs(&self.shared, NAME, false)?;
        let resolved = self.resolve()?;
        answer::check_reports(&self.shared.output)?;
        let found = prompt(|| self.find(&resolved))?;
        answer::deliver(&found, &self.shared.output)?;
        Ok(answer::code(&found))
    }

    fn resolve(&self) -> Result<Resolved> {
        let setting = Setting::read(&self.shared, None)?;
        let fighters = fighters(&setting, "--gladiators", &self.gladiators, 2)?;
        let (brain, says) = policy(self.policy.as_deref())?;
        must_mix(&brain, &says)?;
        let games = games(&self.shared, GAMES)?;
        let mut line = CommandLine::new(NAME);
        let texts: Vec<&str> = fighters.iter().map(|f| f.text.as_str()).collect();
        if texts.join("; ") != ALL {
            line.flag("--gladiators", &texts.join("; "));
        }
        if says != "quantal" {
            line.flag("--policy", &says);
        }
        let board = ground(&setting, &self.ground, &mut line)?;
        if self.sensitivity {
            line.word("--sensitivity");
        }
        let shared = Shared {
            playouts: Some(games),
            ..self.shared.clone()
        };
        setting.finish(&mut line, &shared);
        let refs: Vec<&Fighter> = fighters.iter().collect();
        let mut frame = frame(
            &setting,
            NAME,
            format!("{} gladiators, everybody against everybody", fighters.len()),
            &line,
            &shared,
            &refs,
            &says,
            &[],
        );
        frame.facts.push((
            "games".into(),
            format!(
                "{} a pair, seats swapped in pairs, common random numbers",
                thousands(games)
            ),
        ));
        grounded(&mut frame, &setting, board.is_some());
        Ok(Resolved {
            setting,
            fighters,
            brain,
            games,
            frame,
            board,
        })
    }

    fn find(&self, r: &Resolved) -> Result<Findings> {
        let ring = Ring::new(self.shared.threads, self.shared.seed())?.on(r.board.clone());
        let n = r.fighters.len() as u64;
        remark(
            &self.shared.output,
            &format!(
                "{} pairs, {} games each",
                n * (n - 1) / 2,
                thousands(r.games)
            ),
        );
        let contest = Contest::play(
            &ring,
            r.setting.rules,
            &entrants(&r.fighters),
            r.brain,
            r.games,
            r.frame.confidence,
        );
        let mut f = r
            .frame
            .findings(Some(&Sampled::whole(r.games * n * (n - 1) / 2)));
        (f.tables, f.charts, f.verdict) = contest.told();
        f.notes = vec![
            "Intervals of the ranking hold for all at once (Bonferroni); those of the matrix are single. The equilibrium is of the estimated matrix.".into(),
            "All randomness comes from mixed policies: another policy is another ranking.".into(),
        ];
        if self.sensitivity {
            let texts: Vec<String> = r.fighters.iter().map(|f| f.text.clone()).collect();
            let names: Vec<String> = r.fighters.iter().map(|f| f.name.clone()).collect();
            let cast = Cast {
                names: &names,
                fighters: &r.fighters,
                make: &|data, rules| {
                    let again = texts.iter().map(|t| Fighter::parse(data, rules, t));
                    let again = again.collect::<Result<Vec<_>>>()?;
                    Ok(entrants(&again).into_iter().map(Some).collect())
                },
            };
            let games = r.games.min(GAMES_AGAIN);
            contest_again(
                &mut f,
                &r.setting,
                &ring,
                &self.shared,
                (r.brain, games),
                &cast,
            )?;
        }
        Ok(f)
    }
}

/// The tables of a tiny answer.
pub fn tables() -> Result<Vec<Table>> {
    let question = GladiatoriMatrix {
        gladiators: "secutor; thraex".into(),
        policy: Some("uniform_mix".into()),
        ground: "duel".into(),
        shared: Shared {
            playouts: Some(16),
            ..Shared::silent()
        },
        ..GladiatoriMatrix::default()
    };
    let resolved = question.resolve()?;
    let mut findings = question.find(&resolved)?;
    let names = ["secutor".to_string(), "thraex".to_string()];
    sensitivity::add(
        &mut findings,
        &resolved.setting.data,
        &names,
        &[1.0, -1.0],
        &[],
        "mean margin",
    );
    Ok(findings.tables)
}
