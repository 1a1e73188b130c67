//! `gsim battle-build`: a budget to the best of all builds.

use super::ground::{GLADIATORS, finish, gladiator, ground, no_shards, top_level, whole};
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::battle::data::BattleData;
use crate::games::battle::policy::Parts;
use crate::games::battle::search::space::{SKILLS, Space};
use crate::playout::ProgressMode;
use crate::report::Table;
use crate::scenario::{Status, did_you_mean};
use crate::study::battle_build::Asked;
use clap::Args;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The question's name.
pub const NAME: &str = "battle-build";

/// A line of progress every so often.
const EVERY: Duration = Duration::from_secs(5);

/// The best of all builds.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = format!("{GLADIATORS}

Examples:
  gsim battle-build --points 40 --weapons short_sword
  gsim battle-build --points 40                       every weapon used in hand; takes a minute
  gsim battle-build --points 30 --against bruiser --against \"rookie*2\" --style berserk
  gsim battle-build --points 24 --weapons short_sword --sweep armor,attack --report html
  gsim battle-build --points 14 --weapons battle_javelin --skills attack,weapon,armor --method mc"))]
pub struct BattleBuild {
    /// Development points that a build may cost
    #[arg(long, value_name = "POINTS", default_value_t = 40, value_parser = whole::<u32>(1, 120), allow_negative_numbers = true)]
    pub points: u32,

    /// Weapons, one of which each build has [default: every one that can be used in hand]
    #[arg(long, value_name = "WEAPON[,…]")]
    pub weapons: Option<String>,

    /// Skills that may be bought, `armor:4` for at most 4 ranks [default: attack,weapon,armor,shield,parry,focus,initiative]
    #[arg(long, value_name = "SKILL[,…]")]
    pub skills: Option<String>,

    /// Who must be beaten; repeatable, `rookie*2` has weight 2 [default: rookie40]
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub against: Vec<String>,

    /// Fighting style of every build
    #[arg(long, value_name = "STYLE", default_value = "normal")]
    pub style: String,

    /// Further parts of every build's policy: luck=…, throw=…
    #[arg(long, value_name = "PART=VALUE")]
    pub part: Vec<String>,

    /// Builds to show
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<u16>(1, 1000), allow_negative_numbers = true)]
    pub top: u16,

    /// Rounds of best responses from the best build on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u8>(0, 20), allow_negative_numbers = true)]
    pub responses: u8,

    /// Skills whose prices are tried a point lower and higher, or none [default: all whose prices are assumed]
    #[arg(long, value_name = "SKILL[,…]")]
    pub sweep: Option<String>,

    /// Search all builds under every table set, not only the best ones again
    #[arg(long)]
    pub search_sets: bool,

    /// Rounds of a race (--method mc); each doubles the battles of the builds that are left [default: 7]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1, 14), allow_negative_numbers = true)]
    pub race_rounds: Option<u8>,

    /// Ask the headline again under every other reading, table set and value of what is assumed, one at a time
    #[arg(long)]
    pub sensitivity: bool,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

