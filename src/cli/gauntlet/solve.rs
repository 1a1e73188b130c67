//! `gsim gauntlet-solve`: the optimum of the whole game.

use super::setting::{CacheArgs, LengthArgs, Setting, exact_only, prompt, settle};
use crate::cli::answer::{self, CommandLine, remark};
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::gauntlet::exact;
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::spec::{Objective, PolicySpec, ValueSpec};
use crate::report::{Findings, Table};
use crate::study::gauntlet::solve::{Solved, findings};
use clap::Args;
use std::path::Path;
use std::time::SystemTime;

/// The question's name.
pub const NAME: &str = "gauntlet-solve";

/// The optimum of the whole game by dynamic programming, kept in the cache for other questions.
#[derive(Args, Debug, Clone, Default)]
#[command(
    after_help = "Takes minutes; shows its progress, ends cleanly on Ctrl-C (exit code 130), and the same command goes on from there.

Examples:
  gsim gauntlet-solve --difficulty easy
  gsim gauntlet-solve --difficulty hard --objective score --cache my-folder
  gsim gauntlet-solve --last-round 1 --set bargain=off"
)]
pub struct GauntletSolve {
    #[command(flatten)]
    length: LengthArgs,

    /// What is made large: win or score [default: win]
    #[arg(long, value_name = "O")]
    objective: Option<String>,

    /// Policies to put beside it, separated by commas, or none [default: greedy,banker]
    #[arg(long, value_name = "P,P,…")]
    beside: Option<String>,

    #[command(flatten)]
    cache: CacheArgs,

    /// Flags that every question has.
    #[command(flatten)]
    shared: Shared,
}

impl GauntletSolve {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        exact_only(&self.shared, NAME)?;
        settle(
            answer::exact(&self.shared, || prompt(|| self.find())),
            &self.shared,
        )
    }

    fn find(&self) -> Result<Findings> {
        let setting = Setting::new(&self.shared, &self.cache)?;
        let lengths = self.length.resolve(&setting.data, false)?;
        let word = self.objective.as_deref().unwrap_or("win");
        let objective =
            Objective::parse(word).map_err(|e| Error::usage(format!("--objective {word}: {e}")))?;
        let beside = match self.beside.as_deref().unwrap_or("greedy,banker") {
            "none" => Vec::new(),
            text => super::compare::split(text),
        };
        let mut specs = Vec::new();
        for name in &beside {
            specs.push(
                PolicySpec::parse(name)
                    .map_err(|e| Error::usage(format!("--beside {name}: {e}")))?,
            );
        }
        let mut line = CommandLine::new(NAME);
        self.length.canonical(&lengths, &mut line);
        line.flag("--objective", objective.game_name());
        if let Some(text) = &self.beside {
            line.flag("--beside", text);
        }
        let names: Vec<&str> = lengths.iter().map(|(n, _)| n.as_str()).collect();
        let title = format!("Gladiator Gauntlet: optimal play on {}", names.join(", "));
        let last = lengths.last().map_or(1, |(_, last)| *last);
        let asked = setting.asked(NAME, title, &mut line, &self.shared, last)?;
        let mut solved = Vec::new();
        for (difficulty, last) in &lengths {
            let library = asked.library(*last)?;
            let kept = (asked.cache.as_ref()).map(|c| c.path(&library.game, objective));
            let before = kept.as_ref().and_then(|p| written(p));
            let values = library.values(&ValueSpec::Optimal(objective))?;
            if let Some(path) = kept {
                let word = match before.is_some() && written(&path) == before {
                    true => "read from",
                    false => "kept in",
                };
                remark(&self.shared.output, &format!("{word} {}", path.display()));
            }
            let play = |spec: &PolicySpec| exact::game(&Player::new(spec, &library)?);
            let optimal = PolicySpec::parse(&format!("optimal:{}", objective.game_name()))?;
            let mut others = Vec::new();
            for spec in &specs {
                others.push((spec.to_string(), play(spec)?));
            }
            solved.push(Solved {
                difficulty: difficulty.clone(),
                fights: values.contexts.list.len(),
                value: values.whole(),
                exact: play(&optimal)?,
                others,
            });
        }
        Ok(findings(&asked, objective, &solved))
    }
}

/// When a file was written last, if there is one.
fn written(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|m| m.modified()).ok()
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let length = LengthArgs {
        last_round: Some(1),
        ..LengthArgs::default()
    };
    let shared = Shared {
        set: vec![("bargain".into(), "off".into())],
        ..Shared::silent()
    };
    let cache = CacheArgs {
        cache: Some("none".into()),
    };
    Ok(GauntletSolve {
        length,
        cache,
        beside: Some("never_swap".into()),
        shared,
        ..GauntletSolve::default()
    }
    .find()?
    .tables)
}
