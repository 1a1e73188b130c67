//! `gsim battle-duel`: arguments to a resolved duel, and the canonical command back.

use super::ground::{GLADIATORS, PolicyFlags, finish, gladiator, ground, whole, within};
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::exit;
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::battle::duel::too_large;
use crate::games::battle::playouts::SetsTally;
use crate::games::battle::policy::StyleRule;
use crate::playout::{self, Identity, Plan, Run};
use crate::report::{Findings, Table};
use crate::stats::{self, Moments};
use crate::study::battle::Sided;
use crate::study::battle_duel::{Asked, Solved};
use clap::Args;
use serde_json::json;

/// The question's name.
pub const NAME: &str = "battle-duel";

/// Playouts at most when a sampled duel is asked again.
const AGAIN: u64 = 50_000;

/// One duel of How to Battle.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = format!("{GLADIATORS}

Examples:
  gsim battle-duel --a rookie --b bruiser
  gsim battle-duel --a rookie --b rookie --style optimal,normal
  gsim battle-duel --a \"short_sword:4 A4 R1 S2 P3 H28\" --b two_hander -n 1M --report html
  gsim battle-duel --a lucky_rookie --b rookie --surrender never,at:-7 --set low_double_stun=six_six_only"))]
pub struct BattleDuel {
    /// The first gladiator: a name, a file, or the short form
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub a: String,

    /// The second one
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub b: String,

    /// Who takes the first turn: a or b; initiative decides where left out
    #[arg(long, value_name = "SIDE", value_parser = ["a", "b"], hide_possible_values = true)]
    pub first: Option<String>,

    /// Refuse gladiators that cost more development points than this
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

/// A resolved duel.
pub struct Resolved {
    /// What the study needs.
    pub asked: Asked,
    /// For tally files: what makes two runs the same question.
    pub identity: Identity,
}

impl BattleDuel {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        let resolved = self.resolve()?;
        let solved = self.solved(&resolved)?;
        if let (Some(solved), false) = (&solved, self.shared.samples()) {
            return answer::exact(&self.shared, || self.found(&resolved, Some(solved), None));
        }
        let sets = resolved.asked.playouts(solved.is_none())?;
        let half_width = self.half_width();
        answer::sampled(
            &self.shared,
            &resolved.identity,
            &sets,
            &half_width,
            |run| self.found(&resolved, solved.as_ref(), Some(run)),
        )
    }

    /// Findings, asked again if that is wanted: exactly where the duel was solved, else over as many playouts.
    fn found(
        &self,
        resolved: &Resolved,
        solved: Option<&Solved>,
        run: Option<&Run<SetsTally>>,
    ) -> Result<Findings> {
        let mut findings = resolved.asked.findings(solved, run);
        if self.sensitivity {
            let sampled = run.filter(|_| solved.is_none());
            let playouts = sampled.map(|r| r.playouts.clamp(1, AGAIN));
            resolved.asked.again(playouts)?.add(&mut findings);
        }
        Ok(findings)
    }

    /// The anytime half-width of P(a wins).
    fn half_width(&self) -> impl Fn(&SetsTally) -> f64 {
        let confidence = self.shared.confidence();
        move |tally| {
            let c = tally.0[0].counts();
            let (wins, n) = (c.wins(0), c.n());
            stats::half_width(
                &Moments::from_weighted([(1, wins), (0, n - wins)]),
                confidence,
            )
        }
    }

    /// The exact answer, where it can be had or is asked for.
    pub fn solved(&self, resolved: &Resolved) -> Result<Option<Solved>> {
        let wanted = self.shared.method == MethodChoice::Exact || resolved.asked.is_small()?;
        wanted.then(|| resolved.asked.solve()).transpose()
    }

    /// Reads the gladiators, the rules and the policies.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Resolved> {
        let ground = ground(&self.shared)?;
        let mut sides = [
            gladiator("--a", &self.a, &ground)?,
            gladiator("--b", &self.b, &ground)?,
        ];
        for (side, flag) in sides.iter().zip(["--a", "--b"]) {
            within(flag, side, &ground, self.budget)?;
        }
        let parts = self
            .policies
            .over([sides[0].parts, sides[1].parts], &ground)?;
        (sides[0].parts, sides[1].parts) = (parts[0], parts[1]);
        let first = self.first.as_deref().map(|s| usize::from(s == "b"));
        let mut line = CommandLine::new(NAME);
        line.flag("--a", &sides[0].named_text());
        line.flag("--b", &sides[1].named_text());
        if let Some(side) = &self.first {
            line.flag("--first", side);
        }
        let asked = Asked {
            ground,
            sides,
            first,
        };
        // What only both together can get wrong is told before any long work.
        let small = asked.is_small()?;
        let optimal = |s: &Sided| s.parts.style == StyleRule::Optimal;
        if let (false, Some(side)) = (small, asked.sides.iter().position(optimal)) {
            let given = match &self.policies.style {
                Some(text) => format!("--style {text}"),
                None => format!("{} {}", ["--a", "--b"][side], asked.sides[side].name),
            };
            return Err(Error::usage(format!(
                "{given}: {}",
                too_large(asked.states()?)
            )));
        }
        let sampled_sets = !small && self.shared.method != MethodChoice::Exact;
        if !small && !sampled_sets {
            line.flag("--method", "exact");
        }
        let Asked {
            mut ground,
            sides,
            first,
        } = asked;
        if self.sensitivity {
            line.word("--sensitivity");
        }
        finish(&mut line, &self.shared, &mut ground);
        let identity = Identity {
            question: NAME.into(),
            resolved: json!({
                "a": sides[0].text(),
                "b": sides[1].text(),
                "switches": ground.switches.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>(),
                "ruleset": ground.switches.ruleset(),
                "tables": format!("{:?}", ground.sets.iter().map(|s| &s.0).collect::<Vec<_>>()),
                "target_error": self.shared.target_error,
                "strip": if sampled_sets { "sampled" } else { "exact" },
                "data": fingerprint(&ground),
                "command": line.text(),
                "arguments": line.arguments(),
            }),
        };
        let asked = Asked {
            ground,
            sides,
            first,
        };
        Ok(Resolved { asked, identity })
    }
}

/// A short print of all tables and weapons, so that tallies of other data are not joined.
pub fn fingerprint(ground: &crate::study::battle::Ground) -> String {
    use sha2::{Digest, Sha256};
    let text = format!("{:?}", ground.data);
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().take(8).map(|b| format!("{b:02x}")).collect()
}

impl Mergeable for BattleDuel {
    fn merge(&self, join: &Join) -> Result<u8> {
        let resolved = self.resolve()?;
        let solved = self.solved(&resolved)?;
        let sets = resolved.asked.playouts(solved.is_none())?;
        let run = join.run(&resolved.identity, &sets)?;
        answer::deliver(
            &self.found(&resolved, solved.as_ref(), Some(&run))?,
            &join.output,
        )?;
        Ok(exit::DONE)
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let weak = "short_sword:2 A2 H1";
    let question = BattleDuel {
        a: weak.into(),
        b: weak.into(),
        ..BattleDuel::default()
    };
    let asked = question.resolve()?.asked;
    let run = playout::run(&asked.playouts(false)?, &Plan::new(1, 1))?;
    Ok(asked.findings(Some(&asked.solve()?), Some(&run)).tables)
}
