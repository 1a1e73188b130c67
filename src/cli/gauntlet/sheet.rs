//! `gsim gauntlet-sheet`: a strategy sheet to print.

use super::by::one_length;
use super::setting::{CacheArgs, LengthArgs, Setting, exact_only, prompt, settle};
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::gauntlet::distil::{Recipe, distil};
use crate::games::gauntlet::exact;
use crate::games::gauntlet::list::MOST_LINES;
use crate::games::gauntlet::observe::observe;
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::sheet::maps;
use crate::games::gauntlet::spec::{Objective, PolicySpec};
use crate::report::{Findings, Table};
use crate::study::gauntlet::sheet::{Sheet, findings};
use clap::Args;

/// The question's name.
pub const NAME: &str = "gauntlet-sheet";

/// A strategy sheet to print: a short list of rules with its exact value, and maps of what optimal play does.
#[derive(Args, Debug, Clone, Default)]
#[command(
    after_help = "Wants the solved game (see gauntlet-solve), and solves it where it is not in the cache.

Examples:
  gsim gauntlet-sheet --difficulty easy --report html
  gsim gauntlet-sheet --difficulty hard --objective score --rules 5"
)]
pub struct GauntletSheet {
    #[command(flatten)]
    length: LengthArgs,

    /// What is made large: win or score [default: win]
    #[arg(long, value_name = "O")]
    objective: Option<String>,

    /// Rules for matches, 1 to 9; event die, healing and gamble are three more [default: 9]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    rules: Option<usize>,

    /// Games of optimal play that the maps count, 1 to 100000 [default: 2000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    games: Option<String>,

    #[command(flatten)]
    cache: CacheArgs,

    /// Flags that every question has.
    #[command(flatten)]
    shared: Shared,
}

impl GauntletSheet {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        exact_only(
            &Shared {
                seed: None,
                ..self.shared.clone()
            },
            NAME,
        )?;
        settle(
            answer::exact(&self.shared, || prompt(|| self.find())),
            &self.shared,
        )
    }

    fn find(&self) -> Result<Findings> {
        let setting = Setting::new(&self.shared, &self.cache)?;
        let (difficulty, last) = one_length(&self.length, &setting.data)?;
        let word = self.objective.as_deref().unwrap_or("win");
        let objective =
            Objective::parse(word).map_err(|e| Error::usage(format!("--objective {word}: {e}")))?;
        let rules = self.rules.unwrap_or(MOST_LINES);
        if !(1..=MOST_LINES).contains(&rules) {
            return Err(Error::usage(format!(
                "--rules {rules}: a sheet has 1 to {MOST_LINES} rules for matches"
            )));
        }
        let games = super::setting::games(self.games.as_deref(), 2000)?;
        let mut line = CommandLine::new(NAME);
        self.length
            .canonical(&[(difficulty.clone(), last)], &mut line);
        line.flag("--objective", objective.game_name());
        line.flag("--rules", &rules.to_string());
        line.flag("--games", &games.to_string());
        if let Some(seed) = self.shared.seed {
            line.flag("--seed", &seed.to_string());
        }
        let title = format!("Gladiator Gauntlet: a strategy sheet for {difficulty}");
        let asked = setting.asked(NAME, title, &mut line, &self.shared, last)?;
        let library = asked.library(last)?;
        let recipe = Recipe {
            lines: rules,
            seed: self.shared.seed(),
            ..Recipe::new(objective)
        };
        let distilled = distil(&library, &recipe)?;
        let optimal = format!("optimal:{}", objective.game_name());
        let mut beside = Vec::new();
        for name in [optimal.as_str(), "banker", "greedy"] {
            let player = Player::new(&PolicySpec::parse(name)?, &library)?;
            beside.push((name.to_string(), exact::game(&player)?));
        }
        let player = Player::new(&PolicySpec::parse(&optimal)?, &library)?;
        let maps = maps(&player, &observe(&player, self.shared.seed(), games));
        Ok(findings(
            &asked,
            &Sheet {
                difficulty: &difficulty,
                objective,
                distilled: &distilled,
                beside: &beside,
                maps: &maps,
            },
        ))
    }
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
    Ok(GauntletSheet {
        length,
        cache,
        rules: Some(1),
        games: Some("1".into()),
        shared,
        ..GauntletSheet::default()
    }
    .find()?
    .tables)
}
