//! What the questions of the Gauntlet share: rules, cards, policy, the canonical command.

use super::patience::told;
pub use super::patience::{left, prompt, settle};
use crate::cli::answer::{CommandLine, DEFAULT_PLAYOUTS};
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::gauntlet::cache::Cache;
use crate::games::gauntlet::data::GauntletData;
use crate::games::gauntlet::exact::GameExact;
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::rules::Rules;
use crate::games::gauntlet::spec::{DECISIONS, Objective, PolicySpec, ValueSpec};
use crate::scenario::{Guesses, Status, Switches};
use crate::study::gauntlet::Asked;
use clap::Args;

/// Playouts of policies that play games out for every decision.
const SLOW: u64 = 2000;

/// How the player decides.
#[derive(Args, Debug, Clone, Default)]
pub struct PolicyArgs {
    /// never_swap, swap_only, greedy, brawler, balanced, banker, hoarder, random, weigh:H,G,E,K, list:RULE;RULE, fight:survive,
    /// optimal:win, improve:POLICY, no_bargain:POLICY, noisy:POLICY,EPS, rollout:POLICY,GAMES, mcts:POLICY,GAMES [default: greedy]
    #[arg(long, value_name = "P", help_heading = "Policy")]
    pub policy: Option<String>,

    /// The event die: never, to_glory, random, optimal:win, improve:POLICY
    #[arg(long, value_name = "X", help_heading = "Policy")]
    pub policy_event_shift: Option<String>,

    /// The die that event 5 heals: low, high, random, optimal:win
    #[arg(long, value_name = "X", help_heading = "Policy")]
    pub policy_heal: Option<String>,

    /// Event 1's re-roll: never, first, random, optimal:win
    #[arg(long, value_name = "X", help_heading = "Policy")]
    pub policy_reroll_one: Option<String>,

    /// Matches: never, or as any policy plays them
    #[arg(long, value_name = "X", help_heading = "Policy")]
    pub policy_match: Option<String>,

    /// The end-of-round re-roll of a health die: never, low<=3, random, optimal:win
    #[arg(long, value_name = "X", help_heading = "Policy")]
    pub policy_gamble: Option<String>,
}

impl PolicyArgs {
    fn parts(&self) -> [(&'static str, &Option<String>); 5] {
        let given = [
            &self.policy_event_shift,
            &self.policy_heal,
            &self.policy_reroll_one,
            &self.policy_match,
            &self.policy_gamble,
        ];
        std::array::from_fn(|i| (DECISIONS[i], given[i]))
    }

    /// The policy.
    ///
    /// # Errors
    /// An unknown name or part, the flag first.
    pub fn spec(&self) -> Result<PolicySpec> {
        let name = self.policy.as_deref().unwrap_or("greedy").trim();
        let mut spec =
            PolicySpec::parse(name).map_err(|e| Error::usage(format!("--policy {name}: {e}")))?;
        for (decision, rule) in self.parts() {
            if let Some(rule) = rule.as_deref().map(str::trim) {
                let flag = format!("--policy-{}", decision.replace('_', "-"));
                spec = spec
                    .with_part(decision, rule)
                    .map_err(|e| Error::usage(format!("{flag} {rule}: {e}")))?;
            }
        }
        Ok(spec)
    }

    /// Adds itself to the canonical command.
    pub fn canonical(&self, line: &mut CommandLine) {
        line.flag(
            "--policy",
            self.policy.as_deref().unwrap_or("greedy").trim(),
        );
        for (decision, rule) in self.parts() {
            if let Some(rule) = rule {
                line.flag(
                    &format!("--policy-{}", decision.replace('_', "-")),
                    rule.trim(),
                );
            }
        }
    }
}

/// Which game.
#[derive(Args, Debug, Clone, Default)]
pub struct LengthArgs {
    /// easy (to round IV), normal (V), hard (VI), or several: easy,hard [default: all three]
    #[arg(long, value_name = "D", value_delimiter = ',')]
    pub difficulty: Vec<String>,

    /// The last round instead, 1 to 6; 1 is a game of round I alone
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = round)]
    pub last_round: Option<u8>,
}

impl LengthArgs {
    /// Names and last rounds, in ascending order; `all` where none was asked for.
    ///
    /// # Errors
    /// An unknown difficulty, a round that is not on the card, both flags.
    pub fn resolve(&self, data: &GauntletData, all: bool) -> Result<Vec<(String, u8)>> {
        if let Some(last) = self.last_round {
            if !self.difficulty.is_empty() {
                return Err(Error::usage(
                    "--last-round does not go with --difficulty; leave out one of the two",
                ));
            }
            let most = data.rounds.len().min(6);
            if last == 0 || usize::from(last) > most {
                return Err(Error::usage(format!(
                    "--last-round {last}: the last round is 1 to {most}"
                )));
            }
            return Ok(vec![(format!("round {last}"), last)]);
        }
        if self.difficulty.is_empty() {
            let normal = data.difficulties.len() / 2;
            let range = if all {
                0..data.difficulties.len()
            } else {
                normal..normal + 1
            };
            return Ok(data.difficulties[range].to_vec());
        }
        let mut found = Vec::new();
        for name in &self.difficulty {
            let name = name.trim();
            let last = data
                .last_round(name)
                .map_err(|e| Error::usage(format!("--difficulty {name}: {e}")))?;
            found.push((name.to_string(), last));
        }
        found.sort_by_key(|(_, last)| *last);
        found.dedup();
        Ok(found)
    }

