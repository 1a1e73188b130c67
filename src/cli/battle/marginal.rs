//! `gsim battle-marginal`: a build to what one more of everything is worth.

use super::ground::{
    GLADIATORS, PolicyFlags, finish, gladiator, ground, no_shards, whole, within, worth,
};
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::Shared;
use crate::error::Result;
use crate::report::Table;
use crate::study::battle_marginal::Asked;
use clap::Args;

/// The question's name.
pub const NAME: &str = "battle-marginal";

/// What one more rank is worth.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = format!("{GLADIATORS}

Examples:
  gsim battle-marginal --build rookie
  gsim battle-marginal --build bruiser --against rookie40 --report html
  gsim battle-marginal --build thrower --against rookie -n 200k"))]
pub struct BattleMarginal {
    /// The build
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub build: String,

    /// Whom he fights; his own mirror where left out
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub against: Option<String>,

    /// Refuse a build that costs more development points than this
    #[arg(long, value_name = "POINTS", value_parser = whole::<u32>(0, 10_000), allow_negative_numbers = true)]
    pub budget: Option<u32>,

    /// Policies.
    #[command(flatten)]
    pub policies: PolicyFlags,

    /// Ask the headline again under every other reading, table set and value of what is assumed, one at a time
    #[arg(long)]
    pub sensitivity: bool,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

impl BattleMarginal {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        no_shards(&self.shared, NAME)?;
        let asked = self.resolve()?;
        answer::exact(&self.shared, || {
            let mut findings = asked.findings()?;
            if self.sensitivity {
                asked.again()?.add(&mut findings);
            }
            Ok(findings)
        })
    }

    /// Reads the build and the foe.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Asked> {
        let mut ground = ground(&self.shared)?;
        let mut build = gladiator("--build", &self.build, &ground)?;
        within("--build", &build, &ground, self.budget)?;
        let mut foe = match &self.against {
            Some(text) => gladiator("--against", text, &ground)?,
            None => build.clone(),
        };
        let parts = self.policies.over([build.parts, foe.parts], &ground)?;
        (build.parts, foe.parts) = (parts[0], parts[1]);
        let mut line = CommandLine::new(NAME);
        line.flag("--build", &build.named_text());
        line.flag("--against", &foe.named_text());
        if self.sensitivity {
            line.word("--sensitivity");
        }
        finish(&mut line, &self.shared, &mut ground);
        Ok(Asked {
            ground,
            build,
            foe,
            worth: worth(&self.shared),
        })
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let question = BattleMarginal {
        build: "short_sword:2 A2 H1".into(),
        ..BattleMarginal::default()
    };
    Ok(question.resolve()?.findings()?.tables)
}
