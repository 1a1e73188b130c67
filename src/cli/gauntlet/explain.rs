//! `gsim explain gauntlet` and `gsim explain gauntlet-advise`.

use super::advise::GauntletAdvise;
use super::game::Gauntlet;
use crate::cli::exit;
use crate::error::Result;
use crate::report;
use crate::study::gauntlet::explain;
use clap::Subcommand;

/// Its questions that can be explained.
#[derive(Subcommand, Debug)]
pub enum Explains {
    /// The whole game of Gladiator Gauntlet under the rules and cards in use
    Gauntlet(Gauntlet),
    /// A situation at the table: what the best move and doing nothing make of the dice
    GauntletAdvise(GauntletAdvise),
}

impl Explains {
    /// Prints the explanation.
    pub fn run(&self) -> Result<u8> {
        let text = match self {
            Self::Gauntlet(question) => {
                let resolved = question.resolve()?;
                let lengths: Vec<(String, u8)> = resolved
                    .players
                    .iter()
                    .map(|p| (p.0.clone(), p.1))
                    .collect();
                explain::game(&resolved.asked, &lengths, &resolved.players[0].2.spec)
            }
            Self::GauntletAdvise(question) => question.explain()?,
        };
        report::print(&text)?;
        Ok(exit::DONE)
    }
}
