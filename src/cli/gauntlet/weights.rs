//! `gsim gauntlet-weights`: what a point of glory is worth in health.

use super::by::{ByArgs, one_length};
use super::setting::{CacheArgs, LengthArgs, Setting, exact_only, prompt, settle};
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::gauntlet::choose::Weights;
use crate::games::gauntlet::weights::{WEIGHTS, sweep};
use crate::report::{Findings, Table};
use crate::scenario::did_you_mean;
use crate::study::gauntlet::weights::{Sweep, findings};
use clap::Args;

/// The question's name.
pub const NAME: &str = "gauntlet-weights";
/// Lines of a sweep.
const MOST: i32 = 50;

/// What is a point of glory worth in health? A sweep over the weights of weigh:H,G,E,K.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = "Examples:
  gsim gauntlet-weights --difficulty easy
  gsim gauntlet-weights --sweep enemy --weights 2,3,2,4 --from 0 --to 6 --difficulty hard")]
pub struct GauntletWeights {
    /// The weights H,G,E,K: health, glory, enemy health, bonus for a downed enemy [default: 2,3,2,4]
    #[arg(long, value_name = "H,G,E,K", allow_hyphen_values = true)]
    weights: Option<String>,

    /// The weight that is swept: health, glory, enemy or down [default: glory]
    #[arg(long, value_name = "W")]
    sweep: Option<String>,

    /// Where the sweep begins [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    from: Option<i32>,

    /// Where it ends [default: 6]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    to: Option<i32>,

    #[command(flatten)]
    length: LengthArgs,

    #[command(flatten)]
    by: ByArgs,

    #[command(flatten)]
    cache: CacheArgs,

    /// Flags that every question has.
    #[command(flatten)]
    shared: Shared,
}

impl GauntletWeights {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        exact_only(&self.shared, NAME)?;
        settle(
            answer::exact(&self.shared, || prompt(|| self.find())),
            &self.shared,
        )
    }

    fn base(&self) -> Result<Weights> {
        let text = self.weights.as_deref().unwrap_or("2,3,2,4");
        let parsed: Vec<Option<i32>> = text
            .split(',')
            .map(|n| n.trim().parse().ok().filter(|n: &i32| n.abs() <= 10_000))
            .collect();
        match parsed[..] {
            [Some(h), Some(g), Some(e), Some(k)] => Ok([h, g, e, k]),
            _ => Err(Error::usage(format!(
                "--weights {text}: write four whole numbers of at most 10000, for example 2,3,2,4"
            ))),
        }
    }

    fn find(&self) -> Result<Findings> {
        let setting = Setting::new(&self.shared, &self.cache)?;
        let (difficulty, last) = one_length(&self.length, &setting.data)?;
        let base = self.base()?;
        let name = self.sweep.as_deref().unwrap_or("glory");
        let Some(which) = WEIGHTS.iter().position(|w| *w == name) else {
            let hint = did_you_mean(name, WEIGHTS);
            return Err(Error::usage(format!(
                "--sweep {name}: no such weight{hint} ({})",
                WEIGHTS.join(", ")
            )));
        };
        let (from, to) = (self.from.unwrap_or(0), self.to.unwrap_or(6));
        for (flag, n) in [("--from", from), ("--to", to)] {
            if n.abs() > 10_000 {
                return Err(Error::usage(format!(
                    "{flag} {n}: a weight is a whole number from -10000 to 10000"
                )));
            }
        }
        if from > to {
            return Err(Error::usage(format!(
                "--from {from}: the sweep goes from a number up to --to, here {to}"
            )));
        }
        if to - from >= MOST {
            return Err(Error::usage(format!(
                "--to {to}: a sweep has at most {MOST} lines"
            )));
        }
        let mut line = CommandLine::new(NAME);
        line.flag("--weights", &base.map(|w| w.to_string()).join(","));
        line.flag("--sweep", name);
        line.flag("--from", &from.to_string());
        line.flag("--to", &to.to_string());
        self.length
            .canonical(&[(difficulty.clone(), last)], &mut line);
        let title = format!("Gladiator Gauntlet: the weight of {name} ({difficulty})");
        // Margins are those of the best line, unless others are asked for.
        if let Some(by) = &self.by.by {
            self.by.canonical(by, &mut line);
        }
        // A wrong name is told before anything is worked out.
        self.by.resolve("banker")?;
        let asked = setting.asked(NAME, title, &mut line, &self.shared, last)?;
        let library = asked.library(last)?;
        let rows = sweep(&library, base, which, from..=to, &mut |_| {
            !crate::playout::interrupted()
        })?;
        let best = rows
            .iter()
            .max_by(|a, b| a.1.win().total_cmp(&b.1.win()))
            .expect("a sweep has lines");
        let [h, g, e, k] = best.0;
        let (by, spec) = self.by.resolve(&format!("weigh:{h},{g},{e},{k}"))?;
        let values = library.values(&spec)?;
        Ok(findings(
            &asked,
            &Sweep {
                difficulty: &difficulty,
                which,
                rows: &rows,
                values: &values,
                by: &by,
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
    Ok(GauntletWeights {
        from: Some(3),
        to: Some(3),
        length,
        shared: crate::cli::shared::Shared::silent(),
        ..GauntletWeights::default()
    }
    .find()?
    .tables)
}