    /// Adds itself to the canonical command, in one fixed form.
    pub fn canonical(&self, resolved: &[(String, u8)], line: &mut CommandLine) {
        match (self.last_round, self.difficulty.is_empty()) {
            (Some(last), _) => line.flag("--last-round", &last.to_string()),
            (None, true) => {}
            (None, false) => {
                let names: Vec<&str> = resolved.iter().map(|(n, _)| n.as_str()).collect();
                line.flag("--difficulty", &names.join(","));
            }
        }
    }
}

/// `--last-round`.
fn round(text: &str) -> std::result::Result<u8, String> {
    text.trim()
        .parse()
        .map_err(|_| "write the number of the last round, 1 to 6".into())
}

/// Where solved games are kept.
#[derive(Args, Debug, Clone, Default)]
pub struct CacheArgs {
    /// Folder of solved games, or none [default: gsim in the user's cache folder]
    #[arg(long, value_name = "DIR", help_heading = "Rules and data")]
    pub cache: Option<String>,
}

impl CacheArgs {
    /// The folder, if there is to be one.
    pub fn resolve(&self) -> Option<Cache> {
        match self.cache.as_deref() {
            None => Cache::user(),
            Some("none") => None,
            Some(folder) => Some(Cache::at(folder)),
        }
    }
}

/// Rules and cards of a question.
#[derive(Debug)]
pub struct Setting {
    /// Where solved games are kept.
    pub cache: Option<Cache>,
    /// The data, knobs turned.
    pub data: GauntletData,
    /// The switches.
    pub switches: Switches,
    /// Knobs as given.
    pub knobs: Vec<(String, String)>,
}

impl Setting {
    /// Reads them.
    ///
    /// # Errors
    /// Whatever is wrong with data, ruleset, switches, knobs.
    pub fn new(shared: &Shared, cache: &CacheArgs) -> Result<Self> {
        let data = shared.components(GauntletData::load)?;
        let knobs: Vec<(String, String)> = shared
            .set
            .iter()
            .filter(|(k, _)| k.contains('.'))
            .cloned()
            .collect();
        let (data, set) = data
            .with_knobs(&shared.set)
            .map_err(|e| with_flag("--set", e))?;
        let switches = Shared {
            set,
            ..shared.clone()
        }
        .switches(&data.switches, &data.rulesets)?;
        Ok(Self {
            cache: cache.resolve(),
            data,
            switches,
            knobs,
        })
    }

    /// The head of a question; `line` holds the question's own flags.
    ///
    /// # Errors
    /// A switch value out of range.
    pub fn asked(
        &self,
        name: &'static str,
        title: String,
        line: &mut CommandLine,
        shared: &Shared,
        last_round: u8,
    ) -> Result<Asked> {
        let mut guesses = Guesses::new();
        self.data.guesses(last_round, &mut guesses);
        let differs = self.switches.differs_from_default();
        // A reading that is itself a guess counts also where nobody changed it.
        let assumed = self.data.switches.iter();
        let assumed = assumed.filter(|s| s.provenance.status == Status::Assumed);
        let keys: Vec<&str> = differs
            .iter()
            .map(|(k, _)| k.as_str())
            .chain(assumed.map(|s| s.key.as_str()))
            .collect();
        self.switches.guesses(&keys, &mut guesses);
        for (key, value) in &self.knobs {
            line.flag("--set", &format!("{key}={value}"));
        }
        let plain = Shared {
            set: shared
                .set
                .iter()
                .filter(|(k, _)| !k.contains('.'))
                .cloned()
                .collect(),
            ..shared.clone()
        };
        line.shared(&plain, &self.switches, "gauntlet");
        Ok(Asked {
            name,
            title,
            command: line.text(),
            rules: self.data.rules(&self.switches)?,
            data: self.data.clone(),
            ruleset: self.switches.ruleset().into(),
            switches: differs
                .into_iter()
                .chain(self.knobs.iter().cloned())
                .collect(),
            guesses: guesses.into_vec(),
            seed: shared.seed(),
            confidence: shared.confidence(),
            cache: self.cache.clone(),
            told: told(shared)?,
        })
    }
}

/// The values of a policy that is the optimum in all its parts.
pub fn values_of(player: &Player) -> Option<ValueSpec> {
    let optimal = |o| {
        PolicySpec::parse(&format!("optimal:{}", Objective::game_name(o)))
            .is_ok_and(|p| p == player.spec)
    };
    [Objective::Win]
        .into_iter()
        .find(|o| optimal(*o))
        .map(ValueSpec::Optimal)
}