impl BattleBuild {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        no_shards(&self.shared, NAME)?;
        if self.shared.playouts.is_some() {
            return Err(Error::usage(
                "--playouts: a search is exact, or with --method mc a race of --race-rounds; leave -n out",
            ));
        }
        let asked = self.resolve()?;
        if let Some(n) = self.shared.threads {
            // The search runs on the common pool, which can be sized once.
            let _ = rayon::ThreadPoolBuilder::new()
                .num_threads(n)
                .build_global();
        }
        let output = &self.shared.output;
        let silent = output.quiet || matches!(output.progress, ProgressMode::None);
        let last = Mutex::new(Instant::now());
        let begun = Mutex::new((String::new(), Instant::now()));
        let tick = |what: &str, done: usize, all: usize| {
            if silent {
                return;
            }
            if let Ok(mut last) = last.lock()
                && last.elapsed() >= EVERY
            {
                *last = Instant::now();
                let percent = 100 * done / all.max(1);
                // What is left, by the pace since this part began.
                let mut left = String::new();
                if let Ok(mut begun) = begun.lock() {
                    if begun.0 != what {
                        *begun = (what.to_string(), Instant::now());
                    } else if done > 0 {
                        let pace = begun.1.elapsed().as_secs_f64() / done as f64;
                        left = format!(", about {:.0} s left", pace * (all - done.min(all)) as f64);
                    }
                }
                answer::remark(
                    output,
                    &format!("{what}: {done} of {all} tables, {percent} %{left}"),
                );
            }
        };
        let flag = match &self.weapons {
            Some(weapons) => format!("--weapons {weapons}"),
            None => format!("--points {}", self.points),
        };
        answer::exact(&self.shared, || {
            asked.findings(&tick).map_err(|e| match e {
                Error::Usage(why) if why.starts_with("builds cannot") => {
                    Error::usage(format!("{flag}: {why}"))
                }
                e => e,
            })
        })
    }

    /// Reads the space and the panel.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Asked> {
        let mut ground = ground(&self.shared)?;
        let mut parts = Parts::default()
            .with("style", &self.style)
            .map_err(|e| Error::usage(format!("--style {}: {e}", self.style)))?;
        for text in &self.part {
            let (part, value) = text.split_once('=').ok_or_else(|| {
                Error::usage(format!(
                    "--part {text}: write part=value, for example luck=attack"
                ))
            })?;
            parts = parts
                .with(part, value)
                .map_err(|e| Error::usage(format!("--part {text}: {e}")))?;
        }
        let weapons: Vec<String> = match &self.weapons {
            Some(text) => text.split(',').map(|w| w.trim().to_string()).collect(),
            None => Space::hand_weapons(&ground.data)
                .into_iter()
                .map(String::from)
                .collect(),
        };
        let names: Vec<&str> = weapons.iter().map(String::as_str).collect();
        let given = self.weapons.as_deref().unwrap_or("");
        let mut space = Space::new(
            &ground.data,
            &ground.rules.readings,
            &names,
            self.points,
            parts,
        )
        .map_err(|e| Error::usage(format!("--weapons {given}: {e}")))?;
        if let Some(text) = &self.skills {
            space.most = skills(text, space.most)?;
        }
        let sweep: Vec<String> = match self.sweep.as_deref() {
            None => assumed_prices(&ground.data, &space.most),
            Some("none") => Vec::new(),
            Some(text) => text
                .split(',')
                .map(|s| known_skill("--sweep", s.trim()).map(|_| s.trim().to_string()))
                .collect::<Result<_>>()?,
        };
        let mut panel = Vec::new();
        let usual = ["rookie40".to_string()];
        let texts = if self.against.is_empty() {
            &usual[..]
        } else {
            &self.against
        };
        let mut line = CommandLine::new(NAME);
        line.flag("--points", &self.points.to_string());
        for (flag, value) in [("--weapons", &self.weapons), ("--skills", &self.skills)] {
            if let Some(value) = value {
                line.flag(flag, value);
            }
        }
        for text in texts {
            let (who, weight) = match text.rsplit_once('*') {
                Some((who, n)) => {
                    let weight = n
                        .trim()
                        .parse::<f64>()
                        .ok()
                        .filter(|w| *w > 0.0 && *w <= 1e6);
                    let weight = weight.ok_or_else(|| {
                        Error::usage(format!("--against {text}: a weight is a number above 0; write for example rookie*2"))
                    })?;
                    (who, weight)
                }
                None => (text.as_str(), 1.0),
            };
            let side = gladiator("--against", who, &ground)?;
            match weight {
                1.0 => line.flag("--against", &side.named_text()),
                w => line.flag("--against", &format!("{}*{w}", side.named_text())),
            }
            panel.push((side, weight));
        }
        if self.style != "normal" {
            line.flag("--style", &self.style);
        }
        for text in &self.part {
            line.flag("--part", text);
        }
        line.flag("--top", &self.top.to_string());
        line.flag("--responses", &self.responses.to_string());
        if let Some(sweep) = &self.sweep {
            line.flag("--sweep", sweep);
        }
        if self.search_sets {
            line.word("--search-sets");
        }
        let raced = self.shared.method == MethodChoice::Mc;
        let looked_up = |p: &Parts| {
            use crate::games::battle::policy::StyleRule::{Mcts, Optimal, Rollout};
            matches!(p.style, Optimal | Rollout(_) | Mcts(_))
        };
        let by_state = "is looked up in every state, which cannot be searched exactly; write another style, or add --method mc to race the builds";
        if !raced && looked_up(&parts) {
            return Err(Error::usage(format!(
                "--style {}: it {by_state}",
                parts.style
            )));
        }
        if let (false, Some((side, _))) = (raced, panel.iter().find(|(s, _)| looked_up(&s.parts))) {
            return Err(Error::usage(format!(
                "--against {}: style={} {by_state}",
                side.name, side.parts.style
            )));
        }
        let race_rounds = self.race_rounds.unwrap_or(7);
        let exact_only = ["--sweep", "--search-sets", "--sensitivity"];
        let given = [self.sweep.is_some(), self.search_sets, self.sensitivity];
        if let (Some((flag, _)), true) = (exact_only.iter().zip(given).find(|f| f.1), raced) {
            return Err(Error::usage(format!(
                "{flag}: a race has none; leave it out, or --method mc"
            )));
        }
        if self.race_rounds.is_some() && !raced {
            return Err(Error::usage(
                "--race-rounds: only a race has rounds; add --method mc, or leave it out",
            ));
        }
        if raced {
            line.flag("--method", "mc");
            line.flag("--race-rounds", &race_rounds.to_string());
        }
        let mut shared = self.shared.clone();
        shared.method = MethodChoice::Auto; // a race has rounds, not a number of playouts
        if self.sensitivity {
            line.word("--sensitivity");
        }
        finish(&mut line, &shared, &mut ground);
        if raced {
            ground.command += &format!(" --seed {}", ground.seed);
        }
        Ok(Asked {
            ground,
            space,
            panel,
            top: self.top.into(),
            rounds: self.responses.into(),
            sweep,
            search_sets: self.search_sets,
            sensitivity: self.sensitivity,
            race: raced.then_some(race_rounds.into()),
        })
    }
}

