//! `gsim gauntlet-compare`: policies against each other over common random numbers.

use super::setting::{
    CacheArgs, LengthArgs, Setting, left, only, prompt, sampling_of, settle, solved,
};
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::exit;
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::gauntlet::exact;
use crate::games::gauntlet::kernel::Value;
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::spec::{Objective, PRESETS, PolicySpec};
use crate::games::gauntlet::store;
use crate::playout::{self, Identity, Plan, Run};
use crate::report::{Findings, Table};
use crate::stats;
use crate::study::gauntlet::compare::{Comparison, Entrant, Field, FieldTally, findings};
use crate::study::gauntlet::extra::Extra;
use crate::study::gauntlet::sensitivity::{self, Over};
use crate::study::gauntlet::{Asked, Ran};
use clap::Args;
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;

/// The question's name.
pub const NAME: &str = "gauntlet-compare";
/// Playouts beside the exact answers where nothing else is said.
const PLAYOUTS: u64 = 100_000;

/// Several policies over common random numbers: the ladder of skill.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = "Examples:
  gsim gauntlet-compare --policies greedy,banker,hoarder
  gsim gauntlet-compare --policies random,greedy,weigh:2,3,2,4,improve:greedy --difficulty hard -n 1M
  gsim gauntlet-compare --policies banker,optimal:win --difficulty easy     (solves the game once; kept in the cache)")]
pub struct GauntletCompare {
    /// The policies, separated by commas [default: all presets]
    #[arg(long, value_name = "P,P,…")]
    policies: Option<String>,

    /// Compared by: win or score [default: win]
    #[arg(long, value_name = "O")]
    objective: Option<String>,

    #[command(flatten)]
    length: LengthArgs,

    /// Also over the alternatives of the assumed data (named), or over N draws of it: does the order survive?
    #[arg(long, value_name = "WHAT", num_args = 0..=1, default_missing_value = "named", allow_negative_numbers = true)]
    sensitivity: Option<String>,

    #[command(flatten)]
    cache: CacheArgs,

    /// Flags that every question has.
    #[command(flatten)]
    shared: Shared,
}

struct Resolved {
    asked: Asked,
    identity: Identity,
    shared: Shared,
    difficulty: String,
    last: u8,
    over: Option<Over>,
    value: Value,
    players: Vec<Arc<Player>>,
}

/// Splits a list of policies at the commas that are not inside of one: what follows such a comma is a number.
pub fn split(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for piece in text.split(',').map(str::trim) {
        let number = piece.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.');
        match found.last_mut() {
            Some(last) if number => {
                last.push(',');
                last.push_str(piece);
            }
            _ => found.push(piece.into()),
        }
    }
    found
}

impl GauntletCompare {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        settle(self.answer(), &self.shared)
    }

    fn answer(&self) -> Result<u8> {
        let begun = Instant::now();
        answer::check_reports(&self.shared.output)?;
        let resolved = self.resolve()?;
        if resolved.shared.method == MethodChoice::Exact {
            let (entrants, extra) = prompt(|| {
                let entrants = resolved.entrants();
                solved(entrants.iter().map(|e| &e.exact))?;
                Ok((entrants, resolved.extra()?))
            })?;
            answer::deliver(
                &resolved.find(&entrants, extra.as_ref(), None),
                &self.shared.output,
            )?;
            return Ok(exit::DONE);
        }
        let shared = left(&resolved.shared, begun);
        let field = resolved.field();
        let whole = self.shared.shard.is_none();
        let (entrants, extra) = match whole {
            true => prompt(|| Ok((resolved.entrants(), resolved.extra()?)))?,
            false => Default::default(),
        };
        let confidence = resolved.asked.confidence;
        let half_width = |tally: &FieldTally| {
            tally
                .each
                .iter()
                .map(|m| stats::half_width(m, confidence))
                .fold(0.0, f64::max)
        };
        answer::sampled(&shared, &resolved.identity, &field, &half_width, |run| {
            Ok(resolved.find(&entrants, extra.as_ref(), Some(run)))
        })
    }

    fn resolve(&self) -> Result<Resolved> {
        let setting = Setting::new(&self.shared, &self.cache)?;
        let lengths = self.length.resolve(&setting.data, false)?;
        let [(difficulty, last)] = &lengths[..] else {
            return Err(Error::usage(
                "--difficulty: policies are compared on one difficulty at a time; name one",
            ));
        };
        let names = self
            .policies
            .as_deref()
            .map_or_else(|| PRESETS.map(String::from).to_vec(), split);
        let objective = self.objective.as_deref().unwrap_or("win");
        let value = match Objective::parse(objective)
            .map_err(|e| Error::usage(format!("--objective {objective}: {e}")))?
        {
            Objective::Win => Value::Win,
            Objective::Score => Value::Score,
        };
        let mut specs = Vec::new();
        for (at, name) in names.iter().enumerate() {
            if names[..at].contains(name) {
                return Err(Error::usage(format!("--policies: {name} is named twice")));
            }
            if name.is_empty() {
                return Err(Error::usage(format!(
                    "--policies {}: a name is missing between two commas",
                    names.join(",")
                )));
            }
            specs.push(
                PolicySpec::parse(name)
                    .map_err(|e| Error::usage(format!("--policies {name}: {e}")))?,
            );
        }
        let rules = setting.data.rules(&setting.switches)?;
        let shared = sampling_of(&self.shared, PLAYOUTS, &rules, &specs)?;
        let mut line = CommandLine::new(NAME);
        line.flag("--policies", &names.join(","));
        if value == Value::Score {
            line.flag("--objective", "score");
        }
        self.length.canonical(&lengths, &mut line);
        let over = self.sensitivity.as_deref().map(Over::parse).transpose()?;
        if let Some(over) = over {
            line.flag("--sensitivity", &over.name());
        }
        if let Some(method) = only(self.shared.method) {
            line.flag("--method", method);
        }
        let title = format!(
            "Gladiator Gauntlet: {} policies on {difficulty}",
            names.len()
        );
        let asked = setting.asked(NAME, title, &mut line, &shared, *last)?;
        let library = asked.library(*last)?;
        let mut players = Vec::new();
        for spec in &specs {
            players.push(Arc::new(Player::new(spec, &library)?));
        }
        let identity = Identity {
            question: NAME.into(),
            resolved: json!({
                "policies": names,
                "objective": objective,
                "game": store::fingerprint(&library.game),
                "target_error": shared.target_error,
                "command": line.text(),
                "arguments": line.arguments(),
            }),
        };
        Ok(Resolved {
            asked,
            identity,
            shared,
            difficulty: difficulty.clone(),
            last: *last,
            over,
            value,
            players,
        })
    }
}