/// Leaves of the guesses those that a situation at the table rests on: no card unless an enemy was named, no health that was given, no reading
/// that is the usual one.
pub fn only_named(asked: &mut Asked, enemies: &[String]) {
    let changed = &asked.switches;
    asked.guesses.retain(|g| {
        if let Some(key) = g.what.strip_prefix("switch ") {
            return changed.iter().any(|(k, _)| k == key);
        }
        let what = g.what.to_lowercase();
        let named = enemies.iter().any(|e| {
            let (name, given) = e
                .split_once(':')
                .map_or((e.as_str(), false), |(n, _)| (n, true));
            let of = format!("enemy {}: ", name.trim().to_lowercase());
            what.starts_with(&of) && !(given && what.ends_with("health"))
        });
        named
            || !["enemy ", "round ", "event ", "deck."]
                .iter()
                .any(|p| what.starts_with(p))
    });
}

/// An error whose message begins with a flag.
pub fn with_flag(flag: &str, error: Error) -> Error {
    match error {
        Error::Usage(text) if !text.starts_with("--") => Error::usage(format!("{flag}: {text}")),
        other => other,
    }
}

/// The sampling that a question does of itself: under `--method auto` so many playouts beside the exact answer.
pub fn sampling(shared: &Shared, playouts: u64) -> Shared {
    let mut shared = shared.clone();
    let open_ended = shared.target_error.is_some() || shared.max_time.is_some();
    if shared.method != MethodChoice::Exact && shared.playouts.is_none() && !open_ended {
        let asked = shared.method == MethodChoice::Mc || shared.samples();
        shared.playouts = Some(if asked { DEFAULT_PLAYOUTS } else { playouts });
    }
    shared
}

/// `--games`: how many games maps count, 1 to 100,000, as `-n` is written.
///
/// # Errors
/// What cannot be read, or more.
pub fn games(given: Option<&str>, default: u32) -> Result<u32> {
    let Some(text) = given else {
        return Ok(default);
    };
    let read = crate::cli::args::count(text).ok();
    read.filter(|n| (1..=100_000).contains(n))
        .and_then(|n| u32::try_from(n).ok())
        .ok_or_else(|| {
            Error::usage(format!(
                "--games {text}: write 1 to 100000, for example 2000 or 5k"
            ))
        })
}

/// The way of working that was asked for, unless it is the usual one.
pub fn only(method: MethodChoice) -> Option<&'static str> {
    match method {
        MethodChoice::Auto => None,
        MethodChoice::Exact => Some("exact"),
        MethodChoice::Mc => Some("mc"),
    }
}

/// Refuses `--method exact` for what has no exact answer.
///
/// # Errors
/// Why the first such policy has none.
pub fn solved<'a>(
    answers: impl IntoIterator<Item = &'a std::result::Result<GameExact, String>>,
) -> Result<()> {
    let mut refused = answers.into_iter().filter_map(|a| a.as_ref().err());
    match refused.next() {
        Some(why) => Err(Error::usage(format!("--method exact: {why}"))),
        None => Ok(()),
    }
}

/// The same for these policies: fewer playouts for those that play games out themselves; under a cap on matches none for those that go by
/// values, which depend on the matches left: they are followed exactly.
///
/// # Errors
/// If playouts are asked for that cannot be.
pub fn sampling_of<'a>(
    shared: &Shared,
    playouts: u64,
    rules: &Rules,
    specs: impl IntoIterator<Item = &'a PolicySpec> + Clone,
) -> Result<Shared> {
    let slow = specs.clone().into_iter().any(PolicySpec::plays_out);
    if rules.match_cap > 0
        && let Some(spec) = specs.into_iter().find(|s| s.values_in_matches())
    {
        if shared.samples() {
            return Err(Error::usage(format!(
                "--set match_cap={}: under a cap on matches what {spec} does depends on the matches left, which playouts do not look at; ask with --method exact",
                rules.match_cap
            )));
        }
        return Ok(Shared {
            method: MethodChoice::Exact,
            ..shared.clone()
        });
    }
    Ok(sampling(shared, if slow { SLOW } else { playouts }))
}

/// Refuses flags of sampling where nothing is sampled.
///
/// # Errors
/// The first such flag.
pub fn exact_only(shared: &Shared, question: &str) -> Result<()> {
    shared.validate()?;
    let given = [
        ("--playouts", shared.playouts.is_some()),
        ("--seed", shared.seed.is_some()),
        ("--target-error", shared.target_error.is_some()),
        ("--max-time", shared.max_time.is_some()),
        ("--shard", shared.shard.is_some()),
        ("--tally", shared.tally.is_some()),
        ("--checkpoint", shared.checkpoint.is_some()),
        ("--method mc", shared.method == MethodChoice::Mc),
    ];
    match given.iter().find(|g| g.1) {
        Some((flag, _)) => Err(Error::usage(format!(
            "{flag}: {question} is answered exactly and samples nothing; leave it out"
        ))),
        None => Ok(()),
    }
}