/// Skills that a search can buy and whose prices are assumed.
fn assumed_prices(data: &BattleData, most: &[u8; 7]) -> Vec<String> {
    let assumed = |(name, most): &(&str, &u8)| {
        let skill = data.skill(name);
        **most > 0 && skill.is_some_and(|s| s.provenance.status == Status::Assumed)
    };
    let all = SKILLS.into_iter().zip(most).filter(assumed);
    all.map(|(name, _)| name.to_string()).collect()
}

fn known_skill(flag: &str, name: &str) -> Result<usize> {
    SKILLS.iter().position(|s| *s == name).ok_or_else(|| {
        let meant = did_you_mean(name, SKILLS);
        Error::usage(format!(
            "{flag}: unknown skill `{}`{meant}; one of {}",
            name.escape_debug(),
            SKILLS.join(", ")
        ))
    })
}

/// Most ranks of each skill: those named up to the limit or theirs, the others none.
fn skills(text: &str, limit: [u8; 7]) -> Result<[u8; 7]> {
    let mut most = [0; 7];
    most[6] = 2; // the first two ranks of INITIATIVE are free
    for entry in top_level(text, ',') {
        let (name, ranks) = match entry.split_once(':') {
            None => (entry.as_str(), None),
            Some((name, n)) => {
                let most = limit[0];
                let ranks = n.trim().parse::<u8>().ok().filter(|n| *n <= most);
                let ranks = ranks.ok_or_else(|| {
                    Error::usage(format!("--skills {entry}: write skill:ranks with 0 to {most} ranks, for example armor:4"))
                })?;
                (name.trim(), Some(ranks))
            }
        };
        let at = known_skill("--skills", name)?;
        most[at] = ranks.unwrap_or(limit[at]).min(limit[at]);
    }
    Ok(most)
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let question = BattleBuild {
        points: 6,
        weapons: Some("short_sword".into()),
        skills: Some("attack,weapon".into()),
        style: "normal".into(),
        top: 3,
        responses: 1,
        sweep: Some("attack".into()),
        ..BattleBuild::default()
    };
    Ok(question.resolve()?.findings(&|_, _, _| {})?.tables)
}