impl Resolved {
    fn field(&self) -> Field {
        Field::new(&self.players, self.value)
    }

    /// What the policies make of other data.
    fn extra(&self) -> Result<Option<Extra>> {
        let Some(over) = self.over else {
            return Ok(None);
        };
        let specs: Vec<PolicySpec> = self.players.iter().map(|p| p.spec.clone()).collect();
        let answers = sensitivity::worlds(&self.asked, over, self.last, &specs)?;
        Ok(Some(sensitivity::extra(&self.difficulty, &answers)))
    }

    fn entrants(&self) -> Vec<Entrant> {
        let one = |p: &Arc<Player>| Entrant {
            name: p.spec.to_string(),
            exact: match self.shared.method {
                MethodChoice::Mc => Err(String::new()),
                _ => exact::game(p).map_err(|e| e.to_string()),
            },
        };
        self.players.iter().map(one).collect()
    }

    fn find(
        &self,
        entrants: &[Entrant],
        extra: Option<&Extra>,
        run: Option<&Run<FieldTally>>,
    ) -> Findings {
        let ran = run.map(|run| Ran {
            playouts: run.playouts,
            stopped_by: run.stopped_by.name().into(),
            complete: run.complete,
            target: self.shared.target_error,
        });
        let mut found = findings(&Comparison {
            asked: &self.asked,
            difficulty: &self.difficulty,
            value: self.value,
            entrants,
            sampled: ran.as_ref().zip(run.map(|r| &r.tally)),
        });
        extra.iter().for_each(|e| e.append(&mut found));
        found
    }
}

impl Mergeable for GauntletCompare {
    fn merge(&self, join: &Join) -> Result<u8> {
        let resolved = self.resolve()?;
        let run = join.run(&resolved.identity, &resolved.field())?;
        answer::deliver(
            &resolved.find(&resolved.entrants(), resolved.extra()?.as_ref(), Some(&run)),
            &join.output,
        )?;
        Ok(exit::DONE)
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let length = LengthArgs {
        last_round: Some(1),
        ..LengthArgs::default()
    };
    let question = GauntletCompare {
        policies: Some("never_swap,greedy".into()),
        length,
        shared: crate::cli::shared::Shared::silent(),
        ..GauntletCompare::default()
    };
    let resolved = question.resolve()?;
    let run = playout::run(&resolved.field(), &Plan::new(1, 1))?;
    Ok(resolved.find(&resolved.entrants(), None, Some(&run)).tables)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn lists_are_split_between_policies_and_not_inside() {
        assert_eq!(split("greedy,banker"), ["greedy", "banker"]);
        assert_eq!(
            split("greedy, weigh:2,3,-2,4,noisy:banker,0.1,random"),
            ["greedy", "weigh:2,3,-2,4", "noisy:banker,0.1", "random"]
        );
    }
}
